"""May we answer: one pure function over the plan, the facts and the reading of absence."""

from __future__ import annotations

import pytest

from ontorag.abstaining import decide
from ontorag.values import (
    IRI,
    Constraint,
    DerivedFact,
    Has,
    Is,
    Labelled,
    Link,
    Mention,
    Plan,
    Problem,
    Step,
    Subgraph,
    Superlative,
)

SKILL, ANNA, BEN = IRI("urn:skill"), Labelled(IRI("urn:a"), "Anna"), Labelled(IRI("urn:b"), "Ben")
HAS = Has(Step(SKILL), Is((IRI("urn:python"),)))
HOLDERS = Plan("holders", HAS, (Constraint("has Python", HAS, "Python", False, (SKILL,)),))
NEGATED = Plan("holders", HAS, (Constraint("has Python", HAS, "Python", True, (SKILL,)),))
COUNT = Plan("count", HAS, HOLDERS.constraints)
EXISTS = Plan("exists", HAS, HOLDERS.constraints, subjects=(IRI("urn:a"),))
VALUES = Plan("values", HAS, HOLDERS.constraints, subjects=(IRI("urn:a"),), properties=(SKILL,))


def test_a_problem_is_its_own_reason() -> None:
    problem = Problem("unknown_concept", "Rust")
    assert decide(problem, Subgraph(), ()).reason == "unknown_concept"


def test_answers_are_answered_without_flags() -> None:
    decision = decide(HOLDERS, Subgraph(answers=(ANNA,)), ())
    assert (decision.reason, decision.flags) == (None, ())


def test_nothing_found_abstains_unless_the_records_are_complete() -> None:
    assert decide(HOLDERS, Subgraph(), ()).reason == "no_matching_entity"
    assert decide(VALUES, Subgraph(), ()).reason == "no_data"
    closed = decide(HOLDERS, Subgraph(), (), world="closed")
    assert (closed.reason, closed.flags) == (None, ("empty",))
    assert decide(HOLDERS, Subgraph(), (), complete={SKILL}).reason is None


@pytest.mark.parametrize(("world", "reason", "flags"), [
    ("recorded", None, ("as_recorded",)), ("open", "open_world", ()), ("closed", None, ()),
])  # fmt: skip
def test_a_negation_is_read_as_the_world_says(
    world: str, reason: str | None, flags: tuple[str, ...]
) -> None:
    decision = decide(NEGATED, Subgraph(answers=(ANNA,)), (), world=world)  # type: ignore[arg-type]
    assert (decision.reason, decision.flags) == (reason, flags)


def test_a_count_says_that_it_is_as_recorded() -> None:
    assert decide(COUNT, Subgraph(answers=(2,)), ()).flags == ("as_recorded",)
    assert decide(COUNT, Subgraph(answers=(0,)), ()).reason is None


def test_no_is_said_only_where_absence_is_known() -> None:
    assert decide(EXISTS, Subgraph(answers=(True,)), ()).reason is None
    assert decide(EXISTS, Subgraph(answers=(False,)), ()).reason == "open_world"
    assert decide(EXISTS, Subgraph(answers=(False,)), (), world="closed").reason is None
    refuted = DerivedFact("D1", "absent", "", False, "", complete=True)
    assert decide(EXISTS, Subgraph(answers=(False,), derived=(refuted,)), ()).reason is None


def test_a_ranking_without_a_scale_needs_a_single_candidate() -> None:
    ranked = Plan("holders", HAS, HOLDERS.constraints, superlative=Superlative("best", True))
    assert decide(ranked, Subgraph(answers=(ANNA,)), ()).reason is None
    both = decide(ranked, Subgraph(answers=(ANNA, BEN)), ())
    assert both.reason == "unsupported_operation"


def test_two_values_of_a_functional_property_conflict() -> None:
    found = Subgraph(answers=(ANNA, BEN))
    assert decide(VALUES, found, (), functional={SKILL}).reason == "conflicting_facts"
    assert decide(VALUES, found, ()).reason is None


def test_an_unread_circumstance_makes_the_answer_partial() -> None:
    aside = Link(Mention("Mordor", 0, 6), None, role="circumstance")
    assert decide(HOLDERS, Subgraph(answers=(ANNA,)), (aside,)).flags == ("partial",)


def test_cut_facts_are_said_to_be_cut() -> None:
    assert decide(HOLDERS, Subgraph(answers=(ANNA,), truncated=True), ()).flags == ("truncated",)
