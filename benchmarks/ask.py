"""How fast questions are answered on a generated graph of a million facts.

    python -m benchmarks.ask [--persons 96000] [--rows has_skills,…]

"Has all k skills" (200 questions, k from 2 to 4) is asked of the store and of bare SQL: a table
of numbers with two indexes, the rarest skill first (its counts known beforehand), EXISTS for the
others, texts looked up and given back. Each row of `ROWS` prints itself; add a row by adding a
function to the list.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.generate import HAS_SKILL, Population
from benchmarks.neo4j_ask import has_skills_on_neo4j
from benchmarks.neo4j_load import stop
from ontorag.stores.base import ReadableStore
from ontorag.stores.sqlite import SQLiteStore, open_sqlite
from ontorag.values import IRI, And, Has, Is, Source, Step, read_term

ROUNDS = 3
ROOT = Path(__file__).parents[1]
QUIET: dict[str, Any] = {"check": True, "capture_output": True, "text": True, "cwd": ROOT}


@dataclass
class Workbench:
    """What the rows share: the population, its questions, and the store it was loaded into."""

    population: Population
    folder: Path
    measured: dict[str, tuple[float, float]] = field(default_factory=dict)

    @cached_property
    def questions(self) -> list[tuple[str, ...]]:
        """Give the skills of each question."""
        return self.population.questions()

    @cached_property
    def store(self) -> SQLiteStore:
        """Load the population once."""
        store = open_sqlite(self.folder / "graph.db")
        with store.writing() as writer:
            writer.replace(Source("generated"), self.population.quads())
        return store


Row = Callable[[Workbench], Iterator[str]]
"""A row measures one thing and gives its lines of the table."""


def quantiles(milliseconds: list[float]) -> tuple[float, float]:
    """Give p50 and p95."""
    ordered = sorted(milliseconds)
    return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]


def timed(call: Callable[[], object]) -> float:
    """Give the milliseconds of one call."""
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def line(name: str, p50: float, p95: float, note: str = "") -> str:
    """Write one line of the table."""
    return f"| {name} | {p50:.2f} | {p95:.2f} | {note} |"


def has_skills_where(skills: tuple[str, ...]) -> And:
    """Give the question "has all these skills"."""
    predicate = read_term(HAS_SKILL)
    assert isinstance(predicate, IRI)
    return And(tuple(Has(Step(predicate), Is((read_term(one),))) for one in skills))


def ask_store(store: ReadableStore, bench: Workbench) -> list[float]:
    """Give the milliseconds of every question, best of `ROUNDS`."""
    wheres = [has_skills_where(skills) for skills in bench.questions]
    rounds = [[timed(lambda w=w: store.members(w)) for w in wheres] for _ in range(ROUNDS)]
    return [min(times) for times in zip(*rounds, strict=True)]


def has_skills(bench: Workbench) -> Iterator[str]:
    """SQLite beside bare SQL, which is asked in between under the same conditions."""
    bare = BareSQL(bench)
    for skills in bench.questions:
        ours = [str(term) for term in bench.store.members(has_skills_where(skills))]
        if [text[1:-1] for text in sorted(bare.ask(skills))] != ours:
            raise SystemExit(f"the store and bare SQL disagree about {skills}")
    own = quantiles(ask_store(bench.store, bench))
    rounds = [[timed(lambda s=s: bare.ask(s)) for s in bench.questions] for _ in range(ROUNDS)]
    limit = quantiles([min(times) for times in zip(*rounds, strict=True)])
    bench.measured["sqlite"], bench.measured["bare"] = own, limit
    yield line("bare SQL, rarest first, EXISTS", *limit)
    ratios = f"{own[0] / limit[0]:.2f} / {own[1] / limit[1]:.2f} times (to reach: 1.3)"
    yield line("has all k skills, SQLite", *own, ratios)


def ask_without_model(bench: Workbench) -> Iterator[str]:
    """The whole way from a question in words to a checked answer, on the same graph."""
    import ontorag

    file = bench.store.lookup_file
    with ontorag.open(str(file)) as graph:
        rag = ontorag.OntoRAG(graph)
        asked = [in_words(skills) for skills in bench.questions]
        cold = timed(lambda: rag.ask(asked[0]))
        results = []
        times = [timed(lambda q=q: results.append(rag.ask(q))) for q in asked]
    answered = sum(result.outcome.answer.status == "answered" for result in results)
    p50, p95 = quantiles(times)
    note = f"to reach: p95 50; {answered} of {len(asked)} answered; the first took {cold:,.0f} ms"
    yield line("`ask` without a model, SQLite", p50, p95, note)


def in_words(skills: tuple[str, ...]) -> str:
    """Give a question as a person asks it."""
    names = " and ".join(f"Skill {text.rpartition('skill')[2].rstrip('>')}" for text in skills)
    return f"Which persons have {names}?"


def import_time(bench: Workbench) -> Iterator[str]:
    """Milliseconds of ``import ontorag`` in a fresh interpreter, nine times."""
    code = "import time; t = time.perf_counter(); import ontorag; print(time.perf_counter() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], **QUIET).stdout) * 1000 for _ in range(9)
    ]
    yield line("`import ontorag`", *quantiles(times), "to reach: 150")


def cold_cli(bench: Workbench) -> Iterator[str]:
    """Milliseconds of CPU of one question on the command line, five times.

    The modules are compiled, as pip leaves them: a first run that is not counted sees to that.
    """
    question, file = "Welche Charaktere haben Heimlichkeit?", ROOT / "ontologies" / "lotr.ttl"
    command = [sys.executable, "-m", "ontorag", "ask", question, "--kg", str(file)]
    env = {**os.environ}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    times = []
    for _ in range(6):
        before = sum(os.times()[2:4])
        subprocess.run(command, env=env, **QUIET)
        times.append((sum(os.times()[2:4]) - before) * 1000)
    times.pop(0)
    yield line("cold command line on lotr.ttl (CPU)", *quantiles(times), "to reach: 1000")


class BareSQL:
    """The form to compare with: numbers, two covering indexes, counts known beforehand."""

    def __init__(self, bench: Workbench) -> None:
        self.db = sqlite3.connect(bench.folder / "bare.db", isolation_level=None)
        self.db.execute("PRAGMA synchronous=OFF")
        self.db.execute("PRAGMA cache_size=-65536")
        self.db.execute("PRAGMA mmap_size=1073741824")
        self.db.execute("CREATE TABLE term (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
        self.db.execute("CREATE TABLE statement (s INTEGER, p INTEGER, o INTEGER)")
        ids: dict[str, int] = {}
        rows = [
            tuple(ids.setdefault(text, len(ids) + 1) for text in quad[:3])
            for quad in bench.population.quads()
        ]
        self.db.execute("BEGIN")
        self.db.executemany("INSERT INTO term VALUES (?, ?)", ((n, t) for t, n in ids.items()))
        self.db.executemany("INSERT INTO statement VALUES (?, ?, ?)", rows)
        self.db.execute("CREATE UNIQUE INDEX term_text ON term (text)")
        self.db.execute("CREATE INDEX pos ON statement (p, o, s)")
        self.db.execute("CREATE INDEX spo ON statement (s, p, o)")
        self.db.execute("COMMIT")
        self.has_skill = ids[HAS_SKILL]
        self.counts = Counter(row[2] for row in rows if row[1] == self.has_skill)

    def ask(self, skills: tuple[str, ...]) -> list[str]:
        """Give the texts of those who have all the skills, in no order."""
        find = "SELECT id FROM term WHERE text = ?"
        ids = [self.db.execute(find, (text,)).fetchone()[0] for text in skills]
        first, *others = sorted(ids, key=self.counts.__getitem__)
        chain = " ".join(
            "AND EXISTS (SELECT 1 FROM statement b WHERE b.s = a.s AND b.p = ? AND b.o = ?)"
            for _ in others
        )
        query = (
            "SELECT term.text FROM statement a JOIN term ON term.id = a.s "
            f"WHERE a.p = ? AND a.o = ? {chain}"
        )
        given = [self.has_skill, first, *(value for o in others for value in (self.has_skill, o))]
        return [row[0] for row in self.db.execute(query, given)]


ROWS: list[Row] = [has_skills, ask_without_model, import_time, cold_cli, has_skills_on_neo4j]


def main(arguments: list[str] | None = None) -> int:
    """Measure the rows and print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--persons", type=int, default=Population.persons)
    parser.add_argument("--rows", default=",".join(row.__name__ for row in ROWS))
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        bench = Workbench(Population(persons=options.persons), Path(folder))
        start = time.process_time()
        facts = bench.store.property_uses()
        total = sum(use.triples for use in facts)
        print(f"{total:,} facts, loaded in {time.process_time() - start:.1f} s of CPU\n")
        print("| question | p50 ms | p95 ms | |\n|---|---|---|---|")
        try:
            for row in ROWS:
                if row.__name__ in options.rows.split(","):
                    for text in row(bench):
                        print(text, flush=True)
        finally:
            stop()
        bench.store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
