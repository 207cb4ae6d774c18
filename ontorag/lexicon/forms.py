"""The forms of a word in both languages."""

from __future__ import annotations

from functools import lru_cache

from ontorag.language import word_forms as forms_in
from ontorag.language.words import Language

LANGUAGES: tuple[Language, Language] = ("de", "en")


@lru_cache(maxsize=16_384)
def word_forms(word: str) -> frozenset[str]:
    """Give the folded base forms of a word in both languages, itself included.

    >>> "skill" in word_forms("Skills")
    True
    """
    return frozenset[str]().union(*(forms_in(word, language) for language in LANGUAGES))
