"""The narrow waist: what every graph store can be asked, and what can be written to it.

Terms cross it as frozen values where there are few, and as their N-Triples text where
there are many (`TextQuad`). Reads never change a store. Every list is in code-point order
of N-Triples, never in the order of a store's own ORDER BY, so that both stores give the
same lists.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypeAlias

from ontorag.values import IRI, Fact, Literal, Source, Step, Term, Where
from ontorag.values import TextQuad as TextQuad


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of the data a read sees: graphs (IRIs, "" is the default one), sources by name.

    Facts that were inferred are in no graph and of no source; without ``inferred`` they are
    not seen even where all graphs and sources are. What is read off nodes that stand for a
    statement (see `READ`) is of their sources; without ``read`` it is not seen.
    """

    graphs: frozenset[str] | None = None
    sources: frozenset[str] | None = None
    inferred: bool = True
    read: bool = True

    def sees(self, source: str) -> bool:
        """Whether the statements kept under a source's name are in the part."""
        name = source.removeprefix(READ)
        if source == INFERRED:
            return self.inferred and self.sources is None
        seen = self.sources is None or name in self.sources
        return seen and (self.read or name == source)


EVERYTHING = Scope()


@dataclass(frozen=True, slots=True)
class Pattern:
    """Statements whose subject, predicate, object are each among the given terms (None: any)."""

    subjects: tuple[Term, ...] | None = None
    predicates: tuple[IRI, ...] | None = None
    objects: tuple[Term, ...] | None = None


ANY = Pattern()


@dataclass(frozen=True, slots=True)
class PropertyUse:
    """How a property is used: distinct triples, subjects, objects, and literals among these."""

    predicate: IRI
    triples: int
    subjects: int
    objects: int
    literals: int


@dataclass(frozen=True, slots=True)
class Written:
    """What a write did: distinct quads given, statements added and removed."""

    quads: int
    added: int
    removed: int


InferredText: TypeAlias = tuple[str, str, str, str]
"""Subject, predicate and object as N-Triples text, and the name of the rule ("dl": by HermiT)."""

INFERRED = "urn:ontorag:inferred"
"""The source that stores keep inferred facts under; it is shown nowhere."""

READ = "urn:ontorag:read#"
"""How the sources are named that stores keep under what is read off the nodes of another one: a
node that links a holder, a value and attributes is read as a statement with qualifiers. The name
of that source follows. They are shown nowhere, and what they hold is no statement of a source."""

_RULE = INFERRED + "#"


def is_hidden(source: str) -> bool:
    """Whether a source is one of those that stores keep derived facts under."""
    return source == INFERRED or source.startswith(READ)


def inferred_quads(facts: Iterable[InferredText]) -> Iterator[TextQuad]:
    """Give inferred facts as the statements a store keeps: the rule is in place of the graph."""
    for s, p, o, rule in facts:
        yield s, p, o, f"<{_RULE}{rule}>"


def with_origin(fact: Fact) -> Fact:
    """Give a fact as it was read from a store the origin and rule that it was kept with."""
    if not any(map(is_hidden, fact.sources)):
        return fact
    sources = tuple(name for name in fact.sources if not is_hidden(name))
    graphs = tuple(graph for graph in fact.graphs if not graph.startswith(_RULE))
    if sources:
        return replace(fact, sources=sources, graphs=graphs)
    if INFERRED not in fact.sources:
        read = tuple(sorted(name.removeprefix(READ) for name in fact.sources))
        return replace(fact, sources=read, origin="derived", rule="n-ary")
    rule = min(graph[len(_RULE) :] for graph in fact.graphs if graph.startswith(_RULE))
    if rule == "dl":
        return replace(fact, sources=(), graphs=(), origin="dl")
    return replace(fact, sources=(), graphs=(), origin="inferred", rule=rule)


class ReadableStore(Protocol):
    """What every store can be asked.

    ``address`` names it to people, ``lookup_file`` is the SQLite file that the look-up index
    lives in (an embedded store's own file, or a file in the user's cache folder).
    """

    address: str
    lookup_file: Path

    def snapshot(self) -> str:
        """Identify the present content: changes with every committed change, by anyone."""

    def members(self, where: Where, *, scope: Scope = EVERYTHING) -> list[Term]:
        """Give all members of ``where``, sorted."""

    def count(self, where: Where, *, scope: Scope = EVERYTHING) -> int:
        """Count the members of ``where``."""

    def explain(self, where: Where, *, scope: Scope = EVERYTHING) -> tuple[str, dict[str, object]]:
        """Give the query for ``members(where)`` and its parameters, as they would be sent."""

    def facts(
        self, pattern: Pattern, *, scope: Scope = EVERYTHING, limit: int | None = None
    ) -> list[Fact]:
        """Give the distinct facts that match, unnumbered, sorted, at most ``limit`` of them.

        Each has its graphs, sources and qualifiers within the scope. With a limit the first
        ones in code-point order are given. Statements that only carry a reification
        (``rdf:reifies``, ``rdf:subject``, ``rdf:predicate``, ``rdf:object``, the type
        ``rdf:Statement``, and those whose subject is such a reifier) are no facts: they are
        seen as qualifiers.
        """

    def count_facts(self, pattern: Pattern, *, scope: Scope = EVERYTHING) -> int:
        """Count the distinct facts that match."""

    def steps(
        self, terms: Collection[Term], *, scope: Scope = EVERYTHING
    ) -> list[tuple[Term, Step, int]]:
        """Give the edges at each term: (term, step away from it, how many), sorted."""

    def statements(
        self, pattern: Pattern = ANY, *, scope: Scope = EVERYTHING, also_read: bool = False
    ) -> Iterator[TextQuad]:
        """Stream the distinct statements that match as text, in any order, reification included.

        What was inferred is not among them: these are the statements of the sources, with
        ``also_read`` also those that are read off nodes.
        """

    def nodes(self) -> Iterator[str]:
        """Stream every distinct IRI that is a subject, predicate or object, in any order."""

    def property_uses(self) -> list[PropertyUse]:
        """Give the use of every property, sorted by predicate."""

    def literal_values(self, predicate: IRI, *, limit: int) -> list[tuple[Literal, int]]:
        """Give a property's distinct literal objects with counts, at most ``limit``, sorted."""

    def sources(self) -> list[Source]:
        """Give the sources of the stored statements, sorted by name."""

    def close(self) -> None:
        """Let go of files and connections; closing twice is fine."""


class Writer(Protocol):
    """The writes of one transaction."""

    def replace(self, source: Source, quads: Iterable[TextQuad]) -> Written:
        """Make ``quads`` all that ``source`` states; the same text again changes nothing.

        Statements that other sources also make stay.
        """

    def drop(self, source: str) -> Written:
        """Remove what only this source states; an unknown name is an `UnknownNameError`."""

    def clear(self) -> None:
        """Remove every statement of every source, and what was inferred."""

    def replace_inferred(self, facts: Iterable[InferredText]) -> Written:
        """Make ``facts`` all that is inferred; none of them may be stated by a source.

        They are marked with their rule, never exported, and no source's. A write that changes
        what sources state drops them when its block ends, unless the block inferred anew: an
        inferred fact never outlives its premises. A fact that is stated later is asserted.
        """

    def drop_inferred(self) -> Written:
        """Remove what was inferred; nothing happens when nothing was."""


class Store(ReadableStore, Protocol):
    """A store that can be written."""

    def writing(self) -> AbstractContextManager[Writer]:
        """Open a transaction: all of it is kept at the end of the block, nothing on an error."""
