"""Answers while they come, from threads and event loops: nothing unproved on the way either."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import ontorag
from ontorag.chat import ChatReply, Message, OpenAIChat, ScriptedCall
from ontorag.errors import CancelledError, InputError, ModelUnreachableError
from ontorag.graph import KnowledgeGraph
from ontorag.pipeline import AskOptions
from ontorag.values import Claim, Draft, Withdrawn
from ontorag.verification import GuardMode

from .chat_endpoint import Server, running, streams

LOTR = Path(__file__).parents[2] / "ontologies" / "lotr.ttl"
QUESTION = "Welche Charaktere haben Heimlichkeit und Willensstärke?"
TRUE, FALSE = "Frodo beherrscht Heimlichkeit.", "Frodo beherrscht Schwertkampf."
KEPT = ("supported", "miscited", "invalid_id")


@pytest.fixture(scope="module")
def lotr() -> Iterator[KnowledgeGraph]:
    with ontorag.load(LOTR, source="lotr.ttl") as graph:
        yield graph


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as server:
        yield server


def claims(*texts: str, ids: tuple[str, ...] = ("F1",), status: str = "answered") -> str:
    said = [{"text": text, "evidence_ids": list(ids)} for text in texts]
    return json.dumps({"claims": said, "missing": [], "status": status}, ensure_ascii=False)


def asker(graph: KnowledgeGraph, *replies: Any, **options: Any) -> ontorag.OntoRAG:
    return ontorag.OntoRAG(graph, chat=ontorag.ScriptedChat(replies), embeddings=None, **options)


def heard(rag: ontorag.OntoRAG, question: str = QUESTION) -> tuple[list[Any], ontorag.Result]:
    *events, result = rag.stream(question)
    assert isinstance(result, ontorag.Result)
    return events, result


def test_what_is_streamed_is_the_answer_claim_by_claim(lotr: KnowledgeGraph) -> None:
    events, result = heard(asker(lotr, claims(TRUE, FALSE)))

    assert [each for each in events if isinstance(each, Claim)] == list(result.answer.claims)
    assert all(each.verdict.kind in KEPT for each in result.answer.claims)
    assert events[0].text == TRUE
    assert Withdrawn("unsupported") in events
    assert "Schwertkampf" not in str(events)
    assert result.answer.flags == ("replaced",)


def test_a_streamed_answer_is_the_one_that_is_not_streamed(lotr: KnowledgeGraph) -> None:
    for reply in (claims(TRUE, FALSE), claims(TRUE), claims(status="insufficient"), "no JSON"):
        _, streamed = heard(asker(lotr, reply, reply))
        asked = asker(lotr, reply, reply).ask(QUESTION)
        assert streamed.answer == asked.answer


@pytest.mark.parametrize("mode", ["replace", "remove", "annotate", "off"])
def test_the_claims_heard_are_those_of_the_answer_in_every_mode(
    lotr: KnowledgeGraph, mode: GuardMode
) -> None:
    events, result = heard(asker(lotr, claims(TRUE, FALSE, TRUE), guard=mode))

    assert [each for each in events if isinstance(each, Claim)] == list(result.answer.claims)
    assert result.answer == asker(lotr, claims(TRUE, FALSE, TRUE), guard=mode).ask(QUESTION).answer


def test_a_claim_is_told_while_the_model_still_speaks(lotr: KnowledgeGraph, server: Server) -> None:
    half = claims(TRUE, "Frodo hat Willensstärke.")
    cut = half.index("}") + 2
    server.plays = [streams(half[:cut], half[cut:], pause=0.6)]
    chat = OpenAIChat("alpha", base_url=server.base_url)
    arrived: dict[str, float] = {}
    for event in ontorag.OntoRAG(lotr, chat=chat, embeddings=None).stream(QUESTION):
        arrived[event.text if isinstance(event, Claim) else "end"] = time.monotonic()

    assert arrived["end"] - arrived[TRUE] > 0.4


def test_without_a_model_the_claims_of_the_template_are_told(lotr: KnowledgeGraph) -> None:
    events, result = heard(ontorag.OntoRAG(lotr, embeddings=None))

    assert events == list(result.answer.claims) != []


def test_a_question_without_an_answer_tells_only_that(lotr: KnowledgeGraph) -> None:
    events, result = heard(asker(lotr), "Wie koche ich Spaghetti?")

    assert events == []
    assert result.answer.reason == "out_of_domain"


def test_prose_is_drafted_checked_and_taken_back(lotr: KnowledgeGraph) -> None:
    text = f"{TRUE[:-1]} [F1]. {FALSE} Frodo hat Willensstärke [F2]."
    rag = asker(lotr, text, phrasing="prose")
    events, result = heard(rag)

    drafted = "".join(each.text for each in events if isinstance(each, Draft))
    assert drafted == text
    said = [each for each in events if not isinstance(each, Draft)]
    assert [type(each) for each in said[:3]] == [Claim, Withdrawn, Claim]
    assert [each for each in said if isinstance(each, Claim)] == list(result.answer.claims)
    assert "Schwertkampf" not in result.answer.text
    assert result.answer == asker(lotr, text, phrasing="prose").ask(QUESTION).answer


def test_a_sentence_of_prose_that_cites_nothing_is_judged_by_all_facts(
    lotr: KnowledgeGraph,
) -> None:
    result = asker(lotr, TRUE, phrasing="prose").ask(QUESTION)

    assert result.answer.claims[0].text == TRUE
    assert result.answer.claims[0].evidence_ids == ("F1",)


def test_prose_that_withholds_the_answer_is_not_shown(lotr: KnowledgeGraph) -> None:
    events, result = heard(asker(lotr, "INSUFFICIENT", phrasing="prose"))

    assert not [each for each in events if isinstance(each, Draft)]
    assert result.answer.flags == ("model_abstained",)
    assert result.answer.claims


@pytest.mark.parametrize(
    "canary",
    [
        "![CANARY](http://evil.example/x.png)",
        "[CANARY](http://evil.example)",
        "<img src=//evil.example/CANARY>",
        "http://evil.example/CANARY",
        "[CANARY](x)",
        "<b onclick=CANARY>",
        "www.CANARY.example",
    ],
)
def test_nothing_active_is_ever_drafted(lotr: KnowledgeGraph, canary: str) -> None:
    events, result = heard(asker(lotr, f"Frodo {canary} lebt\u202e. Sam.", phrasing="prose"))

    assert "CANARY" not in str(events) + result.answer.text
    assert "\u202e" not in str(events)


def test_drafts_have_no_mark_up(lotr: KnowledgeGraph) -> None:
    events, _ = heard(asker(lotr, "# **Frodo** `lebt` [F1]. Sam.", phrasing="prose"))

    drafted = "".join(each.text for each in events if isinstance(each, Draft))
    assert drafted == " Frodo lebt [F1]. Sam."


def test_leaving_the_loop_cancels_the_call_of_the_model(
    lotr: KnowledgeGraph, server: Server
) -> None:
    long = claims(*[TRUE] * 60)
    server.plays = [streams(*(long[at : at + 40] for at in range(0, len(long), 40)), pause=0.1)]
    chat = OpenAIChat("alpha", base_url=server.base_url)
    began = time.monotonic()
    for event in ontorag.OntoRAG(lotr, chat=chat, embeddings=None).stream(QUESTION):
        assert isinstance(event, Claim)
        break
    assert time.monotonic() - began < 4
    assert server.gone.wait(5)


def test_half_a_stream_keeps_what_was_proved_and_says_why(
    lotr: KnowledgeGraph, server: Server
) -> None:
    whole = claims(TRUE, "Frodo hat Willensstärke.")
    server.plays = [streams(whole[: whole.index("}") + 9], end=False)]
    chat = OpenAIChat("alpha", base_url=server.base_url, retries=0)
    events, result = heard(ontorag.OntoRAG(lotr, chat=chat, embeddings=None))

    assert events[0].text == TRUE
    assert "invalid_model_output" in result.answer.flags
    assert "broke off" in result.trace.calls[0].problem
    assert {claim.verdict.kind for claim in result.answer.claims} <= set(KEPT)
    assert "Willensstärke" in result.answer.text


def test_errors_reach_the_loop(lotr: KnowledgeGraph) -> None:
    rag = asker(lotr, ModelUnreachableError("nobody is there"))
    with pytest.raises(ModelUnreachableError, match="nobody"):
        list(rag.stream(QUESTION))


def test_everything_works_within_a_running_event_loop(lotr: KnowledgeGraph) -> None:
    rag = ontorag.OntoRAG(lotr, embeddings=None)
    question = "Wer hat Axtkampf?"

    async def notebook() -> list[Any]:
        first, second = await asyncio.gather(rag.aask(question), rag.aask(question))
        *_, streamed = rag.stream(question)
        return [first, second, streamed, rag.ask(question), *rag.ask_many([question])]

    texts = {result.answer.text for result in asyncio.run(notebook())}
    assert len(texts) == 1
    assert "Gimli" in texts.pop()


def test_an_awaited_question_does_not_block_the_event_loop(lotr: KnowledgeGraph) -> None:
    def slow(call: ScriptedCall) -> str:
        time.sleep(0.3)
        return claims(TRUE)

    async def ask() -> int:
        task = asyncio.create_task(asker(lotr, slow).aask(QUESTION))
        ticks = 0
        while not task.done():
            await asyncio.sleep(0.01)
            ticks += 1
        assert (await task).answered
        return ticks

    assert asyncio.run(ask()) > 5


def test_cancelling_the_task_cancels_the_question(lotr: KnowledgeGraph, server: Server) -> None:
    server.plays = [streams(*"abcdefghij" * 20, pause=0.1)]
    chat = OpenAIChat("alpha", base_url=server.base_url)

    async def ask() -> None:
        rag = ontorag.OntoRAG(lotr, chat=chat, embeddings=None)
        task = asyncio.create_task(rag.aask(QUESTION))
        while not server.asked:
            await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(ask())
    assert server.gone.wait(5)


class Counting:
    """A chat model that counts how many calls of it run at once."""

    name, context = "counting", None

    def __init__(self) -> None:
        self.now = self.most = 0
        self._lock = threading.Lock()

    def complete(self, messages: list[Message], **options: Any) -> ChatReply:
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.05)
        with self._lock:
            self.now -= 1
        return ChatReply(claims(TRUE), self.name)

    stream = complete


def test_many_questions_are_asked_in_parallel_within_the_limit(lotr: KnowledgeGraph) -> None:
    chat = Counting()
    rag = ontorag.OntoRAG(lotr, chat=chat, embeddings=None)  # type: ignore[arg-type]
    questions = [QUESTION, "Wer hat Axtkampf?", "Wer hat Heimlichkeit?"] * 4
    results = rag.ask_many(questions, parallel=3)

    assert [result.question for result in results] == questions
    assert 2 <= chat.most <= 3


def test_many_at_once_say_the_same_as_one_after_the_other(lotr: KnowledgeGraph) -> None:
    rag = ontorag.OntoRAG(lotr, embeddings=None)
    questions = [
        QUESTION, "Wer hat Axtkampf?", "Wem gilt die Loyalität von Samweis?", "Kann Frodo fliegen?",
        "Wie viele Charaktere haben Heimlichkeit?", "Who has stealth?",
    ] * 5  # fmt: skip
    together = [result.outcome.answer for result in rag.ask_many(questions, parallel=8)]

    assert together == [rag.ask(question).answer for question in questions]


def test_the_first_error_of_many_is_raised_and_cancels_the_rest(lotr: KnowledgeGraph) -> None:
    calls: list[int] = []

    def fails(call: ScriptedCall) -> str:
        calls.append(1)
        raise ModelUnreachableError("the server is gone")

    rag = asker(lotr, *[fails] * 40)
    with pytest.raises(ModelUnreachableError, match="gone"):
        rag.ask_many([QUESTION] * 40, parallel=2)
    assert len(calls) < 40


@pytest.mark.parametrize(("options", "said"), [({"parallel": 0}, "give 1"), ({}, "are a list")])
def test_what_cannot_be_asked_as_many_is_said(
    lotr: KnowledgeGraph, options: dict[str, int], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        ontorag.OntoRAG(lotr, embeddings=None).ask_many("Wer?", **options)  # type: ignore[arg-type]


def test_a_cancelled_question_ends_without_a_model_too(lotr: KnowledgeGraph) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(CancelledError, match="was cancelled"):
        ontorag.OntoRAG(lotr, embeddings=None).ask(QUESTION, cancel=cancel)


def test_a_deadline_bounds_the_whole_question(lotr: KnowledgeGraph, server: Server) -> None:
    server.plays = [streams(*"abcdefghij" * 20, pause=0.1)]
    chat = OpenAIChat("alpha", base_url=server.base_url)
    began = time.monotonic()
    with pytest.raises(CancelledError, match="deadline"):
        ontorag.OntoRAG(lotr, chat=chat, embeddings=None).ask(QUESTION, deadline=1.0)
    assert time.monotonic() - began < 5


def test_what_is_passed_on_is_what_ask_takes() -> None:
    taken = set(ontorag.OntoRAG.ask.__kwdefaults__)

    assert set(get_type_hints(AskOptions)) == taken - {"hear"}
