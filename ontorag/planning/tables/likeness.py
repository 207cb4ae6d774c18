"""Likeness: what is as a named thing is: "the same supplier as X", "as long as X", "so viel wie X".

What the thing has is read first and is a premise of the plan; the thing itself is no answer.
"""

from __future__ import annotations

from ontorag.language.degrees import degrees_of
from ontorag.language.words import folded_set
from ontorag.planning.tables.pieces import Amount, Piece, Sheet
from ontorag.values import Literal

_AS = frozenset({"as", "wie", "like"})
_SO = folded_set("as so genauso ebenso gleich exakt")
_MUCH = folded_set("much many viel viele vielen")
_TURNING = folded_set(
    "not nicht twice double half doppelt halb dreimal three times mindestens least almost fast"
)
"""Words before "as" that make it another relation than being alike."""
_FARTHEST = 3
_UNREAD = Literal("")


def with_likeness(sheet: Sheet) -> Sheet:
    """Put one piece in the place of the words that say to be as a thing is."""
    for same in sheet.of("same"):
        made = _same(sheet, same)
        if made is not None:
            return made
    for at, word in enumerate(sheet.folded):
        if word in _SO and not _TURNING & {*sheet.folded[max(at - 2, 0) : at]}:
            made = _as_much(sheet, at)
            if made is not None:
                return made
    return sheet


def _same(sheet: Sheet, same: Piece) -> Sheet | None:
    """Read "the same supplier as X"; "in the same year as X" of what is dated."""
    noun = next((p for p in sheet.pieces if p.first > same.last and p.kind != "filler"), None)
    if noun is None or noun.kind not in ("noun", "unknown") or noun.is_named:
        return None
    thing = _thing_behind(sheet, noun.last + 1)
    if thing is None or (noun.kind == "unknown" and not is_span(sheet.folded[noun.first])):
        return None
    places = [*same.places, noun.last + 1, *thing.places]
    if noun.kind == "unknown":
        places += noun.places
    made = Piece(
        0, "alike", tuple(sorted(places)), f"{same.text} … {thing.text}", things=thing.things,
        function=sheet.folded[noun.first] if is_span(sheet.folded[noun.first]) else "",
    )  # fmt: skip
    kept = [p for p in sheet.pieces if not set(p.places) & set(places)]
    return sheet.with_pieces((*kept, made))


def shared(sheet: Sheet, piece: Piece) -> Piece | None:
    """Give the noun for what is shared with a thing, None for a span of time."""
    if piece.function:
        return None
    between = [p for p in sheet.of("noun") if piece.first < p.first < piece.last]
    return between[0] if between else sheet.next_noun(piece)


def is_span(word: str) -> bool:
    """Whether a folded word is a span of time that dates may share."""
    return word in ("year", "jahr", "month", "monat", "day", "tag")


def _thing_behind(sheet: Sheet, at: int) -> Piece | None:
    """Give the one thing that is named behind "as" at a place."""
    if at >= len(sheet.folded) or sheet.folded[at] not in _AS:
        return None
    after = next((p for p in sheet.pieces if p.first > at and p.kind != "filler"), None)
    one = after is not None and len(after.things) == 1 and not after.also and not after.classes
    return after if one else None


def _as_much(sheet: Sheet, at: int) -> Sheet | None:
    """Read "as long as X", "as many skills as X", "so viel wie X" as an amount that X has."""
    seconds = range(at + 2, min(at + 2 + _FARTHEST, len(sheet.folded)))
    second = next((n for n in seconds if sheet.folded[n] in _AS), None)
    thing = None if second is None else _thing_behind(sheet, second)
    if second is None or thing is None:
        return None
    between = list(range(at + 1, second))
    places = [at, second, *thing.places]
    degree: list[Piece] = []
    if sheet.folded[between[0]] in _MUCH:
        places.append(between[0])
    else:
        readings = tuple(d for d in degrees_of(sheet.said[between[0]].text))
        if not readings or len(between) > 1:
            return None
        text = sheet.said[between[0]].text
        degree = [Piece(0, "degree", (between[0],), text, degrees=readings)]
    amount = Amount("=", _UNREAD, of=thing.things[0])
    text = sheet.text[sheet.said[second].start : sheet.said[thing.last].end]
    ordered = tuple(sorted(places, key=lambda n: (n < second, n)))
    made = Piece(0, "amount", ordered, text, amount=amount, function="alike")
    gone = {*places, *(n for each in degree for n in each.places)}
    kept = [p for p in sheet.pieces if not set(p.places) & gone]
    return sheet.with_pieces((*kept, *degree, made))
