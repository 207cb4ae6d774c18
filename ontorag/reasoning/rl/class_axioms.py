"""Axioms about classes, compiled: rules cax-* and cls-* of the W3C tables.

Source: OWL 2 Profiles, section 4.3, tables 6 and 7.
"""

from __future__ import annotations

from ontorag.reasoning.rl import state as plans
from ontorag.reasoning.rl.lists import read_list
from ontorag.reasoning.rl.literals import ILL_TYPED, literal_value
from ontorag.reasoning.rl.state import Reason, State
from ontorag.reasoning.rl.terms import (
    ALL,
    EQUIVALENT_CLASS,
    HAS_VALUE,
    INTERSECTION,
    MAX,
    MAX_QUALIFIED,
    ON_CLASS,
    ON_PROPERTY,
    ONE_OF,
    SAME,
    SOME,
    SUBCLASS,
    THING,
    TYPE,
    UNION,
    Triple,
)

_FOLLOWS_ANYWAY = frozenset({"scm-sco", "scm-eqc1", "scm-eqc2", "scm-int", "scm-uni", "scm-cls"})
"""Axioms found by these rules add nothing to data: the axioms they come from do it, in steps."""

RESTRICTION_PARTS = frozenset({ON_PROPERTY, ON_CLASS, SOME, ALL, HAS_VALUE, MAX, MAX_QUALIFIED})


def compile_class_axiom(state: State, fact: Triple) -> None:
    """Compile one axiom triple about classes."""
    s, p, o = fact
    derivation = state.why[fact]
    if derivation is not None and derivation[0][0] in _FOLLOWS_ANYWAY:
        return
    if p == SUBCLASS and s != o:
        state.add_super(s, o, ("cax-sco", fact))
    elif p == EQUIVALENT_CLASS and s != o:
        state.add_super(s, o, ("cax-eqc1", fact))
        state.add_super(o, s, ("cax-eqc2", fact))
    elif p in (INTERSECTION, UNION, ONE_OF):
        _compile_list(state, fact)
    elif p in RESTRICTION_PARTS:
        _compile_restriction(state, fact)


def _compile_list(state: State, axiom: Triple) -> None:
    cls, p, _ = axiom
    members = read_list(state, axiom)
    if members is None or not state.is_new(("list", axiom, *members.cells)):
        return
    if p == UNION:
        for member in members.terms:
            state.add_super(member, cls, ("cls-uni", axiom, *members.cells))
    elif p == ONE_OF:
        for member in members.terms:
            state.add((member, TYPE, cls), (("cls-oo", axiom, *members.cells),))
    elif members.terms:
        _compile_intersection(state, cls, members.terms, ("cls-int1", axiom, *members.cells))
        for member in members.terms:
            state.add_super(cls, member, ("cls-int2", axiom, *members.cells))


def _compile_intersection(state: State, cls: int, terms: tuple[int, ...], reason: Reason) -> None:
    def join(fact: Triple) -> None:
        individual, why = fact[0], state.why
        if (individual, TYPE, cls) in why:
            return
        premises = tuple((individual, TYPE, term) for term in terms)
        if all(premise in why for premise in premises):
            state.add((individual, TYPE, cls), (reason, *premises))

    for term in terms:
        state.add_class_join(term, join)


def _compile_restriction(state: State, fact: Triple) -> None:
    """Compile what a new part of a restriction completes, with the parts that came before."""
    restriction = fact[0]
    parts = state.parts.setdefault(restriction, [])
    parts.append(fact)
    named = [part for part in parts if part[1] == ON_PROPERTY]
    for property_part in [fact] if fact[1] == ON_PROPERTY else named:
        for part in parts:
            axioms = (part, property_part)
            if part[1] in _WITH_PROPERTY and state.is_new(axioms):
                _WITH_PROPERTY[part[1]](state, restriction, property_part[2], part[2], axioms)
            elif part[1] == MAX_QUALIFIED:
                _compile_qualified(state, restriction, part, property_part, parts)


