"""Two things said of whoever is asked for: each word for a relation tells of its own thing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ontorag
from ontorag.pipeline import OntoRAG

OFFICE = """
@prefix : <http://office.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Employee a owl:Class ; rdfs:label "Mitarbeiter"@de, "employee"@en .
:Project a owl:Class ; rdfs:label "Projekt"@de, "project"@en .
:Skill a owl:Class ; rdfs:label "Fähigkeit"@de, "skill"@en .
:Customer a owl:Class ; rdfs:label "Kunde"@de, "customer"@en .
:City a owl:Class ; rdfs:label "Stadt"@de, "city"@en .
:has rdfs:label "beherrscht"@de, "has skill"@en ; rdfs:domain :Employee ; rdfs:range :Skill .
:on rdfs:label "arbeitet an"@de, "works on"@en ; rdfs:domain :Employee ; rdfs:range :Project .
:needs rdfs:label "erfordert"@de, "requires"@en ; rdfs:domain :Project ; rdfs:range :Skill .
:for rdfs:label "für Kunde"@de, "for customer"@en ; rdfs:domain :Project ; rdfs:range :Customer .
:lives rdfs:label "wohnt in"@de, "lives in"@en ; rdfs:domain :Employee ; rdfs:range :City .
:boss rdfs:label "Vorgesetzter"@de, "supervisor"@en ;
  rdfs:domain :Employee ; rdfs:range :Employee .
:pay rdfs:label "Gehalt"@de, "salary"@en ; rdfs:domain :Employee ; rdfs:range xsd:integer .
:ulm a :City ; rdfs:label "Ulm" . :jena a :City ; rdfs:label "Jena" .
:rust a :Skill ; rdfs:label "Kotlin" . :sql a :Skill ; rdfs:label "SQL" .
:acme a :Customer ; rdfs:label "Acme AG" . :orbit a :Customer ; rdfs:label "Orbit SE" .
:dock a :Project ; rdfs:label "Dockmaster" ; :needs :sql ; :for :acme .
:reef a :Project ; rdfs:label "Reefer" ; :needs :rust, :sql ; :for :orbit .
:hanna a :Employee ; rdfs:label "Hanna" ; :has :sql, :rust ; :on :dock ; :lives :ulm ; :pay 70 .
:ivo a :Employee ; rdfs:label "Ivo" ; :has :sql ; :on :reef ; :lives :jena ; :boss :hanna ;
  :pay 50 .
:jule a :Employee ; rdfs:label "Jule" ; :has :rust ; :on :reef ; :lives :ulm ; :boss :hanna ;
  :pay 60 .
"""


@pytest.fixture(scope="module")
def rag(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OntoRAG]:
    file = tmp_path_factory.mktemp("office") / "office.ttl"
    file.write_text(OFFICE, encoding="utf-8")
    with ontorag.load(file) as graph:
        yield OntoRAG(graph, embeddings=None)


def said(rag: OntoRAG, question: str) -> list[str]:
    return sorted(str(each.label) for each in rag.ask(question).answers)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Who reports to Hanna and knows SQL?", ["Ivo"]),
        ("Who reports to Hanna and lives in Ulm?", ["Jule"]),
        ("Who lives in Ulm and reports to Hanna?", ["Jule"]),
        ("Wer berichtet an Hanna und beherrscht SQL?", ["Ivo"]),
        ("Wer berichtet an Hanna und kann SQL?", ["Ivo"]),
        ("Wer hat Hanna als Vorgesetzte und wohnt in Ulm?", ["Jule"]),
        ("Wer wohnt in Jena und hat Hanna als Vorgesetzte?", ["Ivo"]),
    ],
)
def test_each_word_tells_of_its_own_thing(rag: OntoRAG, question: str, answers: list[str]) -> None:
    assert said(rag, question) == answers


def test_properties_that_all_things_have_are_a_list(rag: OntoRAG) -> None:
    result = rag.ask("Welches Gehalt und welchen Vorgesetzten haben Ivo und Jule?")
    assert {fact.predicate.value.rpartition("/")[2] for fact in result.facts} == {"pay", "boss"}
    assert len(result.facts) == 4


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Welche Kunden haben Projekte, die Kotlin erfordern?", ["Orbit SE"]),
        ("Which customers have projects that require Kotlin?", ["Orbit SE"]),
        ("Wer könnte das Projekt Reefer übernehmen?", ["Hanna"]),
        ("Which employees have all the skills that Dockmaster requires?", ["Hanna", "Ivo"]),
    ],
)
def test_requirements_are_those_of_a_named_thing_met_by_who_may_hold_them(
    rag: OntoRAG, question: str, answers: list[str]
) -> None:
    assert said(rag, question) == answers


@pytest.mark.parametrize(
    "question",
    ["Wer arbeitet an einem Projekt für die Orbit SE?", "Who works on a project for Orbit SE?"],
)
def test_a_preposition_at_the_start_of_a_label_binds_too(rag: OntoRAG, question: str) -> None:
    assert said(rag, question) == ["Ivo", "Jule"]
