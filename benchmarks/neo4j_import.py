"""How fast a million facts from a file answer questions on Neo4j by its own bulk import.

    python -m benchmarks.neo4j_import [--statements 1000000] [--version 2026.08.1]

The steps are those of a person: ``ontorag export --kg FILE --neo4j-admin FOLDER``, ``neo4j-admin
database import full``, the start of the server (not counted), and the first answer, until which
the constraints are made and the look-up index is filled. Beside the seconds of the clock are
those of the processor, of this process and of all others that take part: on a machine that is
busy with other things only these can be compared. To reach: all of it in three times what the
import alone takes.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from neo4j_server import DEFAULT_VERSION, Neo4jServer, install

import ontorag
from benchmarks.generate import Population
from benchmarks.load import cpu_of

QUESTION = "Which persons have Skill 7 and Skill 11?"
MOST = 3.0


def write_file(path: Path, statements: int) -> int:
    """Write about so many statements as N-Triples; give their number."""
    total = 0
    quads = Population(persons=statements * 96 // 1_000, skills=statements // 100,
                       missions=statements // 50).quads()  # fmt: skip
    with path.open("w", encoding="utf-8") as file:
        for s, p, o, _ in quads:
            file.write(f"{s} {p} {o} .\n")
            total += 1
    return total


def export(file: Path, folder: Path) -> None:
    """Do what the command line does, in a process of its own."""
    command = ["export", "--kg", str(file), "--neo4j-admin", str(folder)]
    subprocess.run(
        [sys.executable, "-m", "ontorag", *command],
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )


def answer(server: Neo4jServer) -> None:
    """Open the imported graph and ask it, as the first one ever."""
    with ontorag.open(server.address, user=server.user, password=server.password) as graph:
        result = ontorag.OntoRAG(graph, embeddings=None).ask(QUESTION)
        assert result.answers, result
        print(f"{QUESTION} {len(result.answers)} answers of {graph.view().fact_count} facts")


@dataclass(frozen=True)
class Taken:
    """Seconds of the clock and of the processor."""

    wall: float
    cpu: float

    def __add__(self, other: Taken) -> Taken:
        return Taken(self.wall + other.wall, self.cpu + other.cpu)

    def __str__(self) -> str:
        return f"{self.wall:7.1f} s  {self.cpu:7.1f} s CPU"


def now(server: Neo4jServer | None) -> Taken:
    """Give the clock, and the CPU seconds of this process, of those that ended, of the server."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = time.process_time() + ended.ru_utime + ended.ru_stime
    if server is not None and server.process is not None:
        cpu += cpu_of(server.process.pid)
    return Taken(time.perf_counter(), cpu)


def timed(title: str, step: Callable[[], object], server: Neo4jServer | None = None) -> Taken:
    """Do a step and print how long it took."""
    begin = now(server)
    step()
    end = now(server)
    taken = Taken(end.wall - begin.wall, end.cpu - begin.cpu)
    print(f"{title:44} {taken}", flush=True)
    return taken


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the steps and print them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--statements", type=int, default=1_000_000)
    parser.add_argument("--version", default=DEFAULT_VERSION)
    given = parser.parse_args(arguments)
    with TemporaryDirectory(prefix="ontorag-") as name:
        folder = Path(name)
        total = write_file(folder / "people.nt", given.statements)
        installed = install(folder / "neo4j", version=given.version)
        print(f"{total} statements, Neo4j {given.version}")
        exported = timed("ontorag export --neo4j-admin, from the file",
                         lambda: export(folder / "people.nt", folder / "files"))  # fmt: skip
        imported = timed("neo4j-admin database import",
                         lambda: installed.import_files(folder / "files"))  # fmt: skip
        server = installed.start()
        try:
            answered = timed("opened and answered", lambda: answer(server), server)
        finally:
            server.stop()
        whole = exported + imported + answered
        print(f"{'from the file to the answer':44} {whole}")
        print(f"{whole.wall / imported.wall:.2f} times the import by the clock, "
              f"{whole.cpu / imported.cpu:.2f} by the processor (at most {MOST})")  # fmt: skip
        return 0 if whole.wall <= MOST * imported.wall else 1


if __name__ == "__main__":
    sys.exit(main())
