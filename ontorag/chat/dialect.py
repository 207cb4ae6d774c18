"""What an endpoint takes of a request, and what to leave out when it refuses."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from typing import Literal as OneOf

from ontorag.chat.base import Message, Schema

Form = OneOf["json_schema", "json_object", "text"]
TokenLimit = OneOf["max_tokens", "max_completion_tokens"]

_NAMED = re.compile(
    r"\b(max_completion_tokens|max_tokens|temperature|seed|stream_options|response_format"
    r"|json_schema|json_object|schema|grammar|structured|strict|stream(?:ing)?)\b",
    re.IGNORECASE,
)
_FORMAT_NAMES = {
    "response_format", "json_schema", "json_object", "schema", "grammar", "structured", "strict",
}  # fmt: skip
_NEXT_FORM: dict[Form, Form] = {"json_schema": "json_object", "json_object": "text"}


@dataclass(frozen=True, slots=True)
class Request:
    """What one call asks for."""

    messages: tuple[Message, ...]
    schema: Schema | None = None
    schema_name: str = "answer"
    max_tokens: int | None = None
    temperature: float | None = 0.0
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Dialect:
    """What an endpoint takes: the best there is, until it refuses.

    >>> Dialect().without("temperature", Request(())).temperature
    False
    """

    form: Form = "json_schema"
    limit: TokenLimit | None = "max_tokens"
    temperature: bool = True
    seed: bool = True
    usage: bool = True
    stream: bool = True

    def arguments(self, model: str, request: Request) -> dict[str, Any]:
        """Write ``request`` as arguments of ``chat.completions.create``."""
        messages = request.messages
        arguments: dict[str, Any] = {"model": model}
        if request.schema is not None and self.form == "json_schema":
            schema = {"name": request.schema_name, "schema": dict(request.schema), "strict": True}
            arguments["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif request.schema is not None:
            messages = _with_schema(messages, request.schema)
            if self.form == "json_object":
                arguments["response_format"] = {"type": "json_object"}
        arguments["messages"] = [{"role": each.role, "content": each.content} for each in messages]
        if request.temperature is not None and self.temperature:
            arguments["temperature"] = request.temperature
        if request.seed is not None and self.seed:
            arguments["seed"] = request.seed
        if request.max_tokens is not None and self.limit is not None:
            arguments[self.limit] = request.max_tokens
        if self.stream:
            arguments["stream"] = True
            if self.usage:
                arguments["stream_options"] = {"include_usage": True}
        return arguments

    def without(self, said: str, request: Request) -> Dialect | None:
        """Give the dialect to try after a server said ``said``, or None when nothing is left.

        Left out is the first feature that ``said`` names and ``request`` uses.
        """
        used = self._used(request)
        for found in _NAMED.finditer(said):
            name = found[1].lower()
            if name in _FORMAT_NAMES:
                name = "response_format"
            if name in used:
                return used[name]
        return None

    def blindly_less(self, request: Request) -> Dialect | None:
        """Give the dialect to try when a server refuses without saying what."""
        used = self._used(request)
        for name in ("response_format", "temperature", "seed", "stream_options"):
            if name in used:
                return used[name]
        return None

    def _used(self, request: Request) -> dict[str, Dialect]:
        """Give, for each feature in use, the dialect without it."""
        used: dict[str, Dialect] = {}
        if request.schema is not None and self.form in _NEXT_FORM:
            used["response_format"] = replace(self, form=_NEXT_FORM[self.form])
        if request.max_tokens is not None and self.limit == "max_tokens":
            used["max_tokens"] = replace(self, limit="max_completion_tokens")
        elif request.max_tokens is not None and self.limit is not None:
            used["max_completion_tokens"] = replace(self, limit=None)
        if request.temperature is not None and self.temperature:
            used["temperature"] = replace(self, temperature=False)
        if request.seed is not None and self.seed:
            used["seed"] = replace(self, seed=False)
        if self.stream and self.usage:
            used["stream_options"] = replace(self, usage=False)
        if self.stream:
            used["stream"] = used["streaming"] = replace(self, stream=False)
        return used


def _with_schema(messages: Sequence[Message], schema: Schema) -> tuple[Message, ...]:
    """Say in words what the server will not enforce."""
    demand = (
        "Answer with one JSON object that follows this JSON schema, and with nothing else:\n"
        + json.dumps(schema, ensure_ascii=False)
    )
    if messages and messages[0].role == "system":
        first = Message("system", f"{messages[0].content}\n\n{demand}")
        return (first, *messages[1:])
    return (Message("system", demand), *messages)
