"""Words of glosses and of a label's family: "nimbleness", "stealthiest", "Axtkämpfer"."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import pytest

import ontorag
from ontorag.pipeline import OntoRAG
from ontorag.values import Concept

SKILLS = """
@prefix : <urn:skill:> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:bow a skos:Concept ; skos:prefLabel "Bogenbau"@de ; skos:definition "bow making, carving"@en .
:bread a skos:Concept ; skos:prefLabel "Brotbacken"@de ; skos:definition "baking, oven work"@en .
:calm a skos:Concept ; skos:prefLabel "Besonnenheit"@de ; skos:definition "calmness"@en .
:duel a skos:Concept ; skos:prefLabel "Zweikampf"@de ;
    skos:definition "The art of meeting one opponent at a time."@en .
:sneak a skos:Concept ; skos:prefLabel "Schleichen"@de , "stealth"@en .
:someone rdfs:label "Wanderer" .
"""


@lru_cache(maxsize=1)
def skills() -> OntoRAG:
    return OntoRAG(
        ontorag.load(BytesIO(SKILLS.encode()), media_type="text/turtle"), embeddings=None
    )


def linked(text: str) -> set[str]:
    found = skills().link(text)
    return {
        link.target.labels[0][0]
        for link in found
        if isinstance(link.target, Concept) and link.target.labels
    }


@pytest.mark.parametrize(("text", "expected"), [
    ("Who is good at carving?", {"Bogenbau"}),
    ("Who knows about oven work?", {"Brotbacken"}),
    ("How skilled is Ada with the oven?", {"Brotbacken"}),
    ("Who is the stealthiest?", {"Schleichen"}),
    ("Wer ist der beste Zweikämpfer?", {"Zweikampf"}),
    ("Wer ist der beste Zweikämfer?", {"Zweikampf"}),
    ("Wer ist besonnen?", {"Besonnenheit"}),
])  # fmt: skip
def test_a_notion_is_read_by_its_gloss_and_its_family(text: str, expected: set[str]) -> None:
    assert linked(text) == expected


@pytest.mark.parametrize("text", [
    "Wer mag Wanderungen?", "Who has a fish?", "What is the art of cooking?", "Who is an opponent?",
    "Wer isst Kuchen?",
])  # fmt: skip
def test_names_and_sentences_are_not_read_so(text: str) -> None:
    assert linked(text) == set()
