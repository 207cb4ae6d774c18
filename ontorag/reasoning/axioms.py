"""Class-level facts: relations that stand in class axioms, made visible as statements.

"A pizza Margherita has some mozzarella topping" is an axiom about a class, and a question that
people ask. Each such axiom is shown as a fact of origin ``axiom`` between the class and the
filler, which cites the statements it stands in. No individual is invented and the statements
stay as they are.

Read are, from superclasses, equivalent classes and types of individuals: existential
restrictions, has-value, cardinalities of at least one, and the operands of intersections, of
fillers too. A filler that itself stands in a relation ("part of some (part of some Leg)") is a
class without a name, which leads on to others and is never shown. Where no filler is named, it
is of the property's range. Also read is what is below what: named superclasses, alone or within an
intersection, and the operands of a union that a class is equivalent to.
Source: OWL 2 Web Ontology Language, Mapping to RDF Graphs, table 13.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ontorag.names import (
    OWL,
    RDF_FIRST,
    RDF_NIL,
    RDF_REST,
    RDF_TYPE,
    RDFS_RANGE,
    RDFS_SUBCLASS,
    is_system,
)
from ontorag.values import TextQuad

DEEPEST = 8
"""Nested expressions are followed so far."""

ON_PROPERTY, INTERSECTION = f"<{OWL}onProperty>", f"<{OWL}intersectionOf>"
EQUIVALENT = f"<{OWL}equivalentClass>"
SUBCLASS, TYPE = f"<{RDFS_SUBCLASS}>", f"<{RDF_TYPE}>"
_UNION = f"<{OWL}unionOf>"
FIRST, REST, NIL = f"<{RDF_FIRST}>", f"<{RDF_REST}>", f"<{RDF_NIL}>"
_FILLERS = {f"<{OWL}someValuesFrom>": "some", f"<{OWL}hasValue>": "value"}
_COUNTS = {
    f"<{OWL}minQualifiedCardinality>": "at least",
    f"<{OWL}qualifiedCardinality>": "exactly",
}
_CONSTRUCTORS = frozenset(("named", "operand", "union", *_FILLERS.values(), *_COUNTS.values()))
_UNQUALIFIED = {f"<{OWL}minCardinality>": "at least", f"<{OWL}cardinality>": "exactly"}
_RANGE, _THING, _ONE_OF = f"<{RDFS_RANGE}>", f"<{OWL}Thing>", f"<{OWL}oneOf>"
_WORDS = {"at least": "min"}
_FRAMES = {SUBCLASS: "SubClassOf", EQUIVALENT: "EquivalentTo", TYPE: "Types"}
_ON_CLASS = f"<{OWL}onClass>"
_LEADS = (SUBCLASS, EQUIVALENT, TYPE)
_PARTS = (
    ON_PROPERTY, INTERSECTION, _UNION, FIRST, REST, _ON_CLASS, _RANGE, _ONE_OF, *_FILLERS,
    *_COUNTS, *_UNQUALIFIED,
)  # fmt: skip
AXIOM_PREDICATES: tuple[str, ...] = (SUBCLASS, EQUIVALENT, *_PARTS)
"""The predicates that axioms are made of, besides ``rdf:type``."""
_KEPT = frozenset((*AXIOM_PREDICATES, TYPE))


@dataclass(frozen=True, slots=True)
class AxiomFact:
    """A class-level fact in N-Triples texts.

    ``rule`` names the constructor ("some", "value", "at least", "exactly"; "named", "operand",
    "union" for what is below what), or the rule by which it was inferred; ``premises`` are the
    statements the axiom stands in, the one that leads to it first.
    """

    subject: str
    predicate: str
    object: str
    rule: str
    premises: tuple[str, ...]


def is_inferred(fact: AxiomFact) -> bool:
    """Whether it is no axiom, but was inferred: its rule is that of a reasoner."""
    return fact.rule not in _CONSTRUCTORS


@dataclass(frozen=True, slots=True)
class ClassAxioms:
    """What axioms say of classes: relations between them, and what is below what."""

    facts: tuple[AxiomFact, ...]
    links: tuple[AxiomFact, ...]


@dataclass(slots=True)
class _Axioms:
    """The statements that axioms are made of, by subject and predicate."""

    said: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def add(self, subject: str, predicate: str, obj: str) -> None:
        by_predicate = self.said.setdefault(subject, defaultdict(list))
        if obj not in by_predicate[predicate]:
            by_predicate[predicate].append(obj)

    def of(self, subject: str, predicate: str) -> list[str]:
        return self.said.get(subject, {}).get(predicate, [])


def class_level_facts(quads: Iterable[TextQuad]) -> list[AxiomFact]:
    """Give the class-level facts of the axioms in ``quads``, each once, sorted."""
    return list(read_axioms(quads).facts)


def read_axioms(quads: Iterable[TextQuad]) -> ClassAxioms:
    """Read the axioms in ``quads``: each fact and each link once, sorted.

    Memory grows with the axioms, not with the data: other statements are passed over.
    """
    axioms = _Axioms()
    heads: set[tuple[str, str, str]] = set()
    for subject, predicate, obj, _ in quads:
        if predicate not in _KEPT:
            continue
        if predicate not in _LEADS:
            axioms.add(subject, predicate, obj)
        elif subject.startswith("<") and (predicate != TYPE or obj.startswith("_:")):
            heads.add((subject, predicate, obj))
        elif predicate == EQUIVALENT and subject.startswith("_:"):
            heads.add((obj, predicate, subject))
    facts: dict[tuple[str, str, str], AxiomFact] = {}
    links: dict[tuple[str, str, str], AxiomFact] = {}
    for subject, predicate, node in sorted(heads):
        for fact in _said_of(axioms, subject, predicate, node):
            kept = links if fact.predicate in (SUBCLASS, TYPE) else facts
            kept.setdefault((fact.subject, fact.predicate, fact.object), fact)
    return ClassAxioms(_in_order(facts), _in_order(links))


def _in_order(found: dict[tuple[str, str, str], AxiomFact]) -> tuple[AxiomFact, ...]:
    return tuple(found[key] for key in sorted(found))


def axiom_text(fact: AxiomFact, names: Callable[[str], str]) -> str:
    """Write an axiom as people do (OWL 2 Manchester syntax); ``names`` names a term.

    >>> fact = AxiomFact("<a>", "<p>", "<b>", "some", (f"<a> {SUBCLASS} _:1 .",))
    >>> axiom_text(fact, lambda term: term[1:-1])
    'a SubClassOf p some b'
    """
    subject, obj = quoted(names(fact.subject)), expression_text(fact, names)
    if fact.rule == "union":
        return f"{obj} EquivalentTo {subject} or …"
    _, lead, _ = fact.premises[0].split(" ", 2)
    more = any(f" {INTERSECTION} " in line for line in fact.premises[1:2])
    return f"{subject} {_FRAMES[lead]} {obj}{' and …' if more else ''}"


def expression_text(fact: AxiomFact, names: Callable[[str], str]) -> str:
    """Write what an axiom says of its subject: "hasTopping some Mozzarella"."""
    if fact.predicate in (SUBCLASS, TYPE):
        return quoted(names(fact.object))
    how = _WORDS.get(fact.rule, fact.rule)
    if fact.rule in _COUNTS.values():
        how = f"{how} {next(number for line in fact.premises if (number := _counted(line)))}"
    return f"{quoted(names(fact.predicate))} {how} {quoted(names(fact.object))}"


def quoted(name: str) -> str:
    """Put a name of several words in quotes, as Manchester syntax does."""
    return f"'{name}'" if " " in name else name


def _counted(line: str) -> str:
    _, predicate, rest = line.split(" ", 2)
    return rest.split('"')[1] if predicate in _COUNTS or predicate in _UNQUALIFIED else ""


def _said_of(axioms: _Axioms, subject: str, predicate: str, node: str) -> Iterator[AxiomFact]:
    """Read one statement that an axiom begins with: ``subject`` is below ``node``."""
    lead = (f"{subject} {predicate} {node} .",)
    if not node.startswith("<"):
        yield from _expression(axioms, subject, predicate, node, lead, 0)
    if predicate == TYPE:
        return
    if node.startswith("<") and _is_own(node) and node != subject:
        yield AxiomFact(subject, SUBCLASS, node, "named", lead)
        if predicate == EQUIVALENT:
            yield AxiomFact(node, SUBCLASS, subject, "named", lead)
    for head in axioms.of(node, _UNION) if predicate == EQUIVALENT else ():
        here = (*lead, f"{node} {_UNION} {head} .")
        for operand in _items(axioms, head):
            if operand.startswith("<") and operand != subject:
                yield AxiomFact(operand, SUBCLASS, subject, "union", here)


def _expression(
    axioms: _Axioms,
    subject: str,
    predicate: str,
    node: str,
    premises: tuple[str, ...],
    depth: int,
) -> Iterator[AxiomFact]:
    """Read one class expression that ``subject`` is below."""
    if depth > DEEPEST:
        return
    for head in axioms.of(node, INTERSECTION):
        here = (*premises, f"{node} {INTERSECTION} {head} .")
        for operand in _items(axioms, head):
            if operand.startswith("<") and _is_own(operand) and operand != subject:
                below = TYPE if predicate == TYPE else SUBCLASS
                yield AxiomFact(subject, below, operand, "operand", here)
            yield from _expression(axioms, subject, predicate, operand, here, depth + 1)
    for prop in axioms.of(node, ON_PROPERTY):
        if prop.startswith("<"):
            yield from _restriction(axioms, subject, node, prop, premises, depth)


def _restriction(
    axioms: _Axioms, subject: str, node: str, prop: str, premises: tuple[str, ...], depth: int
) -> Iterator[AxiomFact]:
    """Read a restriction that ``subject`` is below, and what its filler in turn stands in."""
    for rule, filler, stated in _required(axioms, node, prop):
        cited = (*premises, f"{node} {ON_PROPERTY} {prop} .", *stated)
        for named, more in _named(axioms, filler, 0):
            yield AxiomFact(subject, prop, named, rule, (*cited, *more))
        inner = _expression(axioms, filler, SUBCLASS, filler, cited, depth + 1)
        found = list(inner) if filler.startswith("_:") else []
        if any(fact.predicate != SUBCLASS for fact in found):
            yield AxiomFact(subject, prop, filler, rule, cited)
            yield from found


def _required(axioms: _Axioms, node: str, prop: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Give what a restriction says that there is: (constructor, filler, statements).

    Where it names no filler, there is one of the property's range.
    """
    for predicate, rule in _FILLERS.items():
        for filler in axioms.of(node, predicate):
            one = (f"{node} {predicate} {filler} .",)
            if filler == _THING:
                yield from _ranged(axioms, rule, prop, one)
            else:
                yield rule, filler, one
    for predicate, rule in _COUNTS.items():
        for number in filter(_is_positive, axioms.of(node, predicate)):
            for filler in axioms.of(node, _ON_CLASS):
                stated = (f"{node} {predicate} {number} .", f"{node} {_ON_CLASS} {filler} .")
                yield rule, filler, stated
    for predicate, rule in _UNQUALIFIED.items():
        for number in filter(_is_positive, axioms.of(node, predicate)):
            yield from _ranged(axioms, rule, prop, (f"{node} {predicate} {number} .",))


