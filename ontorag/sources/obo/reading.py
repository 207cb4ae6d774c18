"""OBO files to statements, in two passes: relations and prefixes first, then everything.

Source: OBO Flat File Format 1.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from ontorag.errors import SourceError
from ontorag.sources.emitting import Emitter
from ontorag.sources.files import SourceFile
from ontorag.sources.looking import syntax_error
from ontorag.sources.noting import Notes
from ontorag.sources.obo.clauses import HEADER, Clause, Frame, read_frames, unescaped
from ontorag.sources.obo.header import conflicting_space, map_header
from ontorag.sources.obo.ids import Identifiers, id_spaces, read_identifiers
from ontorag.sources.obo.mapping import FrameMapper, Refuse
from ontorag.sources.owl import read_axioms_text

if TYPE_CHECKING:
    from ontorag.values import TextQuad

_KEEP_GOING = (
    "Correct it, or leave out broken lines, each one reported, with keep_going=True (--keep-going)."
)
_STRICTLY_ONCE = {"repeated-clause", "single-member", "conflicting-idspace", "missing-scope"}
_KINDS = ("Term", "Typedef", "Instance")


def read_obo(
    file: SourceFile,
    notes: Notes,
    prefixes: dict[str, str],
    *,
    strict: bool = False,
    keep_going: bool = False,
) -> Iterator[TextQuad]:
    """Read an OBO file; findings and prefixes are filled meanwhile.

    Raises `SyntaxInSourceError` at the first line that is no clause (unless such lines are
    left out), and when ``strict`` at what the format forbids.
    """
    refuse = _refusing(file, notes, keep_going)
    header, ids = _first_pass(file)
    prefixes.update(id_spaces(header.clauses))
    emitter = Emitter(notes)
    mapper = FrameMapper(emitter, ids, header.first("default-namespace"), refuse)
    _note_spaces(header, notes)
    for frame in _frames(file, refuse):
        if frame.kind == HEADER:
            map_header(mapper, frame, lambda clause: _owl_axioms(clause, emitter, refuse))
        elif frame.kind in _KINDS:
            mapper.frame(frame)
        else:
            _note_frame(notes, frame)
        if strict:
            _refuse_noted(file, notes)
        yield from emitter.drain()


def _first_pass(file: SourceFile) -> tuple[Frame, Identifiers]:
    frames = _frames(file, lambda line, text: None, without="Term")
    header = next(frames)
    typedefs = [frame for frame in frames if frame.kind == "Typedef"]
    name = PurePosixPath(file.name.replace("\\", "/")).name
    return header, read_identifiers(header, typedefs, fallback=name.split(".")[0] or "unnamed")


def _frames(file: SourceFile, refuse: Refuse, without: str | None = None) -> Iterator[Frame]:
    try:
        yield from read_frames(file.lines(), refuse, without=without)
    except UnicodeDecodeError as error:
        raise file.undecodable() or SourceError(str(error)) from error


def _refusing(file: SourceFile, notes: Notes, keep_going: bool) -> Refuse:
    def refuse(line: int, problem: str) -> None:
        shown = problem if len(problem) <= 80 else problem[:80] + "…"
        if not keep_going and not problem.startswith("#"):
            raise syntax_error(
                file, f"this is no clause of the form 'tag: value': {shown}", line=line,
                advice=_KEEP_GOING,
            )  # fmt: skip
        notes.add(
            "broken-statement", f"no clause of the form 'tag: value': {shown}", line=line,
            subject=f"{line}", severity="warning" if problem.startswith("#") else "error",
            effect="the line is left out", advice="correct it and load the file again",
        )  # fmt: skip

    return refuse


def _note_spaces(header: Frame, notes: Notes) -> None:
    found = conflicting_space(header)
    if found is not None:
        notes.add(
            "conflicting-idspace", found[1], line=found[0],
            effect="the first of them counts", advice="keep one of the two lines",
        )  # fmt: skip


def _note_frame(notes: Notes, frame: Frame) -> None:
    notes.add(
        "unknown-frame", f"[{frame.kind}] is no kind of frame that OBO knows", line=frame.line,
        severity="error", effect="it is left out", advice="use [Term], [Typedef] or [Instance]",
    )  # fmt: skip


def _owl_axioms(clause: Clause, emitter: Emitter, refuse: Refuse) -> None:
    try:
        read_axioms_text(unescaped(clause.value), emitter)
    except SourceError as error:
        refuse(clause.line, f"owl-axioms: {error}")


def _refuse_noted(file: SourceFile, notes: Notes) -> None:
    for finding in notes.noted():
        if finding.code in _STRICTLY_ONCE:
            raise syntax_error(
                file, finding.message, line=finding.line, advice="Correct it, or read tolerantly."
            )
