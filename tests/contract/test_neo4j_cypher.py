"""A person's own Cypher reads a loaded graph as it is written, on both forms of the example."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest
from neo4j_server import Neo4jServer

from ontorag.sources import open_sources
from ontorag.stores.neo4j import open_neo4j

pytestmark = pytest.mark.neo4j

ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "tests/data/cases/lotr.json").read_text(encoding="utf-8"))
LOADS = {"csv": ROOT / "ontologies/lotr_triples.csv", "ttl": ROOT / "ontologies/lotr.ttl"}
QUERIES = [
    pytest.param(load, case, id=f"{load}-{number}")
    for number, case in enumerate(CASES["cypher_on_neo4j"])
    for load in LOADS
    if case["load"] in (load, "both")
]


@pytest.fixture(scope="module")
def loads(neo4j_server: Neo4jServer) -> Iterator[Any]:
    """Give what loads one form of the example (once, while it is the same) and asks it Cypher."""
    from neo4j_server import wipe

    there: list[str] = []
    with neo4j.GraphDatabase.driver(neo4j_server.address, auth=neo4j_server.auth) as driver:

        def ask(load: str, cypher: str, **parameters: object) -> list[neo4j.Record]:
            if there != [load]:
                wipe(neo4j_server)
                store = open_neo4j(
                    neo4j_server.address, user=neo4j_server.user, password=neo4j_server.password
                )
                for loadable in open_sources(LOADS[load]):
                    with store.writing() as writer:
                        writer.replace(loadable.source, loadable.quads)
                store.close()
                there[:] = [load]
            return driver.execute_query(cypher, parameters, database_="neo4j").records  # type: ignore[arg-type]

        yield ask


def shown(value: object) -> object:
    return value["name"] if isinstance(value, neo4j.graph.Node) else value


@pytest.mark.parametrize(("load", "case"), QUERIES)
def test_the_queries_of_the_example_run_unchanged(
    loads: Any, load: str, case: dict[str, Any]
) -> None:
    records = loads(load, case["cypher"], **case.get("parameters", {}))
    rows = sorted([shown(value) for value in record] for record in records)
    assert rows == sorted(case["rows"])


def test_literals_are_native_properties(loads: Any) -> None:
    [record] = loads("ttl", "MATCH (c:Charakter {name: 'Frodo'}) RETURN c.hatSkillLevel, labels(c)")
    assert record[0] == "Fortgeschritten"
    assert set(record[1]) == {"Resource", "Entity", "Charakter", "Hobbit", "Loyalitaetsziel"}


def test_labels_of_every_language_are_properties_and_german_is_the_name(loads: Any) -> None:
    [record] = loads("ttl", "MATCH (c:Class {name: 'Fähigkeit'}) RETURN c.label_de, c.label_en")
    assert record.values() == ["Fähigkeit", "skill"]


def test_classes_and_properties_are_no_entities(loads: Any) -> None:
    query = (
        "MATCH (n:Resource) RETURN n:Class AS class, n:Property AS property, "
        "collect(n.name) AS names, any(e IN collect(n:Entity) WHERE e) AS entity"
    )
    found = {(r["class"], r["property"]): r["entity"] for r in loads("ttl", query)}
    assert found[True, False] is False
    assert found[False, True] is False
    assert found[False, False] is True


def test_the_load_is_the_31_facts_and_28_nodes_of_the_example(loads: Any) -> None:
    [record] = loads("csv", "MATCH (n:Entity) RETURN count(n)")
    assert record[0] == CASES["counts"]["csv_nodes"]
    [record] = loads("csv", "MATCH (:Entity)-[r]->(:Entity) RETURN count(r)")
    assert record[0] == CASES["counts"]["csv_facts"]
