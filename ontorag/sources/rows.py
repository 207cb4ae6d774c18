"""Rows of a delimited table: which sign separates the cells, whether quotes enclose them.

Source: RFC 4180 (CSV); IANA text/tab-separated-values, which knows no quotes. Names hold
commas and quotes, so both are decided by the content.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

_DELIMITERS = ",;\t|"
_LONGEST_CELL = 1 << 20
HEADINGS = ("subject", "predicate", "object", "graph")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table is written: the sign between cells, quotes or none, where the columns are.

    ``columns`` are the positions of subject, predicate, object and, if there is one, graph.
    """

    delimiter: str
    quoted: bool
    width: int
    columns: tuple[int, ...]
    has_header: bool = False
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row, the line it begins on, and whether its quotes were taken as letters."""

    cells: Sequence[str]
    line: int
    stray_quote: bool = False


def recognised_dialect(lines: Sequence[str], *, suffix: str = "") -> Dialect | None:
    """Recognise how a table is written from its first lines; None without three columns."""
    order = "\t|;," if suffix in ("tsv", "tab", "txt", "psv", "") else _DELIMITERS
    lines = [line for line in lines if line.strip()]
    best: tuple[float, Dialect] | None = None
    for delimiter in order:
        for quoted in (True, False) if delimiter in ",;" else (False, True):
            found = _tried(lines, delimiter, quoted)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
    return None if best is None else best[1]


def _tried(lines: Sequence[str], delimiter: str, quoted: bool) -> tuple[float, Dialect] | None:
    """Try a delimiter: the share of lines that have the right number of columns."""
    rows = [row.cells for row in split_rows(lines, delimiter, quoted=quoted)]
    if not rows:
        return None
    dialect = _with_header(rows[0], delimiter, quoted) or Dialect(delimiter, quoted, 3, (0, 1, 2))
    right = sum(len(row) == dialect.width for row in rows)
    if not right:
        return None
    enclosed = not quoted and all(_is_enclosed(cell) for row in rows for cell in row if cell)
    return right / len(rows) + dialect.has_header - enclosed / 100, dialect


def _with_header(cells: Sequence[str], delimiter: str, quoted: bool) -> Dialect | None:
    titles = [cell.strip().strip('"').strip().lower() for cell in cells]
    if len(set(titles)) != len(titles) or not set(HEADINGS[:3]) <= set(titles):
        return None
    columns = tuple(titles.index(title) for title in HEADINGS if title in titles)
    ignored = tuple(title for title in titles if title not in HEADINGS)
    return Dialect(delimiter, quoted, len(titles), columns, True, ignored)


def _is_enclosed(cell: str) -> bool:
    return len(cell) > 1 and cell[0] == cell[-1] == '"'


def split_rows(lines: Iterable[str], delimiter: str, *, quoted: bool) -> Iterator[Row]:
    """Split lines into rows; a cell in quotes may go over several lines.

    A quote that is never closed, or that text follows, is a letter of its cell: then the row
    is only what its own line holds.
    """
    source = _Lines(lines)
    for number, line in source:
        line = line.rstrip("\r\n")
        if not line.strip():
            continue
        if not quoted or '"' not in line:
            yield Row(line.split(delimiter), number)
            continue
        cells = _quoted_cells(line, source, delimiter)
        if cells is None:
            yield Row(line.split(delimiter), number, stray_quote=True)
        else:
            yield Row(cells, number)


class _Lines:
    """Numbered lines that can be given back."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = enumerate(lines, start=1)
        self._back: deque[tuple[int, str]] = deque()

    def __iter__(self) -> Iterator[tuple[int, str]]:
        while (each := self.next()) is not None:
            yield each

    def next(self) -> tuple[int, str] | None:
        return self._back.popleft() if self._back else next(self._lines, None)

    def give_back(self, lines: Sequence[tuple[int, str]]) -> None:
        self._back.extendleft(reversed(lines))


_OPEN = re.compile(r'[ \t]*"((?:[^"]|"")*)(")?[ \t]*')


def _quoted_cells(line: str, source: _Lines, delimiter: str) -> list[str] | None:
    """Split a line with quotes, reading on while one is open; None when they do not work out."""
    taken: list[tuple[int, str]] = []
    text = line
    while True:
        cells, is_open = _split_quoted(text, delimiter)
        if not is_open:
            break
        following = source.next() if len(text) < _LONGEST_CELL else None
        if following is None:
            cells = None
            break
        taken.append(following)
        text += "\n" + following[1].rstrip("\r\n")
    if cells is None:
        source.give_back(taken)
    return cells


def _split_quoted(text: str, delimiter: str) -> tuple[list[str] | None, bool]:
    """Give the cells, and whether a quote is still open; None when text follows a closed quote."""
    cells: list[str] = []
    at = 0
    while True:
        opened = _OPEN.match(text, at)
        if opened is None:
            end = text.find(delimiter, at)
            end = len(text) if end < 0 else end
            cells.append(text[at:end])
        else:
            if opened[2] is None:
                return None, True
            end = opened.end()
            cells.append(opened[1].replace('""', '"'))
        if end >= len(text):
            return cells, False
        if text[end] != delimiter:
            return None, False
        at = end + 1
