"""Pieces: what the words of a question may be for a table, each word in exactly one piece."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal

from ontorag.language import Token
from ontorag.language.degrees import Degree
from ontorag.values import IRI, Literal, Term, Value
from ontorag.values.where import Operator


@dataclass(frozen=True, slots=True)
class Amount:
    """A number or date with the operator that leads to it; ``until`` closes a span.

    ``unit`` is as `ontorag.language.families.units` names it. With ``of`` it is the amount that
    this thing has ("more than Ulm"), and ``value`` says nothing until that was read.
    """

    operator: Operator
    value: Literal
    unit: str | None = None
    until: Literal | None = None
    number: Decimal | None = None
    of: Term | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """Some tokens (``places``) and what they may be.

    ``kind`` is "noun" for what names a thing, a value, a class or a property (each in its own
    field: all readings that the words have), "degree", "amount", the name of an operator of
    `closed`, "light" for verbs of any relation, "filler", or "unknown".
    ``properties`` are (property, cost) pairs; ``verb`` is whether it can only say a relation.
    ``function`` is that of "Durchschnittsgehalt", the number that is said, "agent" for who does
    what a property says ("earners"), or "place" for the adjective of one ("bayerisch").
    ``also`` are the alternatives joined to it by "or".
    """

    number: int
    kind: str
    places: tuple[int, ...]
    text: str
    things: tuple[Term, ...] = ()
    values: tuple[Value, ...] = ()
    classes: tuple[IRI, ...] = ()
    properties: tuple[tuple[IRI, float], ...] = ()
    verb: bool = False
    degrees: tuple[Degree, ...] = ()
    amount: Amount | None = None
    function: str = ""
    also: tuple[Piece, ...] = ()

    @property
    def first(self) -> int:
        """The place of its first token."""
        return self.places[0]

    @property
    def last(self) -> int:
        """The place of its last token."""
        return self.places[-1]

    @property
    def is_named(self) -> bool:
        """Whether it names a thing or a value."""
        return bool(self.things or self.values)


@dataclass(frozen=True)
class Sheet:
    """A question as pieces in the order of its words."""

    text: str
    language: str
    said: tuple[Token, ...]
    folded: tuple[str, ...]
    pieces: tuple[Piece, ...] = ()
    ends: frozenset[int] = field(default_factory=frozenset)
    """Tokens that a sentence ends after."""

    def of(self, *kinds: str) -> list[Piece]:
        """Give the pieces of some kinds."""
        return [piece for piece in self.pieces if piece.kind in kinds]

    def has(self, *kinds: str) -> bool:
        """Whether there is a piece of one of some kinds."""
        return any(piece.kind in kinds for piece in self.pieces)

    def before(self, piece: Piece) -> Piece | None:
        """Give the piece right before another, fillers left out."""
        earlier = [each for each in self.pieces if each.last < piece.first]
        told = [each for each in earlier if each.kind != "filler"]
        return told[-1] if told else None

    def after(self, piece: Piece) -> Piece | None:
        """Give the piece right behind another, fillers left out."""
        later = [each for each in self.pieces if each.first > piece.last]
        told = [each for each in later if each.kind != "filler"]
        return told[0] if told else None

    def next_noun(self, piece: Piece, *, over: tuple[str, ...] = ()) -> Piece | None:
        """Give the noun behind a piece, over small words, adjectives of places and some kinds."""
        for each in self.pieces:
            if each.first <= piece.last or each.function == "place":
                continue
            if each.kind == "noun":
                return each
            if each.kind not in ("filler", *over):
                return None
        return None

    def between(self, one: Piece, other: Piece) -> list[Piece]:
        """Give the pieces between two."""
        low, high = sorted((one, other), key=lambda piece: piece.first)
        return [each for each in self.pieces if low.last < each.first and each.last < high.first]

    def gap(self, one: Piece, other: Piece) -> str:
        """Give the text between two pieces."""
        return self.text[self.said[one.last].end : self.said[other.first].start]

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Sheet:
        """Give the sheet with other pieces, numbered anew in the order of their words."""
        ordered = sorted(pieces, key=lambda piece: piece.first)
        numbered = tuple(replace(piece, number=n) for n, piece in enumerate(ordered))
        return replace(self, pieces=numbered)
