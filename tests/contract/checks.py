"""What a store answers, beside the oracle of the same content."""

from __future__ import annotations

from collections.abc import Iterable

from ontorag.stores.base import Pattern, ReadableStore, Scope
from ontorag.values import IRI, XSD, BlankNode, Literal, Term, Where

from .oracle import Oracle

E = "http://e/"
SOME: list[Term] = [IRI(E + "a"), IRI(E + "b"), BlankNode("b0"), Literal("1", XSD + "integer"),
                    IRI(E + "C"), IRI(E + "unknown")]  # fmt: skip


def check_members(
    store: ReadableStore, oracle: Oracle, asked: Iterable[Where], scope: Scope
) -> None:
    for where in asked:
        expected = oracle.members(where, scope)
        assert store.members(where, scope=scope) == expected
        assert store.count(where, scope=scope) == len(expected)


def check_facts(
    store: ReadableStore, oracle: Oracle, asked: Iterable[Pattern], scope: Scope
) -> None:
    for pattern in asked:
        expected = oracle.facts(pattern, scope)
        assert store.facts(pattern, scope=scope) == expected
        assert store.facts(pattern, scope=scope, limit=3) == expected[:3]
        assert store.count_facts(pattern, scope=scope) == len(expected)
        streamed = list(store.statements(pattern, scope=scope))
        assert len(streamed) == len(set(streamed))
        assert set(streamed) == oracle.statements(pattern, scope)


def check_statistics(store: ReadableStore, oracle: Oracle, scope: Scope) -> None:
    assert store.steps(SOME, scope=scope) == oracle.steps(SOME, scope)
    assert store.property_uses() == oracle.property_uses()
    assert store.literal_values(IRI(E + "p"), limit=4) == oracle.literal_values(IRI(E + "p"), 4)
    nodes = list(store.nodes())
    assert len(nodes) == len(set(nodes))
    assert set(nodes) == oracle.nodes()
