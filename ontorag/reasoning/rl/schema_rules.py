"""Axioms that follow from axioms: rules scm-* of the W3C tables.

Those that hold of every class or property (scm-cls, scm-op, scm-dp) are not written out;
`Materialised.entails` knows them.
Source: OWL 2 Profiles, section 4.3, table 9.
"""

from __future__ import annotations

from ontorag.reasoning.rl.lists import read_list
from ontorag.reasoning.rl.property_axioms import compile_transitive
from ontorag.reasoning.rl.state import Reason, State
from ontorag.reasoning.rl.terms import (
    ALL,
    DATATYPE_PROPERTY,
    DOMAIN,
    EQUIVALENT_CLASS,
    EQUIVALENT_PROPERTY,
    HAS_VALUE,
    INTERSECTION,
    OBJECT_PROPERTY,
    ON_PROPERTY,
    RANGE,
    SOME,
    SUBCLASS,
    SUBPROPERTY,
    TYPE,
    UNION,
    Triple,
)


class SchemaRules:
    """The joins of axioms with axioms; ``install`` makes them part of the property plans."""

    def __init__(self, state: State) -> None:
        self._state = state
        # (kind, property) and (kind, filler) -> restrictions (class, property, filler, axioms)
        self._by_property: dict[tuple[int, int], list[tuple[int, int, int, Reason]]] = {}
        self._by_filler: dict[tuple[int, int], list[tuple[int, int, int, Reason]]] = {}
        self._known: set[Reason] = set()

    def install(self) -> None:
        """Call each rule with every fact of the properties it is about."""
        state = self._state
        compile_transitive(state, SUBCLASS, ("scm-sco",))
        compile_transitive(state, SUBPROPERTY, ("scm-spo",))
        state.forward(SUBPROPERTY)
        state.forward(SUBCLASS)
        for number in (DOMAIN, RANGE):
            state.backward(number)
            state.forward(number)
        for number, join in (
            (SUBCLASS, self._subclass), (SUBPROPERTY, self._subproperty),
            (EQUIVALENT_CLASS, self._equivalent), (EQUIVALENT_PROPERTY, self._equivalent),
            (DOMAIN, self._domain), (RANGE, self._domain),
            (INTERSECTION, self._listed), (UNION, self._listed),
            (SOME, self._part), (ALL, self._part), (HAS_VALUE, self._part),
            (ON_PROPERTY, self._part),
        ):  # fmt: skip
            state.add_property_join(number, join)

    def _subclass(self, fact: Triple) -> None:
        sub, _, sup = fact
        if sub == sup:
            return
        self._two_ways(fact, EQUIVALENT_CLASS, "scm-eqc2")
        add, state = self._state.add, self._state
        for number, rule in ((DOMAIN, "scm-dom1"), (RANGE, "scm-rng1")):
            for prop in list(state.backward(number).get(sub, ())):
                add((prop, number, sup), ((rule,), (prop, number, sub), fact))
        for kind, rule in ((SOME, "scm-svf1"), (ALL, "scm-avf1")):
            for left in self._by_filler.get((kind, sub), ()):
                for right in self._by_filler.get((kind, sup), ()):
                    if left[1] == right[1]:
                        self._restricted(rule, left, right, fact)

    def _subproperty(self, fact: Triple) -> None:
        sub, _, sup = fact
        if sub == sup:
            return
        self._two_ways(fact, EQUIVALENT_PROPERTY, "scm-eqp2")
        add, state = self._state.add, self._state
        for number, rule in ((DOMAIN, "scm-dom2"), (RANGE, "scm-rng2")):
            for cls in list(state.forward(number).get(sup, ())):
                add((sub, number, cls), ((rule,), (sup, number, cls), fact))
        for kind, rule in ((SOME, "scm-svf2"), (ALL, "scm-avf2"), (HAS_VALUE, "scm-hv")):
            for left in self._by_property.get((kind, sub), ()):
                for right in self._by_property.get((kind, sup), ()):
                    if left[2] == right[2]:
                        pair = (right, left) if kind == ALL else (left, right)
                        self._restricted(rule, pair[0], pair[1], fact, swapped=kind == ALL)

    def _two_ways(self, fact: Triple, number: int, rule: str) -> None:
        left, p, right = fact
        back = (right, p, left)
        if left != right and back in self._state.why:
            self._state.add((left, number, right), ((rule,), fact, back))
            self._state.add((right, number, left), ((rule,), back, fact))

    def _equivalent(self, fact: Triple) -> None:
        left, p, right = fact
        below, rule = (SUBCLASS, "scm-eqc1") if p == EQUIVALENT_CLASS else (SUBPROPERTY, "scm-eqp1")
        if left != right:
            self._state.add((left, below, right), ((rule,), fact))
            self._state.add((right, below, left), ((rule,), fact))

    def _domain(self, fact: Triple) -> None:
        prop, number, cls = fact
        state = self._state
        first, second = ("scm-dom1", "scm-dom2") if number == DOMAIN else ("scm-rng1", "scm-rng2")
        for sup in list(state.forward(SUBCLASS).get(cls, ())):
            state.add((prop, number, sup), ((first,), fact, (cls, SUBCLASS, sup)))
        for sub in list(state.backward(SUBPROPERTY).get(prop, ())):
            state.add((sub, number, cls), ((second,), fact, (sub, SUBPROPERTY, prop)))

    def _listed(self, axiom: Triple) -> None:
        members = read_list(self._state, axiom)
        if members is None:
            return
        cls, p, _ = axiom
        rule = "scm-int" if p == INTERSECTION else "scm-uni"
        for member in members.terms:
            pair = (cls, member) if p == INTERSECTION else (member, cls)
            if pair[0] != pair[1]:
                self._state.add((pair[0], SUBCLASS, pair[1]), ((rule, axiom, *members.cells),))

    def _part(self, fact: Triple) -> None:
        """Note a restriction that a new part completes, and compare it with those like it."""
        cls = fact[0]
        parts = self._state.parts.get(cls, ())
        for on in parts:
            if on[1] != ON_PROPERTY or (fact[1] == ON_PROPERTY and on != fact):
                continue
            for part in [fact] if fact[1] != ON_PROPERTY else list(parts):
                if part[1] in (SOME, ALL, HAS_VALUE) and (part, on) not in self._known:
                    self._known.add((part, on))
                    self._note(part[1], (cls, on[2], part[2], (part, on)))

    def _note(self, kind: int, restriction: tuple[int, int, int, Reason]) -> None:
        _, prop, filler, _ = restriction
        why, find = self._state.why, self._state.find
        for other in self._by_property.get((kind, find(prop)), ()):
            for left, right in ((restriction, other), (other, restriction)):
                fact = (left[2], SUBCLASS, right[2])
                if kind in (SOME, ALL) and fact in why and left[2] != right[2]:
                    self._restricted("scm-svf1" if kind == SOME else "scm-avf1", left, right, fact)
        rule = {SOME: "scm-svf2", ALL: "scm-avf2", HAS_VALUE: "scm-hv"}[kind]
        for other in self._by_filler.get((kind, filler), ()):
            for left, right in ((restriction, other), (other, restriction)):
                fact = (left[1], SUBPROPERTY, right[1])
                if fact in why and left[1] != right[1]:
                    pair = (right, left) if kind == ALL else (left, right)
                    self._restricted(rule, pair[0], pair[1], fact, swapped=kind == ALL)
        self._by_property.setdefault((kind, prop), []).append(restriction)
        self._by_filler.setdefault((kind, filler), []).append(restriction)

    def compare_alike(self) -> None:
        """Relate restrictions on one property with one filler, where that can lead further.

        The W3C rule needs that the property is below itself (scm-op, scm-dp), so that it is
        declared. A class that is never below another, equal to one or part of one leads nowhere.
        """
        for (kind, _), restrictions in list(self._by_filler.items()):
            rule = {SOME: "scm-svf2", ALL: "scm-avf2", HAS_VALUE: "scm-hv"}[kind]
            groups: dict[int, list[tuple[int, int, int, Reason]]] = {}
            for restriction in restrictions:
                groups.setdefault(restriction[1], []).append(restriction)
            for prop, group in groups.items():
                below = self._below_itself(prop) if len(group) > 1 else None
                if below is None:
                    continue
                for sup in group:
                    for sub in group if self._leads_on(sup[0]) else ():
                        self._restricted(rule, sub, sup, below, swapped=kind == ALL)

    def _below_itself(self, prop: int) -> Triple | None:
        fact, why = (prop, SUBPROPERTY, prop), self._state.why
        for kind, rule in ((OBJECT_PROPERTY, "scm-op"), (DATATYPE_PROPERTY, "scm-dp")):
            if fact not in why and (prop, TYPE, kind) in why:
                why[fact] = ((rule,), (prop, TYPE, kind))
        return fact if fact in why else None

    def _leads_on(self, cls: int) -> bool:
        state = self._state
        return (
            cls in state.forward(SUBCLASS)
            or cls in state.forward(EQUIVALENT_CLASS)
            or cls in state.list_axioms
            or any((kind, cls) in self._by_filler for kind in (SOME, ALL))
        )

    def _restricted(
        self,
        rule: str,
        sub: tuple[int, int, int, Reason],
        sup: tuple[int, int, int, Reason],
        fact: Triple,
        *,
        swapped: bool = False,
    ) -> None:
        if sub[0] != sup[0]:
            axioms = (*sup[3], *sub[3]) if swapped else (*sub[3], *sup[3])
            self._state.add((sub[0], SUBCLASS, sup[0]), ((rule, *axioms), fact))
