"""Give literals comparable values: numbers, dates and strings, as text that sorts right.

Both stores compare by this one module, so they agree. A comparable literal is a closed
interval of keys within a family; keys are text whose code-point order is the order of the
values, so they are exact for decimals of any size and can be stored and compared by any
database. Keys of numbers and dates are ASCII.

* ``number``: low = high, exactly the decimal as it is written (``0.1`` as a double is the
  decimal 0.1). ``INF`` and ``-INF`` are the ends, ``NaN`` is no member.
* ``date``: the span of time that the literal names by its own precision. ``1950`` as a
  ``gYear`` spans all of 1950 and so equals every day in it. A ``dateTime`` is an instant in
  UTC (without a zone it is read as UTC); a zone on a date, month or year does not move it.
* ``string``: low = high = the lexical form, whatever the language.

Two intervals of one family compare as `OPERATORS` says; those of two families never do.
Source: XML Schema 1.1 Part 2, sections 3.3 and 3.4, for lexical forms.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal as OneOf
from typing import NamedTuple

from ontorag.values import XSD, Literal
from ontorag.values.terms import RDF_DIR_LANG_STRING, RDF_LANG_STRING, XSD_STRING

Family = OneOf["number", "date", "string"]


class Comparable(NamedTuple):
    """What a literal compares by: a family, and the ends of a closed interval of keys."""

    family: Family
    low: str
    high: str


def comparable(literal: Literal) -> Comparable | None:
    """Give what ``literal`` compares by; None when it is ill-typed or of another kind.

    >>> comparable(Literal("1950", XSD + "gYear"))
    Comparable(family='date', low='p000001950-01-01T00:00:00', high='p000001950-99')
    >>> comparable(Literal("tall", XSD + "integer")) is None
    True
    """
    if literal.datatype in STRING_DATATYPES:
        return Comparable("string", literal.lexical, literal.lexical)
    pattern = _NUMBERS.get(literal.datatype)
    lexical = literal.lexical.strip(" \t\r\n")
    if pattern is not None:
        key = number_key(lexical) if pattern.fullmatch(lexical) else None
        return None if key is None else Comparable("number", key, key)
    read_span = _DATES.get(literal.datatype)
    span = read_span(lexical) if read_span is not None else None
    return None if span is None else Comparable("date", *span)


def compare(operator: str, left: Comparable | None, right: Comparable | None) -> bool:
    """Say whether ``left`` stands in ``operator`` to ``right``; False across families."""
    if left is None or right is None or left.family != right.family:
        return False
    return OPERATORS[operator](left, right)


OPERATORS: dict[str, Callable[[Comparable, Comparable], bool]] = {
    "<": lambda left, right: left.high < right.low,
    "<=": lambda left, right: left.low <= right.high,
    "=": lambda left, right: left.low <= right.high and left.high >= right.low,
    "!=": lambda left, right: left.high < right.low or left.low > right.high,
    ">=": lambda left, right: left.high >= right.low,
    ">": lambda left, right: left.low > right.high,
}
"""How two intervals of one family compare, by the ends."""

STRING_DATATYPES = frozenset((XSD_STRING, RDF_LANG_STRING, RDF_DIR_LANG_STRING))

_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_DOUBLE = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?INF")
_INTEGERS = (
    "integer int long short byte nonNegativeInteger positiveInteger nonPositiveInteger "
    "negativeInteger unsignedLong unsignedInt unsignedShort unsignedByte"
)
_NUMBERS = {
    **{XSD + name: _INTEGER for name in _INTEGERS.split()},
    XSD + "decimal": _DECIMAL,
    XSD + "double": _DOUBLE,
    XSD + "float": _DOUBLE,
}

_POINT = 500_000
_LONGEST = 100_000
_FARTHEST_EXPONENT = 400
_NINES = str.maketrans("0123456789", "9876543210")


def number_key(lexical: str) -> str | None:
    """Give the sort key of a number in digits; None when it is longer than 100,000 characters.

    >>> keys = [number_key(text) for text in ("-INF", "-20", "-1.5", "-1", "0.0", ".5", "1", "9e9")]
    >>> keys == sorted(keys) and number_key("1.50") == number_key("+01.5")
    True
    """
    if len(lexical) > _LONGEST:
        return None
    negative = lexical.startswith("-")
    digits = lexical.lstrip("+-")
    if digits == "INF":
        return "-" if negative else "3"
    mantissa, _, exponent = digits.lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    shift = _exponent(exponent)
    all_digits = (whole + fraction).lstrip("0")
    significant = all_digits.rstrip("0")
    if not significant or shift < -_FARTHEST_EXPONENT:
        return "1"
    if shift > _FARTHEST_EXPONENT:
        return "-" if negative else "3"
    point = _POINT + len(all_digits) - len(fraction) + shift
    key = f"{point:06d}{significant}"
    return f"0{key.translate(_NINES)}~" if negative else f"2{key}"


def _exponent(text: str) -> int:
    """Read an exponent; what has more than eight digits is as good as its first eight."""
    size = int(text.lstrip("+-").lstrip("0")[:8] or "0")
    return -size if text.startswith("-") else size


_YEAR = r"(-?(?:[1-9][0-9]{3,8}|0[0-9]{3}))"
_ZONE = r"(Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?"
_YEAR_FORM = re.compile(_YEAR + _ZONE)
_MONTH_FORM = re.compile(_YEAR + r"-(0[1-9]|1[0-2])" + _ZONE)
_DATE_FORM = re.compile(_YEAR + r"-(0[1-9]|1[0-2])-([0-3][0-9])" + _ZONE)
_INSTANT_FORM = re.compile(
    _YEAR + r"-(0[1-9]|1[0-2])-([0-3][0-9])"
    r"T([01][0-9]|2[0-4]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]+))?" + _ZONE
)


def _year_span(lexical: str) -> tuple[str, str] | None:
    found = _YEAR_FORM.fullmatch(lexical)
    if found is None:
        return None
    year = _year_key(int(found[1]))
    return f"{year}-01-01T00:00:00", f"{year}-99"


def _month_span(lexical: str) -> tuple[str, str] | None:
    found = _MONTH_FORM.fullmatch(lexical)
    if found is None:
        return None
    month = f"{_year_key(int(found[1]))}-{found[2]}"
    return f"{month}-01T00:00:00", f"{month}-99"


def _date_span(lexical: str) -> tuple[str, str] | None:
    found = _DATE_FORM.fullmatch(lexical)
    if found is None or not _is_day(int(found[1]), int(found[2]), int(found[3])):
        return None
    day = f"{_year_key(int(found[1]))}-{found[2]}-{found[3]}"
    return f"{day}T00:00:00", f"{day}T99"


def _instant(lexical: str) -> tuple[str, str] | None:
    """Read an ``xsd:dateTime``; 24:00:00 is the next midnight."""
    found = _INSTANT_FORM.fullmatch(lexical)
    if found is None:
        return None
    year, month, day = int(found[1]), int(found[2]), int(found[3])
    hour, minute, fraction = int(found[4]), int(found[5]), (found[7] or "").rstrip("0")
    if not _is_day(year, month, day):
        return None
    if hour == 24 and (minute or int(found[6]) or fraction):
        return None
    minutes = _days(year, month, day) * 1440 + hour * 60 + minute - _offset(found[8])
    year, month, day = _civil(minutes // 1440)
    hour, minute = divmod(minutes % 1440, 60)
    key = f"{_year_key(year)}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{found[6]}"
    key += f".{fraction}" if fraction else ""
    return key, key


_DATES: dict[str, Callable[[str], tuple[str, str] | None]] = {
    XSD + "gYear": _year_span,
    XSD + "gYearMonth": _month_span,
    XSD + "date": _date_span,
    XSD + "dateTime": _instant,
    XSD + "dateTimeStamp": _instant,
}

COMPARABLE_DATATYPES = frozenset((*_NUMBERS, *_DATES))
"""Datatypes of numbers and dates; strings are in `STRING_DATATYPES`."""


def _year_key(year: int) -> str:
    return f"p{year:09d}" if year >= 0 else f"n{999_999_999 + year:09d}"


def _offset(zone: str | None) -> int:
    """Give a zone's minutes east of UTC."""
    if zone is None or zone == "Z":
        return 0
    minutes = int(zone[1:3]) * 60 + int(zone[4:6])
    return -minutes if zone[0] == "-" else minutes


def _is_day(year: int, month: int, day: int) -> bool:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return 1 <= day <= lengths[month - 1]


def _days(year: int, month: int, day: int) -> int:
    """Count the days from 0000-03-01 in the proleptic Gregorian calendar."""
    year -= month <= 2
    era, year_of_era = divmod(year, 400)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146_097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year


def _civil(days: int) -> tuple[int, int, int]:
    """Give year, month and day, the inverse of `_days`."""
    era, day_of_era = divmod(days, 146_097)
    year_of_era = (
        day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096
    ) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month_index = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month_index + 2) // 5 + 1
    month = month_index + 3 if month_index < 10 else month_index - 9
    return year_of_era + era * 400 + (month <= 2), month, day
