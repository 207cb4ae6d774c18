"""The guard over the 52 claims of guard.json: no false one is kept, and the true ones are."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ontorag.values import Claim, DerivedFact, Subgraph, Verdict
from ontorag.verification import check_claims, repair, verify

CASES = Path(__file__).parent.parent / "data" / "cases"
GUARD = json.loads((CASES / "guard.json").read_text(encoding="utf-8"))
KEPT = {"supported", "miscited", "invalid_id"}
UNSAID = Verdict("unsupported")


def supplied(world: Any) -> Subgraph:
    ids = [id_ for id_ in GUARD["supplied"] if id_.startswith("F")]
    count = DerivedFact(
        id="D1", kind="count", about="hat Fähigkeit: Python", value=2, complete=True,
        text="Es sind genau 2 (hat Fähigkeit: Python): Anna Weber, Ben Koch.",
    )  # fmt: skip
    return replace(world.subgraph(*ids), derived=(count,))


def is_true(case: dict[str, Any]) -> bool:
    return isinstance(case["expected"], str) and case["expected"] in KEPT


def checked(world: Any, case: dict[str, Any], *, knows_all: bool = True) -> Claim:
    options = {"known_labels": world.known_labels} if knows_all else {}
    claim = Claim(case["claim"], tuple(case["cited"]), UNSAID)
    return check_claims([claim], supplied(world), language=case["lang"], **options)[0]


@pytest.mark.parametrize("knows_all", [True, False])
@pytest.mark.parametrize(
    "case", [case for case in GUARD["cases"] if not is_true(case)], ids=lambda case: str(case["id"])
)
def test_a_false_claim_is_never_kept(world: Any, case: dict[str, Any], knows_all: bool) -> None:
    claim = checked(world, case, knows_all=knows_all)

    assert claim.verdict.kind not in KEPT, claim.verdict
    assert repair([claim], ())[0] == ()


def test_there_are_32_false_claims() -> None:
    assert sum(not is_true(case) for case in GUARD["cases"]) == 32


def test_true_claims_are_kept_though_they_are_said_otherwise(world: Any) -> None:
    true = [case for case in GUARD["cases"] if is_true(case)]
    lost = [each["claim"] for each in true if checked(world, each).verdict.kind not in KEPT]

    assert len(true) == 20
    assert lost == []


def test_contradicted_and_unsupported_are_told_apart() -> None:
    told = [
        (case["claim"], found[0].kind)
        for case in GUARD["cases"]
        if not is_true(case)
        for found in [verify(case["claim"], everything(), case["cited"])]
        if found[0].kind not in ([case["expected"]] if isinstance(case["expected"], str)
                                 else case["expected"])
    ]  # fmt: skip

    assert told == []


@pytest.mark.parametrize("case", GUARD["cases"], ids=lambda case: str(case["id"]))
def test_the_facts_alone_suffice_to_keep_no_false_claim(case: dict[str, Any]) -> None:
    bare = {"facts": everything()["facts"], "derived": GUARD["derived"]}
    (found,) = verify(case["claim"], bare, case["cited"])

    assert is_true(case) or found.kind not in KEPT


def everything() -> dict[str, Any]:
    world = json.loads((CASES / "world.json").read_text(encoding="utf-8"))
    facts = [fact for fact in world["facts"] if fact["id"] in GUARD["supplied"]]
    return {**world, "facts": facts, "derived": GUARD["derived"]}


@pytest.mark.parametrize(
    ("number", "kind"), [(1, "supported"), (50, "invalid_id"), (51, "miscited")]
)
def test_citations_are_mended_to_the_fact_that_proves(world: Any, number: int, kind: str) -> None:
    case = next(case for case in GUARD["cases"] if case["id"] == number)
    claim = checked(world, case)

    assert (claim.verdict.kind, claim.evidence_ids) == (kind, ("F1",))


@pytest.mark.parametrize("number", [2, 3, 4, 5, 7, 8, 11, 17, 18, 20, 21, 23, 30, 31, 38, 48])
def test_what_a_fact_denies_is_contradicted(world: Any, number: int) -> None:
    case = next(case for case in GUARD["cases"] if case["id"] == number)

    assert checked(world, case).verdict.kind == "contradicted"


def test_a_second_opinion_is_asked_only_of_what_stays_unsupported(world: Any) -> None:
    asked: list[str] = []

    def agree(text: str, facts: Any) -> bool:
        asked.append(text)
        return bool(facts)

    texts = {
        "Anna Weber leitet die Mission Aurora.": ("F5",),
        "Anna Weber leitet die Mission Aurora nicht.": ("F5",),
        "Anna Weber ist die Seele der Mission Aurora.": ("F5",),
        "Anna Weber ist das Herz der Mission Aurora.": ("F5", "F99"),
    }
    claims = [Claim(text, ids, UNSAID) for text, ids in texts.items()]
    checked = check_claims(
        claims, supplied(world), language="de", known_labels=world.known_labels,
        second_opinion=agree,
    )  # fmt: skip

    assert asked == ["Anna Weber ist die Seele der Mission Aurora."]
    assert [each.verdict.kind for each in checked] == [
        "supported", "contradicted", "supported", "unsupported",
    ]  # fmt: skip
    assert "second opinion" in checked[2].verdict.reason
