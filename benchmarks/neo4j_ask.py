"""The rows of `benchmarks.ask` that need a Neo4j server (see `benchmarks.neo4j_load`).

"Has all k skills" beside the best form found by hand: known nodes first, ordered by how many
edges they have, begin at the rarest, EXISTS for the rest.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from benchmarks.neo4j_load import server, wipe
from ontorag.stores.neo4j import open_neo4j
from ontorag.values import Source

if TYPE_CHECKING:
    from benchmarks.ask import Workbench

BEST = """\
MATCH (s:Resource) WHERE s.iri IN $iris
WITH s ORDER BY COUNT {{ (s)<-[:HASSKILL]-() }}
WITH collect(s) AS ss WHERE size(ss) = {size}
WITH ss[0] AS first, {others}
MATCH (c)-[:HASSKILL]->(first) WHERE {exists}
RETURN c.iri"""


def best_form(size: int) -> str:
    """Write the query by hand for ``size`` skills."""
    others = ", ".join(f"ss[{number}] AS s{number}" for number in range(1, size))
    exists = " AND ".join(f"EXISTS {{ (c)-[:HASSKILL]->(s{number}) }}" for number in range(1, size))
    return BEST.format(size=size, others=others, exists=exists)


def has_skills_on_neo4j(bench: Workbench) -> Iterator[str]:
    """Neo4j beside the best form by hand, asked in turn under the same conditions."""
    import neo4j

    from benchmarks.ask import ROUNDS, has_skills_where, line, quantiles, timed

    where = server(bench.folder)
    wipe(where)
    store = open_neo4j(
        where.address, user=where.user, password=where.password, cache_folder=bench.folder
    )
    begin = time.perf_counter()
    with store.writing() as writer:
        quads = writer.replace(Source("generated"), bench.population.quads()).quads
    seconds = time.perf_counter() - begin
    with (
        neo4j.GraphDatabase.driver(where.address, auth=where.auth) as driver,
        driver.session(database="neo4j", default_access_mode="READ") as session,
    ):

        def by_hand(skills: tuple[str, ...]) -> list[str]:
            query, iris = best_form(len(skills)), [text[1:-1] for text in skills]

            def work(transaction: Any) -> list[str]:
                return [row[0] for row in transaction.run(query, iris=iris)]

            return session.execute_read(work)

        for skills in bench.questions:
            ours = {str(term) for term in store.members(has_skills_where(skills))}
            if set(by_hand(skills)) != ours:
                raise SystemExit(f"the store and the query by hand disagree about {skills}")
        own: list[list[float]] = []
        limit: list[list[float]] = []
        for _ in range(ROUNDS):
            pairs = [
                (timed(lambda s=s: store.members(has_skills_where(s))),
                 timed(lambda s=s: by_hand(s)))
                for s in bench.questions
            ]  # fmt: skip
            own.append([pair[0] for pair in pairs])
            limit.append([pair[1] for pair in pairs])
    store.close()
    ours_of = quantiles([min(times) for times in zip(*own, strict=True)])
    best_of = quantiles([min(times) for times in zip(*limit, strict=True)])
    yield line(
        "Neo4j, the best form by hand", *best_of, f"{quads:,} facts loaded in {seconds:.0f} s"
    )
    ratios = f"{ours_of[0] / best_of[0]:.2f} / {ours_of[1] / best_of[1]:.2f} times (to reach: 1.3)"
    yield line("has all k skills, Neo4j", *ours_of, ratios)
