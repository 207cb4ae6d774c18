"""Cells as numbers and as places in an order."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from ontorag.stores.comparing import Comparable, comparable, compare, number_key
from ontorag.values import XSD, Cell, Limit, Literal, Term


def number_of(cell: Cell) -> Decimal | None:
    """Give the number that a cell is, or None.

    A numeral that was stated as plain text counts as one.

    >>> number_of(Literal("3.50", XSD + "decimal")), number_of(Literal("tall"))
    (Decimal('3.50'), None)
    """
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, (int, Decimal)):
        return Decimal(cell)
    known = comparable(cell) if isinstance(cell, Literal) else None
    if known is None or known.family == "date" or not isinstance(cell, Literal):
        return None
    try:
        number = Decimal(cell.lexical.strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def key_of(cell: Cell, scale: Sequence[Term] = ()) -> str | None:
    """Give text that sorts a cell among others of its column; None where it has no place."""
    if scale:
        place = scale.index(cell) if cell in scale else None
        return None if place is None else f"{place:09}"
    number = number_of(cell)
    if number is not None:
        return number_key(format(number, "f"))
    known = comparable(cell) if isinstance(cell, Literal) else None
    if known is None:
        return None
    return known.low


def stands(limit: Limit, cells: Sequence[Cell]) -> bool:
    """Whether a row meets a condition on its cells."""
    left = cells[limit.column]
    right: Cell = limit.value if limit.other is None else cells[limit.other]
    one, two = number_of(left), number_of(right)
    if one is not None and two is not None:
        return compare(limit.operator, _number(one), _number(two))
    if not isinstance(left, Literal) or not isinstance(right, Literal):
        return left == right if limit.operator == "=" else False
    return compare(limit.operator, comparable(left), comparable(right))


def _number(number: Decimal) -> Comparable | None:
    return comparable(Literal(format(number, "f"), XSD + "decimal"))
