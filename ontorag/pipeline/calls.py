"""The chat model as one question uses it: bound by the question's limits, every call kept."""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from ontorag.chat import ChatModel, ChatReply, Message, Streamed
from ontorag.chat.base import WrappedChat, call_options
from ontorag.errors import ModelError

if TYPE_CHECKING:
    from ontorag.chat.base import Schema
    from ontorag.pipeline.run import Run


class NotSentError(ModelError):
    """A dry run sends nothing."""


class RecordedChat(WrappedChat):
    """A `ChatModel` that keeps what is asked and answered in the question's `Run`.

    The run's seed, cancel event and deadline go along with every call; in a dry run no call is
    made, and `NotSentError` is raised.
    """

    def __init__(self, chat: ChatModel, run: Run) -> None:
        super().__init__(chat)
        self._run = run

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
        options = call_options(schema, schema_name, max_tokens, temperature, self._seed(seed))
        with self._run.call(self._chat, messages, options) as answered:
            self._require_sending()
            reply = self._chat.complete(messages, **options, **self._limits(cancel, deadline))
            answered(reply)
        return reply

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
        """Answer ``messages`` piece by piece; return the whole."""
        options = call_options(schema, schema_name, max_tokens, temperature, self._seed(seed))
        with self._run.call(self._chat, messages, options) as answered:
            self._require_sending()
            pieces = self._chat.stream(messages, **options, **self._limits(cancel, deadline))
            streamed = Streamed(self.name, pieces)
            yield from streamed
            reply = streamed.whole()
            answered(reply)
        return reply

    def _seed(self, seed: int | None) -> int | None:
        return self._run.seed if seed is None else seed

    def _limits(self, cancel: threading.Event | None, deadline: float | None) -> dict[str, Any]:
        left = self._run.remaining()
        limits = [each for each in (left, deadline) if each is not None]
        return {"cancel": cancel or self._run.cancel, "deadline": min(limits, default=None)}

    def _require_sending(self) -> None:
        if self._run.is_dry:
            raise NotSentError("this is a dry run: nothing is sent to a model")
