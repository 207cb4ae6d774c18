"""Relations: what verification must know of an ontology's properties, as values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ontorag.names import local_name, spoken
from ontorag.values import IRI


@dataclass(frozen=True, slots=True)
class Relation:
    """One property: how it is called, between what it holds, and what is declared of it.

    ``labels`` are its labels, synonyms and verbs in any language. ``domains`` and ``ranges`` are
    the folded labels of the classes at its ends, subclasses included; empty is unknown.
    ``functional``: a subject has one value; ``inverse_functional``: an object has one subject;
    ``complete``: what is not recorded is not so.
    """

    property: IRI
    labels: tuple[str, ...]
    domains: frozenset[str] = frozenset()
    ranges: frozenset[str] = frozenset()
    functional: bool = False
    inverse_functional: bool = False
    symmetric: bool = False
    complete: bool = False


@dataclass(frozen=True)
class Relations:
    """What is known of properties, by their IRI; of others the local name is all."""

    known: Mapping[IRI, Relation]

    def of(self, iri: IRI) -> Relation:
        """Give what is known of one property, at least the words of its local name."""
        found = self.known.get(iri)
        return found if found is not None else Relation(iri, _named(iri))


def relations_of(relations: Iterable[Relation]) -> Relations:
    """Collect relations; their spoken local names are labels too."""
    found: dict[IRI, Relation] = {}
    for each in relations:
        labels = tuple(dict.fromkeys((*each.labels, *_named(each.property))))
        found[each.property] = Relation(
            each.property, labels, each.domains, each.ranges, each.functional,
            each.inverse_functional, each.symmetric, each.complete,
        )  # fmt: skip
    return Relations(found)


def with_labels(relation: Relation, labels: Collection[str]) -> Relation:
    """Add labels to a relation."""
    if set(labels) <= set(relation.labels):
        return relation
    every = tuple(dict.fromkeys((*relation.labels, *labels)))
    return Relation(
        relation.property, every, relation.domains, relation.ranges, relation.functional,
        relation.inverse_functional, relation.symmetric, relation.complete,
    )  # fmt: skip


def _named(iri: IRI) -> tuple[str, ...]:
    """Say the local name in words; an opaque one ("P31", "RO_0000052") says nothing."""
    local = local_name(iri.value)
    said = spoken(local)
    return () if not said or any(char.isdigit() for char in local) else (said,)
