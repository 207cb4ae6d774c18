"""Sources written to a store in one transaction, with what they import."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ontorag import names
from ontorag.errors import EmptyOntologyError, FindingsError, SourceError, UnknownNameError
from ontorag.graph.remembering import Memory
from ontorag.sources import Imports, Loadable, is_address, open_sources, unreadable
from ontorag.stores.base import Pattern, ReadableStore, Store, Writer, Written
from ontorag.values import IRI, LoadReport, Progress, Severity, Source, reaching
from ontorag.vocabulary import Lookup

if TYPE_CHECKING:
    from ontorag.values import TextQuad

_TELL_EVERY = 5_000
"""So many statements lie between two reports of progress."""
_MOST_SHOWN = 10


def write_sources(
    store: Store,
    opened: list[Loadable],
    memory: Memory,
    *,
    imports: bool = True,
    keep_going: bool = False,
    fail_on: Severity | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> list[Written]:
    """Write all that was ``opened``, which grows by the local files it imports.

    With ``keep_going`` a source of several that cannot be read is left out, and reported.
    Raises `FindingsError` for findings of the severity ``fail_on`` and graver ones.
    """
    now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
    following = _Following(store)
    written: list[Written] = []
    with store.writing() as writer:
        while len(written) < len(opened):
            for each in opened[len(written) :]:
                each.source = replace(each.source, loaded_at=now)
                lenient = keep_going and len(opened) > 1
                if progress is not None:
                    each.quads = _watched(each.quads, opened, written, progress)
                written.append(memory.recall(each) or _written(writer, each, lenient))
            if imports and any(each.header.imports for each in opened):
                opened += following.imports.open(opened)
        if not any(each.quads for each in written):
            raise nothing_in(opened, "no statements")
        if fail_on is not None:
            _refuse_findings(opened, fail_on)
        if progress is not None:
            total = sum(each.size for each in opened)
            progress(Progress(sum(each.quads for each in written), total, total))
    return written


def _watched(
    quads: Iterator[TextQuad],
    opened: list[Loadable],
    written: list[Written],
    progress: Callable[[Progress], None],
) -> Iterator[TextQuad]:
    """Give the quads of the next source, and tell now and then how far the whole load is."""
    loadable = opened[len(written)]
    before = sum(each.size for each in opened[: len(written)])
    statements = sum(each.quads for each in written)
    for number, quad in enumerate(quads):
        if number % _TELL_EVERY == 0:
            total = sum(each.size for each in opened)
            read = before + loadable.position()
            progress(Progress(statements + number, read, total, loadable.source.name))
        yield quad


def _refuse_findings(opened: Sequence[Loadable], severity: Severity) -> None:
    found = [(each, one) for each in opened for one in reaching(each.findings, severity)]
    if not found:
        return
    shown = "".join(
        f"\n  {':'.join(str(part) for part in (loadable.source.name, one.line) if part)} "
        f"{one.severity} {one.code}: {one.message}"
        for loadable, one in found[:_MOST_SHOWN]
    )
    more = f"\n  and {len(found) - _MOST_SHOWN} more" if len(found) > _MOST_SHOWN else ""
    raise FindingsError(
        f"nothing was loaded, for {len(found)} findings of severity {severity} or graver:"
        f"{shown}{more}"
    )


def _written(writer: Writer, loadable: Loadable, lenient: bool) -> Written:
    try:
        return writer.replace(loadable.source, loadable.quads)
    except SourceError as error:
        if not lenient:
            raise
        loadable.findings.append(unreadable(loadable.source.name, error))
        return Written(0, 0, 0)


def load_report(
    lookup: Lookup, opened: Sequence[Loadable], written: Sequence[Written], seconds: float
) -> LoadReport:
    """Count what a load did, and what the graph has now."""
    kinds = lookup.counts()
    return LoadReport(
        sources=tuple(each.source.name for each in opened),
        quads=sum(each.quads for each in written),
        added=sum(each.added for each in written),
        removed=sum(each.removed for each in written),
        concepts=lookup.concept_count(),
        classes=kinds.get("class", 0),
        properties=kinds.get("property", 0),
        individuals=kinds.get("individual", 0) + kinds.get("concept", 0),
        labels=lookup.label_counts(),
        seconds=seconds,
        findings=tuple(finding for each in opened for finding in each.findings),
    )


class _Following:
    def __init__(self, store: ReadableStore) -> None:
        self._store = store

    @cached_property
    def imports(self) -> Imports:
        """Imports, of which those that the store already holds are not missing."""
        pattern = Pattern((), (IRI(names.RDF_TYPE),), (IRI(names.OWL_ONTOLOGY),))
        facts = self._store.facts(replace(pattern, subjects=None))
        return Imports([str(fact.subject) for fact in facts])


def nothing_in(opened: Sequence[Loadable], what: str) -> EmptyOntologyError:
    """Make the error for sources that hold nothing that can be asked."""
    named = ", ".join(each.source.name for each in opened) or "the input"
    return EmptyOntologyError(
        f"{named} has {what}: nothing was loaded. Check that it is the right file and format"
    )


def reopened(
    known: Sequence[Source], chosen: Sequence[str], memory: Memory, *, allow_url: bool
) -> list[Loadable]:
    """Open sources again from where they came, to be read as they were then.

    Without names all that came from files.

    Raises `UnknownNameError` for a name that is not loaded, `SourceError` for one that came
    from no file.
    """
    places = {each.name: each for each in known}
    names_of_all = [each.name for each in known if _has_place(each, allow_url=allow_url)]
    if not chosen and not names_of_all:
        raise SourceError("no source was loaded from a file; there is nothing to read again")
    opened: list[Loadable] = []
    for name in chosen or names_of_all:
        if name not in places:
            there = ", ".join(places) or "none"
            raise UnknownNameError(f"no source {name!r} is loaded; loaded are: {there}")
        if not _has_place(places[name], allow_url=True):
            raise SourceError(f"{name} came from no file: load it again as it was loaded")
        given = {**memory.options(name), "allow_url": allow_url}
        opened += _reopened(places[name], {"media_type": places[name].media_type, **given})
    return opened


def _reopened(source: Source, options: Mapping[str, Any]) -> list[Loadable]:
    several = open_sources(source.location, **options) if _is_archive(source) else []
    same = [each for each in several if each.source.name == source.name]
    return same or open_sources(source.location, source=source.name, **options)


def _is_archive(source: Source) -> bool:
    return (source.location or "").lower().endswith(".zip")


def _has_place(source: Source, *, allow_url: bool) -> bool:
    location = source.location
    return location not in (None, "-") and (allow_url or not is_address(location or ""))
