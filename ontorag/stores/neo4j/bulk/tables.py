"""CSV files for `neo4j-admin`: one for each shape of row, with the header as its first line.

A column has one type, and Neo4j none for a property: so rows go to a file of those that have the
same properties with the same types. Where there are very many shapes, rows of several share one
wider file, as long as their types agree.

Source: Neo4j Operations Manual, "Import", "CSV file header format".
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import IO

from ontorag.stores.neo4j.native import Native, Scalar

BETWEEN = "\x1f"
"""What separates the values of a list (U+001F, the unit separator)."""

MOST_SHAPES = 200
"""So many shapes have a file of their own."""

WIDE_ROWS = 20_000
"""So many rows of other shapes are sorted into wider files at a time."""

Shape = tuple[tuple[str, str], ...]
"""Property keys with the types of their columns, in the order of the keys."""


def text(value: str) -> str:
    """Write a text as a field.

    >>> print(text('an "a"!'))
    "an ""a""!"
    """
    return '"' + value.replace('"', '""') + '"'


def texts(values: list[str]) -> str:
    """Write a list of texts as a field; the separator in one of them becomes a space."""
    return text(BETWEEN.join(value.replace(BETWEEN, " ") for value in values))


def column_type(value: Native) -> str:
    """Give the type of the column that takes a value.

    >>> column_type(7), column_type(["a", "b"]), column_type(1.5)
    ('long', 'string[]', 'double')
    """
    if isinstance(value, list):
        return column_type(value[0]) + "[]"
    if isinstance(value, datetime) and value.tzinfo is None:
        return "localdatetime"
    return _TYPES[type(value)]


_TYPES: dict[type, str] = {
    str: "string", bool: "boolean", int: "long", float: "double", date: "date",
    datetime: "datetime",
}  # fmt: skip


def field(value: Native) -> str:
    """Write a native value as a field."""
    if isinstance(value, str):
        return text(value)
    return texts([_plain(each) for each in value]) if isinstance(value, list) else _plain(value)


def _plain(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, date) else str(value)


class Tables:
    """Files ``NAME-1.csv``, ``NAME-2.csv`` … of one kind of rows, each with its own columns.

    ``columns`` head every file; a row is the ready text of these, then its properties.
    ``files`` are the names of those that were written, ``longest`` the length of the longest row.
    """

    def __init__(self, folder: Path, name: str, columns: str) -> None:
        self._folder, self._name, self._columns = folder, name, columns
        self._open: dict[Shape, IO[str]] = {}
        self._wide: list[tuple[str, Mapping[str, Native], Shape]] = []
        self.files: list[str] = []
        self.longest = 0

    def add(self, start: str, properties: Mapping[str, Native]) -> None:
        """Write one row."""
        shape = tuple([(key, column_type(properties[key])) for key in sorted(properties)])
        file = self._open.get(shape)
        if file is None:
            if len(self._open) >= MOST_SHAPES:
                self._wide.append((start, properties, shape))
                if len(self._wide) >= WIDE_ROWS:
                    self._flush_wide()
                return
            file = self._open[shape] = self._new(shape)
        line = ",".join([start, *[field(properties[key]) for key, _ in shape]])
        self.longest = max(self.longest, len(line))
        file.write(line + "\n")

    def plain(self) -> IO[str]:
        """Give the file of the rows without properties, for those who write very many."""
        if () not in self._open:
            self._open[()] = self._new(())
        return self._open[()]

    def close(self) -> None:
        """Write what is left and close the files; closing twice is fine."""
        self._flush_wide()
        for file in self._open.values():
            file.close()

    def _new(self, shape: Shape) -> IO[str]:
        name = f"{self._name}-{len(self.files) + 1}.csv"
        self.files.append(name)
        file = (self._folder / name).open("w", encoding="utf-8", newline="\n")
        file.write(",".join([self._columns, *(f"{key}:{kind}" for key, kind in shape)]) + "\n")
        return file

    def _flush_wide(self) -> None:
        """Write the waiting rows into as few files as their types allow."""
        groups: list[dict[str, str]] = []
        chosen: list[int] = []
        for _, _, shape in self._wide:
            at = next((n for n, group in enumerate(groups) if _agree(group, shape)), len(groups))
            if at == len(groups):
                groups.append({})
            groups[at].update(shape)
            chosen.append(at)
        for at, group in enumerate(groups):
            with self._new(tuple(sorted(group.items()))) as file:
                for (start, properties, _), of in zip(self._wide, chosen, strict=True):
                    if of == at:
                        cells = (properties.get(key) for key in sorted(group))
                        shown = ("" if cell is None else field(cell) for cell in cells)
                        line = ",".join([start, *shown])
                        self.longest = max(self.longest, len(line))
                        file.write(line + "\n")
        self._wide = []


def _agree(group: Mapping[str, str], shape: Shape) -> bool:
    return all(group.get(key, kind) == kind for key, kind in shape)
