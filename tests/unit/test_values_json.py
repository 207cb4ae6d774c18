"""JSON of the values: there and back, and as DESIGN says it looks."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ontorag.errors import InputError
from ontorag.values import (
    IRI,
    RDF,
    XSD,
    And,
    Answer,
    AtLeast,
    BlankNode,
    Candidate,
    Claim,
    Compare,
    Concept,
    Constraint,
    ConstraintCount,
    DerivedFact,
    Every,
    Finding,
    Has,
    Is,
    Labelled,
    Link,
    Literal,
    LoadReport,
    Mention,
    ModelCall,
    NearMiss,
    Not,
    OfType,
    Or,
    Outcome,
    Plan,
    Qualifier,
    QualifierCondition,
    Span,
    Step,
    Subgraph,
    Superlative,
    Term,
    Top,
    Trace,
    TraceStep,
    Triple,
    Value,
    Verdict,
    Where,
    make_fact,
)
from ontorag.values.json import outcome_from_json, to_json
from ontorag.values.json_terms import term_from_json, term_to_json, where_from_json, where_to_json

iris = st.builds(IRI, st.text(max_size=8))
literals = st.one_of(
    st.builds(Literal, st.text(max_size=8)),
    st.builds(Literal, st.text(max_size=4), st.just(XSD + "date")),
    st.builds(
        Literal, st.text(max_size=4), st.just(RDF + "langString"), st.sampled_from(["de", "en"])
    ),
)  # fmt: skip
terms: st.SearchStrategy[Term] = st.recursive(
    st.one_of(iris, literals, st.builds(BlankNode, st.text(max_size=4))),
    lambda inner: st.builds(Triple, inner, iris, inner),
    max_leaves=4,
)
steps = st.builds(Step, iris, st.booleans())


def _combined(inner: st.SearchStrategy[Where]) -> st.SearchStrategy[Where]:
    parts = st.lists(inner, max_size=3).map(tuple)
    optional = st.none() | inner
    qualifiers = st.lists(st.builds(QualifierCondition, iris, optional), max_size=2).map(tuple)
    return st.one_of(
        st.builds(Has, steps, optional, qualifiers),
        st.builds(Every, steps, inner),
        st.builds(And, parts),
        st.builds(Or, parts),
        st.builds(Not, inner),
        st.builds(AtLeast, st.integers(1, 4), parts),
        st.builds(
            Top, inner, iris, st.integers(1, 4), st.booleans(),
            st.lists(terms, max_size=2).map(tuple), st.none() | steps, optional,
        ),
    )  # fmt: skip


wheres: st.SearchStrategy[Where] = st.recursive(
    st.one_of(
        st.builds(Is, st.lists(terms, max_size=2).map(tuple)),
        st.builds(OfType, st.lists(iris, max_size=2).map(tuple)),
        st.builds(Compare, st.sampled_from(["<", "<=", "=", "!=", ">=", ">"]), literals),
    ),
    _combined,
    max_leaves=6,
)


def through_text(value: Any) -> Any:
    return json.loads(json.dumps(value, ensure_ascii=False, allow_nan=False))


@given(terms)
def test_a_term_comes_back(term: Term) -> None:
    assert term_from_json(through_text(term_to_json(term, {term: "a label"}))) == term


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(wheres)
def test_a_tree_of_the_set_algebra_comes_back(where: Where) -> None:
    assert where_from_json(through_text(where_to_json(where))) == where


FRODO, SKILL, STEALTH = IRI("urn:x#Frodo"), IRI("urn:x#hatSkill"), IRI("urn:x#Heimlichkeit")
LEVEL = IRI("urn:x#level")


def whole_outcome() -> Outcome:
    """Build an outcome that uses every field."""
    concept = Concept(
        STEALTH, ("individual", "concept"), (("Heimlichkeit", "de"), ("stealth", "en")),
        (("Schleichen", "de"),), "unbemerkt bleiben", True, IRI("urn:x#new"),
    )  # fmt: skip
    value = Value(LEVEL, Literal("Experte"))
    link = Link(
        Mention("Heimlichkeit", 3, 15), concept,
        (Candidate(concept, 0.9, "typo", "Heimlichkeit"), Candidate(value, 0.5, "semantic", "x")),
        "typo", 0.4, "alternative",
    )  # fmt: skip
    unlinked = Link(Mention("Mordor", 20, 26), None, role="circumstance", ambiguous=True)
    where = Has(Step(SKILL), Is((STEALTH,)))
    plan = Plan(
        "holders", where, (Constraint("hat Fähigkeit: Heimlichkeit", where, "H", True, (SKILL,)),),
        "any", IRI("urn:x#Charakter"), (FRODO,), (SKILL,),
        Superlative("höchste", True, LEVEL, (Literal("a"), Literal("b")), 2), "de",
        (("de", "Wer …"), ("en", "Who …")),
    )  # fmt: skip
    fact = make_fact(
        FRODO, SKILL, STEALTH, qualifiers=(Qualifier(LEVEL, Literal("Experte")),),
        graphs=("", "urn:g"), sources=("lotr.ttl",), origin="axiom",
    )  # fmt: skip
    frodo = Labelled(FRODO, "Frodo", ("Hobbit",))
    derived = DerivedFact("D1", "only", "x", frodo, "Nur Frodo.", True, ("F1",), (SKILL,))
    subgraph = Subgraph(
        (fact,), (frodo, 2, True, Decimal("1.5"), Decimal(3), Decimal(1) / 3),
        (derived, DerivedFact("D2", "absent", "", None, "Nein.")),
        (ConstraintCount("x", 2),), (NearMiss(frodo, ("a",), ("b",)),), 7, True,
        (frodo, Labelled(BlankNode("b1"), "ohne Namen")),
    )  # fmt: skip
    verdict = Verdict("contradicted", "swapped", (Span("Frodo", 0, 5),))
    claim = Claim("Frodo.", ("F1", "D1"), verdict)
    answer = Answer("answered", "no_data", ("partial", "truncated"), "Frodo [F1].", (claim,))
    step = TraceStep("link", 1.25, (("tier", "typo"),), (("mentions", 2),))
    call = ModelCall("chat", "m", "m-1", 12.5, "0a1b", 11, "estimated", 10, 20, 7, "failed", "why")
    trace = Trace((step,), "s1", "m", 10, 20, "prompt", (call,))
    return Outcome("Wer?", "de", (link, unlinked), plan, subgraph, answer, trace)


def test_a_whole_outcome_comes_back() -> None:
    outcome = whole_outcome()

    assert outcome_from_json(through_text(to_json(outcome))) == outcome


def test_an_empty_outcome_comes_back() -> None:
    answer = Answer("insufficient_evidence", "invalid_question", (), "Keine Frage.")
    outcome = Outcome("", "de", (), None, Subgraph(), answer)

    assert outcome_from_json(through_text(to_json(outcome))) == outcome


def test_an_outcome_looks_as_designed() -> None:
    raw = to_json(whole_outcome())

    assert raw["format"] == 1
    assert raw["links"][0]["mention"] == {"text": "Heimlichkeit", "start": 3, "end": 15}
    assert raw["links"][1]["target"] is None
    fact = raw["subgraph"]["facts"][0]
    assert fact["subject"] == {"iri": "urn:x#Frodo", "label": "Frodo"}
    assert fact["qualifiers"][0]["value"] == {
        "value": "Experte", "datatype": XSD + "string", "language": None, "direction": None,
    }  # fmt: skip
    answers = raw["subgraph"]["answers"]
    assert answers[0] == {"iri": "urn:x#Frodo", "label": "Frodo", "classes": ["Hobbit"]}
    assert answers[1:5] == [2, True, 1.5, 3.0]
    verdict = raw["answer"]["claims"][0]["verdict"]
    assert verdict["spans"] == [{"text": "Frodo", "start": 0, "end": 5}]
    assert raw["plan"]["sentences"] == {"de": "Wer …", "en": "Who …"}


def test_reports_are_written() -> None:
    finding = Finding("missing-label", "warning", "no label", "urn:x", "a.ttl", 3, 2, "e", "a")
    report = LoadReport(("a.ttl",), 9, 8, 1, 5, 1, 2, 2, (("", 1), ("de", 4)), 0.5, (finding,))
    raw = through_text(to_json(report))

    assert (raw["format"], raw["added"], raw["labels"]) == (1, 8, {"": 1, "de": 4})
    assert raw["findings"] == [to_json(finding)]
    assert raw["findings"][0]["line"] == 3


@pytest.mark.parametrize("part", ["question", "links", "plan", "subgraph", "answer", "trace"])
def test_an_outcome_with_a_part_missing_is_refused(part: str) -> None:
    raw = to_json(whole_outcome())
    del raw[part]

    with pytest.raises(InputError, match=part):
        outcome_from_json(raw)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 2}, "format 2"),
        ({"subgraph": 3}, "no whole outcome"),
        ({"links": [{"mention": None}]}, "no whole outcome"),
    ],
)
def test_what_is_no_outcome_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        outcome_from_json(to_json(whole_outcome()) | change)


@pytest.mark.parametrize("raw", [{}, {"exists": []}, {"is": [], "or": []}])
def test_what_is_no_where_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="not a Where"):
        where_from_json(raw)
