"""What is stated not to be so stays a no: in every reading, on every store, for every form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ontorag
from ontorag.errors import InconsistentError
from ontorag.graph import KnowledgeGraph
from ontorag.pipeline import OntoRAG
from ontorag.stores.base import Pattern
from ontorag.values import IRI, Labelled, World

MARKS = {"neo4j": (pytest.mark.neo4j,)}
STORES = [pytest.param(name, marks=MARKS.get(name, ())) for name in ("sqlite", "neo4j")]

GARDEN = """
PREFIX : <http://garden.example/>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
:Plant a owl:Class ; rdfs:label "plant"@en, "Pflanze"@de .
:Soil a owl:Class ; rdfs:label "soil"@en, "Boden"@de .
:tolerates a owl:ObjectProperty ; rdfs:label "tolerates"@en, "verträgt"@de ;
  rdfs:domain :Plant ; rdfs:range :Soil .
:Fern a :Plant ; rdfs:label "fern"@en, "Farn"@de ; :tolerates :Loam .
:Sage a :Plant ; rdfs:label "sage"@en, "Salbei"@de ; :tolerates :Chalk {| :negated true |}, :Loam .
:Iris a :Plant ; rdfs:label "iris"@en, "Iris"@de ; :tolerates :Loam {| :qualifier "NOT" |} .
:Loam a :Soil ; rdfs:label "loam"@en, "Lehm"@de .
:Chalk a :Soil ; rdfs:label "chalk"@en, "Kalk"@de .
:Peat a :Soil ; rdfs:label "peat"@en, "Torf"@de .
[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :Fern ;
  owl:assertionProperty :tolerates ; owl:targetIndividual :Chalk .
[] a rdf:Statement ; rdf:subject :Sage ; rdf:predicate :tolerates ; rdf:object :Peat ;
  :negated true .
:tol9 a :ToleranceObservation ; :subject :Iris ; :soilType :Peat ; :year 2020 ; :negated true .
:tol8 a :ToleranceObservation ; :subject :Fern ; :soilType :Peat ; :year 2021 .
"""


@pytest.fixture(scope="module", params=STORES)
def graph(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    if request.param == "sqlite":
        opened = ontorag.open(tmp_path_factory.mktemp("graph") / "graph.db")
    else:
        from neo4j_server import wipe

        server = request.getfixturevalue("neo4j_server")
        wipe(server)
        opened = ontorag.open(server.address, user=server.user, password=server.password)
    file: Path = tmp_path_factory.mktemp("garden") / "garden.ttl"
    file.write_text(GARDEN, encoding="utf-8")
    opened.load(file, source="garden")
    yield opened
    opened.close()


@pytest.mark.parametrize("world", ["recorded", "open", "closed"])
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Does fern tolerate chalk?", "No: It is stated not to be so: fern tolerates chalk."),
        ("Verträgt Farn Kalk?", "Nein: Ausdrücklich verneint ist: Farn verträgt Kalk."),
        ("Does sage tolerate chalk?", "No: It is stated not to be so: sage tolerates chalk."),
        (
            "Verträgt Iris Lehm?",
            "Nein: Ausdrücklich verneint ist: Iris verträgt Lehm.",
        ),
        ("Does sage tolerate peat?", "No: It is stated not to be so: sage tolerates peat."),
    ],
)
def test_what_is_denied_is_a_certain_no_in_every_world(
    graph: KnowledgeGraph, question: str, said: str, world: World
) -> None:
    result = OntoRAG(graph, embeddings=None).ask(question, world=world)
    assert result.answers == (False,), result.answer.text
    assert result.answer.claims[0].text == said
    [denial] = [fact for fact in result.facts if fact.id in result.answer.claims[0].evidence_ids]
    assert any(str(each.value) in ("true", "NOT") for each in denial.qualifiers)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Which plants tolerate loam?", ["fern", "sage"]),
        ("Welche Pflanzen vertragen Kalk?", []),
        ("How many plants tolerate loam?", ["2"]),
        ("What is the soil type of fern?", ["peat"]),
        ("What is the soil type of iris?", []),
    ],
)
def test_nothing_holds_what_it_is_denied(
    graph: KnowledgeGraph, question: str, answers: list[str]
) -> None:
    result = OntoRAG(graph, embeddings=None).ask(question)
    said = [str(each.label if isinstance(each, Labelled) else each) for each in result.answers]
    assert said == answers, result.answer.text


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Fern tolerates chalk.", "contradicted"),
        ("Fern does not tolerate chalk.", "supported"),
        ("Sage tolerates chalk.", "contradicted"),
        ("Iris verträgt Lehm nicht.", "supported"),
        ("Fern tolerates loam.", "supported"),
        ("Fern does not tolerate loam.", "contradicted"),
    ],
)
def test_claims_are_judged_by_what_is_denied(
    graph: KnowledgeGraph, claim: str, verdict: str
) -> None:
    [judged] = graph.verify(claim)
    assert judged.kind == verdict, judged.reason


def test_a_denial_clashes_with_its_positive(tmp_path: Path) -> None:
    file = tmp_path / "garden.ttl"
    file.write_text(GARDEN + "\n:Fern :tolerates :Chalk .", encoding="utf-8")
    with ontorag.load(file) as graph:
        asked = OntoRAG(graph, embeddings=None).ask("Does fern tolerate chalk?")
        assert asked.answer.reason == "conflicting_facts"
        assert "It is stated not to be so: fern tolerates chalk." in asked.answer.text
        with pytest.raises(InconsistentError, match="prp-npa1"):
            graph.reason()


def test_denials_are_told_with_the_rest(graph: KnowledgeGraph) -> None:
    told = OntoRAG(graph, embeddings=None).ask("Tell me about fern").answer.text
    assert "It is not so: fern tolerates chalk" in told
    assert "source individual" not in told.lower()


def test_nothing_follows_from_what_is_denied(tmp_path: Path) -> None:
    file = tmp_path / "garden.ttl"
    more = ':tolerates rdfs:range :Ground . :Clay a :Soil ; rdfs:label "clay" .'
    denied = ":Iris :tolerates :Clay {| :negated true |} . :Fern :tolerates :Loam ."
    file.write_text(f"{GARDEN}\n{more}\n{denied}", encoding="utf-8")
    with ontorag.load(file) as graph:
        graph.reason()
        asked = Pattern(objects=(IRI("http://garden.example/Ground"),))
        grounds = {str(f.subject) for f in graph.store.facts(asked) if f.origin == "inferred"}
        assert "http://garden.example/Loam" in grounds
        assert "http://garden.example/Clay" not in grounds
