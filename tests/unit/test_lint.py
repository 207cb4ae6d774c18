"""Lint: each check finds its fault, says where it is, and is silent on sound data."""

from __future__ import annotations

from pathlib import Path

import pytest
from worlds import read_cases

import ontorag
from ontorag.lint import CHECKS, to_sarif
from ontorag.values import Finding

ONTOLOGIES = Path(__file__).parents[2] / "ontologies"
PREFIXES = """
@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
"""


def linted(tmp_path: Path, text: str) -> list[Finding]:
    file = tmp_path / "data.ttl"
    file.write_text(PREFIXES + text, encoding="utf-8")
    with ontorag.load(file, source="data.ttl") as graph:
        return list(graph.lint())


def of(findings: list[Finding], code: str) -> list[Finding]:
    return [finding for finding in findings if finding.code == code]


def test_the_first_draft_has_the_five_defects_that_the_cases_list() -> None:
    defects = read_cases("lotr.json")["owl"]["defects_in_the_original"]
    assert len(defects) == 5
    with ontorag.load(ONTOLOGIES / "lotr_original.ttl") as graph:
        found = list(graph.lint())
    [twin] = of(found, "undeclared-property")
    assert "did you mean :loyalitaet?" in twin.message
    assert twin.line is not None
    undeclared = {finding.iri.rpartition("#")[2] for finding in of(found, "undeclared-class")}  # type: ignore[union-attr]
    assert undeclared == {"Kampffaehigkeit", "Nahkampffaehigkeit", "Fernkampffaehigkeit"}
    [nobody] = of(found, "required-and-held-by-nobody")
    assert "Fernkampf" in nobody.message
    assert nobody.severity == "information"
    assert of(found, "missing-label")
    assert of(found, "no-ontology-header")


def test_the_sound_ontology_has_only_information() -> None:
    with ontorag.load(ONTOLOGIES / "lotr.ttl") as graph:
        assert {finding.severity for finding in graph.lint()} <= {"information", "warning"}
        assert not of(list(graph.lint()), "undeclared-property")


def test_a_mission_as_a_loyalty_target_is_a_contradiction_with_its_facts(tmp_path: Path) -> None:
    more = tmp_path / "more.ttl"
    more.write_text(
        "@prefix : <http://example.org/lotr#> . :Gimli :loyalitaet :Verteidigung_des_Tors .",
        encoding="utf-8",
    )
    with ontorag.load(ONTOLOGIES / "lotr.ttl") as graph:
        mission = str(graph.find("Verteidigung des Tors"))
        more.write_text(
            f"<{graph.find('Gimli')}> <{graph.find('loyalitaet')}> <{mission}> .", encoding="utf-8"
        )
        graph.load(more)
        [contradiction] = of(list(graph.lint()), "disjoint-classes")
    assert contradiction.severity == "error"
    assert contradiction.iri == mission
    assert "Gimli" in contradiction.message
    assert "its type is" in contradiction.message


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("cyclic-subclass", ':A rdfs:subClassOf :B . :B rdfs:subClassOf :A . :x a :A .'),
        ("pun", ":A a owl:Class, owl:ObjectProperty . :x :A :y ; a :A ."),
        ("literals-on-object-property", ':p a owl:ObjectProperty . :x :p "y" .'),
        ("things-on-datatype-property", ":p a owl:DatatypeProperty . :x :p :y ."),
        ("datatype-mismatch", ':p a owl:DatatypeProperty ; rdfs:range xsd:integer . :x :p "y" .'),
        ("class-as-datatype", ':A a owl:Class . :z a :A . :x :p "y"^^:A .'),
        ("duplicate-label", ':x rdfs:label "Bank" . :y rdfs:label "Bank" .'),
        ("labels-differ-by-folding", ':x rdfs:label "Uber" . :y rdfs:label "uber" . :z :p :y .'),
        ("twin-iris", "<http://example.org/ä> :p :y . <http://example.org/%C3%A4> :p :y ."),
        ("cyclic-list", ":x :p _:a . _:a rdf:first 1 ; rdf:rest _:b . _:b rdf:rest _:a ."),
        ("rules-not-run", "[] a <http://www.w3.org/2003/11/swrl#Imp> . :x :p :y ."),
        ("uneven-languages", ':x rdfs:label "a"@de, "b"@en . :y rdfs:label "c"@de . :z :p :y .'),
    ],
)  # fmt: skip
def test_each_check_finds_its_fault(tmp_path: Path, code: str, text: str) -> None:
    found = of(linted(tmp_path, text), code)
    assert found, code
    assert all(finding.effect and finding.advice for finding in found)


def test_two_disjoint_types_contradict_and_one_does_not(tmp_path: Path) -> None:
    both = ":A owl:disjointWith :B . :x a :A, :B . :y a :A ."
    [finding] = of(linted(tmp_path, both), "disjoint-classes")
    assert finding.iri == "http://example.org/x"
    assert finding.line is not None
    assert not of(linted(tmp_path, ":A owl:disjointWith :B . :x a :A ."), "disjoint-classes")


def test_a_disjoint_list_that_runs_in_a_circle_ends(tmp_path: Path) -> None:
    circle = (
        "[] a owl:AllDisjointClasses ; owl:members _:l . "
        "_:l rdf:first :A ; rdf:rest _:l . :x a :A ."
    )
    assert not of(linted(tmp_path, circle), "disjoint-classes")


def test_a_list_that_ends_is_no_finding_and_one_in_a_circle_is_one(tmp_path: Path) -> None:
    """Two lists that lead into one circle are one finding: it is the circle that is wrong."""
    circle = (
        ":x :p (1 2 3) ; :q _:a , _:c . _:a rdf:first 1 ; rdf:rest _:b . "
        "_:b rdf:first 2 ; rdf:rest _:b . _:c rdf:first 3 ; rdf:rest _:b ."
    )
    [finding] = of(linted(tmp_path, circle), "cyclic-list")
    assert finding.count == 1


def test_many_findings_of_a_kind_are_listed_to_fifty_and_counted(tmp_path: Path) -> None:
    classes = " ".join(f":C{n} a owl:Class . :x{n} a :C{n} ." for n in range(80))
    found = of(linted(tmp_path, classes), "missing-label")
    assert len(found) == 51
    assert found[-1].count + 50 >= 80 or any(finding.count >= 30 for finding in found)


def test_findings_become_sarif_with_their_places() -> None:
    finding = Finding(
        "pun", "warning", "both", iri="urn:x", source="a.ttl", line=3, advice="choose"
    )
    log = to_sarif([finding], version="1")
    [result] = log["runs"][0]["results"]
    assert result["ruleId"] == "pun"
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 3}


def test_every_check_says_what_it_looks_for() -> None:
    assert all(check.__doc__ for check in CHECKS)
