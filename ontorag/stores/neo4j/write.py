"""Write the statements of sources so that a block of writes is seen whole or not at all.

What a source adds is written under a new open load; what it no longer states is moved, unseen,
to a load of the same source that still is live. One transaction at the end of the block makes
the first live and the second dead; see `journal` for what is seen, `settle` for the sweeping.
Nothing is written, and no lease taken, before the first difference.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import Any

from ontorag import names
from ontorag.errors import StoreError, UnknownNameError
from ontorag.stores.base import (
    ANY,
    INFERRED,
    InferredText,
    Scope,
    TextQuad,
    Written,
    inferred_quads,
    is_hidden,
)
from ontorag.stores.neo4j import read
from ontorag.stores.neo4j.batch import Batch, move_query
from ontorag.stores.neo4j.change import Change, digest_of, unseen
from ontorag.stores.neo4j.connect import Connection, in_batches
from ontorag.stores.neo4j.journal import View, read_journal, source_properties
from ontorag.stores.neo4j.lease import Lease, check_format, take_lease
from ontorag.stores.neo4j.mapping import (
    check_term,
    graph_name,
    ident_of,
    kind_of,
)
from ontorag.stores.neo4j.naming import CARRIERS, property_key, relationship_type
from ontorag.stores.neo4j.settle import Leftover, settle
from ontorag.values import Source

_log = logging.getLogger("ontorag.stores.neo4j")
FACTS_AT_ONCE = 5_000
REMOVALS_AT_ONCE = 2_000
_MOST_KNOWN = 1_000_000

_FLIP = """\
MATCH (l:OntoragLoad)
WHERE (l.writer = $lease AND l.state = 'open' AND l.id <> $lease) OR l.id IN $doomed
SET l.state = CASE WHEN l.id IN $opened THEN 'live' ELSE 'dead' END,
    l.unfinished = CASE WHEN l.id IN $opened THEN true END"""
_EPOCH = "MATCH (o:Ontorag) SET o.epoch = o.epoch + 1"
_DESCRIBE = "MATCH (l:OntoragLoad {source: $about.source, state: 'live'}) SET l += $about"
_REGISTER = (
    "UNWIND $rows AS row MERGE (p:OntoragPredicate {iri: row[0]}) "
    "ON CREATE SET p.type = row[1], p.key = row[2]"
)
_REGISTER_CLASS = "MERGE (c:OntoragClass {iri: $iri}) ON CREATE SET c.label = $label"
_HAS_EDGES = "MATCH ()-[r]->() RETURN count(r) > 0 AS found"
_COUNT_LOST = """\
MATCH ()-[r]->() WHERE any(l IN r.loads WHERE l IN $own)
WITH [i IN range(0, size(r.loads) - 1) WHERE r.loads[i] IN $own | coalesce(r.graphs[i], '')]
       AS gone,
     [i IN range(0, size(r.loads) - 1) WHERE r.loads[i] IN $others | coalesce(r.graphs[i], '')]
       AS kept
