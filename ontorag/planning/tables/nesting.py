"""Nesting: how many edges of "located in" lead from a thing to what it lies in, by the data.

A city lies in a state, the state in a country: from the city to the country there are two edges.
A way along a relation that can follow itself is gone as often as the data do; where they do it in
several ways, rows along one of them would not be whole, so there is none.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ontorag.planning.containing import LONGEST, contains
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.walking import Walk
from ontorag.values import IRI, And, Has, OfType, Path, Where


@dataclass(frozen=True)
class Nesting:
    """Finds the ways between two kinds of things that the data go."""

    ground: Ground
    _known: dict[tuple[tuple[IRI, ...], Path, tuple[IRI, ...]], bool] = field(default_factory=dict)

    def as_gone(
        self,
        walks: list[Walk],
        start: tuple[IRI, ...],
        goal: tuple[IRI, ...],
        *,
        shortest: bool = False,
    ) -> list[Walk]:
        """Give walks from one class to another as long as the data have them.

        With ``shortest`` the shortest will do: the end is named later, and all ways to it are gone.
        """
        if not start or not goal:
            return walks
        most = LONGEST if shortest else 1
        return [each for walk in walks for each in self._lengths(walk, start, goal, most)]

    def _lengths(
        self, walk: Walk, start: tuple[IRI, ...], goal: tuple[IRI, ...], most: int
    ) -> list[Walk]:
        at = next((n for n, step in enumerate(walk.path) if self._nests(step.predicate)), None)
        if at is None:
            return [walk]
        ways: list[Path] = [
            (*walk.path[:at], *([walk.path[at]] * more), *walk.path[at + 1 :])
            for more in range(1, LONGEST + 1)
        ]
        gone = [way for way in ways if self._is_gone(way, start, goal)]
        return [replace(walk, path=gone[0])] if 1 <= len(gone) <= most else []

    def _nests(self, iri: IRI) -> bool:
        return contains(iri, self.ground.ports, self.ground.lexicon)

    def _is_gone(self, way: Path, start: tuple[IRI, ...], goal: tuple[IRI, ...]) -> bool:
        """Whether anything of the one class leads to anything of the other along a way."""
        key = (start, way, goal)
        if key not in self._known:
            where: Where = OfType(self._below(goal))
            for step in reversed(way):
                where = Has(step, where)
            among = And((OfType(self._below(start)), where))
            self._known[key] = self.ground.store.count(among, scope=self.ground.scope) > 0
        return self._known[key]

    def _below(self, classes: tuple[IRI, ...]) -> tuple[IRI, ...]:
        found = (c for each in classes for c in self.ground.schema.subclasses(each))
        return tuple(dict.fromkeys(found))
