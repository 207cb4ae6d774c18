"""How much a run may take: facts that follow, and seconds."""

from __future__ import annotations

import time


class BudgetSpentError(Exception):
    """The budget was spent in the midst of a join; the message says on what."""


class Budget:
    """When to stop: facts that follow, and seconds since the start."""

    def __init__(self, max_facts: int | None, seconds: float | None) -> None:
        self._facts, self._seconds = max_facts, seconds
        self._started = time.monotonic()

    def spent(self, inferred: int) -> str | None:
        """Say what is used up; None when nothing is."""
        if self._facts is not None and inferred > self._facts:
            return f"more than {self._facts:,} facts follow"
        if self._seconds is not None and time.monotonic() - self._started > self._seconds:
            return f"{self._seconds:g} seconds are over ({inferred:,} facts so far)"
        return None
