"""Broken RDF: what the parser says, in words, with its place and what to do.

Sources: the messages of oxttl, oxrdfxml and oxjsonld as pyoxigraph gives them.
"""

from __future__ import annotations

import difflib
import re

from ontorag import names
from ontorag.errors import SourceError, SyntaxInSourceError
from ontorag.sources.files import SourceFile, too_long
from ontorag.sources.guards import GuardedXML, TruncatedXMLError
from ontorag.sources.looking import find_lines, line_of, syntax_error
from ontorag.sources.noting import Notes
from ontorag.sources.parsing import RdfReading, guarded_stream, parser_of
from ontorag.sources.statements import Statement

_WHERE = re.compile(r"^Parser error (?:at|between) line \d+.*?: ", re.DOTALL)
_PREFIX = re.compile(r"The prefix (\S*): has not been declared|Unknown prefix (\S*):")
_EXPECTED = {
    "subject or graph name": "a subject",
    "predicate": "a predicate",
    "RDF object": "an object",
}
_NOT_VALID = re.compile(rf"(.*) is not a valid ({'|'.join(_EXPECTED)})", re.DOTALL)
_LINE_JUMP = "Line jumps are not allowed in string literals"
_LONGEST = 16 << 20
_KEEP_GOING = (
    "Correct it, or skip broken statements, each one reported, with keep_going=True (--keep-going)."
)
_NOT_XML = (
    "Correct it; in this format nothing behind an error can be trusted, so that --keep-going "
    "does not help."
)
_DOT = "a '.' is missing before this: the statement before it is not finished"
_ENDS = "the file ends in the middle of a statement; is it cut off?"
_NO_DOT = r"A dot is expected at the end of statements|Quads must be followed by a dot"
_REMOTE = "its @context is at an address, which is never fetched"
_SAID_BETTER = (
    (re.compile(_NO_DOT), _DOT),
    (re.compile(r"Unexpected end(?: of file)?$"), _ENDS),
    (re.compile(r"No LoadDocumentCallback"), _REMOTE),
    (re.compile(_LINE_JUMP + ".*", re.DOTALL), "a text in quotes is not closed on its line"),
    (re.compile(r"unrecognized entity `(.*)`"), r"the entity '\1' is not declared"),
    (re.compile(r"No scheme found in an absolute IRI"), "a relative IRI, and nothing says to what"),
)  # fmt: skip


def explain(reading: RdfReading, error: SyntaxError) -> SourceError:
    """Give the error of ours for one of the parser's, with its place in the file."""
    file = reading.file
    undecodable = file.undecodable() if "UTF-8" in str(error) else None
    if undecodable is not None:
        return undecodable
    if reading.format.family == "xml":
        line, column = _place_in_xml(file, reading)
        return _error(reading, plain_problem(error), line, column, error)
    if reading.format.family in ("turtle", "lines") and not reading.strict:
        error = _unclosed_before(reading, error) or error
    problem = plain_problem(error)
    if _LINE_JUMP in (error.msg or ""):
        return _error(reading, problem, error.lineno, _last_quote(reading, error), error)
    if problem == _ENDS and error.end_lineno:
        return _error(reading, problem, error.end_lineno, None, error)
    return _error(reading, problem, error.lineno, error.offset, error)


def _last_quote(reading: RdfReading, error: SyntaxError) -> int | None:
    line = line_of(reading.file, error.lineno or 1)
    return max(line.rfind('"'), line.rfind("'")) + 1 or error.offset


def plain_problem(error: SyntaxError) -> str:
    """Say what is wrong, without the place."""
    message = _WHERE.sub("", error.msg or str(error))
    found = _PREFIX.search(message)
    if found:
        return f"the prefix '{found[1] or found[2] or ''}:' is not declared"
    found = _NOT_VALID.fullmatch(message)
    if found:
        return f"expected {_EXPECTED[found[2]]}, found '{found[1]}'"
    for pattern, better in _SAID_BETTER:
        if (match := pattern.search(message)) is not None:
            return match.expand(better)
    return message if message[:2].isupper() else message[:1].lower() + message[1:]


def _error(
    reading: RdfReading, problem: str, line: int | None, column: int | None, error: SyntaxError
) -> SyntaxInSourceError:
    advice = _NOT_XML if reading.format.family in ("xml", "json") else _KEEP_GOING
    found = _PREFIX.search(error.msg or "")
    if found:
        advice = _prefix_advice(found[1] or found[2] or "", reading)
    elif "@context" in problem:
        advice = "Write the context into the file."
    elif "relative IRI" in problem:
        advice = "Name the address it is relative to with base= (--base)."
    return syntax_error(reading.file, problem, line=line, column=column, advice=advice)


def _prefix_advice(prefix: str, reading: RdfReading) -> str:
    declared = _declared_prefixes(reading.file)
    near = difflib.get_close_matches(prefix, declared, n=1)
    if near:
        return f"Did you mean '{near[0]}:'? Otherwise declare it at the top of the file."
    space = names.PREFIXES.get(prefix, "…")
    if reading.format.family == "xml":
        return f'Declare it in the root element: xmlns:{prefix}="{space}".'
    return f"Declare it at the top of the file: @prefix {prefix}: <{space}> ."


