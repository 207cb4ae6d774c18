"""Scan a claim: every word becomes an item that says all that it can be.

Names are found whole, the longest first, in their own spelling or a regular case of it; never
by likeness. Numbers and dates become values. What is none of this stays a word, and a word that
says anything makes the claim unsupported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ontorag.language import Language, Token, compound_parts, tokens
from ontorag.language.families import claim_words, levels, light_verbs
from ontorag.language.text import fold_word
from ontorag.lexicon import Phrasebook, Way
from ontorag.values import IRI, Term
from ontorag.verification.amounts import Amount, amounts
from ontorag.verification.naming import Name, Names

_PLURALS = ("", "n", "en", "e", "s", "er")
_QUOTES = frozenset("\"'„“”‚‘’«»‹›`*_")
_ENDS = frozenset(".!?;\n")


@dataclass(slots=True)
class Item:
    """A stretch of a claim and what it can be.

    ``terms`` are things or values it names, ``classes`` kinds of things; ``ways`` say properties,
    ``light`` is what kind of light verb it is, with its prepositions; ``level`` a level that the
    word claims ("Expertin"); ``genitive``: a name's case says "of"; ``word`` is the folded text;
    ``compound``: terms and ways are its two halves ("Python-Kenntnisse"); ``lead`` is how many
    marks before it belong to its name.
    """

    word: str
    start: int
    end: int
    terms: frozenset[Term] = frozenset()
    classes: frozenset[Term] = frozenset()
    amount: Amount | None = None
    ways: tuple[tuple[IRI, Way], ...] = ()
    light: tuple[tuple[str, frozenset[str]], ...] = ()
    level: str | None = None
    genitive: bool = False
    mark: bool = False
    phrase: str = ""
    capital: bool = False
    compound: bool = False
    lead: int = 0

    def is_light(self, *kinds: str) -> bool:
        """Whether it is a light verb of one of these kinds."""
        return any(kind in kinds for kind, _ in self.light)


def _end(text: str, end: int, named: Sequence[Name]) -> int:
    """Give where names end, the marks after their last word included."""
    after = max((name.after for name in named), key=len, default="")
    return text.index(after, end) + len(after) if after else end


class Scanner:
    """Turns texts into items, for one set of names and one phrasebook."""

    def __init__(self, names: Names, phrasebook: Phrasebook, language: Language) -> None:
        self.names = names
        self._phrasebook = phrasebook
        self._language = language
        self._words = claim_words(language)
        self._light = light_verbs(language)

    def sentences(self, text: str) -> list[list[Item]]:
        """Split a claim into sentences of items; abbreviations, dates and decimals stay whole."""
        found: list[list[Item]] = [[]]
        for item in self._items(text):
            if item.mark and item.word in _ENDS:
                if item.word == "?":
                    found[-1].append(item)
                found.append([])
            else:
                found[-1].append(item)
        return [sentence for sentence in found if sentence]

    def _items(self, text: str) -> list[Item]:
        said = tokens(text)
        folded = [fold_word(token.text) for token in said]
        known = {amount.start: amount for amount in amounts(text, said, self._language)}
        items: list[Item] = []
        at, place = 0, 0
        while at < len(said):
            amount = known.get(said[at].start) or known.get(said[at].start - 1)
            item = self._item(text, said, folded, at, amount)
            items += self._marks(text, place, item.start - item.lead, items)
            items.append(item)
            place = item.end
            while at < len(said) and said[at].start < place:
                at += 1
        return items + self._marks(text, place, len(text), items)

    def _item(
        self,
        text: str,
        said: Sequence[Token],
        folded: Sequence[str],
        at: int,
        amount: Amount | None,
    ) -> Item:
        named, size, genitive = self.names.longest(text, said, folded, at, self._language)
        end = said[at + size - 1].end if named else 0
        if amount is not None and amount.end > end:
            return Item(fold_word(amount.text), amount.start, amount.end, amount=amount)
        phrase, words = self._phrase(folded, at)
        ways, length = self._ways(folded, at)
        longest = max(size, length, words, 1)
        token, last = said[at], said[at + longest - 1]
        if phrase and words == longest and size < words:
            return Item(folded[at], token.start, last.end, phrase=phrase)
        if not named and not ways:
            split = self._compound(token)
            if split is not None:
                return split
        named = named if size == longest else []
        word = " ".join(folded[at : at + longest])
        return Item(
            word, token.start, _end(text, last.end, named),
            terms=frozenset(name.term for name in named if not name.is_class),
            classes=frozenset(name.term for name in named if name.is_class),
            ways=ways if length == longest else (),
            light=self._light.get(word, ()),
            level=levels().get(word),
            genitive=genitive and bool(named),
            capital=token.text[:1].isupper(),
            lead=max((len(name.before) for name in named), default=0),
        )  # fmt: skip

    def _compound(self, token: Token) -> Item | None:
        """Read a compound of a known name and a listed head: "Datenbankkenntnisse"."""
        for label, head in compound_parts(token.text):
            said = (self.names.exactly(label + ending) for ending in _PLURALS)
            terms = next((found for found in said if found), frozenset[Term]())
            if terms:
                return Item(
                    fold_word(token.text), token.start, token.end, terms=terms, compound=True,
                    ways=tuple(self._phrasebook.starting(head)), level=levels().get(head),
                )  # fmt: skip
        return None

    def _phrase(self, folded: Sequence[str], at: int) -> tuple[str, int]:
        words = self._words
        kinds = (
            ("filler", words.fillers), ("not_negation", words.not_negations),
            ("nobody", words.nobody), ("and", words.conjunctions), ("mutual", words.mutual),
        )  # fmt: skip
        best, length = "", 0
        for kind, phrases in kinds:
            for size in (4, 3, 2, 1):
                piece = tuple(folded[at : at + size])
                if size > length and len(piece) == size and piece in phrases:
                    best, length = kind, size
        return best, length

    def _ways(self, folded: Sequence[str], at: int) -> tuple[tuple[tuple[IRI, Way], ...], int]:
        """Give the ways that begin here with the most words."""
        best: list[tuple[IRI, Way]] = []
        length = 0
        for iri, way in self._phrasebook.starting(folded[at]):
            size = 1 + len(way.rest)
            if size < length or not _follows(way, folded, at):
                continue
            if size > length:
                best, length = [], size
            best.append((iri, way))
        return tuple(best), length

    def with_particle(self, items: Sequence[Item]) -> list[Item]:
        """Join a separated verb: "nahm … teil", "führte Regie", "hat Regie geführt"."""
        found = list(items)
        while found and found[-1].mark and found[-1].word == ",":
            found.pop()
        last = len(found) - 1
        for place, item in enumerate(found if self._language == "de" and last else ()):
            if item.terms or item.mark or not (place == last or _is_noun(item)):
                continue
            for at, verb in enumerate(found[: place + 2]):
                if at == place or verb.terms or verb.mark:
                    continue
                joined = self._joined(verb, item.word)
                if joined is not None:
                    rest = [joined if each is verb else each for each in found]
                    return [each for n, each in enumerate(rest) if n != place]
        return found

    def _joined(self, item: Item, particle: str) -> Item | None:
        """Join a verb with its particle: "nahm … teil" is "teilnahm"."""
        form = particle + item.word
        known = self._phrasebook.starting(form)
        ways = tuple((iri, way) for iri, way in known if way.kind == "verb")
        light = self._light.get(form, ())
        if not ways and not light:
            return None
        return Item(form, item.start, item.end, ways=ways, light=light)

    def _marks(self, text: str, start: int, end: int, items: Sequence[Item]) -> list[Item]:
        found: list[Item] = []
        for place in range(start, end):
            char = text[place]
            if char.isspace() or char in _QUOTES:
                continue
            if char == "." and items and items[-1].end == place and self._is_short(items[-1]):
                continue
            found.append(Item(char, place, place + 1, mark=True))
        return found

    def _is_short(self, item: Item) -> bool:
        return item.word in self._words.abbreviations


def _follows(way: Way, folded: Sequence[str], at: int) -> bool:
    rest = folded[at + 1 : at + 1 + len(way.rest)]
    return len(rest) == len(way.rest) and all(w in f for w, f in zip(rest, way.rest, strict=True))


def _is_noun(item: Item) -> bool:
    """Whether a noun may belong to its verb: "führte Regie bei"."""
    return item.capital and bool(item.ways)
