"""What loading tells: findings and the load report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal as OneOf

Severity = OneOf["error", "warning", "information"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing worth knowing about a source.

    ``effect`` says what it does to answers, ``advice`` what to do. ``line`` counts from 1.
    """

    code: str
    severity: Severity
    message: str
    iri: str | None = None
    source: str | None = None
    line: int | None = None
    count: int = 1
    effect: str = ""
    advice: str = ""


SEVERITIES: tuple[Severity, ...] = ("information", "warning", "error")
"""From the lightest to the gravest."""


def reaching(findings: Iterable[Finding], severity: Severity) -> list[Finding]:
    """Give the findings of this severity and of graver ones."""
    grave = SEVERITIES[SEVERITIES.index(severity) :]
    return [each for each in findings if each.severity in grave]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a load is: statements read, bytes read of all the files' bytes, the source.

    ``source`` is None when everything is read, and the statements are being indexed.
    """

    statements: int
    read: int
    size: int
    source: str | None = None


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a load did: ``quads`` as read (distinct), ``added`` and ``removed`` in the store.

    ``labels`` are (language, count) pairs, "" for no language.
    """

    sources: tuple[str, ...]
    quads: int
    added: int
    removed: int
    concepts: int
    classes: int
    properties: int
    individuals: int
    labels: tuple[tuple[str, int], ...]
    seconds: float
    findings: tuple[Finding, ...] = ()
