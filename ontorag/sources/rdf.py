"""RDF files to statements, by pyoxigraph, streaming.

Sources: RDF 1.2 Turtle, TriG, N-Triples, N-Quads and RDF/XML; JSON-LD 1.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ontorag.errors import SourceError
from ontorag.sources import breaking
from ontorag.sources.formats import TRIG
from ontorag.sources.guards import GuardedTriples, TruncatedXMLError, check_json_depth
from ontorag.sources.noting import Notes
from ontorag.sources.parsing import RdfReading, guarded_stream, parser_of
from ontorag.sources.statements import Statement, cut_lines, cut_statements
from ontorag.sources.texts import TermTexts, UnwritableIRIError

if TYPE_CHECKING:
    from ontorag.values import TextQuad

_READABLE = ("turtle", "lines")


def read_rdf(reading: RdfReading, notes: Notes, prefixes: dict[str, str]) -> Iterator[TextQuad]:
    """Read the statements of an RDF file; findings and prefixes are filled meanwhile.

    Raises `SyntaxInSourceError` with line, column and excerpt at the first broken statement,
    unless broken ones are tolerated (not in RDF/XML and JSON-LD).
    """
    texts = TermTexts(
        reading.file.name, notes, base=None if reading.base else reading.resolving_base
    )
    singly = reading.keep_going and reading.format.family in _READABLE
    if singly and not _is_whole(reading):
        yield from _statement_by_statement(reading, texts, notes, prefixes)
    else:
        yield from _straight_through(reading, texts, prefixes)
    if texts.has_line_breaks and not reading.strict and reading.format.family in _READABLE:
        breaking.note_line_breaks(reading, notes)


def _straight_through(
    reading: RdfReading, texts: TermTexts, prefixes: dict[str, str]
) -> Iterator[TextQuad]:
    with _explained(reading), _guarded(reading) as stream:
        parser = parser_of(reading, stream)
        yield from _text_quads(parser, texts, stream)
        prefixes.update(parser.prefixes)


def _text_quads(parser: Iterable[Any], texts: TermTexts, stream: Any) -> Iterator[TextQuad]:
    """Give the texts of parsed quads: one look-up a term, as this is the inner loop."""
    import pyoxigraph as ox

    default, known, learn = ox.DefaultGraph, texts.known.get, texts.learn
    for s, p, o, g in parser:
        stream.opened = 0
        subject, predicate, obj = str(s), str(p), str(o)
        graph = "" if type(g) is default else str(g)
        yield (
            known(subject) or learn(s, subject),
            known(predicate) or learn(p, predicate),
            known(obj) or learn(o, obj),
            graph and (known(graph) or learn(g, graph)),
        )


@contextmanager
def _guarded(reading: RdfReading) -> Iterator[Any]:
    """Open the file behind the guard that its format needs."""
    name = reading.file.name
    if reading.format.family == "json":
        with reading.file.open() as stream:
            check_json_depth(name, stream)
    with reading.file.open() as stream:
        yield guarded_stream(reading, stream)


@contextmanager
def _explained(reading: RdfReading) -> Iterator[None]:
    """Turn the parser's errors into ours, with their place."""
    try:
        yield
    except SyntaxError as error:
        raise breaking.explain(reading, error) from error
    except UnwritableIRIError as error:
        raise breaking.explain_iri(reading, error.iri) from error
    except TruncatedXMLError as error:
        raise breaking.explain_truncated(reading, error.root) from error
    except UnicodeDecodeError as error:
        raise reading.file.undecodable() or SourceError(str(error)) from error
    except MemoryError as error:
        raise breaking.explain_size(reading) from error


def _is_whole(reading: RdfReading) -> bool:
    """Whether the file has no broken statement at all."""
    try:
        with _guarded(reading) as stream:
            for _ in parser_of(reading, stream):
                stream.opened = 0
    except (SyntaxError, MemoryError):
        undecodable = reading.file.undecodable()
        if undecodable is not None:
            raise undecodable from None
        return False
    return True


def _statement_by_statement(
    reading: RdfReading, texts: TermTexts, notes: Notes, prefixes: dict[str, str]
) -> Iterator[TextQuad]:
    """Read each statement alone; a broken one is left out whole and noted."""
    head: list[str] = []
    for statement in _statements(reading):
        problem = statement.problem
        if statement.directive and not statement.is_finished:
            breaking.note_broken(notes, statement, "a '.' is missing at its end", read=True)
            statement = replace(statement, text=statement.text + " .")
        quads: list[TextQuad] = []
        if problem is None:
            problem = _read_statement(reading, statement, head, texts, quads, prefixes)
        if problem is not None:
            breaking.note_broken(notes, statement, problem)
        yield from quads


def _statements(reading: RdfReading) -> Iterator[Statement]:
    with reading.file.open_text() as text:
        if reading.format.family == "lines":
            yield from cut_lines(text)
        else:
            yield from cut_statements(text.read(), graphs=reading.format == TRIG)


def _read_statement(
    reading: RdfReading,
    statement: Statement,
    head: list[str],
    texts: TermTexts,
    quads: list[TextQuad],
    prefixes: dict[str, str],
) -> str | None:
    """Read one statement behind the directives in ``head``; what is wrong with it, or None."""
    body = statement.text
    if statement.graph is not None:
        body = f"{statement.graph} {{ {body} }}"
    lines = GuardedTriples(reading.file.name, _Text(" ".join([*head, body])))
    try:
        parser = parser_of(reading, lines)
        quads.extend(_text_quads(parser, texts, lines))
        prefixes.update(parser.prefixes)
    except SyntaxError as error:
        quads.clear()
        return breaking.plain_problem(error)
    except UnwritableIRIError as error:
        quads.clear()
        return str(error)
    except MemoryError:
        quads.clear()
        return "a text of more than 16 MiB"
    if statement.directive:
        head.append(" ".join(body.split()))
    return None


class _Text:
    """A text as a stream of bytes, without the cost of a file."""

    def __init__(self, text: str) -> None:
        self._data = text.encode("utf-8")

    def read(self, size: int = -1) -> bytes:
        data, self._data = self._data[:size], self._data[size:]
        return data
