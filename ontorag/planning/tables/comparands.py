"""Comparands: things that others are compared with by a value of their own: "more than Ulm".

The words become an amount that is `of` a thing; once the property is known the value is read, and
the statement of it is a premise of the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.pieces import Amount, Piece, Sheet
from ontorag.planning.tables.wanting import is_than
from ontorag.stores.base import Pattern
from ontorag.values import XSD, Fact, Literal, Path, Term
from ontorag.values.where import Operator

_STEPS: dict[str, Operator] = {"more": ">", "less": "<"}
_TIMES: dict[str, Operator] = {"before": "<", "vor": "<", "after": ">", "nach": ">"}
_UNREAD, _UNREAD_DATE = Literal(""), Literal("", XSD + "date")


def with_comparands(sheet: Sheet, ground: Ground) -> Sheet:
    """Read each "than" before a name as the amount that the named thing has."""
    for than in sheet.of("than"):
        thing = _named_behind(sheet, than)
        if thing is not None:
            sheet = _compared(sheet, than, thing)
    if any(ground.kind_of(iri) == "date" for p in sheet.of("noun") for iri, _ in p.properties):
        for word in sheet.of("unknown", "filler"):
            thing = _named_behind(sheet, word)
            said = _TIMES.get(sheet.folded[word.first])
            if said is not None and thing is not None:
                sheet = _joined(sheet, [word, thing], said, dated=True)
    return sheet


def compares(sheet: Sheet) -> Piece | None:
    """Give the first word for what a thing is compared by, which no other reading computes."""
    if sheet.has("alike"):
        return sheet.of("alike")[0]
    for piece in sheet.of("amount"):
        if piece.amount is not None and piece.amount.of is not None:
            return piece
    for than in sheet.of("than"):
        after = sheet.after(than)
        if is_than(sheet, than) and after is not None and after.things and not after.classes:
            return than
    return None


def _named_behind(sheet: Sheet, word: Piece) -> Piece | None:
    """Give the one thing that is named right behind a word, if nothing is joined to it."""
    thing = sheet.after(word)
    if thing is None or len(thing.things) != 1 or thing.also or thing.classes:
        return None
    joined = sheet.after(thing)
    second = sheet.after(joined) if joined is not None and joined.kind in ("and", "or") else None
    return None if second is not None and second.is_named else thing


def _compared(sheet: Sheet, than: Piece, thing: Piece) -> Sheet:
    """Put an amount in the place of "than" and its thing, by what is compared before them."""
    before = sheet.before(than)
    if before is None:
        return sheet
    if before.kind in _STEPS:
        return _joined(sheet, [before, than, thing], _STEPS[before.kind])
    if before.kind == "degree":
        return _joined(sheet, [than, thing], ">")
    step = sheet.before(before)
    if before.kind != "noun" or before.is_named or step is None:
        return sheet
    if step.kind in _STEPS:
        quiet = _silenced(sheet, step)
        return _joined(quiet, [than, thing], _STEPS[step.kind])
    grades = {degree.grade for degree in step.degrees}
    if step.kind == "degree" and grades == {"comparative"} and before.properties:
        up = step.degrees[0].largest
        return _joined(_silenced(sheet, step), [than, thing], ">" if up else "<")
    return sheet


def _silenced(sheet: Sheet, piece: Piece) -> Sheet:
    """Leave a word out of the reading: the amount says what it says."""
    pieces = tuple(
        replace(each, kind="filler", degrees=()) if each.first == piece.first else each
        for each in sheet.pieces
    )
    return sheet.with_pieces(pieces)


def _joined(
    sheet: Sheet, parts: Sequence[Piece], operator: Operator, *, dated: bool = False
) -> Sheet:
    """Make one amount of some pieces, of which the last names the thing."""
    places = tuple(at for part in parts for at in part.places)
    start, end = sheet.said[places[0]].start, sheet.said[places[-1]].end
    amount = Amount(operator, _UNREAD_DATE if dated else _UNREAD, of=parts[-1].things[0])
    made = Piece(0, "amount", places, sheet.text[start:end], amount=amount)
    kept = [each for each in sheet.pieces if not set(each.places) & set(places)]
    return sheet.with_pieces((*kept, made))


def own_ends(thing: Term, path: Path, ground: Ground) -> tuple[list[Term], list[Fact]]:
    """Read what a thing leads to along a path, with the statements that lead there."""
    ends: list[Term] = [thing]
    read: list[Fact] = []
    for step in path:
        pattern = (
            Pattern(predicates=(step.predicate,), objects=tuple(ends))
            if step.inverse
            else Pattern(subjects=tuple(ends), predicates=(step.predicate,))
        )
        facts = ground.store.facts(pattern, scope=ground.scope) if ends else []
        ends = list(dict.fromkeys(f.subject if step.inverse else f.object for f in facts))
        read += facts
    return ends, read
