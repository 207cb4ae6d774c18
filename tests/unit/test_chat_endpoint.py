"""OpenAIChat against a real HTTP server that plays what endpoints do."""

from __future__ import annotations

import logging
import socket
import threading
import time
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

from ontorag.chat import Message, OpenAIChat
from ontorag.embeddings import OpenAIEmbeddings
from ontorag.errors import (
    CancelledError,
    ContextTooLongError,
    InputError,
    ModelAccessError,
    ModelError,
    ModelRefusedError,
    ModelUnreachableError,
)

from .chat_endpoint import Chunks, Handler, Play, Server, chunked, running, sends, status, streams

ASK = [Message("system", "Be brief."), Message("user", "Who?")]
SCHEMA = {
    "type": "object",
    "properties": {"who": {"type": "string"}},
    "required": ["who"],
    "additionalProperties": False,
}
KEY = "sk-very-secret-0123456789"


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as server:
        yield server


def chat_at(server: Server, **options: Any) -> OpenAIChat:
    options = {"api_key": KEY, "base_url": server.base_url, "backoff": 0.01, **options}
    return OpenAIChat("alpha", **options)


def test_an_answer_comes_with_its_model_and_tokens(server: Server) -> None:
    reply = chat_at(server).complete(ASK)
    assert (reply.text, reply.model, reply.finish_reason) == ("Frodo", "alpha-1", "stop")
    assert (reply.prompt_tokens, reply.completion_tokens) == (11, 3)
    [asked] = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert asked.body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Who?"},
    ]
    assert asked.body["temperature"] == 0.0
    assert asked.body["stream"] is True
    assert "max_tokens" not in asked.body
    assert "seed" not in asked.body


def test_a_schema_travels_nested_and_strict(server: Server) -> None:
    server.plays = [streams('{"who": ', '"Frodo"}')]
    reply = chat_at(server).complete(ASK, schema=SCHEMA, schema_name="holder", seed=7, max_tokens=9)
    assert reply.text == '{"who": "Frodo"}'
    body = server.bodies[0]
    assert body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "holder", "schema": SCHEMA, "strict": True},
    }
    assert (body["seed"], body["max_tokens"]) == (7, 9)


def test_an_answer_streams_in_pieces_without_thoughts(server: Server) -> None:
    server.plays = [streams("<thi", "nk>Sam?</think>", "Frodo", " Baggins")]
    assert list(chat_at(server).stream(ASK)) == ["Frodo", " Baggins"]


def test_a_server_that_does_not_stream_is_understood(server: Server) -> None:
    message = {"role": "assistant", "content": "Frodo"}
    usage = {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}
    whole = {"model": "m", "choices": [{"message": message, "finish_reason": "stop"}]}
    server.plays = [sends({**whole, "usage": usage})]
    reply = chat_at(server).complete(ASK)
    assert (reply.text, reply.model, reply.prompt_tokens) == ("Frodo", "m", 5)


# What endpoints refuse


def test_an_endpoint_without_json_schema_is_asked_for_a_json_object(server: Server) -> None:
    def rule(body: dict[str, Any]) -> Any:
        if body.get("response_format", {}).get("type") == "json_schema":
            return status(400, "response_format of type 'json_schema' is not supported")
        return streams('{"who": "Frodo"}')

    server.rule = rule
    chat = chat_at(server)
    assert chat.complete(ASK, schema=SCHEMA).text == '{"who": "Frodo"}'
    assert server.bodies[1]["response_format"] == {"type": "json_object"}
    assert '"additionalProperties": false' in server.bodies[1]["messages"][0]["content"]
    chat.complete(ASK, schema=SCHEMA)
    assert len(server.asked) == 3, "what was refused once is not asked again"


def test_an_endpoint_without_any_format_is_asked_in_words(server: Server) -> None:
    def rule(body: dict[str, Any]) -> Any:
        if "response_format" in body:
            return status(422, "extra fields not permitted")
        return streams('Sure!\n```json\n{"who": "Frodo"}\n```\nAnything else?')

    server.rule = rule
    chat = chat_at(server)
    assert chat.complete(ASK, schema=SCHEMA).text == '{"who": "Frodo"}'
    assert len(server.asked) == 3
    chat.complete(ASK, schema=SCHEMA)
    assert "response_format" not in server.bodies[3]


