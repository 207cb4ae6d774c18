"""The stores that the contract holds for: one factory each, in `STORES`.

A factory is a context manager that gives one empty store. Add a store by adding a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from neo4j_server import Neo4jServer, ServerUnavailableError, install

import ontorag
from ontorag.stores.base import Store

ROOT = Path(__file__).parents[2]

StoreFactory = Callable[[pytest.FixtureRequest], AbstractContextManager[Store]]


@contextmanager
def sqlite_store(request: pytest.FixtureRequest) -> Iterator[Store]:
    from ontorag.stores.sqlite import open_sqlite

    store = open_sqlite(request.getfixturevalue("tmp_path") / "store.db")
    try:
        yield store
    finally:
        store.close()


@contextmanager
def neo4j_store(request: pytest.FixtureRequest) -> Iterator[Store]:
    from ontorag.stores.neo4j import open_neo4j

    server = request.getfixturevalue("empty_neo4j")
    cache = request.getfixturevalue("tmp_path")
    store = open_neo4j(
        server.address, user=server.user, password=server.password, cache_folder=cache
    )
    try:
        yield store
    finally:
        store.close()


@contextmanager
def imported_store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A database that ``neo4j-admin`` made; `test_neo4j_import` reads what it imported."""
    from ontorag.stores.neo4j import open_neo4j

    server = request.getfixturevalue("imported_neo4j")
    cache = request.getfixturevalue("tmp_path")
    store = open_neo4j(
        server.address, user=server.user, password=server.password, cache_folder=cache
    )
    try:
        with store.writing() as writer:
            writer.clear()
        yield store
    finally:
        store.close()


@pytest.fixture(scope="session")
def imported_neo4j(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neo4jServer]:
    """Give a server whose database was imported from what ontorag exported."""
    files = tmp_path_factory.mktemp("export") / "files"
    with ontorag.load(ROOT / "ontologies" / "lotr.ttl") as graph:
        graph.export_neo4j_admin(files)
    try:
        installed = install(tmp_path_factory.mktemp("imported"))
    except ServerUnavailableError as exc:
        pytest.skip(f"no Neo4j server: {exc}")
    installed.import_files(files)
    server = installed.start()
    yield server
    server.stop()


STORES: dict[str, StoreFactory] = {
    "sqlite": sqlite_store, "neo4j": neo4j_store, "imported": imported_store,
}  # fmt: skip
"""Name of a store -> what opens an empty one."""

MARKS: dict[str, tuple[pytest.MarkDecorator, ...]] = {
    "neo4j": (pytest.mark.neo4j,), "imported": (pytest.mark.neo4j,),
}  # fmt: skip
EXAMPLES: dict[str, int] = {"sqlite": 150, "neo4j": 8, "imported": 2}
"""How many random graphs each store is asked about (a server takes longer)."""


@pytest.fixture(params=[pytest.param(name, marks=MARKS.get(name, ())) for name in STORES])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    with STORES[request.param](request) as opened:
        yield opened


@pytest.fixture
def examples(request: pytest.FixtureRequest, store: Store) -> int:
    """Give how many random graphs to try on this store."""
    return EXAMPLES.get(request.node.callspec.params["store"], 20)
