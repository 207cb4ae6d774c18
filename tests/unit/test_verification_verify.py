"""`ontorag.verify`: any text against facts in any shape."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest

import ontorag
from ontorag.errors import InputError
from ontorag.values import IRI, XSD, Fact, Labelled, Literal, Subgraph, make_fact
from ontorag.verification import read_given, split_claims, verify

TRIPLES: list[tuple[Any, ...]] = [
    ("Anna Weber", "leads", "Mission Aurora"),
    ("Ben Koch", "participatedIn", "Mission Aurora"),
    ("Mission Aurora", "budget", 1_200_000),
    ("Mission Aurora", "startDate", datetime.date(2019, 3, 14)),
]


def kinds(text: str, facts: Any, cited: Any = None, **options: Any) -> list[str]:
    return [each.kind for each in verify(text, facts, cited, **options)]


def facts_as_values() -> list[Fact]:
    anna, leads, aurora = IRI("urn:x#Anna"), IRI("urn:x#leads"), IRI("urn:x#Aurora")
    return [replace(make_fact(anna, leads, aurora), id="F7")]


def test_it_is_a_public_function() -> None:
    assert ontorag.verify is verify


def test_plain_triples_are_facts() -> None:
    text = (
        "Anna Weber leitet die Mission Aurora. Ben Koch leitet die Mission Aurora. Das Budget der "
        "Mission Aurora betrug 1,2 Millionen. Mission Aurora startete im Mai 2019."
    )

    assert kinds(text, TRIPLES) == ["supported", "unsupported", "supported", "contradicted"]


def test_values_are_facts_and_keep_their_ids() -> None:
    (found,) = verify("Anna leads Aurora.", facts_as_values())

    assert (found.kind, found.evidence_ids, found.claim) == (
        "supported", ("F7",), "Anna leads Aurora.",
    )  # fmt: skip


def test_labels_may_be_given_beside_values() -> None:
    named = [
        *facts_as_values(),
        Labelled(IRI("urn:x#Anna"), "Anna Weber", ("Person",)),
        Labelled(IRI("urn:x#Aurora"), "Mission Aurora", ("Mission",)),
    ]

    assert kinds("Mission Aurora wird von Anna Weber geleitet.", named) == ["supported"]


def test_a_subgraph_is_taken_as_it_is() -> None:
    fact = facts_as_values()[0]
    entities = (Labelled(fact.subject, "Anna"), Labelled(fact.object, "Aurora"))

    assert kinds("Anna leads Aurora.", Subgraph(facts=(fact,), entities=entities)) == ["supported"]


def test_dicts_of_terms_as_json_are_facts() -> None:
    fact = {
        "id": "F1",
        "subject": {"iri": "urn:x#a", "label": "Aurora"},
        "predicate": {"iri": "urn:x#crewSize"},
        "object": {"value": "4", "datatype": "xsd:integer"},
        "qualifiers": [],
    }

    assert kinds("Aurora has a crew of four.", [fact]) == ["supported"]
    assert kinds("Aurora has a crew of five.", [fact]) == ["contradicted"]


def test_a_world_tells_what_properties_are_called() -> None:
    world = {
        "classes": {"P": {"de": "Person"}},
        "entities": {"P": ["Anna", "Ben"]},
        "synonyms": {"Ben": ["Benjamin"]},
        "properties": {"p1": {"labels": {"de": ["betreut"]}, "domain": "P", "range": "P"}},
        "facts": [{"subject": "Anna", "predicate": "p1", "object": "Ben"}],
    }

    assert kinds("Benjamin wird von Anna betreut.", world) == ["supported"]
    assert kinds("Anna wird von Ben betreut.", world) == ["contradicted"]


def test_verbs_extend_what_a_property_is_called() -> None:
    facts = [{"subject": "Anna", "predicate": "p1", "object": "Ben"}]
    taught = {"properties": {"p1": {"verbs": ["schult"]}}, "facts": facts}

    assert kinds("Ben wurde von Anna geschult.", {"facts": facts}) == ["unsupported"]
    assert kinds("Ben wurde von Anna geschult.", taught) == ["supported"]


def test_citations_in_the_text_come_first() -> None:
    facts = read_given(TRIPLES)

    assert kinds("Anna Weber leads Mission Aurora [F1].", facts) == ["supported"]
    assert kinds("Anna Weber leads Mission Aurora [F2].", facts) == ["miscited"]
    assert kinds("Anna Weber leads Mission Aurora. [F9]", facts) == ["invalid_id"]
    assert kinds("Anna Weber leads Mission Aurora.", facts, ["F2"]) == ["miscited"]
    assert kinds("Anna Weber leads Mission Aurora.", facts, ["F1", "F9"]) == ["supported"]
    assert kinds("Anna Weber leads Mission Aurora.", facts, []) == ["unsupported"]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Am 14. März 2019 startete sie. Es kostete 1.200 Euro!", 2),
        ("- Erstens.\n- Zweitens [F2].\n\n3. Drittens", 3),
        ("z. B. Dr. A. Weber kam ca. um 3. Dann nicht.", 2),
        ("**Fett** und `Code`", 1),
        ("", 0),
        ("…?! [F1]", 0),
    ],
)
def test_a_text_is_split_into_sentences(text: str, claims: int) -> None:
    assert len(list(split_claims(text, "de"))) == claims


def test_the_language_is_told_from_the_text_or_given() -> None:
    german = "Anna Weber leitet Mission Aurora nicht."

    assert kinds(german, TRIPLES) == ["contradicted"]
    assert kinds(german, TRIPLES, language="en") == ["unsupported"]


def test_a_pronoun_needs_one_thing_that_fits_in_the_sentence_before() -> None:
    world = {
        "classes": {"Person": {"de": "Person"}, "Mission": {"de": "Mission"}},
        "entities": {"Person": ["Anna", "Ben"], "Mission": ["Aurora"]},
        "properties": {
            "leads": {"labels": {"de": ["leitet"]}, "domain": "Person", "range": "Mission"},
            "mentors": {"labels": {"de": ["betreut"]}, "domain": "Person", "range": "Person"},
            "startDate": {"labels": {"de": ["Startdatum"]}, "domain": "Mission"},
        },
        "facts": [
            {"subject": "Anna", "predicate": "leads", "object": "Aurora"},
            {"subject": "Anna", "predicate": "mentors", "object": "Ben"},
            {"subject": "Aurora", "predicate": "startDate", "object": {"value": "2019-03-14",
             "datatype": "xsd:date"}},
        ],
    }  # fmt: skip

    assert kinds("Anna leitet Aurora. Sie startete 2019.", world) == ["supported"] * 2
    assert kinds("Anna leitet Aurora. Sie betreut Ben.", world) == ["supported"] * 2
    assert kinds("Anna betreut Ben. Sie leitet Aurora.", world) == ["supported", "unsupported"]
    assert kinds("Sie leitet Aurora.", world) == ["unsupported"]


@pytest.mark.parametrize(
    "facts",
    [
        "Anna leads Aurora",
        3,
        [("Anna", "leads")],
        [("Anna", "leads", "")],
        [{"subject": "Anna", "predicate": "leads"}],
        [{"subject": {"value": "4"}, "predicate": "leads", "object": "Aurora"}],
        {"entities": {}},
        [object()],
    ],
)
def test_what_is_no_fact_is_refused_with_a_reason(facts: Any) -> None:
    with pytest.raises(InputError) as refused:
        verify("Anna leads Aurora.", facts)

    assert len(str(refused.value).split()) > 5


def test_arguments_of_the_wrong_type_are_refused() -> None:
    with pytest.raises(InputError):
        verify(None, TRIPLES)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        verify("Anna leads Aurora.", TRIPLES, "F1")


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "F1 F2 F3",
        "[F1][F2]",
        '```json\n{"claims": [{"text": "x"}]}\n```',
        "Anna Weber leads Mission Aurora and " * 3_000,
        "leads " * 5_000,
        "(" * 3_000 + ")" * 3_000,
        "Anna Weber leads Mission Aurora" + " [F1]" * 10_000 + ".",
        "\u202eAnna\u0000 \ud800 Weber",
        "1 2 3 4 5 6 7 8 9 " * 300,
    ],
    ids=range(10),
)
def test_strange_texts_are_judged_without_a_crash_and_prove_nothing_false(text: str) -> None:
    found = verify(text, TRIPLES)

    assert all(each.kind != "supported" or "leads Mission" in each.claim for each in found)


def test_facts_that_contradict_each_other_support_both_values() -> None:
    facts = [("Aurora", "budget", 4), ("Aurora", "budget", 5)]

    assert kinds("The budget of Aurora is 4.", facts) == ["supported"]
    assert kinds("The budget of Aurora is 6.", facts) == ["contradicted"]


def test_units_are_compared_where_they_are_recorded() -> None:
    fact = {
        "subject": "Aurora", "predicate": "mass (kg)",
        "object": {"value": "12.5", "datatype": "xsd:decimal"},
    }  # fmt: skip

    assert kinds("The mass of Aurora is 12.5 kg.", [fact]) == ["supported"]
    assert kinds("The mass of Aurora is 12.5 g.", [fact]) == ["contradicted"]
    assert kinds("The mass of Aurora is 12.5 kg.", [("Aurora", "mass", 12.5)]) == ["unsupported"]


def test_literals_of_every_kind_can_be_given() -> None:
    fact = make_fact(IRI("urn:x#a"), IRI("urn:x#height"), Literal("7", XSD + "integer"))

    assert kinds("The height of a is 7.", [fact, Labelled(IRI("urn:x#a"), "a")]) == ["supported"]
