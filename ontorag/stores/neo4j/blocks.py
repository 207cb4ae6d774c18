"""Reading very much in blocks of subjects: a record holds the edges of a block, not one edge.

A record costs the driver far more than a value in it. Subjects come in the order of the index
on their IRI, so that neither side ever holds more than a block.
"""

from __future__ import annotations

from typing import Any

from ontorag.stores.base import Pattern
from ontorag.stores.neo4j.journal import View
from ontorag.stores.neo4j.naming import quote

BLOCK = 5_000
"""So many subjects are read at once."""
MUCH = 5_000
"""From so many edges on blocks are worth their queries."""

HINT = "USING INDEX s:Resource(iri)"
WITHIN = "s.iri > $after AND s.iri <= $last"
"""The condition that the subject ``s`` is in the block."""

Block = dict[str, object]
"""The parameters of `WITHIN`."""

_NODES = "MATCH (s:Resource) RETURN count(s)"
_LAST = (
    "MATCH (s:Resource) WHERE s.iri > $after "
    "WITH s.iri AS iri ORDER BY iri LIMIT $size RETURN max(iri)"
)


def blocks_for(transaction: Any, view: View, pattern: Pattern) -> list[Block]:
    """Give the blocks to read ``pattern`` by; none where its edges are few, or have given ends.

    Few are also edges that most subjects lack: they are found by their type.
    """
    if pattern.subjects is not None or pattern.objects is not None or view.journal.imported:
        return []
    types = None
    if pattern.predicates is not None:
        types = view.types_of([iri.value for iri in pattern.predicates])
        if len(types) != 1:
            return []
    kind = "" if types is None else ":" + quote(types[0])
    edges = _number(transaction, f"MATCH ()-[r{kind}]->() RETURN count(r)")
    if edges < MUCH or 4 * edges < _number(transaction, _NODES):
        return []
    found: list[Block] = []
    after = ""
    while (last := transaction.run(_LAST, after=after, size=BLOCK).single()[0]) is not None:
        found.append({"after": after, "last": last})
        after = last
    return found


def _number(transaction: Any, query: str) -> int:
    return int(transaction.run(query).single()[0])
