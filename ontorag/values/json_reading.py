"""Outcomes from their JSON values: the inverse of `ontorag.values.json.to_json`."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from ontorag.errors import InputError
from ontorag.values.facts import Fact, Qualifier
from ontorag.values.json_tables import table_from_json
from ontorag.values.json_terms import (
    iri_from_json,
    target_from_json,
    term_from_json,
    where_from_json,
)
from ontorag.values.links import Candidate, Link, Mention
from ontorag.values.outcomes import (
    Answer,
    AnswerValue,
    Claim,
    ConstraintCount,
    DerivedFact,
    Labelled,
    ModelCall,
    NearMiss,
    Outcome,
    Span,
    Subgraph,
    Trace,
    TraceStep,
    Verdict,
)
from ontorag.values.plans import Constraint, Plan, Superlative

FORMAT = 1


def outcome_from_json(raw: Mapping[str, Any]) -> Outcome:
    """Read an outcome that `to_json` wrote.

    Raises `InputError` when it has another format or is not whole.
    """
    if raw.get("format") != FORMAT:
        raise InputError(
            f"this outcome has format {raw.get('format')!r} and this version reads {FORMAT}; "
            "write it again with ontorag ask --json"
        )
    try:
        return Outcome(
            question=raw["question"],
            language=raw["language"],
            links=tuple(_read_link(each) for each in raw["links"]),
            plan=None if raw["plan"] is None else _read_plan(raw["plan"]),
            subgraph=_read_subgraph(raw["subgraph"]),
            answer=_read_answer(raw["answer"]),
            trace=_read_trace(raw["trace"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as exc:
        if isinstance(exc, InputError):
            raise
        raise InputError(f"this is no whole outcome of format {FORMAT}: {exc!r}") from exc


def trace_from_json(raw: Mapping[str, Any]) -> Trace:
    """Read a trace that `to_json` wrote, alone or within an outcome.

    Raises `InputError` when it is not whole.
    """
    try:
        return _read_trace(raw)
    except (KeyError, TypeError, ValueError, AttributeError) as exc:
        raise InputError(f"this is no whole trace of format {FORMAT}: {exc!r}") from exc


def _read_link(raw: Mapping[str, Any]) -> Link:
    mention = raw["mention"]
    return Link(
        mention=Mention(mention["text"], mention["start"], mention["end"]),
        target=None if raw["target"] is None else target_from_json(raw["target"]),
        candidates=tuple(
            Candidate(
                target_from_json(each["target"]), each["score"], each["tier"], each["matched_label"]
            )
            for each in raw["candidates"]
        ),
        method=raw["method"],
        margin=raw["margin"],
        role=raw["role"],
        ambiguous=raw["ambiguous"],
    )


def _read_each(raw: Mapping[str, Any] | None) -> Constraint | None:
    return None if raw is None else Constraint(raw["text"], where_from_json(raw["where"]))


def _read_plan(raw: Mapping[str, Any]) -> Plan:
    return Plan(
        operation=raw["operation"],
        where=where_from_json(raw["where"]),
        constraints=tuple(
            Constraint(
                each["text"],
                where_from_json(each["where"]),
                each["mention"],
                each["excluded"],
                tuple(iri_from_json(iri) for iri in each["properties"]),
            )
            for each in raw["constraints"]
        ),
        combine=raw["combine"],
        asked_class=iri_from_json(raw["asked_class"]) if raw["asked_class"] else None,
        subjects=tuple(term_from_json(term) for term in raw["subjects"]),
        properties=tuple(iri_from_json(iri) for iri in raw["properties"]),
        superlative=_read_superlative(raw["superlative"]),
        qualifier=iri_from_json(raw["qualifier"]) if raw.get("qualifier") else None,
        table=table_from_json(raw["table"]) if raw.get("table") else None,
        each=_read_each(raw.get("each")),
        language=raw["language"],
        sentences=tuple(raw["sentences"].items()),
    )


def _read_superlative(raw: Mapping[str, Any] | None) -> Superlative | None:
    if raw is None:
        return None
    return Superlative(
        text=raw["text"],
        largest=raw["largest"],
        predicate=iri_from_json(raw["property"]) if raw["property"] else None,
        scale=tuple(term_from_json(term) for term in raw["scale"]),
        n=raw["n"],
    )


def _read_fact(raw: Mapping[str, Any]) -> Fact:
    return Fact(
        id=raw["id"],
        key=raw["key"],
        subject=term_from_json(raw["subject"]),
        predicate=iri_from_json(raw["predicate"]),
        object=term_from_json(raw["object"]),
        qualifiers=tuple(
            Qualifier(iri_from_json(each["predicate"]), term_from_json(each["value"]))
            for each in raw["qualifiers"]
        ),
        graphs=tuple(raw["graphs"]),
        sources=tuple(raw["sources"]),
        origin=raw["origin"],
        rule=raw["rule"],
        premises=tuple(raw["premises"]),
        proof=raw.get("proof"),
    )


def _read_value(raw: Any) -> AnswerValue:
    if isinstance(raw, bool | int):
        return raw
    if isinstance(raw, float):
        return Decimal(repr(raw))
    if "label" in raw:
        return _read_labelled(raw)
    return Decimal(raw["value"])


def _read_labelled(raw: Mapping[str, Any]) -> Labelled:
    return Labelled(term_from_json(raw), raw["label"], tuple(raw["classes"]))


def _read_subgraph(raw: Mapping[str, Any]) -> Subgraph:
    return Subgraph(
        facts=tuple(_read_fact(each) for each in raw["facts"]),
        answers=tuple(_read_value(each) for each in raw["answers"]),
        derived=tuple(_read_derived(each) for each in raw["derived"]),
        constraint_counts=tuple(
            ConstraintCount(each["text"], each["count"]) for each in raw["constraint_counts"]
        ),
        near_misses=tuple(
            NearMiss(_read_labelled(each["entity"]), tuple(each["met"]), tuple(each["missed"]))
            for each in raw["near_misses"]
        ),
        total=raw["total"],
        truncated=raw["truncated"],
        entities=tuple(_read_labelled(each) for each in raw["entities"]),
        columns=tuple(raw.get("columns", ())),
        rows=tuple(
            tuple(None if cell is None else _read_value(cell) for cell in row)
            for row in raw.get("rows", ())
        ),
        nearby=tuple(_read_fact(each) for each in raw.get("nearby", ())),
    )


def _read_derived(raw: Mapping[str, Any]) -> DerivedFact:
    return DerivedFact(
        id=raw["id"],
        kind=raw["kind"],
        about=raw["about"],
        value=None if raw["value"] is None else _read_value(raw["value"]),
        text=raw["text"],
        complete=raw["complete"],
        premises=tuple(raw["premises"]),
        properties=tuple(iri_from_json(iri) for iri in raw["properties"]),
    )


def _read_answer(raw: Mapping[str, Any]) -> Answer:
    return Answer(
        status=raw["status"],
        reason=raw["reason"],
        flags=tuple(raw["flags"]),
        text=raw["text"],
        claims=tuple(_read_claim(each) for each in raw["claims"]),
    )


def _read_claim(raw: Mapping[str, Any]) -> Claim:
    verdict = raw["verdict"]
    spans = tuple(Span(each["text"], each["start"], each["end"]) for each in verdict["spans"])
    return Claim(
        text=raw["text"],
        evidence_ids=tuple(raw["evidence_ids"]),
        verdict=Verdict(verdict["kind"], verdict["reason"], spans),
    )


def _read_trace(raw: Mapping[str, Any]) -> Trace:
    return Trace(
        steps=tuple(
            TraceStep(
                each["name"],
                each["milliseconds"],
                tuple((name, value) for name, value in each["details"]),
                tuple(each.get("sizes", {}).items()),
            )
            for each in raw["steps"]
        ),
        snapshot=raw["snapshot"],
        model=raw["model"],
        prompt_tokens=raw["prompt_tokens"],
        completion_tokens=raw["completion_tokens"],
        prompt=raw["prompt"],
        calls=tuple(ModelCall(**each) for each in raw.get("calls", ())),
    )
