"""True claims and corrupted ones, written from a graph's own facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from random import Random
from typing import Literal as OneOf

from ontorag.answering.sentences import Wording
from ontorag.language import fold, words
from ontorag.language.families import units
from ontorag.language.verbs import reads_as_verb
from ontorag.stores.comparing import comparable
from ontorag.values import IRI, Fact, Literal, Subgraph, Term

Corruption = OneOf[
    "same-type swap", "role flip", "number ±1", "number ×10", "date shift", "negation",
    "other relation", "quantifier",
]  # fmt: skip
CORRUPTIONS: tuple[Corruption, ...] = (
    "same-type swap", "role flip", "number ±1", "number ×10", "date shift", "negation",
    "other relation", "quantifier",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Corrupted:
    """A claim that the graph does not hold, and how it was made from one that it does."""

    kind: Corruption
    text: str


_BRACKET = re.compile(r"\s*\(([^)]*)\)")
_PREPOSITIONS = words("de").prepositions | words("en").prepositions


class Sentences:
    """Says facts as a person would, in one language."""

    def __init__(self, subgraph: Subgraph, language: str) -> None:
        self._wording = Wording(subgraph, language)
        self._german = language == "de"

    def label(self, term: Term) -> str:
        """Give the label of a term."""
        return self._wording.label(term)

    def template(self, fact: Fact) -> str:
        """Say a fact as the template does, without its qualifiers."""
        return f"{self._wording.sentence([replace(fact, qualifiers=())])}."

    def natural(self, fact: Fact, *, never: bool = False, only: bool = False) -> str:
        """Say a fact in a whole sentence: "Anna leads Aurora.", "The budget of Aurora is 4."."""
        subject, said = self.label(fact.subject), self.label(fact.object)
        relation = self._wording.relation(fact.predicate)
        bracket = _BRACKET.search(relation)
        if bracket is not None:  # "height (mm)": the unit goes with the number
            relation = _BRACKET.sub("", relation).strip()
            said = f"{said} {bracket[1]}" if bracket[1] in units() else said
        if reads_as_verb(relation):
            return self._verbal(subject, relation, said, never=never, only=only)
        if relation.split()[-1].lower() in _PREPOSITIONS and len(relation.split()) > 1:
            copula = "ist" if self._german else "is"
            return self._verbal(subject, f"{copula} {relation}", said, never=never, only=only)
        return self._nominal(subject, relation, said, never=never, only=only)

    def is_verbal(self, predicate: IRI) -> bool:
        """Whether a bare verb says the property, so that either end may come first."""
        relation = self._wording.relation(predicate)
        return self._german and reads_as_verb(relation) and " " not in relation

    def _verbal(self, subject: str, relation: str, said: str, *, never: bool, only: bool) -> str:
        if self._german:
            lead = f"Nur {subject}" if only else subject
            return f"{lead} {relation} {said}{' nicht' if never else ''}."
        lead = f"Only {subject}" if only else subject
        if relation.startswith("is "):
            return f"{lead} is {'not ' if never else ''}{relation[3:]} {said}."
        return f"{lead} {'never ' if never else ''}{relation} {said}."

    def _nominal(self, subject: str, relation: str, said: str, *, never: bool, only: bool) -> str:
        first, _, rest = relation.partition(" ")
        relation = rest if rest and first.lower() in _PREPOSITIONS else relation  # "in language"
        name = relation[:1].upper() + relation[1:]
        if self._german:
            adverb = "nicht " if never else "nur " if only else ""
            return f"{name} von {subject} ist {adverb}{said}."
        adverb = "not " if never else "only " if only else ""
        return f"The {relation} of {subject} is {adverb}{said}."


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a corruption must know: all facts of both ends, other objects, what is limited.

    ``turnable``: subject and object are of other kinds and the language lets either come first.
    """

    own: Sequence[Fact]
    others: Sequence[Term]
    relations: Sequence[IRI]
    exclusive: bool
    symmetric: bool
    turnable: bool = False


