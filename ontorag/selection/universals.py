"""Universals: whether all of a set meet what is said of them, with who does not.

Yes where each member does; no where the facts deny it of one, or where what is not recorded is
not so; else it is not recorded of those who lack it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ontorag.language.visible import as_name
from ontorag.selection import wording
from ontorag.selection.conditions import conditions_of, counts_of
from ontorag.selection.denying import Limits, denies
from ontorag.selection.derived import properties_of
from ontorag.selection.proofs import Prover
from ontorag.selection.reading import Reading
from ontorag.stores.base import Pattern
from ontorag.values import (
    And,
    Constraint,
    DerivedFact,
    Fact,
    Is,
    Literal,
    Plan,
    Subgraph,
    Term,
    fact_order,
    write_term,
)

LACKING_READ = 50
"""Members that lack what is said of them, of which the facts are read, at most."""


def select_all(
    plan: Plan,
    each: Constraint,
    prover: Prover,
    reading: Reading,
    *,
    budget: int,
    certain: bool,
    limits: Limits,
) -> Subgraph:
    """Check the constraints of each member of a set; no answer where it has none."""
    members = tuple(entity.term for entity in reading.in_order(reading.members(each.where)))
    holding = set(reading.members(plan.where))
    lacking = tuple(term for term in members if term not in holding)
    proofs = _proofs(plan, members, lacking, prover)
    numbered = tuple(replace(fact, id=f"F{n}") for n, fact in enumerate(proofs[:budget], start=1))
    denied = _denied(plan, lacking, numbered, limits)
    told = denied or lacking
    derived = _derived(
        plan, each, members, told, reading, numbered, complete=certain or bool(denied)
    )
    terms = [*members[:LACKING_READ], *lacking[:LACKING_READ], *_terms(plan, numbered)]
    return Subgraph(
        facts=numbered,
        answers=(not lacking,) if members else (),
        derived=(derived,) if members else (),
        constraint_counts=counts_of(plan, conditions_of(plan, reading), reading),
        total=len(proofs),
        truncated=len(proofs) > len(numbered),
        entities=tuple(reading.in_order(terms)),
    )


def _proofs(
    plan: Plan, members: tuple[Term, ...], lacking: tuple[Term, ...], prover: Prover
) -> list[Fact]:
    """Give what proves it of all, or what is recorded of those that lack it."""
    found: list[Fact] = []
    if lacking:
        pattern = Pattern(subjects=lacking[:LACKING_READ], predicates=properties_of(plan) or None)
        found = sorted(prover.facts(pattern), key=fact_order)
    else:
        parts = [prover.prove(each.where, members) for each in plan.constraints]
        found = [
            fact
            for term in members
            for part in parts
            for fact in sorted(part.get(term, ()), key=fact_order)
        ]
    return list({fact.key: fact for fact in (*found, *plan.premises)}.values())


def _denied(
    plan: Plan, lacking: Sequence[Term], facts: Sequence[Fact], limits: Limits
) -> tuple[Term, ...]:
    """Give the members of which recorded facts deny what is said."""
    return tuple(
        term
        for term in lacking[:LACKING_READ]
        if any(denies(each.where, term, facts, limits) for each in plan.constraints)
    )


def _derived(
    plan: Plan,
    each: Constraint,
    members: tuple[Term, ...],
    lacking: tuple[Term, ...],
    reading: Reading,
    facts: Sequence[Fact],
    *,
    complete: bool,
) -> DerivedFact:
    """Say of how many it is so, or of whom it is not (recorded)."""
    language = plan.language
    about = wording.some(_texts(plan, lacking, reading), language)
    names = [as_name(entity.label, language) for entity in reading.in_order(lacking)]
    if lacking:
        text = wording.absent_text(about, names, language, complete=complete)
    else:
        text = wording.every_text(len(members), each.text, about, language)
    return DerivedFact(
        "D1", "absent" if lacking else "every", about, not lacking, text, complete,
        tuple(fact.id for fact in facts), properties_of(plan),
    )  # fmt: skip


def _texts(plan: Plan, lacking: tuple[Term, ...], reading: Reading) -> list[str]:
    """Give the words of the constraints, of those that any lack only the ones that are missed."""
    among = Is(tuple(sorted(lacking, key=write_term)))
    missed = [
        each.text
        for each in plan.constraints
        if lacking and len(reading.members(And((among, each.where)))) < len(lacking)
    ]
    return missed or [each.text for each in plan.constraints]


def _terms(plan: Plan, facts: Sequence[Fact]) -> list[Term]:
    ends = [end for fact in facts for end in (fact.subject, fact.predicate, fact.object)]
    terms = [*ends, *plan.properties, *([plan.asked_class] if plan.asked_class else [])]
    return [term for term in terms if not isinstance(term, Literal)]
