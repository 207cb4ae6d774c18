"""Give findings the source and line that they are about, by a second look at the files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from ontorag.names import local_name
from ontorag.sources.files import SourceFile
from ontorag.sources.looking import find_lines
from ontorag.values import Finding, Source

LARGEST_FILE = 32 << 20
"""Bytes of a file that is looked through; in larger ones lines are not looked for."""


def place_findings(
    findings: Iterable[Finding], sources: Sequence[Source], *, curie: Callable[[str], str]
) -> list[Finding]:
    """Look for each finding's IRI in the files that are still there, in the order of sources."""
    placed = list(findings)
    for source in sources:
        open_ = [n for n, each in enumerate(placed) if each.iri and each.line is None]
        path = Path(source.location or "")
        if not open_ or not _is_small_file(path):
            continue
        wanted = {str(n): _needles(placed[n].iri or "", curie) for n in open_}
        for key, line in find_lines(SourceFile(path, source.name, None, None), wanted).items():
            placed[int(key)] = replace(placed[int(key)], source=source.name, line=line)
    return placed


def _is_small_file(path: Path) -> bool:
    try:
        return path.is_file() and path.stat().st_size <= LARGEST_FILE
    except OSError:
        return False


def _needles(iri: str, curie: Callable[[str], str]) -> tuple[str, ...]:
    """Give the ways an IRI can be written in a file."""
    short, local = curie(iri), local_name(iri)
    return tuple(dict.fromkeys((f"<{iri}>", f'"{iri}"', short, f":{local} ", f'#{local}"')))
