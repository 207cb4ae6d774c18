"""Count what an ontorag file holds: facts, edges, uses of properties, values.

Each function runs within the read transaction of its caller.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable
from typing import cast

from ontorag.stores.base import EVERYTHING, Pattern, PropertyUse, Scope
from ontorag.stores.sqlite import schema
from ontorag.stores.sqlite.read import find_ids, matching, scoped
from ontorag.values import IRI, Literal, Step, Term, read_term, write_term


def count_facts(db: sqlite3.Connection, pattern: Pattern, scope: Scope) -> int:
    """Count the distinct facts that match."""
    if scope == EVERYTHING and pattern.subjects is None and pattern.objects is None:
        return _count_by_property(db, pattern.predicates)
    match = matching(db, pattern, scope)
    query = "SELECT count(*) FROM (SELECT DISTINCT f.s, f.p, f.o FROM statement AS f WHERE {which})"
    return int(db.execute(query.replace("{which}", match.on("f")), match.parameters).fetchone()[0])


def _count_by_property(db: sqlite3.Connection, predicates: tuple[IRI, ...] | None) -> int:
    """Count the facts of some properties (None: of all) by their statistics."""
    if predicates is None:
        return int(db.execute("SELECT coalesce(sum(facts), 0) FROM property").fetchone()[0])
    ids = find_ids(db, set(predicates)).values()
    counts = (db.execute("SELECT facts FROM property WHERE p = ?", (p,)).fetchone() for p in ids)
    return sum(row[0] for row in counts if row is not None)


def steps(
    db: sqlite3.Connection, terms: Collection[Term], scope: Scope
) -> list[tuple[Term, Step, int]]:
    """Give the edges at each term, counted by step, sorted."""
    ids = find_ids(db, set(terms))
    known = {number: term for term, number in ids.items() if number > 0}
    condition, parameters = scoped(db, scope)
    parameters["terms"] = json.dumps(sorted(known))
    queries = [(False, _STEPS.format(end="s", scope=condition.replace("{row}", "f")))]
    if condition:
        queries.append((True, _STEPS.format(end="o", scope=condition.replace("{row}", "f"))))
    else:
        queries.append((True, _STEPS_TO_MANY))
    found = []
    for inverse, query in queries:
        for number, predicate, edges in db.execute(query, parameters):
            step = Step(cast("IRI", read_term(predicate)), inverse)
            found.append((known[number], step, int(edges)))
    return sorted(found, key=_step_order)


def _step_order(row: tuple[Term, Step, int]) -> tuple[str, str, bool]:
    return write_term(row[0]), write_term(row[1].predicate), row[1].inverse


_STEPS = """SELECT e.x, term.text, e.n FROM (
SELECT x, p, count(*) AS n FROM (
SELECT DISTINCT f.{end} AS x, f.p, f.s, f.o FROM statement AS f
WHERE f.{end} IN (SELECT value FROM json_each(:terms)){scope}) GROUP BY x, p) AS e
CROSS JOIN term ON term.id = e.p"""

_STEPS_TO_MANY = """WITH RECURSIVE pairs (x, p) AS (
SELECT value, (SELECT min(p) FROM statement WHERE o = value) FROM json_each(:terms)
UNION ALL
SELECT x, (SELECT min(f.p) FROM statement AS f WHERE f.o = x AND f.p > pairs.p)
FROM pairs WHERE p IS NOT NULL)
SELECT x, term.text, coalesce(
(SELECT n FROM heavy WHERE heavy.o = x AND heavy.p = pairs.p),
(SELECT count(DISTINCT f.s) FROM statement AS f WHERE f.o = x AND f.p = pairs.p))
FROM pairs CROSS JOIN term ON term.id = pairs.p"""
"""Steps to terms that may have very many: predicate by predicate, the heavy ones as counted."""


def property_uses(db: sqlite3.Connection) -> list[PropertyUse]:
    """Give the use of every property, in the code-point order of their N-Triples."""
    rows: Iterable[tuple[str, int, int, int, int]] = db.execute(
        "SELECT text, triples, subjects, objects, literals FROM property "
        "CROSS JOIN term ON term.id = property.p ORDER BY text"
    )
    return [PropertyUse(cast("IRI", read_term(text)), *counts) for text, *counts in rows]


def literal_values(db: sqlite3.Connection, predicate: IRI, limit: int) -> list[tuple[Literal, int]]:
    """Give the first ``limit`` literal objects of a property, with the number of their subjects."""
    number = find_ids(db, [predicate])[predicate]
    rows = db.execute(_LITERAL_VALUES, {"p": number, "kind": schema.LITERAL_KIND, "limit": limit})
    return [(cast("Literal", read_term(text)), subjects) for text, subjects in rows]


_LITERAL_VALUES = """SELECT term.text, count(*) FROM (
SELECT o, s FROM statement WHERE p = :p UNION SELECT o, s FROM annotation WHERE p = :p) AS f
CROSS JOIN term ON term.id = f.o WHERE term.kind = :kind
GROUP BY f.o ORDER BY term.text LIMIT :limit"""
