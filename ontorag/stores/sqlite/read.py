"""Read an ontorag file: members, facts, statements.

Each function runs within the read transaction of its caller.
"""

from __future__ import annotations

# ruff: noqa: S608 - queries are joined from constant fragments; every datum is a parameter
import json
import sqlite3
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import cast

from ontorag.stores.base import EVERYTHING, Pattern, Scope, TextQuad, is_hidden, with_origin
from ontorag.stores.checking import check_where
from ontorag.stores.sqlite.compile import Compiler, carried
from ontorag.stores.sqlite.simplify import simplified, terms_of
from ontorag.stores.sqlite.sizes import Sizes
from ontorag.values import (
    IRI,
    Fact,
    Qualifier,
    Source,
    Term,
    Where,
    make_fact,
    read_term,
    write_term,
)  # fmt: skip

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Query:
    """A compiled question; ``strangers`` are terms the store does not have, by negative ids."""

    text: str
    parameters: dict[str, object]
    strangers: dict[int, Term] = field(default_factory=dict)


# ── members ───────────────────────────────────────────────────────────────────────────


def compile_where(db: sqlite3.Connection, where: Where, scope: Scope) -> tuple[Query, Compiler]:
    """Compile ``where`` against the present ids and sizes; ValueError when it denotes no set."""
    check_where(where)
    asked = simplified(where)
    ids = find_ids(db, set(terms_of(asked)))
    condition, parameters = scoped(db, scope)
    compiler = Compiler(ids, Sizes(db, ids), condition, dict(parameters))
    text = compiler.members(asked)
    strangers = {number: term for term, number in ids.items() if number < 0}
    return Query(text, compiler.parameters, strangers), compiler


def members(db: sqlite3.Connection, where: Where, scope: Scope) -> list[Term]:
    """Give the members of ``where`` in code-point order."""
    query, _ = compile_where(db, where, scope)
    rows = db.execute(
        f"SELECT m.x, term.text FROM ({query.text}) AS m LEFT JOIN term ON term.id = m.x",
        query.parameters,
    )
    texts = [text or write_term(query.strangers[number]) for number, text in rows]
    return [read_term(text) for text in sorted(texts)]


def count(db: sqlite3.Connection, where: Where, scope: Scope) -> int:
    """Count the members of ``where``."""
    query, compiler = compile_where(db, where, scope)
    known = compiler.sizes.known(simplified(where)) if scope == EVERYTHING else None
    if known is not None:
        return known
    counted = f"SELECT count(*) FROM ({query.text})"
    return int(db.execute(counted, query.parameters).fetchone()[0])


def explain(db: sqlite3.Connection, where: Where, scope: Scope) -> tuple[str, dict[str, object]]:
    """Give the query and its parameters; ``terms`` tells which term each id among them is."""
    query, compiler = compile_where(db, where, scope)
    names = {number: write_term(term) for term, number in sorted(compiler.ids.items(), key=_second)}
    return query.text, {**query.parameters, "terms": names}


def _second(pair: tuple[Term, int]) -> int:
    return pair[1]


def find_ids(db: sqlite3.Connection, terms: Collection[Term]) -> dict[Term, int]:
    """Give the id of every term; those that the store does not have get negative ones."""
    texts = {write_term(term): term for term in terms}
    found: dict[str, int] = {}
    if len(texts) <= 8:
        for text in texts:
            for number in _ask(db, "SELECT id FROM term WHERE text = ?", (text,)):
                found[text] = cast("int", number[0])
    else:
        for chunk in _chunks(sorted(texts)):
            found.update(cast("list[tuple[str, int]]", _ask(db, _FIND_MANY, chunk)))
    unknown = (term for text, term in sorted(texts.items()) if text not in found)
    strangers = {term: -place for place, term in enumerate(unknown, 1)}
    return {texts[text]: number for text, number in found.items()} | strangers


def _ask(
    db: sqlite3.Connection, query: str, texts: tuple[str | None, ...]
) -> list[tuple[object, ...]]:
    """Run a look-up by text; a text with a lone surrogate is in no store."""
    try:
        return db.execute(query, texts).fetchall()
    except UnicodeEncodeError:
        kept = tuple(t for t in texts if t is not None and not _has_surrogate(t))
        return _ask(db, query, kept + (None,) * (len(texts) - len(kept)))


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _chunks(texts: list[str]) -> Iterator[tuple[str | None, ...]]:
    for start in range(0, len(texts), _CHUNK):
        chunk = texts[start : start + _CHUNK]
        yield (*chunk, *[None] * (_CHUNK - len(chunk)))


