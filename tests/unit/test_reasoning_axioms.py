"""Class-level facts: what class axioms say, made visible with the axiom they stand in."""

from __future__ import annotations

import io

from ontorag.reasoning.axioms import AxiomFact, class_level_facts
from ontorag.sources import open_sources

PREFIXES = """
@prefix : <urn:x:> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
SOME = "[ a owl:Restriction ; owl:onProperty :top ; owl:someValuesFrom :Cheese ]"


def facts(text: str) -> list[AxiomFact]:
    [loadable] = open_sources(io.StringIO(PREFIXES + text), media_type="text/turtle")
    return class_level_facts(loadable.quads)


def short(text: str) -> list[tuple[str, str, str, str]]:
    return [
        (f.subject[7:-1], f.predicate[7:-1], f.object.removeprefix("<urn:x:")[:-1], f.rule)
        for f in facts(text)
    ]


def test_an_existential_restriction_is_a_fact_that_cites_its_axiom() -> None:
    [fact] = facts(f":Margherita rdfs:subClassOf {SOME} .")
    assert (fact.subject, fact.predicate, fact.object) == (
        "<urn:x:Margherita>", "<urn:x:top>", "<urn:x:Cheese>",
    )  # fmt: skip
    assert fact.rule == "some"
    assert len(fact.premises) == 3
    assert "subClassOf" in fact.premises[0]


def test_values_cardinalities_types_and_intersections_are_read() -> None:
    value = "[ owl:onProperty :from ; owl:hasValue :America ]"
    assert short(f":A rdfs:subClassOf {value} .") == [("A", "from", "America", "value")]
    assert short(f":x a {value} .") == [("x", "from", "America", "value")]
    two = '[ owl:onProperty :top ; owl:onClass :Cheese ; owl:minQualifiedCardinality "2"^^xsd:int ]'
    assert short(f":A rdfs:subClassOf {two} .") == [("A", "top", "Cheese", "at least")]
    both = f"[ owl:intersectionOf ( :Pizza {SOME} [ owl:intersectionOf ( {value} ) ] ) ]"
    assert short(f":A owl:equivalentClass {both} .") == [
        ("A", "from", "America", "value"), ("A", "top", "Cheese", "some"),
    ]  # fmt: skip


def test_what_an_axiom_does_not_say_is_no_fact() -> None:
    none = (
        '[ owl:onProperty :top ; owl:onClass :Cheese ; owl:minQualifiedCardinality "0"^^xsd:int ]'
    )
    most = (
        '[ owl:onProperty :top ; owl:onClass :Cheese ; owl:maxQualifiedCardinality "2"^^xsd:int ]'
    )
    only = "[ owl:onProperty :top ; owl:allValuesFrom :Cheese ]"
    other = f"[ owl:unionOf ( {SOME} :B ) ]"
    for expression in (none, most, only, other, f"[ owl:complementOf {SOME} ]"):
        assert facts(f":A rdfs:subClassOf {expression} .") == []


def test_what_no_filler_is_named_of_is_of_the_range() -> None:
    ranged = ":top rdfs:range :Cheese . :A rdfs:subClassOf "
    for expression in (
        '[ owl:onProperty :top ; owl:minCardinality "1"^^xsd:int ]',
        '[ owl:onProperty :top ; owl:cardinality "2"^^xsd:int ]',
        "[ owl:onProperty :top ; owl:someValuesFrom owl:Thing ]",
    ):
        [fact] = facts(f"{ranged} {expression} .")
        assert (fact.subject, fact.object) == ("<urn:x:A>", "<urn:x:Cheese>")
        assert any("range" in line for line in fact.premises)
        assert facts(f":A rdfs:subClassOf {expression} .") == []
    most = '[ owl:onProperty :top ; owl:maxCardinality "1"^^xsd:int ]'
    none = '[ owl:onProperty :top ; owl:minCardinality "0"^^xsd:int ]'
    assert facts(f"{ranged} {most} , {none} .") == []


def test_the_only_member_of_a_filler_is_named_and_one_of_several_is_not() -> None:
    one = "[ owl:onProperty :from ; owl:someValuesFrom [ owl:oneOf ( :America ) ] ]"
    two = "[ owl:onProperty :from ; owl:someValuesFrom [ owl:oneOf ( :America :Italy ) ] ]"
    assert short(f":A rdfs:subClassOf {one} .") == [("A", "from", "America", "some")]
    assert short(f":A rdfs:subClassOf {two} .") == []


def test_a_filler_that_stands_in_a_relation_is_a_class_without_a_name() -> None:
    leg = "[ owl:onProperty :part ; owl:someValuesFrom :Leg ]"
    found = facts(f":Toe rdfs:subClassOf [ owl:onProperty :part ; owl:someValuesFrom {leg} ] .")
    [inner, outer] = sorted(found, key=lambda fact: fact.subject.startswith("<"))
    assert (outer.subject, outer.object) == ("<urn:x:Toe>", inner.subject)
    assert (inner.predicate, inner.object) == ("<urn:x:part>", "<urn:x:Leg>")
    assert {*outer.premises} < {*inner.premises}


def test_fillers_within_each_other_end() -> None:
    circle = "_:n owl:onProperty :top ; owl:someValuesFrom _:n . :A rdfs:subClassOf _:n ."
    assert len(facts(circle)) < 20


def test_a_list_that_runs_in_a_circle_ends() -> None:
    circle = (
        f":A owl:equivalentClass [ owl:intersectionOf _:l ] . _:l rdf:first {SOME} ; rdf:rest _:l ."
    )
    assert short(circle) == [("A", "top", "Cheese", "some")]


def test_an_axiom_said_twice_is_one_fact() -> None:
    assert len(facts(f":A rdfs:subClassOf {SOME} , {SOME} .")) == 1
