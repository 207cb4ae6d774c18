"""The words of a graph that was exported to be imported: they wait in the user's cache folder.

The export has read every label and the schema. To read them back from the server would take most
of the time until the first answer, so the first opening on the same machine takes them over. The
key that the imported database says must be that of the export, and its statements as many.
What is waiting is that of the last export.
"""

from __future__ import annotations

import logging
from contextlib import closing

from ontorag.errors import StoreError
from ontorag.schema import keep_schema, kept_schema, read_schema
from ontorag.stores.neo4j import Neo4jStore, user_cache
from ontorag.stores.neo4j.bulk import Written
from ontorag.stores.sqlite import SQLiteStore
from ontorag.vocabulary import Lookup, copy_lookup

_log = logging.getLogger("ontorag.graph")
_FILE = "imported.db"
_TRIPLES = "triples"


def leave_words(store: SQLiteStore, written: Written) -> None:
    """Leave index and schema for the first opening; where that can't be, it reads all again."""
    ready = user_cache() / f"imported-{written.key}.db"
    try:
        with closing(Lookup(store.lookup_file)) as lookup:
            lookup.refresh(store)
            schema = read_schema(store, lookup)
        copy_lookup(store.lookup_file, ready, written.key)
        with closing(Lookup(ready)) as waiting:
            keep_schema(waiting, written.key, schema)
            waiting.keep(_TRIPLES, written.key, str(written.triples))
        ready.replace(ready.with_name(_FILE))
    except (StoreError, OSError) as exc:
        _log.debug("The words of the export were not left for its import: %s", exc)


def take_words(store: Neo4jStore) -> None:
    """Take over what the export left, when ``store`` is opened as what was imported from it."""
    if not store.imported:
        return
    waiting, own = Lookup(user_cache() / _FILE), Lookup(store.lookup_file)
    try:
        with closing(waiting), closing(own):
            schema = kept_schema(waiting, store.imported)
            triples = waiting.kept(_TRIPLES, store.imported)
            if schema is None or own.is_current(store) or triples != str(store.relationships()):
                return
        snapshot = store.snapshot()
        copy_lookup(user_cache() / _FILE, store.lookup_file, snapshot)
        with closing(own):
            keep_schema(own, snapshot, schema)
    except StoreError as exc:
        _log.debug("The words of the import are read from the server: %s", exc)
