"""How one RDF file is parsed: format, base and tolerance, with the guard its format needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import quote

from ontorag.sources.files import SourceFile
from ontorag.sources.formats import Format
from ontorag.sources.guards import GuardedTriples, GuardedXML

if TYPE_CHECKING:
    import pyoxigraph as ox


@dataclass(frozen=True, slots=True)
class RdfReading:
    """How one RDF file is read: its format, the caller's base, and what is tolerated."""

    file: SourceFile
    format: Format
    base: str | None = None
    strict: bool = False
    keep_going: bool = False

    @property
    def resolving_base(self) -> str | None:
        """What relative IRIs are resolved against: the caller's, else made from the name."""
        return self.base or (None if self.strict else base_of(self.file.name))


def base_of(name: str) -> str:
    """Make the base of a source that names none, from the source's name alone.

    Of a path from the root only the last part counts, so that no machine's folders get in.

    >>> base_of("data/my pets.ttl"), base_of("/home/me/pets.ttl")
    ('urn:ontorag:source/data/my%20pets.ttl/', 'urn:ontorag:source/pets.ttl/')
    """
    parts = name.replace("\\", "/").split("/")
    if not parts[0] or parts[0].endswith(":"):
        parts = parts[-1:]
    kept = [part for part in parts if part not in ("", ".", "..")]
    return "urn:ontorag:source/" + quote("/".join(kept) or "unnamed", safe="/-._~") + "/"


def parser_of(reading: RdfReading, data: Any, *, strict: bool | None = None) -> ox.QuadParser:
    """Make pyoxigraph's parser for a stream or a text in the reading's format."""
    import pyoxigraph as ox

    return ox.parse(
        data,
        ox.RdfFormat.from_media_type(reading.format.media_type),
        base_iri=reading.resolving_base,
        lenient=not (reading.strict if strict is None else strict),
    )


def guarded_stream(reading: RdfReading, stream: BinaryIO) -> Any:
    """Put the guard for its format before a stream."""
    name = reading.file.name
    if reading.format.family == "xml":
        return GuardedXML(name, stream)
    return GuardedTriples(name, stream)
