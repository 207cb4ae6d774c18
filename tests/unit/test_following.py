"""Follow-up questions: within earlier answers, or with another name."""

from __future__ import annotations

from pathlib import Path

import pytest

import ontorag
from ontorag.errors import InputError
from ontorag.pipeline import OntoRAG
from ontorag.values import Labelled

FIRM = Path(__file__).parents[1] / "data" / "tables" / "firm.ttl"


@pytest.fixture(scope="module")
def firm() -> OntoRAG:
    return OntoRAG(ontorag.load(FIRM), embeddings=None)


def asked(rag: OntoRAG, *questions: str) -> list[str]:
    """Ask questions one after the other; give the answers to the last as labels."""
    result = None
    for question in questions:
        result = rag.ask(question, after=result)
    assert result is not None
    return [str(each.label if isinstance(each, Labelled) else each) for each in result.answers]


@pytest.mark.parametrize(("questions", "expected"), [
    (("Which employees know SQL?", "And which of them work in IT?"), ["Mara Lind", "Noah Beck"]),
    (("Which employees know SQL?", "and which of them is the youngest?"), ["Noah Beck"]),
    (("Which employees know SQL?", "How many of them earn more than 55000?"), ["2"]),
    (("Wer hat Python?", "Und welche davon haben Java?"), ["Mara Lind"]),
    (("What is the salary of Noah Beck?", "What about Lea Ott?"), ["48000"]),
    (("What is the salary of Noah Beck?", "What about Lea Ott?", "and Ivo Hahn?"), ["82000"]),
    (("Welche Fähigkeiten hat Noah Beck?", "Und Lea Ott?"), ["Java"]),
    (("Welche Fähigkeiten hat Noah Beck?", "Was ist mit Lea Ott?"), ["Java"]),
    (("Who works in Sales?", "What is the salary of Lea Ott?"), ["48000"]),
])  # fmt: skip
def test_a_follow_up_goes_on_from_the_result(
    firm: OntoRAG, questions: tuple[str, ...], expected: list[str]
) -> None:
    assert asked(firm, *questions) == expected


def test_there_must_be_answers_to_narrow(firm: OntoRAG) -> None:
    nobody = firm.ask("Who works in Legal and knows SQL?")
    with pytest.raises(InputError, match="ask it whole"):
        firm.ask("and which of them work in IT?", after=nobody)


def test_a_name_must_take_the_place_of_another(firm: OntoRAG) -> None:
    earlier = firm.ask("What is the average salary?")
    with pytest.raises(InputError, match="names nothing"):
        firm.ask("What about Lea Ott?", after=earlier)


def test_the_plan_says_that_it_is_narrowed(firm: OntoRAG) -> None:
    earlier = firm.ask("Which employees know SQL?")
    plan = firm.ask("And which of them work in IT?", after=earlier).plan
    assert plan is not None and plan.describe().endswith("; only among the answers before.")


def test_words_are_remembered_in_a_source_of_their_own(tmp_path: Path) -> None:
    with ontorag.open(tmp_path / "firm.db") as graph:
        graph.load(FIRM)
        rag = OntoRAG(graph, embeddings=None)
        assert not rag.ask("What is the salary of the big boss?").answered
        graph.remember("big boss", "Mara Lind")
        graph.remember("our lawyer", "Olga Frey")
        assert [str(each.term) for each in rag.ask("What is the salary of big boss?").answers] == [
            "90000"
        ]
        assert "remembered" in {source.name for source in graph.sources()}
        assert graph.drop("remembered") == 2
        assert not rag.ask("What is the salary of big boss?").answered


def test_only_words_for_a_concept_are_remembered(firm: OntoRAG) -> None:
    with pytest.raises(InputError, match="give words and what they name"):
        firm.graph.remember("  ", "Mara Lind")


STAFF = Path(__file__).parents[1] / "data" / "tables"


@pytest.mark.parametrize(("world", "first", "then", "expected"), [
    ("staff", "Wer leitet Projekt Kranich?", "Was verdient sie?", ["72000"]),
    ("staff", "Wer leitet Projekt Kranich?", "Wie hoch ist ihr Gehalt?", ["72000"]),
    ("staff", "Wer leitet Projekt Kranich?", "In welcher Abteilung arbeitet sie?", ["Technik"]),
    ("ports", "What is the longest ship?", "And who owns it?", ["Maas Freight"]),
    ("ports", "What is the longest ship?", "What is its home port?", ["Europoort"]),
    ("ports", "What is the longest ship?", "Is it longer than 300 m?", ["True"]),
    ("ports", "Which ships carry timber?", "Is any of them longer than 200 m?", ["True"]),
])  # fmt: skip
def test_a_pronoun_stands_for_the_one_earlier_answer(
    world: str, first: str, then: str, expected: list[str]
) -> None:
    rag = OntoRAG(ontorag.load(STAFF / f"{world}.ttl"), embeddings=None)
    answers = rag.ask(then, after=rag.ask(first)).answers
    assert [str(getattr(each, "label", each)) for each in answers] == expected


def test_a_pronoun_without_an_earlier_answer_names_nothing() -> None:
    rag = OntoRAG(ontorag.load(STAFF / "staff.ttl"), embeddings=None)
    assert rag.ask("Was verdient sie?").answer.reason == "unknown_relation"
