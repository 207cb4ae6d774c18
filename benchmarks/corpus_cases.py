"""The files of a corpus, and what is to become of each."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

MF = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
RDFT = "http://www.w3.org/ns/rdftest#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


@dataclass(frozen=True)
class Case:
    """One file to read.

    ``expected`` is "loaded", "refused" or None; ``statements`` so many it must have at least;
    ``result`` is a file with the same statements, except those whose object is in ``ignored``.
    """

    name: str
    path: str
    strict: bool = False
    expected: str | None = None
    base: str | None = None
    media_type: str | None = None
    statements: int = 0
    result: str | None = None
    ignored: tuple[str, ...] = ()


def manifest_cases(folder: Path) -> Iterator[Case]:
    """Give the files of ``MANIFEST.tsv``."""
    with (folder / "MANIFEST.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            path = folder / row["file"]
            if path.suffix == ".gz" or not path.is_file():
                continue
            counted = row["triples_or_terms"].isdecimal() and "OBO" not in row["format"]
            yield Case(
                row["file"], str(path), expected=_expected(row),
                statements=int(row["triples_or_terms"]) if counted else 0,
            )  # fmt: skip


def _expected(row: dict[str, str | None]) -> str | None:
    """Whatever two other parsers have read, ontorag must read too."""
    return "loaded" if (row["triples_or_terms"] or "").isdecimal() else None


def w3c_cases(folder: Path) -> Iterator[Case]:
    """Give the syntax and evaluation tests of all manifests below a folder."""
    for path in sorted(folder.rglob("manifest.ttl")):
        yield from _manifest_cases(path, folder)


def _manifest_cases(path: Path, folder: Path) -> Iterator[Case]:
    here = path.parent.as_uri() + "/"
    quads = list(ox.parse(path=str(path), base_iri=path.as_uri()))
    said: dict[object, dict[str, list[object]]] = {}
    for quad in quads:
        said.setdefault(quad.subject, {}).setdefault(quad.predicate.value, []).append(quad.object)
    base = next(
        (v[MF + "assumedTestBase"][0] for v in said.values() if MF + "assumedTestBase" in v), None
    )
    for values in said.values():
        kind = next(
            (str(v)[len(RDFT) + 1 : -1] for v in values.get(RDF + "type", ()) if RDFT in str(v)), ""
        )
        syntax = next((s for s in _SYNTAXES if kind.startswith("Test" + s)), None)
        if syntax is None or MF + "action" not in values or kind.endswith("C14N"):
            continue
        action = str(values[MF + "action"][0])[1:-1]
        local = action.removeprefix(here)
        file = path.parent / local
        result = values.get(MF + "result")
        name = f"{path.parent.relative_to(folder).as_posix()}/{local}"
        yield Case(
            name, str(file), strict=True,
            expected="refused" if "Negative" in kind else "loaded",
            base=(str(base)[1:-1] + local) if base is not None else f"http://example/base/{local}",
            media_type=_SYNTAXES[syntax],
            result=str(path.parent / str(result[0])[1:-1].removeprefix(here)) if result else None,
        )  # fmt: skip


_SYNTAXES = {
    "Turtle": "text/turtle", "Trig": "application/trig", "NTriples": "application/n-triples",
    "NQuads": "application/n-quads", "XML": "application/rdf+xml", "TriG": "application/trig",
}  # fmt: skip


def obo_cases(folder: Path) -> Iterator[Case]:
    """Give the OBO compliance suite: valid ones with the OWL they stand for."""
    for path in sorted(folder.rglob("*.obo")):
        if ".expected." in path.name:
            continue
        facts = path.with_suffix(".meta.yaml").read_text(encoding="utf-8")
        wanted = path.with_suffix(".expected.owl")
        yield Case(
            f"obo/{path.stem}", str(path), strict=True,
            expected="refused" if "invalid: true" in facts else "loaded",
            result=str(wanted) if wanted.is_file() else None,
            ignored=("<http://www.w3.org/2002/07/owl#AnnotationProperty>",),
        )  # fmt: skip
