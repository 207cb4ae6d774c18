"""Each rule of the W3C tables on the smallest statements it fires on, and not on less."""

from __future__ import annotations

import pytest

from ontorag.names import OWL, RDF, RDFS, SKOS, XSD
from ontorag.reasoning import Materialised, materialise
from ontorag.reasoning.checking import check_proof

WORDS = {
    **dict.fromkeys(("subClassOf", "subPropertyOf", "domain", "range", "Datatype"), RDFS),
    **dict.fromkeys(("first", "rest", "nil"), RDF),
}


def term(word: str) -> str:
    if word == "a":
        return f"<{RDF}type>"
    if word.startswith(("_:", '"')):
        return word.replace("^^xsd:", f"^^<{XSD}") + (">" if "^^xsd:" in word else "")
    if word.startswith(("xsd:", "skos:")):
        return f"<{XSD if word[0] == 'x' else SKOS}{word.split(':')[1]}>"
    if word in WORDS:
        return f"<{WORDS[word]}{word}>"
    is_owl = (word[:1].isupper() and len(word) > 2) or word in OWL_WORDS
    return f"<{OWL}{word}>" if is_owl else f"<urn:x#{word}>"


OWL_WORDS = {
    "sameAs", "differentFrom", "equivalentClass", "equivalentProperty", "inverseOf",
    "propertyChainAxiom", "hasKey", "intersectionOf", "unionOf", "oneOf", "complementOf",
    "disjointWith", "propertyDisjointWith", "onProperty", "onClass", "someValuesFrom",
    "allValuesFrom", "hasValue", "maxCardinality", "maxQualifiedCardinality", "members",
    "distinctMembers", "sourceIndividual", "assertionProperty", "targetIndividual", "targetValue",
}  # fmt: skip


def read(text: str) -> list[tuple[str, str, str, str]]:
    """Read ``s p o ; s p o``; ``( x y )`` as an object is a list."""
    quads = []
    cells = 0
    for part in filter(None, (piece.strip() for piece in text.replace("\n", " ").split(";"))):
        s, p, *objects = part.split()
        if objects[0] == "(":
            heads = [f"_:l{cells + n}" for n in range(len(objects) - 2)] + ["nil"]
            cells += len(objects)
            for n, member in enumerate(objects[1:-1]):
                quads.append((heads[n], "first", member))
                quads.append((heads[n], "rest", heads[n + 1]))
            objects = [heads[0]]
        quads.append((s, p, objects[0]))
    return [(term(s), term(p), term(o), "") for s, p, o in quads]


def run(text: str, **options: bool) -> Materialised:
    return materialise(read(text), **options)


def statement(text: str) -> tuple[str, str, str]:
    [(s, p, o, _)] = read(text)
    return s, p, o


SOME = "_:r someValuesFrom C ; _:r onProperty p"
ONE = '"1"^^xsd:nonNegativeInteger'
NONE = '"0"^^xsd:nonNegativeInteger'

