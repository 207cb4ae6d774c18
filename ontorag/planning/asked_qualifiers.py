"""Questions for what is said of a statement: "Welches Niveau hat Anna in Python?"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ontorag.planning.comparing import Comparison
from ontorag.planning.conditions import Binder
from ontorag.planning.qualifying import within
from ontorag.schema import Property
from ontorag.values import (
    IRI,
    And,
    Concept,
    Constraint,
    Has,
    Is,
    Link,
    Plan,
    Step,
    Term,
    Value,
)


def plan_qualifier(binder: Binder, read: Sequence[Comparison]) -> Plan | None:
    """Plan a question for a qualifier of the statements about what is named; None of another."""
    question = binder.question
    if question.form != "holders" or question.has(
        "who", "superlative_max", "superlative_min", "negation", "but_not"
    ):
        return None
    things = [
        link
        for link in question.of_role("required", "circumstance")
        if isinstance(link.target, Concept)
        and "class" not in link.target.kinds
        and not within(link, read)
    ]
    if not 1 <= len(things) <= 2 or any(isinstance(link.target, Value) for link in question.bound):
        return None
    for use in _asked(binder, read):
        for predicate in _qualified(binder, use):
            plan = _plan(binder, use, predicate, things)
            if plan is not None:
                return plan
    return None


def _asked(binder: Binder, read: Sequence[Comparison]) -> Iterator[Property]:
    """Give the qualifiers that the question speaks of, or that can say when."""
    weighing = binder.weighing
    taken = {each.property for each in read}
    for use in weighing.schema.properties.values():
        said = use.iri in weighing.phrases
        when = binder.question.has("when") and weighing.is_temporal(use)
        if use.is_qualifier and use.iri not in taken and (said or when):
            yield use


def _qualified(binder: Binder, use: Property) -> list[IRI]:
    """Give the properties whose statements it qualifies, those first that the question says."""
    return sorted(use.qualifies, key=lambda iri: (iri not in binder.weighing.phrases, iri.value))


def _plan(binder: Binder, use: Property, predicate: IRI, things: Sequence[Link]) -> Plan | None:
    found = _statement(binder, predicate, things)
    if found is None:
        return None
    subject, has = found
    others = [link for link in things if _term(link) != subject]
    label = binder.label(predicate)
    text = ": ".join([label, *(binder.name(link) for link in others)])
    mention = others[0].mention.text if others else ""
    return Plan(
        operation="values",
        where=And((Is((subject,)), has)),
        constraints=(Constraint(text, has, mention, False, (predicate,)),),
        subjects=(subject,),
        properties=(use.iri,),
        qualifier=use.iri,
        language=binder.question.language,
    )


def _statement(binder: Binder, predicate: IRI, things: Sequence[Link]) -> tuple[Term, Has] | None:
    """Give whose statement it is, and the edge that it has."""
    around = binder.weighing.around
    for inverse in (False, True):
        step, back = Step(predicate, inverse), Step(predicate, not inverse)
        for link in things:
            others = [_term(other) for other in things if other is not link]
            fits = all(back in around.steps_of(other) for other in others)
            if step in around.steps_of(_term(link)) and fits:
                return _term(link), Has(step, Is(tuple(others)) if others else None)
    return None


def _term(link: Link) -> Term:
    assert isinstance(link.target, Concept)
    return link.target.iri
