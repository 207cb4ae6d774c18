"""Cues: the words of a question that say what kind of question it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ontorag.language.numerals import parse_number
from ontorag.language.text import Token, fold_word, tokens
from ontorag.language.words import CueKind, Language, LanguageWords, words


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue; ``text`` is its piece of the question, at ``start`` to ``end`` in code points."""

    kind: CueKind
    text: str
    start: int
    end: int


class _Found(NamedTuple):
    kind: CueKind
    first: int
    last: int


_IMPERATIVE: frozenset[CueKind] = frozenset({"instruction", "request"})
_VERBAL: frozenset[CueKind] = frozenset({"possession", "take_on", "hedge"})
_LIMITS: frozenset[CueKind] = frozenset({"at_least", "at_most", "not_only"})
_POLITE = frozenset({"bitte", "please", "dann", "then", "now", "jetzt", "nun"})
_YOU = frozenset({"you", "du", "sie"})
_JOINING = frozenset({"und", "and"})
_BEFORE_A_NUMBER = frozenset(
    {"ueber", "unter", "gut", "knapp", "rund", "etwa", "ca", "over", "under", "above", "below",
     "about", "around", "nearly", "almost", "up to"}
)  # fmt: skip
_GERMAN_SUPERLATIVE = re.compile(r"\w{3,}st(?:e|en|er|es|em)")
_ENGLISH_SUPERLATIVE = re.compile(r"\w{3,}est")
_MODALS = frozenset({"can", "could", "might", "kann", "koennen", "koennte", "koennten"})
_TASKS = frozenset({"work", "help", "join", "arbeiten", "mitarbeiten", "mitwirken", "mithelfen"})
_FUTURE = frozenset({"wird", "werden", "werde"})
_INFINITIVES_WITH_GE = ("gewinn", "geh", "geb", "gehoer", "gelt", "geschehen", "geniess", "geling",
                        "gestalt", "gefall", "gewaehr", "genes")  # fmt: skip
_PLURAL_SUBJECTS = frozenset({"alle", "sie", "beide", "irgendwelche", "saemtliche"})
_STRONG_PARTICIPLE = re.compile(
    r"\w*(?:nommen|loren|gessen|liehen|schrieben|haltet?|boten|schieden|worben|funden|bunden|schlossen"
    r"|standen|zogen|wiesen|sprochen|troffen|brochen|griffen|rufen|lassen|fangen|schlagen|tragen)"
)
_SUITABLE = frozenset({"geeignet", "geeignete", "geeigneter", "gern", "gerne"})
_NOUN_ENDINGS = ("heit", "keit", "schaft", "taet")


def cues(text: str, language: Language) -> tuple[Cue, ...]:
    """Give the cues of ``text``, sorted by place.

    A cue inside a longer one is not given on its own ("aber nicht" is one ``but_not``), apart
    from superlatives. Several kinds may share a place: "beste" is ``superlative_max`` and
    ``judgement``.

    >>> [(cue.kind, cue.text) for cue in cues("Wer hat Mut, aber nicht Geduld?", "de")]
    [('who', 'Wer'), ('possession', 'hat'), ('but_not', 'aber nicht')]
    """
    parts = tokens(text)
    folded = [fold_word(token.text) for token in parts]
    data = words(language)
    phrases = [found for found in _phrases(folded, language) if _fits(found, folded, parts, text)]
    kept = _without_contained(_in_good_place(phrases, folded, parts, text), folded)
    limits = {
        at for found in kept if found.kind in _LIMITS for at in range(found.first, found.last + 1)
    }
    kept += [found for found in _superlatives(parts, folded, data) if found.first not in limits]
    kept += _yes_no(parts, folded, data, text)
    kept += _predictions(parts, folded, language, text)
    kept += _candidacies(folded, language)
    spans = {(parts[f.first].start, parts[f.last].end, f.kind) for f in kept}
    return tuple(Cue(kind, text[start:end], start, end) for start, end, kind in sorted(spans))


@lru_cache(maxsize=2)
def _phrase_index(language: Language) -> dict[str, list[tuple[tuple[str, ...], CueKind]]]:
    index: dict[str, list[tuple[tuple[str, ...], CueKind]]] = {}
    for kind, phrases in words(language).phrases.items():
        for phrase in phrases:
            if phrase:
                index.setdefault(phrase[0], []).append((phrase, kind))
    return index


def _phrases(folded: Sequence[str], language: Language) -> Iterator[_Found]:
    index = _phrase_index(language)
    for at, word in enumerate(folded):
        for phrase, kind in index.get(word, ()):
            if tuple(folded[at : at + len(phrase)]) == phrase:
                yield _Found(kind, at, at + len(phrase) - 1)


def _fits(found: _Found, folded: Sequence[str], parts: Sequence[Token], text: str) -> bool:
    """Whether a phrase is meant as its kind, by the words next to it."""
    word = " ".join(folded[found.first : found.last + 1])
    if found.kind in _VERBAL and found.first and parts[found.first].text[:1].isupper():
        return False  # German nouns ("Wissen", "Können") and English names ("May")
    if word in _BEFORE_A_NUMBER and found.kind in (
        "more_than", "less_than", "about", "at_most"
    ):  # fmt: skip
        after = parts[found.last + 1 : found.last + 2]
        return bool(after) and _is_number(after[0].text)
    if found.kind == "counterfactual" and word in ("waere", "waeren", "haette", "haetten"):
        return not _SUITABLE & set(folded)
    return True


