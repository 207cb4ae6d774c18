"""Narrowing: what no rows may have, the limits on values, and on how many there are."""

from __future__ import annotations

from dataclasses import replace

from ontorag.language import fold
from ontorag.planning.tables.comparands import own_ends
from ontorag.planning.tables.drafting import Draft
from ontorag.planning.tables.limits import among_levels, limiting
from ontorag.planning.tables.measures import Measure
from ontorag.planning.tables.pieces import Amount, Piece
from ontorag.planning.tables.resembling import leave_out
from ontorag.planning.tables.tree import Seen
from ontorag.values import (
    IRI,
    XSD,
    And,
    Column,
    Has,
    Is,
    Limit,
    Literal,
    Not,
    Path,
    Problem,
    Step,
    Term,
    Where,
    write_term,
)


def exclude(draft: Draft) -> bool:
    """Put "does not manage anyone", "without a phone number" to what they are said of."""
    free = draft.roles.excluded - draft.tree.used
    return all(_lacking(draft, piece) for piece in draft.roles.hints if piece.number in free)


def _lacking(draft: Draft, piece: Piece) -> bool:
    """Say of the root that nothing leads along a property: "no email", "manages nobody"."""
    node = draft.tree.nodes[0]
    leaving = draft.walker.leaving(node.spot)
    for iri, _ in piece.properties:
        step = Step(iri, _is_done_by_it(draft, iri, piece))
        if step not in leaving and draft.sheet.has("nobody"):
            step = replace(step, inverse=not step.inverse)
        if step in leaving:
            label = draft.ground.label(iri)
            made = (f"{'← ' if step.inverse else ''}{label}", Not(Has(step)))
            draft.tree = draft.tree.put(0, replace(node, conditions=(*node.conditions, made)))
            return True
    return False


def _is_done_by_it(draft: Draft, iri: IRI, piece: Piece) -> bool:
    """Whether a word says what the object of a property does: who manages is the manager."""
    phrases = [p for p in draft.ground.lexicon.phrases_of(iri) if p.weight == 1]
    holders = {p.holder for p in phrases if p.holder}
    spoken = {word for phrase in phrases for word in fold(phrase.text).split()}
    said = fold(piece.text).split()
    noun = all(word in spoken or word.rstrip("s") in spoken for word in said)
    literal = draft.ground.kind_of(iri) != "thing"
    return holders == {"object"} and not noun and not literal


def limit_nodes(draft: Draft) -> bool:
    """Put limits on values to their nodes as conditions."""
    for piece, noun in draft.roles.amounts:
        assert piece.amount is not None
        if piece.amount.of is not None and piece.amount.operator == "=":
            leave_out(draft, piece.amount.of)
        if noun is not None and _counts(draft, piece.amount, noun):
            continue
        if _is_of_aggregate(draft, noun):
            continue
        if not _limited(draft, piece, piece.amount, noun):
            return False
    return True


def _is_of_aggregate(draft: Draft, noun: Piece | None) -> bool:
    """Whether a limit is put on what is summed for each: "those exceeding 600"."""
    joined = [piece for _, piece in draft.roles.aggregates]
    return draft.roles.group is not None and bool(joined) and (noun is None or noun in joined)


def _counts(draft: Draft, amount: Amount, noun: Piece) -> bool:
    """Whether an amount says how many of a class: "more than 3 skills"."""
    return amount.unit is None and bool(noun.classes) and not _has_value(draft, noun)


def _has_value(draft: Draft, noun: Piece) -> bool:
    return bool(draft.measuring().of_property(noun)) if noun.properties else False


def _limited(draft: Draft, piece: Piece, amount: Amount, noun: Piece | None) -> bool:
    found = _limited_measure(draft, piece, amount, noun)
    if found is None:
        return False
    measure, limited = found
    if limited.of is None:
        made = limiting(measure.path, limited, draft.ground)
    else:
        made = _limited_by_own(draft, limited, limited.of, measure)
    if made is None:
        return False
    node = draft.tree.nodes[measure.node]
    draft.tree = draft.tree.put(measure.node, replace(node, conditions=(*node.conditions, made)))
    return True


def _limited_by_own(
    draft: Draft, amount: Amount, thing: Term, measure: Measure
) -> tuple[str, Where] | None:
    """Limit a value by that of a thing; levels are compared by their order."""
    value = _own_value(draft, thing, measure)
    if value is None:
        return None
    limited, name = replace(amount, value=value), draft.ground.label(thing)
    scale = draft.ground.schema.properties[measure.property].scale
    if scale:
        made = among_levels(measure.path, limited, scale, draft.ground)
    else:
        made = limiting(measure.path, limited, draft.ground)
    return None if made is None else (f"{made[0]} ({name})", made[1])


