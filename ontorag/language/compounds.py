"""German compounds, split against an ontology's own labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from ontorag.language.text import fold
from ontorag.language.words import words

_LINKS = ("ns", "es", "er", "en", "s", "n", "e")
_PLURALS = ("en", "n", "e", "er", "s")
_HYPHENS = "-‐‑ "


@lru_cache(maxsize=4096)
def compound_parts(word: str) -> tuple[tuple[str, str], ...]:
    """Give the ways to read ``word`` as a label and a listed head, the likely ones first.

    The label is tried without its linking element and with a plural ending; a hyphen
    splits too.

    >>> compound_parts("Datenbankkenntnisse")[0], compound_parts("Python-Expertin")
    (('Datenbank', 'kenntnisse'), (('Python', 'expertin'),))
    """
    parts = ((stem, head) for at, head in _heads(word) for stem in _stems(word[:at]))
    return tuple(dict.fromkeys(parts))


def split_compound(word: str, is_label: Callable[[str], bool]) -> tuple[str, str] | None:
    """Split ``word`` into a text that ``is_label`` accepts and a listed head, or give None.

    >>> split_compound("Datenbankkenntnisse", {"Datenbanken"}.__contains__)
    ('Datenbanken', 'kenntnisse')
    >>> split_compound("Navigationsoffizierin", {"Navigation"}.__contains__)
    """
    for label, head in compound_parts(word):
        if is_label(label):
            return label, head
    return None


def _heads(word: str) -> Iterator[tuple[int, str]]:
    """Yield where a listed head begins, and the head; after a hyphen any spelling of it."""
    lowered = word.lower()
    data = words("de")
    for head in sorted((*data.compound_heads, *data.expert_heads), key=len, reverse=True):
        umlauted = head.replace("ae", "ä").replace("ue", "ü").replace("oe", "ö")
        for spelled in (head, umlauted):
            if lowered.endswith(spelled) and len(word) > len(spelled) + 1:
                yield len(word) - len(spelled), head
                return


def _stems(first: str) -> Iterator[str]:
    if first[-1:] in _HYPHENS:
        yield first.rstrip(_HYPHENS)
        return
    if len(fold(first)) < 3:
        return
    yield first
    for link in _LINKS:
        if first.endswith(link) and len(first) > len(link) + 2:
            yield first[: -len(link)]
    for plural in _PLURALS:
        yield first + plural
