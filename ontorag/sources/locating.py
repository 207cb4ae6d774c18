"""Paths to source files: the members of folders, their names, and the nearest existing name."""

from __future__ import annotations

import difflib
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path, PurePath

from ontorag.errors import SourceError, SourceNotFoundError
from ontorag.sources.archives import archived_members, is_archive
from ontorag.sources.files import SourceFile, spool
from ontorag.sources.formats import READABLE, has_readable_suffix, looks_readable, suffix_of
from ontorag.sources.members import PERHAPS, Member

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_NOT_DATA = {"md", "html", "py", "ipynb", "log", "pdf", "png", "svg", "jpg", "db", "toml"}


def is_address(text: str) -> bool:
    """Whether a text is an address of the web.

    >>> is_address("https://example.org/pets.ttl"), is_address("pets.ttl")
    (True, False)
    """
    return text.lower().startswith(("http://", "https://"))


def located(what: str | os.PathLike[str]) -> tuple[list[Member], list[str]]:
    """Give the files of a path, and the members of a folder that were left out.

    Raises `SourceNotFoundError`, with the nearest existing name, when there is none.
    """
    text = os.fspath(what)
    _refuse_texts(text)
    path = Path(text)
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        raise _not_found(path, text, error) from error
    if stat.S_ISDIR(mode):
        return _members(path, text)
    if stat.S_ISFIFO(mode):
        return [_spooled(path)], []
    if not stat.S_ISREG(mode):
        raise SourceNotFoundError(f"{text} is not a file or a folder but a device; give a file")
    _check_readable(path, text)
    if is_archive(path):
        members, left_out = archived_members(path, path.as_posix())
        if not members:
            raise SourceNotFoundError(
                f"the archive {text} holds nothing that can be read; ontorag reads {READABLE}"
            )
        return members, left_out
    return [Member(path, path.as_posix())], []


def _refuse_texts(text: str) -> None:
    if not text.strip():
        raise SourceNotFoundError("the path is empty; give a file or a folder")
    if _ADDRESS.match(text):
        raise SourceError(
            f"{text} is an address, and addresses are fetched only when that is asked for: with "
            "allow_url=True (--allow-url); or download the file and load that"
        )
    if "\n" in text:
        raise SourceError(
            "this is a text, not a path; wrap it: io.StringIO(text), with media_type='text/turtle'"
        )


def _not_found(path: Path, text: str, error: Exception) -> SourceNotFoundError:
    if isinstance(error, PermissionError):
        return SourceNotFoundError(f"{text} cannot be read: {error.strerror}")
    rest, name, parent = Path(), path.name, path.parent
    while not _is_folder(parent) and parent != parent.parent:
        rest, name, parent = Path(name) / rest, parent.name, parent.parent
    near = _nearest(name, parent)
    if near is not None:
        whole = parent / near / rest
        advice = f"did you mean {(whole if _exists(whole) else parent / near).as_posix()}?"
    else:
        advice = "check the path, and the folder you are in"
    shown = text if len(text) <= 200 else text[:200] + "…"
    return SourceNotFoundError(f"there is no file or folder {shown!r}; {advice}")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _nearest(name: str, folder: Path) -> str | None:
    try:
        existing = {each.name.casefold(): each.name for each in sorted(folder.iterdir())}
    except OSError:
        return None
    near = difflib.get_close_matches(name.casefold(), existing, n=1, cutoff=0.6)
    if not near:
        stem = PurePath(name).stem.casefold()
        near = [each for each in existing if PurePath(each).stem == stem][:1]
    return existing[near[0]] if near else None


def _check_readable(path: Path, text: str) -> None:
    try:
        with path.open("rb"):
            pass
    except OSError as error:
        raise SourceNotFoundError(
            f"{text} cannot be read: {error.strerror}; check its permissions"
        ) from error


def _spooled(path: Path) -> Member:
    with path.open("rb") as stream:
        copy, kept = spool(stream)
    return Member(copy, path.as_posix(), kept)


def _members(folder: Path, text: str) -> tuple[list[Member], list[str]]:
    members: list[Member] = []
    left_out: list[str] = []
    for path in _walked(folder):
        name = path.relative_to(folder).as_posix()
        if suffix_of(name) == "zip" and is_archive(path):
            inner, others = archived_members(path, name)
            members += inner
            left_out += others
        elif has_readable_suffix(name) or _is_data(path, name):
            _check_readable(path, path.as_posix())
            members.append(Member(path, name))
        elif suffix_of(name) not in _NOT_DATA:
            left_out.append(name)
    if not members:
        raise SourceNotFoundError(
            f"the folder {text} holds nothing that can be read; ontorag reads {READABLE}"
        )
    return members, left_out


def _walked(folder: Path) -> Iterator[Path]:
    """Give the regular files below a folder, without hidden ones, in the order of their paths."""
    found: list[Path] = []
    for root, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith(".")]
        found.extend(Path(root, each) for each in files if not each.startswith("."))
    yield from sorted((each for each in found if each.is_file()), key=lambda each: each.as_posix())


def _is_data(path: Path, name: str) -> bool:
    """Whether a file whose name tells nothing holds a graph by its content."""
    if suffix_of(name) not in PERHAPS:
        return False
    try:
        return looks_readable(SourceFile(path, name).opening().text)
    except SourceError:
        return False
