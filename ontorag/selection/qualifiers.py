"""What is said of the statements that prove an answer, as the answer itself."""

from __future__ import annotations

from collections.abc import Sequence

from ontorag.values import IRI, Fact, Term


def without_mirrored(facts: Sequence[Fact], known: Sequence[Fact] = ()) -> list[Fact]:
    """Leave out what only says again, from its other end, what another fact does.

    A node that links a holder to several things is read once for each: "position CTO (employer
    Acme)" and "employer Acme (position CTO)" are one.
    """
    kept: list[Fact] = []
    for fact in facts:
        others = (other for other in (*known, *kept) if other.subject == fact.subject)
        if fact.rule != "n-ary" or not any(_mirrors(fact, other) for other in others):
            kept.append(fact)
    return kept


def _mirrors(fact: Fact, other: Fact) -> bool:
    said, of_other = ({each.value for each in one.qualifiers} for one in (fact, other))
    return (
        other.rule == "n-ary"
        and other.object in said
        and fact.object in of_other
        and said - {other.object} == of_other - {fact.object}
    )


def qualifying(predicate: IRI, proofs: Sequence[Fact]) -> tuple[list[Term], list[Fact]]:
    """Give the values of a qualifier at some statements, with the statements that have one.

    Where none has, the statements are given as they are: they are what is recorded instead.
    """
    telling = [f for f in proofs if any(each.predicate == predicate for each in f.qualifiers)]
    values = dict.fromkeys(
        each.value for fact in telling for each in fact.qualifiers if each.predicate == predicate
    )
    return list(values), telling or list(proofs)
