"""What the evidence makes of one clause."""

from __future__ import annotations

from dataclasses import dataclass, field

from ontorag.values.outcomes import VerdictKind


@dataclass(slots=True)
class Judged:
    """What the evidence makes of a clause: ids that prove each part of it, or why none do.

    ``against`` are ids of facts that deny it.
    """

    kind: VerdictKind = "unsupported"
    reason: str = "no fact says this"
    proofs: list[tuple[str, ...]] = field(default_factory=list)
    span: tuple[int, int] | None = None
    against: tuple[str, ...] = ()
