"""Tables, JSON Lines, Python triples and rdflib graphs, cleaned and typed."""

from __future__ import annotations

import datetime
import io
import random
import unicodedata
from decimal import Decimal
from pathlib import Path

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from ontorag import names
from ontorag.errors import SourceError, SyntaxInSourceError
from ontorag.sources import Loadable, open_sources
from ontorag.sources.cells import clean
from ontorag.sources.rows import split_rows
from ontorag.values import IRI, XSD, BlankNode, Literal, Quad, Triple, read_term

ROOT = Path(__file__).parents[2]
LOTR = ROOT / "ontologies" / "lotr_triples.csv"
Quads = list[tuple[str, str, str, str]]


def read(what: object, **options: object) -> tuple[Quads, Loadable]:
    (loadable,) = open_sources(what, **options)  # type: ignore[arg-type]
    return list(loadable.quads), loadable


def table(text: str, **options: object) -> tuple[Quads, Loadable]:
    return read(io.StringIO(text), **{"media_type": "text/csv", **options})


def spellings(quads: Quads) -> list[tuple[str, ...]]:
    return [tuple(names.spelling_of(term[1:-1]) or term for term in quad[:3]) for quad in quads]


def lines(loadable: Loadable) -> list[tuple[str, int | None]]:
    return [(each.code, each.line) for each in loadable.findings]


# The example


def test_the_example_has_31_facts_about_28_nodes() -> None:
    quads, loadable = read(LOTR)
    assert len(set(quads)) == 31
    assert len({term for quad in quads for term in (quad[0], quad[2])}) == 28
    assert loadable.findings == []


def test_a_dirty_copy_of_the_example_loads_as_the_same() -> None:
    rows = [line.split(",") for line in LOTR.read_text(encoding="utf-8").splitlines()[1:]]
    picks = random.Random(7)
    dirt = ["", " ", "  ", "\u00a0", "\t", "\u200b", "\ufeff ", "\u2003"]

    def dirty(cell: str) -> str:
        inner = picks.choice([" ", "  ", "\u00a0", " \u200b\u00a0"])
        cell = unicodedata.normalize(picks.choice(["NFC", "NFD"]), cell.replace(" ", inner))
        return picks.choice(dirt) + cell + picks.choice(dirt)

    triples = [tuple(map(dirty, row)) for row in rows * 3]
    picks.shuffle(triples)
    clean_quads = set(read(LOTR)[0])
    assert set(read(triples)[0]) == clean_quads
    text = "subject|predicate|object\n" + "\n".join("|".join(row) for row in triples)
    assert set(table(text)[0]) == clean_quads


@given(st.text(max_size=12))
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert once == once.strip()


def test_cleaning_folds_spaces_and_removes_what_has_no_width() -> None:
    assert clean("\u200bFro\u200bdo\u00a0 \t selbst\ufeff") == "Frodo selbst"
    assert clean("a\u0308") == "ä"
    assert clean(" \u00a0\u200b") == ""


# How tables are written


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
@pytest.mark.parametrize("header", ["", "Subject{0}predicate{0}OBJECT\n"])
def test_the_delimiter_is_seen_in_the_content(sign: str, header: str) -> None:
    text = header.format(sign) + f"Frodo{sign}hat{sign}Ring\nSam{sign}hat{sign}Seil\n"
    assert spellings(table(text)[0]) == [("Frodo", "hat", "Ring"), ("Sam", "hat", "Seil")]


def test_names_with_commas_and_quotes_between_bars_are_kept() -> None:
    text = (
        '"Weird Al" Yankovic|sang|Eat It, Fat, and others\n'
        "Me, Myself & Irene|starred_actors|Jim Carrey\n"
        '\'night, Mother|has_tags|"Heroes"\n'
        "$9.99|release_year|2008\n"
    )
    quads, loadable = table(text)
    assert spellings(quads)[0] == ('"Weird Al" Yankovic', "sang", "Eat It, Fat, and others")
    assert spellings(quads)[2] == ("'night, Mother", "has_tags", '"Heroes"')
    assert quads[3][2] == f'"2008"^^<{XSD}integer>'
    assert loadable.findings == []


def test_quoted_cells_hold_delimiters_quotes_and_line_breaks() -> None:
    text = 'subject,predicate,object\r\n"a, b",p,"say ""x"""\r\n"two\r\nlines",p,c\r\n'
    assert spellings(table(text)[0]) == [("a, b", "p", 'say "x"'), ("two lines", "p", "c")]


def test_a_stray_quote_is_a_letter_where_the_row_works_out_and_refused_by_strict() -> None:
    text = 'a,b,c\n"Weird Al" Yankovic,sang,Eat It\n"d,e,f\ng,h,i\n'
    quads, loadable = table(text)
    assert spellings(quads)[1:] == [
        ('"Weird Al" Yankovic', "sang", "Eat It"),
        ('"d', "e", "f"),
        ("g", "h", "i"),
    ]
    assert [(code, line) for code, line in lines(loadable)] == [("stray-quote", 2)]
    with pytest.raises(SyntaxInSourceError) as raised:
        table(text, strict=True)
    assert raised.value.line == 2


