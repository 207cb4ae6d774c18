"""All of an ontorag file by the ids of its terms; see `ontorag.stores.numbered`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from ontorag.stores.numbered import Stated
from ontorag.values import Source


class NumberedFile:
    """The graph that ``connection`` sees in its read transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        [(self._reified,)] = connection.execute("SELECT EXISTS (SELECT 1 FROM annotation)")

    def last(self) -> int:
        """Give the largest id of a term."""
        return int(self._db.execute("SELECT max(id) FROM term").fetchone()[0])

    def sources(self) -> list[tuple[int, Source]]:
        """Give the sources with their ids, by id."""
        return [(row[0], Source(*row[1:])) for row in self._db.execute(_SOURCES)]

    def predicates(self) -> list[tuple[int, str]]:
        """Give the id and text of every property of a statement, by id."""
        return self._db.execute(_PREDICATES).fetchall()

    def classes(self) -> list[tuple[int, str]]:
        """Give the id and text of everything that is a type of something, by id."""
        return self._db.execute(_CLASSES).fetchall()

    def terms(self) -> Iterator[tuple[int, str]]:
        """Stream id and text of every term."""
        return self._db.execute("SELECT id, text FROM term ORDER BY id")

    def stated(self) -> Iterator[Stated]:
        """Stream every distinct triple, reifications included."""
        graphs: dict[int, str] = dict(self._db.execute("SELECT id, text FROM graph"))
        rows = self._db.execute(self._over(_ROWS, "ORDER BY 1, 2, 3, 5, 4"))
        [(sources,)] = self._db.execute("SELECT count(*) FROM source")
        if sources == len(graphs) == 1:
            [[source]] = self._db.execute("SELECT id FROM source")
            by = ((source, graphs[0]),)
            for s, p, o, _, _ in rows:
                yield Stated(s, p, o, by)
            return
        for (s, p, o), group in groupby(rows, key=itemgetter(0, 1, 2)):
            yield Stated(s, p, o, tuple((source, graphs[g]) for _, _, _, g, source in group))

    def literals(self) -> Iterator[tuple[int, int, str]]:
        """Stream the distinct (subject, predicate, text of a literal object)."""
        return self._db.execute(self._over(_LITERALS, "ORDER BY 1, 2, 3"))

    def types(self) -> Iterator[tuple[int, int]]:
        """Stream the distinct (subject, class)."""
        return self._db.execute(self._over(_TYPES, "ORDER BY 1, 2"))

    def qualifiers(self) -> Iterator[tuple[int, int, int, str, str]]:
        """Stream what is said about triples: the triple, then predicate and value as texts."""
        return self._db.execute(_QUALIFIERS)

    def triple_terms(self) -> Iterator[tuple[int, int, int, int]]:
        """Stream id, subject, predicate and object of every triple term."""
        return self._db.execute("SELECT id, s, p, o FROM triple_term ORDER BY id")

    def _over(self, query: str, order: str) -> str:
        """Put a query over the facts and, where there are any, over the reifications."""
        tables = ("statement", "annotation") if self._reified else ("statement",)
        return " UNION ALL ".join(query.format(table=table) for table in tables) + f" {order}"


_SOURCES = """
SELECT id, name, location, media_type, loaded_at, licence, language, revision
FROM source ORDER BY id"""
_PREDICATES = "SELECT p, text FROM property CROSS JOIN term ON term.id = p ORDER BY p"
_CLASSES = """
SELECT DISTINCT o, text FROM (
SELECT DISTINCT o FROM statement WHERE p = 5 UNION SELECT DISTINCT o FROM annotation WHERE p = 5
) CROSS JOIN term ON term.id = o ORDER BY o"""
_ROWS = "SELECT s, p, o, g, source FROM {table}"
_LITERALS = """
SELECT DISTINCT x.s, x.p, t.text FROM {table} AS x CROSS JOIN term AS t ON t.id = x.o
WHERE x.p IN (SELECT p FROM property WHERE literals > 0) AND t.kind = 2"""
_TYPES = "SELECT DISTINCT s, o FROM {table} WHERE +p = 5"
_QUALIFIERS = """
SELECT DISTINCT r.s, r.p, r.o, p.text, v.text
FROM reifier AS r CROSS JOIN annotation AS a ON a.s = r.r
CROSS JOIN term AS p ON p.id = a.p CROSS JOIN term AS v ON v.id = a.o
WHERE a.p NOT IN (1, 2, 3, 4) AND NOT (a.p = 5 AND a.o = 6)
ORDER BY 1, 2, 3, 4, 5"""
