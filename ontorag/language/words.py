"""The shape of a language's data: which words give which cue, and its small irregular lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal as OneOf

from ontorag.language.text import fold

Language = OneOf["de", "en"]
CueKind = OneOf[
    "who",
    "which",
    "what",
    "when",
    "where",
    "why",
    "how",
    "how_many",
    "how_much",
    "how_degree",
    "yes_no",
    "request",
    "negation",
    "not_only",
    "and",
    "or",
    "but",
    "but_not",
    "superlative_max",
    "superlative_min",
    "comparative_more",
    "comparative_less",
    "judgement",
    "opinion",
    "instruction",
    "prediction",
    "counterfactual",
    "causal",
    "hedge",
    "all",
    "only",
    "together",
    "at_least",
    "at_most",
    "more_than",
    "less_than",
    "about",
    "between",
    "before",
    "after",
    "since",
    "until",
    "possession",
    "take_on",
    "circumstance_preposition",
    "requirement",
]
"""What a cue tells.

Beyond their names: ``request`` is "find", "list"; ``how_degree`` asks for a measure or level
("wie hoch"); ``judgement`` is "best" or "good", an opinion unless a property stands behind it,
``opinion`` one in any case; ``take_on`` is being able to meet what something requires;
``about`` is "roughly"; ``before`` to ``until`` are limits in time.
"""
Direction = OneOf["max", "min"]


@dataclass(frozen=True, slots=True)
class Superlative:
    """What a superlative ranks: its direction and the words for the measure it means."""

    direction: Direction
    measures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LanguageWords:
    """The words of one language; every key and every word in a set is folded.

    ``phrases`` maps a kind of cue to its phrases, each a tuple of folded words.
    ``superlatives`` maps every inflected form, ``irregular`` a form to its base forms,
    ``number_words`` and ``scales`` (thousand, million …) a word to its value, ``months`` a name
    to 1 to 12. ``compound_heads`` are second halves that say "skill in"
    ("-kenntnisse"), ``expert_heads`` those that also claim a level ("-expertin").
    ``detection`` are the words that tell the language of a text. ``before_superlatives`` and
    ``no_superlatives`` steer the rule for superlatives that are not listed.
    """

    language: Language
    phrases: Mapping[CueKind, tuple[tuple[str, ...], ...]]
    superlatives: Mapping[str, Superlative]
    irregular: Mapping[str, tuple[str, ...]]
    number_words: Mapping[str, int]
    scales: Mapping[str, int]
    months: Mapping[str, int]
    articles: frozenset[str]
    pronouns: frozenset[str]
    prepositions: frozenset[str]
    auxiliaries: frozenset[str]
    verbs: frozenset[str]
    particles: frozenset[str]
    compound_heads: tuple[str, ...]
    expert_heads: tuple[str, ...]
    before_superlatives: frozenset[str]
    no_superlatives: frozenset[str]
    detection: frozenset[str]
    stop_words: frozenset[str]

    def of(self, kind: CueKind) -> tuple[tuple[str, ...], ...]:
        """Give the phrases of one kind of cue."""
        return self.phrases.get(kind, ())

    def single(self, *kinds: CueKind) -> frozenset[str]:
        """Give the phrases of ``kinds`` that are one word."""
        return frozenset(
            phrase[0] for kind in kinds for phrase in self.of(kind) if len(phrase) == 1
        )


@lru_cache(maxsize=2)
def words(language: Language) -> LanguageWords:
    """Give the words of ``language``, read from its data file once."""
    if language == "de":
        from ontorag.language import de as german

        return german.words()
    from ontorag.language import en as english

    return english.words()


def folded_set(text: str) -> frozenset[str]:
    """Read the words of a data file: separated by spaces, folded."""
    return frozenset(fold(word) for word in text.split())


def phrase_table(table: Mapping[CueKind, str]) -> Mapping[CueKind, tuple[tuple[str, ...], ...]]:
    """Read the phrases of a data file: separated by ``|``, their words folded."""
    return MappingProxyType(
        {
            kind: tuple(dict.fromkeys(tuple(fold(phrase).split()) for phrase in text.split("|")))
            for kind, text in table.items()
        }
    )


def forms_table(text: str) -> Mapping[str, tuple[str, ...]]:
    """Read a table of a data file: lines "base: form form …", as form to its bases."""
    table: dict[str, tuple[str, ...]] = {}
    for line in text.strip().splitlines():
        base, _, forms = line.partition(":")
        for form in forms.split():
            key = fold(form)
            table[key] = (*table.get(key, ()), base.strip())
    return MappingProxyType(table)


def number_table(text: str) -> Mapping[str, int]:
    """Read a table of a data file: "word=value" pairs, as folded word to value."""
    pairs = (pair.partition("=") for pair in text.split())
    return MappingProxyType({fold(word): int(value) for word, _, value in pairs})
