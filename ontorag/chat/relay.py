"""Wait for a model without being stuck with it: cancel, deadline, a worker that reads."""

from __future__ import annotations

import contextlib
import contextvars
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Generic, TypeVar

from ontorag.errors import CancelledError

Piece = TypeVar("Piece")

LOOK_SECONDS = 0.05
"""How often a waiting call looks at its cancel event and its deadline."""


class StalledError(Exception):
    """No piece came for too long, though the connection may be kept alive."""


class Watch:
    """The cancel event and the deadline (in seconds from now) of one call."""

    def __init__(self, name: str, cancel: threading.Event | None, deadline: float | None) -> None:
        self._name = name
        self._cancel = cancel
        self._seconds = deadline
        self._end = None if deadline is None else time.monotonic() + deadline

    def remaining(self) -> float | None:
        """Give the seconds left, or None without a deadline."""
        return None if self._end is None else self._end - time.monotonic()

    def look(self) -> None:
        """Raise `CancelledError` when the call was cancelled or its deadline has passed."""
        if self._cancel is not None and self._cancel.is_set():
            raise CancelledError(f"the call to model {self._name!r} was cancelled")
        if self._end is not None and time.monotonic() >= self._end:
            raise CancelledError(
                f"model {self._name!r} was not done within its deadline of {self._seconds:g} s; "
                "allow more, or use a faster model"
            )

    def wait(self, seconds: float) -> None:
        """Sleep, and look meanwhile."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.look()
            time.sleep(min(left, LOOK_SECONDS))
        self.look()


class Gate:
    """Holds back all calls to a server while it wants to be left alone."""

    def __init__(self) -> None:
        self._opens = 0.0

    def close(self, seconds: float, *, for_all: bool) -> None:
        """Close for ``seconds`` when the fault was not of one call, but for all of them."""
        if for_all:
            self._opens = max(self._opens, time.monotonic() + seconds)

    def wait(self, watch: Watch) -> None:
        """Wait until it opens, and look meanwhile."""
        while (left := self._opens - time.monotonic()) > 0:
            watch.wait(left)


class _End:
    """The last thing in the queue: how the worker ended."""

    def __init__(self, fault: BaseException | None) -> None:
        self.fault = fault


class Relay(Generic[Piece]):
    """Reads an iterator in a thread of its own, so that the caller can stop waiting at any time.

    ``read`` gets this relay, and gives the pieces; it should put the HTTP response it opens into
    `response`, so that stopping can cut the connection and with it the server's work.
    ``patience`` bounds the wait for each piece, in seconds: comments that only keep a stream
    alive do not count. After it, `StalledError`.
    """

    def __init__(
        self,
        read: Callable[[Relay[Piece]], Iterator[Piece]],
        watch: Watch,
        *,
        patience: float | None = None,
    ) -> None:
        self.response: Any = None
        self.stopped = threading.Event()
        self._read = read
        self._watch = watch
        self._patience = patience
        self._pieces: queue.SimpleQueue[Piece | _End] = queue.SimpleQueue()

    def __iter__(self) -> Iterator[Piece]:
        context = contextvars.copy_context()
        worker = threading.Thread(
            target=context.run, args=(self._work,), name="ontorag-chat", daemon=True
        )
        worker.start()
        try:
            while True:
                piece = self._next()
                if isinstance(piece, _End):
                    if piece.fault is not None:
                        raise piece.fault
                    return
                self._watch.look()
                yield piece
        finally:
            self._stop()

    def _next(self) -> Piece | _End:
        """Wait for the next piece, and look meanwhile."""
        begun = time.monotonic()
        while True:
            try:
                return self._pieces.get(timeout=LOOK_SECONDS)
            except queue.Empty:
                self._watch.look()
            if self._patience is not None and time.monotonic() - begun > self._patience:
                raise StalledError

    def _work(self) -> None:
        with _Told(self._pieces):
            for piece in self._read(self):
                if self.stopped.is_set():
                    break
                self._pieces.put(piece)

    def _stop(self) -> None:
        """Tell the worker to stop, and wake it by cutting the connection it reads from."""
        self.stopped.set()
        extensions = getattr(self.response, "extensions", None) or {}
        stream = extensions.get("network_stream")
        connection = stream.get_extra_info("socket") if stream is not None else None
        if isinstance(connection, socket.socket) and not _closed(self.response):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


def _closed(response: Any) -> bool:
    return bool(getattr(response, "is_closed", False))


class _Told(Generic[Piece]):
    """Puts into a queue how a block ended, the exception included."""

    def __init__(self, pieces: queue.SimpleQueue[Piece | _End]) -> None:
        self._pieces = pieces

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self._pieces.put(_End(fault))
        return True
