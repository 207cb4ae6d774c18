"""Write the statements of sources: stage them, keep the difference, settle at the end.

A load costs one dictionary look-up a term and one row a statement. What can be said about
the whole at once is said by set statements when the transaction ends (`SQLiteWriter.finish`):
which statements are reifications, statistics of properties, terms that nothing uses any more.
"""

from __future__ import annotations

# ruff: noqa: S608 - queries are joined from constant fragments; every datum is a parameter
import gc
import hashlib
import sqlite3
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import astuple
from itertools import chain, islice

from ontorag.errors import TermError, UnknownNameError
from ontorag.stores.base import (
    INFERRED,
    InferredText,
    TextQuad,
    Written,
    inferred_quads,
    is_hidden,
)
from ontorag.stores.sqlite import schema
from ontorag.stores.sqlite.interning import TermIds
from ontorag.stores.sqlite.settling import count_properties, remove_unused, settle_annotations
from ontorag.values import Source

BATCH = 10_000
"""Statements between two looks at the size of the dictionary cache."""


class SQLiteWriter:
    """The writes of one transaction on ``connection``, which has begun it."""

    def __init__(self, connection: sqlite3.Connection, *, cached_terms: int = 400_000) -> None:
        self._db = connection
        for statement in _TEMPORARY:
            connection.execute(statement)
        self._terms = TermIds(connection, limit=cached_terms)
        self._graphs: dict[str, int] = dict(connection.execute("SELECT text, id FROM graph"))
        self._history = hashlib.sha256()
        self._changed = False
        self._outdated = False  # something changed after what is inferred was
        self._indexed = True
        self._touched: set[int] | None = set()

    def replace(self, source: Source, quads: Iterable[TextQuad]) -> Written:
        """Make ``quads`` all that ``source`` states; the same text again changes nothing."""
        with self._undone_on_error(), _without_garbage_collection():
            known = self._source_id(source.name)
            digest = self._stage(quads)
            if known is None:
                written, changed = self._add_all(self._add_source(source)), True
            else:
                written, changed = self._apply_difference(known)
                self._describe_source(known, source, renew=changed)
            if changed:
                self._note("replace", source.name, digest)
        return written

    def drop(self, source: str) -> Written:
        """Remove what only this source states; an unknown name is an `UnknownNameError`."""
        number = self._source_id(source)
        if number is None:
            names = [row[0] for row in self._db.execute("SELECT name FROM source ORDER BY name")]
            there = ", ".join([name for name in names if not is_hidden(name)][:20]) or "none"
            raise UnknownNameError(f"no source {source!r} is loaded; loaded are: {there}")
        with self._undone_on_error():
            written, _ = self._apply_difference(number)
            self._db.execute("DELETE FROM source WHERE id = ?", (number,))
            self._note("drop", source, "")
        return written

    def clear(self) -> None:
        """Remove every statement of every source."""
        if self._db.execute("SELECT 1 FROM source LIMIT 1").fetchone() is None:
            return
        for table in schema.CONTENT:
            self._db.execute(f"DELETE FROM {table}")
        self._db.execute("DELETE FROM term WHERE id > ?", (len(schema.RESERVED),))
        self._db.execute("DELETE FROM graph WHERE id > 0")
        self._db.execute("DELETE FROM temp.loose")
        self._graphs = {"": 0}
        self._terms.reload()
        self._note("clear", "", "")

    def replace_inferred(self, facts: Iterable[InferredText]) -> Written:
        """Make ``facts`` all that is inferred; see `ontorag.stores.base.Writer`."""
        written = self.replace(Source(INFERRED), inferred_quads(facts))
        self._outdated = False
        return written

    def drop_inferred(self) -> Written:
        """Remove what was inferred; nothing happens when nothing was."""
        self._outdated = False
        if self._source_id(INFERRED) is None:
            return Written(0, 0, 0)
        return self.drop(INFERRED)

    def finish(self) -> None:
        """Bring what is derived from the statements up to date; the caller commits."""
        if self._outdated:
            self.drop_inferred()
        if self._changed:
            if settle_annotations(self._db):
                self._touched = None
            self._index()
            count_properties(self._db, self._touched)
            remove_unused(self._db)
            [(before,)] = self._db.execute("SELECT value FROM meta WHERE key = 'snapshot'")
            after = hashlib.sha256(before.encode() + self._history.digest()).hexdigest()[:16]
            self._db.execute("UPDATE meta SET value = ? WHERE key = 'snapshot'", (after,))
        self._terms.index()

    @contextmanager
    def _undone_on_error(self) -> Iterator[None]:
        """Leave nothing of one write when it fails, even if the transaction goes on."""
        self._db.execute("SAVEPOINT one_write")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK TO one_write")
            self._db.execute("RELEASE one_write")
            self._terms.reload()
            self._graphs = dict(self._db.execute("SELECT text, id FROM graph"))
            self._indexed = False
            raise
        self._db.execute("RELEASE one_write")

    def _note(self, *event: str) -> None:
        """Remember a change for the snapshot id: the same history gives the same id."""
        self._changed = self._outdated = True
        self._history.update(repr(event).encode("utf-8", "surrogatepass"))

    def _stage(self, quads: Iterable[TextQuad]) -> str:
        """Put the quads into ``temp.stage`` by the ids of their terms; give their digest."""
        digest, terms, graphs = hashlib.sha256(), self._terms, self._graphs
        iterator = iter(quads)
        while batch := list(islice(iterator, BATCH)):
            for graph in {quad[3] for quad in batch} - graphs.keys():
                self._add_graph(graph)
            rows = [(terms[s], terms[p], terms[o], graphs[g]) for s, p, o, g in batch]
            digest.update(terms.flush())
            digest.update(array("q", chain.from_iterable(rows)).tobytes())
            self._db.executemany("INSERT INTO temp.stage VALUES (?, ?, ?, ?)", rows)
        return digest.hexdigest()

    def _add_graph(self, text: str) -> None:
        try:
            cursor = self._db.execute("INSERT INTO graph (text) VALUES (?)", (text,))
        except UnicodeEncodeError as error:
            raise TermError(f"the graph {text!r} contains a lone surrogate") from error
        self._graphs[text] = int(cursor.lastrowid or 0)

    def _source_id(self, name: str) -> int | None:
        row = self._db.execute("SELECT id FROM source WHERE name = ?", (name,)).fetchone()
        return None if row is None else int(row[0])

    def _add_source(self, source: Source) -> int:
        cursor = self._db.execute(
            "INSERT INTO source"
            " (name, location, media_type, loaded_at, licence, language, revision)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            astuple(source),
        )
        return int(cursor.lastrowid or 0)

    def _describe_source(self, number: int, source: Source, *, renew: bool) -> None:
        """Keep what is known about a source; the time of loading only when it changed."""
        self._db.execute(
            "UPDATE source SET location = ?, media_type = ?, licence = ?, language = ?,"
            " revision = ?, loaded_at = CASE WHEN ? THEN ? ELSE loaded_at END WHERE id = ?",
            (source.location, source.media_type, source.licence, source.language,
             source.revision, renew, source.loaded_at, number),
        )  # fmt: skip

    def _add_all(self, source: int) -> Written:
        """Add everything staged for a source that stated nothing before."""
        db = self._db
        [(staged,)] = db.execute("SELECT count(*) FROM temp.stage")
        stored = db.execute(_COUNT_STORED, (2 * staged + 1,)).fetchone()[0]
        if stored < 2 * staged and (staged > BATCH or not stored) and self._indexed:
            for statement in schema.DROP_STATEMENT_INDEXES:
                db.execute(statement)
            self._indexed = False
        if stored:
            self._touch("SELECT DISTINCT p FROM temp.stage")
        else:
            self._touched = None
        already = db.execute(_COUNT_STATED).fetchone()[0] if stored else 0
        quads = db.execute(_ADD_STAGED, (source,)).rowcount
        db.execute("DELETE FROM temp.stage")
        return Written(quads=quads, added=quads - already, removed=0)

    def _apply_difference(self, source: int) -> tuple[Written, bool]:
        """Make what is staged all that the source states; also say whether rows changed."""
        db, given = self._db, {"source": source}
        self._index()
        quads = db.execute(_WANT).rowcount
        new = db.execute(_FIND_NEW, given).rowcount
        gone = sum(db.execute(query, given).rowcount for query in _FIND_GONE)
        for query in _REMOVE_GONE:
            db.execute(query, given)
        removed = db.execute(_COUNT_GONE).fetchone()[0] if gone else 0
        added = db.execute(_COUNT_NEW).fetchone()[0] if new else 0
        db.execute(_ADD_NEW, given)
        self._touch("SELECT p FROM temp.new UNION SELECT p FROM temp.gone")
        for statement in (*_LOOSEN, *_EMPTY):
            db.execute(statement)
        return Written(quads=quads, added=added, removed=removed), bool(new or gone)

    def _touch(self, query: str) -> None:
        """Remember predicates whose statistics are to be counted anew."""
        if self._touched is not None:
            self._touched.update(row[0] for row in self._db.execute(query))

    def _index(self) -> None:
        """Index the statements, when a large load has put that off."""
        if not self._indexed:
            for statement in schema.STATEMENT_INDEXES:
                self._db.execute(statement)
            self._indexed = True


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


