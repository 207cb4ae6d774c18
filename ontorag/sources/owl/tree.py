"""What both syntaxes of OWL are read into: calls with arguments, and the error for broken ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias, Union

from ontorag.errors import SourceError

Argument: TypeAlias = Union["Call", str]
"""A call, or a term as N-Triples text."""


@dataclass(slots=True)
class Call:
    """A construct of OWL with its arguments, such as ``SubClassOf(A B)``; where it begins."""

    name: str
    line: int
    args: list[Argument] = field(default_factory=list)


class OwlSyntaxError(SourceError):
    """What breaks the grammar of OWL's own syntaxes; ``line`` and ``column`` count from 1."""

    def __init__(self, problem: str, line: int, column: int | None = None) -> None:
        super().__init__(problem)
        self.problem, self.line, self.column = problem, line, column
