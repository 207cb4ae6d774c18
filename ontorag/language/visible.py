r"""Labels and values as they may be shown: visible, on one line, and quoted where they are no name.

A label comes from whoever wrote the data. It may hold marks that turn a line round, hide a word or
steer a terminal, a link, or a whole sentence that reads as an instruction.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

MOST_WORDS = 12
"""A longer label is quoted where it stands in a sentence (words)."""
INNER_QUOTES = str.maketrans('“”„‟«»"', "'" * 7)
_VARIATION_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_ACTIVE = re.compile(r"[<>\[\]{}`\\]|://|\bwww\.|javascript:|[!?]\s*\[", re.IGNORECASE)
_IMPERATIVE = re.compile(
    r"(?i)\b(?:ignor\w*|disregard\w*|forget|vergiss|missachte\w*)\b.*"
    r"\b(?:instruct\w*|rule\w*|prompt\w*|anweisung\w*|regel\w*|vorgabe\w*)\b"
    r"|\b(?:system|assistant|user)\s*:"
)


@lru_cache(maxsize=16_384)
def visible(text: str) -> str:
    r"""Drop what is not seen (control, format, private characters) and fold white space.

    >>> visible("Frodo\u202e \n#\u200b1")
    'Frodo #1'
    """
    text = _VARIATION_SELECTORS.sub("", text)
    kept = (
        " " if character.isspace() else character
        for character in text
        if character.isspace() or not unicodedata.category(character).startswith("C")
    )
    return " ".join("".join(kept).split())


def as_name(label: str, language: str) -> str:
    """Give a label as it stands in a sentence: in quotes where it does not read as a name.

    >>> as_name("Mission Aurora", "en"), as_name("[here](http://x.example)", "en")
    ('Mission Aurora', '“[here](http://x.example)”')
    """
    seen = visible(label)
    odd = _ACTIVE.search(seen) or _IMPERATIVE.search(seen) or len(seen.split()) > MOST_WORDS
    if not odd:
        return seen
    seen = seen.translate(INNER_QUOTES)  # so that the label cannot end its quotation
    return f"„{seen}“" if language == "de" else f"“{seen}”"
