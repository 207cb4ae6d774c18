"""RDF terms as frozen values, and their one text form: N-Triples.

A term's N-Triples text is its identity everywhere in ontorag: it crosses from
sources to stores, it is the key of a term on disk, it is hashed into the key of
a fact. So there is one function to write it and one to read it.

Source: RDF 1.2 Concepts; RDF 1.2 N-Triples, section 2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, Union

from ontorag.errors import TermError

XSD = "http://www.w3.org/2001/XMLSchema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XSD_STRING = XSD + "string"
RDF_LANG_STRING = RDF + "langString"
RDF_DIR_LANG_STRING = RDF + "dirLangString"


@dataclass(frozen=True, slots=True)
class IRI:
    """An IRI, exactly as it was written."""

    value: str

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class BlankNode:
    """A blank node; ``id`` is without the leading ``_:``."""

    id: str

    def __str__(self) -> str:
        return f"_:{self.id}"


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal: its lexical form is kept exactly (``"01"`` stays ``"01"``)."""

    lexical: str
    datatype: str = XSD_STRING
    language: str | None = None
    direction: str | None = None

    def __str__(self) -> str:
        return self.lexical


@dataclass(frozen=True, slots=True)
class Triple:
    """A triple, which is itself a term (RDF 1.2 triple term)."""

    subject: Term
    predicate: IRI
    object: Term

    def __str__(self) -> str:
        return write_term(self)


Term: TypeAlias = Union[IRI, BlankNode, Literal, Triple]

TextQuad: TypeAlias = tuple[str, str, str, str]
"""Subject, predicate, object and graph as N-Triples text; the default graph is ``""``."""


@dataclass(frozen=True, slots=True)
class Quad:
    """One statement; ``graph`` is None in the default graph."""

    subject: Term
    predicate: IRI
    object: Term
    graph: IRI | BlankNode | None = None


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_UNESCAPES = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}
_NEEDS_ESCAPE = re.compile(r'[\\"\n\r]')
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_LITERAL = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"(?:\^\^<(.*)>|@([A-Za-z0-9-]+))?', re.DOTALL)


def write_term(term: Term) -> str:
    r"""Write ``term`` as N-Triples text (language tags in lower case).

    >>> write_term(Literal('say "hi"', language="EN"))
    '"say \\"hi\\""@en'
    """
    if isinstance(term, IRI):
        return f"<{term.value}>"
    if isinstance(term, BlankNode):
        return f"_:{term.id}"
    if isinstance(term, Literal):
        return _write_literal(term)
    parts = (write_term(term.subject), write_term(term.predicate), write_term(term.object))
    return f"<<( {parts[0]} {parts[1]} {parts[2]} )>>"


def _write_literal(term: Literal) -> str:
    text = '"' + _NEEDS_ESCAPE.sub(lambda found: _ESCAPES[found[0]], term.lexical) + '"'
    if term.language:
        direction = f"--{term.direction}" if term.direction else ""
        return f"{text}@{term.language.lower()}{direction}"
    return text if term.datatype == XSD_STRING else f"{text}^^<{term.datatype}>"


@lru_cache(maxsize=65_536)
def read_term(text: str) -> Term:
    """Read one term from its N-Triples text, the inverse of `write_term`.

    Raises `TermError` when ``text`` is not exactly one term.
    """
    if text.startswith("<<("):
        triple, end = _read_triple(text, 0)
        if end != len(text):
            raise TermError(f"{text[:80]!r} is not one RDF term: text follows the triple")
        return triple
    if text.startswith("<") and text.endswith(">"):
        return IRI(text[1:-1])
    if text.startswith("_:"):
        return BlankNode(text[2:])
    found = _LITERAL.fullmatch(text)
    if found is None:
        raise TermError(f"{text[:80]!r} is not an RDF term in N-Triples form")
    return _literal(found[1], found[2], found[3])


def _literal(escaped: str, datatype: str | None, tag: str | None) -> Literal:
    lexical = _ESCAPE.sub(_unescape, escaped) if "\\" in escaped else escaped
    if tag is None:
        return Literal(lexical, XSD_STRING if datatype is None else datatype)
    language, dashes, direction = tag.lower().partition("--")
    if dashes:
        return Literal(lexical, RDF_DIR_LANG_STRING, language, direction)
    return Literal(lexical, RDF_LANG_STRING, language)


def _unescape(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else _UNESCAPES.get(found[3], found[3])


_TOKEN = re.compile(
    r'\s*(<<\(|\)>>|<[^>]*>|_:\S+|"[^"\\]*(?:\\.[^"\\]*)*"(?:\^\^<[^>]*>|@[A-Za-z0-9-]+)?)',
    re.DOTALL,
)


def _read_triple(text: str, start: int) -> tuple[Triple, int]:
    """Read a triple term at ``start``; also the position behind it."""
    parts: list[Term] = []
    position = start + 3
    while True:
        found = _TOKEN.match(text, position)
        if found is None:
            raise TermError(f"{text[:80]!r} is not an RDF triple term in N-Triples form")
        if found[1] == ")>>":
            break
        if found[1] == "<<(":
            inner, position = _read_triple(text, found.start(1))
            parts.append(inner)
        else:
            parts.append(read_term(found[1]))
            position = found.end()
    if len(parts) != 3 or not isinstance(parts[1], IRI):
        raise TermError(f"{text[:80]!r} is not a triple of subject, predicate IRI and object")
    return Triple(parts[0], parts[1], parts[2]), found.end()
