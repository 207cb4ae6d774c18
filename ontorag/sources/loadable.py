"""A source that is ready to be loaded, and how it was asked to be read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ontorag.sources.importing import Header
from ontorag.values import Finding, Source

if TYPE_CHECKING:
    from ontorag.values import TextQuad


@dataclass(slots=True)
class Loadable:
    """A source with its statements, which can be read once.

    ``findings``, ``prefixes`` and ``header`` are complete when ``quads`` has been read to its end.
    ``fingerprint`` gives a hash of a file's bytes and of how it is read, without reading it.
    ``options`` say how that is. ``size`` is a file's bytes on the disk, ``position`` gives how
    many of them have been read.
    """

    source: Source
    quads: Iterator[TextQuad]
    findings: list[Finding] = field(default_factory=list)
    prefixes: dict[str, str] = field(default_factory=dict)
    header: Header = field(default_factory=Header)
    fingerprint: Callable[[], str] | None = None
    options: Options | None = None
    size: int = 0
    position: Callable[[], int] = int


@dataclass(frozen=True, slots=True)
class Options:
    """How sources are read; see `open_sources`."""

    source: str | None = None
    media_type: str | None = None
    encoding: str | None = None
    base: str | None = None
    strict: bool = False
    keep_going: bool = False
    literal_predicates: Collection[str] = ()
    allow_url: bool = False

    def kept(self) -> dict[str, Any]:
        """Give what has to be given again to read a source in the same way, as JSON."""
        how = {"encoding": self.encoding, "base": self.base, "strict": self.strict,
               "keep_going": self.keep_going,
               "literal_predicates": sorted(self.literal_predicates)}  # fmt: skip
        return {name: value for name, value in how.items() if value}
