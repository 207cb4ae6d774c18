"""Forms: what a table can answer. Yes or no it is not; a time, a measure, a "not" must be in it."""

from __future__ import annotations

from ontorag.planning.mentions import is_done_to_it
from ontorag.planning.ports import Port
from ontorag.planning.question import Question
from ontorag.planning.tables.ground import Ground
from ontorag.values import IRI, And, Compare, Has, Not, Or, Plan, Where


def answers_form(plan: Plan, question: Question, ground: Ground) -> bool:
    """Whether a plan gives what the question asks for, by its question word."""
    if is_done_to_it(question) and _does_it(plan, ground):
        return False
    if question.form == "exists":
        return plan.operation == "exists"
    if question.has("negation", "but_not") and not question.has("not_only"):
        return _denies(plan) and _has_form(plan, question, ground)
    return _has_form(plan, question, ground)


def _does_it(plan: Plan, ground: Ground) -> bool:
    """Whether the answers are those who do what the verb of a relation between likes says."""
    parts = plan.where.parts if isinstance(plan.where, And) else (plan.where,)
    for each in parts:
        if not isinstance(each, Has) or not _is_between_likes(each.step.predicate, ground):
            continue
        phrases = ground.lexicon.phrases_of(each.step.predicate)
        holders = {p.holder for p in phrases if p.holder and p.weight == 1}
        if holders == {"object" if each.step.inverse else "subject"}:
            return True
    return False


def _is_between_likes(iri: IRI, ground: Ground) -> bool:
    return ground.kind_of(iri) == "thing" and ground.ports.meet(Port(iri, False), Port(iri, True))


def _has_form(plan: Plan, question: Question, ground: Ground) -> bool:
    if not question.has("when", "how_degree") or _is_computed(plan):
        return True
    return any(ground.kind_of(iri) != "thing" for iri in _looked_at(plan))


def _denies(plan: Plan) -> bool:
    """Whether a plan leaves anything out that is so."""
    filters = plan.table.filters if plan.table is not None else ()
    sets = (plan.where, *(where for _, where in filters))
    return any(each.excluded for each in plan.constraints) or any(map(_has_not, sets))


def _has_not(where: Where) -> bool:
    """Whether a set leaves anything out, or says that there is a number of nothing."""
    if isinstance(where, Not):
        return True
    if isinstance(where, Compare):
        return where.operator == "=" and where.value.lexical == "0"
    if isinstance(where, Has):
        return where.target is not None and _has_not(where.target)
    return isinstance(where, (And, Or)) and any(map(_has_not, where.parts))


def _is_computed(plan: Plan) -> bool:
    """Whether a number is counted or computed."""
    columns = plan.table.columns if plan.table is not None else ()
    return plan.operation == "count" or any(column.function for column in columns)


def _looked_at(plan: Plan) -> set[IRI]:
    columns = plan.table.columns if plan.table is not None else ()
    found = {column.path[-1].predicate for column in columns if column.path}
    return (
        found | {iri for each in plan.constraints for iri in each.properties} | {*plan.properties}
    )