def _declared_prefixes(file: SourceFile) -> list[str]:
    with file.open_text() as text:
        opening = text.read(1 << 16)
    found = re.findall(r"(?:@prefix|PREFIX)\s+([^\s:]*):|xmlns:([\w.-]+)=", opening)
    return [turtle or xml for turtle, xml in found if turtle or xml]


def _unclosed_before(reading: RdfReading, error: SyntaxError) -> SyntaxError | None:
    """Find the quote that swallowed its line: a tolerant parser reads on over line breaks."""
    with reading.file.open() as stream:
        guarded = guarded_stream(reading, stream)
        parser = parser_of(reading, guarded, strict=True)
        while True:
            try:
                next(parser)
                guarded.opened = 0
            except (StopIteration, MemoryError):  # noqa: PERF203 (a parser goes on after an error)
                return None
            except SyntaxError as found:
                if _LINE_JUMP in (found.msg or ""):
                    return found
                if (found.lineno or 0) > (error.lineno or 0):
                    return None


def note_line_breaks(reading: RdfReading, notes: Notes) -> None:
    """Note texts in single quotes that go over a line break, which the grammar refuses."""
    nothing = SyntaxError()
    nothing.lineno = 1 << 62
    found = _unclosed_before(reading, nothing)
    if found is None:
        return
    notes.add(
        "line-break-in-text",
        "a text in simple quotes goes over the end of its line",
        line=found.lineno,
        effect="it is read with the line break in it; a quote may be missing",
        advice='close the quote, or write the text in """three quotes"""',
    )


def explain_iri(reading: RdfReading, iri: str) -> SourceError:
    """Give the error for an IRI that runs over lines or holds an angle bracket."""
    start = "<" + re.split(r"[\n\r<>]", iri)[0]
    line = find_lines(reading.file, {"": (start,)}).get("")
    column = None
    if line is not None:
        at = line_of(reading.file, line).find(start)
        column = at + 1 if at >= 0 else None
    return syntax_error(
        reading.file, "an IRI begins here that holds a line break or an angle bracket",
        line=line, column=column, advice="Close it with '>'.",
    )  # fmt: skip


def explain_truncated(reading: RdfReading, root: str) -> SourceError:
    """Give the error for XML that ends before its root element."""
    with reading.file.open_text() as text:
        last = sum(1 for _ in text)
    return syntax_error(
        reading.file, f"the file ends before </{root}>; it is cut off",
        line=max(last, 1), advice="Fetch it again; nothing was loaded.",
    )  # fmt: skip


def explain_size(reading: RdfReading) -> SourceError:
    """Give the error for a text that is larger than the parser takes."""
    line = None
    with reading.file.open_text() as text:
        line = next((n for n, each in enumerate(text, 1) if len(each) * 4 > _LONGEST), None)
    return too_long(reading.file.name, line)


def note_broken(notes: Notes, statement: Statement, problem: str, *, read: bool = False) -> None:
    """Note a statement that was left out, or that was ``read`` all the same."""
    if problem == _ENDS:
        problem = "the statement is not finished"
    shown = " ".join(statement.text.split())
    shown = shown if len(shown) <= 60 else shown[:60] + "…"
    notes.add(
        "broken-statement",
        f"{problem}: {shown}",
        subject=f"{statement.line} {shown}",
        severity="error",
        line=statement.line,
        effect="it is read all the same" if read else "the whole statement is left out",
        advice="correct it and load the file again",
    )


class _InPieces:
    """A stream that gives one tag at a time, to learn how far a parser has come."""

    def __init__(self, stream: GuardedXML) -> None:
        self._stream, self._rest = stream, b""
        self.piece, self.line, self.column = b"", 1, 1

    def read(self, size: int = -1) -> bytes:
        if not self._rest:
            self._rest = self._stream.read()
        self.line, self.column = _moved(self.line, self.column, self.piece)
        end = self._rest.find(b">") + 1 or len(self._rest)
        end = end if size < 0 else min(end, size)
        self.piece, self._rest = self._rest[:end], self._rest[end:]
        return self.piece


def _place_in_xml(file: SourceFile, reading: RdfReading) -> tuple[int, int]:
    """Find where RDF/XML breaks, by parsing it again tag by tag."""
    with file.open() as stream:
        pieces = _InPieces(GuardedXML(file.name, stream))
        try:
            for _ in parser_of(reading, pieces):
                pass
        except (SyntaxError, TruncatedXMLError):
            pass
        piece = pieces.piece
        at = max(piece.rfind(b"<"), 0) if piece.strip() else 0
        return _moved(pieces.line, pieces.column, piece[:at])


def _moved(line: int, column: int, passed: bytes) -> tuple[int, int]:
    """Give the place behind ``passed``, which begins at ``line`` and ``column``."""
    width = len(passed[passed.rfind(b"\n") + 1 :].decode("utf-8", "replace"))
    return line + passed.count(b"\n"), width + (1 if b"\n" in passed else column)
