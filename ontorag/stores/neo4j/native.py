"""Literals as Neo4j's own values, shown on nodes and edges for people; never read back."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import TypeAlias, Union

from ontorag.stores.neo4j.naming import language_rank
from ontorag.values import XSD, Literal

Scalar: TypeAlias = Union[str, int, float, bool, date, datetime]
Native: TypeAlias = Union[Scalar, list[Scalar]]

_INTEGERS = frozenset(
    XSD + name
    for name in [
        "integer",
        "int",
        "long",
        "short",
        "byte",
        "nonNegativeInteger",
        "positiveInteger",
        "nonPositiveInteger",
        "negativeInteger",
        "unsignedLong",
        "unsignedInt",
        "unsignedShort",
        "unsignedByte",
        "gYear",
    ]
)
_FRACTIONS = frozenset(XSD + name for name in ("decimal", "double", "float"))
_LONGEST_NUMBER = 400
_LARGEST_OFFSET = timedelta(hours=18)
"""Of a time zone in Neo4j; RDF's end at 14 hours, and what goes beyond is ill-typed."""


def native_value(literal: Literal) -> Scalar:
    """Give one literal as Neo4j's own value, or as text where it has none.

    >>> native_value(Literal("7", XSD + "integer")), native_value(Literal("tall", XSD + "integer"))
    (7, 'tall')
    """
    text, datatype = literal.lexical, literal.datatype
    try:
        if datatype in _INTEGERS and len(text) < _LONGEST_NUMBER:
            number = int(text)
            return number if -(2**63) <= number < 2**63 else text
        if datatype in _FRACTIONS:
            fraction = float(text)
            return fraction if math.isfinite(fraction) else text
        if datatype == XSD + "date":
            return date.fromisoformat(text)
        if datatype == XSD + "dateTime":
            moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
            return moment if abs(moment.utcoffset() or timedelta()) <= _LARGEST_OFFSET else text
    except ValueError:
        return text
    if datatype == XSD + "boolean" and text in ("true", "false", "1", "0"):
        return text in ("true", "1")
    return text


def native_properties(key: str, literals: Iterable[Literal]) -> dict[str, Native]:
    """Give the native properties for a property's literals on one subject.

    ``key`` has those of the first language (German, English, none, any other), ``key_<tag>``
    those of each language. Several values are a list; a mixed list is text.

    >>> native_properties("label", [Literal("Elf", language="de"), Literal("elf", language="en")])
    {'label': 'Elf', 'label_de': 'Elf', 'label_en': 'elf'}
    """
    literals = list(literals)
    if len(literals) == 1:
        value, language = native_value(literals[0]), literals[0].language
        return {key: value, f"{key}_{language}": value} if language else {key: value}
    by_language: dict[str, list[Literal]] = {}
    for literal in sorted(literals, key=lambda one: (language_rank(one.language), one.lexical)):
        by_language.setdefault(literal.language or "", []).append(literal)
    if not by_language:
        return {}
    found = {key: _together(next(iter(by_language.values())))}
    for language, group in by_language.items():
        if language:
            found[f"{key}_{language}"] = _together(group)
    return found


def _together(literals: list[Literal]) -> Native:
    if len(literals) == 1:
        return native_value(literals[0])
    values = list(dict.fromkeys(native_value(literal) for literal in literals))
    if len({_kind(value) for value in values}) > 1:
        values = list(dict.fromkeys(literal.lexical for literal in literals))
    return values[0] if len(values) == 1 else values


def _kind(value: Scalar) -> tuple[type, bool]:
    """Give what the values of one list share: a time with its zone is of another kind."""
    return type(value), isinstance(value, datetime) and value.tzinfo is not None
