"""Edges: how they bend around each other and around nodes, and where their labels stand."""

from __future__ import annotations

from dataclasses import replace

from ontorag.report.figure import ALL_NAMED, Edge, Frame, Node, label_frame, literal_size, point_on
from ontorag.report.groups import LITERAL
from ontorag.report.texts import Names, in_lines
from ontorag.values import Fact

FEW_EDGES = 40

BENDS = (0.0, 0.22, -0.22, 0.4, -0.4)

LABEL_PLACES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)


def draw_edges(
    nodes: list[Node], links: list[tuple[Fact, int, int]], names: Names, cited: set[str]
) -> list[Edge]:
    """Bend edges that would lie upon each other, and find places for their labels."""
    pairs: dict[tuple[int, int], int] = {}
    for _, source, target in links:
        pair = (min(source, target), max(source, target))
        pairs[pair] = pairs.get(pair, 0) + 1
    drawn: dict[tuple[int, int], int] = {}
    edges = []
    for fact, source, target in links:
        pair = (min(source, target), max(source, target))
        at = drawn[pair] = drawn.get(pair, -1) + 1
        step = min(0.36, 1.2 / pairs[pair])
        bend = (at - (pairs[pair] - 1) / 2) * step * (1 if source <= target else -1)
        label = in_lines(names.label(fact.predicate), width=30, lines=1)[0]
        edge = Edge(fact, source, target, label, fact.id in cited, round(bend, 3))
        if len(nodes) <= ALL_NAMED and pairs[pair] == 1 and source != target:
            edge = _around(edge, nodes)
        edges.append(edge)
    return _with_labels(nodes, edges) if len(nodes) <= ALL_NAMED else edges


def _around(edge: Edge, nodes: list[Node]) -> Edge:
    """Bend an edge that would run through a third node, to the side where it meets fewest."""
    return min(
        (replace(edge, bend=bend) for bend in BENDS),
        key=lambda bent: (_crossed(bent, nodes), abs(bent.bend), -bent.bend),
    )


def _crossed(edge: Edge, nodes: list[Node]) -> int:
    """How many other nodes an edge runs through."""
    source, target = nodes[edge.source], nodes[edge.target]
    path = [point_on(edge, source, target, place / 16) for place in range(1, 16)]
    count = 0
    for at, node in enumerate(nodes):
        if at in (edge.source, edge.target):
            continue
        near = literal_size(node)[0] / 2 if node.group == LITERAL else node.reach + 3
        high = 14 if node.group == LITERAL else near
        count += any(abs(x - node.x) < near and abs(y - node.y) < high for x, y in path)
    return count


def _with_labels(nodes: list[Node], edges: list[Edge]) -> list[Edge]:
    """Place each edge's label where it is free; of many edges some stay without."""
    taken = [
        (n.x - n.box.side, n.y - n.box.above, n.x + n.box.side, n.y + n.box.below) for n in nodes
    ]
    labelled: dict[int, float | None] = {}
    for at, edge in sorted(enumerate(edges), key=lambda pair: (not pair[1].cited, pair[0])):
        best: tuple[float, float, Frame] | None = None
        for place in LABEL_PLACES:
            frame = label_frame(edge, nodes, place)
            overlap = sum(_overlap(frame, other) for other in taken)
            if best is None or overlap < best[0] - 1:
                best = (overlap, place, frame)
        if best and (best[0] < 1 or edge.cited or len(edges) <= FEW_EDGES):
            labelled[at] = best[1]
            taken.append(best[2])
    return [replace(edge, label_at=labelled.get(at)) for at, edge in enumerate(edges)]


def _overlap(a: Frame, b: Frame) -> float:
    x = min(a[2], b[2]) - max(a[0], b[0])
    y = min(a[3], b[3]) - max(a[1], b[1])
    return x * y if x > 0 and y > 0 else 0.0
