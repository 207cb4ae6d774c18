"""The embedded store's file: whose it is, who may use it at once, and what survives."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from ontorag.errors import ForeignStoreError, StoreError, TermError
from ontorag.stores.base import ANY, Scope, TextQuad, Written
from ontorag.stores.sqlite import SQLiteStore, open_sqlite
from ontorag.stores.sqlite.connections import connect
from ontorag.stores.sqlite.schema import HEAVY
from ontorag.stores.sqlite.write import SQLiteWriter
from ontorag.values import IRI, RDF, Has, Is, Source, Step

ROOT = Path(__file__).parents[2]


def quads(count: int, name: str = "n") -> Iterator[TextQuad]:
    for number in range(count):
        yield f"<urn:{name}{number}>", "<urn:p>", f'"{number}"', ""


def load(store: SQLiteStore, given: Iterator[TextQuad], name: str = "one.ttl") -> Written:
    with store.writing() as writer:
        return writer.replace(Source(name), given)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "graph.db"


@pytest.fixture
def store(file: Path) -> Iterator[SQLiteStore]:
    opened = open_sqlite(file, wait=0.2)
    yield opened
    opened.close()


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(file)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


# ── crashes ───────────────────────────────────────────────────────────────────────────

LOADING = """
import sys
from ontorag.stores.sqlite import open_sqlite
from ontorag.values import Source
store = open_sqlite(sys.argv[1])
def quads():
    for number in range(int(sys.argv[2])):
        if number == 25_000:
            print("loading", flush=True)
        yield f"<urn:new{number}>", "<urn:p>", f'"{number % 1000}"', ""
with store.writing() as writer:
    writer.replace(Source("one.ttl"), quads())
print("done", flush=True)
"""


def start_loading(file: Path, count: int) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", LOADING, str(file), str(count)],
        stdout=subprocess.PIPE, env=environment, text=True,
    )  # fmt: skip


def test_a_load_killed_in_the_middle_leaves_the_store_as_it_was(
    store: SQLiteStore, file: Path
) -> None:
    load(store, quads(100))
    before, uses = store.snapshot(), store.property_uses()
    store.close()
    process = start_loading(file, 100_000_000)
    assert process.stdout is not None
    assert process.stdout.readline() == "loading\n"
    time.sleep(0.2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    again = open_sqlite(file)
    assert (again.snapshot(), again.property_uses()) == (before, uses)
    assert rows(file, "PRAGMA integrity_check") == [("ok",)]
    assert load(again, quads(101)) == Written(quads=101, added=1, removed=0)
    again.close()


# ── several at once ───────────────────────────────────────────────────────────────────


def test_threads_read_whole_states_while_another_writes(store: SQLiteStore) -> None:
    sizes, seen, wrong = (50, 400), set(), []
    load(store, quads(sizes[0]))
    stop = threading.Event()

    def ask() -> None:
        try:
            while not stop.is_set():
                seen.add(len(store.facts(ANY)))
                assert store.facts(ANY, limit=1) != []
        except (StoreError, sqlite3.Error, AssertionError) as error:
            wrong.append(error)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for turn in range(12):
        load(store, quads(sizes[(turn + 1) % 2]))
    stop.set()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert seen <= set(sizes)
    assert seen


def test_a_second_writer_waits_a_bounded_time_and_is_told(store: SQLiteStore, file: Path) -> None:
    other = open_sqlite(file, wait=0.2)
    with store.writing():
        started = time.monotonic()
        with pytest.raises(StoreError, match="being written by someone else"), other.writing():
            pass
        assert time.monotonic() - started < 2
    with other.writing() as writer:
        assert writer.replace(Source("x"), quads(1)).added == 1
    other.close()


def test_a_file_can_be_opened_and_asked_while_another_writes_it(
    store: SQLiteStore, file: Path
) -> None:
    load(store, quads(3))
    with store.writing() as writer:
        writer.replace(Source("two.ttl"), quads(5, "m"))
        started = time.monotonic()
        other = open_sqlite(file)
        assert other.count_facts(ANY) == 3
        assert time.monotonic() - started < 2
    assert other.count_facts(ANY) == 8
    other.close()


def test_a_store_stays_where_it_was_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_sqlite("graph.db")
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    assert load(store, quads(2)).added == 2
    assert list((tmp_path / "below").iterdir()) == []
    store.close()


def test_two_threads_write_one_after_the_other(file: Path) -> None:
    store = open_sqlite(file)
    threads = [
        threading.Thread(target=load, args=(store, quads(200, name), name)) for name in "abcd"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [source.name for source in store.sources()] == list("abcd")
    assert store.count_facts(ANY) == 800
    store.close()


def test_a_write_within_a_write_is_refused_at_once(store: SQLiteStore) -> None:
    with store.writing(), pytest.raises(StoreError, match="writing already"), store.writing():
        pass


def test_a_stream_outlives_other_reads_and_writes(store: SQLiteStore) -> None:
    load(store, quads(500))
    stream = store.statements()
    first = next(stream)
    load(store, quads(3))
    assert store.count_facts(ANY) == 3
    assert len({first, *stream}) == 500


def test_another_room_may_keep_its_tables_in_the_file(store: SQLiteStore) -> None:
    load(store, quads(5))
    before = store.snapshot()
    other = sqlite3.connect(store.lookup_file, timeout=1)
    other.execute("CREATE TABLE lookup_label (text TEXT)")
    other.execute("INSERT INTO lookup_label VALUES ('kept')")
    other.commit()
    assert store.snapshot() == before
    assert load(store, quads(6)).added == 1
    with store.writing() as writer:
        writer.clear()
    assert other.execute("SELECT text FROM lookup_label").fetchall() == [("kept",)]
    other.close()


# ── whose file it is ──────────────────────────────────────────────────────────────────


def test_a_file_that_is_no_sqlite_file_is_left_untouched(file: Path) -> None:
    file.write_text("@prefix : <urn:> .\n" * 20, encoding="utf-8")
    before = file.read_bytes()
    with pytest.raises(ForeignStoreError, match=r"no SQLite file.*left untouched"):
        open_sqlite(file)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_an_sqlite_file_of_another_program_is_left_untouched(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE person (name TEXT)")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(ForeignStoreError, match="another program"):
        open_sqlite(file)
    assert file.read_bytes() == before


def test_a_file_of_a_newer_ontorag_says_so(store: SQLiteStore, file: Path) -> None:
    store.close()
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(StoreError, match=r"newer ontorag \(file format 99.*Update"):
        open_sqlite(file)


def test_a_folder_and_a_missing_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder"):
        open_sqlite(tmp_path)
    with pytest.raises(StoreError, match="does not exist"):
        open_sqlite(tmp_path / "none" / "graph.db")
    with pytest.raises(StoreError, match="There is no file"):
        open_sqlite(tmp_path / "none.db", create=False)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_becomes_a_store(file: Path) -> None:
    file.touch()
    store = open_sqlite(file)
    assert store.facts(ANY) == []
    store.close()
    assert file.stat().st_size > 0


def test_a_damaged_file_is_told(store: SQLiteStore, file: Path) -> None:
    load(store, quads(5000))
    store.close()
    with file.open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\x55" * (file.stat().st_size - 4096))
    with pytest.raises(StoreError, match="damaged"):
        open_sqlite(file).facts(ANY)


READING = """
import os, sys, urllib.parse  # as_uri needs it, and only root may read some interpreters
from pathlib import Path
from ontorag.errors import StoreAccessError
from ontorag.stores.base import ANY
from ontorag.stores.sqlite import open_sqlite
if os.getuid() == 0:
    os.setgid(65534), os.setuid(65534)
