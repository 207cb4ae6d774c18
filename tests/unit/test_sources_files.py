"""Paths, folders, streams, encodings, archives, and what is said when there is nothing to read."""

from __future__ import annotations

import bz2
import gzip
import io
import os
from pathlib import Path

import pytest

from ontorag.errors import SourceError, SourceNotFoundError
from ontorag.sources import files, open_sources

TURTLE = '@prefix e: <http://e.example/> .\ne:a e:p "ä" .\n'
LINE = "<http://e.example/a> <http://e.example/p> <http://e.example/b> .\n"


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


def objects(what: object, **options: object) -> list[str]:
    return [quad[2] for each in open_sources(what, **options) for quad in each.quads]  # type: ignore[arg-type]


def test_a_source_is_named_by_its_path_as_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, "data/pets.ttl", TURTLE)
    monkeypatch.chdir(tmp_path)
    (source,) = (each.source for each in open_sources("./data/pets.ttl"))
    assert (source.name, source.location) == ("data/pets.ttl", "data/pets.ttl")
    assert (source.media_type, source.loaded_at) == ("text/turtle", None)


def test_a_folder_gives_its_readable_members_sorted_and_says_what_it_leaves_out(
    tmp_path: Path,
) -> None:
    for name in ("b.ttl", "a/c.nt", "a/.hidden.ttl"):
        written(tmp_path, name, LINE)
    written(tmp_path, "README.md", "# no data")
    written(tmp_path, "notes.txt", "a, b, c\n")
    written(tmp_path, "graph.txt", LINE)
    opened = open_sources(tmp_path)
    assert [each.source.name for each in opened] == ["a/c.nt", "b.ttl", "graph.txt"]
    assert [each.code for each in opened[0].findings] == ["skipped-file"]
    assert "notes.txt" in opened[0].findings[0].message


def test_members_of_one_name_in_two_folders_stay_two_sources(tmp_path: Path) -> None:
    one = written(tmp_path, "one/a.ttl", TURTLE)
    two = written(tmp_path, "two/a.ttl", TURTLE)
    opened = open_sources([one.parent, two.parent, one.parent])
    assert [each.source.name for each in opened] == ["a.ttl", two.as_posix()]


def test_source_overrides_the_name(tmp_path: Path) -> None:
    path = written(tmp_path, "a.ttl", TURTLE)
    assert [each.source.name for each in open_sources(path, source="pets")] == ["pets"]
    names = [each.source.name for each in open_sources(tmp_path, source="pets")]
    assert names == ["pets/a.ttl"]


def test_a_missing_file_names_the_nearest_that_exists(tmp_path: Path) -> None:
    written(tmp_path, "ontologies/hobbits.ttl", TURTLE)
    with pytest.raises(SourceNotFoundError, match=r"did you mean .*ontologies/hobbits\.ttl\?"):
        open_sources(tmp_path / "ontologies" / "hobits.ttl")
    with pytest.raises(SourceNotFoundError, match=r"did you mean .*ontologies/hobbits\.ttl\?"):
        open_sources(tmp_path / "ontologie" / "hobbits.ttl")


def test_a_folder_without_readable_files_is_refused(tmp_path: Path) -> None:
    written(tmp_path, "README.md", "# no data")
    with pytest.raises(SourceNotFoundError, match="holds nothing that can be read"):
        open_sources(tmp_path)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("", "the path is empty"),
        ("https://example.org/a.ttl", "addresses are fetched only when"),
        (TURTLE, "io.StringIO"),
        ("a\0b.ttl", "there is no file"),
        ("x" * 5000, "there is no file"),
        ([], "nothing to load"),
        ({"a": 1}, "dict cannot be loaded"),
        (b"<a>", "bytes cannot be loaded"),
        (7, "int cannot be loaded"),
        ([7], "is no triple and cannot be opened"),
    ],
)
def test_what_cannot_be_loaded_is_refused_in_words(what: object, said: str) -> None:
    with pytest.raises(SourceError, match=said):
        open_sources(what)


@pytest.mark.skipif(os.name == "nt", reason="devices of Unix")
def test_a_device_is_refused_at_once() -> None:
    with pytest.raises(SourceNotFoundError, match="a device"):
        open_sources("/dev/zero")


