"""The engine as a whole: equality, lists, budgets, additions, proofs; owlrl as the oracle."""

from __future__ import annotations

import json
import random
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ontorag.errors import InputError
from ontorag.names import OWL, RDF, RDFS, XSD
from ontorag.reasoning import Materialised, materialise, proof_from_json
from ontorag.reasoning.checking import check_proof, follows

TYPE, SUB, SAME = f"<{RDF}type>", f"<{RDFS}subClassOf>", f"<{OWL}sameAs>"
Quad = tuple[str, str, str, str]


def x(name: object) -> str:
    return f"<urn:x#{name}>"


def owl(name: str) -> str:
    return f"<{OWL}{name}>"


def say(*statements: tuple[str, str, str]) -> list[Quad]:
    return [(*each, "") for each in statements]


def assert_proved(found: Materialised, quads: list[Quad]) -> None:
    stated = {quad[:3] for quad in quads}
    for fact in found.inferred:
        proof = found.explain(fact.statement)
        assert proof is not None
        assert check_proof(proof, stated) is None, proof.as_tree()
    for clash in found.inconsistencies:
        assert check_proof(clash.proof, stated) is None, clash.proof.as_tree()


def members(found: Materialised, cls: str) -> set[str]:
    stated = {s for s, p, o in found.given if (p, o) == (TYPE, cls)}
    return stated | {f.subject for f in found.inferred if (f.predicate, f.object) == (TYPE, cls)}


# Equality


def test_a_clique_of_ten_thousand_equal_terms_does_not_explode() -> None:
    quads = say((x("p"), TYPE, owl("FunctionalProperty")))
    quads += say(*((x("a"), x("p"), x(f"b{n}")) for n in range(10_000)))
    quads += say((x("b77"), x("likes"), x("c")))
    started = time.perf_counter()
    found = materialise(quads)
    assert time.perf_counter() - started < 20
    wanted = (x("b9999"), x("likes"), x("c"))
    proof = found.explain(wanted)
    assert proof is not None
    assert check_proof(proof, {quad[:3] for quad in quads}) is None
    assert len(found.inferred) < 40_000


@pytest.mark.parametrize("turned", [False, True])
def test_a_long_chain_of_equal_terms_is_one_group_whichever_way_it_is_said(turned: bool) -> None:
    pairs = [(x(n), SAME, x(n + 1)) for n in range(30_000)]
    quads = say(*((o, p, s) if turned else (s, p, o) for s, p, o in pairs))
    found = materialise(quads + say((x(0), x("likes"), x("c"))), seconds=60)
    assert found.stopped is None
    assert found.entails((x(30_000), x("likes"), x("c")))


def test_many_classes_that_exclude_one_another_are_looked_at_once() -> None:
    quads = say(("_:d", TYPE, owl("AllDisjointClasses")), ("_:d", owl("members"), "_:l0"))
    for n in range(2_000):
        rest = f"_:l{n + 1}" if n < 1_999 else f"<{RDF}nil>"
        quads += say((f"_:l{n}", f"<{RDF}first>", x(f"C{n}")), (f"_:l{n}", f"<{RDF}rest>", rest))
    quads += say((x("i"), TYPE, x("C7")), (x("i"), TYPE, x("C1900")), (x("D"), SUB, x("C3")),
                 (x("D"), SUB, x("C4")))  # fmt: skip
    started = time.perf_counter()
    found = materialise(quads)
    [clash], [empty] = found.inconsistencies, found.unsatisfiable
    assert time.perf_counter() - started < 20
    assert (clash.rule, empty.cls) == ("cax-adc", x("D"))
    assert check_proof(empty.proof) is None


