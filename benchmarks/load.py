"""How fast MetaQA's knowledge base loads (128,185 statements, made N-Triples first).

    python -m benchmarks.load [--rows sqlite,rdflib,…] [--data FOLDER]

The data folder (``ONTORAG_DATA``, else ``../shared/data``) has ``metaqa/kb.txt``. Each row of
`ROWS` measures one way to load; add a way by adding a function to the list. A row loads
everything into an empty store, through the same reading as `ontorag.load`, and ends when the
labels can be searched.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.neo4j_load import NEO4J_ROWS, ratios, stop
from ontorag.names import mint
from ontorag.sources import open_sources
from ontorag.stores.base import Store
from ontorag.stores.sqlite import open_sqlite
from ontorag.vocabulary import Lookup

DATA = Path(os.environ.get("ONTORAG_DATA", Path(__file__).parents[2] / "shared" / "data"))
RDFLIB = "rdflib, parse only"


@dataclass(frozen=True)
class Measured:
    """One way to load: what it took for how many quads.

    ``cpu`` and ``wall`` are seconds of this process, ``server`` the CPU seconds of the server
    beside it (0 where there is none, or somebody else runs it). ``marked`` says what the
    figures are not (a sample, extrapolated).
    """

    name: str
    quads: int
    cpu: float
    wall: float
    server: float = 0.0
    marked: str = ""


@dataclass
class Workbench:
    """What the rows share: a folder, and the file to load."""

    folder: Path
    kb: Path

    @cached_property
    def file(self) -> Path:
        """Write the knowledge base as N-Triples, once; minted IRIs, no labels."""
        file = self.folder / "kb.nt"
        with self.kb.open(encoding="utf-8") as lines, file.open("w", encoding="utf-8") as out:
            for line in lines:
                subject, relation, obj = line.rstrip("\n").split("|")
                out.write(f"<{mint(subject)}> <{mint(relation)}> <{mint(obj)}> .\n")
        return file


Row = Callable[[Workbench], Measured]
"""A row loads the file in its way and says what it took."""


@contextmanager
def clock(server: int | None = None) -> Iterator[list[float]]:
    """Fill the list with the seconds that the block took: CPU, clock, CPU of process ``server``."""
    taken: list[float] = []
    wall, cpu, beside = time.perf_counter(), time.process_time(), cpu_of(server)
    yield taken
    taken += [time.process_time() - cpu, time.perf_counter() - wall, cpu_of(server) - beside]


def cpu_of(process: int | None) -> float:
    """Give the CPU seconds that another process has taken so far (Linux: proc(5), stat)."""
    stat = Path(f"/proc/{process}/stat")
    if process is None or not stat.exists():
        return 0.0
    fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def load_into(store: Store, file: Path) -> int:
    """Load the file into the store as `ontorag.load` does; give the number of quads."""
    quads = 0
    with store.writing() as writer:
        for loadable in open_sources(file):
            quads += writer.replace(loadable.source, loadable.quads).quads
    return quads


def sqlite(bench: Workbench) -> Measured:
    """The embedded store, on disk, until labels can be searched."""
    store = open_sqlite(bench.folder / "kb.db")
    file = bench.file
    with clock() as taken:
        quads = load_into(store, file)
        lookup = Lookup(store.lookup_file)
        lookup.refresh(store)
    lookup.close()
    store.close()
    return Measured("SQLite, labels searchable", quads, *taken)


def sqlite_again(bench: Workbench) -> Measured:
    """The same file into the store that has it: nothing changes."""
    store = open_sqlite(bench.folder / "again.db")
    load_into(store, bench.file)
    with clock() as taken:
        quads = load_into(store, bench.file)
    store.close()
    return Measured("SQLite, the same file again", quads, *taken)


def rdflib(bench: Workbench) -> Measured:
    """What to compare with: rdflib reads the same file into its memory."""
    from rdflib import Graph

    graph = Graph()
    file = bench.file
    with clock() as taken:
        graph.parse(file, format="nt")
    return Measured(RDFLIB, len(graph), *taken)


def rdflib_turtle(bench: Workbench) -> Measured:
    """The same by rdflib's reader of Turtle, the form most files have."""
    from rdflib import Graph

    graph = Graph()
    file = bench.file
    with clock() as taken:
        graph.parse(file, format="turtle")
    return Measured("rdflib, parse only, as Turtle", len(graph), *taken)


ROWS: list[Row] = [rdflib, rdflib_turtle, sqlite, sqlite_again, *NEO4J_ROWS]


def table(rows: list[Measured]) -> Iterator[str]:
    """Write the table; ratios are of CPU seconds to rdflib's parse."""
    parse = next((row.cpu for row in rows if row.name == RDFLIB), None)
    yield (
        "| way to load | quads | CPU s | server's CPU s | wall s | quads/s (CPU) "
        "| times rdflib's parse | |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for row in rows:
        ratio = f"{parse / row.cpu:.1f}" if parse else ""
        yield (
            f"| {row.name} | {row.quads:,} | {row.cpu:.2f} | {row.server:.2f} | {row.wall:.2f} "
            f"| {row.quads / row.cpu:,.0f} | {ratio} | {row.marked} |"
        )


def main(arguments: list[str] | None = None) -> int:
    """Measure the rows and print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rows", default=",".join(row.__name__ for row in ROWS))
    options = parser.parse_args(arguments)
    kb = options.data / "metaqa" / "kb.txt"
    if not kb.is_file():
        print(f"there is no {kb}: set ONTORAG_DATA to the folder that has metaqa/", file=sys.stderr)
        return 2
    with TemporaryDirectory() as folder:
        bench = Workbench(Path(folder), kb)
        wanted = options.rows.split(",")
        try:
            measured = [row(bench) for row in ROWS if row.__name__ in wanted]
        finally:
            stop()
        for line in (*table(measured), *ratios(measured)):
            print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
