"""Archives, addresses, imports, and graphs of other libraries."""

from __future__ import annotations

import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest

import ontorag
from ontorag.errors import SourceError, SourceNotFoundError
from ontorag.sources import Loadable, open_sources
from ontorag.sources.fetching import fetch, is_public

TURTLE = "<urn:a> <urn:p> 'x' ."


def quads(loadable: Loadable) -> set[tuple[str, ...]]:
    return {quad[:3] for quad in loadable.quads}


# ── archives ──────────────────────────────────────────────────────────────────────────────


def packed(path: Path, **members: str | bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), text)
    return path


def test_the_only_member_of_an_archive_is_named_like_it(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", a_ttl=TURTLE)
    (loadable,) = open_sources(path)
    assert loadable.source.name == loadable.source.location == path.as_posix()
    assert quads(loadable) == {("<urn:a>", "<urn:p>", '"x"')}


def test_each_member_of_an_archive_is_a_source(tmp_path: Path) -> None:
    path = packed(
        tmp_path / "a.zip", sub__b_nt='<urn:a> <urn:p> "y" .', a_ttl=TURTLE, c_png=b"\x89PNG"
    )
    first, second = open_sources(path)
    assert [each.source.name for each in (first, second)] == [f"{path}/a.ttl", f"{path}/sub/b.nt"]
    assert [finding.code for finding in first.findings] == ["skipped-file"]
    assert quads(second) == {("<urn:a>", "<urn:p>", '"y"')}


def test_an_archive_in_a_folder_is_opened_and_reloaded(tmp_path: Path) -> None:
    packed(tmp_path / "a.zip", a_ttl=TURTLE, b_ttl="<urn:b> <urn:p> 'y' .")
    (tmp_path / "c.ttl").write_text(TURTLE, encoding="utf-8")
    with ontorag.load(tmp_path) as graph:
        names = [each.name for each in graph.sources()]
        assert names == ["a.zip/a.ttl", "a.zip/b.ttl", "c.ttl"]


def test_a_source_from_an_archive_is_reloaded_from_it(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", a_ttl=TURTLE, b_ttl="<urn:b> <urn:p> 'y' .")
    with ontorag.load(path) as graph:
        packed(path, a_ttl=TURTLE, b_ttl="<urn:b> <urn:p> 'z' .")
        report = graph.reload()
        assert (report.quads, report.added, report.removed) == (2, 1, 1)


def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", a_ttl=b" " * (100 << 20))
    with pytest.raises(SourceError, match="unpacks to more than 250 times its size"):
        open_sources(path)


def test_a_bomb_whose_header_lies_is_refused(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", a_ttl=b" " * (100 << 20))
    data = path.read_bytes().replace((100 << 20).to_bytes(4, "little"), (9).to_bytes(4, "little"))
    path.write_bytes(data)
    with pytest.raises(SourceError, match=r"damaged|unpacks to more"):
        open_sources(path)


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"a_png": b"\x89PNG"}, "holds nothing that can be read"),
        ({"mimetype": "application/vnd.oasis"}, "office document"),
        ({}, "holds nothing|damaged|empty|binary|neither"),
    ],
)
def test_an_archive_without_ontologies_is_refused(
    tmp_path: Path, members: dict[str, bytes], said: str
) -> None:
    with pytest.raises(SourceError, match=said):
        open_sources(packed(tmp_path / "a.zip", **members))


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", a_ttl=TURTLE * 100)
    path.write_bytes(path.read_bytes()[:80])
    with pytest.raises(SourceError, match="damaged"):
        open_sources(path)


# ── addresses ─────────────────────────────────────────────────────────────────────────────


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/a.ttl")
            self.end_headers()
            return
        self.send_response(200 if self.path != "/gone" else 404)
        self.send_header("Content-Type", "text/turtle")
        self.end_headers()
        self.wfile.write(TURTLE.encode() + b" " * (5_000 if self.path == "/large" else 0))

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def served() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def test_an_address_is_fetched_only_when_that_is_asked_for() -> None:
    with pytest.raises(SourceError, match="allow_url"):
        open_sources("https://example.org/a.ttl")