def test_a_chain_through_a_hub_stops_in_the_midst_of_its_join() -> None:
    quads = say((x("p"), owl("propertyChainAxiom"), "_:l"), ("_:l", f"<{RDF}first>", x("q")))
    quads += say(("_:l", f"<{RDF}rest>", "_:m"), ("_:m", f"<{RDF}first>", x("h")))
    quads += say(("_:m", f"<{RDF}rest>", "_:n"), ("_:n", f"<{RDF}first>", x("r")))
    quads += say(("_:n", f"<{RDF}rest>", f"<{RDF}nil>"))
    for n in range(5_000):
        quads += say((x(f"a{n}"), x("q"), x("hub")), (x("hub2"), x("r"), x(f"b{n}")))
    quads += say((x("hub"), x("h"), x("hub2")))
    found = materialise(quads, max_facts=50_000)
    assert "more than 50,000 facts" in (found.stopped or "")


def test_a_few_equal_terms_share_all_their_facts_in_what_is_inferred() -> None:
    quads = say((x("a"), SAME, x("b")), (x("b"), SAME, x("c")), (x("a"), x("p"), x("c")))
    found = materialise(quads)
    shown = {fact.statement for fact in found.inferred}
    names = [x(name) for name in "abc"]
    assert {(s, x("p"), o) for s in names for o in names} - shown == {(x("a"), x("p"), x("c"))}
    assert {(s, SAME, o) for s in names for o in names if s != o} - shown == {
        quad[:3] for quad in quads[:2]
    }
    assert_proved(found, quads)


def test_equal_members_of_an_intersection_meet_in_its_list() -> None:
    quads = say(
        (x("D"), owl("intersectionOf"), "_:1"),
        ("_:1", f"<{RDF}first>", x("A")), ("_:1", f"<{RDF}rest>", "_:2"),
        ("_:2", f"<{RDF}first>", x("B")), ("_:2", f"<{RDF}rest>", f"<{RDF}nil>"),
        (x("B"), SAME, x("E")), (x("i"), TYPE, x("A")), (x("i"), TYPE, x("E")),
    )  # fmt: skip
    found = materialise(quads)
    assert found.entails((x("i"), TYPE, x("D")))
    assert_proved(found, quads)


# Lists


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        ([("_:1", "rest", "_:1")], "comes back"),
        ([("_:1", "rest", "_:2"), ("_:2", "rest", "_:1")], "rdf:first"),
        ([("_:1", "rest", "_:2"), ("_:1", "rest", f"<{RDF}nil>")], "rdf:rest"),
        ([], "rdf:rest"),
    ],
)
def test_a_cyclic_forked_or_broken_list_ends_at_once_and_is_named(
    cells: list[tuple[str, str, str]], problem: str
) -> None:
    axiom = (x("D"), owl("intersectionOf"), "_:1")
    quads = say(axiom, ("_:1", f"<{RDF}first>", x("A")), (x("i"), TYPE, x("A")))
    quads += say(*((s, f"<{RDF}{p}>", o) for s, p, o in cells))
    found = materialise(quads, seconds=5)
    assert found.stopped is None
    [(named, why)] = found.stats.malformed
    assert named == axiom
    assert problem in why
    assert not found.entails((x("i"), TYPE, x("D")))


# Budgets


def test_a_closure_of_billions_stops_at_its_number_of_facts_and_says_why() -> None:
    quads = say((x("p"), TYPE, owl("TransitiveProperty")))
    quads += say(*((x(n), x("p"), x(n + 1)) for n in range(50_000)))
    found = materialise(quads, max_facts=20_000)
    assert found.stopped is not None
    assert "20,000 facts" in found.stopped


def test_a_run_stops_after_its_seconds() -> None:
    quads = say((x("p"), TYPE, owl("TransitiveProperty")))
    quads += say(*((x(n), x("p"), x(n + 1)) for n in range(20_000)))
    started = time.perf_counter()
    found = materialise(quads, seconds=0.2)
    assert "0.2 seconds" in (found.stopped or "")
    assert time.perf_counter() - started < 5


