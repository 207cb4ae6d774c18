"""What the five forms of one ontology say alike: OBO, OBO graph, RDF/XML, Turtle, functional.

The forms cannot say the same of everything (an OBO graph has no xrefs of axioms, OBO's header
becomes annotations of its own), but all of them can say what a class is called, how it is
defined, what is above it and what some of it is related to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from ontorag import names
from ontorag.sources import open_sources
from ontorag.stores.base import TextQuad

SLICE = ("oak/go-nucleus.owl", "oak/go-nucleus.owl.ttl", "oak/go-nucleus.ofn",
         "oak/go-nucleus.obo", "oak/go-nucleus.json")  # fmt: skip
"""The five forms of a slice of the Gene Ontology, under ``ontologies/``."""

_SAID = {
    f"<{iri}>"
    for iri in (
        names.RDFS_LABEL, names.OWL_DEPRECATED, names.OBO + "IAO_0000115",
        *(f"{names.OBO_IN_OWL}has{scope}Synonym" for scope in ("Exact", "Broad", "Narrow",
                                                              "Related")),
    )
}  # fmt: skip
_ABOVE, _SOME, _BY = (
    f"<{iri}>"
    for iri in (names.RDFS_SUBCLASS, names.OWL + "someValuesFrom", names.OWL + "onProperty")
)

Said = set[tuple[str, str, str]]


def said_of_classes(quads: Iterable[TextQuad], prefix: str) -> Said:
    """Give what is said of the classes whose IRI begins with ``prefix``, blank nodes resolved."""
    found: Said = set()
    unnamed: dict[str, dict[str, str]] = defaultdict(dict)
    above: list[tuple[str, str]] = []
    for s, p, o, _ in quads:
        if s.startswith("_:"):
            unnamed[s][p] = o
        elif s.startswith(f"<{prefix}"):
            if p in _SAID or (p == _ABOVE and o.startswith("<")):
                found.add((s, p, o))
            elif p == _ABOVE:
                above.append((s, o))
    for s, node in above:
        if _SOME in unnamed[node]:
            found.add((s, unnamed[node][_BY], unnamed[node][_SOME]))
    return found


def differences(files: Iterable[Path], prefix: str) -> list[str]:
    """Compare each file with the first; give a line for each that says something else."""
    lines: list[str] = []
    first: Said | None = None
    for file in files:
        (loadable,) = open_sources(file)
        said = said_of_classes(loadable.quads, prefix)
        first = said if first is None else first
        if said != first or not said:
            lines.append(f"{file.name}: {len(first - said)} are missing, {len(said - first)} more")
    return lines
