"""Files in OWL/XML and OWL functional syntax to statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ontorag.errors import SourceError
from ontorag.sources.emitting import Emitter
from ontorag.sources.files import LONGEST_TEXT, SourceFile, too_long
from ontorag.sources.guards import GuardedXML, TruncatedXMLError
from ontorag.sources.looking import syntax_error
from ontorag.sources.noting import Notes
from ontorag.sources.owl.functional import FunctionalReader
from ontorag.sources.owl.mapping import AxiomMapper
from ontorag.sources.owl.tree import OwlSyntaxError
from ontorag.sources.owl.xml import XmlReader
from ontorag.sources.parsing import base_of

if TYPE_CHECKING:
    from ontorag.values import TextQuad

_ADVICE = (
    "Correct it; in this format nothing behind an error can be trusted, so that --keep-going does "
    "not help."
)
_BATCH = 1_000
_CHUNK = 1 << 20


def read_functional(file: SourceFile, notes: Notes, prefixes: dict[str, str]) -> Iterator[TextQuad]:
    """Read OWL functional syntax. Raises `SyntaxInSourceError` with line and column."""
    emitter = Emitter(notes)
    mapper = AxiomMapper(emitter)
    try:
        whole = _whole(file)
        for number, call in enumerate(FunctionalReader(whole, emitter, prefixes).calls()):
            mapper.map(call)
            if number % _BATCH == 0:
                yield from emitter.drain()
    except OwlSyntaxError as error:
        raise _explained(file, error) from error
    except UnicodeDecodeError as error:
        raise file.undecodable() or SourceError(str(error)) from error
    yield from emitter.drain()


def _whole(file: SourceFile) -> str:
    """Read a text whole, unless a text within it is too long."""
    chunks: list[str] = []
    since, line = 0, 1
    with file.open_text() as text:
        while chunk := text.read(_CHUNK):
            last = chunk.rfind('"')
            since = since + len(chunk) if last < 0 else len(chunk) - last
            if since > LONGEST_TEXT:
                raise too_long(file.name, line)
            line += chunk.count("\n")
            chunks.append(chunk)
    return "".join(chunks)


def read_owl_xml(
    file: SourceFile, notes: Notes, prefixes: dict[str, str], *, base: str | None
) -> Iterator[TextQuad]:
    """Read OWL/XML. Raises `SyntaxInSourceError` with line and column."""
    emitter = Emitter(notes)
    mapper = AxiomMapper(emitter)
    reader = XmlReader(emitter, prefixes, base or base_of(file.name), mapper.map)
    try:
        with file.open() as stream:
            for _ in reader.read(GuardedXML(file.name, stream)):
                yield from emitter.drain()
    except OwlSyntaxError as error:
        raise _explained(file, error) from error
    except TruncatedXMLError as error:
        raise syntax_error(
            file, f"the file ends before </{error.root}>; it is cut off", line=None,
            advice="Fetch it again; nothing was loaded.",
        ) from error  # fmt: skip
    except UnicodeDecodeError as error:
        raise file.undecodable() or SourceError(str(error)) from error


def _explained(file: SourceFile, error: OwlSyntaxError) -> SourceError:
    return syntax_error(file, error.problem, line=error.line, column=error.column, advice=_ADVICE)
