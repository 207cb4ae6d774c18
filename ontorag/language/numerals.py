"""Numbers in words and figures, read as values."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from ontorag.language.text import fold
from ontorag.language.words import Language, LanguageWords, words

_FIGURES = re.compile(r"[+-]?\d[\d.,'’\u00a0\u202f ]*")
_GERMAN = re.compile(r"[+-]?(?:\d{1,3}(?:[.'’\u00a0\u202f ]\d{3})+|\d+)(?:,\d+)?")
_ENGLISH = re.compile(r"[+-]?(?:\d{1,3}(?:[,'’\u00a0\u202f ]\d{3})+|\d+)(?:\.\d+)?")
_GROUPING = re.compile(r"['’\u00a0\u202f ]")


def parse_number(text: str, language: Language) -> Decimal | None:
    """Read ``text`` as one number in figures, words or both, or give None.

    Grouping and decimal marks are those of ``language``; a text that cannot be one of them but
    can be the other language's is read as that.

    >>> parse_number("1,2 Millionen", "de"), parse_number("zweiundzwanzig", "de")
    (Decimal('1200000'), Decimal('22'))
    >>> parse_number("1,200", "en"), parse_number("twenty-two", "en"), parse_number("Frodo", "en")
    (Decimal('1200'), Decimal('22'), None)
    """
    stripped = text.strip().replace("−", "-")
    figures = _FIGURES.match(stripped)
    if figures is None:
        return _in_words(fold(stripped), words(language))
    value = _figures(figures[0].strip(), language)
    rest = fold(stripped[figures.end() :]).split()
    if value is None:
        return None
    for word in rest:
        scale = words(language).scales.get(word)
        if scale is None:
            return None
        value *= scale
    return _plain(value)


def number_readings(text: str) -> tuple[Decimal, ...]:
    """Give every value that figures can stand for: "1.200" is 1200 in German, 1.2 in English.

    >>> number_readings("1.200"), number_readings("1.200.000")
    ((Decimal('1200'), Decimal('1.200')), (Decimal('1200000'),))
    """
    stripped = text.strip().replace("−", "-")
    values = (_german(stripped), _english(stripped))
    return tuple(dict.fromkeys(value for value in values if value is not None))


def _figures(text: str, language: Language) -> Decimal | None:
    first, second = (_german, _english) if language == "de" else (_english, _german)
    value = first(text)
    return second(text) if value is None else value


def _german(text: str) -> Decimal | None:
    if not _GERMAN.fullmatch(text):
        return None
    return _decimal(_GROUPING.sub("", text).replace(".", "").replace(",", "."))


def _english(text: str) -> Decimal | None:
    if not _ENGLISH.fullmatch(text):
        return None
    return _decimal(_GROUPING.sub("", text).replace(",", ""))


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def _plain(value: Decimal) -> Decimal:
    """Write a whole number without decimals."""
    return Decimal(int(value)) if value == int(value) else value


def _in_words(folded: str, data: LanguageWords) -> Decimal | None:
    """Add up number words: "drei Millionen zweihundert", "one hundred and five"."""
    if not folded:
        return None
    total = group = 0
    seen = False
    for word in folded.split():
        if word in ("und", "and") and seen:
            continue
        scale = data.scales.get(word)
        if scale is not None:
            group = max(group, 1) * scale
            if scale > 100:
                total, group = total + group, 0
        else:
            value = _word_value(word, data)
            if value is None:
                return None
            group += value
        seen = True
    return Decimal(total + group) if seen else None


def _word_value(word: str, data: LanguageWords) -> int | None:
    """Read one word: "vier", and German compounds such as "dreihundertzweiundzwanzig"."""
    known = data.number_words.get(word)
    if known is not None or data.language != "de":
        return known
    for name, scale in (("tausend", 1000), ("hundert", 100)):
        before, found, after = word.partition(name)
        if found:
            many = _word_value(before, data) if before else 1
            rest = _word_value(after.removeprefix("und"), data) if after else 0
            return None if many is None or rest is None else many * scale + rest
    unit, found, ten = word.partition("und")
    units, tens = data.number_words.get(unit), data.number_words.get(ten)
    if found and units is not None and tens is not None and units < 10 <= tens:
        return units + tens
    return None
