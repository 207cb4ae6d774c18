"""Properties that are true or false of things: "false" is a no, and never counted as having."""

from __future__ import annotations

import io
from functools import lru_cache

import pytest

import ontorag
from ontorag.pipeline import OntoRAG
from ontorag.values import Labelled

PEOPLE = """
PREFIX : <http://people.example/>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
:Person a owl:Class ; rdfs:label "person"@en , "Person"@de .
:hasLicence a owl:DatatypeProperty ; rdfs:label "has licence"@en , "hat Lizenz"@de ;
  rdfs:domain :Person ; rdfs:range xsd:boolean .
:isVegetarian a owl:DatatypeProperty ; rdfs:label "is vegetarian"@en , "ist vegetarisch"@de .
:children a owl:DatatypeProperty ; rdfs:label "number of children"@en , "Anzahl Kinder"@de ;
  rdfs:domain :Person ; rdfs:range xsd:integer .
:anna a :Person ; rdfs:label "Anna" ; :hasLicence false ; :isVegetarian "0"^^xsd:boolean ;
  :children 0 .
:ben a :Person ; rdfs:label "Ben" ; :hasLicence true ; :isVegetarian "1"^^xsd:boolean ;
  :children 2 .
:zoe a :Person ; rdfs:label "Zoe" .
"""


@lru_cache(maxsize=1)
def rag() -> OntoRAG:
    graph = ontorag.load(io.StringIO(PEOPLE), media_type="text/turtle", source="people.ttl")
    return OntoRAG(graph, embeddings=None)


def answers(question: str) -> list[object]:
    found = rag().ask(question).answers
    return [each.label if isinstance(each, Labelled) else each for each in found]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Does Ben have a licence?", [True]),
        ("Does Anna have a licence?", [False]),
        ("Hat Anna eine Lizenz?", [False]),
        ("Is Ben vegetarian?", [True]),
        ("Ist Anna vegetarisch?", [False]),
        ("Who has a licence?", ["Ben"]),
        ("Wer ist vegetarisch?", ["Ben"]),
        ("Which persons are vegetarian?", ["Ben"]),
        ("Who is not vegetarian?", ["Anna", "Zoe"]),
        ("Wer hat keine Lizenz?", ["Anna", "Zoe"]),
        ("How many persons have a licence?", [1]),
        ("Does Ben have children?", [True]),
    ],
)
def test_a_flag_is_a_condition(question: str, expected: list[object]) -> None:
    assert answers(question) == expected


@pytest.mark.parametrize("question", ["Does Zoe have a licence?", "Does Anna have children?"])
def test_what_is_not_recorded_or_nothing_is_no_yes(question: str) -> None:
    result = rag().ask(question)

    assert result.answer.reason == "open_world"
    assert result.answers == ()


def test_a_no_cites_the_fact_that_says_false() -> None:
    result = rag().ask("Does Anna have a licence?")

    assert result.answer.flags == ()
    assert "Anna has licence false" in result.answer.text
