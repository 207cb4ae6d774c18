"""Yes or no about all of a set: as recorded, closed or open, with who lacks what is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

import ontorag
from ontorag.pipeline import OntoRAG
from ontorag.values import World
from ontorag.values.json import outcome_from_json, to_json
from ontorag.verification import check_claims

DATA = Path(__file__).parents[1] / "data" / "tables"


@pytest.fixture(scope="module")
def staff() -> OntoRAG:
    return OntoRAG(ontorag.load(DATA / "staff.ttl"), embeddings=None)


def test_a_yes_about_all_is_as_recorded(staff: OntoRAG) -> None:
    result = staff.ask("Kann jeder Entwickler Python?")
    assert result.answers == (True,)
    assert "as_recorded" in result.answer.flags
    assert result.answer.text.startswith("Ja: Für alle 3 (Entwickler) verzeichnet")
    assert [fact.id for fact in result.facts] == ["F1", "F2", "F3"]


def test_an_open_world_does_not_conclude_that_all_do(staff: OntoRAG) -> None:
    asked = "Kann jeder Entwickler Python?"
    assert staff.ask(asked, world="open").answer.reason == "open_world"
    assert staff.ask(asked, world="closed").answer.flags == ()


def test_those_who_lack_it_are_named_with_what_they_lack(staff: OntoRAG) -> None:
    answer = staff.ask("Beherrscht jeder Entwickler Python und Java?").answer
    assert answer.reason == "open_world"
    assert "Für Bela Roth nicht verzeichnet: beherrscht: Java." in answer.text


def test_a_closed_world_takes_one_who_lacks_it_as_no(staff: OntoRAG) -> None:
    result = staff.ask("Beherrscht jeder Berater SQL?", world="closed")
    assert result.answers == (False,)
    assert "Emil Hass" in result.answer.text
    assert "Dora Voss" not in result.answer.text.partition(".")[0]


def test_what_a_set_is_narrows_who_is_asked_about(staff: OntoRAG) -> None:
    result = staff.ask("Beherrscht jeder Berater im Vertrieb SQL?", world="closed")
    assert "Frida Linz" not in result.answer.text
    assert result.plan is not None
    assert result.plan.describe().startswith("Geprüft wird, ob für alle „Berater, arbeitet in")


def test_earlier_answers_narrow_who_is_asked_about(staff: OntoRAG) -> None:
    first = staff.ask("Wer arbeitet in der Technik?")
    second = staff.ask("Und beherrscht jeder Mitarbeiter davon Python?", after=first)
    assert second.answers == (True,)


@pytest.mark.parametrize("world", ["recorded", "closed"])
def test_the_guard_proves_what_is_said_of_all(staff: OntoRAG, world: World) -> None:
    for question in ("Kann jeder Entwickler Python?", "Beherrscht jeder Berater SQL?"):
        result = staff.ask(question, world=world)
        checked = check_claims(
            result.answer.claims, result.subgraph, language="de",
            known_labels=staff.graph.view().labels_in, relations=staff.graph.view().relations,
        )  # fmt: skip
        assert all(claim.verdict.kind == "supported" for claim in checked if claim.verdict)


def test_a_plan_about_all_is_whole_as_json(staff: OntoRAG) -> None:
    outcome = staff.ask("Kann jeder Entwickler Python?").outcome
    assert outcome_from_json(to_json(outcome)) == outcome


def test_rows_over_places_that_nest_in_several_ways_would_not_be_whole(
    tmp_path: Path,
) -> None:
    text = """
    @prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    :City a owl:Class . :State a owl:Class . :Country a owl:Class .
    :locatedIn a owl:ObjectProperty .
    :Ruritania a :Country . :Syldavia a :Country . :North a :State ; :locatedIn :Ruritania .
    :Strelsau a :City ; :locatedIn :North . :Zenda a :City ; :locatedIn :Ruritania .
    :Klow a :City ; :locatedIn :Syldavia .
    """
    path = tmp_path / "nested.ttl"
    path.write_text(text, encoding="utf-8")
    rag = OntoRAG(ontorag.load(path), embeddings=None)
    assert rag.ask("Which country has the most cities?").answer.reason is not None
    same = rag.ask("Which cities are in the same country as Strelsau?")
    assert [str(each.label) for each in same.answers] == ["Zenda"]
