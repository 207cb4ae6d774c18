"""Outcomes and reports as JSON values (``"format": 1``), and outcomes back again.

The result is made of dicts, lists, texts, numbers, truth values and None, ready for `json.dumps`.
Terms carry their labels for people; what is read back does not depend on them.
"""

from __future__ import annotations

from dataclasses import asdict
from decimal import Decimal
from typing import Any, TypeAlias, Union

from ontorag.values.facts import Fact
from ontorag.values.json_reading import FORMAT, outcome_from_json, trace_from_json
from ontorag.values.json_tables import table_to_json
from ontorag.values.json_terms import (
    JSON,
    NO_LABELS,
    Labels,
    target_to_json,
    term_to_json,
    where_to_json,
)
from ontorag.values.links import Link
from ontorag.values.outcomes import (
    Answer,
    AnswerValue,
    Claim,
    DerivedFact,
    Labelled,
    Outcome,
    Subgraph,
    Trace,
)
from ontorag.values.plans import Plan, Superlative
from ontorag.values.reports import Finding, LoadReport
from ontorag.values.terms import XSD, Literal

__all__ = ["FORMAT", "outcome_from_json", "to_json", "trace_from_json"]

Writable: TypeAlias = Union[
    Outcome, Subgraph, Answer, Claim, Link, Fact, Plan, Trace, LoadReport, Finding
]


def to_json(value: Writable, labels: Labels = NO_LABELS) -> JSON:
    """Write ``value`` as a JSON object; an outcome names its format and labels its terms.

    >>> from ontorag.values import Verdict
    >>> to_json(Claim("Frodo.", ("F1",), Verdict("supported")))["evidence_ids"]
    ['F1']
    """
    if isinstance(value, Outcome):
        return _outcome(value)
    if isinstance(value, Subgraph):
        return _subgraph(value, _labels_of(value))
    if isinstance(value, Fact):
        return _fact(value, labels)
    if isinstance(value, Plan):
        return _plan(value, labels)
    if isinstance(value, Link):
        return _link(value)
    if isinstance(value, Answer):
        return _answer(value)
    if isinstance(value, Claim):
        return _claim(value)
    if isinstance(value, Trace):
        return _trace(value)
    return _load_report(value) if isinstance(value, LoadReport) else _finding(value)


def _outcome(outcome: Outcome) -> JSON:
    labels = _labels_of(outcome.subgraph)
    return {
        "format": FORMAT,
        "question": outcome.question,
        "language": outcome.language,
        "links": [_link(each) for each in outcome.links],
        "plan": None if outcome.plan is None else _plan(outcome.plan, labels),
        "subgraph": _subgraph(outcome.subgraph, labels),
        "answer": _answer(outcome.answer),
        "trace": _trace(outcome.trace),
    }


def _labels_of(subgraph: Subgraph) -> Labels:
    return {entity.term: entity.label for entity in subgraph.entities}


def _link(link: Link) -> JSON:
    mention = link.mention
    return {
        "mention": {"text": mention.text, "start": mention.start, "end": mention.end},
        "target": None if link.target is None else target_to_json(link.target),
        "candidates": [
            {
                "target": target_to_json(each.target),
                "score": each.score,
                "tier": each.tier,
                "matched_label": each.matched_label,
            }
            for each in link.candidates
        ],
        "method": link.method,
        "margin": link.margin,
        "role": link.role,
        "ambiguous": link.ambiguous,
    }


def _plan(plan: Plan, labels: Labels) -> JSON:
    return {
        "operation": plan.operation,
        "sentences": dict(plan.sentences),
        "where": where_to_json(plan.where, labels),
        "constraints": [
            {
                "text": each.text,
                "where": where_to_json(each.where, labels),
                "mention": each.mention,
                "excluded": each.excluded,
                "properties": [term_to_json(iri, labels) for iri in each.properties],
            }
            for each in plan.constraints
        ],
        "combine": plan.combine,
        "asked_class": term_to_json(plan.asked_class, labels) if plan.asked_class else None,
        "subjects": [term_to_json(term, labels) for term in plan.subjects],
        "properties": [term_to_json(iri, labels) for iri in plan.properties],
        "superlative": _superlative(plan.superlative, labels) if plan.superlative else None,
        "qualifier": term_to_json(plan.qualifier, labels) if plan.qualifier else None,
        "table": table_to_json(plan.table, labels) if plan.table else None,
        "each": (
            {"text": plan.each.text, "where": where_to_json(plan.each.where, labels)}
            if plan.each
            else None
        ),
        "language": plan.language,
    }


