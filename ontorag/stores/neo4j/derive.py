"""Derive what people see in Neo4j from the statements: names, labels, native values.

None of it is ever read back by ontorag.
"""

from __future__ import annotations

import re
from typing import Any

from ontorag import names
from ontorag.stores.base import Scope
from ontorag.stores.neo4j import read
from ontorag.stores.neo4j.batch import Touched, edge_of_row
from ontorag.stores.neo4j.connect import Connection, in_batches
from ontorag.stores.neo4j.journal import Journal, View
from ontorag.stores.neo4j.mapping import Row, ident_of, kind_of, literal_of, show
from ontorag.stores.neo4j.naming import RESERVED_EDGE_KEYS, quote
from ontorag.stores.neo4j.native import Native, native_properties
from ontorag.stores.neo4j.showing import (
    AS_CLASS,
    AS_PROPERTY,
    CLASSES,
    PROPERTIES,
    new_labels,
    node_labels,
    node_name,
    qualifier_values,
)
from ontorag.values import Literal

_AT_ONCE = 1_000
_LANGUAGE = re.compile(r"_[a-z]{1,8}(?:-[a-z0-9]{1,8})*")

_SET = (
    "UNWIND $rows AS row MATCH (n:Resource {iri: row[0]}) "
    "SET n += row[1] SET n:$(row[2]) REMOVE n:$(row[3])"
)
_SET_PLAIN = "UNWIND $rows AS row MATCH (n:Resource {iri: row[0]}) SET n += row[1]"
_REGISTER = (
    "UNWIND $rows AS row MERGE (c:OntoragClass {iri: row[0]}) ON CREATE SET c.label = row[1]"
)


def derive_nodes(connection: Connection, journal: Journal, touched: Touched) -> None:
    """Give the touched nodes their name, labels and native values."""
    subjects = sorted(touched.nodes)
    in_batches(subjects, _AT_ONCE, lambda part: _derive_some(connection, journal, touched, part))


def _derive_some(
    connection: Connection, journal: Journal, touched: Touched, subjects: list[str]
) -> None:
    predicates = {iri for text in subjects for iri in touched.nodes[text]}
    wanted = predicates.union(names.LABEL_PREDICATES)
    parameters = {
        "iris": [ident_of(text) for text in subjects],
        "types": [journal.types[iri] for iri in sorted(wanted) if iri in journal.types],
    }
    rows = connection.read(
        lambda transaction: [row.data() for row in transaction.run(_query(journal), parameters)]
    )
    _register_classes(connection, journal, rows)
    by_iri = {ident_of(text): touched.nodes[text] for text in subjects}
    changes = [change for row in rows if (change := _change(journal, row, by_iri[row["iri"]]))]
    plain = [row for row in changes if not row[2] and not row[3]]
    labelled = [row for row in changes if row[2] or row[3]]

    def work(transaction: Any) -> None:
        if plain:
            transaction.run(_SET_PLAIN, rows=plain).consume()
        if labelled:
            transaction.run(_SET, rows=labelled).consume()

    if changes:
        connection.write(work)


def _query(journal: Journal) -> str:
    """Ask for all that decides a node's name, labels and values."""

    def pattern(left: str, iris: tuple[str, ...], right: str) -> str:
        kinds = [quote(journal.types[iri]) for iri in iris if iri in journal.types]
        return f"EXISTS {{ {left}[:{'|'.join(kinds)}]{right} }}" if kinds else "false"

    as_class = (pattern("(n)<-", AS_CLASS, "-()"), pattern("(n)-", CLASSES, "-()"))
    as_property = (pattern("(n)-", PROPERTIES, "-()"), pattern("(n)-", AS_PROPERTY, "->()"))
    kind = quote(journal.types.get(names.RDF_TYPE, "TYPE"))
    return (
        "MATCH (n:Resource) WHERE n.iri IN $iris "
        "RETURN n.iri AS iri, labels(n) AS labels, n.name AS name, keys(n) AS keys, "
        f"COLLECT {{ MATCH (n)-[:{kind}]->(k:Resource) RETURN k.iri }} AS types, "
        f"{' OR '.join(as_class)} AS is_class, {' OR '.join(as_property)} AS is_property, "
        "COLLECT { MATCH (n)-[r]->(l:Literal) WHERE type(r) IN $types AND r.loads IS NOT NULL "
        f"RETURN [type(r), {show('l')}] }} AS literals"
    )


