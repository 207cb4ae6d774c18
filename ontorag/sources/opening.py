"""Whatever can be loaded, opened: paths, folders, streams, triples, rdflib graphs.

Nothing is read until the quads are, except to see that a file exists and what it is.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ontorag import __version__
from ontorag.errors import SourceError
from ontorag.sources.blanks import BlankNames
from ontorag.sources.cells import Cells
from ontorag.sources.files import SourceFile, spool
from ontorag.sources.formats import Format, named_format, recognised_format, suffix_of
from ontorag.sources.importing import watched
from ontorag.sources.loadable import Loadable, Options
from ontorag.sources.locating import is_address, located
from ontorag.sources.members import Member
from ontorag.sources.networks import (
    is_networkx_graph,
    is_oxigraph_store,
    networkx_quads,
    oxigraph_statements,
)
from ontorag.sources.noting import Notes, unreadable
from ontorag.sources.parsing import RdfReading
from ontorag.sources.rdf import read_rdf
from ontorag.sources.tables import read_json_lines, read_table
from ontorag.sources.triples import (
    SpooledTriples,
    is_rdflib_graph,
    is_triple,
    rdflib_statements,
    read_triples,
)
from ontorag.values import Finding, Source

if TYPE_CHECKING:
    from ontorag.values import TextQuad

_WHAT = (
    "a path, a folder, a list of these, a list of (subject, predicate, object), an open file, "
    "an rdflib or networkx graph, or a pyoxigraph store"
)


def open_sources(
    what: object,
    *,
    source: str | None = None,
    media_type: str | None = None,
    encoding: str | None = None,
    base: str | None = None,
    strict: bool = False,
    keep_going: bool = False,
    literal_predicates: Collection[str] = (),
    allow_url: bool = False,
) -> list[Loadable]:
    """Open everything that ``what`` names, one `Loadable` a source.

    ``what`` is a path, a folder or zip archive (its readable members, sorted, named relative to
    it), a list of these, a list or iterator of triples, a graph of rdflib or networkx, a store
    of pyoxigraph, a file object (standard input), or with ``allow_url`` an address.
    ``source`` is the name to give instead of the path; ``media_type``, ``encoding`` and
    ``base`` say what a file does not; ``strict`` refuses what the W3C grammars refuse;
    ``keep_going`` skips broken statements with a finding, not in RDF/XML, OWL/XML, functional
    syntax and JSON; ``literal_predicates`` are the properties of tables and triples whose
    objects are literals.

    Raises `SourceNotFoundError` at once; reading the quads raises `SyntaxInSourceError` with
    line, column and excerpt, or another `SourceError`.
    """
    options = Options(
        source, media_type, encoding, base, strict, keep_going, literal_predicates, allow_url
    )
    return _opened(what, options, {})


def _opened(what: object, options: Options, taken: dict[str, str]) -> list[Loadable]:
    """Open one thing or several; ``taken`` are the names already given, with their paths."""
    if isinstance(what, (str, os.PathLike)):
        return _open_path(what, options, taken)
    if is_rdflib_graph(what):
        return [_open_triples(rdflib_statements(what), options)]
    if is_oxigraph_store(what):
        return [_open_triples(oxigraph_statements(what), options)]
    if is_networkx_graph(what):
        return [_open_quads(options, lambda cells, notes: networkx_quads(what, cells))]
    if hasattr(what, "read"):
        return [_open_stream(what, options)]
    if is_triple(what) and not isinstance(what, (tuple, list)):
        return [_open_triples([what], options)]
    if isinstance(what, (Mapping, bytes, bytearray)) or not isinstance(what, Iterable):
        raise SourceError(f"{type(what).__name__} cannot be loaded; give {_WHAT}")
    return _open_several(what, options, taken)


def _open_several(
    what: Iterable[object], options: Options, taken: dict[str, str]
) -> list[Loadable]:
    """Open a collection: of triples if its first member is one, else of things to open."""
    members = iter(sorted(what, key=repr) if isinstance(what, (set, frozenset)) else what)
    first = next(members, None)
    if first is None:
        raise SourceError(f"there is nothing to load; give {_WHAT}")
    if is_triple(first):
        return [_open_triples(chain([first], members), options)]
    opened: list[Loadable] = []
    several = [first, *members]
    for number, member in enumerate(several, start=1):
        if not _can_be_opened(member):
            raise SourceError(f"{member!r} is no triple and cannot be opened; give {_WHAT}")
        own = options
        if options.source is not None and len(several) > 1:
            own = replace(options, source=f"{options.source}-{number}")
        opened.extend(_opened(member, own, taken))
    return opened


def _can_be_opened(member: object) -> bool:
    if isinstance(member, (tuple, list)):
        return bool(member) and (is_triple(member[0]) or _can_be_opened(member[0]))
    return (
        isinstance(member, (str, os.PathLike))
        or hasattr(member, "read")
        or any(known(member) for known in (is_rdflib_graph, is_oxigraph_store, is_networkx_graph))
    )


def _open_path(
    what: str | os.PathLike[str], options: Options, taken: dict[str, str]
) -> list[Loadable]:
    if options.allow_url and is_address(os.fspath(what)):
        return [_open_address(os.fspath(what), options)]
    members, left_out = located(what)
    named = list(_named(members, Path(what).is_dir() or len(members) > 1, options, taken))
    unread: list[Finding] = []
    lenient = options.keep_going and len(members) > 1
    tried = [_open_member(member, options, unread if lenient else None) for member in named]
    opened = [each for each in tried if each is not None]
    if unread and not opened:
        raise SourceError(f"nothing in {os.fspath(what)} can be read; first: {unread[0].message}")
    if opened:
        opened[0].findings.extend(unread)
        _note_left_out(opened[0], left_out)
    return opened


def _open_member(member: Member, options: Options, unread: list[Finding] | None) -> Loadable | None:
    """Open a file; one that cannot be read is added to ``unread`` when that is given."""
    try:
        return _open_file(member, options)
    except SourceError as error:
        if unread is None:
            raise
        unread.append(unreadable(member.name, error))
        return None


def _named(
    members: Iterable[Member], several: bool, options: Options, taken: dict[str, str]
) -> Iterator[Member]:
    """Give each member its name; of two paths for one file the first counts."""
    for member in members:
        name, path = member.name, member.path.as_posix()
        if options.source is not None:
            inner = f"{options.source}/{member.inner or name}"
            name = inner if several else options.source
        if taken.get(name, path) != path:
            name = path
        if name not in taken:
            taken[name] = path
            yield replace(member, name=name)


def _open_address(url: str, options: Options) -> Loadable:
    from ontorag.sources.fetching import fetch

    member, media_type = fetch(url)
    named = replace(member, name=options.source or member.name)
    return _open_file(
        named,
        replace(options, media_type=options.media_type or media_type, base=options.base or url),
    )


def _note_left_out(loadable: Loadable, names: list[str]) -> None:
    notes = Notes(loadable.source.name, loadable.findings)
    for name in names:
        notes.add(
            "skipped-file", f"{name} is in no format that is read", severity="information",
            effect="it is not loaded", advice="give it by itself, with media_type=",
        )  # fmt: skip
    notes.close()


def _open_file(member: Member, options: Options) -> Loadable:
    file = member.file(options.encoding)
    opening = file.opening()
    found = named_format(options.media_type) if options.media_type else None
    form = found or recognised_format(member.inner or file.name, opening.text)
    source = Source(file.name, member.location or member.path.as_posix(), form.media_type)
    loadable = Loadable(source, iter(()), options=options, size=file.size())
    loadable.position = file.position
    notes = Notes(file.name, loadable.findings)
    _note_opening(notes, file, bool(opening.mark), form, options)
    loadable.fingerprint = lambda: _fingerprint(member.path, form, options)
    loadable.quads = watched(_quads(file, form, notes, loadable, options), loadable.header)
    return loadable


def _quads(
    file: SourceFile, form: Format, notes: Notes, loadable: Loadable, options: Options
) -> Iterator[TextQuad]:
    if form.family in ("obo", "obographs", "functional", "owlxml"):
        yield from _other_models(file, form, notes, loadable, options)
    elif form.family in ("table", "jsonl"):
        cells = Cells(notes, options.literal_predicates)
        if form.family == "table":
            yield from read_table(
                file, cells, notes, strict=options.strict, keep_going=options.keep_going
            )
        else:
            yield from read_json_lines(file, cells, notes, keep_going=options.keep_going)
    else:
        reading = RdfReading(file, form, options.base, options.strict, options.keep_going)
        yield from read_rdf(reading, notes, loadable.prefixes)
    notes.close(file)


def _other_models(
    file: SourceFile, form: Format, notes: Notes, loadable: Loadable, options: Options
) -> Iterator[TextQuad]:
    """Read the formats of ontologies that are mapped to RDF."""
    from ontorag.sources.obo import read_obo, read_obo_graphs
    from ontorag.sources.owl import read_functional, read_owl_xml

    prefixes = loadable.prefixes
    if form.family == "obo":
        return read_obo(file, notes, prefixes, strict=options.strict, keep_going=options.keep_going)
    if form.family == "obographs":
        return read_obo_graphs(file, notes, prefixes)
    if form.family == "functional":
        return read_functional(file, notes, prefixes)
    return read_owl_xml(file, notes, prefixes, base=options.base)


def _note_opening(
    notes: Notes, file: SourceFile, marked: bool, form: Format, options: Options
) -> None:
    if marked:
        notes.add(
            "byte-order-mark", "the file begins with a byte-order mark", severity="information",
            line=1, effect="none: it is left out", advice="save it as UTF-8 without the mark",
        )  # fmt: skip
    named = suffix_of(file.name)
    if not options.media_type and form.family == "xml" and named in ("ttl", "nt", "nq", "trig"):
        notes.add(
            "other-format", f"the file is named .{named} but holds RDF/XML", line=1,
            effect="it is read as RDF/XML", advice="rename it",
        )  # fmt: skip


def _open_stream(stream: Any, options: Options) -> Loadable:
    """Copy a stream into a temporary file, and name it by the hash of its content."""
    path, kept = spool(stream)
    name = options.source or f"triples-{_digest(path)}"
    return _open_file(Member(path, name, kept, location="-"), options)


def _digest(path: Path) -> str:
    return _hashed(path)[:12]


def _hashed(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def _fingerprint(path: Path, form: Format, options: Options) -> str:
    """Hash a file, and everything else that what is read from it depends on."""
    literal = ",".join(sorted(options.literal_predicates))
    how = f"{__version__} {form.title} {replace(options, literal_predicates=literal)}"
    return hashlib.sha256(f"{_hashed(path)} {how}".encode()).hexdigest()


def _open_triples(statements: Iterable[Any], options: Options) -> Loadable:
    return _open_quads(
        options,
        lambda cells, notes: read_triples(statements, cells, notes, keep_going=options.keep_going),
    )


def _open_quads(options: Options, read: Callable[[Cells, Notes], Iterator[TextQuad]]) -> Loadable:
    """Name statements by the caller's name, else by their content, which is read now."""
    loadable = Loadable(Source(options.source or "triples"), iter(()))
    notes = Notes(loadable.source.name, loadable.findings)
    cells = Cells(notes, options.literal_predicates)
    quads = read(cells, notes)
    if options.source is None:
        spooled = SpooledTriples(quads, cells.stem)
        notes.source = f"triples-{spooled.digest}"
        loadable.source = Source(notes.source)
        quads = spooled.quads(BlankNames(notes.source).stem)
    loadable.quads = _closing(quads, notes)
    return loadable


def _closing(quads: Iterator[TextQuad], notes: Notes) -> Iterator[TextQuad]:
    yield from quads
    notes.close()
