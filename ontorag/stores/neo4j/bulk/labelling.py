"""The names that a whole graph gets in Neo4j: of its properties, its classes and its loads."""

from __future__ import annotations

from dataclasses import dataclass, field

from ontorag import names
from ontorag.stores.neo4j.mapping import check_term, ident_of
from ontorag.stores.neo4j.naming import property_key, relationship_type
from ontorag.stores.neo4j.showing import new_labels
from ontorag.stores.numbered import NumberedGraph
from ontorag.values import Source


@dataclass(frozen=True)
class Names:
    """What is called what: ``predicates`` and ``classes`` by id, the rest by IRI.

    ``loads`` give each source, by its id, the number of the one load that it has.
    """

    predicates: dict[int, str]
    classes: dict[int, str]
    types: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    loads: dict[int, int] = field(default_factory=dict)
    sources: list[Source] = field(default_factory=list)


def name_all(graph: NumberedGraph) -> Names:
    """Name everything; in the order of the IRIs, the first keeps a bare name."""
    predicates = graph.predicates()
    for _, each in predicates:
        check_term(each)
    found = Names(
        {number: ident_of(each) for number, each in predicates},
        {number: ident_of(each) for number, each in graph.classes()},
    )
    taken_types: set[str] = set()
    taken_keys: set[str] = set()
    for iri in sorted(found.predicates.values()):
        found.types[iri] = relationship_type(iri, taken_types)
        found.keys[iri] = property_key(iri, taken_keys)
        taken_types.add(found.types[iri])
        taken_keys.add(found.keys[iri])
    if names.RDF_STATEMENT in found.classes.values():
        found.labels[names.RDF_STATEMENT] = "Statement"
    found.labels.update(new_labels(found.classes.values(), found.labels))
    for load, (number, source) in enumerate(graph.sources(), 1):
        found.loads[number] = load
        found.sources.append(source)
    return found
