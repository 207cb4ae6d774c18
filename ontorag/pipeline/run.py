"""One question while it runs: how it is to be read, its limits, and the steps it took."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from ontorag.answering import Phrasing
from ontorag.chat import counter_for, prompt_hash
from ontorag.errors import CancelledError, ModelError, ModelRefusedError
from ontorag.graph import GraphView
from ontorag.pipeline.calls import NotSentError
from ontorag.pipeline.spans import Marks, Spans, reply_attributes, request_attributes
from ontorag.stores.base import Scope
from ontorag.values import (
    IRI,
    Claim,
    Draft,
    Ended,
    ModelCall,
    Term,
    Trace,
    TraceStep,
    Withdrawn,
    World,
)
from ontorag.verification import GuardMode

if TYPE_CHECKING:
    from ontorag.chat import ChatModel, ChatReply, Message

Heard: TypeAlias = Union[Claim, Draft, Withdrawn]
Noted: TypeAlias = "list[tuple[str, Union[str, int]]]"
CUT = (
    "the server read {read} of about {sent} tokens of the prompt; give it a longer context "
    "(Ollama: num_ctx)"
)
BETWEEN_PROMPTS = "\n\n----\n\n"


@dataclass(slots=True)
class Run:
    """What bounds one question, and what it collects on its way: steps, calls, prompts.

    ``deadline`` is in seconds from now. ``hear`` is told of claims as they are verified.
    """

    cancel: threading.Event | None = None
    deadline: float | None = None
    seed: int | None = None
    is_dry: bool = False
    hear: Callable[[Heard], None] | None = None
    spans: Spans = field(default_factory=Spans)
    steps: list[TraceStep] = field(default_factory=list)
    calls: list[ModelCall] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)
    stage: str = ""
    marks: Marks = field(default_factory=Marks)

    def remaining(self) -> float | None:
        """Give the seconds left, or None without a deadline."""
        return None if self.deadline is None else self.began + self.deadline - time.monotonic()

    def look(self) -> None:
        """Raise `CancelledError` when the question was cancelled or its deadline has passed."""
        if self.cancel is not None and self.cancel.is_set():
            raise CancelledError("the question was cancelled")
        left = self.remaining()
        if left is not None and left <= 0:
            raise CancelledError(
                f"the question was not answered within its deadline of {self.deadline:g} s; "
                "allow more, or ask a faster model"
            )

    @contextmanager
    def step(self, name: str) -> Iterator[Noted]:
        """Time one stage; what it did goes into the list: texts are details, numbers sizes."""
        self.look()
        noted: Noted = []
        self.stage = name
        started = time.perf_counter()
        with self.spans.stage(name) as marks:
            self.marks = marks
            try:
                yield noted
            finally:
                spent = (time.perf_counter() - started) * 1000
                sizes = tuple((each, n) for each, n in noted if isinstance(n, int))
                details = tuple((each, said) for each, said in noted if isinstance(said, str))
                self.steps.append(TraceStep(name, round(spent, 3), details, sizes))
                marks.set({f"ontorag.{each.replace(' ', '_')}": n for each, n in sizes})

    def tell(self, claims: Sequence[Claim]) -> None:
        """Tell who listens what is claimed."""
        if self.hear is not None:
            for claim in claims:
                self.hear(claim)

    def mark(self, attributes: dict[str, Any]) -> None:
        """Set attributes of the present stage's span."""
        self.marks.set(attributes)

    @contextmanager
    def call(
        self, chat: ChatModel, messages: Sequence[Message], options: dict[str, Any]
    ) -> Iterator[Callable[[ChatReply], None]]:
        """Keep one call of a model; the function that is given takes the reply."""
        replies: list[ChatReply] = []
        self.prompts.append("\n\n".join(f"{each.role}: {each.content}" for each in messages))
        started = time.perf_counter()
        with self.spans.span(f"chat {chat.name}", "LLM", client=True) as marks:
            marks.set(
                request_attributes(
                    chat, messages, temperature=options["temperature"],
                    max_tokens=options["max_tokens"], seed=options["seed"],
                    is_json=options["schema"] is not None, contents=self.spans.contents,
                )
            )  # fmt: skip
            ended: Ended = "failed"
            problem = ""
            try:
                yield replies.append
                ended = _ended(replies[0])
            except ModelRefusedError as fault:
                ended = "length" if fault.finish_reason == "length" else "refusal"
                problem = str(fault)
                raise
            except ModelError as fault:
                ended = "not_sent" if isinstance(fault, NotSentError) else "failed"
                problem = "" if ended == "not_sent" else str(fault)
                raise
            finally:
                spent = (time.perf_counter() - started) * 1000
                call = self._call(chat, messages, options["seed"], spent, replies, ended, problem)
                self.calls.append(call)
                if replies:
                    marks.set(reply_attributes(call, replies[0], contents=self.spans.contents))

    def _call(
        self,
        chat: ChatModel,
        messages: Sequence[Message],
        seed: int | None,
        milliseconds: float,
        replies: Sequence[ChatReply],
        ended: Ended,
        problem: str,
    ) -> ModelCall:
        counter = counter_for(chat.name)
        counted = counter.of_messages(messages)
        reply = replies[0] if replies else None
        if reply is not None and counter.was_cut(counted, reply.prompt_tokens):
            problem = CUT.format(read=reply.prompt_tokens, sent=counted)
        return ModelCall(
            stage=self.stage,
            asked=chat.name,
            answered=reply.model if reply else None,
            milliseconds=round(milliseconds, 3),
            prompt_hash=prompt_hash(messages),
            counted=counted,
            counted_by=counter.name,
            prompt_tokens=reply.prompt_tokens if reply else None,
            completion_tokens=reply.completion_tokens if reply else None,
            seed=seed,
            ended=ended,
            problem=problem,
        )

    def trace(self, snapshot: str) -> Trace:
        """Give the trace; tokens are summed where the model reports them, kept replies cost 0."""
        spent = [call for call in self.calls if call.ended != "cached"]
        sent = [call.prompt_tokens for call in spent if call.prompt_tokens is not None]
        got = [call.completion_tokens for call in spent if call.completion_tokens is not None]
        answered = [call.answered for call in self.calls if call.answered is not None]
        return Trace(
            steps=tuple(self.steps),
            snapshot=snapshot,
            model=answered[-1] if answered else None,
            prompt_tokens=sum(sent) if sent else None,
            completion_tokens=sum(got) if got else None,
            prompt=BETWEEN_PROMPTS.join(self.prompts) if self.prompts else None,
            calls=tuple(self.calls),
        )


def _ended(reply: ChatReply) -> Ended:
    if reply.cached:
        return "cached"
    return {"length": "length", "refusal": "refusal"}.get(reply.finish_reason, "stop")  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a model is to phrase answers, and what becomes of what it does not prove."""

    phrasing: Phrasing = "claims"
    guard: GuardMode = "replace"
    token_budget: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with everything that was decided about how to read it."""

    question: str
    language: str
    view: GraphView
    scope: Scope
    world: World
    complete: frozenset[IRI]
    budget: int
    wanted: Wanted
    today: date
    within: tuple[Term, ...] | None = None
