"""Turtle, TriG and N-Triples text cut into statements, for reading on behind a broken one.

A parser that goes on after an error may read the rest of a broken text as statements that
nobody made. So each statement is cut out by its own tokens and read alone; a broken one is
left out whole. Source: RDF 1.2 Turtle and TriG, their terminals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

_TOKEN = re.compile(
    r"""
      (?P<space>\s+|\#[^\n]*)
    | (?P<text>\"{3}(?:[^"\\]|\\.|"(?!""))*"{3} | '{3}(?:[^'\\]|\\.|'(?!''))*'{3}
        | "(?!"")(?:[^"\\\n\r]|\\.)*" | '(?!'')(?:[^'\\\n\r]|\\.)*'
        | <[^<>"{}|^`\\\s]*> | <[^<>\n]*>)
    | (?P<unclosed>\"{3}|'{3}|"[^\n]*|'[^\n]*)
    | (?P<annotation>\{\||\|\})
    | (?P<brace>[{}])
    | (?P<word>(?:[^\s<>"'{}\[\]();,.\#\\]|\\.|(?<=[\w:%-])\#|\.(?=[\w:%\\-]))+)
    | (?P<dot>\.)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_DIRECTIVE = re.compile(
    r"""\s*(?:(?:@prefix|PREFIX)\s+[^\s:<]*:\s*<[^>]*>|(?:@base|BASE)\s+<[^>]*>
        |(?:@version|VERSION)\s+["'][^"'\n]*["'])\s*\.?""",
    re.VERBOSE | re.IGNORECASE,
)
_OWN_END = re.compile(r"\s*(?:PREFIX|BASE|VERSION)\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement as it is written: where it begins, its graph in TriG, what is wrong already."""

    text: str
    line: int
    graph: str | None = None
    directive: bool = False
    problem: str | None = None

    @property
    def is_finished(self) -> bool:
        """Whether the dot is there that ends it; directives in SPARQL's form have none."""
        return self.text.endswith(".") or not self.text.startswith("@")


def cut_lines(text: IO[str]) -> Iterator[Statement]:
    """Cut N-Triples or N-Quads into lines."""
    for number, line in enumerate(text, start=1):
        bare = line.strip()
        if bare and not bare.startswith("#"):
            yield Statement(line.rstrip("\n"), number)


def cut_statements(text: str, *, graphs: bool = False) -> Iterator[Statement]:
    """Cut Turtle, or with ``graphs`` TriG, into statements and directives.

    >>> [each.text for each in cut_statements("@prefix e: <urn:e:> . e:a e:b 1.5 . e:c e:d e:e.")]
    ['@prefix e: <urn:e:> .', 'e:a e:b 1.5 .', 'e:c e:d e:e.']
    """
    return _Cutter(text, graphs).statements()


class _Cutter:
    """Walks over a text by its tokens; ``start`` is the end of the statement before."""

    def __init__(self, text: str, graphs: bool) -> None:
        self.text, self.graphs = text, graphs
        self.at = self.start = 0
        self.line = 1
        self.first: int | None = None
        self.graph: str | None = None
        self.problem: str | None = None

    def statements(self) -> Iterator[Statement]:
        while self.at < len(self.text):
            if self.first is None and (found := _DIRECTIVE.match(self.text, self.at)):
                yield self._directive(found)
                continue
            token = _TOKEN.match(self.text, self.at)
            assert token is not None  # the last alternative takes any character
            self.at = token.end()
            if token.lastgroup == "space":
                continue
            self.first = token.start() if self.first is None else self.first
            if self.graphs and token.lastgroup == "brace":
                yield from self._brace(token)
            elif token.lastgroup == "dot" or self._unclosed(token):
                yield from self._end(self.at)
        self.problem = self.problem or "the file ends in the middle of a statement"
        yield from self._end(self.at)

    def _directive(self, found: re.Match[str]) -> Statement:
        end = found.end()
        if _OWN_END.match(self.text, self.at) and self.text[end - 1] == ".":
            end -= 1  # SPARQL's form has no dot of its own
        self.first = found.start() + len(found[0]) - len(found[0].lstrip())
        statement = self._cut(end, directive=True)
        self.at = end
        return statement

    def _brace(self, token: re.Match[str]) -> Iterator[Statement]:
        if token[0] == "{":
            graph = self.text[self.first : token.start()].strip()
            self._cut(self.at)
            self.graph = graph
        else:
            yield from self._end(token.start())
            self.start, self.graph = self.at, None

    def _unclosed(self, token: re.Match[str]) -> bool:
        """Whether a statement ends with an unclosed text, which goes to the end of its line."""
        if token.lastgroup != "unclosed":
            return False
        self.problem = "a text in quotes is not closed"
        if token[0] in ('"""', "'''"):
            self.at = len(self.text)
        return token[0].rstrip().endswith(".")

    def _end(self, end: int) -> Iterator[Statement]:
        if self.first is not None and self.first < end:
            yield self._cut(end)
        self.first, self.problem = None, None

    def _cut(self, end: int, *, directive: bool = False) -> Statement:
        """Cut what lies between the statement before and ``end``."""
        first = end if self.first is None else self.first
        line = self.line + self.text.count("\n", self.start, first)
        statement = Statement(
            self.text[first:end].strip(), line, self.graph, directive, self.problem
        )
        self.line += self.text.count("\n", self.start, end)
        self.start, self.first, self.problem = end, None, None
        return statement
