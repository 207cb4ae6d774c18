"""Guards: what a parser must not be given, found before it is.

XML: entities that nest or lead outside are refused, flat ones (as OWL files use) pass
(OWASP: XML External Entity Prevention). Triple terms and JSON that nest without end are
refused, since parsers descend into them on the stack.
"""

from __future__ import annotations

import re
from typing import BinaryIO, Protocol

from ontorag.errors import SourceError, SyntaxInSourceError
from ontorag.sources.files import LONGEST_TEXT, too_long

DEEPEST = 100
_LARGEST_PROLOG = 1 << 20
_CHUNK = 1 << 16
_LONGEST_ENTITY = 1_000
_FREE_EXPANSION = 16 << 20
_LARGEST_RATIO = 20
_PREDEFINED = {b"amp", b"lt", b"gt", b"apos", b"quot"}

_PROLOG = re.compile(
    rb"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>\"']*(?:\"[^\"]*\"[^\[>\"']*|'[^']*'[^\[>\"']*)*"
    rb"(?:\[(?:[^\]\"'<]|<!--.*?-->|<(?:[^>\"']|\"[^\"]*\"|'[^']*')*>)*\]\s*)?>",
    re.DOTALL,
)
_ENTITY = re.compile(
    rb"<!ENTITY\s+(%\s+)?(\S+)\s+(?:(SYSTEM|PUBLIC)\b[^>]*|\"([^\"]*)\"|'([^']*)')\s*>", re.DOTALL
)
_DOCTYPE = re.compile(rb"<!DOCTYPE\s+([^\s\[>]+).*>", re.DOTALL)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_REFERENCE = re.compile(rb"[&%]([A-Za-z_:][\w.:-]*);")
_ENCODING = re.compile(rb"""\s+encoding\s*=\s*(?:"[^"]*"|'[^']*')""")
_ROOT = re.compile(rb"<([A-Za-z_:][^\s/>]*)")
_END = re.compile(
    rb"(?:</([^\s>]+)\s*>|<([^\s/>!?]+)[^<>]*/>)"
    rb"(?:\s|<!--(?:(?!-->).)*-->|<\?(?:(?!\?>).)*\?>)*\Z",
    re.DOTALL,
)
_OPENED = b"<<("
_JSON_DEPTH = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|[\]}]', re.DOTALL)


class Bytes(Protocol):
    """What gives bytes: a file, or a text held in memory."""

    def read(self, size: int = -1, /) -> bytes:
        """Read up to ``size`` bytes."""