def test_a_chain_of_thirty_thousand_steps_is_climbed_with_its_proof() -> None:
    depth = 30_000
    quads = say(*((x(n), x("below"), x(n + 1)) for n in range(depth)))
    quads += say((x("below"), f"<{RDFS}subPropertyOf>", x("above")))
    quads += say((x("r"), owl("onProperty"), x("above")), (x("r"), owl("someValuesFrom"), x("T")))
    quads += say((x("r"), SUB, x("T")), (x(depth), TYPE, x("T")))
    found = materialise(quads)
    proof = found.explain((x(0), TYPE, x("T")))
    assert proof is not None
    assert proof.steps() > 2 * depth
    assert check_proof(proof, {quad[:3] for quad in quads}) is None
    assert "further steps" in proof.in_words(limit=5)
    assert proof_from_json(json.loads(proof.write_json())).given() == proof.given()


def test_a_cycle_of_a_transitive_property_ends() -> None:
    quads = say((x("p"), TYPE, owl("TransitiveProperty")))
    quads += say(*((x(n), x("p"), x((n + 1) % 60)) for n in range(60)))
    found = materialise(quads)
    assert len(found.inferred) == 60 * 60 - 60
    assert_proved(found, quads)


def test_another_profile_is_an_input_error() -> None:
    with pytest.raises(InputError, match="'el'"):
        materialise([], profile="el")  # type: ignore[arg-type]


# Proofs in words


def pets() -> Materialised:
    return materialise(
        say(
            (x("Rex"), TYPE, x("Dog")), (x("Dog"), SUB, x("Pet")),
            (x("Pet"), SUB, x("Animal")), (x("Mia"), x("owns"), x("Rex")),
            (x("owns"), owl("inverseOf"), x("ownedBy")),
        )
    )  # fmt: skip


def test_a_proof_is_said_in_english_with_rules_and_sources() -> None:
    proof = pets().explain((x("Rex"), TYPE, x("Animal")))
    assert proof is not None
    assert proof.in_words("en", sources=lambda _: ("pets.ttl",)) == (
        "Rex is an Animal, because Rex is a Pet and every Pet is an Animal (pets.ttl) [cax-sco]; "
        "Rex is a Pet, because Rex is a Dog (pets.ttl) and every Dog is a Pet (pets.ttl) [cax-sco]."
    )


def test_a_proof_is_said_in_german_with_the_names_it_is_given() -> None:
    proof = pets().explain((x("Rex"), x("ownedBy"), x("Mia")))
    assert proof is not None
    names = {x("ownedBy"): "gehört", x("owns"): "besitzt", x("Rex"): "Rex", x("Mia"): "Mia"}
    assert proof.in_words("de", names=names.__getitem__) == (
        "Rex gehört Mia, denn Mia besitzt Rex (gegeben) und "
        "„besitzt“ ist die Umkehrung von „gehört“ (gegeben) [prp-inv1]."
    )


def test_a_proof_is_drawn_as_a_tree() -> None:
    proof = pets().explain((x("Rex"), TYPE, x("Animal")))
    assert proof is not None
    assert proof.as_tree().splitlines() == [
        "Rex is an Animal [cax-sco]",
        "  Rex is a Pet [cax-sco]",
        "    Rex is a Dog (given)",
        "    every Dog is a Pet (given)",
        "  every Pet is an Animal (given)",
    ]


def test_a_class_expression_is_named_by_what_it_says() -> None:
    quads = say(
        ("_:r", owl("onProperty"), x("has")), ("_:r", owl("someValuesFrom"), x("Skill")),
        ("_:r", SUB, x("Skilled")), (x("a"), x("has"), x("b")), (x("b"), TYPE, x("Skill")),
    )  # fmt: skip
    found = materialise(quads)
    proof = found.explain((x("a"), TYPE, x("Skilled")))
    assert proof is not None
    assert "a is a has some Skill, because" in proof.in_words(names=found.names())


def test_what_does_not_follow_has_no_proof() -> None:
    assert pets().explain((x("Mia"), TYPE, x("Pet"))) is None
    assert pets().explain((x("nobody"), TYPE, x("Pet"))) is None


