"""RDF to texts: identity, blank nodes, errors with their place, guards, reading on."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ontorag.errors import SourceError, SyntaxInSourceError
from ontorag.sources import Loadable, open_sources
from ontorag.values import IRI, XSD, Literal, Triple, read_term, write_term

Quads = list[tuple[str, str, str, str]]
P = "@prefix e: <http://e.example/> .\n"
ROOT = (
    '<?xml version="1.0"?>\n<rdf:RDF xmlns:e="http://e.example/"\n'
    '  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def read(folder: Path, name: str, text: str, **options: object) -> tuple[Quads, Loadable]:
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    options = {"source": name, **options}
    (loadable,) = open_sources(path, **options)  # type: ignore[arg-type]
    return list(loadable.quads), loadable


def refusal(folder: Path, name: str, text: str, **options: object) -> SyntaxInSourceError:
    with pytest.raises(SyntaxInSourceError) as raised:
        read(folder, name, text, **options)
    return raised.value


def place(error: SyntaxInSourceError) -> tuple[int | None, int | None]:
    return error.line, error.column


def subjects(quads: Quads) -> list[str]:
    return [quad[0].rpartition("/")[2].rstrip(">") for quad in quads]


# Identity


@settings(max_examples=150, deadline=None)
@given(
    lexical=st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    language=st.sampled_from([None, "de", "zh-Hant"]),
)
def test_any_literal_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, lexical: str, language: str | None
) -> None:
    literal = Literal(lexical) if language is None else Literal(lexical, "", language)
    line = f"<urn:s> <urn:p> {write_term(literal)} .\n"
    quads, _ = read(tmp_path_factory.getbasetemp(), "odd.nt", line)
    found = read_term(quads[0][2])
    assert isinstance(found, Literal)
    assert found.lexical == lexical
    assert found.language == (language and language.lower())
    assert write_term(found) == quads[0][2]


def test_escapes_are_written_in_the_one_form_of_the_wire(folder: Path) -> None:
    line = r'<urn:s> <urn:p> "\t\b\f\u0001\u00e4\u007f\"\\\n\r" .'
    quads, _ = read(folder, "a.nt", line)
    assert quads[0][2] == '"\t\b\f\x01ä\x7f\\"\\\\\\n\\r"'
    assert read_term(quads[0][2]) == Literal('\t\b\f\x01ä\x7f"\\\n\r')


def test_lexical_forms_datatypes_and_directions_are_kept(folder: Path) -> None:
    quads, _ = read(folder, "a.ttl", P + 'e:a e:p 01, 1.10, "x"^^e:t, "y"@AR--rtl, true .')
    assert [quad[2] for quad in quads] == [
        f'"01"^^<{XSD}integer>',
        f'"1.10"^^<{XSD}decimal>',
        '"x"^^<http://e.example/t>',
        '"y"@ar--rtl',
        f'"true"^^<{XSD}boolean>',
    ]


def test_triple_terms_nest_and_their_blank_nodes_are_renamed(folder: Path) -> None:
    text = '_:x <urn:p> <<( <urn:a> <urn:p> <<( _:x <urn:p> "t\\tz" )>> )>> .\n'
    quads, _ = read(folder, "a.nt", text)
    blank = quads[0][0]
    assert blank.startswith("_:b")
    assert quads[0][2] == f'<<( <urn:a> <urn:p> <<( {blank} <urn:p> "t\tz" )>> )>>'
    term = read_term(quads[0][2])
    assert isinstance(term, Triple)
    assert term.predicate == IRI("urn:p")


def test_prefixes_are_known_when_all_is_read(folder: Path) -> None:
    _, loadable = read(folder, "a.ttl", P + "e:a e:p e:b .")
    assert loadable.prefixes == {"e": "http://e.example/"}


# Blank nodes


def test_blank_nodes_are_the_same_each_time_and_differ_between_sources(folder: Path) -> None:
    text = P + "e:a e:p [ e:q [ ] ], _:x . _:x e:q _:y ."
    first, _ = read(folder, "a.ttl", text)
    again, _ = read(folder, "a.ttl", text)
    other, _ = read(folder, "b.ttl", text)
    assert first == again
    assert len({term for quad in first for term in quad if term.startswith("_:")}) == 4
    blanks = [
        {term for quad in each for term in quad if term[:2] == "_:"} for each in (first, other)
    ]
    assert not blanks[0] & blanks[1]


# Errors with their place


def test_a_missing_dot_is_said_with_line_column_and_caret(folder: Path) -> None:
    error = refusal(folder, "lotr.ttl", P + "e:a e:p e:b\ne:c e:q e:d .")
    assert place(error) == (3, 1)
    assert str(error).startswith("lotr.ttl line 3, column 1: a '.' is missing before this")
    assert "\n    e:c e:q e:d .\n    ^\n" in str(error)
    assert "--keep-going" in str(error)
    assert isinstance(error.__cause__, SyntaxError)


def test_an_unclosed_quote_is_found_where_it_opens(folder: Path) -> None:
    error = refusal(folder, "a.ttl", P + 'e:a e:p "abc .\ne:b e:p "def" .\ne:c e:p "g" .')
    assert place(error) == (2, 9)
    assert "not closed" in str(error)


def test_an_unclosed_iri_is_found_where_it_opens(folder: Path) -> None:
    error = refusal(folder, "a.ttl", P + "e:a e:p <http://x .\ne:c e:q <urn:d> .\n")
    assert place(error) == (2, 9)
    assert "Close it with '>'" in str(error)


def test_a_file_that_is_cut_off_says_so(folder: Path) -> None:
    error = refusal(folder, "a.ttl", P + "e:a e:p e:b ;\n e:q ")
    assert "cut off" in str(error)


def test_a_prefix_that_is_nearly_declared_is_suggested(folder: Path) -> None:
    error = refusal(folder, "a.ttl", "@prefix foaf: <urn:foaf:> .\n<urn:a> foa:name 'x' .")
    assert "Did you mean 'foaf:'?" in str(error)


def test_a_well_known_prefix_is_suggested_with_its_namespace(folder: Path) -> None:
    error = refusal(folder, "a.ttl", "<urn:a> rdfs:label 'x' .")
    assert "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ." in str(error)


@pytest.mark.parametrize(
    ("body", "line", "column", "said"),
    [
        ("<e:C>\n  <f:p>v</f:p></e:C></rdf:RDF>", 5, 3, "the prefix 'f:' is not declared"),
        ("<e:C><e:p>v</e:q></e:C></rdf:RDF>", 4, 12, "</e:q>"),
        ("<e:C>\n<e:p>&no;</e:p></e:C></rdf:RDF>", 5, 10, "the entity 'no' is not declared"),
        ("<e:C>\n<e:p>v</e:p></e:C>", 5, None, "ends before </rdf:RDF>"),
    ],
)
@pytest.mark.parametrize("keep_going", [False, True])
def test_errors_in_rdf_xml_have_their_place_and_stop_reading(
    folder: Path, body: str, line: int, column: int | None, said: str, keep_going: bool
) -> None:
    error = refusal(folder, "a.rdf", ROOT + body, keep_going=keep_going)
    assert place(error) == (line, column)
    assert said in str(error)


def test_comments_behind_the_root_of_rdf_xml_are_its_end_too(folder: Path) -> None:
    text = ROOT + "<!-- a --><e:C/><!-- b --></rdf:RDF>\n<!-- c -->\n<?d e?>\n"
    assert len(read(folder, "a.rdf", text)[0]) == 1


def test_entities_in_single_quotes_and_other_declarations_are_read(folder: Path) -> None:
    text = (
        "<?xml version='1.0'?><!DOCTYPE r:RDF [\n<!-- <!ENTITY --> <!ENTITY e 'http://e.example/'>"
        "<!ELEMENT a (b)> ]>\n"
        "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='http://e.example/'>"
        "<e:C r:about='&e;A'/></r:RDF>"
    )
    assert read(folder, "a.owl", text)[0][0][0] == "<http://e.example/A>"


def test_many_references_to_a_long_entity_are_refused(folder: Path) -> None:
    text = (
        f'<!DOCTYPE r:RDF [<!ENTITY a "{"x" * 999}">]>'
        "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='urn:e:'>"
        f"<e:C><e:p>{'&a;' * 60_000}</e:p></e:C></r:RDF>"
    )
    with pytest.raises(SourceError, match="expand to many times its size"):
        read(folder, "a.rdf", text)


def test_a_remote_context_is_not_fetched(folder: Path) -> None:
    text = '{"@context": "http://127.0.0.1:1/c", "@id": "urn:a", "p": "x"}'
    error = refusal(folder, "a.jsonld", text)
    assert "never fetched" in str(error)
    assert "Write the context into the file" in str(error)


def test_a_local_context_is_read(folder: Path) -> None:
    text = '{"@context": {"p": "http://e.example/p"}, "@id": "urn:a", "p": ["x", 1]}'
    quads, _ = read(folder, "a.jsonld", text)
    assert [quad[2] for quad in quads] == ['"x"', f'"1"^^<{XSD}integer>']


# What would exhaust or crash a parser


@pytest.mark.parametrize("keep_going", [False, True])
@pytest.mark.parametrize("name", ["a.ttl", "a.nt"])
def test_deep_triple_terms_are_refused(folder: Path, name: str, keep_going: bool) -> None:
    deep = 20_000
    text = "<urn:a> <urn:p> " + "<<( <urn:a> <urn:p> " * deep + '"x"' + " )>>" * deep + " .\n"
    with pytest.raises(SourceError, match="more than 100 levels"):
        read(folder, name, text, keep_going=keep_going)


def test_many_triple_terms_side_by_side_are_no_nesting(folder: Path) -> None:
    text = 'e:a e:p <<( e:a e:p "<<( <<(" )>> .\n' * 3_000
    assert len(read(folder, "a.ttl", P + text)[0]) == 3_000


def test_deep_json_is_refused(folder: Path) -> None:
    text = '{"urn:p":' * 20_000 + '"x"' + "}" * 20_000
    with pytest.raises(SourceError, match="more than 100 levels"):
        read(folder, "a.jsonld", text)


@pytest.mark.parametrize(
    "text", ["[ e:p " * 20_000 + '"x"' + "]" * 20_000, "( " * 20_000 + ")" * 20_000]
)
def test_deep_blank_nodes_and_lists_are_read(folder: Path, text: str) -> None:
    assert len(read(folder, "a.ttl", f"{P}e:a e:p {text} .")[0]) > 20_000


def test_a_text_of_more_than_16_mib_is_refused_with_its_line(folder: Path) -> None:
    text = '<urn:a> <urn:p> "y" .\n<urn:a> <urn:p> "' + "x" * (17 << 20) + '" .\n'
    error = refusal(folder, "a.nt", text)
    assert error.line == 2
    assert "16 MiB" in str(error)


# Reading on behind a broken statement

BROKEN = [
    ('e:a e:p "abc\\q def. <urn:x> <urn:y> <urn:z> . e:q" . e:ok e:p e:o .', ["ok"], [2]),
    ('e:a e:p "abc .\ne:ok e:q e:d .\ne:ok2 e:f "x" .', ["ok", "ok2"], [2]),
    ('e:a e:p """abc .\ne:c e:q e:d .', [], [2]),
    ("e:a e:p e:b ; no:q e:r .\n# c\n\ne:ok e:q 1.5 .\n e:a e:p .", ["ok"], [2, 6]),
    ("e:a e:p e:b\ne:c e:q e:d .\ne:ok e:f e:g.", ["ok"], [2]),
    ("e:a e:p [ e:q ! ] . e:ok e:p '''a . b''', e:b\\.c .", ["ok", "ok"], [2]),
]


