"""Families of words that say one relation, in both languages, and the small words of claims.

"leiten", "Leiter", "Leitung", "lead", "head" are one family: what an ontology calls "leads" can be
said by any of them. The data are one file a language; general, of no ontology.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal as OneOf

from ontorag.language import claims_de, claims_en, families_de, families_en
from ontorag.language.conjugation import noun_forms, verb_forms
from ontorag.language.text import fold, fold_word
from ontorag.language.words import Language

WordKind = OneOf["verb", "agent", "patient", "act", "adjective", "measure"]
LANGUAGES: tuple[Language, Language] = ("de", "en")

_DATA = {"de": families_de, "en": families_en}
_SMALL = {"de": claims_de, "en": claims_en}
_WORD = re.compile(r"([^\s(?]+)(\?)?(?:\(([^)]*)\))?(\*)?")
_KINDS: dict[str, tuple[WordKind, bool]] = {
    "verb": ("verb", False), "verb<": ("verb", True), "agent": ("agent", False),
    "patient": ("patient", False), "act": ("act", False), "adj": ("adjective", False),
    "adj<": ("adjective", True), "measure": ("measure", False),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FamilyWord:
    """One word of a family; ``text`` may be several words.

    ``prepositions`` are those it takes ("teilnehmen an"), ``bare`` whether it also stands
    without; ``inverse`` that the patient is what it is said of ("Python gehört Anna");
    ``telling`` that a property called so is of this family ("kennen" alone does not tell).
    """

    kind: WordKind
    text: str
    language: Language
    prepositions: frozenset[str] = frozenset()
    bare: bool = True
    inverse: bool = False
    telling: bool = True


@dataclass(frozen=True, slots=True)
class Family:
    """The words for one relation of an agent to a patient; ``symmetric``: either is either."""

    name: str
    words: tuple[FamilyWord, ...]
    symmetric: bool = False


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """The small words of claims in one language, folded; phrases are tuples of words."""

    language: Language
    fillers: frozenset[tuple[str, ...]]
    not_negations: frozenset[tuple[str, ...]]
    conjunctions: frozenset[tuple[str, ...]]
    negations: frozenset[str]
    nobody: frozenset[tuple[str, ...]]
    mutual: frozenset[tuple[str, ...]]
    hedges: frozenset[str]
    only: frozenset[str]
    people: frozenset[str]
    by: frozenset[str]
    of: frozenset[str]
    genitive: frozenset[str]
    apposed: frozenset[str]
    accusative: frozenset[str]
    definite: frozenset[str]
    time: frozenset[str]
    since: frozenset[str]
    until: frozenset[str]
    passive: frozenset[str]
    personal: frozenset[str]
    possessive: frozenset[str]
    demonstrative: frozenset[str]
    relative: frozenset[str]
    contractions: Mapping[str, str]
    abbreviations: frozenset[str]


@lru_cache(maxsize=1)
def families() -> Mapping[str, Family]:
    """Give every family by its name, with the words of both languages.

    >>> {word.text for word in families()["lead"].words} >= {"leiten", "Leiter", "leader"}
    True
    """
    found: dict[str, list[FamilyWord]] = {}
    symmetric: set[str] = set()
    for language in LANGUAGES:
        for name, is_symmetric, word in _entries(_DATA[language].FAMILIES, language):
            found.setdefault(name, []).append(word)
            if is_symmetric:
                symmetric.add(name)
    return MappingProxyType(
        {name: Family(name, tuple(own), name in symmetric) for name, own in found.items()}
    )


@lru_cache(maxsize=2)
def claim_words(language: Language) -> ClaimWords:
    """Give the small words that claims in ``language`` are read by."""
    data = _SMALL[language]
    single = {
        name: frozenset(map(fold, getattr(data, name.upper()).split()))
        for name in ("hedges", "only", "people", "by", "of", "genitive", "accusative", "definite",
                     "apposed", "since", "until", "passive", "personal", "possessive",
                     "demonstrative", "relative", "negations", "abbreviations")
    }  # fmt: skip
    pairs = (pair.partition("=") for pair in data.CONTRACTIONS.split())
    return ClaimWords(
        language=language,
        fillers=_phrases(data.FILLERS),
        not_negations=_phrases(data.NOT_NEGATIONS),
        nobody=_phrases(data.NOBODY),
        mutual=_phrases(data.MUTUAL),
        conjunctions=_phrases(data.CONJUNCTIONS),
        time=frozenset(map(fold, data.TIME_WORDS.split())),
        contractions=MappingProxyType({fold(short): fold(long) for short, _, long in pairs}),
        **single,
    )


@lru_cache(maxsize=2)
def light_verbs(language: Language) -> Mapping[str, tuple[tuple[str, frozenset[str]], ...]]:
    """Give the forms of verbs without a meaning of their own: form to (kind, prepositions).

    The kinds are "be", "have", "lack", "refuse", "fulfil" and "last"; forms of separable verbs are
    joined.
    """
    data = _SMALL[language]
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    lists = (
        ("be", data.COPULAS), ("have", data.HAVING), ("lack", data.LACKING),
        ("refuse", data.REFUSING), ("fulfil", data.FULFILLING), ("last", data.LASTING),
    )  # fmt: skip
    for kind, text in lists:
        for match in _WORD.finditer(text):
            for form in verb_forms(match[1], language):
                found.setdefault(form, []).append((kind, _split(match[3])))
    return MappingProxyType({form: tuple(each) for form, each in found.items()})


@lru_cache(maxsize=1)
def levels() -> Mapping[str, str]:
    """Give the level that a word claims: "expertin" and "specialist" are both "expert"."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        for name, texts in _table(_SMALL[language].LEVELS):
            for text in texts:
                for form in noun_forms(text.replace("_", " "), language):
                    found.setdefault(form, name)
    return MappingProxyType(found)


