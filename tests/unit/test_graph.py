"""The knowledge graph: loading, dropping, looking up, drawing surroundings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from worlds import read_cases

import ontorag
from ontorag.embeddings import VectorCache
from ontorag.errors import (
    EmptyOntologyError,
    InputError,
    SyntaxInSourceError,
    UnknownNameError,
)
from ontorag.stores.base import Pattern
from ontorag.values import IRI

ROOT = Path(__file__).parents[2]
ONTOLOGIES = ROOT / "ontologies"
TRIPLES = [tuple(triple) for triple in read_cases("lotr.json")["triples"]]
EX = "http://example.org/"


def test_the_load_report_counts_what_was_loaded(tmp_path: Path) -> None:
    with ontorag.open(tmp_path / "g.db") as graph:
        report = graph.load(ONTOLOGIES / "lotr.ttl")
        assert report.classes == 9
        assert report.quads == report.added
        assert dict(report.labels)["de"] == dict(report.labels)["en"]
        again = graph.load(ONTOLOGIES / "lotr.ttl")
        assert (again.added, again.removed) == (0, 0)


def test_the_csv_has_31_facts_between_28_nodes() -> None:
    with ontorag.load(ONTOLOGIES / "lotr_triples.csv") as graph:
        facts, _ = graph.everything()
        nodes = {term for fact in facts for term in (fact.subject, fact.object)}
        assert (len(facts), len(nodes)) == (31, 28)
        assert graph.info().facts == 31
        around, _ = graph.around(graph.find("Frodo"))
        assert len(around) == 6


def test_python_triples_and_their_dirty_copy_are_the_same_31() -> None:
    dirty = [(f" {s}\u00a0", p, o.replace(" ", "  ")) for s, p, o in TRIPLES] * 2
    with ontorag.load(TRIPLES) as clean, ontorag.load(dirty) as other:
        assert set(clean.store.statements()) == set(other.store.statements())
        assert clean.info().facts == 31


def test_a_newer_version_of_a_source_replaces_the_older(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("Ada,kann,Schach\nBob,kann,Go\n", encoding="utf-8")
    with ontorag.open(tmp_path / "g.db") as graph:
        graph.load(file, source="people")
        graph.load([("Ada", "kann", "Schach")], source="other")
        file.write_text("Bob,kann,Dame\n", encoding="utf-8")
        report = graph.load(file, source="people")
        assert (report.added, report.removed) == (1, 1)
        assert graph.info().facts == 2
        assert graph.drop("people") == 1
        assert [source.name for source in graph.sources()] == ["other"]


def test_a_load_that_fails_leaves_the_graph_as_it_was(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.ttl", tmp_path / "bad.ttl"
    good.write_text("<urn:a> <urn:b> <urn:c> .", encoding="utf-8")
    bad.write_text("<urn:a> <urn:b> <urn:d> .\n<urn:a> <urn:b> .", encoding="utf-8")
    with ontorag.open(tmp_path / "g.db") as graph:
        graph.load(TRIPLES, source="lotr")
        before = graph.store.snapshot()
        with pytest.raises(SyntaxInSourceError, match=r"bad\.ttl line 2"):
            graph.load([good, bad])
        assert graph.store.snapshot() == before
        assert graph.info().facts == 31


@pytest.mark.parametrize(
    "text", ["", "@prefix : <urn:x:> .", "<urn:o> a <http://www.w3.org/2002/07/owl#Ontology> ."]
)
def test_nothing_to_ask_about_is_an_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "empty.ttl"
    file.write_text(text, encoding="utf-8")
    with ontorag.open(tmp_path / "g.db") as graph:
        graph.load(TRIPLES, source="lotr")
        graph.clear()
        with pytest.raises(EmptyOntologyError, match=r"empty\.ttl"):
            graph.load(file)
        assert graph.sources() == []


def test_a_name_is_found_by_iri_curie_label_and_local_name() -> None:
    with ontorag.load(ONTOLOGIES / "lotr.ttl") as graph:
        frodo = graph.find("Frodo")
        assert isinstance(frodo, IRI)
        assert graph.find(frodo.value) == graph.find(f"<{frodo.value}>") == frodo
        assert graph.find(graph.curie(frodo.value)) == frodo
        assert graph.find("hatSkill") == graph.find("has skill")
        with pytest.raises(UnknownNameError, match=r"did you mean .*Frodo"):
            graph.find("Frodoo")


def test_a_name_of_two_things_lists_them() -> None:
    triples = [(f"{EX}a", "http://www.w3.org/2000/01/rdf-schema#label", "Bank"),
               (f"{EX}b", "http://www.w3.org/2000/01/rdf-schema#label", "Bank"),
               (f"{EX}a", f"{EX}near", f"{EX}b")]  # fmt: skip
    labels = {"literals": ["http://www.w3.org/2000/01/rdf-schema#label"]}
    with ontorag.load(triples, **labels) as graph, pytest.raises(UnknownNameError, match="means 2"):
        graph.find("Bank")


def test_surroundings_reach_as_far_as_asked() -> None:
    with ontorag.load([("a", "to", "b"), ("b", "to", "c"), ("c", "to", "d")]) as graph:
        assert len(graph.around(graph.find("a"), hops=1)[0]) == 1
        assert len(graph.around(graph.find("a"), hops=2)[0]) == 2
        with pytest.raises(InputError, match="hops is 0"):
            graph.around(graph.find("a"), hops=0)


def test_an_address_of_no_store_says_which_there_are() -> None:
    with pytest.raises(InputError, match="neo4j://host:7687"):
        ontorag.open("http://example.org/graph")


def test_dropping_the_last_source_leaves_an_empty_graph(tmp_path: Path) -> None:
    with ontorag.open(tmp_path / "g.db") as graph:
        graph.load(TRIPLES, source="lotr")
        assert graph.drop("lotr") == 31
        assert graph.store.count_facts(Pattern()) == 0
        with pytest.raises(UnknownNameError, match="no source 'lotr'"):
            graph.drop("lotr")


READING = """
import os, sys
import ontorag
from ontorag.embeddings import VectorCache
from ontorag.errors import StoreAccessError
from pathlib import Path
with ontorag.load([("Frodo", "hatSkill", "Mut")]) as graph:  # imports all, while it may
    ontorag.OntoRAG(graph, embeddings=None).ask("Wer hat Mut?")
