"""Read a claim as pieces: known things, properties, words left over, and punctuation.

Nothing here is fuzzy. A name is found as a whole, at word boundaries, the longest first; what is
not found stays a word, and a word that says anything makes the claim unsupported.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Literal as OneOf

from ontorag.language import Language, Token, parse_number, tokens, words
from ontorag.language.text import fold_word
from ontorag.language.verbs import label_forms, reads_as_verb
from ontorag.names import local_name, spoken
from ontorag.stores.comparing import comparable
from ontorag.values import IRI, XSD, Literal, Subgraph, Term

PieceKind = OneOf["known", "word", "mark"]
SHORT = 3
NUMBER_WORDS = 3

_MARKS = {"!": "."}
_KEPT_MARKS = frozenset(".;:,()")
_QUOTES = frozenset("\"'„“”‚‘’«»‹›")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=\w)([^*\n]*\w)\*(?![\w*])")
_JOINTS = re.compile(r"[\s\-‐‑]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a claim: what it names (``terms``), or a word or mark (``text``, folded).

    Of a property, ``verb`` is whether its name reads as a verb, ``inflected`` whether a form of
    the name stands here and not the name itself.
    """

    kind: PieceKind
    text: str
    start: int
    end: int
    terms: frozenset[Term] = frozenset()
    verb: bool = False
    inflected: bool = False


@dataclass(frozen=True, slots=True)
class _Surface:
    """One way to write a term; ``gaps`` is the punctuation between, before and after its words."""

    label: str
    term: Term
    folded: tuple[str, ...]
    gaps: tuple[str, ...]
    before: str
    after: str


class Names:
    """The names that claims about one subgraph may use."""

    def __init__(self, subgraph: Subgraph, language: Language) -> None:
        self.language = language
        self._articles = words(language).articles
        self.properties: frozenset[Term] = frozenset(_predicates(subgraph))
        self._surfaces: defaultdict[str, list[_Surface]] = defaultdict(list)
        self._relations: list[tuple[_Surface, tuple[frozenset[str], ...]]] = []
        self._numbers = _numbers(subgraph)
        self._seen: set[tuple[str, Term]] = set()
        for entity in subgraph.entities:
            self.add(entity.label, entity.term)
        for literal in _literals(subgraph):
            self.add(literal.lexical, literal)
        for predicate in self.properties:
            self.add(local_name(str(predicate)), predicate)

    def add(self, label: str, term: Term) -> None:
        """Know ``label`` as a name of ``term``; a property also by its local name in words."""
        if (label, term) in self._seen:
            return
        self._seen.add((label, term))
        surface = _surface(label, term)
        if surface is None:
            return
        self._surfaces[surface.folded[0]].append(surface)
        if term in self.properties:
            self._relations.append((surface, label_forms(label)))
            if " " not in label and spoken(label) != label:
                self.add(spoken(label), term)

    def pieces(self, text: str) -> list[Piece]:
        """Split ``text`` into pieces in order; articles are left out."""
        found: list[Piece] = []
        parts = tokens(text)
        at, place = 0, 0
        while at < len(parts):
            piece, used = self._known(text, parts, at)
            if piece is None:
                word = parts[at]
                piece = Piece("word", fold_word(word.text), word.start, word.end)
            found += _marks(text, place, piece.start)
            if piece.kind != "word" or piece.text not in self._articles:
                found.append(piece)
            at, place = at + used, piece.end
        return found + _marks(text, place, len(text))

    def _known(self, text: str, parts: Sequence[Token], at: int) -> tuple[Piece | None, int]:
        """Give the longest known name that begins at the word ``at``, and its number of words."""
        fits: list[tuple[int, int, _Surface]] = []
        for surface in self._surfaces.get(fold_word(parts[at].text), ()):
            end = _fitting(surface, text, parts, at)
            if end is not None:
                fits.append((len(surface.folded), end, surface))
        named = _longest(fits, text, parts, at)
        inflected = self._inflected(parts, at)
        if inflected is not None and (named is None or inflected[1] > named[1]):
            return inflected
        return named or self._number(text, parts, at) or (None, 1)

    def _inflected(self, parts: Sequence[Token], at: int) -> tuple[Piece, int] | None:
        """Find a property's name with its words inflected and articles between them."""
        best: tuple[Piece, int] | None = None
        for surface, forms in self._relations:
            place = self._follow(parts, at, forms)
            if place is None or (best is not None and place - at < best[1]):
                continue
            terms = frozenset({surface.term})
            if best is not None and place - at == best[1]:
                terms |= best[0].terms
            start, end, verb = parts[at].start, parts[place - 1].end, reads_as_verb(surface.label)
            best = Piece("known", "", start, end, terms, verb, inflected=True), place - at
        return best

    def _follow(
        self, parts: Sequence[Token], at: int, forms: Sequence[frozenset[str]]
    ) -> int | None:
        place = at
        for number, wanted in enumerate(forms):
            while number and place < len(parts) and fold_word(parts[place].text) in self._articles:
                place += 1
            if place >= len(parts):
                return None
            if fold_word(parts[place].text) not in wanted:
                return None
            place += 1
        return place

    def _number(self, text: str, parts: Sequence[Token], at: int) -> tuple[Piece, int] | None:
        """Find a number, in figures or words, that is the value of a literal."""
        for used in range(min(NUMBER_WORDS, len(parts) - at), 0, -1):
            start, end = parts[at].start, parts[at + used - 1].end
            value = parse_number(text[start:end], self.language)
            if value is not None:
                terms = frozenset(self._numbers.get(_key(value), ()))
                return (Piece("known", "", start, end, terms), used) if terms else None
        return None


