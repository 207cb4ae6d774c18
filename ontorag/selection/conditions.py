"""The constraints of a plan one by one: how many meet each, and who meets some but not all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ontorag.selection import wording
from ontorag.selection.proofs import Prover
from ontorag.selection.reading import Reading
from ontorag.values import (
    Constraint,
    ConstraintCount,
    Every,
    Fact,
    Has,
    Is,
    Labelled,
    NearMiss,
    Not,
    OfType,
    Plan,
    Step,
    Term,
    Where,
    write_term,
)

NEAR_MISSES = 5
SET_LIMIT = 2_000
FEW_MEMBERS = 50
LABELLED_AT_ONCE = 200
MEMBERS_LIMIT = 50


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing an answer must (or must not) be: a constraint, or one member of an `Every`."""

    text: str
    where: Where
    count: int
    excluded: bool = False
    requirement: tuple[Every, Term] | None = None

    @property
    def is_type(self) -> bool:
        """Whether this is only a class."""
        return isinstance(self.where, OfType)


@dataclass(frozen=True, slots=True)
class Near:
    """A near miss with the conditions it meets, or with the facts that make it one."""

    miss: NearMiss
    met: tuple[Condition, ...] = ()
    facts: tuple[Fact, ...] = ()


def positive(constraint: Constraint) -> Where:
    """Give what an excluded constraint excludes, or what another one asks for."""
    return constraint.where.part if isinstance(constraint.where, Not) else constraint.where


def conditions_of(plan: Plan, reading: Reading) -> tuple[Condition, ...]:
    """Give the conditions of ``plan`` with their counts, members of an `Every` one by one."""
    found: list[Condition] = []
    for each in plan.constraints:
        where = positive(each)
        if isinstance(where, Every):
            found += _requirements(where, reading, plan.language)
        else:
            excluded = each.excluded or isinstance(each.where, Not)
            found.append(Condition(each.text, where, reading.count(where), excluded))
    return tuple(found)


def _requirements(where: Every, reading: Reading, language: str) -> list[Condition]:
    members = reading.members(where.of)[:MEMBERS_LIMIT]
    labels = reading.labelled(members)
    ordered = sorted(members, key=lambda term: (labels[term].label, write_term(term)))
    found: list[Condition] = []
    for term in ordered:
        holds = Has(where.step, Is((term,)))
        count = reading.count(holds)
        found.append(Condition(labels[term].label, holds, count, requirement=(where, term)))
    return found


def counts_of(
    plan: Plan, conditions: Sequence[Condition], reading: Reading
) -> tuple[ConstraintCount, ...]:
    """Count each constraint on its own, then each member that an `Every` requires."""
    counts: list[ConstraintCount] = []
    for each in plan.constraints:
        where = positive(each)
        counts.append(ConstraintCount(each.text, reading.count(where)))
        counts += [
            ConstraintCount(wording.required_text(one.text, plan.language), one.count)
            for one in conditions
            if one.requirement is not None and one.requirement[0] == where
        ]
    return tuple(counts)


def near_misses(
    plan: Plan,
    conditions: Sequence[Condition],
    answers: Sequence[Term],
    reading: Reading,
    prover: Prover,
) -> list[Near]:
    """Give who meets some conditions but not all, the best first, at most `NEAR_MISSES`.

    Beside answers this is a courtesy, so only conditions that few meet are looked at
    (`FEW_MEMBERS`); without answers the rarest condition is always read.
    """
    if plan.combine == "any" or plan.operation not in ("holders", "count"):
        return []
    deciding = [each for each in conditions if not each.is_type and not each.excluded]
    if not answers and sum(each.count for each in deciding) == 0:
        return [near for each in deciding for near in _alike(each, reading, prover)][:NEAR_MISSES]
    if len(conditions) < 2:
        return []
    candidates = _candidates(deciding, set(answers), reading)
    met = {each: _meeting(each, candidates, reading, prover) for each in conditions}
    best = _best(candidates, conditions, met)
    labels = reading.labelled(best)
    nears = [_near(term, labels[term], conditions, met) for term in best]
    return sorted(nears, key=_order)[:NEAR_MISSES]