store = open_sqlite(Path(sys.argv[1]))
print(store.read_only, store.count_facts(ANY), len(list(store.statements())))
try:
    with store.writing():
        pass
except StoreAccessError as error:
    print("may only be read" in str(error))
"""


def test_a_file_that_may_only_be_read_can_be_asked(store: SQLiteStore, file: Path) -> None:
    load(store, quads(7))
    store.close()
    file.chmod(0o444)
    folder = file.parent
    closed = [path for path in folder.parents if path.stat().st_mode & 0o005 != 0o005]
    modes = {path: path.stat().st_mode for path in (folder, *closed)}
    try:
        for path in closed:
            path.chmod(modes[path] | 0o055)
        folder.chmod(0o555)
        done = subprocess.run(
            [sys.executable, "-c", READING, str(file)],
            capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    finally:
        for path, mode in modes.items():
            path.chmod(mode)
    assert done.stdout.split() == ["True", "7", "7", "True"], done.stderr
    assert [path.name for path in folder.iterdir()] == ["graph.db"]


# ── the private file ──────────────────────────────────────────────────────────────────


def test_a_private_file_goes_when_it_is_closed() -> None:
    store = open_sqlite()
    folder = store.lookup_file.parent
    load(store, quads(10))
    assert store.count_facts(ANY) == 10
    store.close()
    store.close()
    assert not folder.exists()


def test_a_private_file_goes_when_the_program_ends() -> None:
    code = (
        "from ontorag.stores.sqlite import open_sqlite\n"
        "store = open_sqlite()\nstore.snapshot()\nprint(store.lookup_file)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stderr == ""
    assert not Path(done.stdout.strip()).parent.exists()


def test_a_closed_store_says_so(store: SQLiteStore) -> None:
    store.close()
    with pytest.raises(StoreError, match="is closed"):
        store.snapshot()
    with pytest.raises(StoreError, match="is closed"), store.writing():
        pass


# ── content ───────────────────────────────────────────────────────────────────────────


def test_the_snapshot_is_the_same_after_reopening_and_for_the_same_history(tmp_path: Path) -> None:
    seen = []
    for name in ("a.db", "b.db"):
        store = open_sqlite(tmp_path / name)
        load(store, quads(20))
        load(store, quads(5, "m"), "two.ttl")
        seen.append(store.snapshot())
        store.close()
        again = open_sqlite(tmp_path / name)
        assert again.snapshot() == seen[-1]
        again.close()
    assert seen[0] == seen[1]


def test_what_nothing_uses_any_more_is_removed(store: SQLiteStore, file: Path) -> None:
    triple = "<<( <urn:only> <urn:q> <<( <urn:deep> <urn:q> <urn:z> )>> )>>"
    annotated = ("_:r", f"<{RDF}reifies>", triple, "<urn:g>")
    load(store, iter([annotated, *quads(50)]))
    load(store, quads(3), "two.ttl")
    with store.writing() as writer:
        writer.drop("one.ttl")
    left = {text for (text,) in rows(file, "SELECT text FROM term WHERE id > 6")}
    assert left == {"<urn:p>"} | {t for s, _, o, _ in quads(3) for t in (s, o)}
    assert rows(file, "SELECT count(*) FROM triple_term") == [(0,)]
    assert rows(file, "SELECT text FROM graph") == [("",)]


def test_a_small_dictionary_cache_gives_the_same_store(file: Path) -> None:
    wanted = [*quads(30_000), ("<urn:n5>", "<urn:p>", "<urn:n29999>", "")]
    store = open_sqlite(file)
    connection = connect(file, mode="rw", wait=1, durable=True)
    connection.execute("BEGIN IMMEDIATE")
    writer = SQLiteWriter(connection, cached_terms=100)
    assert writer.replace(Source("x"), wanted) == Written(30_001, 30_001, 0)
    writer.finish()
    connection.execute("COMMIT")
    connection.close()
    assert set(store.statements()) == set(wanted)
    assert rows(file, "SELECT count(*), count(DISTINCT text) FROM term") == [(60_007, 60_007)]
    store.close()


def test_a_large_load_into_a_filled_store_keeps_every_index(store: SQLiteStore, file: Path) -> None:
    load(store, quads(1000))
    indexes = "SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name"
    before = rows(file, indexes)
    assert load(store, quads(30_000, "m"), "two.ttl") == Written(30_000, 30_000, 0)
    assert rows(file, indexes) == before
    assert store.count_facts(ANY) == 31_000
    assert store.members(Has(Step(IRI("urn:p"), inverse=True), Is((IRI("urn:m7"),)))) != []


def test_what_very_many_share_is_counted_as_it_is(store: SQLiteStore) -> None:
    shared, knows = IRI("urn:shared"), IRI("urn:knows")

    def to_shared(numbers: range, graph: str) -> Iterator[TextQuad]:
        for number in numbers:
            yield f"<urn:n{number}>", "<urn:knows>", "<urn:shared>", graph

    many = 2 * HEAVY
    load(store, chain(to_shared(range(many), ""), to_shared(range(many), "<urn:g>")))
    load(store, to_shared(range(many - 10, many + 10), ""), "two.ttl")
    where, step = Has(Step(knows), Is((shared,))), Step(knows, inverse=True)
    assert store.count(where) == len(store.members(where)) == many + 10
    assert store.steps([shared]) == [(shared, step, many + 10)]
    assert store.count_facts(ANY) == many + 10
    in_two = Scope(sources=frozenset({"two.ttl"}))
    assert store.count(where, scope=in_two) == 20
    assert store.steps([shared], scope=in_two) == [(shared, step, 20)]
    with store.writing() as writer:
        writer.drop("one.ttl")
    assert store.count(where) == store.steps([shared])[0][2] == 20


def test_a_failing_source_within_a_transaction_leaves_the_others(store: SQLiteStore) -> None:
    with store.writing() as writer:
        writer.replace(Source("good"), quads(3))
        broken = [*quads(2, "x"), ("what?", "<urn:p>", '"1"', "")]
        with pytest.raises(TermError):
            writer.replace(Source("bad"), broken)
        writer.replace(Source("also good"), quads(2, "y"))
    assert [source.name for source in store.sources()] == ["also good", "good"]
    assert {fact.sources for fact in store.facts(ANY)} == {("good",), ("also good",)}
    assert len(list(store.nodes())) == 6


def test_an_iri_that_no_store_can_index_is_refused(store: SQLiteStore) -> None:
    with pytest.raises(TermError, match="7000 bytes"):
        load(store, iter([(f"<urn:{'ä' * 4000}>", "<urn:p>", '"1"', "")]))
    assert store.sources() == []


def test_loading_again_keeps_the_time_of_the_last_change(store: SQLiteStore) -> None:
    for moment in ("2026-01-01", "2026-02-02"):
        with store.writing() as writer:
            writer.replace(Source("a.ttl", loaded_at=moment, licence=moment), quads(2))
    assert store.sources() == [Source("a.ttl", loaded_at="2026-01-01", licence="2026-02-02")]
