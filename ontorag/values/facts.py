"""Facts: statements as they are shown, cited and checked."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal as OneOf

from ontorag.values.terms import IRI, Term, write_term

Origin = OneOf["asserted", "axiom", "inferred", "derived", "dl"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where statements came from; ``name`` identifies it within a store."""

    name: str
    location: str | None = None
    media_type: str | None = None
    loaded_at: str | None = None
    licence: str | None = None
    language: str | None = None
    revision: str | None = None


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Something said about one statement: the level of *this* person in *this* skill."""

    predicate: IRI
    value: Term


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement with its qualifiers and its origin.

    ``id`` is empty until the fact is numbered for one answer (F1, F2 …); ``key``
    is the same in every store and every run. ``graphs`` are graph IRIs ("" is the
    default graph), ``premises`` are facts in N-Triples, both sorted; those of a fact of origin
    ``axiom`` are the axioms that it follows from, in Manchester syntax with their sources; so are
    those of a fact of origin ``dl`` that rests on axioms and on what HermiT classified.
    ``proof`` says in words why an inferred fact holds, down to the sources.
    """

    id: str
    key: str
    subject: Term
    predicate: IRI
    object: Term
    qualifiers: tuple[Qualifier, ...] = ()
    graphs: tuple[str, ...] = ("",)
    sources: tuple[str, ...] = ()
    origin: Origin = "asserted"
    rule: str | None = None
    premises: tuple[str, ...] = ()
    proof: str | None = None

    @property
    def is_inferred(self) -> bool:
        """Whether reasoning over what is stated found it."""
        return self.origin in ("inferred", "dl")

    @property
    def of_class(self) -> bool:
        """Whether class axioms say it: it holds of every member of its subject, if a class."""
        return self.origin == "axiom" or (self.origin == "dl" and bool(self.premises))


def write_statement(subject: Term, predicate: IRI, obj: Term) -> str:
    """Write one statement as a line of N-Triples, without the line break."""
    return f"{write_term(subject)} {write_term(predicate)} {write_term(obj)} ."


def fact_key(subject: Term, predicate: IRI, obj: Term) -> str:
    """Give the first 16 hex digits of the SHA-256 of the statement's N-Triples.

    >>> fact_key(IRI("urn:a"), IRI("urn:b"), IRI("urn:c"))
    '9e91a71db12e3674'
    """
    line = write_statement(subject, predicate, obj)
    return hashlib.sha256(line.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def make_fact(
    subject: Term,
    predicate: IRI,
    obj: Term,
    *,
    qualifiers: tuple[Qualifier, ...] = (),
    graphs: tuple[str, ...] = ("",),
    sources: tuple[str, ...] = (),
    origin: Origin = "asserted",
) -> Fact:
    """Make an unnumbered fact with its key; tuples are sorted, so equal facts compare equal."""
    return Fact(
        id="",
        key=fact_key(subject, predicate, obj),
        subject=subject,
        predicate=predicate,
        object=obj,
        qualifiers=tuple(sorted(qualifiers, key=_qualifier_order)),
        graphs=tuple(sorted(graphs)),
        sources=tuple(sorted(sources)),
        origin=origin,
    )


def fact_order(fact: Fact) -> tuple[str, str, str]:
    """Sort key: subject, predicate, object in code-point order of their N-Triples."""
    return write_term(fact.subject), write_term(fact.predicate), write_term(fact.object)


def _qualifier_order(qualifier: Qualifier) -> tuple[str, str]:
    return write_term(qualifier.predicate), write_term(qualifier.value)
