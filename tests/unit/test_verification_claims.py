"""The guard on claims of many shapes: what is said must be what a fact says, no more."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from ontorag.values import (
    IRI,
    XSD,
    Claim,
    DerivedFact,
    Labelled,
    Literal,
    Qualifier,
    Subgraph,
    Term,
    Verdict,
    make_fact,
)
from ontorag.verification import check_claims, repair

KEPT = {"supported", "miscited", "invalid_id"}
LABELS = {
    "hasSkill": ("hat Fähigkeit", "beherrscht"),
    "leads": ("leitet", "leads"),
    "participatedIn": ("nahm teil an", "participated in"),
    "requiresSkill": ("erfordert Fähigkeit", "requires skill"),
    "mentors": ("mentors",),
    "reportsTo": ("berichtet an", "reports to"),
}


def check(
    subgraph: Subgraph, text: str, *ids: str, language: str = "de", labels: Any = None
) -> Claim:
    claim = Claim(text, ids, Verdict("unsupported"))
    known = {"known_labels": labels} if labels else {}
    return check_claims([claim], subgraph, language=language, **known)[0]


def verdict(subgraph: Subgraph, text: str, *ids: str, **options: Any) -> str:
    return check(subgraph, text, *ids, **options).verdict.kind


def test_a_statement_is_supported_exactly_when_it_is_a_fact(world: Any) -> None:
    subgraph = world.subgraph()
    ids = tuple(fact.id for fact in subgraph.facts)
    facts = {(str(f.subject), str(f.predicate), str(f.object)) for f in subgraph.facts}
    things = [entity for entity in subgraph.entities if entity.classes]
    said = 0
    for subject, name, obj in product(things, LABELS, things):
        spelled = (str(subject.term), str(world.term(name)), str(obj.term))
        for label in LABELS[name]:
            text = f"{subject.label} {label} {obj.label}."
            kept = verdict(subgraph, text, *ids, language="en", labels=world.known_labels) in KEPT
            assert kept == (spelled in facts), text
            said += kept
    assert said == 25


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Anna Weber hat die Fähigkeit Python.", ("F1",)),
        ("Anna Weber hat Fähigkeiten Python und Navigation.", ("F1", "F2")),
        ("Anna Weber: hat Fähigkeit Python, Navigation.", ("F1", "F2")),
        ("Anna Weber und Ben Koch haben die Fähigkeit Python.", ("F1", "F3")),
        ("Anna Weber leitete die Mission Aurora.", ("F5",)),
        ("Anna Weber leitet „Mission Aurora“ und hat Fähigkeit Python.", ("F1", "F5")),
        ("**Anna Weber** leitet Mission Aurora; beherrscht Python.", ("F5", "F1")),
        ("Anna Weber leitet Aurora.", ("F5",)),
        ("Den Einsatz Aurora leitet Anna Weber.", ("F5",)),
        ("Anna Weber hat Fähigkeit Python (Niveau: Experte).", ("F1",)),
        ("Budget von Mission Aurora: 1200000 (unit: EUR).", ("F10",)),
        ("Budget von Mission Aurora: 1.200.000.", ("F10",)),
        ("Budget von Mission Aurora: 1,2 Millionen.", ("F10",)),
        ("Startdatum von Mission Aurora: 2019-03-14.", ("F8",)),
        ("Mission Aurora: Startdatum 2019-03-14", ("F8",)),
        ("Anzahl Besatzungsmitglieder von Mission Aurora: vier.", ("F9",)),
        ("ANNA WEBER LEITET MISSION AURORA.", ("F5",)),
        ("Clara Oeztuerk berichtet an Anna Weber.", ("F15",)),
        ("Vielleicht leitet Anna Weber Mission Aurora.", ("F5",)),
    ],
)
def test_the_same_said_otherwise_is_supported(world: Any, text: str, ids: tuple[str, ...]) -> None:
    claim = check(world.subgraph(), text, *ids, labels=world.known_labels)

    assert claim.verdict.kind == "supported", claim.verdict
    assert sorted(claim.evidence_ids) == sorted(ids)


@pytest.mark.parametrize(
    "text",
    [
        "Anna Weber hat keine Fähigkeit Python.",
        "Anna Weber hat Fähigkeit Python oder Navigation.",
        "Nur Anna Weber hat Fähigkeit Navigation.",
        "Anna Weber leitet Mission Aurora nicht allein.",
        "Anna Weber leitet Mission Aurora?",
        "Anna Weber leitet Mission Aurora – und Borealis.",
        "Anna Weber leitet Mission Aurora, Mission Borealis.",
        "Anna Weber leitet Mission Aurora (Niveau: Experte).",
        "Anna Weber hat Fähigkeit Navigation (Niveau: Experte).",
        "Ben Koch hat Fähigkeit Python (Niveau: Experte).",
        "Anna Weber hat Fähigkeit Python (Niveau: Experte, unit: EUR).",
        "Budget von Mission Aurora: 1200001.",
        "Budget von Mission Aurora: 120000.",
        "Budget von Mission Aurora: -1200000.",
        "Budget von Mission Aurora: 1200000 %.",
        "Anzahl Besatzungsmitglieder von Mission Aurora: 14.",
        "Anzahl Besatzungsmitglieder von Mission Aurora: 4,5.",
        "Startdatum von Mission Aurora: 2019-03-15.",
        "Startdatum von Mission Aurora: 2021.",
        "Enddatum von Mission Aurora: 2019-03-14.",
        "Enddatum von Mission Borealis: 2021.",
        "Mentors von Anna Weber: Ben Koch.",
        "Anna Weber: mentor: Ben Koch.",
        "Anna Weber: mentors: Ben Koch.",
        "Anna Weber ist Mission Aurora.",
        "Anna Weber gehört zur Klasse Person.",
        "Anna Webers Mission Aurora.",
        "Python.",
        "Ja: Anna Weber leitet Mission Aurora.",
        "Nein: Anna Weber leitet Mission Aurora.",
        "Anna Weber leitet Mission Aurora. Anna Weber leitet Mission Borealis.",
        "Anna Weber leitet Mission Aurora und lacht.",
        "leitet Mission Aurora.",
        "!!!",
        "",
    ],
)
def test_what_says_more_or_other_is_not_kept(world: Any, text: str) -> None:
    ids = tuple(fact.id for fact in world.facts)
    claim = check(world.subgraph(), text, *ids, labels=world.known_labels)

    assert claim.verdict.kind not in KEPT
    assert claim.verdict.reason


def test_no_evidence_is_no_support(world: Any) -> None:
    assert verdict(world.subgraph(), "Anna Weber leitet Mission Aurora.") == "unsupported"
    assert verdict(Subgraph(), "Anna Weber leitet Mission Aurora.", "F1") == "unsupported"


def test_superfluous_and_unknown_ids_are_dropped(world: Any) -> None:
    claim = check(world.subgraph(), "Anna Weber leitet Mission Aurora.", "F99", "F1", "F5")

    assert (claim.verdict.kind, claim.evidence_ids) == ("supported", ("F5",))
    assert "F99" in claim.verdict.reason


def test_spans_point_at_what_is_not_accounted_for(world: Any) -> None:
    claim = check(world.subgraph(), "Anna Weber leitet angeblich Mission Aurora.", "F5")
    (span,) = claim.verdict.spans

    assert (span.text, claim.text[span.start : span.end]) == ("angeblich", "angeblich")


def test_a_longer_known_name_is_not_read_as_a_shorter_one() -> None:
    frodo, loyal, sam = IRI("urn:x#Frodo"), IRI("urn:x#loyalität"), IRI("urn:x#Samweis")
    fact = replace(make_fact(sam, loyal, frodo), id="F1")
    named = (Labelled(frodo, "Frodo"), Labelled(loyal, "loyalität"), Labelled(sam, "Samweis"))
    subgraph = Subgraph(facts=(fact,), entities=named)

    def labels(text: str) -> list[tuple[str, Term]]:
        return [("Frodo selbst", IRI("urn:x#self"))]

    assert verdict(subgraph, "Loyalität von Samweis: Frodo.", "F1", labels=labels) == "supported"
    claim = check(subgraph, "Loyalität von Samweis: Frodo selbst.", "F1", labels=labels)
    assert claim.verdict.reason == "no fact says this"


@pytest.mark.parametrize(
    ("said", "kept"), [("C", True), ("C++", False), ("C#", False), ("c", False)]
)
def test_names_that_differ_in_a_symbol_stay_apart(said: str, kept: bool) -> None:
    anna, knows = IRI("urn:x#Anna"), IRI("urn:x#knows")
    terms = {"C": IRI("urn:x#C"), "C++": IRI("urn:x#Cpp"), "C#": IRI("urn:x#Cs")}
    fact = replace(make_fact(anna, knows, terms["C"]), id="F1")
    entities = [Labelled(term, label) for label, term in terms.items()]
    entities += [Labelled(anna, "Anna"), Labelled(knows, "knows")]
    subgraph = Subgraph(facts=(fact,), entities=tuple(entities))

    assert (verdict(subgraph, f"Anna knows {said}.", "F1", language="en") == "supported") is kept


def test_homonyms_and_literals_with_signs_are_read_as_written() -> None:
    cold, degrees = IRI("urn:x#cold"), IRI("urn:x#degrees")
    fact = replace(make_fact(cold, degrees, Literal("-4", XSD + "integer")), id="F1")
    entities = (Labelled(cold, "Nordpol"), Labelled(degrees, "Temperatur"))
    subgraph = Subgraph(facts=(fact,), entities=entities)

    assert verdict(subgraph, "Temperatur von Nordpol: -4.", "F1") == "supported"
    assert verdict(subgraph, "Temperatur von Nordpol: 4.", "F1") == "contradicted"


def test_qualifiers_prove_only_their_own_statement() -> None:
    terms = {name: IRI(f"urn:x#{name}") for name in ("Anna", "Python", "Rust", "kennt", "Niveau")}
    facts = tuple(
        replace(
            make_fact(
                terms["Anna"], terms["kennt"], terms[skill],
                qualifiers=(Qualifier(terms["Niveau"], Literal(level)),),
            ),
            id=id_,
        )
        for id_, skill, level in (("F1", "Python", "hoch"), ("F2", "Rust", "gering"))
    )  # fmt: skip
    entities = tuple(Labelled(term, name) for name, term in terms.items())
    subgraph = Subgraph(facts=facts, entities=entities)
    both = "Anna kennt Python (Niveau: {}) und Rust (Niveau: {})."

    assert verdict(subgraph, both.format("hoch", "gering"), "F1", "F2") == "supported"
    assert verdict(subgraph, both.format("gering", "hoch"), "F1", "F2") == "unsupported"


def test_a_derived_fact_is_said_as_it_is_or_not_at_all(world: Any) -> None:
    text = "Für Dana Roth nicht verzeichnet: hat Fähigkeit: Python."
    derived = DerivedFact("D1", "absent", "hat Fähigkeit: Python", None, text)
    subgraph = replace(world.subgraph("F1"), derived=(derived,))

    assert verdict(subgraph, text, "D1") == "supported"
    assert verdict(subgraph, text.replace("Dana Roth", "Anna Weber"), "D1") == "unsupported"
    assert verdict(subgraph, "Dana Roth kann Python nicht.", "D1") == "unsupported"


@pytest.mark.parametrize(("answer", "lead", "kept"), [(True, "Ja", True), (True, "Nein", False)])
def test_yes_and_no_are_what_was_computed(world: Any, answer: bool, lead: str, kept: bool) -> None:
    subgraph = replace(world.subgraph("F5"), answers=(answer,))
    text = f"{lead}: Anna Weber leitet Mission Aurora."

    assert (verdict(subgraph, text, "F5") == "supported") is kept


def test_hidden_characters_leave_the_claim(world: Any) -> None:
    text = "Anna\u200b Weber \u202eleitet\n Mission Aurora."
    claim = check(world.subgraph(), text, "F5")

    assert claim.text == "Anna Weber leitet Mission Aurora."
    assert claim.verdict.kind == "supported"


def test_a_long_claim_is_checked_in_time(world: Any) -> None:
    text = "Anna Weber leitet Mission Aurora und " * 400
    claim = check(world.subgraph(), text, "F5", labels=world.known_labels)

    assert claim.verdict.kind == "unsupported"


def test_repair_keeps_order_and_adds_only_what_is_missing(world: Any) -> None:
    kept = Claim("a", ("F1",), Verdict("supported"))
    mended = Claim("b", ("F2",), Verdict("miscited"))
    fallen = Claim("c", ("F3",), Verdict("contradicted"))
    template = tuple(Claim(f"t{n}", (f"F{n}",), Verdict("supported")) for n in (1, 2, 3))

    assert repair([kept, mended], template) == ((kept, mended), False)
    assert repair([kept, fallen, mended], template) == ((kept, mended, template[2]), True)
    assert repair([fallen], template) == (template, True)
    assert repair([], template) == (template, True)
