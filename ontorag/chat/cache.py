"""Replies kept by what was asked: the same request is not sent twice.

What is kept is what was said, in the clear; nothing is kept unless a `CachedChat` is used.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from ontorag import __version__
from ontorag.access import is_writable, reading_mode, sqlite_uri
from ontorag.chat.base import (
    ChatModel,
    ChatReply,
    Message,
    Schema,
    Streamed,
    WrappedChat,
    call_options,
    raise_when_cancelled,
)
from ontorag.errors import InputError

MOST_KEPT = 10_000
"""Replies that are kept; the oldest go first."""
APPLICATION_ID = 0x6F726763
"""Marks our files ("orgc"; sqlite.org/pragma.html#pragma_application_id)."""
PATIENCE = 5.0


class CachedChat(WrappedChat):
    """A `ChatModel` that gives again what ``chat`` said to the same request.

    ``file`` keeps the replies on disk, for several processes; without one they are kept in memory
    as long as this object. A request is the same when all of it is: the model and its address,
    messages, schema, limits, temperature, seed, and ontorag's version. Kept are whole answers
    only: no refusal, nothing cut, nothing empty, no broken JSON. A request with a temperature
    and without a seed asks for variety, and always goes to the model.

    >>> from ontorag.chat import ScriptedChat
    >>> chat = CachedChat(ScriptedChat(["Frodo"]))
    >>> [chat.complete([Message("user", "Who?")]).cached for _ in range(2)]
    [False, True]
    """

    def __init__(self, chat: ChatModel, file: str | Path | None = None) -> None:
        super().__init__(chat)
        self._kept: _Kept = _InMemory() if file is None else _OnDisk(Path(file))

    def __repr__(self) -> str:
        return f"CachedChat({self._chat!r})"

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
        """Give the reply that was kept, else ask."""
        raise_when_cancelled(self.name, cancel)
        options = call_options(schema, schema_name, max_tokens, temperature, seed)
        key = self._key(messages, options)
        kept = self._kept.get(key) if key else None
        if kept is not None:
            return kept
        reply = self._chat.complete(messages, **options, cancel=cancel, deadline=deadline)
        return self._keep(key, reply, schema)

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
        """Give the reply that was kept in one piece, else ask piece by piece."""
        raise_when_cancelled(self.name, cancel)
        options = call_options(schema, schema_name, max_tokens, temperature, seed)
        key = self._key(messages, options)
        kept = self._kept.get(key) if key else None
        if kept is not None:
            yield kept.text
            return kept
        pieces = self._chat.stream(messages, **options, cancel=cancel, deadline=deadline)
        streamed = Streamed(self.name, pieces)
        yield from streamed
        return self._keep(key, streamed.whole(), schema)

    def _key(self, messages: Sequence[Message], options: dict[str, Any]) -> str:
        """Hash all that makes a request; "" for one that asks for variety."""
        if options["temperature"] != 0 and options["seed"] is None:
            return ""
        asked = {
            "version": __version__,
            "chat": [type(self._chat).__qualname__, self.name, self.address],
            "longest": self.max_tokens,
            "messages": [[each.role, each.content] for each in messages],
            **options,
        }
        text = json.dumps(asked, sort_keys=True, ensure_ascii=False, default=dict)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    def _keep(self, key: str, reply: ChatReply, schema: Schema | None) -> ChatReply:
        is_whole = reply.finish_reason == "stop" and bool(reply.text.strip())
        if key and is_whole and (schema is None or _is_object(reply.text)):
            self._kept.put(key, reply)
        return reply


class _Kept(Protocol):
    def get(self, key: str) -> ChatReply | None: ...

    def put(self, key: str, reply: ChatReply) -> None: ...


class _InMemory:
    def __init__(self) -> None:
        self._replies: dict[str, ChatReply] = {}
        self._lock = threading.Lock()

    def get(self, key: str) -> ChatReply | None:
        kept = self._replies.get(key)
        return None if kept is None else _as_cached(kept)

    def put(self, key: str, reply: ChatReply) -> None:
        with self._lock:
            self._replies[key] = reply
            while len(self._replies) > MOST_KEPT:
                del self._replies[next(iter(self._replies))]


class _OnDisk:
    """One SQLite file. What is locked or read-only is not found, or not kept: asking works."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def get(self, key: str) -> ChatReply | None:
        if not self._file.exists():
            return None
        try:
            with closing(self._connect()) as connection:
                row = (
                    connection.execute(_GET, (key,)).fetchone() if self._ours(connection) else None
                )
        except sqlite3.OperationalError:
            return None
        return None if row is None else _as_cached(ChatReply(*row))

    def put(self, key: str, reply: ChatReply) -> None:
        row = (key, reply.text, reply.model, reply.prompt_tokens, reply.completion_tokens)
        try:
            if not self._file.exists():
                self._file.touch(mode=0o600)
            with closing(self._connect()) as connection, connection:
                if not self._ours(connection):
                    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                    connection.execute(_TABLE)
                connection.execute(_PUT, row)
                connection.execute(_DROP, (MOST_KEPT,))
        except (sqlite3.OperationalError, OSError, ValueError, OverflowError):
            return  # text that is no Unicode and numbers of more than 64 bits are not kept either

    def _connect(self) -> sqlite3.Connection:
        mode = "rwc" if is_writable(self._file) else reading_mode(self._file)
        return sqlite3.connect(sqlite_uri(self._file, mode), uri=True, timeout=PATIENCE)

    def _ours(self, connection: sqlite3.Connection) -> bool:
        """Whether this is a cache already; False where the file is empty."""
        try:
            # in this order: another thread that makes the file marks it before it makes the table
            tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            mark = connection.execute("PRAGMA application_id").fetchone()[0]
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as exc:
            raise _foreign(self._file) from exc
        if tables and mark != APPLICATION_ID:
            raise _foreign(self._file)
        return bool(tables)


def _foreign(file: Path) -> InputError:
    return InputError(
        f"{file} is no cache of replies; give the cache a file of its own, one that does not exist"
    )


_TABLE = (
    "CREATE TABLE IF NOT EXISTS reply (key TEXT NOT NULL UNIQUE, text TEXT NOT NULL, "
    "model TEXT NOT NULL, prompt_tokens INTEGER, completion_tokens INTEGER)"
)
_GET = "SELECT text, model, prompt_tokens, completion_tokens FROM reply WHERE key = ?"
_PUT = "INSERT OR REPLACE INTO reply VALUES (?, ?, ?, ?, ?)"
_DROP = "DELETE FROM reply WHERE rowid <= (SELECT max(rowid) FROM reply) - ?"


def _as_cached(reply: ChatReply) -> ChatReply:
    return replace(reply, cached=True)


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
