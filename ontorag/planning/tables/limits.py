"""Limits: an amount as a condition on a property's values, with units and spans."""

from __future__ import annotations

from decimal import Decimal

from ontorag.language.families import units
from ontorag.planning.ports import Port
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.pieces import Amount
from ontorag.values import XSD, And, Compare, Has, Is, Literal, Or, Path, Step, Term, Where
from ontorag.values.where import Operator

_SCALES = {
    "mg": ("mass", "0.000001"), "g": ("mass", "0.001"), "kg": ("mass", "1"), "t": ("mass", "1000"),
    "mm": ("length", "0.001"), "cm": ("length", "0.01"), "m": ("length", "1"),
    "km": ("length", "1000"), "ml": ("volume", "0.001"), "l": ("volume", "1"),
    "s": ("time", "1"), "min": ("time", "60"), "h": ("time", "3600"), "d": ("time", "86400"),
}  # fmt: skip
_PLAIN = ("EUR", "USD", "GBP", "CHF", "%", "a")
"""Units that numbers are often recorded without: money, shares, years of age."""
_SAID = {">": ">", "<": "<", ">=": "≥", "<=": "≤", "=": "=", "!=": "≠"}


def limiting(path: Path, amount: Amount, ground: Ground) -> tuple[str, Where] | None:
    """Give the condition with its words, or None where units do not go together."""
    own = ground.unit_of(path[-1].predicate)
    factor = _factor(amount.unit, own)
    if factor is None:
        return None
    ends: list[tuple[Operator, Literal]] = [(amount.operator, amount.value)]
    if amount.until is not None:
        ends = [(">=", amount.value), ("<=", amount.until)]
    parts = [_compared(op, _scaled(value, factor)) for op, value in ends]
    inner: Where = parts[0] if len(parts) == 1 else And(tuple(parts))
    where: Where = Has(path[-1], inner)
    paid = _in_currency(path, amount.unit, ground)
    where = _along(path[:-1], where if paid is None else And((where, paid)))
    label = " › ".join(ground.label(step.predicate) for step in path)
    shown = ", ".join(f"{_SAID[op]} {_scaled(value, factor).lexical}" for op, value in ends)
    unit = "" if amount.unit in (None, own) or own is None else f" {own}"
    return f"{label} {shown}{unit}", where


def among_levels(
    path: Path, amount: Amount, scale: tuple[Term, ...], ground: Ground
) -> tuple[str, Where] | None:
    """Give the condition to be above or below a level of a scale, None for what is no level."""
    if amount.value not in scale or amount.operator not in ("<", ">"):
        return None
    at = scale.index(amount.value)
    levels = scale[at + 1 :] if amount.operator == ">" else scale[:at]
    label = " › ".join(ground.label(step.predicate) for step in path)
    return f"{label} {amount.operator} {amount.value.lexical}", _along(path, Is(levels))


def _in_currency(path: Path, unit: str | None, ground: Ground) -> Where | None:
    """Say that what bears the number names the currency, where such a thing is recorded."""
    if len(path) < 2 or unit not in _PLAIN:
        return None
    bearers = ground.ports.classes_at(Port(path[-1].predicate, False))
    for iri in ground.used:
        if bearers & ground.ports.classes_at(Port(iri, False)) and ground.kind_of(iri) == "text":
            values = [value for value, _ in ground.store.literal_values(iri, limit=50)]
            meant = tuple(v for v in values if units().get(v.lexical) == unit)
            if meant:
                return Has(Step(iri), Is(meant))
    return None


def _factor(said: str | None, own: str | None) -> Decimal | None:
    """Give what a number is multiplied by to be in the property's own unit."""
    if said is None or said == own or (own is None and said in _PLAIN):
        return Decimal(1)
    if own is None:
        return None
    one, other = _SCALES.get(said), _SCALES.get(own)
    if one is None or other is None or one[0] != other[0]:
        return None
    return Decimal(one[1]) / Decimal(other[1])


def _scaled(value: Literal, factor: Decimal) -> Literal:
    if factor == 1 or not value.datatype.endswith("decimal"):
        return value
    return Literal(format((Decimal(value.lexical) * factor).normalize(), "f"), value.datatype)


def _compared(operator: Operator, value: Literal) -> Where:
    """Compare with a value; a bare year may be meant as a number too."""
    same = Compare(operator, value)
    if value.datatype == XSD + "gYear":
        return Or((same, Compare(operator, Literal(value.lexical, XSD + "decimal"))))
    return same


def _along(path: Path, inner: Where) -> Where:
    """Put a condition on values to the start of the way to them."""
    where = inner
    for step in reversed(path):
        where = Has(step, where)
    return where
