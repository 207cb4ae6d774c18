"""What becomes, in an answer, of a model's claims that the facts do not prove."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ontorag
from ontorag.errors import InputError
from ontorag.verification import GuardMode

LOTR = Path(__file__).parents[2] / "ontologies" / "lotr.ttl"
QUESTION = "Welche Charaktere haben Heimlichkeit und Willensstärke?"
TRUE, FALSE = "Frodo beherrscht Heimlichkeit.", "Frodo beherrscht Schwertkampf."


def ask(guard: GuardMode, *texts: str) -> ontorag.Result:
    claims = [{"text": text, "evidence_ids": ["F1", "F2"]} for text in texts]
    said = json.dumps({"claims": claims, "missing": [], "status": "answered"}, ensure_ascii=False)
    with ontorag.load(str(LOTR)) as graph:
        chat = ontorag.ScriptedChat([said])
        rag = ontorag.OntoRAG(graph, chat=chat, embeddings=None, guard=guard)
        return rag.ask(QUESTION, language="de")


def texts(result: ontorag.Result) -> list[str]:
    return [claim.text for claim in result.answer.claims]


def test_replace_is_the_default_and_says_what_is_proved_instead() -> None:
    result = ask("replace", TRUE, FALSE)

    assert FALSE not in texts(result)
    assert TRUE in texts(result)
    assert "replaced" in result.answer.flags
    assert "Willensstärke" in result.answer.text


def test_remove_leaves_out_what_is_not_proved() -> None:
    result = ask("remove", TRUE, FALSE)

    assert texts(result) == [TRUE]
    assert result.answer.flags == ask("remove", TRUE).answer.flags


def test_remove_abstains_when_nothing_is_left() -> None:
    result = ask("remove", FALSE)

    assert (result.answer.status, result.answer.reason) == (
        "insufficient_evidence", "unsupported_answer",
    )  # fmt: skip
    assert result.answer.text


def test_annotate_marks_what_is_not_proved() -> None:
    result = ask("annotate", TRUE, FALSE)

    assert texts(result) == [TRUE, FALSE]
    assert "Frodo beherrscht Schwertkampf [nicht belegt]." in result.answer.text
    assert result.answer.claims[1].verdict.reason == "no fact says this"


def test_off_says_that_nothing_was_judged() -> None:
    result = ask("off", FALSE)

    assert texts(result) == [FALSE]
    assert "not verified" in result.answer.claims[0].verdict.reason
    assert "nicht belegt" in result.answer.text


def test_another_mode_is_refused() -> None:
    with ontorag.load(str(LOTR)) as graph, pytest.raises(InputError, match="replace, remove"):
        ontorag.OntoRAG(graph, guard="strict")  # type: ignore[arg-type]
