"""Statements of a graph to a file that holds all of them, and nothing half."""

from __future__ import annotations

import gzip
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from ontorag.errors import InputError, UnknownNameError
from ontorag.sources.writing import WITH_GRAPHS, named_writer, write_statements
from ontorag.stores.base import ANY, INFERRED, InferredText, Pattern, ReadableStore, Scope
from ontorag.values import write_term

if TYPE_CHECKING:
    from ontorag.values import TextQuad


def export_statements(
    store: ReadableStore,
    to: str | os.PathLike[str] | IO[bytes],
    *,
    format: str | None,  # noqa: A002 - the word people use
    source: str | None,
    graph: str | None,
    inferred: bool,
    prefixes: Mapping[str, str],
) -> int:
    """Write the statements of a store; see `ontorag.graph.KnowledgeGraph.export`."""
    path = None if hasattr(to, "write") else os.fspath(cast("str", to))
    form = named_writer(format, path)
    if source is not None and source not in (names := [each.name for each in store.sources()]):
        raise UnknownNameError(f"no source {source!r} is loaded; loaded are: {', '.join(names)}")
    scope = Scope(
        None if graph is None else frozenset({graph}),
        None if source is None else frozenset({source}),
    )
    if inferred and (source is not None or graph is not None):
        raise InputError("what was inferred is of no source and no graph; give inferred= alone")
    quads = store.statements(ANY, scope=scope)
    if inferred:
        quads = chain(
            quads, inferred_statements(store, f"<{INFERRED}>" if form in WITH_GRAPHS else "")
        )
    if graph is not None:
        quads = _without_graph(quads, graph)
    if path is None:
        return write_statements(quads, cast("IO[bytes]", to), form, prefixes)
    with _whole_file(Path(path)) as stream:
        return write_statements(quads, stream, form, prefixes)


def inferred_statements(store: ReadableStore, graph: str) -> Iterator[TextQuad]:
    """Stream what was inferred, property by property, as statements of one graph."""
    for s, p, o, _ in inferred_facts(store):
        yield s, p, o, graph


def inferred_facts(store: ReadableStore) -> Iterator[InferredText]:
    """Stream what was inferred, property by property, each with its rule."""
    for use in store.property_uses():
        for fact in store.facts(Pattern(predicates=(use.predicate,))):
            if fact.is_inferred:
                s, p, o = map(write_term, (fact.subject, fact.predicate, fact.object))
                yield s, p, o, fact.rule or "dl"


def _without_graph(quads: Iterator[TextQuad], graph: str) -> Iterator[TextQuad]:
    first = next(quads, None)
    if first is None:
        raise UnknownNameError(
            f"there are no statements in the graph {graph!r}; give its IRI as it is in the files"
        )
    for s, p, o, _ in chain((first,), quads):
        yield s, p, o, ""


@contextmanager
def _whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Write beside the file, and put it in its place when it is complete."""
    try:
        number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(number, "wb") as raw:
            if path.suffix == ".gz":
                with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
                    yield cast("IO[bytes]", packed)
            else:
                yield raw
        Path(name).chmod(path.stat().st_mode if path.exists() else 0o666 & ~_mask())
        Path(name).replace(path)
    finally:
        Path(name).unlink(missing_ok=True)


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
