"""Write a numbered graph in the mapping of docs/neo4j.md, in two passes and constant memory.

The first pass writes the relationships and notes, one byte a term, which terms are nodes, classes
and properties; the second writes the nodes with their names, labels and native values.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from ontorag.stores.neo4j.bulk import nodes
from ontorag.stores.neo4j.bulk.labelling import name_all
from ontorag.stores.neo4j.bulk.relationships import COLUMNS, write_relationships
from ontorag.stores.neo4j.bulk.tables import Tables
from ontorag.stores.neo4j.mapping import LITERAL, RESOURCE, TRIPLE
from ontorag.stores.numbered import NumberedGraph

ARGUMENTS = "import.args"
"""The file with the arguments of ``neo4j-admin database import full``."""

_NODES = {RESOURCE: nodes.RESOURCES, LITERAL: nodes.LITERALS, TRIPLE: nodes.TRIPLES}
_JOURNAL = dict.fromkeys(
    ("Ontorag", "OntoragLoad", "OntoragPredicate", "OntoragClass"), nodes.MARKS
)
_BUFFER = 4 * 2**20
"""Bytes of the importer's read buffer, which holds a whole value."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: how many distinct triples, and the ``key`` that tells it from others.

    The key is a digest of the files; the mark in the imported database says it.
    """

    triples: int
    key: str


def write_import(graph: NumberedGraph, folder: Path) -> Written:
    """Write the files into an empty folder.

    Raises `InputError` for what these files cannot hold.
    """
    called = name_all(graph)
    last = graph.last()
    marks = bytearray(last + 1)
    edges = Tables(folder, "relationships", COLUMNS)
    tables = {kind: Tables(folder, kind, columns) for kind, columns in _NODES.items()}
    journal = {kind: Tables(folder, kind, columns) for kind, columns in _JOURNAL.items()}
    try:
        total = write_relationships(graph, called, edges, marks)
        nodes.write_nodes(graph, called, tables, marks)
        for each in (edges, *tables.values()):
            each.close()
        key = _digest(folder)
        nodes.write_journal(called, journal, last, key)
    finally:
        for each in (edges, *tables.values(), *journal.values()):
            each.close()
    arguments = _arguments(edges, tables | journal)
    (folder / ARGUMENTS).write_text(arguments, encoding="utf-8", newline="\n")
    return Written(total, key)


def _digest(folder: Path) -> str:
    found = hashlib.blake2b(digest_size=16)
    for path in sorted(folder.iterdir()):
        with path.open("rb") as file:
            while block := file.read(2**20):
                found.update(block)
    return found.hexdigest()


def _arguments(edges: Tables, tables: dict[str, Tables]) -> str:
    """Write the arguments of the import, one a line; the files are named within their folder."""
    longest = 4 * max(edges.longest, *(each.longest for each in tables.values()))
    lines = [
        "--id-type=integer",
        "--array-delimiter=U+001F",
        "--multiline-fields=true",
        *([f"--read-buffer-size={longest}"] if longest > _BUFFER else []),
        *(f"--nodes={kind}=./{name}" for kind, each in tables.items() for name in each.files),
        *(f"--relationships=./{name}" for name in edges.files),
    ]
    return "\n".join(lines) + "\n"
