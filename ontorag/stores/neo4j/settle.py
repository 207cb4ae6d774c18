"""After a block of writes: sweep what only dead loads state, derive what people see.

Everything here can be done again: a writer that dies in the middle leaves dead or unfinished
loads, and the next one settles them.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ontorag.errors import StoreError
from ontorag.stores.base import TextQuad
from ontorag.stores.neo4j.batch import Touched, sweep_query
from ontorag.stores.neo4j.connect import Connection, in_batches
from ontorag.stores.neo4j.derive import derive_edges, derive_nodes
from ontorag.stores.neo4j.journal import Journal, read_journal
from ontorag.stores.neo4j.lease import Lease
from ontorag.stores.neo4j.mapping import (
    KEYS,
    LITERAL,
    RESOURCE,
    TRIPLE,
    ident_of,
    kind_of,
    parts_of,
    show,
    text_of,
)

_log = logging.getLogger("ontorag.stores.neo4j")
_SWEPT_AT_ONCE = 2_000
_SCANNED_AT_ONCE = 100_000
_MOST_LOADS = 4

_FIND_DEAD = (
    "MATCH (s:Resource)-[r]->(o) WHERE any(l IN r.loads WHERE l IN $dead) "
    f"RETURN s.iri, type(r), o.iri, {show('o')} LIMIT $limit"
)
_FIND_UNFINISHED = (
    "MATCH (s:Resource)-[r]->(o) WHERE any(l IN r.loads WHERE l IN $loads) "
    f"RETURN s.iri, type(r), o.iri, {show('o')}"
)
_LOOSE_TRIPLES = (
    "UNWIND $idents AS ident MATCH (n:Triple {key: ident}) WHERE NOT EXISTS { (n)<--() } "
    "OPTIONAL MATCH (n)-[e:ONTORAG_SUBJECT|ONTORAG_OBJECT]->() DELETE e, n"
)
_LOOSE = (
    "UNWIND $idents AS ident MATCH (n:{kind} {{{key}: ident}}) "
    "WHERE NOT EXISTS {{ (n)--() }} DELETE n"
)
_JOIN = (
    "MATCH ()-[r]->() WHERE any(l IN r.loads WHERE l IN $old) CALL (r) { "
    "SET r.loads = [l IN r.loads | CASE WHEN l IN $old THEN $new ELSE l END] } "
    "IN TRANSACTIONS OF 2000 ROWS"
)
_FINISH = (
    "MATCH (l:OntoragLoad) WHERE l.id IN $gone DELETE l WITH count(*) AS _ "
    "MATCH (o:Ontorag) SET o.epoch = o.epoch + 1"
)
_SETTLED = "MATCH (l:OntoragLoad {state: 'live'}) SET l.unfinished = null, l.writer = null"


@dataclass
class Leftover:
    """What a block leaves to be settled.

    ``removed`` are the statements to sweep where they are known; with ``scan`` they are looked
    for among all edges. ``opened`` are the loads of the block itself, whose touch is known.
    """

    touched: Touched = field(default_factory=Touched)
    removed: list[TextQuad] = field(default_factory=list)
    scan: bool = False
    opened: set[int] = field(default_factory=set)


def settle(connection: Connection, lease: Lease, left: Leftover) -> None:
    """Sweep, derive, join loads and give the lease back.

    What fails here is left to the next writer: what is live was decided before, and reads go on
    seeing that only.
    """
    try:
        _settle(connection, lease, left)
    except StoreError as exc:
        _log.warning("What is seen is settled, but sweeping after it failed and is left: %s", exc)


def _settle(connection: Connection, lease: Lease, left: Leftover) -> None:
    journal = connection.read(read_journal)
    dead = sorted({load.id for load in journal.loads if load.state == "dead"} | {lease.id})
    ends = _sweep(connection, lease, journal, dead, left.removed, left.touched)
    while left.scan:
        found = connection.read(lambda transaction: _dead_statements(transaction, journal, dead))
        for subject, predicate, obj, _ in found:
            left.touched.add(subject, predicate, obj)
        ends |= _sweep(connection, lease, journal, dead, found, left.touched)
        if len(found) < _SCANNED_AT_ONCE:
            break
    _remove_loose(connection, ends)
    orphaned = [load.id for load in journal.loads if load.unfinished and load.id not in left.opened]
    if orphaned:
        _touch_all(connection, journal, orphaned, left.touched)
    derive_nodes(connection, journal, left.touched)
    derive_edges(connection, journal, left.touched)
    joined = _join_loads(connection, journal)
    _finish(connection, lease, [*dead, *joined])


def _sweep(
    connection: Connection,
    lease: Lease,
    journal: Journal,
    dead: list[int],
    statements: Iterable[TextQuad],
    touched: Touched,
) -> set[str]:
    """Remove what dead loads state; give the terms at the ends of what was removed."""
    distinct = sorted({statement[:3] for statement in statements})
    if not distinct:
        return set()

    def send(part: list[tuple[str, str, str]]) -> None:
        groups: dict[tuple[str, str], list[list[str]]] = {}
        for subject, predicate, obj in part:
            group = groups.setdefault((predicate[1:-1], kind_of(obj)), [])
            group.append([ident_of(subject), ident_of(obj)])

        def work(transaction: Any) -> None:
            lease.hold(transaction)
            for (predicate, kind), rows in groups.items():
                query = sweep_query(kind, journal.types[predicate])
                transaction.run(query, rows=rows, dead=dead).consume()

        connection.write(work)

    in_batches(distinct, _SWEPT_AT_ONCE, send)
    return {text for subject, _, obj in distinct for text in (subject, obj)}


def _dead_statements(transaction: Any, journal: Journal, dead: list[int]) -> list[TextQuad]:
    rows = transaction.run(_FIND_DEAD, dead=dead, limit=_SCANNED_AT_ONCE)
    return list(_quads(rows, journal))


def _quads(rows: Any, journal: Journal) -> Iterable[TextQuad]:
    for row in rows:
        subject, obj = text_of(row[0], None), text_of(row[2], row[3])
        predicate = journal.predicates.get(row[1])
        if subject is not None and obj is not None and predicate is not None:
            yield subject, f"<{predicate}>", obj, ""


def _touch_all(
    connection: Connection, journal: Journal, loads: list[int], touched: Touched
) -> None:
    """Touch everything that loads state whose writer died before deriving."""

    def work(transaction: Any) -> None:
        rows = transaction.run(_FIND_UNFINISHED, loads=loads)
        for subject, predicate, obj, _ in _quads(rows, journal):
            touched.add(subject, predicate, obj)

    connection.read(work)


def _remove_loose(connection: Connection, texts: set[str]) -> None:
    """Delete those nodes among ``texts`` that nothing leads to or from any more."""
    triples = {text for text in texts if kind_of(text) == TRIPLE}
    while triples:
        _delete(connection, _LOOSE_TRIPLES, triples)
        ends = {end for text in triples for end in (parts_of(text) or ())[::2]}
        texts |= ends
        triples = {end for end in ends if kind_of(end) == TRIPLE}
    for kind in (LITERAL, RESOURCE):
        query = _LOOSE.format(kind=kind, key=KEYS[kind])
        _delete(connection, query, {text for text in texts if kind_of(text) == kind})


def _delete(connection: Connection, query: str, texts: set[str]) -> None:
    def send(idents: list[str]) -> None:
        connection.write(lambda transaction: transaction.run(query, idents=idents).consume())

    in_batches(sorted(map(ident_of, texts)), _SWEPT_AT_ONCE, send)


def _join_loads(connection: Connection, journal: Journal) -> list[int]:
    """Let a source with many live loads have one; give the numbers that are free again."""
    by_source: dict[str, list[int]] = {}
    for load in journal.loads:
        if load.state == "live" and load.source is not None:
            by_source.setdefault(load.source.name, []).append(load.id)
    free: list[int] = []
    for loads in by_source.values():
        if len(loads) > _MOST_LOADS:
            *old, new = sorted(loads)
            with connection.said(), connection.session(write=True) as session:
                session.run(_JOIN, old=old, new=new).consume()
            free += old
    return free


def _finish(connection: Connection, lease: Lease, gone: list[int]) -> None:
    def work(transaction: Any) -> None:
        lease.hold(transaction)
        transaction.run(_SETTLED).consume()
        transaction.run(_FINISH, gone=gone).consume()

    connection.write(work)
