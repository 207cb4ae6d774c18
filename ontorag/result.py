"""The result of a question: an outcome that can print, explain and draw itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ontorag.errors import UnknownNameError
from ontorag.language.visible import as_name
from ontorag.values import (
    Answer,
    AnswerValue,
    DerivedFact,
    Fact,
    Labelled,
    Link,
    Outcome,
    Plan,
    Qualifier,
    Subgraph,
    Term,
    Trace,
)
from ontorag.values.json import to_json

NEARBY = {
    "de": "In der Nähe verzeichnet (kein Beleg für eine Antwort):",
    "en": "Recorded nearby (no evidence of an answer):",
}


MOST_NEARBY = 20
"""Facts recorded nearby that are printed, at most."""


class Proved(Protocol):
    """A proof that prints in words and draws as a tree."""

    def in_words(self, *, limit: int = 50) -> str:
        """Say the proof in words."""

    def as_tree(self, *, limit: int = 200) -> str:
        """Draw the proof as an indented tree."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one question; print it, or look at its parts.

    ``outcome`` is the frozen value with everything; the properties are short ways into it.
    """

    outcome: Outcome
    curie: Callable[[str], str] = field(default=str, repr=False, compare=False)
    prove: Callable[[Fact, str], Proved] | None = field(default=None, repr=False, compare=False)

    @property
    def question(self) -> str:
        """The question as it was asked."""
        return self.outcome.question

    @property
    def answer(self) -> Answer:
        """Status, reason, flags, text and checked claims."""
        return self.outcome.answer

    @property
    def answered(self) -> bool:
        """Whether there is an answer."""
        return self.answer.status == "answered"

    @property
    def answers(self) -> tuple[AnswerValue, ...]:
        """The answers themselves: labelled terms, a number, or True and False."""
        return self.outcome.subgraph.answers if self.answered else ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The headings of `rows`."""
        return self.outcome.subgraph.columns if self.answered else ()

    @property
    def rows(self) -> tuple[tuple[AnswerValue | None, ...], ...]:
        """The answers side by side where several belong together; else empty."""
        return self.outcome.subgraph.rows if self.answered else ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts that were selected, numbered F1, F2 and so on."""
        return self.outcome.subgraph.facts

    @property
    def nearby(self) -> tuple[Fact, ...]:
        """What is recorded around the things named, where there is no answer: N1, N2 and so on."""
        return self.outcome.subgraph.nearby

    @property
    def derived(self) -> tuple[DerivedFact, ...]:
        """What was computed from the facts, numbered D1, D2 and so on."""
        return self.outcome.subgraph.derived

    @property
    def subgraph(self) -> Subgraph:
        """Facts, answers, counts for each constraint, near misses."""
        return self.outcome.subgraph

    @property
    def links(self) -> tuple[Link, ...]:
        """How the words of the question were read."""
        return self.outcome.links

    @property
    def plan(self) -> Plan | None:
        """What was computed, or None when no plan could be made."""
        return self.outcome.plan

    @property
    def trace(self) -> Trace:
        """The steps with their milliseconds."""
        return self.outcome.trace

    def explain(self, fact_id: str, *, language: str | None = None) -> Proved:
        """Prove a fact ("F4", "N2") down to what sources state; printing gives words.

        Raises `UnknownNameError` for an id that is not among the facts, and for a fact that has
        no proof (what HermiT found, or the graph is gone).
        """
        shown = (*self.facts, *self.nearby)
        fact = next((each for each in shown if each.id == fact_id), None)
        if fact is None:
            there = f"{shown[0].id} to {shown[-1].id}" if shown else "none"
            raise UnknownNameError(f"there is no fact {fact_id!r}; the facts are {there}")
        if self.prove is None or fact.origin == "dl":
            raise UnknownNameError(f"{fact_id} has no proof: HermiT gives none")
        return self.prove(fact, language or self.outcome.language)

    def to_json(self) -> dict[str, Any]:
        """Give the outcome as JSON values (``"format": 1``)."""
        return to_json(self.outcome)

    def save_report(self, path: str | Path, *, title: str | None = None) -> Path:
        """Write the interactive report, one offline HTML file; give its path."""
        from ontorag.report import report_page, write_page

        return write_page(report_page(self.outcome, title=title, curies=self.curie), path)

    def save_svg(self, path: str | Path) -> Path:
        """Write the drawing of the facts as SVG; give its path."""
        from ontorag.report import outcome_svg, write_page

        return write_page(outcome_svg(self.outcome, curies=self.curie), path)

    def __str__(self) -> str:
        """Give the answer, the facts with their ids, and the corrections."""
        parts = [self.answer.text]
        if self.rows:
            lines = [self.columns, *(tuple(map(_cell, row)) for row in self.rows)]
            parts.append("\n".join("  ".join(line) for line in lines))
        if self.derived:
            parts.append("\n".join(f"{each.id}  {each.text}" for each in self.derived))
        if self.facts:
            parts.append("\n".join(self.fact_line(fact) for fact in self.facts))
        if self.nearby:
            head = NEARBY.get(self.outcome.language, NEARBY["en"])
            more = len(self.nearby) - MOST_NEARBY
            rest = [f"… (+{more})"] if more > 0 else []
            shown = map(self.fact_line, self.nearby[:MOST_NEARBY])
            parts.append("\n".join((head, *shown, *rest)))
        return "\n\n".join(parts)

    def fact_line(self, fact: Fact) -> str:
        """Write one fact for people: its id, its labels, its qualifiers and sources."""
        names = {each.term: each.label for each in self.outcome.subgraph.entities}
        tag = self.outcome.language
        ends = (fact.subject, fact.predicate, fact.object)
        said = " ".join(_said(term, names, tag) for term in ends)
        noted = ", ".join(_qualifier(each, names, tag) for each in fact.qualifiers)
        origin = [] if fact.origin == "asserted" else [fact.origin]
        told = ", ".join((*origin, *fact.sources))
        source = f"  [{told}]" if told else ""
        return f"{fact.id:<4}{said}{f' ({noted})' if noted else ''}{source}"


def _cell(value: AnswerValue | None) -> str:
    if value is None:
        return "–"
    return value.label if isinstance(value, Labelled) else str(value)


def _said(term: Term, names: dict[Term, str], language: str) -> str:
    return as_name(names.get(term, str(term)), language)


def _qualifier(qualifier: Qualifier, names: dict[Term, str], language: str) -> str:
    said = (_said(term, names, language) for term in (qualifier.predicate, qualifier.value))
    return ": ".join(said)
