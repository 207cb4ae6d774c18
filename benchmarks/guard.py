"""How well and how fast claims are judged: the cases, the second world, and selftests.

    python -m benchmarks.guard [--selftest] [--data ../shared/data]

Prints for each file of cases how many false claims are kept (none may be), how many true ones,
how often contradicted and unsupported are told apart, and the milliseconds a claim. With
``--selftest`` the guard is tested on the graphs of lotr, CK25 and MetaQA.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ontorag
from ontorag.evaluation.selftest import selftest
from ontorag.verification import read_given, verify_against

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "data"
KEPT = {"supported", "miscited", "invalid_id"}
ROUNDS = 5


def files() -> Iterator[tuple[str, dict[str, Any], list[dict[str, Any]]]]:
    """Give each file of cases: its name, the facts that are supplied, the claims."""
    guard = json.loads((CASES / "cases" / "guard.json").read_text(encoding="utf-8"))
    world = json.loads((CASES / "cases" / "world.json").read_text(encoding="utf-8"))
    supplied = [fact for fact in world["facts"] if fact["id"] in guard["supplied"]]
    yield "guard.json", {**world, "facts": supplied, "derived": guard["derived"]}, guard["cases"]
    bare = {"facts": supplied, "derived": guard["derived"]}
    yield "guard.json, names only", bare, guard["cases"]
    own = json.loads((CASES / "guard" / "company.json").read_text(encoding="utf-8"))
    yield "company.json (own)", own["world"], own["cases"]


def measure(facts: dict[str, Any], cases: list[dict[str, Any]]) -> str:
    """Judge all claims of a file and write its line of the table."""
    given = read_given(facts)

    def judge(case: dict[str, Any]) -> str:
        found = verify_against(
            case["claim"], given.subgraph, case["cited"], language=case["lang"],
            relations=given.relations, known_labels=lambda _: given.labels,
        )  # fmt: skip
        return found[0].kind

    kinds = [judge(case) for case in cases]
    fastest = min(timed(lambda: [judge(case) for case in cases]) for _ in range(ROUNDS))
    wanted = [expected(case) for case in cases]
    pairs = list(zip(kinds, wanted, strict=True))
    true = [(kind, want) for kind, want in pairs if want <= KEPT]
    false = [(kind, want) for kind, want in pairs if not want & KEPT]
    kept = sum(kind in KEPT for kind, _ in true)
    wrong = sum(kind in KEPT for kind, _ in false)
    told = sum(kind in want for kind, want in false)
    return (
        f"| {kept} of {len(true)} | {wrong} of {len(false)} | {told} of {len(false)} "
        f"| {fastest / len(cases):.2f} | {together(given, cases):.2f} |"
    )


def expected(case: dict[str, Any]) -> set[str]:
    """Give the verdicts that are right for a case."""
    want = case["expected"]
    return {want} if isinstance(want, str) else set(want)


def together(given: Any, cases: list[dict[str, Any]]) -> float:
    """Measure the milliseconds a claim where one answer has many, as an answer does."""
    texts = {lang: [c["claim"] for c in cases if c["lang"] == lang] for lang in ("de", "en")}

    def judge_all() -> None:
        for language, claims in texts.items():
            verify_against(
                "\n".join(claims), given.subgraph, language=language,
                relations=given.relations, known_labels=lambda _: given.labels,
            )  # fmt: skip

    return min(timed(judge_all) for _ in range(ROUNDS)) / len(cases)


def timed(call: Any) -> float:
    """Give the milliseconds that one call keeps the processor busy."""
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1000


def graphs(data: Path) -> Iterator[tuple[str, ontorag.KnowledgeGraph]]:
    """Give the graphs of the selftests; what is not there is left out."""
    yield "lotr", ontorag.load(str(ROOT / "ontologies" / "lotr.ttl"))
    ck25 = data / "ck25" / "prod-inst.ttl"
    if ck25.exists():
        yield "CK25", ontorag.load(str(ck25), str(data / "ck25" / "prod-vocab.ttl"))
    metaqa = data / "metaqa" / "kb.txt"
    if metaqa.exists():
        lines = metaqa.read_text(encoding="utf-8").splitlines()
        yield "MetaQA", ontorag.load([tuple(line.split("|")) for line in lines], source="metaqa")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--selftest", action="store_true")
    parser.add_argument("--data", default=os.environ.get("ONTORAG_DATA", "../shared/data"))
    given = parser.parse_args()
    print("| cases | true kept | false kept | told apart | ms a claim, alone | ms, in an answer |")
    print("|---|---|---|---|---|---|")
    for name, facts, cases in files():
        print(f"| {name} {measure(facts, cases)}")
    if not given.selftest:
        return
    print("\n| graph | language | caught | 95 % | false alarms | 95 % |\n|---|---|---|---|---|---|")
    for name, graph in graphs(Path(given.data)):
        done = selftest(graph)
        caught, alarms = done.all_caught, done.alarms
        print(
            f"| {name} | {done.language} | {caught.hits} of {caught.of} | {_span(caught.interval)} "
            f"| {alarms.hits} of {alarms.of} | {_span(alarms.interval)} |"
        )
        graph.close()


def _span(interval: tuple[float, float]) -> str:
    return f"{interval[0]:.1%} to {interval[1]:.1%}"


if __name__ == "__main__":
    main()
