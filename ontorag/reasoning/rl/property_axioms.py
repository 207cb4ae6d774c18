"""Axioms about properties, compiled: rules prp-* of the W3C tables.

Source: OWL 2 Profiles, section 4.3, table 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TypeAlias

from ontorag.reasoning.rl import state as plans
from ontorag.reasoning.rl.lists import read_list
from ontorag.reasoning.rl.state import Reason, State
from ontorag.reasoning.rl.terms import (
    CHAIN,
    DOMAIN,
    EQUIVALENT_PROPERTY,
    FUNCTIONAL,
    INVERSE,
    INVERSE_FUNCTIONAL,
    KEY,
    RANGE,
    SAME,
    SUBPROPERTY,
    SYMMETRIC,
    TRANSITIVE,
    TYPE,
    Triple,
)

Path: TypeAlias = tuple[Triple, ...]
"""Facts that follow one another along a chain."""

Index: TypeAlias = dict[int, list[int]]

KEY_VALUES = 1000
"""So many combinations of values of one individual are compared by a key, no more."""

_FOLLOWS_ANYWAY = frozenset(
    {"scm-spo", "scm-eqp1", "scm-eqp2", "scm-dom1", "scm-dom2", "scm-rng1", "scm-rng2"}
)
"""Axioms found by these rules add nothing to data: the axioms they come from do it, in steps."""


def compile_property_axiom(state: State, fact: Triple) -> None:
    """Compile one axiom triple about properties."""
    s, p, o = fact
    reason = state.why[fact]
    if reason is not None and reason[0][0] in _FOLLOWS_ANYWAY:
        return
    if p == SUBPROPERTY and s != o:
        state.add_template(s, plans.SAME_WAY, o, ("prp-spo1", fact))
    elif p == EQUIVALENT_PROPERTY and s != o:
        state.add_template(s, plans.SAME_WAY, o, ("prp-eqp1", fact))
        state.add_template(o, plans.SAME_WAY, s, ("prp-eqp2", fact))
    elif p == INVERSE:
        state.add_template(s, plans.TURNED, o, ("prp-inv1", fact))
        state.add_template(o, plans.TURNED, s, ("prp-inv2", fact))
    elif p == DOMAIN:
        state.add_template(s, plans.TYPES_SUBJECT, o, ("prp-dom", fact))
    elif p == RANGE:
        state.add_template(s, plans.TYPES_OBJECT, o, ("prp-rng", fact))
    elif p == CHAIN:
        _compile_chain(state, fact)
    elif p == KEY:
        _compile_key(state, fact)
    elif p == TYPE:
        _compile_characteristic(state, fact)


def _compile_characteristic(state: State, fact: Triple) -> None:
    number, _, kind = fact
    if kind == SYMMETRIC:
        state.add_template(number, plans.TURNED, number, ("prp-symp", fact))
    elif kind == TRANSITIVE:
        compile_transitive(state, number, ("prp-trp", fact))
    elif kind == FUNCTIONAL:
        _compile_functional(state, number, ("prp-fp", fact))
    elif kind == INVERSE_FUNCTIONAL:
        _compile_inverse_functional(state, number, ("prp-ifp", fact))


def compile_transitive(state: State, number: int, reason: Reason) -> None:
    """Extend every fact to the right by a fact that is not itself made by transitivity.

    That finds all of the closure, and each pair at its base facts only: linear, not cubic.
    """
    if not state.is_new(reason):
        return
    plan, rule = state.property(number), reason[0]
    backward, why, add = state.backward(number), state.why, state.add
    base: dict[int, list[int]] = {}
    plan.base = base

    def extend(fact: Triple) -> None:
        s, p, o = fact
        for further in list(base.get(o, ())):
            if (s, p, further) not in why:
                add((s, p, further), (reason, fact, (o, p, further)))
        derivation = why[fact]
        if derivation is not None and derivation[0][0] == rule:
            return
        base.setdefault(s, []).append(o)
        for earlier in list(backward.get(s, ())):
            if (earlier, p, o) not in why:
                add((earlier, p, o), (reason, (earlier, p, s), fact))

    state.add_property_join(number, extend)


def _compile_functional(state: State, number: int, reason: Reason) -> None:
    forward = state.forward(number)

    def join(fact: Triple) -> None:
        other = forward[fact[0]][0]
        if other != fact[2]:
            state.add((other, SAME, fact[2]), (reason, (fact[0], number, other), fact))

    state.add_property_join(number, join)


def _compile_inverse_functional(state: State, number: int, reason: Reason) -> None:
    backward = state.backward(number)

    def join(fact: Triple) -> None:
        other = backward[fact[2]][0]
        if other != fact[0]:
            state.add((other, SAME, fact[0]), (reason, (other, number, fact[2]), fact))

    state.add_property_join(number, join)


def _compile_chain(state: State, axiom: Triple) -> None:
    members = read_list(state, axiom)
    if members is None or not members.terms:
        return
    reason = ("prp-spo2", axiom, *members.cells)
    if not state.is_new(reason):
        return
    target, steps = axiom[0], members.terms
    forward = [state.forward(step) for step in steps]
    backward = [state.backward(step) for step in steps]

    def at(place: int, fact: Triple) -> None:
        paths: Iterable[Path] = [(fact,)]
        for here in range(place - 1, -1, -1):
            paths = _with_before(paths, steps[here], backward[here])
        for here in range(place + 1, len(steps)):
            paths = _with_after(paths, steps[here], forward[here])
        for path in paths:
            state.watch()
            state.add((path[0][0], target, path[-1][2]), (reason, *path))

    for place, step in enumerate(steps):
        state.add_property_join(step, lambda fact, place=place: at(place, fact))  # type: ignore[misc]


def _with_before(paths: Iterable[Path], step: int, subjects: Index) -> Iterator[Path]:
    for path in paths:
        for before in subjects.get(path[0][0], ()):
            yield ((before, step, path[0][0]), *path)


def _with_after(paths: Iterable[Path], step: int, objects: Index) -> Iterator[Path]:
    for path in paths:
        for after in objects.get(path[-1][2], ()):
            yield (*path, (path[-1][2], step, after))


def _compile_key(state: State, axiom: Triple) -> None:
    members = read_list(state, axiom)
    if members is None or not members.terms:
        return
    reason = ("prp-key", axiom, *members.cells)
    if not state.is_new(reason):
        return
    cls, numbers = axiom[0], members.terms
    forward = [state.forward(number) for number in numbers]
    holders: dict[tuple[int, ...], int] = {}

    def compare(term: int) -> None:
        if not state.has_type(term, cls):
            return
        found = product(*(index.get(term, ()) for index in forward))
        for _, values in zip(range(KEY_VALUES), found, strict=False):
            other = holders.setdefault(values, term)
            if state.find(other) != state.find(term):
                state.add(
                    (other, SAME, term),
                    (reason, (other, TYPE, cls), (term, TYPE, cls), *_shared(other, term, values)),
                )

    def _shared(other: int, term: int, values: tuple[int, ...]) -> list[Triple]:
        pairs = zip(numbers, values, strict=True)
        return [(who, number, value) for number, value in pairs for who in (other, term)]

    state.add_class_join(cls, lambda fact: compare(fact[0]))
    for number in numbers:
        state.add_property_join(number, lambda fact: compare(fact[0]))
