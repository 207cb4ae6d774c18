"""Tables: what a plan reads at each thing of a set, and what it makes of the rows.

A row is one way to go from a thing of ``of`` along the paths of the columns; columns whose paths
begin alike share that beginning. Columns with a function join the rows that are equal in all
other columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal as OneOf
from typing import TypeAlias, Union

from ontorag.values.terms import Literal, Term
from ontorag.values.where import Operator, Step, Where

Function = OneOf["", "count", "sum", "average", "minimum", "maximum"]
Path: TypeAlias = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """What stands at the end of ``path`` from a row's thing; () is the thing itself.

    * ``text`` names it to people
    * ``function`` joins the values of many rows; "" keeps each
    * ``minus`` leads to a number that is subtracted
    * ``scale`` orders values that are no numbers, lowest first
    * ``shown`` is whether it is part of the answer, ``optional`` whether a row may lack it
    """

    text: str
    path: Path = ()
    function: Function = ""
    minus: Path | None = None
    scale: tuple[Term, ...] = ()
    shown: bool = True
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """A condition on a row: a column's value compared with ``value`` or with another column's."""

    column: int
    operator: Operator
    value: Literal | None = None
    other: int | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """Rows sorted by a column; ``first`` of them, after ``skip``, ties at the last place too.

    ``first`` is None for all. ``within`` are columns whose equal rows are ranked apart.
    """

    column: int
    descending: bool = False
    first: int | None = None
    skip: int = 0
    within: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Versus:
    """Two things compared by one column.

    * "truth": whether ``left`` stands in ``operator`` to ``right``
    * "difference": by how much they differ
    """

    column: int
    left: Term
    right: Term
    result: OneOf["truth", "difference"] = "truth"
    operator: Operator = ">"


@dataclass(frozen=True, slots=True)
class Table:
    """What to read at the members of ``of``, and what to make of it.

    ``filters`` are conditions on what stands at the end of a path.
    """

    of: Where
    columns: tuple[Column, ...]
    filters: tuple[tuple[Path, Where], ...] = ()
    limits: tuple[Limit, ...] = ()
    orders: tuple[Order, ...] = ()
    versus: Versus | None = None


Cell: TypeAlias = Union[Term, Decimal, int, None]
"""What stands in a row: a term, a computed number, or nothing."""
