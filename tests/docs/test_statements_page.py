"""The examples of docs/statements.md say what the page says, in each form that it lists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ontorag
from ontorag import names

PAGE = (Path(__file__).parents[2] / "docs" / "statements.md").read_text(encoding="utf-8")
TEAM = """
PREFIX : <http://team.example/>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
:hasSkill rdfs:label "has skill" ; rdfs:domain :Person ; rdfs:range :Skill .
:level <urn:ontorag:schema#order> ("Beginner" "Advanced" "Expert") .
:Python a :Skill ; rdfs:label "Python" . :Java a :Skill ; rdfs:label "Java" .
:Anna a :Person ; rdfs:label "Anna" ; :hasSkill :Python {| :level "Expert" |} .
:Ben a :Person ; rdfs:label "Ben" ; :hasSkill :Python {| :level "Advanced" |} .
:Cara a :Person ; rdfs:label "Cara" ; :hasSkill :Python {| :level "Beginner" |} .
[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :Anna ;
  owl:assertionProperty :hasSkill ; owl:targetIndividual :Java .
"""
SHOWN = re.findall(r'\$ ontorag ask "(.*?)" --kg team.ttl\n(.*?)\n```', PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> ontorag.OntoRAG:
    file = tmp_path_factory.mktemp("team") / "team.ttl"
    file.write_text(TEAM, encoding="utf-8")
    return ontorag.OntoRAG(ontorag.load(file), embeddings=None)


@pytest.mark.parametrize(("question", "answer"), SHOWN, ids=[each[0] for each in SHOWN])
def test_each_question_is_answered_as_shown(
    team: ontorag.OntoRAG, question: str, answer: str
) -> None:
    assert team.ask(question).answer.text == answer


def test_both_examples_are_found() -> None:
    assert len(SHOWN) == 2


def test_the_terms_of_the_page_are_those_of_the_code() -> None:
    said = set(re.findall(r"urn:ontorag:schema#(\w+)", PAGE))
    known = {
        iri.removeprefix(names.SCHEMA)
        for iri in (names.SCHEMA_ORDER, names.SCHEMA_HOLDER, names.SCHEMA_VALUE)
    }
    assert said == known
