"""Ranking: columns that rows are ordered by, compared in, or whose difference is shown."""

from __future__ import annotations

from dataclasses import replace

from ontorag.planning.tables.drafting import FUNCTIONS, Draft
from ontorag.planning.tables.measures import Measure
from ontorag.planning.tables.pieces import Piece
from ontorag.planning.tables.roles import Rank
from ontorag.values import Column, Function, Limit, Order

_JOINED = ("sum", "average", "minimum", "maximum")


def add_ranks(draft: Draft, root: int) -> bool:
    """Order the rows by superlatives; by two of them, show both ends instead."""
    ranks = draft.roles.ranks
    for rank in ranks:
        column = _ranked(draft, root, rank)
        if column is None:
            return False
        place, up = column
        if len(ranks) > 1:
            _spread(draft, place, up)
            continue
        within = tuple(
            n for n, each in enumerate(draft.sketch.columns)
            if draft.roles.group is not None and n == 0
        )  # fmt: skip
        keys = [each for each in draft.sketch.columns if each.shown and not each.function]
        if within and draft.sketch.columns[place].function and len(keys) < 2:
            within = ()
        draft.sketch.orders.append(Order(place, up, rank.first, rank.skip, within))
    return True


def _spread(draft: Draft, place: int, up: bool) -> None:
    """Show the smallest and the largest side by side, instead of ranking twice."""
    column = draft.sketch.columns[place]
    function: Function = "maximum" if up else "minimum"
    text = f"{FUNCTIONS[draft.language][function]} {column.text}"
    kept = [c for c in draft.sketch.columns if c.function or (c.path and c is not column)]
    draft.sketch.columns[:] = [*kept, replace(column, function=function, shown=True, text=text)]


def _ranked(draft: Draft, root: int, rank: Rank) -> tuple[int, bool] | None:
    """Give the column that a superlative ranks by, and whether the largest come first."""
    noun = rank.noun
    up = rank.piece.kind not in ("fewest", "earliest")
    joined = [n for n, c in enumerate(draft.sketch.columns) if c.function in _JOINED]
    if noun is not None and joined and any(piece == noun for _, piece in draft.roles.aggregates):
        largest = any(degree.largest for degree in rank.piece.degrees)
        return joined[-1], largest if rank.piece.kind == "degree" else up
    if rank.piece.kind != "degree":
        return _ranked_by_number(draft, root, rank, up=up)
    if noun is not None and noun.properties and not noun.is_named:
        measured = draft.measure(noun)
        bears = draft.ground.bears_value(noun.properties)
        if measured is not None and (bears or not noun.classes):
            largest = any(degree.largest for degree in rank.piece.degrees)
            return _ranking(draft, root, measured, largest)
    near = draft.number_of(noun)
    if noun is not None and near is None and noun.is_named:
        near = 0
    measuring = draft.measuring()
    ways = [
        pair for degree in rank.piece.degrees
        for pair in measuring.of_degree(degree, rank.piece, near=_bearer(draft, noun, near))
    ]  # fmt: skip
    if not ways:
        return None
    ways.sort(key=lambda pair: pair[0].cost)
    rivals = {p[0].path[0] for p in ways if p[0].cost - ways[0][0].cost < 0.01}
    if len(rivals) > 1:
        return None
    return _ranking(draft, root, *ways[0])


def _bearer(draft: Draft, noun: Piece | None, near: int | None) -> int | None:
    """Give the node whose values a superlative ranks: of a category, what is in it."""
    if noun is None or near is None or not noun.is_named:
        return near
    number = draft.number_of(noun)
    if number is None:
        return near
    beside = [there for _, there, _ in draft.tree.beside(number)]
    return beside[0] if beside else near


