"""What one question adds to the metrics: a pure function of the question and its outcome."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal

from ontorag.evaluation import metrics
from ontorag.evaluation.matching import (
    Key,
    Names,
    gold_keys,
    is_address,
    returned_keys,
    term_keys,
    text_key,
)
from ontorag.evaluation.metrics import MOST_GOLD, Share
from ontorag.evaluation.questions import Question
from ontorag.values import Fact, Labelled, Link, Literal, Outcome, Target, Term, Value


def score(question: Question, outcome: Outcome, names: Names) -> dict[str, Share]:
    """Give (numerator, denominator) for each metric that this question counts for.

    ``names`` says what the terms of the outcome may be called (see `terms_of`).
    """
    shares = {"coverage": (float(_is_answered(outcome)), 1.0)}
    shares |= _of_answers(question, outcome, names)
    shares |= _of_abstention(question, outcome)
    shares |= linking_shares(question, outcome.links, names)
    shares |= _of_facts(question, outcome, names)
    return shares


def is_right(question: Question, outcome: Outcome, shares: Mapping[str, Share]) -> bool:
    """Whether the outcome is all that was expected: the answers, the status, the reason.

    Where none of these is expected, the linked terms decide.
    """
    asked = (question.answers, question.expected_status, question.expected_reason)
    names = ("set_f1",) if any(each is not None for each in asked) else ("linking_f1",)
    exact = all(shares[name][0] == shares[name][1] for name in names if name in shares)
    status = outcome.answer.status == (question.expected_status or outcome.answer.status)
    reason = outcome.answer.reason == (question.expected_reason or outcome.answer.reason)
    return exact and status and reason


def terms_of(outcome: Outcome) -> set[Term]:
    """Give the terms whose names decide: answers, candidates and what is in the facts."""
    found = {each.term for each in outcome.subgraph.answers if isinstance(each, Labelled)}
    for link in outcome.links:
        targets = [candidate.target for candidate in link.candidates]
        found |= {_term(each) for each in (*targets, link.target) if each is not None}
    for fact in (*outcome.subgraph.facts, *outcome.subgraph.nearby):
        found |= {fact.predicate, *_things(fact)}
    return {term for term in found if not isinstance(term, Literal)}


def expected_and_returned(
    question: Question, outcome: Outcome, names: Names
) -> tuple[frozenset[Key], tuple[Key, ...]]:
    """Give the keys of the gold answers and, in order, of the returned ones."""
    gold = gold_keys(question.answers or ())
    answers = outcome.subgraph.answers if _is_answered(outcome) else ()
    return gold, returned_keys(answers, gold, names)


def _is_answered(outcome: Outcome) -> bool:
    return outcome.answer.status == "answered"


def _of_answers(question: Question, outcome: Outcome, names: Names) -> dict[str, Share]:
    if question.answers is None:
        return {}
    gold, returned = expected_and_returned(question, outcome, names)
    shares = {"set_f1": (metrics.set_f1(gold, returned), 1.0)}
    if not gold:
        return shares | {"invented": (float(len(returned)), 1.0)}
    shares["hits_at_1"] = metrics.hits_at_1(gold, returned), 1.0
    shares["hit"] = metrics.hit(gold, returned), 1.0
    if len(gold) <= MOST_GOLD:
        present = _occurring(outcome, names)
        shares["answer_recall_in_facts"] = metrics.recall_in(gold, present), 1.0
    return shares


def _of_abstention(question: Question, outcome: Outcome) -> dict[str, Share]:
    should = question.should_abstain
    if should is None:
        return {}
    expected = question.expected_reason
    return metrics.abstention_shares(
        should=should,
        abstained=not _is_answered(outcome),
        reason_is_right=None if expected is None else outcome.answer.reason == expected,
    )


def linking_shares(question: Question, links: Iterable[Link], names: Names) -> dict[str, Share]:
    """Give what the links of a question add to linking F1, recall at k and MRR."""
    if question.entities is None:
        return {}
    links = list(links)
    gold = [{_named(each)} for each in question.entities]
    targets = dict.fromkeys(_term(link.target) for link in links if link.target is not None)
    linked = [term_keys(term, names) for term in targets]
    shares = {"linking_f1": metrics.linking_share(gold, linked)}
    if gold:
        lists = [
            [term_keys(_term(each.target), names) for each in link.candidates] for link in links
        ]
        ranks = [metrics.rank(term, lists) for term in gold]
        shares |= {f"recall_at_{k}": (metrics.recall_at(k, ranks), 1.0) for k in (1, 5, 10)}
        shares["mrr"] = metrics.reciprocal_rank(ranks), 1.0
    return shares


def _of_facts(question: Question, outcome: Outcome, names: Names) -> dict[str, Share]:
    shares: dict[str, Share] = {}
    facts = outcome.subgraph.facts
    if question.facts:
        said = [
            [term_keys(term, names) for term in (fact.subject, fact.predicate, fact.object)]
            for fact in facts
        ]
        wanted = [[_named(part) for part in fact] for fact in question.facts]
        found = sum(
            any(all(key in keys for key, keys in zip(fact, each, strict=True)) for each in said)
            for fact in wanted
        )
        shares["fact_recall"] = found / len(wanted), 1.0
    if question.sources:
        present = {source for fact in facts for source in fact.sources}
        shares["source_recall"] = metrics.recall_in(question.sources, present), 1.0
    return shares


def _occurring(outcome: Outcome, names: Names) -> set[Key]:
    """Give the keys of everything that stands in a fact shown: selected, derived or nearby."""
    present: set[Key] = set()
    for fact in (*outcome.subgraph.facts, *outcome.subgraph.nearby):
        for term in _things(fact):
            present |= term_keys(term, names)
    for derived in outcome.subgraph.derived:
        value = derived.value
        if isinstance(value, Labelled):
            present |= term_keys(value.term, names)
        elif value is not None:
            present |= gold_keys([value if isinstance(value, (bool, Decimal)) else Decimal(value)])
    return present


def _things(fact: Fact) -> list[Term]:
    return [fact.subject, fact.object, *(each.value for each in fact.qualifiers)]


def _term(target: Target) -> Term:
    return target.literal if isinstance(target, Value) else target.iri


def _named(text: str) -> Key:
    bare = text[1:-1] if text.startswith("<") and text.endswith(">") else text
    return ("iri", bare) if is_address(bare) else text_key(bare)
