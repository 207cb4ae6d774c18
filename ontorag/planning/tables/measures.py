"""Measures: which number, date or level at a node an adjective or a noun asks for."""

from __future__ import annotations

from dataclasses import dataclass

from ontorag.language.degrees import Degree
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.pieces import Piece
from ontorag.planning.tables.tree import Tree
from ontorag.planning.tables.walking import Walker
from ontorag.values import IRI, Path, Step

_NEXT, _FAR, _NAMED = 0.15, 0.06, 0.3
_RANKED = ("number", "date", "scale")


@dataclass(frozen=True, slots=True)
class Measure:
    """A value at the end of ``path`` from the node ``node``, and what reading it so costs."""

    node: int
    path: Path
    cost: float

    @property
    def property(self) -> IRI:
        """The property whose values they are."""
        return self.path[-1].predicate


@dataclass(frozen=True)
class Measuring:
    """Finds measures at the nodes of one tree."""

    ground: Ground
    walker: Walker
    tree: Tree

    def of_property(
        self, piece: Piece, *, kinds: tuple[str, ...] = _RANKED, near: int | None = None
    ) -> list[Measure]:
        """Give the values that a word for properties may mean, the cheapest first."""
        costs = dict(piece.properties)
        found = [
            Measure(at, path, cost + self._away(at, piece, near))
            for at in range(len(self.tree.nodes))
            for path in self._leaves(at, kinds)
            if (cost := _cost(path, costs)) is not None
        ]
        return _sorted(found)

    def of_degree(
        self, degree: Degree, piece: Piece, *, near: int | None = None
    ) -> list[tuple[Measure, bool]]:
        """Give what an adjective measures, with whether large values are meant."""
        found: list[tuple[Measure, bool]] = []
        for at in range(len(self.tree.nodes)):
            for path in self._leaves(at, _RANKED):
                words = frozenset[str]().union(
                    *(self.walker.words_of(step.predicate) for step in path)
                )
                dated = self.ground.kind_of(path[-1].predicate) == "date"
                along, against = len(words & degree.measures), len(words & degree.against)
                if along or against:
                    cost = 1.0 - 0.1 * max(along, against) + self._away(at, piece, near)
                    cost += _NEXT * (len(path) - 1)
                    up = degree.largest if along and not (against and dated) else not degree.largest
                    found.append((Measure(at, path, cost), up))
        return sorted(found, key=lambda pair: (pair[0].cost, str(pair[0].path)))

    def _leaves(self, at: int, kinds: tuple[str, ...]) -> list[Path]:
        """Give the ways to values of some kinds, right here or at what stands beside."""
        spot = self.tree.nodes[at].spot
        found: list[Path] = []
        for step in self.walker.leaving(spot):
            kind = self.ground.kind_of(step.predicate)
            if step.inverse:
                continue
            if kind in kinds and kind != "thing":
                found.append((step,))
            elif kind == "thing":
                found += [
                    (step, more) for more in self.walker.leaving(self.walker.beyond(step))
                    if not more.inverse and self.ground.kind_of(more.predicate) in kinds
                    and self._is_node_of_values(step)
                ]  # fmt: skip
        return found

    def _is_node_of_values(self, step: Step) -> bool:
        """Whether what stands there is only a bearer of values, like a price with its currency."""
        leaving = self.walker.leaving(self.walker.beyond(step))
        onward = [each for each in leaving if not each.inverse]
        return bool(onward) and all(
            self.ground.kind_of(each.predicate) != "thing" for each in onward
        )

    def _away(self, at: int, piece: Piece, near: int | None) -> float:
        """Measure how far a node's words stand from a piece; ``near`` is where it belongs to."""
        if near is not None:
            return 0.0 if at == near else 0.5
        words = self.tree.nodes[at].piece
        if self.tree.nodes[at].terms and len(self.tree.nodes) > 1 and self.tree.edges:
            return _NAMED + _FAR * (abs(words.first - piece.first) if words else 0)
        if words is None:
            beside = [self.tree.nodes[n].piece for _, n, _ in self.tree.beside(at)]
            places = [abs(each.first - piece.first) for each in beside if each is not None]
            return _FAR * (min(places, default=5) + 0.5)
        return _FAR * abs(words.first - piece.first)


def _cost(path: Path, costs: dict[IRI, float]) -> float | None:
    """Give what a way costs by the words for one of its steps."""
    said = [costs[step.predicate] for step in path if step.predicate in costs]
    return None if not said else min(said) + _NEXT * (len(path) - len(said))


def _sorted(found: list[Measure]) -> list[Measure]:
    return sorted(found, key=lambda measure: (measure.cost, str(measure.path)))
