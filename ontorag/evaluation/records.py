"""One line of a run's results: what was asked, expected, answered, and how it scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields, replace
from typing import Any

from ontorag.errors import InputError
from ontorag.evaluation.matching import Names
from ontorag.evaluation.metrics import Share
from ontorag.evaluation.questions import Question
from ontorag.evaluation.scoring import expected_and_returned, is_right, score
from ontorag.names import local_name
from ontorag.values import Answer, Concept, Link, Outcome, Subgraph

COMPARED = ("none", "all")
"""Modes that select no facts: their answers are what the model's text names."""
OF_SELECTION = ("answer_recall_in_facts", "fact_recall", "source_recall")
MOST_LISTED = 200
"""Values of an answer that are written out, at most; counts and scores are of all of them."""


@dataclass(frozen=True, slots=True)
class Record:
    """What came of one question in one mode; ready for JSON.

    ``scores`` are (numerator, denominator) for each metric. ``milliseconds`` are by step, in the
    order of the steps. ``links`` are (words, linked label or "", method, role). ``error`` is the
    message when asking failed; then the question counts as not answered.
    """

    id: str
    mode: str
    question: str
    language: str
    tags: tuple[str, ...]
    expected: tuple[str, ...] | None
    expected_count: int | None
    expected_status: str | None
    expected_reason: str | None
    status: str
    reason: str | None
    flags: tuple[str, ...]
    text: str
    returned: tuple[str, ...]
    returned_count: int
    links: tuple[tuple[str, str, str, str], ...]
    plan: str
    facts: int
    scores: dict[str, Share]
    right: bool
    milliseconds: dict[str, float]
    model: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    error: str | None = None

    @property
    def key(self) -> tuple[str, str]:
        """What identifies it within a run: mode and question."""
        return self.mode, self.id


def record_of(question: Question, mode: str, outcome: Outcome, names: Names) -> Record:
    """Score an outcome and keep what a person needs to understand the score."""
    shares = score(question, outcome, names)
    if mode in COMPARED:
        shares = {name: each for name, each in shares.items() if name not in OF_SELECTION}
    gold, returned = expected_and_returned(question, outcome, names)
    trace = outcome.trace
    milliseconds: dict[str, float] = {}
    for step in trace.steps:
        milliseconds[step.name] = milliseconds.get(step.name, 0.0) + step.milliseconds
    return Record(
        **_asked(question, mode),
        language=outcome.language,
        expected=None
        if question.answers is None
        else tuple(sorted(v for _, v in gold)[:MOST_LISTED]),
        expected_count=None if question.answers is None else len(gold),
        status=outcome.answer.status,
        reason=outcome.answer.reason,
        flags=outcome.answer.flags,
        text=outcome.answer.text,
        returned=tuple(value for _, value in returned[:MOST_LISTED]),
        returned_count=len(returned),
        links=tuple(_shown(link) for link in outcome.links),
        plan="" if outcome.plan is None else outcome.plan.describe(),
        facts=len(outcome.subgraph.facts),
        scores=shares,
        right=is_right(question, outcome, shares),
        milliseconds=milliseconds,
        model=trace.model,
        prompt_tokens=trace.prompt_tokens,
        completion_tokens=trace.completion_tokens,
    )


def failed(question: Question, mode: str, error: Exception) -> Record:
    """Give the record of a question whose asking failed: wrong in every metric, abstains from none.

    It has no part in the precision of abstentions.
    """
    nothing = Answer("insufficient_evidence", None, (), "")
    outcome = Outcome(question.text, question.language or "", (), None, Subgraph(), nothing)
    record = record_of(question, mode, outcome, {})
    scores = {
        name: (1.0 if name == "over_abstention" else 0.0, over)
        for name, (_, over) in record.scores.items()
        if name not in ("abstention_precision", "reason_accuracy")
    }
    message = f"{type(error).__name__}: {error}"
    return replace(record, status="error", scores=scores, right=False, error=message)


def record_to_json(record: Record) -> dict[str, Any]:
    """Write a record as JSON values, the inverse of `record_from_json`."""
    return asdict(record)


def record_from_json(raw: Mapping[str, Any]) -> Record:
    """Read a record; anything else is an `InputError`."""
    known = {each.name for each in fields(Record)}
    required = {each.name for each in fields(Record) if each.default is MISSING}
    if not isinstance(raw, Mapping) or set(raw) - known or required - set(raw):
        raise InputError(f"{str(raw)[:80]} is not a line of an evaluation's results.jsonl")
    values = {name: _frozen(value) for name, value in raw.items()}
    values["scores"] = {name: (top, over) for name, (top, over) in raw["scores"].items()}
    values["milliseconds"] = dict(raw["milliseconds"])
    return Record(**values)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(each) for each in value) if isinstance(value, list) else value


def _asked(question: Question, mode: str) -> dict[str, Any]:
    return {
        "id": question.id,
        "mode": mode,
        "question": question.text,
        "tags": question.tags,
        "expected_status": question.expected_status,
        "expected_reason": question.expected_reason,
    }


def _shown(link: Link) -> tuple[str, str, str, str]:
    target = link.target
    if target is None:
        said = " | ".join(each.matched_label for each in link.candidates) if link.ambiguous else ""
    elif isinstance(target, Concept):
        said = target.labels[0][0] if target.labels else local_name(str(target.iri))
    else:
        said = target.literal.lexical
    return link.mention.text, said, link.method, link.role
