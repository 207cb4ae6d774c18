"""What is asked for decides which property is meant: a place, a time, what a measure is said of."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ontorag
from ontorag.values import Labelled

PEOPLE = """
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Employee a owl:Class ; rdfs:label "Employee"@en , "Mitarbeiter"@de .
:Department a owl:Class ; rdfs:label "Department"@en .
:Office a owl:Class ; rdfs:label "Office"@en .
:born a owl:DatatypeProperty ; rdfs:label "date of birth"@en , "Geburtsdatum"@de ;
    rdfs:range xsd:date ; rdfs:domain :Employee .
:birthPlace a owl:ObjectProperty ; rdfs:label "place of birth"@en , "Geburtsort"@de ;
    rdfs:domain :Employee .
:worksIn a owl:ObjectProperty ; rdfs:label "works in"@en ;
    rdfs:domain :Employee ; rdfs:range :Department .
:locatedIn a owl:ObjectProperty ; rdfs:label "located in"@en ;
    rdfs:domain :Department ; rdfs:range :Office .
:salary a owl:DatatypeProperty ; rdfs:label "salary"@en ; rdfs:domain :Employee ;
    rdfs:range xsd:integer .
:hired a owl:DatatypeProperty ; rdfs:label "hire date"@en ; rdfs:domain :Employee ;
    rdfs:range xsd:date .
:sales a :Department ; rdfs:label "Sales" ; :locatedIn :london .
:london a :Office ; rdfs:label "London" .
:dresden rdfs:label "Dresden" .
:kim a :Employee ; rdfs:label "Grace Kim" ; :worksIn :sales ; :salary 99000 ;
    :born "1980-08-12"^^xsd:date ; :birthPlace :dresden ; :hired "2020-10-01"^^xsd:date .
:diaz a :Employee ; rdfs:label "Carla Diaz" ; :worksIn :sales ; :salary 64000 ;
    :hired "2023-01-09"^^xsd:date .
"""


@pytest.fixture(scope="module")
def rag(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ontorag.OntoRAG]:
    file = tmp_path_factory.mktemp("people") / "people.ttl"
    file.write_text(PEOPLE, encoding="utf-8")
    with ontorag.load(file) as graph:
        yield ontorag.OntoRAG(graph, embeddings=None)


def said(rag: ontorag.OntoRAG, question: str) -> list[str]:
    result = rag.ask(question)
    return [each.label if isinstance(each, Labelled) else str(each) for each in result.answers]


@pytest.mark.parametrize("question", ["Wo wurde Grace Kim geboren?", "Where was Grace Kim born?"])
def test_where_asks_for_a_place_and_never_for_a_date(rag: ontorag.OntoRAG, question: str) -> None:
    assert said(rag, question) == ["Dresden"]


@pytest.mark.parametrize("question", ["Wann wurde Grace Kim geboren?", "When was Grace Kim born?"])
def test_when_asks_for_a_date(rag: ontorag.OntoRAG, question: str) -> None:
    assert said(rag, question) == ["1980-08-12"]


def test_a_measure_of_people_ranks_no_offices(rag: ontorag.OntoRAG) -> None:
    assert said(rag, "Who has the highest salary in Sales?") in ([], ["Grace Kim"])


def test_what_a_kind_is_called_is_not_what_ranks_it(rag: ontorag.OntoRAG) -> None:
    result = rag.ask("Who is the best employee?")
    assert result.answer.reason == "unsupported_operation"
    assert result.answers == ()
