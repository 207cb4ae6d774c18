"""What `OntoRAG.ask` takes, what of it cannot be used, and how it is passed on."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Literal as OneOf
from typing import TypedDict

from ontorag.errors import InputError
from ontorag.result import Result
from ontorag.values import Term, World

Mode = OneOf["none", "all", "selected", "selected+inferred"]
MODES: tuple[Mode, ...] = ("none", "all", "selected", "selected+inferred")
UNSELECTED: tuple[Mode, ...] = ("none", "all")
"""Modes that select no facts: a model is asked as it is, for comparison only."""
Reasoning = OneOf["off", "rl", "dl"]


class AskOptions(TypedDict, total=False):
    """The keyword arguments of `OntoRAG.ask`, except ``hear``."""

    links: Mapping[str, str | Term] | None
    world: World | None
    complete: Collection[str | Term]
    graphs: Collection[str] | None
    sources: Collection[str] | None
    budget: int
    reasoning: Reasoning | None
    mode: Mode
    language: str | None
    token_budget: int | None
    dry_run: bool
    cancel: threading.Event | None
    deadline: float | None
    today: date | None
    after: Result | None


def until(options: AskOptions, stop: threading.Event) -> AskOptions:
    """Give ``options`` with ``stop`` as what cancels."""
    return {**options, "cancel": stop}


def reasoning_of(mode: Mode, reasoning: Reasoning | None) -> Reasoning | None:
    """Give how a mode reasons: "selected+inferred" by "rl" where nothing else is asked for.

    Raises `InputError` where it is told not to.

    >>> reasoning_of("selected+inferred", None), reasoning_of("selected", None)
    ('rl', None)
    """
    if reasoning not in (None, "off", "rl", "dl"):
        raise InputError(f"reasoning {reasoning!r} is not one of off, rl, dl")
    if mode != "selected+inferred":
        return reasoning
    if reasoning == "off":
        raise InputError("mode 'selected+inferred' infers; give reasoning 'rl' or 'dl', or none")
    return reasoning or "rl"


def side_by_side(
    modes: Sequence[Mode], reasoning: Reasoning | None = None
) -> list[tuple[Mode, Reasoning | None]]:
    """Give modes to be compared with their reasoning: beside what is inferred, the rest is not.

    >>> side_by_side(["selected", "selected+inferred"])
    [('selected', 'off'), ('selected+inferred', 'rl')]
    >>> side_by_side(["all", "selected"])
    [('all', None), ('selected', None)]
    """
    others: Reasoning | None = "off" if "selected+inferred" in modes else reasoning
    return [
        (mode, reasoning_of(mode, reasoning) if mode == "selected+inferred" else others)
        for mode in modes
    ]


def require_askable(
    question: str, mode: str, *, budget: int, token_budget: int | None, has_chat: bool
) -> None:
    """Raise `InputError` for what cannot be asked."""
    if not isinstance(question, str):
        raise InputError(f"a question is a text, not {type(question).__name__}")
    if mode not in MODES:
        raise InputError(f"mode {mode!r} is not one of {', '.join(MODES)}")
    if mode in UNSELECTED and not has_chat:
        raise InputError(f"mode {mode!r} asks a chat model; give one with chat=")
    if budget < 1:
        raise InputError(f"budget is {budget}; give 1 or more facts")
    if token_budget is not None and token_budget < 1:
        raise InputError(f"token_budget is {token_budget}; give 1 or more tokens")
