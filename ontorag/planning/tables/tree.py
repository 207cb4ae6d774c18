"""The tree of what a question speaks of: spots joined by steps, seen from any of them as a set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ontorag.planning.tables.pieces import Piece
from ontorag.planning.tables.walking import Spot, Walk
from ontorag.schema import Schema
from ontorag.values import IRI, And, Every, Has, Is, Not, OfType, Or, Path, Step, Term, Where


@dataclass(frozen=True, slots=True)
class Node:
    """One spot with the conditions that are put on it alone.

    ``piece`` is the words it was read from; a node on the way between two has none.
    """

    spot: Spot
    piece: Piece | None = None
    classes: tuple[IRI, ...] = ()
    terms: tuple[Term, ...] = ()
    conditions: tuple[tuple[str, Where], ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A step from the node ``start`` to the node ``end``; ``excluded``: there is none such.

    ``only`` is that all that stands there is as the end says, ``every`` that it leads to all such.
    """

    start: int
    end: int
    step: Step
    excluded: bool = False
    only: bool = False
    every: bool = False


@dataclass(frozen=True, slots=True)
class Tree:
    """Nodes by number and the edges between them, with what reading it so far costs."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    cost: float = 0.0
    used: frozenset[int] = frozenset()

    def joined(
        self,
        at: int,
        walk: Walk,
        node: Node,
        spots: list[Spot],
        *,
        extra: float = 0.0,
        excluded: bool = False,
        only: bool = False,
        every: bool = False,
    ) -> Tree:
        """Put a node to the end of a walk from the node ``at``; ``spots`` are on the way."""
        nodes, edges, here = list(self.nodes), list(self.edges), at
        for n, step in enumerate(walk.path):
            last = n == len(walk.path) - 1
            nodes.append(node if last else Node(spots[n]))
            first = n == 0
            edges.append(
                Edge(here, len(nodes) - 1, step, excluded and first, only and last, every and last)
            )  # fmt: skip
            here = len(nodes) - 1
        if nodes[at].spot == Spot() and walk.path:
            nodes[at] = replace(nodes[at], spot=spots[-1])
        return Tree(
            tuple(nodes), tuple(edges), self.cost + walk.cost + extra, self.used | walk.used
        )

    def put(self, number: int, node: Node) -> Tree:
        """Give the tree with another node in place of one."""
        return replace(
            self, nodes=(*self.nodes[:number], node, *self.nodes[number + 1 :])
        )  # fmt: skip

    def beside(self, number: int) -> Iterator[tuple[Step, int, Edge]]:
        """Give the steps from a node to its neighbours."""
        for edge in self.edges:
            if edge.start == number:
                yield edge.step, edge.end, edge
            elif edge.end == number:
                yield Step(edge.step.predicate, not edge.step.inverse), edge.start, edge

    def path(self, start: int, goal: int) -> Path | None:
        """Give the steps from one node to another."""
        waiting: list[tuple[int, Path]] = [(start, ())]
        seen = {start}
        while waiting:
            here, path = waiting.pop()
            if here == goal:
                return path
            for step, there, _ in self.beside(here):
                if there not in seen:
                    seen.add(there)
                    waiting.append((there, (*path, step)))
        return None

    def numbers_on(self, start: int, path: Path) -> list[int]:
        """Give the nodes on a path, without its start; those it leaves the tree at end it."""
        found, here, before = [], start, -1
        for step in path:
            ends = [n for s, n, _ in self.beside(here) if s == step and n != before]
            if not ends:
                break
            before, here = here, ends[0]
            found.append(here)
        return found


@dataclass(frozen=True, slots=True)
class Seen:
    """A tree as a set of things, from one of its nodes."""

    tree: Tree
    schema: Schema

    def where(self, number: int, came_from: int = -1) -> Where | None:
        """Give the set that stands at a node, by all that is joined to it; None for anything."""
        parts = list(self._own(number))
        for step, there, edge in self.tree.beside(number):
            if there != came_from:
                parts += self._along(step, there, number, edge)
        distinct = tuple(dict.fromkeys(parts))
        if not distinct:
            return None
        positive = [part for part in distinct if not isinstance(part, Not)]
        if not positive:
            return None
        return distinct[0] if len(distinct) == 1 else And(distinct)

    def _own(self, number: int) -> Iterator[Where]:
        node = self.tree.nodes[number]
        if node.classes and not self._is_implied(number):
            below = [c for each in node.classes for c in self.schema.subclasses(each)]
            yield OfType(tuple(dict.fromkeys(below)))
        if node.terms:
            yield Is(node.terms)
        for _, where in node.conditions:
            yield where

    def _is_implied(self, number: int) -> bool:
        """Whether a step at a node leads to its class only, as declared: it need not be typed.

        What leads to all of a class has to say so.
        """
        for step, _, edge in self.tree.beside(number):
            if edge.every and edge.end == number and step.inverse:
                return False
            use = self.schema.properties[step.predicate]
            ends = use.ranges if step.inverse else use.domains
            above = {cls for end in ends for cls in self.schema.superclasses(end)}
            if above & set(self.tree.nodes[number].classes) and not edge.excluded:
                return True
        return False

    def along(self, step: Step, there: int, here: int, edge: Edge) -> Where:
        """Give the one condition that a step from a node puts on it, the exclusion left out."""
        found = list(self._along(step, there, here, edge))
        return found[0] if len(found) == 1 else And(tuple(found))

    def _along(self, step: Step, there: int, here: int, edge: Edge) -> Iterator[Where]:
        target = self.where(there, here)
        has = Has(step, target)
        if edge.excluded:
            yield Not(has)
            return
        if edge.every and edge.end == there and target is not None:
            yield Every(step, target)
            return
        yield has
        if edge.only and target is not None:
            every = Has(Step(step.predicate, not step.inverse))
            yield Not(Has(step, And((every, Not(target)))))


def texts_of(
    tree: Tree, number: int, label: Callable[[Term], str], came_from: int = -1, language: str = "en"
) -> list[tuple[str, bool, list[IRI], Where | None]]:
    """Say each condition at a node: its text, whether it is excluded, its properties."""
    found: list[tuple[str, bool, list[IRI], Where | None]] = []
    for text, where in tree.nodes[number].conditions:
        positive = where.part if isinstance(where, Not) else where
        found.append((text, positive is not where, _properties(positive), where))
    for step, there, edge in tree.beside(number):
        if there != came_from:
            said = label(step.predicate)
            end = _name(tree, there, label, number, language)
            only = _scope(edge, language)
            text = f"{said}: {only}{end}" if end else said
            if step.inverse:
                text = f"{only}{end}: {said}" if end else f"← {said}"
            found.append((text, edge.excluded, [step.predicate], None))
    return found


def _scope(edge: Edge, language: str) -> str:
    german = language == "de"
    if edge.every:
        return "alle " if german else "all "
    return ("nur " if german else "only ") if edge.only else ""


def _name(
    tree: Tree, number: int, label: Callable[[Term], str], came_from: int, language: str
) -> str:
    """Say what stands at a node with what is joined to it."""
    node = tree.nodes[number]
    either = " oder " if language == "de" else " or "
    name = either.join(str(label(term)) for term in node.terms)
    if not name and node.classes:
        name = label(node.classes[0])
    inner = [
        f"{'nicht ' if language == 'de' else 'not '}{text}" if excluded else text
        for text, excluded, _, _ in texts_of(tree, number, label, came_from, language)
    ]
    more = ", ".join(inner)
    return f"{name} ({more})" if name and more else name or more


def _properties(where: Where) -> list[IRI]:
    if isinstance(where, Has):
        return [where.step.predicate, *(_properties(where.target) if where.target else [])]
    if isinstance(where, (And, Or)):
        return [iri for part in where.parts for iri in _properties(part)]
    return []
