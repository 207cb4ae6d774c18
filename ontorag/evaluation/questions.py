"""A question with what is expected of its answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeAlias, Union

from ontorag.values.outcomes import Status

Gold: TypeAlias = Union[str, Decimal, bool]
"""An expected answer as it stands in a file: an IRI or a label, a number, a truth value."""

GoldFact: TypeAlias = tuple[str, str, str]
"""An expected fact: subject, predicate and object, each an IRI or a label."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question of an evaluation; what is None is not known and not scored.

    * ``answers``: all right answers; empty where there is none
    * ``entities``: what its words mean (IRIs or labels); empty where nothing is meant
    * ``facts`` and ``sources``: what an answer has to rest on; ``passages`` likewise, in words
    * ``links`` settles what words mean before asking: (words, IRI) pairs
    * ``line`` is where it stands in its file
    """

    id: str
    text: str
    language: str | None = None
    answers: tuple[Gold, ...] | None = None
    entities: tuple[str, ...] | None = None
    facts: tuple[GoldFact, ...] | None = None
    passages: tuple[str, ...] | None = None
    sources: tuple[str, ...] | None = None
    expected_status: Status | None = None
    expected_reason: str | None = None
    tags: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    line: int | None = field(default=None, compare=False)

    @property
    def should_abstain(self) -> bool | None:
        """Whether an abstention is the right outcome; None where the file does not tell.

        >>> Question("1", "Who?", answers=()).should_abstain
        True
        """
        if self.expected_status is not None:
            return self.expected_status == "insufficient_evidence"
        return None if self.answers is None else not self.answers
