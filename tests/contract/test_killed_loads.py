"""kill -9 at twenty random moments of a load: old data stays whole, and no source is half there."""

from __future__ import annotations

import math
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import neo4j
import pytest

import ontorag
from ontorag.graph import KnowledgeGraph
from ontorag.stores.base import Store, TextQuad
from ontorag.values import Source

ROOT = Path(__file__).parents[2]
KILLS = 20
STATEMENTS = 6_000
NURSERY = """
import os
import signal
import sys
import time

import neo4j
import pyoxigraph

import ontorag
import ontorag.graph
import ontorag.stores.neo4j
import ontorag.stores.sqlite

address, file, user, password = sys.argv[1:]
for line in sys.stdin:
    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        server = {"user": user, "password": password} if user else {}
        with ontorag.open(address, **server) as graph:
            graph.load(file, source="new.nt")
        os._exit(0)
    ended, status = 0, 0
    while not ended and time.monotonic() < begin + float(line):
        time.sleep(0.001)
        ended, status = os.waitpid(child, os.WNOHANG)
    if not ended:
        os.kill(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
    print(status, time.monotonic() - begin, flush=True)
"""
"""A process that has imported everything; for each line it reads, it forks one that loads.

The line says after how many seconds that one is killed. It is killed by its own parent, before it
is waited for: so its number can't belong to another process yet, even when it has just ended.
"""

BACK_DATE = "MATCH (l:OntoragLoad {state: 'open'}) SET l.heartbeat = l.heartbeat - duration('PT2M')"

State: TypeAlias = tuple[frozenset[TextQuad], tuple[Source, ...]]
Reopen: TypeAlias = Callable[[], KnowledgeGraph]


@pytest.fixture
def place(store: Store, request: pytest.FixtureRequest) -> Iterator[tuple[list[str], Reopen]]:
    """Give how a process of its own loads into the store, and how to open it after its death."""
    if request.node.callspec.params["store"] == "sqlite":
        yield [store.address, "", ""], lambda: ontorag.open(store.address)
        return
    server = request.getfixturevalue("empty_neo4j")
    auth = {"user": server.user, "password": server.password}

    with neo4j.GraphDatabase.driver(server.address, auth=server.auth) as driver:

        def reopen() -> KnowledgeGraph:
            driver.execute_query(BACK_DATE)
            return ontorag.open(server.address, **auth)

        yield [server.address, server.user or "", server.password or ""], reopen


class Nursery:
    """Starts loads, and kills them."""

    def __init__(self, where: list[str], file: Path) -> None:
        address, user, password = where
        self.process = subprocess.Popen(
            [sys.executable, "-c", NURSERY, address, str(file), user, password],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip

    def load(self, *, kill_after: float = math.inf) -> float | None:
        """Load in a process of its own; give the seconds it took, or None when it was killed."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{kill_after}\n".encode())
        status, seconds = self.process.stdout.readline().split()
        assert int(status) in (0, signal.SIGKILL)
        return float(seconds) if int(status) == 0 else None

    def close(self) -> None:
        """End it."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def state(graph: KnowledgeGraph) -> State:
    return frozenset(graph.store.statements()), tuple(graph.sources())


@pytest.mark.timeout(1_200)
@pytest.mark.parametrize("store", ["sqlite", pytest.param("neo4j", marks=pytest.mark.neo4j)],
                         indirect=True)  # fmt: skip
def test_a_load_killed_at_any_moment_is_whole_or_absent(
    store: Store, place: tuple[list[str], Reopen], tmp_path: Path
) -> None:
    where, reopen = place
    file = tmp_path / "new.nt"
    ends = ((n % 300, n // 300) for n in range(STATEMENTS))
    lines = [f"<urn:new{start}> <urn:p> <urn:new{end}> .\n" for start, end in ends]
    file.write_text("".join(lines), encoding="utf-8")
    with reopen() as graph:
        graph.load(ROOT / "ontologies" / "lotr.ttl", source="old.ttl")
        old = state(graph)
    with closing(Nursery(where, file)) as nursery:
        span = nursery.load() or 0.0
        draw = random.Random(20)
        absent = 0
        for _ in range(KILLS):
            with reopen() as graph:
                if len(graph.sources()) == 2:
                    graph.drop("new.nt")
                assert state(graph) == old
            nursery.load(kill_after=draw.uniform(0, span))
            with reopen() as graph:
                quads, sources = state(graph)
                span *= 1.25 if len(sources) == 1 else 0.8  # stay near the moment it is kept
                absent += len(sources) == 1
                assert len(quads - old[0]) == (STATEMENTS if len(sources) == 2 else 0)
                assert old[0] <= quads
                assert old[1] == tuple(each for each in sources if each.name == "old.ttl")
                assert graph.info().facts == len(quads)
    assert absent >= KILLS // 4, "too few of them were killed before their end"
    assert_nothing_is_left(store, where)


def assert_nothing_is_left(store: Store, where: list[str]) -> None:
    """What was written by halves is gone from the file or the server, not only unseen."""
    if where[0] == str(store.lookup_file):
        with closing(sqlite3.connect(where[0])) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert db.execute("SELECT count(*) FROM source").fetchone()[0] <= 2
        return
    with neo4j.GraphDatabase.driver(where[0], auth=(where[1], where[2])) as driver:
        query = "MATCH (l:OntoragLoad) RETURN l.state, count(*)"
        states = [record.values() for record in driver.execute_query(query).records]
        assert [state for state, _ in states] == ["live"]
        loose = "MATCH (n:Resource) WHERE NOT EXISTS { (n)--() } RETURN count(n)"
        assert driver.execute_query(loose).records[0].value() == 0
