"""The readings of a question: ways to put its conditions together, each to be whole or given up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Union

from ontorag.language import fold
from ontorag.lexicon import Lexicon
from ontorag.planning.absences import absences
from ontorag.planning.accounting import unaccounted
from ontorag.planning.asked_qualifiers import plan_qualifier
from ontorag.planning.comparing import Comparison, comparisons
from ontorag.planning.conditions import Binder, Bound
from ontorag.planning.coverage import left_out
from ontorag.planning.denying import without_denied
from ontorag.planning.describing import describe
from ontorag.planning.paths import path_conditions
from ontorag.planning.problems import as_relation, early_problem, late_problem
from ontorag.planning.qualifying import (
    Said,
    may_qualify,
    names_kind,
    rest_of,
    said_by_link,
    with_read,
    within,
)
from ontorag.planning.question import Question
from ontorag.planning.ranking import ranks_elsewhere, superlative_of
from ontorag.planning.relations import Relation, Weighing, phrases_said
from ontorag.planning.requirements import meets_requirements
from ontorag.planning.scales import scale_comparisons
from ontorag.planning.surroundings import Surroundings
from ontorag.planning.undecided import Undecided
from ontorag.planning.yes_no import plan_yes_no
from ontorag.schema import Schema
from ontorag.values import (
    And,
    Concept,
    Constraint,
    Every,
    Has,
    Is,
    Not,
    OfType,
    Or,
    Plan,
    Problem,
    Step,
    Superlative,
    Term,
    Value,
    Where,
)
from ontorag.values.plans import Combination, Operation


@dataclass(frozen=True, slots=True)
class Readings:
    """The readings of one question with its links as they are; ``read`` are its comparisons."""

    binder: Binder
    read: list[Comparison]

    def each(self) -> list[Reading]:
        """Give the readings to try, the first that leaves nothing out wins."""
        return [_of_statement, *_readings(self.binder)]

    def made_by(self, reading: Reading) -> Plan | Problem | None:
        """Make the plan of one reading; none that leaves out what the question says."""
        question, weighing = self.binder.question, self.binder.weighing
        made, words_read = reading(self.binder, self.read)
        if not isinstance(made, Plan):
            return made
        left = left_out(made, question, weighing, self.read, words_read) or unaccounted(
            made, question, weighing, self.read, words_read
        )
        if left is not None:
            return left
        sentences = describe(made, self.binder.label)
        return without_denied(replace(made, sentences=sentences), weighing.schema)

    def rivals(self) -> list[Plan]:
        """Make the plans of the first reading that can be carried out in several ways."""
        for reading in self.each():
            plans = list(self._rivals_of(reading))
            if len(plans) > 1:
                return plans
        return []

    def _rivals_of(self, reading: Reading) -> Iterator[Plan]:
        """Make the plans of one reading, one for each way that the words leave open."""
        made = self.made_by(reading)
        if isinstance(made, Plan):
            yield made
        elif isinstance(made, Undecided):
            for way in made.ways:
                settled = {**self.binder.settled, made.at: way}
                binder = replace(self.binder, settled=settled)
                yield from Readings(binder, self.read)._rivals_of(reading)


def readings_of(
    question: Question,
    schema: Schema,
    lexicon: Lexicon,
    around: Surroundings,
    label: Callable[[Term], str],
) -> Readings | Problem:
    """Weigh a question's words, or say what stops it before any reading."""
    phrases = phrases_said(question, lexicon, schema)
    problem = early_problem(question, phrases, lexicon, schema)
    weighing = Weighing(question, schema, lexicon, around, phrases)
    if problem is not None:
        return as_relation(problem, question, weighing)
    read = [*comparisons(question, weighing), *scale_comparisons(question, weighing)]
    return Readings(Binder(question, weighing, label), read)


Attempt = tuple[Union[Plan, Problem, None], frozenset[int]]
"""A plan, or why there is none, with the places of the words that it took up."""
Reading = Callable[[Binder, list[Comparison]], Attempt]


def _readings(binder: Binder) -> list[Reading]:
    """Give the readings to try, the first that leaves nothing out wins.

    Each thing by an edge of its own, then all words as one path from one thing; a path first
    where a class stands beside the thing: "eine Abteilung in München".
    """
    question = binder.question
    if question.form in ("about", "exists") or meets_requirements(binder) is not None:
        return [_by_edges]
    required = [link for link in question.of_role("required") if isinstance(link.target, Concept)]
    classes = ["class" in link.target.kinds for link in required]  # type: ignore[union-attr]
    if _tells_more(question):
        return [_path]
    return [_path, _by_edges] if any(classes) and not all(classes) else [_by_edges, _path]


