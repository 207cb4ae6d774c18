"""What every chat model offers, and what it is asked and answers."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from typing import Literal as OneOf

from ontorag.chat.tokens import counter_for
from ontorag.errors import CancelledError, ContextTooLongError, ModelRefusedError

MessageRole = OneOf["system", "user", "assistant"]
Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: MessageRole
    content: str


@dataclass(frozen=True, slots=True)
class ChatReply:
    """What a model answered.

    ``model`` is the model that says it answered (local servers often give a path). Token counts
    are None where the server does not tell them. ``finish_reason`` is "stop" for a whole answer,
    "length" for one cut at its length limit, "refusal" where the model or a filter declined
    (``text`` is then what it said about it). ``cached`` is whether the reply was kept from an
    earlier call; its tokens were spent then.
    """

    text: str
    model: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    finish_reason: str = "stop"
    cached: bool = False


def prompt_hash(messages: Sequence[Message]) -> str:
    """Give the first 16 hex digits of the SHA-256 of a conversation as JSON.

    >>> prompt_hash([Message("user", "Who?")])
    'e107e422aa07733b'
    """
    said = json.dumps([[each.role, each.content] for each in messages], ensure_ascii=False)
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class ChatModel(Protocol):
    """A language model that answers messages.

    ``schema`` is a JSON schema that the answer should follow; what the server promises is never
    believed, so parse with `ask_for`. ``cancel`` stops the call soon after it is set, ``deadline``
    is in seconds from the call's start; both raise `CancelledError`. A reply that was cut or
    declined is returned by `complete` as such (see `ChatReply`) and raised by `stream`, after
    the text that came, as `ModelRefusedError`.
    """

    @property
    def name(self) -> str:
        """Name to show and to record."""
        ...

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
        """Answer ``messages`` whole."""
        ...

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
    ) -> Iterator[str]:
        """Answer ``messages`` piece by piece; a generator may return the whole `ChatReply`."""
        ...


class WrappedChat:
    """What a chat model around another one says of itself: what that one says."""

    def __init__(self, chat: ChatModel) -> None:
        self.name = chat.name
        self.context: int | None = getattr(chat, "context", None)
        self.max_tokens: int | None = getattr(chat, "max_tokens", None)
        self.address: str | None = getattr(chat, "address", None)
        self._chat = chat


def call_options(
    schema: Schema | None,
    schema_name: str,
    max_tokens: int | None,
    temperature: float | None,
    seed: int | None,
) -> dict[str, Any]:
    """Give what a call asks for by name, to be passed on."""
    return {
        "schema": schema,
        "schema_name": schema_name,
        "max_tokens": max_tokens,
        "temperature": temperature,
        "seed": seed,
    }


def require_whole(reply: ChatReply) -> ChatReply:
    """Give ``reply`` back when it is whole; otherwise raise `ModelRefusedError`."""
    if reply.finish_reason == "length":
        raise ModelRefusedError(
            f"model {reply.model!r} stopped at its length limit after {len(reply.text)} "
            "characters; allow more with max_tokens=, or ask for less",
            finish_reason="length",
        )
    if reply.finish_reason == "refusal":
        raise ModelRefusedError(
            f"model {reply.model!r} declined to answer: {reply.text[:200]!r}; "
            "ask differently, or answer without a model"
        )
    return reply


class Streamed:
    """The pieces of a streamed reply; when they have come, the reply as a whole."""

    def __init__(self, name: str, pieces: Iterable[str]) -> None:
        self._name = name
        self._pieces = iter(pieces)
        self._said: list[str] = []
        self._reply: ChatReply | None = None

    def __iter__(self) -> Iterator[str]:
        while True:
            try:
                piece = next(self._pieces)
            except StopIteration as end:
                self._reply = end.value if isinstance(end.value, ChatReply) else None
                return
            self._said.append(piece)
            yield piece

    def whole(self) -> ChatReply:
        """Give the reply that the stream returned, else the pieces as one."""
        return self._reply or ChatReply("".join(self._said), self._name)

    def cut(self, finish_reason: str) -> ChatReply:
        """Give what came before the model stopped."""
        return ChatReply("".join(self._said), self._name, finish_reason=finish_reason)


def raise_when_cancelled(name: str, cancel: threading.Event | None) -> None:
    """Raise `CancelledError` when ``cancel`` is set."""
    if cancel is not None and cancel.is_set():
        raise CancelledError(f"the call to model {name!r} was cancelled")


def require_room(messages: Sequence[Message], *, name: str, context: int | None) -> None:
    """Raise `ContextTooLongError` when ``messages`` take more than ``context`` tokens."""
    if context is None:
        return
    counter = counter_for(name)
    tokens = counter.of_messages(messages)
    if tokens > context:
        raise ContextTooLongError(
            f"the prompt has about {tokens} tokens ({counter.name}) and model {name!r} takes "
            f"{context}; select fewer facts (budget=), or use a model with a longer context"
        )
