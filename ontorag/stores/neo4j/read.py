"""Read facts, statements and statistics; sort in Python, because Neo4j sorts by UTF-16.

Each function takes one read transaction and a view. Scopes are applied here to what is shown
(graphs and sources of each statement) and by the server to what is counted.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ontorag import names
from ontorag.stores.base import ANY, Pattern, PropertyUse, TextQuad, with_origin
from ontorag.stores.neo4j.blocks import HINT, WITHIN, blocks_for
from ontorag.stores.neo4j.compile import Compiler
from ontorag.stores.neo4j.journal import View
from ontorag.stores.neo4j.mapping import (
    KEYS,
    graph_text,
    ident_of,
    kind_of,
    literal_of,
    parts_of,
    show,
    text_of,
)
from ontorag.stores.neo4j.naming import CARRIER_PARTS, CARRIERS, REIFIES, quote
from ontorag.values import (
    IRI,
    Fact,
    Literal,
    Qualifier,
    Step,
    Term,
    make_fact,
    read_term,
    write_term,
)

Edge = tuple[str, str, str, list[tuple[int, str]]]
"""Subject, predicate and object as N-Triples text, and the statements seen of it."""

_MANY = 5_000
_TYPES_AT_ONCE = 20


def edges(
    transaction: Any, view: View, pattern: Pattern, *, only_facts: bool = False
) -> Iterator[Edge]:
    """Stream the edges that match ``pattern`` and of which the view sees a statement."""
    blocks = blocks_for(transaction, view, pattern)
    for query, parameters in _edge_queries(
        view, pattern, only_facts=only_facts, blocks=bool(blocks)
    ):
        for block in blocks or [{}]:
            for row in transaction.run(query, {**parameters, **block}):
                yield from _edges(view, *row.values())


def _edges(
    view: View, kind: str, loads: list[int] | None, graphs: list[str] | None, ends: list[list[Any]]
) -> Iterator[Edge]:
    """Give the edges of one type that the same loads state in the same graphs."""
    iri = view.journal.predicates.get(kind)
    seen = view.seen(loads, graphs)
    if iri is None or not seen:
        return
    predicate = f"<{iri}>"
    for subject, obj, shown in ends:
        text = text_of(obj, shown)
        if subject is not None and text is not None:
            yield subject if subject.startswith("_:") else f"<{subject}>", predicate, text, seen


def statements(transaction: Any, view: View, pattern: Pattern) -> Iterator[TextQuad]:
    """Stream the distinct statements that match."""
    for subject, predicate, obj, seen in edges(transaction, view, pattern):
        for graph in dict.fromkeys(graph for _, graph in seen):
            yield subject, predicate, obj, graph_text(graph)


def facts(transaction: Any, view: View, pattern: Pattern, limit: int | None) -> list[Fact]:
    """Give the facts that match, sorted, with their qualifiers."""
    found: Iterable[Edge] = edges(transaction, view, pattern, only_facts=True)
    if limit is None:
        chosen = sorted(found, key=_edge_order)
    else:
        chosen = heapq.nsmallest(limit, found, key=_edge_order)
    said = qualifiers(transaction, view, [edge[:3] for edge in chosen])
    return [_fact(view, edge, said.get(edge[:3], set())) for edge in chosen]


def count_facts(transaction: Any, view: View, pattern: Pattern) -> int:
    """Count the facts that match."""
    total = 0
    for query, parameters in _edge_queries(view, pattern, only_facts=True, count=True):
        total += sum(
            row["n"]
            for row in transaction.run(query, parameters)
            if row["type"] in view.journal.predicates
        )
    return total


def qualifiers(
    transaction: Any, view: View, triples: Collection[tuple[str, str, str]]
) -> dict[tuple[str, str, str], set[tuple[str, str]]]:
    """Give what is said about each of ``triples``: (predicate, value) pairs as text."""
    if not view.carriers() or not triples:
        return {}
    reifiers: set[str] = set()
    wanted = list(triples)
    for start in range(0, len(wanted), _MANY):
        reifiers |= _reifiers_of(transaction, view, wanted[start : start + _MANY])
    found: dict[tuple[str, str, str], set[tuple[str, str]]] = {}
    asked = set(wanted)
    for about, said in said_by(transaction, view, sorted(reifiers)):
        for triple in about & asked:
            found.setdefault(triple, set()).update(said)
    return found


def said_by(
    transaction: Any, view: View, reifiers: list[str]
) -> Iterator[tuple[set[tuple[str, str, str]], set[tuple[str, str]]]]:
    """Give for each reifier the triples it is about, and what it says."""
    for start in range(0, len(reifiers), _MANY):
        subjects = tuple(map(read_term, reifiers[start : start + _MANY]))
        own: dict[str, set[tuple[str, str]]] = {}
        for subject, predicate, obj, _ in edges(transaction, view, Pattern(subjects)):
            own.setdefault(subject, set()).add((predicate, obj))
        for said in own.values():
            yield about(said), {pair for pair in said if not carries(*pair)}


def about(said: set[tuple[str, str]]) -> set[tuple[str, str, str]]:
    """Give the triples that a reifier's statements name."""
    found = {
        parts
        for predicate, obj in said
        if predicate == f"<{REIFIES}>" and (parts := parts_of(obj)) is not None
    }
    s, p, o = ({obj for iri, obj in said if iri == f"<{part}>"} for part in CARRIER_PARTS)
    return found | {(x, y, z) for x in s for y in p for z in o}


