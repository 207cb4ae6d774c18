"""The rows of `benchmarks.load` that need a Neo4j server: ours, and what to compare with.

The server is the one that ``ONTORAG_TEST_NEO4J`` names, else one of our own (see
``tests/neo4j_server.py``). **Its database is emptied before each row.** The server works outside of
this process, so two things are compared: seconds of the clock, and CPU seconds of both processes
(where the server is our own; on a busy machine they tell more). The comparison with rdflib-neo4j
needs it installed beside: ``pip install rdflib-neo4j``.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import neo4j as driver_package
from neo4j_server import Neo4jServer, given_server, start_server, wipe

from ontorag.sources import open_sources
from ontorag.stores.neo4j import Neo4jStore, open_neo4j
from ontorag.vocabulary import Lookup

if TYPE_CHECKING:
    from benchmarks.load import Measured, Workbench

SAMPLE = 2_000
ROUNDS = 3
BATCH = 5_000
CONSTRAINT = (
    "CREATE CONSTRAINT ontorag_resource IF NOT EXISTS FOR (n:Resource) REQUIRE n.iri IS UNIQUE",
    "CREATE INDEX ontorag_name IF NOT EXISTS FOR (n:Entity) ON (n.name)",
)
OURS, MERGE = "Neo4j", "Neo4j, one MERGE a triple"
LIMIT, OTHER = "Neo4j, UNWIND by hand (the limit)", "rdflib-neo4j, batching"
Neo4jRow = Callable[["Workbench", Neo4jServer], "Measured"]


_running: list[Neo4jServer] = []


def server(folder: Path) -> Neo4jServer:
    """Give the one server of this run."""
    if not _running:
        _running.append(given_server() or start_server(folder / "neo4j"))
    return _running[0]


def stop() -> None:
    """Stop the server if this run started one."""
    while _running:
        _running.pop().stop()


def on_an_empty_server(row: Neo4jRow) -> Callable[[Workbench], Measured]:
    """Empty the database before a row."""

    @wraps(row)
    def run(bench: Workbench) -> Measured:
        where = server(bench.folder)
        wipe(where)
        return row(bench, where)

    return run


def process_of(where: Neo4jServer) -> int | None:
    """Give the number of the server's process, if it is our own."""
    return None if where.process is None else where.process.pid


def opened(bench: Workbench, where: Neo4jServer) -> Neo4jStore:
    """Open our store."""
    return open_neo4j(
        where.address, user=where.user, password=where.password, cache_folder=bench.folder
    )


def triples(bench: Workbench) -> Iterator[tuple[str, str, str]]:
    """Give the statements of the file as IRIs."""
    for loadable in open_sources(bench.file):
        for subject, predicate, obj, _ in loadable.quads:
            yield subject[1:-1], predicate[1:-1], obj[1:-1]


@on_an_empty_server
def load_ours(bench: Workbench, where: Neo4jServer) -> Measured:
    """The server's store, names, labels and native values included."""
    from benchmarks.load import Measured, clock, load_into

    store = opened(bench, where)
    with clock(process_of(where)) as taken:
        quads = load_into(store, bench.file)
    store.close()
    return Measured(OURS, quads, *taken, marked="by the clock")


@on_an_empty_server
def neo4j_searchable(bench: Workbench, where: Neo4jServer) -> Measured:
    """The same until labels can be searched in the look-up index beside it."""
    from benchmarks.load import Measured, clock, load_into

    store = opened(bench, where)
    with clock(process_of(where)) as taken:
        quads = load_into(store, bench.file)
        lookup = Lookup(store.lookup_file)
        lookup.refresh(store)
    lookup.close()
    store.close()
    return Measured("Neo4j, labels searchable", quads, *taken, marked="by the clock")


@on_an_empty_server
def neo4j_again(bench: Workbench, where: Neo4jServer) -> Measured:
    """The same file into the store that has it: nothing changes."""
    from benchmarks.load import Measured, clock, load_into

    store = opened(bench, where)
    load_into(store, bench.file)
    with clock(process_of(where)) as taken:
        quads = load_into(store, bench.file)
    store.close()
    return Measured("Neo4j, the same file again", quads, *taken, marked="by the clock")


def with_driver(where: Neo4jServer) -> driver_package.Driver:
    """Open a plain driver on a database with the same constraint and index."""
    driver = driver_package.GraphDatabase.driver(where.address, auth=where.auth)
    for command in CONSTRAINT:
        driver.execute_query(command, database_="neo4j")  # type: ignore[arg-type]
    return driver


@on_an_empty_server
def one_merge_a_triple(bench: Workbench, where: Neo4jServer) -> Measured:
    """What a first prototype does: one MERGE a triple, each its own transaction."""
    from benchmarks.load import Measured, clock

    with with_driver(where) as driver, driver.session(database="neo4j") as session:
        sample = list(islice(triples(bench), SAMPLE))
        total = sum(1 for _ in triples(bench))
        with clock(process_of(where)) as taken:
            for subject, predicate, obj in sample:
                name = predicate.rsplit("#", 1)[-1].upper().replace("`", "``")
                session.run(
                    f"MERGE (s:Resource {{iri: $s}}) MERGE (o:Resource {{iri: $o}}) "  # type: ignore[arg-type]
                    f"MERGE (s)-[:`{name}`]->(o)",
                    s=subject,
                    o=obj,
                ).consume()
    scale = total / SAMPLE
    marked = f"extrapolated from {SAMPLE:,}"
    return Measured(MERGE, total, *(each * scale for each in taken), marked=marked)


