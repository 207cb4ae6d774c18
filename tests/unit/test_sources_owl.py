"""OWL functional syntax and OWL/XML: the same ontology in both gives the same RDF."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

from ontorag.errors import SourceError, SyntaxInSourceError
from ontorag.sources import open_sources

FUNCTIONAL = """
Prefix(:=<http://ex.org/#>)
Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
# a comment
Ontology(<http://ex.org/> <http://ex.org/1.0>
Import(<http://other.example/o>)
Annotation(rdfs:comment "say \\"hi\\""@en)
Declaration(Class(:Pizza))
SubClassOf(Annotation(rdfs:label "why") :Pizza ObjectSomeValuesFrom(:hasTopping :Cheese))
EquivalentClasses(:Cheesy ObjectIntersectionOf(:Pizza ObjectMinCardinality(2 :hasTopping :Cheese)))
DisjointClasses(:A :B :C)
SubObjectPropertyOf(ObjectPropertyChain(:p :q) :r)
DataPropertyRange(:age DatatypeRestriction(xsd:integer xsd:minInclusive "18"^^xsd:integer))
ClassAssertion(:Pizza _:x)
NegativeObjectPropertyAssertion(:hasTopping :Margherita :Ham)
HasKey(:Pizza (:p) (:age))
)
"""
XML = """<?xml version="1.0"?>
<!DOCTYPE Ontology [ <!ENTITY xsd "http://www.w3.org/2001/XMLSchema#" > ]>
<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="http://ex.org/"
  ontologyIRI="http://ex.org/" versionIRI="http://ex.org/1.0">
  <Prefix name="rdfs" IRI="http://www.w3.org/2000/01/rdf-schema#"/>
  <Import>http://other.example/o</Import>
  <Annotation><AnnotationProperty abbreviatedIRI="rdfs:comment"/>
    <Literal xml:lang="en">say "hi"</Literal></Annotation>
  <Declaration><Class IRI="#Pizza"/></Declaration>
  <SubClassOf>
    <Annotation><AnnotationProperty abbreviatedIRI="rdfs:label"/><Literal>why</Literal></Annotation>
    <Class IRI="#Pizza"/>
    <ObjectSomeValuesFrom><ObjectProperty IRI="#hasTopping"/><Class IRI="#Cheese"/>
    </ObjectSomeValuesFrom>
  </SubClassOf>
  <EquivalentClasses><Class IRI="#Cheesy"/><ObjectIntersectionOf><Class IRI="#Pizza"/>
    <ObjectMinCardinality cardinality="2"><ObjectProperty IRI="#hasTopping"/><Class IRI="#Cheese"/>
    </ObjectMinCardinality></ObjectIntersectionOf></EquivalentClasses>
  <DisjointClasses><Class IRI="#A"/><Class IRI="#B"/><Class IRI="#C"/></DisjointClasses>
  <SubObjectPropertyOf><ObjectPropertyChain><ObjectProperty IRI="#p"/><ObjectProperty IRI="#q"/>
    </ObjectPropertyChain><ObjectProperty IRI="#r"/></SubObjectPropertyOf>
  <DataPropertyRange><DataProperty IRI="#age"/><DatatypeRestriction>
    <Datatype IRI="&xsd;integer"/><FacetRestriction facet="&xsd;minInclusive">
    <Literal datatypeIRI="&xsd;integer">18</Literal></FacetRestriction></DatatypeRestriction>
  </DataPropertyRange>
  <ClassAssertion><Class IRI="#Pizza"/><AnonymousIndividual nodeID="x"/></ClassAssertion>
  <NegativeObjectPropertyAssertion><ObjectProperty IRI="#hasTopping"/>
    <NamedIndividual IRI="#Margherita"/><NamedIndividual IRI="#Ham"/>
  </NegativeObjectPropertyAssertion>
  <HasKey><Class IRI="#Pizza"/><ObjectProperty IRI="#p"/><DataProperty IRI="#age"/></HasKey>
</Ontology>
"""
TURTLE = """
@prefix : <http://ex.org/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://ex.org/> a owl:Ontology ; owl:versionIRI <http://ex.org/1.0> ;
  owl:imports <http://other.example/o> ; rdfs:comment "say \\"hi\\""@en .
:Pizza a owl:Class ; rdfs:subClassOf _:some ; owl:hasKey ( :p :age ) .
_:some a owl:Restriction ; owl:onProperty :hasTopping ; owl:someValuesFrom :Cheese .
[] a owl:Axiom ; owl:annotatedSource :Pizza ; owl:annotatedProperty rdfs:subClassOf ;
  owl:annotatedTarget _:some ; rdfs:label "why" .
:Cheesy owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :Pizza [ a owl:Restriction ;
  owl:onProperty :hasTopping ; owl:minQualifiedCardinality "2"^^xsd:nonNegativeInteger ;
  owl:onClass :Cheese ] ) ] .