class GuardedTriples:
    """A stream of Turtle or N-Triples that stops where triple terms nest too deep.

    A parser asks for more only when it has given out all statements that are complete, so
    what has been opened since the last one (whoever reads sets ``opened`` to 0 at each) is
    the depth of nesting.
    """

    __slots__ = ("_last", "_name", "_rest", "_stream", "opened")

    def __init__(self, name: str, stream: Bytes) -> None:
        self._name, self._stream, self.opened = name, stream, 0
        self._rest = self._last = b""

    def read(self, size: int = -1) -> bytes:
        """Read on; raises `SourceError` when nesting is more than `DEEPEST` deep."""
        data = self._rest[:size] if self._rest else self._stream.read(size)
        if self._last or self._rest or _OPENED in data:
            data = self._counted(data)
        self._last = data[-2:] if data[-1:] == b"<" else b""
        return data

    def _counted(self, data: bytes) -> bytes:
        """Count what is opened, and keep back what opens too much at once."""
        kept = self._rest[len(data) :]
        found = (self._last + data).count(_OPENED)
        if found > DEEPEST // 2:
            cut = len(_OPENED.join(data.split(_OPENED, DEEPEST // 2)[:-1])) + 1
            data, kept = data[:cut], data[cut:] + kept
            found = (self._last + data).count(_OPENED)
        if found:
            if self.opened > DEEPEST:
                raise SourceError(too_deep(self._name))
            self.opened += found
        self._rest = kept
        return data


class GuardedXML:
    """An XML document that is safe to parse, as a stream with ``read``.

    The encoding it declares is taken out (the stream is UTF-8 already), entities in single
    quotes are given double ones, and the end must be the end of the root element.
    """

    def __init__(self, name: str, stream: BinaryIO) -> None:
        self._name, self._stream = name, stream
        prolog, rest = _read_prolog(name, stream)
        longest = _check_entities(name, prolog)
        self._longest_entity = longest
        self._buffer = _plain_prolog(prolog) + rest
        root = _ROOT.match(rest)
        self._root = root[1] if root else b""
        self._tail = b""
        self._references = self._read = self._since = 0

    def read(self, size: int = -1) -> bytes:
        """Read on; raises `SourceError` at the end when the document is cut off."""
        size = _CHUNK if size < 0 else size
        data = self._buffer[:size] or self._stream.read(size)
        self._buffer = self._buffer[size:]
        if not data:
            self._check_end()
            return b""
        self._tail = (self._tail + data)[-4096:]
        self._count(data)
        return data

    def _count(self, data: bytes) -> None:
        last = data.rfind(b"<")
        self._since = self._since + len(data) if last < 0 else len(data) - last
        if self._since > LONGEST_TEXT:
            raise too_long(self._name, None)
        self._references += data.count(b"&")
        self._read += len(data)
        expanded = self._references * self._longest_entity
        if expanded > _FREE_EXPANSION and expanded > _LARGEST_RATIO * self._read:
            raise SourceError(
                f"{self._name}: its entities expand to many times its size; replace them by "
                "what they stand for"
            )

    def _check_end(self) -> None:
        found = _END.search(self._tail)
        if self._root and (found is None or self._root not in (found[1], found[2])):
            raise TruncatedXMLError(self._root.decode("utf-8", "replace"))


class TruncatedXMLError(SourceError):
    """An XML document ends before its root element does."""

    def __init__(self, root: str) -> None:
        super().__init__(f"the file ends before </{root}>")
        self.root = root


def _read_prolog(name: str, stream: BinaryIO) -> tuple[bytes, bytes]:
    """Split what precedes the root element from the bytes read behind it."""
    data = b""
    while True:
        chunk = stream.read(_CHUNK)
        data += chunk
        end = 0
        while found := _PROLOG.match(data, end):
            end = found.end()
        if not chunk or (data[end : end + 1] == b"<" and data[end + 1 : end + 2] not in b"!?"):
            return data[:end], data[end:]
        if len(data) > _LARGEST_PROLOG:
            raise SourceError(
                f"{name}: no element begins within its first megabyte; is it an ontology?"
            )


def _check_entities(name: str, prolog: bytes) -> int:
    """Refuse what nests or leads outside; the length of the longest entity."""
    longest = 0
    bare = _COMMENT.sub(b"", prolog)
    if bare.count(b"<!ENTITY") != len(_ENTITY.findall(bare)):
        raise _refused(name, 1, "an entity is declared in an unknown way")
    for found in _ENTITY.finditer(prolog):
        parameter, entity, external = found[1], found[2].decode("utf-8", "replace"), found[3]
        value = found[4] if found[4] is not None else found[5] or b""
        line = prolog.count(b"\n", 0, found.start()) + 1
        if external or parameter:
            raise _refused(name, line, f"the entity '{entity}' is read from elsewhere")
        names = {each for each in _REFERENCE.findall(value) if each not in _PREDEFINED}
        if names:
            raise _refused(name, line, f"the entity '{entity}' is made of other entities")
        if len(value) > _LONGEST_ENTITY:
            raise _refused(name, line, f"the entity '{entity}' has {len(value)} characters")
        longest = max(longest, len(value))
    return longest


def _refused(name: str, line: int, problem: str) -> SyntaxInSourceError:
    return SyntaxInSourceError(
        f"{name} line {line}: {problem}, which ontorag does not read, to be safe from files made "
        "to exhaust memory or to fetch other files; write out what it stands for",
        line=line,
    )


def _plain_prolog(prolog: bytes) -> bytes:
    """Take out of a prolog what the parser does not need: its encoding, comments, declarations."""
    prolog = _ENCODING.sub(_spaces, prolog, count=1)
    return _DOCTYPE.sub(_plain_doctype, _COMMENT.sub(_line_breaks, prolog), count=1)


def _plain_doctype(found: re.Match[bytes]) -> bytes:
    """Write a document type with nothing but its entities, on as many lines as it had."""
    entities = b"".join(
        b'<!ENTITY %s "%s">' % (name, double or single.replace(b'"', b"&#34;"))
        for _, name, _, double, single in _ENTITY.findall(found[0])
    )
    return b"<!DOCTYPE %s [%s%s]>" % (found[1], entities, _line_breaks(found))


def _line_breaks(found: re.Match[bytes]) -> bytes:
    return b"\n" * found[0].count(b"\n")


def _spaces(found: re.Match[bytes]) -> bytes:
    return b" " * len(found[0])


def check_json_depth(name: str, stream: BinaryIO) -> None:
    """Refuse JSON that nests more than `DEEPEST` deep. Raises `SourceError`."""
    depth, line, data = 0, 1, b""
    while chunk := stream.read(_CHUNK * 16):
        unclosed, data, end = data[:1] == b'"' and b'"' not in chunk, data + chunk, 0
        if unclosed and len(data) <= LONGEST_TEXT:
            continue
        if unclosed:
            raise too_long(name, line)
        for found in _JSON_DEPTH.finditer(data):
            sign, end = found[0], found.end()
            depth += 1 if sign in b"[{" else -1 if sign in b"]}" else 0
            if depth > DEEPEST:
                raise SourceError(too_deep(name))
        quote = data.find(b'"', end)
        cut = quote if quote >= 0 else len(data)
        line += data.count(b"\n", 0, cut)
        data = data[cut:]
        if len(data) > LONGEST_TEXT:
            raise too_long(name, line)


def too_deep(name: str) -> str:
    """Say that a source nests too deep to be read safely."""
    return (
        f"{name}: more than {DEEPEST} levels of nesting, which no ontology needs; "
        "correct the file, or split the statement"
    )
