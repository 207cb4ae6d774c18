"""What only a server can do wrong or right: reaching it, other writers, crashes, people's nodes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import neo4j
import pytest
from neo4j_server import Neo4jServer, free_port, start_server, wipe

from ontorag.errors import (
    ForeignStoreError,
    InputError,
    StoreAccessError,
    StoreError,
    StoreUnreachableError,
    TermError,
)
from ontorag.graph import KnowledgeGraph
from ontorag.stores.base import ANY, Scope, TextQuad
from ontorag.stores.neo4j import Neo4jStore, open_neo4j
from ontorag.stores.neo4j.batch import move_query, sweep_query
from ontorag.values import (
    IRI,
    RDF,
    XSD,
    BlankNode,
    Compare,
    Has,
    Literal,
    Source,
    Step,
    Term,
    Triple,
    write_term,
)

pytestmark = pytest.mark.neo4j

E = "http://e/"
P, Q = IRI(E + "p"), IRI(E + "q")
A, B, C = IRI(E + "a"), IRI(E + "b"), IRI(E + "c")
TYPE, REIFIES = IRI(RDF + "type"), IRI(RDF + "reifies")
LABEL = IRI("http://www.w3.org/2000/01/rdf-schema#label")


def quads(*triples: tuple[Term, IRI, Term]) -> list[TextQuad]:
    return [(write_term(s), write_term(p), write_term(o), "") for s, p, o in triples]


def load(store: Neo4jStore, given: list[TextQuad], name: str = "one.ttl") -> None:
    with store.writing() as writer:
        writer.replace(Source(name), given)


@pytest.fixture
def driver(empty_neo4j: Neo4jServer) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(empty_neo4j.address, auth=empty_neo4j.auth) as opened:
        yield opened


@pytest.fixture
def store(empty_neo4j: Neo4jServer, tmp_path: Path) -> Iterator[Neo4jStore]:
    opened = another(empty_neo4j, tmp_path)
    yield opened
    opened.close()


def another(server: Neo4jServer, cache: Path) -> Neo4jStore:
    return open_neo4j(
        server.address, user=server.user, password=server.password, cache_folder=cache
    )


def ask(driver: neo4j.Driver, cypher: str, **parameters: object) -> list[list[object]]:
    found = driver.execute_query(cypher, parameters, database_="neo4j")  # type: ignore[arg-type]
    return [record.values() for record in found.records]


# The way there


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_nobody_at_the_address_is_said_within_two_seconds(scheme: str) -> None:
    begin = time.monotonic()
    with pytest.raises(StoreUnreachableError, match="nobody answers at"):
        open_neo4j(f"{scheme}://127.0.0.1:{free_port()}", user="neo4j", password="x")
    assert time.monotonic() - begin < 2


def test_a_listener_that_never_says_a_word_is_said_soon() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(1)
        begin = time.monotonic()
        with pytest.raises(StoreUnreachableError):
            open_neo4j(f"bolt://127.0.0.1:{silent.getsockname()[1]}", user="neo4j", password="x")
        assert time.monotonic() - begin < 7


def test_a_web_server_at_the_address_is_told_apart() -> None:
    with socket.socket() as web:
        web.bind(("127.0.0.1", 0))
        web.listen(1)

        def answer() -> None:
            peer, _ = web.accept()
            peer.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            peer.close()

        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(StoreUnreachableError, match="a web server answers"):
            open_neo4j(f"bolt://127.0.0.1:{web.getsockname()[1]}", user="neo4j", password="x")


@pytest.mark.parametrize(
    "address", ["http://localhost:7474", "localhost:7687", "bolt://", "bolt://u:p@localhost"]
)
def test_what_is_no_address_is_refused_before_anything_is_sent(address: str) -> None:
    with pytest.raises(InputError, match="address"):
        open_neo4j(address)


def test_a_wrong_password_says_what_to_check(empty_neo4j: Neo4jServer) -> None:
    with pytest.raises(StoreAccessError, match=r"refuses this user.*password="):
        open_neo4j(empty_neo4j.address, user="neo4j", password="wrong")


def test_a_bearer_token_is_sent_as_such(empty_neo4j: Neo4jServer) -> None:
    """Community knows no bearer tokens: its answer names the scheme that arrived."""
    with pytest.raises(StoreAccessError, match="bearer"):
        open_neo4j(empty_neo4j.address, token="abc")
    with pytest.raises(InputError, match="not both"):
        open_neo4j(empty_neo4j.address, token="abc", user="neo4j")


def test_an_unknown_database_names_those_that_are_there(empty_neo4j: Neo4jServer) -> None:
    with pytest.raises(StoreError, match=r"no database 'nowhere': it has neo4j"):
        open_neo4j(
            empty_neo4j.address, user=empty_neo4j.user, password=empty_neo4j.password,
            database="nowhere",
        )  # fmt: skip


def test_routing_a_named_database_and_a_ready_driver_work(
    empty_neo4j: Neo4jServer, tmp_path: Path
) -> None:
    routing = empty_neo4j.address.replace("bolt://", "neo4j://")
    with neo4j.GraphDatabase.driver(routing, auth=empty_neo4j.auth) as ready:
        store = open_neo4j(routing, driver=ready, database="neo4j", cache_folder=tmp_path)
        load(store, quads((A, P, B)))
        assert store.members(Has(Step(P))) == [A]
        store.close()
        store.close()
        ready.verify_connectivity()


def test_the_look_up_file_belongs_to_the_database(
    empty_neo4j: Neo4jServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = another(empty_neo4j, tmp_path), another(empty_neo4j, tmp_path)
    assert one.lookup_file == two.lookup_file
    assert one.lookup_file.parent == tmp_path
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "platform", "linux")
    by_default = open_neo4j(
        empty_neo4j.address, user=empty_neo4j.user, password=empty_neo4j.password
    )
    assert by_default.lookup_file == tmp_path / "cache" / "ontorag" / one.lookup_file.name
    assert not by_default.lookup_file.exists()
    for store in (one, two, by_default):
        store.close()


# A database that somebody else wrote, and people's own nodes in ours


def test_what_was_reasoned_is_forgotten_when_somebody_empties_the_database(
    empty_neo4j: Neo4jServer, tmp_path: Path
) -> None:
    zoo = tmp_path / "zoo.ttl"
    zoo.write_text(
        "@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        ":Dog rdfs:subClassOf :Animal . :rex a :Dog ; rdfs:label 'Rex' .\n",
        encoding="utf-8",
    )
    with KnowledgeGraph(another(empty_neo4j, tmp_path)) as graph:
        graph.load(zoo)
        graph.reason()
        stated = set(graph.store.statements())
        assert graph.info().facts > len(stated)
    wipe(empty_neo4j)
    with KnowledgeGraph(another(empty_neo4j, tmp_path)) as graph:
        graph.load(zoo)
        assert set(graph.store.statements()) == stated
        assert graph.info().facts == len(stated)


def test_a_database_that_ontorag_did_not_write_is_left_untouched(
    empty_neo4j: Neo4jServer, driver: neo4j.Driver, tmp_path: Path
) -> None:
    ask(driver, "CREATE (:Person {name: 'Anna'})-[:KNOWS]->(:Person {name: 'Ben'})")
    with pytest.raises(ForeignStoreError, match=r"left untouched.*mapping"):
        another(empty_neo4j, tmp_path)
    assert ask(driver, "MATCH (n) RETURN count(n), collect(DISTINCT labels(n))") == [
        [2, [["Person"]]]
    ]


def test_a_database_that_gets_foreign_data_after_opening_is_not_written_to(
    store: Neo4jStore, driver: neo4j.Driver
) -> None:
    ask(driver, "CREATE (:Person {name: 'Anna'})")
    with pytest.raises(ForeignStoreError):
        load(store, quads((A, P, B)))
    assert ask(driver, "MATCH (n) RETURN labels(n)") == [[["Person"]]]


def test_dropping_and_clearing_leave_what_people_added(
    store: Neo4jStore, driver: neo4j.Driver
) -> None:
    load(store, quads((A, P, B), (C, P, B)))
    ask(driver, "MATCH (a:Entity {name: 'a'}) CREATE (:Note {text: 'mine'})-[:ABOUT]->(a)")
    ask(driver, "MATCH (b {name: 'b'}), (c {name: 'c'}) CREATE (b)-[:P]->(c)")
    with store.writing() as writer:
        writer.drop("one.ttl")
    assert ask(driver, "MATCH (n:Note)-[:ABOUT]->(a) RETURN n.text, a.name") == [["mine", "a"]]
    assert ask(driver, "MATCH (b)-[r:P]->(c) RETURN b.name, c.name") == [["b", "c"]]
    load(store, quads((B, P, C)))
    with store.writing() as writer:
        writer.clear()
    assert ask(driver, "MATCH (b)-[r:P]->(c) RETURN b.name, c.name") == [["b", "c"]]
    assert ask(driver, "MATCH (n:Note)-[:ABOUT]->(a) RETURN count(n)") == [[1]]


def test_an_edge_that_a_person_drew_is_a_fact_without_a_source(
    store: Neo4jStore, driver: neo4j.Driver
) -> None:
    load(store, quads((A, P, B)))
    ask(driver, "MATCH (a {name: 'a'}), (b {name: 'b'}) CREATE (b)-[:P]->(a)")
    ask(driver, "MATCH (a {name: 'a'}) CREATE (a)-[:P]->(:Note {text: 'no fact'})")
    found = store.facts(ANY)
    assert [(fact.subject, fact.object, fact.sources) for fact in found] == [
        (A, B, ("one.ttl",)),
        (B, A, ()),
    ]
    assert store.members(Has(Step(P))) == [A, B]
    assert store.count_facts(ANY) == 2
    assert store.members(Has(Step(P)), scope=Scope(sources=frozenset({"one.ttl"}))) == [A]


# What changes and what is seen


def test_the_snapshot_notices_everybody_and_is_not_changed_by_reading(
    store: Neo4jStore, empty_neo4j: Neo4jServer, driver: neo4j.Driver, tmp_path: Path
) -> None:
    seen = [store.snapshot()]
    load(store, quads((A, P, B)))
    seen.append(store.snapshot())
    ask(driver, "MATCH (a {name: 'a'}) SET a.rating = 5")
    seen.append(store.snapshot())
    elsewhere = another(empty_neo4j, tmp_path)
    load(elsewhere, quads((A, P, C)), "two.ttl")
    seen.append(store.snapshot())
    assert len(set(seen)) == len(seen)
    assert store.members(Has(Step(P, inverse=True))) == [B, C]
    store.facts(ANY)
    list(store.statements())
    elsewhere.snapshot()
    assert store.snapshot() == seen[-1] == elsewhere.snapshot()
    elsewhere.close()


def test_a_reader_elsewhere_sees_a_load_only_when_it_is_whole(
    store: Neo4jStore, empty_neo4j: Neo4jServer, tmp_path: Path
) -> None:
    load(store, quads((A, P, B), (A, P, C)))
    reader = another(empty_neo4j, tmp_path)
    before = set(reader.statements())
    after = {*quads((A, P, B)), *many(6_000)}

    def slowly() -> Iterator[TextQuad]:
        yield from quads((A, P, B))
        yield from many(6_000)
        assert set(reader.statements()) == before
        assert reader.members(Has(Step(P))) == [A]
        assert reader.count_facts(ANY) == 2

    with store.writing() as writer:
        written = writer.replace(Source("one.ttl"), slowly())
        assert (written.quads, written.added, written.removed) == (6_001, 6_000, 1)
        assert set(reader.statements()) == before
        assert reader.members(Has(Step(P, inverse=True))) == [B, C]
        assert reader.property_uses()[0].triples == 2
    assert set(reader.statements()) == after
    reader.close()


def test_writers_wait_for_one_another(
    store: Neo4jStore, empty_neo4j: Neo4jServer, tmp_path: Path
) -> None:
    other = another(empty_neo4j, tmp_path)
    begun, errors = threading.Event(), []

    def write() -> None:
        begun.wait(10)
        try:
            load(other, quads((A, P, C)), "two.ttl")
        except StoreError as exc:
            errors.append(exc)

    thread = threading.Thread(target=write)
    thread.start()
    with store.writing() as writer:
        writer.replace(Source("empty.ttl"), [])
        begun.set()
        time.sleep(0.5)
        assert thread.is_alive()
        writer.replace(Source("one.ttl"), quads((A, P, B)))
    thread.join(30)
    assert errors == []
    assert [source.name for source in store.sources()] == ["empty.ttl", "one.ttl", "two.ttl"]
    assert store.members(Has(Step(P, inverse=True))) == [B, C]
    other.close()


def test_many_versions_of_a_source_leave_few_loads(store: Neo4jStore, driver: neo4j.Driver) -> None:
    for number in range(9):
        load(store, quads((A, P, IRI(f"{E}n{number}")), (A, P, B), (A, P, IRI(f"{E}m{number}"))))
    assert store.members(Has(Step(P, inverse=True))) == [B, IRI(E + "m8"), IRI(E + "n8")]
    [[loads, open_ones]] = ask(
        driver,
        "MATCH (l:OntoragLoad) RETURN count(l), sum(CASE l.state WHEN 'live' THEN 0 ELSE 1 END)",
    )
    assert loads <= 5
    assert open_ones == 0
    assert ask(driver, "MATCH (n:Resource) RETURN count(n)") == [[4]]


GRAPH = f"<{E}graph>"
ONE_EDGE = "MATCH ({name: 'a'})-[r:P]->({name: 'b'}) RETURN size(r.loads), size(r.graphs)"


def in_graph(given: list[TextQuad]) -> list[TextQuad]:
    return [(subject, predicate, obj, GRAPH) for subject, predicate, obj, _ in given]


def test_an_empty_database_gets_one_edge_for_a_statement_of_two_graphs(
    store: Neo4jStore, driver: neo4j.Driver
) -> None:
    apart = many(6_000)  # so that the second graph comes in another batch
    load(store, quads((A, P, B)) + in_graph(quads((A, P, B))) + apart + in_graph(quads((A, P, C))))
    assert ask(driver, ONE_EDGE) == [[2, 2]]
    assert store.count_facts(ANY) == 6_002
    load(store, in_graph(quads((A, P, C))) + apart + quads((A, P, C)), "two.ttl")
    assert ask(driver, ONE_EDGE.replace("'b'", "'c'")) == [[3, 3]]


def test_a_graph_first_and_its_statement_in_the_default_graph_later_are_one_edge(
    store: Neo4jStore, driver: neo4j.Driver
) -> None:
    load(store, in_graph(quads((A, P, B))) + many(6_000) + quads((A, P, B)))
    assert ask(driver, ONE_EDGE) == [[2, 2]]


def test_after_a_first_source_that_failed_the_second_states_its_edges_once(
    store: Neo4jStore, driver: neo4j.Driver
) -> None:
    def breaks_off() -> Iterator[TextQuad]:
        yield from quads((A, P, B))
        yield from many(6_000)
        raise OSError("the disk is gone")

    with store.writing() as writer:
        with pytest.raises(OSError, match="the disk is gone"):
            writer.replace(Source("one.ttl"), breaks_off())
        for name in ("two.ttl", "three.ttl"):
            assert writer.replace(Source(name), quads((A, P, B))).quads == 1
    assert ask(driver, ONE_EDGE) == [[2, None]]
    assert [fact.sources for fact in store.facts(ANY)] == [("three.ttl", "two.ttl")]


def test_a_stream_that_somebody_changes_under_the_reader_is_no_answer(
    store: Neo4jStore, empty_neo4j: Neo4jServer, tmp_path: Path
) -> None:
    load(store, many(3_000))
    other = another(empty_neo4j, tmp_path)
    with other.writing() as writer:
        stream = store.statements()
        first = next(stream)
        writer.replace(Source("new.ttl"), quads((A, P, C)))
        assert len({first, *stream}) == 3_000
        stream = store.statements()
        next(stream)
    with pytest.raises(StoreError, match="changed while it was being read"):
        list(stream)
    assert len(list(store.statements())) == 3_001
    other.close()


def test_a_block_within_a_block_is_refused_rather_than_waiting_for_itself(
    store: Neo4jStore,
) -> None:
    with store.writing() as writer:
        with pytest.raises(StoreError, match="in this thread already"), store.writing():
            pass
        writer.replace(Source("one.ttl"), quads((A, P, B)))
    assert store.count_facts(ANY) == 1


# A client that dies in the middle


def many(count: int) -> list[TextQuad]:
    return quads(*((IRI(f"{E}s{number}"), Q, IRI(f"{E}o{number % 97}")) for number in range(count)))


BACK_DATE = "MATCH (l:OntoragLoad {state: 'open'}) SET l.heartbeat = l.heartbeat - duration('PT2M')"
DYING = """
import sys
from ontorag.stores.neo4j import open_neo4j
from ontorag.values import Source

