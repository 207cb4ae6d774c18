"""The second look at a file: the line an error or a finding is about, with an excerpt.

Quads carry no positions, so what has to be located is looked up in the text afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice

from ontorag.errors import SyntaxInSourceError
from ontorag.sources.files import SourceFile

_WIDTH = 76
_CHUNK = 1 << 20
_MOST_WORK = 4 << 30


def syntax_error(
    file: SourceFile, problem: str, *, line: int | None, column: int | None = None, advice: str
) -> SyntaxInSourceError:
    """Make the error that says where, what, shows the place with a caret, and says what to do."""
    where = file.name
    if line is not None:
        where += f" line {line}"
    if column is not None:
        where += f", column {column}"
    shown = "" if line is None else _excerpt(line_of(file, line), column)
    return SyntaxInSourceError(f"{where}: {problem}{shown}\n{advice}", line=line, column=column)


def line_of(file: SourceFile, number: int) -> str:
    """Give a line by its number, from 1, without its line break.

    "" when there is none, or when it cannot be shown because the file is no text.
    """
    with file.open_text() as text, suppress(UnicodeDecodeError):
        return next(islice(text, number - 1, None), "").rstrip("\n")
    return ""


def find_lines(file: SourceFile, needles: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Give, for each key that is found, the line where one of its needles occurs first.

    The work is bounded: in a very large file with many needles the last ones may not be found.
    """
    wanted, found = dict(needles), dict[str, int]()
    line, tail, work = 1, "", 0
    with file.open_text() as text:
        while wanted and work < _MOST_WORK and (chunk := text.read(_CHUNK)):
            chunk = tail + chunk
            work += len(chunk) * sum(map(len, wanted.values()))
            cut = chunk.rfind("\n") + 1 or len(chunk)
            places = {key: _first(chunk, needles, cut) for key, needles in wanted.items()}
            for key in [key for key, at in places.items() if at >= 0]:
                found[key] = line + chunk.count("\n", 0, places[key])
                del wanted[key]
            line += chunk.count("\n", 0, cut)
            tail = chunk[cut:]
    found.update(
        {key: line for key, texts in wanted.items() if _first(tail, texts, len(tail)) >= 0}
    )
    return found


def _first(text: str, needles: Sequence[str], end: int) -> int:
    return min((at for each in needles if (at := text.find(each, 0, end)) >= 0), default=-1)


def _excerpt(line: str, column: int | None) -> str:
    """Give the line, cut to a readable width, and a caret under the column."""
    if not line.strip():
        return ""
    line = "".join(char if char.isprintable() else " " for char in line)
    start = 0 if column is None or column <= _WIDTH else column - _WIDTH // 2
    shown = line[start : start + _WIDTH]
    before, after = ("…" if start else ""), ("…" if start + _WIDTH < len(line) else "")
    text = f"\n    {before}{shown}{after}"
    if column is not None and column <= len(line) + 1:
        text += "\n    " + " " * (len(before) + column - 1 - start) + "^"
    return text
