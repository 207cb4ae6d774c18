"""Statements as rows for the server: nodes first, then edges by relationship type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ontorag import names
from ontorag.stores.base import TextQuad
from ontorag.stores.neo4j.mapping import (
    LITERAL,
    RESOURCE,
    TRIPLE,
    Row,
    check_term,
    graph_name,
    ident_of,
    kind_of,
    literal_properties,
    parts_of,
)
from ontorag.stores.neo4j.naming import CARRIERS, TYPE, default_name, quote
from ontorag.values import Literal, read_term

KIND_PREDICATES = frozenset(
    (
        TYPE,
        names.RDFS_SUBCLASS,
        names.RDFS_SUBPROPERTY,
        names.RDFS_DOMAIN,
        names.RDFS_RANGE,
        names.OWL_INVERSE_OF,
        names.OWL_EQUIVALENT_CLASS,
    )
)
"""Properties whose statements say that their ends are classes or properties."""

EdgeGroup = tuple[str, str]
"""Predicate IRI and kind of the object's node."""
Types: TypeAlias = Mapping[str, str]
"""Predicate IRI -> relationship type."""

_ENTITIES = (
    "UNWIND $rows AS row MERGE (n:Resource {iri: row[0]}) ON CREATE SET n.name = row[1], n:Entity"
)
_OTHERS = "UNWIND $rows AS row MERGE (n:Resource {iri: row[0]}) ON CREATE SET n.name = row[1]"
_BLANK = "UNWIND $rows AS row MERGE (n:Resource {iri: row[0]}) ON CREATE SET n:BlankNode"
_LITERALS = "UNWIND $rows AS row MERGE (n:Literal {key: row[0]}) ON CREATE SET n += row[1]"
_TRIPLES = (
    "UNWIND $rows AS row MERGE (n:Triple {{key: row[0]}}) "
    "ON CREATE SET n.triple = row[1], n.predicate = row[2] WITH n, row "
    "MATCH (s:Resource {{iri: row[3]}}) MATCH (o:{kind} {{{key}: row[4]}}) "
    "MERGE (n)-[:ONTORAG_SUBJECT]->(s) MERGE (n)-[:ONTORAG_OBJECT]->(o)"
)
_ENDS = "UNWIND $rows AS row MATCH (s:Resource {{iri: row[0]}}) MATCH (o:{kind} {{{key}: row[1]}}) "
_KEYS = {RESOURCE: "iri", LITERAL: "key", TRIPLE: "key"}


@dataclass
class Touched:
    """What a change touches of what people see: it is derived again at the end.

    ``nodes`` are subjects with those properties whose literals changed; ``carried`` are the
    statements that reify, by subject; ``subjects`` has every subject where reifiers are known.
    """

    nodes: dict[str, set[str]] = field(default_factory=dict)
    carried: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    subjects: set[str] = field(default_factory=set)
    reifies: bool = False

    def add(self, subject: str, predicate: str, obj: str) -> None:
        """Note one changed statement, as N-Triples text."""
        iri = predicate[1:-1]
        if obj[:1] == '"':
            self.nodes.setdefault(subject, set()).add(iri)
        elif iri in KIND_PREDICATES:
            self.nodes.setdefault(subject, set())
            if not obj.startswith("<<("):
                self.nodes.setdefault(obj, set())
        if iri in CARRIERS:
            self.carried.setdefault(subject, set()).add((predicate, obj))
            self.reifies = True
        if self.reifies:
            self.subjects.add(subject)


