"""Rules of SWRL as their statements say them, and whether they can be run.

A rule is run when it is DL-safe: every variable, those of the head among them, is bound by a
fact that an atom of the body asks for, and ranges over named individuals and literals. A rule
that is not, or that uses what is not known here, is told apart with the reason.
Source: SWRL: A Semantic Web Rule Language, section 6 (RDF concrete syntax); B. Motik, U. Sattler,
R. Studer: Query Answering for OWL-DL with Rules (DL-safety).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ontorag.names import local_name
from ontorag.reasoning.rl.equality import canonical_fact
from ontorag.reasoning.rl.literals import knows
from ontorag.reasoning.rl.state import State
from ontorag.reasoning.rl.swrl.builtins import arity_problem
from ontorag.reasoning.rl.terms import (
    ARGUMENT_1,
    ARGUMENT_2,
    ARGUMENTS,
    ATOM_KINDS,
    BODY,
    BUILTIN,
    BUILTIN_ATOM,
    CLASS_ATOM,
    CLASS_PREDICATE,
    DATA_RANGE,
    DATA_RANGE_ATOM,
    DIFFERENT,
    DIFFERENT_ATOM,
    FIRST,
    HEAD,
    NIL,
    PROPERTY_ATOM,
    PROPERTY_PREDICATE,
    REST,
    RULE,
    SAME,
    SAME_ATOM,
    THING,
    TYPE,
    VALUE_ATOM,
    VARIABLE,
    Triple,
)


class UnusableRuleError(Exception):
    """A rule that is not run; the message says why. ``rule`` is what could be read all the same."""

    def __init__(self, problem: str, rule: Rule | None = None) -> None:
        super().__init__(problem)
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Atom:
    """One atom: its kind, what it is about (a class, property, datatype, built-in), arguments."""

    kind: int
    predicate: int
    arguments: tuple[int, ...]

    @property
    def asks_for_facts(self) -> bool:
        """Whether facts satisfy it, and not the terms alone; everything is an owl:Thing."""
        if self.kind == CLASS_ATOM:
            return self.predicate != THING
        return self.kind in (PROPERTY_ATOM, VALUE_ATOM, DIFFERENT_ATOM)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that can be run; ``axioms`` are the statements that make it."""

    node: int
    body: tuple[Atom, ...]
    head: tuple[Atom, ...]
    variables: frozenset[int]
    axioms: tuple[Triple, ...]

    def terms(self) -> Iterator[int]:
        """Give the terms that are no variables: what its atoms are about, and constants."""
        for atom in (*self.body, *self.head):
            yield atom.predicate
            yield from (term for term in atom.arguments if term not in self.variables)

    def orders(self) -> Iterator[tuple[int, ...]]:
        """Give for each atom that asks for facts the order to meet the body in, from it on.

        Atoms are given by their places. A body that asks for no facts has one order, of its own.
        Raises `UnusableRuleError`.
        """
        places = range(len(self.body))
        starts = [place for place in places if self.body[place].asks_for_facts]
        for start in starts:
            yield self._ordered([start], [place for place in places if place != start])
        if not starts:
            yield self._ordered([], list(places))

    def _ordered(self, ordered: list[int], others: list[int]) -> tuple[int, ...]:
        bound = {v for place in ordered for v in self._variables_of(self.body[place])}
        while others:
            costs = [self._cost(self.body[place], bound) for place in others]
            if min(costs) == _NEVER:
                raise UnusableRuleError("a variable of its body is bound by no fact")
            place = others.pop(costs.index(min(costs)))
            bound |= self._variables_of(self.body[place])
            ordered.append(place)
        if not {v for atom in self.head for v in self._variables_of(atom)} <= bound:
            raise UnusableRuleError("a variable of its head is bound by no fact of its body")
        return tuple(ordered)

    def _variables_of(self, atom: Atom) -> set[int]:
        return {*atom.arguments} & self.variables

    def _cost(self, atom: Atom, bound: set[int]) -> int:
        """Say how much an atom leaves open; ``_NEVER`` for one that has to wait."""
        free = [term for term in atom.arguments if term in self.variables - bound]
        if atom.asks_for_facts:
            return len(set(free)) + 1
        if atom.kind == BUILTIN_ATOM:
            is_result = len(atom.arguments) > 2 and free == [atom.arguments[0]]
            return 0 if not free or is_result else _NEVER
        return 0 if not free or (atom.kind == SAME_ATOM and len(set(free)) < 2) else _NEVER


