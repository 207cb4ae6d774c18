"""Tables on every store: the same rows, facts and ids, and what a walk in Python gives."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import ontorag
from ontorag.pipeline import OntoRAG
from ontorag.result import Result
from ontorag.values import Labelled
from ontorag.values.json import to_json

DATA = Path(__file__).parents[1] / "data" / "tables"
STORES = [pytest.param("sqlite"), pytest.param("neo4j", marks=pytest.mark.neo4j)]
QUESTIONS = {
    "firm": (
        "How many employees per department?", "What is the average salary per department?",
        "Who has more than 2 skills?", "Who is older, Noah Beck or Ivo Hahn?",
        "Wer hat nur Rhetorik?", "What does Noah Beck lack for developer?",
        "Who meets at least 2 of the requirements of developer?",
        "Which employees have no phone number?", "Which employees were hired last year?",
        "Who are the two employees with the highest salary?", "Who earns more than Noah Beck?",
        "Who has more skills than Tess Wolf?", "Who was hired last in Sales?",
    ),
    "atlas": (
        "In welchem Land liegt München?", "How many cities are located in Germany?",
        "Which cities are older than Munich?",
    ),
    "shop": (
        "What is the cheapest lamp from a German maker?",
        "What is the total weight of all products?",
        "Which products are wider than they are high?",
        "Per country, what is the cheapest product?",
        "Which products cost between 30 and 60 euros?",
    ),
}  # fmt: skip


def known(result: Result) -> dict[str, Any]:
    """Give what both stores must agree on; blank nodes are named anew by each load."""
    written = to_json(result.outcome)
    kept = {name: written[name] for name in ("answer", "question")}
    kept["rows"] = [[_plain(cell) for cell in row] for row in result.rows]
    kept["answers"] = [_plain(each) for each in result.answers]
    kept["ids"] = [fact.id for fact in result.facts]
    kept["derived"] = [(each.id, each.kind, each.text) for each in result.derived]
    return kept


def _plain(value: Any) -> str:
    return value.label if isinstance(value, Labelled) else str(value)


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("world", sorted(QUESTIONS))
def test_every_store_gives_the_same_tables(
    store: str, world: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    from datetime import date

    if store == "sqlite":
        opened = ontorag.open(tmp_path / "graph.db")
    else:
        server = request.getfixturevalue("empty_neo4j")
        opened = ontorag.open(server.address, user=server.user, password=server.password)
    with opened as graph, ontorag.load(DATA / f"{world}.ttl") as other:
        graph.load(DATA / f"{world}.ttl")
        one, two = OntoRAG(graph, embeddings=None), OntoRAG(other, embeddings=None)
        for question in QUESTIONS[world]:
            day = date(2026, 11, 30)
            results = (one.ask(question, today=day), two.ask(question, today=day))
            assert results[0].answered, question
            assert known(results[0]) == known(results[1]), question


def test_sums_and_averages_are_those_of_a_plain_loop_over_all_records(tmp_path: Path) -> None:
    """The oracle: decimals added in a loop over the triples that were loaded."""
    triples, paid = [], defaultdict(list)
    for n in range(700):
        group, amount = f"Team {n % 7}", Decimal(n * 37 % 101) / 10
        triples += [(f"P{n}", "belongs to team", group), (f"P{n}", "pay", str(amount))]
        triples += [(f"P{n}", "is a", "player")] if n == 0 else []
        paid[group].append(amount)
    with ontorag.load(triples) as graph:
        rag = OntoRAG(graph, embeddings=None)
        total = rag.ask("What is the total pay?")
        assert total.answers == (sum((sum(each) for each in paid.values()), Decimal(0)),)
        average = rag.ask("What is the average pay?").answers[0]
        flat = [amount for each in paid.values() for amount in each]
        assert average == sum(flat, Decimal(0)) / len(flat)
