"""The journal: which loads there are, which are seen, and what properties are called.

Every statement on an edge names the load that wrote it, by a small number. Only live loads
are seen. A load is written while it is ``open``; one tiny transaction makes it ``live`` and
those it replaces ``dead``; what only dead loads hold is then swept. ``epoch`` counts the
changes of the journal, so that a read can tell that it saw one state of it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from ontorag.stores.base import Scope
from ontorag.stores.neo4j.naming import CARRIERS, TYPE
from ontorag.values import Source

FORMAT = 1
STALE_SECONDS = 60
NOBODY = 0
"""The number of statements that a person wrote: of no load, and never swept."""

SCHEMA = (
    "CREATE CONSTRAINT ontorag_mark IF NOT EXISTS FOR (n:Ontorag) REQUIRE n.format IS UNIQUE",
    "CREATE CONSTRAINT ontorag_resource IF NOT EXISTS FOR (n:Resource) REQUIRE n.iri IS UNIQUE",
    "CREATE CONSTRAINT ontorag_literal IF NOT EXISTS FOR (n:Literal) REQUIRE n.key IS UNIQUE",
    "CREATE CONSTRAINT ontorag_triple IF NOT EXISTS FOR (n:Triple) REQUIRE n.key IS UNIQUE",
    "CREATE CONSTRAINT ontorag_predicate IF NOT EXISTS "
    "FOR (n:OntoragPredicate) REQUIRE n.iri IS UNIQUE",
    "CREATE CONSTRAINT ontorag_predicate_type IF NOT EXISTS "
    "FOR (n:OntoragPredicate) REQUIRE n.type IS UNIQUE",
    "CREATE CONSTRAINT ontorag_class IF NOT EXISTS FOR (n:OntoragClass) REQUIRE n.iri IS UNIQUE",
    "CREATE CONSTRAINT ontorag_load IF NOT EXISTS FOR (n:OntoragLoad) REQUIRE n.id IS UNIQUE",
    "CREATE INDEX ontorag_name IF NOT EXISTS FOR (n:Entity) ON (n.name)",
)

_READ = """\
MATCH (o:Ontorag)
RETURN o.format AS format, o.epoch AS epoch, coalesce(o.imported, '') AS imported,
  COLLECT { MATCH (l:OntoragLoad) RETURN l {.*, heartbeat: null,
    stale: coalesce(l.heartbeat < datetime.realtime() - duration({seconds: $stale}), false)} }
    AS loads,
  COLLECT { MATCH (p:OntoragPredicate) RETURN [p.iri, p.type, p.key] } AS predicates,
  COLLECT { MATCH (c:OntoragClass) RETURN [c.iri, c.label] } AS classes"""
_EPOCH = "MATCH (o:Ontorag) RETURN o.epoch AS epoch"
_HAS_NODES = "MATCH (n) RETURN n LIMIT 1"


@dataclass(frozen=True, slots=True)
class Load:
    """One load: ``state`` is open, live or dead.

    ``unfinished``: it is live, but what people see on the nodes (names, labels, native values)
    is not derived yet. ``stale``: it is open and its writer has not been heard of for a minute.
    """

    id: int
    state: str
    source: Source | None
    statements: int = 0
    unfinished: bool = False
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Journal:
    """The journal at one epoch; epoch -1 where ontorag has written nothing yet.

    ``imported``: the key of the files that `neo4j-admin` made the database from, as long as it
    has no constraint and no index yet.
    """

    epoch: int = -1
    format: int = FORMAT
    loads: tuple[Load, ...] = ()
    types: dict[str, str] = field(default_factory=dict)
    predicates: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)
    imported: str = ""

    def live(self) -> frozenset[int]:
        """Give the numbers of the live loads."""
        return frozenset(load.id for load in self.loads if load.state == "live")

    def all_live(self) -> bool:
        """Whether no load is being written or swept."""
        return all(load.state == "live" for load in self.loads)

    def live_of(self, source: str) -> list[Load]:
        """Give the live loads of one source."""
        return [
            load
            for load in self.loads
            if load.state == "live" and load.source is not None and load.source.name == source
        ]

    def needs_settling(self) -> bool:
        """Whether a writer died and left something to sweep or derive."""
        if any(load.state == "open" and not load.stale for load in self.loads):
            return False
        return any(load.state != "live" or load.unfinished for load in self.loads)


def read_journal(transaction: Any) -> Journal:
    """Read the journal; the empty one where there is no mark."""
    row = transaction.run(_READ, stale=STALE_SECONDS).single()
    if row is None:
        return Journal()
    predicates = sorted(row["predicates"])
    return Journal(
        epoch=row["epoch"],
        format=row["format"],
        # One that is deleted meanwhile comes without its properties.
        loads=tuple(sorted(map(_load, filter(_is_there, row["loads"])), key=lambda load: load.id)),
        types={iri: kind for iri, kind, _ in predicates},
        predicates={kind: iri for iri, kind, _ in predicates},
        keys={iri: key for iri, _, key in predicates},
        classes=dict(row["classes"]),
        imported=row["imported"],
    )


def read_epoch(transaction: Any) -> int:
    """Read the journal's epoch alone."""
    row = transaction.run(_EPOCH).single()
    return -1 if row is None else int(row["epoch"])


