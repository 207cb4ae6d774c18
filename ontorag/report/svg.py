"""The same drawing as one SVG picture, for documents and for readers without JavaScript.

Presentation attributes only, no style and no script: it shows the same in a README, in a
page with a strict content security policy, and in a picture viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from ontorag.report.drawing import draw, edge_text, numbered, tooltip
from ontorag.report.figure import (
    EDGE_LABEL_SIZE,
    LABEL_SIZE,
    LINE,
    Drawing,
    Edge,
    Node,
    control_point,
    extent,
    literal_size,
    point_on,
)
from ontorag.report.groups import COLOURS, LITERAL, outline
from ontorag.report.texts import Names, names_of, text_width
from ontorag.report.words import words
from ontorag.values import Fact, Labelled, Term

if TYPE_CHECKING:
    from markupsafe import Markup

MARGIN = 28
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
INK, QUIET, PAPER, RULE, EDGE, CITED = (
    "#1d2329", "#5b6570", "#ffffff", "#c9ced4", "#a3abb5", "#3d4854",
)  # fmt: skip
DASHES = {"inferred": "6 4", "dl": "6 4", "axiom": "2 3", "derived": "1 4"}


def draw_svg(
    facts: Sequence[Fact],
    entities: Sequence[Labelled],
    *,
    matched: Collection[Term] = (),
    answers: Collection[Term] = (),
    cited: Collection[str] | None = None,
    curies: Callable[[str], str] | None = None,
    language: str = "en",
    preferred: Collection[str] = (),
) -> str:
    """Draw facts as a standalone SVG, on white, with the positions that the page has.

    ``matched`` terms are ringed and in the middle of the rings, ``answers`` are starred,
    ``cited`` are the ids of facts drawn stronger (None: all of them).
    """
    numbers = numbered(facts)
    names = names_of(entities, curies)
    marked = {fact.id for fact in numbers} if cited is None else set(cited)
    drawing = draw(
        numbers, names, matched=matched, answers=answers, cited=marked, preferred=preferred
    )
    return str(svg_of(drawing, names, language=language))


def svg_of(drawing: Drawing, names: Names, *, language: str = "en") -> Markup:
    """Write a drawing as an SVG element; one without nodes says why."""
    from markupsafe import Markup

    if not drawing.nodes:
        return _empty(drawing, language)
    left, top, right, bottom = extent(drawing)
    x, y = left - MARGIN, top - MARGIN
    wide, high = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    said = words(language)["graph_alt"].format(nodes=len(drawing.nodes), edges=len(drawing.edges))
    parts = [
        Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" width="{}" height="{}"'
            ' font-family="{}" role="img"><title>{}</title>'
            '<rect x="{}" y="{}" width="{}" height="{}" rx="10" fill="{}"/>'
        ).format(
            _n(x), _n(y), _n(wide), _n(high), round(wide), round(high), FONT, said,
            _n(x), _n(y), _n(wide), _n(high), PAPER,
        ),
        *(_edge(edge, drawing, names) for edge in drawing.edges),
        *(_edge_label(edge, drawing) for edge in drawing.edges if edge.label_at is not None),
        *(_node(node, names) for node in drawing.nodes),
        *(_node_label(node) for node in drawing.nodes if node.named and node.group != LITERAL),
        Markup("</svg>"),
    ]  # fmt: skip
    return Markup("\n").join(parts)


def _empty(drawing: Drawing, language: str) -> Markup:
    from markupsafe import Markup

    said = words(language)
    text = said["too_many"].format(total=drawing.total_nodes)
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 80" width="640" height="80"'
        ' font-family="{}" role="img"><rect width="640" height="80" rx="10" fill="{}"/>'
        '<text x="320" y="45" font-size="15" text-anchor="middle" fill="{}">{}</text></svg>'
    ).format(FONT, PAPER, QUIET, text if drawing.total_nodes else said["no_facts"])


def _n(value: float) -> str:
    """One decimal at most, never "-0"."""
    return f"{round(value, 1) + 0.0:g}" if abs(value) < 1e5 else f"{value:.0f}"


def _edge(edge: Edge, drawing: Drawing, names: Names) -> Markup:
    """Draw a line, curve or loop with its arrow head, ending at the edge of its nodes."""
    from markupsafe import Markup

    source, target = drawing.nodes[edge.source], drawing.nodes[edge.target]
    colour, width = (CITED, "1.8") if edge.cited else (EDGE, "1.2")
    dash = DASHES.get(edge.fact.origin)
    if edge.source == edge.target:
        x, y = source.x, source.y - source.size
        curve = f"C{_n(x - 34)} {_n(y - 42)} {_n(x + 34)} {_n(y - 42)} {_n(x + 5)} {_n(y)}"
        path = f"M{_n(x - 5)} {_n(y)}{curve}"
        tip, towards = (x + 5, y), (x + 16, y - 20)
    else:
        pull = control_point(edge, source, target)
        start, tip = _border(source, pull, 1), _border(target, pull, 3)
        towards = pull
        curve = f"Q{_n(pull[0])} {_n(pull[1])} " if edge.bend else "L"
        path = f"M{_n(start[0])} {_n(start[1])}{curve}{_n(tip[0])} {_n(tip[1])}"
    return Markup(
        '<g fill="none" stroke="{}" stroke-width="{}"{}><title>{}</title><path d="{}"/>'
        '<path d="{}" fill="{}" stroke="none"/></g>'
    ).format(
        colour, width, Markup(' stroke-dasharray="{}"').format(dash) if dash else "",
        edge_text(edge.fact, names), path, _arrow(tip, towards), colour,
    )  # fmt: skip


def _border(node: Node, towards: tuple[float, float], gap: float) -> tuple[float, float]:
    """Where a line from the centre of ``node`` leaves its shape."""
    dx, dy = towards[0] - node.x, towards[1] - node.y
    length = hypot(dx, dy) or 1.0
    reach = node.reach + gap
    if node.group == LITERAL:
        wide, high = literal_size(node)
        reach = gap + min(
            wide / 2 * length / (abs(dx) or 1e-9), high / 2 * length / (abs(dy) or 1e-9)
        )
    return node.x + dx / length * reach, node.y + dy / length * reach


def _arrow(tip: tuple[float, float], towards: tuple[float, float]) -> str:
    """Give a slim arrow head at ``tip``, seen from ``towards``."""
    dx, dy = tip[0] - towards[0], tip[1] - towards[1]
    length = hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    back = (tip[0] - 9 * dx, tip[1] - 9 * dy)
    one = (back[0] - 3.6 * dy, back[1] + 3.6 * dx)
    other = (back[0] + 3.6 * dy, back[1] - 3.6 * dx)
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in (tip, one, other)) + "Z"


def _node(node: Node, names: Names) -> Markup:
    """Draw a node's shape with its ring and star, or a literal's box with its text."""
    from markupsafe import Markup

    if node.group == LITERAL:
        return _literal(node, names)
    colour = COLOURS[node.group]
    parts = [Markup("<g><title>{}</title>").format(tooltip(node.term, names))]
    if node.matched:
        parts.append(
            Markup(
                '<circle cx="{}" cy="{}" r="{}" fill="none" stroke="{}" stroke-width="2"/>'
            ).format(_n(node.x), _n(node.y), _n(node.size * 1.2 + 4), INK)
        )
    parts.append(_shape(node.x, node.y, node.size, node.group, colour))
    if node.answer:
        parts.append(
            Markup('<path d="{}" fill="{}"/>').format(
                _star(node.x, node.y, node.size * 0.66), star_colour(node.group)
            )
        )
    parts.append(Markup("</g>"))
    return Markup("").join(parts)


def _shape(x: float, y: float, size: float, group: int, colour: str) -> Markup:
    from markupsafe import Markup

    rim = Markup(' stroke="{}" stroke-width="0.75"').format(QUIET)
    corners = outline(group)
    if not corners:
        return Markup('<circle cx="{}" cy="{}" r="{}" fill="{}"{}/>').format(
            _n(x), _n(y), _n(size), colour, rim
        )
    points = " ".join(f"{_n(x + size * dx)},{_n(y + size * dy)}" for dx, dy in corners)
    return Markup('<polygon points="{}" fill="{}"{}/>').format(points, colour, rim)


def star_colour(group: int) -> str:
    """White on dark fills, near-black on light ones."""
    red, green, blue = (int(COLOURS[group][at : at + 2], 16) for at in (1, 3, 5))
    return "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 150 else "#1d2329"


def _star(x: float, y: float, size: float) -> str:
    """Give a five-pointed star."""
    corners = []
    for at in range(10):
        reach = size * (1.0 if at % 2 == 0 else 0.42)
        angle = -pi / 2 + at * pi / 5
        corners.append(f"{_n(x + reach * cos(angle))} {_n(y + reach * sin(angle))}")
    return "M" + "L".join(corners) + "Z"


def _literal(node: Node, names: Names) -> Markup:
    from markupsafe import Markup

    wide, high = literal_size(node)
    mark = INK if node.matched or node.answer else RULE
    return Markup(
        '<g><title>{}</title><rect x="{}" y="{}" width="{}" height="{}" rx="4" fill="#f4f5f6"'
        ' stroke="{}" stroke-width="{}"/><text x="{}" y="{}" font-size="{}" text-anchor="middle"'
        ' fill="{}">{}</text></g>'
    ).format(
        tooltip(node.term, names), _n(node.x - wide / 2), _n(node.y - high / 2), _n(wide), _n(high),
        mark, "2" if mark == INK else "1", _n(node.x), _n(node.y + 4.2), _n(LABEL_SIZE - 1), INK,
        ("★ " if node.answer else "") + node.lines[0],
    )  # fmt: skip


def _halo(x: float, y: float, size: float, colour: str, weight: str, text: str) -> Markup:
    """Text that stays readable over lines."""
    from markupsafe import Markup

    return Markup(
        '<text x="{}" y="{}" font-size="{}" font-weight="{}" text-anchor="middle" fill="{}"'
        ' stroke="{}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">{}</text>'
    ).format(_n(x), _n(y), _n(size), weight, colour, PAPER, text)


def _edge_label(edge: Edge, drawing: Drawing) -> Markup:
    """Write an edge's label on a plate that hides the line behind it."""
    from markupsafe import Markup

    source, target = drawing.nodes[edge.source], drawing.nodes[edge.target]
    x, y = point_on(edge, source, target, edge.label_at or 0.5)
    wide = text_width(edge.label, EDGE_LABEL_SIZE) + 4
    return Markup(
        '<rect x="{}" y="{}" width="{}" height="15" fill="{}"/><text x="{}" y="{}" font-size="{}"'
        ' text-anchor="middle" fill="{}">{}</text>'
    ).format(
        _n(x - wide / 2), _n(y - 7.5), _n(wide), PAPER, _n(x), _n(y + 4), _n(EDGE_LABEL_SIZE),
        QUIET, edge.label,
    )  # fmt: skip


def _node_label(node: Node) -> Markup:
    from markupsafe import Markup

    weight = "700" if node.answer else "600" if node.matched else "400"
    return Markup("").join(
        _halo(node.x, node.first_line + LINE * at, LABEL_SIZE, INK, weight, line)
        for at, line in enumerate(node.lines)
    )