@given(st.lists(st.tuples(*[st.text(st.sampled_from('a",\n ;'), min_size=1)] * 3), min_size=1))
def test_what_the_csv_module_quotes_is_split_again(rows: list[tuple[str, str, str]]) -> None:
    written = "\n".join(
        ",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows
    )
    split = split_rows(io.StringIO(written), ",", quoted=True)
    assert [tuple(row.cells) for row in split] == rows


def test_columns_are_found_by_their_titles_and_others_reported() -> None:
    text = "id,object,subject,predicate,graph\n1,o,s,p,g\n2,o,s,p,\n"
    quads, loadable = table(text)
    assert spellings(quads) == [("s", "p", "o")] * 2
    assert [quad[3] for quad in quads] == [f"<{names.DATA}g>", ""]
    assert lines(loadable) == [("unread-column", 1)]


def test_a_wrong_number_of_cells_is_an_error_with_its_line_or_a_finding() -> None:
    text = "a,b,c\nd,e,f\ng,h\ni,j,k,l\nm,,o\n"
    with pytest.raises(SyntaxInSourceError, match="expected 3 cells, found 2") as raised:
        table(text)
    assert raised.value.line == 3
    quads, loadable = table(text, keep_going=True)
    assert len(quads) == 2
    assert lines(loadable) == [("broken-row", 3), ("broken-row", 4), ("empty-cell", 5)]


def test_two_columns_are_refused_with_what_a_table_needs() -> None:
    with pytest.raises(SyntaxInSourceError, match="subject, predicate, object"):
        table("a,b\nc,d\n")


def test_an_empty_table_gives_nothing() -> None:
    assert table("")[0] == []
    assert table("subject,predicate,object\n")[0] == []


# What a cell is


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("2008", f'"2008"^^<{XSD}integer>'),
        ("-007", f'"-007"^^<{XSD}integer>'),
        ("1.50", f'"1.50"^^<{XSD}decimal>'),
        ("1e5", f'"1e5"^^<{XSD}double>'),
        ("2020-02-29", f'"2020-02-29"^^<{XSD}date>'),
        ("2020-02-29T12:00:00Z", f'"2020-02-29T12:00:00Z"^^<{XSD}dateTime>'),
        ("2020-02-30", f"<{names.DATA}2020-02-30>"),
        ("3 Musketiere", f"<{names.DATA}3%20Musketiere>"),
        ("http://e.example/a", "<http://e.example/a>"),
        ("<mailto:a@b.example>", "<mailto:a@b.example>"),
        ("urn:isbn:1", "<urn:isbn:1>"),
        ("owl:Class", "<http://www.w3.org/2002/07/owl#Class>"),
        ("Star Trek: Picard", f"<{names.DATA}Star%20Trek%3A%20Picard>"),
        ("foo:bar", f"<{names.DATA}foo%3Abar>"),
        ("http://e.example/ a page", f"<{names.DATA}http%3A%2F%2Fe.example%2F%20a%20page>"),
    ],
)
def test_an_object_is_a_literal_an_iri_or_a_node(cell: str, text: str) -> None:
    assert read([("s", "p", cell)])[0][0][2] == text


def test_a_property_may_say_that_its_objects_are_literals() -> None:
    for name in ("hatSkillLevel", names.mint("hatSkillLevel")):
        quads, _ = read(LOTR, literal_predicates=[name])
        levels = {quad[2] for quad in quads if quad[1].endswith("hatSkillLevel>")}
        assert levels == {'"Experte"', '"Fortgeschritten"'}


def test_nodes_are_minted_injectively() -> None:
    cells = ["C", "C++", "C#", "c", "a b", "a%20b", "a_b", "ä"]
    quads, _ = read([(cell, "p", "o") for cell in cells])
    assert len({quad[0] for quad in quads}) == len(cells)
    assert [spelling[0] for spelling in spellings(quads)] == cells


def test_an_invalid_iri_is_kept_and_reported() -> None:
    quads, loadable = read([('http://e.example/"J"', "p", "o")])
    assert quads[0][0] == '<http://e.example/"J">'
    assert [each.code for each in loadable.findings] == ["invalid-iri"]


# Python


def test_python_values_become_terms() -> None:
    values = [
        1, True, 1.5, Decimal("1.50"), datetime.date(2020, 1, 2),
        datetime.datetime(2020, 1, 2, 3, 4, 5), IRI("urn:o"), Literal("x", "", "DE"),
    ]  # fmt: skip
    quads, _ = read([("s", IRI("urn:p"), value) for value in values])
    assert [quad[2] for quad in quads] == [
        f'"1"^^<{XSD}integer>',
        f'"true"^^<{XSD}boolean>',
        f'"1.5"^^<{XSD}double>',
        f'"1.50"^^<{XSD}decimal>',
        f'"2020-01-02"^^<{XSD}date>',
        f'"2020-01-02T03:04:05"^^<{XSD}dateTime>',
        "<urn:o>",
        '"x"@de',
    ]
    assert {quad[1] for quad in quads} == {"<urn:p>"}


