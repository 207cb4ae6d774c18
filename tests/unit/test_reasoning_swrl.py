"""Rules of SWRL: what they conclude, with proofs; which are not run; a naive run as the oracle."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import ontorag
from ontorag.cli.app import app
from ontorag.names import OWL, RDF, RDFS, SWRL, SWRLB, XSD
from ontorag.reasoning import Materialised, materialise, read_rules
from ontorag.reasoning.checking import check_proof, follows
from ontorag.reasoning.rl.swrl.builtins import compare, compute
from ontorag.values import IRI

TYPE, SAME = f"<{RDF}type>", f"<{OWL}sameAs>"
Quad = tuple[str, str, str, str]
Atom = tuple[str, ...]
"""A class, property, built-in, "same" or "different", then its arguments; ?x is a variable."""


def x(name: object) -> str:
    return f"<urn:x#{name}>"


def n(value: object, kind: str = "integer") -> str:
    return f'"{value}"^^<{XSD}{kind}>'


def swrl(name: str) -> str:
    return f"<{SWRL}{name}>"


class Rules:
    """Writes rules as the statements that SWRL makes of them."""

    def __init__(self) -> None:
        self.quads: list[Quad] = []
        self._blanks = (f"_:r{number}" for number in range(10_000))

    def say(self, *statements: tuple[str, str, str]) -> None:
        self.quads += [(*each, "") for each in statements]

    def rule(self, body: Sequence[Atom], head: Sequence[Atom]) -> str:
        node = next(self._blanks)
        self.say((node, TYPE, swrl("Imp")))
        for part, atoms in (("body", body), ("head", head)):
            self.say((node, swrl(part), self.a_list([self.atom(*each) for each in atoms])))
        return node

    def a_list(self, terms: list[str]) -> str:
        head = f"<{RDF}nil>"
        for each in reversed(terms):
            cell = next(self._blanks)
            self.say((cell, f"<{RDF}first>", each), (cell, f"<{RDF}rest>", head))
            head = cell
        return head

    def atom(self, about: str, *arguments: str) -> str:
        node = next(self._blanks)
        terms = [self.argument(each) for each in arguments]
        if about.startswith(f"<{SWRLB}"):
            self.say((node, TYPE, swrl("BuiltinAtom")), (node, swrl("builtin"), about))
            self.say((node, swrl("arguments"), self.a_list(terms)))
            return node
        kind, link = {
            "same": ("SameIndividualAtom", None), "different": ("DifferentIndividualsAtom", None),
        }.get(about, ("ClassAtom", "classPredicate") if len(terms) == 1 else (
            "IndividualPropertyAtom", "propertyPredicate"))  # fmt: skip
        if about.startswith(f"<{XSD}"):
            kind, link = "DataRangeAtom", "dataRange"
        self.say((node, TYPE, swrl(kind)))
        if link is not None:
            self.say((node, swrl(link), about))
        for number, term in enumerate(terms, start=1):
            self.say((node, swrl(f"argument{number}"), term))
        return node

    def argument(self, term: str) -> str:
        if not term.startswith("?"):
            return term
        self.say((f"<urn:swrl#{term[1:]}>", TYPE, swrl("Variable")))
        return f"<urn:swrl#{term[1:]}>"


def builtin(name: str) -> str:
    return f"<{SWRLB}{name}>"


def concluded(
    body: Sequence[Atom], head: Sequence[Atom], *facts: tuple[str, str, str]
) -> set[tuple[str, str, str]]:
    rules = Rules()
    rules.rule(body, head)
    rules.say(*facts)
    found = materialise(rules.quads)
    assert_proved(found, rules.quads)
    return {fact.statement for fact in found.inferred if fact.rule == "swrl"}


def assert_proved(found: Materialised, quads: list[Quad]) -> None:
    stated = {quad[:3] for quad in quads}
    for fact in found.inferred:
        proof = found.explain(fact.statement)
        assert proof is not None
        assert check_proof(proof, stated) is None, proof.as_tree()
    for clash in found.inconsistencies:
        assert check_proof(clash.proof, stated) is None, clash.proof.as_tree()


PARENT, BROTHER, UNCLE, AGE = x("parent"), x("brother"), x("uncle"), x("age")
A, B, C = x("a"), x("b"), x("c")
UNCLES = ([(PARENT, "?x", "?y"), (BROTHER, "?y", "?z")], [(UNCLE, "?x", "?z")])


def test_properties_are_joined() -> None:
    facts = ((A, PARENT, B), (B, BROTHER, C), (B, BROTHER, x("d")), (C, PARENT, A))
    assert concluded(*UNCLES, *facts) == {(A, UNCLE, C), (A, UNCLE, x("d"))}


def test_class_atoms_constants_and_several_conclusions() -> None:
    body = [(x("Pet"), "?x"), (x("livesIn"), "?x", x("Bonn")), (f"<{OWL}Thing>", "?x")]
    head = [(x("Local"), "?x"), (x("knows"), x("mayor"), "?x")]
    facts = ((A, TYPE, x("Pet")), (A, x("livesIn"), x("Bonn")), (B, TYPE, x("Pet")))
    assert concluded(body, head, *facts) == {(A, TYPE, x("Local")), (x("mayor"), x("knows"), A)}


@pytest.mark.parametrize(
    ("name", "limit", "ages"),
    [
        ("lessThan", n(18), {A}), ("lessThanOrEqual", n(18), {A, B}), ("equal", n(18), {B}),
        ("greaterThan", n(18), {C}), ("greaterThanOrEqual", n(18), {B, C}),
        ("notEqual", n("18.0", "decimal"), {A, C}), ("lessThan", n("1.85E1", "double"), {A, B}),
    ],
)  # fmt: skip
def test_values_are_compared_as_numbers(name: str, limit: str, ages: set[str]) -> None:
    facts = ((A, AGE, n(9)), (B, AGE, n("018")), (C, AGE, n(30)))
    found = concluded([(AGE, "?x", "?a"), (builtin(name), "?a", limit)], [(x("Fit"), "?x")], *facts)
    assert found == {(each, TYPE, x("Fit")) for each in ages}


def test_values_are_computed_and_equal_ones_are_one() -> None:
    sides = [(x("width"), "?x", "?w"), (x("height"), "?x", "?h")]
    body = [*sides, (builtin("multiply"), "?a", "?w", "?h")]
    facts = ((A, x("width"), n(3)), (A, x("height"), n("0.50", "decimal")))
    assert concluded(body, [(x("area"), "?x", "?a")], *facts) == {
        (A, x("area"), n("1.5", "decimal"))
    }
    stated = (*facts, (B, x("area"), n("1.500", "decimal")))
    assert concluded(body, [(x("area"), "?x", "?a")], *stated) == {
        (A, x("area"), n("1.500", "decimal"))
    }
    whole = ((A, x("width"), n(4)), (A, x("height"), n("0.50", "decimal")))
    check = [*sides, (builtin("multiply"), n(2), "?w", "?h")]
    assert concluded(check, [(x("Even"), "?x")], *whole) == {(A, TYPE, x("Even"))}


def test_sums_and_differences_chain() -> None:
    body = [
        (x("born"), "?x", "?b"), (builtin("subtract"), "?d", n(2026), "?b"),
        (builtin("add"), "?e", "?d", n(1), n(1)), (f"<{XSD}integer>", "?e"),
    ]  # fmt: skip
    assert concluded(body, [(AGE, "?x", "?e")], (A, x("born"), n(2000))) == {(A, AGE, n(28))}


def test_exact_decimals_and_what_gives_no_number() -> None:
    assert compute("add", [n("0.1", "decimal"), n("0.2", "decimal")]) == n("0.3", "decimal")
    assert compute("subtract", [n(1), n(1)]) == n(0)
    assert compute("multiply", [n("2.5", "double"), n(2)]) == n("5.0", "double")
    assert compute("multiply", [n("9" * 900), n("9" * 900)]) is None
    assert compute("add", ['"a"', n(1)]) is None
    assert not compare("lessThan", '"a"', n(1))
    assert compare("lessThan", '"a"', '"b"')
    assert not compare("lessThan", n("NaN", "double"), n(1))
    assert not compare("notEqual", '"a"^^<urn:x#odd>', '"b"^^<urn:x#odd>')


def test_same_and_different_individuals() -> None:
    twins = [(x("p"), "?x", "?y"), (x("q"), "?z", "?y"), ("same", "?x", "?z")]
    facts = ((A, x("p"), C), (B, x("q"), C))
    assert concluded(twins, [(x("Both"), "?x")], *facts) == set()
    assert concluded(twins, [(x("Both"), "?x")], *facts, (B, SAME, A)) == {(B, TYPE, x("Both"))}
    apart = [(x("p"), "?x", "?y"), (x("p"), "?x", "?z"), ("different", "?y", "?z")]
    many = ((A, x("p"), B), (A, x("p"), C), (x("d"), x("p"), B))
    assert concluded(apart, [(x("Many"), "?x")], *many) == set()
    for told in ((B, f"<{OWL}differentFrom>", C), (C, f"<{OWL}differentFrom>", B)):
        assert concluded(apart, [(x("Many"), "?x")], *many, told) == {(A, TYPE, x("Many"))}


def test_members_of_all_different_are_different() -> None:
    rules = Rules()
    rules.rule([(x("p"), "?x", "?y"), ("different", "?y", B)], [(x("Other"), "?x")])
    rules.say((A, x("p"), C), ("_:all", TYPE, f"<{OWL}AllDifferent>"))
    rules.say(("_:all", f"<{OWL}distinctMembers>", rules.a_list([B, C])))
    found = materialise(rules.quads)
    assert [fact.statement for fact in found.inferred] == [(A, TYPE, x("Other"))]
    assert_proved(found, rules.quads)


def test_concluded_equality_is_equality_and_concluded_difference_clashes_with_it() -> None:
    rules = Rules()
    rules.rule([(x("key"), "?x", "?k"), (x("key"), "?y", "?k")], [("same", "?x", "?y")])
    rules.rule([(x("rival"), "?x", "?y")], [("different", "?x", "?y")])
    rules.say((A, x("key"), n(1)), (B, x("key"), n("01")), (A, x("likes"), C))
    found = materialise(rules.quads)
    assert found.entails((B, x("likes"), C))
    assert_proved(found, rules.quads)
    rules.say((A, x("rival"), B))
    found = materialise(rules.quads)
    assert {clash.rule for clash in found.inconsistencies} == {"eq-diff1"}
    assert_proved(found, rules.quads)


def test_a_rule_without_a_head_is_a_contradiction() -> None:
    rules = Rules()
    rules.rule([(x("Cat"), "?x"), (x("Dog"), "?x")], [])
    rules.say((A, TYPE, x("Cat")), (B, TYPE, x("Dog")))
    assert not materialise(rules.quads).inconsistencies
    rules.say((A, TYPE, x("Dog")))
    [clash] = materialise(rules.quads).inconsistencies
    assert clash.rule == "swrl"
    assert check_proof(clash.proof) is None


def test_rules_and_axioms_feed_one_another() -> None:
    rules = Rules()
    rules.rule(*UNCLES)
    rules.rule([(UNCLE, "?x", "?y")], [(x("Nephew"), "?x")])
    rules.say((x("mother"), f"<{RDFS}subPropertyOf>", PARENT), (A, x("mother"), B))
    rules.say((BROTHER, TYPE, f"<{OWL}SymmetricProperty>"), (C, BROTHER, B))
    rules.say((x("Nephew"), f"<{RDFS}subClassOf>", x("Relative")))
    found = materialise(rules.quads)
    assert found.entails((A, TYPE, x("Relative")))
    assert_proved(found, rules.quads)


def test_classes_properties_and_constants_that_become_equal_still_match() -> None:
    rules = Rules()
    rules.rule([(x("in"), "?x", x("Bonn"))], [(x("Local"), "?x")])
    rules.say((x("within"), SAME, x("in")), (x("Bonn"), SAME, x("capital")))
    rules.say((A, x("within"), x("capital")), (x("capital"), x("p"), B), (x("within"), x("p"), C))
    found = materialise(rules.quads)
    assert found.entails((A, TYPE, x("Local")))
    assert_proved(found, rules.quads)


def test_unnamed_individuals_are_not_bound() -> None:
    facts = ((A, PARENT, "_:someone"), ("_:someone", BROTHER, C))
    assert concluded(*UNCLES, *facts) == set()
    assert (A, UNCLE, C) in concluded(*UNCLES, *facts, ("_:someone", SAME, B))


@pytest.mark.parametrize(
    ("body", "head", "why"),
    [
        ([(x("p"), "?x", "?y")], [(x("p"), "?y", "?z")], "variable of its head"),
        ([(x("C"), "?x"), (builtin("lessThan"), "?a", n(1))], [(x("D"), "?x")], "of its body"),
        ([(x("C"), "?x"), ("same", "?y", "?z")], [(x("D"), "?y")], "of its body"),
        ([(f"<{OWL}Thing>", "?x")], [(x("D"), "?x")], "of its body"),
        ([(x("C"), "?x"), (builtin("soundsLike"), "?x", "?x")], [(x("D"), "?x")], "soundsLike"),
        ([(x("p"), "?x", "?a"), (builtin("lessThan"), "?a")], [(x("D"), "?x")], "two values"),
        ([(x("p"), "?x", "?a"), (f"<{XSD}gYear>", "?a")], [(x("D"), "?x")], "data range"),
        ([(x("p"), "?x", "?a")], [(builtin("equal"), "?a", n(1))], "about values"),
    ],
)  # fmt: skip
def test_a_rule_that_is_not_safe_or_not_known_is_named_and_not_run(
    body: Sequence[Atom], head: Sequence[Atom], why: str
) -> None:
    rules = Rules()
    node = rules.rule(body, head)
    rules.say((A, x("p"), n(1)), (A, TYPE, x("C")))
    found = materialise(rules.quads)
    assert list(found.inferred) == []
    [reading] = found.rules
    assert reading.node == node
    assert why in (reading.problem or "")
    assert read_rules(rules.quads) == (reading,)
    assert found.stats.malformed == ()


def test_a_rule_whose_lists_are_broken_is_named() -> None:
    rules = Rules()
    rules.rule(*UNCLES)
    cut = [quad for quad in rules.quads if quad[1] != f"<{RDF}rest>"]
    assert [each.problem for each in materialise(cut).rules] == ["a list of it is broken"]
    headless = [quad for quad in rules.quads if quad[1] != swrl("head")]
    assert [each.problem for each in materialise(headless).rules] == ["the rule has no swrl:head"]


def test_a_rule_reads_as_one_line() -> None:
    rules = Rules()
    rules.rule(
        [(AGE, "?x", "?a"), (builtin("add"), "?b", "?a", n(1)), (builtin("lessThan"), "?b", n(9))],
        [("different", "?x", A)],
    )
    [reading] = read_rules(rules.quads)
    assert reading.text == "age(?x, ?a) ∧ ?b = ?a + 1 ∧ ?b < 9 → ?x ≠ a"


def test_a_rule_that_counts_without_end_stops_and_says_why() -> None:
    rules = Rules()
    rules.rule([(AGE, "?x", "?a"), (builtin("add"), "?b", "?a", n(1))], [(AGE, "?x", "?b")])
    rules.say((A, AGE, n(0)))
    assert "compute more than" in (materialise(rules.quads).stopped or "")
    assert "500 facts" in (materialise(rules.quads, max_facts=500).stopped or "")


def test_a_join_of_everything_with_everything_stops_after_its_seconds() -> None:
    rules = Rules()
    rules.rule([(x("C"), "?x"), (x("C"), "?y"), (x("C"), "?z")], [(x("D"), "?x")])
    rules.say(*((x(number), TYPE, x("C")) for number in range(1000)))
    assert "seconds are over" in (materialise(rules.quads, seconds=1).stopped or "")


def test_the_checker_refuses_what_a_rule_does_not_say() -> None:
    rules = Rules()
    rules.rule(*UNCLES)
    parts: list[tuple[str, str, str] | None] = [(s, p, o) for s, p, o, _ in rules.quads]
    facts = [(A, PARENT, B), (B, BROTHER, C)]
    assert follows("swrl", (A, UNCLE, C), [*parts, *facts])
    assert not follows("swrl", (C, UNCLE, A), [*parts, *facts])
    assert not follows("swrl", (A, BROTHER, C), [*parts, *facts])
    assert not follows("swrl", (A, UNCLE, C), [*parts, facts[0]])
    assert not follows("swrl", (A, UNCLE, C), facts)
    assert not follows("swrl", None, [*parts, *facts])


# A naive run as the oracle: every rule, every way to put terms for its variables, until it stays


def random_rules(chance: random.Random) -> tuple[list[tuple[list[Atom], list[Atom]]], list[Quad]]:
    things = [x(f"i{number}") for number in range(4)]
    numbers = [n(number) for number in range(4)]
    variables = ["?x", "?y", "?z"]

    def atom(over: list[str]) -> Atom:
        if chance.random() < 0.4:
            return x(f"C{chance.randrange(3)}"), chance.choice(over)
        return x(f"p{chance.randrange(2)}"), chance.choice(over), chance.choice(over)

    rules = []
    for _ in range(chance.randrange(1, 4)):
        body = [atom([*variables, things[0]]) for _ in range(chance.randrange(1, 4))]
        bound = sorted({term for each in body for term in each[1:] if term[0] == "?"})
        if bound and chance.random() < 0.5:
            body += [(x("v"), bound[0], "?n"), (builtin("lessThan"), "?n", numbers[2])]
        rules.append((body, [atom([*bound, things[1]])]))
    facts = [(chance.choice(things), x("v"), chance.choice(numbers)) for _ in range(3)]
    for _ in range(chance.randrange(1, 9)):
        s, *rest = atom(things)
        facts.append((rest[0], TYPE, s) if len(rest) == 1 else (rest[0], s, rest[1]))
    return rules, [(*fact, "") for fact in facts]


def naive(rules: list[tuple[list[Atom], list[Atom]]], quads: list[Quad]) -> set[Quad]:
    known = set(quads)
    terms = sorted({term for quad in quads for term in (quad[0], quad[2])} | {x("i0"), x("i1")})
    before = -1
    while before != len(known):
        before = len(known)
        for body, head in rules:
            free = sorted({t for each in body for t in each[1:] if t[0] == "?"})
            for chosen in product(terms, repeat=len(free)):
                put = dict(zip(free, chosen, strict=True))
                if all(holds(each, put, known) for each in body):
                    known.update(as_fact(each, put) for each in head)
    return known


def as_fact(atom: Atom, put: dict[str, str]) -> Quad:
    about, *rest = (put.get(term, term) for term in atom)
    return (rest[0], TYPE, about, "") if len(rest) == 1 else (rest[0], about, rest[1], "")


def holds(atom: Atom, put: dict[str, str], known: set[Quad]) -> bool:
    if atom[0] == builtin("lessThan"):
        value = put[atom[1]]
        return value.startswith('"') and int(value.split('"')[1]) < int(atom[2].split('"')[1])
    return as_fact(atom, put) in known


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_random_rules_conclude_what_a_naive_run_does(seed: int) -> None:
    rules, quads = random_rules(random.Random(seed))
    written = Rules()
    for body, head in rules:
        written.rule(body, head)
    written.quads += quads
    random.Random(seed).shuffle(written.quads)
    found = materialise(written.quads)
    wanted = {q[:3] for q in naive(rules, quads)} - {q[:3] for q in quads}
    wanted = {fact for fact in wanted if not fact[0].startswith('"')}
    assert {fact.statement for fact in found.inferred} == wanted
    assert_proved(found, written.quads)


# As people meet them: a file of rules beside the ontology

RULES = """
Prefix(:=<urn:x#>) Prefix(v:=<urn:swrl#>) Prefix(swrlb:=<http://www.w3.org/2003/11/swrlb#>)
Ontology(<urn:rules>
  DLSafeRule(
    Body(ObjectPropertyAtom(:parent Variable(v:x) Variable(v:y))
         ObjectPropertyAtom(:brother Variable(v:y) Variable(v:z)))
    Head(ObjectPropertyAtom(:uncle Variable(v:x) Variable(v:z))))
  DLSafeRule(Body(ClassAtom(:Person Variable(v:x))) Head(ObjectPropertyAtom(:knows Variable(v:x)
    Variable(v:y)))))
"""
CHAIN = (
    f"@prefix : <urn:x#> . @prefix owl: <{OWL}> ."
    " :uncle owl:propertyChainAxiom (:parent :brother) ."
)
FAMILY = (
    f"@prefix : <urn:x#> . @prefix rdfs: <{RDFS}> . @prefix owl: <{OWL}> ."
    ' :uncle a owl:ObjectProperty ; rdfs:label "uncle"@en, "Onkel"@de .'
    ' :anna a :Person ; rdfs:label "Anna" ; :parent :berta . :berta :brother :carl ;'
    ' rdfs:label "Berta" . :carl rdfs:label "Carl" .'
)


def inferred(graph: ontorag.KnowledgeGraph) -> set[tuple[str, str | None]]:
    facts, _ = graph.everything()
    return {
        (f"{f.subject} {f.predicate} {f.object}".replace("urn:x#", ""), f.rule)
        for f in facts if f.origin == "inferred"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "rule"), [("rules.ofn", RULES, "swrl"), ("chain.ttl", CHAIN, "prp-spo2")]
)
def test_a_file_of_rules_is_a_source_and_what_follows_goes_with_it(
    tmp_path: Path, name: str, text: str, rule: str
) -> None:
    (tmp_path / "family.ttl").write_text(FAMILY, encoding="utf-8")
    (tmp_path / name).write_text(text, encoding="utf-8")
    with ontorag.load(tmp_path / "family.ttl") as graph:
        graph.reason()
        assert inferred(graph) == set()
        graph.load(tmp_path / name, source="beside")
        assert inferred(graph) == {("anna uncle carl", rule)}
        asked = ontorag.OntoRAG(graph, embeddings=None).ask("Who is the uncle of Anna?")
        assert [getattr(answer, "label", None) for answer in asked.answers] == ["Carl"]
        [fact] = [each for each in asked.facts if each.rule == rule]
        assert "(beside)" in asked.explain(fact.id).in_words()
        graph.drop("beside")
        assert inferred(graph) == set()


def test_what_a_rule_is_made_of_is_no_concept_and_lint_names_rules(tmp_path: Path) -> None:
    (tmp_path / "family.ttl").write_text(FAMILY, encoding="utf-8")
    (tmp_path / "rules.ofn").write_text(RULES, encoding="utf-8")
    with ontorag.load([tmp_path / "family.ttl", tmp_path / "rules.ofn"]) as graph:
        assert graph.view().lookup.exact(["x", "y", "z"]) == {}
        found = {finding.code: finding for finding in graph.lint()}
        assert found["rules"].count == 1
        assert "Person(?x) → knows(?x, ?y)" in found["rules-not-run"].message
        report = graph.reason()
        assert [each.problem is None for each in report.rules] == [True, False]
        proof = graph.explain(IRI("urn:x#anna"), IRI("urn:x#uncle"), IRI("urn:x#carl"))
        assert "and the rule says parent(?x, ?y) ∧ brother(?y, ?z) → uncle(?x, ?z)" in str(proof)


def test_the_command_line_runs_rules_and_names_those_it_does_not(tmp_path: Path) -> None:
    (tmp_path / "family.ttl").write_text(FAMILY, encoding="utf-8")
    (tmp_path / "rules.ofn").write_text(RULES, encoding="utf-8")
    store = str(tmp_path / "family.db")
    files = [str(tmp_path / name) for name in ("family.ttl", "rules.ofn")]
    assert CliRunner().invoke(app, ["load", *files, "--into", store]).exit_code == 0
    done = CliRunner().invoke(app, ["reason", "--kg", store])
    assert "1 SWRL rule was run" in done.output
    assert "Rule not run, a variable of its head is bound by no fact of its body" in done.output
