"""The loop: take the next fact, index it, fire the rules it triggers.

Axioms run first, so that data meet compiled plans; each rule joins the fact at hand with
facts before it, so every combination is met exactly once (semi-naive). A new fact keeps the
first derivation that is found, which is one of the shortest, since the queue is in order.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from ontorag.reasoning.rl.budget import Budget, BudgetSpentError
from ontorag.reasoning.rl.class_axioms import RESTRICTION_PARTS, compile_class_axiom
from ontorag.reasoning.rl.class_values import add_values_above
from ontorag.reasoning.rl.equality import LAST_NAME, canonical_fact, make_equal, remember
from ontorag.reasoning.rl.literals import Value, belongs, knows, literal_value
from ontorag.reasoning.rl.property_axioms import compile_property_axiom
from ontorag.reasoning.rl.schema_rules import SchemaRules
from ontorag.reasoning.rl.state import SAME_WAY, Join, State, apply_template
from ontorag.reasoning.rl.swrl import RuleJoins
from ontorag.reasoning.rl.terms import (
    ATOM_KINDS,
    CHAIN,
    COMPLEMENT,
    DISJOINT,
    DISJOINT_PROPERTY,
    DOMAIN,
    EQUIVALENT_CLASS,
    EQUIVALENT_PROPERTY,
    FIRST,
    FUNCTIONAL,
    INTERSECTION,
    INVERSE,
    INVERSE_FUNCTIONAL,
    KEY,
    ON_DATA_RANGE,
    ONE_OF,
    OWL_CLASS,
    RANGE,
    RDFS_CLASS,
    REST,
    RULE,
    RULE_PARTS,
    SAME,
    SOME,
    SUBCLASS,
    SUBPROPERTY,
    SYMMETRIC,
    THING,
    TRANSITIVE,
    TYPE,
    UNION,
    VARIABLE,
    Triple,
)
from ontorag.values import TextQuad

CHUNK = 256
GROWTH = 50_000
"""Facts that are taken, and that follow, between two looks at the budget."""
COMPUTED = 10_000
"""So many values may rules compute, and two more a statement; a rule that counts has no end."""

CLASS_AXIOMS = frozenset(
    {SUBCLASS, EQUIVALENT_CLASS, INTERSECTION, UNION, ONE_OF} | RESTRICTION_PARTS
)
PROPERTY_AXIOMS = frozenset({SUBPROPERTY, EQUIVALENT_PROPERTY, INVERSE, DOMAIN, RANGE, CHAIN, KEY})
CHARACTERISTICS = frozenset({SYMMETRIC, TRANSITIVE, FUNCTIONAL, INVERSE_FUNCTIONAL})
AXIOMS = CLASS_AXIOMS | PROPERTY_AXIOMS | {DISJOINT, COMPLEMENT, DISJOINT_PROPERTY}

_USES_A_CLASS = frozenset(
    {SOME, ON_DATA_RANGE, FIRST, COMPLEMENT, DISJOINT, EQUIVALENT_CLASS, *RESTRICTION_PARTS}
)
"""With a datatype as their object, its members matter; so they do where it is a subclass."""

_USES_ALL = frozenset({FIRST, COMPLEMENT, DISJOINT, EQUIVALENT_CLASS})
"""With owl:Thing as their object, its members matter."""


class Engine:
    """One run over one set of statements."""

    def __init__(self, *, class_values: bool = False) -> None:
        self.state = State()
        self.given = 0
        self._class_values = class_values
        self.stopped: str | None = None
        self._schema = SchemaRules(self.state)
        self._data: list[Triple] = []
        self._datatypes: set[int] = set()
        self._values: dict[Value, int] = {}
        self._computed = 0
        self._rules = RuleJoins(self.state, self._literal)
        self._special: dict[int, Join] = {
            **dict.fromkeys(CLASS_AXIOMS, partial(compile_class_axiom, self.state)),
            **dict.fromkeys(PROPERTY_AXIOMS, partial(compile_property_axiom, self.state)),
            TYPE: self._member,
        }

    def read(self, quads: Iterable[TextQuad]) -> None:
        """Take in statements; graphs are of no account to reasoning."""
        number, why = self.state.terms.number, self.state.why
        for s, p, o, _ in quads:
            fact = (number(s), number(p), number(o))
            if fact not in why:
                why[fact] = None
                self._data.append(fact)
        self.given = len(why)

    def read_rules(self) -> None:
        """Read the rules among the statements, without running anything."""
        self._look_around()

    def add_axioms(self, axioms: Iterable[tuple[str, str, str, str]]) -> None:
        """Take in axioms that a vocabulary gives itself, each with its rule's name."""
        number, why = self.state.terms.number, self.state.why
        for rule, s, p, o in axioms:
            fact = (number(s), number(p), number(o))
            if fact not in why:
                why[fact] = ((rule,),)
                self._data.append(fact)
        self.given = len(why)

    def run(self, budget: Budget) -> None:
        """Fire every rule until nothing new follows, or the budget is spent."""
        with self._running(budget):
            self._look_around()
            self._schema.install()
            axioms, data = _split(self._data)
            self._data = []
            self.state.queue += axioms
            self._settle()
            self._rules.install()
            self.state.queue += data
            self._equal_literals()
            self._settle()
            if self._class_values and self.stopped is None:
                add_values_above(self.state)

    @contextmanager
    def _running(self, budget: Budget) -> Iterator[None]:
        """Stop where the budget is spent; collect no garbage meanwhile."""
        state = self.state
        state.spent = lambda: budget.spent(len(state.why) + len(state.beside) - self.given)
        with _without_garbage_collection():
            try:
                yield
            except BudgetSpentError as spent:
                self.stopped = str(spent)

    def extend(self, quads: Iterable[TextQuad], budget: Budget) -> bool:
        """Take in further statements after a run and fire what they trigger.

        Says False, before anything is changed, when a fresh run is needed: the first use of
        owl:Thing or a datatype in an axiom, a rule, a list that was malformed, classes as values,
        a run that was stopped.
        """
        statements = list(quads)
        state = self.state
        if self.stopped or state.malformed or self._class_values or self._changes_scope(statements):
            return False
        number, why = state.terms.number, state.why
        known = len(state.terms.texts)
        for s, p, o, _ in statements:
            fact = (number(s), number(p), number(o))
            if why.get(fact, ()) is None:
                continue
            if fact not in why:
                self._data.append(fact)
            why[fact] = None
            self.given += 1
        with self._running(budget):
            self._look_around()
            axioms, data = _split(self._data)
            self._data = []
            state.queue += axioms
            state.queue += data
            self._equal_literals(known)
            self._settle()
        return True

    def _changes_scope(self, statements: list[TextQuad]) -> bool:
        """Say whether statements use owl:Thing, a datatype, a list or a rule as none was before."""
        terms = self.state.terms
        special = {terms.texts[number] for number in (FIRST, REST)}
        of_rules = {terms.texts[number] for number in (RULE, VARIABLE, *RULE_PARTS, *ATOM_KINDS)}
        for s, p, o, _ in statements:
            if p in special and terms.ids.get(s) in self.state.first:
                return True
            if p in of_rules or o in of_rules:
                return True
            if terms.texts[THING] in (s, o) or (knows(o[1:-1]) and p != terms.texts[RANGE]):
                return True
        return False

    def _look_around(self) -> None:
        """See which datatypes and whether owl:Thing need their members written out."""
        state, texts = self.state, self.state.terms.texts
        for s, p, o in self._data:
            if p == FIRST and o not in state.first.setdefault(s, []):
                state.first[s].append(o)
            elif p == REST and o not in state.rest.setdefault(s, []):
                state.rest[s].append(o)
            elif p in RULE_PARTS or o == RULE:
                parts = state.rule_parts.setdefault(s, {}).setdefault(p, [])
                parts.append(o)
            if (o == THING and p in _USES_ALL) or (s == THING and p in AXIOMS):
                state.thing_matters = True
            for term in (o,) if p in _USES_A_CLASS else (s, o) if p == SUBCLASS else ():
                if not texts[term].startswith('"') and knows(texts[term][1:-1]):
                    self._datatypes.add(term)

    def _equal_literals(self, known: int = 0) -> None:
        """Make literals with one value one term (dt-eq), and type them where that matters."""
        state, first = self.state, self._values
        for number in range(known, len(state.terms.texts)):
            text = state.terms.texts[number]
            if not text.startswith('"'):
                continue
            typed = not text.endswith('"')
            if not typed and not self._datatypes:
                continue
            value = literal_value(text)
            if typed and value[0] not in ("ill-typed", "opaque", "tagged"):
                other = first.setdefault(value, number)
                if other != number:
                    state.add((other, SAME, number), (("dt-eq",),))
            for datatype in self._datatypes:
                if belongs(value, state.terms.texts[datatype][1:-1]):
                    state.add((number, TYPE, datatype), (("dt-type2",),))

    def _literal(self, text: str) -> int:
        """Give the term of a literal that a rule computed: one with its value, where there is."""
        known = self._values.get(literal_value(text))
        if known is not None:
            return known
        self._computed += 1
        most = COMPUTED + 2 * self.given
        if self._computed > most:
            raise BudgetSpentError(f"its rules compute more than {most:,} values")
        number = self.state.terms.number(text)
        self._equal_literals(number)
        return number

    def _settle(self) -> None:
        """Fire everything, and compare restrictions that are alike until that adds nothing."""
        self._drain()
        compared = -1
        while compared != len(self.state.queue) and self.stopped is None:
            compared = len(self.state.queue)
            self._schema.compare_alike()
            self._drain()

    def _drain(self) -> None:
        state, queue = self.state, self.state.queue
        while state.head < len(queue) and self.stopped is None:
            self.stopped = state.spent()
            if self.stopped is None:
                self._fire(queue[state.head : state.head + CHUNK])

    def _fire(self, facts: list[Triple]) -> None:
        state = self.state
        why, append, moved = state.why, state.queue.append, state.moved
        properties, special = state.properties, self._special.get
        queue, most = state.queue, len(state.queue) + GROWTH
        for fact in facts:
            if len(queue) > most:
                return
            state.head += 1
            s, p, o = fact
            if (moved or p == SAME) and self._is_about_equals(fact):
                continue
            plan = properties.get(p) or state.property(p)
            plan.index(fact)
            compile_or_join = special(p)
            if compile_or_join:
                compile_or_join(fact)
            for shape, target, reason in plan.templates:
                new = (s, target, o) if shape == SAME_WAY else apply_template(shape, target, fact)
                if new not in why:
                    why[new] = (reason, fact)
                    append(new)
            if plan.joins or plan.values:
                for target, reason in plan.values.get(o, ()):
                    state.add((s, TYPE, target), (reason, fact))
                for join in plan.joins:
                    join(fact)

    def _is_about_equals(self, fact: Triple) -> bool:
        """Deal with a sameAs fact, or one about a term that another stands for."""
        if fact[1] == SAME:
            self._same(fact)
            return True
        moved = self.state.moved
        if fact[0] in moved or fact[1] in moved or fact[2] in moved:
            canonical_fact(self.state, fact)
            return True
        remember(self.state, fact)
        return False

    def _member(self, fact: Triple) -> None:
        s, _, o = fact
        state = self.state
        why, append = state.why, state.queue.append
        plan = state.classes.get(o) or state.a_class(o)
        plan.members.append(fact)
        for target, reason in plan.supers:
            new = (s, TYPE, target)
            if new not in why:
                why[new] = (reason, fact)
                append(new)
        for number, value, reason in plan.values:
            state.add((s, number, value), (reason, fact))
        for join in plan.joins:
            join(fact)
        if o in CHARACTERISTICS:
            compile_property_axiom(state, fact)
        elif o in (OWL_CLASS, RDFS_CLASS) and state.thing_matters and s != THING:
            below = (s, SUBCLASS, THING)
            if below not in why:
                why[below] = (("scm-cls",), fact)
                state.add_super(s, THING, ("cax-sco", below))

    def _same(self, fact: Triple) -> None:
        """Make two terms equal, compile anew the lists they are in, and fire plain rules."""
        state = self.state
        if fact[0] == fact[2]:
            return
        terms = {state.find(fact[0]), state.find(fact[2])}
        make_equal(state, fact)
        for term in sorted(terms):
            for axiom in list(state.list_axioms.get(term, ())):
                current = canonical_fact(state, axiom)
                if current[1] in CLASS_AXIOMS:
                    compile_class_axiom(state, current)
                else:
                    compile_property_axiom(state, current)
            self._rules.moved(term)
        plan = state.properties.get(SAME)
        for shape, target, reason in plan.templates if plan else ():
            state.add(apply_template(shape, target, fact), (reason, fact))


def _split(facts: list[Triple]) -> tuple[list[Triple], list[Triple]]:
    """Put axioms before data."""
    axioms: list[Triple] = []
    data: list[Triple] = []
    for fact in facts:
        _, p, o = fact
        is_axiom = p in AXIOMS or (p == TYPE and o <= LAST_NAME)
        (axioms if is_axiom else data).append(fact)
    return axioms, data


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
