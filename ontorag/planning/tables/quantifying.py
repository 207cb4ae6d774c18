"""Quantifying: yes or no about some or about all: "Does anyone know Rust?", "Kann jeder …?".

Some of a set do where it has a member; what all of it must do is read by `universals`.
"""

from __future__ import annotations

from dataclasses import replace

from ontorag.language.words import folded_set
from ontorag.planning.tables.pieces import Piece, Sheet

_SOMEONE = folded_set(
    """
    anyone anybody someone somebody jemand jemanden jemandem irgendjemand irgendjemanden irgendwer
    """
)
_EVERYONE = folded_set("everyone everybody")
_SOME = folded_set("any some irgendein irgendeine irgendeinen irgendwelche")
_ONE = folded_set("a an ein eine einen")


def with_quantifier(sheet: Sheet) -> Sheet:
    """Mark the word by which a yes-or-no question is about some or about all of its subject."""
    for piece in sheet.pieces:
        function = _quantifier(sheet, piece)
        if function:
            kind = "who" if sheet.folded[piece.first] in _SOMEONE | _EVERYONE else "exists"
            made = replace(piece, kind=kind, function=function)
            return sheet.with_pieces(
                tuple(made if each is piece else each for each in sheet.pieces)
            )
        if piece.kind == "noun" and not piece.verb and (piece.is_named or piece.classes):
            return sheet
    return sheet


def with_subject(sheet: Sheet) -> Sheet:
    """Mark the one thing that a yes-or-no question is about: "Is X longer than 200 m?".

    So it is where it is asked whether it leads to any of a class: "Leitet Anna ein Projekt?".
    """
    first = next((p for p in sheet.of("noun") if p.is_named or p.classes), None)
    limits = [p for p in sheet.of("amount") if p.amount is not None and p.amount.of is None]
    one = first is not None and len(first.things) == 1 and not (first.also or first.classes)
    if first is None or not one:
        return sheet
    limited = bool(limits) and limits[0].first > first.first
    if not limited and not _leads_to_any(sheet, first):
        return sheet
    made = replace(first, function="subject")
    return sheet.with_pieces(tuple(made if p is first else p for p in sheet.pieces))


def _leads_to_any(sheet: Sheet, subject: Piece) -> bool:
    """Whether "a", "any" or "ein" stands before a class behind the subject."""
    others = [p for p in sheet.of("noun") if p.first > subject.last and p.classes]
    leading = _SOME | _ONE
    return any(p.first and sheet.folded[p.first - 1] in leading for p in others)


def quantifier(sheet: Sheet) -> Piece | None:
    """Give the word for some or all, if there is one."""
    return next((p for p in sheet.pieces if p.function in ("some", "every")), None)


def _quantifier(sheet: Sheet, piece: Piece) -> str:
    """Say whether a piece is a word for "some" or "every", "" where it is neither."""
    word, single = sheet.folded[piece.first], len(piece.places) == 1
    if not single or piece.first == 0 or piece.kind == "noun":
        return ""
    if word in _SOMEONE:
        return "some"
    if word in _EVERYONE:
        return "every"
    noun = sheet.next_noun(piece)
    if noun is None or not noun.classes or noun.first != piece.last + 1:
        return ""
    if piece.kind in ("per", "all"):
        return "every"
    return "some" if word in _SOME or (word in _ONE and piece.first == 1) else ""
