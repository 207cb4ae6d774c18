"""Whether an SQLite file may be written, how to open one for reading alone, how to remove one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Literal as OneOf

ReadingMode = OneOf["ro", "immutable"]


def is_writable(path: Path) -> bool:
    """Say whether this user may write the file, or make it, and write beside it."""
    if path.exists() and not os.access(path, os.W_OK):
        return False
    return os.access(path.parent, os.W_OK)


def reading_mode(path: Path) -> ReadingMode:
    """Choose how to open a file that may not be written: beside its log, or as it is.

    As it is needs no right to write into the folder, but does not see a log.
    """
    log = path.with_name(path.name + "-wal")
    return "ro" if log.exists() and log.stat().st_size else "immutable"


def sqlite_uri(path: Path, mode: str) -> str:
    """Give the URI of a file with ``mode`` "rwc", "rw", "ro" or "immutable" (sqlite.org/uri.html).

    >>> sqlite_uri(Path("/data/graph.db"), "immutable")
    'file:///data/graph.db?mode=ro&immutable=1'
    """
    query = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
    return f"{path.absolute().as_uri()}?{query}"


def remove_sqlite(path: Path) -> None:
    """Remove a file with its logs; what cannot be removed stays, without an error."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
