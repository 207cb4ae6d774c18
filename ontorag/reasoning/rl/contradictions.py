"""What contradicts itself: the rules of the W3C tables whose conclusion is false.

They make no facts, so they are looked up once when everything has followed. Classes that
can have no member are another matter: they are listed, and contradict nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeAlias

from ontorag.reasoning.rl.class_axioms import count_of
from ontorag.reasoning.rl.equality import VIRTUAL_SAME
from ontorag.reasoning.rl.lists import Members, read_list
from ontorag.reasoning.rl.literals import ILL_TYPED, belongs, literal_value
from ontorag.reasoning.rl.state import State
from ontorag.reasoning.rl.terms import (
    ALL_DIFFERENT,
    ALL_DISJOINT_CLASSES,
    ALL_DISJOINT_PROPERTIES,
    ASYMMETRIC,
    COMPLEMENT,
    DIFFERENT,
    DISJOINT,
    DISJOINT_PROPERTY,
    DISTINCT_MEMBERS,
    IRREFLEXIVE,
    MAX,
    MAX_QUALIFIED,
    MEMBERS,
    NEGATIVE_OBJECT,
    NEGATIVE_PROPERTY,
    NEGATIVE_SUBJECT,
    NEGATIVE_VALUE,
    NOTHING,
    ON_CLASS,
    ON_PROPERTY,
    SUBCLASS,
    THING,
    TYPE,
    Triple,
)

Clash: TypeAlias = tuple[str, tuple[Triple, ...]]
"""A rule's name, and the facts and axioms that it finds together."""


def find_clashes(state: State) -> Iterator[Clash]:
    """Give every contradiction, rule by rule, in the order of the facts."""
    yield from state.clashes
    for find in (
        _different, _irreflexive, _asymmetric, _disjoint_properties, _negatives,
        _nothing, _disjoint_classes, _at_most_none, _ill_typed,
    ):  # fmt: skip
        yield from find(state)


def find_unsatisfiable(state: State) -> dict[int, tuple[Triple, ...]]:
    """Give the classes that can have no member, each with the axioms that say so."""
    found: dict[int, tuple[Triple, ...]] = {}
    for sub, _, _ in _facts(state, SUBCLASS, NOTHING):
        if sub != NOTHING:
            found.setdefault(sub, ((sub, SUBCLASS, NOTHING),))
    backward = state.backward(SUBCLASS)
    for left, right, axioms in _disjoint_pairs(state):
        below = {left, *backward.get(left, ())} & {right, *backward.get(right, ())}
        for cls in sorted(below):
            found.setdefault(cls, (*_below(cls, left, right), *axioms))
    for terms, axioms in _groups(state, ALL_DISJOINT_CLASSES):
        first: dict[int, int] = {}
        for place, term in enumerate(terms):
            for cls in (term, *backward.get(term, ())):
                other = first.setdefault(cls, place)
                if other != place:
                    found.setdefault(cls, (*_below(cls, terms[other], term), *axioms))
    return found


def _below(cls: int, left: int, right: int) -> tuple[Triple, ...]:
    """Give the steps from a class to two that it is below, where it is not one of them."""
    return tuple((cls, SUBCLASS, sup) for sup in (left, right) if cls != sup)


def _facts(state: State, number: int, value: int | None = None) -> list[Triple]:
    """Give the facts of a property (and an object) as they are now, in order."""
    if number == TYPE and value is not None:
        plan = state.classes.get(value)
        return state.current(plan.members) if plan else []
    plain = state.properties.get(number)
    facts = state.current(plain.facts) if plain else []
    return facts if value is None else [fact for fact in facts if fact[2] == value]