def _own_value(draft: Draft, thing: Term, measure: Measure) -> Literal | None:
    """Read the one value that a thing is compared by; note where none is recorded."""
    ends, facts = own_ends(thing, measure.path, draft.ground)
    if not ends:
        draft.problem = Problem("no_data", subject=thing, properties=(measure.property,))
    value = ends[0] if len(ends) == 1 else None
    draft.premises += facts
    return value if isinstance(value, Literal) else None


def _own_number(draft: Draft, thing: Term, way: Path, root: int) -> Literal | None:
    """Count what a thing has of what stands at the end of a way, None where nothing is recorded."""
    ends, facts = own_ends(thing, way, draft.ground)
    *_, before, number = [root, *draft.tree.numbers_on(root, way)]
    where = Seen(draft.tree, draft.ground.schema).where(number, before)
    if where is not None and ends:
        among = And((Is(tuple(sorted(ends, key=write_term))), where))
        ends = draft.ground.store.members(among, scope=draft.ground.scope)
    if not ends:
        draft.problem = Problem("no_data", subject=thing, properties=(way[-1].predicate,))
    draft.premises += facts
    return Literal(str(len(ends)), XSD + "decimal") if ends else None


def _limited_measure(
    draft: Draft, piece: Piece, amount: Amount, noun: Piece | None
) -> tuple[Measure, Amount] | None:
    """Find which value an amount limits, and which way."""
    measuring = draft.measuring()
    if noun is not None and noun.kind == "degree":
        ways = [pair for d in noun.degrees for pair in measuring.of_degree(d, noun)]
        if not ways:
            return None
        measure, up = min(ways, key=lambda pair: pair[0].cost)
        if any(degree.grade == "comparative" for degree in noun.degrees):
            return measure, replace(amount, operator=">" if up else "<")
        return measure, amount
    if noun is not None and noun.properties:
        kinds = _kinds(amount)
        measured = measuring.of_property(noun, kinds=kinds)
        if not measured and draft.reach(noun, kinds):
            measured = draft.measuring().of_property(noun, kinds=kinds)
        if measured:
            return measured[0], amount
    return _only_measure(draft, piece, amount)


def _kinds(amount: Amount) -> tuple[str, ...]:
    """Give the kinds of values that an amount may limit, the likelier first."""
    dated = amount.value.datatype == XSD + "date"
    if amount.of is not None:
        return ("date",) if dated else ("number", "date", "scale")
    return ("number", "date") if amount.value.datatype.endswith("decimal") else ("date", "number")


def _only_measure(draft: Draft, piece: Piece, amount: Amount) -> tuple[Measure, Amount] | None:
    """Find the one value that an amount can limit: by its unit, or the only date there is."""
    if draft.roles.hints or amount.of is not None:
        return None
    dated = not amount.value.datatype.endswith("decimal")
    measuring = draft.measuring()
    kind = "date" if dated else "number"
    pairs = tuple(
        (iri, 0.5) for iri in draft.ground.used
        if draft.ground.kind_of(iri) == kind
        and (dated or (amount.unit and draft.ground.unit_of(iri) == amount.unit))
    )  # fmt: skip
    found = measuring.of_property(replace(piece, properties=pairs), kinds=(kind,))
    properties = {measure.property for measure in found}
    if len(properties) != 1 or (dated and found[0].node != 0):
        return None
    return found[0], amount


def add_counts(draft: Draft, root: int) -> bool:
    """Limit how many there are of a class: "more than 3 skills"."""
    for piece, noun in draft.roles.amounts:
        assert piece.amount is not None
        if _is_of_aggregate(draft, noun):
            places = [
                n for n, c in enumerate(draft.sketch.columns) if c.function not in ("", "count")
            ]
            draft.sketch.limits.append(Limit(places[-1], piece.amount.operator, piece.amount.value))
            continue
        if noun is None or not _counts(draft, piece.amount, noun):
            continue
        number = draft.number_of(noun)
        way = None if number is None else draft.tree.path(root, number)
        if not way:
            return False
        value: Literal | None = piece.amount.value
        if piece.amount.of is not None:
            value = _own_number(draft, piece.amount.of, way, root)
        if value is None:
            return False
        place = draft.sketch.add(Column(draft.count_text(noun), way, "count", shown=False))
        draft.sketch.limits.append(Limit(place, piece.amount.operator, value))
        if piece.amount.until is not None:
            draft.sketch.limits.append(Limit(place, "<=", piece.amount.until))
    return True
