"""What all tests share: a Neo4j server, processes, and no skips in CI."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from neo4j_server import Neo4jServer, ServerUnavailableError, given_server, start_server, wipe
from scheduling import pytest_xdist_make_scheduler
from skips import pytest_make_collect_report, pytest_runtest_makereport

__all__ = [
    "pytest_make_collect_report", "pytest_runtest_makereport", "pytest_xdist_make_scheduler",
]  # fmt: skip


@pytest.fixture(scope="session")
def neo4j_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neo4jServer]:
    """Give a running Neo4j: the one that ONTORAG_TEST_NEO4J names, or one of our own."""
    server = given_server()
    if server is None:
        try:
            server = start_server(tmp_path_factory.mktemp("neo4j"))
        except ServerUnavailableError as exc:
            pytest.skip(f"no Neo4j server: {exc}")
    yield server
    server.stop()


@pytest.fixture
def empty_neo4j(neo4j_server: Neo4jServer) -> Neo4jServer:
    """Give the server with an empty database."""
    wipe(neo4j_server)
    return neo4j_server