@pytest.mark.parametrize(("text", "kept", "lines"), BROKEN)
def test_a_broken_statement_is_left_out_whole_and_the_others_kept(
    folder: Path, text: str, kept: list[str], lines: list[int]
) -> None:
    refusal(folder, "a.ttl", P + text)
    quads, loadable = read(folder, "a.ttl", P + text, keep_going=True)
    assert subjects(quads) == kept
    assert [each.line for each in loadable.findings] == lines
    assert {(each.code, each.severity) for each in loadable.findings} == {
        ("broken-statement", "error")
    }


def test_a_prefix_without_its_dot_is_read_and_noted_when_going_on(folder: Path) -> None:
    text = "@prefix e: <http://e.example/>\ne:a e:p e:b .\ne:c e:p !! .\n"
    quads, loadable = read(folder, "a.ttl", text, keep_going=True)
    assert subjects(quads) == ["a"]
    assert [each.line for each in loadable.findings] == [1, 3]


def test_graphs_keep_their_statements_when_going_on(folder: Path) -> None:
    text = P + "e:g { e:a e:p !! . e:b e:p e:c } GRAPH e:h { e:d e:p [ e:q 1 ] } e:x e:p e:y ."
    quads, loadable = read(folder, "a.trig", text, keep_going=True)
    assert {quad[3] for quad in quads} == {
        "<http://e.example/g>",
        "<http://e.example/h>",
        "",
    }
    assert len(quads) == 4
    assert len(loadable.findings) == 1


