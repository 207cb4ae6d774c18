"""Questions to vocabularies in the styles that people really have: SKOS, OBO, schema.org."""

from __future__ import annotations

from pathlib import Path

import pytest

import ontorag
from ontorag.pipeline import OntoRAG
from ontorag.result import Result
from ontorag.values import Labelled

THESAURUS = """
PREFIX : <http://crafts.example/>
PREFIX dct: <http://purl.org/dc/terms/>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX xl: <http://www.w3.org/2008/05/skos-xl#>
:1 a skos:Concept ; skos:prefLabel "Handwerk"@de, "craft"@en ; skos:narrower :2 .
:2 a skos:Concept ; skos:prefLabel "Weberei"@de, "weaving"@en ; skos:related :5 .
:3 a skos:Concept ; skos:prefLabel "Töpferei"@de, "pottery"@en ; skos:broader :1 ;
  skos:hiddenLabel "Toepferey"@de .
:4 a skos:Concept ; skos:prefLabel "Bildweberei"@de, "tapestry"@en ; skos:broader :2 .
:5 a skos:Concept ; xl:prefLabel [ a xl:Label ; xl:literalForm "Färberei"@de ] ; skos:broader :1 .
:6 a skos:Concept ; skos:prefLabel "Hafnerei"@de ; owl:deprecated true ; dct:isReplacedBy :3 .
"""
TERMS = """
PREFIX obo: <http://purl.obolibrary.org/obo/>
PREFIX oio: <http://www.geneontology.org/formats/oboInOwl#>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX schema: <https://schema.org/>
obo:ZZ_1 a owl:Class ; rdfs:label "leaf motion" ; owl:deprecated true ; obo:IAO_0100001 obo:ZZ_2 .
obo:ZZ_2 a owl:Class ; rdfs:label "leaf movement" ; rdfs:subClassOf obo:ZZ_3 ;
  oio:hasAlternativeId "ZZ:9" .
obo:ZZ_3 a owl:Class ; rdfs:label "plant process" .
obo:ZZ_4 a owl:Class ; rdfs:label "obsolete leaf turn" ; owl:deprecated true ;
  obo:IAO_0100001 "ZZ:2" .
schema:Bakery a rdfs:Class ; rdfs:label "Bakery" .
schema:oven a <http://www.w3.org/1999/02/22-rdf-syntax-ns#Property> ; rdfs:label "oven" ;
  schema:domainIncludes schema:Bakery .
schema:flour a <http://www.w3.org/1999/02/22-rdf-syntax-ns#Property> ; rdfs:label "flour" ;
  schema:domainIncludes schema:Bakery .
"""


@pytest.fixture(scope="module")
def crafts(tmp_path_factory: pytest.TempPathFactory) -> OntoRAG:
    return loaded(tmp_path_factory, THESAURUS)


@pytest.fixture(scope="module")
def terms(tmp_path_factory: pytest.TempPathFactory) -> OntoRAG:
    return loaded(tmp_path_factory, TERMS)


def loaded(folders: pytest.TempPathFactory, turtle: str) -> OntoRAG:
    file: Path = folders.mktemp("vocabulary") / "vocabulary.ttl"
    file.write_text(turtle, encoding="utf-8")
    return OntoRAG(ontorag.load(file), embeddings=None)


def said(result: Result) -> list[str]:
    return sorted(str(a.label if isinstance(a, Labelled) else a) for a in result.answers)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Was sind die Unterbegriffe von Handwerk?", ["Färberei", "Töpferei", "Weberei"]),
        ("Which concepts are narrower than craft?", ["Färberei", "pottery", "weaving"]),
        (
            "What are all narrower terms of craft?",
            ["Färberei", "pottery", "tapestry", "weaving"],
        ),
        ("Wie viele Unterbegriffe hat Handwerk?", ["3"]),
        ("Was ist der Oberbegriff von Bildweberei?", ["Weberei"]),
        ("What is the broader term of weaving?", ["craft"]),
        ("Was ist der Oberbegriff von Toepferey?", ["Handwerk"]),
        ("What is related to weaving?", ["Färberei"]),
        ("Is tapestry a narrower term of weaving?", ["True"]),
    ],
)
def test_a_thesaurus_is_asked_by_its_own_relations(
    crafts: OntoRAG, question: str, answers: list[str]
) -> None:
    result = crafts.ask(question)
    assert said(result) == answers, result.answer.text


def test_relations_of_a_thesaurus_are_said_in_the_language_of_the_question(
    crafts: OntoRAG,
) -> None:
    assert "Bildweberei hat Oberbegriff Weberei [F1]." in crafts.ask(
        "Was ist der Oberbegriff von Bildweberei?"
    ).answer.text  # fmt: skip
    assert "tapestry has broader term weaving [F1]." in crafts.ask(
        "What is broader than tapestry?"
    ).answer.text  # fmt: skip


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Was ist eine Hafnerei?", "„Hafnerei“ ist veraltet; an seine Stelle trat „Töpferei“."),
        (
            "Was ist der Oberbegriff von Hafnerei?",
            "„Hafnerei“ ist veraltet; an seine Stelle trat „Töpferei“.",
        ),
    ],
)
def test_an_obsolete_concept_leads_to_its_successor_and_says_so(
    crafts: OntoRAG, question: str, told: str
) -> None:
    assert told in crafts.ask(question).answer.text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is leaf motion?", "“leaf motion” is obsolete; it was replaced by “leaf movement”."),
        ("What is obsolete leaf turn?", "it was replaced by “leaf movement”."),
        ("What is ZZ:9?", "ZZ:9 = “leaf movement”."),
    ],
)
def test_an_obsolete_term_or_alternative_id_leads_to_the_term_and_says_so(
    terms: OntoRAG, question: str, told: str
) -> None:
    result = terms.ask(question)
    assert result.answer.status == "answered"
    assert told in result.answer.text
    assert "leaf movement is a kind of plant process" in result.answer.text


def test_a_current_name_is_told_without_a_note(terms: OntoRAG) -> None:
    assert "obsolete" not in terms.ask("What is leaf movement?").answer.text


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Which properties does Bakery have?", ["flour", "oven"]),
        ("Welche Eigenschaften hat Bakery?", ["flour", "oven"]),
        ("How many properties does Bakery have?", ["2"]),
    ],
)
def test_the_properties_of_a_class_are_those_declared_for_it(
    terms: OntoRAG, question: str, answers: list[str]
) -> None:
    result = terms.ask(question)
    assert said(result) == answers, result.answer.text
