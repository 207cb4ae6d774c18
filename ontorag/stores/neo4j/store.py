"""The graph store on a Neo4j server."""

from __future__ import annotations

import hashlib
import logging
import os
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ontorag.access import remove_sqlite
from ontorag.errors import GraphChangedError, StoreAccessError, StoreError
from ontorag.stores.base import (
    ANY,
    EVERYTHING,
    Pattern,
    PropertyUse,
    Scope,
    TextQuad,
    is_hidden,
)
from ontorag.stores.checking import check_where
from ontorag.stores.neo4j import read
from ontorag.stores.neo4j.compile import compile_count, compile_members, ghosts
from ontorag.stores.neo4j.connect import Connection, connect, foreign
from ontorag.stores.neo4j.journal import NOBODY, Journal, View, has_nodes, read_epoch, read_journal
from ontorag.stores.neo4j.lease import BusyError, check_format, complete_import
from ontorag.stores.neo4j.mapping import text_of
from ontorag.stores.neo4j.write import Neo4jWriter
from ontorag.values import IRI, Fact, Is, Literal, Source, Step, Term, Where, read_term, write_term

if TYPE_CHECKING:
    import neo4j

T = TypeVar("T")
_log = logging.getLogger("ontorag.stores.neo4j")
_TRIES = 5
_RELATIONSHIPS = " UNION ALL ".join(
    f"MATCH ()-[r{kind}]->() RETURN count(r) AS n"
    for kind in ("", ":ONTORAG_SUBJECT", ":ONTORAG_OBJECT")
)


def open_neo4j(
    address: str,
    *,
    user: str | None = None,
    password: str | None = None,
    token: str | None = None,
    database: str | None = None,
    driver: neo4j.Driver | None = None,
    cache_folder: Path | None = None,
) -> Neo4jStore:
    """Open a database on a Neo4j server (5.26 or later; no plugins).

    ``address`` is ``neo4j://host:7687`` (routing) or ``bolt://host:7687``, with ``+s`` or
    ``+ssc`` for TLS; ``user`` and ``password`` or a bearer ``token`` say who asks; with a ready
    ``driver`` they are its own affair, and it stays open at the end. ``database`` is the
    user's home database where it is not given. ``cache_folder`` is where the look-up index
    lives; by default the user's cache folder.

    Raises `StoreUnreachableError`, `StoreAccessError`, `ForeignStoreError` for a database with
    data that ontorag did not write, and `StoreError` for an unknown database.
    """
    connection = connect(
        address, user=user, password=password, token=token, database=database, driver=driver
    )
    try:
        journal, identity = connection.read(_first_look)
        if journal is None:
            raise foreign(connection)
        check_format(journal, address)
        lookup_file = _lookup_file(cache_folder, identity)
        if journal.epoch < 0:  # never written, or emptied by somebody: nothing is remembered
            remove_sqlite(lookup_file)
        store = Neo4jStore(connection, lookup_file=lookup_file, imported=journal.imported)
        if journal.imported:
            _complete_quietly(connection)
        if journal.needs_settling():
            _settle_quietly(connection)
    except BaseException:
        connection.close()
        raise
    return store


