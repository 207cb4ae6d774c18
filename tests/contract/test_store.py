"""One contract for every store: the same reads, the same writes, the same order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ontorag.errors import InputError, UnknownNameError
from ontorag.stores.base import ANY, Pattern, Scope, Store, TextQuad, Written
from ontorag.values import (
    IRI,
    RDF,
    XSD,
    And,
    AtLeast,
    BlankNode,
    Compare,
    Every,
    Has,
    Is,
    Literal,
    Not,
    OfType,
    Or,
    Qualifier,
    QualifierCondition,
    Source,
    Step,
    Term,
    Top,
    Triple,
    Where,
    write_term,
)  # fmt: skip

from .checks import check_facts, check_members, check_statistics
from .oracle import Oracle
from .strategies import SOURCES, contents, patterns, quad, scopes, wheres

E = "http://e/"
P, Q, R = IRI(E + "p"), IRI(E + "q"), IRI(E + "r")
A, B, C = IRI(E + "a"), IRI(E + "b"), IRI(E + "c")
TYPE, REIFIES = IRI(RDF + "type"), IRI(RDF + "reifies")


def load(store: Store, quads: list[TextQuad], name: str = "one.ttl") -> Written:
    with store.writing() as writer:
        return writer.replace(Source(name), quads)


def plain(*triples: tuple[Term, IRI, Term], graph: str = "") -> list[TextQuad]:
    return [quad(*triple, graph) for triple in triples]


def number(text: str) -> Literal:
    return Literal(text, XSD + "integer")


def filled(store: Store, contents_of: dict[str, list[TextQuad]]) -> Oracle:
    """Empty the store, write each source, and give the oracle of the same content."""
    with store.writing() as writer:
        writer.clear()
        for name, quads in contents_of.items():
            writer.replace(Source(name), quads)
    return Oracle({name: set(quads) for name, quads in contents_of.items()})


sources_of_quads = st.fixed_dictionaries({name: contents() for name in SOURCES})
quick = {"deadline": None, "suppress_health_check": list(HealthCheck), "derandomize": True,
         "phases": (Phase.explicit, Phase.generate, Phase.shrink), "database": None}  # fmt: skip


def test_members_are_those_of_the_oracle(store: Store, examples: int) -> None:
    @settings(max_examples=examples, **quick)
    @given(sources_of_quads, st.lists(wheres, min_size=1, max_size=6), scopes)
    def check(quads: dict[str, list[TextQuad]], asked: list[Where], scope: Scope) -> None:
        check_members(store, filled(store, quads), asked, scope)

    check()


def test_facts_and_statements_are_those_of_the_oracle(store: Store, examples: int) -> None:
    @settings(max_examples=examples, **quick)
    @given(sources_of_quads, st.lists(patterns, min_size=1, max_size=4), scopes)
    def check(quads: dict[str, list[TextQuad]], asked: list[Pattern], scope: Scope) -> None:
        check_facts(store, filled(store, quads), asked, scope)

    check()


def test_steps_and_statistics_are_those_of_the_oracle(store: Store, examples: int) -> None:
    @settings(max_examples=examples, **quick)
    @given(sources_of_quads, scopes)
    def check(quads: dict[str, list[TextQuad]], scope: Scope) -> None:
        check_statistics(store, filled(store, quads), scope)

    check()


def test_writes_add_and_remove_what_changes_in_the_store(store: Store, examples: int) -> None:
    change = st.tuples(st.sampled_from(SOURCES), st.one_of(st.none(), contents()))

    @settings(max_examples=examples, **quick)
    @given(st.lists(change, min_size=1, max_size=5))
    def check(changes: list[tuple[str, list[TextQuad] | None]]) -> None:
        oracle = filled(store, {})
        for name, quads in changes:
            before, seen, known = oracle.statements(ANY), store.snapshot(), name in oracle.stated
            if quads is None and not known:
                continue
            stated = oracle.stated.get(name, set())
            with store.writing() as writer:
                if quads is None:
                    written = writer.drop(name)
                    del oracle.stated[name]
                else:
                    written = writer.replace(Source(name), quads)
                    oracle.stated[name] = set(quads)
            after = oracle.statements(ANY)
            given_quads = set(quads or ())
            assert written == Written(len(given_quads), len(after - before), len(before - after))
            same = quads is not None and known and stated == given_quads
            assert (store.snapshot() == seen) == same
            assert set(store.statements()) == after
            assert store.facts(ANY) == oracle.facts(ANY)
            assert [source.name for source in store.sources()] == sorted(oracle.stated)

    check()


def test_the_same_source_again_changes_nothing(store: Store) -> None:
    quads = plain((A, P, B), (B, P, C), (A, P, B))
    assert load(store, quads) == Written(quads=2, added=2, removed=0)
    before = store.snapshot()
    assert load(store, list(reversed(quads))) == Written(quads=2, added=0, removed=0)
    assert store.snapshot() == before


def test_one_triple_of_two_sources_and_graphs_is_one_fact(store: Store) -> None:
    load(store, plain((A, P, B)) + plain((A, P, B), graph="<http://e/g>"), "one.ttl")
    load(store, plain((A, P, B)), "two.ttl")
    [fact] = store.facts(ANY)
    assert fact.graphs == ("", "http://e/g")
    assert fact.sources == ("one.ttl", "two.ttl")
    assert store.count_facts(ANY) == 1
    in_graph = Scope(graphs=frozenset({"http://e/g"}))
    assert [f.sources for f in store.facts(ANY, scope=in_graph)] == [("one.ttl",)]


def test_dropping_a_source_keeps_what_another_states(store: Store) -> None:
    load(store, plain((A, P, B), (A, P, C)), "one.ttl")
    load(store, plain((A, P, B)), "two.ttl")
    with store.writing() as writer:
        assert writer.drop("one.ttl") == Written(quads=0, added=0, removed=1)
    assert [fact.object for fact in store.facts(ANY)] == [B]
    assert set(store.nodes()) == {write_term(term) for term in (A, P, B)}


def test_dropping_an_unknown_source_names_those_that_are_there(store: Store) -> None:
    load(store, plain((A, P, B)))
    with pytest.raises(UnknownNameError, match=r"two\.ttl.*one\.ttl"), store.writing() as writer:
        writer.drop("two.ttl")
    assert store.count_facts(ANY) == 1


def test_clearing_leaves_nothing(store: Store) -> None:
    load(store, plain((A, P, B)))
    before = store.snapshot()
    with store.writing() as writer:
        writer.clear()
    assert store.facts(ANY) == store.sources() == store.property_uses() == list(store.nodes()) == []
    assert store.snapshot() != before


def test_a_source_keeps_what_is_known_about_it(store: Store) -> None:
    source = Source("a.ttl", "/data/a.ttl", "text/turtle", "2026-01-01T00:00:00Z", "MIT", "de", "7")
    with store.writing() as writer:
        writer.replace(source, plain((A, P, B)))
    assert store.sources() == [source]


def test_a_failing_load_leaves_everything_as_it_was(store: Store) -> None:
    load(store, plain((A, P, B)))
    before = store.snapshot(), store.facts(ANY), store.sources()

    def broken() -> Iterator[TextQuad]:
        yield quad(A, P, C, "")
        raise KeyboardInterrupt

    for name in ("one.ttl", "new.ttl"):
        with pytest.raises(KeyboardInterrupt), store.writing() as writer:
            writer.replace(Source(name), broken())
        assert (store.snapshot(), store.facts(ANY), store.sources()) == before


def test_nothing_is_seen_before_the_end_of_the_block(store: Store) -> None:
    load(store, plain((A, P, B)))
    with store.writing() as writer:
        writer.replace(Source("two.ttl"), plain((A, P, C)))
        assert store.members(Has(Step(P, inverse=True))) == [B]
    assert store.members(Has(Step(P, inverse=True))) == [B, C]


def test_annotations_and_reifications_qualify_the_fact(store: Store) -> None:
    reified = BlankNode("s")
    quads = plain(
        (A, P, B), (BlankNode("r"), REIFIES, Triple(A, P, B)), (BlankNode("r"), Q, number("3")),
        (A, P, C), (reified, TYPE, IRI(RDF + "Statement")), (reified, IRI(RDF + "subject"), A),
        (reified, IRI(RDF + "predicate"), P), (reified, IRI(RDF + "object"), C),
        (reified, Q, number("7")),
    )  # fmt: skip
    load(store, quads)
    assert [(f.object, f.qualifiers) for f in store.facts(ANY)] == [
        (B, (Qualifier(Q, number("3")),)),
        (C, (Qualifier(Q, number("7")),)),
    ]
    high = QualifierCondition(Q, Compare(">", number("5")))
    assert store.members(Has(Step(P, inverse=True), None, (high,))) == [C]
    assert store.members(Has(Step(Q))) == []
    best = Top(Is((A,)), Q, of_step=Step(P), of_target=Is((B,)))
    assert store.members(best) == [A]
    assert set(store.statements()) == set(quads)


def test_an_annotation_in_another_source_qualifies_and_leaves_with_it(store: Store) -> None:
    load(store, plain((A, P, B), (BlankNode("r"), R, C)), "one.ttl")
    load(store, plain((BlankNode("r"), REIFIES, Triple(A, P, B))), "two.ttl")
    assert [f.qualifiers for f in store.facts(ANY)] == [(Qualifier(R, C),)]
    with store.writing() as writer:
        writer.drop("two.ttl")
    assert [(f.predicate, f.qualifiers) for f in store.facts(ANY)] == [(P, ()), (R, ())]


def test_what_is_meant_exactly_needs_no_statement(store: Store) -> None:
    load(store, plain((A, P, B)))
    nobody = IRI(E + "nobody")
    assert store.members(Is((nobody, A))) == [A, nobody]
    assert store.members(And((Is((nobody, A)), Not(Has(Step(P)))))) == [nobody]
    assert store.count(Is((nobody, nobody))) == 1


def test_every_wants_an_edge_to_each_and_nothing_of_nothing(store: Store) -> None:
    load(store, plain((A, P, B), (A, P, C), (B, P, C)))
    assert store.members(Every(Step(P), Is((B, C)))) == [A]
    assert store.members(Every(Step(P), Is(()))) == []


def test_ties_at_the_last_place_are_all_members(store: Store) -> None:
    load(store, plain((A, P, number("9")), (B, P, number("9")), (C, P, number("10"))))
    everyone = Has(Step(P))
    assert store.members(Top(everyone, P)) == [C]
    assert store.members(Top(everyone, P, n=2)) == [A, B, C]
    assert store.members(Top(everyone, P, largest=False)) == [A, B]


def test_a_scale_ranks_its_terms_and_no_others(store: Store) -> None:
    low, high = Literal("Anfänger"), Literal("Experte")
    load(store, plain((A, P, low), (B, P, high), (C, P, Literal("unbekannt"))))
    assert store.members(Top(Has(Step(P)), P, scale=(low, high))) == [B]
    assert store.members(Top(Has(Step(P)), P, n=3, scale=(low, high))) == [A, B]


@pytest.mark.parametrize(
    ("operator", "value", "expected"),
    [
        ("=", Literal("1950", XSD + "gYear"), [A, B]),
        ("<", Literal("1950-06-01", XSD + "date"), [A]),
        (">", Literal("1950-05-01", XSD + "date"), [C]),
        (">=", Literal("1950-05-01", XSD + "date"), [A, B, C]),
        ("!=", Literal("1950-05", XSD + "gYearMonth"), [C]),
        ("<", number("2000"), []),
    ],
)
def test_dates_compare_by_their_own_precision(
    store: Store, operator: str, value: Literal, expected: list[Term]
) -> None:
    dates = (Literal("1950-05-01", XSD + "date"), Literal("1950", XSD + "gYear"),
             Literal("1951-01-01T00:00:00Z", XSD + "dateTime"))  # fmt: skip
    load(store, plain(*((who, P, date) for who, date in zip((A, B, C), dates, strict=True))))
    assert store.members(Has(Step(P), Compare(operator, value))) == expected  # type: ignore[arg-type]


def test_numbers_compare_exactly(store: Store) -> None:
    large = "9007199254740993"
    load(store, plain((A, P, number(large)), (B, P, Literal("9007199254740992", XSD + "double"))))
    assert store.members(Has(Step(P), Compare("=", Literal(large + ".0", XSD + "decimal")))) == [A]


@pytest.mark.parametrize(
    ("where", "why"),
    [
        (Not(Is((A,))), "Not stands alone"),
        (And((Not(Is((A,))),)), "no positive part"),
        (Or((Is((A,)), Not(Is((B,))))), "Not stands alone"),
        (AtLeast(3, (Is((A,)),)), "3 of 1"),
        (AtLeast(0, (Is((A,)),)), "0 of 1"),
        (Compare(">", number("1")), "outside a Has"),
        (Every(Step(P), Compare(">", number("1"))), "outside a Has"),
        (Top(Is((A,)), P, n=0), "n must be 1 or more"),
    ],
)
def test_what_denotes_no_set_is_refused_with_the_reason(
    store: Store, where: Where, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        store.members(where)
    with pytest.raises(ValueError, match=why):
        store.count(where)


ODD = ["nul\x00in it", 'quote " and \\ back', "line\nbreak\r\ttab", "'; DROP TABLE x; --", "`tick`",
       "Ä\u0308 𐍈 \u202e", "", " ", "{$x}", "\x7f\x01"]  # fmt: skip


def test_odd_characters_survive(store: Store) -> None:
    load(store, plain(*((A, P, Literal(text)) for text in ODD)))
    assert {fact.object for fact in store.facts(ANY)} == {Literal(text) for text in ODD}
    for text in ODD:
        assert store.members(Has(Step(P), Is((Literal(text),)))) == [A]
        assert store.members(Has(Step(P), Compare("=", Literal(text)))) == [A]


def test_a_lone_surrogate_is_refused_and_changes_nothing(store: Store) -> None:
    load(store, plain((A, P, B)))
    before = store.snapshot()
    with pytest.raises(InputError, match="surrogate"):
        load(store, [(write_term(A), write_term(P), '"bad \ud800"', "")])
    assert store.snapshot() == before


def test_a_large_set_of_terms_is_one_question(store: Store) -> None:
    load(store, plain((A, P, B), (C, P, A)))
    many = tuple(IRI(f"{E}n{number}") for number in range(40_000))
    assert store.members(Has(Step(P), Is((*many, B)))) == [A]
    assert store.count(Or(tuple(Has(Step(P), Is((term,))) for term in (*many[:600], B)))) == 1


def test_explain_gives_the_query_and_its_parameters(store: Store) -> None:
    load(store, plain((A, P, B)))
    query, parameters = store.explain(And((Has(Step(P), Is((B,))), OfType((C,)))))
    assert E not in query
    assert write_term(B) in str(parameters) or B.value in str(parameters)


def test_explained_text_depends_on_the_shape_only(store: Store) -> None:
    load(store, plain((A, P, B)))
    texts = {store.explain(Has(Step(P), Is((term,))))[0] for term in (A, B, IRI(E + "x` OR '1"))}
    assert len(texts) == 1
