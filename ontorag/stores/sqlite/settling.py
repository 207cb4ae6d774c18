"""What is said about all statements at once, by set statements, when a transaction ends."""

from __future__ import annotations

# ruff: noqa: S608 - queries are joined from constant fragments; every datum is a parameter
import json
import sqlite3
from collections.abc import Collection

from ontorag.stores.sqlite import schema

_CARRIES = "(p IN (1, 2, 3, 4) OR (p = 5 AND o = 6))"
"""A row that carries a reification: see the reserved ids in `schema`."""


def settle_annotations(db: sqlite3.Connection) -> bool:
    """Keep facts in ``statement`` and reifications in ``annotation``; say whether rows moved."""
    [(carries,)] = db.execute(
        "SELECT EXISTS (SELECT 1 FROM statement WHERE p IN (1, 2, 3, 4))"
        " OR EXISTS (SELECT 1 FROM statement WHERE p = 5 AND o = 6)"
        " OR EXISTS (SELECT 1 FROM annotation)"
    )
    if not carries:
        db.execute("DELETE FROM reifier")
        return False
    db.execute("DELETE FROM temp.reifiers")
    for table in ("statement", "annotation"):
        db.execute(f"INSERT OR IGNORE INTO temp.reifiers SELECT s FROM {table} WHERE {_CARRIES}")
    moved = 0
    for origin, target, which in (
        ("statement", "annotation", ""),
        ("annotation", "statement", "NOT "),
    ):
        condition = f"s {which}IN (SELECT id FROM temp.reifiers)"
        moved += db.execute(
            f"INSERT INTO {target} SELECT * FROM {origin} WHERE {condition}"
        ).rowcount
        db.execute(f"DELETE FROM {origin} WHERE {condition}")
    db.execute("DELETE FROM reifier")
    db.execute(_RDF_12_REIFIERS)
    db.execute(_CLASSIC_REIFIERS)
    return moved > 0


_RDF_12_REIFIERS = """
INSERT INTO reifier SELECT DISTINCT t.s, t.p, t.o, a.s, t.id
FROM annotation a CROSS JOIN triple_term t ON t.id = a.o WHERE a.p = 1"""

_CLASSIC_REIFIERS = """
INSERT INTO reifier SELECT DISTINCT x.o, y.o, z.o, x.s, NULL
FROM annotation x
CROSS JOIN annotation y ON y.s = x.s AND y.p = 3
CROSS JOIN annotation z ON z.s = x.s AND z.p = 4
WHERE x.p = 2"""


def count_properties(db: sqlite3.Connection, touched: Collection[int] | None) -> None:
    """Count the use of the touched predicates (None: of all) and their heavy pairs."""
    [(reified,)] = db.execute("SELECT EXISTS (SELECT 1 FROM annotation)")
    rows = _BOTH if reified else "statement"
    which = "" if touched is None else "WHERE p IN (SELECT value FROM json_each(:touched))"
    given = {} if touched is None else {"touched": json.dumps(sorted(touched))}
    for table in ("property", "heavy"):
        db.execute(f"DELETE FROM {table} {which}", given)
    db.execute(
        _PROPERTY_USES.replace("{rows}", rows).replace("{which}", which), {**given, "kind": 2}
    )
    db.execute(
        f"INSERT INTO heavy SELECT o, p, count(DISTINCT s) AS n FROM statement {which} "
        "GROUP BY p, o HAVING n >= :heavy",
        {**given, "heavy": schema.HEAVY},
    )
    if reified:
        db.execute(f"UPDATE property SET facts = ({_COUNT_FACTS}) {which}", given)


_BOTH = "(SELECT s, p, o FROM statement UNION ALL SELECT s, p, o FROM annotation)"

_COUNT_FACTS = """SELECT count(*) FROM (
SELECT DISTINCT s, o FROM statement WHERE statement.p = property.p)"""

_PROPERTY_USES = """
INSERT INTO property
SELECT by_object.p, triples, subjects, objects, literals, triples
FROM (
  SELECT p, sum(n) AS triples, count(*) AS objects, sum(term.kind = :kind) AS literals
  FROM (
    SELECT p, o, count(DISTINCT s) AS n FROM {rows} {which} GROUP BY p, o
  ) CROSS JOIN term ON term.id = o
  GROUP BY p
) AS by_object
JOIN (
  SELECT p, count(*) AS subjects FROM (SELECT DISTINCT s, p FROM {rows} {which}) GROUP BY p
) AS by_subject USING (p)"""


def remove_unused(db: sqlite3.Connection) -> None:
    """Remove the terms of ``temp.loose`` that nothing uses any more, and unused graphs."""
    if db.execute("SELECT 1 FROM temp.loose LIMIT 1").fetchone() is None:
        return
    while True:
        db.execute("DELETE FROM temp.doomed")
        db.execute(_DOOM)
        if db.execute("SELECT 1 FROM temp.doomed LIMIT 1").fetchone() is None:
            break
        for column in "spo":
            db.execute(
                f"INSERT OR IGNORE INTO temp.loose SELECT {column} FROM triple_term "
                "WHERE id IN (SELECT id FROM temp.doomed)"
            )
        for table, key in (("term", "id"), ("comparison", "term"), ("triple_term", "id")):
            db.execute(f"DELETE FROM {table} WHERE {key} IN (SELECT id FROM temp.doomed)")
        db.execute("DELETE FROM temp.loose WHERE id IN (SELECT id FROM temp.doomed)")
    db.execute("DELETE FROM temp.loose")
    db.execute(
        "DELETE FROM graph WHERE id > 0 AND id NOT IN "
        "(SELECT g FROM statement UNION SELECT g FROM annotation)"
    )


_DOOM = """
INSERT INTO temp.doomed
SELECT id FROM temp.loose AS l
WHERE id > 6
AND NOT EXISTS (SELECT 1 FROM statement WHERE s = l.id)
AND NOT EXISTS (SELECT 1 FROM statement WHERE p = l.id)
AND NOT EXISTS (SELECT 1 FROM statement WHERE o = l.id)
AND NOT EXISTS (SELECT 1 FROM annotation WHERE s = l.id)
AND NOT EXISTS (SELECT 1 FROM annotation WHERE p = l.id)
AND NOT EXISTS (SELECT 1 FROM annotation WHERE o = l.id)
AND id NOT IN (
SELECT s FROM triple_term UNION SELECT p FROM triple_term UNION SELECT o FROM triple_term)"""
