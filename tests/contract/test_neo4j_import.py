"""What `export --neo4j-admin` writes is imported for real, and is the graph that a load writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import neo4j
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from neo4j_server import Neo4jServer, ServerUnavailableError, install
from worlds import read_cases

import ontorag
from ontorag.access import remove_sqlite
from ontorag.errors import InputError
from ontorag.graph import KnowledgeGraph
from ontorag.graph.bulk import export_files_for_neo4j_admin
from ontorag.graph.imported import take_words
from ontorag.schema import kept_schema, read_schema
from ontorag.sources import open_sources
from ontorag.stores.base import Scope, TextQuad
from ontorag.stores.neo4j import Neo4jStore, open_neo4j
from ontorag.stores.neo4j.journal import SCHEMA
from ontorag.values import Source, Where, read_term
from ontorag.values.json import to_json
from ontorag.vocabulary import Lookup

from .checks import check_facts, check_members, check_statistics
from .oracle import Oracle
from .strategies import SOURCES, contents, patterns, scopes, wheres
from .test_exporting import CASES, NASTY, loadable
from .test_qualified_questions import turtle

ROOT = Path(__file__).parents[2]
SHOWN = """
@prefix : <http://shown/> .
@prefix other: <http://other/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<http://shown/> a owl:Ontology ; owl:versionInfo "3" .
:Held a owl:Class ; rdfs:label "Held"@de, "hero"@en, "héros"@fr ; rdfs:subClassOf :Wesen .
other:Held a owl:Class .
:knows a owl:ObjectProperty ; rdfs:label "kennt"@de ; rdfs:domain :Held ; owl:inverseOf :known .
:a a :Held, owl:NamedIndividual ; :knows :b {| :since 3 ; :by :b |} .
:a rdfs:label "A \\"b\\"; c,\\n\\u001Fd" .
:b a other:Held ; :mixed 1, "x", 2.5 ; :many 1, 2 ; :texts "", "y", "z" ; :empty "" .
:c :knows :a , [ :on "2020-01-02"^^xsd:date ; rdfs:label "nobody" ] .
:c :at "2020-01-02T03:04:05Z"^^xsd:dateTime, "2020-01-02T03:04:05+23:00"^^xsd:dateTime .
:c :local "2020-01-02T03:04:05.5"^^xsd:dateTime ; :yes true, false ; :half 1.5, 2.5e0, 1e300 .
:c :both "2020-01-02T03:04:05"^^xsd:dateTime, "2020-01-02T03:04:05Z"^^xsd:dateTime .
:c :huge 9223372036854775808 ; :no "30"^^xsd:date ; :knows "text" .
owl:Thing rdfs:comment "said of the vocabulary" .
"""
quiet = {"deadline": None, "derandomize": True, "database": None,
         "suppress_health_check": list(HealthCheck)}  # fmt: skip


def drawn(count: int) -> dict[str, list[TextQuad]]:
    """Give the union of some random contents of two sources."""
    found: dict[str, list[TextQuad]] = {name: [] for name in SOURCES}

    @settings(max_examples=count, **quiet)
    @given(st.fixed_dictionaries({name: contents() for name in SOURCES}))
    def draw(quads: dict[str, list[TextQuad]]) -> None:
        for name, some in quads.items():
            found[name] += some

    draw()
    return {name: sorted(set(quads)) for name, quads in found.items()}


def fill(graph: KnowledgeGraph, folder: Path) -> dict[str, list[TextQuad]]:
    """Load everything that is hard to say, and give it by source."""
    folder.mkdir()
    (folder / "nasty.ttl").write_text(NASTY, encoding="utf-8", newline="\n")
    (folder / "shown.ttl").write_text(SHOWN, encoding="utf-8", newline="\n")
    cases = [path for path in CASES if path.suffix != ".md" and loadable(path)]
    paths = [folder / "nasty.ttl", folder / "shown.ttl", ROOT / "ontologies" / "lotr.ttl", *cases]
    said = drawn(3)
    with graph.store.writing() as writer:
        for name, quads in said.items():
            writer.replace(Source(name, licence="CC0", revision="1"), quads)
        for path in paths:
            (each,) = open_sources(path, source=path.name)
            said[path.name] = list(each.quads)
            writer.replace(replace(each.source, loaded_at="2026-01-01"), said[path.name])
        writer.replace_inferred([("<http://e/a>", "<http://e/p>", "<urn:new>", "prp-trp")])
    return said


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeGraph]:
    with ontorag.open(tmp_path_factory.mktemp("embedded") / "graph.db") as graph:
        yield graph


@pytest.fixture(scope="module")
def oracle(embedded: KnowledgeGraph, tmp_path_factory: pytest.TempPathFactory) -> Oracle:
    said = fill(embedded, tmp_path_factory.mktemp("filled") / "files")
    return Oracle({name: set(quads) for name, quads in said.items()})


@pytest.fixture(scope="module")
def exporting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the cache folder of the one who exports."""
    return tmp_path_factory.mktemp("exporting")