FOLLOWING = [
    ("prp-dom", "p domain C ; x p y", "x a C"),
    ("prp-rng", "p range C ; x p y", "y a C"),
    ("prp-fp", "p a FunctionalProperty ; x p y ; x p z", "y sameAs z"),
    ("prp-ifp", "p a InverseFunctionalProperty ; x p z ; y p z", "x sameAs y"),
    ("prp-symp", "p a SymmetricProperty ; x p y", "y p x"),
    ("prp-trp", "p a TransitiveProperty ; x p y ; y p z", "x p z"),
    ("prp-spo1", "p subPropertyOf q ; x p y", "x q y"),
    ("prp-spo2", "q propertyChainAxiom ( p r s ) ; x p y ; y r z ; z s w", "x q w"),
    ("prp-eqp1", "p equivalentProperty q ; x p y", "x q y"),
    ("prp-eqp2", "p equivalentProperty q ; x q y", "x p y"),
    ("prp-inv1", "p inverseOf q ; x p y", "y q x"),
    ("prp-inv2", "p inverseOf q ; x q y", "y p x"),
    ("prp-key", "C hasKey ( p q ) ; x a C ; y a C ; x p z ; y p z ; x q w ; y q w", "x sameAs y"),
    ("cls-int1", "D intersectionOf ( A B ) ; x a A ; x a B", "x a D"),
    ("cls-int2", "D intersectionOf ( A B ) ; x a D", "x a B"),
    ("cls-uni", "D unionOf ( A B ) ; x a B", "x a D"),
    ("cls-svf1", f"{SOME} ; x p y ; y a C", "x a _:r"),
    ("cls-svf2", "_:r someValuesFrom Thing ; _:r onProperty p ; x p y", "x a _:r"),
    ("cls-avf", "_:r allValuesFrom C ; _:r onProperty p ; x a _:r ; x p y", "y a C"),
    ("cls-hv1", "_:r hasValue y ; _:r onProperty p ; x a _:r", "x p y"),
    ("cls-hv2", "_:r hasValue y ; _:r onProperty p ; x p y", "x a _:r"),
    (
        "cls-maxc2",
        f"_:r maxCardinality {ONE} ; _:r onProperty p ; x a _:r ; x p y ; x p z",
        "y sameAs z",
    ),
    (
        "cls-maxqc3",
        f"_:r maxQualifiedCardinality {ONE} ; _:r onProperty p ; _:r onClass C ; x a _:r"
        " ; x p y ; x p z ; y a C ; z a C",
        "y sameAs z",
    ),
    (
        "cls-maxqc4",
        f"_:r maxQualifiedCardinality {ONE} ; _:r onProperty p ; _:r onClass Thing"
        " ; x a _:r ; x p y ; x p z",
        "y sameAs z",
    ),
    ("cls-oo", "D oneOf ( x y )", "y a D"),
    ("cax-sco", "A subClassOf B ; x a A", "x a B"),
    ("cax-eqc1", "A equivalentClass B ; x a A", "x a B"),
    ("cax-eqc2", "A equivalentClass B ; x a B", "x a A"),
    ("scm-sco", "A subClassOf B ; B subClassOf C", "A subClassOf C"),
    ("scm-eqc1", "A equivalentClass B", "B subClassOf A"),
    ("scm-eqc2", "A subClassOf B ; B subClassOf A", "A equivalentClass B"),
    ("scm-spo", "p subPropertyOf q ; q subPropertyOf r", "p subPropertyOf r"),
    ("scm-eqp1", "p equivalentProperty q", "q subPropertyOf p"),
    ("scm-eqp2", "p subPropertyOf q ; q subPropertyOf p", "p equivalentProperty q"),
    ("scm-dom1", "p domain A ; A subClassOf B", "p domain B"),
    ("scm-dom2", "p domain A ; q subPropertyOf p", "q domain A"),
    ("scm-rng1", "p range A ; A subClassOf B", "p range B"),
    ("scm-rng2", "p range A ; q subPropertyOf p", "q range A"),
    (
        "scm-hv",
        "_:a hasValue v ; _:a onProperty p ; _:b hasValue v ; _:b onProperty q ; p subPropertyOf q",
        "_:a subClassOf _:b",
    ),
    (
        "scm-svf1",
        "_:a someValuesFrom A ; _:a onProperty p ; _:b someValuesFrom B ; _:b onProperty p"
        " ; A subClassOf B",
        "_:a subClassOf _:b",
    ),
    (
        "scm-svf2",
        "_:a someValuesFrom A ; _:a onProperty p ; _:b someValuesFrom A ; _:b onProperty q"
        " ; p subPropertyOf q",
        "_:a subClassOf _:b",
    ),
    (
        "scm-avf1",
        "A subClassOf B ; _:a allValuesFrom A ; _:a onProperty p ; _:b allValuesFrom B"
        " ; _:b onProperty p",
        "_:a subClassOf _:b",
    ),
    (
        "scm-avf2",
        "p subPropertyOf q ; _:a allValuesFrom A ; _:a onProperty p ; _:b allValuesFrom A"
        " ; _:b onProperty q",
        "_:b subClassOf _:a",
    ),
    ("scm-int", "D intersectionOf ( A B )", "D subClassOf B"),
    ("scm-uni", "D unionOf ( A B )", "A subClassOf D"),
    ("scm-cls", "A a Class", "A subClassOf A"),
    ("scm-op", "p a ObjectProperty", "p subPropertyOf p"),
    ("scm-dp", "p a DatatypeProperty", "p equivalentProperty p"),
    ("eq-ref", "x p y", "x sameAs x"),
    ("eq-sym", "x sameAs y", "y sameAs x"),
    ("eq-trans", "x sameAs y ; y sameAs z", "x sameAs z"),
    ("eq-rep-s", "x sameAs y ; x p z", "y p z"),
    ("eq-rep-p", "p sameAs q ; x p z", "x q z"),
    ("eq-rep-o", "y sameAs z ; x p y", "x p z"),
    ("dt-eq", 'x p "1"^^xsd:int ; x p "01"^^xsd:integer', '"1"^^xsd:int sameAs "01"^^xsd:integer'),
    ("dt-type1", "x p y", "xsd:integer a Datatype"),
]

CONTRADICTIONS = [
    ("eq-diff1", "x sameAs y ; x differentFrom y"),
    ("eq-diff2", "_:d a AllDifferent ; _:d members ( x y z ) ; x sameAs z"),
    ("eq-diff3", "_:d a AllDifferent ; _:d distinctMembers ( x y z ) ; x sameAs z"),
    ("prp-irp", "p a IrreflexiveProperty ; x p x"),
    ("prp-asyp", "p a AsymmetricProperty ; x p y ; y p x"),
    ("prp-pdw", "p propertyDisjointWith q ; x p y ; x q y"),
    ("prp-adp", "_:d a AllDisjointProperties ; _:d members ( p q r ) ; x p y ; x r y"),
    (
        "prp-npa1",
        "_:n sourceIndividual x ; _:n assertionProperty p ; _:n targetIndividual y ; x p y",
    ),
    (
        "prp-npa2",
        '_:n sourceIndividual x ; _:n assertionProperty p ; _:n targetValue "v" ; x p "v"',
    ),
    ("cls-nothing2", "x a Nothing"),
    ("cls-com", "A complementOf B ; x a A ; x a B"),
    ("cls-maxc1", f"_:r maxCardinality {NONE} ; _:r onProperty p ; x a _:r ; x p y"),
    (
        "cls-maxqc1",
        f"_:r maxQualifiedCardinality {NONE} ; _:r onProperty p ; _:r onClass C"
        " ; x a _:r ; x p y ; y a C",
    ),
    (
        "cls-maxqc2",
        f"_:r maxQualifiedCardinality {NONE} ; _:r onProperty p ; _:r onClass Thing"
        " ; x a _:r ; x p y",
    ),
    ("cax-dw", "A disjointWith B ; x a A ; x a B"),
    ("cax-adc", "_:d a AllDisjointClasses ; _:d members ( A B C ) ; x a A ; x a C"),
    ("dt-not-type", 'x p "tall"^^xsd:integer'),
    ("dt-diff", 'p a FunctionalProperty ; x p "1"^^xsd:int ; x p "2"^^xsd:int'),
]


