"""Whether a literal's text fits its datatype.

Source: W3C XML Schema Definition Language 1.1, part 2: Datatypes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from ontorag.values import XSD

_ZONE = r"(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)?"
_YEAR = r"(-?(?:[1-9]\d{3,}|0\d{3}))"
_TIME = r"(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?|24:00:00(?:\.0+)?)"
_INTEGER = r"[+-]?\d+"
_DURATION = re.compile(
    r"-?P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?", re.ASCII
)
_PATTERNS = {
    "boolean": r"true|false|1|0",
    "decimal": r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)",
    "double": r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[Ee][+-]?\d+)?|[+-]?INF|NaN",
    "date": rf"{_YEAR}-(\d\d)-(\d\d){_ZONE}",
    "dateTime": rf"{_YEAR}-(\d\d)-(\d\d)T{_TIME}{_ZONE}",
    "dateTimeStamp": rf"{_YEAR}-(\d\d)-(\d\d)T{_TIME}(?:Z|[+-]\d\d:\d\d)",
    "time": rf"{_TIME}{_ZONE}",
    "gYear": rf"{_YEAR}{_ZONE}",
    "gYearMonth": rf"{_YEAR}-(?:0[1-9]|1[0-2]){_ZONE}",
    "gMonth": rf"--(?:0[1-9]|1[0-2]){_ZONE}",
    "gDay": rf"---(?:0[1-9]|[12]\d|3[01]){_ZONE}",
    "hexBinary": r"(?:[0-9A-Fa-f]{2})*",
    "language": r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*",
    "anyURI": r"[^\s]*",
}
_PATTERNS["float"] = _PATTERNS["double"]
_RANGES: dict[str, tuple[int | None, int | None]] = {
    "integer": (None, None),
    "nonNegativeInteger": (0, None), "positiveInteger": (1, None),
    "nonPositiveInteger": (None, 0), "negativeInteger": (None, -1),
    "long": (-(2**63), 2**63 - 1), "int": (-(2**31), 2**31 - 1),
    "short": (-(2**15), 2**15 - 1), "byte": (-128, 127),
    "unsignedLong": (0, 2**64 - 1), "unsignedInt": (0, 2**32 - 1),
    "unsignedShort": (0, 2**16 - 1), "unsignedByte": (0, 255),
}  # fmt: skip
_MOST_DIGITS = 4000


def is_well_typed(lexical: str, datatype: str) -> bool:
    """Whether ``lexical`` is in the lexical space of the datatype with this IRI.

    A datatype that is unknown accepts everything.

    >>> is_well_typed("2020-02-30", XSD + "date"), is_well_typed("-0044-03-15", XSD + "date")
    (False, True)
    >>> is_well_typed(" 7 ", XSD + "integer"), is_well_typed("300", XSD + "unsignedByte")
    (True, False)
    """
    if not datatype.startswith(XSD):
        return True
    check = _check(datatype[len(XSD) :])
    return check is None or check(lexical.strip(" \t\r\n"))


@lru_cache(maxsize=64)
def _check(name: str) -> Callable[[str], bool] | None:
    if name in _RANGES:
        low, high = _RANGES[name]
        return lambda text: _is_integer(text, low, high)
    if name in ("duration", "dayTimeDuration", "yearMonthDuration"):
        return lambda text: _DURATION.fullmatch(text) is not None
    if name not in _PATTERNS:
        return None
    pattern = re.compile(_PATTERNS[name], re.ASCII)
    if name in ("date", "dateTime", "dateTimeStamp"):
        return lambda text: _is_day(pattern.fullmatch(text))
    return lambda text: pattern.fullmatch(text) is not None


def _is_integer(text: str, low: int | None, high: int | None) -> bool:
    if re.fullmatch(_INTEGER, text, re.ASCII) is None:
        return False
    if low is None and high is None:
        return True
    if len(text) > _MOST_DIGITS:
        return (low is None) if text.startswith("-") else (high is None)
    value = int(text)
    return (low is None or value >= low) and (high is None or value <= high)


def _is_day(found: re.Match[str] | None) -> bool:
    if found is None:
        return False
    year, month, day = int(found[1][-4:]), int(found[2]), int(found[3])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return 1 <= month <= 12 and 1 <= day <= lengths[month - 1]
