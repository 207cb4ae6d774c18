"""HermiT in its own process: the real one, on real Java."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ontorag.errors import ReasonerMissingError, ReasoningError, ReasoningStoppedError
from ontorag.names import OWL, RDF, RDFS, XSD
from ontorag.reasoning import materialise
from ontorag.reasoning.dl import classify, find_java
from ontorag.sources import open_sources

TYPE, SUB = f"<{RDF}type>", f"<{RDFS}subClassOf>"
ROOT = Path(__file__).parents[2]


def x(name: str) -> str:
    return f"<urn:x#{name}>"


def owl(name: str) -> str:
    return f"<{OWL}{name}>"


def say(*statements: tuple[str, str, str]) -> list[tuple[str, str, str, str]]:
    return [(*each, "") for each in statements]


CLASSES = [(x(name), TYPE, owl("Class")) for name in "ABC"]


def test_classifies_by_cases_which_the_rl_rules_cannot() -> None:
    quads = say(
        *CLASSES, ("_:u", owl("unionOf"), "_:1"), ("_:u", TYPE, owl("Class")),
        ("_:1", f"<{RDF}first>", x("A")), ("_:1", f"<{RDF}rest>", "_:2"),
        ("_:2", f"<{RDF}first>", x("B")), ("_:2", f"<{RDF}rest>", f"<{RDF}nil>"),
        (x("A"), SUB, x("C")), (x("B"), SUB, x("C")), (x("D"), TYPE, owl("Class")),
        (x("D"), SUB, "_:u"), (x("i"), TYPE, x("D")),
    )  # fmt: skip
    found = classify(quads)
    assert found.consistent
    assert (x("D"), SUB, x("C")) in found.facts
    assert (x("i"), TYPE, x("C")) in found.facts
    assert not materialise(quads).entails((x("i"), TYPE, x("C")))


def test_lists_unsatisfiable_classes_of_a_consistent_ontology() -> None:
    quads = say(*CLASSES, (x("A"), owl("disjointWith"), x("B")), (x("C"), SUB, x("A")),
                (x("C"), SUB, x("B")))  # fmt: skip
    found = classify(quads)
    assert found.consistent
    assert found.unsatisfiable == (x("C"),)


def test_says_that_an_ontology_is_inconsistent() -> None:
    quads = say(*CLASSES, (x("A"), owl("disjointWith"), x("B")), (x("i"), TYPE, x("A")),
                (x("i"), TYPE, x("B")))  # fmt: skip
    assert not classify(quads).consistent


def test_finds_what_the_rl_rules_find_in_the_example() -> None:
    [source] = open_sources([ROOT / "ontologies" / "lotr.ttl"])
    quads = list(source.quads)
    assert set(classify(quads).facts) == set(materialise(quads).inferred.statements())


def test_facts_are_those_of_the_rl_rules_where_these_are_complete() -> None:
    kind = owl("ObjectProperty")
    quads = say(
        *CLASSES, *((x(name), TYPE, kind) for name in ("headOf", "worksFor", "employs", "within")),
        (x("headOf"), f"<{RDFS}subPropertyOf>", x("worksFor")),
        (x("worksFor"), owl("inverseOf"), x("employs")),
        (x("worksFor"), f"<{RDFS}range>", x("A")), (x("A"), SUB, x("B")),
        (x("within"), TYPE, owl("TransitiveProperty")),
        (x("anna"), x("headOf"), x("dep")), (x("dep"), x("within"), x("faculty")),
        (x("faculty"), x("within"), x("university")), (x("ben"), x("worksFor"), x("dep")),
    )  # fmt: skip
    by_rules = {
        fact for fact in materialise(quads).inferred.statements() if "#domain" not in fact[1]
        and "#range" not in fact[1]
    }  # fmt: skip
    found = set(classify(quads).facts)
    assert by_rules - found == set()
    assert found - by_rules == set()
    assert (x("dep"), x("employs"), x("anna")) in found


def random_rl_ontology(seed: int) -> list[tuple[str, str, str, str]]:
    """Give an ontology of OWL 2 RL and DL at once, of each kind of axiom some."""
    chance = random.Random(seed)
    blanks = iter(f"_:b{number}" for number in range(1000))
    classes, things = [x(f"C{n}") for n in range(4)], [x(f"i{n}") for n in range(4)]
    props = [x(f"p{n}") for n in range(3)]
    found = [(each, TYPE, owl("Class")) for each in classes]
    found += [(each, TYPE, owl("ObjectProperty")) for each in props]
    found += [(each, TYPE, owl("NamedIndividual")) for each in things]

    def any_of(names: list[str]) -> str:
        return chance.choice(names)

    def restriction(kind: str, filler: str) -> str:
        node = next(blanks)
        found.append((node, TYPE, owl("Restriction")))
        found.extend([(node, owl("onProperty"), any_of(props)), (node, owl(kind), filler)])
        return node

    def both() -> str:
        node, one, other = next(blanks), next(blanks), next(blanks)
        first, rest, nil = (f"<{RDF}{name}>" for name in ("first", "rest", "nil"))
        found.extend([(node, TYPE, owl("Class")), (node, owl("intersectionOf"), one)])
        found.extend([(one, first, classes[0]), (one, rest, other)])
        found.extend([(other, first, any_of(classes[1:])), (other, rest, nil)])
        return node

    axioms = (
        lambda: (any_of(classes), SUB, any_of(classes)),
        lambda: (any_of(classes), owl("equivalentClass"), any_of(classes)),
        lambda: (restriction("someValuesFrom", any_of(classes)), SUB, any_of(classes)),
        lambda: (any_of(classes), SUB, restriction("allValuesFrom", any_of(classes))),
        lambda: (any_of(classes), SUB, restriction("hasValue", any_of(things))),
        lambda: (restriction("hasValue", any_of(things)), SUB, any_of(classes)),
        lambda: (both(), SUB, any_of(classes)),
        lambda: (any_of(props), f"<{RDFS}subPropertyOf>", any_of(props)),
        lambda: (any_of(props), owl("inverseOf"), any_of(props)),
        lambda: (any_of(props), f"<{RDFS}domain>", any_of(classes)),
        lambda: (any_of(props), f"<{RDFS}range>", any_of(classes)),
        lambda: (any_of(props), TYPE, owl("SymmetricProperty")),
        lambda: (any_of(props), TYPE, owl("TransitiveProperty")),
        lambda: (any_of(classes), owl("disjointWith"), any_of(classes)),
    )
    found += [chance.choice(axioms)() for _ in range(chance.randrange(3, 8))]
    found += [(any_of(things), any_of(props), any_of(things)) for _ in range(5)]
    found += [(any_of(things), TYPE, any_of(classes)) for _ in range(3)]
    return say(*found)


@pytest.mark.parametrize("seed", range(6))
def test_random_ontologies_have_the_same_facts_about_things_by_rules_and_by_hermit(
    seed: int,
) -> None:
    quads = random_rl_ontology(seed)
    by_rules, by_hermit = materialise(quads), classify(quads)
    assert by_hermit.consistent == (not by_rules.inconsistencies)
    if by_hermit.consistent:
        stated = {quad[:3] for quad in quads}
        rules = {fact for fact in by_rules.inferred.statements() if is_about_things(fact)}
        hermit = {fact for fact in by_hermit.facts if is_about_things(fact)} - stated
        assert rules == hermit


def is_about_things(fact: tuple[str, str, str]) -> bool:
    """Say whether a fact is one of those that theorem PR1 of the profile is about."""
    s, p, o = fact
    named = s.startswith("<urn:x#i") and o.startswith("<urn:x#")
    return named and (p == TYPE or p.startswith("<urn:x#"))


def test_undeclared_properties_are_seen() -> None:
    quads = say(*CLASSES, (x("p"), f"<{RDFS}domain>", x("A")), (x("i"), x("p"), x("j")))
    assert (x("i"), TYPE, x("A")) in classify(quads).facts


def test_an_ill_typed_literal_is_a_clear_error() -> None:
    quads = say(*CLASSES, (x("i"), x("p"), f'"tall"^^<{XSD}integer>'))
    with pytest.raises(ReasoningError, match=r"ill-typed literal.*tall.*'rl'"):
        classify(quads)


def test_an_unknown_datatype_is_a_clear_error_and_can_be_left_out() -> None:
    quads = say(*CLASSES, (x("i"), x("p"), '"x"^^<urn:x#strange>'))
    with pytest.raises(ReasoningError, match="ignore_datatypes=True"):
        classify(quads)
    assert classify(quads, ignore_datatypes=True).consistent


def test_spent_seconds_and_memory_are_clear_errors() -> None:
    quads = say(*CLASSES)
    with pytest.raises(ReasoningStoppedError, match=r"within 0\.01 seconds"):
        classify(quads, seconds=0.01)
    many = say(*((x(f"i{n}"), x("p"), x(f"i{n + 1}")) for n in range(60_000)))
    with pytest.raises(ReasoningStoppedError, match="more than 12 MB"):
        classify(many, memory_mb=12)


def test_missing_java_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ReasonerMissingError, match=r"\[dl\]"):
        find_java()
    with pytest.raises(ReasonerMissingError, match="cannot be run"):
        monkeypatch.undo()
        classify(say(*CLASSES), java="/nowhere/java")
