"""What a question asks for is given or refused by its own reason, never something beside it."""

from __future__ import annotations

import io
from functools import lru_cache

import pytest
from worlds import world_turtle

import ontorag
from ontorag.language import detect
from ontorag.pipeline import OntoRAG
from ontorag.values import Labelled

HARBOUR = """
PREFIX : <http://harbour.example/>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
:Ship a owl:Class ; rdfs:label "ship"@en , "Schiff"@de .
:Person a owl:Class ; rdfs:label "person"@en , "Person"@de .
:Cargo a owl:Class ; rdfs:label "cargo"@en , "Fracht"@de .
:captainOf a owl:ObjectProperty ; rdfs:label "captain of"@en , "ist Kapitän von"@de ;
  rdfs:domain :Person ; rdfs:range :Ship .
:carries a owl:ObjectProperty ; rdfs:label "carries"@en , "transportiert"@de ;
  rdfs:domain :Ship ; rdfs:range :Cargo .
:albatros a :Ship ; rdfs:label "MS Albatros" ; :carries :coffee .
:moewe a :Ship ; rdfs:label "MS Seehund" ; :carries :wheat .
:adler a :Ship ; rdfs:label "MS Adler" .
:coffee a :Cargo ; rdfs:label "coffee"@en , "Kaffee"@de .
:wheat a :Cargo ; rdfs:label "wheat"@en , "Weizen"@de .
:inga a :Person ; rdfs:label "Inga Thorsen" ; :captainOf :albatros .
:olaf a :Person ; rdfs:label "Olaf Brandt" ; :captainOf :moewe .
"""


@lru_cache(maxsize=2)
def rag(world: str) -> OntoRAG:
    text = HARBOUR if world == "harbour" else world_turtle()
    graph = ontorag.load(io.StringIO(text), media_type="text/turtle", source=f"{world}.ttl")
    return OntoRAG(graph, embeddings=None)


def said(world: str, question: str) -> tuple[str | None, list[object]]:
    result = rag(world).ask(question)
    labels = [each.label if isinstance(each, Labelled) else each for each in result.answers]
    return result.answer.reason, labels


@pytest.mark.parametrize(
    ("question", "mention"),
    [
        ("How old is Inga Thorsen?", ""),
        ("Wie alt ist Inga Thorsen?", ""),
        ("When did Inga Thorsen die?", "die"),
        ("Where does Inga Thorsen live?", "live"),
        ("How much does MS Albatros cost?", "cost"),
        ("When was MS Albatros sunk?", "sunk"),
        ("Does Inga Thorsen like coffee?", "like"),
        ("Who is the daughter of Inga Thorsen?", "daughter"),
        ("Who is Inga Thorsen's daughter?", "daughter"),
        ("Wie heißt die Tochter von Inga Thorsen?", "Tochter"),
        ("Liebt Inga Thorsen Olaf Brandt?", ""),
    ],
)
def test_what_no_property_says_of_a_thing_is_an_unknown_relation(
    question: str, mention: str
) -> None:
    result = rag("harbour").ask(question)

    assert result.answer.reason == "unknown_relation", result.answer.text
    assert mention in result.answer.text
    assert result.answer.claims == ()


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Hat jede Person eine Fähigkeit?", "open_world"),
        ("Does every person have a skill?", "open_world"),
        ("Beherrscht jede Person Python?", "open_world"),
        ("Kann jemand Kryptographie?", "open_world"),
        ("Wird jede Mission geleitet?", "unsupported_operation"),
    ],
)
def test_a_question_for_yes_or_no_is_not_answered_with_a_list(question: str, reason: str) -> None:
    assert said("world", question) == (reason, [])


def test_all_of_a_class_are_all_of_it_though_the_property_leads_to_no_other() -> None:
    assert said("world", "Welche Personen beherrschen alle Fähigkeiten?") == (
        "no_matching_entity", [],
    )  # fmt: skip


def test_a_table_does_not_drop_a_negation() -> None:
    assert said("harbour", "Who isn't captain of any ship?")[1] == []
    assert said("harbour", "Which ships don't carry anything?")[1] == ["MS Adler"]


def test_what_leads_nowhere_is_as_recorded_open_or_not_so() -> None:
    question = "Which ships don't carry anything?"
    harbour = rag("harbour")
    recorded = harbour.ask(question).answer
    closed = harbour.ask(question, world="closed").answer

    assert (recorded.reason, recorded.flags) == (None, ("as_recorded",))
    assert recorded.text.startswith("Not recorded for MS Adler")
    assert harbour.ask(question, world="open").answer.reason == "open_world"
    assert (closed.flags, closed.text[:27]) == ((), "Does not hold for MS Adler:")


def test_names_beside_each_other_stay_two_in_german() -> None:
    assert said("harbour", "Transportiert MS Albatros Kaffee?") == (None, [True])


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Was kostet Luna?", "de"),
        ("Was it Luna?", "en"),
        ("Was Luna born here?", "en"),
        ("Transportiert Luna Holz?", "de"),
        ("Betreut Anna Ben?", "de"),
        ("Best Frodo skill?", "en"),
    ],
)
def test_the_first_words_tell_the_language(question: str, language: str) -> None:
    assert detect(question) == language
