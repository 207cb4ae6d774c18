"""Measure OWL 2 RL reasoning with proofs, beside owlrl and `reasonable` where they are there.

Run:  pip install reasonable owlrl
      python benchmarks/reasoning.py [3000 30000 90000 300000 1000000]
      [--owlrl-up-to 3000] [--json figures.json]

Each size runs in a process of its own, so that its peak of memory is its own. owlrl runs on
the small sizes only; what takes more than ten minutes is stopped, what is not installed is said.

`reasonable` 0.4.4 takes an inverse functional property with different texts as values to make all
who have one the same, which is wrong and quadratic. So it is measured, and ontorag beside it
("ontorag, keyless"), on data without that axiom; its time leaves out reading the file.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from lubm import KNOWN, university

LIMIT = 600
SIZES = [3_000, 30_000, 90_000, 300_000, 1_000_000]


def ours(size: int) -> dict[str, float]:
    """Run ontorag on everything: closure, proofs of the known entailments, an addition."""
    return measured(size, keys=True)


def keyless(size: int) -> dict[str, float]:
    """Run ontorag on what `reasonable` is given."""
    return measured(size, keys=False)


def measured(size: int, *, keys: bool) -> dict[str, float]:
    """Run ontorag, look at known entailments and their proofs, and add statements."""
    from ontorag.reasoning import materialise

    quads = university(size, keys=keys)
    before = peak_mb()
    started, cpu = time.perf_counter(), time.process_time()
    found = materialise(quads)
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    proof_ms = []
    for statement in KNOWN:
        begun = time.process_time()
        proof = found.explain(statement)
        assert proof is not None, statement
        proof.as_tree()
        proof_ms.append((time.process_time() - begun) * 1000)
    more = [q for q in university(size + 400, seed=8) if "dep0" not in q[0] + q[2]][-100:]
    begun = time.perf_counter()
    assert found.add(more)
    add_ms = (time.perf_counter() - begun) * 1000
    return {
        "given": len(set(quads)), "inferred": found.stats.inferred, "seconds": round(seconds, 3),
        "cpu_seconds": round(cpu, 3), "known": sum(found.entails(each) for each in KNOWN),
        "proof_ms": round(max(proof_ms), 3),
        "add_100_ms": round(add_ms, 1),
        "mb": round(peak_mb() - before),
    }  # fmt: skip


def by_owlrl(size: int) -> dict[str, float]:
    """Run owlrl."""
    import owlrl
    import rdflib

    graph = rdflib.Graph()
    graph.parse(data=n_triples(size), format="nt")
    given, started, cpu = len(graph), time.perf_counter(), time.process_time()
    closure = owlrl.DeductiveClosure(owlrl.OWLRL_Semantics)
    closure.expand(graph)
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    known = sum(f"{s} {p} {o}" in lines(graph) for s, p, o in KNOWN)
    return {
        "given": given, "inferred": len(graph) - given, "seconds": round(seconds, 3),
        "cpu_seconds": round(cpu, 3), "known": known, "mb": round(peak_mb()),
    }  # fmt: skip


def by_reasonable(size: int) -> dict[str, float]:
    """Run reasonable."""
    import reasonable

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data.ttl"
        path.write_text(n_triples(size, keys=False), encoding="utf-8")
        reasoner = reasonable.PyReasoner()
        reasoner.load_file(str(path))
        started, cpu = time.perf_counter(), time.process_time()
        found = reasoner.reason()
        seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    spelled = {" ".join(term.n3() for term in triple) for triple in found}
    known = sum(f"{s} {p} {o}" in spelled for s, p, o in KNOWN)
    return {
        "inferred": len(found), "seconds": round(seconds, 3), "cpu_seconds": round(cpu, 3),
        "known": known, "mb": round(peak_mb()),
    }  # fmt: skip


def n_triples(size: int, *, keys: bool = True) -> str:
    """Write the data as N-Triples."""
    return "".join(f"{s} {p} {o} .\n" for s, p, o, _ in university(size, keys=keys))


def lines(graph: object) -> set[str]:
    """Give the statements of an rdflib graph as lines."""
    return {" ".join(term.n3() for term in triple) for triple in graph}  # type: ignore[attr-defined]


def peak_mb() -> float:
    """Give this process's peak of memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


RUNS = {
    "ontorag": ours, "ontorag, keyless": keyless, "reasonable": by_reasonable, "owlrl": by_owlrl,
}  # fmt: skip
PACKAGES = {"reasonable": "reasonable", "owlrl": "owlrl"}


def in_a_process(engine: str, size: int) -> dict[str, float] | str:
    """Run one engine on one size in a process of its own; text says why there are no figures."""
    package = PACKAGES.get(engine)
    if package is not None and importlib.util.find_spec(package) is None:
        return f"not installed: pip install {package}"
    command = [sys.executable, __file__, "--one", engine, str(size)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return f"more than {LIMIT} s"
    if done.returncode < 0:
        return f"ended by signal {-done.returncode} (9: out of memory)"
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["failed"])[-1]
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def main() -> None:
    """Run the sizes and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--owlrl-up-to", type=int, default=SIZES[0])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--one", choices=RUNS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(RUNS[options.one](options.sizes[0])))
        return
    table = []
    for size in options.sizes:
        for engine in RUNS:
            if engine == "owlrl" and size > options.owlrl_up_to:
                continue
            figures = in_a_process(engine, size)
            table.append({"engine": engine, "size": size, "figures": figures})
            print(f"{engine:16} {size:>9,}  {figures}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(table, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