def test_a_stream_is_named_by_its_content_and_its_format_seen(tmp_path: Path) -> None:
    (first,) = open_sources(io.BytesIO(LINE.encode()))
    (second,) = open_sources(io.StringIO(LINE))
    assert first.source.name == second.source.name
    assert first.source.name.startswith("triples-")
    assert len(first.source.name) == len("triples-") + 12
    assert first.source.media_type == "application/n-triples"
    assert list(first.quads) == list(second.quads)


def test_archives_of_gzip_and_bzip2_are_unpacked(tmp_path: Path) -> None:
    zipped = written(tmp_path, "a.ttl.gz", gzip.compress(TURTLE.encode()))
    assert objects(zipped) == ['"ä"']
    assert objects(written(tmp_path, "b.ttl.bz2", bz2.compress(TURTLE.encode()))) == ['"ä"']


def test_a_cut_archive_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a.ttl.gz", gzip.compress(os.urandom(3000).hex().encode())[:-900])
    with pytest.raises(SourceError, match="cut off or damaged"):
        objects(path)


def test_an_archive_that_unpacks_out_of_proportion_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_FREE_EXPANSION", 1 << 20)
    bomb = gzip.compress(b"# " + b"a" * (8 << 20) + b"\n")
    with pytest.raises(SourceError, match="250 times its size"):
        objects(written(tmp_path, "bomb.ttl.gz", bomb))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (bytes(range(256)) * 20, "a binary file"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "a picture"),
        (b"PK\x03\x04" + bytes(50), "archive is damaged"),
        (b"SQLite format 3\x00" + bytes(50), "open it instead of loading it"),
        (TURTLE.encode("utf-16-le"), "encoding='utf-16-le'"),
        (TURTLE.encode("utf-16-be"), "encoding='utf-16-be'"),
        (b"<!DOCTYPE html><html></html>", "a web page"),
    ],
)
def test_what_is_no_rdf_text_is_named(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(SourceError, match=said):
        open_sources(written(tmp_path, "a.ttl", content))


def test_the_encoding_that_is_named_is_used(tmp_path: Path) -> None:
    path = written(tmp_path, "a.ttl", TURTLE.encode("windows-1252"))
    assert objects(path, encoding="windows-1252") == ['"ä"']
    with pytest.raises(SourceError, match="no encoding is called 'latn'"):
        objects(path, encoding="latn")


def test_xml_is_decoded_as_it_declares(tmp_path: Path) -> None:
    text = (
        '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="urn:e:">'
        '<e:C rdf:about="urn:a"><e:p>ä</e:p></e:C></rdf:RDF>'
    )
    assert objects(written(tmp_path, "a.rdf", text.encode("latin-1")))[1] == '"ä"'


def test_content_is_believed_over_a_wrong_suffix(tmp_path: Path) -> None:
    assert objects(written(tmp_path, "a.owl", TURTLE)) == ['"ä"']
    rdf = '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></r:RDF>'
    (loadable,) = open_sources(written(tmp_path, "b.ttl", rdf))
    assert list(loadable.quads) == []
    assert [each.code for each in loadable.findings] == ["other-format"]


def test_the_format_may_be_named_by_media_type_or_suffix(tmp_path: Path) -> None:
    path = written(tmp_path, "a.dat", TURTLE)
    assert objects(path, media_type="text/turtle; charset=utf-8") == ['"ä"']
    assert objects(path, media_type="ttl") == ['"ä"']
    with pytest.raises(SourceError, match="'text/nothing' cannot be read"):
        open_sources(path, media_type="text/nothing")
    with pytest.raises(SourceError, match="neither its name nor its content"):
        open_sources(written(tmp_path, "b.dat", "hello"))


def test_nothing_is_read_before_the_quads_are(tmp_path: Path) -> None:
    path = written(tmp_path, "a.ttl", TURTLE)
    (loadable,) = open_sources(path)
    path.write_text("<urn:a> <urn:b> <urn:c> .", encoding="utf-8")
    assert list(loadable.quads) == [("<urn:a>", "<urn:b>", "<urn:c>", "")]
    assert loadable.prefixes == {}
