"""A graph read by the numbers of its terms, for writing all of it at once in another form.

A store whose terms are numbered (the embedded one) gives this; ids are positive and dense enough
for a flag each. Streams are ordered by the first number of their rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from ontorag.values import Source


class Stated(NamedTuple):
    """One triple with those that state it: (source id, graph text) pairs, sorted."""

    subject: int
    predicate: int
    object: int
    by: tuple[tuple[int, str], ...]


class NumberedGraph(Protocol):
    """All of a graph in one read transaction; what was inferred is of the source `INFERRED`."""

    def last(self) -> int:
        """Give the largest id of a term."""

    def sources(self) -> list[tuple[int, Source]]:
        """Give the sources with their ids, by id."""

    def predicates(self) -> list[tuple[int, str]]:
        """Give the id and text of every property of a statement, by id."""

    def classes(self) -> list[tuple[int, str]]:
        """Give the id and text of everything that is a type of something, by id."""

    def terms(self) -> Iterator[tuple[int, str]]:
        """Stream id and text of every term, also of those that nothing uses."""

    def stated(self) -> Iterator[Stated]:
        """Stream every distinct triple, reifications included."""

    def literals(self) -> Iterator[tuple[int, int, str]]:
        """Stream the distinct (subject, predicate, text of a literal object)."""

    def types(self) -> Iterator[tuple[int, int]]:
        """Stream the distinct (subject, class)."""

    def qualifiers(self) -> Iterator[tuple[int, int, int, str, str]]:
        """Stream what is said about triples: the triple, then predicate and value as texts."""

    def triple_terms(self) -> Iterator[tuple[int, int, int, int]]:
        """Stream id, subject, predicate and object of every triple term."""
