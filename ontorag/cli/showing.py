"""Text for a terminal: wrapped, aligned, and coloured only where a person looks at it.

Labels and literals come from files of strangers: control characters, which could steer a
terminal, never reach it.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

import typer

from ontorag.cli.wording import in_flags

if TYPE_CHECKING:
    from ontorag.values import Finding

NARROWEST, WIDEST = 40, 120
GAP = 2


def clean(text: str) -> str:
    r"""Make line breaks spaces and drop control and direction-changing characters.

    >>> clean("Frodo\x1b[31m\nBeutlin")
    'Frodo[31m Beutlin'
    """
    spaced = text.replace("\n", " ").replace("\t", " ")
    if spaced.isprintable():
        return spaced
    return "".join(
        char for char in spaced if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
    )


@dataclass(frozen=True, slots=True)
class Screen:
    """How wide the output may be, in columns, and whether it may have colour."""

    width: int = 80
    colour: bool = False

    def bold(self, text: str) -> str:
        """Set ``text`` in bold, on a terminal."""
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text

    def dim(self, text: str) -> str:
        """Set ``text`` back, on a terminal."""
        return f"\x1b[2m{text}\x1b[0m" if self.colour else text

    def wrap(self, text: str, *, indent: str = "") -> list[str]:
        """Break ``text`` into lines of at most the width; each line after the first is indented."""
        return textwrap.wrap(
            clean(text), self.width, subsequent_indent=indent, break_on_hyphens=False
        ) or [""]

    def pairs(self, pairs: Iterable[tuple[str, str]]) -> list[str]:
        """Write (name, text) pairs with the names in a column of their own."""
        listed = list(pairs)
        column = max((len(name) for name, _ in listed), default=0) + GAP
        lines = []
        for name, text in listed:
            wrapped = self.wrap(" " * column + text, indent=" " * column)
            first = wrapped[0][column:] if wrapped[0].strip() else ""
            lines += [self.dim(name.ljust(column)) + first, *wrapped[1:]]
        return [line.rstrip() for line in lines]

    def table(self, rows: Sequence[Sequence[str]], *, indent: int = 2) -> list[str]:
        """Write rows in aligned columns; the widest columns give way when the width is short."""
        if not rows:
            return []
        cells = [[clean(cell) for cell in row] for row in rows]
        widths = _fitting(cells, self.width - indent)
        lines = []
        for row in cells:
            columns = [
                textwrap.wrap(cell, width, break_on_hyphens=False) or [""]
                for cell, width in zip(row, widths, strict=True)
            ]
            for parts in zip_longest(*columns, fillvalue=""):
                padded = (part.ljust(width) for part, width in zip(parts, widths, strict=True))
                lines.append((" " * indent + (" " * GAP).join(padded)).rstrip())
        return lines


def screen_for(stream_is_terminal: bool, environment: Mapping[str, str]) -> Screen:
    """Measure the terminal; ``NO_COLOR`` and ``TERM=dumb`` are respected."""
    columns = shutil.get_terminal_size((80, 24)).columns
    plain = bool(environment.get("NO_COLOR")) or environment.get("TERM") == "dumb"
    return Screen(
        width=max(NARROWEST, min(columns, WIDEST)), colour=stream_is_terminal and not plain
    )


def this_screen() -> Screen:
    """Give the screen of standard output."""
    return screen_for(sys.stdout.isatty(), os.environ)


def echo_json(value: object) -> None:
    """Print a value as JSON in UTF-8, whatever the locale."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "replace"))


def _fitting(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """Give each column its width: words are broken only where nothing else is left to give."""
    columns = list(zip(*rows, strict=True))
    widths = [max(1, *(len(cell) for cell in column)) for column in columns]
    words = [
        max((len(w) for cell in column for w in cell.split()), default=1) for column in columns
    ]
    for least in (words, [4] * len(widths)):
        while sum(widths) + GAP * (len(widths) - 1) > room:
            spare = [width if width > low else 0 for width, low in zip(widths, least, strict=True)]
            if not any(spare):
                break
            widths[spare.index(max(spare))] -= 1
    return widths


def show_findings(findings: Iterable[Finding], screen: Screen) -> list[str]:
    """Write findings for people: severity, code, place, then what, effect and advice."""
    lines: list[str] = []
    for finding in findings:
        place = ":".join(str(part) for part in (finding.source, finding.line) if part is not None)
        times = f" ({finding.count} times)" if finding.count > 1 else ""
        said = (
            ("", finding.message),
            ("Effect: ", finding.effect),
            ("To do: ", in_flags(finding.advice or "")),
        )
        lines.append("")
        lines += screen.wrap(f"{finding.severity} {finding.code} {place}{times}")
        for lead, text in said:
            wrapped = Screen(screen.width - 2).wrap(f"{lead}{text}") if text else []
            lines += [f"  {line}" for line in wrapped]
    return lines