def _tells_more(question: Question) -> bool:
    """Whether words behind a bare class tell more of it: "a person born in Lyon"."""
    for link in question.of_role("required"):
        bare = isinstance(link.target, Concept) and "class" in link.target.kinds
        after = [other for other in question.links if other.mention.start >= link.mention.end]
        verb = bool(after) and after[0].role == "relation" and not question.names_next(link)
        gap = question.text[link.mention.end : after[0].mention.start] if verb else "und"
        joined = {"und", "and", "oder", "or", "but", "aber"} & {*fold(gap).split()}
        several = len(question.of_role("relation")) > 1 or question.has("possession")
        if bare and verb and not joined and several:
            return True
    return False


def _of_statement(binder: Binder, read: list[Comparison]) -> Attempt:
    """Read what is asked of a statement: "Welches Niveau hat Anna in Python?"."""
    return plan_qualifier(binder, read), frozenset()


def _by_edges(binder: Binder, read: list[Comparison]) -> Attempt:
    """Read each thing that is named by an edge of its own."""
    return _plan(binder, read), frozenset()


def _path(binder: Binder, read: list[Comparison]) -> Attempt:
    """Read all words as one path from the one thing that is named."""
    found = path_conditions(binder)
    if found is None or isinstance(found, Problem):
        return found, frozenset()
    path, topic, constraint, words_read = found
    last = path.steps[-1]
    relation = Relation(Step(last.predicate, not last.inverse), path.score, path.score, True, True)
    bound = [Bound(topic, constraint, relation)]
    said: list[Said] = []
    for link in binder.question.bound:
        qualifier = None if within(link, read) else said_by_link(binder, link)
        if qualifier is not None:
            said.append(qualifier)
        elif isinstance(link.target, Value) and not within(link, read):
            made = binder.bind(link)
            if isinstance(made, Problem):
                return made, words_read
            bound += made
    return _Assembly(binder, with_read(binder, bound, said, read)).plan(), words_read


def _plan(binder: Binder, read: list[Comparison]) -> Plan | Problem:
    """Choose the shape of the plan by the form of the question."""
    form = binder.question.form
    if form == "about":
        return _about(binder.question)
    if form == "exists":
        return plan_yes_no(binder, read)
    meeting = meets_requirements(binder)
    if meeting is not None:
        return _Assembly(binder, [meeting]).plan()
    bound = _conditions(binder, read)
    if isinstance(bound, Problem):
        return bound
    absent = absences(binder)
    bound = [each for each in bound if not _is_end_of(each, absent, binder.question)] + absent
    ranked = superlative_of(binder.question, binder.weighing)
    ranks = ranked is not None and ranked.predicate is not None
    if not bound and binder.question.asked_class is None and not ranks:
        return late_problem(binder.question, binder.weighing)
    return _Assembly(binder, bound).plan()


def _is_end_of(bound: Bound, absent: list[Bound], question: Question) -> bool:
    """Whether a class word only ends the words for what is lacked: "no home port"."""
    target, start = bound.link.target, bound.link.mention.start
    is_class = isinstance(target, Concept) and "class" in target.kinds
    gaps = (question.text[each.link.mention.end : start] for each in absent
            if each.link.mention.end <= start)  # fmt: skip
    return is_class and any(not gap.strip() for gap in gaps)


def _about(question: Question) -> Plan:
    link = question.bound[0]
    assert isinstance(link.target, Concept)
    thing = link.target.iri
    return Plan("neighbourhood", Is((thing,)), subjects=(thing,), language=question.language)


def _conditions(binder: Binder, read: list[Comparison]) -> list[Bound] | Problem:
    """Turn every link that constrains the answer into a condition; also the comparisons."""
    bound: list[Bound] = []
    said: list[Said] = []
    for link in may_qualify(binder):
        if link.target is None or within(link, read) or names_kind(binder, link):
            continue
        excepted = binder.excepted(link)
        if excepted is not None:
            bound.append(excepted)
            continue
        qualifier = said_by_link(binder, link, rest_of(binder, link, said))
        if qualifier is not None:
            said.append(qualifier)
            continue
        made = binder.bind(link)
        if isinstance(made, Problem):
            return made
        bound += made
    return with_read(binder, bound, said, read)


