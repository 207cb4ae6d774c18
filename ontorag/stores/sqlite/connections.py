"""Open an ontorag file: look first, touch nothing that is not ours, say what is wrong."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ontorag.access import sqlite_uri
from ontorag.errors import ForeignStoreError, StoreAccessError, StoreError
from ontorag.stores.comparing import STRING_DATATYPES
from ontorag.stores.sqlite import schema
from ontorag.values import read_term
from ontorag.values.terms import Literal

_HEADER = b"SQLite format 3\x00"


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn SQLite's errors within the block into ours, saying which file and what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explained(error, path) from error


def _explained(error: sqlite3.Error, path: Path) -> StoreError:
    text = str(error)
    if "locked" in text or "busy" in text:
        return StoreError(
            f"{path} is being written by someone else ({text}). Try again when that is done."
        )
    if "readonly" in text or "read-only" in text:
        return StoreAccessError(
            f"{path} cannot be written ({text}). Make file and folder writable."
        )
    if "unable to open" in text:
        return StoreAccessError(
            f"{path} cannot be opened ({text}). Check the rights of its folder."
        )
    if "disk is full" in text or "full" in text.split():
        return StoreError(f"No space is left for {path} ({text}). Free some space and load again.")
    if "not a database" in text:
        return ForeignStoreError(f"{path} is not a file that ontorag wrote; it is left untouched.")
    return StoreError(
        f"{path} could not be read or written: {text}. "
        "If the file is damaged, load its sources into a new one."
    )


def check_file(path: Path, *, create: bool) -> bool:
    """Say whether ``path`` is one of our files already; False when it must be made.

    Reads the header only, so that nothing foreign is touched.
    """
    if path.is_dir():
        raise StoreError(f"{path} is a folder. Name a file in it, like {path / 'graph.db'}.")
    if not path.parent.is_dir():
        raise StoreError(f"The folder {path.parent} does not exist. Create it, or name another.")
    try:
        header = path.read_bytes()[:100] if path.stat().st_size < 100 else _first_bytes(path)
    except FileNotFoundError as error:
        if create:
            return False
        raise StoreError(f"There is no file {path}. Load something into it first.") from error
    except PermissionError as error:
        raise StoreAccessError(f"{path} may not be read. Give yourself the right to.") from error
    if not header:
        return False
    _check_marks(path, header)
    return True


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


def _check_marks(path: Path, header: bytes) -> None:
    application = int.from_bytes(header[68:72], "big")
    if not header.startswith(_HEADER) or application != schema.APPLICATION_ID:
        what = (
            "an SQLite file of another program" if header.startswith(_HEADER) else "no SQLite file"
        )
        raise ForeignStoreError(
            f"{path} is {what}, not one that ontorag wrote; it is left untouched. "
            "Name another file, or a new one."
        )
    written_as = int.from_bytes(header[60:64], "big")
    if written_as > schema.FORMAT:
        raise StoreError(
            f"{path} was written by a newer ontorag (file format {written_as}, "
            f"this version reads up to {schema.FORMAT}). Update ontorag."
        )


def connect(path: Path, *, mode: str, wait: float, durable: bool) -> sqlite3.Connection:
    """Connect with ``mode`` "rwc", "rw", "ro", or "immutable" (read-only file and folder)."""
    connection = sqlite3.connect(
        sqlite_uri(path, mode),
        uri=True,
        timeout=wait,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
    )
    try:
        for pragma in (
            f"synchronous={'NORMAL' if durable else 'OFF'}",
            "cache_size=-32768",
            "mmap_size=1073741824",
            "trusted_schema=OFF",
        ):
            connection.execute(f"PRAGMA {pragma}")
        connection.create_function("string_of", 1, string_of, deterministic=True)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def string_of(text: str) -> str | None:
    """Give the lexical form of a string literal (with or without language), else None."""
    if not text.startswith('"') or text.endswith(">"):
        return None
    term = read_term(text)
    is_string = isinstance(term, Literal) and term.datatype in STRING_DATATYPES
    return str(term) if is_string else None


def create_tables(path: Path, *, wait: float, durable: bool) -> None:
    """Make ``path`` one of our files; fine when it is, or when someone else just made it."""
    connection = connect(path, mode="rwc", wait=wait, durable=durable)
    try:
        if connection.execute(_HAS_TABLES).fetchone() is None:
            connection.execute("BEGIN IMMEDIATE")
            if connection.execute(_HAS_TABLES).fetchone() is None:
                _write_schema(connection)
            connection.execute("COMMIT")
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()


_HAS_TABLES = "SELECT 1 FROM sqlite_master LIMIT 1"


def _write_schema(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA application_id={schema.APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={schema.FORMAT}")
    for statement in (*schema.TABLES, *schema.STATEMENT_INDEXES, schema.TERM_INDEX):
        connection.execute(statement)
    rows = [(number, schema.IRI_KIND, text) for number, text in enumerate(schema.RESERVED, 1)]
    connection.executemany("INSERT INTO term VALUES (?, ?, ?)", rows)
    connection.execute("INSERT INTO graph VALUES (0, '')")
    connection.execute("INSERT INTO meta VALUES ('snapshot', 'empty')")
