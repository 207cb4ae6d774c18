"""The relationships of a whole graph, and what they say about their ends."""

from __future__ import annotations

from ontorag.errors import InputError
from ontorag.stores.neo4j.bulk.following import Following
from ontorag.stores.neo4j.bulk.labelling import Names
from ontorag.stores.neo4j.bulk.tables import BETWEEN, Tables, text
from ontorag.stores.neo4j.mapping import graph_name
from ontorag.stores.neo4j.showing import (
    AS_CLASS,
    AS_PROPERTY,
    CLASSES,
    PROPERTIES,
    qualifier_values,
)
from ontorag.stores.numbered import NumberedGraph

COLUMNS = ":START_ID,:TYPE,:END_ID,loads:long[]"

NODE, CLASS, PROPERTY = 1, 2, 4
"""What is noted of a term, as bits of one byte."""


def write_relationships(
    graph: NumberedGraph, called: Names, tables: Tables, marks: bytearray
) -> int:
    """Write the relationships, mark the terms at their ends; count the distinct triples."""
    total = 0
    said = Following(graph.qualifiers(), 3)
    written = {number: _written(called, iri) for number, iri in called.predicates.items()}
    stated: dict[tuple[tuple[int, str], ...], tuple[str, list[str]]] = {}
    plain = tables.plain()
    for subject, predicate, obj, by in graph.stated():
        kind, of_subject, of_object = written[predicate]
        marks[subject] |= of_subject
        marks[obj] |= of_object
        if by not in stated:
            stated[by] = _stated_by(called, by)
        loads, graphs = stated[by]
        line = f"{subject}{kind}{obj},{loads}"
        qualifiers = said.at((subject, predicate, obj))
        if graphs or qualifiers:
            properties = qualifier_values(called.keys, (row[3:] for row in qualifiers))
            tables.add(line, properties | {"graphs": [*graphs]} if graphs else properties)
        else:
            plain.write(line + "\n")
        total += 1
    for number, subject, _, obj in graph.triple_terms():
        for each in (number, subject, obj):
            marks[each] |= NODE
        tables.add(f"{number},ONTORAG_SUBJECT,{subject},", {})
        tables.add(f"{number},ONTORAG_OBJECT,{obj},", {})
    return total


def _stated_by(called: Names, by: tuple[tuple[int, str], ...]) -> tuple[str, list[str]]:
    """Give the field of the loads, and the graphs unless all are the default one."""
    if len(by) == 1 and not by[0][1]:
        return str(called.loads[by[0][0]]), []
    loads = text(BETWEEN.join(str(called.loads[source]) for source, _ in by))
    graphs = [graph_name(graph) for _, graph in by]
    if not any(graphs):
        return loads, []
    wrong = next((graph for graph in graphs if BETWEEN in graph), None)
    if wrong is not None:
        raise InputError(
            f"the name of the graph {wrong!r} holds U+001F, which separates the values of a list "
            "in the files for neo4j-admin; load this graph over Bolt instead"
        )
    return loads, graphs


def _written(called: Names, iri: str) -> tuple[str, int, int]:
    """Give a property's field, and what it says of its subject and of its object."""
    subject = obj = NODE
    if iri in CLASSES:
        subject, obj = subject | CLASS, obj | CLASS
    if iri in AS_CLASS:
        obj |= CLASS
    if iri in PROPERTIES:
        subject, obj = subject | PROPERTY, obj | PROPERTY
    if iri in AS_PROPERTY:
        subject |= PROPERTY
    return f",{text(called.types[iri])},", subject, obj
