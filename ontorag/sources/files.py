"""Files: their opening bytes, decompressed and decoded, always as UTF-8 without a mark.

A `SourceFile` can be opened as often as needed: once to be read, and again for a second
look when a finding or an error wants its line.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import re
import tempfile
import weakref
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, BinaryIO, cast

from ontorag.errors import SourceError, SourceNotFoundError, SyntaxInSourceError

OPENING_SIZE = 65_536
LONGEST_TEXT = 16 << 20
"""Characters of one text, or of one line, that are read at most."""
_SHORTEST_SAMPLE = 64
_SHORT = 1024
_CHUNK = 1 << 20
_FREE_EXPANSION = 256 << 20
LARGEST_RATIO = 250
"""A file that unpacks to more times its size is taken for a bomb."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SIGNATURES = (
    (b"PK\x03\x04", "a zip archive within another file; unpack it first"),
    (b"SQLite format 3\x00", "an SQLite file; if ontorag wrote it, open it instead of loading it"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"\x7fELF", "a program"),
    (b"\xfd7zXZ\x00", "compressed by xz; unpack it, or compress it by gzip or bzip2"),
    (b"(\xb5/\xfd", "compressed by zstd; unpack it, or compress it by gzip or bzip2"),
    (b"7z\xbc\xaf", "a 7z archive; unpack it first"),
)
_DECLARED = re.compile(rb"""\s*<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_BROKEN_ARCHIVE = (EOFError, gzip.BadGzipFile, zlib.error)


@dataclass(frozen=True, slots=True)
class Opening:
    """The first bytes of a file, decompressed, and how the rest is to be decoded."""

    data: bytes
    mark: bytes
    encoding: str

    @property
    def text(self) -> str:
        """The opening as text; what cannot be decoded is replaced."""
        return self.data[len(self.mark) :].decode(self.encoding, "replace")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that holds one source: ``name`` is for people and for the store."""

    path: Path
    name: str
    encoding: str | None = None
    kept: object = field(default=None, compare=False, repr=False)
    _reading: list[BinaryIO] = field(default_factory=list, compare=False, repr=False)

    def size(self) -> int:
        """Give its bytes on the disk."""
        return self.path.stat().st_size

    def position(self) -> int:
        """Give how many of its bytes on the disk have been read, by whoever reads it now."""
        return self._reading[-1].tell() if self._reading else 0

    def opening(self) -> Opening:
        """Look at the first bytes. Raises `SourceNotFoundError`, or `SourceError` for a binary."""
        with self._bytes() as stream:
            data = stream.read(OPENING_SIZE)
        mark, marked = next(((m, e) for m, e in _MARKS if data.startswith(m)), (b"", None))
        encoding = marked or self._named_encoding() or _declared_encoding(data) or "utf-8"
        if marked is None and self.encoding is None:
            _refuse_binary(self.name, data, encoding)
        return Opening(data, mark, encoding)

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open it for reading as UTF-8 without a byte-order mark."""
        opening = self.opening()
        with self._bytes() as stream:
            stream.read(len(opening.mark))
            if codecs.lookup(opening.encoding).name == "utf-8":
                yield stream
            else:
                yield cast(
                    "BinaryIO", io.BufferedReader(_Recoded(stream, opening.encoding), _CHUNK)
                )

    @contextmanager
    def open_text(self) -> Iterator[IO[str]]:
        """Open it for reading as text; every line break becomes a line feed."""
        with self.open() as stream, io.TextIOWrapper(stream, "utf-8") as text:
            yield text

    def lines(self) -> Iterator[str]:
        """Give its lines. Raises `SyntaxInSourceError` for one of more than `LONGEST_TEXT`."""
        with self.open_text() as text:
            number = 0
            while line := text.readline(LONGEST_TEXT):
                number += 1
                if len(line) == LONGEST_TEXT:
                    raise too_long(self.name, number)
                yield line

    def undecodable(self) -> SourceError | None:
        """Give the error that names the first byte that cannot be decoded, if there is one."""
        opening = self.opening()
        decoder = codecs.getincrementaldecoder(opening.encoding)()
        with self._bytes() as stream:
            at = len(stream.read(len(opening.mark)))
            while True:
                chunk = stream.read(_CHUNK)
                try:
                    decoder.decode(chunk, final=not chunk)
                except UnicodeDecodeError as error:
                    at += error.start - (len(error.object) - len(chunk))
                    return _not_decodable(self.name, at, error.object[error.start], opening)
                if not chunk:
                    return None
                at += len(chunk)

    def _named_encoding(self) -> str | None:
        if self.encoding is None:
            return None
        try:
            return codecs.lookup(self.encoding).name
        except LookupError as error:
            raise SourceError(
                f"no encoding is called {self.encoding!r}; usual ones are 'utf-8', "
                "'iso-8859-1', 'windows-1252' and 'utf-16'"
            ) from error

    @contextmanager
    def _bytes(self) -> Iterator[BinaryIO]:
        try:
            with self.path.open("rb") as raw, _decompressed(self.name, raw) as stream:
                self._reading.append(raw)
                try:
                    yield stream
                finally:
                    self._reading.remove(raw)
        except _BROKEN_ARCHIVE as error:
            raise SourceError(
                f"{self.name}: the compressed file is cut off or damaged; fetch it again"
            ) from error
        except OSError as error:
            if isinstance(error, SourceError):
                raise
            raise SourceNotFoundError(
                f"{self.name} cannot be read: {error.strerror or error}"
            ) from error


def too_long(name: str, line: int | None) -> SyntaxInSourceError:
    """Make the error for a text that is longer than any that is read."""
    where = name if line is None else f"{name} line {line}"
    return SyntaxInSourceError(
        f"{where}: a text of more than {LONGEST_TEXT >> 20} MiB, the most that is read; shorten "
        "it, or keep it in a file of its own and link to that",
        line=line,
    )


def spool(stream: IO[bytes] | IO[str]) -> tuple[Path, object]:
    """Copy a stream into a temporary file; the second value keeps the file while it lives."""
    with tempfile.NamedTemporaryFile(prefix="ontorag-", delete=False) as file:
        path = Path(file.name)
        kept = keep_file(path)
        while chunk := stream.read(_CHUNK):
            file.write(chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk)
    return path, kept


def keep_file(path: Path) -> object:
    """Give what keeps a temporary file: it is deleted when nobody holds this any more."""
    return _Kept(path)


class _Kept:
    """Deletes a temporary file when nobody needs it any more."""

    def __init__(self, path: Path) -> None:
        weakref.finalize(self, path.unlink, missing_ok=True)


class _Recoded(io.RawIOBase):
    """A stream in any encoding, read as UTF-8."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self._text = io.TextIOWrapper(stream, encoding, newline="")
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self._rest:
            self._rest = self._text.read(len(buffer) // 4 + 1).encode("utf-8")
        part, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


class _Bounded(io.RawIOBase):
    """A decompressed stream that stops when it grows out of all proportion to its file."""

    def __init__(self, name: str, raw: BinaryIO, stream: BinaryIO) -> None:
        self._name, self._raw, self._stream, self._read = name, raw, stream, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        part = self._stream.read(len(buffer))
        self._read += len(part)
        if self._read > _FREE_EXPANSION and self._read > LARGEST_RATIO * self._raw.tell():
            raise SourceError(
                f"{self._name} unpacks to more than {LARGEST_RATIO} times its size, as no "
                "ontology does; if you trust it, unpack it and load the result"
            )
        buffer[: len(part)] = part
        return len(part)


@contextmanager
def _decompressed(name: str, raw: BinaryIO) -> Iterator[BinaryIO]:
    start = raw.read(4)
    raw.seek(0)
    if start[:2] == b"\x1f\x8b":
        unpacked = cast("BinaryIO", gzip.GzipFile(fileobj=raw, mode="rb"))
    elif start[:3] == b"BZh":
        unpacked = cast("BinaryIO", bz2.BZ2File(raw, "rb"))
    else:
        yield raw
        return
    with unpacked:
        yield cast("BinaryIO", io.BufferedReader(_Bounded(name, raw, unpacked), _CHUNK))


def _declared_encoding(data: bytes) -> str | None:
    found = _DECLARED.match(data)
    if found is None:
        return None
    try:
        name = codecs.lookup(found[1].decode("ascii")).name
    except LookupError:
        return None
    return None if name.startswith(("utf-16", "utf-32")) else name


def _refuse_binary(name: str, data: bytes, encoding: str) -> None:
    for signature, title in _SIGNATURES:
        if data.startswith(signature):
            raise SourceError(f"{name} is {title}")
    sample = data[:4096]
    if len(sample) < _SHORTEST_SAMPLE:
        return
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) > len(sample) // 3:
        raise SourceError(
            f"{name} looks like UTF-16 without a byte-order mark; "
            f"give encoding='utf-16-{'le' if odd > even else 'be'}'"
        )
    signs = sum(sample.count(byte) for byte in range(32) if byte not in b"\t\n\r\f\x1b")
    if signs * 10 > len(sample) and not _is_short_text(data):
        raise SourceError(f"{name} is a binary file, not text in {encoding}")


def _is_short_text(data: bytes) -> bool:
    """Whether it may be a test of control characters: short, and its first line is readable."""
    line = data[:32].split(b"\n")[0]
    return len(data) < _SHORT and len(line) >= 8 and line.isascii() and line.decode().isprintable()


def _not_decodable(name: str, at: int, byte: int, opening: Opening) -> SourceError:
    line = opening.data[:at].count(b"\n") + 1 if at < len(opening.data) else None
    where = f" (line {line})" if line and opening.encoding == "utf-8" else ""
    return SourceError(
        f"{name}: byte {at}{where} is 0x{byte:02X}, which is not valid {opening.encoding.upper()}; "
        "name the file's encoding, such as encoding='iso-8859-1' or 'windows-1252'"
    )
