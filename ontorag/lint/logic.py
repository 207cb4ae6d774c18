"""Cycles, contradictions, and rules that nobody runs."""

from __future__ import annotations

from collections.abc import Iterator

from ontorag import names
from ontorag.lint.linter import Linted
from ontorag.reasoning import RuleReading, read_rules
from ontorag.schema import Schema
from ontorag.stores.base import Pattern
from ontorag.values import IRI, And, Finding, Has, OfType, Or, Step, Term, Where, read_term

_DISJOINT = names.OWL + "disjointWith"
_ALL_DISJOINT = names.OWL + "AllDisjointClasses"
_MEMBERS = names.OWL + "members"


def cycles(graph: Linted) -> Iterator[Finding]:
    """Find classes that are below each other: they are equivalent."""
    done: set[IRI] = set()
    for iri in graph.schema.classes:
        if iri in done:
            continue
        ring = _ring(iri, graph.schema)
        done |= set(ring)
        if len(ring) > 1:
            listed = ", ".join(graph.shown(each) for each in ring)
            yield Finding(
                "cyclic-subclass",
                "warning",
                f"these classes are below each other, so they are the same: {listed}",
                iri=ring[0].value,
                count=len(ring),
                effect="a question for one of them is a question for all",
                advice="remove one of the rdfs:subClassOf statements, if that is not meant",
            )


def _ring(iri: IRI, schema: Schema) -> list[IRI]:
    above = set(schema.superclasses(iri))
    return sorted((each for each in above if iri in schema.superclasses(each)), key=str)


def contradictions(graph: Linted) -> Iterator[Finding]:
    """Find things that belong to two disjoint classes, by type, domain or range."""
    for one, other in sorted(_disjoint_pairs(graph), key=str):
        both = And((_members(graph.schema, one), _members(graph.schema, other)))
        for thing in graph.store.members(both):
            why = [_why(graph, thing, cls) for cls in (one, other)]
            yield Finding(
                "disjoint-classes",
                "error",
                f"{graph.label(thing)} cannot be both {graph.label(one)} and "
                f"{graph.label(other)}: {'; '.join(why)}",
                iri=str(thing),
                effect="the graph contradicts itself; answers about it may contradict too",
                advice="remove one of these facts, or the disjointness of the classes",
            )


def _disjoint_pairs(graph: Linted) -> set[tuple[IRI, IRI]]:
    pairs = {
        (IRI(one[1:-1]), IRI(other[1:-1]))
        for one, _, other, _ in graph.statements(_DISJOINT)
        if one.startswith("<") and other.startswith("<")
    }
    for node, _, head, _ in graph.statements(_MEMBERS):
        listed = [each for each in _list(graph, head) if isinstance(each, IRI)]
        pairs |= {(a, b) for n, a in enumerate(listed) for b in listed[n + 1 :] if node}
    return {tuple(sorted(pair, key=str)) for pair in pairs if pair[0] != pair[1]}  # type: ignore[misc]


def _list(graph: Linted, head: str) -> list[Term]:
    """Read an RDF list; one that runs in a circle ends where it closes."""
    found: list[Term] = []
    seen: set[str] = set()
    while head not in seen and head != f"<{names.RDF_NIL}>":
        seen.add(head)
        rows = list(graph.store.statements(Pattern(subjects=(read_term(head),))))
        found += [read_term(o) for _, p, o, _ in rows if p == f"<{names.RDF_FIRST}>"]
        head = next((o for _, p, o, _ in rows if p == f"<{names.RDF_REST}>"), head)
    return found


def _members(schema: Schema, cls: IRI) -> Where:
    """Say who is of a class: by a type, or by standing in its property's domain or range."""
    below = schema.subclasses(cls)
    parts: list[Where] = [OfType(below)]
    for use in schema.properties.values():
        if use.triples and set(use.domains) & set(below):
            parts.append(Has(Step(use.iri)))
        if use.triples and set(use.ranges) & set(below):
            parts.append(Has(Step(use.iri, inverse=True)))
    return Or(tuple(parts)) if len(parts) > 1 else parts[0]


def _why(graph: Linted, thing: Term, cls: IRI) -> str:
    """Say by which fact a thing is of a class."""
    below = set(graph.schema.subclasses(cls))
    out = graph.store.facts(Pattern(subjects=(thing,)))
    for fact in out:
        if fact.predicate.value == names.RDF_TYPE and fact.object in below:
            return f"its type is {graph.label(fact.object)}"
    uses = graph.schema.properties
    for fact in out:
        use = uses.get(fact.predicate)
        if use is not None and set(use.domains) & below:
            return f"it has {graph.label(fact.predicate)}, which only a {graph.label(cls)} has"
    for fact in graph.store.facts(Pattern(objects=(thing,))):
        use = uses.get(fact.predicate)
        if use is not None and set(use.ranges) & below:
            said = f"{graph.label(fact.subject)} {graph.label(fact.predicate)} {graph.label(thing)}"
            return f"“{said}” makes it a {graph.label(cls)}"
    return f"it is a {graph.label(cls)}"


def rules(graph: Linted) -> Iterator[Finding]:
    """Name the SWRL rules that cannot be run, and count those that reasoning runs."""
    found = _rules(graph)
    for rule in found:
        if rule.problem is not None:
            yield Finding(
                "rules-not-run",
                "warning",
                f"a rule is not run, because {rule.problem}: {rule.text or rule.node}",
                iri=rule.node.strip("<>"),
                effect="what it would conclude is not known",
                advice="correct the rule, or state its conclusions",
            )
    usable = sum(rule.problem is None for rule in found)
    if usable:
        yield Finding(
            "rules",
            "information",
            f"there are {usable} SWRL rules that reasoning runs",
            count=usable,
            effect="what they conclude is known after `ontorag reason` only",
            advice="run `ontorag reason`, or ask with --reasoning rl",
        )


def _rules(graph: Linted) -> tuple[RuleReading, ...]:
    """Read the rules; the statements that make them are collected from node to node."""
    pattern = Pattern(predicates=(IRI(names.RDF_TYPE),), objects=(IRI(names.SWRL + "Imp"),))
    quads = list(graph.store.statements(pattern))
    waiting = {s for s, _, _, _ in quads}
    seen: set[str] = set()
    while waiting:
        seen |= waiting
        subjects = tuple(read_term(each) for each in sorted(waiting))
        said = list(graph.store.statements(Pattern(subjects=subjects)))
        quads += said
        waiting = {o for _, p, o, _ in said if p[1:].startswith(_RULE_LINKS)} - seen
        waiting = {each for each in waiting if not each.startswith('"')}
    return read_rules(quads, lambda text: graph.label(read_term(text)))


_RULE_LINKS = (names.SWRL, names.RDF_FIRST, names.RDF_REST)
