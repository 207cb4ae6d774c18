"""What came of a question: subgraph, claims, answer, trace."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal as OneOf
from typing import TypeAlias, Union

from ontorag.values.facts import Fact
from ontorag.values.links import Link
from ontorag.values.plans import Plan
from ontorag.values.terms import IRI, Term

Status = OneOf["answered", "insufficient_evidence"]
VerdictKind = OneOf["supported", "contradicted", "unsupported", "miscited", "invalid_id"]
Reason = OneOf[
    "invalid_question",
    "unsupported_operation",
    "out_of_time_scope",
    "out_of_domain",
    "unknown_concept",
    "unknown_entity",
    "ambiguous",
    "unknown_relation",
    "false_presupposition",
    "no_data",
    "no_matching_entity",
    "conflicting_facts",
    "open_world",
    "invalid_model_output",
    "unsupported_answer",
]
Flag = OneOf[
    "partial",
    "as_recorded",
    "truncated",
    "empty",
    "replaced",
    "model_reading",
    "model_abstained",
    "invalid_model_output",
]
Ended = OneOf["stop", "length", "refusal", "cached", "failed", "not_sent"]
DerivedKind = OneOf[
    "count", "only", "empty", "maximum", "minimum", "complete", "absent", "sum", "average",
    "difference", "compared", "every",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Labelled:
    """A term with the label to show for it and its classes' labels."""

    term: Term
    label: str
    classes: tuple[str, ...] = ()


AnswerValue: TypeAlias = Union[Labelled, int, Decimal, bool]


@dataclass(frozen=True, slots=True)
class DerivedFact:
    """A fact computed by the query engine (D1, D2 …): a count, the only one, an empty set.

    ``about`` says of what, in words of the question's language ("hat Fähigkeit: Python");
    ``text`` is the whole fact as a sentence; ``complete`` is whether the records are declared
    complete, so that a count is exact. ``premises`` are ids of the facts it was computed from
    (those within the budget).
    """

    id: str
    kind: DerivedKind
    about: str
    value: AnswerValue | None
    text: str
    complete: bool = False
    premises: tuple[str, ...] = ()
    properties: tuple[IRI, ...] = ()


@dataclass(frozen=True, slots=True)
class ConstraintCount:
    """How many entities meet one constraint on its own."""

    text: str
    count: int


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An entity that meets some of the constraints (their texts), not all."""

    entity: Labelled
    met: tuple[str, ...]
    missed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subgraph:
    """The facts that prove the answers, and what was computed on the way.

    ``total`` counts the selected facts before the budget; ``truncated`` says that it cut them
    (answers and derived facts are always whole). ``entities`` gives every term of the facts its
    label and classes. ``rows`` are the answers side by side, under ``columns``, where there are
    several of them to a row; then ``answers`` are the distinct cells. ``nearby`` is what is
    recorded around the things that are named, N1, N2 …, where there is no answer: no evidence of
    one, and seen by no model.
    """

    facts: tuple[Fact, ...] = ()
    answers: tuple[AnswerValue, ...] = ()
    derived: tuple[DerivedFact, ...] = ()
    constraint_counts: tuple[ConstraintCount, ...] = ()
    near_misses: tuple[NearMiss, ...] = ()
    total: int = 0
    truncated: bool = False
    entities: tuple[Labelled, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[AnswerValue | None, ...], ...] = ()
    nearby: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a claim's text, in code points."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a claim follows from its evidence, why, and which spans decided it."""

    kind: VerdictKind
    reason: str = ""
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of an answer with the ids of its evidence."""

    text: str
    evidence_ids: tuple[str, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer, or why there is none (``reason``) and what would help (in ``text``)."""

    status: Status
    reason: Reason | None
    flags: tuple[Flag, ...]
    text: str
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """Text of a model while it comes: nobody has checked it."""

    text: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """What was drafted since the last claim is not proved, or contradicted: take it back."""

    kind: VerdictKind


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One stage: its name, milliseconds, and what it did in (name, value) pairs; its sizes."""

    name: str
    milliseconds: float
    details: tuple[tuple[str, str], ...] = ()
    sizes: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a chat model within the stage ``stage``.

    ``asked`` is the model that was asked for, ``answered`` the one that says it answered.
    ``prompt_hash`` is the first 16 hex digits of the SHA-256 of the messages. ``counted`` is our
    own count of the prompt's tokens and ``counted_by`` how it was made ("estimated", or the
    tokeniser); the server's counts are None where it tells none. ``ended`` is how the call
    ended; ``problem`` says why where it failed.
    """

    stage: str
    asked: str
    answered: str | None
    milliseconds: float
    prompt_hash: str
    counted: int
    counted_by: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    seed: int | None = None
    ended: Ended = "stop"
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """The stages in order, the store's snapshot, every call of a model, and what these cost.

    ``model`` is the last that answered; ``prompt`` has every prompt, sent or (in a dry run) not.
    """

    steps: tuple[TraceStep, ...] = ()
    snapshot: str = ""
    model: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt: str | None = None
    calls: tuple[ModelCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that came of one question."""

    question: str
    language: str
    links: tuple[Link, ...]
    plan: Plan | None
    subgraph: Subgraph
    answer: Answer
    trace: Trace = Trace()
