"""Sums over named things: "How many inhabitants do Ulm and Cologne have together?"."""

from __future__ import annotations

from dataclasses import replace

from ontorag.language.words import Language
from ontorag.planning.tables.comparands import own_ends
from ontorag.planning.tables.describing import describe_table
from ontorag.planning.tables.drafting import FUNCTIONS
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.measures import Measuring
from ontorag.planning.tables.pieces import Piece, Sheet
from ontorag.planning.tables.tree import Node, Tree
from ontorag.planning.tables.walking import Spot, Walker
from ontorag.values import Column, Is, Path, Plan, Problem, Table, Term

_QUIET = ("filler", "which", "light", "and", "count", "sum", "request", "both")
_TOGETHER = frozenset({"together", "zusammen"})


def sum_of_named(sheet: Sheet, ground: Ground, language: Language) -> Plan | Problem | None:
    """Make the plan of a sum over named things; None where no such sum is asked for."""
    named = [piece for piece in sheet.of("noun") if piece.is_named]
    measured = [piece for piece in sheet.of("noun") if not piece.is_named]
    together = sheet.has("sum") or not _TOGETHER.isdisjoint(sheet.folded)
    if not together or len(named) < 2 or len(measured) != 1:
        return None
    clear = all(len(piece.things) == 1 and not piece.also for piece in named)
    quiet = all(piece.kind in ("noun", *_QUIET) for piece in sheet.pieces)
    if not clear or not quiet or not sheet.has("and"):
        return None
    terms = tuple(piece.things[0] for piece in named)
    path = _measured(terms, measured[0], ground)
    return None if path is None else _planned(terms, path, ground, language)


def _measured(terms: tuple[Term, ...], noun: Piece, ground: Ground) -> Path | None:
    """Find the numbers that a noun means of things."""
    tree = Tree((Node(Spot(terms=terms), None, (), terms),))
    found = Measuring(ground, Walker(ground), tree).of_property(noun, kinds=("number",))
    if not found or (len(found) > 1 and found[1].cost - found[0].cost < 0.01):
        return None
    return found[0].path


def _planned(
    terms: tuple[Term, ...], path: Path, ground: Ground, language: Language
) -> Plan | Problem | None:
    """Sum one number of each thing; what one of them lacks is no sum."""
    for term in terms:
        ends, _ = own_ends(term, path, ground)
        if not ends:
            return Problem("no_data", subject=term, properties=(path[-1].predicate,))
        if len(ends) > 1:
            return None
    text = f"{FUNCTIONS[language]['sum']} {ground.label(path[0].predicate)}"
    table = Table(Is(terms), (Column(text, path, "sum"),))
    plan = Plan(
        "table", table.of, subjects=terms, table=table, language=language,
        properties=tuple(dict.fromkeys(step.predicate for step in path)),
    )  # fmt: skip
    return replace(plan, sentences=describe_table(plan, ground.label))
