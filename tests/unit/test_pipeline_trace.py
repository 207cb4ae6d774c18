"""What a result tells of its way: stages, sizes, calls of the model, prompts sent and not sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ontorag
from ontorag.chat import ChatReply, OpenAIChat, counter_for
from ontorag.errors import ContextTooLongError, InputError, ModelUnreachableError
from ontorag.graph import KnowledgeGraph
from ontorag.values.json import outcome_from_json, to_json, trace_from_json

from .chat_endpoint import Chunks, Server, chunked, running, streams

LOTR = Path(__file__).parents[2] / "ontologies" / "lotr.ttl"
QUESTION = "Welche Charaktere haben Heimlichkeit?"
UNKNOWN = "Welche Charaktere haben Heimlichkeit und Willenskraft?"
TRUE = "Frodo beherrscht Heimlichkeit."


@pytest.fixture(scope="module")
def lotr() -> Iterator[KnowledgeGraph]:
    with ontorag.load(LOTR, source="lotr.ttl") as graph:
        yield graph


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as server:
        yield server


def claims(*texts: str, ids: tuple[str, ...] = ("F1",)) -> str:
    said = [{"text": text, "evidence_ids": list(ids)} for text in texts]
    return json.dumps({"claims": said, "missing": [], "status": "answered"}, ensure_ascii=False)


def asker(graph: KnowledgeGraph, *replies: Any, **options: Any) -> ontorag.OntoRAG:
    context = options.pop("context", None)
    chat = ontorag.ScriptedChat(replies, context=context)
    return ontorag.OntoRAG(graph, chat=chat, embeddings=None, **options)


def test_every_stage_has_its_milliseconds_and_sizes(lotr: KnowledgeGraph) -> None:
    trace = asker(lotr, claims(TRUE)).ask(QUESTION).trace

    sizes = {step.name: dict(step.sizes) for step in trace.steps}
    assert list(sizes) == [
        "link", "plan", "traverse", "decide", "prompt", "chat", "parse", "verify",
    ]  # fmt: skip
    assert all(step.milliseconds > 0 for step in trace.steps)
    assert sizes["link"] == {"mentions": 2}
    assert sizes["traverse"] == {"facts": 15, "answers": 2}
    assert sizes["prompt"]["facts"] == 15
    assert sizes["prompt"]["tokens"] == trace.calls[0].counted > 500
    assert sizes["chat"] == {"characters": len(claims(TRUE))}
    assert sizes["verify"] == {"claims": 1, "kept": 1}


def test_a_call_tells_who_was_asked_and_who_answered(lotr: KnowledgeGraph, server: Server) -> None:
    server.plays = [streams(claims(TRUE))]
    chat = OpenAIChat("alpha", base_url=server.base_url)
    result = ontorag.OntoRAG(lotr, chat=chat, embeddings=None, seed=7).ask(QUESTION)

    [call] = result.trace.calls
    assert (call.stage, call.asked, call.answered, call.ended) == (
        "chat",
        "alpha",
        None,
        "stop",
    ) or (call.answered == "alpha-1")
    assert (call.prompt_tokens, call.completion_tokens) == (11, 3)
    assert (result.trace.prompt_tokens, result.trace.completion_tokens) == (11, 3)
    assert call.seed == server.bodies[0]["seed"] == 7
    assert len(call.prompt_hash) == 16
    assert result.trace.snapshot == lotr.store.snapshot()
    assert QUESTION in str(result.trace.prompt)


def test_the_same_question_is_the_same_prompt(lotr: KnowledgeGraph) -> None:
    first, again, other = (
        asker(lotr, claims(TRUE)).ask(question).trace.calls[0].prompt_hash
        for question in (QUESTION, QUESTION, "Wer hat Heimlichkeit?")
    )

    assert first == again != other


def test_a_stream_is_traced_as_well(lotr: KnowledgeGraph, server: Server) -> None:
    server.plays = [streams(claims(TRUE))]
    chat = OpenAIChat("alpha", base_url=server.base_url)
    *_, result = ontorag.OntoRAG(lotr, chat=chat, embeddings=None).stream(QUESTION)

    assert isinstance(result, ontorag.Result)
    [call] = result.trace.calls
    assert (call.answered, call.prompt_tokens, call.ended) == ("alpha-1", 11, "stop")


def test_linking_is_a_call_of_its_own(lotr: KnowledgeGraph) -> None:
    trace = asker(lotr, '{"links": []}', claims(TRUE)).ask(UNKNOWN).trace

    assert [call.stage for call in trace.calls] == ["link"]
    assert trace.steps[0].name == "link"


def test_a_retry_is_a_call_and_says_what_was_wrong(lotr: KnowledgeGraph) -> None:
    result = asker(lotr, "Frodo!", claims(TRUE)).ask(QUESTION)

    assert [step.name for step in result.trace.steps][4:] == [
        "prompt", "chat", "parse", "chat", "parse", "verify",
    ]  # fmt: skip
    assert "not the JSON" in dict(result.trace.steps[6].details)["problem"]
    assert len(result.trace.calls) == 2
    assert result.answer.flags == ()


def test_a_failed_call_is_traced_before_it_is_raised(lotr: KnowledgeGraph) -> None:
    rag = asker(lotr, ModelUnreachableError("gone"), claims(TRUE))
    result = rag.ask(UNKNOWN)

    assert (result.trace.calls[0].ended, result.trace.calls[0].problem) == ("failed", "gone")


def test_a_trace_comes_back_from_json(lotr: KnowledgeGraph) -> None:
    outcome = asker(lotr, claims(TRUE)).ask(QUESTION).outcome
    written = json.loads(json.dumps(to_json(outcome)))

    assert outcome_from_json(written).trace == outcome.trace
    assert trace_from_json(written["trace"]) == outcome.trace
    with pytest.raises(InputError, match="no whole trace"):
        trace_from_json({"steps": [{"name": "link"}]})


def test_a_dry_run_writes_the_prompt_and_sends_nothing(lotr: KnowledgeGraph) -> None:
    rag = asker(lotr)
    result = rag.ask(QUESTION, dry_run=True)

    assert rag.chat.calls == []  # type: ignore[union-attr]
    assert [call.ended for call in result.trace.calls] == ["not_sent"]
    assert '"relation": "hat Fähigkeit"' in str(result.trace.prompt)
    assert result.answer.claims
    assert result.answer.flags == ()
    sent = asker(lotr, claims(TRUE)).ask(QUESTION).trace
    assert result.trace.prompt == sent.prompt
    assert result.trace.calls[0].prompt_hash == sent.calls[0].prompt_hash


def test_a_dry_run_needs_no_model(lotr: KnowledgeGraph) -> None:
    rag = ontorag.OntoRAG(lotr, embeddings=None)

    assert "Willenskraft" in str(rag.ask(UNKNOWN, dry_run=True).trace.prompt)
    everything = rag.ask(QUESTION, mode="all", dry_run=True)
    assert "Gimli" in str(everything.trace.prompt)
    assert everything.answer.text == ""


def test_a_token_budget_cuts_facts_from_the_end_and_says_so(lotr: KnowledgeGraph) -> None:
    whole = asker(lotr, claims(TRUE)).ask(QUESTION)
    budget = whole.trace.calls[0].counted - 120
    rag = asker(lotr, claims(TRUE))
    cut = rag.ask(QUESTION, token_budget=budget)

    assert 0 < len(cut.facts) < len(whole.facts)
    assert cut.facts == whole.facts[: len(cut.facts)]
    assert cut.trace.calls[0].counted <= budget
    assert cut.subgraph.truncated
    assert cut.subgraph.total == len(whole.facts)
    assert "truncated" in cut.answer.flags
    assert f"{len(cut.facts)} von {len(whole.facts)} Fakten" in cut.answer.text
    assert cut.answers == whole.answers
    last = cut.facts[-1].id
    sent = rag.chat.calls[0].messages[1].content  # type: ignore[union-attr]
    assert f'"{last}"' in sent
    assert f'"F{int(last[1:]) + 1}"' not in sent


def test_a_known_context_cuts_facts_before_they_are_sent(lotr: KnowledgeGraph) -> None:
    result = asker(lotr, claims(TRUE), context=1000).ask(QUESTION)

    assert result.trace.calls[0].counted <= 750  # a quarter is left for the reply
    assert "truncated" in result.answer.flags


def test_a_budget_without_room_for_one_fact_is_an_error(lotr: KnowledgeGraph) -> None:
    with pytest.raises(ContextTooLongError, match=r"of 15 facts none fits .* 200 tokens"):
        asker(lotr).ask(QUESTION, token_budget=200)
    with pytest.raises(InputError, match="give 1 or more tokens"):
        asker(lotr).ask(QUESTION, token_budget=0)


def test_a_server_that_says_too_long_is_asked_again_with_fewer_facts(
    lotr: KnowledgeGraph,
) -> None:
    too_long = ContextTooLongError("the prompt is too long")
    result = asker(lotr, too_long, claims(TRUE)).ask(QUESTION)

    assert [call.ended for call in result.trace.calls] == ["failed", "stop"]
    assert result.trace.calls[1].counted < result.trace.calls[0].counted
    assert "truncated" in result.answer.flags
    with pytest.raises(ContextTooLongError):
        asker(lotr, *[too_long] * 4).ask(QUESTION)


def reports(text: str, prompt_tokens: int) -> Any:
    chunks = Chunks().add({"content": text}).add({}, "stop").usage(prompt_tokens, 9).raw("[DONE]")
    return lambda handler: chunked(handler, chunks.lines)


@pytest.mark.parametrize("read", [300, 1024])
def test_a_prompt_that_the_server_cut_silently_is_sent_again_shorter(
    lotr: KnowledgeGraph, server: Server, read: int
) -> None:
    server.plays = [reports(claims(TRUE), read), reports(claims(TRUE), 600)]
    chat = OpenAIChat("alpha", base_url=server.base_url)
    result = ontorag.OntoRAG(lotr, chat=chat, embeddings=None).ask(QUESTION)

    first, second = result.trace.calls
    assert second.counted < first.counted
    assert "truncated" in result.answer.flags
    assert f"the server read {read} of about {first.counted} tokens" in first.problem
    assert second.problem == ""
    assert result.answer.claims


def test_a_count_that_no_context_is_as_short_as_is_not_believed(
    lotr: KnowledgeGraph, server: Server
) -> None:
    server.plays = [reports(claims(TRUE), 11)]
    chat = OpenAIChat("alpha", base_url=server.base_url)
    result = ontorag.OntoRAG(lotr, chat=chat, embeddings=None).ask(QUESTION)

    assert len(result.trace.calls) == 1
    assert "truncated" not in result.answer.flags


def test_a_prompt_for_linking_that_was_cut_is_told(lotr: KnowledgeGraph, server: Server) -> None:
    server.plays = [reports('{"links": []}', 300)]
    chat = OpenAIChat("alpha", base_url=server.base_url)
    result = ontorag.OntoRAG(lotr, chat=chat, embeddings=None).ask(UNKNOWN)

    [call] = result.trace.calls
    assert call.stage == "link"
    assert "the server read 300 of about" in call.problem


def test_all_facts_that_the_server_cut_are_an_error_that_counts(
    lotr: KnowledgeGraph, server: Server
) -> None:
    server.plays = [reports("Frodo.", 512)]
    chat = OpenAIChat("alpha", base_url=server.base_url)
    with pytest.raises(ContextTooLongError, match=r"all \d+ facts are about \d+ tokens.*only 512"):
        ontorag.OntoRAG(lotr, chat=chat, embeddings=None).ask("Wer?", mode="all")


def test_all_facts_that_the_server_refuses_are_an_error_that_counts(lotr: KnowledgeGraph) -> None:
    refused = ContextTooLongError("n_ctx is 512")
    with pytest.raises(ContextTooLongError, match=r"all \d+ facts are about \d+ .*n_ctx is 512"):
        asker(lotr, refused).ask("Wer?", mode="all")


def test_tokens_are_counted_by_tiktoken_where_it_knows_the_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tiktoken = pytest.importorskip("tiktoken")
    by_bytes = tiktoken.Encoding(
        "bytes", pat_str=r"[\s\S]", mergeable_ranks={bytes([n]): n for n in range(256)},
        special_tokens={"<|end|>": 256},
    )  # fmt: skip
    monkeypatch.setattr(tiktoken, "get_encoding", lambda name: by_bytes)
    counter_for.cache_clear()
    try:
        counter = counter_for("gpt-4o")
        assert (counter.name, counter.count("Öl <|end|>")) == ("tiktoken bytes", 11)
        assert counter_for("qwen2.5:7b").name == "estimated"
    finally:
        counter_for.cache_clear()


def test_tokens_are_estimated_where_tiktoken_has_no_vocabulary(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tiktoken = pytest.importorskip("tiktoken")

    def unreachable(name: str) -> None:
        raise ConnectionError("no network")

    monkeypatch.setattr(tiktoken, "get_encoding", unreachable)
    counter_for.cache_clear()
    try:
        assert counter_for("gpt-4o").name == "estimated"
    finally:
        counter_for.cache_clear()


def test_a_refusal_is_traced_with_what_was_said(lotr: KnowledgeGraph) -> None:
    result = asker(lotr, ChatReply("I will not.", "m", finish_reason="refusal")).ask(QUESTION)

    assert result.trace.calls[0].ended == "refusal"
    assert result.answer.flags == ("model_abstained",)
    parsed = next(step for step in result.trace.steps if step.name == "parse")
    assert "I will not." in dict(parsed.details)["problem"]
