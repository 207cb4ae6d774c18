"""The values of literals: which are equal, which are ill-typed, which belong to a datatype.

The datatypes are those of OWL 2 RL (OWL 2 Profiles, section 4.2) with the value spaces of
XML Schema 1.1 Part 2: integers are decimals; decimals, floats and doubles are apart.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import TypeAlias

from ontorag.errors import TermError
from ontorag.values import RDF, XSD, Literal, read_term

Value: TypeAlias = tuple[str, object]
"""A value space and a value in it; equal literals have equal values."""

ILL_TYPED: Value = ("ill-typed", None)

_SPACES = " \t\r\n"
_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_FLOAT = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?INF|NaN")
_INSTANT = re.compile(
    r"(-?[0-9]{4,})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?"
    r"(Z|[+-][0-9]{2}:[0-9]{2})?"
)
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}

_RANGES: dict[str, tuple[int | None, int | None]] = {
    "integer": (None, None),
    "nonNegativeInteger": (0, None), "positiveInteger": (1, None),
    "nonPositiveInteger": (None, 0), "negativeInteger": (None, -1),
    "long": (-(2**63), 2**63 - 1), "int": (-(2**31), 2**31 - 1),
    "short": (-(2**15), 2**15 - 1), "byte": (-(2**7), 2**7 - 1),
    "unsignedLong": (0, 2**64 - 1), "unsignedInt": (0, 2**32 - 1),
    "unsignedShort": (0, 2**16 - 1), "unsignedByte": (0, 2**8 - 1),
}  # fmt: skip
_STRINGS = {
    "string": re.compile(r".*", re.DOTALL),
    "normalizedString": re.compile(r"[^\t\r\n]*"),
    "token": re.compile(r"(?:[^\t\r\n ]+(?: [^\t\r\n ]+)*)?"),
    "language": re.compile(r"[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*"),
    "Name": re.compile(r"[^\W\d][\w.\-:]*|:[\w.\-:]*"),
    "NCName": re.compile(r"[^\W\d][\w.\-]*"),
    "NMTOKEN": re.compile(r"[\w.\-:]+"),
}


def literal_value(text: str) -> Value:
    """Give the value of a literal from its N-Triples text.

    An ill-typed literal gives `ILL_TYPED`; one of an unknown datatype stands for itself.

    >>> literal_value('"01"^^<http://www.w3.org/2001/XMLSchema#int>')
    ('decimal', Decimal('1'))
    """
    try:
        literal = read_term(text)
    except TermError:
        return ILL_TYPED
    if not isinstance(literal, Literal):
        return ILL_TYPED
    if literal.language is not None:
        return "tagged", (literal.lexical, literal.language, literal.direction)
    if not literal.datatype.startswith(XSD):
        return "opaque", (literal.lexical, literal.datatype)
    name = literal.datatype[len(XSD) :]
    if name in _STRINGS:
        fits = _STRINGS[name].fullmatch(literal.lexical)
        return ("string", literal.lexical) if fits else ILL_TYPED
    if name in _RANGES:
        return _integer(literal.lexical.strip(_SPACES), *_RANGES[name])
    read = _READERS.get(name)
    if read is None:
        return "opaque", (literal.lexical, literal.datatype)
    value = read(literal.lexical.strip(_SPACES))
    return ILL_TYPED if value is None else value


def belongs(value: Value, datatype: str) -> bool | None:
    """Say whether a value is in a datatype (an IRI); None when the datatype is not known."""
    if value == ILL_TYPED:
        return False
    space, content = value
    if datatype == "http://www.w3.org/2000/01/rdf-schema#Literal":
        return True
    if datatype == RDF + "PlainLiteral":
        return space in ("string", "tagged")
    if datatype == RDF + "langString":
        return space == "tagged"
    if space == "opaque" or not datatype.startswith(XSD):
        return None if space == "opaque" or not datatype.startswith(RDF) else False
    return _in_xsd(space, content, datatype[len(XSD) :])


def _in_xsd(space: str, content: object, name: str) -> bool | None:
    if name in _STRINGS:
        return space == "string" and _STRINGS[name].fullmatch(str(content)) is not None
    if name in _RANGES:
        low, high = _RANGES[name]
        return (
            isinstance(content, Decimal)
            and space == "decimal"
            and content == content.to_integral_value()
            and (low is None or content >= low)
            and (high is None or content <= high)
        )
    if name == "dateTimeStamp":
        return space == "dateTime"
    if name == "dateTime":
        return space in ("dateTime", "localDateTime")
    return space == name if name in _READERS else None


def knows(datatype: str) -> bool:
    """Say whether values of a datatype (an IRI) are understood here."""
    if datatype.startswith(XSD):
        name = datatype[len(XSD) :]
        return name in _RANGES or name in _STRINGS or name in _READERS
    return datatype in (
        RDF + "PlainLiteral", RDF + "langString", "http://www.w3.org/2000/01/rdf-schema#Literal",
    )  # fmt: skip


def differ(left: Value, right: Value) -> bool:
    """Say whether two values are certainly not the same."""
    return "opaque" not in (left[0], right[0]) and left != right


def _integer(lexical: str, low: int | None, high: int | None) -> Value:
    if not _INTEGER.fullmatch(lexical):
        return ILL_TYPED
    value = Decimal(lexical)
    if (low is not None and value < low) or (high is not None and value > high):
        return ILL_TYPED
    return "decimal", value


def _decimal(lexical: str) -> Value | None:
    return ("decimal", Decimal(lexical)) if _DECIMAL.fullmatch(lexical) else None


def _double(lexical: str) -> Value | None:
    return ("double", _float_key(float(lexical))) if _FLOAT.fullmatch(lexical) else None


def _float(lexical: str) -> Value | None:
    if not _FLOAT.fullmatch(lexical):
        return None
    try:
        single = struct.unpack("f", struct.pack("f", float(lexical)))[0]
    except OverflowError:
        single = float("-inf" if lexical.startswith("-") else "inf")
    return "float", _float_key(single)


def _float_key(number: float) -> object:
    """Tell -0.0 from 0.0 and let NaN be itself, as XML Schema's identity does."""
    return repr(number)


