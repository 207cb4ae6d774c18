r"""OBO text cut into frames and clauses, tolerantly.

Source: OBO Flat File Format 1.4, sections 2 and 3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

HEADER = ""
FREE_TEXT = frozenset({"name", "comment", "remark", "saved-by", "auto-generated-by", "owl-axioms"})
"""Tags whose value is plain text, in which an exclamation mark begins no comment."""

_QUALIFIER = r'[^\s="{},]+\s*=\s*"[^"\\]*(?:\\.[^"\\]*)*"'
_PIECE = re.compile(
    rf"""
      "[^"\\]*(?:\\.[^"\\]*)*" | \\.
    | (?P<qualifiers>\{{\s*{_QUALIFIER}(?:\s*,\s*{_QUALIFIER})*\s*,?\s*\}}(?=\s*(?:!.*)?$))
    | (?P<comment>(?<=\s)!(?=\s|$))
    | [^"\\{{!]+ | .
    """,
    re.VERBOSE | re.DOTALL,
)
_ONE_QUALIFIER = re.compile(r'([^\s="{},]+)\s*=\s*"([^"\\]*(?:\\.[^"\\]*)*)"')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_SIGNS = {"n": "\n", "t": "\t", "W": " "}
_FRAME = re.compile(r"\[\s*([A-Za-z]+)\s*\]\s*(?:!.*)?")
_CLAUSE = re.compile(r"\s*((?:\\.|[^\s:\\])+)\s*:(?:\s+(.*)|(.*))", re.DOTALL)
_XREF = re.compile(r'((?:\\.|[^,\s"\\])(?:\\.|[^,"\\])*?)?\s*("[^"\\]*(?:\\.[^"\\]*)*")?\s*(?:,|$)')
_QUOTED = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"\s*')


@dataclass(frozen=True, slots=True)
class Clause:
    """One line of a frame: its tag, its value as written, and its trailing qualifiers."""

    tag: str
    value: str
    line: int
    qualifiers: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Frame:
    """The header (kind ""), or a ``[Term]``, ``[Typedef]`` or ``[Instance]``."""

    kind: str
    line: int
    clauses: list[Clause] = field(default_factory=list)

    def first(self, tag: str) -> str | None:
        """Give the first value of a tag, its identifiers unescaped."""
        return next((unescaped(each.value) for each in self.clauses if each.tag == tag), None)


def read_frames(
    lines: Iterable[str], refuse: Callable[[int, str], None], *, without: str | None = None
) -> Iterator[Frame]:
    """Cut lines into frames; ``refuse`` is told the lines that are none, and may raise.

    Frames of the kind ``without`` are given empty.
    """
    frame = Frame(HEADER, 1)
    for number, line in _joined(lines):
        text = line.strip()
        if not text or text[0] == "!":
            continue
        if text[0] == "[" and (found := _FRAME.fullmatch(text)):
            yield frame
            frame = Frame(found[1], number)
        elif frame.kind == without:
            continue
        elif (clause := read_clause(text, number)) is not None:
            frame.clauses.append(clause)
        else:
            refuse(number, text)
    yield frame


def _joined(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Join lines that end in a backslash with the next one."""
    kept, first = "", 0
    for number, line in enumerate(lines, start=1):
        text = line.rstrip("\r\n")
        if text.endswith("\\") and not text.endswith("\\\\"):
            kept, first = kept + text[:-1], first or number
            continue
        yield (first or number), kept + text
        kept, first = "", 0
    if kept:
        yield first, kept


def read_clause(text: str, line: int) -> Clause | None:
    """Read ``tag: value {qualifiers} ! comment``; None when it has no tag.

    >>> read_clause('is_a: GO:0001 {source="PMID:1"} ! cell', 3)
    Clause(tag='is_a', value='GO:0001', line=3, qualifiers=(('source', 'PMID:1'),))
    """
    found = _CLAUSE.fullmatch(text)
    if found is None or found[1].startswith(("#", '"')):
        return None
    tag, value = unescaped(found[1]), found[2] if found[2] is not None else found[3]
    if "{" not in value and "!" not in value:
        return Clause(tag, value.strip(), line)
    if '"' not in value and "{" not in value and tag not in FREE_TEXT and "\\" not in value:
        return Clause(tag, value.partition(" !")[0].strip(), line)
    value, qualifiers = _split(value, free=tag in FREE_TEXT)
    return Clause(tag, value, line, qualifiers)


def _split(value: str, *, free: bool) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Split a value from its trailing qualifiers and comment."""
    for piece in _PIECE.finditer(value):
        if piece.lastgroup == "qualifiers":
            pairs = _ONE_QUALIFIER.findall(piece[0])
            return (
                value[: piece.start()].strip(),
                tuple((unescaped(key), unescaped(text)) for key, text in pairs),
            )
        if piece.lastgroup == "comment" and not free:
            return value[: piece.start()].strip(), ()
    return value.strip(), ()


def unescaped(text: str) -> str:
    r"""Take the backslashes out of a text.

    >>> unescaped(r"GO\:1 \{x\}\nnew")
    'GO:1 {x}\nnew'
    """
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: _SIGNS.get(found[1], found[1]), text)


def quoted(value: str) -> tuple[str, str] | None:
    """Split a text in quotes from what follows it; None when there are no quotes."""
    found = _QUOTED.match(value)
    return None if found is None else (unescaped(found[1]), value[found.end() :])


def cross_references(text: str) -> list[tuple[str, str | None]]:
    """Read a bracketed list of cross-references: identifier and, if there is one, its title.

    >>> cross_references('[PMID:1, http://x "a, b"]')
    [('PMID:1', None), ('http://x', 'a, b')]
    """
    inner = text.strip()
    inner = inner.removeprefix("[")
    inner = inner[:-1] if inner.endswith("]") and not inner.endswith("\\]") else inner
    found: list[tuple[str, str | None]] = []
    at = 0
    while at < len(inner):
        piece = _XREF.match(inner, at)
        if piece is None or piece.end() == at:
            at += 1
            continue
        at = piece.end()
        identifier = unescaped((piece[1] or "").strip())
        title = unescaped(piece[2][1:-1]) if piece[2] else None
        if identifier or title:
            found.append((identifier, title))
    return found
