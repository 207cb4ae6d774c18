"""The lexical tiers: pieces of a question that are labels of the ontology, or nearly.

Exact, folded, lemma, compound, part of a name, guarded typo: in this order, the longest piece
first. A fold that would make two labels one is void: "C" never finds "C++".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from ontorag.language import Token, fold, lemma_forms, lemmas_from_library, split_compound
from ontorag.language.demonyms import places_of
from ontorag.language.words import Language
from ontorag.values import Tier
from ontorag.vocabulary import Entry, Kindred, Lookup, sounded

LONGEST = 10
"""Tokens of the longest piece that is looked up."""
MANY_TOKENS = 400
"""Only so many tokens of a text are read."""
SHORT_LABEL = 3
_TIER_ORDER: tuple[Tier, ...] = ("exact", "folded", "lemma", "compound", "partial", "typo")
_SCORES = {"exact": 1.0, "folded": 0.98, "lemma": 0.95, "compound": 0.9, "partial": 0.8}


@dataclass(frozen=True, slots=True)
class Hit:
    """One entry of the vocabulary that a piece may mean."""

    entry: Entry
    tier: Tier
    score: float


@dataclass(frozen=True, slots=True)
class Span:
    """The tokens ``first`` to ``last`` (both included) and what they may mean, the best first."""

    first: int
    last: int
    hits: tuple[Hit, ...]

    @property
    def tier(self) -> Tier:
        """The tier of the best hit."""
        return self.hits[0].tier

    @property
    def targets(self) -> tuple[tuple[str, str | None], ...]:
        """The distinct meanings: (term, property of a value or None)."""
        return tuple(dict.fromkeys((hit.entry.term, hit.entry.property) for hit in self.hits))


def label_spans(
    text: str, said: Sequence[Token], lookup: Lookup, *, language: Language, mute: frozenset[int]
) -> list[Span]:
    """Find the labels in a question by the exact, folded and lemma tiers.

    ``mute`` are the tokens that are function words: alone they name nothing. The spans do not
    overlap; longer ones win, then surer ones, then earlier ones.
    """
    pieces = _pieces(text, said)
    variants = {piece: _variants(text, said, piece, language) for piece in pieces}
    caseless = text.islower()
    wanted = {form for forms in variants.values() for form, _ in forms}
    found = lookup.exact(sorted(wanted))
    spans = []
    for (first, last), forms in variants.items():
        if all(position in mute for position in range(first, last + 1)):
            continue
        hits = _best_hits(forms, found, caseless=caseless)
        hits = hits or (_place_hits(said[first].text, lookup, language) if first == last else ())
        if hits:
            spans.append(Span(first, last, hits))
    return without_overlap(spans)


def without_overlap(spans: Iterable[Span]) -> list[Span]:
    """Keep the best of overlapping spans; sorted by place."""
    taken: set[int] = set()
    kept = []
    for span in sorted(spans, key=_preference):
        places = set(range(span.first, span.last + 1))
        if not places & taken:
            taken |= places
            kept.append(span)
    return sorted(kept, key=lambda span: span.first)


def _preference(span: Span) -> tuple[int, int, int]:
    return span.first - span.last, _TIER_ORDER.index(span.tier), span.first


def _pieces(text: str, said: Sequence[Token]) -> list[tuple[int, int]]:
    size = min(len(said), MANY_TOKENS)
    return [
        (first, last)
        for first in range(size)
        for last in range(first, min(first + LONGEST, size))
        if not _sentence_ends(text[said[first].end : said[last].start] if last > first else "")
    ]


def _sentence_ends(between: str) -> bool:
    return "?" in between or "\n" in between


def _variants(
    text: str, said: Sequence[Token], piece: tuple[int, int], language: Language
) -> list[tuple[str, Tier]]:
    """Give the spelling of a piece, then with the base forms of its last word."""
    first, last = piece
    start, end = said[first].start, said[last].end
    forms: list[tuple[str, Tier]] = [(text[start:end], "exact")]
    before = text[start : said[last].start]
    forms += [(before + form, "lemma") for form in _base_forms(said[last].text, language)]
    return forms


def _base_forms(word: str, language: Language) -> list[str]:
    if len(word) <= SHORT_LABEL:
        return []
    other: Language = "en" if language == "de" else "de"
    forms = [*lemma_forms(word, language), *lemma_forms(word, other)]
    return [form for form in dict.fromkeys(forms) if form != word and len(form) > 2]


def _best_hits(
    forms: Sequence[tuple[str, Tier]], found: dict[str, tuple[Entry, ...]], *, caseless: bool
) -> tuple[Hit, ...]:
    """Take the first form that names something; property labels are read by the lexicon."""
    for form, tier in forms:
        entries = [entry for entry in found.get(form, ()) if "property" not in entry.kinds]
        hits = hits_of(form, entries, tier, caseless=caseless)
        if hits:
            return hits
    return ()


def _place_hits(word: str, lookup: Lookup, language: Language) -> tuple[Hit, ...]:
    """Give the place that an adjective is made of, by the labels of things: "bayerisch"."""
    forms = places_of(word, language)
    found = lookup.exact(forms) if forms else {}
    for form in forms:
        entries = [e for e in found.get(form, ()) if not {"class", "property"} & {*e.kinds}]
        hits = hits_of(form, entries, "lemma")
        if hits and not hits[0].entry.is_value:
            return hits
    return ()


def hits_of(
    form: str, entries: Sequence[Entry], tier: Tier, *, caseless: bool = False
) -> tuple[Hit, ...]:
    """Judge the entries found for one spelling.

    Those spelled exactly so win; a folded match counts when the fold joins no two different
    labels of different meanings, and for labels of up to three characters only where nothing in
    the question has a capital (``caseless``).
    """
    exact = [entry for entry in entries if entry.label == form]
    if exact:
        return _ranked(exact, tier)
    folded = [entry for entry in entries if len(entry.label) > SHORT_LABEL or caseless]
    spellings = {(entry.label.casefold(), entry.term) for entry in folded}
    if len({target for _, target in spellings}) > 1 and len({s for s, _ in spellings}) > 1:
        return ()
    return _ranked(folded, "folded" if tier == "exact" else tier)


def _ranked(entries: Sequence[Entry], tier: Tier) -> tuple[Hit, ...]:
    """Sort by what names best: current before obsolete, preferred labels before synonyms."""
    order = sorted(entries, key=lambda e: (e.obsolete, e.rank, e.term, e.property or ""))
    seen: dict[tuple[str, str | None], Hit] = {}
    for entry in order:
        hit = Hit(entry, tier, _SCORES[tier])
        seen.setdefault((entry.term, entry.property), hit)
    return tuple(seen.values())


def compound_span(
    position: int, word: str, lookup: Lookup, *, is_known: dict[str, bool] | None = None
) -> Span | None:
    """Read a German compound whose first part is a label: Datenbankkenntnisse."""
    memory: dict[str, bool] = {} if is_known is None else is_known

    def is_label(part: str) -> bool:
        if part not in memory:
            memory[part] = any("property" not in entry.kinds for entry in _entries(lookup, part))
        return memory[part]

    split = split_compound(word, is_label)
    if split is None:
        return None
    entries = [entry for entry in _entries(lookup, split[0]) if "property" not in entry.kinds]
    hits = hits_of(split[0], entries, "compound")
    hits = tuple(Hit(hit.entry, "compound", _SCORES["compound"]) for hit in hits)
    return Span(position, position, hits) if hits else None


def _entries(lookup: Lookup, text: str) -> tuple[Entry, ...]:
    return lookup.exact([text]).get(text, ())


def partial_span(first: int, last: int, text: str, lookup: Lookup) -> Span | None:
    """Read a part of a name: "Anna" for Anna Weber, "Webers" too; its first or last words."""
    for form in (text, *_base_forms(text, "de")):
        entries = lookup.with_word(fold(form).split()[0], limit=60)
        hits = [Hit(e, "partial", _SCORES["partial"]) for e in entries if _is_part(form, e)]
        best = {hit.entry.term: hit for hit in hits}
        if best:
            ranked = sorted(best.values(), key=lambda hit: (hit.entry.label, hit.entry.term))
            return Span(first, last, tuple(ranked))
    return None


def _is_part(form: str, entry: Entry) -> bool:
    if not {"individual", "concept"} & {*entry.kinds} or entry.rank > 3 or entry.obsolete:
        return False
    part, whole = fold(form).split(), fold(entry.label).split()
    return len(part) < len(whole) <= 3 and (
        whole[: len(part)] == part or whole[-len(part) :] == part
    )


def kindred_span(first: int, last: int, text: str, kindred: Kindred) -> Span | None:
    """Read a word of a gloss, or of the same family as a label: "stealthiest", "Axtkämpfer"."""
    entries = kindred.glossed(text)
    for form in () if entries or " " in text else _base_forms(text, "de"):
        entries = entries or kindred.glossed(form)
    if not entries and first == last:
        entries = kindred.of_family(text)
    hits = tuple(Hit(entry, "lemma", _SCORES["compound"]) for entry in entries)
    return Span(first, last, hits) if hits else None


def dictionary_span(position: int, word: str, lookup: Lookup, language: Language) -> Span | None:
    """Read an inflected word by a dictionary (extra ``de``): "Prinzipien" for Prinzip.

    The dictionary takes seconds to load, so this is the last of the lexical tiers.
    """
    for form in lemmas_from_library(word, language):
        entries = [entry for entry in _entries(lookup, form) if "property" not in entry.kinds]
        hits = hits_of(form, entries, "lemma")
        if hits:
            return Span(position, position, hits)
    return None


def typo_span(first: int, last: int, words: Sequence[str], lookup: Lookup) -> Span | None:
    """Read a misspelled label: one slip a word of five letters or more, one meaning only.

    Two edits are left to the tiers that know meanings: they also lead from hypertension to
    hypotension.
    """
    choices: list[list[tuple[str, float]]] = []
    for word in words:
        near = [(other, score) for other, score in _near(word, lookup) if other != fold(word)]
        choices.append([(word, 1.0), *near[:4]])
    spellings = {}
    for combination in product(*choices):
        worst = min(score for _, score in combination)
        if worst < 1.0:
            spellings[" ".join(word for word, _ in combination)] = worst
    found = lookup.exact(sorted(spellings))
    hits = [
        Hit(entry, "typo", spellings[text])
        for text, entries in found.items()
        for entry in entries
        if "property" not in entry.kinds and len(entry.label) > SHORT_LABEL + 1 and entry.rank <= 3
    ]
    if len({hit.entry.term for hit in hits}) != 1:
        return None
    return Span(first, last, tuple(sorted(hits, key=lambda hit: (-hit.score, hit.entry.rank))[:1]))


def _near(word: str, lookup: Lookup) -> list[tuple[str, float]]:
    """Give the words of labels that are one slip away, in letters or as they sound."""
    if len(word) < 5 or not word.isalpha():
        return []
    from rapidfuzz.distance import OSA

    folded = fold(word)
    near = [other for other, _ in lookup.near(word, limit=8)]
    slips = {
        other: min(OSA.distance(folded, other), OSA.distance(sounded(folded), sounded(other)))
        for other in near
    }
    return [(other, round(1 - n / len(word), 4)) for other, n in slips.items() if n <= 1]
