"""What is remembered of each source beside the look-up index: its prefixes, and its file's hash.

A file whose bytes are those that were loaded, read in the same way, is not read again. What is
remembered holds only while the store says that the source was last changed by that load.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ontorag.sources import Loadable
from ontorag.stores.base import ReadableStore, Written
from ontorag.values import Finding, Source
from ontorag.vocabulary import Lookup

_NAME = "sources"


class Memory:
    """What is remembered of the sources of one store."""

    def __init__(self, lookup: Lookup, store: ReadableStore) -> None:
        self._lookup, self._store = lookup, store
        self._kept: dict[str, dict[str, Any]] = json.loads(lookup.kept(_NAME, "") or "{}")
        self._fingerprints: dict[str, str] = {}
        self._loaded: dict[str, Source] | None = None

    def prefixes(self, source: str) -> dict[str, str]:
        """Give the prefixes of a source, as its file declared them."""
        return dict(self._kept.get(source, {}).get("prefixes", {}))

    def options(self, source: str) -> dict[str, Any]:
        """Give how a source was read, beside its media type."""
        return dict(self._kept.get(source, {}).get("options", {}))

    def recall(self, loadable: Loadable) -> Written | None:
        """Fill in what reading would give, when the store has just that; None when it has not."""
        if loadable.fingerprint is None:
            return None
        name = loadable.source.name
        fingerprint = self._fingerprints[name] = loadable.fingerprint()
        record = self._kept.get(name)
        if record is None or record.get("fingerprint") != fingerprint:
            return None
        if not self._is_as_loaded(loadable.source, record["loaded_at"]):
            return None
        loadable.findings += [Finding(**each) for each in record["findings"]]
        loadable.prefixes.update(record["prefixes"])
        loadable.header.names.update(record["names"])
        loadable.header.imports.update(dict.fromkeys(record["imports"]))
        return Written(record["quads"], 0, 0)

    def _is_as_loaded(self, source: Source, loaded_at: str) -> bool:
        if self._loaded is None:
            self._loaded = {each.name: each for each in self._store.sources()}
        stored = self._loaded.get(source.name)
        return stored is not None and (
            (stored.loaded_at, stored.location, stored.media_type)
            == (loaded_at, source.location, source.media_type)
        )

    def keep(self, opened: Sequence[Loadable], written: Sequence[Written]) -> None:
        """Remember what was loaded; sources that are gone are forgotten."""
        stored = {each.name: each for each in self._store.sources()}
        kept = {name: each for name, each in self._kept.items() if name in stored}
        for loadable, counts in zip(opened, written, strict=True):
            name = loadable.source.name
            kept[name] = {
                "fingerprint": self._fingerprints.get(name),
                "loaded_at": stored[name].loaded_at if name in stored else None,
                "quads": counts.quads,
                "findings": [asdict(each) for each in loadable.findings],
                "prefixes": loadable.prefixes,
                "names": sorted(loadable.header.names),
                "imports": list(loadable.header.imports),
                "options": loadable.options.kept() if loadable.options else {},
            }
        if kept != self._kept:
            self._lookup.keep(_NAME, "", json.dumps(kept, sort_keys=True))
            self._kept = kept