@pytest.mark.parametrize(("rule", "given", "wanted"), FOLLOWING, ids=[row[0] for row in FOLLOWING])
def test_rule_fires_with_a_proof_and_needs_each_premise(rule: str, given: str, wanted: str) -> None:
    quads = read(given)
    found = materialise(quads)
    proof = found.explain(statement(wanted))
    assert proof is not None
    assert proof.rule == rule
    assert check_proof(proof, {quad[:3] for quad in quads}) is None
    for leaf in proof.given():
        fewer = materialise([quad for quad in quads if quad[:3] != leaf])
        assert not fewer.entails(statement(wanted)), f"follows without {leaf}"


@pytest.mark.parametrize(("rule", "given"), CONTRADICTIONS, ids=[row[0] for row in CONTRADICTIONS])
def test_contradiction_is_found_with_its_proof_and_needs_each_premise(
    rule: str, given: str
) -> None:
    quads = read(given)
    [clash] = materialise(quads).inconsistencies
    assert clash.rule == rule
    assert check_proof(clash.proof, {quad[:3] for quad in quads}) is None
    for leaf in clash.proof.given():
        assert not materialise([quad for quad in quads if quad[:3] != leaf]).inconsistencies


@pytest.mark.parametrize("order", [1, -1])
def test_axioms_that_follow_from_data_apply_to_facts_before_and_after(order: int) -> None:
    given = "k domain TransitiveProperty ; p k p ; x p y ; y p z"
    assert materialise(read(given)[::order]).entails(statement("x p z"))


def test_owl_thing_has_members_where_an_axiom_needs_them() -> None:
    found = run("Thing subClassOf A ; B a Class ; x a B")
    assert found.entails(statement("x a A"))


def test_datatypes_have_members_where_an_axiom_needs_them() -> None:
    given = 'r1 someValuesFrom xsd:integer ; r1 onProperty p ; x p "5"^^xsd:short ; y p "five"'
    found = run(given)
    assert found.entails(statement("x a r1"))
    assert not found.entails(statement("y a r1"))


def test_range_that_a_literal_is_not_in_is_a_contradiction() -> None:
    [clash] = run('p range xsd:integer ; x p "five"').inconsistencies
    assert clash.rule == "dt-not-type"
    assert not run('p range xsd:integer ; x p "5"^^xsd:byte').inconsistencies


def test_equal_literals_are_one_value_and_floats_are_no_decimals() -> None:
    same = 'p a FunctionalProperty ; x p "1.0"^^xsd:decimal ; x p "1"^^xsd:integer'
    assert not run(same).inconsistencies
    assert run(same.replace("decimal", "double")).inconsistencies


def test_unsatisfiable_class_is_listed_and_is_no_contradiction() -> None:
    quads = read("A subClassOf B ; A subClassOf C ; B disjointWith C ; D subClassOf Nothing")
    found = materialise(quads)
    assert [each.cls for each in found.unsatisfiable] == ["<urn:x#A>", "<urn:x#D>"]
    assert found.inconsistencies == ()
    for each in found.unsatisfiable:
        assert check_proof(each.proof, {quad[:3] for quad in quads}) is None


def test_skos_relations_follow_only_on_request() -> None:
    given = 'x skos:broader y ; y skos:broader z ; x skos:prefLabel "X"'
    found = run(given, skos=True)
    assert found.entails(statement("y skos:narrower x"))
    assert found.entails(statement("x skos:broaderTransitive z"))
    assert not found.entails(statement("x skos:broader z"))
    proof = found.explain(statement("z skos:narrowerTransitive x"))
    assert proof is not None
    assert check_proof(proof, {quad[:3] for quad in read(given)}) is None
    assert not run(given).entails(statement("y skos:narrower x"))


def test_inferred_facts_hide_what_is_given_or_holds_of_everything() -> None:
    found = run("A subClassOf B ; B subClassOf A ; A a Class ; x a A ; x a B")
    shown = {fact.statement for fact in found.inferred}
    assert shown == {statement("A equivalentClass B"), statement("B equivalentClass A")}
    assert len(found.inferred) == 2