def _different(state: State) -> Iterator[Clash]:
    for fact in state.properties[DIFFERENT].facts if DIFFERENT in state.properties else ():
        if state.find(fact[0]) == state.find(fact[2]):
            yield "eq-diff1", _same(fact[0], fact[2], fact)
    for holder, _, _ in _facts(state, TYPE, ALL_DIFFERENT):
        for number, rule in ((MEMBERS, "eq-diff2"), (DISTINCT_MEMBERS, "eq-diff3")):
            for axiom, members in _lists(state, holder, number):
                seen: dict[int, int] = {}
                raw = _raw_members(state, axiom)
                for term in raw:
                    other = seen.setdefault(state.find(term), term)
                    if raw.count(term) > 1 or other != term:
                        kind = (holder, TYPE, ALL_DIFFERENT)
                        yield rule, _same(other, term, kind, axiom, *members.cells)


def _same(left: int, right: int, *others: Triple) -> tuple[Triple, ...]:
    return ((left, VIRTUAL_SAME, right), *others) if left != right else others


def _raw_members(state: State, axiom: Triple) -> list[int]:
    terms: list[int] = []
    cell = axiom[2]
    while state.first.get(cell):
        terms.append(state.first[cell][0])
        cell = state.rest[cell][0]
    return terms


def _irreflexive(state: State) -> Iterator[Clash]:
    for axiom in _facts(state, TYPE, IRREFLEXIVE):
        for fact in _facts(state, axiom[0]):
            if fact[0] == fact[2]:
                yield "prp-irp", (axiom, fact)


def _asymmetric(state: State) -> Iterator[Clash]:
    for axiom in _facts(state, TYPE, ASYMMETRIC):
        for fact in _facts(state, axiom[0]):
            back = (fact[2], fact[1], fact[0])
            if fact <= back and back in state.why:
                yield "prp-asyp", (axiom, *dict.fromkeys((fact, back)))


def _disjoint_properties(state: State) -> Iterator[Clash]:
    for axiom in _facts(state, DISJOINT_PROPERTY):
        for fact in _facts(state, axiom[0]):
            other = (fact[0], axiom[2], fact[2])
            if other in state.why:
                yield "prp-pdw", (axiom, *dict.fromkeys((fact, other)))
    for terms, axioms in _groups(state, ALL_DISJOINT_PROPERTIES):
        by_term = [_facts(state, term) for term in terms]
        for left, right in _met_twice(by_term, lambda fact: (fact[0], fact[2])):
            yield "prp-adp", (*axioms, *dict.fromkeys((left, right)))


def _met_twice(
    parts: Sequence[Sequence[Triple]], key: Callable[[Triple], Hashable]
) -> Iterator[tuple[Triple, Triple]]:
    """Give the facts of two parts that are about the same, each with the first one."""
    first: dict[Hashable, tuple[int, Triple]] = {}
    for place, facts in enumerate(parts):
        for fact in facts:
            other = first.setdefault(key(fact), (place, fact))
            if other[0] != place:
                yield other[1], fact


def _negatives(state: State) -> Iterator[Clash]:
    numbers = _by_subject(state, NEGATIVE_PROPERTY)
    targets = [
        (rule, _by_subject(state, kind))
        for kind, rule in ((NEGATIVE_OBJECT, "prp-npa1"), (NEGATIVE_VALUE, "prp-npa2"))
    ]
    for subject in _facts(state, NEGATIVE_SUBJECT):
        for number in numbers.get(subject[0], ()):
            for rule, by_holder in targets:
                for target in by_holder.get(subject[0], ()):
                    fact = (subject[2], number[2], target[2])
                    if fact in state.why:
                        yield rule, (subject, number, target, fact)


def _by_subject(state: State, number: int) -> dict[int, list[Triple]]:
    found: dict[int, list[Triple]] = {}
    for fact in _facts(state, number):
        found.setdefault(fact[0], []).append(fact)
    return found


def _nothing(state: State) -> Iterator[Clash]:
    for fact in _facts(state, TYPE, NOTHING):
        yield "cls-nothing2", (fact,)


