"""One test for each row of the small nasty inputs in tests/data/loading that concerns reading."""

from __future__ import annotations

import resource
import time
from pathlib import Path

import pytest

from ontorag.errors import SourceError, SyntaxInSourceError
from ontorag.sources import Loadable, open_sources
from ontorag.values import IRI, RDF, Literal, Triple, read_term

CASES = Path(__file__).parents[1] / "data" / "loading"
EX = "http://ex.org/"
STRICT = {"strict": True}
Quads = list[tuple[str, str, str, str]]


def read(name: str, **options: object) -> tuple[Quads, Loadable]:
    (loadable,) = open_sources(CASES / name, source=name, **options)  # type: ignore[arg-type]
    return list(loadable.quads), loadable


def codes(loadable: Loadable) -> list[tuple[str, int | None]]:
    return [(finding.code, finding.line) for finding in loadable.findings]


def refusal(name: str, **options: object) -> SyntaxInSourceError:
    with pytest.raises(SyntaxInSourceError) as raised:
        read(name, **options)
    return raised.value


def literals(quads: Quads) -> list[Literal]:
    terms = [read_term(quad[2]) for quad in quads]
    return [term for term in terms if isinstance(term, Literal)]


def test_01_an_iri_with_a_space_is_kept_as_written_and_reported_with_its_line() -> None:
    quads, loadable = read("01space_iri.ttl")
    assert [quad[0] for quad in quads] == ["<http://ex.org/a b>", "<http://ex.org/ok>"]
    assert codes(loadable) == [("invalid-iri", 4)]
    assert loadable.findings[0].iri == "http://ex.org/a b"
    assert refusal("01space_iri.ttl", **STRICT).line == 4


def test_01_strict_and_keep_going_skips_only_the_broken_statement() -> None:
    quads, loadable = read("01space_iri.ttl", strict=True, keep_going=True)
    assert [quad[0] for quad in quads] == ["<http://ex.org/ok>"]
    assert codes(loadable) == [("broken-statement", 4)]


def test_02_an_umlaut_and_its_percent_encoding_stay_two_properties() -> None:
    quads, _ = read("02umlaut_local.ttl")
    assert {quad[1] for quad in quads} == {f"<{EX}loyalität>", f"<{EX}loyalit%C3%A4t>"}


@pytest.mark.parametrize("name", ["04bom.ttl", "05bom.nt"])
@pytest.mark.parametrize("options", [{}, STRICT])
def test_04_05_a_byte_order_mark_is_stripped_and_noted(
    name: str, options: dict[str, object]
) -> None:
    quads, loadable = read(name, **options)
    assert quads == [(f"<{EX}a>", f"<{EX}p>", f"<{EX}b>", "")]
    assert codes(loadable) == [("byte-order-mark", 1)]


def test_06_utf_16_is_decoded_by_its_mark() -> None:
    quads, _ = read("06utf16.ttl")
    assert literals(quads) == [Literal("ä")]


def test_07_latin_1_is_refused_with_the_byte_and_read_with_its_encoding_named() -> None:
    with pytest.raises(SourceError, match=r"byte \d+ .*0xE4.*encoding=") as raised:
        read("07latin1.ttl")
    at = (CASES / "07latin1.ttl").read_bytes().index(b"\xe4")
    assert f"byte {at} " in str(raised.value)
    with pytest.raises(SourceError, match=f"byte {at} "):
        read("07latin1.ttl", keep_going=True)
    quads, _ = read("07latin1.ttl", encoding="iso-8859-1")
    assert literals(quads) == [Literal("Bärbel")]


def test_08_relative_iris_are_resolved_against_the_name_of_the_source() -> None:
    quads, loadable = read("08rel_nobase.ttl")
    base = "urn:ontorag:source/08rel_nobase.ttl/"
    assert quads == [(f"<{base}a>", f"<{base}p>", f"<{base}#b>", "")]
    assert codes(loadable) == [("relative-iri", 1)] * 3
    assert "--base" in loadable.findings[0].advice
    assert "--base" in str(refusal("08rel_nobase.ttl", **STRICT))


def test_08_a_base_that_is_named_is_used_in_both_readings_without_a_finding() -> None:
    for options in ({}, STRICT):
        quads, loadable = read("08rel_nobase.ttl", base="http://b.example/x", **options)
        assert quads == [
            ("<http://b.example/a>", "<http://b.example/p>", "<http://b.example/x#b>", "")
        ]
        assert loadable.findings == []


def test_08_no_folder_of_the_machine_gets_into_an_iri() -> None:
    (loadable,) = open_sources(CASES.resolve() / "08rel_nobase.ttl")
    assert next(loadable.quads)[0] == "<urn:ontorag:source/08rel_nobase.ttl/a>"


def test_09_an_undeclared_prefix_is_refused_with_line_and_name() -> None:
    error = refusal("09undecl_prefix.ttl")
    assert (error.line, error.column) == (2, 6)
    assert "'foo:' is not declared" in str(error)
    assert "\n    ex:a foo:p ex:b .\n         ^\n" in str(error)


def test_10_language_tags_are_equal_without_case() -> None:
    quads, _ = read("10langcase.ttl")
    assert {quad[2] for quad in quads} == {'"x"@en', '"y"@de-at'}


