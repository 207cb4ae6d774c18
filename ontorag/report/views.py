"""What the template shows, as plain dicts: legend, sizes, answer, reading, trace."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ontorag.report import reading
from ontorag.report.figure import Drawing
from ontorag.report.groups import Group
from ontorag.report.table import Table
from ontorag.report.texts import Names, seen
from ontorag.report.words import number
from ontorag.values import Outcome, Trace


def listed_ids(table: Table) -> frozenset[str]:
    """Give the ids that have a row."""
    rows = [row.id for block in table.blocks for row in block.rows]
    return frozenset(rows + [row.id for row in table.derived])


def shown_sizes(drawing: Drawing, said: Mapping[str, str]) -> str:
    """Say what is drawn and what is not."""
    total = number(drawing.total_nodes, said)
    if not drawing.nodes:
        return said["too_many"].format(total=total) if drawing.total_nodes else said["no_facts"]
    nodes, edges = number(len(drawing.nodes), said), number(len(drawing.edges), said)
    parts = [said["sizes"].format(nodes=nodes, edges=edges)]
    if drawing.kind != "all":
        parts = [said[f"{drawing.kind}_only"].format(shown=nodes, total=total)]
    if drawing.said:
        parts.append(said["said"].format(n=number(drawing.said, said)))
    return " · ".join(parts)


def rows_cut(table: Table, said: Mapping[str, str]) -> str:
    """Say how many facts are not in the table."""
    if not table.cut:
        return ""
    shown, total = number(table.total - table.cut, said), number(table.total, said)
    return said["rows_cut"].format(shown=shown, total=total)


def legend_entry(group: Group, said: Mapping[str, str]) -> dict[str, Any]:
    """Give one button of the legend."""
    label = {
        "class": group.label,
        "object": f"→ {group.label}",
        "subject": f"{group.label} →",
        "none": said["no_class"],
        "other": said["other"],
        "literal": said["literal"],
    }[group.how]
    return {"at": group.at, "label": label, "count": number(group.count, said)}


def line_entries(drawing: Drawing, said: Mapping[str, str]) -> list[dict[str, str]]:
    """Give the kinds of lines that occur, the asserted first."""
    origins = [edge.fact.origin for edge in drawing.edges]
    order = ("asserted", "axiom", "inferred", "dl", "derived")
    return [
        {"origin": kind, "label": said[kind], "count": number(origins.count(kind), said)}
        for kind in order
        if kind in origins
    ]


def key_entries(drawing: Drawing, marks: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    """Explain the ring and the star where there is one."""
    drawn = {
        "ring": any(node.matched for node in drawing.nodes),
        "star": any(node.answer for node in drawing.nodes),
    }
    return [{"mark": mark, "label": label} for mark, label in marks if drawn[mark]]


def outcome_view(
    outcome: Outcome, names: Names, table: Table, said: Mapping[str, str]
) -> dict[str, Any]:
    """Everything that only a result has: answer, reading, trace."""
    answer, known = outcome.answer, listed_ids(table)
    values, more = reading.answer_texts(outcome, names, said)
    lead, rest = reading.lead_and_rest(outcome)
    plan = outcome.plan.describe(outcome.language) if outcome.plan else ""
    return {
        "answer": {
            "status": answer.status,
            "reason": said[f"reason_{answer.reason}"] if answer.reason else "",
            "code": answer.reason or "",
            "results": values,
            "more": said["more"].format(n=number(more, said)) if more else "",
            "lead": reading.with_citations(lead, known) if lead else (),
            "rest": reading.with_citations(rest, known) if rest else (),
            "claims": reading.claims(outcome, known, said),
            "flags": reading.flags(outcome, said),
        },
        "reading": True,
        "question": reading.in_pieces(outcome),
        "readings": reading.readings(outcome, names, said),
        "plan": seen(plan),
        "counts": [
            {"text": seen(c.text), "count": number(c.count, said)}
            for c in outcome.subgraph.constraint_counts
        ],
        "misses": [
            {
                "label": seen(miss.entity.label),
                "met": [seen(text) for text in miss.met],
                "missed": [seen(text) for text in miss.missed],
            }
            for miss in outcome.subgraph.near_misses[: reading.FEW]
        ],
        "trace": _trace_view(outcome.trace, plan, said),
    }


def _trace_view(trace: Trace, plan: str, said: Mapping[str, str]) -> dict[str, Any] | None:
    if not trace.steps and not trace.prompt:
        return None
    about = [
        (said["plan"], plan),
        (said["snapshot"], trace.snapshot),
        (said["model"], trace.model or ""),
    ]
    if trace.prompt_tokens is not None or trace.completion_tokens is not None:
        about.append(
            (said["tokens"], f"{trace.prompt_tokens or 0}, {trace.completion_tokens or 0}")
        )
    return {
        "total": number(sum(step.milliseconds for step in trace.steps), said, digits=1),
        "steps": [
            {
                "name": seen(step.name),
                "ms": number(step.milliseconds, said, digits=1),
                "details": [(seen(name), seen(value)) for name, value in step.details],
            }
            for step in trace.steps
        ],
        "about": [(name, seen(value)) for name, value in about if value],
        "prompt": seen(trace.prompt or ""),
    }


_SECRET_NAME = re.compile(
    r"api.?key|password|passwd|secret|authorization|bearer|token$", re.IGNORECASE
)

_SECRET_TEXT = re.compile(r"\bsk-[\w-]{12,}|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)|(?<=Bearer )\S{8,}")

HIDDEN = "•••"


def without_keys(trace: Trace) -> Trace:
    """Blank what looks like a key or a password, whoever wrote it into a trace."""
    return replace(
        trace,
        prompt=None if trace.prompt is None else _SECRET_TEXT.sub(HIDDEN, trace.prompt),
        steps=tuple(
            replace(
                step,
                details=tuple(
                    (name, HIDDEN if _SECRET_NAME.search(name) else _SECRET_TEXT.sub(HIDDEN, value))
                    for name, value in step.details
                ),
            )
            for step in trace.steps
        ),
        calls=tuple(
            replace(call, problem=_SECRET_TEXT.sub(HIDDEN, call.problem)) for call in trace.calls
        ),
    )
