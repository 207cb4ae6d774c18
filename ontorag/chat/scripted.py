"""A chat model that says what it was told to: for tests without a model."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, Union

from ontorag.chat.base import (
    ChatReply,
    Message,
    Schema,
    raise_when_cancelled,
    require_room,
    require_whole,
)
from ontorag.errors import ModelError


@dataclass(frozen=True, slots=True)
class ScriptedCall:
    """What a `ScriptedChat` was asked."""

    messages: tuple[Message, ...]
    schema: Schema | None = None


ScriptedAnswer: TypeAlias = Union[str, ChatReply]
ScriptedReply: TypeAlias = Union[
    ScriptedAnswer, Exception, Callable[[ScriptedCall], ScriptedAnswer]
]


class ScriptedChat:
    """A `ChatModel` that gives ``replies`` in order, one a call, and keeps what it was asked.

    A reply is a text, a `ChatReply`, an exception (raised), or a function of the `ScriptedCall`
    that gives a text or a `ChatReply`. A call beyond the last reply raises `ModelError`.

    >>> chat = ScriptedChat(["Frodo"])
    >>> chat.complete([Message("user", "Who?")]).text, len(chat.calls)
    ('Frodo', 1)
    """

    def __init__(
        self,
        replies: Iterable[ScriptedReply] = (),
        name: str = "scripted",
        *,
        context: int | None = None,
    ) -> None:
        self.name = name
        self.context = context
        self.calls: list[ScriptedCall] = []
        self._replies = iter(replies)

    def __repr__(self) -> str:
        return f"ScriptedChat(name={self.name!r}, calls={len(self.calls)})"

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema | None = None,
        schema_name: str = "answer",
        max_tokens: int | None = None,
        temperature: float | None = 0.0,
        seed: int | None = None,
        cancel: threading.Event | None = None,
        deadline: float | None = None,
    ) -> ChatReply:
        """Give the next reply."""
        raise_when_cancelled(self.name, cancel)
        require_room(messages, name=self.name, context=self.context)
        call = ScriptedCall(tuple(messages), schema)
        self.calls.append(call)
        reply = next(self._replies, None)
        if reply is None:
            raise ModelError(
                f"chat model {self.name!r} was asked {len(self.calls)} times and has replies for "
                f"{len(self.calls) - 1}; give ScriptedChat more replies"
            )
        if isinstance(reply, Exception):
            raise reply
        if callable(reply):
            reply = reply(call)
        return ChatReply(reply, self.name) if isinstance(reply, str) else reply

    def stream(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema | None = None,
        schema_name: str = "answer",
        max_tokens: int | None = None,
        temperature: float | None = 0.0,
        seed: int | None = None,
        cancel: threading.Event | None = None,
        deadline: float | None = None,
    ) -> Generator[str, None, ChatReply]:
        """Give the next reply word by word; return the whole."""
        reply = self.complete(messages, schema=schema, cancel=cancel)
        for piece in re.findall(r"\S+\s*|\s+", reply.text):
            raise_when_cancelled(self.name, cancel)
            yield piece
        return require_whole(reply)
