"""Possessing: who has something of which a number is recorded has a number that is not 0.

"Who has children?" over a number of children, "which products are out of stock?". Whoever has
none is recorded with 0; of whom nothing is recorded, nothing is said.
"""

from __future__ import annotations

from decimal import Decimal

from ontorag.language.words import folded_set
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.pieces import Amount, Piece, Sheet
from ontorag.values import XSD, Literal
from ontorag.values.where import Operator

_HAVING = folded_set("has have had hat haben hatte hatten besitzt besitzen having")
_LACKING = folded_set("without ohne lacks lack lacking")
_OUT = ("out", "of")
_ANY = folded_set("any some irgendwelche auch")
_NOTHING = Literal("0", XSD + "decimal")


def with_numbers_had(sheet: Sheet, ground: Ground) -> Sheet:
    """Read what is had, or not, as an amount where whole numbers say how many there are."""
    for noun in sheet.of("noun"):
        if _is_counted(noun, ground) and not _has_amount(sheet, noun):
            found = _led(sheet, noun)
            if found is not None and (found[1] != "=" or _has_nothing(noun, ground)):
                return _limited(sheet, *found)
    return sheet


def has_number(sheet: Sheet) -> Piece | None:
    """Give the amount that was read from what is had, if there is one."""
    return next((p for p in sheet.of("amount") if p.function == "had"), None)


def _is_counted(noun: Piece, ground: Ground) -> bool:
    """Whether a noun says only properties whose values are whole numbers."""
    if noun.is_named or noun.classes or noun.verb or not noun.properties:
        return False
    return all(ground.is_whole(iri) for iri, _ in noun.properties)


def _has_nothing(noun: Piece, ground: Ground) -> bool:
    """Whether a number of nothing is recorded: elsewhere "no runtime" is that none is recorded."""
    return all(ground.records_nothing(iri) for iri, _ in noun.properties)


def _has_amount(sheet: Sheet, noun: Piece) -> bool:
    beside = (sheet.before(noun), sheet.after(noun))
    return any(each is not None and each.kind in ("amount", "number") for each in beside)


def _led(sheet: Sheet, noun: Piece) -> tuple[list[int], Operator] | None:
    """Give the words that lead to a noun, "has", "has no", "without", with what they say of it."""
    at = noun.first - 1
    while at >= 0 and sheet.folded[at] in _ANY:
        at -= 1
    if at >= 1 and sheet.folded[at - 1 : at + 1] == _OUT:
        return [at - 1, at], "="
    if at >= 0 and sheet.folded[at] in _LACKING:
        return [at], "="
    denied = next((p for p in sheet.of("not") if p.last == at), None)
    if denied is not None and sheet.folded[at] not in ("nicht", "not"):
        having = denied.first - 1
        if having >= 0 and sheet.folded[having] in _HAVING:
            return [having, *denied.places], "="
        return None
    having = at >= 0 and sheet.folded[at] in _HAVING
    if not having and sheet.folded[0] in _HAVING and _is_subject(sheet, at):
        at, having = 0, True
    return ([at], "!=") if having else None


def _is_subject(sheet: Sheet, last: int) -> bool:
    """Whether the words up to a place are the subject of a question that its verb opens."""
    between = [piece for piece in sheet.pieces if 0 < piece.first <= last]
    return bool(between) and all(
        piece.function in ("some", "every") or piece.classes for piece in between
    )


def _limited(sheet: Sheet, places: list[int], operator: Operator) -> Sheet:
    amount = Amount(operator, _NOTHING, number=Decimal(0))
    text = sheet.text[sheet.said[places[0]].start : sheet.said[places[-1]].end]
    made = Piece(0, "amount", tuple(places), text, amount=amount, function="had")
    kept = [each for each in sheet.pieces if not set(each.places) & set(places)]
    return sheet.with_pieces((*kept, made))
