"""Vectors kept in a store's look-up file, so that a label is embedded once."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from ontorag.access import is_writable, reading_mode, sqlite_uri
from ontorag.embeddings.models import EmbeddingModel, require_one_dimension


class VectorCache:
    """Vectors kept in a store's look-up file, by profile and text.

    What cannot be read or written (a read-only file, or one that is locked for longer than
    ``patience`` seconds) is only not found, or not kept: vectors can be computed again.
    """

    def __init__(self, file: Path, *, patience: float = 5.0) -> None:
        self._file = file
        self._patience = patience

    def get(self, profile: str, texts: Iterable[str]) -> dict[str, array[float]]:
        """Give the vectors that are known."""
        found: dict[str, array[float]] = {}
        if not self._file.exists():
            return found
        try:
            with closing(self._connect()) as connection:
                if _has_table(connection):
                    found = _read(connection, profile, list(dict.fromkeys(texts)))
        except sqlite3.OperationalError:
            return found
        require_one_dimension(profile, found.values())
        return found

    def put(self, profile: str, vectors: Mapping[str, Sequence[float]]) -> None:
        """Keep ``vectors``; raises `ProfileMismatchError` when their dimension is not the one kept.

        That happens when a server changed the model behind its name.
        """
        rows = [(profile, text, array("f", vector)) for text, vector in vectors.items()]
        try:
            with closing(self._connect()) as connection, connection:
                connection.execute(_TABLE)
                kept = connection.execute(_ONE, (profile,)).fetchone()
                known = [_vector(kept[0])] if kept else []
                require_one_dimension(profile, [*known, *(row[2] for row in rows)])
                connection.executemany(_PUT, ((p, t, v.tobytes()) for p, t, v in rows))
        except sqlite3.OperationalError:
            return

    def clear(self, profile: str) -> None:
        """Forget the vectors of ``profile``."""
        with closing(self._connect()) as connection, connection:
            connection.execute(_TABLE)
            connection.execute("DELETE FROM lookup_vectors WHERE profile = ?", (profile,))

    def _connect(self) -> sqlite3.Connection:
        mode = "rwc" if is_writable(self._file) else reading_mode(self._file)
        return sqlite3.connect(sqlite_uri(self._file, mode), uri=True, timeout=self._patience)


_TABLE = (
    "CREATE TABLE IF NOT EXISTS lookup_vectors (profile TEXT NOT NULL, text TEXT NOT NULL, "
    "vector BLOB NOT NULL, PRIMARY KEY (profile, text)) WITHOUT ROWID"
)
_GET = "SELECT text, vector FROM lookup_vectors WHERE profile = ? AND text IN ({marks})"
_ONE = "SELECT vector FROM lookup_vectors WHERE profile = ? LIMIT 1"
_PUT = "INSERT OR REPLACE INTO lookup_vectors VALUES (?, ?, ?)"


def _read(
    connection: sqlite3.Connection, profile: str, texts: Sequence[str]
) -> dict[str, array[float]]:
    found: dict[str, array[float]] = {}
    for start in range(0, len(texts), 500):
        part = texts[start : start + 500]
        query = _GET.format(marks=",".join("?" * len(part)))
        rows = connection.execute(query, (profile, *part))
        found |= {text: _vector(blob) for text, blob in rows}
    return found


def embed_passages(
    model: EmbeddingModel, texts: Sequence[str], cache: VectorCache | None = None
) -> list[Sequence[float]]:
    """Embed ``texts`` as passages, those that ``cache`` has not."""
    known: dict[str, Sequence[float]] = {}
    if cache is not None:
        known.update(cache.get(model.profile, texts))
    missing = [text for text in dict.fromkeys(texts) if text not in known]
    if missing:
        new = dict(zip(missing, model.embed(missing, kind="passage"), strict=True))
        known.update(new)
        if cache is not None:
            cache.put(model.profile, new)
    return [known[text] for text in texts]


def _vector(blob: bytes) -> array[float]:
    vector = array("f")
    vector.frombytes(blob)
    return vector


def _has_table(connection: sqlite3.Connection) -> bool:
    query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'lookup_vectors'"
    return connection.execute(query).fetchone() is not None
