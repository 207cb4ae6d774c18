"""Numbers and dates in a text, with their places, as values that can be compared.

Dates keep their precision: a year is a gYear, "März 2019" a gYearMonth (XSD 1.1, section 3.3).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Literal as OneOf

from ontorag.language.numerals import parse_number
from ontorag.language.text import fold
from ontorag.language.words import Language, words

Precision = OneOf["decimal", "gYear", "gYearMonth", "date"]
Sign = OneOf["<", "<=", "=", "!=", ">=", ">"]

_ISO = re.compile(r"(?<![\w-])(\d{4})-(\d{2})(?:-(\d{2}))?(?![\w-])")
_DOTTED = re.compile(r"(?<![\w.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\w)")
_YEAR = re.compile(r"(?<![\w.,'’-])([12]\d{3})(?![\w'’]|[.,]\d)")
_FIGURES = re.compile(r"(?<![\w.,-])[+-]?\d(?:[\d.,'’\u00a0\u202f]*\d)?(?!\w)")

_TO, _AND = frozenset({"to", "bis", "-", "–"}), frozenset({"and", "und"})
_BETWEEN = re.compile(r"\b(?:between|zwischen)(?: \w+)?\s*$", re.IGNORECASE)

_SIGNS: dict[str, Sign] = {
    ">": ">", "<": "<", ">=": ">=", "=>": ">=", "≥": ">=", "<=": "<=", "=<": "<=", "≤": "<=",
    "!=": "!=", "<>": "!=", "≠": "!=", "=": "=", "==": "=",
}  # fmt: skip
_SIGN = re.compile(r"[<>=!≤≥≠≈~]+(?=\s*$)")
_TAG = re.compile(r"<[A-Za-z/][^<>]*>\s*$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number or date: ``lexical`` is of the XSD datatype that ``precision`` names."""

    precision: Precision
    lexical: str
    text: str
    start: int
    end: int


def quantities(text: str, language: Language) -> tuple[Quantity, ...]:
    """Give the numbers in figures and the dates of ``text``, in order.

    >>> [(q.precision, q.lexical) for q in quantities("vor dem 14. März 2019 über 1,2 Mio.", "de")]
    [('date', '2019-03-14'), ('decimal', '1200000')]
    """
    found = [*_dates(text, language)]
    taken = [(each.start, each.end) for each in found]
    for match in _FIGURES.finditer(text):
        if not any(start <= match.start() < end for start, end in taken):
            number = _number(text, match, language)
            found += [number] if number else []
    return tuple(_ranges(sorted(found, key=lambda each: each.start), text, language))


def sign_before(text: str, start: int) -> tuple[Sign | None, int] | None:
    """Give the sign of comparison right before a place, and where it begins; None without one.

    A sign that compares in no way known ("≈", "->") is None itself; mark-up is no sign.

    >>> sign_before("budget >= 5", 10), sign_before("budget ~5", 8), sign_before("<b>5</b>", 3)
    (('>=', 7), (None, 7), None)
    """
    before = text[:start]
    found = _SIGN.search(before)
    if found is None or _TAG.search(before):
        return None
    return _SIGNS.get(found[0]), found.start()


def scaled_alike(low: Quantity, high: Quantity, language: Language) -> Quantity:
    """Give the lower end of a range in the scale of the upper: "between 2 and 3 million"."""
    scales = words(language).scales
    last = fold(high.text).split()[-1].rstrip(".")
    shared = next((n for word, n in scales.items() if last.endswith(word)), None)
    scaled = any(word.endswith(tuple(scales)) for word in fold(low.text).split())
    if low.precision != "decimal" or shared is None or scaled:
        return low
    number = Decimal(low.lexical) * shared
    return low if number > Decimal(high.lexical) else replace(low, lexical=format(number, "f"))


def _ranges(found: list[Quantity], text: str, language: Language) -> list[Quantity]:
    """Scale the lower ends of ranges in figures."""
    for n, (low, high) in enumerate(pairwise(found)):
        joint = text[low.end : high.start].strip().lower()
        if joint in _TO or (joint in _AND and _BETWEEN.search(text[: low.start])):
            found[n] = scaled_alike(low, high, language)
    return found


def _dates(text: str, language: Language) -> list[Quantity]:
    found: list[Quantity] = []
    for pattern, order in ((_ISO, (1, 2, 3)), (_DOTTED, (3, 2, 1)), (_spelled(), (0, 0, 0))):
        for match in pattern.finditer(text):
            parts = _spelled_parts(match) if order == (0, 0, 0) else [match[i] for i in order]
            date = _date(match, *parts) if parts else None
            if date is not None and not any(_meet(date, other) for other in found):
                found.append(date)
    for match in _YEAR.finditer(text):
        year = Quantity("gYear", match[1], match[0], match.start(), match.end())
        scaled = parse_number(text[match.start() : match.end() + 12].split("?")[0], language)
        if not any(_meet(year, other) for other in found) and (scaled or 0) < 3000:
            found.append(year)
    return found


def _meet(one: Quantity, other: Quantity) -> bool:
    return one.start < other.end and other.start < one.end


def _date(match: re.Match[str], year: str, month: str, day: str | None) -> Quantity | None:
    if not 1 <= int(month) <= 12 or (day is not None and not 1 <= int(day) <= 31):
        return None
    lexical = f"{year}-{int(month):02}" + (f"-{int(day):02}" if day else "")
    precision: Precision = "date" if day else "gYearMonth"
    return Quantity(precision, lexical, match[0], match.start(), match.end())


@lru_cache(maxsize=1)
def _spelled() -> re.Pattern[str]:
    """Match "14. März 2019", "March 14, 2019", "March 2019" in both languages."""
    months = "|".join(sorted({*_month_names()}, key=len, reverse=True))
    return re.compile(
        rf"(?:(?<!\w)(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?\s+)?\b(?P<month>{months})\b\.?"
        rf"(?:\s+(?P<later>\d{{1,2}})(?:st|nd|rd|th)?,)?\s+(?P<year>\d{{4}})(?!\w)",
        re.IGNORECASE,
    )


@lru_cache(maxsize=1)
def _month_names() -> dict[str, int]:
    known: dict[str, int] = {}
    for months in (words("de").months, words("en").months):
        known |= months
        known |= {name.replace("ae", "ä"): number for name, number in months.items()}
    return known


def _spelled_parts(match: re.Match[str]) -> list[str] | None:
    month = _month_names().get(fold(match["month"])) or _month_names().get(match["month"].lower())
    if month is None:
        return None
    return [match["year"], str(month), match["day"] or match["later"]]


def _number(text: str, match: re.Match[str], language: Language) -> Quantity | None:
    """Read figures, with a scale word behind them ("1,2 Millionen")."""
    end = match.end()
    value = parse_number(match[0], language)
    after = re.match(r"\s+(\w+)\.?", text[end:])
    if after and fold(after[1]) in words(language).scales:
        scaled = parse_number(f"{match[0]} {after[1]}", language)
        if scaled is not None:
            value, end = scaled, end + after.end()
    if value is None:
        return None
    return Quantity("decimal", format(value, "f"), text[match.start() : end], match.start(), end)
