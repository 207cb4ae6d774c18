"""The page: one HTML file that shows a result or a graph, works offline and sends nothing.

Every text is escaped by Jinja; data reach the scripts as JSON in which no markup can end the
script element; a content security policy allows exactly the inlined scripts and style, by hash.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ontorag.errors import InputError
from ontorag.report import islands, reading, views
from ontorag.report.drawing import draw, numbered
from ontorag.report.figure import Drawing
from ontorag.report.groups import OTHER, outline
from ontorag.report.svg import svg_of
from ontorag.report.table import Table, make_table
from ontorag.report.texts import Names, names_of, seen
from ontorag.report.words import number, words
from ontorag.values import Fact, Labelled, Outcome, Term
from ontorag.values.json import to_json

if TYPE_CHECKING:
    import jinja2


VERDICT_MARKS = {
    "supported": "✓", "contradicted": "✗", "unsupported": "?", "miscited": "⚠", "invalid_id": "✗",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Parts:
    """What the page shows beside the drawing and the table; all of it optional."""

    subtitle: str = ""
    asked: str = ""
    view: Mapping[str, Any] = field(default_factory=dict)
    cut: str = ""
    synonyms: Mapping[Term, str] = field(default_factory=dict)
    marks: tuple[tuple[str, str], ...] = ()


def report_page(
    outcome: Outcome,
    *,
    title: str | None = None,
    curies: Callable[[str], str] | None = None,
) -> str:
    """Give the complete HTML page of one result.

    ``curies`` shortens an IRI to its CURIE (or gives it back as it is). The same outcome gives
    the same page, byte for byte. Words of the page follow the outcome's language.
    """
    outcome = replace(outcome, trace=views.without_keys(outcome.trace))
    said = words(outcome.language)
    subgraph = outcome.subgraph
    facts = numbered(subgraph.facts)
    names = names_of(subgraph.entities, curies)
    cited = reading.cited_ids(outcome)
    around = (*facts, *subgraph.nearby)
    drawing = draw(around, names, **reading.marks(outcome, names))
    table = make_table(
        facts, names, said, cited=cited, derived=subgraph.derived, nearby=subgraph.nearby
    )
    cut = ""
    if subgraph.truncated:
        shown, total = number(len(facts), said), number(subgraph.total, said)
        cut = said["truncated"].format(shown=shown, total=total)
    parts = _Parts(
        asked=seen(outcome.question) if title else "",
        view=views.outcome_view(outcome, names, table, said),
        cut=cut,
        synonyms=reading.synonyms(outcome),
        marks=(("ring", said["matched"]), ("star", said["is_answer"])),
    )
    result = to_json(outcome)
    heading = seen(title or outcome.question)
    return _render(heading, outcome.language, names, drawing, table, result, parts)


def outcome_svg(outcome: Outcome, *, curies: Callable[[str], str] | None = None) -> str:
    """Draw a result as a standalone SVG with the positions that its page has."""
    names = names_of(outcome.subgraph.entities, curies)
    shown = (*numbered(outcome.subgraph.facts), *outcome.subgraph.nearby)
    drawing = draw(shown, names, **reading.marks(outcome, names))
    return str(svg_of(drawing, names, language=outcome.language))


def graph_page(
    facts: Sequence[Fact],
    entities: Sequence[Labelled],
    *,
    title: str,
    highlight: Collection[Term] = (),
    language: str = "en",
    total: int | None = None,
    curies: Callable[[str], str] | None = None,
) -> str:
    """Give the complete HTML page of a whole ontology or of the surroundings of an entity.

    ``entities`` name the terms of the facts. ``highlight`` terms are ringed and in the middle.
    ``total`` is how many facts the graph has, where ``facts`` are a part of them.
    """
    said = words(language)
    listed = numbered(facts)
    names = names_of(entities, curies)
    drawing = draw(listed, names, matched=tuple(highlight))
    table = make_table(listed, names, said)
    subtitle = ""
    if total is not None and total > len(listed):
        shown = number(len(listed), said)
        subtitle = said["of_store"].format(shown=shown, total=number(total, said))
    parts = _Parts(subtitle=subtitle, marks=(("ring", said["highlighted"]),) if highlight else ())
    return _render(
        seen(title), language, names, drawing, table, islands.facts_json(listed, names), parts
    )


def write_page(html: str, path: str | os.PathLike[str]) -> Path:
    """Write a page as UTF-8 with line feeds, whatever the locale; give its path."""
    file = Path(path)
    try:
        file.write_text(html, encoding="utf-8", newline="\n")
    except FileNotFoundError as exc:
        raise InputError(
            f"cannot write the report to {file}: the folder {file.parent} does not exist; "
            "create it or give another path"
        ) from exc
    except IsADirectoryError as exc:
        raise InputError(
            f"cannot write the report to {file}: this is a folder; add a file name"
        ) from exc
    except OSError as exc:
        raise InputError(
            f"cannot write the report to {file}: {exc.strerror or exc}; "
            "choose a folder that you may write to"
        ) from exc
    return file


def _render(
    title: str,
    language: str,
    names: Names,
    drawing: Drawing,
    table: Table,
    result: Mapping[str, Any],
    parts: _Parts,
) -> str:
    """Fill the template."""
    from markupsafe import Markup

    said = words(language)
    island, packed = islands.packed(result)
    style, script, vis = (Markup(_part(n)) for n in ("page.css", "page.js", "vis"))  # noqa: S704
    scripts = [vis, script] if drawing.nodes else [script]
    html = _template().render(
        title=title,
        language="de" if said["yes"] == "Ja" else "en",
        said=said,
        policy=_policy([style], scripts),
        style=style,
        script=script,
        vis=vis,
        result=island,
        packed=packed,
        drawing=islands.safe_json(islands.drawing_json(drawing, names, said, parts.synonyms)),
        svg=svg_of(drawing, names, language=language) if drawing.nodes else "",
        nodes=len(drawing.nodes),
        shown=views.shown_sizes(drawing, said),
        alt=said["graph_alt"].format(nodes=len(drawing.nodes), edges=len(drawing.edges)),
        legend=[views.legend_entry(group, said) for group in drawing.groups],
        lines=views.line_entries(drawing, said),
        keys=views.key_entries(drawing, parts.marks),
        outlines={at: outline(at) for at in range(OTHER + 1)},
        marks=VERDICT_MARKS,
        table=table,
        known=views.listed_ids(table),
        total_facts=number(table.total, said),
        show_all=said["show_all"].format(n=number(table.total, said)),
        cut=parts.cut or views.rows_cut(table, said),
        subtitle=parts.subtitle,
        asked=parts.asked,
        **parts.view,
    )
    return re.sub("[\x00\ud800-\udfff]", "\ufffd", html)


@lru_cache(maxsize=1)
def _template() -> jinja2.Template:
    import jinja2

    environment = jinja2.Environment(
        autoescape=True, trim_blocks=False, keep_trailing_newline=True,
        undefined=jinja2.ChainableUndefined,
    )  # fmt: skip
    return environment.from_string(_part("page.html"))


@lru_cache(maxsize=4)
def _part(name: str) -> str:
    """Read a file of the page; "vis" is vis-network as pyvis ships it, licence banner included."""
    if name != "vis":
        return files("ontorag.report").joinpath(name).read_text(encoding="utf-8")
    library = files("pyvis").joinpath("templates/lib/vis-9.1.2/vis-network.min.js")
    text = library.read_text(encoding="utf-8")
    if "</script" in text.lower() or "<!--" in text:
        raise InputError("pyvis's vis-network.min.js cannot be inlined; install pyvis 0.3.2")
    return text.strip()


def _policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Allow these styles and scripts and nothing else: no request, no frame, no form."""
    return (
        f"default-src 'none'; script-src {_hashes(scripts)}; style-src {_hashes(styles)}; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def _hashes(texts: Sequence[str]) -> str:
    digests = (hashlib.sha256(text.encode("utf-8")).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode('ascii')}'" for digest in digests)
