"""Selection on the embedded store, with plans made by hand."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ontorag.names import OWL_NAMED_INDIVIDUAL, RDF_TYPE, RDFS_LABEL, mint, spelling_of
from ontorag.selection import Limits, select
from ontorag.stores.base import Scope
from ontorag.stores.sqlite import SQLiteStore, open_sqlite
from ontorag.values import (
    IRI,
    XSD,
    And,
    Compare,
    Constraint,
    Every,
    Has,
    Is,
    Labelled,
    Literal,
    Not,
    OfType,
    Or,
    Plan,
    QualifierCondition,
    Source,
    Step,
    Subgraph,
    Superlative,
    Term,
    Top,
    Where,
    fact_order,
)

CSV = Path(__file__).parents[2] / "ontologies" / "lotr_triples.csv"
HAS_SKILL, REQUIRES = IRI(mint("hatSkill")), IRI(mint("erfordertSkill"))


def node(spelling: str) -> IRI:
    return IRI(mint(spelling))


def spelled(terms: Collection[Term]) -> dict[Term, Labelled]:
    return {term: Labelled(term, spelling_of(str(term)) or str(term)) for term in terms}


@pytest.fixture(scope="module")
def lotr() -> Iterator[SQLiteStore]:
    rows = list(csv.reader(CSV.read_text(encoding="utf-8").splitlines()))[1:]
    store = open_sqlite()
    with store.writing() as writer:
        quads = [(f"<{mint(s)}>", f"<{mint(p)}>", f"<{mint(o)}>", "") for s, p, o in rows]
        writer.replace(Source("lotr"), quads)
    yield store
    store.close()


@pytest.fixture
def store(world: Any) -> Iterator[SQLiteStore]:
    store = open_sqlite()
    with store.writing() as writer:
        writer.replace(Source("world"), world.quads)
    yield store
    store.close()


def holds(property_: IRI, thing: IRI, text: str, **options: Any) -> Constraint:
    return Constraint(text, Has(Step(property_), Is((thing,))), properties=(property_,), **options)


def plan_for(*constraints: Constraint, **options: Any) -> Plan:
    parts: list[Where] = [Not(c.where) if c.excluded else c.where for c in constraints]
    where = options.pop("where", parts[0] if len(parts) == 1 else And(tuple(parts)))
    return Plan(options.pop("operation", "holders"), where, constraints, language="de", **options)


def labels(subgraph: Subgraph) -> list[str]:
    return [each.label for each in subgraph.answers if isinstance(each, Labelled)]


def spelled_facts(subgraph: Subgraph) -> list[tuple[str | None, ...]]:
    return [
        tuple(spelling_of(str(term)) for term in (fact.subject, fact.predicate, fact.object))
        for fact in subgraph.facts
    ]


def stealthy(*more: Constraint, **options: Any) -> Plan:
    return plan_for(
        holds(HAS_SKILL, node("Heimlichkeit"), "hatSkill: Heimlichkeit"), *more, **options
    )


WILL = holds(HAS_SKILL, node("Willensstärke"), "hatSkill: Willensstärke")


def test_the_first_question_selects_exactly_the_five_facts_of_frodo(lotr: SQLiteStore) -> None:
    plan = stealthy(WILL, superlative=Superlative("höchste Fähigkeit", True))
    subgraph = select(plan, lotr, names=spelled)

    assert labels(subgraph) == ["Frodo"]
    assert spelled_facts(subgraph) == [
        ("Frodo", "hatSkill", "Heimlichkeit"),
        ("Frodo", "hatSkill", "Willensstärke"),
        ("Frodo", "hatErfahrungMit", "Schattenlager Infiltration"),
        ("Frodo", "hatSkillLevel", "Fortgeschritten"),
        ("Frodo", "loyalität", "Frodo selbst"),
    ]
    assert [fact.id for fact in subgraph.facts] == ["F1", "F2", "F3", "F4", "F5"]
    assert (subgraph.total, subgraph.truncated) == (5, False)
    assert [(each.text, each.count) for each in subgraph.constraint_counts] == [
        ("hatSkill: Heimlichkeit", 2), ("hatSkill: Willensstärke", 1),
    ]  # fmt: skip


def test_one_remaining_candidate_settles_a_superlative(lotr: SQLiteStore) -> None:
    plan = stealthy(WILL, superlative=Superlative("höchste Fähigkeit", True))
    only = select(plan, lotr, names=spelled).derived[0]

    assert (only.id, only.kind, only.complete) == ("D1", "only", False)
    assert isinstance(only.value, Labelled)
    assert only.value.label == "Frodo"
    assert only.premises == ("F1", "F2")
    assert "Frodo" in only.text
    assert "höchste Fähigkeit" in only.text


def test_who_meets_some_conditions_is_a_near_miss(lotr: SQLiteStore) -> None:
    miss = select(stealthy(WILL), lotr, names=spelled).near_misses[0]

    assert (miss.entity.label, miss.met, miss.missed) == (
        "Samweis", ("hatSkill: Heimlichkeit",), ("hatSkill: Willensstärke",),
    )  # fmt: skip


def test_an_empty_intersection_has_counts_near_misses_and_their_facts(lotr: SQLiteStore) -> None:
    axe = holds(HAS_SKILL, node("Axtkampf"), "hatSkill: Axtkampf")
    subgraph = select(stealthy(axe), lotr, names=spelled)

    assert subgraph.answers == ()
    assert [each.count for each in subgraph.constraint_counts] == [2, 1]
    assert [each.entity.label for each in subgraph.near_misses] == ["Frodo", "Gimli", "Samweis"]
    assert spelled_facts(subgraph) == [
        ("Frodo", "hatSkill", "Heimlichkeit"),
        ("Gimli", "hatSkill", "Axtkampf"),
        ("Samweis", "hatSkill", "Heimlichkeit"),
    ]
    assert [each.kind for each in subgraph.derived] == ["empty"]


def mission(name: str) -> Plan:
    of = Has(Step(REQUIRES, inverse=True), Is((node(name),)))
    every = Constraint(
        f"Mission: {name}", Every(Step(HAS_SKILL), of), properties=(HAS_SKILL, REQUIRES)
    )
    return plan_for(every)


def test_a_path_is_proved_along_all_its_edges(lotr: SQLiteStore) -> None:
    subgraph = select(mission("Schattenlager Infiltration"), lotr, names=spelled)

    assert labels(subgraph) == ["Frodo", "Samweis"]
    assert spelled_facts(subgraph)[:3] == [
        ("Frodo", "hatSkill", "Heimlichkeit"),
        ("Schattenlager Infiltration", "erfordertSkill", "Heimlichkeit"),
        ("Samweis", "hatSkill", "Heimlichkeit"),
    ]
    assert [(each.text, each.count) for each in subgraph.constraint_counts] == [
        ("Mission: Schattenlager Infiltration", 2), ("erfordert Heimlichkeit", 2),
    ]  # fmt: skip


def test_a_requirement_that_nobody_meets_is_counted(lotr: SQLiteStore) -> None:
    subgraph = select(mission("Orks am Fluss bekämpfen"), lotr, names=spelled)

    assert subgraph.answers == ()
    assert [(each.text, each.count) for each in subgraph.constraint_counts][1:] == [
        ("erfordert Fernkampf", 0)
    ]
    assert subgraph.near_misses == ()


def test_a_thing_of_the_class_named_after_the_missing_one_is_a_near_miss() -> None:
    archery, ranged = node("Bogenschießen"), IRI("urn:x#Fernkampffaehigkeit")
    quads = [
        (f"<{node('Legolas').value}>", f"<{HAS_SKILL.value}>", f"<{archery.value}>", ""),
        (f"<{archery.value}>", f"<{RDF_TYPE}>", f"<{ranged.value}>", ""),
        (f"<{node('Orks').value}>", f"<{REQUIRES.value}>", f"<{node('Fernkampf').value}>", ""),
    ]

    def named(terms: Collection[Term]) -> dict[Term, Labelled]:
        found = spelled(terms) | {ranged: Labelled(ranged, "Fernkampffähigkeit")}
        kinds = ("Fähigkeit", "Fernkampffähigkeit")
        return {t: replace(e, classes=kinds) if t == archery else e for t, e in found.items()}

    with open_writable(quads) as store:
        subgraph = select(mission("Orks"), store, names=named)

    miss = subgraph.near_misses[0]
    assert miss.entity.label == "Legolas"
    assert miss.met == ("hatSkill: Bogenschießen (Fernkampffähigkeit)",)
    assert miss.missed == ("Fernkampf",)
    assert [fact.predicate.value for fact in subgraph.facts] == [HAS_SKILL.value, RDF_TYPE]


class open_writable:  # noqa: N801 - reads as a verb in tests
    """A temporary store with these quads."""

    def __init__(self, quads: list[tuple[str, str, str, str]]) -> None:
        self.store = open_sqlite()
        with self.store.writing() as writer:
            writer.replace(Source("test"), quads)

    def __enter__(self) -> SQLiteStore:
        return self.store

    def __exit__(self, *error: object) -> None:
        self.store.close()


def test_members_of_a_requirement_are_near_misses_one_by_one(
    store: SQLiteStore, world: Any
) -> None:
    has, requires = world.term("hasSkill"), world.term("requiresSkill")
    of = Has(Step(requires, inverse=True), Is((world.term("Mission Borealis"),)))
    person = Constraint("Person", OfType((world.term("Person"),)))
    every = Constraint("alle Anforderungen", Every(Step(has), of), properties=(has, requires))
    subgraph = select(plan_for(every, person), store, names=world.names)

    assert [(miss.entity.label, miss.met, miss.missed) for miss in subgraph.near_misses] == [
        ("Anna Weber", ("Navigation",), ("Datenbanken",)),
        ("Clara Öztürk", ("Datenbanken",), ("Navigation",)),
    ]
    assert {fact.predicate for fact in subgraph.facts} == {has, requires}


def test_values_are_proved_and_say_nothing_about_the_values(lotr: SQLiteStore) -> None:
    gimli, experience, loyalty = (node(x) for x in ("Gimli", "hatErfahrungMit", "loyalität"))
    of_gimli = Is((gimli,))
    where = Or((Has(Step(experience, True), of_gimli), Has(Step(loyalty, True), of_gimli)))
    plan = Plan("values", where, subjects=(gimli,), properties=(experience, loyalty), language="de")
    subgraph = select(plan, lotr, names=spelled)

    assert labels(subgraph) == ["Verteidigung des Tors", "Zwerge"]
    assert spelled_facts(subgraph) == [
        ("Gimli", "hatErfahrungMit", "Verteidigung des Tors"),
        ("Gimli", "loyalität", "Zwerge"),
    ]


def test_literal_values_are_answers_with_their_own_text(store: SQLiteStore, world: Any) -> None:
    aurora, start = world.term("Mission Aurora"), world.term("startDate")
    plan = Plan(
        "values", Has(Step(start, True), Is((aurora,))), subjects=(aurora,), properties=(start,)
    )
    subgraph = select(plan, store, names=world.names)

    assert labels(subgraph) == ["2019-03-14"]
    assert [fact.object for fact in subgraph.facts] == [Literal("2019-03-14", XSD + "date")]


def test_the_budget_cuts_facts_but_no_answers(store: SQLiteStore, world: Any) -> None:
    where = Has(Step(world.term("hasSkill"), True), OfType((world.term("Person"),)))
    plan = Plan("values", where, properties=(world.term("hasSkill"),), language="de")
    whole = select(plan, store, names=world.names)
    cut = select(plan, store, names=world.names, budget=3)

    assert labels(cut) == labels(whole) == ["Datenbanken", "Navigation", "Python", "Schweißen"]
    assert (len(cut.facts), cut.truncated) == (3, True)
    assert cut.facts == whole.facts[:3]
    assert cut.total == 6
    assert (whole.total, whole.truncated) == (6, False) == (len(whole.facts), False)
    assert {fact.predicate for fact in whole.facts} == {world.term("hasSkill")}
    count = cut.derived[0]
    assert (count.kind, count.value) == ("count", 4)
    assert "Schweißen" in count.text


def python(world: Any, **options: Any) -> Constraint:
    return holds(world.term("hasSkill"), world.term("Python"), "hat Fähigkeit: Python", **options)


@pytest.mark.parametrize(
    ("options", "said", "complete"),
    [
        ({}, "2 verzeichnet", False),
        ({"world": "open"}, "mindestens 2", False),
        ({"world": "closed"}, "genau 2", True),
        ({"complete": {IRI("urn:world:hasSkill")}}, "genau 2", True),
        ({"complete": {IRI("urn:world:leads")}}, "2 verzeichnet", False),
    ],
)
def test_a_count_says_how_it_is_meant(
    store: SQLiteStore, world: Any, options: dict[str, Any], said: str, complete: bool
) -> None:
    plan = plan_for(python(world), operation="count")
    subgraph = select(plan, store, names=world.names, **options)

    assert subgraph.answers == (2,)
    assert subgraph.derived[0].text == (
        f"Es sind {said} (hat Fähigkeit: Python): Anna Weber, Ben Koch."
    )
    assert subgraph.derived[0].complete is complete
    assert [each.kind for each in subgraph.derived[1:]] == (["complete"] if complete else [])
    assert len(subgraph.facts) == 2


def exists(world: Any, mission: str) -> Plan:
    ben, took_part = world.term("Ben Koch"), world.term("participatedIn")
    in_it = holds(took_part, world.term(mission), f"nahm teil an: {mission}")
    return plan_for(
        in_it, where=And((Is((ben,)), in_it.where)), operation="exists", subjects=(ben,),
        properties=(took_part,),
    )  # fmt: skip


def test_yes_is_proved_by_the_statement(store: SQLiteStore, world: Any) -> None:
    subgraph = select(exists(world, "Mission Aurora"), store, names=world.names)

    assert subgraph.answers == (True,)
    assert [fact.key for fact in subgraph.facts] == [world.facts[5].key]


@pytest.mark.parametrize(
    ("reading", "text"),
    [("recorded", "Für Ben Koch nicht verzeichnet"), ("closed", "Trifft auf Ben Koch nicht zu")],
)
def test_no_shows_what_is_recorded_instead(
    store: SQLiteStore, world: Any, reading: Any, text: str
) -> None:
    subgraph = select(exists(world, "Mission Borealis"), store, names=world.names, world=reading)

    assert subgraph.answers == (False,)
    assert [fact.key for fact in subgraph.facts] == [world.facts[5].key]
    absent = subgraph.derived[0]
    assert (absent.kind, absent.value, absent.complete) == ("absent", False, reading == "closed")
    assert absent.text.startswith(text)


def test_another_value_of_a_functional_property_is_a_certain_no(
    store: SQLiteStore, world: Any
) -> None:
    clara, reports = world.term("Clara Öztürk"), world.term("reportsTo")
    to_ben = holds(reports, world.term("Ben Koch"), "berichtet an: Ben Koch")
    plan = plan_for(
        to_ben, where=And((Is((clara,)), to_ben.where)), operation="exists", subjects=(clara,)
    )
    sure = select(plan, store, names=world.names, limits=Limits({reports}))
    unsure = select(plan, store, names=world.names)

    assert (sure.derived[0].complete, unsure.derived[0].complete) == (True, False)


@pytest.mark.parametrize(
    ("reading", "text"),
    [
        ("recorded", "Für {} nicht verzeichnet: hat Fähigkeit: Python."),
        ("closed", "Trifft auf {} nicht zu: hat Fähigkeit: Python."),
    ],
)  # fmt: skip
def test_negation_is_said_as_it_is_known(
    store: SQLiteStore, world: Any, reading: Any, text: str
) -> None:
    universe = OfType((world.term("Person"),))
    without = python(world, excluded=True)
    plan = plan_for(without, where=And((universe, Not(without.where))))
    subgraph = select(plan, store, names=world.names, world=reading)

    assert labels(subgraph) == ["Anna Wegner", "Clara Öztürk", "Dana Roth"]
    absent = [each.text for each in subgraph.derived if each.kind == "absent"]
    assert absent == [text.format("Anna Wegner, Clara Öztürk und Dana Roth")]


def test_qualifiers_choose_the_proof(store: SQLiteStore, world: Any) -> None:
    level = QualifierCondition(world.term("level"), Is((Literal("Experte"),)))
    where = Has(Step(world.term("hasSkill")), Is((world.term("Python"),)), (level,))
    subgraph = select(plan_for(Constraint("Experte", where)), store, names=world.names)

    assert labels(subgraph) == ["Anna Weber"]
    assert subgraph.facts[0].key == world.facts[0].key
    assert subgraph.facts[0].qualifiers == world.facts[0].qualifiers


def test_a_compared_value_is_its_own_proof() -> None:
    mass, a = IRI("urn:x#mass"), IRI("urn:x#a")
    integer = f"^^<{XSD}integer>"
    quads = [(f"<{a.value}>", f"<{mass.value}>", f'"{n}"{integer}', "") for n in (3, 7, 9)]
    heavy = Constraint("mass > 5", Has(Step(mass), Compare(">", Literal("5", XSD + "integer"))))
    with open_writable(quads) as store:
        subgraph = select(plan_for(heavy, operation="count"), store, names=spelled)

    assert [str(fact.object) for fact in subgraph.facts] == ["7", "9"]


def test_the_best_value_is_said_with_its_holder() -> None:
    mass = IRI("urn:x#mass")
    quads = [
        (f"<urn:x#{name}>", f"<{mass.value}>", f'"{n}"^^<{XSD}integer>', "")
        for name, n in (("a", 3), ("b", 12))
    ]
    plan = Plan(
        "holders", Top(Has(Step(mass)), mass), (Constraint("mass", Has(Step(mass))),),
        superlative=Superlative("heaviest", True, mass), language="en",
    )  # fmt: skip
    with open_writable(quads) as store:
        subgraph = select(plan, store, names=spelled)

    assert labels(subgraph) == ["urn:x#b"]
    best = next(each for each in subgraph.derived if each.kind == "maximum")
    assert best.text == "Largest value of urn:x#mass: 12 (urn:x#b)."


def test_types_prove_only_where_nothing_else_does(store: SQLiteStore, world: Any) -> None:
    person = Constraint("Person", OfType((world.term("Person"),)))
    both = select(plan_for(python(world), person), store, names=world.names)
    alone = select(plan_for(person), store, names=world.names)

    assert [fact.predicate.value for fact in both.facts[:2]] == ["urn:world:hasSkill"] * 2
    assert [fact.predicate.value for fact in alone.facts[:5]] == [RDF_TYPE] * 5


def test_labels_and_the_individual_type_are_no_facts_about_an_answer() -> None:
    a, p, b = "<urn:x#a>", "<urn:x#p>", "<urn:x#b>"
    kinds = (f"<{OWL_NAMED_INDIVIDUAL}>", "<urn:x#C>")
    quads = [(a, p, b, ""), (a, f"<{RDFS_LABEL}>", '"A"', "")]
    quads += [(a, f"<{RDF_TYPE}>", kind, "") for kind in kinds]
    constraint = holds(IRI("urn:x#p"), IRI("urn:x#b"), "p: b")
    with open_writable(quads) as store:
        subgraph = select(plan_for(constraint), store, names=spelled)

    assert [str(fact.object) for fact in subgraph.facts] == ["urn:x#b", "urn:x#C"]
    assert subgraph.total == 2


def test_alternatives_are_each_proved_by_their_own(lotr: SQLiteStore) -> None:
    axe = holds(HAS_SKILL, node("Axtkampf"), "hatSkill: Axtkampf")
    parts = (axe.where, WILL.where)
    plan = plan_for(axe, WILL, combine="any", where=Or(parts))
    subgraph = select(plan, lotr, names=spelled)

    assert labels(subgraph) == ["Frodo", "Gimli"]
    assert spelled_facts(subgraph)[:2] == [
        ("Frodo", "hatSkill", "Willensstärke"), ("Gimli", "hatSkill", "Axtkampf"),
    ]  # fmt: skip
    assert subgraph.near_misses == ()


def test_a_neighbourhood_is_all_that_is_recorded_around(lotr: SQLiteStore) -> None:
    frodo = node("Frodo")
    whole = Plan("neighbourhood", Is((frodo,)), subjects=(frodo,))
    skills = replace(whole, properties=(HAS_SKILL,))

    assert len(select(whole, lotr, names=spelled).facts) == 6
    assert len(select(skills, lotr, names=spelled).facts) == 2


def test_many_answers_are_whole_and_the_total_is_exact() -> None:
    quads = [
        (f"<urn:x#{n:04}>", "<urn:x#p>", f"<urn:x#{value}>", "")
        for n in range(700) for value in ("wanted", "other")
    ]  # fmt: skip
    plan = plan_for(holds(IRI("urn:x#p"), IRI("urn:x#wanted"), "p"))
    with open_writable(quads) as store:
        subgraph = select(plan, store, names=spelled, budget=20)

    assert len(subgraph.answers) == 700
    assert (len(subgraph.facts), subgraph.total) == (20, 1_400)
    assert "650 weitere" in subgraph.derived[0].text


@pytest.mark.parametrize("budget", [1, 7, 30, 61, 100, 150, 1_000])
def test_any_budget_gives_a_prefix_of_the_same_facts_and_the_same_total(budget: int) -> None:
    quads = [
        (f"<urn:x#{n:03}>", f"<urn:x#p{n % 2}>", f"<urn:x#{value}>", "")
        for n in range(60) for value in ("a", "b", "c")
    ]  # fmt: skip
    constraints = [holds(IRI("urn:x#p0"), IRI(f"urn:x#{name}"), name) for name in "ab"]
    with open_writable(quads) as store:
        whole = select(plan_for(*constraints), store, names=spelled, budget=10_000)
        cut = select(plan_for(*constraints), store, names=spelled, budget=budget)

    assert (len(whole.answers), whole.total, len(whole.facts)) == (30, 90, 90)
    assert (cut.total, cut.facts) == (90, whole.facts[:budget])
    assert (cut.answers, cut.truncated) == (whole.answers, budget < 90)


def test_a_scope_hides_the_other_source(lotr: SQLiteStore) -> None:
    subgraph = select(stealthy(), lotr, names=spelled, scope=Scope(sources=frozenset({"other"})))

    assert (subgraph.answers, subgraph.facts) == ((), ())


def test_facts_beside_the_proofs_are_in_code_point_order(lotr: SQLiteStore) -> None:
    subgraph = select(stealthy(), lotr, names=spelled)
    beside = subgraph.facts[2:]

    assert list(beside) == sorted(beside, key=fact_order)
    assert len({fact.key for fact in subgraph.facts}) == len(subgraph.facts) == subgraph.total


def test_every_term_shown_has_a_label(lotr: SQLiteStore) -> None:
    subgraph = select(stealthy(WILL), lotr, names=spelled)
    named = {entity.term for entity in subgraph.entities}

    assert {term for f in subgraph.facts for term in (f.subject, f.predicate, f.object)} <= named
    assert node("Samweis") in named
