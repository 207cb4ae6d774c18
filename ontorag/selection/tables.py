"""Tables: rows read at a whole set, joined, grouped, compared and sorted.

The store gives the members of the set and, for each step of each path, all statements of the
members along it; what is numbers is then made of whole rows with decimals, so both stores give
the same sums to the last digit (neither database adds decimals exactly).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import zip_longest

from ontorag.selection.proofs import TYPE
from ontorag.selection.scoring import key_of, number_of, stands
from ontorag.stores.base import Pattern, ReadableStore, Scope
from ontorag.values import (
    And,
    Cell,
    Column,
    Fact,
    Has,
    Is,
    Order,
    Path,
    Step,
    Table,
    Term,
    Where,
    write_term,
)

Binding = dict[Path, Term]


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row, with the ways that prove them.

    Of a smallest or largest value only the ways that lead to it tell.
    """

    cells: tuple[Cell, ...]
    telling: tuple[Binding, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """What a table gives: the rows in order, and the statements that each step was read from."""

    rows: tuple[Row, ...]
    edges: dict[Path, dict[tuple[Term, Term], Fact]]

    def proofs(self, rows: Sequence[Row]) -> list[Fact]:
        """Give the statements that some of the rows rest on: one way of each row, then another."""
        found: dict[str, Fact] = {}
        turns = zip_longest(*(row.telling for row in rows))
        for binding in (each for turn in turns for each in turn if each is not None):
            for path in sorted(binding, key=_path_order):
                fact = self.edges.get(path, {}).get((binding[path[:-1]], binding[path]))
                if path and fact is not None:
                    found.setdefault(fact.key, fact)
        return list(found.values())


def read_rows(table: Table, store: ReadableStore, scope: Scope) -> Rows:
    """Compute a table; raises what the store raises."""
    reader = _Reader(table, store, scope)
    bindings = reader.bindings()
    rows = _grouped(table, bindings)
    kept = [row for row in rows if all(stands(limit, row.cells) for limit in table.limits)]
    ordered = sorted(kept, key=lambda row: _plain_order(row.cells))
    for order in reversed(table.orders):
        ordered = _ordered(ordered, order, table.columns[order.column])
    return Rows(tuple(ordered), reader.edges)


class _Reader:
    """Walks the paths of one table from its members."""

    def __init__(self, table: Table, store: ReadableStore, scope: Scope) -> None:
        self._table = table
        self._store = store
        self._scope = scope
        self._filters = defaultdict(list)
        for path, where in table.filters:
            self._filters[path].append(where)
        self.edges: dict[Path, dict[tuple[Term, Term], Fact]] = {}

    def bindings(self) -> list[Binding]:
        """Give every way to go along all paths, sorted."""
        members = self._store.members(self._starts(), scope=self._scope)
        found: list[Binding] = [{(): term} for term in members]
        for path in sorted(self._prefixes(), key=_path_order):
            found = self._extended(found, path)
        return found

    def _starts(self) -> Where:
        """Give the members that have what no row may lack: fewer of them are read."""
        needed = [
            Has(path[0]) for path in sorted(self._prefixes(), key=_path_order)
            if len(path) == 1 and not self._may_lack(path)
        ]  # fmt: skip
        parts = tuple(dict.fromkeys((self._table.of, *needed)))
        return parts[0] if len(parts) == 1 else And(parts)

    def _prefixes(self) -> set[Path]:
        paths = [path for column in self._table.columns for path in _paths_of(column)]
        paths += [path for path, _ in self._table.filters]
        return {path[:n] for path in paths for n in range(1, len(path) + 1)}

    def _may_lack(self, path: Path) -> bool:
        """Whether only optional columns lead along a path; a count of nothing is 0."""
        through = [
            column
            for column in self._table.columns
            if any(each[: len(path)] == path for each in _paths_of(column))
        ]
        filtered = any(each[: len(path)] == path for each in self._filters)
        return not filtered and all(column.optional for column in through)

    def _extended(self, bindings: list[Binding], path: Path) -> list[Binding]:
        """Go one step further with every binding."""
        starts = {term for each in bindings if (term := each.get(path[:-1])) is not None}
        along = self._along(starts, path)
        found: list[Binding] = []
        for each in bindings:
            ends = along.get(each[path[:-1]], []) if path[:-1] in each else []
            found += [{**each, path: end} for end in ends]
            if not ends and self._may_lack(path):
                found.append(each)
        return found

    def _along(self, starts: Iterable[Term], path: Path) -> dict[Term, list[Term]]:
        """Give for each start the ends of the last step of ``path``, as its filters let them."""
        step, terms = path[-1], tuple(sorted(starts, key=write_term))
        facts = self._facts(step, terms)
        ends = {fact.subject if step.inverse else fact.object for fact in facts}
        kept = self._filtered(ends, path)
        found: dict[Term, list[Term]] = defaultdict(list)
        known = self.edges.setdefault(path, {})
        for fact in facts:
            near, far = (fact.object, fact.subject) if step.inverse else (fact.subject, fact.object)
            if far in kept:
                found[near].append(far)
                known[near, far] = fact
        return found

    def _facts(self, step: Step, terms: tuple[Term, ...]) -> list[Fact]:
        if not terms:
            return []
        pattern = (
            Pattern(predicates=(step.predicate,), objects=terms)
            if step.inverse
            else Pattern(subjects=terms, predicates=(step.predicate,))
        )
        return self._store.facts(pattern, scope=self._scope)

    def _filtered(self, ends: set[Term], path: Path) -> set[Term]:
        for where in self._filters.get(path, ()):
            among = Is(tuple(sorted(ends, key=write_term)))
            if ends:
                ends = set(self._store.members(And((among, where)), scope=self._scope))
        return ends


def _paths_of(column: Column) -> list[Path]:
    return [column.path] if column.minus is None else [column.path, column.minus]


def _path_order(path: Path) -> tuple[int, list[tuple[str, bool]]]:
    return len(path), [(step.predicate.value, step.inverse) for step in path]


def _grouped(table: Table, bindings: list[Binding]) -> list[Row]:
    """Make one row of all bindings that are equal in the columns without a function."""
    keys = [n for n, column in enumerate(table.columns) if not column.function]
    groups: dict[tuple[Cell, ...], list[Binding]] = {}
    for binding in bindings:
        cells = tuple(_cell(table.columns[n], binding) for n in keys)
        if any(cell is None and not table.columns[n].optional
               for n, cell in zip(keys, cells, strict=True)):  # fmt: skip
            continue
        groups.setdefault(cells, []).append(binding)
    if not keys and not groups:
        groups[()] = []
    rows = []
    for cells, own in groups.items():
        known = dict(zip(keys, cells, strict=True))
        row = tuple(
            known[n] if n in known else _joined(column, own)
            for n, column in enumerate(table.columns)
        )
        rows.append(Row(row, tuple(_telling(table, row, own))))
    return rows


def _telling(table: Table, row: tuple[Cell, ...], bindings: list[Binding]) -> list[Binding]:
    functions = {column.function for column in table.columns if column.function}
    if not functions or not functions <= {"minimum", "maximum"}:
        return bindings
    return [
        binding
        for binding in bindings
        if any(
            column.function and _cell(replace(column, function=""), binding) == cell
            for column, cell in zip(table.columns, row, strict=True)
        )
    ]


def _cell(column: Column, binding: Binding) -> Cell:
    """Give the value of a column without a function."""
    end = binding.get(column.path)
    if column.minus is None or end is None:
        return end
    other = binding.get(column.minus)
    left, right = number_of(end), number_of(other)
    return None if left is None or right is None else left - right


def _joined(column: Column, bindings: Sequence[Binding]) -> Cell:
    """Join the values of many bindings; a way that several bindings share counts once."""
    ways: dict[tuple[Term | None, ...], Cell] = {}
    plain = replace(column, function="")
    for binding in bindings:
        value = _cell(plain, binding)
        way = tuple(
            binding.get(path[:n]) for path in _paths_of(column) for n in range(len(path) + 1)
        )
        if value is not None:
            ways[way] = value
    if column.function == "count":
        return len(set(ways.values()))
    if column.function in ("minimum", "maximum"):
        ranked = [value for value in ways.values() if key_of(value, column.scale) is not None]
        best = min if column.function == "minimum" else max
        return best(ranked, key=lambda value: key_of(value, column.scale) or "", default=None)
    numbers = [number for value in ways.values() if (number := number_of(value)) is not None]
    if not numbers:
        return None
    total = sum(numbers, Decimal(0))
    return total if column.function == "sum" else total / len(numbers)


def _ordered(rows: list[Row], order: Order, column: Column) -> list[Row]:
    """Sort rows by a column, what cannot be compared last, and cut them (ties stay)."""
    ranked = [row for row in rows if key_of(row.cells[order.column], column.scale) is not None]
    ranked.sort(
        key=lambda row: key_of(row.cells[order.column], column.scale) or "",
        reverse=order.descending,
    )
    if order.first is None:
        rest = [row for row in rows if row not in ranked]
        return [*ranked, *rest]
    groups: dict[tuple[Cell, ...], list[Row]] = {}
    for row in ranked:
        groups.setdefault(tuple(row.cells[n] for n in order.within), []).append(row)
    kept: list[Row] = []
    for own in groups.values():
        part = own[order.skip :]
        last = (
            key_of(part[order.first - 1].cells[order.column], column.scale)
            if len(part) >= order.first
            else None
        )
        kept += part[: order.first]
        kept += [
            row for row in part[order.first :]
            if key_of(row.cells[order.column], column.scale) == last
        ]  # fmt: skip
    return kept


def _plain_order(cells: Sequence[Cell]) -> tuple[str, ...]:
    return tuple(str(cell) if isinstance(cell, (int, Decimal)) else
                 "" if cell is None else write_term(cell) for cell in cells)  # fmt: skip


__all__ = ["TYPE", "Row", "Rows", "read_rows"]
