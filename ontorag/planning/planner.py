"""The planner: links, schema and cue words become a plan, or the reason why none can be made.

Nothing is asked of the data here but what `Surroundings` already holds. The order of the
reasons is that of docs/abstaining.md: what cannot be computed at all, what is foreign to the
ontology, what is unknown, what is ambiguous, what no property relates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ontorag.language.words import Language
from ontorag.lexicon import Lexicon
from ontorag.planning.problems import late_problem
from ontorag.planning.qualifying import named_in
from ontorag.planning.question import read_question
from ontorag.planning.readings import Readings, readings_of
from ontorag.planning.surroundings import Surroundings
from ontorag.planning.weak import hides_topic, reads_better_undone, without_weak_links
from ontorag.schema import Schema
from ontorag.values import Concept, Link, Plan, Problem, Term


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, or why there is none, with the links as they were understood for it."""

    plan: Plan | Problem
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Planner:
    """What planning reads: the schema, the words for it, and what is around the things named.

    ``around`` must cover what the links mean (`look_around`); ``label`` gives a term its label
    in the question's language.
    """

    schema: Schema
    lexicon: Lexicon
    around: Surroundings
    label: Callable[[Term], str]

    def plan(self, text: str, links: tuple[Link, ...], language: Language) -> Planned:
        """Make the plan for a question, or say why there is none.

        Ordinary words that only happen to name something are read as words where the question
        cannot be read with them.
        """
        tries = _tries(text, links, language, self.lexicon)
        problems: list[Problem] = []
        for each in tries:
            made = _read(self._readings(text, each, language))
            if isinstance(made, Plan):
                return Planned(made, as_used(each, made))
            problems.append(made)
        return Planned(problems[tries.index(links) if links in tries else 0], tries[-1])

    def rivals(self, text: str, links: tuple[Link, ...], language: Language) -> tuple[Planned, ...]:
        """Give the plans between which nothing decides, where `plan` makes none.

        Each carries out all that the question says, by another of the ways that fit alike.
        """
        for each in _tries(text, links, language, self.lexicon):
            readings = self._readings(text, each, language)
            found = readings.rivals() if isinstance(readings, Readings) else []
            if found:
                return tuple(Planned(plan, as_used(each, plan)) for plan in found)
        return ()

    def _readings(
        self, text: str, links: tuple[Link, ...], language: Language
    ) -> Readings | Problem:
        question = read_question(text, links, language)
        return readings_of(question, self.schema, self.lexicon, self.around, self.label)


def _tries(
    text: str, links: tuple[Link, ...], language: Language, lexicon: Lexicon
) -> list[tuple[Link, ...]]:
    """Give the links to read a question with, the first that gives a plan wins."""
    fewer = without_weak_links(read_question(text, links, language), links, lexicon)
    if fewer is None:
        return [links]
    if hides_topic(links):
        return [fewer]
    return [fewer, links] if reads_better_undone(links, fewer) else [links, fewer]


def as_used(links: tuple[Link, ...], plan: Plan) -> tuple[Link, ...]:
    """Give the circumstances that a condition was made of the role of one."""
    named = {term for each in plan.constraints for term in named_in(each.where)}
    used = named.union(plan.subjects)
    return tuple(
        replace(link, role="required")
        if link.role == "circumstance"
        and isinstance(link.target, Concept)
        and link.target.iri in used
        else link
        for link in links
    )


def _read(readings: Readings | Problem) -> Plan | Problem:
    """Read a question in the first way that gives a plan."""
    if isinstance(readings, Problem):
        return readings
    problem: Problem | None = None
    for reading in readings.each():
        made = readings.made_by(reading)
        if isinstance(made, Plan):
            return made
        problem = problem or made
    return problem or late_problem(readings.binder.question, readings.binder.weighing)
