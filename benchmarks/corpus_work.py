"""Worker processes that read one file each, with a time limit."""

from __future__ import annotations

import io
import logging
import multiprocessing
import time
import traceback
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from benchmarks.corpus_cases import Case

if TYPE_CHECKING:
    from ontorag.stores.base import Store

Quads = set[tuple[str, str, str, str]]
MOST_BLANK_NODES = 200


@dataclass(frozen=True)
class Place:
    """Where files are stored on their round trip: in an SQLite file, or on a Neo4j server."""

    address: str = ""
    user: str | None = None
    password: str | None = None

    def open(self, folder: Path) -> Store:
        """Open the store, empty."""
        from ontorag.stores.neo4j import open_neo4j
        from ontorag.stores.sqlite import open_sqlite

        if not self.address:
            return open_sqlite(folder / "a.db")
        store = open_neo4j(
            self.address, user=self.user, password=self.password, cache_folder=folder
        )
        with store.writing() as writer:
            writer.clear()
        return store


@dataclass(frozen=True)
class Result:
    """What became of a file: loaded, refused, differs, lost, crashed or hung; and why."""

    outcome: str
    reason: str = ""
    seconds: float = 0.0


def read(case: Case) -> tuple[Quads, int]:
    """Read a file; also say how many statements it has, repeated ones included."""
    from ontorag.sources import open_sources

    (loadable,) = open_sources(
        case.path, strict=case.strict, base=case.base, media_type=case.media_type
    )
    quads: Quads = set()
    total = 0
    for quad in loadable.quads:
        quads.add(quad)
        total += 1
    return quads, total


def judge(case: Case, *, through: Place | None) -> Result:
    """Read a file, hold it to what is expected of it, and to its way ``through`` a store."""
    from ontorag.errors import OntoragError

    try:
        quads, total = read(case)
    except OntoragError as error:
        return Result("refused", str(error).splitlines()[0])
    if total < case.statements:
        return Result("lost", f"{total} statements of {case.statements}")
    if case.result is not None:
        wanted, _ = read(_result_case(case))
        if not same(_kept(quads, case), _kept(wanted, case)):
            return Result("differs", f"{len(quads)} statements, expected {len(wanted)}")
    if through is not None and quads:
        with _warnings() as said:
            wrong = _round_trip(quads, through) or "; ".join(said)
        if wrong:
            return Result("lost", wrong)
    return Result("loaded")


@contextmanager
def _warnings() -> Iterator[list[str]]:
    """Collect what ontorag warns of: a store that keeps all, but not well, is not right."""
    said: list[str] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger("ontorag")
    logger.addHandler(handler)
    try:
        yield said
    finally:
        logger.removeHandler(handler)


def _result_case(case: Case) -> Case:
    result = case.result or ""
    kinds = {".nt": "application/n-triples", ".nq": "application/n-quads"}
    return Case(result, result, media_type=kinds.get(Path(result).suffix), base=case.base)


def _kept(quads: Quads, case: Case) -> Quads:
    return {quad for quad in quads if quad[2] not in case.ignored}


def same(first: Quads, second: Quads) -> bool:
    """Whether two sets of statements are the same up to the names of blank nodes.

    With very many blank nodes only up to which blank node is which.
    """
    if len(first) != len(second) or _signature(first) != _signature(second):
        return False
    nodes = {part for quad in first for part in quad if part.startswith("_:")}
    return len(nodes) > MOST_BLANK_NODES or _canonical(first) == _canonical(second)


def _signature(quads: Quads) -> Counter[tuple[str, ...]]:
    return Counter(tuple(map(_without_node, quad)) for quad in quads)


def _without_node(text: str) -> str:
    nested = text.startswith("<<(") and "_:" in text
    return "_:" if nested or text.startswith("_:") else text


def _canonical(quads: Quads) -> set[str]:
    import pyoxigraph as ox

    lines = "\n".join(" ".join(quad) + " ." for quad in sorted(quads))
    dataset = ox.Dataset(ox.parse(lines, ox.RdfFormat.N_QUADS, lenient=True))
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return {str(quad) for quad in dataset}


def _round_trip(quads: Quads, through: Place) -> str:
    """Load, export in every format that can say it, read again; say what is not the same."""
    from ontorag.errors import InputError
    from ontorag.graph import KnowledgeGraph
    from ontorag.sources import open_sources
    from ontorag.values import Source

    with TemporaryDirectory(prefix="ontorag-") as folder:
        graph = KnowledgeGraph(through.open(Path(folder)))
        with graph.store.writing() as writer:
            writer.replace(Source("a"), quads)
        for name in ("nq", "trig", "ttl", "rdf", "jsonld"):
            stream = io.BytesIO()
            try:
                graph.export(stream, format=name)
            except InputError:
                continue
            (loadable,) = open_sources(io.BytesIO(stream.getvalue()), media_type=name)
            again = set(loadable.quads)
            if not same(quads, again):
                graph.close()
                return f"{name}: {len(again)} statements come back of {len(quads)}"
        graph.close()
    return ""


def _serve(connection: Connection, through: Place | None) -> None:
    while (case := connection.recv()) is not None:
        try:
            result = judge(case, through=through)
        except BaseException:  # a crash is what is looked for  # noqa: BLE001
            result = Result("crashed", traceback.format_exc().strip().splitlines()[-1])
        connection.send(result)


class _Worker:
    def __init__(self, through: Place | None) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, through), daemon=True)
        self.process.start()
        theirs.close()
        self.number = -1
        self.since = 0.0

    def give(self, number: int, case: Case) -> None:
        self.number, self.since = number, time.perf_counter()
        self.connection.send(case)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


class Pool:
    """Some workers; one that hangs or dies is replaced."""

    def __init__(self, workers: int, limit: float, *, through: Place | None) -> None:
        self._limit, self._through = limit, through
        self._workers = [_Worker(through) for _ in range(workers)]

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: Any) -> None:
        for worker in self._workers:
            worker.stop()

    def run(self, cases: Sequence[Case]) -> list[Result]:
        """Judge all cases."""
        results: list[Result | None] = [None] * len(cases)
        waiting = deque(enumerate(cases))
        while waiting or any(worker.number >= 0 for worker in self._workers):
            for worker in self._workers:
                if worker.number < 0 and waiting:
                    worker.give(*waiting.popleft())
            wait([worker.connection for worker in self._workers if worker.number >= 0], timeout=1)
            for place, worker in enumerate(self._workers):
                if worker.number >= 0:
                    self._collect(place, worker, results)
        return [each for each in results if each is not None]

    def _collect(self, place: int, worker: _Worker, results: list[Result | None]) -> None:
        seconds = time.perf_counter() - worker.since
        result: Result | None = None
        if worker.connection.poll():
            try:
                found = worker.connection.recv()
                result = Result(found.outcome, found.reason, seconds)
            except EOFError:
                result = Result("crashed", "the process died", seconds)
        elif seconds > self._limit:
            result = Result("hung", f"not done in {self._limit:.0f} s", seconds)
        if result is None:
            return
        results[worker.number] = result
        worker.number = -1
        if result.reason == "the process died" or result.outcome == "hung":
            worker.stop()
            self._workers[place] = _Worker(self._through)
