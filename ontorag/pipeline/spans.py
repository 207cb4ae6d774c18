"""Spans of OpenTelemetry: a question, its stages, its calls of a model.

The application chooses: only where it has loaded OpenTelemetry's API are there spans. Names follow
OpenTelemetry's conventions for generative AI (gen_ai.*) and OpenInference (openinference.*,
llm.*, input.*, output.*, retrieval.*). What was asked, found and said is in them on demand only.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from ontorag.chat import ChatReply, Message
from ontorag.values import Answer, ModelCall, Subgraph

API = "opentelemetry.trace"
KIND = "openinference.span.kind"
_KINDS = {"traverse": "RETRIEVER", "prompt": "PROMPT", "verify": "GUARDRAIL"}


class Marks:
    """The attributes of one span; without a span they go nowhere."""

    def __init__(self, span: Any = None) -> None:
        self._span = span

    def set(self, attributes: Mapping[str, Any]) -> None:
        """Set those attributes that have a value."""
        if self._span is not None:
            kept = {name: value for name, value in attributes.items() if value is not None}
            self._span.set_attributes(kept)


class Spans:
    """Opens spans where OpenTelemetry's API is loaded; ``contents`` puts texts into them."""

    def __init__(self, *, contents: bool = False) -> None:
        self.contents = contents
        self._api = sys.modules.get(API)

    @contextmanager
    def span(self, name: str, kind: str = "CHAIN", *, client: bool = False) -> Iterator[Marks]:
        """Open a span; what ends it early is named by its type, not by its text."""
        if self._api is None:
            yield Marks()
            return
        from ontorag import __version__

        kinds = self._api.SpanKind
        with self._api.get_tracer("ontorag", __version__).start_as_current_span(
            name,
            kind=kinds.CLIENT if client else kinds.INTERNAL,
            attributes={KIND: kind},
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield Marks(span)
            except BaseException as fault:
                span.set_attribute("error.type", type(fault).__qualname__)
                span.set_status(self._api.StatusCode.ERROR)
                raise

    def stage(self, name: str) -> Any:
        """Open the span of a stage."""
        return self.span(f"ontorag.{name}", _KINDS.get(name, "CHAIN"))


def question_attributes(question: str, snapshot: str, *, contents: bool) -> dict[str, Any]:
    """Say what is asked, of which state of the graph."""
    asked = {"input.value": question, "input.mime_type": "text/plain"} if contents else {}
    return {"ontorag.snapshot": snapshot, **asked}


def answer_attributes(answer: Answer, *, contents: bool) -> dict[str, Any]:
    """Say how a question was answered."""
    said = {"output.value": answer.text, "output.mime_type": "text/plain"} if contents else {}
    return {
        "ontorag.status": answer.status,
        "ontorag.reason": answer.reason,
        "ontorag.flags": list(answer.flags),
        "ontorag.claims": len(answer.claims),
        **said,
    }


def subgraph_attributes(subgraph: Subgraph, *, contents: bool) -> dict[str, Any]:
    """Name the facts that were selected."""
    found: dict[str, Any] = {}
    for number, fact in enumerate(subgraph.facts):
        document = f"retrieval.documents.{number}.document"
        found[f"{document}.id"] = fact.id
        if contents:
            found[f"{document}.content"] = f"{fact.subject} {fact.predicate} {fact.object}"
    return found


def request_attributes(
    chat: Any,
    messages: Sequence[Message],
    *,
    temperature: float | None,
    max_tokens: int | None,
    seed: int | None,
    is_json: bool,
    contents: bool,
) -> dict[str, Any]:
    """Say what is asked of a model, and where."""
    provider, where = provider_of(chat)
    given = {"temperature": temperature, "max_tokens": max_tokens, "seed": seed}
    parameters = {name: value for name, value in given.items() if value is not None}
    found: dict[str, Any] = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": provider,
        "gen_ai.request.model": chat.name,
        "gen_ai.output.type": "json" if is_json else "text",
        **{f"gen_ai.request.{name}": value for name, value in parameters.items()},
        "server.address": where.hostname,
        "server.port": where.port or {"https": 443, "http": 80}.get(where.scheme),
        "llm.system": provider,
        "llm.model_name": chat.name,
        "llm.invocation_parameters": json.dumps(parameters),
    }
    if contents:
        found |= _messages("input", [(each.role, each.content) for each in messages])
        found["input.value"] = messages[-1].content if messages else ""
    return found


def reply_attributes(call: ModelCall, reply: ChatReply, *, contents: bool) -> dict[str, Any]:
    """Say what a model answered, and what it cost."""
    sent, got = reply.prompt_tokens, reply.completion_tokens
    found: dict[str, Any] = {
        "gen_ai.response.model": reply.model,
        "gen_ai.response.finish_reasons": [
            "content_filter" if reply.finish_reason == "refusal" else reply.finish_reason
        ],
        "gen_ai.usage.input_tokens": sent,
        "gen_ai.usage.output_tokens": got,
        "llm.model_name": reply.model,
        "llm.token_count.prompt": sent,
        "llm.token_count.completion": got,
        "llm.token_count.total": None if sent is None or got is None else sent + got,
        "ontorag.prompt_hash": call.prompt_hash,
        "ontorag.cached": reply.cached,
    }
    if contents:
        found |= _messages("output", [("assistant", reply.text)])
        found["output.value"] = reply.text
    return found


def _messages(way: str, said: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Write messages in both conventions."""
    parts = [
        {"role": role, "parts": [{"type": "text", "content": content}]} for role, content in said
    ]
    found: dict[str, Any] = {f"gen_ai.{way}.messages": json.dumps(parts, ensure_ascii=False)}
    for number, (role, content) in enumerate(said):
        found[f"llm.{way}_messages.{number}.message.role"] = role
        found[f"llm.{way}_messages.{number}.message.content"] = content
    return found


def provider_of(chat: Any) -> tuple[str, Any]:
    """Give the provider and the address of a chat model: "openai" stands for its protocol."""
    address = getattr(chat, "address", None)
    where = urlsplit(address or "")
    if address is None:
        return type(chat).__name__.lower(), where
    return "azure.ai.openai" if ".azure.com" in (where.hostname or "") else "openai", where
