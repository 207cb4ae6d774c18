"""Terms as Neo4j nodes, there and back.

* ``(:Resource {iri})`` is an IRI, or a blank node whose ``iri`` begins with ``_:``
* ``(:Literal {key, value, datatype, language, direction, family, low, high})``
* ``(:Triple {key, triple, predicate})`` is a triple term, with edges to its two ends

``key`` is a hash, because an index entry ends at about 8,000 bytes. What a literal compares by
(``family``, ``low``, ``high``) is written once, so that comparisons stay with the server.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, TypeAlias

from ontorag.errors import TermError
from ontorag.stores.comparing import comparable
from ontorag.values import Literal, Triple, read_term, write_term
from ontorag.values.terms import RDF_DIR_LANG_STRING, RDF_LANG_STRING, XSD_STRING

LONGEST_IRI = 7_000
Row: TypeAlias = list[Any]

RESOURCE, LITERAL, TRIPLE = "Resource", "Literal", "Triple"
KEYS = {RESOURCE: "iri", LITERAL: "key", TRIPLE: "key"}
"""The unique property of each kind of node."""

Shown: TypeAlias = list[Any]
"""What is returned of a literal or a triple: value, datatype, language, direction, triple."""

_ABOVE = re.compile("[\uffff\U00010000-\U0010ffff]")


def kind_of(text: str) -> str:
    """Say which kind of node a term's N-Triples text is."""
    if text.startswith('"'):
        return LITERAL
    return TRIPLE if text.startswith("<<(") else RESOURCE


def ident_of(text: str) -> str:
    """Give the ``iri`` or ``key`` of a term's node from its N-Triples text.

    >>> ident_of("<http://example.org/a>"), ident_of("_:b")
    ('http://example.org/a', '_:b')
    """
    first = text[:1]
    if first == "_":
        return text
    if first == "<" and not text.startswith("<<("):
        return text[1:-1]
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return (first if first == '"' else "<<") + digest


def check_term(text: str) -> None:
    """Refuse a term that no store can keep."""
    if kind_of(text) != RESOURCE:
        return
    size = len(text.encode("utf-8")) - 2
    if size > LONGEST_IRI:
        raise TermError(f"the IRI {text[:80]}… has {size} bytes: at most {LONGEST_IRI} are kept")
    if text.startswith("<_:"):
        raise TermError(f"{text[:80]} is no IRI: it reads as a blank node")


def statement_bytes(quad: tuple[str, str, str, str]) -> bytes:
    """Give one statement as bytes; refuse a lone surrogate, which is no character."""
    try:
        return "\n".join(quad).encode("utf-8")
    except UnicodeEncodeError as exc:
        raise TermError(
            f"{quad[0][:80]!r} {quad[1][:80]!r} {quad[2][:80]!r} holds a lone surrogate, which is "
            "no character: mend the source's encoding"
        ) from exc


def show(node: str) -> str:
    """Write what to return of a node that may have no ``iri``, for `text_of`."""
    parts = ("value", "datatype", "language", "direction", "triple")
    return (
        f"CASE WHEN {node}.iri IS NULL THEN [{', '.join(f'{node}.{part}' for part in parts)}] END"
    )


def text_of(iri: str | None, shown: Shown | None) -> str | None:
    """Give the N-Triples text of a returned node; None when ontorag did not make the node."""
    if iri is not None:
        return iri if iri.startswith("_:") else f"<{iri}>"
    if shown is None:
        return None
    if shown[4] is not None:
        return str(shown[4])
    return None if shown[0] is None else write_term(literal_of(shown))


def literal_of(shown: Shown) -> Literal:
    """Give the literal that a node's properties spell."""
    value, datatype, language, direction, _ = shown
    if language:
        datatype = RDF_DIR_LANG_STRING if direction else RDF_LANG_STRING
    return Literal(value, datatype or XSD_STRING, language, direction)


def literal_properties(literal: Literal) -> dict[str, str]:
    """Give the properties of a literal's node, without its key; what is usual is left out."""
    found = {"value": literal.lexical}
    if literal.language:
        found["language"] = literal.language
        if literal.direction:
            found["direction"] = literal.direction
    elif literal.datatype != XSD_STRING:
        found["datatype"] = literal.datatype
    value = comparable(literal)
    if value is not None:
        low, high = sortable(value.low), sortable(value.high)
        found["family"] = value.family
        if low != literal.lexical:
            found["low"] = low
        if high != low:
            found["high"] = high
    return found


def sortable(text: str) -> str:
    r"""Change ``text`` so that its order by UTF-16 is the order by code points.

    Characters beyond the first plane sort before U+E000 in UTF-16: they get U+FFFF in front.

    >>> sortable("plain")
    'plain'
    >>> sortable("\U0001F600") > sortable("\uFFFD")
    True
    """
    if not _ABOVE.search(text):
        return text
    return _ABOVE.sub(lambda found: "\uffff" + ("\0" if found[0] == "\uffff" else found[0]), text)


def graph_name(text: str) -> str:
    """Give a graph as it is stored: IRIs without brackets, "" for the default graph."""
    return text[1:-1] if text.startswith("<") else text


def graph_text(name: str) -> str:
    """Give a stored graph as N-Triples text, the inverse of `graph_name`."""
    return name if not name or name.startswith("_:") else f"<{name}>"


def parts_of(text: str) -> tuple[str, str, str] | None:
    """Give the parts of a triple term as N-Triples text; None for any other term."""
    if not text.startswith("<<("):
        return None
    triple = read_term(text)
    assert isinstance(triple, Triple)
    return write_term(triple.subject), write_term(triple.predicate), write_term(triple.object)
