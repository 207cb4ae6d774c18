"""What a question takes for granted is judged; what recorded facts refute is not answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from worlds import world_turtle

import ontorag


@pytest.fixture(scope="module")
def rag(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ontorag.OntoRAG]:
    file = tmp_path_factory.mktemp("world") / "world.ttl"
    file.write_text(world_turtle(), encoding="utf-8")
    with ontorag.load(file) as graph:
        yield ontorag.OntoRAG(graph, embeddings=None)


LED = ("Anna Weber", "leads", "Mission Aurora")


@pytest.mark.parametrize(
    ("question", "refuting"),
    [
        ("Warum leitet Ben Koch die Mission Aurora?", LED),
        ("Seit wann leitet Ben Koch die Mission Aurora?", LED),
        ("How long does Ben Koch lead Mission Aurora?", LED),
        ("Welche Fähigkeiten hat Ben Koch als Leiter der Mission Aurora?", LED),
        ("Welche Fähigkeiten hat Ben Koch, der die Mission Aurora leitet?", LED),
        ("Welche Fähigkeiten hat der Leiter der Mission Aurora, Ben Koch?", LED),
        ("Wer betreut Ben Koch, den Leiter der Mission Aurora?", LED),
        ("When did Mission Aurora, led by Ben Koch, start?", LED),
        ("Warum berichtet Clara Öztürk an Ben Koch?", ("Clara Öztürk", "reportsTo", "Anna Weber")),
        ("Why did Mission Aurora start in 2020?", ("Mission Aurora", "startDate", "2019-03-14")),
        ("Warum beherrscht Anna Weber Python nicht?", ("Anna Weber", "hasSkill", "Python")),
        ("Seit wann betreut Ben Koch Anna Weber?", ("Anna Weber", "mentors", "Ben Koch")),
    ],
)
def test_a_refuted_premise_is_told_with_the_fact(
    question: str, refuting: tuple[str, str, str], rag: ontorag.OntoRAG
) -> None:
    result = rag.ask(question)

    assert result.answer.reason == "false_presupposition"
    assert "[F1]" in result.answer.text
    [fact] = result.subgraph.facts
    labels = {each.term: each.label for each in result.subgraph.entities}
    said = (labels[fact.subject], str(fact.predicate), labels.get(fact.object, str(fact.object)))
    assert said[0] == refuting[0]
    assert said[1].endswith(refuting[1])
    assert said[2] == refuting[2]


@pytest.mark.parametrize(
    "question",
    [
        "Warum leitet Anna Weber die Mission Aurora?",
        "Seit wann leitet Anna Weber die Mission Aurora?",
        "Warum beherrscht Clara Öztürk Python?",
        "Welche Fähigkeiten hat Anna Weber, die die Mission Aurora leitet?",
        "Wann startete die Mission Aurora, die Anna Weber leitet?",
        "Wann startete die Mission Borealis?",
    ],
)
def test_a_premise_that_is_recorded_or_open_is_not_refuted(
    question: str, rag: ontorag.OntoRAG
) -> None:
    assert rag.ask(question).answer.reason != "false_presupposition"


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Warum leitet Anna Weber die Mission Zephyr?", "unknown_entity"),
        ("Warum leitet Anna die Mission Aurora?", "ambiguous"),
        ("Warum koche ich Carbonara?", "out_of_domain"),
    ],
)
def test_an_earlier_reason_comes_first(question: str, reason: str, rag: ontorag.OntoRAG) -> None:
    assert rag.ask(question).answer.reason in (reason, "unsupported_operation")


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Leitet Ben Koch die Mission Aurora?", (False,)),
        ("Wird die Mission Aurora von Ben Koch geleitet?", (False,)),
        ("Berichtet Clara Öztürk an Ben Koch?", (False,)),
        ("Startete die Mission Aurora 2020?", (False,)),
        ("Startete die Mission Aurora 2019?", (True,)),
        ("Leitet Anna Weber die Mission Aurora?", (True,)),
    ],
)
def test_another_value_where_one_is_allowed_is_a_certain_no(
    question: str, answers: Any, rag: ontorag.OntoRAG
) -> None:
    result = rag.ask(question)

    assert (result.answer.status, result.answers) == ("answered", answers)
    assert not any(each.kind == "complete" for each in result.subgraph.derived)


@pytest.mark.parametrize(
    "question",
    [
        "Berichtet Dana Roth an Ben Koch?",
        "Ist Ben Koch der Vorgesetzte von Dana Roth?",
        "Leitet Ben Koch die Mission Borealis?",
    ],
)
def test_what_no_limit_denies_stays_open(question: str, rag: ontorag.OntoRAG) -> None:
    assert rag.ask(question).answer.reason == "open_world"
