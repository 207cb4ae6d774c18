"""`kg.verify`: any text against a graph's own facts, in the graph's own words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ontorag
from tests.worlds import world_turtle

LOTR = Path(__file__).parents[2] / "ontologies" / "lotr.ttl"
TAUGHT = """
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix : <http://example.org/> .
:p1 a <http://www.w3.org/1999/02/22-rdf-syntax-ns#Property> ; rdfs:label "Beziehung"@de{more} .
:anna rdfs:label "Anna" ; :p1 :ben .
:ben rdfs:label "Ben" .
"""


@pytest.fixture(scope="module")
def lotr() -> Iterator[ontorag.KnowledgeGraph]:
    with ontorag.load(str(LOTR)) as graph:
        yield graph


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Frodo beherrscht Heimlichkeit.", "supported"),
        ("Frodo hat Heimlichkeit und Willensstärke.", "supported"),
        ("Sam masters stealth.", "supported"),
        ("Gimli ist den Zwergen treu.", "supported"),
        ("Legolas hat Erfahrung mit Orks am Fluss bekämpfen.", "supported"),
        ("Für die Verteidigung des Tors ist Axtkampf erforderlich.", "supported"),
        ("Frodo beherrscht Heimlichkeit nicht.", "contradicted"),
        ("Frodo beherrscht Axtkampf.", "unsupported"),
        ("Nur Frodo beherrscht Heimlichkeit.", "contradicted"),
        ("Frodo ist der beste Bogenschütze.", "unsupported"),
        ("Sauron beherrscht Heimlichkeit.", "unsupported"),
    ],
)
def test_a_sentence_is_judged_by_the_facts_about_what_it_names(
    lotr: ontorag.KnowledgeGraph, text: str, kind: str
) -> None:
    (found,) = lotr.verify(text)

    assert found.kind == kind, found.reason


def test_a_text_that_names_nothing_is_unsupported(lotr: ontorag.KnowledgeGraph) -> None:
    assert [each.kind for each in lotr.verify("Alles ist gut. Gewiss!")] == ["unsupported"] * 2
    assert lotr.verify("") == []


def test_qualifiers_of_a_graph_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "world.ttl"
    file.write_text(world_turtle(), encoding="utf-8")
    with ontorag.load(str(file)) as graph:
        kinds = [
            each.kind
            for each in graph.verify(
                "Anna Weber ist Python-Expertin. Ben Koch ist Python-Experte. Die Mission Aurora "
                "hatte ein Budget von 1,2 Millionen Euro. Die Mission Aurora wird von Ben Koch "
                "geleitet."
            )
        ]

    assert kinds == ["supported", "contradicted", "supported", "contradicted"]


@pytest.mark.parametrize(
    ("more", "kind"),
    [("", "unsupported"), (' ; <urn:ontorag:schema#verb> "schult"@de', "supported")],
)
def test_a_verb_in_the_ontology_teaches_the_guard(more: str, kind: str, tmp_path: Path) -> None:
    file = tmp_path / "taught.ttl"
    file.write_text(TAUGHT.replace("{more}", more), encoding="utf-8")
    with ontorag.load(str(file)) as graph:
        (found,) = graph.verify("Ben wurde von Anna geschult.")

    assert found.kind == kind
