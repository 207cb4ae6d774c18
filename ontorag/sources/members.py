"""One file to read: where it is, and the name of its source."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ontorag.sources.files import SourceFile

PERHAPS = {"txt", "xml", "json", ""}
"""Suffixes of files that may hold a graph: their content tells."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file to read: where it is, and the name of its source.

    ``kept`` keeps a temporary file while it lives; ``inner`` is the name that tells the format
    when it is not that of the file; ``location`` is where it came from.
    """

    path: Path
    name: str
    kept: object = None
    inner: str | None = None
    location: str | None = None

    def file(self, encoding: str | None) -> SourceFile:
        """Give it as a file that can be opened."""
        return SourceFile(self.path, self.name, encoding, self.kept)
