"""What a mention may mean besides: candidates to choose from, for every piece of a text.

Answering needs one meaning for each mention and takes none where none is sure. Who looks at the
links themselves (to settle them, to find terms of a large ontology) wants what comes near as well:
the classes and properties whose labels share words with the text, those that are asked for in
other words, and those that are near in meaning. They are candidates only; no target is changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ontorag.language import fold, lemma_forms, tokens, words
from ontorag.lexicon import Lexicon, asked_with, is_light_adjective, word_forms
from ontorag.linking.semantic import Meanings
from ontorag.linking.sentence import Sentence
from ontorag.values import Candidate, Concept, Link, Term, Tier, read_term
from ontorag.vocabulary import Entry, Lookup

OFFERED = 10
"""Candidates of one mention, at most."""
_NEAR = 3
"""Candidates near in meaning that come before those that share only a part of their words."""
_WHOLE, _ASKED = 0.95, 0.75
_MANY = 200
_TIMES = frozenset(("date", "year", "datum", "jahr", "time", "zeit"))
_PLACES = frozenset(("place", "location", "ort", "country", "land", "city", "stadt"))
_Found = dict[Term, tuple[float, str, Tier]]


def with_offers(
    sentence: Sentence,
    links: Sequence[Link],
    lookup: Lookup,
    lexicon: Lexicon,
    meanings: Meanings | None,
    pool: Sequence[Concept],
) -> list[Link]:
    """Add to each link what else its words may mean, the likely ones first.

    ``pool`` are the concepts that are compared by meaning.
    """
    said = _said(sentence)
    near = _near(links, meanings, pool, sentence.language)
    return [
        _offered(link, _by_words(sentence, link, said, lookup, lexicon), near.get(n, ()), lookup)
        for n, link in enumerate(links)
    ]


def _said(sentence: Sentence) -> frozenset[str]:
    """Give every form of every word of the text."""
    return frozenset[str]().union(*(_forms(token.text) for token in sentence.said))


@lru_cache(maxsize=16_384)
def _forms(word: str) -> frozenset[str]:
    return word_forms(word) | {
        fold(form) for tag in ("de", "en") for form in lemma_forms(word, tag)
    }


def _near(
    links: Sequence[Link], meanings: Meanings | None, pool: Sequence[Concept], language: str
) -> dict[int, tuple[Candidate, ...]]:
    numbers = [n for n, link in enumerate(links) if any(c.isalpha() for c in link.mention.text)]
    if meanings is None or not pool or not numbers:
        return {}
    texts = [links[n].mention.text for n in numbers]
    return dict(zip(numbers, meanings.rank(texts, pool, language, limit=OFFERED), strict=True))


def _by_words(
    sentence: Sentence, link: Link, said: frozenset[str], lookup: Lookup, lexicon: Lexicon
) -> _Found:
    """Find the classes and properties that share words with a mention, or are asked for by them."""
    found: _Found = {}
    stop = words(sentence.language).stop_words
    for token in tokens(link.mention.text):
        word = token.text
        if fold(word) in stop or is_light_adjective(word):
            continue
        for form in sorted(_forms(word)):
            for entry in lookup.with_word(form, limit=_MANY):
                _keep(found, entry, _covered(entry.label, said), sentence, "lemma")
        for match in lexicon.matches([word]):
            score = _ASKED * match.phrase.weight
            _add(found, match.phrase.property, score, match.phrase.text, "lemma")
        for other, forms in asked_with(word):
            for entry in lookup.with_word(fold(other), limit=_MANY):
                score = _ASKED * _covered(entry.label, said | forms)
                _keep(found, entry, score, sentence, "lemma")
    return found


def _keep(found: _Found, entry: Entry, score: float, sentence: Sentence, tier: Tier) -> None:
    """Keep a class or property; what answers "when" and "where" comes before its like."""
    if entry.is_value or entry.obsolete or not {"class", "property", "concept"} & {*entry.kinds}:
        return
    kinds = {cue.kind for cue in sentence.cues}
    parts = {fold(token.text) for token in tokens(entry.label)}
    fits = ("when" in kinds and parts & _TIMES) or ("where" in kinds and parts & _PLACES)
    _add(found, read_term(entry.term), score + (0.1 if fits else 0.0), entry.label, tier)


def _add(found: _Found, term: Term, score: float, label: str, tier: Tier) -> None:
    known = found.get(term)
    if known is None or known[0] < score:
        found[term] = (score, label, tier)


def _covered(label: str, said: frozenset[str]) -> float:
    """Give the share of a label's words that the text says, its small words aside."""
    parts = _parts(label)
    hits = sum(not part.isdisjoint(said) for part in parts)
    return hits / len(parts) if parts else 0.0


@lru_cache(maxsize=16_384)
def _parts(label: str) -> tuple[frozenset[str], ...]:
    stop = words("de").stop_words | words("en").stop_words
    said = [token.text for token in tokens(label)]
    return tuple(_forms(word) for word in said if fold(word) not in stop)


def _offered(link: Link, found: _Found, near: Sequence[Candidate], lookup: Lookup) -> Link:
    """Put the candidates of one link in order: its own, whole labels, near ones, the rest."""
    order = sorted(found, key=lambda term: (-found[term][0], len(found[term][1]), str(term)))
    concepts = lookup.concepts(order[:50])
    by_words = [
        Candidate(
            concepts[term], min(round(found[term][0], 4), 1.0), found[term][2], found[term][1]
        )
        for term in order
        if term in concepts
    ]
    whole = [each for each in by_words if each.score >= _WHOLE]
    rest = [each for each in by_words if each.score < _WHOLE]
    own = link.candidates if link.target is not None or link.ambiguous else ()
    merged: dict[Term, Candidate] = {}
    others: list[Candidate] = []
    for each in (*own, *whole, *near[:_NEAR], *rest, *near[_NEAR:]):
        if isinstance(each.target, Concept):
            merged.setdefault(each.target.iri, each)
        else:
            others.append(each)
    candidates = (*others, *merged.values())[: max(OFFERED, len(own))]
    return replace(link, candidates=candidates)
