"""Words of a text: tokens with their places, and the folded forms that look-ups compare.

Sources: Unicode UAX #15 (NFKC) and the default case folding of the Unicode standard.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_MARKS = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u064b-\u065f\u0900-\u0903\u093a-\u094f"
    r"\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u3099\u309a"
)
_CHAR = rf"[^\W_{_MARKS}](?:[{_MARKS}\u00ad\u200c\u200d])*"
_RUN = rf"(?:{_CHAR})+"
_TOKEN = re.compile(
    r"(?:[zZ]\.\s?[bB]|[dD]\.\s?[hH]|[uU]\.\s?[aAäÄ]|[eE]\.\s?g|[iI]\.\s?e)\.(?!\w)"
    rf"|(?:(?<!\S)\.(?=[A-Z]{{2}}))?{_RUN}(?:\+\+|\+(?!\w)|\#(?!\w))?"
    rf"(?:(?:[-‐‑'’.&_]|(?<=\d),(?=\d)){_RUN}(?:\+\+|\#(?!\w))?)*"
)

_DROPPED = (
    *(*range(0x09), *range(0x0E, 0x1C), 0x7F, *range(0x80, 0xA0), 0xAD, 0x061C, 0xFEFF),
    *(*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)),
    *(0x27, 0x60, 0xB4, 0x2018, 0x2019, 0x201B, 0x02BC, 0x02B9, 0x2032, 0xFF07),
)
_SPACED = r"""!"(),-./:;<=>?[\]^_{|}~¡§«·»¿""" + "‐‑‒–—―„“”‚‹›…•′″−\u2028\u2029\u00a0\u3000、。「」"
_LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
_WITH_E = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe"}
_WITHOUT_E = {"ä": "a", "ö": "o", "ü": "u", "ø": "o"}
_PLAIN: dict[int, str | None] = dict.fromkeys(_DROPPED) | {ord(c): " " for c in _SPACED}
_TABLE = _PLAIN | {ord(char): text for char, text in (_LETTERS | _WITH_E).items()}
_TABLE_SHORT = _PLAIN | {ord(char): text for char, text in (_LETTERS | _WITHOUT_E).items()}
_DIACRITICS = re.compile("[\u0300-\u036f]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text; ``start`` and ``end`` count code points."""

    text: str
    start: int
    end: int


def tokens(text: str) -> tuple[Token, ...]:
    """Give the words of ``text`` in order, without punctuation.

    What belongs to a name stays: "C++", "C#", "GPT-4", ".NET"; so do "z. B.", "1.200,5"
    and "Gimli's".

    >>> [token.text for token in tokens("Kann Ben C++, C# oder z. B. GPT-4?")]
    ['Kann', 'Ben', 'C++', 'C#', 'oder', 'z. B.', 'GPT-4']
    """
    return tuple(Token(found[0], found.start(), found.end()) for found in _TOKEN.finditer(text))


def fold(text: str) -> str:
    """Fold ``text`` for look-up: case, umlauts (ä to ae), hyphens, punctuation and spaces.

    Folding twice changes nothing. Symbols that tell names apart stay ("C++", "C#").

    >>> fold("  Orks am Fluß  bekämpfen! "), fold("C++"), fold("Oeztürk-Weber's")
    ('orks am fluss bekaempfen', 'c++', 'oeztuerk webers')
    """
    if text.isascii():
        lowered = text.lower()
        if lowered.isalnum():
            return lowered
        return " ".join(lowered.translate(_PLAIN).split())
    return _finish(_normal(text), _TABLE)


def folds(text: str) -> tuple[str, ...]:
    """Give all folded forms of ``text``: with ä as ae and, where it differs, with ä as a.

    >>> folds("Öztürk"), folds("Aragorn")
    (('oeztuerk', 'ozturk'), ('aragorn',))
    """
    if text.isascii():
        return (fold(text),)
    normal = _normal(text)
    first, second = _finish(normal, _TABLE), _finish(normal, _TABLE_SHORT)
    return (first,) if first == second else (first, second)


def _normal(text: str) -> str:
    lowered = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", lowered)


def _finish(normal: str, table: dict[int, str | None]) -> str:
    plain = normal.translate(table)
    if not plain.isascii():
        bare = _DIACRITICS.sub("", unicodedata.normalize("NFD", plain))
        plain = unicodedata.normalize("NFC", bare)
    return " ".join(plain.split())


@lru_cache(maxsize=4096)
def fold_word(word: str) -> str:
    """Fold one word, remembered: for cue words and lemmas, which come again and again."""
    return fold(word)