class Neo4jStore:
    """Reads and writes one database; safe to use from several threads.

    ``imported`` is the key of the import that this is the first opening of, else empty.
    """

    def __init__(self, connection: Connection, *, lookup_file: Path, imported: str = "") -> None:
        self.address = connection.address
        self.database = connection.database
        self.lookup_file = lookup_file
        self.imported = imported
        self._connection = connection
        self._journal = Journal(epoch=-2)
        self._writing = threading.Lock()
        self._writing_thread: int | None = None

    def snapshot(self) -> str:
        """Identify the present content by the server's mark of its last committed transaction.

        Every committed change counts, also another process's and a person's own Cypher; reading
        changes nothing. It costs one small read. A change of anything in the database counts,
        so it may change although no statement did, never the other way round.
        """
        return self._connection.change_mark()

    def members(self, where: Where, *, scope: Scope = EVERYTHING) -> list[Term]:
        """Give all members of ``where``, sorted."""
        check_where(where)
        if isinstance(where, Is):
            return sorted(set(where.terms), key=write_term)
        found = self._read_checked(scope, _members(where))
        return [read_term(text) for text in sorted(found)]

    def count(self, where: Where, *, scope: Scope = EVERYTHING) -> int:
        """Count the members of ``where``."""
        check_where(where)
        if isinstance(where, Is):
            return len(set(where.terms))
        return self._read_checked(scope, _count(where))

    def explain(self, where: Where, *, scope: Scope = EVERYTHING) -> tuple[str, dict[str, object]]:
        """Give the query for ``members(where)`` and its parameters, as they would be sent."""
        check_where(where)
        return self._read(scope, lambda _, view: compile_members(view, where))

    def facts(
        self, pattern: Pattern, *, scope: Scope = EVERYTHING, limit: int | None = None
    ) -> list[Fact]:
        """Give the distinct facts that match, sorted, with graphs, sources and qualifiers."""
        return self._read(scope, lambda tx, view: read.facts(tx, view, pattern, limit))

    def count_facts(self, pattern: Pattern, *, scope: Scope = EVERYTHING) -> int:
        """Count the distinct facts that match."""
        return self._read(scope, lambda tx, view: read.count_facts(tx, view, pattern))

    def steps(
        self, terms: Collection[Term], *, scope: Scope = EVERYTHING
    ) -> list[tuple[Term, Step, int]]:
        """Give the edges at each term: (term, step away from it, how many), sorted."""
        return self._read(scope, lambda tx, view: read.steps(tx, view, terms))

    def statements(
        self, pattern: Pattern = ANY, *, scope: Scope = EVERYTHING, also_read: bool = False
    ) -> Iterator[TextQuad]:
        """Stream the distinct statements that match as text, reification included."""
        stated = replace(scope, inferred=False, read=also_read)
        return self._stream(stated, lambda tx, view: read.statements(tx, view, pattern))

    def nodes(self) -> Iterator[str]:
        """Stream every distinct IRI of the statements, as text."""
        return self._stream(EVERYTHING, read.nodes)

    def relationships(self) -> int:
        """Count the relationships that are statements, whoever wrote them; it takes no time.

        The server keeps the numbers of all and of each type.
        """
        every, *ends = self._connection.read(
            lambda transaction: [row["n"] for row in transaction.run(_RELATIONSHIPS)]
        )
        return int(every - sum(ends))

    def property_uses(self) -> list[PropertyUse]:
        """Give the use of every property, sorted by predicate."""
        return self._read(EVERYTHING, read.property_uses)

    def literal_values(self, predicate: IRI, *, limit: int) -> list[tuple[Literal, int]]:
        """Give the distinct literal objects of a property with their counts, sorted."""
        return self._read(
            EVERYTHING, lambda tx, view: read.literal_values(tx, view, predicate, limit)
        )

    def sources(self) -> list[Source]:
        """Give the sources of the stored statements, sorted by name."""
        journal = self._connection.read(read_journal)
        found = {
            load.source.name: load.source
            for load in journal.loads
            if load.state == "live" and load.source is not None
        }
        return [found[name] for name in sorted(found) if not is_hidden(name)]

    @contextmanager
    def writing(self) -> Iterator[Neo4jWriter]:
        """Open a block of writes: all of it is seen at its end, nothing of it on an error."""
        with self._one_block():
            writer = Neo4jWriter(self._connection)
            try:
                yield writer
            except BaseException:
                writer.abort()
                raise
            writer.commit()

    @contextmanager
    def _one_block(self) -> Iterator[None]:
        me = threading.get_ident()
        if self._writing_thread == me:
            raise StoreError("a block of writes is open in this thread already: end it first")
        with self._writing:
            self._writing_thread = me
            try:
                yield
            finally:
                self._writing_thread = None

    def close(self) -> None:
        """Close the connections, unless the driver was given; closing twice is fine."""
        self._connection.close()

    def _read(self, scope: Scope, work: Callable[[Any, View], T]) -> T:
        """Read, then look at the journal's epoch; see `_read_checked`."""
        return self._read_checked(scope, lambda tx, view: (work(tx, view), read_epoch(tx)))

    def _read_checked(self, scope: Scope, work: Callable[[Any, View], tuple[T, int]]) -> T:
        """Read so that the answer is of one state of the journal.

        ``work`` also gives the epoch after it read. The journal is kept between reads; when it
        turns out to be an old one, it and the answer are read again.
        """

        def attempt(transaction: Any) -> T:
            journal = self._journal
            if journal.epoch < 0:
                journal = read_journal(transaction)
            for _ in range(_TRIES):
                result, epoch = work(transaction, View.of(journal, scope))
                if epoch == journal.epoch:
                    break
                journal = read_journal(transaction)
            self._journal = journal
            return result

        return self._connection.read(attempt)

    def _stream(self, scope: Scope, work: Callable[[Any, View], Iterator[T]]) -> Iterator[T]:
        with (
            self._connection.said(),
            self._connection.session() as session,
            session.begin_transaction() as transaction,
        ):
            journal = read_journal(transaction)
            view = View.of(journal, scope)
            if view.loads is None:
                view = replace(view, loads=journal.live() | {NOBODY})
            yield from work(transaction, view)
            if read_journal(transaction).live() != journal.live():
                raise GraphChangedError(
                    f"the graph on {self.address} was changed while it was being read: read again"
                )


