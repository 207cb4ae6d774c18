"""What a terminal gets: width, alignment, colour, and nothing that steers it."""

from __future__ import annotations

import pytest

from ontorag.cli.outcomes import show_comparison, show_links, show_outcome
from ontorag.cli.showing import Screen, clean, screen_for
from ontorag.values import (
    IRI,
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
    Value,
    make_fact,
)

EX = "http://example.org/lotr#"
FRODO, SKILL, STEALTH, WILL = (IRI(EX + name) for name in ("Frodo", "hatSkill", "h", "w"))
STRENGTH = Concept(WILL, ("individual",), (("Willensstärke", "de"),))
ENDURANCE = Concept(IRI(EX + "d"), ("individual",), (("Durchhaltevermögen", "de"),))
CORRECTED = Link(
    Mention("Willenskraft", 10, 22),
    STRENGTH,
    (
        Candidate(STRENGTH, 0.83, "semantic", "Willensstärke"),
        Candidate(ENDURANCE, 0.71, "semantic", "Durchhaltevermögen"),
    ),
    method="semantic",
)
UNLINKED = Link(Mention("Mordor", 30, 36), None, role="circumstance")


def numbered(number: int, obj: IRI) -> object:
    from dataclasses import replace

    fact = make_fact(FRODO, SKILL, obj, sources=("ontologies/lotr.ttl",))
    return replace(fact, id=f"F{number}")


def outcome(**changes: object) -> Outcome:
    from dataclasses import replace

    made = Outcome(
        question="Wer hat Heimlichkeit und Willenskraft in Mordor?",
        language="de",
        links=(CORRECTED, UNLINKED),
        plan=None,
        subgraph=Subgraph(
            facts=(numbered(1, STEALTH), numbered(2, WILL)),  # type: ignore[arg-type]
            derived=(DerivedFact("D1", "only", "beide", None, "Frodo ist der einzige."),),
            total=2,
            entities=(
                Labelled(FRODO, "Frodo"),
                Labelled(SKILL, "hat Fähigkeit"),
                Labelled(STEALTH, "Heimlichkeit"),
                Labelled(WILL, "Willensstärke"),
            ),
        ),
        answer=Answer("answered", None, ("partial",), "Frodo hat beide Fähigkeiten [F1, F2]."),
        trace=Trace((TraceStep("link", 4.0), TraceStep("select", 1.6))),
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def test_an_outcome_reads_answer_then_readings_then_facts_then_times() -> None:
    lines = show_outcome(outcome(), Screen(120), opening=30.0)
    assert lines == [
        "Frodo hat beide Fähigkeiten [F1, F2].",
        "",
        "Read as     Willenskraft -> Willensstärke (by semantic 0.83; also considered"
        " Durchhaltevermögen)",
        "Not linked  Mordor",
        "Note        a part of the question was not used",
        "",
        "Facts",
        "  F1  Frodo  hat Fähigkeit  Heimlichkeit   ontologies/lotr.ttl",
        "  F2  Frodo  hat Fähigkeit  Willensstärke  ontologies/lotr.ttl",
        "",
        "Computed",
        "  D1  Frodo ist der einzige.",
        "",
        "Time  36 ms (open 30, link 4, select 2)",
    ]


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_longer_than_the_screen(width: int) -> None:
    long = outcome(
        answer=Answer("answered", None, (), "Frodo " + "und noch jemand " * 30 + "[F1].")
    )
    longest = max(len(line) for line in show_outcome(long, Screen(width), opening=1.0))
    assert 30 < longest <= width


def test_an_abstention_says_so_first_with_its_reason() -> None:
    made = outcome(
        answer=Answer("insufficient_evidence", "unknown_concept", (), "Nichts heißt »Magie«.")
    )
    assert show_outcome(made, Screen(80))[:2] == [
        "No answer: unknown concept",
        "Nichts heißt »Magie«.",
    ]


def test_a_truncated_subgraph_says_of_how_many() -> None:
    from dataclasses import replace

    made = outcome(subgraph=replace(outcome().subgraph, truncated=True, total=40))
    assert "Facts 2 of 40" in show_outcome(made, Screen(80))


def test_qualifiers_stand_beside_their_fact() -> None:
    level = Qualifier(IRI(EX + "grad"), Literal("hoch"))
    fact = make_fact(FRODO, SKILL, STEALTH, qualifiers=(level,))
    shown = show_outcome(outcome(subgraph=Subgraph(facts=(fact,), total=1)), Screen(80))
    assert any("(grad: hoch)" in line for line in shown)


def test_links_show_meaning_method_role_and_runners_up() -> None:
    expert = Value(IRI(EX + "level"), Literal("Experte"))
    exact = Link(
        Mention("Experte", 0, 7),
        expert,
        (Candidate(expert, 1.0, "exact", "Experte"),),
        method="exact",
    )
    rows = [line.split("  ") for line in show_links((CORRECTED, UNLINKED, exact), Screen(120))]
    words = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert words[1:] == [
        ["Willenskraft", "Willensstärke (individual)", "semantic 0.83", "required",
         "Durchhaltevermögen"],
        ["Mordor", "nothing in the graph", "none", "circumstance"],
        ["Experte", "Experte (value of level)", "exact", "required"],
    ]  # fmt: skip


def test_options_that_share_a_label_are_told_apart_by_their_iri() -> None:
    other = Concept(IRI("urn:other"), ("individual",), (("Willensstärke", "de"),))
    candidates = tuple(Candidate(each, 1.0, "exact", "Willensstärke") for each in (STRENGTH, other))
    link = Link(Mention("Willensstärke", 0, 13), None, candidates, ambiguous=True)
    shown = "\n".join(show_outcome(outcome(links=(link,)), Screen(120)))
    assert f"Willensstärke <{EX}w>, Willensstärke <urn:other>; settle it with --link" in shown


def test_a_text_without_a_link_says_so() -> None:
    assert show_links((), Screen(80)) == ["Nothing in this text is in the vocabulary of the graph."]


def test_modes_stand_side_by_side_with_facts_tokens_and_seconds() -> None:
    asked = outcome(trace=Trace((TraceStep("chat", 1500.0),), "", "m", 210, 20))
    lines = show_comparison(("none", "selected"), (outcome(), asked), Screen(80))
    assert lines[0].split() == ["mode", "none", "selected"]
    assert [line.split() for line in lines[-3:]] == [
        ["facts", "2", "2"],
        ["tokens", "-", "210", "+", "20"],
        ["seconds", "0.01", "1.50"],
    ]


def test_colour_is_for_terminals_only() -> None:
    assert screen_for(True, {}).colour
    assert not screen_for(False, {}).colour
    assert not screen_for(True, {"NO_COLOR": "1"}).colour
    assert not screen_for(True, {"TERM": "dumb"}).colour
    assert "\x1b[1m" in show_outcome(outcome(), Screen(80, colour=True))[0]


@pytest.mark.parametrize(("columns", "width"), [("80", 80), ("120", 120), ("300", 120), ("12", 40)])
def test_the_width_follows_the_terminal_within_bounds(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert screen_for(False, {}).width == width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[2Jb", "a[2Jb"),
        ("a\u202eb", "ab"),
        ("a\r\nb", "a b"),
        ("Führung – 80 %", "Führung – 80 %"),
        ("\ud800x", "x"),
    ],
)
def test_nothing_from_the_data_steers_the_terminal(text: str, shown: str) -> None:
    assert clean(text) == shown
