"""One writer at a time: the lease that a load holds, and the numbers it writes under.

The lease is itself an open load. Its heartbeat, by the server's clock, is renewed with every
batch and every few seconds between them; a writer that was not heard of for a minute is
declared dead by the next one, and finds out at its next batch.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from ontorag.errors import StoreError
from ontorag.stores.neo4j.connect import Connection, foreign
from ontorag.stores.neo4j.journal import (
    FORMAT,
    SCHEMA,
    STALE_SECONDS,
    Journal,
    has_nodes,
    read_journal,
    source_properties,
)
from ontorag.values import Source

_log = logging.getLogger("ontorag.stores.neo4j")
_PATIENCE = STALE_SECONDS + 15.0
_POLL = 0.25
_BEAT = 10.0
_INDEXED_WITHIN = 3_600
"""Seconds that an index over a whole imported graph may take."""

_MARK = "MERGE (o:Ontorag {format: $format}) ON CREATE SET o.epoch = 0, o.loads = 0"
_COMPLETE = "MATCH (o:Ontorag) REMOVE o.imported SET o.epoch = o.epoch + 1"
_NEXT = "MATCH (o:Ontorag) SET o.epoch = o.epoch + 1, o.loads = o.loads + 1 RETURN o.loads AS id"
_DECLARE_DEAD = (
    "MATCH (l:OntoragLoad {state: 'open'}) "
    "WHERE l.heartbeat < datetime.realtime() - duration({seconds: $stale}) SET l.state = 'dead'"
)
_OTHERS = "MATCH (l:OntoragLoad {state: 'open'}) RETURN count(l) AS n, max(l.source) AS source"
_CREATE = (
    "CREATE (l:OntoragLoad {id: $id, writer: $writer, state: $state, "
    "heartbeat: datetime.realtime()}) SET l += $about"
)
_BEATEN = (
    "MATCH (l:OntoragLoad {writer: $lease, state: 'open'}) SET l.heartbeat = datetime.realtime() "
    "WITH l WHERE l.id = $lease AND l.state = 'open' RETURN l.id"
)


class BusyError(StoreError):
    """Another process writes to this database."""


class Lease:
    """The right to write, held from the first change of a block to its end."""

    def __init__(self, connection: Connection, number: int, journal: Journal) -> None:
        self.connection = connection
        self.id = number
        self.journal = journal
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="ontorag-heartbeat", daemon=True)
        self._thread.start()

    def hold(self, transaction: Any) -> None:
        """Renew the lease within a transaction, or refuse to write without it."""
        if transaction.run(_BEATEN, lease=self.id).single() is None:
            raise StoreError(
                f"this load into {self.connection.address} was not heard of for "
                f"{STALE_SECONDS} seconds and was declared dead by another process; load again"
            )

    def number(self, source: Source, state: str) -> int:
        """Open a load under a new number."""

        def work(transaction: Any) -> int:
            self.hold(transaction)
            number = int(transaction.run(_NEXT).single()["id"])
            about = source_properties(source)
            transaction.run(_CREATE, id=number, writer=self.id, state=state, about=about).consume()
            return number

        return self.connection.write(work)

    def end(self) -> None:
        """Stop the heartbeat; the lease's node goes with the last transaction of the block."""
        self._ended.set()
        self._thread.join(timeout=5.0)

    def _beat(self) -> None:
        while not self._ended.wait(_BEAT):
            self._beat_once()

    def _beat_once(self) -> None:
        try:
            self.connection.write(self.hold)
        except StoreError as exc:
            _log.debug("The heartbeat of load %d failed: %s", self.id, exc)


def take_lease(connection: Connection, *, patience: float = _PATIENCE) -> Lease:
    """Take the lease, waiting for another writer to end or to be declared dead."""
    if connection.read(read_journal).epoch < 0:
        _mark(connection)
    end = time.monotonic() + patience
    while (lease := _try(connection, last=time.monotonic() >= end)) is None:
        time.sleep(_POLL)
    return lease


def _try(connection: Connection, *, last: bool) -> Lease | None:
    try:
        number, journal = connection.write(_take)
    except BusyError:
        if last:
            raise
        return None
    return Lease(connection, number, journal)


def check_format(journal: Journal, address: str) -> None:
    """Refuse a database that a later version wrote."""
    if journal.format > FORMAT:
        raise StoreError(
            f"the database at {address} has format {journal.format}, this ontorag knows up to "
            f"{FORMAT}: install a newer ontorag"
        )


def _mark(connection: Connection) -> None:
    """Mark an empty database as ours, with its constraints and its index."""
    if connection.read(has_nodes):
        raise foreign(connection)
    create_schema(connection)
    connection.write(lambda transaction: transaction.run(_MARK, format=FORMAT).consume())


def create_schema(connection: Connection) -> None:
    """Make the constraints and the index that are not there, and wait until they can be used."""
    for command in SCHEMA:
        connection.run(command)
    connection.run(f"CALL db.awaitIndexes({_INDEXED_WITHIN})")


def complete_import(connection: Connection) -> None:
    """Make what `neo4j-admin` could not; doing it twice is fine."""
    create_schema(connection)
    connection.write(lambda transaction: transaction.run(_COMPLETE).consume())


def _take(transaction: Any) -> tuple[int, Journal]:
    number = int(transaction.run(_NEXT).single()["id"])
    transaction.run(_DECLARE_DEAD, stale=STALE_SECONDS).consume()
    others = transaction.run(_OTHERS).single()
    if others["n"]:
        what = f" ({others['source']})" if others["source"] else ""
        raise BusyError(f"another process is loading into this database{what}: try again later")
    transaction.run(_CREATE, id=number, writer=number, state="open", about={}).consume()
    return number, read_journal(transaction)