def test_the_checker_refuses_wrong_steps() -> None:
    good = [(x("Dog"), SUB, x("Pet")), (x("Rex"), TYPE, x("Dog"))]
    assert follows("cax-sco", (x("Rex"), TYPE, x("Pet")), good)
    assert not follows("cax-sco", (x("Rex"), TYPE, x("Cat")), good)
    assert not follows("cax-eqc1", (x("Rex"), TYPE, x("Pet")), good)
    assert not follows("cax-sco", (x("Rex"), TYPE, x("Pet")), good[:1])
    assert not follows("made-up", (x("Rex"), TYPE, x("Pet")), good)
    assert not follows("cax-dw", None, good)
    proof = pets().explain((x("Rex"), TYPE, x("Animal")))
    assert proof is not None
    assert "used as given" in (check_proof(proof, set()) or "")


# Random ontologies: owlrl agrees, every proof checks, additions equal a fresh run

NAMES = {
    "C": [x(f"C{n}") for n in range(4)], "p": [x(f"p{n}") for n in range(3)],
    "i": [x(f"i{n}") for n in range(4)],
}  # fmt: skip


class Draft:
    """A small ontology with every kind of axiom, declared as OWL wants it."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.quads = say(*((cls, TYPE, owl("Class")) for cls in NAMES["C"]))
        self.quads += say(*((prop, TYPE, owl("ObjectProperty")) for prop in NAMES["p"]))
        self._blanks = iter(f"_:b{n}" for n in range(1000))

    def add(self, *statements: tuple[str, str, str]) -> None:
        self.quads += say(*statements)

    def any_of(self, kind: str) -> str:
        return self.chance.choice(NAMES[kind])

    def a_list(self, terms: list[str]) -> str:
        head = f"<{RDF}nil>"
        for each in reversed(terms):
            cell = next(self._blanks)
            self.add((cell, f"<{RDF}first>", each), (cell, f"<{RDF}rest>", head))
            head = cell
        return head

    def a_class(self, depth: int = 0) -> str:
        kind = self.chance.randrange(8 if depth < 2 else 1)
        if kind < 3:
            return self.any_of("C")
        blank = next(self._blanks)
        if kind < 5:
            joint = ("intersectionOf", "unionOf")[kind - 3]
            members = self.a_list([self.a_class(depth + 1) for _ in range(2)])
            self.add((blank, TYPE, owl("Class")), (blank, owl(joint), members))
            return blank
        part = ("someValuesFrom", "allValuesFrom", "hasValue")[kind - 5]
        filler = self.any_of("i") if part == "hasValue" else self.a_class(depth + 1)
        self.add((blank, TYPE, owl("Restriction")), (blank, owl("onProperty"), self.any_of("p")))
        self.add((blank, owl(part), filler))
        return blank

    def an_axiom(self) -> tuple[str, str, str]:
        p, q, cls = self.any_of("p"), self.any_of("p"), self.any_of("C")
        kinds = ("TransitiveProperty", "SymmetricProperty", "FunctionalProperty",
                 "InverseFunctionalProperty")  # fmt: skip
        choices = (
            lambda: (p, f"<{RDFS}subPropertyOf>", q),
            lambda: (p, owl("inverseOf"), q),
            lambda: (p, owl("equivalentProperty"), q),
            lambda: (p, TYPE, owl(self.chance.choice(kinds))),
            lambda: (p, f"<{RDFS}domain>", self.a_class()),
            lambda: (p, f"<{RDFS}range>", self.a_class()),
            lambda: (p, owl("propertyChainAxiom"), self.a_list([q, self.any_of("p")])),
            lambda: (cls, owl("hasKey"), self.a_list([p])),
        )
        return self.chance.choice(choices)()


def random_ontology(seed: int) -> list[Quad]:
    draft = Draft(seed)
    chance, add, any_of = draft.chance, draft.add, draft.any_of
    for _ in range(chance.randrange(4)):
        below = chance.choice((SUB, SUB, owl("equivalentClass")))
        add((draft.a_class(), below, draft.a_class()))
    for _ in range(chance.randrange(4)):
        add(draft.an_axiom())
    for _ in range(chance.randrange(7)):
        add((any_of("i"), any_of("p"), any_of("i")))
    for _ in range(chance.randrange(5)):
        add((any_of("i"), TYPE, any_of("C")))
    if chance.random() < 0.3:
        add((any_of("i"), SAME, any_of("i")))
    chance.shuffle(draft.quads)
    return draft.quads


def by_owlrl(quads: list[Quad]) -> set[tuple[str, str, str]]:
    owlrl = pytest.importorskip("owlrl")
    rdflib = pytest.importorskip("rdflib")
    graph = rdflib.Graph()
    graph.parse(data="".join(f"{s} {p} {o} .\n" for s, p, o, _ in quads), format="nt11",
                bnode_context=BlankNames(rdflib))  # fmt: skip
    owlrl.DeductiveClosure(
        owlrl.OWLRL_Semantics, axiomatic_triples=False, datatype_axioms=False
    ).expand(graph)
    return {(s.n3(), p.n3(), o.n3()) for s, p, o in graph}


class BlankNames(dict):  # type: ignore[type-arg]
    """Keep the names of blank nodes as they are written."""

    def __init__(self, rdflib: object) -> None:
        super().__init__()
        self._make = rdflib.BNode  # type: ignore[attr-defined]

    def __contains__(self, name: object) -> bool:
        return True

    def __getitem__(self, name: str) -> object:
        return self._make(name)

    def get(self, name: str, default: object = None) -> object:
        return self._make(name)


def is_told_apart(fact: tuple[str, str, str]) -> bool:
    """Leave out what we do not write: axiomatic facts, and unnamed classes below unnamed ones."""
    s, p, o = fact
    about_thing = o == owl("Thing") and p in (f"<{RDFS}domain>", f"<{RDFS}range>")
    unnamed = o.startswith("_:") and p in (SUB, owl("equivalentClass"))
    return "urn:x#" in s + o and not about_thing and not unnamed


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6))
def test_owlrl_finds_the_same_and_every_proof_checks(seed: int) -> None:
    quads = [quad for quad in random_ontology(seed) if quad[1] != owl("hasKey")]
    theirs = by_owlrl(quads)  # which takes a missing value of a key for an equal one
    found = materialise(quads)
    assert {fact for fact in theirs if is_told_apart(fact) and not found.entails(fact)} == set()
    assert set(found.inferred.statements()) - theirs == set()
    assert_proved(found, quads)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_additions_find_the_same_as_a_fresh_run(seed: int, cut: int) -> None:
    quads = random_ontology(seed)
    found = materialise(quads[:cut])
    if not found.add(quads[cut:]):
        return
    fresh = materialise(quads)
    assert set(found.inferred.statements()) == set(fresh.inferred.statements())
    assert {clash.rule for clash in found.inconsistencies} == {
        clash.rule for clash in fresh.inconsistencies
    }
    assert_proved(found, quads)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.randoms())
def test_the_order_of_the_statements_changes_nothing(seed: int, chance: random.Random) -> None:
    quads = random_ontology(seed)
    shuffled = list(quads)
    chance.shuffle(shuffled)
    assert set(materialise(quads).inferred.statements()) == set(
        materialise(shuffled).inferred.statements()
    )


def test_a_fact_that_is_added_is_no_longer_inferred() -> None:
    found = pets()
    assert (x("Rex"), TYPE, x("Pet")) in set(found.inferred.statements())
    assert found.add(say((x("Rex"), TYPE, x("Pet"))))
    assert (x("Rex"), TYPE, x("Pet")) not in set(found.inferred.statements())
    proof = found.explain((x("Rex"), TYPE, x("Pet")))
    assert proof is not None
    assert proof.rule is None


def test_literals_with_one_value_are_not_written_twice() -> None:
    one, other = f'"1"^^<{XSD}int>', f'"01"^^<{XSD}int>'
    found = materialise(say((x("a"), x("p"), one), (x("b"), x("p"), other)))
    assert list(found.inferred) == []
    assert found.entails((x("a"), x("p"), other))