def test_nothing_is_fetched_from_this_machine_or_a_private_network() -> None:
    with served() as server, pytest.raises(SourceError, match="private network"):
        open_sources(server + "/a.ttl", allow_url=True)
    for address in ("10.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:127.0.0.1", "0.0.0.0"):
        assert not is_public(address), address


def test_a_redirect_is_checked_like_the_address_itself() -> None:
    calls: list[str] = []

    def only_once(address: str) -> bool:
        calls.append(address)
        return len(calls) == 1

    with served() as server, pytest.raises(SourceError, match="private network"):
        fetch(server + "/moved", is_allowed=only_once)
    assert calls == ["127.0.0.1", "127.0.0.1"]


def test_a_fetched_file_is_read_by_its_media_type() -> None:
    with served() as server:
        member, media_type = fetch(server + "/moved", is_allowed=lambda address: True)
    assert media_type == "text/turtle"
    assert member.path.read_text(encoding="utf-8") == TURTLE
    assert member.location == server + "/moved"


def test_what_is_too_large_or_not_there_is_refused() -> None:
    with served() as server:
        with pytest.raises(SourceError, match="larger than"):
            fetch(server + "/large", is_allowed=lambda address: True, largest=1_000)
        with pytest.raises(SourceError, match="replies 404"):
            fetch(server + "/gone", is_allowed=lambda address: True)
        with pytest.raises(SourceError, match="takes too long"):
            fetch(server + "/a.ttl", is_allowed=lambda address: True, longest=-1)


@pytest.mark.parametrize(
    ("address", "said"),
    [("ftp://a/b", "no http"), ("http:///a", "no http"), ("http://me:pw@a/b", "password")],
)
def test_odd_addresses_are_refused(address: str, said: str) -> None:
    with pytest.raises(SourceError, match=said):
        fetch(address)


# ── imports ───────────────────────────────────────────────────────────────────────────────

HEADER = """@prefix owl: <http://www.w3.org/2002/07/owl#> .
<http://ex.org/{name}> a owl:Ontology {imports} .
<urn:{name}> a owl:Class ."""
CATALOG = """<?xml version="1.0"?>
<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
  <uri name="http://ex.org/b" uri="sub/other.ttl"/>
  <rewriteURI uriStartString="http://re.org/" rewritePrefix="./sub/"/>
  <uri name="http://ex.org/outside" uri="../outside.ttl"/>
  <uri name="http://ex.org/web" uri="https://example.org/web.ttl"/>
</catalog>"""


def ontology(path: Path, name: str, *imports: str) -> Path:
    listed = "".join(f"; owl:imports <{each}> " for each in imports)
    path.parent.mkdir(exist_ok=True)
    path.write_text(HEADER.format(name=name, imports=listed), encoding="utf-8")
    return path


def loaded(path: Path, **options: object) -> tuple[list[str], list[str | None]]:
    with ontorag.open(path.parent / "store.db") as graph:
        report = graph.load(path, **options)  # type: ignore[arg-type]
        missing = [each.iri for each in report.findings if each.code == "unresolved-import"]
        return [Path(each).name for each in report.sources], missing


def test_imports_are_found_by_catalog_by_name_and_by_header(tmp_path: Path) -> None:
    root = ontology(
        tmp_path / "a.ttl", "a", "http://ex.org/b", "http://re.org/c.ttl", "http://x.org/d#",
        "http://ex.org/e",
    )  # fmt: skip
    (tmp_path / "catalog-v001.xml").write_text(CATALOG, encoding="utf-8")
    ontology(tmp_path / "sub" / "other.ttl", "b")
    ontology(tmp_path / "sub" / "c.ttl", "c")
    ontology(tmp_path / "d.ttl", "d")
    ontology(tmp_path / "quite-different.ttl", "e")
    assert loaded(root) == (
        ["a.ttl", "other.ttl", "c.ttl", "d.ttl", "quite-different.ttl"], []
    )  # fmt: skip


def test_imports_in_a_circle_end(tmp_path: Path) -> None:
    root = ontology(tmp_path / "a.ttl", "a", "http://ex.org/b")
    ontology(tmp_path / "b.ttl", "b", "http://ex.org/c")
    ontology(tmp_path / "c.ttl", "c", "http://ex.org/a", "http://ex.org/b", "http://ex.org/c")
    assert loaded(root) == (["a.ttl", "b.ttl", "c.ttl"], [])


