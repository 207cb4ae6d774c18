"""A preposition that a property is called by says which relation is meant, behind a class too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ontorag
from ontorag.pipeline import OntoRAG
from ontorag.values import Labelled

CLINIC = """
@prefix : <http://clinic.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Patient a owl:Class ; rdfs:label "Patient"@de, "patient"@en .
:Doctor a owl:Class ; rdfs:label "Arzt"@de, "doctor"@en .
:Illness a owl:Class ; rdfs:label "Krankheit"@de, "illness"@en .
:Remedy a owl:Class ; rdfs:label "Heilmittel"@de, "remedy"@en .
:Agent a owl:Class ; rdfs:label "Wirkstoff"@de, "agent"@en .
:treats rdfs:label "behandelt"@de, "treats"@en ; rdfs:domain :Doctor ; rdfs:range :Patient .
:suffers rdfs:label "leidet an"@de, "suffers from"@en ; rdfs:domain :Patient ; rdfs:range :Illness .
:helps rdfs:label "hilft gegen"@de, "helps against"@en ; rdfs:domain :Remedy ; rdfs:range :Illness .
:allergic rdfs:label "ist allergisch gegen"@de ; rdfs:domain :Patient ; rdfs:range :Agent .
:contains rdfs:label "enthält"@de, "contains"@en ; rdfs:domain :Remedy ; rdfs:range :Agent .
:price rdfs:label "Preis"@de, "price"@en ; rdfs:range xsd:decimal .
:bornOn rdfs:label "geboren am"@de ; rdfs:range xsd:date .
:vogel a :Doctor ; rdfs:label "Dr. Vogel" ; :treats :olga, :pia .
:olga a :Patient ; rdfs:label "Olga" ; :suffers :hay ; :allergic :mint ;
  :bornOn "1961-05-04"^^xsd:date .
:pia a :Patient ; rdfs:label "Pia" ; :suffers :hay, :gout ; :bornOn "1990-01-02"^^xsd:date .
:quirin a :Patient ; rdfs:label "Quirin" ; :allergic :mint ; :bornOn "1975-07-07"^^xsd:date .
:hay a :Illness ; rdfs:label "Heuschnupfen"@de, "hay fever"@en .
:gout a :Illness ; rdfs:label "Gicht"@de, "gout"@en .
:tea a :Remedy ; rdfs:label "Salbeitee" ; :helps :hay ; :contains :sage ; :price 3.20 .
:drops a :Remedy ; rdfs:label "Nasolin" ; :helps :hay ; :contains :mint ; :price 8.90 .
:balm a :Remedy ; rdfs:label "Gelenkbalsam" ; :helps :gout ; :contains :sage ; :price 2.10 .
:mint a :Agent ; rdfs:label "Menthol"@de . :sage a :Agent ; rdfs:label "Salbei"@de .
"""


@pytest.fixture(scope="module")
def rag(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OntoRAG]:
    file = tmp_path_factory.mktemp("clinic") / "clinic.ttl"
    file.write_text(CLINIC, encoding="utf-8")
    with ontorag.load(file) as graph:
        yield OntoRAG(graph, embeddings=None)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Welche Heilmittel gegen Heuschnupfen kosten weniger als 5?", ["Salbeitee"]),
        ("Was ist das teuerste Heilmittel gegen Heuschnupfen?", ["Nasolin"]),
        ("Welches Heilmittel gegen Heuschnupfen ist am günstigsten?", ["Salbeitee"]),
        ("Welches Heilmittel gegen Heuschnupfen enthält kein Menthol?", ["Salbeitee"]),
        ("Welches Heilmittel gegen Heuschnupfen enthält Salbei?", ["Salbeitee"]),
        ("Which remedy against hay fever is the cheapest?", ["Salbeitee"]),
        ("Which remedies against hay fever cost more than 5?", ["Nasolin"]),
        ("Welche Patienten von Dr. Vogel sind allergisch gegen Menthol?", ["Olga"]),
    ],
)
def test_the_relation_is_the_one_that_the_preposition_names(
    rag: OntoRAG, question: str, answers: list[str]
) -> None:
    result = rag.ask(question)
    said = [str(each.label) if isinstance(each, Labelled) else each for each in result.answers]
    assert said == answers
    assert "partial" not in result.answer.flags


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Wer ist der älteste Patient?", "Olga"),
        ("Welcher Patient ist am jüngsten?", "Pia"),
        ("Welche Patienten sind jünger als Quirin?", "Pia"),
    ],
)
def test_age_is_read_off_the_day_somebody_was_born(
    rag: OntoRAG, question: str, answer: str
) -> None:
    assert [each.label for each in rag.ask(question).answers] == [answer]
