"""The tables of the look-up index, and bringing them up to date by what differs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

from ontorag.vocabulary.collect import INDEX_LABELS
from ontorag.vocabulary.keys import label_keys, label_words, near_keys, near_texts

FORMAT = "2"
"""Changes when the tables do; an index of another format is built anew."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS lookup_meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lookup_concept (
    term TEXT PRIMARY KEY, kinds INTEGER, obsolete INTEGER, replaced_by TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lookup_text (
    term TEXT, preference INTEGER, language TEXT, text TEXT,
    PRIMARY KEY (term, preference, language, text)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lookup_entry (
    id INTEGER PRIMARY KEY, term TEXT, property TEXT, label TEXT, language TEXT,
    rank INTEGER, preference INTEGER);
CREATE TABLE IF NOT EXISTS lookup_key (
    key TEXT, entry INTEGER, PRIMARY KEY (key, entry)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lookup_word (id INTEGER PRIMARY KEY, word TEXT);
CREATE TABLE IF NOT EXISTS lookup_near (
    size INTEGER, text TEXT, word INTEGER, PRIMARY KEY (size, text, word)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lookup_word_entry (
    word INTEGER, entry INTEGER, PRIMARY KEY (word, entry)) WITHOUT ROWID;
"""
INDEXES = """
CREATE INDEX IF NOT EXISTS lookup_entry_term ON lookup_entry (term);
CREATE UNIQUE INDEX IF NOT EXISTS lookup_word_word ON lookup_word (word);
"""
TABLES = ("concept", "text", "entry", "key", "word", "word_entry", "near")

_SAME_ENTRY = """
e.term = s.term AND e.property = s.property AND e.label = s.label AND e.language = s.language
AND e.rank = s.rank AND e.preference = s.preference
"""
_REMOVED = f"""
SELECT e.id, e.label FROM lookup_entry e
WHERE NOT EXISTS (SELECT 1 FROM staged_label s WHERE {_SAME_ENTRY})
"""  # noqa: S608 - only constants of this file
_ADD_ALL = """
INSERT INTO lookup_entry (term, property, label, language, rank, preference)
SELECT DISTINCT term, property, label, language, rank, preference FROM staged_label
ORDER BY term, property, rank, preference, language, label
"""
_ADD_NEW = f"""
INSERT INTO lookup_entry (term, property, label, language, rank, preference)
SELECT DISTINCT term, property, label, language, rank, preference FROM staged_label s
WHERE NOT EXISTS (SELECT 1 FROM lookup_entry e WHERE {_SAME_ENTRY})
ORDER BY term, property, rank, preference, language, label
"""  # noqa: S608 - only constants of this file
_SYNCHRONISE = """
DELETE FROM lookup_concept WHERE NOT EXISTS (
    SELECT 1 FROM staged_concept s WHERE s.term = lookup_concept.term);
INSERT OR REPLACE INTO lookup_concept
SELECT term, kinds, obsolete, replaced_by FROM staged_concept
EXCEPT SELECT term, kinds, obsolete, replaced_by FROM lookup_concept;
DELETE FROM lookup_text;
INSERT OR IGNORE INTO lookup_text SELECT term, preference, language, text FROM staged_text;
"""
_BATCH = 20_000


def write_index(connection: sqlite3.Connection, snapshot: str) -> None:
    """Make the index what the staging tables say, within the transaction that is open."""
    for statement in _statements(SCHEMA):
        connection.execute(statement)
    known = connection.execute("SELECT max(id) FROM lookup_entry").fetchone()[0]
    if known is not None:
        connection.execute(INDEX_LABELS)
    if known is not None and not _remove_outdated(connection):
        _empty(connection)
        known = None
    connection.execute(_ADD_ALL if known is None else _ADD_NEW)
    _index_entries(connection, above=known or 0)
    for statement in _statements(_SYNCHRONISE):
        connection.execute(statement)
    for statement in _statements(INDEXES):
        connection.execute(statement)
    _write_meta(connection, snapshot)


def _write_meta(connection: sqlite3.Connection, snapshot: str) -> None:
    connection.execute("DELETE FROM lookup_meta WHERE name NOT LIKE 'kept %'")
    meta = [("format", FORMAT), ("snapshot", snapshot)]
    connection.executemany("INSERT INTO lookup_meta VALUES (?, ?)", meta)


def copy_index(connection: sqlite3.Connection, snapshot: str) -> None:
    """Copy the index of the attached database ``other`` into this one, which has none.

    It becomes that of ``snapshot``, within the transaction that is open.
    """
    for statement in _statements(SCHEMA):
        connection.execute(statement)
    for table in TABLES:
        connection.execute(
            f"INSERT INTO main.lookup_{table} SELECT * FROM other.lookup_{table}"  # noqa: S608
        )
    for statement in _statements(INDEXES):
        connection.execute(statement)
    _write_meta(connection, snapshot)


def _empty(connection: sqlite3.Connection) -> None:
    """Start anew: a table that is filled in order is smaller and quicker than one emptied."""
    for table in TABLES:
        connection.execute(f"DROP TABLE IF EXISTS lookup_{table}")
    for statement in _statements(SCHEMA):
        connection.execute(statement)


def _remove_outdated(connection: sqlite3.Connection) -> bool:
    """Remove the entries that are gone; False when so much is gone that anew is quicker."""
    format_kept = connection.execute("SELECT value FROM lookup_meta WHERE name = 'format'")
    if format_kept.fetchone() != (FORMAT,):
        return False
    gone = connection.execute(_REMOVED).fetchall()
    total = connection.execute("SELECT count(*) FROM lookup_entry").fetchone()[0]
    if 2 * len(gone) > total:
        return False
    words = dict(connection.execute("SELECT word, id FROM lookup_word")) if gone else {}
    touched: set[tuple[str, int]] = set()
    for entry, label in gone:
        keys = label_keys(label)
        held = [(word, words[word]) for word in label_words(keys) if word in words]
        touched.update(held)
        connection.executemany(
            "DELETE FROM lookup_key WHERE key = ? AND entry = ?", ((key, entry) for key in keys)
        )
        connection.executemany(
            "DELETE FROM lookup_word_entry WHERE word = ? AND entry = ?",
            ((number, entry) for _, number in held),
        )
    connection.executemany("DELETE FROM lookup_entry WHERE id = ?", ((i,) for i, _ in gone))
    _remove_unused_words(connection, touched)
    return True


def _remove_unused_words(connection: sqlite3.Connection, words: set[tuple[str, int]]) -> None:
    for word, number in sorted(words):
        used = "SELECT 1 FROM lookup_word_entry WHERE word = ? LIMIT 1"
        if connection.execute(used, (number,)).fetchone():
            continue
        connection.execute("DELETE FROM lookup_word WHERE id = ?", (number,))
        connection.executemany(
            "DELETE FROM lookup_near WHERE size = ? AND text = ? AND word = ?",
            _near_rows([word], {word: number}),
        )


def _index_entries(connection: sqlite3.Connection, *, above: int) -> None:
    """Write keys and words of the entries with a number above ``above``."""
    words: dict[str, int] = dict(connection.execute("SELECT word, id FROM lookup_word"))
    new_words: list[str] = []
    following = max(words.values(), default=0) + 1
    entries = connection.execute("SELECT id, label FROM lookup_entry WHERE id > ?", (above,))
    keys: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for entry, label in entries:
        forms = label_keys(label)
        keys += [(form, entry) for form in forms]
        for word in label_words(forms):
            number = words.get(word)
            if number is None:
                number = words[word] = following
                following += 1
                new_words.append(word)
            pairs.append((number, entry))
        if len(keys) > 50 * _BATCH:
            _write_pairs(connection, keys, pairs)
    _write_pairs(connection, keys, pairs)
    connection.executemany(
        "INSERT INTO lookup_word VALUES (?, ?)", ((words[word], word) for word in new_words)
    )
    near = sorted(_near_rows(new_words, words))
    connection.executemany("INSERT OR IGNORE INTO lookup_near VALUES (?, ?, ?)", near)


def _near_rows(new: Iterable[str], words: dict[str, int]) -> Iterator[tuple[int, str, int]]:
    """Give the keys that words are found by when they are misspelled."""
    return (
        (*key, words[word]) for word in new for text in near_texts(word) for key in near_keys(text)
    )


def _write_pairs(
    connection: sqlite3.Connection, keys: list[tuple[str, int]], pairs: list[tuple[int, int]]
) -> None:
    keys.sort()
    pairs.sort()
    connection.executemany("INSERT OR IGNORE INTO lookup_key VALUES (?, ?)", keys)
    connection.executemany("INSERT OR IGNORE INTO lookup_word_entry VALUES (?, ?)", pairs)
    keys.clear()
    pairs.clear()


def _statements(script: str) -> Iterator[str]:
    """Split a script: `executescript` would commit the open transaction."""
    return (statement for statement in script.split(";") if statement.strip())
