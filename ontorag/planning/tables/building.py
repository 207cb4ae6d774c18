"""Building: a tree and the roles of the words become a plan."""

from __future__ import annotations

from dataclasses import replace

from ontorag.planning.describing import describe
from ontorag.planning.tables.describing import describe_table
from ontorag.planning.tables.drafting import Draft
from ontorag.planning.tables.measures import Measure
from ontorag.planning.tables.narrowing import add_counts, exclude, limit_nodes
from ontorag.planning.tables.pieces import Piece
from ontorag.planning.tables.ranking import add_against, add_difference, add_order, add_ranks
from ontorag.planning.tables.resembling import resemble
from ontorag.planning.tables.tree import Seen, texts_of
from ontorag.planning.tables.universals import of_every
from ontorag.values import (
    IRI,
    Column,
    Constraint,
    Function,
    Has,
    Is,
    Not,
    OfType,
    Path,
    Plan,
    Problem,
    Table,
    Where,
)
from ontorag.values.plans import Operation


def build(draft: Draft) -> Plan | Problem | None:
    """Give the plan of a draft, or what it needs and is not recorded.

    None as soon as something of it cannot be carried out.
    """
    return _built(draft) or draft.problem


def _built(draft: Draft) -> Plan | None:
    if not exclude(draft) or not limit_nodes(draft) or not resemble(draft):
        return None
    root = _root(draft)
    if root is None:
        return None
    steps = (
        _add_keys, _add_aggregates, _add_columns, add_ranks, add_counts, add_against,
        add_difference, add_order,
    )  # fmt: skip
    return _finished(draft, root) if all(step(draft, root) for step in steps) else None


def _root(draft: Draft) -> int | None:
    """Choose the node whose things are the rows: what is asked for, counted or measured."""
    focus = draft.roles.focus
    if focus is not None or draft.roles.anything:
        named = focus is not None and focus.is_named
        return 0 if named or focus is None else draft.number_of(focus)
    if draft.roles.group is not None and not draft.roles.aggregates:
        return draft.number_of(draft.roles.group)
    pieces = [piece for _, piece in draft.roles.aggregates] + draft.roles.columns
    pieces += [rank.noun for rank in draft.roles.ranks if rank.noun and rank.noun.properties]
    if pieces:
        found = draft.measure(pieces[0], any_kind=not draft.roles.aggregates)
        return None if found is None else found.node
    return 0 if draft.tree.nodes else None


def _add_keys(draft: Draft, root: int) -> bool:
    """Show what is grouped by, and what is asked for."""
    group = draft.number_of(draft.roles.group)
    if draft.roles.group is not None and group is None:
        return False
    if group is not None:
        path = draft.tree.path(root, group)
        if path is None:
            return False
        assert draft.roles.group is not None
        draft.sketch.add(Column(draft.label_of(draft.roles.group), path))
    of_each = draft.roles.aggregates and not draft.roles.ranks
    shown = (draft.roles.focus is not None or draft.roles.anything) and not (
        draft.roles.counted or of_each or draft.roles.how_much
    )
    if shown:
        draft.sketch.add(Column(draft.label_of(draft.roles.focus), ()))
    return True


def _add_aggregates(draft: Draft, root: int) -> bool:
    for function, piece in draft.roles.aggregates:
        found = draft.measure(piece)
        path = None if found is None else draft.path(root, found)
        if found is None or path is None:
            return False
        use = draft.ground.schema.properties[found.property]
        if draft.ground.kind_of(found.property) != "number" and function in ("sum", "average"):
            return False
        draft.sketch.add(
            Column(
                draft.function_text(function, found), path, _function(function),
                scale=use.scale, shown=not draft.roles.ranks,
            )
        )  # fmt: skip
    if draft.roles.counted and (draft.roles.group is not None or draft.roles.aggregates):
        number = draft.number_of(draft.roles.focus)
        way = None if number is None else draft.tree.path(root, number)
        if way is None:
            return False
        draft.sketch.add(Column(draft.count_text(draft.roles.focus), way, "count"))
    return True


def _add_columns(draft: Draft, root: int) -> bool:
    for piece in draft.roles.columns:
        parts = (
            [replace(piece, properties=(pair,)) for pair in piece.properties]
            if piece.function == "each"
            else [piece]
        )
        for part in parts:
            if not _add_column(draft, root, part):
                return False
    return True


def _add_column(draft: Draft, root: int, piece: Piece) -> bool:
    if draft.roles.difference is not None and draft.is_numeric(piece):
        return True
    direct = piece.function == "each"
    if direct and not any(m.node == root for m in draft.measuring().of_property(piece)):
        return True
    found = draft.measure(piece, any_kind=True)
    path = None if found is None else draft.path(root, found)
    if found is None or path is None:
        return False
    if _is_told(draft, found, path) and piece.function != "each":
        return True
    use = draft.ground.schema.properties[found.property]
    several = len(draft.roles.columns) > 1 or piece.function == "each"
    draft.sketch.add(
        Column(draft.ground.label(found.path[0].predicate), path, scale=use.scale,
               optional=several or draft.roles.focus is not None)
    )  # fmt: skip
    return True


