"""Statements to RDF/XML.

Source: RDF 1.2 XML Syntax; XML 1.0 (the characters it allows); ITS 2.0 (text direction).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import IO, TYPE_CHECKING

from ontorag.errors import InputError
from ontorag.values import IRI, RDF, BlankNode, Literal, Term, Triple, read_term, write_term
from ontorag.values.terms import RDF_DIR_LANG_STRING, RDF_LANG_STRING, XSD_STRING

if TYPE_CHECKING:
    from ontorag.values import TextQuad

_START = (
    "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d"
    "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NAME = re.compile(rf"[{_START}][{_START}0-9.\u00b7\u0300-\u036f\u203f\u2040-]*\Z")
_INVALID = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_RESERVED = {
    RDF + name
    for name in (
        "RDF", "ID", "about", "parseType", "resource", "nodeID", "datatype", "Description", "li",
        "aboutEach", "aboutEachPrefix", "bagID",
    )
}  # fmt: skip
_ITS = "http://www.w3.org/2005/11/its"
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;"}
_IN_ATTRIBUTE = re.compile(r'[&<>"\r]')
_IN_TEXT = re.compile(r"[&<>\r]")
_OTHERS = "write Turtle, TriG, N-Triples, N-Quads or JSON-LD instead"
_MOST_NAMED = 5


def write_rdf_xml(
    quads: Iterable[TextQuad],
    stream: IO[bytes],
    prefixes: Mapping[str, str],
    *,
    newer: bool = False,
) -> None:
    """Write statements, sorted by subject, as RDF/XML.

    ``newer`` says that something in them needs RDF 1.2; older tools then may refuse the file.
    Raises `InputError` that names the predicates or characters RDF/XML cannot express.
    """
    writer = _Writer(stream, prefixes)
    writer.begin(newer=newer)
    for subject, statements in groupby(quads, key=lambda quad: quad[0]):
        writer.describe(subject, [(p, o) for _, p, o, _ in statements])
    writer.end()


def split_name(iri: str) -> tuple[str, str] | None:
    """Split an IRI into a namespace and the longest XML name at its end, if it has one.

    >>> split_name("http://ex.org/p12"), split_name("http://ex.org/p/12")
    (('http://ex.org/', 'p12'), None)
    """
    if iri in _RESERVED:
        return None
    at = len(iri)
    while at > 0 and _NAME_CHARACTER.match(iri[at - 1]):
        at -= 1
    for start in range(max(at, 1), len(iri)):
        if _NAME.match(iri[start:]):
            return iri[:start], iri[start:]
    return None


_NAME_CHARACTER = re.compile(rf"[{_START}0-9.\u00b7\u0300-\u036f\u203f\u2040-]")


class _Writer:
    def __init__(self, stream: IO[bytes], prefixes: Mapping[str, str]) -> None:
        self._stream = stream
        self._spaces = {
            space: prefix
            for prefix, space in sorted(prefixes.items(), reverse=True)
            if _NAME.match(prefix) and not prefix.lower().startswith("xml") and space != RDF
        }
        self._spaces[RDF] = "rdf" if "rdf" not in self._spaces.values() else "rdf_"
        self._rdf = self._spaces[RDF]
        self._names: dict[str, tuple[str, str]] = {}

    def begin(self, *, newer: bool) -> None:
        declared = "".join(
            f'\n    xmlns:{prefix}="{_attribute(space)}"'
            for space, prefix in sorted(self._spaces.items(), key=lambda pair: pair[1])
        )
        self._put(f'<?xml version="1.0" encoding="UTF-8"?>\n<{self._rdf}:RDF{declared}')
        self._put(f'\n    {self._rdf}:version="1.2">\n' if newer else ">\n")

    def end(self) -> None:
        self._put(f"</{self._rdf}:RDF>\n")

    def describe(self, subject: str, statements: list[tuple[str, str]]) -> None:
        """Write everything said about one subject."""
        self._put("  " + self._description(read_term(subject), statements, "  ") + "\n")

    def _description(self, subject: Term, statements: list[tuple[str, str]], indent: str) -> str:
        rdf = self._rdf
        if isinstance(subject, BlankNode):
            named = f'{rdf}:nodeID="{_node_id(subject)}"'
        else:
            named = f'{rdf}:about="{_attribute(_valid(str(subject)))}"'
        lines = [self._property(p, read_term(o), indent + "  ") for p, o in statements]
        inside = "".join(f"\n{indent}  {line}" for line in lines)
        return f"<{rdf}:Description {named}>{inside}\n{indent}</{rdf}:Description>"

    def _property(self, predicate: str, obj: Term, indent: str) -> str:
        name, declared = self._name(predicate[1:-1])
        start, rdf = f"<{name}{declared}", self._rdf
        if isinstance(obj, IRI):
            return f'{start} {rdf}:resource="{_attribute(_valid(obj.value))}"/>'
        if isinstance(obj, BlankNode):
            return f'{start} {rdf}:nodeID="{_node_id(obj)}"/>'
        if isinstance(obj, Triple):
            inner = self._description(
                obj.subject, [(f"<{obj.predicate}>", write_term(obj.object))], indent + "  "
            )
            return f'{start} {rdf}:parseType="Triple">{inner}</{name}>'
        return f"{start}{self._kind(obj)}>{_text(_valid(obj.lexical))}</{name}>"

    def _kind(self, literal: Literal) -> str:
        if literal.datatype == RDF_LANG_STRING and literal.language:
            return f' xml:lang="{literal.language}"'
        if literal.datatype == RDF_DIR_LANG_STRING and literal.language:
            return (
                f' xml:lang="{literal.language}" xmlns:its="{_ITS}" its:version="2.0"'
                f' its:dir="{literal.direction}"'
            )
        if literal.datatype == XSD_STRING:
            return ""
        return f' {self._rdf}:datatype="{_attribute(_valid(literal.datatype))}"'

    def _name(self, predicate: str) -> tuple[str, str]:
        """Give the element of a predicate, and the declaration it needs."""
        found = self._names.get(predicate)
        if found is None:
            parts = split_name(predicate)
            if parts is None:
                raise _unwritable([f"<{predicate}>"])
            prefix = self._spaces.get(parts[0])
            declared = "" if prefix else f' xmlns:ns="{_attribute(_valid(parts[0]))}"'
            found = self._names[predicate] = (f"{prefix or 'ns'}:{parts[1]}", declared)
        return found

    def _put(self, text: str) -> None:
        self._stream.write(text.encode("utf-8"))


def refuse_predicates(predicates: Iterable[str]) -> None:
    """Refuse predicates (as texts) that RDF/XML cannot express, naming them."""
    wrong = sorted(each for each in predicates if split_name(each[1:-1]) is None)
    if wrong:
        raise _unwritable(wrong)


def _unwritable(predicates: list[str]) -> InputError:
    more = len(predicates) - _MOST_NAMED
    shown = ", ".join(predicates[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return InputError(
        f"RDF/XML cannot express {len(predicates)} of the predicates, since they do not end in a "
        f"name that XML allows: {shown}; {_OTHERS}"
    )


def _node_id(node: BlankNode) -> str:
    """Give an XML name for a blank node, another one for each."""
    if _NAME.match(node.id) and not node.id.startswith("_x"):
        return node.id
    return "_x" + node.id.encode("utf-8").hex()


def _valid(text: str) -> str:
    found = _INVALID.search(text)
    if found is not None:
        raise InputError(
            f"RDF/XML cannot hold the character U+{ord(found[0]):04X}, which is in "
            f"{text[:60]!r}; {_OTHERS}"
        )
    return text


def _attribute(text: str) -> str:
    return _IN_ATTRIBUTE.sub(lambda found: _ESCAPES[found[0]], text)


def _text(text: str) -> str:
    return _IN_TEXT.sub(lambda found: _ESCAPES[found[0]], text)
