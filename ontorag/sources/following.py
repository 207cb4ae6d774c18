"""The imports of what is being loaded: opened when they are local files, named when not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from ontorag.errors import SourceError
from ontorag.sources.importing import LocalImports, missing
from ontorag.sources.loadable import Loadable
from ontorag.sources.noting import Notes
from ontorag.sources.opening import open_sources


class Imports:
    """Follows ``owl:imports`` among local files; each is opened once, so that cycles end."""

    def __init__(self, known: Collection[str] = ()) -> None:
        self._local = LocalImports()
        self._done = {each.rstrip("/#") for each in known}
        self._opened: set[Path] = set()

    def open(self, read: Sequence[Loadable]) -> list[Loadable]:
        """Open what the sources ``read`` so far import and no one of them is.

        What is not found is a finding of the source that imports it.
        """
        self._opened.update(_place(each) for each in read if _is_file(each))
        found: list[Loadable] = []
        for number, iri in missing([each.header for each in read]):
            if iri.rstrip("/#") in self._done:
                continue
            self._done.add(iri.rstrip("/#"))
            importing = read[number]
            path = self._local.find(iri, Path(importing.source.location or "."))
            if path is None or not _is_file(importing):
                _note_missing(importing, iri)
            elif path.resolve() not in self._opened:
                self._opened.add(path.resolve())
                found += _opened(path, iri, importing)
        return found


def _is_file(loadable: Loadable) -> bool:
    location = loadable.source.location
    return location is not None and location != "-" and "://" not in location


def _place(loadable: Loadable) -> Path:
    return Path(loadable.source.location or ".").resolve()


def _opened(path: Path, iri: str, importing: Loadable) -> list[Loadable]:
    try:
        return open_sources(path)
    except SourceError as error:
        _note_missing(importing, iri, f" ({error})")
        return []


def _note_missing(loadable: Loadable, iri: str, why: str = "") -> None:
    notes = Notes(loadable.source.name, loadable.findings)
    notes.add(
        "unresolved-import", f"<{iri}> is imported, and no local file is known for it{why}",
        iri=iri, subject=iri, effect="what it says is not there to be asked",
        advice="load it too, or name its file in a catalog-v001.xml; nothing is ever fetched",
    )  # fmt: skip
    notes.close()
