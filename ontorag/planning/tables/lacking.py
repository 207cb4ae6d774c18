"""Lacking: what "no" and "not" are said of, where it is more than one word."""

from __future__ import annotations

from ontorag.planning.ports import Port
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.pieces import Piece, Sheet

_PART = 0.4
"""What a word costs that is only a part of a property's label."""


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


def named_before(sheet: Sheet, denial: Piece) -> Piece | None:
    """Give the name that a German "nicht" behind it denies: "beherrscht aber Rust nicht"."""
    if sheet.folded[denial.first] != "nicht":
        return None
    before = sheet.before(denial)
    return before if before is not None and before.is_named else None


def says_other(sheet: Sheet, noun: Piece, ground: Ground) -> bool:
    """Whether a word of a property's label stands before a class that it does not lead to.

    The "home city" of a firm is not said by a property "home port".
    """
    after = sheet.after(noun)
    if after is None or after.first != noun.last + 1 or not after.classes or noun.verb:
        return False
    if any(cost < _PART for _, cost in noun.properties):
        return False
    kin = ground.ports.kin(after.classes)
    ends = (ground.ports.classes_at(Port(iri, True)) for iri, _ in noun.properties)
    return all(each and kin.isdisjoint(each) for each in ends)


def done_to(sheet: Sheet, verb: Piece | None) -> Piece | None:
    """Give what a verb behind "not" is said of: "do not carry fish" denies the fish."""
    if verb is None or not verb.verb:
        return verb
    noun = sheet.next_noun(verb)
    return noun if noun is not None and (noun.is_named or noun.classes) else verb
