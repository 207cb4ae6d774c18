"""A copy of a look-up index, for another store that has the same content."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from ontorag.access import remove_sqlite
from ontorag.errors import StoreError
from ontorag.vocabulary.tables import copy_index


def copy_lookup(file: Path, to: Path, snapshot: str) -> None:
    """Write the index in ``file`` into a new file, as that of another store's ``snapshot``.

    What is kept beside the index is not copied. Raises `StoreError` where it can't be done; then
    there is no such file.
    """
    remove_sqlite(to)
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(to, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("ATTACH ? AS other", (str(file),))
            connection.execute("BEGIN IMMEDIATE")
            copy_index(connection, snapshot)
            connection.execute("COMMIT")
    except (OSError, sqlite3.Error) as error:
        remove_sqlite(to)
        raise StoreError(f"the look-up index in {file} can't be copied to {to}: {error}") from error