def carries(predicate: str, obj: str) -> bool:
    """Whether a reifier's statement only carries the reification."""
    if predicate in {f"<{iri}>" for iri in CARRIERS}:
        return True
    return predicate == f"<{names.RDF_TYPE}>" and obj == f"<{names.RDF_STATEMENT}>"


def steps(transaction: Any, view: View, terms: Collection[Term]) -> list[tuple[Term, Step, int]]:
    """Count the facts at each term by step, sorted."""
    by_kind: dict[str, list[str]] = {}
    named: dict[str, Term] = {}
    for term in terms:
        text = write_term(term)
        by_kind.setdefault(kind_of(text), []).append(ident_of(text))
        named[ident_of(text)] = term
    found = []
    for kind, idents in sorted(by_kind.items()):
        for inverse in (False, True):
            query, parameters = _steps_query(view, kind, idents, inverse=inverse)
            for row in transaction.run(query, parameters):
                predicate = view.journal.predicates.get(row["type"])
                if predicate is not None and predicate not in CARRIERS:
                    step = Step(IRI(predicate), inverse)
                    found.append((named[row["ident"]], step, int(row["n"])))
    return sorted(found, key=_step_order)


def nodes(transaction: Any, view: View) -> Iterator[str]:
    """Stream the IRIs of all statements, each once."""
    compiler = Compiler(view)
    seen = " AND ".join(["r.loads IS NOT NULL", *compiler.seen("r")])
    conditions = ["NOT s.iri STARTS WITH '_:'", f"EXISTS {{ MATCH (s)-[r]-() WHERE {seen} }}"]
    blocks = blocks_for(transaction, view, ANY)
    match, returned = "MATCH (s:Resource)", "[s.iri]"
    if blocks:
        match, returned = f"{match} {HINT}", "collect(s.iri)"
        conditions = [WITHIN, *conditions]
    query = f"{match} WHERE {' AND '.join(conditions)} RETURN {returned}"
    predicates = _used(transaction, view)
    for block in blocks or [{}]:
        for [iris] in transaction.run(query, {**compiler.parameters, **block}):
            predicates.difference_update(iris)
            yield from (f"<{iri}>" for iri in iris)
    yield from sorted(f"<{iri}>" for iri in predicates)


def _used(transaction: Any, view: View) -> set[str]:
    """Give the properties of which a statement is seen."""
    found: set[str] = set()
    types = sorted(view.journal.predicates)
    for start in range(0, len(types), _TYPES_AT_ONCE):
        compiler = Compiler(view)
        where = " AND ".join(["r.loads IS NOT NULL", *compiler.seen("r")])
        some = types[start : start + _TYPES_AT_ONCE]
        tests = [f"EXISTS {{ MATCH ()-[r:{quote(kind)}]->() WHERE {where} }}" for kind in some]
        row = transaction.run(f"RETURN {', '.join(tests)}", compiler.parameters).single()
        found |= {
            view.journal.predicates[kind]
            for kind, used in zip(some, row.values(), strict=True)
            if used
        }
    return found


