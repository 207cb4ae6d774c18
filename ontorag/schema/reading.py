"""Read the schema of a store: declared and observed, once for each snapshot."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from ontorag import names
from ontorag.schema.declarations import (
    Declarations,
    is_own,
    read_collections,
    read_declarations,
    read_titles,
)
from ontorag.schema.keeping import Keeper, keep_schema, kept_schema
from ontorag.schema.observing import (
    Sample,
    class_shares,
    measures,
    read_neighbours,
    read_qualifiers,
    read_siblings,
    read_types,
    take_sample,
)
from ontorag.schema.shape import ClassUse, Property, Schema
from ontorag.stores.base import Pattern, PropertyUse, ReadableStore, Scope
from ontorag.values import IRI, Literal, Term, read_term, write_term

_PROPERTIES_FOLLOWED = 300
_LISTED_VALUES = 50
_WELL_KNOWN = {
    "rdf": names.RDF, "rdfs": names.RDFS, "owl": names.OWL, "xsd": names.XSD, "skos": names.SKOS,
    "dc": names.DC, "dcterms": names.DCTERMS, "foaf": names.FOAF, "schema": names.SDO,
    "obo": names.OBO, "oboInOwl": names.OBO_IN_OWL,
}  # fmt: skip


def read_schema(store: ReadableStore, lookup: Keeper | None = None) -> Schema:
    """Read the schema of ``store``, or take what ``lookup`` keeps for its snapshot."""
    snapshot = store.snapshot()
    schema = kept_schema(lookup, snapshot) if lookup else None
    if schema is None:
        schema = _read(store)
        if lookup:
            keep_schema(lookup, snapshot, schema)
    return schema


def _read(store: ReadableStore) -> Schema:
    found = read_declarations(store)
    qualifiers = read_qualifiers(store)
    plain = {text for text in qualifiers if store.count_facts(Pattern(predicates=_iris([text])))}
    uses = {write_term(use.predicate): use for use in store.property_uses()}
    listed = sorted({*uses, *found.all_properties(), *qualifiers})
    predicates = [text for text in listed if is_own(text)]
    samples = {text: take_sample(store, IRI(text[1:-1])) for text in predicates if text in uses}
    types = read_types(store, samples.values())
    complete = found.complete | _stated_whole(store, found, uses)
    scales = dict(_collection_scales(store, found, uses.values(), samples)) | found.scales
    properties: dict[IRI, Property] = {}
    for text in predicates:
        iri = IRI(text[1:-1])
        sample = samples.get(text, Sample((), ()))
        few = len(predicates) <= _PROPERTIES_FOLLOWED
        into, out_of = read_neighbours(store, iri, sample) if few else ((), ())
        beside = read_siblings(store, iri, sample) if few else ()
        use = uses.get(text, PropertyUse(iri, 0, 0, 0, 0))
        properties[iri] = Property(
            iri, use.triples, use.subjects, use.objects, use.literals,
            domains=_own(found.domains.get(text, ())),
            ranges=_iris(found.ranges.get(text, ())),
            observed_domains=class_shares(sample.subjects, types),
            observed_ranges=class_shares(sample.objects, types),
            functional=text in found.functional,
            inverse_functional=text in found.inverse_functional,
            symmetric=text in found.symmetric,
            inverse_of=_own(found.inverses.get(text, ())),
            parents=_own(found.superproperties.get(text, ())),
            is_qualifier=text in qualifiers,
            qualifies=_own(qualifiers[text].qualifies) if text in qualifiers else (),
            values=_terms(qualifiers[text].values) if text in qualifiers else (),
            negations=_terms(qualifiers[text].negations) if text in qualifiers else (),
            is_plain=text not in qualifiers or text in plain,
            measures=measures(sample),
            of_nodes=text in found.of_nodes,
            scale=scales.get(text, ()),
            complete=text in complete,
            like_objects=into,
            objects_as_subjects=out_of,
            like_subjects=beside,
        )  # fmt: skip
    classes = _classes(found, properties.values())
    titles = read_titles(store, found)
    return Schema(properties, classes, titles, _prefixes((*properties, *classes)))


def _stated_whole(store: ReadableStore, found: Declarations, properties: Iterable[str]) -> set[str]:
    """Give the properties that a complete source states: one whose ontology is declared so."""
    whole = tuple(read_term(text) for text in sorted(found.complete & found.ontologies))
    if not whole:
        return set()
    said = store.facts(Pattern(subjects=whole, predicates=(IRI(names.SCHEMA_COMPLETE),)))
    sources = {name for fact in said for name in fact.sources}
    return {write_term(iri) for iri in stated_by(store, sources, map(read_iri, properties))}


def stated_by(
    store: ReadableStore, sources: Collection[str], properties: Iterable[IRI]
) -> list[IRI]:
    """Give those of the properties that any of these sources states."""
    scope = Scope(sources=frozenset(sources))
    return [
        iri for iri in properties
        if sources and store.facts(Pattern(predicates=(iri,)), scope=scope, limit=1)
    ]  # fmt: skip


def read_iri(text: str) -> IRI:
    """Read an IRI from its N-Triples text."""
    return IRI(text[1:-1])


def _classes(found: Declarations, properties: Iterable[Property]) -> dict[IRI, ClassUse]:
    named = {text for text in (*found.classes, *found.members) if is_own(text)}
    for each in properties:
        declared = (*each.domains, *each.ranges)
        named.update(text for text in map(write_term, declared) if is_own(text))
    return {
        IRI(text[1:-1]): ClassUse(
            IRI(text[1:-1]), _own(found.superclasses.get(text, ())), found.members.get(text, 0)
        )
        for text in sorted(named)
    }


def _collection_scales(
    store: ReadableStore,
    found: Declarations,
    uses: Iterable[PropertyUse],
    samples: dict[str, Sample],
) -> Iterator[tuple[str, tuple[Term, ...]]]:
    """Find the properties whose values are the members of an ordered collection, or their names."""
    collections = [(members, _said(store, members)) for members in read_collections(store, found)]
    for use in uses if collections else ():
        text = write_term(use.predicate)
        sample = samples.get(text)
        if sample is None or not sample.objects or use.objects > _LISTED_VALUES:
            continue
        values = [read_term(obj) for obj in sample.objects]
        for members, said in collections:
            if scale := _in_order(values, members, said):
                yield text, scale
                break


def _in_order(
    values: list[Term], members: tuple[Term, ...], said: dict[str, int]
) -> tuple[Term, ...]:
    """Order values by their places in a collection; nothing unless all have one."""
    if len(values) < 2:
        return ()
    if set(values) <= set(members):
        return members
    places = {value: said.get(value.lexical) for value in values if isinstance(value, Literal)}
    ranked = [(place, str(value), value) for value, place in places.items() if place is not None]
    if len(ranked) < len(values):
        return ()
    return tuple(value for _, _, value in sorted(ranked, key=lambda row: row[:2]))


def _said(store: ReadableStore, members: tuple[Term, ...]) -> dict[str, int]:
    """Give the labels and notations of collection members with the members' places."""
    predicates = (*names.LABEL_PREDICATES, *names.SYNONYM_PREDICATES, names.SKOS_NOTATION)
    pattern = Pattern(subjects=members, predicates=tuple(IRI(each) for each in predicates))
    places = {write_term(member): place for place, member in enumerate(members)}
    return {
        str(read_term(obj)): places[subject]
        for subject, _, obj, _ in store.statements(pattern, also_read=True)
        if subject in places
    }


def _own(texts: Iterable[str]) -> tuple[IRI, ...]:
    return _iris(text for text in texts if is_own(text))


def _terms(texts: Iterable[str]) -> tuple[Term, ...]:
    return tuple(read_term(text) for text in sorted(texts))


def _iris(texts: Iterable[str]) -> tuple[IRI, ...]:
    return tuple(IRI(text[1:-1]) for text in sorted(texts) if text.startswith("<"))


def _prefixes(iris: Iterable[IRI]) -> dict[str, str]:
    """Name the namespaces in use: by a well-known prefix, else by their last word."""
    known = {namespace: prefix for prefix, namespace in _WELL_KNOWN.items()}
    namespaces = sorted({found[0] for iri in iris if (found := re.match(r".*[#/:]", iri.value))})
    prefixes: dict[str, str] = {}
    for namespace in namespaces:
        word = re.findall(r"[A-Za-z][A-Za-z0-9]*", namespace)
        wanted = known.get(namespace) or (word[-1].lower() if word else "ns")
        name, number = wanted, 2
        while name in prefixes:
            name, number = f"{wanted}{number}", number + 1
        prefixes[name] = namespace
    return prefixes
