"""One entry of the look-up index: a text that means something in the ontology."""

from __future__ import annotations

import builtins
from dataclasses import dataclass

from ontorag.values import Kind

KIND_BITS: dict[Kind, int] = {"class": 1, "property": 2, "individual": 4, "concept": 8}

PREFERRED, LABEL, SYNONYM, SPOKEN, VALUE = range(5)
"""The ranks of an entry, the best first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A label with what it names.

    ``term`` is N-Triples text. For a literal value ``term`` is the literal and ``property`` the
    IRI text in N-Triples of its property; otherwise ``property`` is None. ``language`` is ""
    where there is none. ``rank`` is 0 for a preferred label, 1 for a label, 2 for a synonym, 3
    for a spoken local name, 4 for a literal value. ``replaced_by`` is N-Triples text.
    """

    term: str
    property: str | None
    kinds: tuple[Kind, ...]
    label: str
    language: str
    rank: int
    obsolete: bool = False
    replaced_by: str | None = None

    @builtins.property
    def is_value(self) -> bool:
        """Whether it is a literal value of a property, and no concept."""
        return self.property is not None


def kinds_of(bits: int) -> tuple[Kind, ...]:
    """Read kinds from their bits.

    >>> kinds_of(5)
    ('class', 'individual')
    """
    return tuple(kind for kind, bit in KIND_BITS.items() if bits & bit)