def property_uses(transaction: Any, view: View) -> list[PropertyUse]:
    """Count what each property is used for, reifications included, sorted."""
    found = []
    types = sorted(view.journal.predicates)
    for start in range(0, len(types), _TYPES_AT_ONCE):
        compiler = Compiler(view)
        kinds = "|".join(quote(kind) for kind in types[start : start + _TYPES_AT_ONCE])
        where = " AND ".join(compiler.seen("r"))
        query = (
            f"MATCH (s:Resource)-[r:{kinds}]->(o) {'WHERE ' + where if where else ''} "
            "WITH type(r) AS type, s, o, CASE WHEN o:Literal THEN o END AS l "
            "RETURN type, count(*) AS triples, count(DISTINCT s) AS subjects, "
            "count(DISTINCT o) AS objects, count(DISTINCT l) AS literals"
        )
        for row in transaction.run(query, compiler.parameters):
            iri = IRI(view.journal.predicates[row["type"]])
            counts = (row["triples"], row["subjects"], row["objects"], row["literals"])
            found.append(PropertyUse(iri, *counts))
    return sorted(found, key=lambda use: write_term(use.predicate))


def literal_values(
    transaction: Any, view: View, predicate: IRI, limit: int
) -> list[tuple[Literal, int]]:
    """Count the literals of one property; the first ``limit`` in code-point order."""
    kind = view.type_of(predicate.value)
    if kind is None:
        return []
    compiler = Compiler(view)
    where = " AND ".join(compiler.seen("r"))
    query = (
        f"MATCH (:Resource)-[r:{quote(kind)}]->(o:Literal) {'WHERE ' + where if where else ''} "
        f"WITH o, count(*) AS n RETURN {show('o')} AS shown, n"
    )
    found = transaction.run(query, compiler.parameters)
    rows = ((literal_of(row["shown"]), int(row["n"])) for row in found)
    return heapq.nsmallest(limit, rows, key=lambda pair: write_term(pair[0]))


def stored(transaction: Any, terms: Iterable[Term]) -> set[str]:
    """Give those of ``terms`` that have a node, as text."""
    found = set()
    by_kind: dict[str, dict[str, str]] = {}
    for term in terms:
        text = write_term(term)
        by_kind.setdefault(kind_of(text), {})[ident_of(text)] = text
    for kind, texts in sorted(by_kind.items()):
        key = KEYS[kind]
        query = f"MATCH (n:{kind}) WHERE n.{key} IN $idents RETURN n.{key}"
        rows = transaction.run(query, idents=sorted(texts))
        found |= {texts[row[0]] for row in rows}
    return found


def _step_order(row: tuple[Term, Step, int]) -> tuple[str, str, bool]:
    return write_term(row[0]), row[1].predicate.value, row[1].inverse


def _edge_order(edge: Edge) -> tuple[str, str, str]:
    return edge[:3]


def _fact(view: View, edge: Edge, said: set[tuple[str, str]]) -> Fact:
    subject, predicate, obj, seen = edge
    own = (Qualifier(_iri(name), read_term(value)) for name, value in said)
    fact = make_fact(
        read_term(subject),
        _iri(predicate),
        read_term(obj),
        qualifiers=tuple(own),
        graphs=tuple({graph for _, graph in seen}),
        sources=tuple({view.names[load] for load, _ in seen if load in view.names}),
    )
    return with_origin(fact)


def _iri(text: str) -> IRI:
    return IRI(text[1:-1])


