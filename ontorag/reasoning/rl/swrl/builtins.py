"""The built-ins that rules may use: comparisons, and sums, differences and products.

Numbers are compared by their value whatever their datatype; what has no common order, and what
is of a datatype that is not known, satisfies no comparison. Decimals are computed exactly.
Source: SWRL: A Semantic Web Rule Language, sections 8.1 and 8.2.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from decimal import Context, Decimal, Inexact, InvalidOperation, Overflow
from functools import reduce
from typing import Any

from ontorag.names import SWRLB, XSD, local_name
from ontorag.reasoning.rl.literals import ILL_TYPED, Value, differ, literal_value
from ontorag.values import Literal, write_term

DIGITS = 1_000
"""Results with more digits than that are not computed."""

_INEXACT = (Inexact, InvalidOperation, Overflow)
_EXACT = Context(prec=DIGITS, Emax=DIGITS, Emin=-DIGITS, traps=list(_INEXACT))
_ORDERED = frozenset({"string", "boolean", "dateTime", "localDateTime"})

_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "lessThan": operator.lt, "lessThanOrEqual": operator.le,
    "greaterThan": operator.gt, "greaterThanOrEqual": operator.ge,
}  # fmt: skip
_EXACTLY: Mapping[str, Callable[[Decimal, Decimal], Decimal]] = {
    "add": _EXACT.add,
    "subtract": _EXACT.subtract,
    "multiply": _EXACT.multiply,
}
_ROUGHLY: Mapping[str, Callable[[float, float], float]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
}

COMPARING = frozenset({"equal", "notEqual", *_COMPARISONS})
COMPUTING = frozenset(_EXACTLY)
SIGNS = {
    "equal": "=", "notEqual": "≠", "lessThan": "<", "lessThanOrEqual": "≤", "greaterThan": ">",
    "greaterThanOrEqual": "≥", "add": "+", "subtract": "−", "multiply": "·",
}  # fmt: skip
"""How a built-in is written between its arguments."""


def arity_problem(iri: str, arguments: int) -> str | None:
    """Say what is wrong with a built-in (by its IRI) of so many arguments, if anything."""
    name = builtin_name(iri)
    if name in COMPARING:
        return None if arguments == 2 else f"{name} compares two values, not {arguments}"
    if name not in COMPUTING:
        return f"the built-in {local_name(iri) or iri} is not known here"
    if arguments < 3 or (name == "subtract" and arguments > 3):
        return f"{name} does not take {arguments} arguments"
    return None


def builtin_name(iri: str) -> str:
    """Give the name of a built-in by its IRI; of others nothing."""
    return iri[len(SWRLB) :] if iri.startswith(SWRLB) else ""


def compare(name: str, left: str, right: str) -> bool:
    """Say whether two literals (N-Triples text) satisfy a comparison.

    >>> compare("lessThan", '"9"^^<http://www.w3.org/2001/XMLSchema#int>',
    ...         '"1.0E1"^^<http://www.w3.org/2001/XMLSchema#double>')
    True
    """
    one, other = literal_value(left), literal_value(right)
    if ILL_TYPED in (one, other):
        return False
    numbers = _number(one), _number(other)
    both = None not in numbers
    if both and any(number != number for number in numbers):  # not a number
        return name == "notEqual"
    if name == "equal":
        return numbers[0] == numbers[1] if both else one == other
    if name == "notEqual":
        return numbers[0] != numbers[1] if both else differ(one, other)
    if both:
        return _COMPARISONS[name](*numbers)
    if one[0] != other[0] or one[0] not in _ORDERED:
        return False
    return _COMPARISONS[name](one[1], other[1])


def compute(name: str, arguments: Sequence[str]) -> str | None:
    """Compute a literal from literals (N-Triples text); None where they give no number.

    >>> compute("multiply", ['"1.50"^^<http://www.w3.org/2001/XMLSchema#decimal>',
    ...                      '"4"^^<http://www.w3.org/2001/XMLSchema#int>'])
    '"6"^^<http://www.w3.org/2001/XMLSchema#integer>'
    """
    values = [literal_value(text) for text in arguments]
    numbers = [_number(value) for value in values]
    if None in numbers:
        return None
    spaces = {value[0] for value in values}
    if spaces == {"decimal"}:
        return _exactly(name, [each for each in numbers if isinstance(each, Decimal)])
    result = reduce(_ROUGHLY[name], (float(each) for each in numbers if each is not None))
    return _float_text(result, "double" if "double" in spaces else "float")


def _number(value: Value) -> Decimal | float | None:
    space, content = value
    if space == "decimal" and isinstance(content, Decimal):
        return content
    return float(str(content)) if space in ("double", "float") else None


def _exactly(name: str, numbers: Sequence[Decimal]) -> str | None:
    try:
        result = reduce(_EXACTLY[name], numbers)
    except _INEXACT:
        return None
    if result == result.to_integral_value():
        return write_term(Literal(f"{result:.0f}", XSD + "integer"))
    return write_term(Literal(f"{result.normalize(_EXACT):f}", XSD + "decimal"))


def _float_text(number: float, name: str) -> str:
    text = repr(number).replace("inf", "INF").replace("nan", "NaN")
    return write_term(Literal(text, XSD + name))
