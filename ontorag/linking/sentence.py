"""A question with its tokens, cues and pieces, as linking reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as OneOf

from ontorag.language import Cue, Token
from ontorag.language.words import Language
from ontorag.lexicon import PhraseMatch
from ontorag.linking.spans import Span

PieceKind = OneOf["label", "class", "relation", "noun", "verb"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Tokens ``first`` to ``last`` of a question and what they are.

    ``span`` is what the vocabulary says (kinds label and class), ``phrases`` what the lexicon
    says (relation); nouns and verbs are unknown. ``quoted`` is whether they stand in quotes.
    """

    first: int
    last: int
    kind: PieceKind
    span: Span | None = None
    phrases: tuple[PhraseMatch, ...] = ()
    quoted: bool = False

    @property
    def known(self) -> bool:
        """Whether the ontology says anything about it."""
        return self.kind in ("label", "class", "relation")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A question with its tokens, folded words, cues and pieces.

    ``governing`` are the prepositions at an end of the labels of the ontology's properties.
    """

    text: str
    language: Language
    said: tuple[Token, ...]
    folded: tuple[str, ...]
    cues: tuple[Cue, ...]
    pieces: tuple[Piece, ...] = ()
    governing: frozenset[str] = frozenset()

    def cue_at(self, position: int, *kinds: str) -> bool:
        """Whether a cue of one of ``kinds`` covers the token at ``position``."""
        token = self.said[position]
        return any(
            cue.kind in kinds and cue.start <= token.start and token.end <= cue.end
            for cue in self.cues
        )

    def positions_of(self, *kinds: str) -> list[int]:
        """Give the tokens under a cue of one of ``kinds``."""
        return [at for at in range(len(self.said)) if self.cue_at(at, *kinds)]

    def between(self, left: int, right: int) -> str:
        """Give the text between two tokens."""
        return self.text[self.said[left].end : self.said[right].start]

    def words_of(self, piece: Piece) -> str:
        """Give the text of a piece."""
        return self.text[self.said[piece.first].start : self.said[piece.last].end]

    def piece_at(self, position: int) -> Piece | None:
        """Give the piece that a token belongs to."""
        for piece in self.pieces:
            if piece.first <= position <= piece.last:
                return piece
        return None


def is_quoted(sentence: Sentence, first: int, last: int) -> bool:
    """Whether marks of quotation stand around the tokens ``first`` to ``last``."""
    before = sentence.text[: sentence.said[first].start].rstrip()[-1:]
    after = sentence.text[sentence.said[last].end :].lstrip()[:1]
    return before in "'\"„“”‚‘’»«›‹" and after in "'\"“”‘’«»‹›" and bool(before) and bool(after)


def quoted_ranges(sentence: Sentence) -> list[tuple[int, int]]:
    """Find what stands in quotes: pairs of the same or of matching marks around words."""
    pairs = {'"': '"', "„": "“”", "“": "”", "»": "«", "«": "»", "'": "'", "‚": "‘", "‘": "’"}
    ranges, at, text = [], 0, sentence.text
    while at < len(text):
        closing = pairs.get(text[at])
        opens = closing and (at == 0 or not text[at - 1].isalnum())
        if opens:
            ends = [
                end
                for end in range(at + 1, len(text))
                if text[end] in str(closing) and not text[end + 1 : end + 2].isalnum()
            ]
            if ends:
                ranges.append((at + 1, ends[0]))
                at = ends[0]
        at += 1
    return ranges


def is_capital(sentence: Sentence, at: int) -> bool:
    """Whether a token begins with a capital."""
    return sentence.said[at].text[:1].isupper()