def _edge_queries(
    view: View, pattern: Pattern, *, only_facts: bool, blocks: bool = False, count: bool = False
) -> Iterator[tuple[str, dict[str, object]]]:
    """Give the queries whose rows together are the edges of ``pattern``."""
    types = None
    if pattern.predicates is not None:
        iris = dict.fromkeys(iri.value for iri in pattern.predicates)
        types = view.types_of([iri for iri in iris if not (only_facts and iri in CARRIERS)])
        if not types:
            return
    for kind, idents in _kinds(pattern.objects):
        compiler = Compiler(view)
        label = f":{kind}" if kind else ""
        match = f"MATCH (s:Resource)-[r{_type_pattern(types)}]->(o{label})"
        conditions = []
        if pattern.subjects is not None:
            subjects = [ident_of(write_term(term)) for term in pattern.subjects]
            conditions.append(f"s.iri IN {compiler.parameter(subjects)}")
        if idents is not None:
            conditions.append(f"o.{KEYS[kind]} IN {compiler.parameter(idents)}")
        if only_facts:
            conditions += compiler.is_fact("s")
            if types is None and (carriers := view.types_of(view.carriers())):
                conditions.append(f"NOT type(r) IN {compiler.parameter(carriers)}")
        if blocks:
            match, conditions = f"{match} {HINT}", [WITHIN, *conditions]
        yield _finish(compiler, match, conditions, blocks=blocks, count=count)


def _finish(
    compiler: Compiler, match: str, conditions: list[str], *, blocks: bool, count: bool
) -> tuple[str, dict[str, object]]:
    if count:
        conditions = [*conditions, *compiler.seen("r"), "coalesce(o.iri, o.key) IS NOT NULL"]
        returned = "RETURN type(r) AS type, count(*) AS n"
    else:
        end = f"[s.iri, o.iri, {show('o')}]"
        ends = f"collect({end})" if blocks else f"[{end}]"
        returned = f"RETURN type(r), r.loads, r.graphs, {ends}"
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    return f"{match}{where} {returned}", compiler.parameters


def _kinds(objects: tuple[Term, ...] | None) -> Iterator[tuple[str, list[str] | None]]:
    if objects is None:
        yield "", None
        return
    by_kind: dict[str, list[str]] = {}
    for term in objects:
        text = write_term(term)
        by_kind.setdefault(kind_of(text), []).append(ident_of(text))
    yield from sorted(by_kind.items())


def _type_pattern(types: list[str] | None) -> str:
    return "" if types is None else ":" + "|".join(map(quote, types))


def _reifiers_of(transaction: Any, view: View, triples: list[tuple[str, str, str]]) -> set[str]:
    """Give the nodes that may reify one of ``triples``."""
    found: set[str] = set()
    types = view.journal.types
    if REIFIES in types:
        keys = [ident_of(f"<<( {s} {p} {o} )>>") for s, p, o in triples]
        query = (
            f"MATCH (t:Triple)<-[:{quote(types[REIFIES])}]-(x:Resource) "
            "WHERE t.key IN $keys RETURN DISTINCT x.iri"
        )
        found |= {text_of(row[0], None) or "" for row in transaction.run(query, keys=keys)}
    if CARRIER_PARTS[0] in types:
        query = (
            f"MATCH (s:Resource)<-[:{quote(types[CARRIER_PARTS[0]])}]-(x:Resource) "
            "WHERE s.iri IN $subjects RETURN DISTINCT x.iri"
        )
        subjects = sorted({ident_of(s) for s, _, _ in triples})
        found |= {text_of(row[0], None) or "" for row in transaction.run(query, subjects=subjects)}
    return found


def _steps_query(
    view: View, kind: str, idents: list[str], *, inverse: bool
) -> tuple[str, dict[str, object]]:
    compiler = Compiler(view)
    match = f"MATCH (n:{kind})<-[r]-(s)" if inverse else f"MATCH (n:{kind})-[r]->(o)"
    subject, far = ("s", "s") if inverse else ("n", "o")
    conditions = [
        f"n.{KEYS[kind]} IN {compiler.parameter(idents)}",
        *compiler.is_fact(subject),
        *compiler.seen("r"),
        f"coalesce({far}.iri, {far}.key) IS NOT NULL",
    ]
    returned = f"RETURN n.{KEYS[kind]} AS ident, type(r) AS type, count(*) AS n"
    return f"{match} WHERE {' AND '.join(conditions)} {returned}", compiler.parameters