@dataclass
class Batch:
    """The rows of some statements; ``known`` has the nodes that are certainly there."""

    known: set[str]
    fresh: set[str] = field(default_factory=set)
    entities: list[Row] = field(default_factory=list)
    others: list[Row] = field(default_factory=list)
    blank: list[Row] = field(default_factory=list)
    literals: list[Row] = field(default_factory=list)
    triples: list[tuple[str, Row]] = field(default_factory=list)
    edges: dict[EdgeGroup, list[Row]] = field(default_factory=dict)
    in_graphs: dict[EdgeGroup, dict[tuple[str, str], list[str]]] = field(default_factory=dict)

    def add(self, quads: Iterable[TextQuad]) -> Batch:
        """Add the rows of ``quads``."""
        for subject, predicate, obj, graph in quads:
            start, kind, end = self.node(subject), kind_of(obj), self.node(obj)
            group = (predicate[1:-1], kind)
            if graph:
                by_ends = self.in_graphs.setdefault(group, {})
                by_ends.setdefault((start, end), []).append(graph_name(graph))
            else:
                self.edges.setdefault(group, []).append([start, end])
        return self

    def node(self, text: str) -> str:
        """Make sure that a term's node is among the rows; give its ``iri`` or ``key``."""
        ident = ident_of(text)
        if ident in self.known or ident in self.fresh:
            return ident
        check_term(text)
        self.fresh.add(ident)
        if text[0] == '"':
            literal = read_term(text)
            assert isinstance(literal, Literal)
            self.literals.append([ident, literal_properties(literal)])
        elif text[0] == "_":
            self.blank.append([ident])
        elif text.startswith("<<("):
            self._triple(ident, text)
        else:
            rows = self.others if names.is_system(ident) else self.entities
            rows.append([ident, default_name(ident)])
        return ident

    def _triple(self, ident: str, text: str) -> None:
        parts = parts_of(text)
        assert parts is not None
        subject, predicate, obj = parts
        row = [ident, text, predicate[1:-1], self.node(subject), self.node(obj)]
        self.triples.append((kind_of(obj), row))

    def send_nodes(self, transaction: Any) -> None:
        """Write the nodes that are not there yet."""
        plain = ((_ENTITIES, self.entities), (_OTHERS, self.others), (_BLANK, self.blank),
                 (_LITERALS, self.literals))  # fmt: skip
        for query, rows in plain:
            if rows:
                transaction.run(query, rows=rows).consume()
        for kind, row in self.triples:
            query = _TRIPLES.format(kind=kind, key=_KEYS[kind])
            transaction.run(query, rows=[row]).consume()

    def create_edges(self, transaction: Any, types: Types, load: int) -> int:
        """Create the edges of the default graph; give how many. No end may have one yet."""
        for (predicate, kind), rows in self.edges.items():
            query = create_query(kind, types[predicate])
            transaction.run(query, rows=rows, load=load).consume()
        return sum(map(len, self.edges.values()))

    def merge_edges(self, transaction: Any, types: Types, load: int, visible: list[int]) -> int:
        """State the edges of the default graph; give how many no ``visible`` load stated."""
        added = 0
        for (predicate, kind), rows in self.edges.items():
            query = add_query(kind, types[predicate], in_graphs=False, count_new=bool(visible))
            new = _stated_anew(transaction, query, rows, load, visible)
            added += len(rows) if new is None else new
        return added

    def merge_in_graphs(self, transaction: Any, types: Types, load: int, visible: list[int]) -> int:
        """State the edges of named graphs; give how many no ``visible`` load stated."""
        added = 0
        for (predicate, kind), by_ends in self.in_graphs.items():
            rows = [[*ends, graphs] for ends, graphs in by_ends.items()]
            query = add_query(kind, types[predicate], in_graphs=True, count_new=bool(visible))
            new = _stated_anew(transaction, query, rows, load, visible)
            added += sum(map(len, by_ends.values())) if new is None else new
        return added


def _stated_anew(
    transaction: Any, query: str, rows: list[Row], load: int, visible: list[int]
) -> int | None:
    """State edges; give what the query counts, None where no load is visible: all are new."""
    result = transaction.run(query, rows=rows, load=load, visible=visible)
    new = int(result.single()["n"]) if visible else None
    result.consume()
    return new


