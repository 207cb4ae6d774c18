"""Cells of a table, or plain Python values, to terms.

A cell is cleaned (outer white space off, inner runs folded to one space, NFC). What is then
an absolute IRI or a CURIE of a well-known prefix is that IRI; an object that is as a whole a
number or a date is a literal; anything else is a node named by its spelling.
"""

from __future__ import annotations

import datetime
import math
import numbers
import re
import unicodedata
from collections.abc import Collection
from decimal import Decimal

from ontorag import names
from ontorag.errors import TermError
from ontorag.sources.blanks import BlankNames
from ontorag.sources.datatypes import is_well_typed
from ontorag.sources.noting import Notes, note_ill_typed, note_invalid_iri
from ontorag.values import IRI, XSD, BlankNode, Literal, Term, Triple, write_term

_MOST_KNOWN = 200_000
_MOST_DIGITS = 1_000
# Spaces without width and word joiners: nothing is seen of them, and nothing is meant.
_UNSEEN = "\u200b\u2060\ufeff"
_EDGE = _UNSEEN + "\u200c\u200d\u00ad"
_RUN = re.compile(rf"[\s{_UNSEEN}]+")
_ODD = re.compile(rf"^\s|\s$|\s\s|[^\S ]|[{_EDGE}]|[^\x00-\u02ff]")
_ABSOLUTE = re.compile(r"(?:https?://|urn:)[^\s<>]+", re.IGNORECASE)
_BRACKETED = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]*:[^\s<>]*)>")
_CURIE = re.compile(r"([A-Za-z][\w.-]*):([\w.%~-]+)")
_BLANK = re.compile(r"_:([\w.-]+)")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.[0-9]+|\.[0-9]+)")
_DOUBLE = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)[eE][+-]?[0-9]+")
_DATE = re.compile(r"-?[0-9]{4,}-[0-9]{2}-[0-9]{2}(T[0-9:.]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})?")
_BAD_IN_IRI = re.compile(r'[\x00-\x20"{}|^`\\<>]')


def clean(text: str) -> str:
    r"""Clean a cell: outer spaces of all kinds off, inner runs folded to one space, NFC.

    >>> clean(" Frodo\u00a0\u200b selbst\ufeff ")
    'Frodo selbst'
    """
    if _ODD.search(text):
        text = unicodedata.normalize("NFC", _RUN.sub(_folded, text))
        text = text.strip(" " + _EDGE)
    return text


def _folded(found: re.Match[str]) -> str:
    return " " if found[0].strip(_UNSEEN) else ""


