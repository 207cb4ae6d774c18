"""Zip archives: their members as files of their own, guarded against bombs.

A member is copied out before it is read, under a name of ours: what an archive calls its
members never becomes a path. Archives within archives are not opened.
"""

from __future__ import annotations

import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO

from ontorag.errors import SourceError
from ontorag.sources.files import LARGEST_RATIO, SourceFile, keep_file
from ontorag.sources.formats import has_readable_suffix, looks_readable, suffix_of
from ontorag.sources.members import PERHAPS, Member

_MAGIC = b"PK\x03\x04"
_MOST_MEMBERS = 10_000
_FREE = 64 << 20
_LARGEST = 16 << 30
_CHUNK = 1 << 20
_DOCUMENTS = ("[Content_Types].xml", "mimetype")


def is_archive(path: Path) -> bool:
    """Whether a file is a zip archive with something in it."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def archived_members(path: Path, name: str) -> tuple[list[Member], list[str]]:
    """Copy out the members that can be read, and name those that were left out.

    The only member of an archive is named like it, several ones ``archive/member``. Raises
    `SourceError` for what is encrypted, damaged, or unpacks to far more than any ontology.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            _check(archive, path, name)
            return _members(archive, name, path.as_posix())
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise SourceError(
            f"{name}: the zip archive is damaged ({error}); fetch it again"
        ) from error
    except RuntimeError as error:
        raise SourceError(f"{name} is encrypted; unpack it and load the result") from error


def _check(archive: zipfile.ZipFile, path: Path, name: str) -> None:
    infos = archive.infolist()
    if any(info.filename in _DOCUMENTS for info in infos):
        raise SourceError(f"{name} is an office document, not an archive of ontologies")
    if len(infos) > _MOST_MEMBERS:
        raise SourceError(f"{name} has more than {_MOST_MEMBERS} members; unpack it first")
    total, packed = sum(info.file_size for info in infos), path.stat().st_size
    if total > _LARGEST or (total > _FREE and total > LARGEST_RATIO * packed):
        raise _bomb(name)


def _members(archive: zipfile.ZipFile, name: str, place: str) -> tuple[list[Member], list[str]]:
    found: list[Member] = []
    left_out: list[str] = []
    for info in sorted(_files(archive), key=lambda info: info.filename):
        inner = info.filename
        if not has_readable_suffix(inner) and suffix_of(inner) not in PERHAPS:
            left_out.append(f"{name}/{inner}")
            continue
        with archive.open(info) as stream:
            copy, kept = _copied(stream, info, name)
        member = Member(copy, f"{name}/{inner}", kept, inner, place)
        if has_readable_suffix(inner) or _is_graph(copy, inner):
            found.append(member)
        else:
            left_out.append(member.name)
    if len(found) == 1:
        found = [replace(found[0], name=name)]
    return found, left_out


def _files(archive: zipfile.ZipFile) -> Iterator[zipfile.ZipInfo]:
    for info in archive.infolist():
        parts = info.filename.split("/")
        hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
        if not info.is_dir() and not hidden:
            yield info


def _copied(stream: IO[bytes], info: zipfile.ZipInfo, name: str) -> tuple[Path, object]:
    """Copy a member out; its header may lie about its size."""
    written = 0
    with tempfile.NamedTemporaryFile(prefix="ontorag-", delete=False) as file:
        kept = keep_file(Path(file.name))
        while chunk := stream.read(_CHUNK):
            written += len(chunk)
            if written > _FREE and written > LARGEST_RATIO * max(info.compress_size, 1):
                raise _bomb(name)
            file.write(chunk)
    return Path(file.name), kept


def _is_graph(path: Path, name: str) -> bool:
    try:
        return looks_readable(SourceFile(path, name).opening().text)
    except SourceError:
        return False


def _bomb(name: str) -> SourceError:
    return SourceError(
        f"{name} unpacks to more than {LARGEST_RATIO} times its size, as no ontology does; if you "
        "trust it, unpack it and load the result"
    )
