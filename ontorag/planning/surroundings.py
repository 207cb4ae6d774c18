"""What the data say about the entities of a question: their classes and their edges."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from ontorag.names import RDF_TYPE, is_system
from ontorag.schema import Schema
from ontorag.stores.base import EVERYTHING, Pattern, ReadableStore, Scope
from ontorag.values import IRI, Step, Term


@dataclass(frozen=True, slots=True)
class Surroundings:
    """For each entity its classes (with all superclasses) and its edges with their counts."""

    types: dict[Term, frozenset[IRI]] = field(default_factory=dict)
    steps: dict[Term, dict[Step, int]] = field(default_factory=dict)

    def types_of(self, term: Term) -> frozenset[IRI]:
        """Give the classes of an entity, superclasses included."""
        return self.types.get(term, frozenset())

    def steps_of(self, term: Term) -> dict[Step, int]:
        """Give the edges at an entity."""
        return self.steps.get(term, {})


def look_around(
    terms: Collection[Term], store: ReadableStore, schema: Schema, *, scope: Scope = EVERYTHING
) -> Surroundings:
    """Read the classes and edges of the entities that a question names."""
    found = Surroundings()
    if not terms:
        return found
    for term, step, count in store.steps(terms, scope=scope):
        if not is_system(step.predicate.value):
            found.steps.setdefault(term, {})[step] = count
    pattern = Pattern(subjects=tuple(terms), predicates=(IRI(RDF_TYPE),))
    asserted: dict[Term, set[IRI]] = {}
    for fact in store.facts(pattern, scope=scope):
        if isinstance(fact.object, IRI) and not is_system(fact.object.value):
            asserted.setdefault(fact.subject, set()).add(fact.object)
    for term, classes in asserted.items():
        found.types[term] = frozenset(
            above for cls in classes for above in schema.superclasses(cls)
        )
    return found
