"""Wanting: whether a question wants a table, by the first word that only a table carries out."""

from __future__ import annotations

from itertools import pairwise

from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.pieces import Piece, Sheet

BINDING = ("average", "sum", "per", "order", "difference", "minimum", "maximum")
"""Operators that no other reading carries out: without a table there is no answer."""
_TELLING = (*BINDING, "degree", "most", "fewest", "latest", "earliest", "only", "than", "all")


def wanting(sheet: Sheet, ground: Ground) -> Piece | None:
    """Give the first piece that asks for a table."""
    for piece in sheet.pieces:
        telling = piece.kind in _TELLING and (piece.kind != "than" or is_than(sheet, piece))
        if telling or piece.function in BINDING:
            return piece
    return _bearer(sheet, ground) or _several(sheet)


def is_than(sheet: Sheet, piece: Piece) -> bool:
    """Whether "than" or "als" compares; behind no word in a degree "als" is "as"."""
    return any(p.first < piece.first for p in sheet.of("degree", "more", "less"))


def _bearer(sheet: Sheet, ground: Ground) -> Piece | None:
    """Find a word for what only bears a value: a price with its amount."""
    nouns = [piece for piece in sheet.of("noun") if not piece.is_named]
    return next((piece for piece in nouns if ground.bears_value(piece.properties)), None)


def _several(sheet: Sheet) -> Piece | None:
    """Find the second of two values to show, or of two classes that "and" joins."""
    told = [piece for piece in sheet.pieces if piece.kind != "filler"]
    for one, other in pairwise(told):
        second = sheet.after(other)
        if one.kind != "noun" or other.kind != "and" or second is None or second.kind != "noun":
            continue
        both = (one, second)
        values = all(p.properties and not p.is_named and not p.verb for p in both)
        if values or all(p.classes and not p.is_named for p in both):
            return second
    return None