def test_11_an_overlong_language_tag_is_kept_and_reported() -> None:
    quads, loadable = read("11longlang.ttl")
    assert quads[0][2] == '"x"@zh-classical'
    assert codes(loadable) == [("invalid-language-tag", 4)]
    assert refusal("11longlang.ttl", **STRICT).line == 4


def test_12_dates_are_kept_exactly_and_only_the_30th_of_february_is_reported() -> None:
    quads, loadable = read("12dates.ttl")
    assert [each.lexical for each in literals(quads)] == [
        "2020-02-30",
        "-0044-03-15",
        "2020-01-01T24:00:00",
        "2020-01-01T00:00:00.123456789Z",
        "12345-01-01",
    ]
    assert codes(loadable) == [("ill-typed-literal", 4)]
    assert '"2020-02-30"' in loadable.findings[0].message


def test_14_a_nul_is_kept() -> None:
    quads, _ = read("14nul.ttl")
    assert literals(quads) == [Literal("a\0b")]
    assert quads[0][2] == '"a\0b"'


def test_16_a_broken_line_is_refused_with_its_number_or_skipped_when_asked() -> None:
    assert refusal("16badline.nt").line == 2
    assert refusal("16badline.nt", **STRICT).line == 2
    quads, loadable = read("16badline.nt", keep_going=True)
    assert [each.lexical for each in literals(quads)] == ["1", "2"]
    assert codes(loadable) == [("broken-statement", 2)]
    assert "this is broken" in loadable.findings[0].message


def test_18_an_annotation_is_kept_as_a_statement_about_the_fact() -> None:
    quads, _ = read("18rdf12.ttl")
    fact = Triple(IRI(EX + "a"), IRI(EX + "p"), IRI(EX + "b"))
    reifier = quads[1][0]
    assert read_term(quads[1][2]) == fact
    assert quads[1][1] == f"<{RDF}reifies>"
    assert quads[2] == (reifier, f"<{EX}src>", '"wiki"', "")


def test_20_one_triple_in_two_graphs_is_two_quads() -> None:
    quads, _ = read("20trig.trig")
    assert len({quad[:3] for quad in quads}) == 1
    assert {quad[3] for quad in quads} == {"", f"<{EX}g1>"}


def test_21_nested_entities_are_refused_at_once() -> None:
    started, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert "entity 'b' is made of other entities" in str(refusal("21laughs.rdf"))
    assert time.perf_counter() - started < 10  # expanded, they would be gigabytes
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_22_an_external_entity_is_refused_and_nothing_of_it_appears() -> None:
    error = refusal("22xxe.rdf")
    assert "entity 'x' is read from elsewhere" in str(error)
    assert Path("/etc/hostname").read_text(encoding="utf-8").strip() not in str(error)


def test_23_rdf_id_without_a_base_is_as_a_relative_iri() -> None:
    quads, loadable = read("23rdfid_nobase.rdf")
    assert quads[0][0] == "<urn:ontorag:source/23rdfid_nobase.rdf/#thing1>"
    assert codes(loadable) == [("relative-iri", 1)]
    error = refusal("23rdfid_nobase.rdf", **STRICT)
    assert error.line == 1
    assert "--base" in str(error)


def test_25_quotes_in_an_iri_are_kept_and_reported() -> None:
    quads, loadable = read("25quote_iri.nt")
    assert quads[0][0] == '<http://ex.org/John_"J"_S>'
    assert codes(loadable) == [("invalid-iri", 1)]
    assert refusal("25quote_iri.nt", **STRICT).line == 1


@pytest.mark.parametrize("options", [{}, STRICT, {"keep_going": True}])
def test_27_an_empty_file_gives_no_statement_and_no_error_here(options: dict[str, object]) -> None:
    quads, loadable = read("27empty.ttl", **options)
    assert quads == []
    assert loadable.findings == []


def test_28_a_line_break_in_a_literal_survives() -> None:
    quads, loadable = read("28crlf_longstr.ttl")
    assert literals(quads) == [Literal("l1\r\nl2")]
    assert loadable.findings == []


def test_30_flat_entities_are_expanded() -> None:
    quads, _ = read("30entity_ns.rdf")
    assert quads == [(f"<{EX}A>", f"<{RDF}type>", "<http://www.w3.org/2002/07/owl#Class>", "")]


def test_31_predicates_that_end_in_a_number_load() -> None:
    quads, _ = read("31uri_ncname.ttl")
    assert [quad[1] for quad in quads] == [f"<{EX}0000240>", f"<{EX}123/>"]


def test_32_a_text_of_a_language_without_a_tag_loads_and_is_reported() -> None:
    quads, loadable = read("32langstring_notag.nt")
    assert [each.lexical for each in literals(quads)] == ["x"]
    assert codes(loadable) == [("missing-language-tag", 1)]
    assert refusal("32langstring_notag.nt", **STRICT).line == 1


def test_a_list_whose_rest_is_itself_ends() -> None:
    quads, _ = read("cyclist.nt")
    looped = [quad for quad in quads if quad[1] == f"<{RDF}rest>"]
    assert len(quads) == 6
    assert looped[0][0] == looped[0][2]


def test_both_edges_of_a_cycle_and_both_views_of_a_pun_are_kept() -> None:
    assert len(read("cyc.nt")[0]) == 4
    assert len(read("pun.nt")[0]) == 3
