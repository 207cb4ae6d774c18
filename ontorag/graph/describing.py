"""What the headers of sources say about them: licence, language and version.

Read from the statements about an ``owl:Ontology`` or ``skos:ConceptScheme``. Sources: Dublin
Core terms, OWL 2, Creative Commons, schema.org.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ontorag import names
from ontorag.stores.base import Pattern, ReadableStore
from ontorag.values import IRI, BlankNode, Source

_HEADERS = (
    names.OWL_ONTOLOGY, names.SKOS + "ConceptScheme", "http://www.w3.org/ns/dcat#Dataset",
    "http://rdfs.org/ns/void#Dataset",
)  # fmt: skip
_CC = "http://creativecommons.org/ns#"
_LICENCE = (
    names.DCTERMS + "license", _CC + "license", names.SDO + "license", names.SDO_HTTP + "license",
    names.DC + "license", names.DCTERMS + "rights", names.DC + "rights",
)  # fmt: skip
_LANGUAGE = (
    names.DCTERMS + "language", names.DC + "language", names.SDO + "inLanguage",
    names.SDO_HTTP + "inLanguage",
)  # fmt: skip
_REVISION = (
    names.OWL + "versionInfo", names.OWL + "versionIRI", "http://purl.org/pav/version",
    names.SDO + "version", names.SDO_HTTP + "version", names.DCTERMS + "hasVersion",
    names.DCTERMS + "modified", names.DCTERMS + "issued", names.DC + "date",
)  # fmt: skip
_ORDER = {
    iri: (field, place)
    for field, iris in (("licence", _LICENCE), ("language", _LANGUAGE), ("revision", _REVISION))
    for place, iri in enumerate(iris)
}
_Found = dict[tuple[str, str], tuple[tuple[int, int, str], str]]


def described(store: ReadableStore, sources: Sequence[Source]) -> list[Source]:
    """Give the sources with what their headers state; what the store knows already stays."""
    kinds = store.facts(
        Pattern(predicates=(IRI(names.RDF_TYPE),), objects=tuple(IRI(iri) for iri in _HEADERS))
    )
    rank = {fact.subject: _HEADERS.index(str(fact.object)) for fact in reversed(kinds)}
    if not rank:
        return list(sources)
    best: _Found = {}
    subjects = tuple(each for each in rank if isinstance(each, (IRI, BlankNode)))
    for fact in store.facts(Pattern(subjects=subjects, predicates=tuple(map(IRI, _ORDER)))):
        field, place = _ORDER[fact.predicate.value]
        key = (rank[fact.subject], place, str(fact.object))
        for source in fact.sources:
            if (source, field) not in best or key < best[source, field][0]:
                best[source, field] = key, str(fact.object)
    return [_filled(each, best) for each in sources]


def _filled(source: Source, best: _Found) -> Source:
    fields = {
        field: best[source.name, field][1]
        for field in ("licence", "language", "revision")
        if (source.name, field) in best and getattr(source, field) is None
    }
    return replace(source, **fields)
