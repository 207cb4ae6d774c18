"""Many questions at once, on every store, give what they give one after the other."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import ontorag
from ontorag.errors import GraphChangedError
from ontorag.graph import KnowledgeGraph

LOTR = Path(__file__).parents[2] / "ontologies" / "lotr.ttl"
QUESTIONS = [
    "Welche Charaktere haben Heimlichkeit und Willensstärke?",
    "Wer hat Axtkampf?",
    "Wem gilt die Loyalität von Samweis?",
    "Wie viele Charaktere haben Heimlichkeit?",
    "Who has stealth?",
    "Wie koche ich Spaghetti?",
]
STORES = ["sqlite", pytest.param("neo4j", marks=pytest.mark.neo4j)]


@pytest.fixture(params=STORES)
def graph(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[KnowledgeGraph]:
    if request.param == "sqlite":
        opened = ontorag.open(tmp_path / "graph.db")
    else:
        server = request.getfixturevalue("empty_neo4j")
        opened = ontorag.open(server.address, user=server.user, password=server.password)
    with opened:
        opened.load(LOTR, source="lotr")
        yield opened


def test_questions_in_parallel_are_answered_as_one_after_the_other(graph: KnowledgeGraph) -> None:
    rag = ontorag.OntoRAG(graph, embeddings=None)
    together = rag.ask_many(QUESTIONS * 4, parallel=6)  # the first of them read the graph
    alone = {question: rag.ask(question) for question in QUESTIONS}

    for result in together:
        assert result.answer == alone[result.question].answer
        assert result.facts == alone[result.question].facts


def test_questions_are_asked_while_the_graph_is_loaded(graph: KnowledgeGraph) -> None:
    rag = ontorag.OntoRAG(graph, embeddings=None)
    before = rag.ask(QUESTIONS[1]).answer.text
    done = threading.Event()

    def load() -> None:
        try:
            for number in range(3):
                graph.load([("a", "knows", f"b{number}")], source="other")
        finally:
            done.set()

    loading = threading.Thread(target=load)
    loading.start()
    texts = set()
    while not done.is_set():
        with suppress(GraphChangedError):  # changed at every try: said so, never guessed
            texts |= {result.answer.text for result in rag.ask_many([QUESTIONS[1]] * 4, parallel=4)}
    loading.join()

    assert texts <= {before}
    assert rag.ask(QUESTIONS[1]).answer.text == before
