"""The ground: what composing a table reads of an ontology, beside the words of the question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Literal as OneOf

from ontorag.language import fold, tokens
from ontorag.language.families import units
from ontorag.lexicon import Lexicon
from ontorag.names import is_system, local_name
from ontorag.planning.ports import Port, Ports
from ontorag.planning.surroundings import Surroundings, look_around
from ontorag.planning.tables.pieces import Piece
from ontorag.schema import Schema
from ontorag.stores.base import EVERYTHING, Pattern, ReadableStore, Scope
from ontorag.stores.comparing import comparable
from ontorag.values import IRI, XSD, Compare, Has, Literal, Step, Term, Value, read_term
from ontorag.vocabulary import Lookup

ValueKind = OneOf["number", "date", "scale", "text", "thing"]
_SAMPLE = 20


MOST_CLASSES = 3_000
ClassNames = Mapping[str, tuple[IRI, ...]]


def class_names(lookup: Lookup) -> ClassNames:
    """Give the classes by their folded labels, with and without what stands in brackets.

    Of an ontology with very many classes none are given: reading them all takes seconds.
    """
    if lookup.counts().get("class", 0) > MOST_CLASSES:
        return {}
    found: dict[str, dict[IRI, None]] = {}
    for entry in lookup.entries(kinds=["class"]):
        term = read_term(entry.term)
        if isinstance(term, IRI) and not is_system(term.value):
            for name in _spellings(entry.label):
                found.setdefault(name, {})[term] = None
    return {name: tuple(terms) for name, terms in found.items()}


@dataclass(frozen=True)
class Ground:
    """Vocabulary, schema, words and data of one question; ``today`` is what dates refer to."""

    schema: Schema
    lexicon: Lexicon
    lookup: Lookup
    store: ReadableStore
    label: Callable[[Term], str]
    class_names: ClassNames
    today: date
    scope: Scope = EVERYTHING
    _kinds: dict[IRI, ValueKind] = field(default_factory=dict)
    _around: dict[Term, Surroundings] = field(default_factory=dict)
    _values: dict[str, tuple[Value, ...]] = field(default_factory=dict)

    @cached_property
    def ports(self) -> Ports:
        """The ends of the properties."""
        return Ports(self.schema)

    @cached_property
    def used(self) -> tuple[IRI, ...]:
        """The properties that the data use, but for those of the languages themselves."""
        return tuple(
            use.iri
            for use in self.schema.properties.values()
            if use.triples and not is_system(use.iri.value) and not use.is_qualifier
        )

    def kind_of(self, iri: IRI) -> ValueKind:
        """Say what the values of a property are: by its order, its range, else by some values."""
        if iri not in self._kinds:
            self._kinds[iri] = self._kind(iri)
        return self._kinds[iri]

    def _kind(self, iri: IRI) -> ValueKind:
        use = self.schema.properties[iri]
        if use.scale:
            return "scale"
        if not use.only_literals:
            return "thing"
        found = [value for value, _ in self.store.literal_values(iri, limit=_SAMPLE)]
        families = {known.family for each in found if (known := comparable(each)) is not None}
        if len(families) == 1 and families <= {"number", "date"}:
            return "date" if "date" in families else "number"
        plain = [each.lexical.strip() for each in found]
        numeric = bool(plain) and all(each.replace(".", "", 1).isdigit() for each in plain)
        named = any(each.startswith("0") and each != "0" and "." not in each for each in plain)
        declared = {cls.value.rpartition("#")[2] for cls in use.ranges}
        return "number" if numeric and not named and declared & {"decimal", "integer"} else "text"

    def is_whole(self, iri: IRI) -> bool:
        """Whether the values of a property are whole numbers: it says how many there are."""
        if self.kind_of(iri) != "number":
            return False
        found = [value for value, _ in self.store.literal_values(iri, limit=_SAMPLE)]
        return all(value.lexical.strip().lstrip("+").isdigit() for value in found)

    def records_nothing(self, iri: IRI) -> bool:
        """Whether 0 is recorded of anything."""
        nothing = Has(Step(iri), Compare("=", Literal("0", XSD + "decimal")))
        return self.store.count(nothing, scope=self.scope) > 0

    def bears_value(self, properties: Iterable[tuple[IRI, float]]) -> bool:
        """Whether a property leads to what bears only a number: a price with its amount."""
        for iri, _ in properties:
            far = self.ports.classes_at(Port(iri, True))
            if self.kind_of(iri) != "thing" or not far:
                continue
            onward = [other for other in self.used
                      if far & self.ports.classes_at(Port(other, False))]  # fmt: skip
            kinds = [self.kind_of(other) for other in onward]
            if "number" in kinds and "thing" not in kinds:
                return True
        return False

    def is_valued(self, piece: Piece) -> bool:
        """Whether a noun may be a property whose values are numbers, dates or levels."""
        kinds = {self.kind_of(iri) for iri, _ in piece.properties}
        return bool(kinds & {"number", "date", "scale"}) or self.bears_value(piece.properties)

    def unit_of(self, iri: IRI) -> str | None:
        """Give the unit that a property's label or local name ends in: "weight (g)", "width_mm"."""
        for text in (self.label(iri), local_name(iri.value).replace("_", " ")):
            *before, last = [token.text for token in tokens(text)] or [""]
            named = units().get(fold(last)) or units().get(last)
            unit = named or (last if last in units().values() else None)
            if before and unit:
                return unit
        return None

    def around(self, term: Term) -> Surroundings:
        """Give the classes and edges of a thing."""
        if term not in self._around:
            self._around[term] = look_around([term], self.store, self.schema, scope=self.scope)
        return self._around[term]

    def literals(self, text: str) -> tuple[Value, ...]:
        """Find the properties that have exactly this text as a value."""
        if text not in self._values:
            said = dict.fromkeys((text, text.capitalize(), text.title()))
            plain = tuple(
                Literal(each, language=language) if language else Literal(each)
                for each in said
                for language in ("", "en", "de")
            )
            facts = self.store.facts(Pattern(objects=plain), scope=self.scope, limit=500)
            pairs = {
                (fact.predicate, fact.object): None
                for fact in facts
                if isinstance(fact.object, Literal) and not is_system(fact.predicate.value)
            }
            self._values[text] = tuple(Value(iri, value) for iri, value in pairs)
        return self._values[text]


def _spellings(label: str) -> list[str]:
    """Give a label as it is, without what stands in brackets, and what stands there.

    >>> _spellings("Bill of Material (BOM)")
    ['bill of material bom', 'bill of material', 'bom']
    """
    bare, _, inside = label.partition("(")
    return [fold(text) for text in (label, bare, inside.rstrip(") ")) if fold(text)]
