"""A graph as it stands at one moment: what one question is read against."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ontorag import names
from ontorag.graph.class_level import ClassLevel
from ontorag.graph.class_reading import read_class_level
from ontorag.language import fold, tokens
from ontorag.language.visible import visible
from ontorag.lexicon import (
    Lexicon,
    PropertyWords,
    Relation,
    Relations,
    property_words,
    relations_of,
)
from ontorag.linking import Compared
from ontorag.planning.tables import ClassNames, class_names
from ontorag.schema import Schema
from ontorag.stores.base import EVERYTHING, Pattern, ReadableStore, Scope
from ontorag.values import IRI, Has, Kind, Labelled, Literal, Step, Term, read_term, write_term
from ontorag.vocabulary import Kindred, Lookup, kindred_of

LARGEST_RANGE = 300
"""Objects of a property that are offered to a model or compared by meaning, at most."""
MOST_NOTIONS = 5_000
"""Labels of a vocabulary that is also read by glosses and families of words, at most."""
LONGEST_LABEL = 8
MOST_WORDS = 400
_SAID = {
    IRI(names.RDF_TYPE): {"de": "ist", "en": "is a"},
    IRI(names.RDFS_SUBCLASS): {"de": "ist eine Art von", "en": "is a kind of"},
    **{
        IRI(iri): {"de": "ist Eigenschaft von", "en": "is a property of"}
        for iri in (
            names.RDFS_DOMAIN,
            names.SDO + "domainIncludes",
            names.SDO_HTTP + "domainIncludes",
        )
    },
    IRI(names.RDFS_COMMENT): {"de": "Beschreibung", "en": "description"},
} | {
    IRI(names.SKOS + name): {"de": german, "en": english}
    for name, german, english in (
        ("broader", "hat Oberbegriff", "has broader term"),
        ("narrower", "hat Unterbegriff", "has narrower term"),
        ("related", "ist verwandt mit", "is related to"),
        ("inScheme", "gehört zu", "belongs to"),
        ("topConceptOf", "ist oberster Begriff von", "is a top concept of"),
        ("hasTopConcept", "hat obersten Begriff", "has top concept"),
        ("exactMatch", "entspricht genau", "exactly matches"),
        ("closeMatch", "entspricht etwa", "closely matches"),
        ("broadMatch", "hat anderswo Oberbegriff", "has elsewhere broader term"),
        ("narrowMatch", "hat anderswo Unterbegriff", "has elsewhere narrower term"),
        ("relatedMatch", "ist anderswo verwandt mit", "is elsewhere related to"),
        ("Concept", "Begriff", "concept"),
    )
}


@dataclass(frozen=True)
class GraphView:
    """Vocabulary, schema and lexicon of one snapshot; what is costly is read once, when needed.

    Made by `KnowledgeGraph.view`. It sees later changes of the store only in the facts it reads.
    """

    snapshot: str
    store: ReadableStore
    lookup: Lookup
    schema: Schema
    _label_cache: dict[tuple[Term, str], str] = field(default_factory=dict, repr=False)
    _class_levels: dict[Scope, ClassLevel] = field(default_factory=dict, repr=False)
    _flags: dict[IRI, Literal | None] = field(default_factory=dict, repr=False)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words for properties."""
        entries = self.lookup.entries(kinds=["property"])
        return Lexicon((IRI(entry.term[1:-1]), entry.label) for entry in entries)

    def property_words(self) -> tuple[PropertyWords, ...]:
        """Give the words that mean each property; those that no word reaches come first."""
        facts = {use.iri: use.triples for use in self.schema.properties.values()}
        return property_words(self.lexicon, facts)

    @cached_property
    def kindred(self) -> Kindred:
        """The words of glosses and of the families of labels, where there are not too many."""
        kinds: tuple[Kind, ...] = ("class", "individual", "concept")
        entries = self.lookup.entries(kinds=kinds, limit=MOST_NOTIONS + 1)
        if len(entries) > MOST_NOTIONS:
            return Kindred()
        terms = [read_term(term) for term in dict.fromkeys(e.term for e in entries)]
        return kindred_of(self.lookup.concepts(terms).values())

    @cached_property
    def compared(self) -> Compared:
        """What mentions are compared with by meaning."""
        return Compared(self.lookup)

    @cached_property
    def class_names(self) -> ClassNames:
        """The classes by their folded labels, where there are not too many."""
        return class_names(self.lookup)

    @cached_property
    def relations(self) -> Relations:
        """What verification knows of the properties: their labels, ends and limits."""
        said: dict[IRI, list[str]] = {}
        for entry in self.lookup.entries(kinds=["property"]):
            said.setdefault(IRI(entry.term[1:-1]), []).append(entry.label)
        called: dict[IRI, set[str]] = {}
        for entry in self.lookup.entries(kinds=["class"]):
            called.setdefault(IRI(entry.term[1:-1]), set()).add(fold(entry.label))
        return relations_of(
            Relation(
                use.iri, tuple(said.get(use.iri, ())),
                domains=self._called(use.all_domains, called),
                ranges=self._called(use.all_ranges, called),
                functional=use.functional,
                inverse_functional=use.inverse_functional,
                symmetric=use.symmetric,
                complete=use.complete,
            )
            for use in self.schema.properties.values()
        )  # fmt: skip

    def _called(self, classes: Sequence[IRI], called: Mapping[IRI, set[str]]) -> frozenset[str]:
        """Give the folded labels of classes and their subclasses."""
        every = {below for each in classes for below in self.schema.subclasses(each)}
        return frozenset(label for each in every for label in called.get(each, ()))

    @cached_property
    def fact_count(self) -> int:
        """How many facts there are."""
        return self.store.count_facts(Pattern())

    @cached_property
    def ranges(self) -> Mapping[IRI, Sequence[Term]]:
        """The objects of each property that has few enough to be offered."""
        return {
            use.iri: self.store.members(Has(Step(use.iri, inverse=True)))
            for use in self.schema.properties.values()
            if 0 < use.objects - use.literals <= LARGEST_RANGE
        }

    @cached_property
    def functional(self) -> frozenset[IRI]:
        """The properties that are declared to have one value at most."""
        return frozenset(use.iri for use in self.schema.properties.values() if use.functional)

    def flag(self, iri: IRI) -> Literal | None:
        """Give "true" as it is written of a property that is true or false of things."""
        if iri not in self._flags:
            self._flags[iri] = self._read_flag(iri)
        return self._flags[iri]

    def _read_flag(self, iri: IRI) -> Literal | None:
        use, boolean = self.schema.properties.get(iri), names.XSD + "boolean"
        declared = use is not None and any(cls.value == boolean for cls in use.ranges)
        if use is None or not (declared or (use.only_literals and use.objects <= 2)):
            return None
        values = [value for value, _ in self.store.literal_values(iri, limit=3)]
        if not values or any(each.datatype != boolean for each in values):
            return None
        true = (each for each in values if each.lexical in ("true", "1"))
        return next(true, Literal("true", boolean))

    @cached_property
    def inverse_functional(self) -> frozenset[IRI]:
        """The properties whose objects have one subject at most."""
        uses = self.schema.properties.values()
        return frozenset(use.iri for use in uses if use.inverse_functional)

    @cached_property
    def qualifiers(self) -> frozenset[IRI]:
        """The properties that qualify statements."""
        return frozenset(use.iri for use in self.schema.properties.values() if use.is_qualifier)

    @cached_property
    def of_nodes(self) -> frozenset[IRI]:
        """The properties of nodes that stand for statements."""
        return frozenset(use.iri for use in self.schema.properties.values() if use.of_nodes)

    @cached_property
    def complete(self) -> frozenset[IRI]:
        """The properties that the ontology declares complete."""
        return frozenset(use.iri for use in self.schema.properties.values() if use.complete)

    def class_level(self, scope: Scope = EVERYTHING) -> ClassLevel:
        """Give what class axioms say within a scope; they are read once."""
        if scope not in self._class_levels:
            self._class_levels[scope] = read_class_level(self.store, scope)
        return self._class_levels[scope]

    def label(self, term: Term, language: str) -> str:
        """Give the label to show for a term."""
        return self.labels([term], language)[term]

    def labels(self, terms: Collection[Term], language: str) -> dict[Term, str]:
        """Give each term the label to show for it."""
        known = {term: self._label_cache.get((term, language)) for term in terms}
        unknown = [term for term, label in known.items() if label is None]
        read = self.lookup.labels(unknown, language) if unknown else {}
        found = {term: visible(label) or str(term) for term, label in read.items()}
        for term in found.keys() & _SAID.keys():
            found[term] = _SAID[term].get(language, _SAID[term]["en"])  # type: ignore[index]
        if len(self._label_cache) < 100_000:
            self._label_cache.update({(term, language): label for term, label in found.items()})
        return {term: label if label is not None else found[term] for term, label in known.items()}

    def names(
        self, terms: Collection[Term], *, language: str, scope: Scope = EVERYTHING
    ) -> dict[Term, Labelled]:
        """Give each term its label and the labels of its classes in ``language``."""
        things = sorted(set(terms), key=write_term)
        types = self._types(things, scope)
        classes = {cls for found in types.values() for cls in found}
        labels = self.labels({*things, *classes}, language)
        return {
            term: Labelled(term, labels[term], tuple(labels[c] for c in types.get(term, ())))
            for term in things
        }

    def _types(self, things: list[Term], scope: Scope) -> dict[Term, list[Term]]:
        pattern = Pattern(subjects=tuple(things), predicates=(IRI(names.RDF_TYPE),))
        rows = self.store.statements(pattern, scope=scope)
        found: dict[Term, list[Term]] = {}
        for subject, _, cls, _ in sorted(set(rows)):
            if not names.is_system(cls[1:-1]):
                types = found.setdefault(read_term(subject), [])
                types.append(read_term(cls))
        return {term: list(dict.fromkeys(types)) for term, types in found.items()}

    def labels_in(self, text: str) -> list[tuple[str, Term]]:
        """Give the labels and synonyms of the vocabulary that occur in a text, with their terms."""
        said = tokens(text)[:MOST_WORDS]
        pieces = {
            text[said[first].start : said[last].end]
            for first in range(len(said))
            for last in range(first, min(first + LONGEST_LABEL, len(said)))
        }
        return [
            (entry.label, read_term(entry.term))
            for entries in self.lookup.exact(sorted(pieces)).values()
            for entry in entries
            if not entry.is_value
        ]
