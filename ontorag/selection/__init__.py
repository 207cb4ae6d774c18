"""Run a plan on a store: whole answer sets, the facts that prove them, what follows from them.

Selection is exact: answer sets and totals are never cut, only the list of facts is, and then it
says so. Facts are numbered after the budget, by the order of answers and constraints and then in
code-point order, so both stores give the same ids.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from ontorag.names import (
    DEFINITION_PREDICATES,
    LABEL_PREDICATES,
    OWL_NAMED_INDIVIDUAL,
    SYNONYM_PREDICATES,
    XL_LABEL_PREDICATES,
)
from ontorag.schema import is_denied
from ontorag.selection.conditions import Near, conditions_of, counts_of, near_misses
from ontorag.selection.denials import CARRIERS, denied_statements, negative_assertions
from ontorag.selection.denying import Limits, denying
from ontorag.selection.derived import Found, derive, properties_of
from ontorag.selection.nearby import labels_needed, select_nearby
from ontorag.selection.preferring import stated_first
from ontorag.selection.proofs import TYPE, Prover, terms_in
from ontorag.selection.qualifiers import qualifying, without_mirrored
from ontorag.selection.ranking import rank_candidates
from ontorag.selection.reading import Names, Reading
from ontorag.selection.tables import read_rows
from ontorag.selection.tabulating import Tabulated, numbered
from ontorag.selection.universals import select_all
from ontorag.stores.base import EVERYTHING, Pattern, ReadableStore, Scope
from ontorag.values import (
    IRI,
    AnswerValue,
    BlankNode,
    Fact,
    Has,
    Is,
    Labelled,
    Literal,
    Not,
    Plan,
    Subgraph,
    Table,
    Term,
    Where,
    World,
    fact_order,
)

__all__ = [
    "Limits", "Names", "labels_needed", "negative_assertions", "rank_candidates", "select",
    "select_nearby",
]  # fmt: skip

WORDS = tuple(
    IRI(iri)
    for iri in (
        *LABEL_PREDICATES, *SYNONYM_PREDICATES, *XL_LABEL_PREDICATES, *DEFINITION_PREDICATES,
    )
)  # fmt: skip
NO_LIMITS = Limits()
BESIDE = 20
WALKED = 100
COUNTED = 1_000
INDIVIDUAL = IRI(OWL_NAMED_INDIVIDUAL)


def select(
    plan: Plan,
    store: ReadableStore,
    *,
    names: Names,
    scope: Scope = EVERYTHING,
    budget: int = 100,
    world: World = "recorded",
    complete: Collection[IRI] = frozenset(),
    limits: Limits = NO_LIMITS,
    nearness: Mapping[Term, int] | None = None,
    of_nodes: Collection[IRI] = frozenset(),
) -> Subgraph:
    """Run ``plan`` and give its answers with the facts that prove them.

    ``names`` gives terms their labels and classes; ``complete`` are properties whose records
    are all there is, ``limits`` those that have one value at most (so another recorded value
    answers "no"). ``of_nodes`` are properties of nodes that stand for statements: what is said
    through them is told as these statements. ``budget`` caps the facts, never the answers.
    ``nearness`` ranks answers, the lowest first. With more than about a thousand answers ``total``
    is a lower bound. Raises what the store raises.
    """
    reading = Reading(store, scope, names, nearness or {})
    if plan.table is not None:
        return _tabulate(plan, plan.table, store, reading, scope, budget, world, complete)
    prover = Prover(store, scope)
    if plan.each is not None:
        return select_all(
            plan, plan.each, prover, reading, budget=max(budget, 0),
            certain=_certainty(plan, world, complete) is not None, limits=limits,
        )  # fmt: skip
    members = tuple(reading.in_order(reading.members(plan.where)))
    terms = tuple(entity.term for entity in members)
    conditions = conditions_of(plan, reading)
    nears = near_misses(plan, conditions, terms, reading, prover)
    selection = _Selection(plan, prover, store, scope, max(budget, 0), frozenset(of_nodes))
    if terms or plan.operation == "neighbourhood":
        proofs = selection.proving(terms)
        about = selection.about(terms, proofs)
    else:
        proofs, about = selection.instead(nears), []
    refused = denied_statements(plan, store, scope) if plan.operation == "exists" else []
    proofs = _distinct([*refused, *proofs, *plan.premises])
    answers = members
    if plan.qualifier is not None:
        values, proofs = qualifying(plan.qualifier, proofs)
        answers = tuple(reading.in_order(values))
    facts, total = selection.number(proofs, about)
    shown = {fact.key: fact for fact in facts}
    certain = _certainty(plan, world, complete)
    held = [fact for fact in facts if not is_denied(fact)]
    denied = certain is None and not answers and denying(plan, held, limits)
    proved = tuple(shown[fact.key] for fact in proofs if fact.key in shown) if answers else ()
    found = Found(
        plan,
        answers,
        proved,
        world,
        certain is not None,
        declared=certain or (),
        denied=denied,
        refused=tuple(shown[fact.key] for fact in refused if fact.key in shown),
    )
    return Subgraph(
        facts=facts,
        answers=_values(plan, answers),
        derived=derive(found, reading),
        constraint_counts=counts_of(plan, conditions, reading),
        near_misses=tuple(near.miss for near in nears),
        total=total,
        truncated=total > len(facts),
        entities=tuple(reading.in_order(_terms(plan, facts, answers, nears))),
    )


def _tabulate(
    plan: Plan,
    table: Table,
    store: ReadableStore,
    reading: Reading,
    scope: Scope,
    budget: int,
    world: World,
    complete: Collection[IRI],
) -> Subgraph:
    """Run a plan whose answer is a table."""
    rows = read_rows(table, store, scope)
    proofs = _distinct([*rows.proofs(rows.rows), *plan.premises])
    facts = tuple(replace(fact, id=f"F{n}") for n, fact in enumerate(proofs[:budget], start=1))
    declared = _certainty(plan, world, complete)
    found = Tabulated(plan, table, rows, reading, world, declared is not None)
    cells = found.cells()
    things = [cell for row in cells for cell in row if isinstance(cell, Labelled)]
    several = len(found.shown) > 1 and table.versus is None
    return Subgraph(
        facts=facts,
        answers=found.answers(),
        derived=numbered(found.derived(facts)),
        constraint_counts=counts_of(plan, conditions_of(plan, reading), reading),
        total=len(proofs),
        truncated=len(proofs) > len(facts),
        entities=tuple(reading.in_order(_terms(plan, facts, things, ()))),
        columns=found.columns() if several else (),
        rows=cells if several else (),
    )


def _values(plan: Plan, answers: tuple[Labelled, ...]) -> tuple[AnswerValue, ...]:
    if plan.operation == "count":
        return (len(answers),)
    if plan.operation == "exists":
        return (bool(answers),)
    return answers


class _Selection:
    """The facts of one plan, before and after the budget."""

    def __init__(
        self,
        plan: Plan,
        prover: Prover,
        store: ReadableStore,
        scope: Scope,
        budget: int,
        of_nodes: frozenset[IRI],
    ) -> None:
        self._plan = plan
        self._prover = prover
        self._store = store
        self._scope = scope
        self._budget = budget
        self._of_nodes = of_nodes
        self._uncounted = 0

    def proving(self, terms: tuple[Term, ...]) -> list[Fact]:
        """Give the statements that prove the answers, by answer and constraint.

        Only as many answers are walked as fill the budget; of the others at least one statement
        each is counted.
        """
        if self._plan.operation == "neighbourhood":
            return self._around()
        first = terms[: self._enough()]
        self._uncounted += len(terms) - len(first)
        parts: list[Where] = [
            each.where
            for each in self._plan.constraints
            if not each.excluded and not isinstance(each.where, Not)
        ]
        parts.append(self._plan.where)
        anywhere = self._plan.combine == "any"
        by_part = [
            self._prover.prove(part, self._prover.among(first, part) if anywhere else first)
            for part in parts
        ]
        telling = [part for part in by_part if any(map(_is_edge, _flat(part.values())))]
        kept = telling or by_part
        ordered = [sorted(part.get(term, ()), key=fact_order) for term in first for part in kept]
        facts = _distinct(_flat(ordered))
        edges = [fact for fact in facts if _is_edge(fact)]
        return edges if edges and self._plan.operation == "values" else facts

    def _enough(self) -> int:
        """Give how many answers surely have as many proofs as the budget takes.

        An answer has a statement of its own for each condition on it; about other answers'
        statements `about` knows without reading them.
        """
        own = [each.where for each in self._plan.constraints if not each.excluded]
        plain = self._plan.operation == "holders" and self._plan.combine == "all"
        if plain and own and all(_is_own(where) for where in own):
            return max(-(-self._budget // len(own)), 1)
        return max(self._budget, WALKED)

    def _around(self) -> list[Fact]:
        """Give what is recorded about the subjects, along the properties asked for."""
        subjects, predicates = self._plan.subjects, self._plan.properties or None
        away = Pattern(subjects=subjects, predicates=predicates)
        towards = Pattern(predicates=predicates, objects=subjects)
        facts = [*self._prover.facts(away), *self._prover.facts(towards)]
        telling = (
            fact for fact in facts if _telling(fact) and not self._leads_over(fact, subjects)
        )
        denied = negative_assertions(subjects, self._store, self._scope)
        return without_mirrored(_distinct(sorted([*denied, *telling], key=fact_order)))

    def _leads_over(self, fact: Fact, asked: Collection[Term]) -> bool:
        """Whether a statement only leads to a node that stands for another one."""
        of_node = fact.predicate in self._of_nodes
        return of_node and (fact.subject not in asked or isinstance(fact.object, BlankNode))

    def about(self, terms: tuple[Term, ...], proofs: Sequence[Fact]) -> list[Fact]:
        """Give statements whose subject is an answer, as many as the budget leaves room for.

        Those of all answers are counted, whether or not they are given.
        """
        if self._plan.operation != "holders" or not terms:
            return []
        known, answers = {fact.key for fact in proofs}, set(terms)
        first = terms[: self._enough()]
        room = self._budget - len(proofs)
        facts: list[Fact] = []
        if room > 0:
            own = self._prover.facts(Pattern(subjects=first))
            facts = [
                fact
                for fact in own
                if _telling(fact) and fact.key not in known and not self._leads_over(fact, first)
            ]
        facts = without_mirrored(sorted(facts, key=fact_order), proofs)
        if room > 0 and len(first) == len(terms):
            return facts
        counted = sum(_telling(fact) and fact.subject in answers for fact in proofs)
        told = self._told_of(terms) - counted - len(facts)
        self._uncounted = max(told, len(terms) - len(first))
        return facts

    def _told_of(self, terms: tuple[Term, ...]) -> int:
        """Count the statements about many answers; about too many, one each."""
        if len(terms) > COUNTED:
            return len(terms)
        words = Pattern(subjects=terms, predicates=WORDS)
        individual = Pattern(subjects=terms, predicates=(TYPE,), objects=(INDIVIDUAL,))
        return self._count(Pattern(subjects=terms)) - self._count(words) - self._count(individual)

    def instead(self, nears: Sequence[Near]) -> list[Fact]:
        """Give what is recorded where nothing answers: near misses, or what the subjects do."""
        facts: list[Fact] = []
        for near in nears:
            facts += near.facts
            for each in near.met:
                if each.excluded:
                    continue
                holder = near.miss.entity.term
                proofs = self._prover.prove(each.where, (holder,)).get(holder, ())
                facts += sorted(proofs, key=fact_order)
                if each.requirement is not None:
                    every, member = each.requirement
                    facts += self._prover.prove(every.of, (member,)).get(member, ())
        if self._plan.operation == "exists":
            facts += self._beside()
        return _distinct(facts)

    def _beside(self) -> list[Fact]:
        """Give what the things of a yes-or-no question do along its properties."""
        named = [term for each in self._plan.constraints for term in terms_in(each.where)]
        things = tuple(dict.fromkeys((*self._plan.subjects, *named)))
        predicates = properties_of(self._plan)
        patterns = (
            Pattern(subjects=things, predicates=predicates),
            Pattern(predicates=predicates, objects=things),
        )
        if not things or not predicates:
            return []
        facts = [
            fact
            for pattern in patterns
            if self._count(pattern) <= BESIDE
            for fact in self._prover.facts(pattern)
        ]
        return sorted(facts, key=fact_order)

    def number(self, proofs: list[Fact], about: list[Fact]) -> tuple[tuple[Fact, ...], int]:
        """Cut to the budget and number F1, F2 …; also how many there were."""
        facts = _distinct([*stated_first(_distinct(proofs), self._budget), *about])
        total = len(facts) + self._uncounted + self._prover.beyond
        kept = facts[: self._budget]
        return tuple(replace(fact, id=f"F{n}") for n, fact in enumerate(kept, start=1)), total

    def _count(self, pattern: Pattern) -> int:
        return self._store.count_facts(pattern, scope=self._scope)


def _certainty(
    plan: Plan,
    world: World,
    complete: Collection[IRI],
) -> tuple[IRI, ...] | None:
    """Give the properties whose completeness makes absence a "no", or None when it does not."""
    properties = properties_of(plan)
    if world == "closed":
        return ()
    if properties and set(properties) <= set(complete):
        return properties
    return None


def _telling(fact: Fact) -> bool:
    """Whether a statement says more than how its subject is called, or of which unnamed class."""
    unnamed = fact.object == INDIVIDUAL or isinstance(fact.object, BlankNode)
    carries = fact.predicate in WORDS or fact.predicate in CARRIERS
    return not carries and not (fact.predicate == TYPE and unnamed)


def _terms(
    plan: Plan, facts: Sequence[Fact], answers: Sequence[Labelled], nears: Sequence[Near]
) -> list[Term]:
    """Collect the terms to show: of the facts, the answers, the near misses and the plan."""
    terms: list[Term] = [entity.term for entity in answers]
    terms += [near.miss.entity.term for near in nears]
    terms += [*plan.subjects, *plan.properties, *terms_in(plan.where)]
    terms += [term for each in plan.constraints for term in terms_in(each.where)]
    terms += [plan.asked_class] if plan.asked_class else []
    for fact in facts:
        terms += [fact.subject, fact.predicate, fact.object]
        for each in fact.qualifiers:
            terms += [each.predicate, each.value]
    return [term for term in terms if not isinstance(term, Literal)]


def _is_own(where: Where) -> bool:
    """Whether each member has a statement of its own that proves it."""
    named = isinstance(where, Has) and (where.target is None or isinstance(where.target, Is))
    return named and isinstance(where, Has) and not where.step.inverse


def _is_edge(fact: Fact) -> bool:
    return fact.predicate != TYPE


def _flat(parts: Iterable[Iterable[Fact]]) -> list[Fact]:
    return [fact for part in parts for fact in part]


def _distinct(facts: Iterable[Fact]) -> list[Fact]:
    return list({fact.key: fact for fact in facts}.values())
