"""Guess how many members a `Where` has, so that a query starts at its rarest condition."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Union

from ontorag.values import (
    And,
    AtLeast,
    Compare,
    Every,
    Has,
    Is,
    Not,
    OfType,
    Or,
    Step,
    Term,
    Top,
    Where,
)  # fmt: skip

_FAR = float("inf")
_SHARED_BY = "SELECT n FROM heavy WHERE p = ? AND o = ?"
_COUNT_NEAR = {
    False: "SELECT count(*) FROM (SELECT 1 FROM statement WHERE p = ? AND o = ? LIMIT 100)",
    True: "SELECT count(*) FROM (SELECT 1 FROM statement WHERE p = ? AND s = ? LIMIT 100)",
}
_USE = "SELECT triples, subjects, objects FROM property WHERE p = ?"


class Sizes:
    """Counts of one read transaction, each asked once; ``ids`` has every term of the question."""

    def __init__(self, connection: sqlite3.Connection, ids: Mapping[Term, int]) -> None:
        self._db = connection
        self._ids = ids
        self._edges: dict[tuple[int, int, bool], int] = {}
        self._uses: dict[int, tuple[int, int, int]] = {}

    def of(self, where: Where) -> float:
        """Guess the number of members; exact for edges to one term below `schema.HEAVY`."""
        if isinstance(where, Is):
            return len(where.terms)
        if isinstance(where, OfType):
            return _FAR
        if isinstance(where, Has):
            return self._of_has(where)
        if isinstance(where, And):
            return min(self.of(part) for part in where.parts if not isinstance(part, Not))
        if isinstance(where, Or):
            return sum(self.of(part) for part in where.parts)
        if isinstance(where, AtLeast):
            return sum(self.of(part) for part in where.parts) / where.n
        if isinstance(where, Every):
            return self._far_ends(where.step)[0]
        if isinstance(where, Top):
            return min(self.of(where.of), where.n)
        return _FAR

    def _of_has(self, where: Has) -> float:
        near_ends, edges = self._far_ends(where.step)
        target = where.target
        if target is None:
            return near_ends
        if isinstance(target, Is):
            if len(target.terms) > 50:
                return min(near_ends, float(len(target.terms)))
            return sum(self.edges(where.step, term) for term in target.terms)
        if isinstance(target, Compare):
            return near_ends / 3
        fars = max(1, self.use(self._ids[where.step.predicate])[1 if where.step.inverse else 2])
        return min(near_ends, self.of(target) * edges / fars)

    def _far_ends(self, step: Step) -> tuple[int, int]:
        """Give the number of near ends of a step, and of its edges."""
        triples, subjects, objects = self.use(self._ids[step.predicate])
        return (objects if step.inverse else subjects), triples

    def known(self, where: Where) -> int | None:
        """Give the number of members where it has been counted at loading: of heavy pairs."""
        if not isinstance(where, Has) or where.qualifiers or where.step.inverse:
            return None
        if not isinstance(where.target, Is) or len(where.target.terms) != 1:
            return None
        key = (self._ids[where.step.predicate], self._ids[where.target.terms[0]])
        row = self._db.execute(_SHARED_BY, key).fetchone()
        return None if row is None else int(row[0])

    def use(self, predicate: int) -> tuple[int, int, int]:
        """Give triples, subjects and objects of a predicate by its id."""
        if predicate not in self._uses:
            row: Union[tuple[int, int, int], None] = self._db.execute(_USE, (predicate,)).fetchone()
            self._uses[predicate] = row or (0, 0, 0)
        return self._uses[predicate]

    def edges(self, step: Step, term: Term) -> int:
        """Count the edges along ``step`` to ``term``, from the heavy pairs or by counting."""
        key = (self._ids[step.predicate], self._ids[term], step.inverse)
        if key not in self._edges:
            heavy = None if step.inverse else self._db.execute(_SHARED_BY, key[:2]).fetchone()
            found = heavy or self._db.execute(_COUNT_NEAR[step.inverse], key[:2]).fetchone()
            self._edges[key] = int(found[0])
        return self._edges[key]