def _members(where: Where) -> Callable[[Any, View], tuple[set[str], int]]:
    def work(transaction: Any, view: View) -> tuple[set[str], int]:
        missing = _not_stored(transaction, where)
        query, parameters = compile_members(view, where)
        row = transaction.run(query, parameters).single()
        found = {text for iri in row["iris"] if (text := text_of(iri, None))}
        others = {text for shown in row["others"] if (text := text_of(None, shown))}
        return found | others | missing, row["epoch"]

    return work


def _count(where: Where) -> Callable[[Any, View], tuple[int, int]]:
    def work(transaction: Any, view: View) -> tuple[int, int]:
        missing = _not_stored(transaction, where)
        query, parameters = compile_count(view, where)
        row = transaction.run(query, parameters).single()
        return row["n"] + len(missing), row["epoch"]

    return work


def _not_stored(transaction: Any, where: Where) -> set[str]:
    """Give those members that are named in ``where`` itself and have no node."""
    named = ghosts(where)
    if not named:
        return set()
    return {write_term(term) for term in named} - read.stored(transaction, named)


def _first_look(transaction: Any) -> tuple[Journal | None, str]:
    """Read the journal (None: not ours) and what identifies the database."""
    row = transaction.run("CALL db.info() YIELD id, name RETURN id, name").single()
    identity = f"{row['id']} {row['name']}"
    journal = read_journal(transaction)
    if journal.epoch < 0 and has_nodes(transaction):
        return None, identity
    return journal, identity


def _settle_quietly(connection: Connection) -> None:
    """Sweep what a dead writer left, if this user may write and nobody else is at it."""
    try:
        Neo4jWriter(connection).sweep_what_is_left()
    except (StoreAccessError, BusyError) as exc:
        _log.debug("What a dead load left is not swept now: %s", exc)


def _complete_quietly(connection: Connection) -> None:
    """Index what `neo4j-admin` imported, if this user may write: without, it is only slow."""
    try:
        complete_import(connection)
    except StoreAccessError as exc:
        _log.warning("The imported graph stays without indexes, and slow: %s", exc)


def _lookup_file(folder: Path | None, identity: str) -> Path:
    digest = hashlib.sha256(identity.encode("utf-8")).hexdigest()[:16]
    return (folder or user_cache()) / f"neo4j-{digest}.db"


def user_cache() -> Path:
    """Give ontorag's folder in the user's cache, by the custom of the platform."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "ontorag"
