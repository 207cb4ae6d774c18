"""Ask in threads: hear an answer while it comes, ask without blocking an event loop, ask many.

A question runs in a thread of its own and stops at its cancel event, so all of this works within
a running event loop (a notebook) as well as without one. What needs asyncio and thread pools
imports them when it is called: an ordinary question starts without them.
"""

from __future__ import annotations

import contextvars
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar, Union

from ontorag.errors import CancelledError, InputError
from ontorag.pipeline.run import Heard

if TYPE_CHECKING:
    from concurrent.futures import Future

Answer = TypeVar("Answer")
Ask = Callable[[threading.Event, Callable[[Heard], None]], Answer]
"""Asks: given are the event that cancels, and who is to hear claims as they are verified."""

AFTER_CANCEL = 5.0
"""How long a cancelled question is waited for, in seconds."""


def listen(ask: Ask[Answer], cancel: threading.Event | None) -> Iterator[Union[Heard, Answer]]:
    """Give what is heard while ``ask`` runs, then what it returns; raises what it raises.

    Leaving the loop early cancels the question.
    """
    from concurrent.futures import Future

    stop = _Either(cancel)
    events: queue.SimpleQueue[Heard | None] = queue.SimpleQueue()
    future: Future[Answer] = Future()
    thread = threading.Thread(
        target=contextvars.copy_context().run, args=(_settle, future, ask, stop, events),
        name="ontorag-ask", daemon=True,
    )  # fmt: skip
    thread.start()
    try:
        while (event := events.get()) is not None:
            yield event
        yield future.result()
    finally:
        stop.set()
        thread.join(AFTER_CANCEL)


async def ask_in_thread(
    ask: Callable[[threading.Event], Answer], cancel: threading.Event | None
) -> Answer:
    """Run ``ask`` in a thread; cancelling the task cancels the question."""
    import asyncio

    stop = _Either(cancel)
    try:
        return await asyncio.to_thread(ask, stop)
    finally:
        stop.set()


def ask_each(
    ask: Callable[[str, threading.Event], Answer],
    questions: Iterable[str],
    parallel: int,
    cancel: threading.Event | None,
) -> list[Answer]:
    """Ask questions, ``parallel`` at a time; their answers come in their order.

    The first error cancels what still runs, and is raised.
    """
    from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

    if parallel < 1:
        raise InputError(f"parallel is {parallel}; give 1 or more")
    if isinstance(questions, str):
        raise InputError(f"questions are a list, not one text: [{questions!r}]")
    stop = _Either(cancel)
    with ThreadPoolExecutor(parallel, thread_name_prefix="ontorag-ask") as pool:
        futures = [
            pool.submit(contextvars.copy_context().run, ask, question, stop)
            for question in questions
        ]
        try:
            wait(futures, return_when=FIRST_EXCEPTION)
            _raise_first(futures)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
    return [future.result() for future in futures]


class _Either(threading.Event):
    """An event that is also set when the caller's is."""

    def __init__(self, other: threading.Event | None) -> None:
        super().__init__()
        self._other = other

    def is_set(self) -> bool:
        return super().is_set() or (self._other is not None and self._other.is_set())


def _settle(
    future: Future[Answer],
    ask: Ask[Answer],
    stop: threading.Event,
    events: queue.SimpleQueue[Heard | None],
) -> None:
    with _Settled(future):
        future.set_result(ask(stop, events.put))
    events.put(None)


class _Settled:
    """Gives a future the exception that ends a block."""

    def __init__(self, future: Future[Answer]) -> None:
        self._future = future

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> bool:
        if fault is not None:
            self._future.set_exception(fault)
        return True


def _raise_first(futures: Iterable[Future[Answer]]) -> None:
    """Raise the first error that is no mere consequence of another one."""
    faults = [
        fault
        for future in futures
        if future.done() and not future.cancelled() and (fault := future.exception()) is not None
    ]
    for fault in [*(each for each in faults if not isinstance(each, CancelledError)), *faults]:
        raise fault