def _register_classes(connection: Connection, journal: Journal, rows: list[dict[str, Any]]) -> None:
    """Give new classes their label, once and for all."""
    found = {iri for row in rows for iri in row["types"]}
    registered = new_labels(found, journal.classes)
    journal.classes.update(registered)
    if registered:
        new = [[iri, label] for iri, label in registered.items()]
        connection.write(lambda transaction: transaction.run(_REGISTER, rows=new).consume())


def _change(journal: Journal, row: dict[str, Any], predicates: set[str]) -> Row | None:
    """Give what to set on one node: its ``iri``, properties, labels to add and to remove."""
    literals: dict[str, list[Literal]] = {}
    for kind, shown in row["literals"]:
        literals.setdefault(journal.predicates[kind], []).append(literal_of(shown))
    wanted = node_labels(
        row["iri"],
        row["types"],
        journal.classes,
        is_class=row["is_class"],
        is_property=row["is_property"] or row["iri"] in journal.types,
    )
    properties: dict[str, Native | None] = _values(journal, row["keys"], literals, predicates)
    name = node_name(row["iri"], literals, is_property="Property" in wanted)
    if name != row["name"]:
        properties["name"] = name
    managed = {"Entity", "Class", "Property", "Ontology", *journal.classes.values()}
    add = sorted(wanted - set(row["labels"]))
    remove = sorted((managed & set(row["labels"])) - wanted)
    if not (properties or add or remove):
        return None
    return [row["iri"], properties, add, remove]


def _values(
    journal: Journal, present: list[str], literals: dict[str, list[Literal]], predicates: set[str]
) -> dict[str, Native | None]:
    """Give the native values of some properties; None for one that is no more."""
    found: dict[str, Native | None] = {}
    others = set(journal.keys.values())
    for iri in sorted(predicates):
        key = journal.keys[iri]
        for old in present:
            tail = old[len(key) :] if old.startswith(key) else None
            if tail == "" or (tail and old not in others and _LANGUAGE.fullmatch(tail)):
                found[old] = None
        found |= native_properties(key, literals.get(iri, ()))
    return found


def derive_edges(connection: Connection, journal: Journal, touched: Touched) -> None:
    """Show the qualifiers of the touched facts on their edges."""
    if not any(iri in journal.types for iri in (names.RDF_REIFIES, names.RDF + "subject")):
        return
    view = View.of(journal, Scope())
    triples = {triple for said in touched.carried.values() for triple in read.about(said)}
    subjects = sorted(touched.subjects | touched.carried.keys() | touched.nodes.keys())

    def current(transaction: Any) -> set[tuple[str, str, str]]:
        return {t for about, _ in read.said_by(transaction, view, subjects) for t in about}

    triples |= connection.read(current)
    known = sorted(t for t in triples if t[1][1:-1] in journal.types)
    in_batches(known, _AT_ONCE, lambda part: _qualify(connection, journal, view, part))


def _qualify(
    connection: Connection, journal: Journal, view: View, triples: list[tuple[str, str, str]]
) -> None:
    said = connection.read(lambda transaction: read.qualifiers(transaction, view, triples))
    ours = set(journal.keys.values())
    groups: dict[tuple[str, str], list[Row]] = {}
    for triple in triples:
        subject, predicate, obj = triple
        values = qualifier_values(journal.keys, said.get(triple, set()))
        group = groups.setdefault((predicate[1:-1], kind_of(obj)), [])
        group.append([ident_of(subject), ident_of(obj), values])

    def work(transaction: Any) -> None:
        for (iri, kind), rows in groups.items():
            query = edge_of_row(kind, journal.types[iri]) + "RETURN row, keys(r) AS keys"
            found = [(row["row"], row["keys"]) for row in transaction.run(query, rows=rows)]
            changed = [
                [*row[:2], {**{k: None for k in keys if _is_ours(k, ours)}, **row[2]}]
                for row, keys in found
            ]
            transaction.run(query.replace("RETURN row, keys(r) AS keys", "SET r += row[2]"),
                            rows=changed).consume()  # fmt: skip

    connection.write(work)


def _is_ours(key: str, ours: set[str]) -> bool:
    if key in RESERVED_EDGE_KEYS:
        return False
    return key in ours or _LANGUAGE.sub("", key) in ours