if os.getuid() == 0:
    os.setgid(65534), os.setuid(65534)
with ontorag.open(sys.argv[1]) as graph:
    try:
        answer = ontorag.OntoRAG(graph, embeddings=None).ask(sys.argv[2]).answer
    except StoreAccessError as error:
        print(error)
    else:
        print(answer.status, answer.text)
        print(len(VectorCache(Path(sys.argv[1])).get("p", ["one"])))
"""


def asked_by_nobody(file: Path) -> subprocess.CompletedProcess[str]:
    """Ask a file as a user who may write neither it nor its folder."""
    folder = file.parent
    closed = [path for path in folder.parents if path.stat().st_mode & 0o005 != 0o005]
    modes = {path: path.stat().st_mode for path in (file, folder, *closed)}
    try:
        for path in closed:
            path.chmod(modes[path] | 0o055)
        file.chmod(0o444)
        folder.chmod(0o555)
        return subprocess.run(
            [sys.executable, "-c", READING, str(file), "Welche Charaktere haben Heimlichkeit?"],
            capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    finally:
        for path, mode in modes.items():
            path.chmod(mode)


def test_a_store_that_may_only_be_read_can_be_asked(tmp_path: Path) -> None:
    file = tmp_path / "only" / "graph.db"
    file.parent.mkdir()
    with ontorag.open(file) as graph:
        graph.load(ONTOLOGIES / "lotr.ttl")
        VectorCache(file).put("p", {"one": [1.0, 0.0]})
    done = asked_by_nobody(file)
    assert done.stdout.startswith("answered Frodo"), done.stderr
    assert done.stdout.endswith("\n1\n"), "vectors that were kept are read"
    assert [path.name for path in file.parent.iterdir()] == ["graph.db"]


def test_a_store_that_may_only_be_read_says_when_its_index_is_out_of_date(tmp_path: Path) -> None:
    file = tmp_path / "only" / "graph.db"
    file.parent.mkdir()
    with ontorag.open(file) as graph:
        graph.load([("Frodo", "hatFähigkeit", "Heimlichkeit")], source="one")
        with graph.store.writing() as writer:
            writer.drop("one")
    done = asked_by_nobody(file)
    assert "out of date" in done.stdout, done.stderr
    assert f"with the right to write (ontorag info --kg {file})" in done.stdout
