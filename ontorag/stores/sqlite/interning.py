"""The dictionary of terms while writing: text to id, new ids for new terms, a bounded cache."""

from __future__ import annotations

import sqlite3

from ontorag.errors import TermError
from ontorag.stores.comparing import comparable
from ontorag.stores.sqlite import schema
from ontorag.values import Literal, Triple, read_term, write_term

LONGEST_IRI = 7_000
"""Bytes of the longest IRI that every store can hold."""

_KINDS = {"<": schema.IRI_KIND, "_": schema.BLANK_KIND, '"': schema.LITERAL_KIND}


class TermIds(dict[str, int]):
    """Ids by a term's text: ``ids[text]`` looks up, and numbers the term when it is new.

    Keeps at most about ``limit`` terms; while it has held every term of the store, a text that
    it does not know is a new term without looking. New terms reach the database by `flush`.
    """

    def __init__(self, connection: sqlite3.Connection, *, limit: int) -> None:
        super().__init__()
        self._db = connection
        self._limit = limit
        self.reload()

    def reload(self) -> None:
        """Forget everything and start from what the database holds."""
        self.clear()
        self._terms: list[tuple[int, int, str]] = []
        self._comparisons: list[tuple[int, int, str, str]] = []
        self._triples: list[tuple[int, int, int, int]] = []
        self._last = int(self._db.execute("SELECT max(id) FROM term").fetchone()[0])
        self._whole = self._last == len(schema.RESERVED)
        if self._whole:
            self.update((text, number) for number, text in enumerate(schema.RESERVED, 1))
            self._db.execute(schema.DROP_TERM_INDEX)
        else:
            self.index()

    def index(self) -> None:
        """Index the terms by their text, when they are not."""
        self._db.execute(schema.TERM_INDEX)

    def __missing__(self, text: str) -> int:
        if not self._whole:
            number = self._look_up(text)
            if number is not None:
                self[text] = number
                return number
        kind = _KINDS.get(text[:1])
        if kind is None:
            raise TermError(f"{text[:80]!r} is not an RDF term in N-Triples form")
        if text.startswith("<<("):
            return self._add_triple(text)
        self._last += 1
        number = self._last
        if kind == schema.LITERAL_KIND:
            if text.endswith(">"):
                self._add_comparison(number, text)
        elif len(text) > LONGEST_IRI // 4:
            _check_length(text)
        self._terms.append((number, kind, text))
        self[text] = number
        return number

    def _look_up(self, text: str) -> int | None:
        try:
            row = self._db.execute("SELECT id FROM term WHERE text = ?", (text,)).fetchone()
        except UnicodeEncodeError as error:
            raise _surrogate(text) from error
        return None if row is None else int(row[0])

    def _add_triple(self, text: str) -> int:
        term = read_term(text)
        if not isinstance(term, Triple):
            raise TermError(f"{text[:80]!r} is not a triple term in N-Triples form")
        parts = [self[write_term(part)] for part in (term.subject, term.predicate, term.object)]
        self._last += 1
        self._terms.append((self._last, schema.TRIPLE_KIND, text))
        self._triples.append((self._last, parts[0], parts[1], parts[2]))
        self[text] = self._last
        return self._last

    def _add_comparison(self, number: int, text: str) -> None:
        literal = read_term.__wrapped__(text)
        found = comparable(literal) if isinstance(literal, Literal) else None
        if found is not None and found.family in schema.FAMILIES:
            family = schema.FAMILIES[found.family]
            self._comparisons.append((number, family, found.low, found.high))

    def flush(self) -> bytes:
        """Write the new terms to the database; give their texts as bytes."""
        texts = "\n".join([row[2] for row in self._terms])
        try:
            encoded = texts.encode()
        except UnicodeEncodeError as error:
            raise _surrogate(texts[max(0, error.start - 40) : error.end + 40]) from error
        self._db.executemany("INSERT INTO term VALUES (?, ?, ?)", self._terms)
        self._db.executemany("INSERT INTO comparison VALUES (?, ?, ?, ?)", self._comparisons)
        self._db.executemany("INSERT INTO triple_term VALUES (?, ?, ?, ?)", self._triples)
        self._terms, self._comparisons, self._triples = [], [], []
        if len(self) > self._limit:
            self.clear()
            self._whole = False
            self.index()
        return encoded


def _check_length(text: str) -> None:
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST_IRI:
        raise TermError(
            f"the IRI {text[:60]}… has more than {LONGEST_IRI} bytes, which no store can index; "
            "shorten it in its source"
        )


def _surrogate(text: str) -> TermError:
    return TermError(
        f"{text[:80]!r} contains a lone surrogate, which is no character; correct it in its source"
    )