def normalise(text: str) -> str:
    r"""Drop what is not visible, Markdown emphasis and surplus space; nothing else changes.

    >>> normalise("**Frodo\u200b** hat\t*Heimlichkeit* ")
    'Frodo hat Heimlichkeit'
    """
    kept = (
        " " if char.isspace() else char
        for char in text
        if char.isspace() or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    plain = "".join(kept).replace("**", "").replace("`", "")
    return " ".join(_EMPHASIS.sub(r"\1", plain).split())


@lru_cache(maxsize=16_384)
def _surface(label: str, term: Term) -> _Surface | None:
    parts = tokens(label)
    if not parts:
        return None
    return _Surface(
        label=label,
        term=term,
        folded=tuple(fold_word(part.text) for part in parts),
        gaps=gaps(label, parts),
        before=label[: parts[0].start].strip(),
        after=label[parts[-1].end :].strip(),
    )


def gaps(text: str, parts: Sequence[Token]) -> tuple[str, ...]:
    """Give the punctuation between neighbouring words, joints and spaces left out."""
    return tuple(_JOINTS.sub("", text[one.end : other.start]) for one, other in pairwise(parts))


def _fitting(surface: _Surface, text: str, parts: Sequence[Token], at: int) -> int | None:
    """Give where ``surface`` ends when it stands at the word ``at``, exactly as a name must."""
    own = parts[at : at + len(surface.folded)]
    if tuple(fold_word(part.text) for part in own) != surface.folded:
        return None
    start, end = own[0].start, own[-1].end
    written = text[start:end]
    if len(written) <= SHORT and written not in surface.label:
        return None
    if gaps(text, own) != surface.gaps or not text[:start].endswith(surface.before):
        return None
    if not surface.after:
        return end
    after = text[end:].lstrip()
    if not after.startswith(surface.after):
        return None
    return len(text) - len(after) + len(surface.after)


def _longest(
    fits: Sequence[tuple[int, int, _Surface]], text: str, parts: Sequence[Token], at: int
) -> tuple[Piece, int] | None:
    """Choose the longest names; where several differ in spelling only, the one as written."""
    if not fits:
        return None
    used = max(length for length, _, _ in fits)
    best = [(end, surface) for length, end, surface in fits if length == used]
    end = max(end for end, _ in best)
    start = parts[at].start
    exact = [one for _, one in best if one.label.strip() == text[start:end].strip()]
    chosen = exact or [surface for _, surface in best]
    if not exact and len({one.label for one in chosen if one.term is not chosen[0].term}) > 1:
        return None
    first = start - len(chosen[0].before)
    terms = frozenset(one.term for one in chosen)
    verb = any(reads_as_verb(one.label) for one in chosen)
    return Piece("known", "", first, end, terms, verb), used


def _marks(text: str, start: int, end: int) -> list[Piece]:
    """Give the punctuation between two places; what is no plain mark counts as a word."""
    found: list[Piece] = []
    for place in range(start, end):
        char = _MARKS.get(text[place], text[place])
        if char.isspace() or char in _QUOTES:
            continue
        found.append(Piece("mark" if char in _KEPT_MARKS else "word", char, place, place + 1))
    return found


def _predicates(subgraph: Subgraph) -> Iterable[IRI]:
    for fact in subgraph.facts:
        yield fact.predicate
        for each in fact.qualifiers:
            yield each.predicate


def _literals(subgraph: Subgraph) -> Iterable[Literal]:
    for fact in subgraph.facts:
        for term in (fact.object, *(each.value for each in fact.qualifiers)):
            if isinstance(term, Literal):
                yield term


def _numbers(subgraph: Subgraph) -> dict[str, set[Term]]:
    found: defaultdict[str, set[Term]] = defaultdict(set)
    for literal in _literals(subgraph):
        known = comparable(literal)
        if known is not None and known.family == "number":
            found[known.low].add(literal)
    return found


def _key(value: Decimal) -> str:
    known = comparable(Literal(format(value, "f"), XSD + "decimal"))
    return known.low if known is not None else ""
