"""Ask one question of an evaluation in one mode, and score what comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TypeAlias

from ontorag.errors import InputError, ModelError
from ontorag.evaluation.matching import Names
from ontorag.evaluation.questions import Question
from ontorag.evaluation.records import COMPARED, Record, failed, record_of
from ontorag.evaluation.scoring import terms_of
from ontorag.graph import GraphView
from ontorag.names import local_name
from ontorag.pipeline import Mode, OntoRAG, side_by_side
from ontorag.values import AnswerValue, Concept, Labelled, Outcome, Term, World

Ask: TypeAlias = Callable[[Question, Mode], Record]

_YES_NO = re.compile(r"\W*(?:(yes|ja)|(?:no|nein))\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\w)")


def asker(
    rag: OntoRAG,
    *,
    modes: Sequence[Mode] = ("selected",),
    world: World | None = None,
    budget: int = 100,
) -> Ask:
    """Give the function that asks ``rag`` a question in one of ``modes`` and scores the outcome.

    A fault of a language model, or of the question itself (a link to nothing), is kept in the
    record as its error; every other error is raised.
    """
    reasoning = dict(side_by_side(modes))

    def ask(question: Question, mode: Mode) -> Record:
        try:
            result = rag.ask(
                question.text,
                links=dict(question.links) or None,
                world=world,
                budget=budget,
                mode=mode,
                reasoning=reasoning.get(mode),
                language=question.language,
            )
        except (ModelError, InputError) as error:
            return failed(question, mode, error)
        view, outcome = rag.graph.view(), result.outcome
        if mode in COMPARED:
            outcome = _with_answers(outcome, view)
        names = names_in(view, terms_of(outcome), curie=rag.graph.curie)
        return record_of(question, mode, outcome, names)

    return ask


def names_in(
    view: GraphView, terms: Collection[Term], *, curie: Callable[[str], str] = str
) -> Names:
    """Give all that terms may be called: labels, synonyms, in every language; CURIE, local name."""
    known = view.lookup.concepts(terms)
    shown = view.labels(terms, "en")
    return {
        term: frozenset([shown[term], curie(str(term)), local_name(str(term)), *_said(known, term)])
        for term in terms
    }


def _said(known: Mapping[Term, Concept], term: Term) -> list[str]:
    concept = known.get(term)
    return [] if concept is None else [text for text, _ in (*concept.labels, *concept.synonyms)]


def answers_in_text(text: str, question: str, view: GraphView) -> tuple[AnswerValue, ...]:
    """Read a model's free text: what of the graph it names, that the question does not.

    A text that opens with yes or no answers with that. Names within longer names, classes and
    properties are left out. Where nothing is named, the first number is the answer. This is
    rough: whatever a text names beside its answer counts as an answer too.
    """
    opening = _YES_NO.match(text)
    if opening:
        return (opening[1] is not None,)
    known = {label.casefold() for label, _ in view.labels_in(question)}
    named = [(label, term) for label, term in view.labels_in(text) if label.casefold() not in known]
    kinds = view.lookup.concepts([term for _, term in named])
    longest = {
        term: label
        for label, term in named
        if not {"class", "property"} & set(kinds[term].kinds if term in kinds else ())
        and not any(label != other and label in other for other, _ in named)
    }
    found = [Labelled(term, label) for term, label in longest.items()]
    if found:
        return tuple(sorted(found, key=lambda each: (text.find(each.label), str(each.term))))
    number = _NUMBER.search(text)
    return (Decimal(number[0]),) if number else ()


def _with_answers(outcome: Outcome, view: GraphView) -> Outcome:
    said = answers_in_text(outcome.answer.text, outcome.question, view)
    return replace(outcome, subgraph=replace(outcome.subgraph, answers=said, facts=()))