def test_temperature_is_dropped_where_it_is_refused(server: Server) -> None:
    def rule(body: dict[str, Any]) -> Any:
        if "temperature" in body:
            said = "Unsupported value: 'temperature' does not support 0 with this model."
            return status(400, said, param="temperature", code="unsupported_value")
        return streams("Frodo")

    server.rule = rule
    chat = chat_at(server)
    assert chat.complete(ASK, schema=SCHEMA).text == "Frodo"
    assert "response_format" in server.bodies[1], "only what was refused is left out"
    chat.complete(ASK)
    assert len(server.asked) == 3


def test_max_completion_tokens_is_used_where_it_is_wanted(server: Server) -> None:
    def rule(body: dict[str, Any]) -> Any:
        if "max_tokens" in body:
            return status(
                400,
                "Unsupported parameter: 'max_tokens' is not supported with this model. "
                "Use 'max_completion_tokens' instead.",
            )
        return streams("Frodo")

    server.rule = rule
    chat = chat_at(server, max_tokens=50)
    assert chat.complete(ASK).text == "Frodo"
    assert server.bodies[1]["max_completion_tokens"] == 50
    assert "max_tokens" not in server.bodies[1]


@pytest.mark.parametrize("refused", ["stream_options", "seed", "stream"])
def test_other_features_are_dropped_where_they_are_refused(server: Server, refused: str) -> None:
    message = {"role": "assistant", "content": "Frodo"}
    whole = {"id": "c", "object": "chat.completion", "created": 0, "model": "m",
             "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}  # fmt: skip

    def rule(body: dict[str, Any]) -> Any:
        if refused in body:
            return status(400, f"{refused} is not allowed")
        return streams("Frodo") if body.get("stream") else sends(whole)

    server.rule = rule
    assert chat_at(server).complete(ASK, seed=1).text == "Frodo"
    assert refused not in server.bodies[-1]


# What goes wrong and passes


def test_too_many_requests_are_repeated_after_what_retry_after_says(server: Server) -> None:
    limit = status(429, "slow down", headers={"retry-after": "0.3"})
    server.plays = [limit, streams("Frodo")]
    started = time.monotonic()
    assert chat_at(server).complete(ASK).text == "Frodo"
    assert time.monotonic() - started >= 0.3
    assert len(server.asked) == 2


def test_while_a_server_wants_to_be_left_alone_no_call_is_sent(server: Server) -> None:
    arrived: list[float] = []

    def noted(play: Play) -> Play:
        def told(handler: Handler) -> None:
            arrived.append(time.monotonic())
            play(handler)

        return told

    limited = status(429, "slow down", headers={"retry-after": "0.8"})
    server.plays = [noted(limited), noted(streams("Frodo")), noted(streams("Frodo"))]
    chat = chat_at(server)
    other = threading.Thread(target=chat.complete, args=(ASK,))
    other.start()
    while not arrived:
        time.sleep(0.01)
    time.sleep(0.2)
    chat.complete(ASK)
    other.join()

    assert len(arrived) == 3
    assert all(moment - arrived[0] > 0.7 for moment in arrived[1:])


def test_a_server_that_asks_for_a_long_pause_is_not_waited_for(server: Server) -> None:
    server.plays = [status(429, "come back tomorrow", headers={"retry-after": "7200"})]
    with pytest.raises(ModelUnreachableError, match=r"ask again in 7200 s"):
        chat_at(server).complete(ASK)
    assert len(server.asked) == 1


def test_a_used_up_quota_is_not_repeated(server: Server) -> None:
    server.plays = [status(429, "You exceeded your current quota", code="insufficient_quota")]
    with pytest.raises(ModelAccessError, match="used up"):
        chat_at(server).complete(ASK)
    assert len(server.asked) == 1


def test_server_errors_are_repeated_and_then_named(server: Server) -> None:
    server.plays = [status(500, "boom"), status(503, "still"), streams("Frodo")]
    assert chat_at(server).complete(ASK).text == "Frodo"
    server.plays = [status(500, "boom")]
    with pytest.raises(ModelUnreachableError, match=r"alpha.*HTTP 500: boom"):
        chat_at(server, retries=1).complete(ASK)
    assert len(server.asked) == 3 + 2


# What goes wrong and stays


def test_a_wrong_key_is_named_without_showing_it(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.plays = [status(401, f"Incorrect API key provided: {KEY}. Find yours at x.")]
    chat = chat_at(server)
    with pytest.raises(ModelAccessError, match=r"refuses the API key.*api_key=") as caught:
        chat.complete(ASK)
    shown = "".join(traceback.format_exception(caught.value)) + repr(chat) + caplog.text
    shown += str(vars(chat)) + repr(vars(chat._endpoint))
    assert KEY not in shown
    assert caught.value.__context__ is None
    assert caught.value.__cause__ is None


def test_an_error_that_shows_no_key_keeps_its_cause(server: Server) -> None:
    server.plays = [status(403, "not for you")]
    with pytest.raises(ModelAccessError, match="not for you") as caught:
        chat_at(server).complete(ASK)
    assert type(caught.value.__cause__).__name__ == "PermissionDeniedError"
    assert KEY not in "".join(traceback.format_exception(caught.value))


def test_a_missing_key_is_named(server: Server) -> None:
    server.plays = [status(401, "You did not provide a key")]
    with pytest.raises(ModelAccessError, match="wants an API key"):
        chat_at(server, api_key=None).complete(ASK)


def test_an_unknown_model_names_the_models_there_are(server: Server) -> None:
    server.plays = [status(404, "The model `alpa` does not exist", code="model_not_found")]
    chat = OpenAIChat("alpa", base_url=server.base_url)
    with pytest.raises(ModelAccessError, match=r"did you mean 'alpha'\? it has: alpha, beta"):
        chat.complete(ASK)


def test_a_wrong_path_names_the_address(server: Server) -> None:
    server.models = None
    server.plays = [sends("<html>404</html>", code=404, kind="text/html")]
    with pytest.raises(ModelAccessError, match=r"base_url= \(it often ends in /v1\)"):
        chat_at(server).complete(ASK)


def test_an_address_nobody_listens_on_is_said_at_once() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    started = time.monotonic()
    with pytest.raises(ModelUnreachableError, match=rf"127\.0\.0\.1:{port}/v1.*base_url"):
        OpenAIChat("alpha", base_url=f"http://127.0.0.1:{port}/v1").complete(ASK)
    assert time.monotonic() - started < 2


def test_a_web_page_is_not_an_answer(server: Server) -> None:
    server.plays = [sends("<html><body>Welcome</body></html>", kind="text/html")]
    with pytest.raises(ModelError, match="web page"):
        chat_at(server).complete(ASK)


@pytest.mark.parametrize("kind", ["application/json", "text/event-stream"])
def test_garbage_is_not_an_answer(server: Server, kind: str) -> None:
    server.plays = [sends('data: {"choices": [{]}\n\n', kind=kind)]
    with pytest.raises(ModelError, match="not of the OpenAI protocol"):
        chat_at(server).complete(ASK)


def test_an_error_within_a_stream_is_named(server: Server) -> None:
    lines = Chunks().raw({"error": {"message": "out of memory", "code": 500}}).lines
    server.plays = [lambda handler: chunked(handler, lines)]
    with pytest.raises(ModelError, match="out of memory"):
        chat_at(server).complete(ASK)


def test_half_an_answer_is_not_an_answer(server: Server) -> None:
    server.plays = [streams("Fro", end=False)]
    with pytest.raises(ModelUnreachableError, match="broke off"):
        chat_at(server).complete(ASK)
    shown: list[str] = []
    with pytest.raises(ModelUnreachableError, match="broke off"):
        shown.extend(chat_at(server).stream(ASK))
    assert shown == ["Fro"]


def test_a_stream_that_ends_without_saying_why_is_half_an_answer(server: Server) -> None:
    lines = Chunks().add({"content": "Fro"}).lines
    server.plays = [lambda handler: chunked(handler, lines)]
    with pytest.raises(ModelUnreachableError, match="broke off after 3 characters"):
        chat_at(server).complete(ASK)


def test_whole_json_that_ends_without_saying_why_is_an_answer(server: Server) -> None:
    lines = Chunks().add({"content": '{"who": "Frodo"}'}).lines
    server.plays = [lambda handler: chunked(handler, lines)]
    assert chat_at(server).complete(ASK, schema=SCHEMA).text == '{"who": "Frodo"}'


@pytest.mark.parametrize(
    "said",
    [
        "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.",
        "the request exceeds the available context size, try increasing it",
        "prompt is too long: 210000 tokens > 200000 maximum",
    ],
)
def test_a_prompt_over_the_context_is_named(server: Server, said: str) -> None:
    server.plays = [status(400, said)]
    with pytest.raises(ContextTooLongError, match="select fewer facts"):
        chat_at(server, max_tokens=5).complete(ASK, schema=SCHEMA)
    assert len(server.asked) == 1


def test_a_prompt_over_a_known_context_is_not_sent(server: Server) -> None:
    with pytest.raises(ContextTooLongError, match=r"about 404 tokens.*takes 100"):
        chat_at(server, context=100).complete([Message("user", "word " * 200)])
    assert server.asked == []


def test_a_stop_at_the_length_limit_is_told(server: Server) -> None:
    server.plays = [streams("Frodo and", finish="length")]
    assert chat_at(server).complete(ASK).finish_reason == "length"
    pieces = chat_at(server).stream(ASK)
    assert next(pieces) == "Frodo and"
    with pytest.raises(ModelRefusedError, match="length limit"):
        next(pieces)


def test_a_refusal_is_told(server: Server) -> None:
    lines = Chunks().add({"refusal": "I cannot help."}).add({}, "stop").raw("[DONE]").lines
    server.plays = [lambda handler: chunked(handler, lines)]
    reply = chat_at(server).complete(ASK)
    assert (reply.finish_reason, reply.text) == ("refusal", "I cannot help.")
    server.plays = [streams("", finish="content_filter")]
    assert chat_at(server).complete(ASK).finish_reason == "refusal"


def test_silence_ends_at_the_timeout(server: Server) -> None:
    server.plays = [streams("Fro", "do", pause=5)]
    started = time.monotonic()
    with pytest.raises(ModelUnreachableError, match=r"said nothing for 0\.2 s.*timeout="):
        chat_at(server, timeout=0.2).complete(ASK)
    assert time.monotonic() - started < 1.5
    server.gone.set()


def test_a_stream_that_is_only_kept_alive_ends_at_the_timeout(server: Server) -> None:
    server.plays = [lambda handler: chunked(handler, [": ping\n\n"] * 200, pause=0.05)]
    started = time.monotonic()
    with pytest.raises(ModelUnreachableError, match=r"said nothing for 0\.3 s"):
        chat_at(server, timeout=0.3).complete(ASK)
    assert time.monotonic() - started < 2
    assert len(server.asked) == 1, "a stalled call is not repeated"
    server.gone.set()


def test_a_slow_stream_may_take_longer_than_the_timeout_in_all(server: Server) -> None:
    server.plays = [streams(*["word "] * 8, pause=0.1)]
    assert chat_at(server, timeout=0.4).complete(ASK).text == "word " * 7 + "word"


# Cancel and deadline


def test_a_cancel_stops_a_call_that_waits_for_its_next_piece(server: Server) -> None:
    server.plays = [streams("Fro", "do", pause=5)]
    cancel = threading.Event()
    threading.Timer(0.1, cancel.set).start()
    started = time.monotonic()
    with pytest.raises(CancelledError, match="cancelled"):
        chat_at(server).complete(ASK, cancel=cancel)
    assert time.monotonic() - started < 1
    server.gone.set()


def test_a_cancel_cuts_the_connection_so_that_the_server_stops(server: Server) -> None:
    server.plays = [streams(*["word "] * 500, pause=0.01)]
    pieces = chat_at(server).stream(ASK)
    assert next(pieces) == "word "
    pieces.close()  # type: ignore[attr-defined]
    assert server.gone.wait(2), "the server noticed that nobody reads any more"


def test_a_deadline_stops_a_call_that_goes_on_and_on(server: Server) -> None:
    server.plays = [streams(*["word "] * 500, pause=0.02)]
    started = time.monotonic()
    with pytest.raises(CancelledError, match=r"deadline of 0\.2 s"):
        chat_at(server).complete(ASK, deadline=0.2)
    assert 0.2 <= time.monotonic() - started < 1


def test_a_deadline_stops_the_waiting_between_repetitions(server: Server) -> None:
    server.plays = [status(429, "slow down", headers={"retry-after": "30"})]
    started = time.monotonic()
    with pytest.raises(CancelledError):
        chat_at(server).complete(ASK, deadline=0.2)
    assert time.monotonic() - started < 1


def test_a_cancelled_call_is_not_sent(server: Server) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(CancelledError):
        chat_at(server).complete(ASK, cancel=cancel)
    assert server.asked == []


# What is not read, and ready clients


def test_the_environment_is_not_read(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "OPENAI_API_KEY": "sk-from-the-environment",
        "OPENAI_ADMIN_KEY": "sk-admin-environment",
        "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
        "OPENAI_ORG_ID": "org-environment",
        "OPENAI_PROJECT_ID": "proj-environment",
        "OPENAI_CUSTOM_HEADERS": "X-Environment: environment",
        "HTTP_PROXY": "http://127.0.0.1:9",
        "http_proxy": "http://127.0.0.1:9",
        "ALL_PROXY": "http://127.0.0.1:9",
    }.items():
        monkeypatch.setenv(name, value)
    OpenAIChat("alpha", base_url=server.base_url).complete(ASK)
    [asked] = server.asked
    assert "environment" not in str(asked.headers.items())
    assert asked.headers["Authorization"] == "Bearer not-needed"
    chat = OpenAIChat("alpha")
    assert str(chat._endpoint.client().base_url) == "https://api.openai.com/v1/"


@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_address_is_not_the_hosted_one(empty: str) -> None:
    with pytest.raises(InputError, match="base_url is empty"):
        OpenAIChat("alpha", base_url=empty)
    with pytest.raises(InputError, match="base_url is empty"):
        OpenAIEmbeddings("alpha", base_url=empty)


def test_a_password_in_the_address_is_not_shown() -> None:
    chat = OpenAIChat("alpha", base_url="http://me:hunter22@127.0.0.1:9/v1?token=abcdefgh")
    with pytest.raises(ModelUnreachableError) as caught:
        chat.complete(ASK)
    shown = "".join(traceback.format_exception(caught.value)) + repr(chat)
    assert "hunter22" not in shown
    assert "abcdefgh" not in shown
    assert "http://127.0.0.1:9/v1" in repr(chat)


def test_a_ready_client_is_used_as_it_is(server: Server) -> None:
    import openai

    client = openai.OpenAI(
        api_key=KEY, base_url=server.base_url, default_headers={"X-Mine": "1"}, max_retries=5
    )
    server.plays = [status(401, f"wrong key {KEY}")]
    with pytest.raises(ModelAccessError) as caught:
        OpenAIChat("alpha", client=client).complete(ASK)
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert server.asked[0].headers["X-Mine"] == "1"


def test_an_azure_client_is_a_ready_client(server: Server) -> None:
    import openai

    client = openai.AzureOpenAI(
        api_key=KEY, azure_endpoint=server.base_url.removesuffix("/v1"), api_version="2024-10-21"
    )
    assert OpenAIChat("alpha", client=client).complete(ASK).text == "Frodo"
    assert (
        server.asked[0].path == "/openai/deployments/alpha/chat/completions?api-version=2024-10-21"
    )