def test_missing_imports_are_named_and_nothing_outside_is_read(tmp_path: Path) -> None:
    wanted = ["http://ex.org/outside", "http://ex.org/web", "http://nowhere.org/x"]
    root = ontology(tmp_path / "in" / "a.ttl", "a", *wanted)
    (root.parent / "catalog-v001.xml").write_text(CATALOG, encoding="utf-8")
    ontology(tmp_path / "outside.ttl", "outside")
    assert loaded(root) == (["a.ttl"], wanted)


def test_imports_are_left_alone_when_not_wanted(tmp_path: Path) -> None:
    root = ontology(tmp_path / "a.ttl", "a", "http://ex.org/b")
    ontology(tmp_path / "b.ttl", "b")
    assert loaded(root, imports=False) == (["a.ttl"], [])


def test_what_the_store_holds_already_is_not_missing(tmp_path: Path) -> None:
    ontology(tmp_path / "there" / "b.ttl", "b")
    root = ontology(tmp_path / "a.ttl", "a", "http://ex.org/b")
    with ontorag.load(tmp_path / "there" / "b.ttl") as graph:
        assert graph.load(root).findings == ()


def test_a_catalog_with_entities_is_not_read(tmp_path: Path) -> None:
    root = ontology(tmp_path / "a.ttl", "a", "http://ex.org/b")
    bomb = CATALOG.replace("<catalog ", '<!DOCTYPE c [<!ENTITY e "x">]><catalog ', 1)
    (tmp_path / "catalog-v001.xml").write_text(bomb, encoding="utf-8")
    ontology(tmp_path / "sub" / "other.ttl", "b")
    assert loaded(root) == (["a.ttl"], ["http://ex.org/b"])


# ── graphs of other libraries ─────────────────────────────────────────────────────────────


def test_a_networkx_graph_becomes_statements_with_qualifiers() -> None:
    graph = nx.DiGraph()
    graph.add_node("Anna", label="Anna Berg", age=41)
    graph.add_edge("Anna", "Python", relation="kann", level="Experte")
    graph.add_edge("Anna", "Berlin")
    with ontorag.load(graph) as kg:
        facts = {(str(f.predicate).rpartition("#")[2], str(f.object)) for f in kg.everything()[0]}
        assert ("age", "41") in facts
        assert ("related%20to", "urn:ontorag:data#Berlin") in facts
        assert str(kg.find("Anna Berg")) == "urn:ontorag:data#Anna"
        (skill,) = [f for f in kg.everything()[0] if str(f.object).endswith("Python")]
        assert [str(q.value) for q in skill.qualifiers] == ["Experte"]


def test_an_undirected_edge_is_stated_both_ways() -> None:
    (loadable,) = open_sources(nx.Graph([("a", "b")]))
    assert {(s[-2], o[-2]) for s, _, o in quads(loadable)} == {("a", "b"), ("b", "a")}


def test_the_key_of_a_multigraph_names_the_property() -> None:
    graph = nx.MultiDiGraph()
    graph.add_edge("a", "b", key="knows")
    graph.add_edge("a", "b", key="likes")
    (loadable,) = open_sources(graph)
    assert {p for _, p, _ in quads(loadable)} == {
        "<urn:ontorag:data#knows>", "<urn:ontorag:data#likes>",
    }  # fmt: skip


@pytest.mark.parametrize("kind", [ox.Store, ox.Dataset])
def test_a_pyoxigraph_store_is_loaded_with_its_graphs(kind: type) -> None:
    store = kind()
    a, p, g = (ox.NamedNode(f"urn:{each}") for each in "apg")
    store.add(ox.Quad(a, p, ox.Literal("x", language="EN"), g))
    store.add(ox.Quad(a, p, ox.BlankNode("n")))
    (loadable,) = open_sources(store, source="store")
    found = sorted(loadable.quads)
    assert ("<urn:a>", "<urn:p>", '"x"@en', "<urn:g>") in found
    assert [quad[2][:2] for quad in found if quad[3] == ""] == ["_:"]


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFoundError, match="holds nothing that can be read"):
        open_sources(tmp_path)