@lru_cache(maxsize=1)
def units() -> Mapping[str, str]:
    """Give the unit that a word or sign names: "Euro", "€" and "EUR" are all "EUR"."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        for name, spelled in _table(_SMALL[language].UNITS):
            texts = [text.replace("_", " ") for text in spelled]
            found |= {(fold(text) or text): name for text in texts}
            found |= {fold(text) + "n": name for text in texts if text.endswith("er")}
    return MappingProxyType(found)


def unit_named(said: str) -> str | None:
    """Give the unit that a text names; a milliwatt (mW) is no megawatt (MW).

    >>> unit_named("Meter"), unit_named("km/h"), unit_named("mW"), unit_named("Gulden")
    ('m', 'km/h', None, None)
    """
    name = units().get(fold_word(said) or said) or units().get(said)
    if name is None or len(said) > 3:
        return name
    other = any(a != b and a in "mMbB" for a, b in zip(said, name, strict=False))
    return None if other and said.casefold() == name.casefold() else name


def _entries(data: str, language: Language) -> Iterator[tuple[str, bool, FamilyWord]]:
    name, symmetric = "", False
    for line in re.sub(r"\n  +", " ", data).strip().splitlines():
        if not line.startswith(" "):
            name, _, sign = line.partition(" ")
            symmetric = sign.strip() == "="
            continue
        label, _, texts = line.strip().partition(":")
        kind, inverse = _KINDS[label]
        for match in _WORD.finditer(texts):
            text = match[1].replace("_", " ").removeprefix("sich ")
            yield name, symmetric, FamilyWord(
                kind, text, language, _split(match[3]), not match[3] or bool(match[4]), inverse,
                telling=not match[2],
            )  # fmt: skip


def _split(prepositions: str | None) -> frozenset[str]:
    return frozenset(map(fold, (prepositions or "").split(","))) - {""}


def _table(text: str) -> Iterator[tuple[str, list[str]]]:
    for line in text.strip().splitlines():
        name, _, texts = line.partition(":")
        yield name, texts.split()


def _phrases(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(fold(word).split()[0] for word in phrase.split("_"))
                     for phrase in text.split())  # fmt: skip
