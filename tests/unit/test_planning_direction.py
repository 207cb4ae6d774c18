"""Who does it to whom, where both are of one kind; and kinds, where a property says "kind" too."""

from __future__ import annotations

import io
from functools import lru_cache

import pytest

import ontorag
from ontorag.values import Labelled

WORLD = """
@prefix : <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Person a owl:Class ; rdfs:label "person"@en , "Person"@de .
:Physician a owl:Class ; rdfs:subClassOf :Person ; rdfs:label "physician"@en , "Arzt"@de .
:patientOf a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Person ;
    rdfs:label "patient of"@en , "Patient von"@de .
:manages a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Person ;
    rdfs:label "manages"@en , "leitet"@de .
:teaches a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Person ;
    rdfs:label "teaches"@en , "unterrichtet"@de .
:Sensor a owl:Class ; rdfs:label "Sensor" .
:HeatSensor a owl:Class ; rdfs:subClassOf :Sensor ; rdfs:label "Heat Sensor" .
:LightSensor a owl:Class ; rdfs:subClassOf :Sensor ; rdfs:label "Light Sensor" .
:QuantityKind a owl:Class ; rdfs:label "Quantity Kind" .
:hasQuantityKind a owl:ObjectProperty ; rdfs:domain :Sensor ; rdfs:range :QuantityKind ;
    rdfs:label "has quantity kind" .
:heat a :QuantityKind ; rdfs:label "Heat" .
:s1 a :HeatSensor ; rdfs:label "S1" ; :hasQuantityKind :heat .
:ada a :Person ; rdfs:label "Ada Birn" ; :patientOf :bo .
:bo a :Physician ; rdfs:label "Bo Clay" ; :manages :cem ; :teaches :cem .
:cem a :Person ; rdfs:label "Cem Dorn" .
"""


@lru_cache(maxsize=1)
def reader() -> ontorag.OntoRAG:
    return ontorag.OntoRAG(ontorag.load(io.BytesIO(WORLD.encode())), embeddings=None)


@pytest.mark.parametrize(("question", "expected"), [
    ("Who is the physician of Ada Birn?", ["Bo Clay"]),
    ("Wer ist der Arzt von Ada Birn?", ["Bo Clay"]),
    ("Who is the patient of Bo Clay?", ["Ada Birn"]),
    ("Wer ist der Patient von Bo Clay?", ["Ada Birn"]),
    ("Who is the manager of Cem Dorn?", ["Bo Clay"]),
    ("Wer ist der Chef von Cem Dorn?", ["Bo Clay"]),
    ("Who is the teacher of Cem Dorn?", ["Bo Clay"]),
    ("Wer ist der Lehrer von Cem Dorn?", ["Bo Clay"]),
    ("Who is the teacher of Bo Clay?", []),
    ("Who does Bo Clay teach?", ["Cem Dorn"]),
    ("Wen unterrichtet Bo Clay?", ["Cem Dorn"]),
    ("Which kinds of sensor are there?", ["Heat Sensor", "Light Sensor"]),
    ("Welche Arten von Sensor gibt es?", ["Heat Sensor", "Light Sensor"]),
    ("What types of sensors exist?", ["Heat Sensor", "Light Sensor"]),
    ("Which quantity kind does S1 have?", ["Heat"]),
])  # fmt: skip
def test_a_noun_names_the_end_that_does_it(question: str, expected: list[str]) -> None:
    answers = reader().ask(question).answers
    assert [str(a.label if isinstance(a, Labelled) else a) for a in answers] == expected