@pytest.fixture(scope="module")
def server(
    embedded: KnowledgeGraph,
    oracle: Oracle,
    exporting: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Neo4jServer]:
    """Give a server that imported the graph, and that ontorag has not met yet."""
    files = tmp_path_factory.mktemp("export") / "files"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(exporting))
        assert embedded.export_neo4j_admin(files) == len(oracle.triples()) + 1
    try:
        installed = install(tmp_path_factory.mktemp("server"))
    except ServerUnavailableError as exc:
        pytest.skip(f"no Neo4j server: {exc}")
    installed.import_files(files)
    started = installed.start()
    yield started
    started.stop()


@pytest.fixture(scope="module")
def imported(server: Neo4jServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neo4jStore]:
    cache = tmp_path_factory.mktemp("cache")
    store = open_neo4j(
        server.address, user=server.user, password=server.password, cache_folder=cache
    )
    yield store
    store.close()


def asserted(oracle: Oracle) -> Scope:
    return Scope(sources=frozenset(oracle.stated))


@pytest.mark.neo4j
def test_an_imported_graph_is_the_one_that_a_load_writes(
    imported: Neo4jStore, server: Neo4jServer, empty_neo4j: Neo4jServer, tmp_path: Path
) -> None:
    with ontorag.open(
        empty_neo4j.address, user=empty_neo4j.user, password=empty_neo4j.password
    ) as live:
        fill(live, tmp_path / "files")
    there, here = dump(server), dump(empty_neo4j)
    assert there.keys() == here.keys()
    assert {key: (there[key], here[key]) for key in here if there[key] != here[key]} == {}


def dump(server: Neo4jServer) -> dict[Any, Any]:
    """Give every node and edge as people see it: loads by their source, types by their property."""
    with neo4j.GraphDatabase.driver(server.address, auth=server.auth) as driver:

        def rows(query: str) -> list[list[Any]]:
            return [record.values() for record in driver.execute_query(query).records]  # type: ignore[arg-type]

        sources = dict(rows("MATCH (l:OntoragLoad) RETURN l.id, l.source"))
        named = rows("MATCH (p:OntoragPredicate) RETURN p.iri, p.type, p.key")
        assert len(set(map(tuple, named))) == len(named)
        iris = {kind: iri for iri, kind, _ in named}
        found: dict[Any, Any] = {"names": sorted(iris.values())}
        found["classes"] = sorted(rows("MATCH (c:OntoragClass) RETURN c.iri"))
        about = "l {.*, id: null, writer: null, heartbeat: null, location: null}"
        found["loads"] = dict(rows(f"MATCH (l:OntoragLoad) RETURN l.source, {about}"))
        kinds = "(n:Resource OR n:Literal OR n:Triple)"
        for key, labels, properties in rows(
            f"MATCH (n) WHERE {kinds} RETURN coalesce(n.iri, n.key), labels(n), properties(n)"
        ):
            assert key not in found
            found[key] = sorted(labels), properties
        ends = "coalesce(n.iri, n.key), type(r), coalesce(m.iri, m.key)"
        for start, kind, end, properties in rows(
            f"MATCH (n)-[r]->(m) WHERE {kinds} RETURN {ends}, properties(r)"
        ):
            key = start, iris.get(kind, kind), end
            assert key not in found
            loads = [sources[load] for load in properties.pop("loads", [])]
            graphs = properties.pop("graphs", [""] * len(loads))
            found[key] = sorted(zip(loads, graphs, strict=True)), properties
    return found


@pytest.mark.neo4j
def test_an_imported_graph_answers_like_the_oracle(imported: Neo4jStore, oracle: Oracle) -> None:
    everything = asserted(oracle)

    @settings(max_examples=8, **quiet)
    @given(st.lists(wheres, min_size=1, max_size=6), st.lists(patterns, min_size=1), scopes)
    def check(asked: list[Where], about: list[Any], scope: Scope) -> None:
        scope = scope if scope.sources is not None else Scope(scope.graphs, everything.sources)
        check_members(imported, oracle, asked, scope)
        check_facts(imported, oracle, about, scope)

    check()
    assert [source.name for source in imported.sources()] == sorted(oracle.stated)
    assert {source.licence for source in imported.sources()} >= {"CC0", None}


@pytest.mark.neo4j
def test_both_stores_give_the_same_outcomes_after_an_import(
    imported: Neo4jStore, embedded: KnowledgeGraph
) -> None:
    cases = [case["question"] for case in read_cases("lotr.json")["questions"]]
    there = KnowledgeGraph(imported)
    for question in dict.fromkeys(cases[:6]):
        outcomes = [to_json(ontorag.OntoRAG(graph).ask(question).outcome)
                    for graph in (embedded, there)]  # fmt: skip
        for outcome in outcomes:
            del outcome["trace"]
        assert outcomes[0] == outcomes[1], question
    assert json.dumps(there.info().labels) == json.dumps(embedded.info().labels)