_STATEMENTS_LOOKED_UP = 10_000

_FIND_MANY = f"SELECT text, id FROM term WHERE text IN ({', '.join('?' * _CHUNK)})"


def scoped(db: sqlite3.Connection, scope: Scope) -> tuple[str, dict[str, object]]:
    """Give a scope's condition on ``{row}``, and its parameters."""
    condition, parameters = "", {}
    if scope.graphs is not None:
        names = {_graph_text(name) for name in scope.graphs}
        graphs = [n for n, text in db.execute("SELECT id, text FROM graph") if text in names]
        condition += " AND {row}.g IN (SELECT value FROM json_each(:graphs))"
        parameters["graphs"] = json.dumps(sorted(graphs))
    if scope == EVERYTHING:
        return "", {}
    rows = db.execute("SELECT id, name FROM source").fetchall()
    unseen = [number for number, name in rows if not scope.sees(name)]
    if scope.sources is not None:
        seen = [number for number, name in rows if scope.sees(name)]
        condition += " AND {row}.source IN (SELECT value FROM json_each(:sources))"
        parameters["sources"] = json.dumps(sorted(seen))
    elif unseen:
        condition += " AND {row}.source NOT IN (SELECT value FROM json_each(:unseen))"
        parameters["unseen"] = json.dumps(sorted(unseen))
    return condition, cast("dict[str, object]", parameters)


def _graph_text(name: str) -> str:
    return name if not name or name.startswith("_:") else f"<{name}>"


def _graph_name(text: str) -> str:
    return text[1:-1] if text.startswith("<") else text


# ── facts ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Matching:
    """The condition of a pattern on ``{row}`` with its parameters, and the scope's beside it."""

    pattern: str
    scope: str
    parameters: dict[str, object]

    def on(self, row: str) -> str:
        """Give the whole condition on the table alias ``row``."""
        return (self.pattern + self.scope).replace("{row}", row)


def matching(db: sqlite3.Connection, pattern: Pattern, scope: Scope) -> Matching:
    """Give the condition of a pattern within a scope, looked up by its shortest list."""
    wanted = {"s": pattern.subjects, "p": pattern.predicates, "o": pattern.objects}
    given = {column: terms for column, terms in wanted.items() if terms is not None}
    ids = find_ids(db, {term for terms in given.values() for term in terms})
    in_scope, parameters = scoped(db, scope)
    condition = "1"
    indexed = _indexed_columns({column: len(set(terms)) for column, terms in given.items()})
    for column, terms in given.items():
        sign = "" if column in indexed else "+"
        parameters[f"wanted_{column}"] = json.dumps(sorted({ids[term] for term in terms}))
        condition += (
            f" AND {sign}{{row}}.{column} IN (SELECT value FROM json_each(:wanted_{column}))"
        )
    return Matching(condition, in_scope, parameters)


def _indexed_columns(sizes: dict[str, int]) -> str:
    """Choose the columns to look up by: the index with the fewest look-ups; others are tested.

    A few whole statements are looked up one by one, however many a single term occurs in.
    """
    if len(sizes) == 3 and sizes["s"] * sizes["p"] * sizes["o"] <= _STATEMENTS_LOOKED_UP:
        return "spo"
    if "s" in sizes and (set(sizes) == {"s"} or sizes["s"] <= sizes.get("o", sizes["s"])):
        return "s"
    if "o" in sizes:
        return "o"
    return "sp"


def facts(db: sqlite3.Connection, pattern: Pattern, scope: Scope, limit: int | None) -> list[Fact]:
    """Give the distinct facts that match, sorted, the first ``limit`` of them."""
    match = matching(db, pattern, scope)
    ids = "" if limit is None else _first_facts(db, match, limit)
    rows = db.execute(_FACTS.replace("{which}", match.on("f") + ids.replace("{row}", "f")),
                      match.parameters)  # fmt: skip
    origins: dict[tuple[str, str, str], tuple[set[str], set[str]]] = {}
    for s, p, o, graph, source in rows:
        graphs, sources = origins.setdefault((s, p, o), (set(), set()))
        graphs.add(graph)
        sources.add(source)
    said = _qualifiers(db, match)
    return [
        with_origin(make_fact(
            read_term(s), cast("IRI", read_term(p)), read_term(o),
            qualifiers=tuple(said.get((s, p, o), ())),
            graphs=tuple(_graph_name(graph) for graph in graphs), sources=tuple(sources),
        ))
        for (s, p, o), (graphs, sources) in sorted(origins.items())
    ]  # fmt: skip


