"""Open a graph store by its address, or load files into a private one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ontorag.errors import InputError
from ontorag.graph.knowledge_graph import KnowledgeGraph


def open_graph(
    address: str | Path,
    *,
    user: str | None = None,
    password: str | None = None,
    token: str | None = None,
    database: str | None = None,
    driver: Any = None,
) -> KnowledgeGraph:
    """Open a graph store by its address: an SQLite file, or ``neo4j://`` and ``bolt://``.

    The file is made when it is not there. ``driver`` is a ready Neo4j driver. Raises
    `StoreUnreachableError`, `StoreAccessError` or `ForeignStoreError` with the next step.
    """
    text = str(address)
    if driver is not None or text.split("://")[0].split("+")[0] in ("neo4j", "bolt"):
        from ontorag.graph.imported import take_words
        from ontorag.stores.neo4j import open_neo4j

        store = open_neo4j(
            text, user=user, password=password, token=token, database=database, driver=driver
        )
        take_words(store)
        return KnowledgeGraph(store)
    if "://" in text:
        raise InputError(
            f"{text} is no address of a graph store; give the path of an SQLite file, "
            "or neo4j://host:7687 or bolt://host:7687"
        )
    from ontorag.stores.sqlite import open_sqlite

    return KnowledgeGraph(open_sqlite(address))


def load_graph(*what: Any, **options: Any) -> KnowledgeGraph:
    """Load files, folders or triples into a private embedded store (see `KnowledgeGraph.load`)."""
    from ontorag.stores.sqlite import open_sqlite

    graph = KnowledgeGraph(open_sqlite())
    try:
        graph.load(*what, **options)
    except BaseException:
        graph.close()
        raise
    return graph