@pytest.mark.neo4j
def test_the_first_opening_takes_the_words_that_the_export_left(
    imported: Neo4jStore, exporting: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Lookup(tmp_path / "read.db")) as read:
        read.refresh(imported)
        schema = read_schema(imported)
        places = {"left": exporting, "nothing": tmp_path, "changed": exporting}
        for case, cache in places.items():
            monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
            if case == "changed":
                monkeypatch.setattr(imported, "relationships", lambda: 1)
            remove_sqlite(imported.lookup_file)
            take_words(imported)
            with closing(Lookup(imported.lookup_file)) as taken:
                assert taken.is_current(imported) == (case == "left"), case
                if case == "left":
                    assert taken.entries() == read.entries()
                    terms = [read_term(entry.term) for entry in read.entries()]
                    assert taken.concepts(terms) == read.concepts(terms)
                    assert kept_schema(taken, imported.snapshot()) == schema


def test_files_are_exported_with_what_their_statement_nodes_say(tmp_path: Path) -> None:
    file, loaded, direct = (tmp_path / name for name in ("choir.ttl", "loaded", "direct"))
    file.write_text(turtle("linking node"), encoding="utf-8")
    with ontorag.load(file) as graph:
        total = graph.export_neo4j_admin(loaded)
    assert export_files_for_neo4j_admin([str(file)], str(direct)) == total

    def kinds(folder: Path) -> list[str]:
        rows = [
            row for each in folder.glob("relationships*") for row in each.open(encoding="utf-8")
        ]
        return sorted(row.split(",")[1] for row in rows)

    assert "ONTORAG_SUBJECT" in kinds(direct)
    assert kinds(direct) == kinds(loaded)


@pytest.mark.neo4j
def test_an_imported_graph_is_written_like_any_other(
    imported: Neo4jStore, server: Neo4jServer, oracle: Oracle
) -> None:
    """The last test of this server: it has its constraints, and everything can be dropped."""
    with neo4j.GraphDatabase.driver(server.address, auth=server.auth) as driver:
        constraints = driver.execute_query("SHOW CONSTRAINTS YIELD name").records
        assert len(constraints) == sum("CONSTRAINT" in command for command in SCHEMA)
        mark = driver.execute_query("MATCH (o:Ontorag) RETURN o.imported").records
        assert [record.values() for record in mark] == [[None]]
    with imported.writing() as writer:
        again = writer.replace(Source("shown.ttl"), oracle.stated["shown.ttl"])
        assert (again.added, again.removed) == (0, 0)
        writer.drop_inferred()
    check_statistics(imported, oracle, Scope())
    with imported.writing() as writer:
        for name in oracle.stated:
            writer.drop(name)
    with neo4j.GraphDatabase.driver(server.address, auth=server.auth) as driver:
        left = driver.execute_query("MATCH (n) WHERE n:Resource OR n:Literal RETURN count(n)")
        assert left.records[0].value() == 0


@pytest.mark.neo4j
def test_a_graph_on_a_server_is_exported_the_same_way(
    empty_neo4j: Neo4jServer, tmp_path: Path
) -> None:
    auth = {"user": empty_neo4j.user, "password": empty_neo4j.password}
    with (
        ontorag.open(empty_neo4j.address, **auth) as there,
        ontorag.open(tmp_path / "here.db") as here,
    ):
        for graph in (here, there):
            graph.load([("Frodo", "knows", "Sam")], source="mine")
            with graph.store.writing() as writer:
                writer.replace_inferred([("<urn:a>", "<urn:p>", "<urn:b>", "prp-trp")])
            graph.export_neo4j_admin(tmp_path / str(graph is here))
    for file in sorted((tmp_path / "True").glob("relationships*")):
        other = tmp_path / "False" / file.name
        assert sorted(other.read_text("utf-8").split()) == sorted(file.read_text("utf-8").split())


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with ontorag.load([("Frodo", "knows", "Sam")]) as graph:
        with pytest.raises(InputError, match=r"full is there already; give a new or an empty"):
            graph.export_neo4j_admin(tmp_path / "full")
        with pytest.raises(InputError, match="cannot be written"):
            graph.export_neo4j_admin(tmp_path / "none" / "new")
    assert [each.name for each in tmp_path.iterdir()] == ["full"]


def test_shapes_without_number_share_wider_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ontorag.stores.neo4j.bulk.tables.MOST_SHAPES", 1)
    quads = [(f"<urn:s{n}>", f"<urn:p{n % 3}>", f'"{n}"', "") for n in range(9)]
    number = '"7"^^<http://www.w3.org/2001/XMLSchema#integer>'
    with ontorag.open(tmp_path / "graph.db") as graph:
        with graph.store.writing() as writer:
            writer.replace(Source("wide"), [*quads, ("<urn:s9>", "<urn:p1>", number, "")])
        graph.export_neo4j_admin(tmp_path / "files")
    texts = {file.name: file.read_text("utf-8") for file in (tmp_path / "files").glob("Resource*")}
    assert sorted(text.split("\n")[0].split(":LABEL,")[1] for text in texts.values()) == [
        "name:string,p0:string", "name:string,p1:long", "name:string,p1:string,p2:string",
    ]  # fmt: skip
    wide = texts["Resource-2.csv"].splitlines()
    assert wide[1].endswith('"urn:s1","Entity","s1","1",')
    assert wide[2].endswith('"urn:s2","Entity","s2",,"2"')
