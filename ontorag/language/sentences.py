"""Split a text into sentences, each with the ids that it cites in square brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ontorag.language.families import LANGUAGES, claim_words
from ontorag.language.text import fold
from ontorag.language.words import Language, words

_CITATION = re.compile(r"\s*\[\s*([A-Z]\d+(?:\s*[,;]\s*[A-Z]\d+)*)\s*\]")
_END = re.compile(
    r"(?:[.!?]+[\"“”»)]*(?=\s|$|\[)|\n+)(?:\s*\[\s*[A-Z]\d+(?:\s*[,;]\s*[A-Z]\d+)*\s*\])*"
)
_LAST_WORD = re.compile(r"\w+$")
_NEXT_WORD = re.compile(r"\s*(\w+)")
_LOOK = 20
_BULLET = re.compile(r"^\s*(?:[-*•#>]+|\d+[.)])\s+")


def split_claims(text: str, language: Language) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Split a text into sentences, each with the ids it cites in square brackets.

    >>> list(split_claims("Am 14. März 2019 [F8]. Dr. Weber leitet z. B. Aurora [F5, F6].", "de"))
    [('Am 14. März 2019.', ('F8',)), ('Dr. Weber leitet z. B. Aurora.', ('F5', 'F6'))]
    """
    for start, end in sentences(text, language):
        yield from _claim(text[start:end])


def sentences(text: str, language: Language) -> Iterator[tuple[int, int]]:
    """Give where each sentence of a text starts and ends; all of the text is in one of them."""
    start = 0
    for found in _END.finditer(text):
        if not _goes_on(text, start, found, language):
            yield start, found.end()
            start = found.end()
    if start < len(text):
        yield start, len(text)


def _goes_on(text: str, start: int, found: re.Match[str], language: Language) -> bool:
    """Whether a full stop ends no sentence: "Dr. Weber", "z. B.", "14. März", "3. Drittens"."""
    if not found[0].startswith(".") or found.end() >= len(text):
        return False
    before = _LAST_WORD.search(text, max(start, found.start() - _LOOK), found.start())
    word = before[0] if before else ""
    if word.isdigit():
        after = _NEXT_WORD.match(text, found.end())
        said = fold(after[1]) if after else ""
        alone = not text[start : found.start() - len(word)].strip()
        in_date = any(said in words(each).months for each in LANGUAGES)
        return alone or in_date or said[:1].isdigit()
    is_letter = len(word) == 1 and word.isalpha()
    return is_letter or fold(word) in claim_words(language).abbreviations


def _claim(piece: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    ids = tuple(
        id_.strip() for found in _CITATION.finditer(piece) for id_ in re.split(r"[,;]", found[1])
    )
    said = _BULLET.sub("", _CITATION.sub("", piece)).strip()
    if any(char.isalnum() for char in said):
        yield said, tuple(dict.fromkeys(ids))
