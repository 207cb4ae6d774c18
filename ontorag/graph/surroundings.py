"""What is drawn of a graph: all of it, or what lies around one term."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ontorag import names
from ontorag.errors import InputError
from ontorag.graph.view import GraphView
from ontorag.stores.base import Pattern, ReadableStore
from ontorag.values import IRI, Fact, Labelled, Term, fact_order, write_term

_HIDDEN = frozenset(
    (*names.LABEL_PREDICATES, *names.SYNONYM_PREDICATES, *names.DEFINITION_PREDICATES)
)


def facts_around(store: ReadableStore, term: Term, hops: int, limit: int) -> list[Fact]:
    """Give the facts within ``hops`` edges of a term, both directions, sorted by their keys.

    Of one ring at most ``limit`` facts each way are read. Raises `InputError` for no hops.
    """
    if hops < 1:
        raise InputError(f"hops is {hops}; give 1 or more")
    seen: set[Term] = set()
    edge: list[Term] = [term]
    found: dict[str, Fact] = {}
    for _ in range(hops):
        seen.update(edge)
        new = _touching(store, edge, limit)
        found.update((fact.key, fact) for fact in new)
        ends = {end for fact in new for end in (fact.subject, fact.object)}
        edge = sorted((end for end in ends - seen if isinstance(end, IRI)), key=write_term)
    return [found[key] for key in sorted(found)]


def named_facts(
    view: GraphView, facts: Iterable[Fact], language: str
) -> tuple[list[Fact], list[Labelled]]:
    """Number facts, labels and definitions left out, and name their terms."""
    shown = [fact for fact in facts if fact.predicate.value not in _HIDDEN]
    shown = [
        replace(fact, id=f"F{number}")
        for number, fact in enumerate(sorted(shown, key=fact_order), start=1)
    ]
    terms = {t for fact in shown for t in (fact.subject, fact.predicate, fact.object)}
    named = view.names(terms, language=language)
    return shown, [named[term] for term in sorted(named, key=write_term)]


def _touching(store: ReadableStore, terms: list[Term], limit: int) -> list[Fact]:
    ends = tuple(terms)
    out = store.facts(Pattern(subjects=ends), limit=limit)
    into = store.facts(Pattern(objects=ends), limit=limit)
    return [fact for fact in (*out, *into) if fact.predicate.value not in _HIDDEN]