def _ranked_by_number(draft: Draft, root: int, rank: Rank, *, up: bool) -> tuple[int, bool] | None:
    """Read "most employees": by a number that is recorded, else by counting."""
    noun = rank.noun
    if noun is None:
        return None
    kinds = ("date",) if rank.piece.kind in ("latest", "earliest") else ("number",)
    measured = draft.measuring().of_property(noun, kinds=kinds) if noun.properties else []
    number = draft.number_of(noun)
    if measured and not noun.classes:
        return _ranking(draft, root, measured[0], up)
    way = None if number is None else draft.tree.path(root, number)
    if not way:
        return None
    text = draft.count_text(noun)
    return draft.sketch.add(Column(text, way, "count", shown=False)), up


def _ranking(draft: Draft, root: int, measure: Measure, up: bool) -> tuple[int, bool] | None:
    path = draft.path(root, measure)
    if path is None:
        return None
    use = draft.ground.schema.properties[measure.property]
    shown = not (draft.roles.focus or draft.roles.anything or draft.roles.columns)
    shown = shown or draft.roles.how_much
    label = draft.ground.label(measure.path[0].predicate)
    return draft.sketch.add(Column(label, path, scale=use.scale, shown=shown)), up


def add_against(draft: Draft, root: int) -> bool:
    """Compare two values of one thing: "wider than they are tall"."""
    if draft.roles.against is None:
        return True
    places: list[int] = []
    ups: list[bool] = []
    for piece in draft.roles.against:
        ways = [p for d in piece.degrees for p in draft.measuring().of_degree(d, piece, near=root)]
        if not ways:
            return False
        measure, up = min(ways, key=lambda pair: pair[0].cost)
        made = _ranking(draft, root, measure, up)
        if made is None:
            return False
        places.append(made[0])
        ups.append(up)
    draft.sketch.limits.append(Limit(places[0], ">" if ups[0] else "<", None, places[1]))
    return places[0] != places[1]


def add_difference(draft: Draft, root: int) -> bool:
    """Show by how much a value differs between two nodes: "the price differences"."""
    if draft.roles.difference is None:
        return True
    pieces = [p for p in draft.roles.columns if p.properties]
    twins = [
        n for n, node in enumerate(draft.tree.nodes)
        if node.piece is not None and node.piece in (draft.roles.focus, draft.roles.group)
    ]  # fmt: skip
    if len(pieces) != 1 or len(twins) != 2:
        return False
    found = [
        measure for measure in draft.measuring().of_property(pieces[0], kinds=("number",))
        if measure.node in twins
    ]  # fmt: skip
    by_node = {measure.node: measure for measure in reversed(found)}
    if set(by_node) != set(twins):
        return False
    group = draft.number_of(draft.roles.group)
    first = next(n for n in twins if n == group)
    other = next(n for n in twins if n != group)
    left, right = draft.path(root, by_node[first]), draft.path(root, by_node[other])
    if left is None or right is None:
        return False
    text = f"{FUNCTIONS[draft.language]['difference']} {draft.ground.label(left[-1].predicate)}"
    draft.sketch.add(Column(text, left, minus=right))
    return True


def add_order(draft: Draft, root: int) -> bool:
    """Order the rows as "sorted by" says, by what is shown or by a value beside."""
    piece = draft.roles.order
    if piece is None:
        if draft.roles.descending and draft.sketch.columns:
            numeric = [n for n, c in enumerate(draft.sketch.columns) if c.function]
            draft.sketch.orders += [Order(numeric[-1], True)] if numeric else []
            return bool(numeric)
        return True
    if piece.kind == "self":
        draft.sketch.orders.append(Order(0, draft.roles.descending))
        return True
    if not piece.properties:
        numeric = [n for n, c in enumerate(draft.sketch.columns) if c.function]
        place = numeric[-1] if numeric else 0
        draft.sketch.orders.append(Order(place, draft.roles.descending))
        return True
    found = draft.measure(piece, any_kind=True)
    path = None if found is None else draft.path(root, found)
    if found is None or path is None:
        return False
    known = [n for n, c in enumerate(draft.sketch.columns) if c.path == path and not c.function]
    label = draft.ground.label(found.path[0].predicate)
    place = known[0] if known else draft.sketch.add(Column(label, path, shown=False, optional=True))
    draft.sketch.orders.append(Order(place, draft.roles.descending))
    return True