def _superlative(superlative: Superlative, labels: Labels) -> JSON:
    predicate = superlative.predicate
    return {
        "text": superlative.text,
        "largest": superlative.largest,
        "property": term_to_json(predicate, labels) if predicate else None,
        "scale": [term_to_json(term, labels) for term in superlative.scale],
        "n": superlative.n,
    }


def _fact(fact: Fact, labels: Labels) -> JSON:
    return {
        "id": fact.id,
        "key": fact.key,
        "subject": term_to_json(fact.subject, labels),
        "predicate": term_to_json(fact.predicate, labels),
        "object": term_to_json(fact.object, labels),
        "qualifiers": [
            {
                "predicate": term_to_json(each.predicate, labels),
                "value": term_to_json(each.value, labels),
            }
            for each in fact.qualifiers
        ],
        "graphs": list(fact.graphs),
        "sources": list(fact.sources),
        "origin": fact.origin,
        "rule": fact.rule,
        "premises": list(fact.premises),
        "proof": fact.proof,
    }


def _subgraph(subgraph: Subgraph, labels: Labels) -> JSON:
    return {
        "facts": [_fact(fact, labels) for fact in subgraph.facts],
        "answers": [_value(answer) for answer in subgraph.answers],
        "derived": [_derived(each, labels) for each in subgraph.derived],
        "constraint_counts": [
            {"text": each.text, "count": each.count} for each in subgraph.constraint_counts
        ],
        "near_misses": [
            {
                "entity": _labelled(each.entity),
                "met": list(each.met),
                "missed": list(each.missed),
            }
            for each in subgraph.near_misses
        ],
        "total": subgraph.total,
        "truncated": subgraph.truncated,
        "entities": [_labelled(each) for each in subgraph.entities],
        "columns": list(subgraph.columns),
        "rows": [[None if cell is None else _value(cell) for cell in row] for row in subgraph.rows],
        "nearby": [_fact(fact, labels) for fact in subgraph.nearby],
    }


def _derived(derived: DerivedFact, labels: Labels) -> JSON:
    return {
        "id": derived.id,
        "kind": derived.kind,
        "about": derived.about,
        "value": None if derived.value is None else _value(derived.value),
        "text": derived.text,
        "complete": derived.complete,
        "premises": list(derived.premises),
        "properties": [term_to_json(iri, labels) for iri in derived.properties],
    }


def _value(value: AnswerValue) -> Any:
    """Write an answer; a decimal that no float is exactly becomes a literal without a label."""
    if isinstance(value, Labelled):
        return _labelled(value)
    if not isinstance(value, Decimal):
        return value
    number = float(value)
    if Decimal(repr(number)) == value:
        return number
    return term_to_json(Literal(str(value), XSD + "decimal"))


def _labelled(entity: Labelled) -> JSON:
    return term_to_json(entity.term) | {
        "label": entity.label,
        "classes": list(entity.classes),
    }


def _answer(answer: Answer) -> JSON:
    return {
        "status": answer.status,
        "reason": answer.reason,
        "flags": list(answer.flags),
        "text": answer.text,
        "claims": [_claim(claim) for claim in answer.claims],
    }


def _claim(claim: Claim) -> JSON:
    return {
        "text": claim.text,
        "evidence_ids": list(claim.evidence_ids),
        "verdict": {
            "kind": claim.verdict.kind,
            "reason": claim.verdict.reason,
            "spans": [
                {"text": span.text, "start": span.start, "end": span.end}
                for span in claim.verdict.spans
            ],
        },
    }


def _trace(trace: Trace) -> JSON:
    return {
        "steps": [
            {
                "name": step.name,
                "milliseconds": step.milliseconds,
                "details": [list(pair) for pair in step.details],
                "sizes": dict(step.sizes),
            }
            for step in trace.steps
        ],
        "snapshot": trace.snapshot,
        "model": trace.model,
        "prompt_tokens": trace.prompt_tokens,
        "completion_tokens": trace.completion_tokens,
        "prompt": trace.prompt,
        "calls": [asdict(call) for call in trace.calls],
    }


def _load_report(report: LoadReport) -> JSON:
    return {
        "format": FORMAT,
        "sources": list(report.sources),
        "quads": report.quads,
        "added": report.added,
        "removed": report.removed,
        "concepts": report.concepts,
        "classes": report.classes,
        "properties": report.properties,
        "individuals": report.individuals,
        "labels": dict(report.labels),
        "seconds": report.seconds,
        "findings": [_finding(each) for each in report.findings],
    }


def _finding(finding: Finding) -> JSON:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "iri": finding.iri,
        "source": finding.source,
        "line": finding.line,
        "count": finding.count,
        "effect": finding.effect,
        "advice": finding.advice,
    }
