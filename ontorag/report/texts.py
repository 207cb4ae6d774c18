"""Texts and terms as they are shown: made safe to read, named, measured and broken into lines."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ontorag.names import OWL, RDF, RDFS, SKOS, XSD, local_name, spelling_of, spoken
from ontorag.values import IRI, BlankNode, Labelled, Literal, Term, Triple, write_term

KNOWN_PREFIXES = ((RDF, "rdf"), (RDFS, "rdfs"), (OWL, "owl"), (SKOS, "skos"), (XSD, "xsd"))
PLAIN_DATATYPES = frozenset({XSD + "string", RDF + "langString", RDF + "dirLangString"})

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udfff]"
)


def seen(text: str) -> str:
    r"""Make control characters and lone surrogates visible, so that text cannot hide or reorder.

    >>> seen("evil\u202egpj.exe"), seen("a\x00b")
    ('evil[U+202E]gpj.exe', 'a[U+0000]b')
    """
    return _UNSEEN.sub(_name_of_unseen, text)


def _name_of_unseen(found: re.Match[str]) -> str:
    return f"[U+{ord(found[0]):04X}]"


def short_iri(iri: str) -> str:
    """Give the CURIE of RDF, RDFS, OWL, SKOS and XSD terms, any other IRI as it is."""
    for namespace, prefix in KNOWN_PREFIXES:
        if iri.startswith(namespace):
            return f"{prefix}:{iri[len(namespace) :]}"
    return iri


def plain_name(term: Term) -> str:
    """Name a term that nobody gave a label: its spelling, else its local name in words."""
    if isinstance(term, IRI):
        return spelling_of(term.value) or spoken(local_name(term.value), keep_case=True)
    if isinstance(term, BlankNode) and len(term.id) > 10:
        return f"_:…{term.id[-6:]}"
    return str(term)


@dataclass(frozen=True, slots=True)
class Names:
    """What to call each term, its classes, and its CURIE."""

    entities: Mapping[Term, Labelled]
    curies: Callable[[str], str]

    def label(self, term: Term) -> str:
        """Give the label to show for ``term``."""
        if isinstance(term, Literal):
            return seen(term.lexical)
        entity = self.entities.get(term)
        if entity and entity.label:
            return seen(entity.label)
        if isinstance(term, Triple):
            parts = (term.subject, term.predicate, term.object)
            return " – ".join(self.label(part) for part in parts)
        return seen(plain_name(term))

    def classes(self, term: Term) -> tuple[str, ...]:
        """Give the labels of the classes of ``term``."""
        entity = self.entities.get(term)
        return tuple(seen(name) for name in entity.classes) if entity else ()

    def curie(self, term: Term) -> str:
        """Give the CURIE of an IRI, else the term's own text."""
        if isinstance(term, IRI):
            return seen(self.curies(term.value))
        return seen(write_term(term))

    def identity(self, term: Term) -> str:
        """Give the full IRI, or the N-Triples text of anything else."""
        return seen(term.value if isinstance(term, IRI) else write_term(term))

    def hint(self, term: Term) -> str:
        """Give what a literal's text does not show: its language or its datatype."""
        if not isinstance(term, Literal):
            return ""
        if term.language:
            return "@" + seen(term.language)
        return "" if term.datatype in PLAIN_DATATYPES else seen(self.curies(term.datatype))


def names_of(entities: Iterable[Labelled], curies: Callable[[str], str] | None) -> Names:
    """Collect the names of ``entities``; without ``curies`` only well-known IRIs are shortened."""
    return Names({entity.term: entity for entity in entities}, curies or short_iri)


def is_node(term: Term) -> bool:
    """Whether a term can stand in several facts: an IRI or a blank node."""
    return isinstance(term, (IRI, BlankNode))


def in_lines(label: str, *, width: int = 20, lines: int = 2) -> tuple[str, ...]:
    """Break a label into at most ``lines`` lines of about ``width`` characters.

    >>> in_lines("Schattenlager Infiltration")
    ('Schattenlager', 'Infiltration')
    >>> in_lines("x" * 50)
    ('xxxxxxxxxxxxxxxxxxxx', 'xxxxxxxxxxxxxxxxxxx…')
    """
    broken = textwrap.wrap(label, width)
    if len(broken) > lines:
        broken[lines - 1] = broken[lines - 1][: width - 1] + "…"
    return tuple(broken[:lines]) or (" ",)


def text_width(text: str, size: float) -> float:
    """Estimate the width of ``text`` in pixels at a font size of ``size`` pixels."""
    return size * sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.58 for c in text)
