"""What becomes of every file of a corpus: loaded, refused with a reason, crashed or hung.

    python -m benchmarks.corpus [--only manifest,w3c,obo,go] [--round-trips sqlite] [--data FOLDER]

The data folder (``ONTORAG_DATA``, else ``../shared/data``) has ``ontologies/MANIFEST.tsv`` and,
beside it, the W3C's RDF tests and the OBO compliance suite as archives. Files of the manifest
are read tolerantly, and the statements counted against the manifest; the suites are read
strictly, and what must load or be refused is held to that, and results to those expected. With
``--round-trips`` each file goes through a store (sqlite, or neo4j: a server as for
`benchmarks.neo4j_load`), and must come back the same in every format that can say it. Each
file is read in a worker process with a time limit. The exit code is 1 when something crashed,
hung, was lost, or differs from its suite without being among `EXCEPTIONS`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tarfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.corpus_cases import Case, manifest_cases, obo_cases, w3c_cases
from benchmarks.corpus_same import SLICE, differences
from benchmarks.corpus_work import Place, Pool, Result
from ontorag import names

DATA = Path(os.environ.get("ONTORAG_DATA", Path(__file__).parents[2] / "shared" / "data"))
LIMIT = 120.0
LIMIT_WITH_ROUND_TRIPS = 600.0

_CANONICAL = (
    "an XML literal is kept as written, <br />, not made canonical, <br></br>: both have one value "
    "(RDF 1.1 Concepts, section 5.2)"
)
_W3C = "w3c-rdf-tests/rdf/"
EXCEPTIONS = {
    _W3C + "rdf11/rdf-xml/xml-canon/test001.rdf": _CANONICAL,
    _W3C + "rdf11/rdf-xml/xml-canon/test002.rdf": _CANONICAL,
    _W3C + "rdf12/rdf-xml/eval/rdf12-xml-an-13.rdf": _CANONICAL,
    _W3C + "rdf12/rdf-xml/eval/rdf12-xml-an-14.rdf": _CANONICAL,
    "obo/gci-is-a": "the expected file drops gci_filler, which is kept here (nothing is lost)",
    "obo/gci-relation": "the expected file drops gci_filler, which is kept here",
    "obo/owl-axioms-ObjectInverseOf": "undeclared properties are not declared on the way: OWL 2 "
    "Mapping to RDF Graphs, section 2, writes a declaration only for one that is there",
    "obo/property_value-object-annotated": "a property_value makes no individual of a class "
    "(OBO 1.4, section 5, maps it to an annotation)",
    "obo/typedef-is_a-metadata": "the expected file drops is_a between metadata tags; it is kept "
    "as SubAnnotationPropertyOf (OBO 1.4, section 5)",
}
"""Cases of a suite that differ on purpose, and why."""


@dataclass(frozen=True)
class Suite:
    """The cases of one part of the corpus."""

    title: str
    cases: Sequence[Case]


def suites(data: Path, unpacked: Path, only: Iterable[str] = ()) -> list[Suite]:
    """Find the cases of the chosen parts; archives are unpacked into a folder."""
    ontologies = data / "ontologies"
    wanted = set(only)
    found: list[Suite] = []
    if not wanted or "manifest" in wanted:
        found.append(Suite("MANIFEST.tsv", list(manifest_cases(ontologies))))
    if not wanted or "w3c" in wanted:
        folder = _unpacked(ontologies / "w3c-rdf-tests.tar.gz", unpacked)
        found.append(Suite("W3C RDF tests", list(w3c_cases(folder))))
    if not wanted or "obo" in wanted:
        folder = _unpacked(ontologies / "oak-obo-compliance.tar.gz", unpacked)
        found.append(Suite("OBO compliance", list(obo_cases(folder))))
    return found


def _unpacked(archive: Path, folder: Path) -> Path:
    target = folder / archive.name.split(".")[0]
    with tarfile.open(archive) as packed:
        packed.extractall(target, filter="data")
    return target


def run(
    cases: Sequence[Case], *, limit: float, workers: int, through: Place | None = None
) -> list[Result]:
    """Read all cases in worker processes, in order."""
    with Pool(workers, limit, through=through) as pool:
        return pool.run(cases)


@contextmanager
def place(store: str | None, folder: Path) -> Iterator[Place | None]:
    """Give where the round trips go; a server runs as long."""
    if store != "neo4j":
        yield Place() if store else None
        return
    from benchmarks.neo4j_load import server, stop

    try:
        there = server(folder)
        yield Place(there.address, there.user, there.password)
    finally:
        stop()


def is_wrong(case: Case, result: Result) -> bool:
    """Whether a result is not what it should be."""
    if result.outcome in ("crashed", "hung", "lost"):
        return True
    return result.outcome != (case.expected or result.outcome)


def show(suite: Suite, results: Sequence[Result], *, everything: bool) -> int:
    """Print the counts of a suite and what is wrong; give the number of wrong ones."""
    counts = Counter(each.outcome for each in results)
    shown = ", ".join(f"{counts[name]} {name}" for name in OUTCOMES)
    print(f"\n{suite.title}: {len(results)} files: {shown}")
    positives = [
        (c, r) for c, r in zip(suite.cases, results, strict=True) if c.expected == "loaded"
    ]
    negatives = [
        (c, r) for c, r in zip(suite.cases, results, strict=True) if c.expected == "refused"
    ]
    for title, pairs in (("must load", positives), ("must be refused", negatives)):
        if pairs:
            right = sum(not is_wrong(*pair) for pair in pairs)
            print(f"  {title}: {right} of {len(pairs)}")
    wrong = 0
    for case, result in zip(suite.cases, results, strict=True):
        excused = EXCEPTIONS.get(case.name)
        bad = is_wrong(case, result)
        wrong += bad and excused is None
        if bad or everything:
            reason = f"  [{excused}]" if excused else ""
            print(
                f"  {result.outcome:8} {case.name} ({result.seconds:.1f} s) {result.reason}{reason}"
            )
    if not everything:
        for case, result in zip(suite.cases, results, strict=True):
            if result.outcome == "refused" and case.expected is None:
                print(f"  refused  {case.name}: {result.reason}")
    return wrong


def show_slice(ontologies: Path) -> int:
    """Print whether five forms of one ontology say the same; give how many do not."""
    differing = differences((ontologies / name for name in SLICE), f"{names.OBO}GO_")
    print(f"\nGO slice: {len(SLICE)} forms, {len(differing)} differ")
    for line in differing:
        print(f"  {line}")
    return len(differing)


OUTCOMES = ("loaded", "refused", "differs", "lost", "crashed", "hung")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the corpus and print what became of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="manifest, w3c, obo, go")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--round-trips", choices=("sqlite", "neo4j"), help="through this store")
    parser.add_argument("--list", action="store_true", help="print every file")
    parser.add_argument("--workers", type=int, default=2, help="with neo4j always 1")
    parser.add_argument("--limit", type=float, help="seconds for one file")
    given = parser.parse_args(arguments)
    limit = given.limit or (LIMIT_WITH_ROUND_TRIPS if given.round_trips else LIMIT)
    only = [part for part in given.only.split(",") if part]
    started, wrong = time.perf_counter(), 0
    workers = 1 if given.round_trips == "neo4j" else given.workers
    with (
        TemporaryDirectory(prefix="ontorag-") as folder,
        place(given.round_trips, Path(folder)) as through,
    ):
        for suite in suites(given.data, Path(folder), only):
            results = run(suite.cases, limit=limit, workers=workers, through=through)
            wrong += show(suite, results, everything=given.list)
        if not only or "go" in only:
            wrong += show_slice(given.data / "ontologies")
    print(f"\n{wrong} wrong, {time.perf_counter() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
