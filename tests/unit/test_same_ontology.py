"""One small ontology in five forms gives the same statements, as far as the forms can say them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.corpus_same import differences, said_of_classes
from ontorag.sources import open_sources

OBO = "http://purl.obolibrary.org/obo/"
TURTLE = f"""
@prefix : <{OBO}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix oio: <http://www.geneontology.org/formats/oboInOwl#> .
<{OBO}boat.owl> a owl:Ontology .
:IAO_0000115 a owl:AnnotationProperty .
oio:hasExactSynonym a owl:AnnotationProperty .
:BOAT_9 a owl:ObjectProperty ; rdfs:label "part of" .
:BOAT_1 a owl:Class ; rdfs:label "vessel" ; :IAO_0000115 "What floats." .
:BOAT_2 a owl:Class ; rdfs:label "keel" ; oio:hasExactSynonym "backbone" ;
    rdfs:subClassOf :BOAT_3 , [ a owl:Restriction ; owl:onProperty :BOAT_9 ;
                                owl:someValuesFrom :BOAT_1 ] .
:BOAT_3 a owl:Class ; rdfs:label "timber" .
:BOAT_4 a owl:Class ; rdfs:label "obsolete oar" ; owl:deprecated true .
"""
FUNCTIONAL = f"""
Prefix(:=<{OBO}>)
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Prefix(oio:=<http://www.geneontology.org/formats/oboInOwl#>)
Ontology(<{OBO}boat.owl>
Declaration(AnnotationProperty(:IAO_0000115))
Declaration(AnnotationProperty(oio:hasExactSynonym))
Declaration(ObjectProperty(:BOAT_9))
AnnotationAssertion(rdfs:label :BOAT_9 "part of")
Declaration(Class(:BOAT_1)) Declaration(Class(:BOAT_2))
Declaration(Class(:BOAT_3)) Declaration(Class(:BOAT_4))
AnnotationAssertion(rdfs:label :BOAT_1 "vessel")
AnnotationAssertion(:IAO_0000115 :BOAT_1 "What floats.")
AnnotationAssertion(rdfs:label :BOAT_2 "keel")
AnnotationAssertion(oio:hasExactSynonym :BOAT_2 "backbone")
SubClassOf(:BOAT_2 :BOAT_3)
SubClassOf(:BOAT_2 ObjectSomeValuesFrom(:BOAT_9 :BOAT_1))
AnnotationAssertion(rdfs:label :BOAT_3 "timber")
AnnotationAssertion(rdfs:label :BOAT_4 "obsolete oar")
AnnotationAssertion(owl:deprecated :BOAT_4 "true"^^xsd:boolean)
)
"""
FLAT = """format-version: 1.4
ontology: boat

[Term]
id: BOAT:1
name: vessel
def: "What floats." []

[Term]
id: BOAT:2
name: keel
synonym: "backbone" EXACT []
is_a: BOAT:3
relationship: BOAT:9 BOAT:1

[Term]
id: BOAT:3
name: timber

[Term]
id: BOAT:4
name: obsolete oar
is_obsolete: true

[Typedef]
id: BOAT:9
name: part of
"""
GRAPH = f"""{{"graphs": [{{"id": "{OBO}boat.owl", "nodes": [
{{"id": "{OBO}BOAT_1", "type": "CLASS", "lbl": "vessel",
  "meta": {{"definition": {{"val": "What floats."}}}}}},
{{"id": "{OBO}BOAT_2", "type": "CLASS", "lbl": "keel",
  "meta": {{"synonyms": [{{"pred": "hasExactSynonym", "val": "backbone"}}]}}}},
{{"id": "{OBO}BOAT_3", "type": "CLASS", "lbl": "timber"}},
{{"id": "{OBO}BOAT_4", "type": "CLASS", "lbl": "obsolete oar", "meta": {{"deprecated": true}}}},
{{"id": "{OBO}BOAT_9", "type": "PROPERTY", "propertyType": "OBJECT", "lbl": "part of"}}],
"edges": [{{"sub": "{OBO}BOAT_2", "pred": "is_a", "obj": "{OBO}BOAT_3"}},
{{"sub": "{OBO}BOAT_2", "pred": "{OBO}BOAT_9", "obj": "{OBO}BOAT_1"}}]}}]}}"""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    import rdflib

    xml = rdflib.Graph().parse(data=TURTLE, format="turtle").serialize(format="xml")
    texts = {"ttl": TURTLE, "rdf": xml, "ofn": FUNCTIONAL, "obo": FLAT, "json": GRAPH}
    written = []
    for suffix, text in texts.items():
        written.append(tmp_path / f"boat.{suffix}")
        written[-1].write_text(text, encoding="utf-8")
    return written


def test_five_forms_of_an_ontology_say_the_same(files: list[Path]) -> None:
    assert differences(files, OBO + "BOAT_") == []
    (turtle,) = open_sources(files[0])
    said = said_of_classes(turtle.quads, OBO + "BOAT_")
    assert (f"<{OBO}BOAT_2>", f"<{OBO}BOAT_9>", f"<{OBO}BOAT_1>") in said
    assert len(said) == 9 + 1  # nine of the classes, one label of the property


def test_what_one_form_lacks_is_told(files: list[Path], tmp_path: Path) -> None:
    poorer = tmp_path / "poorer.obo"
    poorer.write_text(FLAT.replace('synonym: "backbone" EXACT []\n', ""), encoding="utf-8")
    assert differences([*files, poorer], OBO + "BOAT_") == ["poorer.obo: 1 are missing, 0 more"]


def test_forms_of_rdf_and_functional_syntax_are_the_same_to_the_last_statement(
    files: list[Path],
) -> None:
    from benchmarks.corpus_work import same

    first, *others = [
        {quad for (each,) in [open_sources(file)] for quad in each.quads} for file in files[:3]
    ]
    assert first
    assert all(same(first, other) for other in others)
