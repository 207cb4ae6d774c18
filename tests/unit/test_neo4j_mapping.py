"""Names, terms and queries of the Neo4j store, without a server."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from ontorag import names
from ontorag.errors import TermError
from ontorag.stores.base import EVERYTHING, Scope
from ontorag.stores.neo4j.compile import compile_count, compile_members, ghosts
from ontorag.stores.neo4j.journal import Journal, Load, View
from ontorag.stores.neo4j.mapping import (
    check_term,
    ident_of,
    literal_properties,
    sortable,
    statement_bytes,
    text_of,
)
from ontorag.stores.neo4j.naming import (
    chosen_name,
    class_label,
    default_name,
    prefix_of,
    property_key,
    quote,
    relationship_type,
)
from ontorag.stores.neo4j.native import native_properties, native_value
from ontorag.values import (
    IRI,
    RDF,
    XSD,
    And,
    Compare,
    Every,
    Has,
    Is,
    Literal,
    Not,
    Or,
    QualifierCondition,
    Source,
    Step,
    Top,
    Triple,
    Where,
    write_term,
)

E = "http://e/"
A, B, P = IRI(E + "a"), IRI(E + "b"), IRI(E + "p")
TICKED = "HAS`) DETACH DELETE n //"
LANGUAGE_STRING = RDF + "langString"


def journal(*loads: Load) -> Journal:
    types = {P.value: TICKED, RDF + "type": "TYPE", RDF + "reifies": "REIFIES"}
    return Journal(epoch=3, loads=loads, types=types, predicates={v: k for k, v in types.items()})


def view(scope: Scope = EVERYTHING, *loads: Load) -> View:
    return View.of(journal(*loads), scope)


@pytest.mark.parametrize(
    ("iri", "expected"),
    [
        ("urn:ontorag:data#hatSkill", "HATSKILL"),
        ("urn:ontorag:data#loyalität", "LOYALITÄT"),
        ("http://e/ns#groß", "GROSS"),
        ("http://e/ns#has-part", "HAS_PART"),
        ("http://e/ns#2nd", "_2ND"),
        (RDF + "type", "TYPE"),
    ],
)
def test_a_relationship_type_is_the_local_name_in_capitals(iri: str, expected: str) -> None:
    assert relationship_type(iri, ()) == expected


def test_a_property_without_a_local_name_gets_a_hash() -> None:
    name = relationship_type("http://e/ns#!!!", ())
    assert name.startswith("P_")
    assert len(name) == 10


def test_the_next_property_of_a_name_gets_its_prefix_then_a_hash() -> None:
    taken = ["NAME"]
    taken.append(relationship_type("http://xmlns.com/foaf/0.1/name", taken))
    taken.append(relationship_type("http://xmlns.com/foaf/0.1/#name", taken))
    assert taken[1] == "FOAF_NAME"
    assert taken[2].startswith("NAME_")
    assert relationship_type("http://e/ns#gross", ["GROSS"]) == "NS_GROSS"


def test_what_ontorag_itself_uses_is_not_given_away() -> None:
    assert relationship_type("http://example.org/reifies", ()) == "EX_REIFIES"
    assert class_label("http://example.org/Literal", ()) == "EX_Literal"
    assert class_label("http://example.org/OntoragLoad", ()) == "EX_OntoragLoad"
    assert property_key("http://example.org/loads", ()) == "ex_loads"


def test_a_prefix_is_the_usual_one_or_a_word_of_the_namespace() -> None:
    assert prefix_of("http://www.w3.org/2004/02/skos/core#broader") == "skos"
    assert prefix_of("http://www.example.org/onto/v2/name") == "onto"
    assert prefix_of("http://other.org/name") == "other"


def test_quoting_doubles_backticks() -> None:
    assert quote("a`b``c") == "`a``b````c`"


def test_the_name_is_the_preferred_german_label_else_the_spoken_local_name() -> None:
    pref, label = names.SKOS_PREF_LABEL, names.RDFS_LABEL
    assert chosen_name([(label, "de", "Elf"), (pref, "en", "elf")]) == "elf"
    assert chosen_name([(label, "en", "elf"), (label, "de-AT", "Elf")]) == "Elf"
    assert chosen_name([(label, "fr", "elfe"), (label, None, "ELF")]) == "ELF"
    assert chosen_name([(label, "de", " ")]) is None
    assert default_name("http://e/ns#hatSkill", is_property=True) == "hat skill"
    assert default_name(names.mint("Orks am Fluss")) == "Orks am Fluss"
    assert default_name("_:b") is None
    assert len(default_name(E + "x" * 5_000) or "") == 1_000


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("07", "integer", 7),
        ("9223372036854775808", "integer", "9223372036854775808"),
        ("tall", "integer", "tall"),
        ("1.5", "decimal", 1.5),
        ("INF", "double", "INF"),
        ("0", "boolean", False),
        ("1950-13-01", "date", "1950-13-01"),
        ("x", "anyURI", "x"),
    ],
)
def test_native_values_are_text_where_neo4j_has_none(
    text: str, kind: str, expected: object
) -> None:
    value = native_value(Literal(text, XSD + kind))
    assert value == expected
    assert type(value) is type(expected)


def test_several_values_are_a_list_and_a_mixed_one_is_text() -> None:
    numbers = [Literal("1", XSD + "integer"), Literal("2", XSD + "integer")]
    assert native_properties("k", numbers) == {"k": [1, 2]}
    assert native_properties("k", [*numbers, Literal("x")]) == {"k": ["1", "2", "x"]}
    assert native_properties("k", []) == {}


def test_times_with_and_without_a_zone_are_mixed() -> None:
    there, here = "2020-01-01T10:00:00Z", "2020-01-01T10:00:00"
    times = [Literal(text, XSD + "dateTime") for text in (there, here)]
    assert native_properties("k", times) == {"k": [here, there]}
    assert native_properties("k", times[:1]) == {"k": datetime(2020, 1, 1, 10, tzinfo=timezone.utc)}


@pytest.mark.parametrize(
    "term",
    [
        A,
        Literal("01", XSD + "integer"),
        Literal("a\nb\x00"),
        Literal("Elf", LANGUAGE_STRING, "de"),
        Literal("x", RDF + "dirLangString", "ar", "rtl"),
        Triple(A, P, Triple(A, P, Literal("x"))),
    ],
    ids=write_term,
)
def test_terms_come_back_as_they_went_in(term: IRI | Literal | Triple) -> None:
    text = write_term(term)
    keys = ("value", "datatype", "language", "direction")
    if isinstance(term, IRI):
        assert text_of(ident_of(text), None) == text
    elif isinstance(term, Literal):
        kept = literal_properties(term)
        assert text_of(None, [*map(kept.get, keys), None]) == text
    else:
        assert text_of(None, [None, None, None, None, text]) == text


def test_keys_are_short_and_of_their_kind() -> None:
    texts = ['"' + "x" * 100_000 + '"', write_term(Triple(A, P, B)), '"x"', '"x"@de']
    idents = [ident_of(text) for text in texts]
    assert len(set(idents)) == 4
    assert max(map(len, idents)) <= 34
    assert [ident[:2] == "<<" for ident in idents] == [False, True, False, False]


def test_sortable_text_orders_by_utf_16_as_code_points_do() -> None:
    texts = ["a", "\ud7ff", "\ue000", "\ufffd", "\uffff", "\uffff!", "\U00010000", "\U0001f600x"]
    by_units = sorted(map(sortable, texts), key=lambda text: text.encode("utf-16-be"))
    assert by_units == [sortable(text) for text in sorted(texts)]


def test_what_no_store_can_keep_is_refused() -> None:
    with pytest.raises(TermError, match="at most 7000"):
        check_term(f"<{E}{'ä' * 3_600}>")
    with pytest.raises(TermError, match="blank node"):
        check_term("<_:b>")
    with pytest.raises(TermError, match="surrogate"):
        statement_bytes(("<http://e/a>", "<http://e/p>", '"\ud800"', ""))


HAS = Has(Step(P), Is((A,)))
WHERES: list[Where] = [
    HAS,
    And((HAS, Has(Step(P), Is((B,))), Has(Step(P, inverse=True), Is((Literal("x"),))))),
    And((Has(Step(P)), Not(HAS), Every(Step(P), Is((A, B))))),
    Or((HAS, Has(Step(P), Compare("<", Literal("secret"))))),
    Has(Step(P), None, (QualifierCondition(P, Is((Literal("secret"),))),)),
    Top(Has(Step(P)), P, scale=(A, Literal("secret"))),
]


@pytest.mark.parametrize("where", WHERES, ids=lambda where: type(where).__name__)
@pytest.mark.parametrize(
    "scope", [Scope(), Scope(frozenset({"http://e/g"}), frozenset({"secret.ttl"}))]
)
def test_no_datum_and_no_unquoted_name_is_in_a_query(where: Where, scope: Scope) -> None:
    load = Load(4, "live", Source("secret.ttl"))
    for write in (compile_members, compile_count):
        query, parameters = write(view(scope, load), where)
        assert "secret" not in query
        assert E not in query
        assert TICKED not in query
        assert "`HAS``) DETACH DELETE n //`" in query
        assert all(f"${name}" in query for name in parameters)


def test_the_text_of_a_query_depends_on_the_shape_only() -> None:
    def text(term: IRI | Literal) -> str:
        return compile_members(view(), And((Has(Step(P), Is((term,))), Has(Step(P)))))[0]

    assert text(A) == text(IRI(E + "x`"))
    assert text(A) != text(Literal("x"))


def test_all_live_loads_need_no_condition_and_an_open_one_does() -> None:
    live, opened = Load(4, "live", Source("one")), Load(5, "open", Source("two"))
    quiet, _ = compile_members(view(Scope(), live), HAS)
    busy, parameters = compile_members(view(Scope(), live, opened), HAS)
    assert "loads" not in quiet
    assert "coalesce" in busy
    assert parameters["loads"] == [0, 4]


def test_an_unknown_property_matches_nothing_without_naming_it() -> None:
    query, parameters = compile_members(view(), Has(Step(IRI(E + "unknown")), Is((A,))))
    assert "WHERE false" in query
    assert parameters == {}


def test_a_view_sees_the_statements_of_its_scope() -> None:
    one, two = Load(4, "live", Source("one")), Load(5, "live", Source("two"))
    assert view(Scope(), one, two).seen([4, 5], None) == [(4, ""), (5, "")]
    only = Scope(frozenset({"http://e/g"}), frozenset({"two"}))
    assert view(only, one, two).seen([4, 5, 5], ["http://e/g", "", "http://e/g"]) == [
        (5, "http://e/g")
    ]
    assert view(Scope(), one).seen(None, None) == [(0, "")]
    assert view(Scope(sources=frozenset({"one"})), one).seen(None, None) == []


def test_members_without_a_statement_are_those_that_are_named_and_not_excluded() -> None:
    assert ghosts(And((Is((A, B)), Not(Is((B,)))))) == [A]
    assert ghosts(And((Is((A,)), Has(Step(P))))) == []
    assert ghosts(Or((Is((A,)), HAS))) == [A]
