"""Agents: nouns for who does something, and the verbs that they are made of: "earner", "earn"."""

from __future__ import annotations

import re

from ontorag.language.text import fold
from ontorag.language.words import Language

_ENGLISH = re.compile(r"(\w{3,})(?:er|or)s?")
_GERMAN = re.compile(r"(\w{3,}?)(?:er|ern|erin|erinnen)")


def verbs_of_agent(word: str, language: Language) -> tuple[str, ...]:
    """Give the verbs that a noun in -er may be made of, folded; none for another word.

    >>> verbs_of_agent("earners", "en"), verbs_of_agent("Verdiener", "de")
    (('earn', 'earne'), ('verdienen', 'verdient'))
    """
    pattern = _GERMAN if language == "de" else _ENGLISH
    found = pattern.fullmatch(fold(word))
    if found is None or (language == "de" and not word[:1].isupper()):
        return ()
    endings = ("en", "t") if language == "de" else ("", "e")
    return tuple(found[1] + ending for ending in endings)
