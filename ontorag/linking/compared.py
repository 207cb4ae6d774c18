"""What mentions are compared with by meaning, read once for a snapshot of the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ontorag.values import Concept, Kind, read_term
from ontorag.vocabulary import Entry, Lookup

COMPARED_WHOLE = 1_000
"""A vocabulary of so many labels is compared by meaning whole; of a larger one only its classes and
SKOS concepts are, where these are no more (an embedding takes about 8 ms a label, once)."""

OFFERED_WHOLE = 5_000
"""So many classes, properties and SKOS concepts are compared by meaning to be offered."""


class Compared:
    """The concepts of one snapshot that mentions are compared with."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup

    @cached_property
    def vocabulary(self) -> tuple[Concept, ...]:
        """What a constraint may mean where nothing says more; nothing where that is too much."""
        kinds: tuple[Kind, ...] = ("class", "individual", "concept")
        if self._lookup.size() > COMPARED_WHOLE:
            kinds = ("class", "concept")
        entries = self._lookup.entries(kinds=kinds, limit=COMPARED_WHOLE + 1)
        return self._read(entries) if len(entries) <= COMPARED_WHOLE else ()

    @cached_property
    def terms(self) -> tuple[Concept, ...]:
        """The classes, properties and SKOS concepts, none where there are too many."""
        entries = self._lookup.entries(kinds=("class", "property", "concept"))
        few = len({entry.term for entry in entries}) <= OFFERED_WHOLE
        return self._read(entries) if few else ()

    def _read(self, entries: Iterable[Entry]) -> tuple[Concept, ...]:
        terms = [read_term(term) for term in dict.fromkeys(entry.term for entry in entries)]
        concepts = self._lookup.concepts(terms)
        return tuple(concepts[term] for term in terms if term in concepts)
