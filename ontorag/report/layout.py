"""Where nodes are drawn: rings by hops from the roots, siblings together, the same every time.

Each connected part is a radial tree. A node owns a wedge of the circle as wide as what hangs
below it, narrowed so that no edge to a child cuts back through its own ring (Eades, Drawing
Free Trees, 1992). Everything but `apart`, which only small graphs need, is O(n + m).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import acos, atan2, cos, hypot, pi, sin, sqrt
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Frame: TypeAlias = tuple[float, float, float, float]
_Framed: TypeAlias = tuple[list[int], Frame]

RING_GAP = 128.0
ROW_GAP = 54.0
MOST_ROWS = 3
STRETCH = 1.3
PART_GAP = 56.0
LANDSCAPE = 1.7
FULL = 2 * pi


@dataclass(frozen=True, slots=True)
class Box:
    """How far a node's drawing, label included, reaches from its centre, in pixels."""

    side: float
    above: float
    below: float

    @property
    def extent(self) -> float:
        """The room it needs along a ring, whatever the direction."""
        return (2 * self.side + self.above + self.below) / 2 + 12


@dataclass(slots=True)
class _Tree:
    """One connected part on its way to positions: hops, children, weights, wedges, angles."""

    levels: list[list[int]]
    children: dict[int, list[int]]
    weight: dict[int, float]
    angle: dict[int, float]
    wedge: dict[int, float]


def in_rings(
    neighbours: Sequence[Sequence[int]],
    parts: Sequence[Sequence[int]],
    roots: Sequence[int],
    boxes: Sequence[Box],
    *,
    gap: float = RING_GAP,
) -> list[Point]:
    """Give the position of every node, rings being ``gap`` pixels apart or more.

    ``neighbours`` are in the order in which siblings are to stand, ``parts`` are the connected
    parts, biggest first; a part without a root is drawn around its best connected node.
    """
    placed: dict[int, Point] = {}
    frames: list[_Framed] = []
    wanted = dict.fromkeys(roots)
    for part in parts:
        members = set(part)
        own = [root for root in wanted if root in members]
        if not own:
            own = [max(part, key=lambda node: (len(neighbours[node]), -node))]
        points = _place(_grow(neighbours, own, boxes), neighbours, boxes, gap)
        placed.update(points)
        frames.append((list(points), _frame(points, boxes)))
    _pack(placed, frames)
    return [placed[node] for node in range(len(neighbours))]


def _grow(neighbours: Sequence[Sequence[int]], roots: list[int], boxes: Sequence[Box]) -> _Tree:
    """Walk breadth first from the roots; weigh each node by what hangs below it."""
    levels, seen = [roots], set(roots)
    children: dict[int, list[int]] = {}
    while levels[-1]:
        level: list[int] = []
        for node in levels[-1]:
            new = [other for other in dict.fromkeys(neighbours[node]) if other not in seen]
            seen.update(new)
            children[node] = new
            level += new
        levels.append(level)
    levels.pop()
    weight: dict[int, float] = {}
    for level in reversed(levels):
        for node in level:
            below = sum(weight[child] for child in children[node])
            weight[node] = max(boxes[node].extent, below)
    return _Tree(levels, children, weight, {}, {})


def _place(
    tree: _Tree, neighbours: Sequence[Sequence[int]], boxes: Sequence[Box], gap: float
) -> dict[int, Point]:
    """Give each node of one part an angle and a radius."""
    radius = _place_roots(tree, boxes)
    radii = dict.fromkeys(tree.levels[0], radius)
    for hop, level in enumerate(tree.levels[1:], start=1):
        if hop == 1:
            level = _first_ring(tree, neighbours)
        else:
            for parent in tree.levels[hop - 1]:
                cap = 2 * acos(min(0.95, radii[parent] / (radius + gap)))
                _share(tree, tree.children[parent], tree.angle[parent], cap=cap, parent=parent)
        radius = _ring(tree, level, radius + gap, radii, boxes)
    return {
        node: (STRETCH * radii[node] * cos(tree.angle[node]), radii[node] * sin(tree.angle[node]))
        for level in tree.levels
        for node in level
    }


def _place_roots(tree: _Tree, boxes: Sequence[Box]) -> float:
    """One root stands in the middle, several on a small circle that begins at the top."""
    roots = tree.levels[0]
    for at, root in enumerate(roots):
        tree.angle[root] = -pi / 2 + FULL * at / len(roots)
        tree.wedge[root] = FULL / len(roots)
    if len(roots) == 1:
        return 0.0
    return max(64.0, sum(boxes[root].extent for root in roots) / FULL)


def _first_ring(tree: _Tree, neighbours: Sequence[Sequence[int]]) -> list[int]:
    """Share the circle among the first ring; each node stands near the roots it belongs to."""
    roots, ring = tree.levels[0], tree.levels[1]
    if len(roots) == 1:
        total = sum(tree.weight[node] for node in ring)
        middle = pi - FULL * tree.weight[ring[0]] / total / 2
        _share(tree, ring, middle, cap=FULL, parent=roots[0])
        return ring
    pull: dict[int, list[float]] = {node: [0.0, 0.0] for node in ring}
    for root in roots:
        for node in neighbours[root]:
            if node in pull:
                pull[node][0] += cos(tree.angle[root])
                pull[node][1] += sin(tree.angle[root])
    wish = {node: atan2(y, x) if hypot(x, y) > 0.3 else 0.0 for node, (x, y) in pull.items()}
    ring = sorted(ring, key=lambda node: round(wish[node], 6))
    _share(tree, ring, pi, cap=FULL)
    turn = _mean([wish[node] - tree.angle[node] for node in ring])
    for node in ring:
        tree.angle[node] += turn
    tree.levels[1] = ring
    return ring


