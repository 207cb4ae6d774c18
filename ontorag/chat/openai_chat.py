"""A chat model behind any OpenAI-compatible endpoint: hosted, Ollama, llama.cpp, vLLM, Azure.

It streams inside, so that a cancel or a deadline stops it between two pieces; it starts with a
nested JSON schema and remembers what the endpoint refuses (see `ontorag.chat.dialect`).
"""

from __future__ import annotations

import json
import threading
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ontorag.chat.base import ChatReply, Message, Schema, require_room, require_whole
from ontorag.chat.dialect import Dialect, Request
from ontorag.chat.relay import Gate, Relay, StalledError, Watch
from ontorag.chat.texts import ThoughtFilter, pick_json, whole_characters, without_thoughts
from ontorag.endpoint import Endpoint, client_faults
from ontorag.errors import UnusableReplyError

if TYPE_CHECKING:
    from openai import OpenAI

LONGEST_REPLY = 4_000_000
"""Characters of a reply that are read."""
MOST_TOKENS = 1_000_000_000
"""A larger count is none."""
GRACE_SECONDS = 0.25
"""How much longer than the connection's own limit a wait for a piece may be: connecting counts."""


@dataclass(frozen=True, slots=True)
class _Delta:
    """What one chunk of a stream adds."""

    text: str = ""
    refusal: str = ""
    finish: str | None = None
    model: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class OpenAIChat:
    """A `ChatModel` that calls ``chat.completions`` of an OpenAI-compatible endpoint.

    Args:
        model: The model's name; local servers with one model ignore it.
        api_key: The key; local servers need none. It is never read from the environment.
        base_url: Where the API is, OpenAI's own by default ("http://localhost:11434/v1").
        client: A ready openai client (also ``AzureOpenAI``), instead of the two above.
        timeout: The longest wait for the next piece of the answer, in seconds; comments that
            only keep the connection alive do not count.
        retries: How often a call is repeated after 429, 5xx or a lost connection. What
            ``Retry-After`` says is honoured up to a minute.
        context: How many tokens the model takes, if known; longer prompts are then refused
            before they are sent.
        max_tokens: The longest reply in tokens, unless a call says otherwise.
        backoff: Seconds before the first repetition; doubled each time.

    Nothing is loaded or opened before the first call.

    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        client: OpenAI | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        context: int | None = None,
        max_tokens: int | None = None,
        backoff: float = 0.5,
    ) -> None:
        self.name = model
        self.context = context
        self.max_tokens = max_tokens
        self.retries = retries
        self.backoff = backoff
        self._endpoint = Endpoint(
            model, api_key=api_key, base_url=base_url, client=client, timeout=timeout
        )
        self._dialect = Dialect()
        self._gate = Gate()

    @property
    def address(self) -> str:
        """Where the API is, without what is secret in it."""
        return self._endpoint.address

    def __repr__(self) -> str:
        return f"OpenAIChat({self.name!r}, base_url={self._endpoint.address!r})"

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
        """Answer ``messages`` whole; with ``schema`` the text is the JSON that was found.

        Raises a `ModelError` (see `ontorag.errors`) that says what to do next.
        """
        request = self._request(messages, schema, schema_name, max_tokens, temperature, seed)
        watch = Watch(self.name, cancel, deadline)
        return self._gathered(list(self._deltas(request, watch)), request)

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
        """Answer ``messages`` piece by piece, without the model's thoughts; return the whole.

        Raises as `complete` does, and `ModelRefusedError` after the last piece of an answer that
        was declined or cut at its length limit.
        """
        request = self._request(messages, schema, schema_name, max_tokens, temperature, seed)
        watch = Watch(self.name, cancel, deadline)
        deltas: list[_Delta] = []
        shown = ThoughtFilter()
        for delta in self._deltas(request, watch):
            deltas.append(delta)
            if piece := shown.feed(delta.text):
                yield piece
        if piece := shown.rest():
            yield piece
        return require_whole(self._gathered(deltas, request))

    def _request(
        self,
        messages: Sequence[Message],
        schema: Schema | None,
        schema_name: str,
        max_tokens: int | None,
        temperature: float | None,
        seed: int | None,
    ) -> Request:
        require_room(messages, name=self.name, context=self.context)
        limit = self.max_tokens if max_tokens is None else max_tokens
        return Request(tuple(messages), schema, schema_name, limit, temperature, seed)

    def _deltas(self, request: Request, watch: Watch) -> Iterator[_Delta]:
        """Stream the answer; before it begins, bend to the endpoint and try again if need be."""
        watch.look()
        self._endpoint.client()
        faults: tuple[type[BaseException], ...] = (*client_faults(), StalledError)
        dialect, attempt, begun, length = self._dialect, 0, False, 0
        while True:
            try:
                reader = self._reader(request, dialect, watch)
                self._gate.wait(watch)
                for delta in Relay(reader, watch, patience=self._endpoint.timeout + GRACE_SECONDS):
                    if not begun:
                        begun, self._dialect = True, dialect
                    length += len(delta.text)
                    self._require_bounds(length)
                    yield delta
                return
            except faults as exc:
                fault: BaseException = exc
            lesser = None if begun else self._bent(fault, dialect, request)
            pause = self._endpoint.pause(fault, attempt, self.backoff)
            if lesser is not None:
                dialect = lesser
            elif begun or pause is None or attempt >= self.retries:
                raise self._endpoint.error(fault) from self._endpoint.cause(fault)
            else:
                self._gate.close(pause, for_all=getattr(fault, "status_code", None) == 429)
                watch.wait(pause)
                attempt += 1

    def _require_bounds(self, length: int) -> None:
        """Refuse a reply that does not end: a model that repeats itself."""
        if length > LONGEST_REPLY:
            raise UnusableReplyError(
                f"model {self.name!r} at {self._endpoint.address} has said more than "
                f"{LONGEST_REPLY:,} characters and goes on; bound it with max_tokens="
            )

    def _bent(self, fault: BaseException, dialect: Dialect, request: Request) -> Dialect | None:
        """Give the dialect to try after ``fault``, or None when it is no matter of that."""
        if not self._endpoint.is_about_features(fault):
            return None
        said = f"{getattr(fault, 'param', None) or ''} {self._endpoint.said(fault)}"
        lesser = dialect.without(said, request)
        if lesser is None and getattr(fault, "status_code", None) in (400, 415, 422, 501):
            lesser = dialect.blindly_less(request)
        return lesser

    def _reader(self, request: Request, dialect: Dialect, watch: Watch) -> _Reader:
        left = watch.remaining()
        silence = None if left is None else left + 0.5  # the deadline speaks first
        return _Reader(self._endpoint, dialect.arguments(self.name, request), silence)

    def _gathered(self, deltas: Sequence[_Delta], request: Request) -> ChatReply:
        """Put the pieces together; an end without a reason is a connection that was lost."""
        text = whole_characters("".join(delta.text for delta in deltas))
        refusal = whole_characters("".join(delta.refusal for delta in deltas))
        finish = next((delta.finish for delta in reversed(deltas) if delta.finish), None)
        body = without_thoughts(text) if request.schema is None else pick_json(text)
        if finish is None and not refusal and not (request.schema and _is_json(body)):
            raise UnusableReplyError(
                f"model {self.name!r} at {self._endpoint.address} broke off after "
                f"{len(text)} characters; ask again, or look into the server's log"
            )
        if refusal or finish == "content_filter":
            body, finish = refusal or body, "refusal"
        return ChatReply(
            text=body,
            model=_last(delta.model for delta in deltas) or self.name,
            prompt_tokens=_last(delta.prompt_tokens for delta in deltas),
            completion_tokens=_last(delta.completion_tokens for delta in deltas),
            finish_reason=finish if finish in ("length", "refusal") else "stop",
        )


class _Reader:
    """Opens one stream and reads its deltas (in the relay's thread)."""

    def __init__(
        self, endpoint: Endpoint, arguments: dict[str, Any], silence: float | None
    ) -> None:
        self._endpoint = endpoint
        self._arguments = arguments
        self._silence = silence

    def __call__(self, relay: Relay[_Delta]) -> Iterator[_Delta]:
        client: Any = self._endpoint.client()
        timeout = self._endpoint.patience(self._silence)
        stream = client.chat.completions.create(**self._arguments, timeout=timeout)
        if not self._arguments.get("stream"):
            yield self._delta(stream, "message")
            return
        relay.response = getattr(stream, "response", None)
        try:
            if whole := self._unstreamed(relay.response):
                yield self._delta(whole, "message")
                return
            for chunk in stream:
                yield self._delta(chunk, "delta")
        finally:
            stream.close()

    def _unstreamed(self, response: Any) -> Any:
        """Read the answer of a server that does not stream although it was asked to."""
        headers = getattr(response, "headers", None) or {}
        kind = str(headers.get("content-type", "")).lower()
        if "html" in kind:
            raise UnusableReplyError(
                f"{self._endpoint.address} answers with a web page, not a model; does base_url "
                "point at the API (often …/v1)?"
            )
        return json.loads(response.read()) if "application/json" in kind else None

    def _delta(self, chunk: Any, part: str) -> _Delta:
        error = _get(chunk, "error")
        if error is not None:
            text = whole_characters(str(_get(error, "message") or error))
            said = self._endpoint.clean(text)[:300]
            raise UnusableReplyError(f"{self._endpoint.address} reports: {said}")
        return _read_delta(chunk, part)


def _read_delta(chunk: Any, part: str) -> _Delta:
    """Read a chunk or a whole completion, of the client's types or plain JSON, tolerantly."""
    usage = _get(chunk, "usage")
    choices = _get(chunk, "choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    said = _get(choice, part)
    error = _get(chunk, "error")
    if error is not None:
        raise UnusableReplyError(
            f"the model's server reports: {str(_get(error, 'message') or error)[:300]}"
        )
    finish, model = _get(choice, "finish_reason"), _get(chunk, "model")
    return _Delta(
        text=_content(_get(said, "content")),
        refusal=_content(_get(said, "refusal")),
        finish=str(finish) if finish else None,
        model=whole_characters(str(model)) if model else None,
        prompt_tokens=_number(_get(usage, "prompt_tokens")),
        completion_tokens=_number(_get(usage, "completion_tokens")),
    )


def _number(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= MOST_TOKENS else None


def _content(value: Any) -> str:
    """Give the text of a message: a text, or the text parts of a list; thoughts are none."""
    if isinstance(value, str):
        return value
    parts = value if isinstance(value, list) else []
    texts = [_get(part, "text") for part in parts if _get(part, "type") in (None, "text")]
    return "".join(text for text in texts if isinstance(text, str))


def _get(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)


def _last(values: Iterator[Any]) -> Any:
    return next((value for value in reversed(list(values)) if value is not None), None)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