_NEVER = 9


def rule_nodes(state: State) -> list[int]:
    """Give the nodes of all rules, in the order they were read."""
    return [node for node in state.rule_parts if (node, TYPE, RULE) in state.why]


def read_rule(state: State, node: int) -> Rule:
    """Read one rule. Raises `UnusableRuleError` for one that cannot be run."""
    reading = _Reading(state)
    reading.take(node, TYPE, RULE)
    body, head = reading.atoms(node, BODY), reading.atoms(node, HEAD)
    rule = Rule(node, body, head, frozenset(reading.variables), tuple(dict.fromkeys(reading.used)))
    if any(atom.kind in (BUILTIN_ATOM, DATA_RANGE_ATOM) for atom in head):
        raise UnusableRuleError("its head concludes about values", rule)
    try:
        list(rule.orders())
    except UnusableRuleError as problem:
        raise UnusableRuleError(str(problem), rule) from problem
    return rule


class _Reading:
    """Collects the statements that one rule is read from."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.used: list[Triple] = []
        self.variables: set[int] = set()

    def take(self, s: int, p: int, o: int) -> int:
        """Note a statement of the rule; give its object, of equal ones the representative."""
        fact = canonical_fact(self._state, (s, p, o))
        self.used.append(fact)
        return fact[2]

    def atoms(self, node: int, part: int) -> tuple[Atom, ...]:
        cell = self._one(node, part, "the rule")
        return tuple(self._atom(member) for member in self._members(cell))

    def _members(self, cell: int) -> Iterator[int]:
        seen: set[int] = set()
        firsts, rests = self._state.first, self._state.rest
        while cell != NIL:
            if cell in seen or len(firsts.get(cell, ())) != 1 or len(rests.get(cell, ())) != 1:
                raise UnusableRuleError("a list of it is broken")
            seen.add(cell)
            yield self.take(cell, FIRST, firsts[cell][0])
            cell = self.take(cell, REST, rests[cell][0])

    def _atom(self, node: int) -> Atom:
        kinds = [kind for kind in sorted(ATOM_KINDS) if (node, TYPE, kind) in self._state.why]
        if len(kinds) != 1:
            raise UnusableRuleError("an atom of it is of no known kind, or of several")
        [kind] = kinds
        self.take(node, TYPE, kind)
        if kind == BUILTIN_ATOM:
            return self._builtin(node)
        predicate = self._one(node, _ABOUT[kind], "an atom") if kind in _ABOUT else _RELATION[kind]
        places = [ARGUMENT_1] if kind in (CLASS_ATOM, DATA_RANGE_ATOM) else [ARGUMENT_1, ARGUMENT_2]
        arguments = [self._argument(self._one(node, place, "an atom")) for place in places]
        if kind == DATA_RANGE_ATOM and not knows(self._state.terms.texts[predicate][1:-1]):
            raise UnusableRuleError("the data range of an atom is not known here")
        return Atom(kind, predicate, tuple(arguments))

    def _builtin(self, node: int) -> Atom:
        builtin = self._one(node, BUILTIN, "an atom")
        cells = self._members(self._one(node, ARGUMENTS, "an atom"))
        arguments = tuple(self._argument(term) for term in cells)
        problem = arity_problem(self._state.terms.texts[builtin][1:-1], len(arguments))
        if problem:
            raise UnusableRuleError(problem)
        return Atom(BUILTIN_ATOM, builtin, arguments)

    def _argument(self, term: int) -> int:
        if (term, TYPE, VARIABLE) in self._state.why:
            self.take(term, TYPE, VARIABLE)
            self.variables.add(term)
        return term

    def _one(self, node: int, part: int, of: str) -> int:
        values = self._state.rule_parts.get(node, {}).get(part, ())
        if len(values) != 1:
            name = local_name(self._state.terms.texts[part][1:-1])
            raise UnusableRuleError(f"{of} has {'several' if values else 'no'} swrl:{name}")
        return self.take(node, part, values[0])


_ABOUT = {
    CLASS_ATOM: CLASS_PREDICATE, DATA_RANGE_ATOM: DATA_RANGE, PROPERTY_ATOM: PROPERTY_PREDICATE,
    VALUE_ATOM: PROPERTY_PREDICATE,
}  # fmt: skip
_RELATION = {SAME_ATOM: SAME, DIFFERENT_ATOM: DIFFERENT}
