"""The steps of one outcome as lines of text: what ``--explain`` shows."""

from __future__ import annotations

from collections.abc import Sequence

from ontorag.cli.outcomes import show_links
from ontorag.cli.showing import Screen
from ontorag.values import Claim, Outcome, TraceStep

QUERY = "query"


def show_steps(outcome: Outcome, screen: Screen) -> list[str]:
    """Write every step: links, plan, queries with parameters, set sizes, prompt, verdicts."""
    lines = [*_heading("How the words were read", screen), *show_links(outcome.links, screen)]
    for step in outcome.trace.steps:
        lines += _step(step, screen)
    lines += _misses(outcome, screen)
    lines += _verdicts(outcome.answer.claims, screen)
    if outcome.trace.prompt is not None:
        lines += [*_heading("Prompt", screen), *_verbatim(outcome.trace.prompt, screen)]
    return lines


def _heading(text: str, screen: Screen) -> list[str]:
    return ["", screen.bold(text)]


def _step(step: TraceStep, screen: Screen) -> list[str]:
    if not step.details:
        return []
    lines = _heading(f"Step {step.name}, {step.milliseconds:.1f} ms", screen)
    for name, value in step.details:
        if name == QUERY:
            lines += [*screen.pairs([(name, "")]), *_verbatim(value, screen)]
    return [*lines, *screen.pairs(pair for pair in step.details if pair[0] != QUERY)]


def _misses(outcome: Outcome, screen: Screen) -> list[str]:
    misses = outcome.subgraph.near_misses
    if not misses:
        return []
    rows = [
        (each.entity.label, ", ".join(each.met), f"not: {', '.join(each.missed)}")
        for each in misses
    ]
    return [*_heading("Near misses", screen), *screen.table(rows)]


def _verdicts(claims: Sequence[Claim], screen: Screen) -> list[str]:
    if not claims:
        return []
    rows = [
        (each.text, ", ".join(each.evidence_ids), each.verdict.kind, each.verdict.reason)
        for each in claims
    ]
    return [*_heading("Claims", screen), *screen.table(rows)]


def _verbatim(text: str, screen: Screen) -> list[str]:
    inner = Screen(screen.width - 2)
    return [f"  {line}".rstrip() for part in text.splitlines() for line in inner.wrap(part)]
