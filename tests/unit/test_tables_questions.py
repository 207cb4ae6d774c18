"""Questions that want numbers, columns, groups and an order, over three small worlds."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from pathlib import Path

import pytest

import ontorag
from ontorag.pipeline import OntoRAG
from ontorag.values import Claim, Labelled, Verdict
from ontorag.verification import check_claims

DATA = Path(__file__).parents[1] / "data" / "tables"
QUESTIONS = DATA / "questions.txt"
TODAY = date(2026, 11, 30)


@lru_cache(maxsize=8)
def reader(world: str) -> OntoRAG:
    return OntoRAG(ontorag.load(DATA / f"{world}.ttl"), embeddings=None)


def cases() -> list[tuple[str, str, list[str]]]:
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines()
    split = [line.split("|") for line in lines if line and not line.startswith("#")]
    return [(w.strip(), q.strip(), [x.strip() for x in e.split(";")]) for w, q, e in split]


def said(world: str, question: str) -> list[str]:
    """Give the answers as labels, row by row, or the reason why there is none."""
    result = reader(world).ask(question, today=TODAY)
    if result.answer.reason is not None:
        return [result.answer.reason]
    cells = [cell for row in result.subgraph.rows for cell in row] or list(result.answers)
    return [str(c.label if isinstance(c, Labelled) else c) for c in cells if c is not None]


@pytest.mark.parametrize(("world", "question", "expected"), cases())
def test_a_question_is_answered_exactly_or_given_up(
    world: str, question: str, expected: list[str]
) -> None:
    assert sorted(said(world, question)) == sorted(expected)


@pytest.mark.parametrize(("world", "question", "expected"), cases()[::3])
def test_the_guard_proves_every_sentence_of_the_template(
    world: str, question: str, expected: list[str]
) -> None:
    result = reader(world).ask(question, today=TODAY)
    view = reader(world).graph.view()
    checked = check_claims(
        result.answer.claims,
        result.subgraph,
        language=result.outcome.language,
        known_labels=view.labels_in,
        relations=view.relations,
    )
    assert {claim.verdict.kind for claim in checked} <= {"supported"}


@pytest.mark.parametrize(
    "claim",
    [
        "The average salary is 70000.",
        "Average salary: 70000.",
        "The average salary in Legal is 66500.",
    ],
)
def test_the_guard_proves_no_other_number(claim: str) -> None:
    result = reader("firm").ask("What is the average salary in Sales?")
    view = reader("firm").graph.view()
    checked = check_claims(
        [Claim(claim, ("D1",), Verdict("unsupported"))],
        result.subgraph,
        language="en",
        known_labels=view.labels_in,
        relations=view.relations,
    )
    assert checked[0].verdict.kind != "supported"


@pytest.mark.parametrize(("question", "said"), [
    ("Wie viele Mitarbeiter pro Abteilung?",
     "Gelesen wird „Mitarbeiter“, wofür gilt: arbeitet in: Abteilung; gezeigt: Abteilung, "
     "Anzahl Mitarbeiter."),
    ("Which employees were hired last year?",
     "Looking for what “employee” there is, satisfying: hire date = 2025."),
])  # fmt: skip
def test_a_plan_says_what_it_computes_and_how_a_time_was_read(question: str, said: str) -> None:
    plan = reader("firm").ask(question, today=TODAY).plan
    assert plan is not None and plan.describe() == said


def test_computed_numbers_are_derived_facts_with_premises() -> None:
    result = reader("firm").ask("What is the average salary in Sales?")
    derived = result.derived[0]
    assert (derived.id, derived.kind, derived.value) == ("D1", "average", 66500)
    assert set(derived.premises) <= {fact.id for fact in result.facts} and derived.premises


def test_in_an_open_world_nothing_is_averaged_and_counts_are_lower_bounds() -> None:
    rag = reader("firm")
    assert rag.ask("What is the average salary?", world="open").answer.reason == "open_world"
    counted = rag.ask("How many employees per department?", world="open")
    assert "at least 3" in counted.answer.text


def test_a_table_comes_back_from_json() -> None:
    from ontorag.values.json_reading import outcome_from_json

    result = reader("shop").ask("Per country, what is the cheapest product?")
    assert outcome_from_json(result.to_json()) == result.outcome
    assert result.columns == ("country", "product")


def test_a_table_is_printed_under_its_headings() -> None:
    printed = str(reader("firm").ask("How many employees per department?"))
    assert "department  number of employee\nIT  3" in printed
