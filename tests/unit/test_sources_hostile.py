"""Files made to exhaust or to mislead: refused in seconds, with what and where, nothing stored."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import ontorag
from ontorag.errors import SourceError
from ontorag.sources import open_sources

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
LONG, DEEP, SECONDS = 200 << 20, 20_000, 10.0
AROUND = {
    "a.ttl": ('<urn:a> <urn:p> """', '""" .'),
    "a.nt": ('<urn:a> <urn:p> "', '" .'),
    "a.rdf": (
        f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:e="urn:e:"><e:C><e:p>', "</e:p></e:C></rdf:RDF>"
    ),
    "a.jsonld": ('{"@id":"urn:a","urn:p":"', '"}'),
    "a.csv": ("subject,predicate,object\na,b,", "\n"),
    "a.obo": ("format-version: 1.4\n[Term]\nid: X:1\nname: ", "\n"),
    "a.ofn": ('Ontology(<urn:o> AnnotationAssertion(rdfs:label <urn:a> "', '"))'),
    "a.owx": (
        '<Ontology xmlns="http://www.w3.org/2002/07/owl#"><AnnotationAssertion>'
        '<AnnotationProperty IRI="urn:p"/><IRI>urn:a</IRI><Literal>',
        "</Literal></AnnotationAssertion></Ontology>",
    ),
    "a.json": ('{"graphs":[{"id":"urn:o","nodes":[{"id":"urn:a","lbl":"', '"}]}]}'),
    "a.jsonl": ('["a","b","', '"]\n'),
}  # fmt: skip
NESTED = {
    "a.ttl": "<urn:a> <urn:p> " + "<<( <urn:a> <urn:p> " * DEEP + "1" + " )>>" * DEEP + " .",
    "a.nt": "<urn:a> <urn:p> " + "<<( <urn:a> <urn:p> " * DEEP + "<urn:b>" + " )>>" * DEEP + " .",
    "a.jsonld": '{"@id":"urn:a","urn:p":' + '{"urn:p":' * DEEP + "1" + "}" * DEEP + "}",
    "a.json": '{"graphs":' + "[" * DEEP + "1" + "]" * DEEP + "}",
    "a.jsonl": '["a","b",' + "[" * DEEP + "1" + "]" * DEEP + "]\n",
}
FLAT = {
    "a.ttl": "<urn:a> <urn:p> " + "[ <urn:p> " * DEEP + "1" + " ]" * DEEP + " .",
    "b.ttl": "<urn:a> <urn:p> " + "( " * DEEP + "1" + " )" * DEEP + " .",
    "a.rdf": f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:e="urn:e:">'
    + "<e:C><e:p>" * (DEEP // 2) + "</e:p></e:C>" * (DEEP // 2) + "</rdf:RDF>",
}  # fmt: skip


def read(path: Path, **options: object) -> int:
    (loadable,) = open_sources(path, **options)  # type: ignore[arg-type]
    return sum(1 for _ in loadable.quads)


@pytest.mark.parametrize("name", sorted(AROUND))
def test_a_literal_of_200_megabytes_is_refused_in_seconds(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with path.open("wb") as file:
        file.write(AROUND[name][0].encode())
        file.writelines(b"x" * (1 << 20) for _ in range(LONG >> 20))
        file.write(AROUND[name][1].encode())
    started = time.perf_counter()
    with pytest.raises(SourceError, match=rf"{name}.*more than 16 MiB"):
        read(path)
    assert time.perf_counter() - started < SECONDS
    path.unlink()


@pytest.mark.parametrize("name", sorted(NESTED))
def test_nesting_that_parsers_descend_into_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(NESTED[name], encoding="utf-8")
    started = time.perf_counter()
    with pytest.raises(SourceError, match=r"nest"):
        read(path)
    assert time.perf_counter() - started < SECONDS


@pytest.mark.parametrize("name", sorted(FLAT))
def test_deep_nesting_of_plain_nodes_is_just_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(FLAT[name], encoding="utf-8")
    started = time.perf_counter()
    assert read(path) >= DEEP
    assert time.perf_counter() - started < SECONDS


RUBBISH = {
    "a.ttl": b"<urn:a> a <urn:C> .", "b.ttl": b"<urn:b> a <urn:C> , .",
    "c.owl": b"<!DOCTYPE html><html><body>404</body></html>", "d.nt": b"\x7fELF" + bytes(200),
    "e.rdf": b"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:De",
    "f.obo": b"[Term]\nid: X:1\nname: kept\nno clause\n", "g.csv": b"a,b,c\nd\n", "h.jsonld": b"{",
    "i.png": b"\x89PNG\r\n", "notes.txt": b"buy milk",
}  # fmt: skip


def rubbish(folder: Path) -> Path:
    for name, content in RUBBISH.items():
        (folder / name).write_bytes(content)
    return folder


def test_a_folder_of_mixed_rubbish_is_refused_and_nothing_is_stored(tmp_path: Path) -> None:
    with ontorag.open(tmp_path / "store.db") as graph:
        folder = tmp_path / "in"
        folder.mkdir()
        with pytest.raises(SourceError):
            graph.load(rubbish(folder))
        assert graph.sources() == []


def test_errors_are_tolerated_explicitly_and_each_is_listed(tmp_path: Path) -> None:
    with ontorag.open(tmp_path / "store.db") as graph:
        folder = tmp_path / "in"
        folder.mkdir()
        report = graph.load(rubbish(folder), keep_going=True)
        found = {(each.source, each.code) for each in report.findings if each.severity == "error"}
        assert found == {
            ("b.ttl", "broken-statement"), ("c.owl", "unreadable-file"),
            ("d.nt", "unreadable-file"), ("e.rdf", "unreadable-file"),
            ("f.obo", "broken-statement"), ("g.csv", "broken-row"), ("h.jsonld", "unreadable-file"),
        }  # fmt: skip
        assert {each.name for each in graph.sources()} == {"a.ttl", "f.obo", "g.csv", "b.ttl"}
        assert str(graph.find("kept")) == "http://purl.obolibrary.org/obo/X_1"


def test_a_broken_newer_version_leaves_the_old_one_whole(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.ttl").write_text(f"<urn:{name}> a <urn:C> .", encoding="utf-8")
    with ontorag.open(tmp_path / "store.db") as graph:
        graph.load(folder)
        (folder / "b.ttl").write_bytes(b"\x7fELF" + bytes(200))
        graph.load(folder, keep_going=True)
        assert {each.name for each in graph.sources()} == {"a.ttl", "b.ttl"}
        assert str(graph.find("urn:b")) == "urn:b"
