"""Say whether a `Where` can be asked: the one check that both stores make first."""

from __future__ import annotations

from ontorag.stores.comparing import OPERATORS
from ontorag.values import And, AtLeast, Compare, Every, Has, Is, Not, OfType, Or, Top, Where


def check_where(where: Where) -> None:
    """Raise a ValueError that says why when ``where`` denotes no set of terms.

    A `Not` stands only among the parts of an `And` that has a positive part; a `Compare` only
    within the target of a `Has` or of a qualifier condition (or `Top.of_target`), alone or
    combined by `And`, `Or`, `AtLeast`; ``1 <= AtLeast.n <= len(parts)``; ``Top.n >= 1``.
    """
    _check(where, as_target=False)


def _check(where: Where, *, as_target: bool) -> None:
    if isinstance(where, Compare):
        _check_compare(where, as_target)
    elif isinstance(where, Not):
        raise ValueError(
            "Not stands alone: what is *not* a member has no end. "
            "Put it into an And beside a part that says what is."
        )
    elif isinstance(where, (And, Or, AtLeast)):
        _check_combination(where, as_target)
    elif isinstance(where, Has):
        _check_has(where)
    elif isinstance(where, Every):
        _check(where.of, as_target=False)
    elif isinstance(where, Top):
        _check_top(where)
    elif not isinstance(where, (Is, OfType)):
        raise ValueError(f"{where!r} is not a Where: use Is, OfType, Has, Every, And, Or, … ")


def _check_compare(where: Compare, as_target: bool) -> None:
    if where.operator not in OPERATORS:
        raise ValueError(f"Compare has no operator {where.operator!r}: use < <= = != >= >")
    if not as_target:
        raise ValueError(
            "Compare stands outside a Has: literals are members only as its target. "
            f"Write Has(Step(property), Compare({where.operator!r}, …))."
        )


def _check_combination(where: And | Or | AtLeast, as_target: bool) -> None:
    parts = where.parts
    if isinstance(where, And):
        if all(isinstance(part, Not) for part in parts):
            raise ValueError("And has no positive part: add what the members are, beside Not.")
        parts = tuple(part.part if isinstance(part, Not) else part for part in parts)
    if isinstance(where, AtLeast) and not 1 <= where.n <= len(parts):
        raise ValueError(
            f"AtLeast asks for {where.n} of {len(parts)} parts: "
            f"n must be from 1 to the number of parts."
        )
    for part in parts:
        _check(part, as_target=as_target)


def _check_has(where: Has) -> None:
    if where.target is not None:
        _check(where.target, as_target=True)
    for condition in where.qualifiers:
        if condition.target is not None:
            _check(condition.target, as_target=True)


def _check_top(where: Top) -> None:
    if where.n < 1:
        raise ValueError(f"Top asks for the {where.n} best: n must be 1 or more.")
    if where.of_target is not None and where.of_step is None:
        raise ValueError("Top has of_target without of_step: say along which step.")
    _check(where.of, as_target=False)
    if where.of_target is not None:
        _check(where.of_target, as_target=True)
