"""The look-up index: from a piece of text to what it may mean, and from terms to their labels.

One SQLite file for every kind of store. Text of a question reaches it as a bound value only.
"""

from __future__ import annotations

import gc
import json
import sqlite3
import threading
import weakref
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ontorag.access import is_writable, reading_mode, sqlite_uri
from ontorag.errors import StoreAccessError, StoreError
from ontorag.language import fold, folds
from ontorag.stores.base import ReadableStore
from ontorag.values import Concept, Kind, Term
from ontorag.vocabulary.collect import stage_vocabulary
from ontorag.vocabulary.entries import KIND_BITS, Entry, kinds_of
from ontorag.vocabulary.keys import (
    LONG,
    SHORTEST,
    label_keys,
    near_ranges,
    near_texts,
    sounded,
)
from ontorag.vocabulary.showing import best_labels, read_concepts
from ontorag.vocabulary.tables import FORMAT, write_index

_COLUMNS = "e.term, e.property, c.kinds, e.label, e.language, e.rank, c.obsolete, c.replaced_by"
_FROM = "lookup_entry e LEFT JOIN lookup_concept c ON c.term = e.term AND e.property = ''"
_EXACT = f"""
SELECT k.key, {_COLUMNS} FROM json_each(?) j JOIN lookup_key k ON k.key = j.value
JOIN lookup_entry e ON e.id = k.entry
LEFT JOIN lookup_concept c ON c.term = e.term AND e.property = ''
"""  # noqa: S608 - only constants of this file
_WITH_WORD = f"""
SELECT {_COLUMNS} FROM (
    SELECT w.entry FROM lookup_word_entry w
    WHERE w.word = (SELECT id FROM lookup_word WHERE word = ?) LIMIT 5000) found
JOIN {_FROM} WHERE e.id = found.entry ORDER BY e.rank, e.label, e.term, e.property LIMIT ?
"""  # noqa: S608 - only constants of this file
_ENTRIES = f"""
SELECT {_COLUMNS} FROM {_FROM} WHERE ifnull(c.kinds, 16) & ?
ORDER BY e.term, e.property, e.rank, e.preference, e.language, e.label LIMIT ?
"""  # noqa: S608 - only constants of this file
_NEAR = """
SELECT DISTINCT w.word FROM json_each(?) j JOIN lookup_near n
ON n.size = json_extract(j.value, '$[0]') AND n.text >= json_extract(j.value, '$[1]')
AND n.text < json_extract(j.value, '$[1]') || char(1114111)
JOIN lookup_word w ON w.id = n.word
"""
_UNLABELLED = """
SELECT c.term, c.kinds FROM lookup_concept c WHERE NOT EXISTS (
    SELECT 1 FROM lookup_entry e WHERE e.term = c.term AND e.property = '' AND e.rank <= 2)
ORDER BY c.term
"""
_SHARED = """
SELECT label, json_group_array(DISTINCT term) FROM lookup_entry
WHERE property = '' AND rank <= 1 GROUP BY label
HAVING count(DISTINCT term) > 1 ORDER BY label LIMIT ?
"""
_FOLDING = """
SELECT json_group_array(DISTINCT e.label) FROM lookup_key k JOIN lookup_entry e ON e.id = k.entry
WHERE e.property = '' AND e.rank <= 1 GROUP BY k.key
HAVING count(DISTINCT e.term) > 1 AND count(DISTINCT e.label) > 1 ORDER BY k.key LIMIT ?
"""
_STARTING = "SELECT word FROM lookup_word WHERE word >= ? AND word < ? LIMIT 200"
_SCANNED_WHOLE = 20_000


