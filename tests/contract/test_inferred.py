"""What is inferred, in every store: marked, never exported, gone with its premises."""

from __future__ import annotations

import pytest

from ontorag.stores.base import ANY, Pattern, Scope, Store, Written
from ontorag.values import IRI, RDF, And, Has, Is, Source, Step, Term, write_term

E = "http://e/"
P, TYPE = IRI(E + "p"), IRI(RDF + "type")
A, B, PET, DOG = IRI(E + "a"), IRI(E + "b"), IRI(E + "Pet"), IRI(E + "Dog")


def text(*terms: Term) -> tuple[str, str, str]:
    s, p, o = map(write_term, terms)
    return s, p, o


STATED = [(*text(A, TYPE, DOG), ""), (*text(A, P, B), "")]
INFERRED = [(*text(A, TYPE, PET), "cax-sco"), (*text(B, TYPE, PET), "dl")]


@pytest.fixture
def reasoned(store: Store) -> Store:
    with store.writing() as writer:
        writer.replace(Source("one.ttl"), STATED)
        assert writer.replace_inferred(INFERRED) == Written(2, 2, 0)
    return store


def types(store: Store, scope: Scope | None = None) -> list[tuple[Term, Term]]:
    found = store.facts(Pattern(predicates=(TYPE,)), scope=scope or Scope())
    return [(fact.subject, fact.object) for fact in found]


def test_inferred_facts_are_seen_and_marked_with_their_rule(reasoned: Store) -> None:
    facts = {(f.subject, f.object): f for f in reasoned.facts(Pattern(predicates=(TYPE,)))}
    by_rule = facts[A, PET]
    assert (by_rule.origin, by_rule.rule) == ("inferred", "cax-sco")
    assert (by_rule.sources, by_rule.graphs) == ((), ())
    assert (facts[B, PET].origin, facts[B, PET].rule) == ("dl", None)
    assert facts[A, DOG].origin == "asserted"
    assert facts[A, DOG].sources == ("one.ttl",)
    assert reasoned.members(And((Has(Step(TYPE), Is((PET,))), Has(Step(P), Is((B,)))))) == [A]
    assert reasoned.count_facts(Pattern(predicates=(TYPE,))) == 3


def test_inferred_facts_are_no_statements_and_of_no_source(reasoned: Store) -> None:
    assert sorted(reasoned.statements(ANY)) == sorted(STATED)
    assert [source.name for source in reasoned.sources()] == ["one.ttl"]


@pytest.mark.parametrize(
    "scope",
    [Scope(inferred=False), Scope(sources=frozenset({"one.ttl"})), Scope(graphs=frozenset({""}))],
    ids=["asserted", "source", "graph"],
)
def test_a_scope_can_leave_inferred_facts_out(reasoned: Store, scope: Scope) -> None:
    assert types(reasoned, scope) == [(A, DOG)]
    assert reasoned.members(Has(Step(TYPE), Is((PET,))), scope=scope) == []
    assert reasoned.count_facts(Pattern(predicates=(TYPE,)), scope=scope) == 1


def test_a_later_write_drops_them_unless_its_block_infers_anew(reasoned: Store) -> None:
    more = [*STATED, (*text(B, P, A), "")]
    with reasoned.writing() as writer:
        writer.replace(Source("one.ttl"), more)
        writer.replace_inferred(INFERRED[:1])
    assert types(reasoned) == [(A, DOG), (A, PET)]
    with reasoned.writing() as writer:
        writer.replace(Source("two.ttl"), more[2:])
    assert types(reasoned) == [(A, DOG)]


def test_the_same_text_again_keeps_them(reasoned: Store) -> None:
    before = reasoned.snapshot()
    with reasoned.writing() as writer:
        writer.replace(Source("one.ttl"), STATED)
    assert reasoned.snapshot() == before
    assert (A, PET) in types(reasoned)


def test_dropping_a_source_or_everything_drops_them(reasoned: Store) -> None:
    with reasoned.writing() as writer:
        writer.drop("one.ttl")
    assert types(reasoned) == []
    assert reasoned.sources() == []


def test_what_was_inferred_can_be_dropped_alone_and_twice(reasoned: Store) -> None:
    with reasoned.writing() as writer:
        assert writer.drop_inferred() == Written(0, 0, 2)
    with reasoned.writing() as writer:
        assert writer.drop_inferred() == Written(0, 0, 0)
    assert types(reasoned) == [(A, DOG)]
    assert sorted(reasoned.statements(ANY)) == sorted(STATED)


def test_a_fact_that_is_stated_is_asserted(reasoned: Store) -> None:
    with reasoned.writing() as writer:
        writer.replace(Source("two.ttl"), [(*INFERRED[0][:3], "")])
        writer.replace_inferred(INFERRED[1:])
    facts = {(f.subject, f.object): f for f in reasoned.facts(Pattern(predicates=(TYPE,)))}
    assert facts[A, PET].origin == "asserted"
    assert facts[A, PET].sources == ("two.ttl",)
    assert facts[B, PET].origin == "dl"


def test_a_failed_block_leaves_what_was_inferred(reasoned: Store) -> None:
    with pytest.raises(RuntimeError, match="halfway"), reasoned.writing() as writer:
        writer.drop_inferred()
        raise RuntimeError("halfway")
    assert types(reasoned) == [(A, DOG), (A, PET), (B, PET)]
