"""Which proofs give way where the budget is small: what was inferred beside what is stated."""

from __future__ import annotations

from collections.abc import Sequence

from ontorag.names import RDF_TYPE
from ontorag.values import Fact


def stated_first(proofs: Sequence[Fact], budget: int) -> list[Fact]:
    """Put inferred types last where a stated type supports the same thing, if not all have room.

    A thing of a class below is proved by its stated type alone, so that another answer can be
    shown with its own.
    """
    if len(proofs) <= budget:
        return list(proofs)
    supported = {
        fact.subject
        for fact in proofs
        if fact.origin == "asserted" and fact.predicate.value == RDF_TYPE
    }
    spare = [
        fact
        for fact in proofs
        if fact.is_inferred and fact.predicate.value == RDF_TYPE and fact.subject in supported
    ]
    keys = {fact.key for fact in spare}
    return [*(fact for fact in proofs if fact.key not in keys), *spare]
