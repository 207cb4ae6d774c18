"""The results of a run in numbers: metrics with intervals, by tag, against a baseline, times."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from ontorag.errors import InputError
from ontorag.evaluation.metrics import METRICS, Share, value_of
from ontorag.evaluation.records import Record
from ontorag.evaluation.resampling import Difference, compare, interval
from ontorag.evaluation.running import RESULTS, read_records

FORMAT = 1
SUMMARY = "summary.json"

Scores: TypeAlias = Mapping[tuple[str, str], Mapping[str, Share]]
"""The scores of a run by (mode, id of the question)."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A metric's value with its 95 % interval, over so many questions."""

    value: float
    low: float
    high: float
    questions: int
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Quantiles:
    """Milliseconds: half, and 95 %, of the questions took at most so long."""

    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class Part:
    """The questions with one tag: how many, and their metrics."""

    questions: int
    metrics: Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class ModeSummary:
    """One mode of a run.

    ``milliseconds`` are by step, "total" last. ``cost`` is in the unit of the price that was
    given, None without one. ``reasons`` counts the abstentions by their reason.
    """

    questions: int
    right: int
    errors: int
    metrics: Mapping[str, Estimate]
    tags: Mapping[str, Part]
    reasons: Mapping[str, int]
    milliseconds: Mapping[str, Quantiles]
    prompt_tokens: int | None
    completion_tokens: int | None
    cost: float | None


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole run: the settings that identify it, and each mode."""

    settings: Mapping[str, Any]
    modes: Mapping[str, ModeSummary]
    scores: Scores


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost, sent and received."""

    prompt: float
    completion: float


def summarise(
    records: Sequence[Record],
    *,
    settings: Mapping[str, Any] | None = None,
    baseline: Scores | None = None,
    price: Price | None = None,
) -> Summary:
    """Sum up a run; ``baseline`` adds to each metric the paired difference from an earlier one.

    Raises `InputError` when run and baseline share no question.
    """
    scores = {record.key: record.scores for record in records}
    if baseline is not None and not set(scores) & set(baseline):
        raise InputError("the baseline has none of these questions (by mode and id)")
    modes = {
        mode: _summarise_mode(mode, [r for r in records if r.mode == mode], baseline, price)
        for mode in dict.fromkeys(record.mode for record in records)
    }
    return Summary(dict(settings or {}), modes, scores)


def estimates(
    scores: Mapping[str, Mapping[str, Share]],
    baseline: Mapping[str, Mapping[str, Share]] | None = None,
) -> dict[str, Estimate]:
    """Give every metric that some question counts for, from scores by question id."""
    found = {}
    for metric in METRICS:
        shares = [each[metric.name] for each in scores.values() if metric.name in each]
        value = value_of(metric, shares)
        if value is None:
            continue
        low, high = interval(shares, is_count=metric.is_count)
        difference = None
        if baseline is not None:
            difference = _difference(metric.name, metric.is_count, scores, baseline)
        found[metric.name] = Estimate(value, low, high, len(shares), difference)
    return found


def quantiles(values: Iterable[float]) -> Quantiles:
    """Give the smallest values that 50 % and 95 % of the values do not exceed.

    >>> quantiles(range(1, 101))
    Quantiles(p50=50, p95=95)
    """
    ordered = sorted(values)
    p50, p95 = (ordered[math.ceil(share * len(ordered)) - 1] for share in (0.5, 0.95))
    return Quantiles(p50, p95)


def summary_to_json(summary: Summary) -> dict[str, Any]:
    """Write a summary as JSON values; it holds the scores, so that it can be a baseline."""
    scores: dict[str, dict[str, Any]] = {}
    for (mode, name), shares in summary.scores.items():
        scores.setdefault(mode, {})[name] = {key: list(share) for key, share in shares.items()}
    modes = {mode: asdict(each) for mode, each in summary.modes.items()}
    return {"format": FORMAT, "settings": dict(summary.settings), "modes": modes, "scores": scores}


def read_baseline(path: Path) -> Scores:
    """Read the scores of an earlier run: its folder, results.jsonl or summary.json."""
    if path.is_dir():
        path = path / RESULTS
    if not path.is_file():
        raise InputError(f"there is no baseline {path}; give a summary.json or results.jsonl")
    if path.suffix == ".jsonl":
        return {record.key: record.scores for record in read_records(path)}
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return {
            (mode, name): {metric: (share[0], share[1]) for metric, share in shares.items()}
            for mode, questions in raw["scores"].items()
            for name, shares in questions.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{path} is no summary.json of an evaluation; give one, or a results.jsonl"
        ) from error


def _summarise_mode(
    mode: str, records: Sequence[Record], baseline: Scores | None, price: Price | None
) -> ModeSummary:
    scores = {record.id: record.scores for record in records}
    before = (
        None if baseline is None else {n: each for (m, n), each in baseline.items() if m == mode}
    )
    tags = sorted({tag for record in records for tag in record.tags})
    sent = [r.prompt_tokens for r in records if r.prompt_tokens is not None]
    got = [r.completion_tokens for r in records if r.completion_tokens is not None]
    return ModeSummary(
        questions=len(records),
        right=sum(record.right for record in records),
        errors=sum(record.error is not None for record in records),
        metrics=estimates(scores, before),
        tags={tag: _part([r for r in records if tag in r.tags]) for tag in tags},
        reasons=dict(Counter(r.reason for r in records if r.reason is not None).most_common()),
        milliseconds=_milliseconds(records),
        prompt_tokens=sum(sent) if sent else None,
        completion_tokens=sum(got) if got else None,
        cost=None if price is None else _cost(sum(sent), sum(got), price),
    )


def _part(records: Sequence[Record]) -> Part:
    return Part(len(records), estimates({record.id: record.scores for record in records}))


def _milliseconds(records: Sequence[Record]) -> dict[str, Quantiles]:
    steps: dict[str, list[float]] = {}
    for record in records:
        for step, spent in record.milliseconds.items():
            steps.setdefault(step, []).append(spent)
    totals = [sum(r.milliseconds.values()) for r in records if r.milliseconds]
    if totals:
        steps["total"] = totals
    return {step: quantiles(values) for step, values in steps.items()}


def _cost(sent: int, got: int, price: Price) -> float:
    return (sent * price.prompt + got * price.completion) / 1_000_000


def _difference(
    name: str,
    is_count: bool,
    ours: Mapping[str, Mapping[str, Share]],
    theirs: Mapping[str, Mapping[str, Share]],
) -> Difference | None:
    """Compare on the questions of both runs; where one does not count, it adds (0, 0)."""
    shared = [each for each in ours if each in theirs]
    pairs = [
        (ours[each].get(name, (0.0, 0.0)), theirs[each].get(name, (0.0, 0.0))) for each in shared
    ]
    if not any(our[1] for our, _ in pairs) or not any(their[1] for _, their in pairs):
        return None
    return compare([our for our, _ in pairs], [their for _, their in pairs], is_count=is_count)
