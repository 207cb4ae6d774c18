"""Turns of phrase: what kind of relation words ask for, where no label says it.

"Who was at the helm of …" asks for who directed, led or steered it. A property is of a kind when
its label has one of the kind's names; words ask for a kind when they say one of its turns whole.
Looser than the families of `ontorag.language.families`: enough to choose between what is recorded
of one thing where every word is explained, never to prove a claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from ontorag.language import fold, tokens, turns_de, turns_en, words
from ontorag.language.words import Language, folded_set
from ontorag.lexicon.forms import word_forms

_DATA = (turns_de, turns_en)
OF_NOBODY = frozenset(
    {"evaluate", "popularity", "genre", "category", "language", "price", "material", "movement"}
)
"""Kinds of relation whose objects are no persons."""
OF_PLACES = frozenset({"locate", "live", "country"})
"""Kinds of relation whose objects are where their subjects are."""
_HEAD, _STEM = 4, 5
"""Letters of a name that is found at the end ("Projektende") or start of a longer word."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Words at ``places`` (token indexes) that ask for a kind of relation."""

    kind: str
    places: tuple[int, ...]


def kinds_called(label: str) -> frozenset[str]:
    """Give the kinds of relation that a property with this label is of.

    >>> sorted(kinds_called("directed by")), "join" in kinds_called("Eintrittsdatum")
    (['direct'], True)
    """
    return frozenset[str]().union(*(_kinds_of(token.text) for token in tokens(label)))


def share_called(label: str, language: Language) -> float:
    """Give the share of a label's words of meaning that say its kind of relation.

    >>> share_called("has skill", "en"), share_called("skill level", "en")
    (1.0, 0.5)
    """
    stop = words(language).stop_words
    said = [token.text for token in tokens(label) if fold(token.text) not in stop]
    return sum(bool(_kinds_of(word)) for word in said) / len(said) if said else 0.0


@lru_cache(maxsize=4096)
def _kinds_of(text: str) -> frozenset[str]:
    """Give the kinds of relation that a word of a label says."""
    forms, word = word_forms(text), fold(text)
    own = (kinds for name, kinds in _names().items() if name in forms or _is_part(name, word))
    return frozenset[str]().union(*own)


def turns_said(said: Sequence[str]) -> Iterator[Turn]:
    """Give every turn whose words are all among ``said``; an empty word counts as none.

    >>> [(turn.kind, turn.places) for turn in turns_said(["who", "composed", "it"])]
    [('compose', (1,)), ('create', (1,))]
    """
    forms = [word_forms(word) | {fold(word)} if word else frozenset() for word in said]
    present = frozenset[str]().union(*forms)
    for parts, kinds in _turns().items():
        if not present.issuperset(parts):
            continue
        places = tuple(next(at for at, own in enumerate(forms) if part in own) for part in parts)
        if len({*places}) == len(places):
            for kind in sorted(kinds):
                yield Turn(kind, places)


def is_light(word: str) -> bool:
    """Whether a word says no relation by itself: "made", "people", "macht"."""
    return fold(word) in _light()


def _is_part(name: str, word: str) -> bool:
    head = len(name) >= _HEAD and word.endswith(name)
    return head or (len(name) >= _STEM and word.startswith(name))


@lru_cache(maxsize=1)
def _names() -> Mapping[str, frozenset[str]]:
    return _collected("names")


@lru_cache(maxsize=1)
def _turns() -> Mapping[tuple[str, ...], frozenset[str]]:
    found: dict[tuple[str, ...], frozenset[str]] = {}
    for text, kinds in _collected("turns", folded=False).items():
        parts = tuple(fold(part) for part in text.split("_"))
        found[parts] = found.get(parts, frozenset()) | kinds
    return MappingProxyType(found)


@lru_cache(maxsize=1)
def _light() -> frozenset[str]:
    return frozenset[str]().union(*(folded_set(data.LIGHT) for data in _DATA))


def _collected(part: str, *, folded: bool = True) -> Mapping[str, frozenset[str]]:
    """Give each word of one part of the data with its kinds."""
    found: dict[str, frozenset[str]] = {}
    for kind, name, texts in _entries():
        for text in texts if name == part else ():
            key = fold(text) if folded else text
            found[key] = found.get(key, frozenset()) | {kind}
    return MappingProxyType(found)


def _entries() -> Iterator[tuple[str, str, Iterable[str]]]:
    for data in _DATA:
        kind = ""
        for line in data.KINDS.strip().replace("\n  ", " ").splitlines():
            if not line.startswith(" "):
                kind = line.strip()
                continue
            part, _, texts = line.strip().partition(":")
            yield kind, part, texts.split()
