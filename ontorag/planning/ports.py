"""Ports: the ends of properties, and which of them can be the same thing.

A path goes on where one property's end may be another's: their classes are related, or, where
nothing is typed, they are seen to share things.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ontorag.schema import Property, Schema
from ontorag.values import IRI, Step

_ANYTHING = frozenset(
    {
        IRI("http://www.w3.org/2002/07/owl#Thing"),
        IRI("http://www.w3.org/2000/01/rdf-schema#Resource"),
        IRI("http://www.w3.org/2002/07/owl#NamedIndividual"),
    }
)


@dataclass(frozen=True, slots=True)
class Port:
    """The subjects (or, with ``objects``, the objects) of a property."""

    property: IRI
    objects: bool


@dataclass(frozen=True, slots=True)
class Ports:
    """The ends of a schema's properties."""

    schema: Schema
    _kin: dict[Port, frozenset[IRI]] = field(default_factory=dict)

    def leaving(self, port: Port, predicate: IRI) -> list[Step]:
        """Give the steps along ``predicate``, either way, that can leave from things at a port."""
        return [
            Step(predicate, inverse)
            for inverse in (False, True)
            if self.meet(port, Port(predicate, inverse))
        ]

    def onward(self, port: Port, wanted: set[Step]) -> list[Step]:
        """Give the wanted steps that can leave from things at a port, in code-point order."""
        use = self.schema.properties[port.property]
        near = {iri for cls in self.classes_at(port) for iri, _ in self.schema.ends_at(cls)}
        near |= {port.property, *use.like_objects, *use.objects_as_subjects, *use.like_subjects}
        if not port.objects and not self.classes_at(port):
            near.update(_subjects_as_objects(self.schema, use))
        likely = [step for step in wanted if step.predicate in near]
        found = [s for s in likely if self.meet(port, Port(s.predicate, s.inverse))]
        return sorted(found, key=lambda step: (step.predicate.value, step.inverse))

    def leading_to(self, classes: frozenset[IRI]) -> set[Step]:
        """Give the steps whose end is of one of these classes."""
        ends = (end for cls in classes for end in self.schema.ends_at(cls))
        return {Step(iri, not objects) for iri, objects in ends}

    def meet(self, one: Port, other: Port) -> bool:
        """Whether the same things may stand at two ports."""
        if one == other:
            return not self.is_literal(one)
        if self.is_literal(one) or self.is_literal(other):
            return False
        first, second = self.ends(one), self.classes_at(other)
        if first and second:
            return not second.isdisjoint(first)
        return other.property in self._seen_with(one, objects=other.objects)

    def is_literal(self, port: Port) -> bool:
        """Whether only literals stand at a port."""
        use = self.schema.properties[port.property]
        if not port.objects:
            return False
        if use.objects:
            return use.only_literals
        return any("XMLSchema#" in each.value for each in use.ranges)

    def ends(self, port: Port) -> tuple[IRI, ...]:
        """Give the classes at a port, as declared or seen."""
        return self.schema.properties[port.property].ends(objects=port.objects)

    def classes_at(self, port: Port) -> frozenset[IRI]:
        """Give the classes at a port with all that are above and below them."""
        known = self._kin.get(port)
        if known is None:
            known = self.kin(self.ends(port))
            self._kin[port] = known
        return known

    def kin(self, classes: tuple[IRI, ...]) -> frozenset[IRI]:
        """Give classes with all that are above and below them."""
        found: set[IRI] = set()
        for each in classes:
            if each not in _ANYTHING:
                found.update(self.schema.superclasses(each), self.schema.subclasses(each))
        return frozenset(found - _ANYTHING)

    def _seen_with(self, port: Port, *, objects: bool) -> tuple[IRI, ...]:
        use = self.schema.properties[port.property]
        if port.objects:
            return use.like_objects if objects else use.objects_as_subjects
        return _subjects_as_objects(self.schema, use) if objects else use.like_subjects


def _subjects_as_objects(schema: Schema, use: Property) -> tuple[IRI, ...]:
    return tuple(
        other.iri for other in schema.properties.values() if use.iri in other.objects_as_subjects
    )
