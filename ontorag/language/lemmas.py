"""Candidate base forms of a word, by rules: they are tried against an ontology's own labels.

The rules give more forms than a dictionary would; a form that no label has costs nothing. The
most likely form comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ontorag.language.text import fold
from ontorag.language.words import Language, words

_VOWELS = "aeiouyäöü"
_UMLAUTS = {"äu": "au", "ä": "a", "ö": "o", "ü": "u"}
_UMLAUT = re.compile(r"(äu|ä|ö|ü)[^aeiouyäöü]*(?:e[rln])?$")
_WHOLE_PLURALS = ("keiten", "heiten", "schaften", "ungen", "ionen", "täten")
_APOSTROPHES = "'’ʼ`´"
_NOUN_ENDINGS = ("ern", "en", "er", "es", "e", "n", "s")
_ADJECTIVE_ENDINGS = ("e", "en", "er", "es", "em")
_LATIN_PLURALS = (("ien", ("ium", "ie")), ("en", ("um", "a", "us", "o")), ("a", ("um", "on")),
                  ("i", ("us", "o")), ("ata", ("a",)))  # fmt: skip
_VERB_ENDINGS = (
    "etest", "etet", "eten", "ete", "test", "tet", "ten", "te",
    "est", "et", "st", "en", "n", "t", "e",
)  # fmt: skip
_SEPARABLE = (
    "zusammen", "zurück", "wieder", "weiter", "durch", "statt", "nach", "fest", "teil", "fort",
    "heim", "über", "unter", "ab", "an", "auf", "aus", "bei", "ein", "her", "hin", "los", "mit",
    "um", "vor", "weg", "zu", "dar", "bereit",
)  # fmt: skip


@lru_cache(maxsize=8192)
def lemma_forms(word: str, language: Language) -> tuple[str, ...]:
    """Give candidate base forms of ``word``, the likely ones first, without ``word`` itself.

    Nouns lose plural and case endings and their umlaut; adjectives, superlatives and participles
    their endings; verbs become stem, infinitive and third person, and in German also the noun
    in -ung. The capital letter is kept.

    >>> "Stadt" in lemma_forms("Städte", "de"), "beherrschen" in lemma_forms("beherrscht", "de")
    (True, True)
    >>> lemma_forms("skills", "en")[0], "require" in lemma_forms("requiring", "en")
    ('skill', True)
    """
    bare = word.strip().rstrip(_APOSTROPHES)
    lowered = bare.lower()
    rules = _german(lowered, bare[:1].isupper()) if language == "de" else _english(lowered)
    forms = [form for form in rules if len(form) > 1]
    if bare[:1].isupper():
        forms = [form[:1].upper() + form[1:] for form in forms]
    if bare != word:
        forms.insert(0, bare)
    return tuple(form for form in dict.fromkeys(forms) if form != word)


def same_word(one: str, other: str, language: Language) -> bool:
    """Whether two words share a base form.

    >>> same_word("geleitet", "leitet", "de"), same_word("Weber", "Wagner", "de")
    (True, False)
    """
    return not word_forms(one, language).isdisjoint(word_forms(other, language))


@lru_cache(maxsize=8192)
def word_forms(word: str, language: Language) -> frozenset[str]:
    """Give the folded forms of a word, itself included, to compare with another's."""
    return frozenset(fold(form) for form in (word, *lemma_forms(word, language)))


def separable_forms(verb: str, particle: str) -> tuple[str, ...]:
    """Join a separated German verb: "nahm" and "teil" give "teilnehmen" and its forms.

    >>> separable_forms("nahm", "teil")[0]
    'teilnehmen'
    """
    stems = dict.fromkeys((*lemma_forms(verb.lower(), "de"), verb.lower()))
    infinitives = [form for form in stems if form.endswith(("en", "ern", "eln"))]
    others = [form for form in stems if form not in infinitives]
    return tuple(particle.lower() + form for form in (*infinitives, *others))


def lemmas_from_library(word: str, language: Language) -> tuple[str, ...]:
    """Give the dictionary form by simplemma, or () when it is not installed (extra ``de``).

    The first call reads its dictionaries (1.5 s), so it is the last thing to try.
    """
    try:
        import simplemma
    except ImportError:
        return ()
    lemma = str(simplemma.lemmatize(word, lang=language))
    return () if lemma == word else (lemma,)


def _german(word: str, capital: bool) -> Iterator[str]:
    yield from words("de").irregular.get(fold(word), ())
    apart = re.split(rf"[{_APOSTROPHES}]", word)[0]
    if apart != word:
        yield apart
    parts = (_german_noun, _german_verb) if capital else (_german_verb, _german_noun)
    if not capital:
        yield from _german_adjective(word)
    for rule in parts:
        yield from rule(word)
    if capital:
        yield from _german_adjective(word)


