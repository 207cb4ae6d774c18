"""Replies kept by what was asked: when they count, and when they must not."""

from __future__ import annotations

import sqlite3
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

import ontorag
from ontorag.chat import CachedChat, ChatReply, Message, OpenAIChat, ScriptedChat
from ontorag.chat import cache as cache_module
from ontorag.errors import CancelledError, InputError, ModelRefusedError

ASK = [Message("user", "Who?")]
SCHEMA = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


@pytest.fixture(params=["memory", "file"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return tmp_path / "replies.db" if request.param == "file" else None


def test_the_same_request_is_not_sent_twice(place: Path | None) -> None:
    said = ChatReply("Frodo", "m-1", 10, 2)
    inner = ScriptedChat([said])
    chat = CachedChat(inner, place)
    first, again = chat.complete(ASK), chat.complete(ASK)

    assert len(inner.calls) == 1
    assert (first.cached, again.cached) == (False, True)
    assert (again.text, again.model, again.prompt_tokens, again.completion_tokens) == (
        "Frodo", "m-1", 10, 2,
    )  # fmt: skip


@pytest.mark.parametrize(
    "other",
    [
        {"messages": [Message("user", "Whom?")]},
        {"messages": [Message("system", "Who?")]},
        {"schema": SCHEMA},
        {"max_tokens": 5},
        {"seed": 2},
        {"temperature": 0.5, "seed": 1},
    ],
)
def test_everything_that_matters_makes_another_request(
    place: Path | None, other: dict[str, Any]
) -> None:
    inner = ScriptedChat(["{}", "{}"])
    chat = CachedChat(inner, place)
    chat.complete(ASK, seed=1)
    assert not chat.complete(**{"messages": ASK, "seed": 1, **other}).cached
    assert len(inner.calls) == 2


def test_another_model_address_or_version_is_another_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "replies.db"
    CachedChat(ScriptedChat(["Frodo"], name="a"), file).complete(ASK)
    assert CachedChat(ScriptedChat([], name="a"), file).complete(ASK).text == "Frodo"
    assert CachedChat(ScriptedChat(["Sam"], name="b"), file).complete(ASK).text == "Sam"
    keys = {
        CachedChat(OpenAIChat("a", base_url=url), file)._key(ASK, _options())
        for url in ("http://one.example/v1", "http://two.example/v1")
    }
    assert len(keys) == 2
    monkeypatch.setattr(cache_module, "__version__", "9.9")
    assert CachedChat(ScriptedChat(["Pippin"], name="a"), file).complete(ASK).text == "Pippin"


def _options() -> dict[str, Any]:
    return {"schema": None, "schema_name": "x", "max_tokens": 1, "temperature": 0.0, "seed": None}


@pytest.mark.parametrize(
    ("reply", "options"),
    [
        (ChatReply("half", "m", finish_reason="length"), {}),
        (ChatReply("no", "m", finish_reason="refusal"), {}),
        ("", {}),
        ("not json", {"schema": SCHEMA}),
        ("[1]", {"schema": SCHEMA}),
        ("varied", {"temperature": 0.7}),
    ],
)
def test_what_is_no_whole_answer_is_not_kept(
    place: Path | None, reply: Any, options: dict[str, Any]
) -> None:
    inner = ScriptedChat([reply, reply])
    chat = CachedChat(inner, place)
    for _ in range(2):
        assert not chat.complete(ASK, **options).cached
    assert len(inner.calls) == 2


def test_a_stream_is_kept_when_it_is_whole(place: Path | None) -> None:
    inner = ScriptedChat([ChatReply("Frodo and", "m", finish_reason="length"), "Frodo and Sam"])
    chat = CachedChat(inner, place)
    with pytest.raises(ModelRefusedError):
        list(chat.stream(ASK))
    assert list(chat.stream(ASK)) == ["Frodo ", "and ", "Sam"]
    assert list(chat.stream(ASK)) == ["Frodo and Sam"]
    assert chat.complete(ASK).cached
    assert len(inner.calls) == 2


def test_a_cancelled_call_gives_nothing_that_was_kept(place: Path | None) -> None:
    chat = CachedChat(ScriptedChat(["Frodo"]), place)
    chat.complete(ASK)
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(CancelledError):
        chat.complete(ASK, cancel=cancel)


def test_the_oldest_replies_go_first(place: Path | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "MOST_KEPT", 2)
    inner = ScriptedChat(["a", "b", "c", "d"])
    chat = CachedChat(inner, place)
    for question in ("1", "2", "3", "3", "1"):
        chat.complete([Message("user", question)])
    assert len(inner.calls) == 4


def test_a_file_is_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "replies.db"
    CachedChat(ScriptedChat(["Frodo"]), file).complete(ASK)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    graph = tmp_path / "graph.db"
    with sqlite3.connect(graph) as connection:
        connection.execute("CREATE TABLE quad (s)")
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but long enough to look at" * 50, encoding="utf-8")
    for file in (graph, text):
        before = file.read_bytes()
        with pytest.raises(InputError, match="no cache of replies"):
            CachedChat(ScriptedChat(["Frodo"]), file).complete(ASK)
        assert file.read_bytes() == before


def test_a_folder_that_is_not_there_only_keeps_nothing(tmp_path: Path) -> None:
    chat = CachedChat(ScriptedChat(["Frodo", "Frodo"]), tmp_path / "no" / "replies.db")
    assert [chat.complete(ASK).cached for _ in range(2)] == [False, False]


def test_threads_share_a_file(tmp_path: Path) -> None:
    chat = CachedChat(ScriptedChat([str(n) for n in range(200)]), tmp_path / "replies.db")
    found: list[str] = []

    def ask(number: int) -> None:
        found.append(chat.complete([Message("user", str(number % 5))]).text)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 40
    assert all(chat.complete([Message("user", str(n))]).cached for n in range(5))


def test_an_answer_from_the_cache_is_verified_and_costs_nothing(place: Path | None) -> None:
    lotr = Path(__file__).parents[2] / "ontologies" / "lotr.ttl"
    said = '{"claims": [{"text": "Frodo beherrscht Axtkampf.", "evidence_ids": ["F1"]}], ' \
           '"missing": [], "status": "answered"}'  # fmt: skip
    with ontorag.load(lotr) as graph:
        inner = ScriptedChat([ChatReply(said, "m", 100, 10)])
        rag = ontorag.OntoRAG(graph, chat=CachedChat(inner, place), embeddings=None)
        first, again = (rag.ask("Welche Charaktere haben Heimlichkeit?") for _ in range(2))

    assert first.answer == again.answer
    assert "Axtkampf" not in again.answer.text
    assert (first.trace.prompt_tokens, again.trace.prompt_tokens) == (100, None)
    assert [call.ended for call in again.trace.calls] == ["cached"]
