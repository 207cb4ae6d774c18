"""The second reading of a question: about classes, by what class axioms say of them.

What is stated about individuals comes first. Where that gives nothing, the classes that the
question names are taken as its things, and the relations that stand in class axioms as its facts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ontorag.abstaining import Decision, decide
from ontorag.graph import ClassFacts, ClassLevel
from ontorag.graph.class_level import DEFINITION
from ontorag.language import cues
from ontorag.language.visible import as_name
from ontorag.linking import Linked
from ontorag.names import RDF_TYPE
from ontorag.pipeline.run import Asked, Run
from ontorag.planning import Surroundings, asks_what_it_is, look_around, plan_classes
from ontorag.selection import Names, select
from ontorag.stores.base import Store
from ontorag.values import (
    IRI,
    And,
    Concept,
    Fact,
    Has,
    Is,
    Labelled,
    Link,
    OfType,
    Or,
    Plan,
    Problem,
    Subgraph,
    Term,
    Where,
    read_term,
    write_term,
)

_FINAL = ("invalid_question", "out_of_time_scope", "conflicting_facts")
"""Reasons that another reading does not remove."""
MOST_TERMS = 12
_TYPE = f"<{RDF_TYPE}>"


@dataclass(frozen=True, slots=True)
class Found:
    """How a question was read, what was selected for it, and whether that answers it."""

    plan: Plan | Problem
    links: tuple[Link, ...]
    subgraph: Subgraph
    decision: Decision

    @property
    def is_positive(self) -> bool:
        """Whether there is an answer that is more than "none"."""
        answers = self.subgraph.answers
        empty = not answers or answers[0] is False or answers == (0,)
        about = isinstance(self.plan, Plan) and self.plan.operation == "neighbourhood"
        return self.decision.reason is None and (not empty or about)


def tell_what_it_is(asked: Asked, linked: Linked, run: Run) -> Found | None:
    """Answer "What is a nucleus?" by its definition and axioms; None for any other question."""
    if not asks_what_it_is(asked.question, linked.links, linked.language):
        return None
    with run.step("class axioms") as details:
        level = asked.view.class_level(asked.scope)
        told = _Second(asked, linked, level).told() if level else []
        details += [("plan", each.plan.describe()) for each in told if isinstance(each.plan, Plan)]
    return next((each for each in told if each.is_positive), None)


def read_by_classes(asked: Asked, linked: Linked, found: Found, run: Run) -> Found:
    """Read a question by class axioms where what is stated does not answer it."""
    settled = found.is_positive and not _leaves_having(asked, linked, found)
    if settled or found.decision.reason in _FINAL:
        return found
    with run.step("class axioms") as details:
        level = asked.view.class_level(asked.scope)
        if not level:
            return found
        second = _Second(asked, linked, level).read()
        best = next((each for each in second if each.is_positive), None)
        if best is None and isinstance(found.plan, Problem):
            best = next(iter(second), None)
        if best is not None and isinstance(best.plan, Plan):
            details.append(("plan", best.plan.describe()))
            details.append(("selected", f"{len(best.subgraph.facts)} class-level facts"))
    return best or found


def _leaves_having(asked: Asked, linked: Linked, found: Found) -> bool:
    """Whether a question says "have", and its plan looks at no property: "What does X have?"."""
    if not isinstance(found.plan, Plan) or found.plan.operation != "holders":
        return False
    bare = not found.plan.properties and not any(c.properties for c in found.plan.constraints)
    return bare and any(cue.kind == "possession" for cue in cues(asked.question, linked.language))


@dataclass(frozen=True)
class _Second:
    """One question over the class-level facts around what it names."""

    asked: Asked
    linked: Linked
    level: ClassLevel

    def told(self) -> list[Found]:
        """Give what comes of telling what the one class is that the question names."""
        links = self.linked.links
        return [self._told(plan, links) for plan in self._plans(links, Surroundings())]

    def read(self) -> list[Found]:
        """Give what comes of each plan, at most one of them positive, the last."""
        view, links = self.asked.view, self.linked.links
        terms = _terms(links)[:MOST_TERMS]
        if not terms:
            return []
        populated = [use.iri for use in view.schema.classes.values() if use.members]
        facts = self.level.around(terms, populated)
        found: list[Found] = []
        with facts.laid_out() as store:
            for plan in self._plans(links, look_around(terms, store, view.schema)):
                used = _as_used(links, plan)
                if plan.operation == "neighbourhood":
                    found.append(self._told(plan, used))
                else:
                    found.append(self._selected(plan, used, facts, store))
                if found[-1].is_positive:
                    break
        return found

    def _plans(self, links: tuple[Link, ...], around: Surroundings) -> list[Plan]:
        view = self.asked.view
        return plan_classes(
            self.asked.question,
            links,
            language=self.linked.language,
            schema=view.schema,
            lexicon=view.lexicon,
            around=around,
            label=lambda term: as_name(view.label(term, self.asked.language), self.asked.language),
        )

    def _told(self, plan: Plan, links: tuple[Link, ...]) -> Found:
        """Tell what a class is: its definition, what it is a kind of, what it has."""
        described = self.level.described(plan.subjects[0], self.asked.language)
        with described.laid_out() as store:
            found = self._selected(plan, links, described, store)
        ranked = sorted(found.subgraph.facts, key=described.place)
        facts = tuple(replace(fact, id=f"F{n}") for n, fact in enumerate(ranked, start=1))
        return replace(found, subgraph=replace(found.subgraph, facts=facts))

    def _selected(
        self, plan: Plan, links: tuple[Link, ...], facts: ClassFacts, store: Store
    ) -> Found:
        asked = self.asked
        subgraph = select(
            plan,
            store,
            names=self._names,
            budget=asked.budget,
            world=asked.world,
            complete=asked.complete,
            nearness=nearness(plan, facts),
        )
        subgraph = _on_topic(subgraph, plan)
        shown = facts.shown(subgraph.facts, self._labels, "de" if asked.language == "de" else "en")
        entities = _with_new(subgraph.entities, shown, self._names)
        subgraph = replace(subgraph, facts=shown, entities=entities)
        decision = decide(plan, subgraph, links, world=asked.world, complete=asked.complete)
        return Found(plan, links, subgraph, decision)

    def _names(self, terms: Collection[Term]) -> dict[Term, Labelled]:
        asked = self.asked
        return asked.view.names(terms, language=asked.language, scope=asked.scope)

    def _labels(self, terms: Collection[Term]) -> Mapping[Term, str]:
        return self.asked.view.labels(terms, self.asked.language)


def _on_topic(subgraph: Subgraph, plan: Plan) -> Subgraph:
    """Leave out what is known beside by properties that are not asked for."""
    if plan.operation == "neighbourhood":
        return subgraph
    edges = {*_conditions(plan.where), *((_TYPE, False, far) for far in _classes(plan))}
    if subgraph.answers == (False,):
        kept = [fact for fact in subgraph.facts if fact.subject in plan.subjects]
    else:
        kept = [fact for fact in subgraph.facts if not edges.isdisjoint(_edges(fact))]
    facts = tuple(replace(fact, id=f"F{n}") for n, fact in enumerate(kept, start=1))
    left = len(subgraph.facts) - len(kept)
    return replace(subgraph, facts=facts, total=subgraph.total - left)


def _terms(links: Sequence[Link]) -> list[Term]:
    """Give what the links mean, properties left out."""
    targets = [link.target for link in links if isinstance(link.target, Concept)]
    named = [each.iri for each in targets if {*each.kinds} - {"property"}]
    return [term for term in dict.fromkeys(named) if isinstance(term, IRI)]


def _as_used(links: Sequence[Link], plan: Plan) -> tuple[Link, ...]:
    """Mark as required what a plan takes up although it stands like a circumstance."""
    used = {term for each in plan.constraints for term in _far(each.where)}
    return tuple(
        replace(link, role="required")
        if link.role == "circumstance"
        and isinstance(link.target, Concept)
        and write_term(link.target.iri) in used
        else link
        for link in links
    )


def _edges(fact: Fact) -> tuple[tuple[str, bool, str], ...]:
    s, p, o = (write_term(term) for term in (fact.subject, fact.predicate, fact.object))
    return (p, False, o), (p, True, s)


def _classes(plan: Plan) -> list[str]:
    return [write_term(plan.asked_class)] if plan.asked_class is not None else []


def _far(where: Where) -> list[str]:
    return [far for _, _, far in _conditions(where)]


def nearness(plan: Plan, facts: ClassFacts) -> dict[Term, int]:
    """Give each answer the number of steps that lead to it: the nearest comes first."""
    conditions = set(_conditions(plan.where))
    related = {each for each in conditions if each[0] != _TYPE or each[1]} or conditions
    near: dict[Term, int] = {}
    for s, p, o, _ in facts.statements():
        for inverse, far, answer in ((False, o, s), (True, s, o)):
            if (p, inverse, far) in related:
                term = read_term(answer)
                near[term] = near.get(term, 0) + facts.distance((s, p, o))
    return near


def _conditions(where: Where) -> Iterator[tuple[str, bool, str]]:
    """Give the edges that a set is made of: property, whether against it, far end."""
    if isinstance(where, Has) and isinstance(where.target, Is):
        for term in where.target.terms:
            yield write_term(where.step.predicate), where.step.inverse, write_term(term)
    elif isinstance(where, OfType):
        for cls in where.classes:
            yield _TYPE, False, write_term(cls)
    elif isinstance(where, (And, Or)):
        for part in where.parts:
            yield from _conditions(part)


def _with_new(
    entities: Sequence[Labelled], facts: Sequence[Fact], names: Names
) -> tuple[Labelled, ...]:
    """Name also the properties that facts have only since they are shown as what they are."""
    known = {each.term for each in entities}
    new = {fact.predicate for fact in facts} - known
    named = names(sorted(new, key=write_term)) if new else {}
    return (*(each for each in entities if each.term != DEFINITION), *named.values())
