"""What the engine knows: facts with their first derivation, and the compiled axioms.

A fact is three integers. ``why`` maps each fact to None (given) or to its first derivation,
a tuple: a reason (the rule's name and its axioms, one shared tuple for all its uses), then
the premises that are particular to this fact. The queue holds the facts in the order they
were found; those before ``head`` have fired their rules and are in the indexes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from ontorag.reasoning.rl.budget import BudgetSpentError
from ontorag.reasoning.rl.terms import TYPE, TermTable, Triple

if TYPE_CHECKING:
    from ontorag.reasoning.rl.swrl.reading import Rule

WATCHED = 4_096
"""Steps of joins between two looks at the budget."""
CLASHES = 1_000
"""So many contradictions are kept that are found on the way."""

Reason: TypeAlias = tuple[Any, ...]
"""A rule's name, then the axioms it applies."""

Derivation: TypeAlias = tuple[Any, ...]
"""A reason, then the other premises."""

Join: TypeAlias = Callable[[Triple], None]

SAME_WAY, TURNED, TYPES_SUBJECT, TYPES_OBJECT = range(4)
"""What a template makes of (s, p, o): (s, q, o), (o, q, s), (s, type, q), (o, type, q)."""

Template: TypeAlias = tuple[int, int, Reason]


class PropertyPlan:
    """Everything that happens when a fact of one property arrives."""

    __slots__ = ("backward", "base", "facts", "forward", "joins", "templates", "values")

    def __init__(self) -> None:
        self.facts: list[Triple] = []
        self.templates: list[Template] = []
        self.joins: list[Join] = []
        self.values: dict[int, list[tuple[int, Reason]]] = {}
        self.forward: dict[int, list[int]] | None = None
        self.backward: dict[int, list[int]] | None = None
        self.base: dict[int, list[int]] | None = None

    def index(self, fact: Triple) -> None:
        """Take a fact into the indexes."""
        self.facts.append(fact)
        if self.forward is not None:
            self.forward.setdefault(fact[0], []).append(fact[2])
        if self.backward is not None:
            self.backward.setdefault(fact[2], []).append(fact[0])


class ClassPlan:
    """Everything that happens when a member of one class arrives."""

    __slots__ = ("joins", "members", "supers", "values")

    def __init__(self) -> None:
        self.members: list[Triple] = []
        self.supers: list[tuple[int, Reason]] = []
        self.values: list[tuple[int, int, Reason]] = []
        self.joins: list[Join] = []


