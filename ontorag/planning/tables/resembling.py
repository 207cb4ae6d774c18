"""Resembling: the conditions to have what a thing has, put to the tree of a question.

"In the same country as X" leads to what is of the class that is said, over as many edges of a
relation like "located in" as it takes.
"""

from __future__ import annotations

from dataclasses import replace

from ontorag.planning.containing import LONGEST, contains
from ontorag.planning.tables.comparands import own_ends
from ontorag.planning.tables.drafting import Draft
from ontorag.planning.tables.pieces import Piece
from ontorag.stores.comparing import comparable
from ontorag.values import (
    XSD,
    And,
    Compare,
    Fact,
    Has,
    Is,
    Literal,
    Not,
    OfType,
    Or,
    Path,
    Problem,
    Step,
    Term,
    Where,
    write_term,
)

_SPANS = {"year": 4, "jahr": 4, "month": 7, "monat": 7, "day": 10, "tag": 10}
_TYPES = {4: "gYear", 7: "gYearMonth", 10: "date"}


def resemble(draft: Draft) -> bool:
    """Put each "same … as" to the tree; False where it cannot be read."""
    return all(_resembles(draft, piece, noun) for piece, noun in draft.roles.alike)


def leave_out(draft: Draft, thing: Term) -> None:
    """Leave the thing that others are compared with out of the answers."""
    node = draft.tree.nodes[0]
    label = draft.ground.label(thing)
    made = (label, Not(Is((thing,))))
    draft.tree = draft.tree.put(0, replace(node, conditions=(*node.conditions, made)))


def _resembles(draft: Draft, piece: Piece, noun: Piece | None) -> bool:
    thing = piece.things[0]
    made = (
        _at_node(draft, thing, noun)
        if noun is not None and noun.classes
        else _by_value(draft, thing, piece, noun)
    )
    if made:
        leave_out(draft, thing)
    return made


def _at_node(draft: Draft, thing: Term, noun: Piece) -> bool:
    """Let a node be what the thing leads to along the same way, or along the end of it."""
    number = draft.number_of(noun)
    way = None if number is None else draft.tree.path(0, number)
    if number is None or not way:
        return False
    for at in range(len(way)):
        ends, facts = _ends(draft, thing, way[at:], noun)
        if ends:
            draft.premises += facts
            node = replace(draft.tree.nodes[number], classes=(), terms=tuple(ends))
            draft.tree = draft.tree.put(number, node)
            return True
    draft.problem = Problem("no_data", subject=thing, properties=(way[-1].predicate,))
    return False


def _ends(draft: Draft, thing: Term, way: Path, noun: Piece) -> tuple[list[Term], list[Fact]]:
    """Give what of a class stands at the end of a way, over parts of wholes too."""
    ground = draft.ground
    classes = [c for cls in noun.classes for c in ground.schema.subclasses(cls)]
    last = way[-1]
    longest = LONGEST if contains(last.predicate, ground.ports, ground.lexicon) else 1
    for more in range(longest):
        ends, facts = own_ends(thing, (*way, *([last] * more)), ground)
        if ends:
            among = And((Is(tuple(sorted(ends, key=write_term))), OfType(tuple(classes))))
            kept = ground.store.members(among, scope=ground.scope)
            if kept:
                return sorted(kept, key=write_term), facts
    return [], []


def _by_value(draft: Draft, thing: Term, piece: Piece, noun: Piece | None) -> bool:
    """Limit the root to the values that the thing has of the property that is said."""
    path = _measured(draft, noun, dated=bool(piece.function))
    if path is None:
        return False
    ends, facts = own_ends(thing, path, draft.ground)
    if not ends:
        draft.problem = Problem("no_data", subject=thing, properties=(path[-1].predicate,))
        return False
    draft.premises += facts
    parts = tuple(_like(end, _SPANS.get(piece.function, 0)) for end in ends)
    where: Where = parts[0] if len(parts) == 1 else Or(parts)
    for step in reversed(path):
        where = Has(step, where)
    label = draft.ground.label(path[-1].predicate)
    node = draft.tree.nodes[0]
    name = " / ".join(draft.ground.label(end) for end in ends)
    made = (f"{label}: {name} ({draft.ground.label(thing)})", where)
    draft.tree = draft.tree.put(0, replace(node, conditions=(*node.conditions, made)))
    return True


def _measured(draft: Draft, noun: Piece | None, *, dated: bool) -> Path | None:
    """Find the one property at the root that a noun says, or the one date that is spoken of."""
    if noun is not None:
        leaving = draft.walker.leaving(draft.tree.nodes[0].spot)
        led = [
            step for iri, _ in noun.properties for step in (Step(iri), Step(iri, inverse=True))
            if draft.ground.kind_of(iri) == "thing" and step in leaving
        ]  # fmt: skip
        if led:
            return (led[0],) if len(led) == 1 else None
        found = draft.measure(noun, any_kind=True)
        return found.path if found is not None and found.node == 0 else None
    said = {iri for hint in draft.roles.hints for iri, _ in hint.properties}
    leaving = draft.walker.leaving(draft.tree.nodes[0].spot)
    dates = [
        step for step in leaving
        if not step.inverse and draft.ground.kind_of(step.predicate) == "date"
    ]  # fmt: skip
    told = [step for step in dates if step.predicate in said] or dates
    return (told[0],) if dated and len(told) == 1 else None


def _like(value: Term, length: int) -> Where:
    """Give the values that are alike: the same, of numbers and dates in any spelling."""
    if not isinstance(value, Literal):
        return Is((value,))
    known = comparable(value)
    if known is None or known.family == "string":
        return Is((value,))
    if length and known.family == "date":
        span = value.lexical[:length]
        return Compare("=", Literal(span, XSD + _TYPES.get(len(span), "date")))
    return Compare("=", value)
