"""Floors for metrics: ``set_f1=.8`` fails a run whose value is below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ontorag.errors import SettingsError
from ontorag.evaluation.metrics import NAMED
from ontorag.evaluation.summary import Summary


@dataclass(frozen=True, slots=True)
class Threshold:
    """A metric and the value it has to reach; for one where less is better, not exceed."""

    metric: str
    limit: float
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A threshold in one mode: whether it is met, and the same in words."""

    name: str
    met: bool
    text: str


def read_threshold(text: str) -> Threshold:
    """Read ``metric=value`` or ``mode:metric=value``.

    Raises `SettingsError` for a metric that there is not.

    >>> read_threshold("all:set_f1=.8")
    Threshold(metric='set_f1', limit=0.8, mode='all')
    """
    named, _, value = text.partition("=")
    mode, _, metric = named.strip().rpartition(":")
    if metric not in NAMED:
        raise SettingsError(
            f"--fail-under {text!r}: there is no metric {metric!r}; there are {', '.join(NAMED)}"
        )
    try:
        return Threshold(metric, float(value), mode or None)
    except ValueError as error:
        raise SettingsError(f"--fail-under {text!r}: give a number, like {metric}=.8") from error


def judge(summary: Summary, thresholds: Sequence[Threshold]) -> list[Verdict]:
    """Judge each threshold in its mode, or in the last one of the run.

    A metric that no question counts for is not met: the run cannot show it.
    """
    return [_judge(summary, each) for each in thresholds]


def _judge(summary: Summary, threshold: Threshold) -> Verdict:
    mode = threshold.mode or list(summary.modes)[-1]
    if mode not in summary.modes:
        raise SettingsError(f"--fail-under names mode {mode!r}, which was not run")
    estimate = summary.modes[mode].metrics.get(threshold.metric)
    rises = NAMED[threshold.metric].more_is_better
    name = f"{mode} {threshold.metric} {'>=' if rises else '<='} {threshold.limit:g}"
    if estimate is None:
        return Verdict(name, False, f"{name}: no question counts for it")
    value = estimate.value
    met = value >= threshold.limit if rises else value <= threshold.limit
    return Verdict(name, met, f"{name}: it is {value:.3f}")