@on_an_empty_server
def load_by_hand(bench: Workbench, where: Neo4jServer) -> Measured:
    """The limit: nodes, then edges by type, in UNWIND batches; no sources, no graphs."""
    from benchmarks.load import Measured, clock

    with with_driver(where) as driver, clock(process_of(where)) as taken:
        nodes: dict[str, None] = {}
        edges: dict[str, list[list[str]]] = {}
        for subject, predicate, obj in triples(bench):
            nodes[subject] = nodes[obj] = None
            edges.setdefault(predicate, []).append([subject, obj])
        names = [[iri, iri.rsplit("#", 1)[-1]] for iri in nodes]
        send(
            driver,
            names,
            "MERGE (n:Resource {iri: row[0]}) ON CREATE SET n:Entity, n.name = row[1]",
        )
        for predicate, rows in edges.items():
            name = predicate.rsplit("#", 1)[-1].upper().replace("`", "``")
            send(
                driver,
                rows,
                "MATCH (s:Resource {iri: row[0]}) MATCH (o:Resource {iri: row[1]}) "
                f"MERGE (s)-[:`{name}`]->(o)",
            )
    total = sum(len(rows) for rows in edges.values())
    return Measured(LIMIT, total, *taken, marked="by the clock")


def send(driver: driver_package.Driver, rows: list[list[str]], clause: str) -> None:
    """Send rows in batches."""
    for start in range(0, len(rows), BATCH):
        driver.execute_query(
            f"UNWIND $rows AS row {clause}",  # type: ignore[arg-type]
            rows=rows[start : start + BATCH],
            database_="neo4j",
        )


@on_an_empty_server
def load_by_rdflib(bench: Workbench, where: Neo4jServer) -> Measured:
    """The rdflib store for Neo4j, batching on."""
    from rdflib import Graph
    from rdflib_neo4j import HANDLE_VOCAB_URI_STRATEGY, Neo4jStoreConfig
    from rdflib_neo4j import Neo4jStore as OtherStore

    from benchmarks.load import Measured, clock

    auth: dict[str, Any] = {"uri": where.address, "database": "neo4j", "user": where.user,
                            "pwd": where.password}  # fmt: skip
    config = Neo4jStoreConfig(
        auth_data=auth,
        custom_prefixes={},
        handle_vocab_uri_strategy=HANDLE_VOCAB_URI_STRATEGY.IGNORE,
        batching=True,
    )
    with with_driver(where) as driver:
        driver.execute_query(
            "CREATE CONSTRAINT n10s_unique_uri IF NOT EXISTS "
            "FOR (r:Resource) REQUIRE r.uri IS UNIQUE",
            database_="neo4j",
        )
        graph = Graph(store=OtherStore(config=config))
        with clock(process_of(where)) as taken:
            graph.parse(bench.file, format="nt")
            graph.close(commit_pending_transaction=True)
        count = "MATCH (:Resource)-[r]->() RETURN count(r) AS n"
        quads = driver.execute_query(count, database_="neo4j").records[0]["n"]
        driver.execute_query("DROP CONSTRAINT n10s_unique_uri", database_="neo4j")
    return Measured(OTHER, quads, *taken, marked="by the clock")


def best(bench: Workbench, name: str) -> Measured:
    """Give the best of `ROUNDS` of one way; the ways take turns, so that each meets the same.

    The first round warms a server that was perhaps just started; its figures are printed beside.
    """
    if not _measured:
        ways = [load_ours, load_by_hand]
        if importlib.util.find_spec("rdflib_neo4j"):
            ways.append(load_by_rdflib)
        for number in range(ROUNDS + 1):
            for way in ways:
                _measured.setdefault(number, []).append(way(bench))
    found = [row for number in sorted(_measured) for row in _measured[number] if row.name == name]
    first, *others = found
    chosen = min(others, key=lambda row: row.wall)
    marked = f"by the clock, best of {ROUNDS}; the first time, cold: {first.wall:.1f} s"
    return replace(chosen, marked=marked)


_measured: dict[int, list[Measured]] = {}


def neo4j(bench: Workbench) -> Measured:
    """The server's store, names, labels and native values included."""
    return best(bench, OURS)


def unwind_by_hand(bench: Workbench) -> Measured:
    """The limit: nodes, then edges by type, in UNWIND batches; no sources, no graphs."""
    return best(bench, LIMIT)


def rdflib_neo4j(bench: Workbench) -> Measured:
    """The rdflib store for Neo4j, batching on."""
    return best(bench, OTHER)


NEO4J_ROWS = [unwind_by_hand, neo4j, neo4j_searchable, neo4j_again, one_merge_a_triple]
if importlib.util.find_spec("rdflib_neo4j"):
    NEO4J_ROWS.append(rdflib_neo4j)


def ratios(rows: list[Measured]) -> Iterator[str]:
    """Compare the store with the other ways, by the clock and by the CPU of both processes."""
    by_name = {row.name: row for row in rows}
    ours = by_name.get(OURS)
    if ours is None:
        return
    yield ""
    for name, reach in ((MERGE, 60.0), (OTHER, 1.0), (LIMIT, 0.7)):
        if name in by_name:
            other = by_name[name]
            times = f"{other.wall / ours.wall:.2f} times the speed of: {name}"
            work = f", {both(other) / both(ours):.2f} by CPU" if ours.server else ""
            yield f"{OURS}: {times}{work} (to reach: {reach})"
    if not importlib.util.find_spec("rdflib_neo4j"):
        yield f"not compared with {OTHER}: it is not installed (pip install rdflib-neo4j)"


def both(row: Measured) -> float:
    """Give the CPU seconds of this process and of the server."""
    return row.cpu + row.server
