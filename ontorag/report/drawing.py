"""What is drawn of the facts, and where: nodes, edges, colour groups, labels, sizes.

One `Drawing` is drawn twice: by the page on a canvas, and by `svg` for documents.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import hypot

from ontorag.report.choosing import (
    HUBS,
    Sketch,
    choose_evidence,
    connect,
    marked_nodes,
    sketch_facts,
)
from ontorag.report.figure import ALL_NAMED, EDGE_LABEL_SIZE, Drawing, Node
from ontorag.report.groups import LITERAL, group_nodes
from ontorag.report.layout import RING_GAP, STRETCH, Point, apart, in_rings
from ontorag.report.strokes import draw_edges
from ontorag.report.texts import Names, in_lines, is_node, seen, text_width
from ontorag.values import Fact, Term, write_term

ALL_DRAWN = 300
"""Up to so many nodes all are drawn, labelled where they matter."""

NEVER_DRAWN = 2000
"""Above so many nodes nothing is drawn."""

HUB_DEGREE = 4


def draw(
    facts: Sequence[Fact],
    names: Names,
    *,
    matched: Collection[Term] = (),
    answers: Collection[Term] = (),
    cited: Collection[str] = (),
    preferred: Collection[str] = (),
) -> Drawing:
    """Decide what to draw of numbered ``facts``, and where.

    ``matched`` are the terms that the question named (the layout's roots), ``cited`` are fact
    ids, ``preferred`` are class labels that come before a node's other classes for its colour.
    """
    sketch = sketch_facts(facts, {*matched, *answers}, set(cited))
    total = len(sketch.terms)
    size = Drawing(total_nodes=total, total_edges=len(sketch.edges), said=sketch.said)
    if not total or total > NEVER_DRAWN:
        return size
    graph = connect(sketch)
    marked = marked_nodes(sketch, matched), marked_nodes(sketch, answers)
    keep, kind = list(range(total)), "all"
    if total > ALL_DRAWN:
        keep, kind = choose_evidence(sketch, graph, *marked, set(cited))
    picture = _picture(sketch, keep, names, marked, set(cited), preferred)
    return replace(size, nodes=picture.nodes, edges=picture.edges, groups=picture.groups, kind=kind)


def _picture(
    sketch: Sketch,
    keep: list[int],
    names: Names,
    marked: tuple[list[int], list[int]],
    cited: set[str],
    preferred: Collection[str],
) -> Drawing:
    """Draw the nodes to keep with the edges among them."""
    new = {old: at for at, old in enumerate(keep)}
    links = [(f, new[s], new[t]) for f, s, t in sketch.edges if s in new and t in new]
    terms = [sketch.terms[old] for old in keep]
    groups, of = group_nodes(terms, links, names, preferred)
    degrees = [0] * len(terms)
    for _, source, target in links:
        degrees[source] += 1
        degrees[target] += 1
    matched, answers = ({new[old] for old in olds if old in new} for olds in marked)
    named = _named(degrees, matched | answers)
    nodes = [
        Node(
            term, _label(term, names), _lines(term, names), of[at],
            matched=at in matched, answer=at in answers,
            named=at in named or not is_node(term),
        )
        for at, term in enumerate(terms)
    ]  # fmt: skip
    roots = [new[old] for old in (marked[0] or marked[1]) if old in new]
    nodes = _positions(nodes, links, roots, _gap(nodes, links, names))
    edges = draw_edges(nodes, links, names, cited)
    return Drawing(tuple(nodes), tuple(edges), groups)


def _label(term: Term, names: Names) -> str:
    return names.label(term)


def _lines(term: Term, names: Names) -> tuple[str, ...]:
    """Break a label: a literal fits on one line, anything else on two."""
    label = _label(term, names)
    return in_lines(label) if is_node(term) else in_lines(label, width=28, lines=1)


def _named(degrees: list[int], marked: set[int]) -> set[int]:
    """Give the nodes whose label always shows: all of few, else the marked ones and the hubs."""
    if len(degrees) <= ALL_NAMED:
        return set(range(len(degrees)))
    hubs = sorted(range(len(degrees)), key=lambda node: (-degrees[node], node))[:HUBS]
    return marked | {node for node in hubs if degrees[node] >= HUB_DEGREE}


def _gap(nodes: list[Node], links: list[tuple[Fact, int, int]], names: Names) -> float:
    """Rings so far apart that most edge labels fit between two nodes, where labels show."""
    if len(nodes) > ALL_NAMED:
        return RING_GAP
    wide = [
        text_width(names.label(fact.predicate)[:30], EDGE_LABEL_SIZE) + _reach(nodes[source])
        + _reach(nodes[target]) + 26
        for fact, source, target in links
    ]  # fmt: skip
    return min(RING_GAP * 1.45, max([RING_GAP, *(each / STRETCH for each in wide)]))


def _reach(node: Node) -> float:
    return node.box.side if node.group == LITERAL else node.size


def _positions(
    nodes: list[Node], links: list[tuple[Fact, int, int]], roots: list[int], gap: float
) -> list[Node]:
    """Order siblings by property, colour and label, then lay the parts out."""
    import networkx

    around: list[list[tuple[str, int, str, str, int]]] = [[] for _ in nodes]
    for fact, source, target in links:
        for here, there in ((source, target), (target, source)):
            node = nodes[there]
            key = (fact.predicate.value, node.group, node.label, write_term(node.term), there)
            around[here].append(key)
    neighbours = [list(dict.fromkeys(key[4] for key in sorted(keys))) for keys in around]
    graph = networkx.Graph((source, target) for _, source, target in links)
    graph.add_nodes_from(range(len(nodes)))
    parts = [sorted(part) for part in networkx.connected_components(graph)]
    parts.sort(key=lambda part: (not set(roots) & set(part), -len(part), part[0]))
    points = in_rings(neighbours, parts, roots, [node.box for node in nodes], gap=gap)
    nodes = [
        replace(node, above=_edges_below(at, neighbours[at], points))
        for at, node in enumerate(nodes)
    ]
    if len(nodes) <= ALL_NAMED:
        points = apart(points, [node.box for node in nodes])
    return [
        replace(n, x=round(x, 1), y=round(y, 1)) for n, (x, y) in zip(nodes, points, strict=True)
    ]


def _edges_below(node: int, neighbours: list[int], points: list[Point]) -> bool:
    """Whether a node's edges leave downwards, so that its label reads better above it."""
    x, y = points[node]
    lean = sum(
        (points[other][1] - y) / (hypot(points[other][0] - x, points[other][1] - y) or 1.0)
        for other in neighbours
    )
    return lean > 0.4 * len(neighbours)


def numbered(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Give the facts with ids; without them they are F1, F2 … in their order."""
    if all(fact.id for fact in facts):
        return tuple(facts)
    return tuple(replace(fact, id=f"F{at}") for at, fact in enumerate(facts, start=1))


def tooltip(term: Term, names: Names) -> str:
    """Say all about a node in plain text: label, classes, CURIE, IRI."""
    if not is_node(term):
        return "\n".join(part for part in (names.label(term), names.hint(term)) if part)
    classes = ", ".join(names.classes(term))
    curie, identity = names.curie(term), names.identity(term)
    said = [names.label(term), classes, curie if curie != identity else "", identity]
    return "\n".join(part for part in said if part)


def edge_text(fact: Fact, names: Names) -> str:
    """Say a fact in one line of plain text."""
    parts = (names.label(fact.subject), names.label(fact.predicate), names.label(fact.object))
    return seen(f"{fact.id}: " + " – ".join(parts))