_TEMPORARY = (
    "CREATE TEMP TABLE stage (s INTEGER, p INTEGER, o INTEGER, g INTEGER)",
    "CREATE TEMP TABLE wanted (s INTEGER, p INTEGER, o INTEGER, g INTEGER,"
    " PRIMARY KEY (s, p, o, g)) WITHOUT ROWID",
    "CREATE TEMP TABLE new (s INTEGER, p INTEGER, o INTEGER, g INTEGER)",
    "CREATE TEMP TABLE gone (s INTEGER, p INTEGER, o INTEGER, g INTEGER)",
    "CREATE TEMP TABLE loose (id INTEGER PRIMARY KEY)",
    "CREATE TEMP TABLE doomed (id INTEGER PRIMARY KEY)",
    "CREATE TEMP TABLE reifiers (id INTEGER PRIMARY KEY)",
)

_TABLES = ("statement", "annotation")
_SAME = "x.s = w.s AND x.p = w.p AND x.o = w.o AND x.g = w.g"
_STATED = " OR ".join(f"EXISTS (SELECT 1 FROM {table} x WHERE {_SAME})" for table in _TABLES)
_STATED_BY_SOURCE = " OR ".join(
    f"EXISTS (SELECT 1 FROM {table} x WHERE {_SAME} AND x.source = :source)" for table in _TABLES
)

