"""A tiny OpenAI-compatible endpoint on the loopback that plays what a test tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias

Play: TypeAlias = Callable[["Handler"], None]
Rule: TypeAlias = Callable[[dict[str, Any]], Play]


class Handler(BaseHTTPRequestHandler):
    """Answers with the server's next play, or by its rule."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        if self.server.models is None:
            status(404, "no such path")(self)
            return
        models = [{"id": name, "object": "model"} for name in self.server.models]
        sends({"object": "list", "data": models})(self)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append(Asked(self.path, self.headers, body))
        with self.server.lock:
            plays = self.server.plays
            play = plays.pop(0) if len(plays) > 1 else plays[0] if plays else None
        (play or self.server.rule(body))(self)

    def log_message(self, *args: object) -> None:
        pass


@dataclass(frozen=True)
class Asked:
    path: str
    headers: Message
    body: dict[str, Any]


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[Asked] = []
        self.plays: list[Play] = []
        self.rule: Rule = lambda body: streams("Frodo")
        self.models: Sequence[str] | None = ("alpha", "beta")
        self.lock = threading.Lock()
        self.gone = threading.Event()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [asked.body for asked in self.asked]

    def handle_error(self, request: Any, client_address: Any) -> None:
        self.gone.set()


@contextmanager
def running() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class Chunks:
    """Builds the chunks of one streamed answer."""

    model: str = "alpha-1"
    lines: list[str] = field(default_factory=list)

    def add(self, delta: dict[str, Any], finish: str | None = None) -> Chunks:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return self.raw({"model": self.model, "object": "chat.completion.chunk", "id": "c",
                         "created": 0, "choices": [choice]})  # fmt: skip

    def usage(self, prompt: int, completion: int) -> Chunks:
        usage = {"prompt_tokens": prompt, "completion_tokens": completion,
                 "total_tokens": prompt + completion}  # fmt: skip
        return self.raw({"model": self.model, "choices": [], "usage": usage})

    def raw(self, value: object) -> Chunks:
        self.lines.append(f"data: {value if isinstance(value, str) else json.dumps(value)}\n\n")
        return self


def chunked(
    handler: Handler, lines: Sequence[str], *, pause: float = 0.0, end: bool = True
) -> None:
    handler.send_response(200)
    handler.send_header("content-type", "text/event-stream")
    handler.send_header("transfer-encoding", "chunked")
    handler.end_headers()
    for line in lines:
        data = line.encode()
        handler.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        handler.wfile.flush()
        if pause:
            handler.server.gone.wait(pause)
    if end:
        handler.wfile.write(b"0\r\n\r\n")
    else:
        handler.close_connection = True


def streams(
    *pieces: str, finish: str | None = "stop", pause: float = 0.0, end: bool = True
) -> Play:
    """Stream ``pieces``; without ``end`` the connection is cut after them."""
    chunks = Chunks()
    for piece in pieces:
        chunks.add({"content": piece})
    if end:
        chunks.add({}, finish).usage(11, 3).raw("[DONE]")
    return lambda handler: chunked(handler, chunks.lines, pause=pause, end=end)


def sends(value: object, *, code: int = 200, kind: str = "application/json",
          headers: dict[str, str] | None = None) -> Play:  # fmt: skip
    """Send one whole body."""

    def play(handler: Handler) -> None:
        data = (value if isinstance(value, str) else json.dumps(value)).encode()
        handler.send_response(code)
        handler.send_header("content-type", kind)
        handler.send_header("content-length", str(len(data)))
        for name, text in (headers or {}).items():
            handler.send_header(name, text)
        handler.end_headers()
        handler.wfile.write(data)

    return play


def status(
    number: int, message: str, *, headers: dict[str, str] | None = None, **error: object
) -> Play:
    """Send an error in OpenAI's form."""
    return sends({"error": {"message": message, **error}}, code=number, headers=headers)
