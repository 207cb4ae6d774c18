"""Triples from Python: tuples of texts, terms, numbers and dates, and rdflib graphs.

They are written out as texts once, since a source from Python is named by the hash of its
content (in any order), and an iterator can be read only once.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING, Any

from ontorag.errors import SourceError, TermError
from ontorag.sources.cells import Cells, literal_of
from ontorag.sources.noting import Notes
from ontorag.values import IRI, BlankNode, Literal, Quad, Term, Triple
from ontorag.values.terms import RDF_LANG_STRING, XSD_STRING, read_term

if TYPE_CHECKING:
    from ontorag.values import TextQuad

_IN_MEMORY = 16 << 20
_TERMS = (IRI, BlankNode, Literal, Triple)


def is_triple(value: object) -> bool:
    """Whether a value is one statement: a quad, a triple, or a row of 3 or 4 plain values."""
    if isinstance(value, (Quad, Triple)):
        return True
    return (
        isinstance(value, (tuple, list))
        and len(value) in (3, 4)
        and not any(isinstance(part, (tuple, list, Quad)) for part in value)
    )


def is_rdflib_graph(value: object) -> bool:
    """Whether a value is a graph of rdflib, without importing rdflib."""
    module = sys.modules.get("rdflib.graph")
    return module is not None and isinstance(value, module.Graph)


def rdflib_statements(graph: Any) -> Iterator[Sequence[Any]]:
    """Give the statements of an rdflib graph or dataset, the default graph's without a graph."""
    default = getattr(getattr(graph, "default_graph", None), "identifier", None)
    if not hasattr(graph, "quads"):
        yield from graph
        return
    for s, p, o, context in graph.quads((None, None, None, None)):
        name = getattr(context, "identifier", context)
        yield (s, p, o) if name is None or name == default else (s, p, o, name)


def quad_of(parts: Sequence[Any], cells: Cells) -> TextQuad:
    """Give the texts of one statement; "" for a missing value.

    Raises `TermError` when a value cannot be a term, or not in its place.
    """
    subject, predicate = (_node_text(part, cells) for part in parts[:2])
    graph = "" if len(parts) == 3 or parts[3] is None else _node_text(parts[3], cells)
    if predicate[:1] not in ("", "<") or predicate.startswith("<<("):
        raise TermError(f"the predicate {parts[1]!r} is not a name or an IRI")
    if graph.startswith("<<("):
        raise TermError(f"the graph {parts[3]!r} is not a name or an IRI")
    return subject, predicate, _object_text(parts[2], predicate, cells), graph


def _node_text(value: object, cells: Cells) -> str:
    term = _term_of(value)
    if isinstance(term, Literal):
        raise TermError(f"{value!r} is a literal, which has its place only as an object")
    if term is not None:
        return cells.term(term)
    if value is None or value != value:  # not a number: a missing value
        return ""
    if isinstance(value, str):
        return cells.node(value)
    raise TermError(
        f"{value!r} ({type(value).__name__}) cannot be a subject, predicate or graph; give a text, "
        "or a term of ontorag.values"
    )


def _object_text(value: object, predicate: str, cells: Cells) -> str:
    if type(value) is str:
        return cells.literal(value) if cells.takes_literals(predicate) else cells.object(value)
    term = _term_of(value) or literal_of(value)
    if term is not None:
        return cells.term(term)
    if value is None or value != value:  # not a number: a missing value
        return ""
    if isinstance(value, str):
        return cells.object(str(value))
    raise TermError(
        f"{value!r} ({type(value).__name__}) cannot be an object; give a text, a number, a date, "
        "or a term of ontorag.values"
    )


def _term_of(value: object) -> Term | None:
    """Give the term that a value of ours, of rdflib or of pyoxigraph is; None for plain values."""
    if isinstance(value, _TERMS):
        return value
    module = type(value).__module__
    if module == "rdflib.term":
        return _from_rdflib(value)
    if module.startswith("pyoxigraph"):
        text = str(value)
        return read_term(f"<<( {text} )>>" if type(value).__name__ == "Triple" else text)
    return None


def _from_rdflib(value: Any) -> Term | None:
    kind = type(value).__name__
    if kind == "URIRef":
        return IRI(str(value))
    if kind == "BNode":
        return BlankNode(str(value))
    if kind == "Literal":
        language = value.language
        datatype = RDF_LANG_STRING if language else str(value.datatype or XSD_STRING)
        return Literal(str(value), datatype, language.lower() if language else None)
    raise TermError(f"{value!r} of rdflib is not an IRI, a blank node or a literal")


def read_triples(
    statements: Iterable[Any], cells: Cells, notes: Notes, *, keep_going: bool = False
) -> Iterator[TextQuad]:
    """Read statements. Raises `SourceError` that names the first one that is none."""
    for number, parts in enumerate(statements, start=1):
        try:
            quad = _checked(parts, cells)
        except TermError as error:
            _refuse(notes, number, error, keep_going)
            continue
        if "" in quad[:3]:
            _note_empty(notes, number)
        else:
            yield quad


class SpooledTriples:
    """Statements as texts in a temporary file, with the hash of their content.

    Until the content is known its source has no name, and so its blank nodes have only
    provisional ones, which begin with ``stem``.
    """

    def __init__(self, quads: Iterable[TextQuad], stem: str) -> None:
        self._stem = stem
        self._file: IO[str] = tempfile.SpooledTemporaryFile(  # noqa: SIM115 (lives as long as this)
            max_size=_IN_MEMORY, mode="w+", encoding="utf-8", newline="\n"
        )
        total = 0
        for quad in quads:
            line = json.dumps(quad, ensure_ascii=False)
            total += int.from_bytes(hashlib.sha256(line.encode()).digest()[:16], "big")
            self._file.write(line + "\n")
        self.digest = hashlib.sha256(str(total).encode()).hexdigest()[:12]

    def quads(self, stem: str) -> Iterator[TextQuad]:
        """Give all statements, with blank nodes that begin with ``stem``."""
        self._file.seek(0)
        for line in self._file:
            s, p, o, g = json.loads(line)
            if self._stem in line:
                s, o, g = (self._named(text, stem) for text in (s, o, g))
            yield s, p, o, g

    def _named(self, text: str, stem: str) -> str:
        return text if text[:1] == '"' else text.replace(self._stem, stem)


def _checked(parts: Any, cells: Cells) -> TextQuad:
    if isinstance(parts, Quad):
        parts = (parts.subject, parts.predicate, parts.object, parts.graph)
    elif isinstance(parts, Triple):
        parts = (parts.subject, parts.predicate, parts.object)
    elif not is_triple(parts):
        raise TermError(
            f"{_short(parts)} is not a triple; give tuples of subject, predicate, object and, if "
            "wanted, graph"
        )
    quad = quad_of(parts, cells)
    try:
        "".join(quad).encode("utf-8")
    except UnicodeEncodeError as error:
        raise TermError(f"{_short(parts)} holds half a character (a lone surrogate)") from error
    return quad


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:80] + "…"


def _refuse(notes: Notes, number: int, error: TermError, keep_going: bool) -> None:
    if not keep_going:
        raise SourceError(f"triple {number}: {error}") from error
    notes.add(
        "broken-row", f"triple {number}: {error}", severity="error",
        effect="the triple is left out", advice="correct it and load again",
    )  # fmt: skip


def _note_empty(notes: Notes, number: int) -> None:
    notes.add(
        "empty-cell", f"triple {number} has an empty value",
        effect="the triple is left out", advice="fill it in, or leave the triple out",
    )  # fmt: skip
