"""The embedded store: one SQLite file, one connection a thread, one writer at a time."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import threading
import weakref
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from ontorag.access import is_writable, reading_mode
from ontorag.errors import StoreAccessError, StoreError
from ontorag.stores.base import ANY, EVERYTHING, Pattern, PropertyUse, Scope, TextQuad
from ontorag.stores.sqlite import counting, read
from ontorag.stores.sqlite.connections import (
    check_file,
    connect,
    create_tables,
    told,
)
from ontorag.stores.sqlite.numbered import NumberedFile
from ontorag.stores.sqlite.write import SQLiteWriter
from ontorag.values import IRI, Fact, Literal, Source, Step, Term, Where


def open_sqlite(
    path: str | Path | None = None, *, create: bool = True, wait: float = 10.0
) -> SQLiteStore:
    """Open the ontorag file at ``path``, made when it is missing and ``create`` is set.

    Without a path, a private temporary file is used and removed when the store is closed or the
    program ends. ``wait`` is how many seconds a write waits for another one to end. A file that
    may not be written can still be asked.

    Raises `ForeignStoreError` for a file that ontorag did not write, `StoreAccessError` where
    the rights are missing, and `StoreError` when there is no such folder or file, or the file
    was written by a newer ontorag.
    """
    folder = Path(tempfile.mkdtemp(prefix="ontorag-")) if path is None else None
    file = folder / "graph.db" if folder is not None else Path(path or "").absolute()
    with told(file):
        exists = check_file(file, create=create)
        mode: str = "rw"
        if exists and not is_writable(file):
            mode = reading_mode(file)
        else:
            create_tables(file, wait=wait, durable=folder is None)
    return SQLiteStore(file, mode=mode, wait=wait, folder=folder)


class SQLiteStore:
    """A graph in one SQLite file; get one by `open_sqlite`.

    Threads may share it: each gets its own connection. Reads see the last committed state and
    never wait; writes wait for one another.
    """

    def __init__(self, file: Path, *, mode: str, wait: float, folder: Path | None = None) -> None:
        self.address = str(file) if folder is None else "a private temporary file"
        self.lookup_file = file
        self._mode = mode
        self._wait = wait
        self._durable = folder is None
        self._local = threading.local()
        self._open: weakref.WeakSet[_Reader] = weakref.WeakSet()
        self._closed = False
        self._writing = threading.Lock()
        self._writing_thread: int | None = None
        self._removal = folder and weakref.finalize(self, shutil.rmtree, folder, True)

    @property
    def read_only(self) -> bool:
        """Whether the file can be asked only."""
        return self._mode != "rw"

    # ── reading ───────────────────────────────────────────────────────────────────────

    def snapshot(self) -> str:
        """Identify the present content; the same history of writes gives the same id."""
        with self._reading() as db:
            return str(db.execute("SELECT value FROM meta WHERE key = 'snapshot'").fetchone()[0])

    def members(self, where: Where, *, scope: Scope = EVERYTHING) -> list[Term]:
        """Give all members of ``where``, sorted."""
        with self._reading() as db:
            return read.members(db, where, scope)

    def count(self, where: Where, *, scope: Scope = EVERYTHING) -> int:
        """Count the members of ``where``."""
        with self._reading() as db:
            return read.count(db, where, scope)

    def explain(self, where: Where, *, scope: Scope = EVERYTHING) -> tuple[str, dict[str, object]]:
        """Give the SQL of ``members(where)`` and its parameters; ``terms`` says what ids mean."""
        with self._reading() as db:
            return read.explain(db, where, scope)

    def facts(
        self, pattern: Pattern, *, scope: Scope = EVERYTHING, limit: int | None = None
    ) -> list[Fact]:
        """Give the distinct facts that match, sorted, at most ``limit`` of them."""
        with self._reading() as db:
            return read.facts(db, pattern, scope, limit)

    def count_facts(self, pattern: Pattern, *, scope: Scope = EVERYTHING) -> int:
        """Count the distinct facts that match."""
        with self._reading() as db:
            return counting.count_facts(db, pattern, scope)

    def steps(
        self, terms: Collection[Term], *, scope: Scope = EVERYTHING
    ) -> list[tuple[Term, Step, int]]:
        """Give the edges at each term, counted by step, sorted."""
        with self._reading() as db:
            return counting.steps(db, terms, scope)

    def property_uses(self) -> list[PropertyUse]:
        """Give the use of every property, sorted by predicate."""
        with self._reading() as db:
            return counting.property_uses(db)

    def literal_values(self, predicate: IRI, *, limit: int) -> list[tuple[Literal, int]]:
        """Give the distinct literal objects of a property with their counts, sorted."""
        with self._reading() as db:
            return counting.literal_values(db, predicate, limit)

    def sources(self) -> list[Source]:
        """Give the sources, sorted by name."""
        with self._reading() as db:
            return read.sources(db)

    def statements(
        self, pattern: Pattern = ANY, *, scope: Scope = EVERYTHING, also_read: bool = False
    ) -> Iterator[TextQuad]:
        """Stream the distinct statements that match, as they were when the stream began."""
        with self._streaming() as db:
            stated = replace(scope, inferred=False, read=also_read)
            yield from read.statements(db, pattern, stated)

    def nodes(self) -> Iterator[str]:
        """Stream every distinct IRI of a statement, as they were when the stream began."""
        with self._streaming() as db:
            yield from read.nodes(db)

    @contextmanager
    def numbered(self) -> Iterator[NumberedFile]:
        """Give all of the graph by the ids of its terms, as it is now."""
        with self._streaming() as db:
            yield NumberedFile(db)

    # ── writing ───────────────────────────────────────────────────────────────────────

    @contextmanager
    def writing(self) -> Iterator[SQLiteWriter]:
        """Open a transaction: all of it is kept at the end of the block, nothing on an error.

        Raises `StoreError` when another write does not end in time, `StoreAccessError` when the
        file may only be read.
        """
        if self.read_only:
            raise StoreAccessError(
                f"{self.address} may only be read. Make file and folder writable and reopen it."
            )
        with self._only_writer(), told(self.lookup_file):
            db = self._connect()
            try:
                db.execute("BEGIN IMMEDIATE")
                writer = SQLiteWriter(db)
                yield writer
                writer.finish()
                db.execute("COMMIT")
            finally:
                _close(db)

    @contextmanager
    def _only_writer(self) -> Iterator[None]:
        """Wait for the other threads' writes; a write within a write can only wait for itself."""
        if self._writing_thread == threading.get_ident():
            raise StoreError("this thread is writing already: end that block before a new one")
        if not self._writing.acquire(timeout=self._wait):
            raise StoreError(
                f"another thread has been writing {self.address} for more than {self._wait:g} s. "
                "Try again when that is done."
            )
        self._writing_thread = threading.get_ident()
        try:
            yield
        finally:
            self._writing_thread = None
            self._writing.release()

    # ── connections ───────────────────────────────────────────────────────────────────

    def close(self) -> None:
        """Let go of files and connections; closing twice is fine."""
        self._closed = True
        for reader in list(self._open):
            reader.close()
        if self._removal:
            self._removal()

    def _connect(self) -> sqlite3.Connection:
        if self._closed:
            raise StoreError(f"{self.address} is closed. Open it again to ask or to write.")
        return connect(self.lookup_file, mode=self._mode, wait=self._wait, durable=self._durable)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Give this thread's connection within a read transaction."""
        with told(self.lookup_file):
            reader: _Reader | None = getattr(self._local, "reader", None)
            if reader is None or self._closed:
                reader = _Reader(self._connect())
                self._local.reader = reader
                self._open.add(reader)
            db = reader.connection
            db.execute("BEGIN")
            try:
                yield db
            finally:
                db.execute("ROLLBACK")

    @contextmanager
    def _streaming(self) -> Iterator[sqlite3.Connection]:
        """Give a connection of its own, so that a stream may outlive other reads and threads."""
        with told(self.lookup_file):
            db = self._connect()
            try:
                db.execute("BEGIN")
                yield db
            finally:
                _close(db)


class _Reader:
    """A thread's connection, closed with its thread or with the store."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        connection.execute("PRAGMA query_only=ON")

    def close(self) -> None:
        _close(self.connection)

    def __del__(self) -> None:
        self.close()


def _close(connection: sqlite3.Connection) -> None:
    """Close, undoing what was not committed; an interrupted connection may complain: let it."""
    with suppress(sqlite3.Error):
        connection.close()
