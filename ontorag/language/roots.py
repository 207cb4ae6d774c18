"""Roots: what words of one family share, in German and English, by their endings."""

from __future__ import annotations

from functools import lru_cache

from ontorag.language.text import fold

SHORTEST_ROOT = 5
_ENDINGS = (
    "lichkeit", "igkeiten", "igkeit", "keiten", "keit", "heiten", "heit", "schaft", "ungen", "ung",
    "erinnen", "erin", "ern", "innen", "in", "isch", "lich", "haft", "sam", "bar", "ste", "sten",
    "ster", "stes", "iness", "ness", "fulness", "ility", "ities", "ity", "iest", "iers", "ier",
    "ily", "ing", "ment", "ship", "ful", "less", "ous", "ive", "able", "est", "ers", "er", "ed",
    "ly", "y", "en", "es", "e", "s", "t", "n",
)  # fmt: skip
_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))


@lru_cache(maxsize=16_384)
def roots(word: str) -> frozenset[str]:
    """Give a word and what is left of it without one ending, umlauts undone.

    >>> roots("Axtkämpfer") & roots("Axtkampf"), roots("stealthiest") & roots("stealth")
    (frozenset({'axtkampf'}), frozenset({'stealth'}))
    >>> roots("Bewegung") & roots("Begegnung")
    frozenset()
    """
    plain = fold(word)
    for folded, vowel in _UMLAUTS:
        plain = plain.replace(folded, vowel)
    found = {plain}
    for ending in _ENDINGS:
        if plain.endswith(ending) and len(plain) - len(ending) >= SHORTEST_ROOT:
            found.add(plain[: -len(ending)])
    return frozenset(found)
