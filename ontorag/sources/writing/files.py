"""Statements to Turtle, TriG, N-Triples, N-Quads, RDF/XML and JSON-LD.

They are written in code-point order of graph, subject, predicate and object, so that the same
statements give the same file. They are sorted on disk: memory does not grow with their number.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import IO, TYPE_CHECKING

from ontorag.errors import InputError, StoreError
from ontorag.sources.formats import (
    JSON_LD,
    N_QUADS,
    N_TRIPLES,
    RDF_XML,
    TRIG,
    TURTLE,
    Format,
    named_format,
    suffix_of,
)
from ontorag.sources.writing.rdfxml import refuse_predicates, write_rdf_xml

if TYPE_CHECKING:
    from ontorag.values import TextQuad

WRITABLE = (TURTLE, TRIG, N_TRIPLES, N_QUADS, RDF_XML, JSON_LD)
WITH_GRAPHS = (TRIG, N_QUADS, JSON_LD)
"""The formats that have named graphs."""
_TITLES = ", ".join(each.title for each in WRITABLE)


def named_writer(name: str | None, path: str | None) -> Format:
    """Give the format of a short name or media type, else that of a path's suffix.

    >>> named_writer(None, "out.nq.gz").title, named_writer("turtle", None).title
    ('N-Quads', 'Turtle')

    Raises `InputError` when it is none that can be written.
    """
    if name is None and not suffix_of(path or ""):
        raise InputError(
            f"nothing says in which format to write; give format= (--format): {_TITLES}, or a file "
            "name such as out.ttl or out.nq"
        )
    found = named_format(name or suffix_of(path or ""))
    if found not in WRITABLE:
        raise InputError(f"{found.title} is read but not written; ontorag writes {_TITLES}")
    return found


def write_statements(
    quads: Iterable[TextQuad], stream: IO[bytes], form: Format, prefixes: Mapping[str, str]
) -> int:
    """Write distinct statements in a format; give their number.

    ``prefixes`` shorten IRIs where the format can. Raises `InputError` that names what the
    format cannot express and the formats that can; then ``stream`` holds an unfinished file.
    """
    with tempfile.TemporaryDirectory(prefix="ontorag-") as folder:
        try:
            with closing(sqlite3.connect(Path(folder, "sorted.db"))) as db:
                total = _sort(db, quads)
                _check(db, form)
                if form == RDF_XML:
                    newer = db.execute(_NEWER).fetchone() is not None
                    write_rdf_xml(_sorted(db), stream, prefixes, newer=newer)
                else:
                    _write(_sorted(db), stream, form, prefixes)
        except sqlite3.OperationalError as error:
            raise StoreError(
                f"the statements cannot be sorted in {folder}: {error}; is the disk full?"
            ) from error
    return total


def _sort(db: sqlite3.Connection, quads: Iterable[TextQuad]) -> int:
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "temp_store=FILE"):
        db.execute(f"PRAGMA {pragma}")
    db.execute("CREATE TABLE quad (s TEXT, p TEXT, o TEXT, g TEXT)")
    db.executemany("INSERT INTO quad VALUES (?, ?, ?, ?)", quads)
    [(total,)] = db.execute("SELECT count(*) FROM quad")
    return int(total)


def _sorted(db: sqlite3.Connection) -> Iterator[TextQuad]:
    return db.execute("SELECT s, p, o, g FROM quad ORDER BY g, s, p, o")


def _check(db: sqlite3.Connection, form: Format) -> None:
    """Refuse what the format cannot say at all."""
    if form not in WITH_GRAPHS:
        graphs = [text for (text,) in db.execute(_GRAPHS)]
        if graphs:
            shown = ", ".join(graphs[:3]) + (" …" if len(graphs) > 3 else "")
            raise InputError(
                f"{form.title} has no named graphs, and there are {len(graphs)} ({shown}); write "
                "TriG, N-Quads or JSON-LD, or one of them with graph= (--graph)"
            )
    if form == RDF_XML:
        refuse_predicates(text for (text,) in db.execute("SELECT DISTINCT p FROM quad"))
    if form == JSON_LD and db.execute(_TRIPLE_TERMS).fetchone():
        raise InputError(
            "JSON-LD has no triple terms, which RDF 1.2 annotations are made of; write Turtle, "
            "TriG, N-Triples, N-Quads or RDF/XML"
        )


_GRAPHS = "SELECT DISTINCT g FROM quad WHERE g != '' ORDER BY g"
_TRIPLE_TERMS = "SELECT 1 FROM quad WHERE o >= '<<(' AND o < '<<)' LIMIT 1"
_NEWER = "SELECT 1 FROM quad WHERE (o >= '<<(' AND o < '<<)') OR o GLOB '\"*@*--[lr]t[lr]' LIMIT 1"


def _write(
    quads: Iterator[TextQuad], stream: IO[bytes], form: Format, prefixes: Mapping[str, str]
) -> None:
    if form in (N_TRIPLES, N_QUADS):
        for s, p, o, g in quads:
            line = f"{s} {p} {o} {g} .\n" if g else f"{s} {p} {o} .\n"
            stream.write(line.encode("utf-8"))
    else:
        _serialize(quads, stream, form, prefixes)


def _serialize(
    quads: Iterator[TextQuad], stream: IO[bytes], form: Format, prefixes: Mapping[str, str]
) -> None:
    import pyoxigraph as ox

    parsed = ox.parse(_Lines(quads), ox.RdfFormat.N_QUADS, lenient=True)  # type: ignore[arg-type]
    target = ox.RdfFormat.from_media_type(form.media_type)
    given = {} if form == JSON_LD else {k: v for k, v in prefixes.items() if _is_usable(k, v)}
    items = parsed if form in WITH_GRAPHS else (quad.triple for quad in parsed)
    ox.serialize(items, stream, target, prefixes=given)
    if form == JSON_LD:
        stream.write(b"\n")


def _is_usable(prefix: str, namespace: str) -> bool:
    """Whether the serialiser takes a prefix: an absolute IRI, and a name of the grammar."""
    import pyoxigraph as ox

    line = f"@prefix {prefix}: <{namespace}> . {prefix}:a {prefix}:b {prefix}:c ."
    try:
        return len(list(ox.parse(line, ox.RdfFormat.TURTLE))) == 1
    except (SyntaxError, ValueError):
        return False


class _Lines:
    """Statements as a stream of N-Quads."""

    def __init__(self, quads: Iterator[TextQuad]) -> None:
        self._quads, self._rest = quads, b""

    def read(self, size: int = -1) -> bytes:
        while len(self._rest) < max(size, 1):
            quad = next(self._quads, None)
            if quad is None:
                break
            self._rest += (" ".join(quad) + " .\n").encode("utf-8")
        data, self._rest = self._rest[:size], self._rest[size:]
        return data
