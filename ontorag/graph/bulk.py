"""A whole graph as a folder of files that `neo4j-admin database import` takes."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ontorag.errors import InputError
from ontorag.graph.exporting import inferred_facts
from ontorag.graph.imported import leave_words
from ontorag.graph.loading import write_sources
from ontorag.graph.remembering import Memory
from ontorag.graph.statement_nodes import keep_readings
from ontorag.schema import read_schema
from ontorag.sources import open_sources
from ontorag.stores.base import ReadableStore, Scope
from ontorag.stores.neo4j.bulk import write_import
from ontorag.stores.sqlite import SQLiteStore, open_sqlite
from ontorag.values import Progress
from ontorag.vocabulary import Lookup


def export_for_neo4j_admin(store: ReadableStore, folder: str | os.PathLike[str]) -> int:
    """Write the files; see `ontorag.graph.KnowledgeGraph.export_neo4j_admin`."""
    with _whole_folder(Path(folder)) as unfinished:
        if isinstance(store, SQLiteStore):
            return _write(store, unfinished)
        with _copied(store) as copy:
            return _write(copy, unfinished)


def export_files_for_neo4j_admin(
    files: Sequence[str], folder: str, progress: Callable[[Progress], None] | None = None
) -> int:
    """Write the files for a graph that is only to be imported: nothing else is kept here."""
    store = open_sqlite()
    lookup = Lookup(store.lookup_file)
    try:
        write_sources(store, open_sources(list(files)), Memory(lookup, store), progress=progress)
        keep_readings(store, read_schema(store, lookup))
        return export_for_neo4j_admin(store, folder)
    finally:
        lookup.close()
        store.close()


def _write(store: SQLiteStore, folder: Path) -> int:
    with store.numbered() as graph:
        written = write_import(graph, folder)
    leave_words(store, written)
    return written.triples


@contextmanager
def _copied(store: ReadableStore) -> Iterator[SQLiteStore]:
    """Copy a store of another kind into a private file, whose terms are numbered."""
    copy = open_sqlite()
    try:
        with copy.writing() as writer:
            for source in store.sources():
                scope = Scope(sources=frozenset({source.name}))
                writer.replace(source, store.statements(scope=scope))
        keep_readings(copy, read_schema(copy))
        with copy.writing() as writer:
            writer.replace_inferred(inferred_facts(store))
        yield copy
    finally:
        copy.close()


@contextmanager
def _whole_folder(folder: Path) -> Iterator[Path]:
    """Write beside the folder, and put all of it in its place when it is complete."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder} is there already; give a new or an empty folder")
    try:
        unfinished = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror}") from error
    try:
        yield unfinished
        unfinished.chmod(0o755)
        unfinished.replace(folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