def test_quads_triples_and_rows_of_four_are_statements() -> None:
    quads, _ = read([
        Quad(IRI("urn:a"), IRI("urn:b"), Literal("c"), IRI("urn:g")),
        Triple(IRI("urn:a"), IRI("urn:b"), Triple(IRI("urn:a"), IRI("urn:b"), BlankNode("x"))),
        ["a", "b", "c", "g"],
    ])  # fmt: skip
    assert quads[0] == ("<urn:a>", "<urn:b>", '"c"', "<urn:g>")
    assert isinstance(read_term(quads[1][2]), Triple)
    assert quads[2][3] == f"<{names.DATA}g>"


def test_triples_are_named_by_their_content_in_any_order() -> None:
    rows = [("a", "b", "c"), ("d", "e", "f")]
    name = read(rows)[1].source.name
    assert name.startswith("triples-")
    assert read(iter(reversed(rows)))[1].source.name == name
    assert read(set(rows))[1].source.name == name
    assert read([*rows, ("g", "h", "i")])[1].source.name != name
    assert read(rows, source="mine")[1].source.name == "mine"


def test_blank_nodes_of_two_lists_of_triples_differ() -> None:
    one, _ = read([(BlankNode("x"), "p", BlankNode("y"))])
    again, _ = read([(BlankNode("x"), "p", BlankNode("y"))])
    other, _ = read([(BlankNode("x"), "q", BlankNode("y"))])
    assert one == again
    assert not {one[0][0], one[0][2]} & {other[0][0], other[0][2]}
    assert one[0][0] != one[0][2]


def test_missing_values_are_reported_and_left_out() -> None:
    quads, loadable = read(
        [("a", "b", None), ("a", "b", float("nan")), ("a", "", "c"), ("a", "b", "c")]
    )
    assert len(quads) == 1
    assert [each.code for each in loadable.findings] == ["empty-cell"] * 3


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("a", 1, "c"), "1 .int. cannot be a subject"),
        ((Literal("x"), "b", "c"), "is a literal"),
        (("a", BlankNode("x"), "c"), "the predicate .* is not a name or an IRI"),
        (("a", "b", {"c": 1}), "cannot be an object"),
        (("a", "b"), "is not a triple"),
        (("a", "b", Literal("\ud800")), "half a character"),
        (("a", "b", IRI("urn:x>y")), "is not an IRI"),
        (("a", "b", Decimal("1e999999999")), "cannot be an object"),
    ],
)
def test_a_bad_triple_is_named_by_its_number(row: tuple[object, ...], said: str) -> None:
    with pytest.raises(SourceError, match=f"triple 2: .*{said}"):
        read([("a", "b", "c"), row])
    quads, loadable = read([("a", "b", "c"), row], keep_going=True)
    assert len(quads) == 1
    assert [(each.code, each.severity) for each in loadable.findings] == [("broken-row", "error")]


def test_json_lines_are_objects_or_arrays() -> None:
    text = '{"subject": "a", "predicate": "b", "object": true}\n\n["a", "b", 1.5, "g"]\n["a", "b"\n'
    quads, loadable = read(io.StringIO(text), media_type="jsonl", keep_going=True)
    assert [quad[2] for quad in quads] == [f'"true"^^<{XSD}boolean>', f'"1.5"^^<{XSD}double>']
    assert lines(loadable) == [("broken-row", 4)]
    with pytest.raises(SyntaxInSourceError, match="not JSON") as raised:
        read(io.StringIO(text), media_type="jsonl")
    assert raised.value.line == 4


# rdflib


def test_an_rdflib_graph_is_read_with_its_terms() -> None:
    graph = rdflib.Graph()
    graph.parse(data='<urn:a> <urn:p> "c"@DE, 1, <urn:o>, [ <urn:q> "x" ] .', format="turtle")
    quads, loadable = read(graph)
    assert {quad[2] for quad in quads if quad[0] == "<urn:a>" and quad[2][:2] != "_:"} == {
        '"c"@de',
        f'"1"^^<{XSD}integer>',
        "<urn:o>",
    }
    blank = next(quad[2] for quad in quads if quad[2][:2] == "_:")
    assert (blank, "<urn:q>", '"x"', "") in quads
    assert loadable.source.name.startswith("triples-")
    assert sorted(read(graph)[0]) == sorted(quads)


def test_an_rdflib_dataset_keeps_its_graphs() -> None:
    data = rdflib.Dataset()
    data.parse(data="<urn:g> { <urn:a> <urn:b> <urn:c> } <urn:a> <urn:b> <urn:d> .", format="trig")
    assert set(read(data)[0]) == {
        ("<urn:a>", "<urn:b>", "<urn:c>", "<urn:g>"),
        ("<urn:a>", "<urn:b>", "<urn:d>", ""),
    }


def test_terms_of_rdflib_are_read_in_plain_triples() -> None:
    row = (rdflib.URIRef("urn:a"), "b", rdflib.Literal("5", datatype=rdflib.XSD.byte))
    assert read([row])[0] == [("<urn:a>", f"<{names.DATA}b>", f'"5"^^<{XSD}byte>', "")]
