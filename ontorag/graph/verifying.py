"""Verify a text against a graph: the facts about what it names, and the graph's own words."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from ontorag.graph.view import GraphView
from ontorag.language import detect
from ontorag.names import DEFINITION_PREDICATES, LABEL_PREDICATES, SYNONYM_PREDICATES
from ontorag.selection import negative_assertions
from ontorag.stores.base import EVERYTHING, Pattern
from ontorag.values import IRI, Fact, Literal, Subgraph, Term, fact_order, write_term
from ontorag.verification import ClaimVerdict, split_claims, verify_against

_GENITIVE = re.compile(r"(?<=\w\w\w)(?:['’]s?|s)(?=\W|$)")
MOST_THINGS = 500
MOST_FACTS = 5_000
MOST_CLASSES = 20
"""So many of the things that a text names are looked at for what class axioms say of them."""
_HIDDEN = frozenset((*LABEL_PREDICATES, *SYNONYM_PREDICATES, *DEFINITION_PREDICATES))


def verify_text(
    view: GraphView, text: str, cited: Collection[str] | None, *, language: str | None
) -> list[ClaimVerdict]:
    """Judge each sentence of ``text`` by the facts about the things that it names."""
    shown = language or detect(text)
    subgraph = facts_named(view, text, shown)
    return verify_against(
        text, subgraph, cited, language=language, relations=view.relations,
        known_labels=view.labels_in,
    )  # fmt: skip


def facts_named(view: GraphView, text: str, language: str) -> Subgraph:
    """Give the facts about the things that a text names, numbered, with labels and classes."""
    things: dict[Term, None] = {}
    for said, _ in split_claims(text, "de" if language == "de" else "en"):
        bare = _GENITIVE.sub("", said)
        for _, term in (*view.labels_in(said), *(view.labels_in(bare) if bare != said else ())):
            if len(things) < MOST_THINGS and term not in view.schema.properties:
                things.setdefault(term)
    ends = tuple(things)
    if not ends:
        return Subgraph()
    found: dict[str, Fact] = {}
    for pattern in (Pattern(subjects=ends), Pattern(objects=ends)):
        for fact in view.store.facts(pattern, limit=MOST_FACTS):
            if fact.predicate.value not in _HIDDEN:
                found[fact.key] = fact
    negative = negative_assertions(ends, view.store, EVERYTHING)
    for fact in (*negative, *_from_axioms(view, ends, language)):
        found.setdefault(fact.key, fact)
    facts = sorted(found.values(), key=fact_order)
    numbered = tuple(replace(fact, id=f"F{n}") for n, fact in enumerate(facts, start=1))
    terms = {end for fact in numbered for end in (fact.subject, fact.object)}
    terms |= {each.value for fact in numbered for each in fact.qualifiers}
    terms |= {term for term in things if isinstance(term, IRI)}
    named = view.names([t for t in terms if not isinstance(t, Literal)], language=language)
    entities = tuple(named[term] for term in sorted(named, key=write_term))
    return Subgraph(facts=numbered, total=len(numbered), entities=entities)


def _from_axioms(view: GraphView, things: tuple[Term, ...], language: str) -> tuple[Fact, ...]:
    """Give what class axioms say between the things that a text names."""
    level = view.class_level()
    named = [term for term in things if isinstance(term, IRI)][:MOST_CLASSES]
    if not level or not named:
        return ()
    return level.around(named).between(
        named, lambda terms: view.labels(terms, language), "de" if language == "de" else "en"
    )
