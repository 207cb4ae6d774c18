"""The evidence of one answer, indexed: facts by property and ends, classes, counts, units."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from ontorag.language import Language
from ontorag.language.families import LANGUAGES, claim_words, levels, unit_named
from ontorag.language.text import fold_word
from ontorag.language.visible import INNER_QUOTES, visible
from ontorag.lexicon import Phrasebook, Relation, Relations
from ontorag.lexicon.relations import with_labels
from ontorag.names import RDF_TYPE, local_name, mint, spoken
from ontorag.schema import is_denied
from ontorag.stores.comparing import comparable
from ontorag.values import IRI, XSD, DerivedFact, Fact, Literal, Subgraph, Term
from ontorag.verification.amounts import Amount
from ontorag.verification.naming import Names
from ontorag.verification.scanning import Item, Scanner

KnownLabels = Callable[[str], Iterable[tuple[str, Term]]]
"""Gives the labels and synonyms of the whole vocabulary that occur in a text, with their terms."""

_UNIT_NAMES = frozenset(("unit", "einheit", "currency", "waehrung", "masseinheit"))
_COUNT_WORDS = frozenset(("holders", "values", "of", "von", "inhaber", "werte", "in", "mit"))
_BOOLEAN = XSD + "boolean"
TYPE = IRI(RDF_TYPE)


@dataclass(frozen=True, slots=True)
class Counted:
    """A derived count: how many stand at one end of a property when the other end is known."""

    id: str
    properties: frozenset[IRI]
    about: frozenset[Term]
    value: int
    complete: bool


class Evidence:
    """What claims are judged against: one subgraph and what is known of its properties."""

    def __init__(
        self, subgraph: Subgraph, relations: Relations, language: Language, *, whole: bool = False
    ) -> None:
        """Index a subgraph; ``whole``: it has every fact about the things that it names.

        Only then can it be told that there are no others; of selected facts a count must say so.
        """
        self.subgraph = subgraph
        self._whole = whole
        self.language = language
        self.facts: dict[str, Fact] = {fact.id: fact for fact in subgraph.facts}
        self.derived: dict[str, DerivedFact] = {each.id: each for each in subgraph.derived}
        self._by_property: dict[IRI, list[Fact]] = {}
        self._denied: dict[IRI, list[Fact]] = {}
        self._is_so = True
        for fact in subgraph.facts:
            held = self._denied if is_denied(fact) else self._by_property
            held.setdefault(fact.predicate, []).append(fact)
        self.classes: dict[Term, frozenset[str]] = {
            each.term: frozenset(map(fold_word, each.classes)) for each in subgraph.entities
        }
        self._labels = labels = {each.term: each.label for each in subgraph.entities}
        self.relations = {
            iri: with_labels(relations.of(iri), [labels[iri]] if iri in labels else [])
            for iri in self._properties()
        }
        self.phrasebook = Phrasebook(self.relations.values())
        self.called: defaultdict[Term, set[str]] = defaultdict(set)
        self.names = self._names(labels)
        self.scanner = Scanner(self.names, self.phrasebook, language)
        self.counts = tuple(self._counted())

    def _properties(self) -> list[IRI]:
        own = [each.predicate for fact in self.subgraph.facts for each in fact.qualifiers]
        named = [iri for each in self.subgraph.derived for iri in each.properties]
        return list(dict.fromkeys((*self._by_property, *self._denied, *own, *named)))

    def _names(self, labels: dict[Term, str]) -> Names:
        kinds = frozenset(name for names in self.classes.values() for name in names)
        known = (end for each in self.relations.values() for end in (each.domains, each.ranges))
        every = kinds.union(*known)
        names = Names(every)
        for label in sorted(every):
            names.add(label, IRI(mint(label)))
            self.called[IRI(mint(label))].add(label)
        for term, label in labels.items():
            if term not in self.relations:
                for spelled in _spelled(label):
                    names.add(spelled, term)
        for literal in self._texts():
            for spelled in _spelled(literal.lexical):
                names.add(spelled, literal)
        return names

    def _texts(self) -> Iterator[Literal]:
        """Give the literals that are said as text, not as a number or date."""
        for fact in self.subgraph.facts:
            for term in (fact.object, *(each.value for each in fact.qualifiers)):
                if isinstance(term, Literal):
                    known = comparable(term)
                    if known is None or known.family == "string":
                        yield term

    def know(self, labels: Iterable[tuple[str, Term]]) -> None:
        """Add names of the vocabulary that no fact mentions, and other names of what they do."""
        own = [(visible(label), term) for label, term in labels if term not in self.relations]
        for label, term in own:
            self.called[term].add(fold_word(label))
        self.names.add_all(own)

    def relation(self, iri: IRI) -> Relation:
        """Give what is known of a property."""
        return self.relations[iri]

    @contextmanager
    def of_what_is_denied(self) -> Iterator[Evidence]:
        """Give the facts that say of themselves that they are not so, as if they were."""
        held = self._by_property
        self._by_property, self._is_so = self._denied, False
        try:
            yield self
        finally:
            self._by_property, self._is_so = held, True

    def flags(self, iri: IRI, subjects: frozenset[Term]) -> list[Fact]:
        """Give the facts that say a property to be true of these; in what is denied, not to be."""
        truths = ("true", "1") if self._is_so else ("false", "0")
        return [
            fact
            for fact in self.subgraph.facts
            if fact.predicate == iri and fact.subject in subjects and not is_denied(fact)
            and isinstance(fact.object, Literal) and fact.object.datatype == _BOOLEAN
            and fact.object.lexical in truths
        ]  # fmt: skip

    def about(self, iri: IRI) -> list[Fact]:
        """Give the facts of one property."""
        return self._by_property.get(iri, [])

    def between(self, iri: IRI, subjects: frozenset[Term], item: Item) -> list[Fact]:
        """Give the facts whose subject is one of these and whose object ``item`` says."""
        return [
            fact for fact in self.about(iri) if fact.subject in subjects and says(item, fact.object)
        ]

    def from_subject(self, iri: IRI, subjects: frozenset[Term]) -> list[Fact]:
        """Give the facts of one property about these subjects."""
        return [fact for fact in self.about(iri) if fact.subject in subjects]

    def to_object(self, iri: IRI, item: Item) -> list[Fact]:
        """Give the facts of one property whose object ``item`` says."""
        return [fact for fact in self.about(iri) if says(item, fact.object)]

    def kinds(self, terms: Iterable[Term]) -> frozenset[str]:
        """Give the classes of terms, as folded labels."""
        return frozenset(name for term in terms for name in self.classes.get(term, ()))

    def is_of(self, thing: Item, kind: Item) -> bool:
        """Whether a thing is of a class, or nothing is known of its classes."""
        return self.is_of_kind(thing.terms, kind)

    def is_surely_of(self, thing: Item, kind: Item) -> bool:
        """Whether a thing is known to be of a class."""
        return bool(self.kinds(thing.terms)) and self.is_of(thing, kind)

    def is_of_kind(self, terms: frozenset[Term], kind: Item) -> bool:
        """Whether terms are of the class that an item names, or nothing is known of theirs."""
        known = self.kinds(terms)
        called = {kind.word, *(each for term in kind.classes for each in self.called[term])}
        if kind.word in claim_words(self.language).people:
            called |= claim_words("de").people | claim_words("en").people
        return not known or bool(known & called)

    def fits(self, terms: frozenset[Term], ends: frozenset[str]) -> bool | None:
        """Whether things may stand at an end of a property; None where nothing is known."""
        kinds = self.kinds(terms)
        if not kinds or not ends:
            return None
        return bool(kinds & ends)

    def unit_of(self, fact: Fact) -> str | None:
        """Give the unit of a fact's value, from its qualifiers or the property's label."""
        for each in fact.qualifiers:
            name = fold_word(local_name(each.predicate.value))
            called = self._labels.get(each.value) or str(each.value)
            value = unit_named(called)
            if value is not None or name in _UNIT_NAMES:
                return value or called
        return self.phrasebook.of[fact.predicate].unit

    def qualifies(self, item: Item, fact: Fact) -> bool:
        """Whether a qualifier of the fact is what ``item`` says."""
        limit = item.amount.limit if item.amount is not None else ""
        return any(
            _is_said(item, each.value) and self.may_limit(each.predicate, limit)
            for each in fact.qualifiers
        )

    def may_limit(self, iri: IRI, limit: str) -> bool:
        """Whether a date of the property can be said with "since" or "until": a start, an end."""
        if not limit:
            return True
        family = "start" if limit == "since" else "end"
        if family in self.phrasebook.of[iri].families:
            return True
        said = {word for tag in LANGUAGES for word in getattr(claim_words(tag), limit)}
        named = (local_name(iri.value), *self.relations[iri].labels)
        return any(not said.isdisjoint(fold_word(spoken(name)).split()) for name in named)

    def is_complete(self, iri: IRI) -> bool:
        """Whether a property is declared complete, and all that is recorded of it is here."""
        declared = any(
            each.kind == "complete" and iri in each.properties for each in self.subgraph.derived
        )
        return self._whole and (declared or self.relations[iri].complete)

    def _counted(self) -> Iterator[Counted]:
        if any(each.kind == "absent" for each in self.subgraph.derived):
            return  # something was left out that the counts do not tell
        for each in self.subgraph.derived:
            if each.kind == "count" and isinstance(each.value, int) and each.about:
                said = self._said_in(each.about)
                properties = frozenset(each.properties) or self._named_in(each.about)
                if said and properties:
                    yield Counted(each.id, properties, said, each.value, each.complete)

    def _said_in(self, text: str) -> frozenset[Term]:
        """Give all that a derived fact is about; nothing when a word of it is not understood."""
        items = [item for sentence in self.scanner.sentences(text) for item in sentence]
        named = {fold_word(local_name(iri.value)) for iri in self.relations} | _COUNT_WORDS
        for item in items:
            known = item.terms or item.classes or item.ways or item.light or item.mark
            if item.amount is not None or (not known and item.word not in named):
                return frozenset()
        return frozenset(
            term for item in items for term in (*item.terms, *(() if item.ways else item.classes))
        )

    def _named_in(self, text: str) -> frozenset[IRI]:
        """Find the properties that a text names by a label or the local name."""
        folded = f" {fold_word(text)} "
        return frozenset(
            iri
            for iri, relation in self.relations.items()
            if f" {fold_word(local_name(iri.value))} " in folded
            or any(f" {fold_word(label)} " in folded for label in relation.labels)
        )


@lru_cache(maxsize=16_384)
def _spelled(label: str) -> tuple[str, ...]:
    """Give a label as it is seen, and as it stands within quotes."""
    seen = visible(label)
    return tuple(dict.fromkeys((seen, seen.translate(INNER_QUOTES))))


def says(item: Item, term: Term) -> bool:
    """Whether an item names a term or, as a number or date, proves a literal."""
    if item.amount is not None and isinstance(term, Literal):
        return item.amount.agrees(term) is True
    return term in item.terms


def is_nothing(term: Term) -> bool:
    """Whether a value says that there is none: "false", 0."""
    if not isinstance(term, Literal):
        return False
    known = comparable(term)
    if known is not None and known.family == "number":
        return not float(term.lexical)
    return term.datatype == _BOOLEAN and term.lexical in ("false", "0")


def agreement(amount: Amount, facts: Sequence[Fact]) -> bool | None:
    """Say whether an amount is proved by facts (True), denied by all (False), or neither."""
    found = [amount.agrees(f.object) for f in facts if isinstance(f.object, Literal)]
    if True in found:
        return True
    return False if found and all(each is False for each in found) else None


def _is_said(item: Item, value: Term) -> bool:
    if says(item, value):
        return True
    if item.level is not None and isinstance(value, Literal):
        return levels().get(fold_word(value.lexical)) == item.level
    return False


def denied_by_qualifier(item: Item, fact: Fact, others: Iterable[Fact]) -> bool:
    """Whether the fact has another value for the qualifier that ``item`` claims."""
    if any(_is_said(item, each.value) for each in fact.qualifiers):
        return False  # the value is right, "since" or "until" is not
    predicates = {
        each.predicate
        for other in others
        for each in other.qualifiers
        if _is_said(item, each.value)
    }
    if item.level is not None:
        predicates |= {
            each.predicate for each in fact.qualifiers
            if isinstance(each.value, Literal) and fold_word(each.value.lexical) in levels()
        }  # fmt: skip
    return any(each.predicate in predicates for each in fact.qualifiers)