store = open_neo4j(sys.argv[1], user=sys.argv[2], password=sys.argv[3])

def endless():
    yield ("<http://e/a>", "<http://e/p>", "<http://e/c>", "")
    number = 0
    while True:
        number += 1
        yield (f"<http://e/half{number}>", "<http://e/q>", '"half"', "")

with store.writing() as writer:
    writer.replace(Source(sys.argv[4]), endless())
"""


@pytest.mark.parametrize("name", ["one.ttl", "new.ttl"])
def test_a_killed_load_leaves_the_old_data_whole_and_is_swept(
    store: Neo4jStore, empty_neo4j: Neo4jServer, driver: neo4j.Driver, tmp_path: Path, name: str
) -> None:
    load(store, quads((A, P, B)))
    before = set(store.statements()), store.facts(ANY), store.sources()
    with subprocess.Popen(
        [sys.executable, "-c", DYING, empty_neo4j.address, empty_neo4j.user or "",
         empty_neo4j.password or "", name],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ) as dying:  # fmt: skip
        wait_for(driver, "MATCH (n:Resource) RETURN count(n) > 9000")
        os.kill(dying.pid, signal.SIGKILL)
    reader = another(empty_neo4j, tmp_path)
    for one in (store, reader):
        assert (set(one.statements()), one.facts(ANY), one.sources()) == before
    assert store.count_facts(ANY) == 1
    reader.close()
    ask(driver, BACK_DATE)
    next_one = another(empty_neo4j, tmp_path)
    assert (set(next_one.statements()), next_one.facts(ANY), next_one.sources()) == before
    assert ask(driver, "MATCH (n:Resource) WHERE n.iri CONTAINS 'half' RETURN count(n)") == [[0]]
    assert ask(driver, "MATCH (l:OntoragLoad) RETURN l.source, l.state") == [["one.ttl", "live"]]
    next_one.close()


def test_a_load_that_was_declared_dead_writes_no_more(
    store: Neo4jStore, empty_neo4j: Neo4jServer, driver: neo4j.Driver, tmp_path: Path
) -> None:
    load(store, quads((A, P, B)))

    def asleep() -> Iterator[TextQuad]:
        yield from many(5_000)
        wait_for(driver, "MATCH (n:Resource) RETURN count(n) > 5000")
        ask(driver, BACK_DATE)
        another(empty_neo4j, tmp_path).close()
        yield from many(6_000)

    with pytest.raises(StoreError, match="declared dead"), store.writing() as writer:
        writer.replace(Source("two.ttl"), asleep())
    assert set(store.statements()) == set(quads((A, P, B)))
    load(store, quads((A, P, C)))
    assert ask(driver, "MATCH (n:Resource) RETURN count(n)") == [[2]]


def test_what_a_writer_left_underived_is_derived_at_the_next_opening(
    store: Neo4jStore, empty_neo4j: Neo4jServer, driver: neo4j.Driver, tmp_path: Path
) -> None:
    load(store, quads((A, LABEL, Literal("Anna"))))
    ask(driver, "MATCH (n:Resource {iri: $iri}) SET n.name = 'old' REMOVE n.label", iri=A.value)
    ask(driver, "MATCH (l:OntoragLoad) SET l.unfinished = true")
    another(empty_neo4j, tmp_path).close()
    assert ask(driver, "MATCH (n:Entity) RETURN n.name, n.label") == [["Anna", "Anna"]]


def wait_for(driver: neo4j.Driver, cypher: str) -> None:
    end = time.monotonic() + 60
    while ask(driver, cypher) != [[True]]:
        assert time.monotonic() < end, cypher
        time.sleep(0.1)


# What people see


def test_reserved_labels_and_keys_are_left_to_ontorag(
    store: Neo4jStore, driver: neo4j.Driver
) -> None:
    odd = IRI("http://example.org/lotr#Literal")
    key = IRI("http://example.org/lotr#iri")
    load(store, quads((A, TYPE, odd), (A, key, Literal("x"))))
    [[labels, iri, shown]] = ask(
        driver, "MATCH (n:Entity {name: 'a'}) RETURN labels(n), n.iri, n.lotr_iri"
    )
    assert set(labels) == {"Resource", "Entity", "LOTR_Literal"}  # type: ignore[call-overload]
    assert (iri, shown) == (A.value, "x")


def test_two_properties_of_one_name_keep_apart_and_the_first_keeps_its_name(
    store: Neo4jStore, driver: neo4j.Driver
) -> None:
    other, third = IRI("http://other.org/v#p"), IRI("http://other.org/v#type")
    odd = IRI("http://e/`p`) DETACH DELETE n //")
    load(store, quads((A, P, B)))
    load(store, quads((A, other, C), (A, third, C), (A, odd, B)), "two.ttl")
    found = dict(ask(driver, "MATCH (p:OntoragPredicate) RETURN p.iri, p.type"))  # type: ignore[arg-type]
    assert found[P.value] == "P"
    assert found[other.value] == "V_P"
    assert found[third.value] == "V_TYPE"
    assert store.members(Has(Step(P, inverse=True))) == [B]
    assert store.members(Has(Step(other, inverse=True))) == [C]
    assert store.members(Has(Step(odd, inverse=True))) == [B]


def test_native_values_follow_the_statements(store: Neo4jStore, driver: neo4j.Driver) -> None:
    def values(*texts: tuple[str, str]) -> list[TextQuad]:
        return quads((A, P, B), *((A, Q, Literal(text, XSD + kind)) for text, kind in texts))

    query = "MATCH (n:Entity {name: 'a'}) RETURN n.q"
    expected: list[tuple[list[TextQuad], object]] = [
        (values(("7", "integer")), 7),
        (values(("7", "integer"), ("8", "integer")), [7, 8]),
        (values(("7", "integer"), ("x", "string")), ["7", "x"]),
        (values(("9223372036854775808", "integer")), "9223372036854775808"),
        (values(("1.50", "decimal")), 1.5),
        (values(("true", "boolean")), True),
        (values(("1950-05-01", "date")), neo4j.time.Date(1950, 5, 1)),
        (values(), None),
    ]
    for given, shown in expected:
        load(store, given)
        assert ask(driver, query) == [[shown]]


def test_qualifiers_are_properties_of_their_edge(store: Neo4jStore, driver: neo4j.Driver) -> None:
    reifier = BlankNode("r")
    said = quads(
        (A, P, B), (reifier, REIFIES, Triple(A, P, B)), (reifier, Q, Literal("3", XSD + "integer"))
    )
    load(store, said)
    assert ask(driver, "MATCH (:Entity)-[r:P]->(:Entity) RETURN r.q") == [[3]]
    load(store, [*said[:2], *quads((reifier, Q, Literal("high")))])
    assert ask(driver, "MATCH (:Entity)-[r:P]->(:Entity) RETURN r.q") == [["high"]]
    load(store, said[:1])
    assert ask(driver, "MATCH (:Entity)-[r:P]->(:Entity) RETURN r.q, keys(r)") == [
        [None, ["loads"]]
    ]
    assert ask(driver, "MATCH (t:Triple) RETURN count(t)") == [[0]]


def test_text_beyond_the_first_plane_compares_by_code_points(store: Neo4jStore) -> None:
    texts = {A: "\ufffd", B: "\U0001f600", C: "\uffff!"}
    load(store, quads(*((who, P, Literal(text)) for who, text in texts.items())))
    for bound in texts.values():
        expected = [who for who, text in texts.items() if text < bound]
        assert store.members(Has(Step(P), Compare("<", Literal(bound)))) == expected


def test_an_iri_that_no_index_can_hold_is_refused_with_its_size(store: Neo4jStore) -> None:
    with pytest.raises(TermError, match="7018 bytes"):
        load(store, quads((A, P, IRI("http://example.org" + "x" * 7_000))))
    load(store, quads((A, P, Literal("x" * 100_000)), (A, P, IRI(E + "x" * 6_000))))
    assert store.count_facts(ANY) == 2


# Servers of our own


@pytest.fixture
def own_server(neo4j_server: Neo4jServer, tmp_path: Path) -> Iterator[list[Neo4jServer]]:
    """Give a list of servers to start with other settings; they are stopped at the end."""
    started: list[Neo4jServer] = []
    yield started
    for server in started:
        server.stop()


def test_a_database_that_may_only_be_read_answers_and_refuses_writes(
    own_server: list[Neo4jServer], tmp_path: Path
) -> None:
    """Also: small transaction memory halves the batches, and a stopped server is said."""
    home = tmp_path / "server"
    first = start_server(home, settings={"db.memory.transaction.max": "4m"})
    own_server.append(first)
    store = another(first, tmp_path)
    load(store, quads((A, P, B)))
    load(store, many(6_000), "many.ttl")
    assert store.count_facts(ANY) == 6_001
    with store.writing() as writer:
        writer.drop("many.ttl")
    assert set(store.statements()) == set(quads((A, P, B)))
    with neo4j.GraphDatabase.driver(first.address, auth=first.auth) as driver:
        ask(driver, "CREATE (:OntoragLoad {id: 99, state: 'dead'})")
        ask(driver, "MATCH (o:Ontorag) SET o.epoch = o.epoch + 1")
    assert first.stop() == 0
    begin = time.monotonic()
    with pytest.raises(StoreUnreachableError, match="does not answer"):
        store.members(Has(Step(P)))
    assert time.monotonic() - begin < 10
    store.close()

    second = start_server(home, settings={"server.databases.read_only": "neo4j"})
    own_server.append(second)
    reader = another(second, tmp_path)
    assert reader.members(Has(Step(P))) == [A]
    assert [fact.object for fact in reader.facts(ANY)] == [B]
    with pytest.raises(StoreAccessError, match="may only be read"):
        load(reader, quads((A, P, C)))
    assert reader.members(Has(Step(P, inverse=True))) == [B]
    reader.close()


@pytest.mark.parametrize("query", [sweep_query, move_query])
def test_an_edge_is_found_from_the_end_that_has_fewer(
    store: Neo4jStore, driver: neo4j.Driver, query: Callable[[str, str], str]
) -> None:
    load(store, quads((A, TYPE, C), (B, TYPE, C), (A, LABEL, Literal("same"))))
    for kind in ("Resource", "Literal"):
        given = {"rows": [], "dead": [], "numbers": {}, "others": []}
        plan = driver.execute_query("EXPLAIN " + query(kind, "TYPE"), given).summary.plan
        operators = str(plan)
        assert "Expand(Into)" in operators
        assert "Expand(All)" not in operators