def _disjoint_pairs(state: State) -> Iterator[tuple[int, int, tuple[Triple, ...]]]:
    for number in (DISJOINT, COMPLEMENT):
        for axiom in _facts(state, number):
            yield axiom[0], axiom[2], (axiom,)


def _groups(state: State, kind: int) -> Iterator[tuple[tuple[int, ...], tuple[Triple, ...]]]:
    """Give the terms that exclude one another by one axiom, and the statements that make it."""
    for holder in _facts(state, TYPE, kind):
        for axiom, members in _lists(state, holder[0], MEMBERS):
            yield members.terms, (holder, axiom, *members.cells)


def _disjoint_classes(state: State) -> Iterator[Clash]:
    for left, right, axioms in _disjoint_pairs(state):
        rule = "cax-dw" if axioms[0][1] == DISJOINT else "cls-com"
        few, many = sorted(
            (left, right),
            key=lambda cls: len(state.classes[cls].members) if cls in state.classes else 0,
        )
        for fact in _facts(state, TYPE, few):
            other = (fact[0], TYPE, many)
            if other in state.why:
                yield rule, (*axioms, *dict.fromkeys((fact, other)))
    for terms, axioms in _groups(state, ALL_DISJOINT_CLASSES):
        by_class = [_facts(state, TYPE, cls) for cls in terms]
        for one, other in _met_twice(by_class, lambda fact: fact[0]):
            yield "cax-adc", (*axioms, *dict.fromkeys((one, other)))


def _at_most_none(state: State) -> Iterator[Clash]:
    for limit in (*_facts(state, MAX), *_facts(state, MAX_QUALIFIED)):
        if count_of(state, limit[2]) != 0:
            continue
        parts = state.parts.get(limit[0], ())
        for on in [part for part in parts if part[1] == ON_PROPERTY]:
            if limit[1] == MAX:
                yield from _too_many(state, "cls-maxc1", (limit, on), on[2], None)
            for part in parts:
                if limit[1] == MAX_QUALIFIED and part[1] == ON_CLASS:
                    filler = None if part[2] == THING else part[2]
                    rule = "cls-maxqc1" if filler is not None else "cls-maxqc2"
                    yield from _too_many(state, rule, (limit, on, part), on[2], filler)


def _too_many(
    state: State, rule: str, axioms: tuple[Triple, ...], number: int, filler: int | None
) -> Iterator[Clash]:
    members = {fact[0]: fact for fact in _facts(state, TYPE, axioms[0][0])}
    for fact in _facts(state, number) if members else ():
        if fact[0] not in members:
            continue
        fits = (fact[2], TYPE, filler) if filler is not None else None
        if fits is None or fits in state.why:
            yield rule, (*axioms, members[fact[0]], fact, *([fits] if fits else []))


def _ill_typed(state: State) -> Iterator[Clash]:
    """Literals that are no value of their own datatype, or not of one that they must have."""
    texts = state.terms.texts
    for number, text in enumerate(texts):
        if text.startswith('"') and text.endswith(">") and literal_value(text) == ILL_TYPED:
            for fact in _holders(state, number):
                yield "dt-not-type", (fact,)
    for cls, plan in sorted(state.classes.items()):
        datatype = texts[cls][1:-1]
        for fact in plan.members:
            text = texts[fact[0]]
            if text.startswith('"') and belongs(literal_value(text), datatype) is False:
                yield "dt-not-type", (fact,)


def _holders(state: State, literal: int) -> list[Triple]:
    given = (fact for fact, reason in state.why.items() if reason is None)
    return [fact for fact in given if fact[2] == literal][:1]


def _lists(state: State, holder: int, number: int) -> list[tuple[Triple, Members]]:
    axioms = [axiom for axiom in _facts(state, number) if axiom[0] == holder]
    lists = [(axiom, read_list(state, axiom)) for axiom in axioms]
    return [(axiom, members) for axiom, members in lists if members is not None]
