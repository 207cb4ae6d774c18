"""Rows that are looked up in their order, once each, without holding them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Generic, TypeVar

Row = TypeVar("Row", bound="tuple[object, ...]")


class Following(Generic[Row]):
    """Sorted rows by their first ``width`` columns, asked for in the same order.

    >>> rows = Following(iter([(1, "a"), (1, "b"), (3, "c")]), 1)
    >>> rows.at((1,)), rows.at((2,)), rows.at((3,))
    ([(1, 'a'), (1, 'b')], [], [(3, 'c')])
    """

    def __init__(self, rows: Iterator[Row], width: int) -> None:
        self._groups = groupby(rows, key=lambda row: row[:width])
        self._next = next(self._groups, None)

    def at(self, key: tuple[object, ...]) -> list[Row]:
        """Give the rows with this key; those before it are passed over."""
        following = self._next
        if following is None:
            return []
        while following is not None and following[0] < key:
            following = self._next = next(self._groups, None)
        if following is None or following[0] != key:
            return []
        found = list(following[1])
        self._next = next(self._groups, None)
        return found
