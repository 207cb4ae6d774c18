"""What people see of a node or an edge, from what the statements say of it.

Whatever writes the graph, live or for `neo4j-admin`, asks here: so both look the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ontorag import names
from ontorag.stores.neo4j.mapping import ident_of
from ontorag.stores.neo4j.naming import chosen_name, class_label, default_name
from ontorag.stores.neo4j.native import Native, native_properties
from ontorag.values import Literal, read_term

AS_CLASS = (names.RDF_TYPE, names.RDFS_DOMAIN, names.RDFS_RANGE)
"""Properties whose object is a class."""
CLASSES = (names.RDFS_SUBCLASS, names.OWL_EQUIVALENT_CLASS)
"""Properties whose two ends are classes."""
AS_PROPERTY = (names.RDFS_DOMAIN, names.RDFS_RANGE)
"""Properties whose subject is a property."""
PROPERTIES = (names.RDFS_SUBPROPERTY, names.OWL_INVERSE_OF)
"""Properties whose two ends are properties."""

_CLASS_TYPES = frozenset((names.OWL_CLASS, names.RDFS_CLASS, names.RDFS_DATATYPE,
                          names.OWL + "DeprecatedClass"))  # fmt: skip
_NO_LABELS = (names.RDF, names.RDFS, names.OWL, names.XSD)


def new_labels(types: Iterable[str], labels: Mapping[str, str]) -> dict[str, str]:
    """Give the classes among ``types`` that have no label yet the one that they keep for good."""
    taken = set(labels.values())
    found: dict[str, str] = {}
    for iri in sorted(set(types)):
        if iri not in labels and not iri.startswith(("_:", *_NO_LABELS)):
            found[iri] = class_label(iri, taken)
            taken.add(found[iri])
    return found


def node_labels(
    iri: str,
    types: Collection[str],
    labels: Mapping[str, str],
    *,
    is_class: bool,
    is_property: bool,
) -> set[str]:
    """Give the labels of a resource; ``labels`` are those of the classes.

    ``is_class`` and ``is_property`` are what the statements about other nodes say of it.
    """
    wanted = {labels[of] for of in types if of in labels and not of.startswith(_NO_LABELS)}
    of_its_own = bool(wanted) or names.OWL_NAMED_INDIVIDUAL in types
    is_class = is_class or not _CLASS_TYPES.isdisjoint(types)
    is_property = is_property or any(
        of.startswith(_NO_LABELS) and of.endswith("Property") for of in types
    )
    if is_class:
        wanted.add("Class")
    if is_property:
        wanted.add("Property")
    if names.OWL_ONTOLOGY in types:
        wanted.add("Ontology")
    elif iri.startswith("_:") or names.is_system(iri):
        return wanted
    elif of_its_own or not (is_class or is_property):
        wanted.add("Entity")
    return wanted


def node_name(
    iri: str, literals: Mapping[str, Collection[Literal]], *, is_property: bool
) -> str | None:
    """Give the name of a resource from its literals by property; None for a blank node without."""
    labels = (
        (each, literal.language, literal.lexical)
        for each, found in literals.items()
        if each in names.LABEL_PREDICATES
        for literal in found
    )
    return chosen_name(labels) or default_name(iri, is_property=is_property)


def qualifier_values(keys: Mapping[str, str], said: Iterable[tuple[str, str]]) -> dict[str, Native]:
    """Give the native properties of an edge for what is said about it: (predicate, value) texts."""
    by_predicate: dict[str, list[Literal]] = {}
    for predicate, value in said:
        term = read_term(value)
        shown = term if isinstance(term, Literal) else Literal(_shown(value))
        by_predicate.setdefault(predicate[1:-1], []).append(shown)
    found: dict[str, Native] = {}
    for iri, literals in sorted(by_predicate.items()):
        found |= native_properties(keys[iri], literals)
    return found


def _shown(text: str) -> str:
    """Say a node as a qualifier's value."""
    return text if text.startswith("<<(") else default_name(ident_of(text)) or text
