"""The JSON that the page carries: what its script draws, and the result to download."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ontorag.report.drawing import edge_text, tooltip
from ontorag.report.figure import Drawing, extent, literal_size
from ontorag.report.groups import LITERAL, OTHER, outline
from ontorag.report.texts import Names, seen
from ontorag.values import Fact, Term
from ontorag.values.json import FORMAT, to_json

if TYPE_CHECKING:
    from markupsafe import Markup


PACKED_FROM = 65_536
"""JSON longer than this many bytes is carried gzipped."""

CLEAR = "rgba(0,0,0,0)"

OPTIONS: Mapping[str, Any] = {
    "autoResize": False,
    "physics": False,
    "nodes": {"shape": "custom", "chosen": False},
    "edges": {
        "color": {"color": CLEAR, "hover": CLEAR, "highlight": CLEAR, "inherit": False},
        "width": 2,
        "chosen": False,
        "hoverWidth": 0,
        "selectionWidth": 0,
        "selfReference": {"size": 16},
    },
    "interaction": {
        "hover": True,
        "tooltipDelay": 150,
        "hideEdgesOnDrag": False,
        "keyboard": {"enabled": True, "bindToWindow": False},
        "zoomSpeed": 0.6,
    },
    "layout": {"improvedLayout": False},
}


def safe_json(value: object) -> Markup:
    """Write JSON that cannot end its script element."""
    from jinja2.utils import htmlsafe_json_dumps

    return htmlsafe_json_dumps(value, dumps=_dumps)


def _dumps(value: object, **options: Any) -> str:
    return json.dumps(value, separators=(",", ":"), **options)


def packed(result: Mapping[str, Any]) -> tuple[Markup, bool]:
    """Give the result's JSON as it is, or gzipped where it is long (and whether it is)."""
    from markupsafe import Markup

    data = _dumps(result).encode("utf-8")
    if len(data) < PACKED_FROM:
        return safe_json(result), False
    small = gzip.compress(data, 9, mtime=0)
    return Markup(base64.b64encode(small).decode("ascii")), True  # noqa: S704


def facts_json(facts: Sequence[Fact], names: Names) -> dict[str, Any]:
    """Write facts under the names that a subgraph has."""
    labels = {term: entity.label for term, entity in names.entities.items()}
    return {"format": FORMAT, "facts": [to_json(fact, labels) for fact in facts]}


def drawing_json(
    drawing: Drawing, names: Names, said: Mapping[str, str], synonyms: Mapping[Term, str]
) -> dict[str, Any]:
    """Give what the script draws: pyvis's nodes and edges with our own fields beside them."""
    from pyvis.network import Network

    model = Network(directed=True)
    for at, node in enumerate(drawing.nodes):
        wide, high = literal_size(node) if node.group == LITERAL else (2 * node.reach,) * 2
        also = synonyms.get(node.term, "")
        find = " ".join([node.label, names.curie(node.term), also])
        model.add_node(
            f"n{at}", node.label, "custom", x=node.x, y=node.y, title=tooltip(node.term, names),
            lines=node.lines, group=node.group, size=node.size, width=wide, height=high,
            label_y=round(node.first_line - node.y, 1), matched=node.matched, answer=node.answer,
            named=node.named, find=seen(find).lower(),
        )  # fmt: skip
    for edge in drawing.edges:
        model.add_edge(
            f"n{edge.source}", f"n{edge.target}", id=edge.fact.id, label=edge.label,
            title=edge_text(edge.fact, names), about=_about(edge.fact, names, said),
            at=edge.label_at, bend=edge.bend, origin=edge.fact.origin, cited=edge.cited,
        )  # fmt: skip
    return {
        "nodes": [{k: v for k, v in n.items() if k not in ("color", "shape")} for n in model.nodes],
        "edges": [{k: v for k, v in e.items() if k != "arrows"} for e in model.edges],
        "outlines": [outline(at) for at in range(OTHER + 1)],
        "extent": [round(v, 1) for v in extent(drawing)] if drawing.nodes else [0, 0, 1, 1],
        "options": OPTIONS,
        "words": {key: said[key] for key in ("found", "found_some", "found_none", "graph_help")},
    }


def _about(fact: Fact, names: Names, said: Mapping[str, str]) -> str:
    """Qualifiers, sources, and what a fact was inferred by and from."""
    parts = [f"{names.label(q.predicate)}: {names.label(q.value)}" for q in fact.qualifiers]
    parts += [seen(source) for source in fact.sources]
    if fact.origin != "asserted":
        parts.append(said[fact.origin] + (f" {said['by']} {seen(fact.rule)}" if fact.rule else ""))
    about = " · ".join(parts)
    return f"{about}\n{seen(fact.proof)}" if fact.proof else about
