"""A model's answer without facts, or with all of them: to compare with, unverified."""

from __future__ import annotations

from contextlib import suppress

from ontorag.answering import answer_for_comparison
from ontorag.graph import KnowledgeGraph
from ontorag.pipeline.calls import NotSentError, RecordedChat
from ontorag.pipeline.options import Mode
from ontorag.pipeline.run import Asked, Run
from ontorag.values import Answer, Subgraph


def answer_unverified(
    asked: Asked, graph: KnowledgeGraph, mode: Mode, chat: RecordedChat, run: Run
) -> tuple[Answer, Subgraph]:
    """Ask ``chat`` without facts or with all facts of ``graph``; a dry run has no answer."""
    facts, entities = graph.everything(language=asked.language) if mode == "all" else ([], [])
    subgraph = Subgraph(facts=tuple(facts), total=len(facts), entities=tuple(entities))
    answer = Answer("insufficient_evidence", None, (), "")
    with run.step("chat") as details, suppress(NotSentError):
        _, reply = answer_for_comparison(
            asked.question, subgraph, chat, mode=mode, language=asked.language,
            domain=asked.view.schema.title or "",
        )  # fmt: skip
        details += [("facts", len(facts)), ("characters", len(reply.text))]
        answer = Answer("answered", None, (), reply.text.strip())
    return answer, subgraph
