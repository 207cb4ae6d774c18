"""``owl:imports`` found among local files: those being loaded, catalogs, and neighbours.

Nothing is fetched, and no file outside the folder of the catalog or of the importing file is
read. Source: OASIS XML Catalogs 1.1 (``uri``, ``rewriteURI``, ``uriSuffix``, ``group``,
``nextCatalog``), as Protégé writes them to ``catalog-v001.xml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit
from xml.parsers import expat

from ontorag.errors import SourceError
from ontorag.names import OWL, OWL_ONTOLOGY
from ontorag.sources.files import SourceFile
from ontorag.sources.formats import has_readable_suffix

if TYPE_CHECKING:
    from ontorag.values import TextQuad

CATALOG = "catalog-v001.xml"
_SPACE = "urn:oasis:names:tc:entity:xmlns:xml:catalog"
_IMPORTS, _VERSION, _ONTOLOGY = f"<{OWL}imports>", f"<{OWL}versionIRI>", f"<{OWL_ONTOLOGY}>"
_WATCHED = {_IMPORTS, _VERSION}
_LARGEST = 16 << 20
_HIGHEST = 8
_MOST_LOOKED_AT = 500


@dataclass(slots=True)
class Header:
    """What a source says of itself: the names of its ontologies, and what they import."""

    names: set[str] = field(default_factory=set)
    imports: dict[str, None] = field(default_factory=dict)


def watched(quads: Iterable[TextQuad], header: Header) -> Iterator[TextQuad]:
    """Pass statements on, and note the names and imports of ontologies among them."""
    for quad in quads:
        if quad[1] in _WATCHED:
            if quad[1] == _IMPORTS:
                header.imports[quad[2][1:-1]] = None
            else:
                header.names.add(quad[2][1:-1])
        elif quad[2] == _ONTOLOGY:
            header.names.add(quad[0][1:-1])
        yield quad


class LocalImports:
    """Finds the files of imported ontologies; each folder's catalog is read once."""

    def __init__(self) -> None:
        self._catalogs: dict[Path, _Catalog | None] = {}

    def find(self, iri: str, importing: Path) -> Path | None:
        """Give the local file of an ontology that is imported by a file, or None."""
        folder = importing.parent
        for place in (folder, *list(folder.parents)[:_HIGHEST]):
            catalog = self._catalog(place)
            found = None if catalog is None else catalog.find(iri)
            if found is not None:
                return found
        return _neighbour(iri, folder)

    def _catalog(self, folder: Path) -> _Catalog | None:
        if folder not in self._catalogs:
            file = folder / CATALOG
            self._catalogs[folder] = _read_catalog(file) if file.is_file() else None
        return self._catalogs[folder]


@dataclass(slots=True)
class _Catalog:
    folder: Path
    exact: dict[str, str] = field(default_factory=dict)
    prefixes: list[tuple[str, str]] = field(default_factory=list)
    suffixes: list[tuple[str, str]] = field(default_factory=list)
    nexts: list[str] = field(default_factory=list)

    def find(self, iri: str) -> Path | None:
        """Give the file that the catalog names for an IRI, if it is there and below its folder."""
        for name in dict.fromkeys((iri, iri.rstrip("/#"), iri + "/", iri + "#")):
            if name in self.exact:
                return self._inside(self.exact[name])
        best = max((p for p in self.prefixes if iri.startswith(p[0])), key=_length, default=None)
        if best is not None:
            return self._inside(best[1] + iri[len(best[0]) :])
        best = max((s for s in self.suffixes if iri.endswith(s[0])), key=_length, default=None)
        return None if best is None else self._inside(best[1])

    def _inside(self, uri: str) -> Path | None:
        parts = urlsplit(uri)
        if parts.scheme not in ("", "file") or parts.netloc:
            return None
        try:
            path = (self.folder / unquote(parts.path)).resolve()
            inside = path.is_relative_to(self.folder.resolve()) and path.is_file()
        except (OSError, ValueError):
            return None
        return self.folder / path.relative_to(self.folder.resolve()) if inside else None


def _length(pair: tuple[str, str]) -> int:
    return len(pair[0])


