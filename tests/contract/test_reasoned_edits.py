"""What is inferred stays right under any edits: the same as a fresh run over what is stated."""

from __future__ import annotations

import random

import pytest

from ontorag.graph import KnowledgeGraph
from ontorag.names import OWL, RDF, RDFS
from ontorag.reasoning import materialise
from ontorag.stores.base import Pattern, Store
from ontorag.values import write_term

TYPE, SUB = f"{RDF}type", f"{RDFS}subClassOf"
Triple = tuple[str, str, str]
E = "http://e/"
SOURCES = ("axioms", "data", "more")
EDITS = 4


def statements(chance: random.Random) -> list[Triple]:
    """Give a few axioms and facts, so few terms that sources state the same now and then."""

    def some(kind: str) -> str:
        return f"{E}{kind}{chance.randrange(3)}"

    def one() -> Triple:
        return chance.choice((
            (some("C"), SUB, some("C")), (some("p"), f"{RDFS}subPropertyOf", some("p")),
            (some("p"), TYPE, f"{OWL}TransitiveProperty"),
            (some("p"), f"{OWL}inverseOf", some("p")), (some("p"), f"{RDFS}range", some("C")),
            (some("C"), f"{OWL}disjointWith", some("C")),
            (some("i"), TYPE, some("C")), (some("i"), some("p"), some("i")),
            (some("i"), some("p"), some("i")), (some("i"), f"{OWL}sameAs", some("i")),
        ))  # fmt: skip

    return [(f"{E}i0", TYPE, f"{E}C0"), *(one() for _ in range(chance.randrange(1, 9)))]


def inferred(store: Store) -> set[Triple]:
    return {
        (write_term(f.subject), write_term(f.predicate), write_term(f.object))
        for f in store.facts(Pattern())
        if f.origin == "inferred"
    }


def fresh(store: Store) -> set[Triple]:
    """Give what follows from what is stated, without what the store leaves out."""
    ranges = (f"<{RDFS}range>", f"<{RDFS}domain>")
    found = materialise(store.statements())
    return {
        fact.statement for fact in found.inferred
        if not (fact.predicate in ranges and fact.rule.startswith("scm-"))
    }  # fmt: skip


def edit(graph: KnowledgeGraph, chance: random.Random) -> None:
    """Load, replace or drop a source, or let reasoning stop and begin again."""
    name = chance.choice(SOURCES)
    loaded = {source.name for source in graph.sources()}
    if name in loaded and len(loaded) > 1 and chance.random() < 0.3:
        graph.drop(name)
    elif chance.random() < 0.1:
        graph.drop_inferred()
        assert inferred(graph.store) == set()
        graph.reason(allow_inconsistent=True)
    else:
        graph.load(statements(chance), source=name)


@pytest.mark.parametrize("seed", range(2))
def test_random_edits_keep_what_is_inferred_equal_to_a_fresh_run(store: Store, seed: int) -> None:
    chance = random.Random(seed)
    graph = KnowledgeGraph(store)
    graph.load(statements(chance), source="data")
    graph.reason(allow_inconsistent=True)
    for _ in range(EDITS):
        edit(graph, chance)
        assert inferred(store) == fresh(store)
        assert graph.is_reasoned("rl")
        stated = {(s, p, o) for s, p, o, _ in store.statements()}
        assert not inferred(store) & stated
        for fact in inferred(store):
            assert graph._reasoning.prove(fact) is not None


def test_a_contradiction_by_a_later_load_drops_what_was_inferred(store: Store) -> None:
    graph = KnowledgeGraph(store)
    graph.load([(f"{E}a", TYPE, f"{E}C"), (f"{E}C", SUB, f"{E}D")], source="one")
    graph.reason()
    assert inferred(store) == {(f"<{E}a>", f"<{TYPE}>", f"<{E}D>")}
    graph.load([(f"{E}C", f"{OWL}disjointWith", f"{E}D")], source="two")
    assert inferred(store) == set()
    assert not graph.is_reasoned("rl")
    graph.drop("two")
    assert inferred(store) == {(f"<{E}a>", f"<{TYPE}>", f"<{E}D>")}