def test_directives_without_dots_hold_for_what_follows_when_going_on(folder: Path) -> None:
    text = "PREFIX e: <http://e.example/>\ne:a e:p .\nBASE <http://f.example/>\n<b> e:p <c> ."
    quads, _ = read(folder, "a.ttl", text, keep_going=True)
    assert quads == [("<http://f.example/b>", "<http://e.example/p>", "<http://f.example/c>", "")]


def test_a_text_over_the_end_of_its_line_is_read_and_noted(folder: Path) -> None:
    quads, loadable = read(folder, "a.ttl", P + 'e:a e:p """x\ny""" .\ne:a e:p "l1\nl2" .\n')
    assert quads[1][2] == '"l1\\nl2"'
    assert [(each.code, each.line) for each in loadable.findings] == [("line-break-in-text", 4)]


def test_relative_iris_of_n_triples_are_resolved_too(folder: Path) -> None:
    quads, loadable = read(folder, "a.nt", "<a> <urn:p> <#b> .\n")
    base = "urn:ontorag:source/a.nt/"
    assert quads == [(f"<{base}a>", "<urn:p>", f"<{base}#b>", "")]
    assert [each.count for each in loadable.findings] == [1, 1]


def test_findings_of_a_kind_are_listed_up_to_a_hundred_and_then_counted(folder: Path) -> None:
    text = "".join(f'<urn:a {n}> <urn:p> "x" .\n' for n in range(250))
    _, loadable = read(folder, "a.nt", text)
    assert len(loadable.findings) == 101
    assert sum(each.count for each in loadable.findings) == 250
    assert [each.line for each in loadable.findings[:3]] == [1, 2, 3]
