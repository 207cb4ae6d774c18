"""The set algebra: which terms are meant, said without saying how to find them.

A `Where` denotes a set of terms (its *members*). Plans are made of it; each store
compiles it to its own query language; tests/contract interprets it over Python
sets as the oracle for both.

A path is nested `Has`: who has a skill that Aurora requires is
``Has(Step(has_skill), Has(Step(requires, inverse=True), Is((aurora,))))``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal as OneOf
from typing import TypeAlias, Union

from ontorag.values.terms import IRI, Literal, Term

Operator = OneOf["<", "<=", "=", "!=", ">=", ">"]


@dataclass(frozen=True, slots=True)
class Step:
    """One edge: along ``predicate``, or against it when ``inverse``."""

    predicate: IRI
    inverse: bool = False


@dataclass(frozen=True, slots=True)
class Is:
    """Exactly these terms (whether or not a statement mentions them)."""

    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class OfType:
    """Subjects of an ``rdf:type`` statement to any of ``classes`` (asserted; no subclasses)."""

    classes: tuple[IRI, ...]


@dataclass(frozen=True, slots=True)
class Compare:
    """Literals that stand in ``operator`` to ``value``, compared by value.

    Numbers compare with numbers, dates with dates (a ``gYear`` or ``gYearMonth`` with a
    date by its own precision), plain and language strings by code points with strings.
    Ill-typed and incomparable literals are no members. ``=`` and ``!=`` compare values too.
    Members exist only as the target of a `Has`.
    """

    operator: Operator
    value: Literal


@dataclass(frozen=True, slots=True)
class QualifierCondition:
    """A statement counts only when it has a qualifier ``predicate`` with a value in ``target``.

    With ``excluded`` it counts only when it has none: "not marked as negated".
    """

    predicate: IRI
    target: Where | None = None
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Has:
    """Terms with an edge ``step`` to a member of ``target`` (None: to anything)."""

    step: Step
    target: Where | None = None
    qualifiers: tuple[QualifierCondition, ...] = ()


@dataclass(frozen=True, slots=True)
class Every:
    """Terms with an edge ``step`` to *each* member of ``of``; nothing when ``of`` is empty."""

    step: Step
    of: Where


@dataclass(frozen=True, slots=True)
class And:
    """Members of all ``parts``. Parts may be `Not`, as long as one is not."""

    parts: tuple[Where, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Members of any of ``parts``."""

    parts: tuple[Where, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """What is not a member of ``part``: only within an `And` that has a positive part."""

    part: Where


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Members of at least ``n`` of ``parts`` (1 <= n <= len(parts))."""

    n: int
    parts: tuple[Where, ...]


@dataclass(frozen=True, slots=True)
class Top:
    """The members of ``of`` whose largest (smallest) value of ``predicate`` is among the best.

    ``n`` is how many; ties at the last place are all members. Values are numbers or dates as
    in `Compare`; with ``scale`` (lowest first) they are terms on an ordered scale. Members
    without a comparable value never rank. With ``of_step`` the value is the qualifier
    ``predicate`` of the statement along that step to a member of ``of_target``.
    """

    of: Where
    predicate: IRI
    n: int = 1
    largest: bool = True
    scale: tuple[Term, ...] = ()
    of_step: Step | None = None
    of_target: Where | None = None


Where: TypeAlias = Union[Is, OfType, Compare, Has, Every, And, Or, Not, AtLeast, Top]


def with_parts(where: Where, change: Callable[[Where], Where]) -> Where:
    """Give an `And`, `Or`, `Not` or `AtLeast` with its parts changed, anything else as it is."""
    if isinstance(where, Not):
        return Not(change(where.part))
    if isinstance(where, (And, Or, AtLeast)):
        return replace(where, parts=tuple(change(part) for part in where.parts))
    return where
