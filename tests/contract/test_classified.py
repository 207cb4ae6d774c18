"""What reasoning classifies answers questions about kinds, on every store, and says what it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ontorag
from ontorag.errors import UnknownNameError
from ontorag.names import RDFS_SUBCLASS
from ontorag.pipeline import OntoRAG
from ontorag.result import Result
from ontorag.values import IRI, Claim, Fact, Labelled
from ontorag.verification import check_claims

MARKS = {"neo4j": (pytest.mark.neo4j,)}
STORES = [pytest.param(name, marks=MARKS.get(name, ())) for name in ("sqlite", "neo4j")]
EX = "http://animals.example/"
ANIMALS = """
PREFIX : <http://animals.example/>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
:eats a owl:ObjectProperty ; rdfs:label "eats"@en , "frisst"@de .
:Animal a owl:Class ; rdfs:label "animal"@en , "Tier"@de .
:Plant a owl:Class ; rdfs:label "plant"@en , "Pflanze"@de ; owl:disjointWith :Animal .
:Grass a owl:Class ; rdfs:label "grass"@en , "Gras"@de ; rdfs:subClassOf :Plant .
:Mouse a owl:Class ; rdfs:label "mouse"@en , "Maus"@de ; rdfs:subClassOf :Animal .
:Cat a owl:Class ; rdfs:label "cat"@en , "Katze"@de ; rdfs:subClassOf :Animal ,
  [ a owl:Restriction ; owl:onProperty :eats ; owl:someValuesFrom :Mouse ] .
:Lion a owl:Class ; rdfs:label "lion"@en , "Löwe"@de ; rdfs:subClassOf :Cat .
:Cow a owl:Class ; rdfs:label "cow"@en , "Kuh"@de ; rdfs:subClassOf :Animal ,
  [ a owl:Restriction ; owl:onProperty :eats ; owl:someValuesFrom :Grass ] ,
  [ a owl:Restriction ; owl:onProperty :eats ; owl:allValuesFrom :Plant ] .
:Carnivore a owl:Class ; rdfs:label "carnivore"@en , "Fleischfresser"@de ; owl:equivalentClass
  [ a owl:Restriction ; owl:onProperty :eats ; owl:someValuesFrom :Animal ] ;
  rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :needs ; owl:someValuesFrom :Meat ] .
:needs a owl:ObjectProperty ; rdfs:label "needs"@en , "braucht"@de .
:Meat a owl:Class ; rdfs:label "meat"@en , "Fleisch"@de .
:Herbivore a owl:Class ; rdfs:label "herbivore"@en , "Pflanzenfresser"@de ; owl:equivalentClass
  [ owl:intersectionOf ( :Animal
    [ a owl:Restriction ; owl:onProperty :eats ; owl:allValuesFrom :Plant ] ) ] .
"""


@pytest.fixture(scope="module", params=STORES)
def rag(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OntoRAG]:
    folder: Path = tmp_path_factory.mktemp("animals")
    if request.param == "sqlite":
        graph = ontorag.open(folder / "graph.db")
    else:
        from neo4j_server import wipe

        server = request.getfixturevalue("neo4j_server")
        wipe(server)
        graph = ontorag.open(server.address, user=server.user, password=server.password)
    (folder / "animals.ttl").write_text(ANIMALS, encoding="utf-8")
    with graph:
        graph.load(folder / "animals.ttl", source="animals.ttl")
        yield OntoRAG(graph, embeddings=None)


def answers(result: Result) -> list[object]:
    return [each.label if isinstance(each, Labelled) else each for each in result.answers]


def verified(result: Result) -> tuple[Claim, ...]:
    return check_claims(result.answer.claims, result.subgraph, language="en")


def fact(result: Result, subject: str, obj: str) -> Fact:
    ends = IRI(EX + subject), IRI(EX + obj)
    return next(each for each in result.facts if (each.subject, each.object) == ends)


def test_defined_classes_have_the_kinds_that_hermit_finds(rag: OntoRAG) -> None:
    result = rag.ask("What are the kinds of herbivore?", reasoning="dl")

    assert answers(result) == ["cow"]
    found = fact(result, "Cow", "Herbivore")
    assert (found.origin, found.predicate.value, found.proof) == ("dl", RDFS_SUBCLASS, None)
    with pytest.raises(UnknownNameError, match="HermiT gives none"):
        result.explain(found.id)
    with pytest.raises(UnknownNameError, match="HermiT found it"):
        rag.graph.explain(found.subject, found.predicate, found.object)
    assert answers(rag.ask("Ist die Kuh ein Pflanzenfresser?", reasoning="dl")) == [True]


def test_the_nearest_kind_comes_first_and_stated_ones_stay_stated(rag: OntoRAG) -> None:
    result = rag.ask("What are the kinds of carnivore?", reasoning="dl")

    assert answers(result) == ["cat", "lion"]
    assert fact(result, "Cat", "Carnivore").origin == "dl"
    above = rag.ask("What are the superclasses of lion?", reasoning="dl")
    assert answers(above)[0] == "cat"
    assert fact(above, "Lion", "Cat").origin == "asserted"


def test_what_rests_on_a_classification_says_so(rag: OntoRAG) -> None:
    result = rag.ask("What needs meat?", reasoning="dl")

    assert answers(result) == ["carnivore", "cat", "lion"]
    assert fact(result, "Carnivore", "Meat").origin == "axiom"
    found = fact(result, "Cat", "Meat")
    assert found.origin == "dl"
    assert found.proof is None
    assert any("(dl)" in line for line in found.premises)
    assert "Every cat needs meat (class axiom)" in result.answer.text
    assert {claim.verdict.kind for claim in verified(result)} == {"supported"}


def test_what_the_rl_rules_classify_is_proved(rag: OntoRAG) -> None:
    result = rag.ask("Is a cat a carnivore?", reasoning="rl")

    assert answers(result) == [True]
    found = fact(result, "Cat", "Carnivore")
    assert (found.origin, found.rule) == ("inferred", "scm-sco")
    assert "scm-svf1" in str(found.proof)
    assert "every mouse is an animal (animals.ttl)" in str(result.explain(found.id))


def test_without_reasoning_nothing_is_classified(rag: OntoRAG) -> None:
    rag.ask("Is a cat a carnivore?", reasoning="dl")

    assert rag.ask("Is a cat a carnivore?", reasoning="off").answer.reason == "open_world"