def _is_number(text: str) -> bool:
    return text[:1].isdigit() or parse_number(text, "de") is not None


def _in_good_place(
    phrases: Sequence[_Found], folded: Sequence[str], parts: Sequence[Token], text: str
) -> list[_Found]:
    """Keep imperatives only where a command can stand: it opens a sentence, or follows another."""
    kept: list[_Found] = []
    commanding = False
    for found in phrases:
        if found.kind not in _IMPERATIVE or found.last - found.first >= 2:
            kept.append(found)
            continue
        before = folded[found.first - 1] if found.first else ""
        opens = not found.first or _sentence_between(parts, found.first, text)
        asked_to = found.kind == "request" and found.first == 2 and before in _YOU
        if opens or asked_to or before in _POLITE or (commanding and before in _JOINING):
            commanding = True
            kept.append(found)
    return kept


def _sentence_between(parts: Sequence[Token], at: int, text: str) -> bool:
    return any(mark in text[parts[at - 1].end : parts[at].start] for mark in ".!?:;\n")


def _without_contained(phrases: Sequence[_Found], folded: Sequence[str]) -> list[_Found]:
    """Drop what lies inside a longer cue of any kind."""
    long = [found for found in phrases if found.last > found.first]
    return [
        found
        for found in phrases
        if not any(
            other.first <= found.first
            and found.last <= other.last
            and other.last - other.first > found.last - found.first
            for other in long
        )
    ]


def _superlatives(
    parts: Sequence[Token], folded: Sequence[str], data: LanguageWords
) -> Iterator[_Found]:
    for at, word in enumerate(folded):
        known = data.superlatives.get(word)
        if known is not None:
            kind: CueKind = "superlative_min" if known.direction == "min" else "superlative_max"
            yield _Found(kind, at, at)
        elif at and _looks_superlative(parts[at].text, word, folded[at - 1], data):
            yield _Found("superlative_max", at, at)


def _looks_superlative(text: str, word: str, before: str, data: LanguageWords) -> bool:
    ending = _GERMAN_SUPERLATIVE if data.language == "de" else _ENGLISH_SUPERLATIVE
    return (
        not text[:1].isupper()
        and before in data.before_superlatives
        and word not in data.no_superlatives
        and ending.fullmatch(word) is not None
    )


def _yes_no(
    parts: Sequence[Token], folded: Sequence[str], data: LanguageWords, text: str
) -> Iterator[_Found]:
    """Find the finite verb that opens a question which wants yes or no."""
    if len(folded) < 2:
        return
    first = folded[0]
    listed = first in data.auxiliaries or first in data.verbs
    german_verb = (
        data.language == "de"
        and len(folded) > 2
        and text.rstrip().endswith("?")
        and re.fullmatch(r"\w{3,}(?:t|te|ten)", first) is not None
        and not first.endswith(_NOUN_ENDINGS)
        and first not in data.stop_words
    )
    if listed or german_verb or _opens_with_plural_verb(folded, data, text):
        yield _Found("yes_no", 0, 0)


def _opens_with_plural_verb(folded: Sequence[str], data: LanguageWords, text: str) -> bool:
    """Whether a German question opens with a verb in the plural: "Bestehen alle …?"."""
    first, second = folded[:2]
    if data.language != "de" or not text.rstrip().endswith("?") or len(folded) < 3:
        return False
    plural = first.endswith(("en", "ern", "eln")) and first not in data.stop_words
    return plural and (
        second in _PLURAL_SUBJECTS or (second == "die" and first in _infinitives())
    )  # fmt: skip


@lru_cache(maxsize=1)
def _infinitives() -> frozenset[str]:
    return frozenset(base for bases in words("de").irregular.values() for base in bases)


def _predictions(
    parts: Sequence[Token], folded: Sequence[str], language: Language, text: str
) -> Iterator[_Found]:
    """Find "wird … leiten" and "will lead"; the passive "wird geleitet" is no prediction."""
    for at, word in enumerate(folded):
        if language == "en":
            if word == "will" and (at == 0 or parts[at].text == "will"):
                yield _Found("prediction", at, at)
        elif word in _FUTURE and at + 1 < len(folded) and _is_infinitive(folded[-1], parts[-1]):
            yield _Found("prediction", at, at)


def _candidacies(folded: Sequence[str], language: Language) -> Iterator[_Found]:
    """Find who may be given a task: "could work on", "könnte an … mitarbeiten"."""
    modals = [at for at, word in enumerate(folded) if word in _MODALS]
    for at, word in enumerate(folded):
        behind = bool(modals) and modals[0] < at
        led = language == "de" or tuple(folded[at + 1 : at + 2]) in (("on",), ("at",), ("with",))
        if behind and word in _TASKS and (led or word == "join"):
            yield _Found("take_on", modals[0], modals[0])
            yield _Found("take_on", at, at)


def _is_infinitive(word: str, token: Token) -> bool:
    if token.text[:1].isupper() or not re.fullmatch(r"\w{2,}(?:en|ern|eln)", word):
        return False
    if word.startswith("ge") and not word.startswith(_INFINITIVES_WITH_GE):
        return False
    return _STRONG_PARTICIPLE.fullmatch(word) is None and word not in _FUTURE
