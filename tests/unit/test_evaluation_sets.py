"""A small fixed sample of each published question set, asked without any model.

The floors are a little below what was reached when they were last raised: they notice a change for
the worse. Raise them when reading questions gets better. Figures to report: docs/evaluation.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import ontorag
from ontorag.evaluation import Question, Task, asker, estimates, names_in, read_questions
from ontorag.evaluation.scoring import linking_shares
from ontorag.pipeline import OntoRAG
from ontorag.values import Concept

SETS = Path(__file__).parents[1] / "data" / "sets"
CASES = Path(__file__).parents[1] / "data" / "cases" / "linking.json"
LOTR = Path(__file__).parents[2] / "ontologies" / "lotr.ttl"


def loaded(name: str) -> Iterator[OntoRAG]:
    with ontorag.load(SETS / name) as graph:
        yield OntoRAG(graph, embeddings=None)


@pytest.fixture(scope="module")
def films() -> Iterator[OntoRAG]:
    yield from loaded("metaqa_kb.txt.gz")


@pytest.fixture(scope="module")
def company() -> Iterator[OntoRAG]:
    yield from loaded("ck25.nt.gz")


@pytest.fixture(scope="module")
def dbpedia() -> Iterator[OntoRAG]:
    yield from loaded("dbo.nt.gz")


def measured(
    rag: OntoRAG, questions: tuple[Question, ...], world: str = "recorded"
) -> dict[str, float]:
    ask = asker(rag, world=world)  # type: ignore[arg-type]
    records = [ask(task.question, task.mode) for task in (Task(q, "selected") for q in questions)]
    assert [record.error for record in records if record.error] == []
    found = estimates({record.id: record.scores for record in records})
    return {name: each.value for name, each in found.items()}


def linked(rag: OntoRAG, questions: tuple[Question, ...]) -> dict[str, float]:
    scores = {}
    for question in questions:
        links = rag.link(question.text)
        targets = [each.target for link in links for each in link.candidates]
        terms = {each.iri for each in targets if isinstance(each, Concept)}
        scores[question.id] = linking_shares(question, links, names_in(rag.graph.view(), terms))
    return {name: each.value for name, each in estimates(scores).items()}


@pytest.mark.parametrize(("hops", "floor"), [(1, 0.85), (2, 0.8), (3, 0.6)])
def test_films_over_one_to_three_edges(films: OntoRAG, hops: int, floor: float) -> None:
    for given in (True, False):
        questions = read_questions(SETS / f"metaqa_{hops}hop.txt", topic_is_given=given)
        found = measured(films, questions)
        assert found["hits_at_1"] >= floor, found
        assert found["answer_recall_in_facts"] >= floor, found


def test_nothing_is_invented_about_a_film_that_the_graph_does_not_have(films: OntoRAG) -> None:
    asked = read_questions(SETS / "metaqa_1hop.txt")
    unknown = tuple(
        Question(each.id, each.text.replace(each.links[0][0], "Zzyxqor Vlam"), answers=())
        for each in asked
    )
    found = measured(films, unknown)
    assert (found["invented"], found["abstention_recall"]) == (0, 1), found


def test_a_company_in_a_closed_world(company: OntoRAG) -> None:
    found = measured(company, read_questions(SETS / "ck25.jsonl"), "closed")
    assert found["set_f1"] >= 0.14, found


@pytest.mark.parametrize(("language", "floor"), [("de", 0.33), ("en", 0.46)])
def test_words_of_questions_find_terms_of_the_dbpedia_ontology(
    dbpedia: OntoRAG, language: str, floor: float
) -> None:
    found = linked(dbpedia, read_questions(SETS / f"qald_{language}.jsonl"))
    assert found["recall_at_5"] >= floor, found


def test_skills_are_recognised_in_the_linking_cases() -> None:
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    skills = {each["label_de"] for each in cases["vocabulary"]}
    right = wanted = 0
    with ontorag.load(LOTR) as graph:
        rag = OntoRAG(graph, embeddings=None)
        for case in cases["cases"]:
            found = {
                text
                for link in rag.link(case["question"])
                if isinstance(link.target, Concept)
                for text, _ in link.target.labels
                if text in skills
            }
            right += 2 * len(found & set(case["concepts"]))
            wanted += len(found) + len(case["concepts"])
    assert right / wanted >= 0.5