def _mean(angles: list[float]) -> float:
    """Give the mean direction, or the first angle where the directions cancel out."""
    x, y = sum(map(cos, angles)), sum(map(sin, angles))
    return atan2(y, x) if hypot(x, y) > 0.2 * len(angles) else angles[0]


def _share(
    tree: _Tree, nodes: list[int], middle: float, *, cap: float, parent: int | None = None
) -> None:
    """Share a wedge around ``middle`` among ``nodes`` by weight."""
    if not nodes:
        return
    width = min(cap, FULL if parent is None or cap >= FULL else tree.wedge[parent])
    total = sum(tree.weight[node] for node in nodes)
    at = middle - width / 2
    for node in nodes:
        tree.wedge[node] = width * tree.weight[node] / total
        tree.angle[node] = at + tree.wedge[node] / 2
        at += tree.wedge[node]


def _ring(
    tree: _Tree, level: list[int], radius: float, radii: dict[int, float], boxes: Sequence[Box]
) -> float:
    """Set one ring's radii, in up to three staggered rows; give the outermost."""
    need = max(boxes[node].extent / tree.wedge[node] for node in level)
    fair = sum(boxes[node].extent for node in level) / FULL
    rows = 1 if len(level) < 4 else max(1, min(MOST_ROWS, int(need / radius + 0.999)))
    radius = max(radius, min(need / rows, radius + fair))
    for at, node in enumerate(level):
        radii[node] = radius + ROW_GAP * (at % rows)
    return radius + ROW_GAP * (rows - 1)


def _frame(points: dict[int, Point], boxes: Sequence[Box]) -> Frame:
    """Left, top, right and bottom of a part with its labels."""
    return (
        min(x - boxes[node].side for node, (x, _) in points.items()),
        min(y - boxes[node].above for node, (_, y) in points.items()),
        max(x + boxes[node].side for node, (x, _) in points.items()),
        max(y + boxes[node].below for node, (_, y) in points.items()),
    )


def _pack(placed: dict[int, Point], frames: Sequence[_Framed]) -> None:
    """Set the parts side by side in rows, each row's parts centred on one line."""
    line = 0.0
    for row in _rows(frames):
        high = max(bottom - top for _, (_, top, _, bottom) in row)
        at = 0.0
        for nodes, (left, top, right, bottom) in row:
            down = line + (high - (bottom - top)) / 2 - top
            for node in nodes:
                placed[node] = (placed[node][0] + at - left, placed[node][1] + down)
            at += right - left + PART_GAP
        line += high + PART_GAP


def _rows(frames: Sequence[_Framed]) -> list[list[_Framed]]:
    """Break the parts into rows; of a few widths the one that shows largest on a landscape page."""
    ends = list(accumulate(f[1][2] - f[1][0] + PART_GAP for f in frames))
    total = sum(
        (right - left + PART_GAP) * (bottom - top + PART_GAP)
        for _, (left, top, right, bottom) in frames
    )
    limits = [*ends[:12], sqrt(total * LANDSCAPE), 1.3 * sqrt(total * LANDSCAPE)]
    best: tuple[float, list[list[_Framed]]] | None = None
    for limit in limits:
        rows = _broken(frames, limit)
        wide = max(sum(f[1][2] - f[1][0] + PART_GAP for f in row) for row in rows)
        high = sum(max(f[1][3] - f[1][1] for f in row) + PART_GAP for row in rows)
        size = max(wide, high * LANDSCAPE)
        if best is None or size < best[0] - 1:
            best = (size, rows)
    return best[1] if best else []


def _broken(frames: Sequence[_Framed], limit: float) -> list[list[_Framed]]:
    rows: list[list[_Framed]] = [[]]
    at = 0.0
    for framed in frames:
        wide = framed[1][2] - framed[1][0] + PART_GAP
        if rows[-1] and at + wide > limit + 1:
            rows.append([])
            at = 0.0
        rows[-1].append(framed)
        at += wide
    return rows


def apart(points: list[Point], boxes: Sequence[Box], *, rounds: int = 80) -> list[Point]:
    """Push overlapping nodes and labels apart, a little in each round; for small graphs."""
    moved = [[x, y] for x, y in points]
    for _ in range(rounds):
        touched = False
        for one in range(len(moved)):
            for other in range(one + 1, len(moved)):
                touched |= _push(moved[one], boxes[one], moved[other], boxes[other])
        if not touched:
            break
    return [(x, y) for x, y in moved]


def _push(a: list[float], a_box: Box, b: list[float], b_box: Box) -> bool:
    """Move two overlapping boxes along the axis on which they overlap least."""
    x = a_box.side + b_box.side + 8 - abs(a[0] - b[0])
    down = b[1] >= a[1]
    upper, lower = (a_box, b_box) if down else (b_box, a_box)
    y = upper.below + lower.above + 8 - abs(a[1] - b[1])
    if x <= 0.5 or y <= 0.5:
        return False
    if y <= x:
        step = (y + 0.5) / 2 * (1 if down else -1)
        a[1] -= step
        b[1] += step
    else:
        step = (x + 0.5) / 2 * (1 if b[0] >= a[0] else -1)
        a[0] -= step
        b[0] += step
    return True
