"""Questions about classes whose axioms name no filler, or one that stands in relations itself."""

from __future__ import annotations

import io
from functools import lru_cache

import pytest

import ontorag
from ontorag.pipeline import OntoRAG
from ontorag.result import Result
from ontorag.values import Labelled
from ontorag.verification import check_claims

LEGS = """
PREFIX : <http://legs.example/>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
:partOf a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "part of"@en , "Teil von"@de .
:hasNail a owl:ObjectProperty ; rdfs:label "has nail"@en ; rdfs:range :Nail .
:Nail a owl:Class ; rdfs:label "nail"@en .
:Patella a owl:Class ; rdfs:label "patella"@en ; rdfs:subClassOf
  [ a owl:Restriction ; owl:onProperty :partOf ; owl:someValuesFrom
    [ owl:intersectionOf ( :Knee
      [ a owl:Restriction ; owl:onProperty :partOf ; owl:someValuesFrom :Leg ] ) ] ] .
:Knee a owl:Class ; rdfs:label "knee"@en .
:Toe a owl:Class ; rdfs:label "toe"@en ; rdfs:subClassOf
  [ a owl:Restriction ; owl:onProperty :hasNail ;
    owl:minCardinality "1"^^xsd:nonNegativeInteger ] ,
  [ a owl:Restriction ; owl:onProperty :partOf ; owl:someValuesFrom
    [ a owl:Restriction ; owl:onProperty :partOf ; owl:someValuesFrom :Leg ] ] .
:Leg a owl:Class ; rdfs:label "leg"@en ; rdfs:subClassOf
  [ a owl:Restriction ; owl:onProperty :partOf ; owl:someValuesFrom :Body ] ,
  [ a owl:Restriction ; owl:onProperty :hasNail ;
    owl:maxCardinality "5"^^xsd:nonNegativeInteger ] .
:Body a owl:Class ; rdfs:label "body"@en .
"""


@lru_cache(maxsize=1)
def rag() -> OntoRAG:
    graph = ontorag.load(io.StringIO(LEGS), media_type="text/turtle", source="legs.ttl")
    return OntoRAG(graph, embeddings=None)


def answers(result: Result) -> list[object]:
    return [each.label if isinstance(each, Labelled) else each for each in result.answers]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the patella part of?", ["knee", "leg", "body"]),
        ("What is the toe part of?", ["leg", "body"]),
        ("What is part of the leg?", ["patella", "toe"]),
        ("Is the toe part of the body?", [True]),
        ("Does the toe have a nail?", [True]),
    ],
)
def test_what_follows_is_found_and_nothing_without_a_name_is_shown(
    question: str, expected: list[object]
) -> None:
    result = rag().ask(question)

    assert answers(result) == expected, result.answer.text
    assert "_:" not in str(result)
    checked = check_claims(result.answer.claims, result.subgraph, language="en")
    assert {claim.verdict.kind for claim in checked} == {"supported"}


def test_at_most_five_are_not_at_least_one() -> None:
    assert rag().ask("Does the leg have a nail?").answer.reason == "open_world"


def test_the_proof_says_what_the_class_without_a_name_stands_in() -> None:
    result = rag().ask("What is the toe part of?")
    words = str(result.explain("F1"))

    assert "every toe is part of some leg" in words
    assert "thing with “'part of' some leg”" in words
    assert "_:" not in words


def test_the_proof_of_a_number_names_the_range() -> None:
    words = str(rag().ask("Does the toe have a nail?").explain("F1"))

    assert "every toe is a thing with “'has nail' min 1 nail” (legs.ttl)" in words
    assert "a value of “has nail” is a nail (legs.ttl)" in words
