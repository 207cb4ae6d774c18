"""Relations that stand in class axioms are answered, on every store, each citing its axiom."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ontorag
from ontorag.chat.scripted import ScriptedCall, ScriptedChat
from ontorag.cli.app import app
from ontorag.pipeline import OntoRAG
from ontorag.result import Result
from ontorag.values import Labelled
from ontorag.values.json import outcome_from_json
from ontorag.verification import check_claims

DATA = Path(__file__).parents[1] / "data"


MARKS = {"neo4j": (pytest.mark.neo4j,)}
STORES = [pytest.param(name, marks=MARKS.get(name, ())) for name in ("sqlite", "neo4j")]


@pytest.fixture(scope="module", params=STORES)
def rag(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OntoRAG]:
    """Give both files in one graph of each store."""
    if request.param == "sqlite":
        graph = ontorag.open(tmp_path_factory.mktemp("graph") / "graph.db")
    else:
        from neo4j_server import wipe

        server = request.getfixturevalue("neo4j_server")
        wipe(server)
        graph = ontorag.open(server.address, user=server.user, password=server.password)
    with graph:
        graph.load(DATA / "pizzas.ttl", source="pizzas.ttl")
        graph.load(DATA / "cell.obo", source="cell.obo")
        yield OntoRAG(graph, embeddings=None)


def answers(result: Result) -> list[object]:
    return [each.label if isinstance(each, Labelled) else each for each in result.answers]


PIZZA_QUESTIONS = [
    ("Which pizzas have mozzarella?", ["American", "Margherita", "American Hot"]),
    ("Welche Pizzen haben Mozzarella?", ["American", "Margherita", "American Hot"]),
    ("Which pizzas have cheese topping?", ["American", "Margherita", "American Hot"]),
    ("Welche Pizzen kommen aus Amerika?", ["American", "American Hot"]),
    ("Which pizzas come from America?", ["American", "American Hot"]),
    ("Which pizzas have ham?", ["Prosciutto"]),
    ("What toppings does Margherita have?", ["mozzarella topping", "tomato topping"]),
    ("Welche Beläge hat die Margherita?", ["Mozzarella", "Tomate"]),
    ("What does Margherita have?", ["mozzarella topping", "tomato topping", "base"]),
    ("Woher kommt die American Hot?", ["Amerika"]),
    ("pizzas with mozzarella and tomato", ["American", "Margherita", "American Hot"]),
    ("Welche Pizzen haben Mozzarella oder Schinken?",
     ["American", "Margherita", "Prosciutto", "American Hot"]),
    ("How many pizzas have mozzarella?", [3]),
    ("Does Margherita have mozzarella?", [True]),
    ("Hat die Margherita Mozzarella?", [True]),
    ("Is Margherita a pizza?", [True]),
    ("Does every pizza have a base?", [True]),
    ("Hat jede Pizza einen Boden?", [True]),
    ("Which toppings are cheese toppings?", ["mozzarella topping"]),
    ("Ist American Hot eine Pizza?", [True]),
    ("Does Lunch have mozzarella?", [True]),
    ("What toppings does Dinner have?", ["olive topping"]),
    ("What does Fasting have?", ["base"]),
    ("What are the subclasses of topping?",
     ["cheese topping", "ham topping", "olive topping", "tomato topping", "mozzarella topping"]),
    ("Welche Arten von Belag gibt es?", ["Käse", "Olive", "Schinken", "Tomate", "Mozzarella"]),
    ("What are the superclasses of Margherita?", ["named pizza", "pizza", "food"]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), PIZZA_QUESTIONS)
def test_pizzas_are_answered_from_their_axioms(
    rag: OntoRAG, question: str, expected: list[object]
) -> None:
    result = rag.ask(question)
    assert answers(result) == expected, result.answer.text
    assert all(claim.evidence_ids for claim in result.answer.claims)


CELL_QUESTIONS = [
    ("What is the Cajal body part of?", ["nucleoplasm", "nucleus", "cell"]),
    ("What has the Cajal body as part?", ["nucleoplasm", "nucleus", "cell"]),
    ("Wovon ist Cajal body ein Teil?", ["nucleoplasm", "nucleus", "cell"]),
    ("What is part of the nucleus?",
     ["nuclear envelope", "nucleoplasm", "chromosome", "nuclear body", "Cajal body"]),
    ("Which organelles are part of the nucleus?", ["chromosome"]),
    ("Is the Cajal body part of the cell?", [True]),
    ("Is the nucleus an organelle?", [True]),
    ("What does the nuclear envelope surround?", ["nucleoplasm"]),
    ("What surrounds the nucleoplasm?", ["nuclear envelope"]),
    ("What is surrounded by the nuclear envelope?", ["nucleoplasm"]),
    ("What lies in the nucleoplasm?", ["chromosome"]),
    ("What kind of thing is a Cajal body?",
     ["nuclear body", "cellular anatomical entity", "continuant"]),
    ("Which organelles are there?", ["chromosome", "nucleus"]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), CELL_QUESTIONS)
def test_obo_relations_are_answered_nearest_first(
    rag: OntoRAG, question: str, expected: list[object]
) -> None:
    result = rag.ask(question)
    assert answers(result) == expected, result.answer.text


def test_each_class_level_fact_cites_its_axiom_and_source(rag: OntoRAG) -> None:
    [first, *_] = rag.ask("Which pizzas have mozzarella?").facts
    assert (first.origin, first.rule, first.sources) == ("axiom", "ontorag-axiom", ("pizzas.ttl",))
    assert first.premises == (
        "American SubClassOf 'has topping' min 2 'mozzarella topping' (pizzas.ttl)",
    )


def test_what_follows_cites_every_axiom_on_its_way(rag: OntoRAG) -> None:
    _, nucleus, _ = rag.ask("What is the Cajal body part of?").facts
    assert nucleus.rule == "ontorag-transitive"
    assert nucleus.premises == (
        "'Cajal body' SubClassOf 'nuclear body' (cell.obo)",
        "'nuclear body' SubClassOf 'part of' some nucleoplasm (cell.obo)",
        "nucleoplasm SubClassOf 'part of' some nucleus (cell.obo)",
    )


def test_a_class_level_fact_is_explained_down_to_the_file(rag: OntoRAG) -> None:
    result = rag.ask("What is the Cajal body part of?")
    words = str(result.explain("F2"))
    assert words.startswith("every Cajal body is part of some nucleus, because")
    assert "“part of” is transitive (cell.obo)" in words
    assert "every Cajal body is a nuclear body (cell.obo)" in words
    assert "thing with “'part of' some nucleoplasm” (cell.obo)" in words
    assert "_:" not in words
    assert str(result.explain("F2", language="de")).startswith("jede(r/s) Cajal body ist part of")


def test_sentences_say_that_they_hold_of_the_class(rag: OntoRAG) -> None:
    english = rag.ask("Does Margherita have mozzarella?").answer.text
    assert english.startswith("Yes: Every Margherita has topping mozzarella topping (class axiom)")
    german = rag.ask("Hat die Margherita Mozzarella?").answer.text
    assert german == "Ja: Jede(r/s) Margherita hat Belag Mozzarella (Klassenaxiom) [F1]."
    single = rag.ask("Does Lunch have mozzarella?").answer.text
    assert single.startswith("Yes: Lunch has topping mozzarella topping (class axiom) [F1]")


@pytest.mark.parametrize("question", [
    "Which pizzas have mozzarella?", "Welche Beläge hat die Margherita?", "What is a pizza?",
    "Does Lunch have mozzarella?", "Was ist eine Margherita?", "Is Margherita a pizza?",
    "Which pizzas come from America?",
])  # fmt: skip
def test_the_guard_accepts_the_sentences_of_the_template(rag: OntoRAG, question: str) -> None:
    result, view = rag.ask(question), rag.graph.view()
    checked = check_claims(
        result.answer.claims, result.subgraph, language=result.outcome.language,
        known_labels=view.labels_in, relations=view.relations,
    )  # fmt: skip
    assert {claim.verdict.kind for claim in checked} == {"supported"}, checked


def test_the_guard_does_not_accept_more_than_the_axioms_say(rag: OntoRAG) -> None:
    result, view = rag.ask("Which pizzas have mozzarella?"), rag.graph.view()
    claims = [
        type(result.answer.claims[0])(text, ("F1",), result.answer.claims[0].verdict)
        for text in (
            "Every pizza has topping mozzarella topping (class axiom).",
            "Every American has topping ham topping (class axiom).",
            "Every mozzarella topping has topping American.",
        )
    ]
    checked = check_claims(
        claims, result.subgraph, language="en", known_labels=view.labels_in,
        relations=view.relations,
    )  # fmt: skip
    assert all(claim.verdict.kind != "supported" for claim in checked), checked


def test_a_definition_is_told_with_kinds_and_relations(rag: OntoRAG) -> None:
    result = rag.ask("What is a Cajal body?")
    assert result.answer.text == (
        "Definition of Cajal body: A class of nuclear body, first seen in neurons. [F1]."
        " Cajal body is a kind of nuclear body [F2]. Every Cajal body is part of nucleoplasm,"
        " nucleus and cell (class axiom) [F3] [F4] [F5]."
    )


def test_a_definition_is_told_in_the_language_of_the_question(rag: OntoRAG) -> None:
    assert "Flat bread" in rag.ask("What is a pizza?").answer.text
    assert "Gebackener Fladen" in rag.ask("Was ist eine Pizza?").answer.text


@pytest.mark.parametrize("question", [
    "Does Fasting have ham?", "Does Fasting have olives?", "Does Fasting have tomato?",
    "Does Margherita have ham?", "Hat die Margherita Schinken?",
])  # fmt: skip
def test_only_negated_and_alternative_fillers_are_no_yes(rag: OntoRAG, question: str) -> None:
    result = rag.ask(question)
    assert result.answer.reason == "open_world", result.answer.text


def test_what_is_stated_of_individuals_is_preferred(rag: OntoRAG) -> None:
    rag.graph.load(
        [("urn:x#mine", "http://example.org/pizzas#hasTopping", "http://example.org/pizzas#extra"),
         ("http://example.org/pizzas#extra", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
          "http://example.org/pizzas#Mozzarella"),
         ("urn:x#mine", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
          "http://example.org/pizzas#Pizza")],
        source="mine",
    )  # fmt: skip
    result = rag.ask("Which pizzas have mozzarella?")
    rag.graph.drop("mine")
    assert {fact.origin for fact in result.facts} == {"asserted"}


def test_a_scope_leaves_out_the_axioms_of_other_sources(rag: OntoRAG) -> None:
    assert rag.ask("Which pizzas have mozzarella?", sources=["pizzas.ttl"]).answered
    assert not rag.ask("Which pizzas have mozzarella?", sources=["cell.obo"]).answered


def test_the_statements_stay_as_they_are_and_no_one_is_invented(rag: OntoRAG) -> None:
    before = sorted(rag.graph.store.statements())
    rag.ask("Which pizzas have mozzarella?")
    assert sorted(rag.graph.store.statements()) == before


def test_the_outcome_goes_there_and_back_as_json(rag: OntoRAG) -> None:
    result = rag.ask("What is the Cajal body part of?")
    assert outcome_from_json(result.to_json()) == result.outcome


def test_words_that_no_axiom_takes_up_are_not_left_aside(rag: OntoRAG) -> None:
    for question in (
        "What regulates the nucleus?", "What is the oldest part of the nucleus?",
        "What is not part of the nucleus?", "What was the Cajal body part of in 1990?",
        "What is the Golgi apparatus part of?", "Which pizzas have all toppings?",
        "Which toppings are hot?", "Does every pizza have mozzarella?",
    ):  # fmt: skip
        assert not rag.ask(question).answered, question


def test_a_text_is_verified_by_class_axioms_too(rag: OntoRAG) -> None:
    for text, kind in (
        ("Every Margherita has topping mozzarella topping.", "supported"),
        ("Jede Margherita hat Belag Mozzarella.", "supported"),
        ("Margherita has topping mozzarella topping.", "supported"),
        ("Every Margherita is a pizza.", "supported"),
        ("The nucleus is an organelle.", "supported"),
        ("Lunch is a named pizza.", "supported"),
        ("Every pizza is a Margherita.", "unsupported"),
        ("An organelle is a nucleus.", "unsupported"),
        ("Margherita is not a pizza.", "contradicted"),
        ("Every pizza has topping mozzarella topping.", "unsupported"),
        ("Margherita has topping ham topping.", "unsupported"),
    ):
        assert [each.kind for each in rag.graph.verify(text)] == [kind], text


def test_the_report_draws_and_tells_where_it_comes_from(rag: OntoRAG, tmp_path: Path) -> None:
    result = rag.ask("What is the Cajal body part of?")
    drawing = result.save_svg(tmp_path / "cajal.svg").read_text(encoding="utf-8")
    assert drawing.count('stroke-dasharray="2 3"') >= len(result.facts)
    page = result.save_report(tmp_path / "cajal.html").read_text(encoding="utf-8")
    assert "from an axiom by ontorag-transitive" in page
    assert "every nucleoplasm is part of some nucleus" in page


def test_the_command_line_proves_what_follows_from_axioms() -> None:
    said = ["explain", "Cajal body", "part of", "nucleus", "--kg", str(DATA / "cell.obo")]
    tree = CliRunner().invoke(app, [*said, "--tree"])
    assert tree.exit_code == 0, tree.output
    assert tree.stdout.splitlines()[:2] == [
        "every Cajal body is part of some nucleus [ontorag-transitive]",
        "  every Cajal body is part of some nucleoplasm [ontorag-inherit]",
    ]
    steps = json.loads(CliRunner().invoke(app, [*said, "--json"]).stdout)["steps"]
    assert steps[0]["rule"] == "ontorag-transitive"
    missing = CliRunner().invoke(app, ["explain", "cell", "part of", "nucleus", *said[4:]])
    assert "neither is stated nor follows" in str(missing.exception)


def test_a_chat_model_is_told_of_the_class_and_its_claims_are_checked(rag: OntoRAG) -> None:
    claims = [
        {"text": "Every Cajal body is part of nucleus.", "evidence_ids": ["F2"]},
        {"text": "Every nucleus is part of Cajal body.", "evidence_ids": ["F2"]},
    ]
    answer = json.dumps({"claims": claims, "missing": [], "status": "answered"})

    def reply(call: ScriptedCall) -> str:
        return answer if "evidence_ids" in call.messages[0].content else '{"links": []}'

    chat = ScriptedChat(repeat(reply))
    result = OntoRAG(rag.graph, chat=chat, embeddings=None, guard="remove").ask(
        "What is the Cajal body part of?"
    )
    assert [claim.text for claim in result.answer.claims] == [
        "Every Cajal body is part of nucleus."
    ]
    assert '"holds_of": "every member of the class"' in (result.trace.prompt or "")