[] a owl:AllDisjointClasses ; owl:members ( :A :B :C ) .
:r owl:propertyChainAxiom ( :p :q ) .
:age rdfs:range [ a rdfs:Datatype ; owl:onDatatype xsd:integer ;
  owl:withRestrictions ( [ xsd:minInclusive 18 ] ) ] .
[] a :Pizza .
[] a owl:NegativePropertyAssertion ; owl:assertionProperty :hasTopping ;
  owl:sourceIndividual :Margherita ; owl:targetIndividual :Ham .
"""


def canonical(path: Path, text: str) -> set[str]:
    path.write_text(text, encoding="utf-8")
    (loadable,) = open_sources(path)
    lines = "\n".join(f"{s} {p} {o} ." for s, p, o, _ in loadable.quads)
    dataset = ox.Dataset(ox.parse(lines, ox.RdfFormat.N_TRIPLES))
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return {str(quad) for quad in dataset}


def test_functional_syntax_gives_the_rdf_of_the_mapping(tmp_path: Path) -> None:
    turtle = canonical(tmp_path / "a.ttl", TURTLE)
    assert len(turtle) == 55
    assert canonical(tmp_path / "a.ofn", FUNCTIONAL) == turtle


def test_owl_xml_gives_the_rdf_of_the_mapping(tmp_path: Path) -> None:
    assert canonical(tmp_path / "a.owx", XML) == canonical(tmp_path / "a.ttl", TURTLE)


@pytest.mark.parametrize(
    ("name", "text", "said", "line"),
    [
        ("a.ofn", "Ontology(\nSubClassOf(x:A x:B)\n)", "the prefix 'x:' is not declared", 2),
        ("a.ofn", "Ontology(\nSubClassOf(owl:Thing", "is it cut off", 2),
        ("a.ofn", "Ontology(\n\nSubKlassOf(owl:Thing owl:Nothing))", "no axiom of OWL 2", 3),
        ("a.ofn", "Ontology(\nSubClassOf(owl:Thing))", "too few arguments", 2),
        ("a.owx", XML.replace("</HasKey>", "</HasKex>"), "mismatched tag", 30),
        ("a.owx", XML.replace('abbreviatedIRI="rdfs:', 'abbreviatedIRI="x:'), "'x:'", 7),
    ],
)
def test_broken_text_is_refused_with_its_line(
    tmp_path: Path, name: str, text: str, said: str, line: int
) -> None:
    with pytest.raises(SyntaxInSourceError, match=said) as raised:
        canonical(tmp_path / name, text)
    assert raised.value.line == line


def test_deep_nesting_is_refused(tmp_path: Path) -> None:
    deep = "ObjectComplementOf(" * 20_000 + "owl:Thing" + ")" * 20_000
    with pytest.raises(SourceError, match="levels of nesting"):
        canonical(tmp_path / "a.ofn", f"Ontology(SubClassOf(owl:Thing {deep}))")
    deep = "<ObjectComplementOf>" * 20_000 + "</ObjectComplementOf>" * 20_000
    text = XML.replace("<Declaration>", f"<SubClassOf>{deep}</SubClassOf><Declaration>", 1)
    with pytest.raises(SourceError, match="levels of nesting"):
        canonical(tmp_path / "a.owx", text)
