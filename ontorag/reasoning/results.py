"""What reasoning gives back: facts that follow, contradictions, and figures of the run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ontorag.reasoning.proofs import Proof
from ontorag.reasoning.wording import Statement


@dataclass(frozen=True, slots=True)
class Inference:
    """A fact that follows, with the rule and the premises of its first derivation."""

    subject: str
    predicate: str
    object: str
    rule: str
    premises: tuple[Statement, ...]

    @property
    def statement(self) -> Statement:
        """Subject, predicate and object as N-Triples text."""
        return self.subject, self.predicate, self.object


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """Facts and axioms that contradict one another by a rule of the W3C tables."""

    rule: str
    proof: Proof

    @property
    def premises(self) -> tuple[Statement, ...]:
        """The statements that the rule finds together."""
        return tuple(part.statement for part in self.proof.premises if part.statement)


@dataclass(frozen=True, slots=True)
class Unsatisfiable:
    """A class that can have no member; that alone contradicts nothing."""

    cls: str
    proof: Proof


@dataclass(frozen=True, slots=True)
class RuleReading:
    """A rule of SWRL: its node, how it reads ("" when it cannot be read), why it is not run.

    ``problem`` is None for a rule that is run.
    """

    node: str
    text: str
    problem: str | None


@dataclass(frozen=True, slots=True)
class RunStats:
    """Figures of a run: statements given, facts that follow, seconds, facts by rule.

    ``malformed`` names axioms that were not used, because their list is broken, with why.
    """

    given: int
    inferred: int
    seconds: float
    rules: Mapping[str, int] = field(default_factory=dict)
    equal_groups: int = 0
    malformed: tuple[tuple[Statement, str], ...] = ()
