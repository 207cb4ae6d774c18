"""Roles: what each piece of a question does in a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.pieces import Piece, Sheet

_PRONOUNS = frozenset({"er", "sie", "ihn", "ihm", "he", "she", "him", "it", "they"})
AGGREGATES = ("average", "sum", "minimum", "maximum")


@dataclass
class Roles:
    """The pieces of a question by what they do; filled from its words, in their order.

    * ``focus`` is what is asked for, ``counted`` whether its number is, ``anything`` whether
      "who" stands for it
    * ``group`` is what the answer is given for each of
    * ``nodes`` are joined to a tree, ``hints`` say the steps between them
    * ``columns`` are values to show, ``aggregates`` those to join
    * ``ranks`` are superlatives with the noun behind them; ``how_much`` asks for their value
    * ``amounts`` are limits with the noun that they limit
    * ``alike`` are things that the answers share something with, and the noun for it
    * ``exists`` asks whether there is any, ``universal`` whether all are so
    """

    focus: Piece | None = None
    anything: bool = False
    counted: bool = False
    exists: bool = False
    group: Piece | None = None
    nodes: list[Piece] = field(default_factory=list)
    hints: list[Piece] = field(default_factory=list)
    columns: list[Piece] = field(default_factory=list)
    aggregates: list[tuple[str, Piece]] = field(default_factory=list)
    ranks: list[Rank] = field(default_factory=list)
    amounts: list[tuple[Piece, Piece | None]] = field(default_factory=list)
    order: Piece | None = None
    alike: list[tuple[Piece, Piece | None]] = field(default_factory=list)
    how_much: bool = False
    universal: bool = False
    descending: bool = False
    against: tuple[Piece, Piece] | None = None
    difference: Piece | None = None
    excluded: set[int] = field(default_factory=set)
    only: set[int] = field(default_factory=set)
    every: set[int] = field(default_factory=set)
    unread: Piece | None = None


@dataclass(frozen=True, slots=True)
class Rank:
    """A superlative: its word, the noun that it stands with, how many, after how many."""

    piece: Piece
    noun: Piece | None
    first: int = 1
    skip: int = 0


def speaks_of_unnamed(sheet: Sheet) -> bool:
    """Whether a pronoun stands for a thing, and nothing is named: "What does she earn?"."""
    named = any(p.is_named or p.classes for p in sheet.of("noun"))
    return not named and not _PRONOUNS.isdisjoint(sheet.folded)


def asks_of_subject(sheet: Sheet, piece: Piece) -> bool:
    """Whether a verb stands right behind "what": it asks what the verb's other end is.

    "What does the oldest ship carry?", "Was transportiert das älteste Schiff?".
    """
    if sheet.folded[piece.first] not in ("what", "was") or len(piece.places) > 1:
        return False
    after = next((p for p in sheet.pieces if p.first == piece.last + 1), None)
    if not any(p.is_named or p.classes for p in sheet.of("noun")):
        return False
    done = after is not None and sheet.folded[after.first] in ("does", "do", "did")
    return done or (after is not None and after.kind == "noun" and after.verb)


def merged(sheet: Sheet, ground: Ground) -> Sheet:
    """Join pieces that are one: a name with its class, alternatives, a class said in two words."""
    joiners: tuple[Callable[[Sheet, Ground, Piece, Piece], Piece | None], ...] = (
        _either, _named_kind, _one_class,
    )  # fmt: skip
    pieces = list(sheet.pieces)
    changed = True
    while changed:
        changed = False
        nouns = [each for each in pieces if each.kind == "noun" and not _is_repeated(each, pieces)]
        for one, other in pairwise(nouns):
            current = replace(sheet, pieces=tuple(pieces))
            both = next((b for j in joiners if (b := j(current, ground, one, other))), None)
            if both is not None:
                inside = [
                    p for p in pieces
                    if one.last < p.first < other.first
                    and (p.kind in ("or", "filler") or _is_repeated(p, pieces))
                ]  # fmt: skip
                gone = {id(one), id(other), *map(id, inside)}
                places = tuple(sorted({p for e in (one, other, *inside) for p in e.places}))
                pieces = [each for each in pieces if id(each) not in gone]
                pieces.append(replace(both, places=places))
                pieces.sort(key=lambda piece: piece.first)
                changed = True
                break
    return sheet.with_pieces(tuple(pieces))


def _is_repeated(piece: Piece, pieces: Sequence[Piece]) -> bool:
    """Whether a verb was said before: "carry oil or carry fish"."""
    return piece.verb and any(
        each.verb and each.last < piece.first and each.properties == piece.properties
        for each in pieces
    )


def _either(sheet: Sheet, ground: Ground, one: Piece, other: Piece) -> Piece | None:
    between = [
        piece.kind for piece in sheet.between(one, other)
        if not _is_repeated(piece, sheet.pieces)
    ]  # fmt: skip
    joined = "or" in between and set(between) <= {"or", "filler"}
    if joined and one.is_named and other.is_named:
        return replace(one, also=(*one.also, other), text=f"{one.text} / {other.text}")
    return None


def _named_kind(sheet: Sheet, ground: Ground, one: Piece, other: Piece) -> Piece | None:
    """Join "department" to "Data Services": a class word beside a thing of that class."""
    if sheet.between(one, other) and any(p.kind != "filler" for p in sheet.between(one, other)):
        return None
    if sheet.gap(one, other).strip(" '\"„“”‚‘’»«-"):
        return None
    for thing, kind in ((one, other), (other, one)):
        if len(thing.things) >= 1 and kind.classes and not kind.is_named and not thing.classes:
            below = {c for cls in kind.classes for c in ground.schema.subclasses(cls)}
            own = [
                term for term in thing.things if ground.around(term).types_of(term) & below
            ]  # fmt: skip
            if own:
                return replace(thing, things=tuple(own), values=())
    return None


def _one_class(sheet: Sheet, ground: Ground, one: Piece, other: Piece) -> Piece | None:
    """Join "hardware products": two words for one class, the narrower one stays."""
    if one.is_named or other.is_named or not one.classes or not other.classes:
        return None
    if sheet.gap(one, other).strip() or sheet.between(one, other):
        return None
    for narrow, wide in ((one, other), (other, one)):
        if set(wide.classes) & {
            above for cls in narrow.classes for above in ground.schema.superclasses(cls)
        }:
            return narrow
    return None
