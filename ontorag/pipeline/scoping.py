"""What a question is restricted to, refused where a name means nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from ontorag.errors import InputError, UnknownNameError
from ontorag.graph import GraphView, KnowledgeGraph
from ontorag.language import fold
from ontorag.schema import stated_by
from ontorag.stores.base import ANY, EVERYTHING, Scope
from ontorag.values import IRI, Link, Term

READ = 100_000
"""Statements that are read to name the graphs there are, at most."""
NAMED = 20


def read_scope(
    graph: KnowledgeGraph, graphs: Collection[str] | None, sources: Collection[str] | None
) -> Scope:
    """Make the scope of a question; a graph or source without statements is an error."""
    if graphs is None and sources is None:
        return EVERYTHING
    for name, given in (("graphs", graphs), ("sources", sources)):
        if isinstance(given, str):
            raise InputError(f"{name} is a list of names, not one text: [{given!r}]")
    known = {source.name for source in graph.sources()}
    unknown = sorted(set(sources or ()) - known)
    if unknown:
        raise UnknownNameError(
            f"no source is called {unknown[0]!r}; there are: {', '.join(sorted(known))}"
        )
    for name in sorted(set(graphs or ()) - {""}):
        _require_graph(graph, name)
    return Scope(
        None if graphs is None else frozenset(graphs),
        None if sources is None else frozenset(sources),
    )


def _require_graph(graph: KnowledgeGraph, name: str) -> None:
    inside = graph.store.statements(ANY, scope=Scope(frozenset({name})))
    if next(inside, None) is not None:
        return
    found = {quad[3].strip("<>") for quad in islice(graph.store.statements(), READ)} - {""}
    there = f"are: {', '.join(sorted(found)[:NAMED])}" if found else "are no named graphs"
    raise UnknownNameError(f"no graph is called {name!r}; there {there}")


def complete_properties(
    graph: KnowledgeGraph,
    always: Collection[str | Term],
    given: Collection[str | Term],
    view: GraphView,
) -> frozenset[IRI]:
    """Give the properties whose records are complete: as declared in the graph, and as given.

    A source by name stands for the properties that it states.
    """
    if isinstance(given, str):
        raise InputError(f"complete is a list of properties, not one text: [{given!r}]")
    every = (*always, *given)
    known = {source.name for source in graph.sources()} if every else set()
    sources = {each for each in every if each in known}
    named = [
        graph.find(each) if isinstance(each, str) else each
        for each in every if each not in sources
    ]  # fmt: skip
    stated = stated_by(view.store, sources, view.schema.properties) if sources else []
    terms = (term for term in named if isinstance(term, IRI))
    return frozenset({*view.complete, *terms, *stated})


def require_said(given: Iterable[str], links: Sequence[Link]) -> None:
    """Refuse settled words that are not words of the question: they would do nothing."""
    settled = {fold(link.mention.text) for link in links if link.method == "given"}
    for words in given:
        if settled.isdisjoint((fold(words), fold(words + "s"))):
            raise InputError(
                f"{words!r} is settled by a link, but does not stand in the question; give the "
                "words as they are written there"
            )
