"""Whether recorded facts deny what a yes-or-no question asks: another value where one is allowed.

A functional property has one object (OWL 2 Structural Specification, section 9.2.7), an inverse
functional one has one subject (9.2.8): "Does Ben lead Aurora?" is denied by whoever else leads it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ontorag.stores.comparing import comparable, compare
from ontorag.values import IRI, And, Compare, Fact, Has, Is, Literal, Or, Plan, Term, Where


@dataclass(frozen=True, slots=True)
class Limits:
    """The properties with at most one object of a subject, and one subject of an object."""

    functional: Collection[IRI] = frozenset()
    inverse_functional: Collection[IRI] = frozenset()


def denying(plan: Plan, facts: Sequence[Fact], limits: Limits) -> bool:
    """Whether ``facts`` deny one of the conditions of ``plan`` on its one subject."""
    if plan.operation != "exists" or plan.combine != "all" or len(plan.subjects) != 1:
        return False
    (subject,) = plan.subjects
    return any(
        denies(each.where, subject, facts, limits) for each in plan.constraints if not each.excluded
    )


def denies(where: Where, subject: Term, facts: Sequence[Fact], limits: Limits) -> bool:
    """Whether facts deny that the subject is a member: of alternatives each, of parts any."""
    if isinstance(where, Or):
        return all(denies(part, subject, facts, limits) for part in where.parts)
    if isinstance(where, And):
        return any(denies(part, subject, facts, limits) for part in where.parts)
    return isinstance(where, Has) and _is_denied(where, subject, facts, limits)


def _is_denied(where: Has, subject: Term, facts: Sequence[Fact], limits: Limits) -> bool:
    """Whether the subject has another value than asked for, or what is asked for another one."""
    predicate, inverse = where.step.predicate, where.step.inverse
    ends = [
        (fact.object, fact.subject) if inverse else (fact.subject, fact.object)
        for fact in facts
        if fact.predicate == predicate
    ]
    one_value, one_holder = limits.functional, limits.inverse_functional
    if inverse:
        one_value, one_holder = one_holder, one_value
    own = [far for near, far in ends if near == subject]
    if predicate in one_value and own and not any(_meets(far, where.target) for far in own):
        return True
    wanted = where.target.terms if isinstance(where.target, Is) else ()
    holders = [near for near, far in ends if far in wanted]
    return predicate in one_holder and len(wanted) == 1 and bool(holders) and subject not in holders


def _meets(term: Term, target: Where | None) -> bool:
    """Whether a value is what was asked for, or that cannot be told from the value alone."""
    if isinstance(target, Is):
        return term in target.terms
    if isinstance(target, Compare) and isinstance(term, Literal):
        return compare(target.operator, comparable(term), comparable(target.value))
    if isinstance(target, And):
        return all(_meets(term, part) for part in target.parts)
    if isinstance(target, Or):
        return any(_meets(term, part) for part in target.parts)
    return True
