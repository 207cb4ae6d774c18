"""Amounts: numbers, dates and relative times of a question with their operators and units."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from ontorag.language import (
    Quantity,
    fold,
    parse_number,
    quantities,
    scaled_alike,
    sign_before,
    spelled_numbers,
    words,
)
from ontorag.language.degrees import degrees_of
from ontorag.language.families import units
from ontorag.language.words import CueKind, Language
from ontorag.planning.tables.pieces import Amount, Sheet
from ontorag.values import XSD, Literal
from ontorag.values.where import Operator

_OPERATORS: dict[CueKind, Operator] = {
    "more_than": ">", "less_than": "<", "at_least": ">=", "at_most": "<=", "before": "<",
    "after": ">", "since": ">=", "until": "<=",
}  # fmt: skip
_ALSO: dict[str, Operator] = {
    "exceeding": ">", "exceeds": ">", "exceed": ">", "not exceed": "<=", "not exceeding": "<=",
    "mehr als": ">", "weniger als": "<", "hoechstens": "<=", "maximal": "<=", "mindestens": ">=",
    "ab": ">=", "bis": "<=", "bis zu": "<=", "ueber": ">", "unter": "<", "over": ">",
    "under": "<", "above": ">", "below": "<", "up to": "<=", "a maximum of": "<=",
    "a minimum of": ">=", "from": ">=", "more than": ">", "less than": "<", "fewer than": "<",
    "nach": ">", "vor": "<", "seit": ">=", "since": ">=", "before": "<", "after": ">",
    "until": "<=", "uebersteigt": ">", "uebersteigen": ">", "exactly": "=", "genau": "=",
    "kosten mehr als": ">", "cheaper than": "<", "not more than": "<=", "not less than": ">=",
    "no more than": "<=", "nicht mehr als": "<=", "nicht weniger als": ">=",
}  # fmt: skip
_BETWEEN = ("between", "zwischen")
_SKIPPED = frozenset(
    {"als", "than", "dem", "der", "den", "the", "a", "of", "jahr", "year", "im", "in"}
)
_LASTING = re.compile(
    r"\b(?:in\s+(?:the|den|dem)\s+)?(?:last|past|previous|letzten|letzter|letztes|letzte|"
    r"vergangenen|vergangenes|vergangene|vorigen|voriges)\s+(?:(\w+)\s+)?"
    r"(days?|weeks?|months?|years?|tagen?|tage|wochen?|monaten?|monate|monats?|jahren?|jahre?s?)\b",
    re.IGNORECASE,
)
_THIS = re.compile(
    r"\b(?:in\s+)?(this|diesem|dieses|diesen|diese)\s+(year|month|jahr|jahres|monat|woche|week)\b",
    re.IGNORECASE,
)
_DAY_WORDS = re.compile(r"\b(today|yesterday|heute|gestern)\b", re.IGNORECASE)


def amounts_of(sheet: Sheet, language: Language, today: date) -> Iterator[tuple[list[int], Amount]]:
    """Give each amount with the places of its words, relative times first."""
    taken: list[tuple[int, int]] = []
    for start, end, amount in _relative(sheet.text, today, language):
        taken.append((start, end))
        yield _places(sheet, start, end), amount
    found = [
        quantity
        for quantity in _all_quantities(sheet, language)
        if not any(start <= quantity.start < end for start, end in taken)
    ]
    at = 0
    while at < len(found):
        joined = _joined(sheet, found, at, language)
        if joined is not None:
            yield joined
            at += 2
            continue
        made = _one(sheet, found[at], language)
        if made is not None:
            yield made
        at += 1


def _all_quantities(sheet: Sheet, language: Language) -> list[Quantity]:
    """Give the numbers and dates of a question, in figures and in words."""
    found = list(quantities(sheet.text, language))
    for spelled in spelled_numbers(sheet.text, language):
        if not any(q.start < spelled.end and spelled.start < q.end for q in found):
            found.append(spelled)
    return sorted(found, key=lambda each: each.start)


def _one(sheet: Sheet, quantity: Quantity, language: Language) -> tuple[list[int], Amount] | None:
    """Read one amount: its operator before it or behind it, its unit behind or before it."""
    places = _places(sheet, quantity.start, quantity.end)
    if not places:
        return None
    sign = sign_before(sheet.text, quantity.start)
    if sign is not None and sign[0] is None:
        return None
    operator, before = (sign[0], []) if sign is not None else _operator(sheet, places[0])
    amount = _amount(quantity, operator or "=")
    unit, behind = _unit(sheet, places)
    if unit is not None and quantity.precision == "gYear":
        quantity = replace(quantity, precision="decimal")
        amount = _amount(quantity, operator or "=")
    compared = places[0] > 0 and sheet.folded[places[0] - 1] in ("than", "als")
    if compared and operator is None:
        number = replace(quantity, precision="decimal")
        return sorted({*places, *behind}), replace(_amount(number, "="), unit=unit)
    if operator is None and unit is None and quantity.precision == "decimal":
        later, more = _operator_behind(sheet, places[-1] + len(behind))
        if later is None:
            return None
        amount, behind = replace(amount, operator=later), [*behind, *more]
    elif operator is None:
        later, more = _operator_behind(sheet, places[-1] + len(behind))
        if later is not None:
            amount, behind = replace(amount, operator=later), [*behind, *more]
    return sorted({*before, *places, *behind}), replace(amount, unit=unit)


def _amount(quantity: Quantity, operator: Operator) -> Amount:
    number = Decimal(quantity.lexical) if quantity.precision in ("decimal", "gYear") else None
    return Amount(operator, Literal(quantity.lexical, XSD + quantity.precision), number=number)


def _operator(sheet: Sheet, first: int) -> tuple[Operator | None, list[int]]:
    """Find the operator that ends right before a place, over small words."""
    at = first
    while at > 0 and sheet.folded[at - 1] in _SKIPPED and at > first - 2:
        longest = _phrase_ending(sheet, at)
        if longest is not None:
            break
        at -= 1
    found = _phrase_ending(sheet, at)
    if found is None:
        return None, []
    operator, length = found
    return operator, list(range(at - length, first))


def _phrase_ending(sheet: Sheet, end: int) -> tuple[Operator, int] | None:
    """Find the operator that ends before a place; adjectives in a degree are read as such."""
    for length in (4, 3, 2, 1):
        if end - length < 0:
            continue
        said = sheet.folded[end - length : end]
        if any(degrees_of(word) for word in said):
            continue
        phrase = " ".join(said)
        if phrase in _ALSO:
            return _ALSO[phrase], length
        for kind, operator in _OPERATORS.items():
            if said in words("de").of(kind) or said in words("en").of(kind):
                return operator, length
    return None


def _operator_behind(sheet: Sheet, last: int) -> tuple[Operator | None, list[int]]:
    """Read "5 or more", "10 oder weniger"."""
    said = sheet.folded[last + 1 : last + 3]
    if len(said) == 2 and said[0] in ("or", "oder"):
        if said[1] in ("more", "mehr", "above", "hoeher", "later", "spaeter"):
            return ">=", [last + 1, last + 2]
        if said[1] in ("less", "fewer", "weniger", "below", "earlier"):
            return "<=", [last + 1, last + 2]
    return None, []


def _unit(sheet: Sheet, places: list[int]) -> tuple[str | None, list[int]]:
    """Find the unit right behind a number, or the sign right before it."""
    following = places[-1] + 1
    gap_end = sheet.said[following].start if following < len(sheet.said) else len(sheet.text)
    gap = sheet.text[sheet.said[places[-1]].end : gap_end].strip()
    if gap in units():
        return units()[gap], []
    if following < len(sheet.said):
        text = sheet.said[following].text
        name = units().get(text) or units().get(fold(text))
        if name is not None and name not in ("s", "month", "week"):
            return name, [following]
    start = sheet.said[places[0]].start
    sign = sheet.text[max(start - 1, 0) : start]
    return (units()[sign], []) if sign in units() else (None, [])


def _joined(
    sheet: Sheet, found: list[Quantity], at: int, language: Language
) -> tuple[list[int], Amount] | None:
    """Join "between A and B", "von A bis B" to one span."""
    if at + 1 >= len(found):
        return None
    low, high = found[at], found[at + 1]
    first, second = _places(sheet, low.start, low.end), _places(sheet, high.start, high.end)
    if not first or not second or low.precision != high.precision:
        return None
    opening = sheet.folded[max(first[0] - 3, 0) : first[0]]
    joint = sheet.folded[first[-1] + 1 : second[0]]
    opened = [word for word in opening if word in _BETWEEN]
    spans = bool(opened) and {*joint} & {"and", "und"}
    until = bool({*joint} & {"bis", "to"}) and bool({*opening[-1:]} & {"von", "from"})
    if not (spans or until) or len(joint) > 3:
        return None
    word = opened[-1] if opened else opening[-1]
    begin = max(n for n in range(first[0]) if sheet.folded[n] == word)
    unit, behind = _unit(sheet, second)
    low = scaled_alike(low, high, language)
    amount = Amount(
        ">=", Literal(low.lexical, XSD + low.precision), unit,
        Literal(high.lexical, XSD + high.precision),
        number=Decimal(low.lexical) if low.precision == "decimal" else None,
    )  # fmt: skip
    return [*range(begin, second[-1] + 1), *behind], amount


def _relative(text: str, today: date, language: Language) -> Iterator[tuple[int, int, Amount]]:
    """Read times that are relative to ``today``."""
    for match in _LASTING.finditer(text):
        number = parse_number(match[1], language) if match[1] else None
        if match[1] and number is None:
            continue
        yield match.start(), match.end(), _lasting(today, number, fold(match[2]))
    for match in _THIS.finditer(text):
        yield match.start(), match.end(), _this(today, fold(match[2]))
    for match in _DAY_WORDS.finditer(text):
        day = today - timedelta(days=fold(match[1]) in ("yesterday", "gestern"))
        if fold(match[1]) not in ("heute", "today"):
            yield match.start(), match.end(), _span(day, day)


def _lasting(today: date, number: Decimal | None, unit: str) -> Amount:
    """Give the span that "last year" (the whole of it) or "the last 3 months" means."""
    if unit.startswith(("year", "jahr")):
        if number is None:
            year = today.year - 1
            return Amount("=", Literal(str(year), XSD + "gYear"), number=Decimal(year))
        return _span(_months_before(today, 12 * int(number)), today)
    if unit.startswith(("month", "monat")):
        if number is None:
            end = today.replace(day=1) - timedelta(days=1)
            return Amount("=", Literal(f"{end.year:04}-{end.month:02}", XSD + "gYearMonth"))
        return _span(_months_before(today, int(number)), today)
    days = 7 if unit.startswith(("week", "woche")) else 1
    if number is None and days == 7:
        monday = today - timedelta(days=today.weekday() + 7)
        return _span(monday, monday + timedelta(days=6))
    return _span(today - timedelta(days=days * int(number or 1)), today)


def _this(today: date, unit: str) -> Amount:
    if unit.startswith(("year", "jahr")):
        return Amount("=", Literal(str(today.year), XSD + "gYear"), number=Decimal(today.year))
    if unit.startswith(("month", "monat")):
        return Amount("=", Literal(f"{today.year:04}-{today.month:02}", XSD + "gYearMonth"))
    monday = today - timedelta(days=today.weekday())
    return _span(monday, monday + timedelta(days=6))


def _span(first: date, last: date) -> Amount:
    return Amount(
        ">=",
        Literal(first.isoformat(), XSD + "date"),
        None,
        Literal(last.isoformat(), XSD + "date"),
    )


def _months_before(day: date, months: int) -> date:
    count = day.year * 12 + day.month - 1 - months
    year, month = divmod(count, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _places(sheet: Sheet, start: int, end: int) -> list[int]:
    return [at for at, token in enumerate(sheet.said) if start <= token.start < end]
