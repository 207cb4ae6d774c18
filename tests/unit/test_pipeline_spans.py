"""Spans of OpenTelemetry, really recorded by its SDK in memory."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from opentelemetry import trace as otel
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

import ontorag
from ontorag.chat import CachedChat, OpenAIChat
from ontorag.errors import ModelUnreachableError
from ontorag.graph import KnowledgeGraph

from .chat_endpoint import Server, running, streams

LOTR = Path(__file__).parents[2] / "ontologies" / "lotr.ttl"
QUESTION = "Welche Charaktere haben Heimlichkeit?"
TRUE = "Frodo beherrscht Heimlichkeit."
SAID = json.dumps(
    {"claims": [{"text": TRUE, "evidence_ids": ["F1"]}], "missing": [], "status": "answered"}
)


@pytest.fixture(scope="module")
def lotr() -> Iterator[KnowledgeGraph]:
    with ontorag.load(LOTR, source="lotr.ttl") as graph:
        yield graph


@pytest.fixture(scope="module")
def recorder() -> InMemorySpanExporter:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    otel.set_tracer_provider(provider)
    return exporter


@pytest.fixture
def spans(recorder: InMemorySpanExporter) -> InMemorySpanExporter:
    recorder.clear()
    return recorder


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as server:
        server.plays = [streams(SAID)]
        yield server


def named(spans: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {span.name: span for span in spans.get_finished_spans()}


def parent_of(span: ReadableSpan, spans: Sequence[ReadableSpan]) -> str | None:
    ids = {each.context.span_id: each.name for each in spans if each.context}
    return ids.get(span.parent.span_id) if span.parent else None


def test_a_question_its_stages_and_its_calls_are_spans(
    lotr: KnowledgeGraph, spans: InMemorySpanExporter, server: Server
) -> None:
    chat = OpenAIChat("alpha", base_url=server.base_url)
    result = ontorag.OntoRAG(lotr, chat=chat, embeddings=None, seed=3).ask(QUESTION)

    found = spans.get_finished_spans()
    stages = [f"ontorag.{step.name}" for step in result.trace.steps]
    assert [span.name for span in found if span.name.startswith("ontorag.")] == [
        *stages, "ontorag.ask",
    ]  # fmt: skip
    assert {parent_of(named(spans)[stage], found) for stage in stages} == {"ontorag.ask"}
    assert parent_of(named(spans)["chat alpha"], found) == "ontorag.chat"
    assert all(span.status.status_code is StatusCode.UNSET for span in found)


def test_a_call_has_the_names_of_both_conventions(
    lotr: KnowledgeGraph, spans: InMemorySpanExporter, server: Server
) -> None:
    chat = OpenAIChat("alpha", base_url=server.base_url)
    result = ontorag.OntoRAG(lotr, chat=chat, embeddings=None, seed=3).ask(QUESTION)

    span = named(spans)["chat alpha"]
    assert span.kind is SpanKind.CLIENT
    assert dict(span.attributes or {}) == {
        "openinference.span.kind": "LLM",
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "alpha",
        "gen_ai.request.temperature": 0.0,
        "gen_ai.request.seed": 3,
        "gen_ai.output.type": "json",
        "gen_ai.response.model": "alpha-1",
        "gen_ai.response.finish_reasons": ("stop",),
        "gen_ai.usage.input_tokens": 11,
        "gen_ai.usage.output_tokens": 3,
        "server.address": "127.0.0.1",
        "server.port": server.server_address[1],
        "llm.system": "openai",
        "llm.model_name": "alpha-1",
        "llm.invocation_parameters": '{"temperature": 0.0, "seed": 3}',
        "llm.token_count.prompt": 11,
        "llm.token_count.completion": 3,
        "llm.token_count.total": 14,
        "ontorag.prompt_hash": result.trace.calls[0].prompt_hash,
        "ontorag.cached": False,
    }


def test_stages_have_their_kinds_and_sizes(
    lotr: KnowledgeGraph, spans: InMemorySpanExporter, server: Server
) -> None:
    chat = OpenAIChat("alpha", base_url=server.base_url)
    ontorag.OntoRAG(lotr, chat=chat, embeddings=None).ask(QUESTION)

    found = {name: dict(span.attributes or {}) for name, span in named(spans).items()}
    assert found["ontorag.traverse"]["openinference.span.kind"] == "RETRIEVER"
    assert found["ontorag.traverse"]["retrieval.documents.0.document.id"] == "F1"
    assert found["ontorag.traverse"]["ontorag.facts"] == 15
    assert found["ontorag.verify"]["openinference.span.kind"] == "GUARDRAIL"
    assert found["ontorag.verify"]["ontorag.kept"] == 1
    assert found["ontorag.ask"]["ontorag.status"] == "answered"
    assert found["ontorag.ask"]["ontorag.snapshot"] == lotr.store.snapshot()


def everything_in(spans: InMemorySpanExporter) -> str:
    return " ".join(span.to_json() for span in spans.get_finished_spans())


def test_texts_are_in_spans_on_demand_only(
    lotr: KnowledgeGraph, spans: InMemorySpanExporter, server: Server
) -> None:
    chat = OpenAIChat("alpha", base_url=server.base_url)
    ontorag.OntoRAG(lotr, chat=chat, embeddings=None).ask(QUESTION)
    silent = everything_in(spans)
    for text in ("Heimlichkeit", "Frodo", "Charaktere", "You answer"):
        assert text not in silent

    spans.clear()
    ontorag.OntoRAG(lotr, chat=chat, embeddings=None, trace_contents=True).ask(QUESTION)
    found = {name: dict(span.attributes or {}) for name, span in named(spans).items()}
    assert found["ontorag.ask"]["input.value"] == QUESTION
    assert TRUE[:-1] in str(found["ontorag.ask"]["output.value"])
    call = found["chat alpha"]
    asked = json.loads(str(call["gen_ai.input.messages"]))
    assert [each["role"] for each in asked] == ["system", "user"]
    assert QUESTION in asked[1]["parts"][0]["content"]
    assert json.loads(str(call["gen_ai.output.messages"]))[0]["parts"][0]["content"] == SAID
    assert call["llm.input_messages.0.message.role"] == "system"
    assert call["llm.output_messages.0.message.content"] == SAID


def test_an_error_is_named_by_its_type_and_not_by_its_text(
    lotr: KnowledgeGraph, spans: InMemorySpanExporter
) -> None:
    chat = ontorag.ScriptedChat([ModelUnreachableError("Frodo's secret server")])
    with pytest.raises(ModelUnreachableError):
        ontorag.OntoRAG(lotr, chat=chat, embeddings=None).ask(QUESTION)

    for name in ("chat scripted", "ontorag.chat", "ontorag.ask"):
        span = named(spans)[name]
        assert span.status.status_code is StatusCode.ERROR
        assert dict(span.attributes or {})["error.type"] == "ModelUnreachableError"
    assert "secret" not in everything_in(spans)


def test_a_kept_reply_is_marked(lotr: KnowledgeGraph, spans: InMemorySpanExporter) -> None:
    chat = CachedChat(ontorag.ScriptedChat([SAID]))
    rag = ontorag.OntoRAG(lotr, chat=chat, embeddings=None)
    for _ in range(2):
        rag.ask(QUESTION)

    calls = [each for each in spans.get_finished_spans() if each.name == "chat scripted"]
    assert [dict(each.attributes or {})["ontorag.cached"] for each in calls] == [False, True]


def test_threads_stay_within_the_span_that_asked(
    lotr: KnowledgeGraph, spans: InMemorySpanExporter
) -> None:
    rag = ontorag.OntoRAG(lotr, embeddings=None)
    with otel.get_tracer("app").start_as_current_span("app"):
        list(rag.stream(QUESTION))
        rag.ask_many([QUESTION])
        asyncio.run(rag.aask(QUESTION))  # type: ignore[arg-type]

    found = spans.get_finished_spans()
    asked = [span for span in found if span.name == "ontorag.ask"]
    assert [parent_of(span, found) for span in asked] == ["app"] * 3


WITHOUT = """
import sys
import ontorag
kg = ontorag.load([("urn:a", "urn:p", "urn:b")])
ontorag.OntoRAG(kg, embeddings=None).ask("Wer?")
print([name for name in sys.modules if name.startswith("opentelemetry")])
"""


def test_where_the_application_does_not_trace_nothing_is_loaded() -> None:
    done: Any = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
