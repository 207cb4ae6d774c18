"""What follows about classes from existential axioms: nearest first, and each with its proof."""

from __future__ import annotations

import io

from ontorag.reasoning.axioms import axiom_text, read_axioms
from ontorag.reasoning.classes import ClassReasoning, Reach, read_property_axioms
from ontorag.reasoning.wording import plain_name
from ontorag.sources import open_sources
from ontorag.values import TextQuad

PREFIXES = """
@prefix : <urn:x:> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
CELL = """
:partOf a owl:TransitiveProperty . :liesIn rdfs:subPropertyOf :partOf .
:regulates owl:propertyChainAxiom ( :acts :partOf ) .
:Body rdfs:subClassOf :Thing , [ owl:onProperty :liesIn ; owl:someValuesFrom :Plasm ] .
:Cajal rdfs:subClassOf :Body .
:Plasm rdfs:subClassOf :Thing , [ owl:onProperty :partOf ; owl:someValuesFrom :Nucleus ] .
:Nucleus rdfs:subClassOf :Organelle , [ owl:onProperty :partOf ; owl:someValuesFrom :Cell ] .
:Organelle rdfs:subClassOf :Thing . :Cell rdfs:subClassOf :Thing .
:Kinase rdfs:subClassOf [ owl:onProperty :acts ; owl:someValuesFrom :Plasm ] .
"""


def rows_of(text: str) -> list[TextQuad]:
    [loadable] = open_sources(io.StringIO(PREFIXES + text), media_type="text/turtle")
    return list(loadable.quads)


def reasoning(text: str) -> ClassReasoning:
    rows = rows_of(text)
    return ClassReasoning(read_axioms(rows), read_property_axioms(rows))


def iri(name: str) -> str:
    return f"<urn:x:{name}>"


def name(text: str) -> str:
    return text.removeprefix("<urn:x:").removesuffix(">")


def held(reach: Reach, *, broad: bool = False) -> list[tuple[str, str, int]]:
    return [
        (name(prop), name(cls), reach.distance[cls, prop])
        for cls, prop in reach.relations(broad=broad)
    ]


def test_chains_go_through_superclasses_subproperties_and_transitivity_nearest_first() -> None:
    assert held(reasoning(CELL).about(iri("Cajal"))) == [
        ("liesIn", "Plasm", 2), ("partOf", "Nucleus", 3), ("partOf", "Cell", 4),
    ]  # fmt: skip


def test_what_is_above_a_filler_is_known_but_not_among_the_special_ones() -> None:
    reach = reasoning(CELL).about(iri("Cajal"))
    broad = [each for each in held(reach, broad=True) if each not in held(reach)]
    assert ("partOf", "Organelle", 4) in broad and ("liesIn", "Thing", 3) in broad


def test_the_search_from_the_other_end_finds_the_same() -> None:
    classes = reasoning(CELL)
    assert held(classes.reaching(iri("Nucleus"))) == [
        ("partOf", "Plasm", 1), ("partOf", "Body", 2), ("regulates", "Kinase", 2),
        ("partOf", "Cajal", 3),
    ]  # fmt: skip
    assert ("partOf", "Cajal", 4) in held(classes.reaching(iri("Organelle")))


def test_a_property_chain_joins_two_properties() -> None:
    assert ("regulates", "Nucleus", 2) in held(reasoning(CELL).about(iri("Kinase")))


def test_a_proof_rests_on_statements_of_the_file_only() -> None:
    rows = rows_of(CELL)
    stated = {row[:3] for row in rows}
    classes = ClassReasoning(read_axioms(rows), read_property_axioms(rows))
    for term in map(iri, ("Cajal", "Kinase", "Body", "Nucleus", "Plasm")):
        for reach in (classes.about(term), classes.reaching(term)):
            for state in reach.relations():
                proof = classes.prove(reach, state)
                ends = (term, state[0]) if reach.forward else (state[0], term)
                assert proof.statement == (ends[0], state[1], ends[1])
                assert set(proof.given()) <= stated


def test_a_proof_in_words_says_that_it_is_about_every_member() -> None:
    classes = reasoning(CELL)
    reach = classes.about(iri("Cajal"))
    words = classes.prove(reach, (iri("Nucleus"), iri("partOf"))).in_words()
    assert words.startswith("every Cajal is part of some Nucleus, because")
    assert "“partOf” is transitive" in words and "“liesIn” implies “partOf”" in words
    german = classes.prove(reach, (iri("Nucleus"), iri("partOf"))).in_words("de")
    assert german.startswith("jede(r/s) Cajal ist part of Nucleus, denn")


def test_a_value_is_one_thing_and_a_typed_thing_is_not_every_one() -> None:
    value = "[ owl:onProperty :hasOrigin ; owl:hasValue :America ]"
    classes = reasoning(f":A rdfs:subClassOf {value} . :x a {value} .")
    [state] = list(classes.about(iri("A")).relations())
    words = classes.prove(classes.about(iri("A")), state).in_words()
    assert words.startswith("every A has origin America, because")
    words = classes.prove(classes.about(iri("x")), state).in_words()
    assert words.startswith("x has origin America, because")


def test_axioms_are_written_in_manchester_syntax() -> None:
    two = '[ owl:onProperty :p ; owl:onClass :B ; owl:minQualifiedCardinality "2"^^xsd:int ]'
    some = "[ owl:onProperty :p ; owl:someValuesFrom :B ]"
    for text, said in (
        (f":A rdfs:subClassOf {some} .", "A SubClassOf p some B"),
        (f":A rdfs:subClassOf {two} .", "A SubClassOf p min 2 B"),
        (f":x a {some} .", "x Types p some B"),
        (f":A owl:equivalentClass [ owl:intersectionOf ( {some} ) ] .",
         "A EquivalentTo p some B and …"),
    ):  # fmt: skip
        [fact] = read_axioms(rows_of(text)).facts
        assert axiom_text(fact, plain_name) == said


def test_named_parts_of_definitions_are_superclasses_and_of_unions_subclasses() -> None:
    text = (
        ":A owl:equivalentClass [ owl:intersectionOf ( :B [ owl:complementOf :C ] ) ] ."
        ":U owl:equivalentClass [ owl:unionOf ( :V :W ) ] . :S rdfs:subClassOf :A ."
    )
    classes = reasoning(text)
    assert [name(each) for each in classes.above(iri("S"))] == ["A", "B"]
    assert [name(each) for each in classes.reaching(iri("U")).below()] == ["V", "W"]
    assert classes.above(iri("U")) == []


def test_only_unions_and_complements_say_nothing_of_a_filler() -> None:
    inner = "[ owl:onProperty :p ; owl:someValuesFrom :B ]"
    for expression in (
        "[ owl:onProperty :p ; owl:allValuesFrom :B ]",
        f"[ owl:complementOf {inner} ]",
        f"[ owl:unionOf ( {inner} :C ) ]",
        "[ owl:onProperty :p ; owl:someValuesFrom [ owl:unionOf ( :B :C ) ] ]",
        "[ owl:onProperty :p ; owl:someValuesFrom [ owl:complementOf :B ] ]",
        "[ owl:onProperty :p ; owl:someValuesFrom owl:Thing ]",
    ):
        assert held(reasoning(f":A rdfs:subClassOf {expression} .").about(iri("A"))) == []


def test_cycles_of_parts_and_of_classes_end() -> None:
    text = """
    :partOf a owl:TransitiveProperty . :A rdfs:subClassOf :B . :B rdfs:subClassOf :A .
    :A rdfs:subClassOf [ owl:onProperty :partOf ; owl:someValuesFrom :C ] .
    :C rdfs:subClassOf [ owl:onProperty :partOf ; owl:someValuesFrom :A ] .
    """
    assert ("partOf", "C", 1) in held(reasoning(text).about(iri("A")))
