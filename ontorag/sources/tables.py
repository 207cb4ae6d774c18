"""Tables and JSON Lines of triples: subject, predicate, object and, if given, graph.

Sources: RFC 4180 (CSV), IANA text/tab-separated-values, jsonlines.org.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from ontorag.errors import SourceError, SyntaxInSourceError, TermError
from ontorag.sources.cells import Cells
from ontorag.sources.files import SourceFile
from ontorag.sources.formats import suffix_of
from ontorag.sources.looking import syntax_error
from ontorag.sources.noting import Notes
from ontorag.sources.rows import HEADINGS, Dialect, Row, recognised_dialect, split_rows
from ontorag.sources.triples import quad_of

if TYPE_CHECKING:
    from ontorag.values import TextQuad

_SAMPLE = 500
_KEEP_GOING = (
    "Correct the row, or skip such rows, each one reported, with keep_going=True (--keep-going)."
)


def read_table(
    file: SourceFile, cells: Cells, notes: Notes, *, strict: bool = False, keep_going: bool = False
) -> Iterator[TextQuad]:
    """Read the triples of a CSV or TSV file.

    Raises `SyntaxInSourceError` with the line for a row with too many or too few cells,
    unless ``keep_going``.
    """
    dialect = _dialect(file)
    if dialect is None:
        return
    _note_ignored(notes, dialect)
    for row in _rows(file, dialect):
        problem = _problem(row, dialect, strict)
        if problem is not None:
            _refuse(file, notes, row.line, problem, keep_going)
            continue
        if row.stray_quote:
            _note_quote(notes, row)
        quad = _quad(row, dialect, cells, file)
        if "" in quad[:3]:
            _note_empty(notes, row.line)
        else:
            yield quad


def _rows(file: SourceFile, dialect: Dialect) -> Iterator[Row]:
    try:
        rows = split_rows(file.lines(), dialect.delimiter, quoted=dialect.quoted)
        yield from islice(rows, 1 if dialect.has_header else 0, None)
    except UnicodeDecodeError as error:
        raise file.undecodable() or SourceError(str(error)) from error


def _dialect(file: SourceFile) -> Dialect | None:
    """Recognise how the table is written; None when it is empty."""
    try:
        lines = list(islice(file.lines(), _SAMPLE))
    except UnicodeDecodeError as error:
        raise file.undecodable() or SourceError(str(error)) from error
    if not any(line.strip() for line in lines):
        return None
    dialect = recognised_dialect(lines, suffix=suffix_of(file.name))
    if dialect is None:
        number = next(n for n, line in enumerate(lines, 1) if line.strip())
        raise syntax_error(
            file, "no comma, semicolon, tab or bar divides the rows into three columns",
            line=number,
            advice="A table of triples has the columns subject, predicate, object and, if wanted, "
            "graph; more columns need a header with these names.",
        )  # fmt: skip
    return dialect


def _problem(row: Row, dialect: Dialect, strict: bool) -> str | None:
    if len(row.cells) != dialect.width:
        quote = "; a quote in it is not closed or text follows it" if row.stray_quote else ""
        return f"expected {dialect.width} cells, found {len(row.cells)}{quote}"
    if row.stray_quote and strict:
        return "a quote is not closed, or text follows it"
    return None


def _quad(row: Row, dialect: Dialect, cells: Cells, file: SourceFile) -> TextQuad:
    s, p, o, *graph = (row.cells[column] for column in dialect.columns)
    try:
        return (*cells.row(s, p, o), cells.node(graph[0]) if graph else "")
    except TermError as error:
        raise SyntaxInSourceError(f"{file.name} line {row.line}: {error}", line=row.line) from error


def _refuse(file: SourceFile, notes: Notes, line: int, problem: str, keep_going: bool) -> None:
    if not keep_going:
        raise syntax_error(file, problem, line=line, advice=_KEEP_GOING)
    notes.add(
        "broken-row", f"line {line}: {problem}", severity="error", line=line,
        effect="the row is left out", advice="correct it and load the file again",
    )  # fmt: skip


def _note_ignored(notes: Notes, dialect: Dialect) -> None:
    if dialect.ignored:
        notes.add(
            "unread-column",
            f"the columns {', '.join(dialect.ignored)} are not read",
            line=1,
            effect="what they say cannot be asked for",
            advice="write each as rows of its own: subject, predicate, object",
        )


def _note_quote(notes: Notes, row: Row) -> None:
    notes.add(
        "stray-quote",
        "a quote is not closed, or text follows it; it is read as a part of its cell",
        line=row.line,
        effect="the names keep their quotes",
        advice='enclose the cell in quotes and double those within: """Weird Al"" Yankovic"',
    )


def _note_empty(notes: Notes, line: int) -> None:
    notes.add(
        "empty-cell",
        f"line {line} has an empty cell",
        line=line,
        effect="the row is left out",
        advice="fill in the cell, or delete the row",
    )


def read_json_lines(
    file: SourceFile, cells: Cells, notes: Notes, *, keep_going: bool = False
) -> Iterator[TextQuad]:
    """Read JSON Lines of triples: ``{"subject": …, "predicate": …, "object": …}`` or arrays."""
    try:
        for number, line in enumerate(file.lines(), start=1):
            if not line.strip():
                continue
            try:
                quad = quad_of(_parts(json.loads(line)), cells)
            except (ValueError, RecursionError, TermError) as error:
                _refuse(file, notes, number, _json_problem(error), keep_going)
                continue
            if "" in quad[:3]:
                _note_empty(notes, number)
            else:
                yield quad
    except UnicodeDecodeError as error:
        raise file.undecodable() or SourceError(str(error)) from error


def _parts(value: Any) -> Sequence[Any]:
    if isinstance(value, Mapping):
        if not set(HEADINGS[:3]) <= set(value):
            raise TermError("expected the keys subject, predicate and object")
        return [value[title] for title in HEADINGS if title in value]
    if isinstance(value, list) and len(value) in (3, 4):
        return value
    raise TermError("expected an object, or an array of subject, predicate and object")


def _json_problem(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON: {error.msg[:1].lower()}{error.msg[1:]} at column {error.colno}"
    if isinstance(error, RecursionError):
        return "it nests too deep"
    return str(error)