def _ranged(
    axioms: _Axioms, rule: str, prop: str, stated: tuple[str, ...]
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for cls in axioms.of(prop, _RANGE):
        if cls.startswith("<"):
            yield rule, cls, (*stated, f"{prop} {_RANGE} {cls} .")


def _named(axioms: _Axioms, filler: str, depth: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give what a filler names: itself, each named operand of an intersection, the only member."""
    if not filler.startswith("_:"):
        if not filler.startswith("<") or _is_own(filler):
            yield filler, ()
        return
    for head in axioms.of(filler, _ONE_OF):
        members = list(_items(axioms, head))
        if len(members) == 1 and members[0].startswith("<"):
            yield members[0], (f"{filler} {_ONE_OF} {head} .", f"{head} {FIRST} {members[0]} .")
    for head in axioms.of(filler, INTERSECTION) if depth < DEEPEST else ():
        lead = f"{filler} {INTERSECTION} {head} ."
        for operand in _items(axioms, head):
            for named, more in _named(axioms, operand, depth + 1):
                yield named, (lead, *more)


def _is_own(term: str) -> bool:
    return not is_system(term[1:-1])


def _is_positive(literal: str) -> bool:
    digits = literal.split('"')[1] if literal.startswith('"') else ""
    return digits.isascii() and digits.isdigit() and int(digits[:9]) > 0


def _items(axioms: _Axioms, head: str) -> Iterator[str]:
    """Yield the members of a list; one that runs in a circle ends where it closes."""
    seen: set[str] = set()
    while head != NIL and head not in seen:
        seen.add(head)
        yield from axioms.of(head, FIRST)
        head = next(iter(axioms.of(head, REST)), NIL)
