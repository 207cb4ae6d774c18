"""Superlatives as a set: the best among the candidates, when there are several."""

from __future__ import annotations

from dataclasses import replace

from ontorag.stores.base import EVERYTHING, ReadableStore, Scope
from ontorag.values import IRI, Has, Plan, Step, Top, Where


def rank_candidates(
    plan: Plan,
    store: ReadableStore,
    *,
    scope: Scope = EVERYTHING,
    qualifiers: frozenset[IRI] = frozenset(),
) -> Plan:
    """Give the plan with its superlative as a `Top` over the candidates.

    One candidate alone needs no ranking: it is the only one, whatever its value. Where the
    ranking property is one of ``qualifiers``, the statement of the first condition is ranked.
    """
    wanted = plan.superlative
    if wanted is None or wanted.predicate is None:
        return plan
    if store.count(plan.where, scope=scope) < 2:
        return plan
    step, target = None, None
    if wanted.predicate in qualifiers:
        step, target = _ranked_statement(plan)
    top = Top(plan.where, wanted.predicate, wanted.n, wanted.largest, wanted.scale, step, target)
    return replace(plan, where=top)


def _ranked_statement(plan: Plan) -> tuple[Step | None, Where | None]:
    for constraint in plan.constraints:
        if isinstance(constraint.where, Has):
            return constraint.where.step, constraint.where.target
    return None, None
