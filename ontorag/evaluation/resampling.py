"""Confidence intervals and comparisons by resampling questions (Efron 1979; Koehn 2004)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ontorag.evaluation.metrics import Share

RESAMPLES = 1_000
SEED = 20_250_101


@dataclass(frozen=True, slots=True)
class Difference:
    """How two runs differ on the questions they share: ours less theirs, 95 % interval, p."""

    value: float
    low: float
    high: float
    p: float
    questions: int


def interval(
    shares: Sequence[Share],
    *,
    is_count: bool = False,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> tuple[float, float]:
    """Give the 95 % percentile bootstrap interval of a ratio of sums (or of a count).

    Questions are drawn with replacement, as many as there are. The same shares give the same
    interval. A resample without a denominator is left out.

    >>> interval([(1.0, 1.0)] * 20)
    (1.0, 1.0)
    """
    drawn = random.Random(seed)  # noqa: S311 - resampling, no secret
    values = []
    for _ in range(resamples):
        sample = drawn.choices(shares, k=len(shares))
        value = _ratio(sample, is_count=is_count)
        if value is not None:
            values.append(value)
    return _percentiles(values)


def compare(
    ours: Sequence[Share],
    theirs: Sequence[Share],
    *,
    is_count: bool = False,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Difference:
    """Compare two runs on the same questions (paired bootstrap, two-sided).

    Both sequences are in the same order. ``p`` is twice the smaller share of resamples in which
    the difference is at most, or at least, 0, each counted with one added (so never 0).

    >>> compare([(1.0, 1.0)] * 50, [(0.0, 1.0)] * 50).p < 0.01
    True
    >>> compare([(1.0, 1.0), (0.0, 1.0)], [(1.0, 1.0), (0.0, 1.0)]).p
    1.0
    """
    pairs = list(zip(ours, theirs, strict=True))
    drawn = random.Random(seed)  # noqa: S311 - resampling, no secret
    differences = [
        found
        for _ in range(resamples)
        if (found := _difference(drawn.choices(pairs, k=len(pairs)), is_count)) is not None
    ]
    low, high = _percentiles(differences)
    below = (sum(each <= 0 for each in differences) + 1) / (len(differences) + 1)
    above = (sum(each >= 0 for each in differences) + 1) / (len(differences) + 1)
    value = _difference(pairs, is_count) or 0.0
    return Difference(value, low, high, min(1.0, 2 * min(below, above)), len(pairs))


def _difference(pairs: Sequence[tuple[Share, Share]], is_count: bool) -> float | None:
    ours = _ratio([our for our, _ in pairs], is_count=is_count)
    theirs = _ratio([their for _, their in pairs], is_count=is_count)
    return None if ours is None or theirs is None else ours - theirs


def _ratio(shares: Sequence[Share], *, is_count: bool) -> float | None:
    over = sum([share[1] for share in shares])
    total = sum([share[0] for share in shares])
    if is_count:
        return total
    return total / over if over else None


def _percentiles(values: list[float]) -> tuple[float, float]:
    if not values:
        return 0.0, 0.0
    ordered = sorted(values)
    last = len(ordered) - 1
    return ordered[round(0.025 * last)], ordered[round(0.975 * last)]
