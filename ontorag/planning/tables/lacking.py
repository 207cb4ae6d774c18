"""Lacking: what "no" and "not" are said of, where it is more than one word."""

from __future__ import annotations

from ontorag.planning.ports import Port
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.pieces import Piece, Sheet


def end_of(sheet: Sheet, noun: Piece, ground: Ground) -> Piece:
    """Give the class word that a property's word stands right before: "no home port"."""
    after = sheet.after(noun)
    adjacent = after is not None and after.first == noun.last + 1
    if after is None or not adjacent or noun.classes or noun.is_named or noun.verb:
        return noun
    kin = ground.ports.kin(after.classes)
    ends = (ground.ports.classes_at(Port(iri, True)) for iri, _ in noun.properties)
    return after if any(not kin.isdisjoint(each) for each in ends) else noun


def are_joined(sheet: Sheet, noun: Piece) -> bool:
    """Whether more stands under one "not" by "and": it is not said what of it must not be."""
    after = sheet.after(noun)
    joined = after is not None and after.kind in ("and", "or")
    second = sheet.next_noun(after) if after is not None and joined else None
    return second is not None and noun.is_named and second.is_named