def _read_catalog(file: Path, depth: int = 0) -> _Catalog | None:
    """Read a catalog; None for one that is none, since the import then is named as missing."""
    reader = _CatalogReader(_Catalog(file.parent))
    try:
        if file.stat().st_size > _LARGEST:
            return None
        reader.parser.Parse(file.read_bytes(), True)
    except (OSError, expat.ExpatError, _EntitiesError):
        return None
    if depth < _HIGHEST:
        _join(reader.catalog, depth)
    return reader.catalog


class _EntitiesError(ValueError):
    """A catalog declares entities, as none does that is honest."""


class _CatalogReader:
    """Reads the elements of one catalog."""

    def __init__(self, catalog: _Catalog) -> None:
        self.catalog = catalog
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.EntityDeclHandler = self._refuse
        self._bases = [""]

    def _start(self, tag: str, given: dict[str, str]) -> None:
        base = given.get("http://www.w3.org/XML/1998/namespace base", self._bases[-1])
        self._bases.append(base)
        kind, uri = tag.removeprefix(_SPACE + " "), base + given.get("uri", "")
        if kind in ("uri", "system", "public"):
            names = (given.get(each) for each in ("name", "systemId", "publicId"))
            self.catalog.exact.setdefault(next(filter(None, names), ""), uri)
        elif kind in ("rewriteURI", "rewriteSystem"):
            start = given.get("uriStartString") or given.get("systemIdStartString")
            self.catalog.prefixes.append((start or "\0", base + given.get("rewritePrefix", "")))
        elif kind in ("uriSuffix", "systemSuffix"):
            end = given.get("uriSuffix") or given.get("systemIdSuffix")
            self.catalog.suffixes.append((end or "\0", uri))
        elif kind == "nextCatalog":
            self.catalog.nexts.append(base + given.get("catalog", ""))

    def _end(self, tag: str) -> None:
        self._bases.pop()

    def _refuse(self, *_: object) -> None:
        raise _EntitiesError


def _join(catalog: _Catalog, depth: int) -> None:
    """Add what further catalogs say about what this one does not."""
    for each in catalog.nexts:
        path = catalog._inside(each)
        further = None if path is None else _read_catalog(path, depth + 1)
        if further is None or path is None:
            continue
        for name, uri in further.exact.items():
            found = further._inside(uri)
            if found is not None:
                inner = found.resolve().relative_to(catalog.folder.resolve())
                catalog.exact.setdefault(name, inner.as_posix())


def _neighbour(iri: str, folder: Path) -> Path | None:
    """Find a file beside the importing one: named like the IRI's end, else by its own header."""
    name = unquote(re.split(r"[/#]", iri.rstrip("/#"))[-1])
    try:
        files = sorted(each for each in folder.iterdir() if each.is_file())
    except OSError:
        return None
    readable = [each for each in files if has_readable_suffix(each.name)]
    for each in readable:
        if name and not name.startswith(".") and name in (each.name, each.stem):
            return each
    heads = _heads(iri)
    return next((each for each in readable[:_MOST_LOOKED_AT] if _says(each, heads)), None)


def _heads(iri: str) -> re.Pattern[str]:
    """Give what the header of the ontology with this IRI looks like."""
    name = rf"{re.escape(iri.rstrip('/#'))}[/#]?"
    return re.compile(
        rf"""Ontology\s[^>]*?\b(?:about|ontologyIRI)=["']{name}["']"""
        rf"""|xml:base=["']{name}["'](?s:.)*?Ontology\s[^>]*?\babout=["']["']"""
        rf"""|<{name}>\s+(?:a|rdf:type|<[^>]*\#type>)\s+(?:owl:Ontology|<[^>]*\#Ontology>)"""
        rf"""|Ontology\s*\(\s*<{name}>"""
    )


def _says(path: Path, heads: re.Pattern[str]) -> bool:
    try:
        return heads.search(SourceFile(path, path.name).opening().text) is not None
    except SourceError:
        return False


def missing(headers: Sequence[Header]) -> list[tuple[int, str]]:
    """Give the imports that no source is, each with the number of the first that imports it."""
    known = {_bare(name) for header in headers for name in header.names}
    found: dict[str, tuple[int, str]] = {}
    for number, header in enumerate(headers):
        for iri in header.imports:
            if _bare(iri) not in known:
                found.setdefault(_bare(iri), (number, iri))
    return list(found.values())


def _bare(iri: str) -> str:
    return iri.rstrip("/#")
