"""Numbers said in words, with their places: "fünf Millionen", "half a million", "500k"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from ontorag.language.numerals import parse_number
from ontorag.language.quantities import Quantity
from ontorag.language.text import Token, fold, tokens
from ontorag.language.words import Language, words

_LONGEST = 7
_ARTICLES = frozenset({"a", "an", "ein", "eine", "einen", "einem", "einer", "eines", "eins"})
_AND, _BETWEEN = frozenset({"and", "und"}), frozenset({"between", "zwischen"})
_LIMITS = (["mehr", "als"], ["weniger", "als"], ["mindestens"], ["hoechstens"], ["wenigstens"])
_HUNDREDS = re.compile(r"(?:hundred|thousand|million|hundert|tausend|millionen)$")
_HALF = re.compile(r"(?:an?|eine[rnm]?)? ?(?:half|halbe[rnms]?)(?: an?)? (.+)")
_AND_HALF = re.compile(r"(.+?) and a half (.+)|(\w+?)einhalb (.+)|(anderthalb) (.+)")
_THOUSANDS = re.compile(r"(?<![\w.,-])(\d+(?:[.,]\d+)?)k(?!\w)")


def spelled_numbers(text: str, language: Language) -> tuple[Quantity, ...]:
    """Give the numbers that are said in words, the longest runs of them, in order.

    An article alone is no number, and neither are figures, which `quantities` reads.

    >>> [(q.text, q.lexical) for q in spelled_numbers("mehr als eine halbe Million", "de")]
    [('eine halbe Million', '500000')]
    >>> [q.lexical for q in spelled_numbers("over two hundred thousand, under 500k", "en")]
    ['200000', '500000']
    """
    said = tokens(text)
    found: list[Quantity] = []
    at = 0
    while at < len(said):
        run = _longest(text, said, at, language)
        if run is not None:
            value, last = run
            found.append(_quantity(text, value, said[at].start, said[last].end))
            at = last
        at += 1
    for match in _THOUSANDS.finditer(text):
        number = parse_number(match[1], language)
        if number is not None:
            found.append(_quantity(text, number * 1000, *match.span()))
    return tuple(sorted(found, key=lambda each: each.start))


def _longest(
    text: str, said: Sequence[Token], at: int, language: Language
) -> tuple[Decimal, int] | None:
    """Give the value and the last place of the longest run of number words from a place."""
    behind_figures = at > 0 and said[at - 1].text[-1:].isdigit()
    if behind_figures or said[at].text[:1].isdigit() or fold(said[at].text) in _AND:
        return None
    spans_two = not _BETWEEN.isdisjoint(fold(each.text) for each in said[max(at - 3, 0) : at])
    for last in range(min(at + _LONGEST, len(said)) - 1, at - 1, -1):
        run = [fold(each.text) for each in said[at : last + 1]]
        alone = last == at and run[0] in _ARTICLES and not (spans_two or _is_limit(said, at))
        if alone or run[-1] in _AND or "," in text[said[at].start : said[last].end]:
            continue
        value = None if _joins_two(run, spans_two) else _value(" ".join(run), language)
        if value is not None:
            return value, last
    return None


def _is_limit(said: Sequence[Token], at: int) -> bool:
    """Whether an article stands where a limit says how many: "mehr als ein Kind"."""
    before = [fold(each.text) for each in said[max(at - 2, 0) : at]]
    return before[-1:] in _LIMITS or before in _LIMITS


def _joins_two(run: Sequence[str], spans_two: bool) -> bool:
    """Whether "and" joins two numbers, not the parts of one as in "a hundred and five"."""
    before = [run[n - 1] for n, word in enumerate(run) if word in _AND and run[n + 1] != "a"]
    return bool(before) and (spans_two or not all(_HUNDREDS.search(word) for word in before))


def _value(run: str, language: Language) -> Decimal | None:
    """Read number words, with a half of the scale behind it."""
    half = _HALF.fullmatch(run)
    if half is not None:
        scale = words(language).scales.get(half[1])
        return None if scale is None else Decimal(scale) / 2
    more = _AND_HALF.fullmatch(run)
    if more is not None:
        whole, scale_word = [part for part in more.groups() if part]
        number = Decimal(1) if whole == "anderthalb" else parse_number(whole, language)
        scale = words(language).scales.get(scale_word)
        return None if number is None or scale is None else (number + Decimal("0.5")) * scale
    return parse_number(run, language)


def _quantity(text: str, value: Decimal, start: int, end: int) -> Quantity:
    whole = Decimal(int(value)) if value == int(value) else value.normalize()
    return Quantity("decimal", format(whole, "f"), text[start:end], start, end)