def _boolean(lexical: str) -> Value | None:
    return ("boolean", _BOOLEANS[lexical]) if lexical in _BOOLEANS else None


def _stamp(lexical: str) -> Value | None:
    value = _date_time(lexical)
    return value if value is not None and value[0] == "dateTime" else None


def _date_time(lexical: str) -> Value | None:
    found = _INSTANT.fullmatch(lexical)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(found[n]) for n in range(1, 7))
    part = Decimal(found[7] or 0)
    zone, late = found[8], timedelta(0)
    if (hour, minute, second) == (24, 0, 0) and not part:
        hour, late = 0, timedelta(days=1)
    try:  # years outside 1..9998 move by multiples of 400 years, which repeat the calendar
        cycles, inner = divmod(year - 1, 400)
        moment = datetime(inner + 401, month, day, hour, minute, second, tzinfo=timezone.utc) + late
    except ValueError:
        return None
    if zone and zone != "Z":
        sign = -1 if zone[0] == "+" else 1
        moment += sign * timedelta(hours=int(zone[1:3]), minutes=int(zone[4:6]))
    space = "dateTime" if zone else "localDateTime"
    return space, (cycles * 400 + moment.year, moment.timetuple()[1:6], part)


def _hex(lexical: str) -> Value | None:
    fits = re.fullmatch(r"(?:[0-9a-fA-F]{2})*", lexical)
    return ("hexBinary", lexical.lower()) if fits else None


def _base64(lexical: str) -> Value | None:
    plain = re.sub(r"\s", "", lexical)
    return ("base64Binary", plain) if _BASE64.fullmatch(plain) else None


def _any_uri(lexical: str) -> Value | None:
    return "anyURI", lexical


_READERS: dict[str, Callable[[str], Value | None]] = {
    "decimal": _decimal, "double": _double, "float": _float, "boolean": _boolean,
    "dateTime": _date_time, "dateTimeStamp": _stamp, "hexBinary": _hex,
    "base64Binary": _base64, "anyURI": _any_uri,
}  # fmt: skip