def _is_told(draft: Draft, found: Measure, path: Path) -> bool:
    """Whether a verb only says of what value a limit, a function or an order is: "costs less"."""
    limited = [text for text, _ in draft.tree.nodes[found.node].conditions]
    label = draft.ground.label(found.path[0].predicate)
    joined = any(column.path == path and column.function for column in draft.sketch.columns)
    limits = bool(draft.roles.amounts or draft.roles.alike)
    return joined or (limits and any(t.startswith(label) for t in limited))


def _finished(draft: Draft, root: int) -> Plan | None:
    seen = Seen(draft.tree, draft.ground.schema)
    where = seen.where(root)
    if where is None:
        where = _anything(draft, root)
        if where is None:
            return None
    if draft.roles.exists and isinstance(where, Is):
        return None  # nothing is said of what is named
    if draft.roles.universal:
        return None if _needs_table(draft) else of_every(draft, root)
    constraints = _constraints(draft, root, seen)
    focus = draft.roles.focus
    asked_of = focus if focus is not None and focus.function == "subject" else None
    asked = draft.roles.focus.classes[:1] if draft.roles.focus and draft.roles.focus.classes else ()
    table = None
    if _needs_table(draft):
        filters = _filters(draft, root, seen)
        table = Table(where, tuple(draft.sketch.columns), filters, tuple(draft.sketch.limits),
                      tuple(draft.sketch.orders))  # fmt: skip
    plan = Plan(
        operation=_operation(draft, table),
        where=where,
        constraints=constraints,
        asked_class=asked[0] if asked and not draft.tree.nodes[root].terms else None,
        subjects=asked_of.things if asked_of is not None else (),
        properties=tuple(
            dict.fromkeys(
                s.predicate
                for c in draft.sketch.columns
                for p in (c.path, c.minus or ())
                for s in p
            )
        ),
        table=table,
        language=draft.language,
        premises=tuple({fact.key: fact for fact in draft.premises}.values()),
    )
    if asked_of is not None:
        return replace(plan, sentences=describe(plan, draft.ground.label))
    return replace(plan, sentences=describe_table(plan, draft.ground.label))


def _properties(draft: Draft) -> tuple[IRI, ...]:
    """Give the properties that the columns are read along."""
    paths = [path for c in draft.sketch.columns for path in (c.path, c.minus or ())]
    return tuple(dict.fromkeys(step.predicate for path in paths for step in path))


def _anything(draft: Draft, root: int) -> Where | None:
    """Say what is measured where nothing limits it: all that has the value."""
    for column in draft.sketch.columns:
        if column.path:
            return Has(column.path[0])
    return None


def _needs_table(draft: Draft) -> bool:
    told = [c for c in draft.sketch.columns if c.path or c.function]
    return bool(told or draft.sketch.limits or draft.sketch.orders)


def _operation(draft: Draft, table: Table | None) -> Operation:
    if table is not None:
        return "table"
    if draft.roles.counted:
        return "count"
    return "exists" if draft.roles.exists else "holders"


def _constraints(draft: Draft, root: int, seen: Seen) -> tuple[Constraint, ...]:
    """Give the conditions at the root one by one, with their words."""
    found: list[Constraint] = []
    node = draft.tree.nodes[root]
    if node.classes:
        below = tuple(
            dict.fromkeys(c for cls in node.classes
                          for c in draft.ground.schema.subclasses(cls))
        )  # fmt: skip
        found.append(Constraint(draft.ground.label(node.classes[0]), OfType(below)))
    texts = texts_of(draft.tree, root, draft.ground.label, language=draft.language)
    wheres = [(text, where) for text, where in node.conditions]
    wheres += [
        (texts[len(node.conditions) + n][0], seen.along(step, there, root, edge))
        for n, (step, there, edge) in enumerate(draft.tree.beside(root))
    ]
    for (text, excluded, properties, _), (_, where) in zip(texts, wheres, strict=True):
        positive = where.part if isinstance(where, Not) else where
        found.append(Constraint(text, positive, "", excluded, tuple(properties)))
    return tuple(found)


def _filters(draft: Draft, root: int, seen: Seen) -> tuple[tuple[Path, Where], ...]:
    """Say what must stand at each node that a column's path goes over."""
    found: dict[Path, Where] = {}
    for column in draft.sketch.columns:
        for path in (column.path, *([column.minus] if column.minus else [])):
            before = root
            for n, number in enumerate(draft.tree.numbers_on(root, path), start=1):
                where = seen.where(number, before)
                if where is not None:
                    found[path[:n]] = where
                before = number
    return tuple(sorted(found.items(), key=lambda pair: (len(pair[0]), str(pair[0]))))


def _function(name: str) -> Function:
    known: dict[str, Function] = {
        "sum": "sum", "average": "average", "minimum": "minimum", "maximum": "maximum",
    }  # fmt: skip
    return known[name]
