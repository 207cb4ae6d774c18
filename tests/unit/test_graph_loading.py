"""How far a load is, what it is refused for, and that a source is read again as it was read."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import ontorag
from ontorag.errors import FindingsError, SourceError
from ontorag.values import Progress


def lines(count: int, of: str) -> str:
    return "".join(f'<urn:{of}{n}> <urn:p> "{n}" .\n' for n in range(count))


def test_progress_is_told_in_bytes_of_the_files_and_ends_at_their_end(tmp_path: Path) -> None:
    (tmp_path / "a.nt").write_text(lines(12_000, "a"), encoding="utf-8")
    (tmp_path / "b.nt.gz").write_bytes(gzip.compress(lines(12_000, "b").encode()))
    told: list[Progress] = []
    with ontorag.load(tmp_path, progress=told.append):
        pass
    size = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert {each.size for each in told} == {size}
    assert [each.source for each in told] == ["a.nt"] * 3 + ["b.nt.gz"] * 3 + [None]
    assert [each.statements for each in told] == [
        0, 5_000, 10_000, 12_000, 17_000, 22_000, 24_000,
    ]  # fmt: skip
    assert [each.read for each in told] == sorted(each.read for each in told)
    assert told[2].read > told[0].read
    assert told[-1].read == size


def test_findings_of_the_severity_refuse_the_load_and_nothing_is_stored(tmp_path: Path) -> None:
    path = tmp_path / "a.ttl"
    text = '<urn:a> <urn:p> "30"^^<http://www.w3.org/2001/XMLSchema#date> , <urn:x y> .'
    path.write_text("# one line\n" + text, encoding="utf-8")
    with ontorag.open(tmp_path / "store.db") as graph:
        graph.load([("Frodo", "knows", "Sam")], source="old")
        with pytest.raises(FindingsError) as raised:
            graph.load(path, fail_on="warning")
        assert "nothing was loaded, for 2 findings of severity warning or graver" in str(
            raised.value
        )
        assert "a.ttl:2 warning ill-typed-literal" in str(raised.value)
        assert [each.name for each in graph.sources()] == ["old"]
        assert len(graph.load(path, fail_on="error").findings) == 2
        assert len(graph.sources()) == 2


def test_a_source_is_read_again_as_it_was_read(tmp_path: Path) -> None:
    """The encoding, the base and the literal columns of a load count for its reloads too."""
    latin, relative, table = (tmp_path / name for name in ("a.ttl", "b.ttl", "c.csv"))
    latin.write_bytes('<urn:a> <urn:p> "Bärbel" .'.encode("iso-8859-1"))
    relative.write_text("<a> <p> <#b> .", encoding="utf-8")
    table.write_text("subject,predicate,object\nFrodo,age,old\n", encoding="utf-8")
    with ontorag.open(tmp_path / "store.db") as graph:
        graph.load(latin, encoding="iso-8859-1")
        graph.load(relative, base="http://base.example/")
        graph.load(table, literals=["age"])
        before = set(graph.store.statements())
        assert graph.reload().added == 0
        latin.write_bytes('<urn:a> <urn:p> "Bärbel", "Jürgen" .'.encode("iso-8859-1"))
        relative.write_text("<a> <p> <#b>, <c> .", encoding="utf-8")
        table.write_text("subject,predicate,object\nFrodo,age,old\nSam,age,young\n", "utf-8")
    with ontorag.open(tmp_path / "store.db") as graph:
        report = graph.reload()
        assert report.removed == 0
        new = set(graph.store.statements()) - before
        assert {quad[2] for quad in new} >= {'"Jürgen"', "<http://base.example/c>", '"young"'}


def test_a_strict_reading_stays_strict_when_it_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.ttl"
    path.write_text("<urn:a> <urn:p> <urn:b> .", encoding="utf-8")
    with ontorag.open(tmp_path / "store.db") as graph:
        graph.load(path, strict=True)
        path.write_text("<urn:a> <urn:p> <urn:b c> .", encoding="utf-8")
        with pytest.raises(SourceError):
            graph.reload()
        assert len(list(graph.store.statements())) == 1