class Cells:
    """Gives the N-Triples text of cells and of Python values; equal cells are read once."""

    def __init__(self, notes: Notes, literal_predicates: Collection[str] = ()) -> None:
        self._notes = notes
        self._blanks = BlankNames(notes.source)
        self.stem = self._blanks.stem
        self._nodes: dict[str, str] = {}
        self._objects: dict[str, str] = {}
        self._literal = {self.node(each) for each in literal_predicates}

    def row(self, subject: str, predicate: str, obj: str) -> tuple[str, str, str]:
        """Give the texts of a row of cells; "" for an empty cell."""
        p = self.node(predicate)
        return self.node(subject), p, self.literal(obj) if p in self._literal else self.object(obj)

    def node(self, cell: str) -> str:
        """Give the node that a cell names; "" for an empty one."""
        found = self._nodes.get(cell)
        return self._learn_node(cell) if found is None else found

    def object(self, cell: str) -> str:
        """Give the literal or the node that a cell is as an object; "" for an empty one."""
        found = self._objects.get(cell)
        if found is None:
            typed = _typed(clean(cell))
            found = self.node(cell) if typed is None else write_term(typed)
            _remember(self._objects, cell, found)
        return found

    def literal(self, cell: str) -> str:
        """Give the literal that a cell is where its column says so; "" for an empty one."""
        text = clean(cell)
        return write_term(_typed(text) or Literal(text)) if text else ""

    def takes_literals(self, predicate: str) -> bool:
        """Whether the objects of a predicate (its N-Triples text) are literals."""
        return predicate in self._literal

    def term(self, term: Term) -> str:
        """Give the text of a term value, its blank nodes named by the source."""
        if isinstance(term, BlankNode):
            return self._blanks.name(term.id)
        if isinstance(term, Triple):
            parts = (term.subject, term.predicate, term.object)
            return "<<( {} {} {} )>>".format(*map(self.term, parts))
        if isinstance(term, IRI):
            self._check_iri(term.value)
        elif not is_well_typed(term.lexical, term.datatype):
            note_ill_typed(self._notes, term.lexical, term.datatype)
        return write_term(term)

    def _learn_node(self, cell: str) -> str:
        spelling = clean(cell)
        blank = _BLANK.fullmatch(spelling)
        if blank is not None:
            return self._blanks.name(blank[1])
        iri = _written_iri(spelling)
        if iri is not None:
            self._check_iri(iri)
        text = f"<{iri or names.mint(spelling)}>" if spelling else ""
        _remember(self._nodes, cell, text)
        return text

    def _check_iri(self, iri: str) -> None:
        found = _BAD_IN_IRI.search(iri)
        if found is None:
            return
        if found[0] in "<>" or found[0] < " ":
            raise TermError(f"{iri!r} is not an IRI: it holds {found[0]!r}")
        note_invalid_iri(self._notes, iri, f"it holds {found[0]!r}")


def _remember(known: dict[str, str], key: str, value: str) -> None:
    if len(known) >= _MOST_KNOWN:
        known.clear()
    known[key] = value


def _written_iri(cell: str) -> str | None:
    """Give the IRI that a cell is, absolute or by a well-known prefix, else None."""
    if ":" not in cell:
        return None
    if _ABSOLUTE.fullmatch(cell):
        return cell
    bracketed = _BRACKETED.fullmatch(cell)
    if bracketed is not None:
        return bracketed[1]
    curie = _CURIE.fullmatch(cell)
    space = names.PREFIXES.get(curie[1]) if curie is not None else None
    return space + curie[2] if curie is not None and space is not None else None


def _typed(cell: str) -> Literal | None:
    """Give the literal when the whole cell is a number or a date, else None."""
    if not cell or cell[0] not in "+-.0123456789":
        return None
    for pattern, name in ((_INTEGER, "integer"), (_DECIMAL, "decimal"), (_DOUBLE, "double")):
        if pattern.fullmatch(cell):
            return Literal(cell, XSD + name)
    found = _DATE.fullmatch(cell)
    datatype = XSD + ("dateTime" if found is not None and found[1] else "date")
    return Literal(cell, datatype) if found is not None and is_well_typed(cell, datatype) else None


def literal_of(value: object) -> Literal | None:
    """Give the literal of a Python number, truth value, date or time; None for anything else.

    A number that is not a number has no literal either: it stands for a missing value.
    """
    if isinstance(value, bool):
        return Literal("true" if value else "false", XSD + "boolean")
    if isinstance(value, numbers.Integral):
        return Literal(str(int(value)), XSD + "integer")
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, numbers.Real):
        return _double(float(value))
    if isinstance(value, datetime.datetime):
        return Literal(value.isoformat(), XSD + "dateTime")
    if isinstance(value, datetime.date):
        return Literal(value.isoformat(), XSD + "date")
    if isinstance(value, datetime.time):
        return Literal(value.isoformat(), XSD + "time")
    return None


def _decimal(value: Decimal) -> Literal | None:
    if not value.is_finite() or abs(value.adjusted()) > _MOST_DIGITS:
        return None
    return Literal(format(value, "f"), XSD + "decimal")


def _double(value: float) -> Literal | None:
    if math.isnan(value):
        return None
    if math.isinf(value):
        return Literal("INF" if value > 0 else "-INF", XSD + "double")
    return Literal(repr(value), XSD + "double")
