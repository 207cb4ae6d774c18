"""The tables of an ontorag file, their indexes, and the marks that tell the file is ours.

A *statement* row is one quad as one source makes it. Facts are in ``statement``; the rows of
reifications (see `ontorag.stores.base.ReadableStore.facts`) are in ``annotation``, and
``reifier`` says which fact each reifier is about. ``heavy`` counts the (predicate, object)
pairs that many subjects share, so that a query can start at its rarest condition.
"""

from __future__ import annotations

from ontorag.values import IRI, RDF, write_term

APPLICATION_ID = 0x4F6E7452
"""ASCII "OntR", in the header of each of our files."""

FORMAT = 1
"""``user_version`` of the files this version writes and reads."""

REIFIES, SUBJECT, PREDICATE, OBJECT, TYPE, STATEMENT = range(1, 7)
RESERVED = tuple(
    write_term(IRI(RDF + name))
    for name in ("reifies", "subject", "predicate", "object", "type", "Statement")
)
"""Terms with fixed ids, from 1; they are always in ``term``."""

HEAVY = 100
"""From so many subjects on, a (predicate, object) pair is counted in ``heavy``."""

IRI_KIND, BLANK_KIND, LITERAL_KIND, TRIPLE_KIND = range(4)
FAMILIES = {"number": 1, "date": 2}

TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE term (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, text TEXT NOT NULL)",
    "CREATE TABLE comparison (term INTEGER PRIMARY KEY, family INTEGER NOT NULL,"
    " low TEXT NOT NULL, high TEXT NOT NULL)",
    "CREATE TABLE triple_term (id INTEGER PRIMARY KEY,"
    " s INTEGER NOT NULL, p INTEGER NOT NULL, o INTEGER NOT NULL)",
    "CREATE TABLE graph (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
    "CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, location TEXT,"
    " media_type TEXT, loaded_at TEXT, licence TEXT, language TEXT, revision TEXT)",
    "CREATE TABLE statement (s INTEGER NOT NULL, p INTEGER NOT NULL, o INTEGER NOT NULL,"
    " g INTEGER NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (s, p, o, g, source)) WITHOUT ROWID",
    "CREATE TABLE annotation (s INTEGER NOT NULL, p INTEGER NOT NULL, o INTEGER NOT NULL,"
    " g INTEGER NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (s, p, o, g, source)) WITHOUT ROWID",
    "CREATE INDEX annotation_p ON annotation (p, o)",
    "CREATE INDEX annotation_o ON annotation (o, p)",
    "CREATE INDEX annotation_source ON annotation (source)",
    "CREATE TABLE reifier (s INTEGER NOT NULL, p INTEGER NOT NULL, o INTEGER NOT NULL,"
    " r INTEGER NOT NULL, t INTEGER)",
    "CREATE INDEX reifier_fact ON reifier (s, p, o)",
    "CREATE TABLE property (p INTEGER PRIMARY KEY, triples INTEGER NOT NULL,"
    " subjects INTEGER NOT NULL, objects INTEGER NOT NULL, literals INTEGER NOT NULL,"
    " facts INTEGER NOT NULL)",
    "CREATE TABLE heavy (o INTEGER NOT NULL, p INTEGER NOT NULL, n INTEGER NOT NULL,"
    " PRIMARY KEY (o, p)) WITHOUT ROWID",
)
"""``property`` counts all statements, and ``facts`` those that are no reification.

``reifier.t`` is the triple term of an RDF 1.2 annotation, NULL for an ``rdf:Statement``."""

STATEMENT_INDEXES = (
    "CREATE INDEX IF NOT EXISTS statement_p ON statement (p, o)",
    "CREATE INDEX IF NOT EXISTS statement_o ON statement (o, p)",
    "CREATE INDEX IF NOT EXISTS statement_source ON statement (source)",
)
"""Each also holds the other columns of the primary key, so every look-up is answered by one."""

DROP_STATEMENT_INDEXES = (
    "DROP INDEX IF EXISTS statement_p",
    "DROP INDEX IF EXISTS statement_o",
    "DROP INDEX IF EXISTS statement_source",
)
TERM_INDEX = "CREATE UNIQUE INDEX IF NOT EXISTS term_text ON term (text)"
DROP_TERM_INDEX = "DROP INDEX IF EXISTS term_text"

CONTENT = (
    "comparison", "triple_term", "statement", "annotation", "reifier", "property", "heavy",
    "source",
)  # fmt: skip
"""The tables that `clear` empties whole."""
