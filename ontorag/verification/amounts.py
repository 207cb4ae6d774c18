"""Numbers and dates of a claim as values: a span, a comparison, a unit."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Literal as OneOf
from typing import get_args

from ontorag.language import (
    Language,
    Quantity,
    Token,
    number_readings,
    parse_number,
    quantities,
    words,
)
from ontorag.language.families import claim_words, unit_named, units
from ontorag.language.text import fold_word
from ontorag.stores.comparing import Comparable, comparable
from ontorag.values import XSD, Literal

Comparison = OneOf["=", ">", "<", ">=", "<=", "~", "~<", "~>"]
LONGEST = 4
_SIGNS = "€$£%‰"
_NOT_NUMBERS = words("de").articles | {"a", "an", "one", "beide", "beiden"}
_NEAR = Decimal("0.05")
_JOINTS = frozenset("-/ ")
_AFTER = re.compile(r"\s?([€$£%‰]|°?[^\W\d_]+(?:[-/ ][^\W\d_]+){0,2})")
_SPACED = re.compile(r"(?<![\w.,-])\d{1,3}(?: \d{3})+(?:,\d+)?(?![\w.,]?\d)")
_YEARS = re.compile(r"[12]\d{3}")
_SIDES: dict[Comparison, frozenset[str]] = {
    "~<": frozenset(("knapp", "nearly", "almost")), "~>": frozenset(("gut",)),
}  # fmt: skip
"""Words of "about" that say on which side of the number the value is."""
_ORDERED: frozenset[Comparison] = frozenset((">", "<", ">=", "<="))


@dataclass(frozen=True, slots=True)
class Amount:
    """A number or date that a claim names.

    ``values`` are its readings ("1.200" may be two); ``comparison`` is to the recorded value;
    ``limit`` is "since" or "until" where the claim says so of a date; ``unit`` as `units` names it.
    """

    text: str
    start: int
    end: int
    values: tuple[Comparable, ...]
    comparison: Comparison = "="
    limit: str = ""
    unit: str | None = None
    numbers: tuple[Decimal, ...] = ()

    @property
    def is_date(self) -> bool:
        """Whether it may be a date."""
        return any(value.family == "date" for value in self.values)

    def agrees(self, literal: Literal) -> bool | None:
        """Say whether a recorded value proves this (True), denies it (False) or neither."""
        recorded = comparable(literal)
        if recorded is None or recorded.family == "string":
            return None
        same = [value for value in self.values if value.family == recorded.family]
        if not same:
            return None
        proved = [_proves(recorded, value, self.comparison) for value in same]
        if self.comparison in _ORDERED and any(proved):
            return True if all(proved) else None
        if self.comparison in _SIDES:
            if self._is_near(literal):
                return True
            return None if any(proved) or recorded.family != "number" else False
        if any(proved):
            return True if len(same) == 1 or sum(map(bool, proved)) == 1 else None
        if recorded.family == "number":
            return self._is_near(literal)
        return None if any(self._leaves_open(recorded, value) for value in same) else False

    def _leaves_open(self, recorded: Comparable, said: Comparable) -> bool:
        """Whether a date that is not proved may still be so: recorded less exactly than said."""
        if self.comparison == "<":
            return recorded.low < said.low
        if self.comparison == ">":
            return recorded.high > said.high
        return _meet(recorded, said)

    def _is_near(self, literal: Literal) -> bool:
        """Whether a number is within 5 % of the recorded one, on the side that the claim says."""
        if "~" not in self.comparison:
            return False
        try:
            recorded = Decimal(literal.lexical)
        except InvalidOperation:
            return False
        above, below = self.comparison == "~<", self.comparison == "~>"
        return any(
            abs(number - recorded) <= abs(recorded) * _NEAR
            and not (above and number <= recorded)
            and not (below and number >= recorded)
            for number in self.numbers
        )


def amounts(text: str, said: Sequence[Token], language: Language) -> Iterator[Amount]:
    """Give the numbers and dates of a text with what stands around them."""
    found = list(_spaced(text))
    taken = [(each.start, each.end) for each in found]
    found += [
        _from_quantity(text, each, language)
        for each in quantities(text, language)
        if not any(start < each.end and each.start < end for start, end in taken)
    ]
    taken = [(each.start, each.end) for each in found]
    for amount in _in_words(text, said, language):
        if not any(start < amount.end and amount.start < end for start, end in taken):
            found.append(amount)
            taken.append((amount.start, amount.end))
    ends = [token.end for token in said]
    for amount in sorted(found, key=lambda each: each.start):
        yield _compared(_with_unit(amount, text), text, said, ends, language)


def _spaced(text: str) -> Iterator[Amount]:
    """Give the numbers that are grouped by spaces: "1 200 000"."""
    for match in _SPACED.finditer(text):
        value = Decimal(match[0].replace(" ", "").replace(",", "."))
        yield _number(match[0], match.start(), value)


def _from_quantity(text: str, each: Quantity, language: Language) -> Amount:
    lexical, start, end, precision = each.lexical, each.start, each.end, each.precision
    literals = [Literal(lexical, XSD + precision)]
    numbers: tuple[Decimal, ...] = ()
    if precision in ("decimal", "gYear"):
        plain = re.fullmatch(r"[+-]?[\d.,'’\u00a0\u202f]+", text[start:end])
        readings = number_readings(text[start:end]) if plain else ()
        numbers = tuple(dict.fromkeys((Decimal(lexical), *readings)))
        literals = literals if precision == "gYear" else []
        literals += [Literal(format(number, "f"), XSD + "decimal") for number in numbers]
        if _YEARS.fullmatch(text[start:end]) and precision == "decimal":
            literals.append(Literal(text[start:end], XSD + "gYear"))
    values = tuple(known for literal in literals if (known := comparable(literal)))
    return Amount(text[start:end], start, end, values, numbers=numbers)


def _in_words(text: str, said: Sequence[Token], language: Language) -> Iterator[Amount]:
    """Give the numbers in words, the longest first: "one hundred and five", "eine Million"."""
    at = 0
    while at < len(said):
        found = _words_from(text, said, at, language)
        if found is None:
            at += 1
            continue
        amount, size = found
        yield amount
        at += size


def _words_from(
    text: str, said: Sequence[Token], at: int, language: Language
) -> tuple[Amount, int] | None:
    first, start = said[at].text, said[at].start
    if _word_number(first, language) is None or fold_word(first) in words(language).scales:
        return None
    shortest = 1 if fold_word(first) in _NOT_NUMBERS else 0
    for size in range(min(LONGEST, len(said) - at), shortest, -1):
        piece = text[start : said[at + size - 1].end]
        value = _word_number(piece, language)
        if value is not None:
            return _number(piece, start, value), size
    return None


@lru_cache(maxsize=4096)
def _word_number(text: str, language: Language) -> Decimal | None:
    return None if any(char.isdigit() for char in text) else parse_number(text, language)


def _number(text: str, start: int, value: Decimal) -> Amount:
    known = comparable(Literal(format(value, "f"), XSD + "decimal"))
    values = (known,) if known else ()
    return Amount(text, start, start + len(text), values, numbers=(value,))


def _with_unit(amount: Amount, text: str) -> Amount:
    after = _AFTER.match(text, amount.end)
    for said in _beginnings(after[1]) if after else ():
        name = unit_named(said)
        if after and name is not None and (len(said) > 1 or said.islower() or said in _SIGNS):
            end = after.start(1) + len(said)
            return replace(amount, end=end, text=text[amount.start : end], unit=name)
    before = re.search(r"([€$£])\s?$", text[: amount.start])
    if before:
        start = before.start()
        return replace(amount, start=start, text=text[start : amount.end], unit=units()[before[1]])
    return amount


def _beginnings(text: str) -> Iterator[str]:
    """Give a text, and what is left of it without its last words: "km per hour", "km per", "km"."""
    while text:
        yield text
        text = text[: max(map(text.rfind, "-/ "), default=0)] if _JOINTS & set(text) else ""


def _compared(
    amount: Amount, text: str, said: Sequence[Token], ends: Sequence[int], language: Language
) -> Amount:
    """Take in the comparison that stands before: "mehr als", "mindestens", "vor", "seit"."""
    place = bisect_right(ends, amount.start)
    before = list(said[max(0, place - LONGEST) : place])
    if amount.is_date and before and fold_word(before[-1].text) in words(language).articles:
        before.pop()
    for size in (3, 2, 1):
        own = tuple(fold_word(token.text) for token in before[-size:])
        if len(own) < size:
            continue
        found = _comparisons(language).get(own)
        between = text[before[-1].end : amount.start].split()
        if found is None or len(between) > 1 or any(not each.isalpha() for each in between):
            continue
        if own[0] in _AMBIGUOUS and (own[0] in _DATES_ONLY) != amount.is_date:
            continue
        if found in _LIMITS and not amount.is_date:
            continue
        start = before[-size].start
        said_text = text[start : amount.end]
        if found in _LIMITS:
            return replace(amount, start=start, text=said_text, limit=found)
        settled = replace(amount, values=_settled(amount))
        return replace(settled, start=start, text=said_text, comparison=_SIGNS_OF[found])
    return amount


def _settled(amount: Amount) -> tuple[Comparable, ...]:
    """Give the readings that a comparison is judged by.

    In German "500.000" is grouped: its own reading, the first, is the larger one and the only one.
    Where that is the smaller one the other may be meant too, and both must prove a comparison.
    """
    own = next((value for value in amount.values if value.family == "number"), None)
    if own is None or len(amount.numbers) < 2 or amount.numbers[0] < max(amount.numbers):
        return amount.values
    return (own, *(value for value in amount.values if value.family != "number"))


_LIMITS = ("since", "until")
_SIGNS_OF: dict[str, Comparison] = {sign: sign for sign in get_args(Comparison)}
_DATES_ONLY = frozenset(("vor", "nach", "before", "after"))
_AMBIGUOUS = frozenset(("vor", "nach", "before", "after", "ueber", "unter", "over", "under",
                        "above", "below", "um"))  # fmt: skip


@lru_cache(maxsize=2)
def _comparisons(language: Language) -> dict[tuple[str, ...], str]:
    data, small = words(language), claim_words(language)
    table: dict[tuple[str, ...], str] = {}
    kinds = (("more_than", ">"), ("less_than", "<"), ("at_least", ">="), ("at_most", "<="),
             ("about", "~"), ("before", "<"), ("after", ">"))  # fmt: skip
    for kind, sign in kinds:
        table |= dict.fromkeys(data.of(kind), sign)  # type: ignore[arg-type]
    table |= {(word,): sign for sign, side in _SIDES.items() for word in side if (word,) in table}
    table |= {(word,): "since" for word in small.since}
    table |= {(word,): "until" for word in small.until}
    return table


def _proves(recorded: Comparable, said: Comparable, comparison: Comparison) -> bool:
    if comparison == ">":
        return recorded.low > said.high
    if comparison == "<":
        return recorded.high < said.low
    if comparison == ">=":
        return recorded.low >= said.low
    if comparison == "<=":
        return recorded.high <= said.high
    return said.low <= recorded.low and recorded.high <= said.high


def _meet(one: Comparable, other: Comparable) -> bool:
    return one.low <= other.high and other.low <= one.high
