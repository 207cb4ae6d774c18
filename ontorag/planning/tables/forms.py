"""Forms: what a table can answer. Yes or no it is not; a time, a measure, a "not" must be in it."""

from __future__ import annotations

from ontorag.planning.directing import is_done_to_it
from ontorag.planning.ports import Port
from ontorag.planning.question import Question
from ontorag.planning.tables.ground import Ground
from ontorag.values import IRI, And, Compare, Has, Not, Or, Plan, Where


def answers_form(plan: Plan, question: Question, ground: Ground) -> bool:
    """Whether a plan gives what the question asks for, by its question word."""
    done = is_done_to_it(question)
    if (done and _is_end(plan, ground, "subject")) or (
        not done and _is_end(plan, ground, "object", _verb_behind_who(question))
    ):
        return False
    if question.form == "exists":
        return plan.operation == "exists"
    if question.has("negation", "but_not") and not question.has("not_only"):
        return _denies(plan) and _has_form(plan, question, ground)
    return _has_form(plan, question, ground)


def _verb_behind_who(question: Question) -> str:
    """Give the word right behind "who", which who is asked for does; "" where there is none."""
    cue = question.first("who")
    after = [t for t in question.said if cue is not None and t.start >= cue.end][:1]
    return after[0].text if after else ""


def _is_end(plan: Plan, ground: Ground, does: str, verb: str | None = None) -> bool:
    """Whether the answers are those who do what a verb between likes says, or it is done to.

    With ``verb`` only what that word says counts, and nothing in a passive.
    """
    spoken = [m.phrase for m in ground.lexicon.matches([verb])] if verb else []
    parts = plan.where.parts if isinstance(plan.where, And) else (plan.where,)
    for each in parts:
        if not isinstance(each, Has) or not _is_between_likes(each.step.predicate, ground):
            continue
        known = ground.lexicon.phrases_of(each.step.predicate) if verb is None else spoken
        phrases = [p for p in known if p.property == each.step.predicate]
        holders = {p.holder for p in phrases if p.holder and (verb or p.weight == 1)}
        doing = holders == {"object" if each.step.inverse else "subject"}
        if len(holders) == 1 and doing is (does == "subject"):
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