def _compile_some(state: State, cls: int, number: int, filler: int, axioms: Reason) -> None:
    if filler == THING:
        state.add_template(number, plans.TYPES_SUBJECT, cls, ("cls-svf2", *axioms))
        return
    backward = state.backward(number)
    reason = ("cls-svf1", *axioms)

    def by_value(fact: Triple) -> None:
        if (fact[2], TYPE, filler) in state.why:
            state.add((fact[0], TYPE, cls), (reason, fact, (fact[2], TYPE, filler)))

    def by_type(fact: Triple) -> None:
        for subject in backward.get(fact[0], ()):
            state.add((subject, TYPE, cls), (reason, (subject, number, fact[0]), fact))

    state.add_property_join(number, by_value)
    state.add_class_join(filler, by_type)


def _compile_all(state: State, cls: int, number: int, filler: int, axioms: Reason) -> None:
    forward = state.forward(number)
    reason = ("cls-avf", *axioms)

    def by_value(fact: Triple) -> None:
        if (fact[0], TYPE, cls) in state.why:
            state.add((fact[2], TYPE, filler), (reason, (fact[0], TYPE, cls), fact))

    def by_type(fact: Triple) -> None:
        for value in forward.get(fact[0], ()):
            state.add((value, TYPE, filler), (reason, fact, (fact[0], number, value)))

    state.add_property_join(number, by_value)
    state.add_class_join(cls, by_type)


def _compile_value(state: State, cls: int, number: int, value: int, axioms: Reason) -> None:
    state.add_value(cls, number, value, ("cls-hv1", *axioms))
    state.add_value_class(number, value, cls, ("cls-hv2", *axioms))


def _compile_max(state: State, cls: int, number: int, limit: int, axioms: Reason) -> None:
    if count_of(state, limit) != 1:
        return
    forward = state.forward(number)
    reason = ("cls-maxc2", *axioms)

    def by_value(fact: Triple) -> None:
        member = (fact[0], TYPE, cls)
        if member in state.why:
            other = forward[fact[0]][0]
            if other != fact[2]:
                premises = (member, (fact[0], number, other), fact)
                state.add((other, SAME, fact[2]), (reason, *premises))

    def by_type(fact: Triple) -> None:
        for value in list(forward.get(fact[0], ())):
            by_value((fact[0], number, value))

    state.add_property_join(number, by_value)
    state.add_class_join(cls, by_type)


_WITH_PROPERTY = {
    SOME: _compile_some, ALL: _compile_all, HAS_VALUE: _compile_value, MAX: _compile_max,
}  # fmt: skip


def _compile_qualified(
    state: State, cls: int, limit: Triple, on: Triple, parts: list[Triple]
) -> None:
    if count_of(state, limit[2]) != 1:
        return
    for part in parts:
        axioms = (limit, on, part)
        if part[1] == ON_CLASS and state.is_new(axioms):
            _compile_max_qualified(state, cls, on[2], part[2], axioms)


def _compile_max_qualified(
    state: State, cls: int, number: int, filler: int, axioms: Reason
) -> None:
    forward, backward = state.forward(number), state.backward(number)
    reason = ("cls-maxqc4" if filler == THING else "cls-maxqc3", *axioms)

    def compare(subject: int) -> None:
        member = (subject, TYPE, cls)
        if member not in state.why:
            return
        first: tuple[Triple, ...] = ()
        for value in list(forward.get(subject, ())):
            fits = (value, TYPE, filler)
            here = (
                ((subject, number, value),) if filler == THING else ((subject, number, value), fits)
            )
            if filler != THING and fits not in state.why:
                continue
            if first and first[0][2] != value:
                state.add((first[0][2], SAME, value), (reason, member, *first, *here))
            first = first or here

    def by_filler(fact: Triple) -> None:
        for subject in list(backward.get(fact[0], ())):
            compare(subject)

    state.add_property_join(number, lambda fact: compare(fact[0]))
    state.add_class_join(cls, lambda fact: compare(fact[0]))
    if filler != THING:
        state.add_class_join(filler, by_filler)


def count_of(state: State, literal: int) -> int | None:
    """Give the number that a cardinality literal stands for; None for other terms."""
    value = literal_value(state.terms.texts[literal])
    if value == ILL_TYPED or value[0] != "decimal":
        return None
    return int(str(value[1])) if str(value[1]).isdigit() else None
