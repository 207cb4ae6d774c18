"""The embedded store: a graph in one SQLite file."""

from ontorag.stores.sqlite.store import SQLiteStore, open_sqlite

__all__ = ["SQLiteStore", "open_sqlite"]