_COUNT_STORED = """
SELECT count(*) FROM (SELECT 1 FROM statement UNION ALL SELECT 1 FROM annotation LIMIT ?)"""
_COUNT_STATED = f"""
SELECT count(*) FROM (SELECT DISTINCT s, p, o, g FROM temp.stage) w WHERE {_STATED}"""
_ADD_STAGED = """
INSERT OR IGNORE INTO statement SELECT s, p, o, g, ? FROM temp.stage ORDER BY s, p, o, g"""

_WANT = "INSERT OR IGNORE INTO temp.wanted SELECT * FROM temp.stage ORDER BY s, p, o, g"
_FIND_NEW = f"INSERT INTO temp.new SELECT * FROM temp.wanted w WHERE NOT ({_STATED_BY_SOURCE})"
_FIND_GONE = tuple(
    f"INSERT INTO temp.gone SELECT s, p, o, g FROM {table} w WHERE source = :source "
    f"AND NOT EXISTS (SELECT 1 FROM temp.wanted x WHERE {_SAME})"
    for table in _TABLES
)
_REMOVE_GONE = tuple(
    f"DELETE FROM {table} WHERE (s, p, o, g, source) IN (SELECT s, p, o, g, :source FROM temp.gone)"
    for table in _TABLES
)
_COUNT_GONE = f"SELECT count(*) FROM temp.gone w WHERE NOT ({_STATED})"
_COUNT_NEW = f"SELECT count(*) FROM temp.new w WHERE NOT ({_STATED})"
_ADD_NEW = "INSERT INTO statement SELECT s, p, o, g, :source FROM temp.new"
_LOOSEN = tuple(
    f"INSERT OR IGNORE INTO temp.loose SELECT {column} FROM temp.gone" for column in "spo"
)
_EMPTY = tuple(f"DELETE FROM temp.{table}" for table in ("stage", "wanted", "new", "gone"))