def corruptions(
    fact: Fact, around: Surroundings, say: Sentences, random: Random
) -> Iterator[Corrupted]:
    """Corrupt one fact in every way that fits it; what the graph also holds is left out."""
    yield from _swapped(fact, around, say, random)
    yield from _flipped(fact, around, say)
    yield from _counted(fact, around, say)
    yield from _shifted(fact, around, say)
    yield Corrupted("negation", say.natural(fact, never=True))
    yield from _related(fact, around, say, random)
    if not around.exclusive:
        yield Corrupted("quantifier", say.natural(fact, only=True))


def _swapped(
    fact: Fact, around: Surroundings, say: Sentences, random: Random
) -> Iterator[Corrupted]:
    known = {
        fold(say.label(each.object)) for each in around.own if each.predicate == fact.predicate
    }
    free = [
        term for term in around.others
        if fold(say.label(term)) not in known and term != fact.subject
    ]  # fmt: skip
    if free:
        yield _said("same-type swap", replace(fact, object=random.choice(free)), say)


def _flipped(fact: Fact, around: Surroundings, say: Sentences) -> Iterator[Corrupted]:
    if isinstance(fact.object, Literal) or around.symmetric or fact.subject == fact.object:
        return
    held = any(
        each.predicate == fact.predicate
        and each.subject == fact.object
        and each.object == fact.subject
        for each in around.own
    )
    if around.turnable and say.is_verbal(fact.predicate):
        return  # German puts either first ("Aurora leitet Anna"): not false
    if not held and fold(say.label(fact.subject)) != fold(say.label(fact.object)):
        yield _said("role flip", replace(fact, subject=fact.object, object=fact.subject), say)


def _counted(fact: Fact, around: Surroundings, say: Sentences) -> Iterator[Corrupted]:
    literal = fact.object
    known = comparable(literal) if isinstance(literal, Literal) else None
    if known is None or known.family != "number" or not isinstance(literal, Literal):
        return
    try:
        value = Decimal(literal.lexical)
    except InvalidOperation:
        return
    for kind, changed in (("number ±1", value + 1), ("number ×10", value * 10)):
        other = replace(literal, lexical=format(changed, "f"))
        if changed != value and not _holds(fact, other, around):
            yield _said(kind, replace(fact, object=other), say)  # type: ignore[arg-type]


def _shifted(fact: Fact, around: Surroundings, say: Sentences) -> Iterator[Corrupted]:
    literal = fact.object
    known = comparable(literal) if isinstance(literal, Literal) else None
    if known is None or known.family != "date" or not isinstance(literal, Literal):
        return
    year, rest = literal.lexical[:4], literal.lexical[4:]
    if not year.isdigit():
        return
    other = replace(literal, lexical=f"{int(year) + 1:04d}{rest}")
    if comparable(other) is not None and not _holds(fact, other, around):
        yield _said("date shift", replace(fact, object=other), say)


def _related(
    fact: Fact, around: Surroundings, say: Sentences, random: Random
) -> Iterator[Corrupted]:
    held = {
        each.predicate
        for each in around.own
        if each.subject == fact.subject and fold(say.label(each.object)) == fold(
            say.label(fact.object)
        )
    }  # fmt: skip
    names = {fold(say.label(iri)) for iri in held}
    free = [
        iri for iri in around.relations if iri not in held and fold(say.label(iri)) not in names
    ]
    if free:
        yield _said("other relation", replace(fact, predicate=random.choice(free)), say)


def _holds(fact: Fact, obj: Term, around: Surroundings) -> bool:
    return any(
        each.predicate == fact.predicate and each.subject == fact.subject and each.object == obj
        for each in around.own
    )


def _said(kind: Corruption, fact: Fact, say: Sentences) -> Corrupted:
    return Corrupted(kind, say.natural(fact))
