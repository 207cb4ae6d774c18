"""What is exported opens in Protégé: the OWL API reads the axioms of the original file."""

from __future__ import annotations

from pathlib import Path

import pytest
from owl_api import OwlApiUnavailableError, compare

import ontorag

ROOT = Path(__file__).parents[2]
FORMATS = ("ttl", "rdf", "jsonld", "nt")
AXIOMS = """\
Prefix(:=<http://ex.org/>)
Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://ex.org/> <http://ex.org/1.0>
Annotation(rdfs:comment "all kinds of axioms"@en)
Declaration(Class(:Pizza)) Declaration(Class(:Cheese)) Declaration(Class(:Country))
Declaration(ObjectProperty(:has)) Declaration(ObjectProperty(:in)) Declaration(ObjectProperty(:on))
Declaration(DataProperty(:costs)) Declaration(NamedIndividual(:a)) Declaration(Datatype(:Price))
AnnotationAssertion(rdfs:label :Pizza "Käse \\"pizza\\""@de)
SubClassOf(Annotation(rdfs:comment "because") :Pizza ObjectSomeValuesFrom(:has :Cheese))
SubClassOf(:Pizza ObjectAllValuesFrom(:has ObjectUnionOf(:Cheese :Country)))
EquivalentClasses(:Cheese ObjectIntersectionOf(:Pizza ObjectHasValue(:in :a)))
SubClassOf(:Country ObjectMinCardinality(2 :has :Cheese))
SubClassOf(:Country ObjectExactCardinality(1 :in))
SubClassOf(:Pizza DataSomeValuesFrom(:costs DatatypeRestriction(xsd:integer
  xsd:minInclusive "3"^^xsd:integer)))
DatatypeDefinition(:Price DataOneOf("01"^^xsd:integer "1.10"^^xsd:decimal))
DisjointClasses(:Pizza :Cheese :Country)
SubObjectPropertyOf(ObjectPropertyChain(:has :in) :on)
InverseObjectProperties(:has :in) TransitiveObjectProperty(:on) HasKey(:Pizza (:has) (:costs))
ClassAssertion(ObjectComplementOf(:Cheese) :a) ObjectPropertyAssertion(:has :a :a)
NegativeObjectPropertyAssertion(:in :a :a)
NegativeDataPropertyAssertion(:costs :a "7"^^xsd:integer)
SameIndividual(:a :b) DifferentIndividuals(:a :c :d)
)
"""


@pytest.mark.parametrize("name", ["lotr.ttl", "axioms.ofn"])
def test_the_owl_api_reads_the_same_axioms_in_what_is_exported(tmp_path: Path, name: str) -> None:
    original = ROOT / "ontologies" / name
    if name == "axioms.ofn":
        original = tmp_path / name
        original.write_text(AXIOMS, encoding="utf-8", newline="\n")
    exports = [tmp_path / f"out.{suffix}" for suffix in FORMATS]
    with ontorag.load(original) as graph:
        for path in exports:
            graph.export(path)
    try:
        found = compare(original, *exports)
    except OwlApiUnavailableError as exc:
        pytest.skip(str(exc))
    assert found == {str(path): {"lost": [], "added": []} for path in exports}
