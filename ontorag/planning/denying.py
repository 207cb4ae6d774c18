"""Statements that say of themselves that they are not so: "NOT", "negated true".

They stand in the data like all others; a plan passes them over, so that nobody is counted for
what is denied.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ontorag.schema import Schema
from ontorag.values import IRI, Has, Is, Plan, QualifierCondition, Where
from ontorag.values.where import with_parts

_Denied = Mapping[IRI, tuple[QualifierCondition, ...]]


def without_denied(plan: Plan, schema: Schema) -> Plan:
    """Give the plan with the condition that no statement it goes along is denied."""
    denied: dict[IRI, tuple[QualifierCondition, ...]] = {}
    for use in schema.properties.values():
        for iri in use.qualifies if use.negations else ():
            condition = QualifierCondition(use.iri, Is(use.negations), excluded=True)
            denied[iri] = (*denied.get(iri, ()), condition)
    if not denied:
        return plan
    constraints = tuple(replace(c, where=_changed(c.where, denied)) for c in plan.constraints)
    return replace(plan, where=_changed(plan.where, denied), constraints=constraints)


def _changed(where: Where, denied: _Denied) -> Where:
    if isinstance(where, Has):
        target = where.target and _changed(where.target, denied)
        own = (*where.qualifiers, *denied.get(where.step.predicate, ()))
        return Has(where.step, target, own)
    return with_parts(where, lambda part: _changed(part, denied))
