"""Tables as JSON values, there and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ontorag.errors import InputError
from ontorag.values.json_terms import (
    JSON,
    Labels,
    iri_from_json,
    term_from_json,
    term_to_json,
    where_from_json,
    where_to_json,
)
from ontorag.values.tables import Column, Limit, Order, Path, Table, Versus
from ontorag.values.terms import Literal
from ontorag.values.where import Step


def table_to_json(table: Table, labels: Labels) -> JSON:
    """Write a table; a path is a list of steps."""
    return {
        "of": where_to_json(table.of, labels),
        "columns": [_column(each, labels) for each in table.columns],
        "filters": [
            {"path": _path(path, labels), "where": where_to_json(where, labels)}
            for path, where in table.filters
        ],
        "limits": [
            {
                "column": each.column,
                "operator": each.operator,
                "value": term_to_json(each.value, labels) if each.value else None,
                "other": each.other,
            }
            for each in table.limits
        ],
        "orders": [
            {
                "column": each.column,
                "descending": each.descending,
                "first": each.first,
                "skip": each.skip,
                "within": list(each.within),
            }
            for each in table.orders
        ],
        "versus": _versus(table.versus, labels) if table.versus else None,
    }


def table_from_json(raw: Mapping[str, Any]) -> Table:
    """Read a table."""
    versus = raw["versus"]
    return Table(
        of=where_from_json(raw["of"]),
        columns=tuple(_read_column(each) for each in raw["columns"]),
        filters=tuple(
            (_read_path(each["path"]), where_from_json(each["where"])) for each in raw["filters"]
        ),
        limits=tuple(
            Limit(
                each["column"],
                each["operator"],
                _read_value(each["value"]),
                each["other"],
            )
            for each in raw["limits"]
        ),
        orders=tuple(
            Order(
                each["column"],
                each["descending"],
                each["first"],
                each["skip"],
                tuple(each["within"]),
            )
            for each in raw["orders"]
        ),
        versus=None if versus is None else _read_versus(versus),
    )


def _path(path: Path, labels: Labels) -> list[JSON]:
    return [
        {"property": term_to_json(step.predicate, labels), "inverse": step.inverse}
        for step in path
    ]  # fmt: skip


def _read_path(raw: list[Mapping[str, Any]]) -> Path:
    return tuple(Step(iri_from_json(each["property"]), each["inverse"]) for each in raw)


def _read_value(raw: Mapping[str, Any] | None) -> Literal | None:
    value = None if raw is None else term_from_json(raw)
    if value is not None and not isinstance(value, Literal):
        raise InputError(f"{str(raw)[:80]} compares with no literal")
    return value


def _column(column: Column, labels: Labels) -> JSON:
    return {
        "text": column.text,
        "path": _path(column.path, labels),
        "function": column.function,
        "minus": None if column.minus is None else _path(column.minus, labels),
        "scale": [term_to_json(term, labels) for term in column.scale],
        "shown": column.shown,
        "optional": column.optional,
    }


def _read_column(raw: Mapping[str, Any]) -> Column:
    return Column(
        text=raw["text"],
        path=_read_path(raw["path"]),
        function=raw["function"],
        minus=None if raw["minus"] is None else _read_path(raw["minus"]),
        scale=tuple(term_from_json(term) for term in raw["scale"]),
        shown=raw["shown"],
        optional=raw["optional"],
    )


def _versus(versus: Versus, labels: Labels) -> JSON:
    return {
        "column": versus.column,
        "left": term_to_json(versus.left, labels),
        "right": term_to_json(versus.right, labels),
        "result": versus.result,
        "operator": versus.operator,
    }


def _read_versus(raw: Mapping[str, Any]) -> Versus:
    return Versus(
        raw["column"],
        term_from_json(raw["left"]),
        term_from_json(raw["right"]),
        raw["result"],
        raw["operator"],
    )
