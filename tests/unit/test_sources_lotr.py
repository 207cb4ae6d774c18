"""The example ontologies state exactly what tests/data/cases/lotr.json says."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from ontorag import names
from ontorag.sources import open_sources
from ontorag.values import Literal, read_term

ROOT = Path(__file__).parents[2]
CASES: dict[str, Any] = json.loads(
    (ROOT / "tests" / "data" / "cases" / "lotr.json").read_text(encoding="utf-8")
)
OWL: dict[str, Any] = CASES["owl"]
LABEL = f"<{names.RDFS_LABEL}>"
TYPE = f"<{names.RDF_TYPE}>"
FOLDED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
Quads = list[tuple[str, str, str, str]]


def read(name: str) -> Quads:
    (loadable,) = open_sources(ROOT / "ontologies" / name)
    quads = list(loadable.quads)
    assert loadable.findings == []
    return quads


def shown(term: str) -> str:
    return names.local_name(term[1:-1]) if term[0] == "<" else str(read_term(term))


def with_predicate(quads: Quads, predicate: str) -> set[tuple[str, str]]:
    return {(shown(s), shown(o)) for s, p, o, _ in quads if p == f"<{predicate}>"}


def labels(quads: Quads, predicate: str = LABEL) -> dict[str, set[tuple[str | None, str]]]:
    found: dict[str, set[tuple[str | None, str]]] = defaultdict(set)
    for s, p, o, _ in quads:
        term = read_term(o)
        if p == predicate and isinstance(term, Literal):
            found[shown(s)].add((term.language, term.lexical))
    return found


def german(quads: Quads) -> dict[str, str]:
    return {
        name: next((text for language, text in each if language == "de"), name)
        for name, each in labels(quads).items()
    }


def test_the_table_is_the_cases() -> None:
    stated = [
        [names.spelling_of(term[1:-1]) for term in quad[:3]] for quad in read("lotr_triples.csv")
    ]
    assert stated == CASES["triples"]


def test_the_ontology_states_the_classes_and_types_of_the_cases() -> None:
    quads = read("lotr.ttl")
    says = german(quads)
    classes = {s for s, o in with_predicate(quads, names.RDF_TYPE) if o == "Class"}
    assert classes == set(OWL["classes"])
    subclasses = with_predicate(quads, names.RDFS_SUBCLASS)
    assert subclasses == {tuple(pair) for pair in OWL["subclass"]}
    members = defaultdict(set)
    for individual, kind in with_predicate(quads, names.RDF_TYPE):
        if kind in classes:
            members[kind].add(says[individual])
    assert members == {kind: set(each) for kind, each in OWL["types"].items()}


def test_the_ontology_declares_the_properties_of_the_cases() -> None:
    quads = read("lotr.ttl")
    domains = dict(with_predicate(quads, names.RDFS_DOMAIN))
    ranges = dict(with_predicate(quads, names.RDFS_RANGE))
    declared = {**OWL["object_properties"], **OWL["datatype_properties"]}
    assert domains == {name: domain for name, (domain, _) in declared.items()}
    assert ranges == {name: kind.removeprefix("xsd:") for name, (_, kind) in declared.items()}
    assert with_predicate(quads, names.OWL + "disjointWith") == {
        tuple(pair) for pair in OWL["disjoint"]
    }


def test_the_ontology_states_the_same_31_facts() -> None:
    quads = read("lotr.ttl")
    says = german(quads)
    declared = {*OWL["object_properties"], *OWL["datatype_properties"]}
    facts = {
        (says[shown(s)], shown(p).translate(FOLDED), says.get(shown(o), shown(o)))
        for s, p, o, _ in quads
        if shown(p) in declared
    }
    assert facts == {(s, p.translate(FOLDED), o) for s, p, o in CASES["triples"]}
    literal = {shown(p) for s, p, o, _ in quads if shown(p) in declared and o[0] == '"'}
    assert literal == set(OWL["datatype_properties"])


def test_the_scale_of_levels_is_a_list_from_low_to_high() -> None:
    quads = read("lotr.ttl")
    out = {(s, p): o for s, p, o, _ in quads}
    node = next(o for s, p, o, _ in quads if p == f"<{names.SCHEMA_ORDER}>")
    scale = []
    while node != f"<{names.RDF_NIL}>":
        scale.append(shown(out[node, f"<{names.RDF_FIRST}>"]))
        node = out[node, f"<{names.RDF_REST}>"]
    assert {"hatSkillLevel": scale} == OWL["ordered_scale"]


def test_everything_has_one_german_and_one_english_label_and_skills_a_definition() -> None:
    quads = read("lotr.ttl")
    named = {shown(s) for s, p, o, _ in quads if p == TYPE and shown(o) != "Ontology"}
    found = labels(quads)
    assert set(found) == named
    for each in found.values():
        assert sorted(language or "" for language, _ in each) == ["de", "en"]
    glosses = labels(quads, f"<{names.RDFS_COMMENT}>")
    assert {german(quads)[name] for name in glosses} == set(OWL["types"]["Faehigkeit"])


def test_the_correction_is_left_to_linking() -> None:
    for name in ("lotr.ttl", "lotr_original.ttl", "lotr_triples.csv"):
        assert (
            "willenskraft" not in (ROOT / "ontologies" / name).read_text(encoding="utf-8").lower()
        )


def test_the_ontology_has_a_title_a_licence_and_a_version() -> None:
    quads = [quad for quad in read("lotr.ttl") if quad[0] == "<http://example.org/lotr>"]
    stated = {(p[1:-1], o) for _, p, o, _ in quads}
    assert (names.DCTERMS + "title", '"Der Herr der Ringe"@de') in stated
    assert (names.DCTERMS + "title", '"The Lord of the Rings"@en') in stated
    licence = "<https://creativecommons.org/publicdomain/zero/1.0/>"
    assert (names.DCTERMS + "license", licence) in stated
    assert (names.OWL + "versionInfo", '"1.0"') in stated


def test_the_first_draft_keeps_its_facts_and_its_five_defects() -> None:
    quads = read("lotr_original.ttl")
    properties = {*OWL["object_properties"], *OWL["datatype_properties"], "loyalität"}
    facts = {
        tuple(shown(term).replace("_", " ") for term in quad[:3])
        for quad in quads
        if shown(quad[1]) in properties
    }
    assert facts == {tuple(row) for row in CASES["triples"]}
    types = with_predicate(quads, names.RDF_TYPE)
    assert ("loyalitaet", "ObjectProperty") in types
    assert not {kind for name, kind in types if name == "loyalität"}
    for name in ("Kampffaehigkeit", "Nahkampffaehigkeit", "Fernkampffaehigkeit"):
        assert (name, "Class") not in types
    assert not {o for s, o in with_predicate(quads, "http://example.org/herrderringe#hatSkill")} & {
        "Fernkampf"
    }
    assert labels(quads) == {}
    assert "Ontology" not in {kind for _, kind in types}


@pytest.mark.parametrize("name", ["lotr.ttl", "lotr_original.ttl", "lotr_triples.csv"])
def test_strict_reading_agrees(name: str) -> None:
    (strict,) = open_sources(ROOT / "ontologies" / name, strict=True)
    (tolerant,) = open_sources(ROOT / "ontologies" / name)
    assert list(strict.quads) == list(tolerant.quads)
