"""A drawing as values: nodes, edges and groups with their positions, and their geometry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import TypeAlias

from ontorag.report.groups import LITERAL, Group
from ontorag.report.layout import Box, Point
from ontorag.report.texts import text_width
from ontorag.values import Fact, Term

Frame: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""


ALL_NAMED = 60
"""Up to so many nodes every node and edge carries its label."""
NODE_SIZE = 10.0

LABEL_SIZE = 13.0

EDGE_LABEL_SIZE = 11.0

LINE = 16.0


@dataclass(frozen=True, slots=True)
class Node:
    """A drawn term; ``named`` is whether its label always shows, ``above`` on which side."""

    term: Term
    label: str
    lines: tuple[str, ...]
    group: int
    x: float = 0.0
    y: float = 0.0
    matched: bool = False
    answer: bool = False
    named: bool = True
    above: bool = False

    @property
    def size(self) -> float:
        """The radius in pixels."""
        return NODE_SIZE + (4 if self.answer else 2 if self.matched else 0)

    @property
    def reach(self) -> float:
        """The radius with the ring around a matched node, and a little air."""
        return self.size * 1.2 + (7 if self.matched else 1)

    @property
    def box(self) -> Box:
        """How far it reaches with its label."""
        if self.group == LITERAL:
            wide, high = literal_size(self)
            return Box(wide / 2 + 2, high / 2 + 2, high / 2 + 2)
        ring = self.reach
        if not self.named:
            return Box(ring, ring, ring)
        wide = max(text_width(line, LABEL_SIZE) for line in self.lines) / 2
        high = ring + 4 + LINE * len(self.lines)
        return Box(max(ring, wide), *((high, ring) if self.above else (ring, high)))

    @property
    def first_line(self) -> float:
        """The baseline of the label's first line."""
        if self.above:
            return self.y - self.reach - 6 - LINE * (len(self.lines) - 1)
        return self.y + self.reach + LINE - 2


@dataclass(frozen=True, slots=True)
class Edge:
    """A drawn fact between two nodes (by position); ``label_at`` is 0 to 1 along it, or None."""

    fact: Fact
    source: int
    target: int
    label: str
    cited: bool
    bend: float = 0.0
    label_at: float | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything drawn, and how much there was.

    ``kind`` is "all", "evidence" (cited facts and paths), "overview" (the best connected) or
    "nothing" (no facts, or too many nodes). ``said`` counts the facts that show as a colour or
    as a label instead of an edge.
    """

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    groups: tuple[Group, ...] = ()
    total_nodes: int = 0
    total_edges: int = 0
    said: int = 0
    kind: str = "nothing"


def literal_size(node: Node) -> tuple[float, float]:
    """Width and height of a literal's box."""
    return round(text_width(node.lines[0], LABEL_SIZE - 1) + 14, 1), 22.0


def control_point(edge: Edge, source: Node, target: Node) -> Point:
    """Where the quadratic curve of an edge is pulled to: vis-network's curvedCW and curvedCCW."""
    dx, dy = target.x - source.x, target.y - source.y
    reach, turn = 0.5 + abs(edge.bend) / 2, (0.5 + edge.bend / 2) * pi
    along, across = reach * sin(turn), reach * cos(turn)
    return source.x + along * dx - across * dy, source.y + along * dy + across * dx


def point_on(edge: Edge, source: Node, target: Node, place: float) -> Point:
    """Give the point at ``place`` (0 to 1) along an edge; a loop's label stands above its node."""
    if edge.source == edge.target:
        return source.x, source.y - source.size - 34
    x, y = control_point(edge, source, target)
    a, b, c = (1 - place) ** 2, 2 * place * (1 - place), place**2
    return a * source.x + b * x + c * target.x, a * source.y + b * y + c * target.y


def label_frame(edge: Edge, nodes: Sequence[Node], place: float) -> Frame:
    """Give the frame of an edge's label at ``place`` along it."""
    x, y = point_on(edge, nodes[edge.source], nodes[edge.target], place)
    wide = text_width(edge.label, EDGE_LABEL_SIZE) / 2 + 3
    return x - wide, y - 8, x + wide, y + 8


def extent(drawing: Drawing) -> Frame:
    """Left, top, right and bottom of everything drawn."""
    frames = [
        (n.x - n.box.side, n.y - n.box.above, n.x + n.box.side, n.y + n.box.below)
        for n in drawing.nodes
    ]
    frames += [
        label_frame(edge, drawing.nodes, edge.label_at)
        for edge in drawing.edges
        if edge.label_at is not None
    ]
    left, top, right, bottom = zip(*frames, strict=True)
    return min(left), min(top), max(right), max(bottom)