class Lookup:
    """The look-up index in the SQLite file ``file``; each thread has its own connection."""

    def __init__(self, file: Path | str) -> None:
        self._file = Path(file)
        self._local = threading.local()
        self._open: weakref.WeakSet[_Connection] = weakref.WeakSet()

    def refresh(self, store: ReadableStore) -> None:
        """Bring the index up to date with ``store``; nothing is done when it is.

        Raises `StoreAccessError` when the index is out of date and its file is read-only.
        """
        while not self.is_current(store):
            snapshot = store.snapshot()
            connection = self._writable()
            connection.execute("BEGIN")
            with _rolled_back_on_error(connection):
                stage_vocabulary(store, connection)
            if store.snapshot() != snapshot:
                continue
            self._write(connection, snapshot)
            return

    def is_current(self, store: ReadableStore) -> bool:
        """Whether the index is that of the present content of ``store``."""
        return self._meta("snapshot") == store.snapshot() and self._meta("format") == FORMAT

    def exact(self, texts: Sequence[str]) -> dict[str, tuple[Entry, ...]]:
        """Give, for each text that is a label in any folded form, its entries, the best first.

        Two labels may share a folded form ("C", "c"): `Entry.label` tells their spelling.
        """
        forms = {text: label_keys(text) for text in dict.fromkeys(texts)}
        wanted = sorted({form for keys in forms.values() for form in keys if form})
        found: dict[str, list[Entry]] = {}
        for key, *row in self._rows(_EXACT, (json.dumps(wanted),)):
            found.setdefault(key, []).append(_entry(row))
        result: dict[str, tuple[Entry, ...]] = {}
        for text, keys in forms.items():
            entries = {entry for key in keys for entry in found.get(key, ())}
            if entries:
                result[text] = tuple(sorted(entries, key=_entry_order))
        return result

    def near(self, word: str, *, limit: int = 10) -> tuple[tuple[str, float], ...]:
        """Give the words of labels within a typo of ``word``, folded, with a score up to 1.

        One edit (a letter more, less, other, or two exchanged) for words of four to seven
        letters, two for longer ones; in letters or as they sound ("Phyton", "Kryptografie").
        Of two edits those are found that leave the first or the last third as it was.
        """
        scores: dict[str, float] = {}
        for form in folds(word):
            if near_texts(form):
                self._score_near(form, 1, scores)
                if not scores and len(form) >= LONG:
                    self._score_near(form, 2, scores)
        best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
        return tuple(best[:limit])

    def with_word(self, folded_word: str, *, limit: int = 100) -> tuple[Entry, ...]:
        """Give the entries whose label contains the folded word, the best ranks first."""
        return tuple(_entry(row) for row in self._rows(_WITH_WORD, (folded_word, limit)))

    def entries(
        self, *, kinds: Collection[Kind] | None = None, limit: int | None = None
    ) -> tuple[Entry, ...]:
        """Give all entries, or those of concepts of ``kinds``, sorted by term and rank.

        Literal values are given only without ``kinds``.
        """
        bits = -1 if kinds is None else sum(KIND_BITS[kind] for kind in set(kinds))
        rows = self._rows(_ENTRIES, (bits, -1 if limit is None else limit))
        return tuple(_entry(row) for row in rows)

    def labels(self, terms: Collection[Term], language: str) -> dict[Term, str]:
        """Give each term the best label to show: in ``language``, without one, in any.

        A node without a label is shown by its spelling or spoken local name, a literal by its
        lexical form.
        """
        return best_labels(terms, language, self._rows)

    def concepts(self, terms: Collection[Term]) -> dict[Term, Concept]:
        """Give the concepts among ``terms``, each with all its labels and synonyms."""
        return read_concepts(terms, self._rows)

    def size(self) -> int:
        """Count the entries."""
        return next((int(row[0]) for row in self._rows("SELECT count(*) FROM lookup_entry")), 0)

    def counts(self) -> dict[Kind, int]:
        """Count the concepts of each kind; one of two kinds counts for both."""
        found: dict[Kind, int] = {}
        for bits, count in self._rows("SELECT kinds, count(*) FROM lookup_concept GROUP BY kinds"):
            for kind in kinds_of(int(str(bits))):
                found[kind] = found.get(kind, 0) + int(str(count))
        return found

    def concept_count(self) -> int:
        """Count the concepts."""
        rows = self._rows("SELECT count(*) FROM lookup_concept")
        return int(str(rows[0][0])) if rows else 0

    def label_counts(self) -> tuple[tuple[str, int], ...]:
        """Count the stated labels and synonyms of each language, "" without one."""
        query = (
            "SELECT language, count(*) FROM lookup_entry WHERE rank <= 2 AND property = ''"
            " GROUP BY language ORDER BY language"
        )
        return tuple((str(language), int(str(count))) for language, count in self._rows(query))

    def unlabelled(self) -> dict[Kind, list[str]]:
        """Give the concepts without a label of their own, as text, by their first kind."""
        found: dict[Kind, list[str]] = {kind: [] for kind in KIND_BITS}
        for term, bits in self._rows(_UNLABELLED):
            kinds = kinds_of(int(str(bits)))
            found[kinds[0] if kinds else "individual"].append(str(term))
        return found

    def shared_labels(self, *, limit: int) -> list[tuple[str, tuple[str, ...]]]:
        """Give labels that several concepts have, with these as text; sorted by label."""
        return [
            (str(label), tuple(sorted(json.loads(str(terms)))))
            for label, terms in self._rows(_SHARED, (limit,))
        ]

    def folding_twins(self, *, limit: int) -> list[tuple[str, ...]]:
        """Give the labels of different concepts that are one when folded; sorted."""
        found = self._rows(_FOLDING, (limit,))
        return [tuple(sorted(json.loads(str(labels)))) for (labels,) in found]

    def nearest(
        self, text: str, *, limit: int = 5, kinds: Collection[Kind] | None = None
    ) -> tuple[Entry, ...]:
        """Give the entries to offer a person for ``text`` ("did you mean"), the likeliest first.

        Each target is given once. They are a help for reading and never decide anything.
        """
        from rapidfuzz import fuzz

        wanted = fold(text)
        scored: dict[tuple[str, str | None], tuple[float, Entry]] = {}
        for entry in self._offers(wanted, kinds):
            label = fold(entry.label)
            score = fuzz.ratio(wanted, label)
            if SHORTEST <= len(wanted) <= len(label):
                score = max(score, 0.9 * fuzz.partial_ratio(wanted, label))
            target = entry.term, entry.property
            if target not in scored or score > scored[target][0]:
                scored[target] = score, entry
        best = sorted(scored.values(), key=lambda pair: (-pair[0], _entry_order(pair[1])))
        return tuple(entry for _, entry in best[:limit])

    def kept(self, name: str, snapshot: str) -> str | None:
        """Give the text kept under ``name`` for exactly this snapshot, or None."""
        text = self._meta(f"kept {name}")
        head, _, body = (text or "").partition("\n")
        return body if text is not None and head == snapshot else None

    def keep(self, name: str, snapshot: str, text: str) -> None:
        """Keep a text under ``name`` for a snapshot; a read-only file keeps nothing."""
        try:
            connection = self._writable()
        except StoreAccessError:
            return
        connection.execute("BEGIN IMMEDIATE")
        with _rolled_back_on_error(connection):
            connection.execute(
                "CREATE TABLE IF NOT EXISTS lookup_meta"
                " (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID"
            )
            connection.execute(
                "INSERT OR REPLACE INTO lookup_meta VALUES (?, ?)",
                (f"kept {name}", f"{snapshot}\n{text}"),
            )

    def close(self) -> None:
        """Close the connections of all threads; closing twice is fine."""
        for connection in list(self._open):
            connection.close()
        self._local = threading.local()

    def _score_near(self, word: str, edits: int, scores: dict[str, float]) -> None:
        from rapidfuzz.distance import OSA

        sound = sounded(word)
        ranges = [each for text in near_texts(word) for each in near_ranges(text, edits)]
        for (other,) in self._rows(_NEAR, (json.dumps(ranges),)):
            shorter = min(len(word), len(other))
            bound = 2 if shorter >= LONG else 1
            score = OSA.normalized_similarity(word, other)
            if OSA.distance(word, other, score_cutoff=bound) > bound:
                other_sound = sounded(other)
                if shorter == SHORTEST or OSA.distance(sound, other_sound) > bound:
                    continue
                score = (score + OSA.normalized_similarity(sound, other_sound)) / 2
            scores[other] = max(score, scores.get(other, 0.0))

    def _offers(self, wanted: str, kinds: Collection[Kind] | None) -> Iterable[Entry]:
        """Give the entries worth comparing: all of a small index, of a large one some."""
        if self.size() <= _SCANNED_WHOLE:
            return self.entries(kinds=kinds)
        words: dict[str, None] = dict.fromkeys(wanted.split())
        for word in wanted.split():
            words.update(dict.fromkeys(near for near, _ in self.near(word)))
            start = word[:4]
            if len(start) >= 3:
                rows = self._rows(_STARTING, (start, start + "\U0010ffff"))
                words.update((row[0], None) for row in rows)
        found = (entry for word in words for entry in self.with_word(word, limit=50))
        return [entry for entry in found if kinds is None or not set(kinds).isdisjoint(entry.kinds)]

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        connection = self._connection()
        if connection is None:
            return []
        try:
            return connection.execute(query, tuple(values)).fetchall()
        except sqlite3.DatabaseError as error:
            if "no such table" in str(error):
                return []
            raise self._unreadable(error) from error

    def _meta(self, name: str) -> str | None:
        rows = self._rows("SELECT value FROM lookup_meta WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else None

    def _connection(self) -> sqlite3.Connection | None:
        """Give this thread's connection, or None while there is no file."""
        known: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if known is None and self._file.is_file():
            known = self._local.connection = self._connect()
        return known

    def _connect(self) -> sqlite3.Connection:
        try:
            mode = "rwc" if is_writable(self._file) else reading_mode(self._file)
            connection = sqlite3.connect(
                sqlite_uri(self._file, mode),
                uri=True,
                timeout=30,
                isolation_level=None,
                check_same_thread=False,
                factory=_Connection,
            )
            connection.execute("PRAGMA cache_size = -16384")
            connection.execute("PRAGMA synchronous = NORMAL")
        except sqlite3.OperationalError as error:
            raise StoreAccessError(
                f"cannot open the look-up index in {self._file}: {error}; make the file and its"
                " folder readable"
            ) from error
        except sqlite3.DatabaseError as error:
            raise self._unreadable(error) from error
        self._open.add(connection)
        return connection

    def _writable(self) -> sqlite3.Connection:
        folder = self._file.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._read_only() from error
        if not is_writable(self._file):
            raise self._read_only()
        if not self._file.is_file():
            self._local.connection = self._connect()
            self._local.connection.execute("PRAGMA journal_mode = WAL")
        connection = self._connection()
        if connection is None:
            raise self._read_only()
        return connection

    def _unreadable(self, error: sqlite3.DatabaseError) -> StoreError:
        return StoreError(
            f"the look-up index in {self._file} cannot be read: {error}; when it is a cache, delete"
            " the file and it is built anew"
        )

    def _read_only(self) -> StoreAccessError:
        return StoreAccessError(
            f"the look-up index in {self._file} is out of date and cannot be written; open the"
            f" graph once with the right to write (ontorag info --kg {self._file}), or copy the"
            " file to a place where you have it"
        )

    def _write(self, connection: sqlite3.Connection, snapshot: str) -> None:
        """Write the staged vocabulary in one transaction, unless another process just did."""
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if "readonly" in str(error):
                raise self._read_only() from error
            raise
        with _rolled_back_on_error(connection):
            if self._meta("snapshot") != snapshot or self._meta("format") != FORMAT:
                write_index(connection, snapshot)


class _Connection(sqlite3.Connection):
    """A connection that can be referred to weakly."""


@contextmanager
def _rolled_back_on_error(connection: sqlite3.Connection) -> Iterator[None]:
    """End the open transaction: all of it, or nothing; no garbage is collected meanwhile."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if collecting:
            gc.enable()
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _entry(row: Sequence[Any]) -> Entry:
    term, of_property, kinds, label, language, rank, obsolete, replaced_by = row
    return Entry(
        term=term,
        property=of_property or None,
        kinds=kinds_of(kinds or 0),
        label=label,
        language=language,
        rank=rank,
        obsolete=bool(obsolete),
        replaced_by=replaced_by,
    )


def _entry_order(entry: Entry) -> tuple[int, str, str, str, str]:
    return entry.rank, entry.label, entry.term, entry.property or "", entry.language
