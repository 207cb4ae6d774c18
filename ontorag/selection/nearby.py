"""What is recorded around the things that a question names, for the reader of an abstention.

It is no evidence of an answer: nothing is decided by it, and no model sees it. Taken are the facts
of the named things, first those along properties that the question speaks of and those that join
several of the things; each neighbour brings what it has by these properties. Where only a class is
named, its members are taken with them. A few queries, each bounded, in the order of the words and
then of the stores, which is the same in all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ontorag.names import (
    DEFINITION_PREDICATES,
    LABEL_PREDICATES,
    OWL,
    RDF_TYPE,
    RDFS,
    SYNONYM_PREDICATES,
    XL_LABEL_PREDICATES,
)
from ontorag.stores.base import EVERYTHING, Pattern, ReadableStore, Scope
from ontorag.values import IRI, Fact, Labelled, Link, Literal, Term, Value, write_term

READ = 500
"""Facts that one query reads, at most."""
MOST_THINGS = 8
_OPTIONS = 5
"""Meanings of an ambiguous word whose surroundings are shown, at most."""
_TYPE = IRI(RDF_TYPE)
_NAMING = {
    *LABEL_PREDICATES, *SYNONYM_PREDICATES, *XL_LABEL_PREDICATES, *DEFINITION_PREDICATES, RDF_TYPE,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Named:
    """What the words of a question mean: things, values, classes and properties, in their order."""

    things: tuple[Term, ...]
    values: tuple[Value, ...]
    classes: tuple[IRI, ...]
    properties: tuple[IRI, ...]


def select_nearby(
    links: Sequence[Link],
    store: ReadableStore,
    *,
    below: Callable[[IRI], Iterable[IRI]],
    scope: Scope = EVERYTHING,
    budget: int = 100,
    but: Collection[str] = (),
) -> tuple[Fact, ...]:
    """Give what is recorded nearby, numbered N1, N2 …, at most ``budget`` facts.

    ``below`` gives a class with its subclasses; facts whose keys are in ``but`` are left out.
    """
    found: dict[str, Fact] = {}
    for fact in _Nearby(_named(links), store, scope, below).ranked():
        if len(found) >= budget:
            break
        if fact.key not in but and not _only_names(fact):
            found.setdefault(fact.key, fact)
    return tuple(replace(fact, id=f"N{n}") for n, fact in enumerate(found.values(), start=1))


def _named(links: Sequence[Link]) -> _Named:
    things: dict[Term, None] = {}
    values: dict[Value, None] = {}
    classes: dict[IRI, None] = {}
    properties: dict[IRI, None] = {}
    for link in links:
        options = link.candidates[:_OPTIONS] if link.target is None and link.ambiguous else ()
        if link.role == "relation":
            options = link.candidates
        for target in dict.fromkeys((link.target, *(each.target for each in options))):
            if isinstance(target, Value):
                values[target] = None
            elif target is not None and isinstance(target.iri, IRI) and "class" in target.kinds:
                classes[target.iri] = None
            elif target is not None and isinstance(target.iri, IRI) and "property" in target.kinds:
                properties[target.iri] = None
            elif target is not None:
                things[target.iri] = None
    return _Named(
        tuple(things)[:MOST_THINGS], tuple(values)[:MOST_THINGS], tuple(classes), tuple(properties)
    )


def _only_names(fact: Fact) -> bool:
    """Whether a fact only says what something is called, or of which class it is."""
    predicate = fact.predicate.value
    return predicate in _NAMING or predicate.startswith((RDFS, OWL))


@dataclass(frozen=True, slots=True)
class _Nearby:
    """The surroundings of what is named in one store."""

    named: _Named
    store: ReadableStore
    scope: Scope
    below: Callable[[IRI], Iterable[IRI]]

    def ranked(self) -> Iterator[Fact]:
        """Give the facts, those that cover most of the question first; some may come twice."""
        yield from self._along()
        yield from self._around()
        yield from self._members()

    def _along(self) -> Iterator[Fact]:
        """Give the facts of things by the properties that are said, and of values by theirs."""
        things, properties = self.named.things, self.named.properties
        if things and properties:
            yield from self._facts(Pattern(subjects=things, predicates=properties))
            yield from self._facts(Pattern(predicates=properties, objects=things))
        for value in self.named.values:
            pattern = Pattern(predicates=(value.property,), objects=(value.literal,))
            yield from self._with_said(self._facts(pattern))

    def _around(self) -> Iterator[Fact]:
        """Give the other facts of the things, those of what joins several of them first."""
        things = self.named.things
        if not things:
            return
        out = self._facts(Pattern(subjects=things))
        into = [each for thing in things for each in self._facts(Pattern(objects=(thing,)))]
        met = Counter(fact.subject for fact in into)
        wanted = self._of_class({fact.subject for fact in into})
        into.sort(key=lambda fact: (-met[fact.subject], fact.subject not in wanted))
        yield from out
        yield from self._with_said(into)
        if self.named.properties:
            onward = tuple(dict.fromkeys(f.object for f in out if isinstance(f.object, IRI)))
            yield from self._said_of(onward)

    def _of_class(self, terms: Collection[Term]) -> set[Term]:
        """Give those of some terms that are of a class that is named."""
        if not terms or not self.named.classes:
            return set()
        classes = tuple(dict.fromkeys(c for cls in self.named.classes for c in self.below(cls)))
        pattern = Pattern(tuple(sorted(terms, key=write_term)), (_TYPE,), classes)
        return {fact.subject for fact in self._facts(pattern)}

    def _members(self) -> Iterator[Fact]:
        """Give members of the named classes, with what they have by the properties said."""
        for cls in self.named.classes:
            pattern = Pattern(predicates=(_TYPE,), objects=tuple(self.below(cls)))
            members = tuple(dict.fromkeys(fact.subject for fact in self._facts(pattern)))
            if self.named.properties:
                yield from self._said_of(members)
            elif members:
                yield from self._facts(Pattern(subjects=members))

    def _with_said(self, facts: Sequence[Fact]) -> Iterator[Fact]:
        """Give facts, each followed by what its subject has by the properties said."""
        subjects = tuple(dict.fromkeys(fact.subject for fact in facts))
        said: dict[Term, list[Fact]] = {}
        for fact in self._said_of(subjects):
            said.setdefault(fact.subject, []).append(fact)
        for fact in facts:
            yield fact
            yield from said.get(fact.subject, ())

    def _said_of(self, terms: tuple[Term, ...]) -> Sequence[Fact]:
        if not terms or not self.named.properties:
            return ()
        return self._facts(Pattern(subjects=terms, predicates=self.named.properties))

    def _facts(self, pattern: Pattern) -> list[Fact]:
        return self.store.facts(pattern, scope=self.scope, limit=READ)


def labels_needed(facts: Iterable[Fact], known: Iterable[Labelled]) -> set[Term]:
    """Give the terms of facts that have no label yet."""
    terms = {end for fact in facts for end in (fact.subject, fact.predicate, fact.object)}
    terms |= {end for fact in facts for each in fact.qualifiers
              for end in (each.predicate, each.value)}  # fmt: skip
    named = {each.term for each in known}
    return {term for term in terms - named if not isinstance(term, Literal)}
