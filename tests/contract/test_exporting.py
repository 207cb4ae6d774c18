"""What was loaded comes out again, from both stores and in every format that can say it."""

from __future__ import annotations

import io
import xml.dom.minidom
from pathlib import Path

import pyoxigraph as ox
import pytest

from ontorag.errors import InputError, SourceError, UnknownNameError
from ontorag.graph import KnowledgeGraph
from ontorag.sources import open_sources
from ontorag.stores.base import Store

ROOT = Path(__file__).parents[2]
CASES = sorted((ROOT / "tests" / "data" / "loading").iterdir())
WITH_GRAPHS = ("nq", "trig", "jsonld")
FORMATS = ("ttl", "nt", "rdf", *WITH_GRAPHS)
NASTY = r"""
<urn:a b> <urn:x:p> "x" .
<urn:a> <urn:x:p> "cr\rlf\ntab\tq\"bs\\ü" , "01"^^<http://www.w3.org/2001/XMLSchema#integer> ,
  "1.10"^^<http://www.w3.org/2001/XMLSchema#decimal> , "x"@de-at , "x"@ar--rtl , "" , "  " , "]]>" ,
  "TRUE"^^<http://www.w3.org/2001/XMLSchema#boolean> ,
  "1e0"^^<http://www.w3.org/2001/XMLSchema#double> ,
  " <b>&amp;</b> "^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral> , <urn:x/y;z,(a)> ,
  "v"^^<urn:my type> , [ <urn:x:p> ( "1" [] ) ] , <http://EX.org/../a> , <http://ex.org/%41> .
<urn:a> a <urn:C:12> ; <http://www.w3.org/1999/02/22-rdf-syntax-ns#_1> "li" ; <urn:x:pü> "u" .
"""


def canonical(lines: str) -> set[str]:
    dataset = ox.Dataset(ox.parse(lines, ox.RdfFormat.N_QUADS, lenient=True))
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return {str(quad) for quad in dataset}


def read(what: object, **options: object) -> set[str]:
    (loadable,) = open_sources(what, **options)  # type: ignore[arg-type]
    return canonical("\n".join(" ".join(quad) + " ." for quad in loadable.quads))


def exported(graph: KnowledgeGraph, name: str) -> set[str]:
    stream = io.BytesIO()
    graph.export(stream, format=name)
    return read(io.BytesIO(stream.getvalue()), media_type=name)


def write(graph: KnowledgeGraph, path: Path) -> None:
    """Load a file without asking whether it holds anything that can be named."""
    (loadable,) = open_sources(path)
    with graph.store.writing() as writer:
        writer.replace(loadable.source, loadable.quads)


def loadable(path: Path) -> bool:
    try:
        return bool(read(path))
    except SourceError:
        return False


def test_every_loadable_case_comes_out_as_it_went_in(store: Store) -> None:
    graph = KnowledgeGraph(store)
    cases = [path for path in CASES if path.suffix != ".md" and loadable(path)]
    assert len(cases) == 21
    for path in cases:
        write(graph, path)
        assert exported(graph, "nq") == read(path), path.name
        if path.name == "32langstring_notag.nt":
            assert exported(graph, "rdf") == read(path)
        graph.clear()


@pytest.mark.parametrize("name", FORMATS)
def test_hard_terms_survive_in_every_format(store: Store, tmp_path: Path, name: str) -> None:
    path = tmp_path / "nasty.ttl"
    path.write_text(NASTY, encoding="utf-8", newline="\n")
    graph = KnowledgeGraph(store)
    write(graph, path)
    before = read(path)
    assert len(before) == 25
    assert exported(graph, name) == before


def test_an_annotation_is_exported_again(store: Store) -> None:
    path = ROOT / "tests" / "data" / "loading" / "18rdf12.ttl"
    graph = KnowledgeGraph(store)
    write(graph, path)
    for name in ("ttl", "trig", "nt", "nq", "rdf"):
        assert exported(graph, name) == read(path), name
    with pytest.raises(InputError, match=r"JSON-LD has no triple terms.*TriG"):
        exported(graph, "jsonld")


def test_named_graphs_are_kept_or_the_format_is_refused(store: Store) -> None:
    path = ROOT / "tests" / "data" / "loading" / "20trig.trig"
    graph = KnowledgeGraph(store)
    write(graph, path)
    for name in WITH_GRAPHS:
        assert exported(graph, name) == read(path), name
    with pytest.raises(InputError, match=r"Turtle has no named graphs.*TriG, N-Quads or JSON-LD"):
        exported(graph, "ttl")
    one = io.BytesIO()
    assert graph.export(one, format="ttl", graph="http://ex.org/g1") == 1
    assert b"g1" not in one.getvalue()
    with pytest.raises(UnknownNameError, match="no statements in the graph"):
        graph.export(one, format="ttl", graph="http://ex.org/none")


def test_rdf_xml_is_refused_where_it_cannot_express_a_predicate_or_a_sign(store: Store) -> None:
    graph = KnowledgeGraph(store)
    write(graph, ROOT / "tests" / "data" / "loading" / "31uri_ncname.ttl")
    with pytest.raises(InputError, match=r"cannot express .* predicates.*<http.*JSON-LD instead"):
        exported(graph, "rdf")
    graph.clear()
    write(graph, ROOT / "tests" / "data" / "loading" / "14nul.ttl")
    with pytest.raises(InputError, match=r"U\+0000.*JSON-LD instead"):
        exported(graph, "rdf")