def _first_facts(db: sqlite3.Connection, match: Matching, limit: int) -> str:
    """Find the first ``limit`` facts; give a condition on ``{row}`` that keeps only those."""
    rows = db.execute(_FIRST_FACTS.replace("{which}", match.on("f")),
                      {**match.parameters, "limit": limit}).fetchall()  # fmt: skip
    match.parameters["first"] = json.dumps([f"{s} {p} {o}" for s, p, o in rows])
    match.parameters["first_s"] = json.dumps(sorted({row[0] for row in rows}))
    return (
        " AND {row}.s IN (SELECT value FROM json_each(:first_s))"
        " AND {row}.s || ' ' || {row}.p || ' ' || {row}.o IN (SELECT value FROM json_each(:first))"
    )


def _qualifiers(
    db: sqlite3.Connection, match: Matching
) -> dict[tuple[str, str, str], set[Qualifier]]:
    """Give what is said within the scope about the facts that match."""
    if db.execute("SELECT 1 FROM reifier LIMIT 1").fetchone() is None:
        return {}
    narrowed = " AND f.s IN (SELECT value FROM json_each(:first_s))"
    which = match.pattern.replace("{row}", "f") + (narrowed if "first" in match.parameters else "")
    if match.scope:
        which += match.scope.replace("{row}", "q") + carried("f", match.scope.replace("{row}", "c"))
    said: dict[tuple[str, str, str], set[Qualifier]] = {}
    for s, p, o, predicate, value in db.execute(
        _QUALIFIERS.replace("{which}", which), match.parameters
    ):
        qualifier = Qualifier(cast("IRI", read_term(predicate)), read_term(value))
        said.setdefault((s, p, o), set()).add(qualifier)
    return said


_TEXTS = """CROSS JOIN term AS ts ON ts.id = f.s CROSS JOIN term AS tp ON tp.id = f.p
CROSS JOIN term AS tx ON tx.id = f.o"""
_FACTS = f"""SELECT ts.text, tp.text, tx.text, graph.text, source.name
FROM statement AS f {_TEXTS}
CROSS JOIN graph ON graph.id = f.g CROSS JOIN source ON source.id = f.source
WHERE {{which}}"""
_FIRST_FACTS = f"""SELECT f.s, f.p, f.o FROM (
SELECT DISTINCT f.s, f.p, f.o FROM statement AS f WHERE {{which}}) AS f {_TEXTS}
ORDER BY ts.text, tp.text, tx.text LIMIT :limit"""
_QUALIFIERS = f"""SELECT DISTINCT ts.text, tp.text, tx.text, qp.text, qv.text
FROM reifier AS f {_TEXTS}
CROSS JOIN annotation AS q ON q.s = f.r
CROSS JOIN term AS qp ON qp.id = q.p CROSS JOIN term AS qv ON qv.id = q.o
WHERE q.p NOT IN (1, 2, 3, 4) AND NOT (q.p = 5 AND q.o = 6) AND {{which}}"""


# ── statements ────────────────────────────────────────────────────────────────────────


def statements(db: sqlite3.Connection, pattern: Pattern, scope: Scope) -> Iterator[TextQuad]:
    """Stream the distinct statements that match as text, reifications included."""
    match = matching(db, pattern, scope)
    for table in ("statement", "annotation"):
        query = _STATEMENTS.replace("{table}", table).replace("{which}", match.on("f"))
        yield from db.execute(query, match.parameters)


_STATEMENTS = f"""SELECT ts.text, tp.text, tx.text, graph.text FROM (
SELECT DISTINCT f.s, f.p, f.o, f.g FROM {{table}} AS f WHERE {{which}}) AS f {_TEXTS}
CROSS JOIN graph ON graph.id = f.g"""


def nodes(db: sqlite3.Connection) -> Iterator[str]:
    """Stream every IRI of a statement."""
    for (text,) in db.execute(_NODES):
        yield text


_NODES = (
    "SELECT text FROM term AS t WHERE kind = 0 AND ("
    + " OR ".join(
        f"EXISTS (SELECT 1 FROM {table} WHERE {column} = t.id)"
        for table in ("statement", "annotation")
        for column in "sop"
    )
    + ")"
)


def sources(db: sqlite3.Connection) -> list[Source]:
    """Give the sources, sorted by name."""
    rows = db.execute(
        "SELECT name, location, media_type, loaded_at, licence, language, revision "
        "FROM source ORDER BY name"
    )
    return [Source(*row) for row in rows if not is_hidden(row[0])]
