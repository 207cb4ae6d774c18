"""The W3C's OWL 2 conformance cases that are tagged RL, all of them; the exceptions by name."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from ontorag.reasoning import materialise
from ontorag.reasoning.checking import check_proof

sys.path.insert(0, str(Path(__file__).parents[1]))
from w3c_owl import Case, follows, read_cases

NEGATIVE = "the rules conclude differentFrom, negation and disjointness of nothing"
ABOUT_AXIOMS = "an axiom follows by its meaning, and no scm rule concludes axioms of its kind"
BEYOND = "the ontology or its conclusion uses what the rules of the profile do not speak of"
NEW_NODE = "the conclusion holds an unnamed class that the premises do not, and rules make none"

EXCEPTIONS = {
    "DisjointClasses-001": NEGATIVE,
    "DisjointClasses-003": NEGATIVE,
    "New-Feature-DisjointDataProperties-002": NEGATIVE,
    "New-Feature-DisjointObjectProperties-001": NEGATIVE,
    "New-Feature-DisjointObjectProperties-002": NEGATIVE,
    "WebOnt-differentFrom-001": NEGATIVE,
    "owl2-rl-rules-fp-differentFrom": NEGATIVE,
    "owl2-rl-rules-ifp-differentFrom": NEGATIVE,
    "New-Feature-ObjectQCR-002": NEGATIVE,
    "New-Feature-ReflexiveProperty-001": BEYOND + " (owl:ReflexiveProperty)",
    "WebOnt-I5.8-006": ABOUT_AXIOMS + " (ranges by datatypes within datatypes)",
    "WebOnt-I5.8-008": ABOUT_AXIOMS + " (ranges by datatypes within datatypes)",
    "WebOnt-I5.8-009": ABOUT_AXIOMS + " (ranges by datatypes within datatypes)",
    "chain2trans1": ABOUT_AXIOMS + " (a chain p p -> p is transitivity)",
    "WebOnt-I5.26-010": NEW_NODE,
    "WebOnt-I5.5-005": NEW_NODE,
    "WebOnt-I4.6-005-Direct": "the direct semantics only: it takes no account of annotations",
    "WebOnt-equivalentClass-008-Direct": (
        "the direct semantics only: it takes no account of annotations"
    ),
}
"""Entailments that the rules do not give: theorem PR1 of the profile covers facts, not these."""


@cache
def cases() -> tuple[Case, ...]:
    return read_cases()


def test_all_sixty_four_cases_are_there() -> None:
    assert len(cases()) == 64
    assert set(EXCEPTIONS) < {case.name for case in cases()}


def test_consistency_is_judged_as_the_cases_say_without_exception() -> None:
    wrong = [
        case.name
        for case in cases()
        if case.consistent is not None
        and case.consistent != (not materialise(quads(case)).inconsistencies)
    ]
    assert wrong == []


def test_what_must_follow_does_but_for_the_exceptions() -> None:
    missing = {
        case.name
        for case in cases()
        if case.conclusions
        and case.consistent is not False
        and not follows(materialise(quads(case)), case.conclusions)
    }
    assert missing == set(EXCEPTIONS)


def test_what_must_not_follow_does_not() -> None:
    held = [case for case in cases() if case.must_not_follow]
    assert held
    assert not any(follows(materialise(quads(case)), case.must_not_follow) for case in held)


def test_every_proof_of_every_case_checks() -> None:
    for case in cases():
        found = materialise(quads(case))
        proofs = [found.explain(fact.statement) for fact in found.inferred]
        proofs += [clash.proof for clash in found.inconsistencies]
        for proof in proofs:
            assert proof is not None
            assert check_proof(proof, set(case.premises)) is None, case.name


def quads(case: Case) -> list[tuple[str, str, str, str]]:
    return [(*statement, "") for statement in case.premises]