def test_turtle_is_written_with_the_prefixes_of_the_file(store: Store, tmp_path: Path) -> None:
    graph = KnowledgeGraph(store)
    graph.load(ROOT / "ontologies" / "lotr.ttl")
    out = tmp_path / "out.ttl"
    total = graph.export(out)
    text = out.read_text(encoding="utf-8")
    assert "@prefix : <http://example.org/lotr#> ." in text
    assert ":Aragorn :hatSkill :Fuehrung" in text
    assert read(out) == read(ROOT / "ontologies" / "lotr.ttl")
    assert total == len(read(out))


def test_prefixes_outlive_other_loads(store: Store, tmp_path: Path) -> None:
    graph = KnowledgeGraph(store)
    graph.load(ROOT / "ontologies" / "lotr.ttl")
    graph.load([("Frodo", "knows", "Sam")], source="mine")
    graph.drop("mine")
    graph.load([("Frodo", "knows", "Merry")], source="mine")
    again = KnowledgeGraph(store)
    out = tmp_path / "out.ttl"
    again.export(out)
    assert "@prefix : <http://example.org/lotr#> ." in out.read_text(encoding="utf-8")


def test_rdf_xml_is_well_formed(store: Store) -> None:
    graph = KnowledgeGraph(store)
    graph.load(ROOT / "ontologies" / "lotr.ttl")
    stream = io.BytesIO()
    graph.export(stream, format="rdf")
    document = xml.dom.minidom.parseString(stream.getvalue())
    assert document.documentElement.tagName == "rdf:RDF"


def test_one_source_is_exported_alone(store: Store, tmp_path: Path) -> None:
    graph = KnowledgeGraph(store)
    graph.load(ROOT / "ontologies" / "lotr.ttl")
    graph.load([("Frodo", "knows", "Sam")], source="mine")
    stream = io.BytesIO()
    assert graph.export(stream, format="nq", source="mine") == 1
    assert b"Frodo" in stream.getvalue()
    with pytest.raises(UnknownNameError, match="loaded are"):
        graph.export(stream, format="nq", source="yours")


def test_an_export_that_fails_leaves_the_old_file(store: Store, tmp_path: Path) -> None:
    graph = KnowledgeGraph(store)
    write(graph, ROOT / "tests" / "data" / "loading" / "20trig.trig")
    out = tmp_path / "out.ttl"
    out.write_text("old", encoding="utf-8")
    with pytest.raises(InputError):
        graph.export(out)
    assert out.read_text(encoding="utf-8") == "old"
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".out")] == []


def test_a_reload_writes_only_the_difference(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "a.ttl"
    path.write_text("<urn:a> <urn:p> 'x', 'y' .", encoding="utf-8")
    graph = KnowledgeGraph(store)
    graph.load(path)
    assert graph.reload().added == 0
    path.write_text("<urn:a> <urn:p> 'x', 'z' .", encoding="utf-8")
    report = graph.reload(path.as_posix())
    assert (report.quads, report.added, report.removed) == (2, 1, 1)
    with pytest.raises(UnknownNameError, match="loaded are"):
        graph.reload("b.ttl")


def test_a_source_tells_what_its_header_states(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "a.ttl"
    path.write_text(
        """@prefix dct: <http://purl.org/dc/terms/> .
        @prefix owl: <http://www.w3.org/2002/07/owl#> .
        <urn:o> a owl:Ontology ; dct:license <urn:cc0> ; owl:versionInfo "2.1" ; dct:language "de" .
        <urn:other> dct:license <urn:not> .""",
        encoding="utf-8",
    )
    graph = KnowledgeGraph(store)
    graph.load(path)
    graph.load([("Frodo", "knows", "Sam")], source="mine")
    first, second = graph.sources()
    assert (first.licence, first.revision, first.language) == ("urn:cc0", "2.1", "de")
    assert (second.licence, second.revision, second.language) == (None, None, None)


def test_an_unchanged_file_is_not_read_again(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.ttl"
    path.write_text("@prefix e: <urn:e:> . e:a e:p 'x', '2000-02-30'^^e:no, <urn:b c> .", "utf-8")
    graph = KnowledgeGraph(store)
    first = graph.load(path)
    monkeypatch.setattr("ontorag.sources.opening.read_rdf", lambda *_: pytest.fail("it is read"))
    again = KnowledgeGraph(store).load(path)
    assert (again.quads, again.added, again.removed) == (first.quads, 0, 0)
    assert again.findings == first.findings != ()
    assert store.sources()[0].loaded_at == graph.sources()[0].loaded_at


def test_a_source_that_changed_in_the_store_is_read_again(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "a.ttl"
    path.write_text("<urn:a> <urn:p> 'x' .", encoding="utf-8")
    graph = KnowledgeGraph(store)
    graph.load(path)
    graph.load([("Frodo", "knows", "Sam")], source=path.as_posix())
    assert graph.load(path).added == 1
    graph.drop(path.as_posix())
    assert graph.load(path).added == 1
    assert graph.load(path, base="http://ex.org/").added == 0
