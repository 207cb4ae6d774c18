"""What the words leave open: several ways from a thing to the answer that fit alike."""

from __future__ import annotations

from dataclasses import dataclass

from ontorag.values import Mention, Path, Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided(Problem):
    """The reason "ambiguous", with the ways that the thing named at ``at`` leaves to choose from.

    A way is the steps of a path from the thing, or the one step from the answer to it.
    """

    at: Mention
    ways: tuple[Path, ...]
