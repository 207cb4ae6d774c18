"""How fast files become an ontology that can be asked, beside rdflib's parse alone.

    python -m benchmarks.loading [--statements 500000] [--rows rdflib,formats,…] [--data FOLDER]

A graph of persons and skills is written as Turtle, N-Triples and RDF/XML. Each row runs in a
process of its own, from the file to a store whose labels can be searched; its seconds are CPU
seconds (wall-clock in brackets), its peak is the whole process's memory. The lines named after
sizes show how the cost grows. ``hp.obo`` and ``fibo`` need the data folder (``ONTORAG_DATA``,
else ``../shared/data``).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.generate import Population
from ontorag.sources.formats import N_TRIPLES, RDF_XML, TURTLE
from ontorag.sources.writing import write_statements

DATA = Path(os.environ.get("ONTORAG_DATA", Path(__file__).parents[2] / "shared" / "data"))
ROWS = ("rdflib", "formats", "reload", "sizes", "hp", "fibo")
SIZES = (50_000, 500_000, 2_000_000)
PREFIXES = {
    "": "http://example.org/people/", "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}  # fmt: skip
RDFLIB = "rdflib, parse of the Turtle alone"


def write_files(folder: Path, statements: int) -> dict[str, Path]:
    """Write about so many statements in three formats."""
    files = {}
    for form, suffix in ((TURTLE, "ttl"), (N_TRIPLES, "nt"), (RDF_XML, "rdf")):
        path = folder / f"people-{statements}.{suffix}"
        quads = Population(persons=statements * 96 // 1_000, skills=statements // 100,
                           missions=statements // 50).quads()  # fmt: skip
        with path.open("wb") as stream:
            write_statements(quads, stream, form, PREFIXES)
        files[suffix] = path
    return files


# ── the rows, each in a process of its own ────────────────────────────────────────────────


def load(paths: Sequence[str], store: str) -> int:
    """Load files into an SQLite file, as ``ontorag load`` does."""
    import ontorag

    with ontorag.open(store) as graph:
        return graph.load(*paths).quads


def parse_by_rdflib(paths: Sequence[str], store: str) -> int:
    """Parse one file by rdflib into its memory store."""
    import rdflib

    return len(rdflib.Graph().parse(paths[0]))


JOBS: dict[str, Callable[[Sequence[str], str], int]] = {"load": load, "rdflib": parse_by_rdflib}


def measured(job: str, paths: Sequence[Path], store: Path) -> dict[str, float]:
    """Run a job in a new process; give what it took."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.loading", "--job", job, "--store", str(store),
         *map(str, paths)],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1],
    )  # fmt: skip
    return {key: float(value) for key, value in json.loads(done.stdout.splitlines()[-1]).items()}


def work(job: str, paths: Sequence[str], store: str) -> None:
    """Do a job, and print what it took as JSON."""
    wall, cpu = time.perf_counter(), time.process_time()
    quads = JOBS[job](paths, store)
    print(
        json.dumps(
            {
                "quads": quads,
                "wall": time.perf_counter() - wall,
                "cpu": time.process_time() - cpu,
                "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            }
        )
    )


def show(title: str, found: dict[str, float], beside: float | None = None) -> None:
    """Print one line."""
    times = f"{beside / found['cpu']:5.2f} x rdflib" if beside else ""
    print(
        f"{title:36} {found['quads']:>9.0f} {found['cpu']:7.2f} s ({found['wall']:6.2f})"
        f" {found['quads'] / found['cpu']:8.0f}/s {found['peak']:5.0f} MB  {times}",
        flush=True,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the chosen rows and print them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--statements", type=int, default=500_000)
    parser.add_argument("--rows", default=",".join(ROWS))
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--job", choices=sorted(JOBS), help=argparse.SUPPRESS)
    parser.add_argument("--store", help=argparse.SUPPRESS)
    parser.add_argument("paths", nargs="*", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.job:
        work(given.job, given.paths, given.store)
        return
    rows = given.rows.split(",")
    if unknown := set(rows) - {*ROWS}:
        parser.error(f"unknown rows {', '.join(sorted(unknown))}; there are {', '.join(ROWS)}")
    with TemporaryDirectory(prefix="ontorag-") as name:
        measure(rows, given.statements, given.data / "ontologies", Path(name))


def measure(rows: Sequence[str], statements: int, data: Path, folder: Path) -> None:
    """Measure and print the rows."""
    files = write_files(folder, statements) if {"rdflib", "formats", "reload"} & {*rows} else {}
    beside = None
    if "rdflib" in rows:
        found = measured("rdflib", [files["ttl"]], folder)
        beside = found["cpu"]
        show(RDFLIB, found)
    for suffix in ("ttl", "nt", "rdf") if "formats" in rows else ():
        show(
            f"{suffix} into SQLite",
            measured("load", [files[suffix]], folder / f"{suffix}.db"),
            beside,
        )
    if "reload" in rows:
        measured("load", [files["nt"]], folder / "again.db")
        show("the same nt again", measured("load", [files["nt"]], folder / "again.db"))
    for size in SIZES if "sizes" in rows else ():
        path = write_files(folder, size)["nt"]
        show(f"{size} statements of nt", measured("load", [path], folder / f"{size}.db"))
    for title, path in (("hp", data / "hpo" / "hp.obo"), ("fibo", data / "fibo")):
        if title in rows:
            show(path.name, measured("load", [path], folder / f"{title}.db"))


if __name__ == "__main__":
    main()