def _order(near: Near) -> tuple[int, int, str, str]:
    miss = near.miss
    return -len(miss.met), len(miss.missed), miss.entity.label, write_term(miss.entity.term)


def _candidates(deciding: Sequence[Condition], answers: set[Term], reading: Reading) -> list[Term]:
    """Read the members of the rarest conditions, as far as they are few."""
    found: dict[Term, None] = {}
    limit = FEW_MEMBERS if answers else SET_LIMIT
    for each in sorted(deciding, key=lambda one: one.count):
        if each.count <= limit or not (found or answers):
            found.update(dict.fromkeys(reading.members(each.where)))
    return [term for term in found if term not in answers]


def _meeting(
    condition: Condition, candidates: Sequence[Term], reading: Reading, prover: Prover
) -> set[Term]:
    """Give the candidates that are members of a condition, from what was read where it was."""
    known = reading.known_members(condition.where)
    if known is None:
        return set(prover.among(candidates, condition.where))
    return set(candidates).intersection(known)


def _best(
    candidates: Sequence[Term], conditions: Sequence[Condition], met: dict[Condition, set[Term]]
) -> list[Term]:
    """Keep those that meet most, as many as are needed, before any label is looked up."""
    tiers: dict[int, list[Term]] = {}
    for term in candidates:
        holds = [each for each in conditions if (term in met[each]) is not each.excluded]
        if len(holds) < len(conditions) and any(
            not each.is_type and not each.excluded for each in holds
        ):
            number = sum(not each.is_type for each in holds)
            tiers.setdefault(number, []).append(term)
    kept: list[Term] = []
    for number in sorted(tiers, reverse=True):
        kept += sorted(tiers[number], key=write_term)[:LABELLED_AT_ONCE]
        if len(kept) >= NEAR_MISSES:
            break
    return kept


def _near(
    term: Term, entity: Labelled, conditions: Sequence[Condition], met: dict[Condition, set[Term]]
) -> Near:
    holds = [each for each in conditions if (term in met[each]) is not each.excluded]
    missed = tuple(each.text for each in conditions if each not in holds)
    telling = tuple(each for each in holds if not each.is_type)
    return Near(NearMiss(entity, tuple(each.text for each in telling), missed), telling)


def _alike(condition: Condition, reading: Reading, prover: Prover) -> list[Near]:
    """Find who holds a thing whose class is named after the thing that nobody holds."""
    where = condition.where
    if not isinstance(where, Has) or not isinstance(where.target, Is):
        return []
    wanted = reading.labelled(where.target.terms)
    stems = [entity.label.casefold() for entity in wanted.values() if len(entity.label) > 2]
    held = Has(Step(where.step.predicate, inverse=not where.step.inverse))
    if not stems or reading.count(held) > SET_LIMIT:
        return []
    alike = {
        term: (entity, kind)
        for term, entity in reading.labelled(reading.members(held)).items()
        for kind in entity.classes
        if any(stem in kind.casefold() for stem in stems)
    }
    relation = reading.labelled((where.step.predicate,))[where.step.predicate].label
    nears: list[Near] = []
    for term, (entity, kind) in sorted(alike.items(), key=lambda item: item[1][0].label):
        text = wording.instead_text(relation, entity.label, kind)
        facts = _alike_facts(where, term, kind, reading, prover)
        for holder in reading.labelled(facts).values():
            miss = NearMiss(holder, (text,), (condition.text,))
            nears.append(Near(miss, facts=facts[holder.term]))
    return sorted(nears, key=_order)


def _alike_facts(
    where: Has, term: Term, kind: str, reading: Reading, prover: Prover
) -> dict[Term, tuple[Fact, ...]]:
    """Give the holders of ``term``, each with that statement and the type of ``term``."""
    holds = Has(where.step, Is((term,)))
    holders = reading.members(holds)[:NEAR_MISSES]
    types = [
        fact
        for fact in prover.types(term)
        if reading.labelled((fact.object,))[fact.object].label == kind
    ]
    proofs = prover.prove(holds, holders)
    return {holder: (*proofs.get(holder, ()), *types) for holder in holders}
