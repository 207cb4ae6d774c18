"""Tables as subgraphs: rows become answers, computed cells become derived facts with premises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from ontorag.selection import wording
from ontorag.selection.reading import Reading
from ontorag.selection.scoring import number_of, stands
from ontorag.selection.tables import Row, Rows
from ontorag.stores.comparing import comparable, compare
from ontorag.values import (
    IRI,
    AnswerValue,
    Cell,
    Column,
    DerivedFact,
    Fact,
    Labelled,
    Limit,
    Literal,
    Plan,
    Table,
    Term,
    Versus,
    World,
)
from ontorag.values.outcomes import DerivedKind

TOLD = 50
"""Rows whose computed cells become a derived fact each, at most."""
_KINDS: dict[str, DerivedKind] = {
    "count": "count", "sum": "sum", "average": "average", "minimum": "minimum",
    "maximum": "maximum",
}  # fmt: skip


@dataclass(frozen=True)
class Tabulated:
    """The rows of a plan with their labels, and what follows from them."""

    plan: Plan
    table: Table
    rows: Rows
    reading: Reading
    world: World
    complete: bool

    @property
    def shown(self) -> list[int]:
        """The places of the columns that are part of the answer."""
        return [n for n, column in enumerate(self.table.columns) if column.shown]

    def columns(self) -> tuple[str, ...]:
        """Give the headings of the shown columns."""
        return tuple(self.table.columns[n].text for n in self.shown)

    def cells(self) -> tuple[tuple[AnswerValue | None, ...], ...]:
        """Give the shown cells of each row, equal rows once, in order."""
        named = self._named()
        rows = [tuple(_value(row.cells[n], named) for n in self.shown) for row in self.rows.rows]
        return tuple(dict.fromkeys(rows))

    def answers(self) -> tuple[AnswerValue, ...]:
        """Give the answers: truth, a difference, or the distinct cells in the order of the rows."""
        versus = self.table.versus
        if versus is not None:
            pair = self._pair(versus)
            return () if pair is None else (_compared(versus, pair),)
        cells = (cell for row in self.cells() for cell in row if cell is not None)
        return tuple(dict.fromkeys(cells))

    def _named(self) -> dict[Term, Labelled]:
        terms = [
            cell for row in self.rows.rows for cell in row.cells
            if cell is not None and not isinstance(cell, (int, Decimal))
        ]  # fmt: skip
        return self.reading.labelled(dict.fromkeys(terms))

    def _pair(self, versus: Versus) -> tuple[Cell, Cell] | None:
        """Give the two compared cells, or None where one is missing or has several values."""
        found: list[Cell] = []
        for term in (versus.left, versus.right):
            own = [row.cells[versus.column] for row in self.rows.rows if row.cells[0] == term]
            if len(set(own)) != 1 or own[0] is None:
                return None
            found.append(own[0])
        return found[0], found[1]

    def derived(self, numbered: Sequence[Fact]) -> list[DerivedFact]:
        """Give a derived fact for each computed cell, for an order, and for what is compared."""
        ids = {fact.key: fact.id for fact in numbered}
        versus = self.table.versus
        if versus is not None:
            pair = self._pair(versus)
            return [] if pair is None else [self._of_pair(versus, pair, ids)]
        if not self.rows.rows:
            text = wording.empty_text(self._about(), self.plan.language, complete=self.complete)
            return [self._made("empty", text, 0, (), ids)]
        found: list[DerivedFact] = []
        functions = [n for n, column in enumerate(self.table.columns) if column.function]
        for row in self.rows.rows[:TOLD]:
            found += [self._of_cell(row, n, ids) for n in functions]
        if not functions:
            found += self._extremes(ids)
            found += self._number(ids) if len(self.cells()) > 1 else []
        return found

    def _about(self) -> str:
        texts = [each.text for each in self.plan.constraints if not each.excluded]
        return wording.some(texts, self.plan.language)

    def _of_cell(self, row: Row, place: int, ids: dict[str, str]) -> DerivedFact:
        column = self.table.columns[place]
        value = _value(row.cells[place], self._named())
        keys = [
            _text(_value(cell, self._named())) for n, cell in enumerate(row.cells)
            if not self.table.columns[n].function and self.table.columns[n].shown
        ]  # fmt: skip
        text = wording.cell_text(
            column.text, keys, _text(value, self.plan.language), self.plan.language,
            reading="closed" if self.complete else self.world,
            counted=column.function == "count",
        )  # fmt: skip
        about = ", ".join(key for key in keys if key) or self._about()
        return self._made(
            _KINDS[column.function], text, value, (row,), ids, column=column, about=about
        )

    def _extremes(self, ids: dict[str, str]) -> list[DerivedFact]:
        """Say the best value where the rows were ranked to give the first."""
        found: list[DerivedFact] = []
        for order in self.table.orders:
            if order.first is None or order.skip or order.within:
                continue
            column, row = self.table.columns[order.column], self.rows.rows[0]
            value = _value(row.cells[order.column], self._named())
            names = [
                _text(_value(each.cells[n], self._named()))
                for each in self.rows.rows
                for n in self.shown[:1]
                if each.cells[order.column] == row.cells[order.column]
            ]
            text = wording.extreme_text(
                column.text, _text(value, self.plan.language), list(dict.fromkeys(names)),
                self.plan.language, largest=order.descending,
            )  # fmt: skip
            kind: DerivedKind = "maximum" if order.descending else "minimum"
            found.append(self._made(kind, text, value, (row,), ids, column=column))
        return found

    def _number(self, ids: dict[str, str]) -> list[DerivedFact]:
        """Say how many rows there are."""
        n, language = len(self.cells()), self.plan.language
        if any(order.first is not None for order in self.table.orders):
            return []
        reading: World = "closed" if self.complete else self.world
        text = wording.count_text(n, self._about(), [], language, reading)
        return [self._made("count", text, n, self.rows.rows, ids)]

    def _of_pair(self, versus: Versus, pair: tuple[Cell, Cell], ids: dict[str, str]) -> DerivedFact:
        column = self.table.columns[versus.column]
        language = self.plan.language
        labels = self.reading.labelled((versus.left, versus.right))
        named = self._named()
        values = [_text(_value(cell, named), language) for cell in pair]
        left, right = (labels[term].label for term in (versus.left, versus.right))
        result = _compared(versus, pair)
        text = wording.pair_text(
            column.text, (left, values[0]), (right, values[1]),
            difference=None if isinstance(result, bool) else _text(result, language),
        )  # fmt: skip
        kind: DerivedKind = "compared" if versus.result == "truth" else "difference"
        return self._made(kind, text, result, self.rows.rows, ids, column=column)

    def _made(
        self,
        kind: DerivedKind,
        text: str,
        value: AnswerValue | None,
        rows: Sequence[Row],
        ids: dict[str, str],
        *,
        column: Column | None = None,
        about: str | None = None,
    ) -> DerivedFact:
        premises = [ids[f.key] for f in self.rows.proofs(rows) if f.key in ids]
        properties: tuple[IRI, ...] = (
            tuple(dict.fromkeys(step.predicate for step in column.path)) if column else ()
        )
        return DerivedFact(
            id="", kind=kind, about=self._about() if about is None else about, value=value,
            text=text, complete=self.complete, premises=tuple(premises),
            properties=properties or self.plan.properties,
        )  # fmt: skip


def _value(cell: Cell, named: dict[Term, Labelled]) -> AnswerValue | None:
    if cell is None or isinstance(cell, (int, Decimal)):
        return cell
    return named[cell]


def _text(value: AnswerValue | None, language: str = "en") -> str:
    """Write a cell for people; a long fraction is rounded to four places."""
    if value is None:
        return "–"
    if isinstance(value, Labelled):
        return value.label
    if isinstance(value, Decimal):
        text = format(value, "f")
        text = format(round(value, 4), "f") if len(text.partition(".")[2]) > 4 else text
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return text.replace(".", ",") if language == "de" else text
    return str(value)


def _compared(versus: Versus, pair: tuple[Cell, Cell]) -> AnswerValue:
    """Compare two cells, or give by how much they differ."""
    left, right = (number_of(cell) for cell in pair)
    if versus.result == "difference" and left is not None and right is not None:
        difference = abs(left - right)
        whole = isinstance(pair[0], int) and isinstance(pair[1], int)
        return int(difference) if whole else difference
    if isinstance(pair[0], Literal) and isinstance(pair[1], Literal) and left is None:
        return compare(versus.operator, comparable(pair[0]), comparable(pair[1]))
    return stands(Limit(0, versus.operator, None, 1), pair)


def numbered(derived: Sequence[DerivedFact]) -> tuple[DerivedFact, ...]:
    """Number derived facts D1, D2 and so on."""
    return tuple(replace(fact, id=f"D{n}") for n, fact in enumerate(derived, start=1))
