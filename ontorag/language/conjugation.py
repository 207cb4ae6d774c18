"""The forms of a word, generated forward: exact where `lemmas` gives candidates.

For verification a word must be a form of the one it is taken for, so forms are made from the base
and looked up, never guessed back from the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal as OneOf

from ontorag.language.text import fold
from ontorag.language.words import Language, words

Form = OneOf["infinitive", "finite", "participle", "gerund"]

INSEPARABLE = (
    "be", "emp", "ent", "er", "ge", "miss", "ver", "zer", "über", "unter", "wider", "hinter",
    "voll",
)  # fmt: skip
_UMLAUT = re.compile(r"(au|a|o|u)([^aeiouäöü]*)$")
_UMLAUTED = {"au": "äu", "a": "ä", "o": "ö", "u": "ü"}
_NOUN_ENDINGS = ("", "s", "es", "n", "en", "e", "er", "ern", "in", "innen")
_ADJECTIVAL = ("te", "nde", "ene", "iche", "ige")
_ADJECTIVE_ENDINGS = ("", "e", "en", "er", "es", "em")
_HISSING = ("s", "x", "z", "ch", "sh")
_VOWELS = "aeiou"
_AUXILIARY = ("be", "have", "do", "go", "can")


@lru_cache(maxsize=4096)
def verb_forms(infinitive: str, language: Language) -> Mapping[str, frozenset[Form]]:
    """Give the folded forms of a verb with what they may be; ``|`` marks a separable particle.

    Of a separable verb the joined forms are given: "nahm" and "teil" are looked up as "teilnahm".

    >>> forms = verb_forms("teil|nehmen", "de")
    >>> sorted(forms["teilgenommen"]), sorted(forms["teilnahm"])
    (['participle'], ['finite'])
    >>> sorted(verb_forms("lead", "en")["led"])
    ['finite', 'participle']
    """
    pairs = _german(infinitive) if language == "de" else _english(infinitive)
    found: dict[str, set[Form]] = {}
    for form, kind in pairs:
        found.setdefault(fold(form), set()).add(kind)
    return MappingProxyType({form: frozenset(kinds) for form, kinds in found.items()})


@lru_cache(maxsize=8192)
def noun_forms(noun: str, language: Language) -> frozenset[str]:
    """Give the folded forms of a noun: cases and plural, in German also the woman's.

    >>> {"leiterin", "leitern"} <= noun_forms("Leiter", "de"), "aerztin" in noun_forms("Arzt", "de")
    (True, True)
    """
    if language == "en":
        lowered = noun.lower()
        plural = lowered + ("es" if lowered.endswith(_HISSING) else "s")
        plurals = [plural]
        if lowered.endswith("y") and lowered[-2:-1] not in _VOWELS:
            plurals = [lowered[:-1] + "ies"]
        elif lowered.endswith("o") and lowered[-2:-1] not in _VOWELS:
            plurals.append(lowered + "es")  # "cargos", "cargoes"
        return frozenset(map(fold, (noun, *plurals, *_inflected("en").get(lowered, ()))))
    return frozenset(map(fold, _german_noun(noun)))


def _german_noun(noun: str) -> Iterator[str]:
    if noun.endswith("er"):
        yield from (noun + ending for ending in ("", "s", "n", "in", "innen"))
        return
    if noun.endswith("e"):
        adjectival = len(noun) > 7 and noun.endswith(_ADJECTIVAL)  # "Angestellter", no "Höher"
        endings = ("", "n", "s", "ns", *(("r", "m") if adjectival else ()))
        yield from (noun + ending for ending in endings)
        yield from (noun[:-1] + ending for ending in ("in", "innen"))
        return
    yield from (noun + ending for ending in _NOUN_ENDINGS)
    if noun.endswith("nis"):
        yield from (noun + ending for ending in ("se", "sen", "ses"))
    noun = noun.lower()
    found = _UMLAUT.search(noun)
    if found:
        umlauted = noun[: found.start()] + _UMLAUTED[found[1]] + found[2]
        yield from (umlauted + ending for ending in ("e", "en", "er", "ern", "in", "innen"))


@lru_cache(maxsize=4096)
def adjective_forms(adjective: str, language: Language) -> frozenset[str]:
    """Give the folded forms of an adjective, without comparison."""
    if language == "en":
        return frozenset((fold(adjective),))
    stems = (adjective, adjective[:-1]) if adjective.endswith("e") else (adjective,)
    return frozenset(fold(stem + end) for stem in stems for end in _ADJECTIVE_ENDINGS)


@lru_cache(maxsize=4096)
def infinitives_of(word: str, language: Language) -> tuple[str, ...]:
    """Give the infinitives that ``word`` is or may be a form of, the likely one first.

    >>> infinitives_of("leitet", "de"), infinitives_of("übernahm", "de")
    (('leiten',), ('übernehmen',))
    >>> infinitives_of("directed", "en")[0], infinitives_of("acquired", "en")[0]
    ('direct', 'acquire')
    """
    folded = fold(word)
    candidates = dict.fromkeys(_infinitives(word.lower(), language))
    return tuple(each for each in candidates if folded in verb_forms(each, language))


def _infinitives(word: str, language: Language) -> Iterator[str]:
    return _english_infinitives(word) if language == "en" else _german_infinitives(word)


def _english_infinitives(word: str) -> Iterator[str]:
    yield from words("en").irregular.get(fold(word), ())
    for ending, instead in (("ies", "y"), ("s", ""), ("es", ""), ("ied", "y"), ("ed", ""),
                            ("ing", "")):  # fmt: skip
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 1:
            yield from _english_stem(stem + instead, ending)
    yield word


def _german_infinitives(word: str) -> Iterator[str]:
    irregular = words("de").irregular
    for prefix in ("", *INSEPARABLE):
        rest = word.removeprefix(prefix)
        if rest != word or not prefix:
            bases = irregular.get(fold(rest), ())
            yield from (prefix + base for base in bases if base.endswith("n"))
    for ending in ("eten", "ete", "ten", "te", "et", "t"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            infinitive = "n" if stem.endswith(("el", "er")) else "en"
            if not stem.endswith("e"):
                yield stem + infinitive
            if stem.startswith("ge") and len(stem) > 4:
                yield stem[2:] + infinitive
    if word.endswith(("en", "eln", "ern")):
        yield word


def _english_stem(stem: str, ending: str) -> Iterator[str]:
    """Give the bases of a stem: after -ed and -ing an e or a doubled letter may be lost."""
    if ending not in ("ed", "ing"):
        yield stem
        return
    if len(stem) > 3 and stem[-1] == stem[-2]:
        yield stem[:-1]
    whole = re.search(r"[^aeiou][bcdfgklmnprt]$", stem) is not None
    yield from (stem, stem + "e") if whole else (stem + "e", stem)


@lru_cache(maxsize=2)
def _inflected(language: Language) -> Mapping[str, tuple[str, ...]]:
    """Turn the irregular forms round: a base to its forms, in the order of the data file."""
    table: dict[str, list[str]] = {}
    for form, bases in words(language).irregular.items():
        for base in bases:
            table.setdefault(fold(base), []).append(form)
    return MappingProxyType({base: tuple(forms) for base, forms in table.items()})


def _german(infinitive: str) -> Iterator[tuple[str, Form]]:
    particle, bar, base = infinitive.partition("|")
    if not bar:
        particle, base = "", infinitive
    prefix = next((p for p in INSEPARABLE if base.startswith(p) and len(base) > len(p) + 3), "")
    yield particle + base, "infinitive"
    yield particle + base, "finite"
    if particle:
        yield particle + "zu" + base, "infinitive"
    for form, kind in (*_german_regular(base, prefix), *_german_irregular(base, prefix)):
        yield particle + form, kind


def _german_regular(base: str, prefix: str) -> Iterator[tuple[str, Form]]:
    stem = base[:-1] if base.endswith(("eln", "ern")) else base.removesuffix("en")
    if stem == base:
        stem = base.removesuffix("n")
    hard = stem.endswith(("t", "d")) or re.search(r"[^aeiouäöülrhmn][mn]$", stem) is not None
    joint = "e" if hard else ""
    for ending in ("e", joint + "st", joint + "t", joint + "te", joint + "ten"):
        yield stem + ending, "finite"
    without_ge = prefix or stem.endswith("ier")
    yield ("" if without_ge else "ge") + stem + joint + "t", "participle"


def _german_irregular(base: str, prefix: str) -> Iterator[tuple[str, Form]]:
    table = _inflected("de")
    own = table.get(fold(base), ())
    for form in own:
        yield form, _german_kind(form, base)
        if form.endswith("en"):
            yield form, "participle"
    for form in table.get(fold(base[len(prefix) :]), ()) if prefix and not own else ():
        kind = _german_kind(form, base[len(prefix) :])
        yield prefix + (form.removeprefix("ge") if kind == "participle" else form), kind


def _german_kind(form: str, base: str) -> Form:
    is_participle = form.startswith("ge") and not base.startswith("ge") and form[-1] in "nt"
    if base.startswith("ge"):
        is_participle = form.startswith("ge") and form.endswith("en")
    return "participle" if is_participle else "finite"


def _english(infinitive: str) -> Iterator[tuple[str, Form]]:
    base, _, rest = infinitive.replace("_", " ").partition(" ")
    rest = " " + rest if rest else ""
    for form, kind in _english_word(base):
        yield form + rest, kind


def _english_word(base: str) -> Iterator[tuple[str, Form]]:
    yield base, "infinitive"
    yield base, "finite"
    if base in _AUXILIARY:
        for form in _inflected("en").get(base, ()):
            yield form, "finite"
            yield form, "participle"
        return
    ends_y = base.endswith("y") and base[-2:-1] not in _VOWELS
    hiss = base.endswith((*_HISSING, "o"))
    yield (base[:-1] + "ies" if ends_y else base + ("es" if hiss else "s")), "finite"
    stem = base.removesuffix("e")
    yield stem + "ing", "gerund"
    irregular = [form for form in _inflected("en").get(base, ()) if not form.endswith(("s", "ing"))]
    if irregular:
        yield irregular[0], "finite"
        yield irregular[-1], "participle"
        return
    past = base[:-1] + "ied" if ends_y else stem + "ed"
    doubled = stem + stem[-1:] + "ed" if re.search(r"[^aeiou][aeiou][bgmnprt]$", base) else past
    for form in (past, doubled):
        yield form, "finite"
        yield form, "participle"
    if doubled != past:
        yield stem + stem[-1:] + "ing", "gerund"