def has_nodes(transaction: Any) -> bool:
    """Whether the database has any node at all."""
    return transaction.run(_HAS_NODES).single() is not None


def source_properties(source: Source) -> dict[str, str | None]:
    """Give what a load's node says about its source."""
    return {
        "source": source.name,
        "location": source.location,
        "media_type": source.media_type,
        "loaded_at": source.loaded_at,
        "licence": source.licence,
        "source_language": source.language,
        "revision": source.revision,
    }


def _is_there(row: dict[str, Any]) -> bool:
    return "id" in row


def _load(row: dict[str, Any]) -> Load:
    source = None
    if row.get("source") is not None:
        source = Source(
            row["source"],
            row.get("location"),
            row.get("media_type"),
            row.get("loaded_at"),
            row.get("licence"),
            row.get("source_language"),
            row.get("revision"),
        )
    return Load(
        row["id"],
        row["state"],
        source,
        row.get("statements", 0),
        bool(row.get("unfinished")),
        bool(row["stale"]) and row["state"] == "open",
    )


@dataclass(frozen=True, slots=True)
class View:
    """What one read sees: the journal through a scope."""

    journal: Journal
    loads: frozenset[int] | None
    graphs: frozenset[str] | None
    names: dict[int, str]

    @classmethod
    def of(cls, journal: Journal, scope: Scope) -> View:
        """See ``journal`` through ``scope``; loads None where every statement is seen."""
        names = {
            load.id: load.source.name
            for load in journal.loads
            if load.state == "live" and load.source is not None
        }
        loads: frozenset[int] | None = None
        unseen = {load for load, name in names.items() if not scope.sees(name)}
        if scope.sources is not None:
            loads = frozenset(names.keys() - unseen)
        elif unseen or not journal.all_live():
            loads = (journal.live() | {NOBODY}) - unseen
        return cls(journal, loads, scope.graphs, names)

    def seen(self, loads: list[int] | None, graphs: list[str] | None) -> list[tuple[int, str]]:
        """Give those statements of an edge, as (load, graph), that this read sees."""
        entries = [NOBODY] if loads is None else loads
        places = graphs if graphs is not None else [""] * len(entries)
        return [
            (load, graph)
            for load, graph in zip(entries, places, strict=False)
            if (self.loads is None or load in self.loads)
            and (self.graphs is None or graph in self.graphs)
        ]

    def everything(self) -> View:
        """The same journal, without the scope."""
        return View.of(self.journal, Scope())

    def type_of(self, iri: str) -> str | None:
        """Give the relationship type of a property; None where nothing ever used it."""
        return self.journal.types.get(iri)

    def carriers(self) -> list[str]:
        """Give those properties that reify statements and are known here."""
        return [iri for iri in CARRIERS if iri in self.journal.types]

    def types_of(self, iris: Collection[str]) -> list[str]:
        """Give the relationship types of those properties that are known here."""
        return [self.journal.types[iri] for iri in iris if iri in self.journal.types]


__all__ = ["FORMAT", "NOBODY", "SCHEMA", "STALE_SECONDS", "TYPE", "Journal", "Load", "View",
           "has_nodes", "read_epoch", "read_journal", "source_properties"]  # fmt: skip
