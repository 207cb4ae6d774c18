"""The nodes of a whole graph with their names, labels and native values, and its journal."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from ontorag.stores.neo4j.bulk.following import Following
from ontorag.stores.neo4j.bulk.labelling import Names
from ontorag.stores.neo4j.bulk.relationships import CLASS, NODE, PROPERTY
from ontorag.stores.neo4j.bulk.tables import Tables, text, texts
from ontorag.stores.neo4j.journal import FORMAT, source_properties
from ontorag.stores.neo4j.mapping import (
    LITERAL,
    RESOURCE,
    check_term,
    ident_of,
    kind_of,
    literal_properties,
    parts_of,
)
from ontorag.stores.neo4j.native import Native, native_properties
from ontorag.stores.neo4j.showing import node_labels, node_name
from ontorag.stores.numbered import NumberedGraph
from ontorag.values import Literal, read_term

RESOURCES = ":ID,iri:string,:LABEL"
LITERALS = ":ID,key:string"
TRIPLES = ":ID,key:string,triple:string,predicate:string"
MARKS = ":ID"


def write_nodes(
    graph: NumberedGraph, called: Names, tables: dict[str, Tables], marks: bytearray
) -> None:
    """Write the node of every term that is marked as one, by its kind."""
    literals, types = Following(graph.literals(), 1), Following(graph.types(), 1)
    for number, term in graph.terms():
        if not marks[number] & NODE:
            continue
        kind, ident = kind_of(term), ident_of(term)
        if kind == RESOURCE:
            check_term(term)
            said = _by_property(called, literals.at((number,)))
            of = [called.classes[row[1]] for row in types.at((number,))]
            labels, properties = _shown(called, ident, of, said, marks[number])
            tables[RESOURCE].add(f"{number},{text(ident)},{texts(labels)}", properties)
        elif kind == LITERAL:
            literal = read_term.__wrapped__(term)
            assert isinstance(literal, Literal)
            tables[LITERAL].add(f"{number},{text(ident)}", dict(literal_properties(literal)))
        else:
            _, predicate, _ = parts_of(term) or ("", "<>", "")
            tables[kind].add(f"{number},{text(ident)},{text(term)},{text(predicate[1:-1])}", {})


def _by_property(called: Names, rows: Iterable[tuple[int, int, str]]) -> dict[str, list[Literal]]:
    """Give the literals of one subject by the IRI of their property."""
    found: dict[str, list[Literal]] = {}
    for _, predicate, term in rows:
        literal = read_term.__wrapped__(term)
        assert isinstance(literal, Literal)
        found.setdefault(called.predicates[predicate], []).append(literal)
    return found


def _shown(
    called: Names, iri: str, of: list[str], said: dict[str, list[Literal]], mark: int
) -> tuple[list[str], dict[str, Native]]:
    """Give the labels and properties of one resource, beside its ``iri``."""
    is_property = bool(mark & PROPERTY) or iri in called.types
    labels = node_labels(
        iri, of, called.labels, is_class=bool(mark & CLASS), is_property=is_property
    )
    properties: dict[str, Native] = {}
    for predicate, literals in said.items():
        properties |= native_properties(called.keys[predicate], literals)
    name = node_name(iri, said, is_property="Property" in labels)
    if name is not None:
        properties["name"] = name
    if iri.startswith("_:"):
        labels.add("BlankNode")
    return sorted(labels), properties


def write_journal(called: Names, tables: dict[str, Tables], last: int, key: str) -> None:
    """Write the mark of our databases, the loads and the names, under ids after ``last``.

    The mark says under which key the graph was imported, until it is first opened: then the
    constraints are made.
    """
    free = count(last + 1)
    mark: dict[str, Native] = {
        "format": FORMAT, "epoch": 1, "loads": len(called.sources), "imported": key,
    }  # fmt: skip
    tables["Ontorag"].add(str(next(free)), mark)
    for load, source in enumerate(called.sources, 1):
        about = {key: value for key, value in source_properties(source).items() if value}
        properties: dict[str, Native] = {"id": load, "state": "live", **about}
        tables["OntoragLoad"].add(str(next(free)), properties)
    for iri, kind in called.types.items():
        row: dict[str, Native] = {"iri": iri, "type": kind, "key": called.keys[iri]}
        tables["OntoragPredicate"].add(str(next(free)), row)
    for iri, label in called.labels.items():
        tables["OntoragClass"].add(str(next(free)), {"iri": iri, "label": label})
