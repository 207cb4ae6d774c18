"""Reading a graph that somebody else changes meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from ontorag.errors import GraphChangedError

T = TypeVar("T")
TRIES = 5


def reading_again(read: Callable[[], T]) -> T:
    """Give what ``read`` gives; read anew where the graph was changed meanwhile.

    Raises `GraphChangedError` where it is changed each of `TRIES` times.
    """
    for _ in range(TRIES - 1):
        with suppress(GraphChangedError):
            return read()
    return read()
