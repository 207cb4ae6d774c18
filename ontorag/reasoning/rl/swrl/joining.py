"""Run rules: each new fact is joined with facts before it, as the body asks.

The premises of what a rule concludes are the statements that make the rule, and the facts that
satisfy its body; terms that are equal, and values that compare as they should, need none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations

from ontorag.reasoning.rl.lists import read_list
from ontorag.reasoning.rl.literals import belongs, literal_value
from ontorag.reasoning.rl.state import TURNED, Reason, State
from ontorag.reasoning.rl.swrl.builtins import COMPARING, builtin_name, compare, compute
from ontorag.reasoning.rl.swrl.reading import Atom, Rule, UnusableRuleError, read_rule, rule_nodes
from ontorag.reasoning.rl.terms import (
    ALL_DIFFERENT,
    BUILTIN_ATOM,
    CLASS_ATOM,
    DATA_RANGE_ATOM,
    DIFFERENT,
    DIFFERENT_ATOM,
    DISTINCT_MEMBERS,
    MEMBERS,
    RULE,
    SAME_ATOM,
    THING,
    TYPE,
    Triple,
)

Binding = dict[int, int]
"""Variables and what stands in their place."""

Used = dict[int, Triple]
"""Places of atoms in the body, and the facts that satisfy them."""

RULE_NAME = "swrl"


_DIFFERENT = "ontorag-different"


def know_the_different(state: State) -> None:
    """Let owl:differentFrom hold both ways, and between the members of an owl:AllDifferent."""

    def pair(axiom: Triple) -> None:
        kind = (axiom[0], TYPE, ALL_DIFFERENT)
        members = read_list(state, axiom) if kind in state.why else None
        if members is None:
            return
        reason = (_DIFFERENT, kind, axiom, *members.cells)
        for left, right in permutations(members.terms, 2):
            state.watch()
            state.add((left, DIFFERENT, right), (reason,))

    if state.is_new((_DIFFERENT,)):
        state.add_template(DIFFERENT, TURNED, DIFFERENT, (_DIFFERENT,))
        state.add_property_join(MEMBERS, pair)
        state.add_property_join(DISTINCT_MEMBERS, pair)


class RuleJoins:
    """The rules of one state, compiled; ``literal`` gives the term of a computed literal."""

    def __init__(self, state: State, literal: Callable[[str], int]) -> None:
        self._state, self._literal = state, literal
        self._users: dict[int, set[int]] = {}

    def install(self) -> None:
        """Compile every rule that can be run, and name those that cannot."""
        for node in rule_nodes(self._state):
            self._compile(node)
        bodies = (atom for rule in self._state.rules.values() for atom in rule.body)
        if any(atom.kind == DIFFERENT_ATOM for atom in bodies):
            know_the_different(self._state)

    def moved(self, term: int) -> None:
        """Compile anew the rules that a term is used in, after it became equal to another."""
        for node in sorted(self._users.pop(term, ())):
            self._compile(node)

    def _compile(self, node: int) -> None:
        state = self._state
        try:
            rule = read_rule(state, node)
        except UnusableRuleError as problem:
            state.malformed[node, TYPE, RULE] = str(problem)
            return
        state.rules[node] = rule
        for term in rule.terms():
            self._users.setdefault(term, set()).add(node)
        reason = (RULE_NAME, *rule.axioms)
        if not state.is_new(reason):
            return
        for order in rule.orders():
            start = rule.body[order[0]] if order else None
            if start is None or not start.asks_for_facts:
                self._conclude_all(rule, reason, order, {}, {})
            elif start.kind == CLASS_ATOM:
                state.add_class_join(start.predicate, partial(self._fire, rule, reason, order))
            else:
                state.add_property_join(start.predicate, partial(self._fire, rule, reason, order))

    def _fire(self, rule: Rule, reason: Reason, order: tuple[int, ...], fact: Triple) -> None:
        """Conclude from every way in which a fact, with others, satisfies the body."""
        start = rule.body[order[0]]
        binding = self._bound(rule, start, fact[::2][: len(start.arguments)], {})
        if binding is not None:
            self._conclude_all(rule, reason, order[1:], binding, {order[0]: fact})

    def _conclude_all(
        self, rule: Rule, reason: Reason, order: tuple[int, ...], binding: Binding, used: Used
    ) -> None:
        for satisfied, met in self._solutions(rule, order, binding, used):
            self._conclude(rule, reason, satisfied, tuple(met[place] for place in sorted(met)))

    def _conclude(
        self, rule: Rule, reason: Reason, binding: Binding, used: tuple[Triple, ...]
    ) -> None:
        state = self._state
        if not rule.head:
            state.clash(RULE_NAME, (*reason[1:], *dict.fromkeys(used)))
        for atom in rule.head:
            terms = [binding.get(term, term) for term in atom.arguments]
            if atom.kind == CLASS_ATOM:
                state.add((terms[0], TYPE, atom.predicate), (reason, *used))
            else:
                state.add((terms[0], atom.predicate, terms[1]), (reason, *used))

    def _solutions(
        self, rule: Rule, order: tuple[int, ...], binding: Binding, used: Used
    ) -> Iterator[tuple[Binding, Used]]:
        if not order:
            yield binding, used
            return
        atom = rule.body[order[0]]
        for terms, fact in self._matches(atom, [binding.get(a, a) for a in atom.arguments], rule):
            self._state.watch()
            further = self._bound(rule, atom, terms, binding)
            if further is not None:
                met = used if fact is None else {**used, order[0]: fact}
                yield from self._solutions(rule, order[1:], further, met)

    def _bound(
        self, rule: Rule, atom: Atom, terms: tuple[int, ...], binding: Binding
    ) -> Binding | None:
        """Bind an atom's arguments to terms; None where that cannot be, or one is unnamed."""
        found = dict(binding)
        for argument, term in zip(atom.arguments, terms, strict=True):
            if argument not in rule.variables:
                if self._state.find(argument) != term:
                    return None
            elif found.setdefault(argument, term) != term or self._state.terms.is_blank(term):
                return None
        return found

    def _matches(
        self, atom: Atom, terms: list[int], rule: Rule
    ) -> Iterator[tuple[tuple[int, ...], Triple | None]]:
        """Give the terms that satisfy an atom, and the fact that says so, where one does."""
        free = [term in rule.variables for term in terms]
        terms = [self._state.find(term) for term in terms]
        if atom.kind == BUILTIN_ATOM:
            yield from self._computed(atom, terms, free)
        elif atom.kind == DATA_RANGE_ATOM:
            texts = self._state.terms.texts
            if belongs(literal_value(texts[terms[0]]), texts[atom.predicate][1:-1]):
                yield (terms[0],), None
        elif atom.kind == SAME_ATOM:
            ends = {term for term, is_free in zip(terms, free, strict=True) if not is_free}
            if len(ends) == 1:
                yield (*ends, *ends), None
        elif atom.kind == CLASS_ATOM:
            yield from self._members(atom.predicate, terms[0], free[0])
        else:
            for fact in self._facts(atom.predicate, terms, free):
                yield (fact[0], fact[2]), fact

    def _members(
        self, cls: int, term: int, is_free: bool
    ) -> Iterator[tuple[tuple[int, ...], Triple | None]]:
        if cls == THING:
            yield (term,), None
        elif not is_free:
            if self._state.has_type(term, cls):
                yield (term,), (term, TYPE, cls)
        else:
            for fact in self._state.current(self._state.a_class(cls).members):
                yield (fact[0],), fact

    def _facts(self, number: int, terms: list[int], free: list[bool]) -> Iterator[Triple]:
        state = self._state
        s, o = terms
        if not any(free):
            if (s, number, o) in state.why:
                yield s, number, o
        elif not free[0]:
            for value in list(state.forward(number).get(s, ())):
                yield s, number, value
        elif not free[1]:
            for subject in list(state.backward(number).get(o, ())):
                yield subject, number, o
        else:
            yield from state.current(state.property(number).facts)

    def _computed(
        self, atom: Atom, terms: list[int], free: list[bool]
    ) -> Iterator[tuple[tuple[int, ...], None]]:
        texts = self._state.terms.texts
        name = builtin_name(texts[atom.predicate][1:-1])
        if name in COMPARING:
            if compare(name, texts[terms[0]], texts[terms[1]]):
                yield tuple(terms), None
            return
        result = compute(name, [texts[term] for term in terms[1:]])
        if result is None:
            return
        if free[0]:
            yield (self._state.find(self._literal(result)), *terms[1:]), None
        elif compare("equal", result, texts[terms[0]]):
            yield tuple(terms), None
