"""Rewrite a `Where` before it is compiled: fewer forms, and alternatives joined into one set."""

from __future__ import annotations

from collections.abc import Iterator

from ontorag.values import (
    IRI,
    RDF,
    And,
    AtLeast,
    Compare,
    Every,
    Has,
    Is,
    Not,
    OfType,
    Or,
    QualifierCondition,
    Step,
    Term,
    Top,
    Where,
)  # fmt: skip

TYPE = IRI(RDF + "type")


def compares(where: Where) -> bool:
    """Say whether ``where`` has a `Compare` among its alternatives, so that it has no members."""
    if isinstance(where, Compare):
        return True
    if isinstance(where, Not):
        return compares(where.part)
    return isinstance(where, (And, Or, AtLeast)) and any(compares(part) for part in where.parts)


def simplified(where: Where) -> Where:
    """Rewrite types to edges, flatten And and Or, and join alternatives along one step."""
    if isinstance(where, OfType):
        return Has(Step(TYPE), Is(where.classes))
    if isinstance(where, Has):
        conditions = tuple(
            QualifierCondition(c.predicate, c.target and simplified(c.target), c.excluded)
            for c in where.qualifiers
        )
        return Has(where.step, where.target and simplified(where.target), conditions)
    if isinstance(where, Every):
        return Every(where.step, simplified(where.of))
    if isinstance(where, Not):
        return Not(simplified(where.part))
    if isinstance(where, And):
        return And(tuple(_flat(where, And)))
    if isinstance(where, Or):
        return _joined(list(_flat(where, Or)))
    if isinstance(where, AtLeast):
        return AtLeast(where.n, tuple(simplified(part) for part in where.parts))
    if isinstance(where, Top):
        target = where.of_target and simplified(where.of_target)
        return Top(
            simplified(where.of), where.predicate, where.n, where.largest, where.scale,
            where.of_step, target,
        )  # fmt: skip
    return where


def _flat(where: And | Or, kind: type[And] | type[Or]) -> Iterator[Where]:
    for part in where.parts:
        inner = simplified(part)
        if isinstance(inner, kind):
            yield from inner.parts
        else:
            yield inner


def _joined(parts: list[Where]) -> Where:
    """Make one set of the plain alternatives, and of those reached along each step."""
    terms: list[Term] = []
    along: dict[tuple[Step, tuple[QualifierCondition, ...]], list[Term]] = {}
    others: list[Where] = []
    for part in parts:
        if isinstance(part, Is):
            terms += part.terms
        elif isinstance(part, Has) and isinstance(part.target, Is):
            along.setdefault((part.step, part.qualifiers), []).extend(part.target.terms)
        else:
            others.append(part)
    joined: list[Where] = [Has(step, Is(tuple(ts)), qs) for (step, qs), ts in along.items()]
    if terms:
        joined.append(Is(tuple(terms)))
    whole = (*joined, *others)
    return whole[0] if len(whole) == 1 else Or(whole)


def terms_of(where: Where) -> Iterator[Term]:
    """Give every term that a simplified ``where`` names (values of `Compare` excepted)."""
    if isinstance(where, Is):
        yield from where.terms
    elif isinstance(where, (And, Or, AtLeast)):
        for part in where.parts:
            yield from terms_of(part)
    elif isinstance(where, Not):
        yield from terms_of(where.part)
    elif isinstance(where, Every):
        yield where.step.predicate
        yield from terms_of(where.of)
    elif isinstance(where, Has):
        yield where.step.predicate
        yield from () if where.target is None else terms_of(where.target)
        for condition in where.qualifiers:
            yield condition.predicate
            yield from () if condition.target is None else terms_of(condition.target)
    elif isinstance(where, Top):
        yield from _terms_of_top(where)


def _terms_of_top(where: Top) -> Iterator[Term]:
    yield where.predicate
    yield from where.scale
    yield from terms_of(where.of)
    if where.of_step is not None:
        yield where.of_step.predicate
    if where.of_target is not None:
        yield from terms_of(where.of_target)