class State:
    """The facts, the queue, the plans of properties and classes, and who equals whom."""

    def __init__(self) -> None:
        self.terms = TermTable()
        self.why: dict[Triple, Derivation | None] = {}
        # what follows on request only and feeds no rule (see `class_values`)
        self.beside: dict[Triple, Derivation] = {}
        self.queue: list[Triple] = []
        self.head = 0
        self.properties: dict[int, PropertyPlan] = {}
        self.classes: dict[int, ClassPlan] = {}
        self.compiled: set[Reason] = set()
        # equality: members other than the representative, and the edges that made them equal
        self.moved: dict[int, int] = {}
        self.equals: dict[int, list[int]] = {}
        self.edges: dict[int, list[tuple[int, Triple]]] = {}
        self.mentions: dict[int, list[Triple]] | None = None
        # lists: cell -> its first terms, its rests; which list axioms a member is in
        self.first: dict[int, list[int]] = {}
        self.rest: dict[int, list[int]] = {}
        self.list_axioms: dict[int, list[Triple]] = {}
        self.parts: dict[int, list[Triple]] = {}
        # rules: subject -> property -> objects of the statements that make them
        self.rule_parts: dict[int, dict[int, list[int]]] = {}
        self.rules: dict[int, Rule] = {}
        self.clashes: dict[tuple[str, tuple[Triple, ...]], None] = {}
        self.malformed: dict[Triple, str] = {}
        self.typed_literals: set[int] = set()
        self.thing_matters = False
        self.spent: Callable[[], str | None] = lambda: None
        self._steps = 0

    def find(self, term: int) -> int:
        """Give the representative of a term."""
        return self.moved.get(term, term)

    def add(self, triple: Triple, derivation: Derivation) -> None:
        """Add a fact that follows, unless it is known."""
        if triple not in self.why:
            self.why[triple] = derivation
            self.queue.append(triple)

    def clash(self, rule: str, premises: tuple[Triple, ...]) -> None:
        """Keep a contradiction, once."""
        if len(self.clashes) < CLASHES:
            self.clashes[rule, premises] = None

    def watch(self) -> None:
        """Look at the budget from time to time; every step of a long join calls it."""
        self._steps += 1
        if self._steps % WATCHED == 0:
            spent = self.spent()
            if spent is not None:
                raise BudgetSpentError(spent)

    def property(self, number: int) -> PropertyPlan:
        """Give the plan of a property."""
        plan = self.properties.get(number)
        if plan is None:
            plan = self.properties[number] = PropertyPlan()
        return plan

    def a_class(self, number: int) -> ClassPlan:
        """Give the plan of a class."""
        plan = self.classes.get(number)
        if plan is None:
            plan = self.classes[number] = ClassPlan()
        return plan

    def has_type(self, term: int, cls: int) -> bool:
        """Say whether a term is known to be in a class."""
        return (term, TYPE, cls) in self.why

    def current(self, facts: list[Triple]) -> list[Triple]:
        """Give the facts that mention representatives only."""
        moved = self.moved
        if not moved:
            return list(facts)
        return [f for f in facts if not (f[0] in moved or f[1] in moved or f[2] in moved)]

    def forward(self, number: int) -> dict[int, list[int]]:
        """Give subject -> objects of a property's facts; kept up to date from now on."""
        plan = self.property(number)
        if plan.forward is None:
            plan.forward = {}
            for s, _, o in self.current(plan.facts):
                plan.forward.setdefault(s, []).append(o)
        return plan.forward

    def backward(self, number: int) -> dict[int, list[int]]:
        """Give object -> subjects of a property's facts; kept up to date from now on."""
        plan = self.property(number)
        if plan.backward is None:
            plan.backward = {}
            for s, _, o in self.current(plan.facts):
                plan.backward.setdefault(o, []).append(s)
        return plan.backward

    # Compiling: each new rule is also applied to the facts that came before it.

    def add_template(self, number: int, shape: int, target: int, reason: Reason) -> None:
        """Let every fact of a property make another fact."""
        plan = self.property(number)
        plan.templates.append((shape, target, reason))
        for fact in self.current(plan.facts):
            self.add(apply_template(shape, target, fact), (reason, fact))

    def add_super(self, cls: int, target: int, reason: Reason) -> None:
        """Let every member of a class be one of another class."""
        plan = self.a_class(cls)
        plan.supers.append((target, reason))
        for fact in self.current(plan.members):
            self.add((fact[0], TYPE, target), (reason, fact))

    def add_value(self, cls: int, number: int, value: int, reason: Reason) -> None:
        """Let every member of a class have a value."""
        plan = self.a_class(cls)
        plan.values.append((number, value, reason))
        for fact in self.current(plan.members):
            self.add((fact[0], number, value), (reason, fact))

    def add_value_class(self, number: int, value: int, cls: int, reason: Reason) -> None:
        """Let everything that has a value be in a class."""
        plan = self.property(number)
        plan.values.setdefault(value, []).append((cls, reason))
        for fact in self.current(plan.facts):
            if fact[2] == value:
                self.add((fact[0], TYPE, cls), (reason, fact))

    def add_property_join(self, number: int, join: Join) -> None:
        """Call ``join`` with every fact of a property."""
        plan = self.property(number)
        plan.joins.append(join)
        for fact in self.current(plan.facts):
            join(fact)

    def add_class_join(self, cls: int, join: Join) -> None:
        """Call ``join`` with every membership in a class."""
        plan = self.a_class(cls)
        plan.joins.append(join)
        for fact in self.current(plan.members):
            join(fact)

    def is_new(self, reason: Reason) -> bool:
        """Say whether a rule instance was not compiled before, and remember it."""
        if reason in self.compiled:
            return False
        self.compiled.add(reason)
        return True


def apply_template(shape: int, target: int, fact: Triple) -> Triple:
    """Give what a template makes of a fact."""
    s, _, o = fact
    if shape == SAME_WAY:
        return s, target, o
    if shape == TURNED:
        return o, target, s
    return (s if shape == TYPES_SUBJECT else o), TYPE, target