RETURN coalesce(sum(size([g IN gone WHERE NOT g IN kept])), 0) AS n"""


class Neo4jWriter:
    """The writes of one block on one database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lease: Lease | None = None
        self._journal = connection.read(read_journal)
        check_format(self._journal, connection.address)
        self._opened: dict[int, Source] = {}
        self._doomed: set[int] = set()
        self._described: dict[str, Source] = {}
        self._known: set[str] = set()
        self._left = Leftover()
        self._size = FACTS_AT_ONCE
        self._outdated = False  # something changed after what is inferred was
        self._no_edges = False  # not even unseen ones: what is new need not be looked for

    # The three writes

    def replace(self, source: Source, quads: Iterable[TextQuad]) -> Written:
        """Make ``quads`` all that ``source`` states; the same text again changes nothing."""
        own = self._loads_of(source.name)
        change = Change(source, own, self._visible() - own)
        old = self._digests(own)
        seen: set[bytes] = set()
        try:
            self._add_all(change, unseen(quads, seen, old))
            gone = old - seen
            if gone:
                self._remove_all(change, gone)
            if not own and change.load is None:
                change.load = self._number(change, "open")
        except BaseException:
            self._undo(change)
            raise
        finally:
            self._no_edges = False
        self._keep(change)
        return Written(len(seen), change.added, change.removed)

    def drop(self, source: str) -> Written:
        """Remove what only this source states; an unknown name is an `UnknownNameError`."""
        own = self._loads_of(source)
        if not own:
            there = (
                ", ".join(sorted(name for name in self._names() if not is_hidden(name)))
                or "nothing"
            )
            raise UnknownNameError(f"there is no source {source!r}: loaded are {there}")
        self._hold_lease(own, source)
        parameters = {"own": sorted(own), "others": sorted(self._visible() - own)}
        removed = self._connection.read(
            lambda transaction: int(transaction.run(_COUNT_LOST, parameters).single()["n"])
        )
        self._doom(own)
        self._outdated = True
        self._left.scan = self._left.scan or removed > 0 or bool(self._visible())
        return Written(0, 0, removed)

    def clear(self) -> None:
        """Remove every statement of every source."""
        visible = self._visible()
        if visible:
            self._hold_lease(visible, None)
            self._doom(visible)
            self._left.scan = True

    def replace_inferred(self, facts: Iterable[InferredText]) -> Written:
        """Make ``facts`` all that is inferred; see `ontorag.stores.base.Writer`."""
        written = self.replace(Source(INFERRED), inferred_quads(facts))
        self._outdated = False
        return written

    def drop_inferred(self) -> Written:
        """Remove what was inferred; nothing happens when nothing was."""
        there = bool(self._loads_of(INFERRED))
        written = self.drop(INFERRED) if there else Written(0, 0, 0)
        self._outdated = False
        return written

    # The end of the block

    def commit(self) -> None:
        """Let everything be seen at once, then sweep and derive."""
        if self._outdated:
            self.drop_inferred()
        if self._lease is None:
            return
        try:
            self._left.opened = set(self._opened)
            self._connection.write(self._flip)
            settle(self._connection, self._lease, self._left)
        finally:
            self._lease.end()

    def abort(self) -> None:
        """Leave everything as it was: nothing of this block was ever seen.

        What cannot be swept now (the server may be gone) is swept by the next writer.
        """
        if self._lease is None:
            return
        self._opened, self._doomed, self._described = {}, set(), {}
        self._left.scan = True
        try:
            self._connection.write(self._flip)
            settle(self._connection, self._lease, self._left)
        except StoreError as exc:
            _log.warning("Nothing was changed, but sweeping the failed load is left: %s", exc)
        finally:
            self._lease.end()

    def sweep_what_is_left(self) -> None:
        """Sweep and derive what a writer left that died."""
        self._left.scan = True
        self._lease = take_lease(self._connection, patience=0.0)
        self.commit()

    def _flip(self, transaction: Any) -> None:
        assert self._lease is not None
        self._lease.hold(transaction)
        opened, doomed = sorted(self._opened), sorted(self._doomed)
        transaction.run(_FLIP, lease=self._lease.id, opened=opened, doomed=doomed).consume()
        for source in self._described.values():
            transaction.run(_DESCRIBE, about=source_properties(source)).consume()
        transaction.run(_EPOCH).consume()

    # What this block sees

    def _visible(self) -> frozenset[int]:
        return (self._journal.live() - self._doomed) | frozenset(self._opened)

    def _names(self) -> set[str]:
        visible = self._visible()
        live = (load.source for load in self._journal.loads if load.id in visible)
        return {source.name for source in (*live, *self._opened.values()) if source is not None}

    def _loads_of(self, source: str) -> frozenset[int]:
        live = {load.id for load in self._journal.live_of(source)} - self._doomed
        return frozenset(live | {load for load, of in self._opened.items() if of.name == source})

    def _statements(self, transaction: Any, loads: frozenset[int]) -> Iterator[TextQuad]:
        view = replace(View.of(self._journal, Scope()), loads=loads)
        return read.statements(transaction, view, ANY)

    def _digests(self, loads: frozenset[int]) -> set[bytes]:
        if not loads:
            return set()
        return self._connection.read(
            lambda transaction: {digest_of(quad) for quad in self._statements(transaction, loads)}
        )

    # Adding

    def _add_all(self, change: Change, quads: Iterator[TextQuad]) -> None:
        """Send batches from a thread of its own, while the next one is being read."""
        with ThreadPoolExecutor(1, thread_name_prefix="ontorag-load") as sending:
            last: Future[None] | None = None
            while batch := list(islice(quads, FACTS_AT_ONCE)):
                if last is not None:
                    last.result()
                last = sending.submit(self._add, change, batch)
            if last is not None:
                last.result()

    def _add(self, change: Change, quads: list[TextQuad]) -> None:
        if change.load is None:
            change.load = self._number(change, "open")
        self._register(quads)
        for subject, predicate, obj, _ in quads:
            self._left.touched.add(subject, predicate, obj)

        def send(part: list[TextQuad]) -> None:
            batch = Batch(self._known).add(part)
            change.added += self._connection.write(lambda tx: self._send(tx, change, batch))
            self._known |= batch.fresh
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()

        self._size = in_batches(quads, self._size, send)

    def _send(self, transaction: Any, change: Change, batch: Batch) -> int:
        assert self._lease is not None
        self._lease.hold(transaction)
        batch.send_nodes(transaction)
        new, types, visible = self._no_edges, self._journal.types, sorted(self._visible())
        assert change.load is not None
        self._no_edges = new and not batch.in_graphs  # one edge has a statement of many graphs
        if new:
            added = batch.create_edges(transaction, types, change.load)
        else:
            added = batch.merge_edges(transaction, types, change.load, visible)
        return added + batch.merge_in_graphs(transaction, types, change.load, visible)

    def _register(self, quads: list[TextQuad]) -> None:
        """Give new properties their names, once and for all."""
        new = {quad[1] for quad in quads}
        missing = sorted(text for text in new if text[1:-1] not in self._journal.types)
        rows = []
        keys = set(self._journal.keys.values())
        for text in missing:
            check_term(text)
            iri = text[1:-1]
            kind = relationship_type(iri, self._journal.predicates)
            key = property_key(iri, keys)
            keys.add(key)
            self._journal.types[iri], self._journal.predicates[kind] = kind, iri
            self._journal.keys[iri] = key
            rows.append([iri, kind, key])
            self._left.touched.nodes.setdefault(text, set())
        statement = names.RDF_STATEMENT
        says = f"<{names.RDF_TYPE}>", f"<{statement}>"
        new_class = statement not in self._journal.classes and any(q[1:3] == says for q in quads)

        def work(transaction: Any) -> None:
            if rows:
                transaction.run(_REGISTER, rows=rows).consume()
            if new_class:
                transaction.run(_REGISTER_CLASS, iri=statement, label="Statement").consume()
            transaction.run(_EPOCH).consume()

        if rows or new_class:
            self._connection.write(work)
            if new_class:
                self._journal.classes[statement] = "Statement"

    # Removing

    def _remove_all(self, change: Change, gone: set[bytes]) -> None:
        quads = self._connection.read(
            lambda transaction: [
                quad
                for quad in self._statements(transaction, change.own)
                if digest_of(quad) in gone
            ]
        )
        for mine in (True, False):
            loads = [load for load in change.own if (load in self._opened) == mine]
            if loads:
                number = self._number(change, "open" if mine else "live")
                change.moved |= dict.fromkeys(loads, number)
        for subject, predicate, obj, _ in quads:
            self._left.touched.add(subject, predicate, obj)
        in_batches(quads, REMOVALS_AT_ONCE, lambda part: self._remove(change, part))
        self._left.removed += quads

    def _remove(self, change: Change, quads: list[TextQuad]) -> None:
        rows: dict[tuple[str, str], dict[tuple[str, str], list[str]]] = {}
        for subject, predicate, obj, graph in quads:
            by_ends = rows.setdefault((predicate[1:-1], kind_of(obj)), {})
            by_ends.setdefault((ident_of(subject), ident_of(obj)), []).append(graph_name(graph))
        numbers = {str(old): new for old, new in change.moved.items()}
        others = sorted(change.others | ({change.load} if change.load is not None else set()))

        def work(transaction: Any) -> int:
            assert self._lease is not None
            self._lease.hold(transaction)
            removed = 0
            for (predicate, kind), by_ends in rows.items():
                query = move_query(kind, self._journal.types[predicate])
                given = [[*ends, graphs] for ends, graphs in by_ends.items()]
                found = transaction.run(query, rows=given, numbers=numbers, others=others).single()
                removed += int(found["n"])
            return removed

        change.removed += self._connection.write(work)

    # The bookkeeping of one write

    def _number(self, change: Change, state: str) -> int:
        self._hold_lease(change.own, change.source.name)
        assert self._lease is not None
        return self._lease.number(change.source, state)

    def _hold_lease(self, own: Collection[int], source: str | None) -> None:
        """Take the lease once; what the difference was computed from must still hold."""
        if self._lease is not None:
            return
        lease = take_lease(self._connection)
        before, self._lease, self._journal = self._journal, lease, lease.journal
        self._no_edges = not self._connection.read(
            lambda transaction: transaction.run(_HAS_EDGES).single()["found"]
        )
        self._left.touched.reifies = any(iri in lease.journal.types for iri in CARRIERS)
        unchanged = (
            set(own) == {load.id for load in lease.journal.live_of(source)}
            if source is not None
            else before.live() == lease.journal.live()
        )
        if not unchanged:
            raise StoreError(
                f"another process changed {source or 'the sources'} in {self._connection.address} "
                "meanwhile; nothing was changed, load again"
            )
        self._left.scan = self._left.scan or any(
            load.state == "dead" for load in lease.journal.loads
        )

    def _doom(self, loads: frozenset[int]) -> None:
        for load in loads:
            if self._opened.pop(load, None) is None:
                self._doomed.add(load)

    def _keep(self, change: Change) -> None:
        if change.load is not None:
            self._opened[change.load] = change.source
        for old, new in change.moved.items():
            if old not in self._opened:
                self._doomed.add(new)
        known = next((s for s in self._sources() if s.name == change.source.name), None)
        changed = change.load is not None or change.moved
        self._outdated = self._outdated or bool(changed)
        if known is not None and not changed:
            renewed = replace(change.source, loaded_at=known.loaded_at)
            if renewed == known:
                return
            self._hold_lease(change.own, change.source.name)
            self._described[renewed.name] = renewed
        elif changed:
            self._described[change.source.name] = change.source

    def _undo(self, change: Change) -> None:
        """Let one failed write leave nothing, even if the block goes on."""
        self._left.scan = self._left.scan or change.load is not None
        for old, new in change.moved.items():
            if old in self._opened:
                self._opened[new] = change.source

    def _sources(self) -> list[Source]:
        visible = self._visible()
        live = [load.source for load in self._journal.loads if load.source and load.id in visible]
        return [*self._described.values(), *self._opened.values(), *reversed(live)]
