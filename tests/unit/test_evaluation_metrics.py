"""The metrics against numbers worked out by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ontorag.errors import InputError, ModelUnreachableError, SettingsError
from ontorag.evaluation.matching import gold_keys, returned_keys, term_keys, text_key
from ontorag.evaluation.metrics import (
    METRICS,
    NAMED,
    abstention_shares,
    hit,
    hits_at_1,
    linking_share,
    rank,
    recall_at,
    recall_in,
    reciprocal_rank,
    set_f1,
    value_of,
)
from ontorag.evaluation.questions import Question
from ontorag.evaluation.records import failed, record_from_json, record_of, record_to_json
from ontorag.evaluation.resampling import compare, interval
from ontorag.evaluation.scoring import is_right, score
from ontorag.evaluation.summary import Price, quantiles, summarise
from ontorag.evaluation.thresholds import judge, read_threshold
from ontorag.values import (
    IRI,
    XSD,
    Answer,
    Candidate,
    Concept,
    DerivedFact,
    Labelled,
    Link,
    Literal,
    Mention,
    Outcome,
    Qualifier,
    Subgraph,
    Trace,
    TraceStep,
    make_fact,
)

FRODO, SAM, GIMLI = (
    Labelled(IRI(f"urn:{name}"), name.title()) for name in ("frodo", "sam", "gimli")
)
HAS, STEALTH, LEVEL = IRI("urn:has"), IRI("urn:stealth"), IRI("urn:level")
NAMES = {
    FRODO.term: frozenset(["Frodo", "Frodo Beutlin"]),
    SAM.term: frozenset(["Sam"]),
    STEALTH: frozenset(["Heimlichkeit", "stealth"]),
    HAS: frozenset(["has"]),
}


def outcome(
    *answers: Labelled | int | Decimal | bool,
    reason: str | None = None,
    links: tuple[Link, ...] = (),
    facts: tuple = (),
    derived: tuple = (),
) -> Outcome:
    status = "insufficient_evidence" if reason else "answered"
    return Outcome(
        "Who?", "en", links, None,
        Subgraph(facts=facts, answers=answers, derived=derived),
        Answer(status, reason, (), "said"),
        Trace((TraceStep("link", 2.0), TraceStep("link", 1.0), TraceStep("plan", 4.0))),
    )  # fmt: skip


def link(target: IRI | None, *candidates: IRI) -> Link:
    def concept(iri: IRI) -> Concept:
        return Concept(iri, ("individual",))

    listed = tuple(Candidate(concept(each), 1.0, "exact", "x") for each in candidates)
    return Link(Mention("x", 0, 1), None if target is None else concept(target), listed)


def test_set_f1_is_the_harmonic_mean_of_precision_and_recall() -> None:
    gold, returned = {"a", "b", "c", "d"}, {"c", "d", "e"}
    precision, recall = 2 / 3, 2 / 4
    assert set_f1(gold, returned) == pytest.approx(2 * precision * recall / (precision + recall))
    assert set_f1(gold, gold) == 1


def test_nothing_expected_and_nothing_returned_is_right() -> None:
    assert set_f1(set(), set()) == 1
    assert set_f1(set(), {"a"}) == 0
    assert set_f1({"a"}, set()) == 0


def test_hits_at_1_looks_at_the_first_answer_and_hit_at_all() -> None:
    assert (hits_at_1({"a"}, ["b", "a"]), hit({"a"}, ["b", "a"])) == (0, 1)
    assert (hits_at_1({"a"}, []), hit({"a"}, [])) == (0, 0)


def test_recall_at_k_and_mrr_are_taken_for_each_gold_term() -> None:
    lists = [[{"a"}, {"b"}, {"c"}], [{"x"}, {"c"}]]
    ranks = [rank({term}, lists) for term in ("b", "c", "missing")]
    assert ranks == [2, 2, None]
    assert recall_at(1, ranks) == 0
    assert recall_at(5, ranks) == pytest.approx(2 / 3)
    assert reciprocal_rank(ranks) == pytest.approx((1 / 2 + 1 / 2 + 0) / 3)


def test_linking_f1_is_micro_and_a_right_nil_adds_nothing() -> None:
    shares = [
        linking_share([{"a"}, {"b"}], [{"a"}]),  # one of two
        linking_share([], []),  # a right NIL
        linking_share([], [{"c"}]),  # a wrong link
    ]
    assert value_of(NAMED["linking_f1"], shares) == pytest.approx(2 * 1 / (2 + 2))


def test_abstentions_are_counted_where_they_are_right_and_where_not() -> None:
    questions = [
        abstention_shares(should=True, abstained=True, reason_is_right=True),
        abstention_shares(should=True, abstained=True, reason_is_right=False),
        abstention_shares(should=True, abstained=False),
        abstention_shares(should=False, abstained=True),
        abstention_shares(should=False, abstained=False),
        abstention_shares(should=False, abstained=False),
    ]
    found = {
        name: value_of(NAMED[name], [each[name] for each in questions if name in each])
        for name in (
            "abstention_precision",
            "abstention_recall",
            "reason_accuracy",
            "over_abstention",
        )
    }
    assert found == {
        "abstention_precision": pytest.approx(2 / 3),
        "abstention_recall": pytest.approx(2 / 3),
        "reason_accuracy": pytest.approx(1 / 2),
        "over_abstention": pytest.approx(1 / 3),
    }


def test_numbers_compare_by_value_and_names_with_leading_zeros_do_not() -> None:
    assert gold_keys([Decimal("1082.00")]) == gold_keys(["1082.0"]) == gold_keys([Decimal(1082)])
    assert text_key("007") == ("text", "007")
    assert term_keys(Literal("2008", XSD + "gYear"), {}) == {("number", "2008")}
    assert gold_keys(["-0.0"]) == gold_keys([Decimal(0)])
    assert gold_keys([True]) == gold_keys(["true"]) == {("truth", "true")}


def test_things_compare_by_iri_where_the_gold_has_one_and_else_by_any_label() -> None:
    assert returned_keys([FRODO], gold_keys(["urn:frodo"]), NAMES) == (("iri", "urn:frodo"),)
    assert returned_keys([FRODO], gold_keys(["Frodo Beutlin"]), NAMES) == (
        ("text", "Frodo Beutlin"),
    )
    assert returned_keys([FRODO], gold_keys(["frodo"]), NAMES) == (("text", "Frodo"),)
    number = Labelled(Literal("3", XSD + "integer"), "3")
    assert returned_keys([number, 3], gold_keys(["urn:a", Decimal(3)]), {}) == (("number", "3"),)


def test_an_answer_is_scored_in_every_metric_it_counts_for() -> None:
    fact = make_fact(
        FRODO.term, HAS, STEALTH, qualifiers=(Qualifier(LEVEL, SAM.term),), sources=("a",)
    )
    question = Question(
        "1", "Who?", answers=("Frodo", "Sam", "Gimli"), entities=("Heimlichkeit",),
        facts=(("Frodo", "has", "Heimlichkeit"), ("Sam", "has", "Heimlichkeit")),
        sources=("a", "b"), expected_status="answered",
    )  # fmt: skip
    came = outcome(FRODO, GIMLI, links=(link(STEALTH, SAM.term, STEALTH),), facts=(fact,))
    assert score(question, came, NAMES) == {
        "coverage": (1, 1),
        "set_f1": (pytest.approx(4 / 5), 1),
        "hits_at_1": (1, 1),
        "hit": (1, 1),
        "answer_recall_in_facts": (pytest.approx(2 / 3), 1),
        "over_abstention": (0, 1),
        "linking_f1": (2, 2),
        "recall_at_1": (0, 1),
        "recall_at_5": (1, 1),
        "recall_at_10": (1, 1),
        "mrr": (0.5, 1),
        "fact_recall": (0.5, 1),
        "source_recall": (0.5, 1),
    }


def test_what_an_abstention_had_in_hand_is_no_answer() -> None:
    shares = score(
        Question("1", "Who?", answers=("Frodo",)), outcome(FRODO, reason="ambiguous"), NAMES
    )
    assert shares["set_f1"] == (0, 1)
    assert shares["coverage"] == (0, 1)
    assert shares["over_abstention"] == (1, 1)


def test_what_is_returned_where_there_is_nothing_is_invented() -> None:
    shares = score(Question("1", "Who?", answers=()), outcome(FRODO, SAM), NAMES)
    assert shares["invented"] == (2, 1)
    assert shares["abstention_recall"] == (0, 1)
    assert "hits_at_1" not in shares


def test_a_number_in_a_derived_fact_occurs_in_the_facts() -> None:
    derived = DerivedFact("D1", "count", "x", 8, "There are 8.")
    shares = score(
        Question("1", "How many?", answers=(Decimal(8),)), outcome(8, derived=(derived,)), {}
    )
    assert shares["answer_recall_in_facts"] == (1, 1)


def test_more_than_fifty_gold_answers_do_not_count_for_the_recall_in_facts() -> None:
    fifty = Question("1", "Who?", answers=tuple(f"n{n}" for n in range(50)))
    more = Question("1", "Who?", answers=tuple(f"n{n}" for n in range(51)))
    assert "answer_recall_in_facts" in score(fifty, outcome(FRODO), NAMES)
    assert "answer_recall_in_facts" not in score(more, outcome(FRODO), NAMES)


def test_a_question_is_right_when_answers_status_and_reason_are() -> None:
    asked = Question("1", "Who?", answers=(), expected_reason="ambiguous")
    for reason, right in (("ambiguous", True), ("no_data", False)):
        came = outcome(reason=reason)
        assert is_right(asked, came, score(asked, came, {})) is right


def test_the_same_shares_give_the_same_interval_around_the_value() -> None:
    shares = [(1.0, 1.0)] * 70 + [(0.0, 1.0)] * 30
    low, high = interval(shares)
    assert (low, high) == interval(shares)
    assert 0.58 < low < 0.65 < 0.7 < 0.75 < high < 0.82


def test_a_paired_comparison_sees_a_small_constant_gain_and_no_difference() -> None:
    theirs = [(float(n % 2), 1.0) for n in range(200)]
    ours = [(1.0, 1.0) if n % 10 == 0 else share for n, share in enumerate(theirs)]
    better = compare(ours, theirs)
    assert better.value == pytest.approx(0.1)
    assert better.low > 0
    assert better.p < 0.01
    assert compare(theirs, theirs).p == 1


def test_quantiles_are_values_that_were_measured() -> None:
    assert (quantiles([5.0]).p50, quantiles([5.0]).p95) == (5, 5)
    assert quantiles([4.0, 1.0, 3.0, 2.0]).p50 == 2


def test_a_summary_has_metrics_by_tag_times_tokens_and_the_difference() -> None:
    right = record_of(
        Question("1", "A?", answers=("Frodo",), tags=("x",)), "selected", outcome(FRODO), NAMES
    )
    wrong = record_of(Question("2", "B?", answers=("Sam",)), "selected", outcome(FRODO), NAMES)
    before = {("selected", "1"): {"set_f1": (0.0, 1.0)}, ("selected", "2"): {"set_f1": (0.0, 1.0)}}
    summary = summarise([right, wrong], baseline=before, price=Price(1, 2))
    mode = summary.modes["selected"]
    assert (mode.questions, mode.right) == (2, 1)
    assert mode.metrics["set_f1"].value == 0.5
    assert mode.metrics["set_f1"].difference is not None
    assert mode.metrics["set_f1"].difference.value == 0.5
    assert mode.metrics["hit"].difference is None
    assert mode.tags["x"].metrics["set_f1"].value == 1
    assert (mode.milliseconds["link"].p50, mode.milliseconds["total"].p95) == (3, 7)
    assert (mode.prompt_tokens, mode.cost) == (None, 0)
    with pytest.raises(InputError, match="none of these questions"):
        summarise([right], baseline={("selected", "9"): {}})


def test_a_question_that_failed_is_wrong_and_no_right_abstention() -> None:
    error = ModelUnreachableError("nobody there")
    asked = Question("1", "Who?", answers=(), expected_reason="no_data")
    record = failed(asked, "selected", error)
    assert record.error == "ModelUnreachableError: nobody there"
    assert record.right is False
    assert record.scores["abstention_recall"] == (0, 1)
    assert record.scores["set_f1"] == (0, 1)
    assert "abstention_precision" not in record.scores
    assert failed(Question("2", "Who?", answers=("a",)), "selected", error).scores[
        "over_abstention"
    ] == (1, 1)


def test_a_record_survives_json_and_other_objects_are_refused() -> None:
    record = record_of(Question("1", "A?", answers=("Frodo",)), "selected", outcome(FRODO), NAMES)
    assert record_from_json(record_to_json(record)) == record
    with pytest.raises(InputError, match="no"):
        record_from_json({"id": "1"})


def test_a_mode_without_selection_has_no_recall_in_facts() -> None:
    asked = Question("1", "A?", answers=("Frodo",))
    assert "answer_recall_in_facts" in record_of(asked, "selected", outcome(FRODO), NAMES).scores
    assert "answer_recall_in_facts" not in record_of(asked, "none", outcome(FRODO), NAMES).scores


def test_thresholds_are_floors_and_for_errors_ceilings() -> None:
    record = record_of(Question("1", "A?", answers=("Frodo",)), "selected", outcome(FRODO), NAMES)
    summary = summarise([record])
    texts = ("set_f1=1", "over_abstention=.02", "selected:hit=1.1", "linking_f1=0")
    verdicts = judge(summary, [read_threshold(text) for text in texts])
    assert [each.met for each in verdicts] == [True, True, False, False]
    assert "no question counts for it" in verdicts[3].text
    for wrong in ("f2=1", "set_f1", "set_f1=high"):
        with pytest.raises(SettingsError):
            read_threshold(wrong)
    with pytest.raises(SettingsError, match="was not run"):
        judge(summary, [read_threshold("all:hit=1")])


def test_every_metric_has_a_name_of_its_own_and_says_what_it_is() -> None:
    assert len(NAMED) == len(METRICS)
    assert all(len(metric.meaning.split()) > 2 for metric in METRICS)


def test_recall_in_the_facts_is_the_share_of_gold() -> None:
    assert recall_in({"a", "b", "c"}, {"a", "x"}) == pytest.approx(1 / 3)