def create_query(kind: str, type_name: str) -> str:
    """Give the query that states edges under ``$load`` where there is none between the ends yet.

    Rows are [start, end], each once: nothing is looked for, which takes a fifth less of the
    server's time than `add_query` does.
    """
    ends = _ENDS.format(kind=kind, key=_KEYS[kind])
    return ends + f"CREATE (s)-[:{quote(type_name)} {{loads: [$load]}}]->(o)"


def add_query(kind: str, type_name: str, *, in_graphs: bool, count_new: bool) -> str:
    """Give the query that states edges under ``$load``.

    Rows are [start, end] in the default graph, or [start, end, graphs]. It returns how many
    statements no load of ``$visible`` made before.
    """
    query = _ENDS.format(kind=kind, key=_KEYS[kind]) + f"MERGE (s)-[r:{quote(type_name)}]->(o) "
    if in_graphs:
        query += (
            "ON CREATE SET r.loads = [g IN row[2] | $load], r.graphs = row[2] ON MATCH SET "
            "r.graphs = coalesce(r.graphs, [l IN coalesce(r.loads, [0]) | '']) + row[2], "
            "r.loads = coalesce(r.loads, [0]) + [g IN row[2] | $load] "
        )
    else:
        query += (
            "ON CREATE SET r.loads = [$load] ON MATCH SET "
            "r.graphs = CASE WHEN r.graphs IS NULL THEN null ELSE r.graphs + '' END, "
            "r.loads = coalesce(r.loads, [0]) + $load "
        )
    if not count_new:
        return query
    given = "row[2]" if in_graphs else "['']"
    return query + (
        f"WITH r, {given} AS given "
        f"RETURN sum(size([g IN given WHERE {_unstated('$visible')}])) AS n"
    )


def edge_of_row(kind: str, type_name: str) -> str:
    """Give the clauses that bind the stated edge ``r`` between the two ends that ``row`` names.

    In a subquery both ends are known, so that the search goes on from the one with fewer edges:
    from the other it would pass over all that a class or a common value has, every time.
    """
    return (
        _ENDS.format(kind=kind, key=_KEYS[kind])
        + f"CALL (s, o) {{ MATCH (s)-[r:{quote(type_name)}]->(o) WHERE r.loads IS NOT NULL "
        "RETURN r } "
    )


def move_query(kind: str, type_name: str) -> str:
    """Give the query that moves statements (rows [start, end, graphs]) to other loads.

    ``$numbers`` maps an old load (as text) to its new one; it returns how many of them no
    load of ``$others`` makes too.
    """
    return (
        edge_of_row(kind, type_name) + "SET r.loads = [i IN range(0, size(r.loads) - 1) | "
        "CASE WHEN coalesce(r.graphs[i], '') IN row[2] "
        "THEN coalesce($numbers[toString(r.loads[i])], r.loads[i]) ELSE r.loads[i] END] "
        f"WITH r, row RETURN sum(size([g IN row[2] WHERE {_unstated('$others')}])) AS n"
    )


def sweep_query(kind: str, type_name: str) -> str:
    """Give the query that removes from edges what loads of ``$dead`` state."""
    return (
        edge_of_row(kind, type_name)
        + "WITH r, [i IN range(0, size(r.loads) - 1) WHERE NOT r.loads[i] IN $dead] AS kept "
        "FOREACH (_ IN CASE WHEN size(kept) = 0 THEN [1] ELSE [] END | DELETE r) "
        "FOREACH (_ IN CASE WHEN 0 < size(kept) < size(r.loads) THEN [1] ELSE [] END | SET "
        "r.graphs = CASE WHEN r.graphs IS NULL THEN null ELSE [i IN kept | r.graphs[i]] END, "
        "r.loads = [i IN kept | r.loads[i]])"
    )


def _unstated(visible: str) -> str:
    return (
        f"none(i IN range(0, size(r.loads) - 1) WHERE r.loads[i] IN {visible} "
        "AND coalesce(r.graphs[i], '') = g)"
    )