@dataclass(frozen=True, slots=True)
class _Assembly:
    """Conditions put together, with the class asked for and the superlative."""

    binder: Binder
    bound: list[Bound]

    def plan(self) -> Plan | Problem:
        """Make the plan of the conditions."""
        question = self.binder.question
        constraints = [each.constraint for each in self.bound]
        positive = [each.where for each in constraints if not each.excluded]
        combine = self._combination()
        core = _joined(positive, combine) if positive else self._universe()
        if core is None:
            return late_problem(question, self.binder.weighing)
        if combine == "any" and self._is_one_phrase():
            return late_problem(question, self.binder.weighing)
        asked = self._class_asked()
        parts = [core, *([asked.where] if asked else [])]
        parts += [Not(each.where) for each in constraints if each.excluded]
        stated = frozenset(iri for each in constraints for iri in each.properties)
        superlative = superlative_of(question, self.binder.weighing, stated)
        if superlative is not None and self._ranks_nothing(superlative):
            return Problem("unsupported_operation", superlative.text, operation="ranking")
        return Plan(
            operation=self._operation(),
            where=_joined(list(parts), "all"),
            constraints=(*constraints, *([asked] if asked and self.bound else [])),
            combine=combine,
            asked_class=question.asked_class,
            subjects=self._subjects(),
            properties=tuple(dict.fromkeys(p for each in constraints for p in each.properties)),
            superlative=superlative,
            language=question.language,
        )

    def _ranks_nothing(self, superlative: Superlative) -> bool:
        """Whether nothing ranks what was found, and one remaining candidate would not do."""
        if superlative.predicate is not None:
            return False
        return not self.bound or ranks_elsewhere(self.binder.question, self.binder.weighing)

    def _combination(self) -> Combination:
        """Say "any" for alternatives, and for the properties of several things ("von A und B")."""
        if len(self.bound) < 2:
            return "all"
        alternatives = [each for each in self.bound if each.link.role == "alternative"]
        if len(alternatives) == len(self.bound):
            return "any"
        together = self.binder.question.has("together")
        excluded = any(each.constraint.excluded for each in self.bound)
        spread = self._is_values() and not excluded and not together
        return "any" if spread and len(set(self._steps())) == 1 else "all"

    def _is_one_phrase(self) -> bool:
        """Whether two things stand side by side as one: "the population of Bavarian cities"."""
        mentions = sorted((e.link.mention for e in self.bound), key=lambda each: each.start)
        text = self.binder.question.text
        return any(
            a.end <= b.start and not text[a.end : b.start].strip() for a, b in pairwise(mentions)
        )

    def _steps(self) -> list[Step]:
        return [each.relation.step for each in self.bound if each.relation is not None]

    def _operation(self) -> Operation:
        values = self._is_values()
        if self.binder.question.form == "count" and not (values and self._states_number()):
            return "count"
        return "values" if values else "holders"

    def _is_values(self) -> bool:
        """Whether the answer is what known things have: every step leads back to one."""
        steps = self._steps()
        return bool(steps) and len(steps) == len(self.bound) and all(s.inverse for s in steps)

    def _states_number(self) -> bool:
        """Whether a property itself says how many: "Wie viele Einwohner hat München?"."""
        uses = [self.binder.weighing.schema.properties[s.predicate] for s in self._steps()]
        return all(use.only_literals for use in uses)

    def _subjects(self) -> tuple[Term, ...]:
        """Give the things whose properties are asked for."""
        things = [
            each.link.target.iri
            for each in self.bound
            if isinstance(each.link.target, Concept)
            and each.relation is not None
            and each.relation.step.inverse
        ]
        return tuple(dict.fromkeys(things))

    def _class_asked(self) -> Constraint | None:
        """Keep the class asked for where the properties do not already imply it."""
        asked = self.binder.question.asked_class
        if asked is None:
            return None
        schema = self.binder.weighing.schema
        for step in self._answer_steps():
            use = schema.properties[step.predicate]
            ends = use.ranges if step.inverse else use.domains
            if any(asked in schema.superclasses(end) for end in ends):
                return None
        text = self.binder.label(asked)
        return Constraint(text, OfType(schema.subclasses(asked)), text)

    def _answer_steps(self) -> list[Step]:
        """Give the steps that leave from the answer: what is not so says nothing of its kind."""
        held = [each for each in self.bound if not each.constraint.excluded]
        every = [each.constraint.where for each in held]
        steps = [each.relation.step for each in held if each.relation is not None]
        return [*steps, *(where.step for where in every if isinstance(where, Every))]

    def _universe(self) -> Where | None:
        """Say what a pure negation, or a bare class, is taken from."""
        schema = self.binder.weighing.schema
        asked = self.binder.question.asked_class
        if asked is not None:
            return OfType(schema.subclasses(asked))
        for step in self._steps():
            ends = schema.properties[step.predicate].ends(objects=step.inverse)
            below = [cls for end in ends for cls in schema.subclasses(end)]
            return OfType(tuple(dict.fromkeys(below))) if below else Has(step)
        for each in self.bound:
            for iri in each.constraint.properties if each.constraint.excluded else ():
                below = [c for end in schema.properties[iri].ends(objects=False)
                         for c in schema.subclasses(end)]  # fmt: skip
                return OfType(tuple(dict.fromkeys(below))) if below else None
        ranked = superlative_of(self.binder.question, self.binder.weighing)
        if ranked is not None and ranked.predicate is not None:
            return Has(Step(ranked.predicate))
        return None


def _joined(wheres: list[Where], combine: Combination) -> Where:
    distinct = tuple(dict.fromkeys(wheres))
    if len(distinct) == 1:
        return distinct[0]
    return Or(distinct) if combine == "any" else And(distinct)
