"""Containing: what lies in a part lies in the whole: a city of a state is a city of its country.

A relation that says so ("located in", "part of") and can follow itself is read over up to three
edges where the question says which class it asks for, or asks whether it is so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ontorag.language import fold
from ontorag.lexicon import Lexicon
from ontorag.planning.ports import Port, Ports
from ontorag.schema import Schema
from ontorag.values import IRI, And, Has, Is, OfType, Or, Plan, Where
from ontorag.values.where import with_parts

LONGEST = 3
"""Edges from a thing to what it lies in."""
_SAID = re.compile(
    r"(?:is )?(?:(?:located|situated|contained|lies|lie|within|inside)(?: in| at| within)?"
    r"|(?:direct )?part of|liegt(?: in| im)?|gelegen(?: in)?|befindet sich in|enthalten in"
    r"|(?:ist )?teil von|gehoert zu)"
)


def over_parts(plan: Plan, schema: Schema, lexicon: Lexicon) -> Plan:
    """Let a plan reach over parts of wholes.

    What the answers themselves lie in is taken as it is recorded where no class is asked for.
    """
    named = plan.asked_class is not None or (plan.table is not None and _has_class(plan.where))
    named = named or plan.operation == "exists"
    ports = Ports(schema)

    def widened(where: Where) -> Where:
        return _widened(where, lambda iri: contains(iri, ports, lexicon), outer=named)

    table = plan.table
    if table is not None and named:
        filters = tuple((path, widened(where)) for path, where in table.filters)
        table = replace(table, of=widened(table.of), filters=filters)
    constraints = tuple(replace(each, where=widened(each.where)) for each in plan.constraints)
    each = None if plan.each is None else replace(plan.each, where=widened(plan.each.where))
    return replace(
        plan, where=widened(plan.where), constraints=constraints, table=table, each=each
    )  # fmt: skip


def _has_class(where: Where) -> bool:
    parts = where.parts if isinstance(where, And) else (where,)
    return any(isinstance(part, OfType) for part in parts)


def contains(iri: IRI, ports: Ports, lexicon: Lexicon) -> bool:
    """Whether a property leads from a part to its whole, and from there on."""
    phrases = lexicon.phrases_of(iri)
    said = any(phrase.weight == 1 and _SAID.fullmatch(fold(phrase.text)) for phrase in phrases)
    return said and ports.meet(Port(iri, True), Port(iri, False))


def _widened(where: Where, holds: Callable[[IRI], bool], *, outer: bool = True) -> Where:
    """Let each step into a whole be one or several; ``outer`` is whether the first may be."""
    if not isinstance(where, Has):
        return with_parts(where, lambda part: _widened(part, holds, outer=outer))
    if where.target is None or where.qualifiers:
        return where
    if isinstance(where.target, Has) and where.target.step == where.step:
        return where  # as often as the data go that way
    inner = where.target
    found = where if isinstance(inner, Is) else replace(where, target=_widened(inner, holds))
    return _chained(found) if outer and holds(where.step.predicate) else found


def _chained(where: Has) -> Or:
    """Give what one edge, or several of the same, lead to."""
    ways = [where]
    while len(ways) < LONGEST:
        ways.append(replace(where, target=ways[-1]))
    return Or(tuple(ways))
