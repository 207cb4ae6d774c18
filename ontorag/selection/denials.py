"""What is stated not to be so: negative property assertions, and statements marked as negated.

Source: OWL 2 Web Ontology Language, Mapping to RDF Graphs, negative property assertions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ontorag import names
from ontorag.schema import is_denied
from ontorag.stores.base import Pattern, ReadableStore, Scope
from ontorag.values import (
    IRI,
    And,
    Fact,
    Has,
    Is,
    Literal,
    Plan,
    Qualifier,
    Step,
    Term,
    Triple,
    Where,
    make_fact,
    read_term,
)

_SUBJECT, _PROPERTY = IRI(names.OWL + "sourceIndividual"), IRI(names.OWL + "assertionProperty")
_TARGETS = (IRI(names.OWL + "targetIndividual"), IRI(names.OWL + "targetValue"))
_REIFIED = tuple(IRI(names.RDF + part) for part in ("subject", "predicate", "object"))
_NEGATED = Qualifier(IRI(names.SCHEMA_NEGATED), Literal("true", names.XSD + "boolean"))
CARRIERS = frozenset((_SUBJECT, _PROPERTY, *_TARGETS))
"""The properties of the nodes that negative property assertions are written with."""

Statement = tuple[Term, IRI, Term]


def denied_statements(plan: Plan, store: ReadableStore, scope: Scope) -> list[Fact]:
    """Give what a yes-or-no question needs and is stated not to be so, marked as negated."""
    needed = {
        statement
        for constraint in plan.constraints
        if not constraint.excluded
        for statement in _needed(plan.subjects, constraint.where)
    }
    subjects = {subject for subject, _, _ in needed}
    found = [*negative_assertions(subjects, store, scope), *_reified(needed, store, scope)]
    return [fact for fact in found if (fact.subject, fact.predicate, fact.object) in needed]


def negative_assertions(
    subjects: Collection[Term], store: ReadableStore, scope: Scope
) -> list[Fact]:
    """Give the negative property assertions about things, each as a fact marked as negated."""
    if not subjects:
        return []
    leading = store.facts(Pattern(predicates=(_SUBJECT,), objects=tuple(subjects)), scope=scope)
    nodes = tuple(fact.subject for fact in leading)
    said: dict[Term, dict[IRI, list[Term]]] = {}
    for fact in store.facts(Pattern(subjects=nodes), scope=scope) if nodes else ():
        said.setdefault(fact.subject, {}).setdefault(fact.predicate, []).append(fact.object)
    return [
        _negated(fact.object, predicate, target, fact)
        for fact in leading
        for predicate in said[fact.subject].get(_PROPERTY, ())
        if isinstance(predicate, IRI)
        for leads in _TARGETS
        for target in said[fact.subject].get(leads, ())
    ]


def _negated(subject: Term, predicate: IRI, target: Term, stated: Fact) -> Fact:
    return make_fact(
        subject, predicate, target, qualifiers=(_NEGATED,), graphs=stated.graphs,
        sources=stated.sources,
    )  # fmt: skip


def _reified(needed: Iterable[Statement], store: ReadableStore, scope: Scope) -> Iterator[Fact]:
    """Give those statements that are marked as negated, whether or not they are also made."""
    for subject, predicate, obj in sorted(needed, key=repr):
        qualifiers = tuple(_said_of((subject, predicate, obj), store, scope))
        fact = make_fact(subject, predicate, obj, qualifiers=qualifiers)
        if is_denied(fact):
            yield fact


def _said_of(statement: Statement, store: ReadableStore, scope: Scope) -> Iterator[Qualifier]:
    reifies = Pattern(predicates=(IRI(names.RDF_REIFIES),), objects=(Triple(*statement),))
    nodes = {row[0] for row in store.statements(reifies, scope=scope, also_read=True)}
    parts = [
        {row[0] for row in store.statements(Pattern(predicates=(part,), objects=(term,)),
                                            scope=scope)}
        for part, term in zip(_REIFIED, statement, strict=True)
    ]  # fmt: skip
    nodes |= parts[0] & parts[1] & parts[2] if parts[0] else set()
    pattern = Pattern(subjects=tuple(read_term(node) for node in sorted(nodes)))
    rows = store.statements(pattern, scope=scope, also_read=True) if nodes else ()
    for _, predicate, obj, _ in rows:
        if not names.is_system(predicate[1:-1]):
            yield Qualifier(IRI(predicate[1:-1]), read_term(obj))


def _needed(subjects: Sequence[Term], where: Where) -> Iterator[Statement]:
    """Give the statement that a condition needs, where it needs just one."""
    if isinstance(where, And):
        for part in where.parts:
            yield from _needed(subjects, part)
    single = isinstance(where, Has) and isinstance(where.target, Is) and len(where.target.terms)
    if isinstance(where, Has) and isinstance(where.target, Is) and single == 1:
        for subject in subjects:
            yield _along(where.step, subject, where.target.terms[0])


def _along(step: Step, near: Term, far: Term) -> Statement:
    return (far, step.predicate, near) if step.inverse else (near, step.predicate, far)
