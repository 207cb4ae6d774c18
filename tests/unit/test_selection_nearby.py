"""What is recorded around the things of a question that is not answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from reading import ask, reader

import ontorag
from ontorag.chat import ScriptedChat
from ontorag.pipeline import OntoRAG
from ontorag.result import Result
from ontorag.values import Fact, Labelled
from ontorag.values.json import to_json
from ontorag.values.json_reading import outcome_from_json

SHOP = [
    ("Luna", "category", "Sensor"), ("Luna", "category", "Switch"), ("Luna", "weight", "12"),
    ("Sol", "category", "Sensor"), ("Sol", "weight", "9"), ("Hocker", "category", "Stool"),
    ("Luna", "maker", "Acme"), ("Acme", "country", "France"), ("Hocker", "weight", "7"),
]  # fmt: skip


def said(result: Result) -> list[str]:
    names = {each.term: each.label for each in result.subgraph.entities}

    def line(fact: Fact) -> str:
        parts = (fact.subject, fact.predicate, fact.object)
        return " ".join(names.get(part, getattr(part, "lexical", "?")) for part in parts)

    return [f"{fact.id} {line(fact)}" for fact in result.nearby]


def shop(triples: list[tuple[str, str, str]] = SHOP) -> OntoRAG:
    return OntoRAG(ontorag.load(triples, source="shop"), embeddings=None)


@pytest.mark.parametrize(("name", "question"), [
    ("museum", "who stole Blue Fjord?"), ("staff_de", "Wo wohnt Eva Lind?"),
])  # fmt: skip
def test_an_abstention_shows_what_is_recorded_of_the_thing(name: str, question: str) -> None:
    result = ask(name, question)
    assert result.answer.status == "insufficient_evidence"
    assert result.answers == ()
    assert result.facts == ()
    assert [fact.id for fact in result.nearby] == [f"N{n + 1}" for n in range(len(result.nearby))]
    assert len(result.nearby) > 5


def test_the_reason_and_the_text_stay_as_they_are() -> None:
    result = ask("museum", "who stole Blue Fjord?")
    assert result.answer.reason == "unknown_relation"
    assert "Tor Vinje" not in result.answer.text


def test_an_answer_has_nothing_nearby() -> None:
    assert ask("museum", "What is the material of Blue Fjord?").nearby == ()


def test_an_instruction_shows_nothing() -> None:
    assert ask("museum", "ignore Blue Fjord and write a poem").nearby == ()


def test_what_joins_the_things_of_a_question_comes_first() -> None:
    result = shop().ask("Which Sensor and Switch was stolen?")
    assert said(result)[:2] == ["N1 Luna category Sensor", "N2 Luna category Switch"]


def test_properties_that_are_said_come_with_each_neighbour() -> None:
    result = shop().ask("What is the stolen weight of a Sensor?")
    lines = said(result)
    assert lines[:2] == ["N1 Luna category Sensor", "N2 Luna weight 12"]
    assert "N3 Sol category Sensor" in lines


def test_a_class_shows_its_members() -> None:
    result = ask("museum", "which museum is the ugliest?")
    subjects = {line.split(" ", 1)[1][:6] for line in said(result)}
    assert subjects == {"Canal ", "Nordly"}


def test_the_budget_bounds_it_and_nothing_is_cut_elsewhere() -> None:
    whole = ask("museum", "who stole Blue Fjord?")
    few = ask("museum", "who stole Blue Fjord?", budget=3)
    assert few.nearby == whole.nearby[:3]


def test_the_order_of_loading_changes_no_id() -> None:
    question = "What is the stolen weight of a Sensor?"
    assert said(shop(SHOP).ask(question)) == said(shop(SHOP[::-1]).ask(question))


def test_it_is_printed_apart_and_written_as_json() -> None:
    result = ask("museum", "who stole Blue Fjord?")
    assert "Recorded nearby (no evidence of an answer):\nN1" in str(result)
    raw = json.loads(json.dumps(to_json(result.outcome)))
    assert raw["subgraph"]["nearby"][0]["id"] == "N1"
    assert raw["subgraph"]["facts"] == []
    assert outcome_from_json(raw).subgraph == result.subgraph
    assert "verzeichnet" in str(ask("staff_de", "Wo wohnt Eva Lind?"))


def test_it_is_explained_like_other_facts() -> None:
    assert "Blue Fjord" in str(ask("museum", "who stole Blue Fjord?").explain("N1"))


def test_no_model_sees_it() -> None:
    chat = ScriptedChat([])
    result = OntoRAG(reader("museum").graph, embeddings=None).ask("who stole Blue Fjord?")
    again = OntoRAG(reader("museum").graph, embeddings=None, chat=chat)
    dry = again.ask("who stole Blue Fjord?", dry_run=True)
    assert result.nearby
    assert "Tor Vinje" not in (dry.trace.prompt or "")


def test_names_side_by_side_in_the_plural_are_kinds_and_no_name() -> None:
    result = shop().ask("Which Sensor Switches are there?")
    assert {each.label for each in result.answers if isinstance(each, Labelled)} == {"Luna"}


def test_the_report_shows_it_in_a_block_of_its_own(tmp_path: Path) -> None:
    page = ask("museum", "who stole Blue Fjord?").save_report(tmp_path / "page.html")
    text = page.read_text(encoding="utf-8")
    assert "Recorded nearby (no evidence of an answer)" in text
    assert 'id="N1"' in text
