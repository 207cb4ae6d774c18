"""The report of an evaluation: one readable HTML file without scripts or network."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from ontorag.evaluation.junit import why_wrong
from ontorag.evaluation.metrics import METRICS, NAMED
from ontorag.evaluation.records import Record
from ontorag.evaluation.summary import Estimate, ModeSummary, Summary
from ontorag.evaluation.thresholds import Verdict

MOST_SHOWN = 500
TAG_METRICS = ("hits_at_1", "set_f1", "linking_f1", "recall_at_5", "coverage")


def evaluation_page(
    summary: Summary,
    records: Sequence[Record],
    *,
    title: str = "Evaluation",
    verdicts: Sequence[Verdict] = (),
) -> str:
    """Give the HTML page of a run; what went wrong comes first.

    At most `MOST_SHOWN` questions are on it, and it says so. The same run gives the same page.
    """
    import jinja2

    room = files("ontorag.evaluation")
    style = room.joinpath("page.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    template = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined).from_string(
        room.joinpath("page.html").read_text(encoding="utf-8")
    )
    ordered = sorted(records, key=lambda record: record.right)
    shown = f"{min(len(ordered), MOST_SHOWN)} of {len(ordered)}, wrong ones first"
    page: str = template.render(
        title=title,
        style=_Safe(style),
        style_hash=_Safe(f"sha256-{digest}"),
        settings=[
            (name, said) for name, value in summary.settings.items() if (said := _said(value))
        ],
        modes=[_mode(name, mode) for name, mode in summary.modes.items()],
        metrics=_metrics(summary),
        compared=any(e.difference for m in summary.modes.values() for e in m.metrics.values()),
        verdicts=verdicts,
        records=[_record(record) for record in ordered[:MOST_SHOWN]],
        shown=shown,
    )
    return page


class _Safe(str):
    """Our own text, which Jinja leaves as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def _metrics(summary: Summary) -> list[dict[str, Any]]:
    modes = summary.modes.values()
    return [
        {
            "name": metric.name,
            "meaning": metric.meaning,
            "estimates": [_estimate(metric.name, mode.metrics.get(metric.name)) for mode in modes],
        }
        for metric in METRICS
        if any(metric.name in mode.metrics for mode in modes)
    ]


def _mode(name: str, mode: ModeSummary) -> dict[str, Any]:
    used = [each for each in TAG_METRICS if each in mode.metrics]
    return {
        "name": name,
        "questions": mode.questions,
        "right": mode.right,
        "errors": mode.errors,
        "tag_metrics": used,
        "tags": [
            {
                "name": tag,
                "questions": part.questions,
                "estimates": [_estimate(each, part.metrics.get(each)) for each in used],
            }
            for tag, part in mode.tags.items()
        ],
        "milliseconds": [
            f"{step} {each.p50:,.1f} / {each.p95:,.1f}" for step, each in mode.milliseconds.items()
        ],
        "tokens": "–"
        if mode.prompt_tokens is None
        else f"{mode.prompt_tokens:,} / {mode.completion_tokens or 0:,}",
        "cost": "–" if mode.cost is None else f"{mode.cost:,.4f}",
        "reasons": [f"{count} {reason}" for reason, count in mode.reasons.items()],
    }


def _estimate(name: str, estimate: Estimate | None) -> dict[str, Any] | None:
    if estimate is None:
        return None
    metric = NAMED[name]
    places = 0 if metric.is_count else 3
    between = f"[{estimate.low:.{places}f}, {estimate.high:.{places}f}]"
    shown: dict[str, Any] = {
        "value": f"{estimate.value:.{places}f}",
        "between": f"{between} n={estimate.questions}",
        "difference": None,
    }
    if estimate.difference is not None:
        each = estimate.difference
        better = each.value > 0 if metric.more_is_better else each.value < 0
        trend = "quiet" if each.p > 0.05 else "good" if better else "bad"
        text = f"{each.value:+.{places}f} [{each.low:+.{places}f}, {each.high:+.{places}f}]"
        shown["difference"] = {"trend": trend, "text": f"{text} p={each.p:.3f}"}
    return shown


def _record(record: Record) -> dict[str, Any]:
    links = "\n".join(
        f"{words} → {label or 'nothing'} ({method}, {role})"
        for words, label, method, role in record.links
    )
    lines: Mapping[str, str] = {
        "outcome": "as expected" if record.right else why_wrong(record),
        "expected": _values(record.expected, record.expected_count),
        "returned": _values(record.returned, record.returned_count),
        "answer": record.text,
        "links": links,
        "plan": record.plan,
        "facts": str(record.facts) if record.facts else "",
        "tags": ", ".join(record.tags),
        "error": record.error or "",
        "scores": ", ".join(
            f"{name} {top / over:.2f}" for name, (top, over) in record.scores.items() if over
        ),
    }
    return {
        "right": record.right,
        "question": record.question,
        "mode": record.mode,
        "id": record.id,
        "came": record.reason or record.status,
        "lines": [(name, value) for name, value in lines.items() if value],
    }


def _values(values: Sequence[str] | None, count: int | None) -> str:
    if not values:
        return ""
    more = (count or 0) - len(values)
    return ", ".join(values) + (f" … and {more} more" if more > 0 else "")


def _said(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
