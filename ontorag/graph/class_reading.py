"""Read what the axioms of a store say of its classes, and what reasoning found of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ontorag import names
from ontorag.graph.class_level import MOST_FACTS, ClassLevel
from ontorag.reasoning.axioms import AXIOM_PREDICATES, SUBCLASS, AxiomFact, read_axioms
from ontorag.reasoning.classes import (
    PROPERTY_PREDICATES,
    ClassReasoning,
    further_links,
    read_property_axioms,
)
from ontorag.stores.base import Pattern, ReadableStore, Scope
from ontorag.values import IRI, TextQuad, read_term, write_term

_AT_ONCE = 500


def read_class_level(store: ReadableStore, scope: Scope) -> ClassLevel:
    """Read the axioms about classes and properties of a store within a scope."""
    wanted = dict.fromkeys((*AXIOM_PREDICATES, *PROPERTY_PREDICATES))
    predicates = tuple(IRI(text[1:-1]) for text in wanted)
    rows = list(store.statements(Pattern(predicates=predicates), scope=scope))
    nodes = sorted({s for s, p, _, _ in rows if s.startswith("_:") and p in _OPENING})
    rows += _typed(store, scope, nodes)
    axioms = read_axioms(rows)
    reasoning = ClassReasoning(axioms, read_property_axioms(rows))
    found = further_links(reasoning, _inferred_links(store, scope))
    return ClassLevel(store, scope, reasoning.with_links(found) if found else reasoning)


def _inferred_links(store: ReadableStore, scope: Scope) -> list[AxiomFact]:
    """Read what is below what by reasoning, as HermiT classifies defined classes.

    Where that are more than `MOST_FACTS` pairs nothing is read but what axioms say.
    """
    pattern = Pattern(predicates=(IRI(names.RDFS_SUBCLASS),))
    stated = store.count_facts(pattern, scope=replace(scope, inferred=False))
    inferred = store.count_facts(pattern, scope=scope) - stated
    if not 0 < inferred <= MOST_FACTS:
        return []
    return [
        AxiomFact(s, SUBCLASS, o, fact.rule or fact.origin, (f"{s} {SUBCLASS} {o} .",))
        for fact in store.facts(pattern, scope=scope)
        if fact.is_inferred
        and all(isinstance(end, IRI) for end in (fact.subject, fact.object))
        and not names.is_system(str(fact.object))
        for s, o in [(write_term(fact.subject), write_term(fact.object))]
    ]


_OPENING = frozenset(f"<{names.OWL}{name}>" for name in ("onProperty", "intersectionOf"))


def _typed(store: ReadableStore, scope: Scope, nodes: Sequence[str]) -> Iterator[TextQuad]:
    """Read the types that are expressions, and which properties are transitive."""
    of_interest = [*nodes, f"<{names.OWL}TransitiveProperty>"]
    for start in range(0, len(of_interest), _AT_ONCE):
        objects = tuple(read_term(text) for text in of_interest[start : start + _AT_ONCE])
        pattern = Pattern(predicates=(IRI(names.RDF_TYPE),), objects=objects)
        yield from store.statements(pattern, scope=scope)