def _german_noun(word: str) -> Iterator[str]:
    if word.endswith("innen"):
        yield word[:-3]
        yield from _masculine(word[:-5])
    elif word.endswith("in") and len(word) > 5:
        yield from _masculine(word[:-2])
    if word.endswith(("isse", "issen", "isses")):
        yield word[: word.rindex("iss") + 2]
    for ending in _NOUN_ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            yield stem
            if ending in ("en", "n", "ern") and not stem.endswith("e"):
                yield stem + "e"
            yield from _without_umlaut(stem)
    for ending, singulars in _LATIN_PLURALS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2 and not word.endswith(_WHOLE_PLURALS):
            yield from (stem + singular for singular in singulars)
    yield from _without_umlaut(word)


def _masculine(stem: str) -> Iterator[str]:
    """Give the man's form: of "Expert(in)" it is "Experte", of "Mentor(in)" it is "Mentor"."""
    yield stem
    yield stem + "e"
    yield from _without_umlaut(stem)


def _german_adjective(word: str) -> Iterator[str]:
    for ending in _ADJECTIVE_ENDINGS:
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 3:
            continue
        yield stem
        yield stem + "e"
        for degree in ("est", "st", "er"):
            base = stem.removesuffix(degree)
            if base != stem and len(base) > 2:
                yield base
                yield from _without_umlaut(base)


def _german_verb(word: str) -> Iterator[str]:
    for stem in dict.fromkeys(_verb_stems(word)):
        yield from _of_verb_stem(stem)
    particle, _, rest = _split_particle(word)
    if particle and rest:
        for base in words("de").irregular.get(fold(rest), ()):
            yield particle + base
    if word.endswith("ung") and len(word) > 5:
        yield from _of_verb_stem(word[:-3])


def _of_verb_stem(stem: str) -> Iterator[str]:
    if len(stem) < 3 or stem.endswith("e"):
        return
    short = stem.endswith(("er", "el"))
    yield stem + ("n" if short else "en")
    yield stem + ("et" if stem.endswith(("t", "d")) else "t")
    yield stem
    yield stem + "ung"
    yield stem + "e"


def _verb_stems(word: str) -> Iterator[str]:
    """Stems of a finite form, an infinitive or a participle ("geleitet", "ausgebildet")."""
    particle, infix, rest = _split_particle(word)
    if infix:
        for ending in ("et", "t", "en", "n"):
            stem = rest.removesuffix(ending)
            if stem != rest and len(stem) > 2:
                yield particle + stem
    for ending in _VERB_ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2 and _may_end(stem, ending):
            yield stem


def _may_end(stem: str, ending: str) -> bool:
    """Whether a verb stem takes ``ending``: after t or d only those with e ("leitet", "findet")."""
    return not (stem.endswith(("t", "d")) and ending[0] in "ts") and not (
        ending in ("et", "ete", "eten", "etet", "etest") and not stem.endswith(("t", "d", "m", "n"))
    )


def _split_particle(word: str) -> tuple[str, str, str]:
    """Split "ausgebildet" into particle, infix and rest: ("aus", "ge", "bildet")."""
    for particle in ("", *_SEPARABLE):
        rest = word.removeprefix(particle)
        if particle and rest == word:
            continue
        for infix in ("ge", "zu"):
            if (
                rest.startswith(infix)
                and len(rest) > len(infix) + 3
                and (particle or infix == "ge")
            ):
                return particle, infix, rest[len(infix) :]
    for particle in _SEPARABLE:
        if word.startswith(particle) and len(word) > len(particle) + 2:
            return particle, "", word[len(particle) :]
    return "", "", ""


def _without_umlaut(stem: str) -> Iterator[str]:
    """Undo an umlaut of the last syllable: "städt" gives "stadt", "väter" gives "vater"."""
    found = _UMLAUT.search(stem)
    if found:
        yield stem[: found.start()] + _UMLAUTS[found[1]] + stem[found.end(1) :]


def _english(word: str) -> Iterator[str]:
    yield from words("en").irregular.get(fold(word), ())
    apart = re.split(rf"[{_APOSTROPHES}]s?$", word)[0]
    if apart != word:
        yield apart
        yield from _english(apart)
        return
    yield from _english_plural(word)
    yield from _english_verb(word)
    yield from _english_adjective(word)


def _english_plural(word: str) -> Iterator[str]:
    if not word.endswith("s") or word.endswith(("ss", "us", "is")) or len(word) < 4:
        return
    if word.endswith("ies"):
        yield word[:-3] + "y"
    if word.endswith("ves"):
        yield from (word[:-3] + "f", word[:-3] + "fe")
    if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        yield word[:-2]
    yield word[:-1]


def _english_verb(word: str) -> Iterator[str]:
    for ending in ("ing", "ed", "er", "or"):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 3:
            continue
        if stem.endswith("i") and ending in ("ed", "er"):
            yield stem[:-1] + "y"
        if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
            yield stem[:-1]
        yield from (stem, stem + "e")
        yield from (stem + "s", stem + "es")


def _english_adjective(word: str) -> Iterator[str]:
    for ending in ("iest", "ier", "ily", "y"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            if ending != "y":
                yield stem + "y"
            yield stem
    for ending in ("est", "ly"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            yield from (stem, stem + "e")
            if stem[-1] == stem[-2]:
                yield stem[:-1]
