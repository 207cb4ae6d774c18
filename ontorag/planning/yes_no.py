"""Yes or no: whether something that a question says of a thing is recorded."""

from __future__ import annotations

from dataclasses import replace

from ontorag.language import fold
from ontorag.planning.comparing import Comparison
from ontorag.planning.conditions import Binder, Bound
from ontorag.planning.problems import late_problem, unknown_relation
from ontorag.planning.qualifying import Said, names_kind, rest_of, said_by_link, with_read, within
from ontorag.planning.question import Question
from ontorag.planning.relations import EDGE, KIND, Relation, is_number
from ontorag.planning.requirements import meets_requirements
from ontorag.values import (
    XSD,
    And,
    Compare,
    Concept,
    Constraint,
    Has,
    Is,
    Link,
    Literal,
    Not,
    Plan,
    Problem,
    Step,
)

_EXISTING = (("gibt", "es"), ("is", "there"), ("are", "there"), ("gab", "es"))
_NOTHING = Literal("0", XSD + "integer")


def plan_yes_no(binder: Binder, read: list[Comparison]) -> Plan | Problem:
    """Plan a yes/no question: one thing is its subject, the rest is said of it.

    The thing that reads best as the subject is chosen: along properties, not against them, and
    the first named where both would do.
    """
    question = binder.question
    refused = _not_a_plain_statement(question)
    if refused is not None:
        return refused
    named = [link for link in question.bound if link.target is not None]
    entities = [link for link in named if isinstance(link.target, Concept)]
    if not entities:
        return late_problem(question, binder.weighing)
    meeting = _meeting(binder, entities)
    if meeting is not None:
        return meeting
    readings = [
        (_goodness(score, bound, position), subject, bound)
        for position, subject in enumerate(entities)
        if not _is_class(subject)
        and (made := _said_of(binder, subject, [o for o in named if o is not subject], read))
        for score, bound in [made]
    ]
    if not readings:
        return unknown_relation(question, entities[0], binder.weighing)
    _, subject, bound = max(readings, key=lambda reading: reading[0])
    return _plan(binder, *_in_order_of_words(binder, subject, bound))


def _in_order_of_words(
    binder: Binder, subject: Link, bound: list[Bound]
) -> tuple[Link, list[Bound]]:
    """Let the first named do it to the other where both could: "Is Frodo loyal to Samwise?".

    That the data know only the reverse is no yes. Where "of" or "von" stands before the second
    it is the other way round: "Is Kai the parent of Peter?" speaks of a property of Peter.
    """
    if len(bound) != 1 or bound[0].relation is None or binder.weighing.is_passive:
        return subject, bound
    other, step = bound[0].link, bound[0].relation.step
    first, second = sorted((subject, other), key=lambda link: link.mention.start)
    if binder.question.before(second.mention) in ("of", "von", "vom", "des"):
        first, second = second, first
    doer = other if step.inverse else subject
    use = binder.weighing.schema.properties[step.predicate]
    kinds = binder.weighing.classes_of(first.target) if isinstance(first.target, Concept) else None
    if doer is first or not kinds or not kinds & set(use.ends(objects=False)):
        return subject, bound
    forward = replace(bound[0].relation, step=Step(step.predicate))
    return first, [binder.bound(second, forward)]


def _goodness(score: float, bound: list[Bound], position: int) -> float:
    backward = sum(each.relation is not None and each.relation.step.inverse for each in bound)
    return score - 0.1 * position - 2 * EDGE * backward


def _plan(binder: Binder, subject: Link, bound: list[Bound]) -> Plan:
    assert isinstance(subject.target, Concept)
    thing = subject.target.iri
    said = [
        Not(each.constraint.where) if each.constraint.excluded else each.constraint.where
        for each in bound
    ]
    return Plan(
        operation="exists",
        where=And((Is((thing,)), *said)),
        constraints=tuple(each.constraint for each in bound),
        subjects=(thing,),
        properties=tuple(dict.fromkeys(p for each in bound for p in each.constraint.properties)),
        language=binder.question.language,
    )


def _not_a_plain_statement(question: Question) -> Problem | None:
    """Refuse what is asked about all things, or about what is not so: yes and no turn round."""
    cue = question.first("negation", "but_not", "all", "or")
    opening = tuple(fold(token.text) for token in question.said[:2])
    if cue is None and opening in _EXISTING:  # it is asked whether there is any of a kind
        return Problem("unsupported_operation", question.text[: question.said[1].end])
    return None if cue is None else Problem("unsupported_operation", cue.text)


def _meeting(binder: Binder, entities: list[Link]) -> Plan | None:
    """Read "Kann Frodo die Mission übernehmen?": whether he has all that it requires."""
    meeting = meets_requirements(binder)
    others = [link for link in entities if meeting is not None and link is not meeting.link]
    if meeting is None or len(others) != 1 or _is_class(others[0]):
        return None
    return _plan(binder, others[0], [meeting])


def _said_of(
    binder: Binder, subject: Link, others: list[Link], read: list[Comparison]
) -> tuple[float, list[Bound]] | None:
    """Relate a subject to everything else that the question names, or give None."""
    assert isinstance(subject.target, Concept)
    types = binder.weighing.classes_of(subject.target)
    unread = binder.question.unread_verb is not None
    bound: list[Bound] = []
    total = 0.0
    said: list[Said] = []
    for link in others:
        if within(link, read) or names_kind(binder, link):
            continue
        qualifier = said_by_link(binder, link, rest_of(binder, link, said))
        if qualifier is not None:
            said.append(qualifier)
            total += EDGE
            continue
        if _is_class(link):
            bound.append(binder.typed(link))
            total += KIND
            continue
        relations = binder.weighing.relations(link, answer_types=types)
        fitting = [relation for relation in relations if relation.evidence > 0]
        if not fitting or (unread and not fitting[0].said):
            return None
        best = _ordered(binder, fitting, subject, link)
        bound.append(binder.bound(link, best))
        total += best.score
    bound = with_read(binder, bound, said, read) or _has_any(binder, subject)
    return (total, bound) if bound else None


def _ordered(binder: Binder, fitting: list[Relation], subject: Link, link: Link) -> Relation:
    """Where both directions fit, the first named does it to the other (not in a passive)."""
    both = [r for r in fitting if r.step.predicate == fitting[0].step.predicate]
    if len(both) < 2:
        return fitting[0]
    forward = (subject.mention.start < link.mention.start) != binder.weighing.is_passive
    return next(relation for relation in both if relation.step.inverse != forward)


def _is_class(link: Link) -> bool:
    return isinstance(link.target, Concept) and "class" in link.target.kinds


def _has_any(binder: Binder, subject: Link) -> list[Bound]:
    """Read "Hat Gimli eine Verletzung?": whether there is any value of the property said.

    A number of nothing is none.
    """
    assert isinstance(subject.target, Concept)
    edges = binder.weighing.around.steps_of(subject.target.iri)
    types = binder.weighing.classes_of(subject.target)
    for iri in binder.weighing.phrases:
        use = binder.weighing.schema.properties.get(iri)
        if use is not None and (Step(iri) in edges or types & set(use.domains)):
            target = Compare(">", _NOTHING) if is_number(use) else None
            text = f"{binder.label(iri)} > 0" if target is not None else binder.label(iri)
            any_value = Constraint(text, Has(Step(iri), target), "", False, (iri,))
            return [Bound(subject, any_value)]
    return []
