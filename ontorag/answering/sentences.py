"""Sentences from facts: subject, the property's own words, objects with their qualifiers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ontorag.language.verbs import reads_as_verb
from ontorag.language.visible import as_name
from ontorag.names import RDF_TYPE, RDFS_SUBCLASS, local_name, spelling_of, spoken
from ontorag.reasoning.wording import as_verb
from ontorag.schema import is_denied
from ontorag.values import IRI, Fact, Labelled, Subgraph, Term

TYPE = IRI(RDF_TYPE)
SUBCLASS = IRI(RDFS_SUBCLASS)

_SMALL = (
    "mit von in an auf bei für zu zum zur aus über unter nach vor als am im der die das des dem "
    "den und of at for by with from to on as the a"
)
_SMALL_WORDS = frozenset(_SMALL.split())
_PREPOSITIONS = _SMALL_WORDS - {
    "am",
    "im",
    "der",
    "die",
    "das",
    "des",
    "dem",
    "den",
    "und",
    "a",
    "the",
}
_PARTICIPLE = re.compile(r"[a-zäöüß]{2,}ed|\w*ge\w{2,}(?:en|t)")


class Wording:
    """How the terms of one subgraph are called."""

    def __init__(self, subgraph: Subgraph, language: str) -> None:
        self._entities: Mapping[Term, Labelled] = {each.term: each for each in subgraph.entities}
        self.language = language

    def label(self, term: Term) -> str:
        """Give the label to show for ``term``, as it stands in a sentence; a literal is its own."""
        return as_name(self._label(term), self.language)

    def _label(self, term: Term) -> str:
        known = self._entities.get(term)
        if known is not None:
            return known.label
        if isinstance(term, IRI):
            return spelling_of(term.value) or spoken(local_name(term.value), keep_case=True)
        return str(term)

    def relation(self, predicate: IRI) -> str:
        """Say a property in words: what is written as one camel-case word is taken apart.

        >>> Wording(Subgraph(), "de").relation(IRI("urn:x#hatErfahrungMit"))
        'hat Erfahrung mit'
        """
        label = self.label(predicate)
        words = (spoken(label, keep_case=True) if " " not in label else label).split()
        return " ".join(
            word.lower() if at and word.lower() in _SMALL_WORDS else word
            for at, word in enumerate(words)
        )

    def object(self, fact: Fact) -> str:
        """Say a fact's object with its qualifiers in brackets."""
        said = [
            f"{self.relation(each.predicate)}: {self.label(each.value)}" for each in fact.qualifiers
        ]
        return self.label(fact.object) + (f" ({', '.join(said)})" if said else "")

    def _denial(self, facts: Sequence[Fact]) -> str:
        """Say facts that say of themselves that they are not so."""
        held = [replace(fact, qualifiers=()) for fact in facts]
        said = self.sentence(held)
        return f"Verneint ist: {said}" if self.language == "de" else f"It is not so: {said}"

    def sentence(self, facts: Sequence[Fact]) -> str:
        """Say facts of one subject and property in one sentence, without the full stop."""
        if is_denied(facts[0]):
            return self._denial(facts)
        subject, predicate = self.label(facts[0].subject), facts[0].predicate
        objects = listed([self.object(fact) for fact in facts], self.language)
        german = self.language == "de"
        if predicate == TYPE:
            several = len(facts) > 1
            if german:
                return f"{subject} gehört {'zu den Klassen' if several else 'zur Klasse'} {objects}"
            return f"{subject} belongs to the {'classes' if several else 'class'} {objects}"
        relation = self.relation(predicate)
        if facts[0].of_class and predicate != SUBCLASS:
            return self._class_level(facts[0].subject, relation, objects)
        if _leads_on(relation):
            return f"{subject}: {relation} {objects}"
        if reads_as_verb(relation):
            return f"{subject} {relation} {objects}"
        return f"{_capital(relation)} {'von' if german else 'of'} {subject}: {objects}"

    def _class_level(self, subject: Term, relation: str, objects: str) -> str:
        """Say what class axioms say of every member of a class, or of one thing by its type."""
        german = self.language == "de"
        known = self._entities.get(subject)
        one = known is not None and bool(known.classes)
        every = "" if one else "Jede(r/s) " if german else "Every "
        said = as_verb(relation, "de" if german else "en")
        marked = "Klassenaxiom" if german else "class axiom"
        return f"{every}{self.label(subject)} {said} {objects} ({marked})"


def _grouping(fact: Fact) -> tuple[Term, IRI, bool]:
    return fact.subject, fact.predicate, is_denied(fact)


def _leads_on(relation: str) -> bool:
    """Whether a property without a finite verb ends in a preposition, which the object follows.

    >>> [_leads_on(label) for label in ("capital of", "geboren in", "reports to", "hat Rolle in")]
    [True, True, False, False]
    """
    first, *rest = relation.lower().split() or [""]
    if not rest or rest[-1] not in _PREPOSITIONS:
        return False
    return not reads_as_verb(relation) or bool(_PARTICIPLE.fullmatch(first))


def listed(texts: Sequence[str], language: str) -> str:
    """Join texts as a list in a sentence.

    >>> listed(["Anna", "Ben", "Clara"], "en")
    'Anna, Ben and Clara'
    """
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {'und' if language == 'de' else 'and'} {texts[-1]}"


def grouped(facts: Sequence[Fact]) -> list[list[Fact]]:
    """Group facts by subject and property, in the order in which these first come."""
    groups: dict[tuple[Term, IRI, bool], list[Fact]] = {}
    for fact in facts:
        groups.setdefault(_grouping(fact), []).append(fact)
    return list(groups.values())


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
