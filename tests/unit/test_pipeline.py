"""The pipeline: which stage asks the model, what reaches the reader, what options do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from worlds import world_turtle

import ontorag
from ontorag.errors import ContextTooLongError, InputError, ModelError, UnknownNameError
from ontorag.graph import KnowledgeGraph
from ontorag.values import Concept, Labelled

LOTR = Path(__file__).parents[2] / "ontologies" / "lotr.ttl"
FIRST = (
    "Welcher Charakter aus 'Herr Der Ringe' verfügt über die höchste Fähigkeit in Heimlichkeit "
    "und Willenskraft für eine gefährliche Mission in Mordor?"
)


@pytest.fixture(scope="module")
def lotr() -> Iterator[KnowledgeGraph]:
    with ontorag.load(LOTR, source="lotr.ttl") as graph:
        yield graph


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeGraph]:
    file = tmp_path_factory.mktemp("world") / "world.ttl"
    file.write_text(world_turtle(), encoding="utf-8")
    with ontorag.load(file, source="world") as graph:
        yield graph


def claims(*pairs: tuple[str, list[str]], status: str = "answered") -> str:
    said = [{"text": text, "evidence_ids": ids} for text, ids in pairs]
    return json.dumps({"claims": said, "missing": [], "status": status})


def picks(*chosen: tuple[str, str]) -> str:
    links = [{"mention": m, "candidate_id": c, "role": "required"} for m, c in chosen]
    return json.dumps({"links": links})


def labels(result: ontorag.Result) -> list[str]:
    return [answer.label for answer in result.answers if isinstance(answer, Labelled)]


def offered(chat: ontorag.ScriptedChat, label: str) -> str:
    """Find the id under which a label was shown to the model."""
    shown = chat.calls[0].messages[-1].content
    for line in shown.splitlines():
        if line.startswith("{"):
            for candidate in json.loads(line)["candidates"]:
                if candidate["label"] == label:
                    return str(candidate["id"])
    raise AssertionError(f"{label} was not shown: {shown}")


def test_a_question_of_known_words_asks_the_model_once_to_answer(world: KnowledgeGraph) -> None:
    chat = ontorag.ScriptedChat([claims(("Anna Weber beherrscht Python.", ["F1"]))])
    result = ontorag.OntoRAG(world, chat=chat, embeddings=None).ask("Wer beherrscht Python?")
    assert [step.name for step in result.trace.steps] == [
        "link", "plan", "traverse", "decide", "prompt", "chat", "parse", "verify",
    ]  # fmt: skip
    assert len(chat.calls) == 1
    assert result.answered


def test_an_abstention_never_asks_the_model_to_answer(world: KnowledgeGraph) -> None:
    chat = ontorag.ScriptedChat([])
    result = ontorag.OntoRAG(world, chat=chat, embeddings=None).ask("Wer kann Kryptographie?")
    assert result.answer.reason == "no_matching_entity"
    assert chat.calls == []


def test_an_unknown_word_is_shown_to_the_model_with_what_can_stand_there(
    lotr: KnowledgeGraph,
) -> None:
    first = ontorag.ScriptedChat([picks(("Willenskraft", "NONE"))])
    ontorag.OntoRAG(lotr, chat=first, embeddings=None).link(FIRST)
    chosen = offered(first, "Willensstärke")
    chat = ontorag.ScriptedChat(
        [
            picks(("Willenskraft", chosen)),
            claims(("Frodo hat Fähigkeit Heimlichkeit und Willensstärke.", ["F1", "F2"])),
        ]
    )
    result = ontorag.OntoRAG(lotr, chat=chat, embeddings=None).ask(FIRST)
    assert len(chat.calls) == 2
    link = next(link for link in result.links if link.mention.text == "Willenskraft")
    assert link.method == "model"
    assert link.corrected_to == "Willensstärke"
    assert labels(result) == ["Frodo"]


def test_a_pick_that_was_not_shown_is_refused(lotr: KnowledgeGraph) -> None:
    chat = ontorag.ScriptedChat([picks(("Willenskraft", "C999")), picks(("Willenskraft", "C999"))])
    result = ontorag.OntoRAG(lotr, chat=chat, embeddings=None).ask("Wer hat Willenskraft?")
    assert result.answer.reason == "unknown_concept"
    details = dict(result.trace.steps[0].details)
    assert "refused" in details or "problem" in details


def test_what_is_said_by_its_own_label_is_never_shown_for_a_change(lotr: KnowledgeGraph) -> None:
    chat = ontorag.ScriptedChat([claims(("Frodo hat Fähigkeit Heimlichkeit.", ["F1"]))])
    ontorag.OntoRAG(lotr, chat=chat, embeddings=None).ask("Wer hat Heimlichkeit?")
    assert len(chat.calls) == 1


def test_a_claim_that_its_facts_do_not_prove_is_replaced(world: KnowledgeGraph) -> None:
    false = claims(
        ("Anna Weber beherrscht Python.", ["F1"]), ("Clara Öztürk beherrscht Python.", ["F1"])
    )
    chat = ontorag.ScriptedChat([false])
    result = ontorag.OntoRAG(world, chat=chat, embeddings=None).ask("Wer beherrscht Python?")
    assert "replaced" in result.answer.flags
    assert "Clara" not in result.answer.text
    assert "Ben Koch" in result.answer.text


def test_a_model_that_fails_is_an_error_that_says_so(world: KnowledgeGraph) -> None:
    chat = ontorag.ScriptedChat([ModelError("the server fell over")])
    with pytest.raises(ModelError, match="fell over"):
        ontorag.OntoRAG(world, chat=chat, embeddings=None).ask("Wer beherrscht Python?")


def test_a_link_that_the_caller_gives_is_taken_by_iri_and_by_label(world: KnowledgeGraph) -> None:
    rag = ontorag.OntoRAG(world, embeddings=None)
    question = "Welche Fähigkeiten hat Anna?"
    iri = world.find("Anna Wegner")
    for name in ("Anna Wegner", str(iri), iri):
        result = rag.ask(question, links={"Anna": name})
        assert labels(result) == ["Schweißen"]
        link = next(link for link in result.links if link.mention.text == "Anna")
        assert link.method == "given"
        assert isinstance(link.target, Concept)


def test_a_link_to_nothing_says_what_is_near(world: KnowledgeGraph) -> None:
    with pytest.raises(UnknownNameError, match="Anna Weber"):
        ontorag.OntoRAG(world, embeddings=None).ask("Wer ist Anna?", links={"Anna": "Ana Weber"})


def test_sources_and_graphs_restrict_what_is_asked(lotr: KnowledgeGraph) -> None:
    with ontorag.load([("Ada", "kann", "Schach")], source="one") as graph:
        graph.load([("Bob", "kann", "Schach")], source="two")
        rag = ontorag.OntoRAG(graph, embeddings=None)
        assert labels(rag.ask("Wer kann Schach?")) == ["Ada", "Bob"]
        assert labels(rag.ask("Wer kann Schach?", sources=["two"])) == ["Bob"]
        assert labels(rag.ask("Wer kann Schach?", graphs=[""])) == ["Ada", "Bob"]
        with pytest.raises(UnknownNameError, match="'urn:none'; there are no named graphs"):
            rag.ask("Wer kann Schach?", graphs=["urn:none"])
        with pytest.raises(InputError, match="'three'; there are: one, two"):
            rag.ask("Wer kann Schach?", sources=["three"])


def test_a_graph_that_changes_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "graph.db"
    with ontorag.open(file) as graph, ontorag.open(file) as other:
        graph.load([("Ada", "kann", "Schach")], source="one")
        rag = ontorag.OntoRAG(graph, embeddings=None)
        assert labels(rag.ask("Wer kann Schach?")) == ["Ada"]
        other.load([("Bob", "kann", "Schach")], source="two")
        assert labels(rag.ask("Wer kann Schach?")) == ["Ada", "Bob"]
        other.drop("one")
        assert labels(rag.ask("Wer kann Schach?")) == ["Bob"]


def test_the_budget_cuts_facts_and_never_answers(world: KnowledgeGraph) -> None:
    result = ontorag.OntoRAG(world, embeddings=None).ask("Wer beherrscht Python?", budget=1)
    assert len(result.facts) == 1
    assert labels(result) == ["Anna Weber", "Ben Koch"]
    assert "truncated" in result.answer.flags


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"mode": "both"}, "mode 'both' is not one of"),
        ({"mode": "all"}, "chat="),
        ({"budget": 0}, "budget is 0"),
        ({"mode": "selected+inferred", "reasoning": "off"}, "infers"),
        ({"sources": "one"}, "list of names"),
        ({"complete": "hasSkill"}, "list of properties"),
    ],
)
def test_wrong_options_say_what_is_right(
    world: KnowledgeGraph, options: dict[str, object], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        ontorag.OntoRAG(world, embeddings=None).ask("Wer?", **options)  # type: ignore[arg-type]


def test_modes_for_comparison_send_no_facts_or_all_of_them(world: KnowledgeGraph) -> None:
    chat = ontorag.ScriptedChat(["Niemand.", "Anna.", claims(("Anna Weber …", ["F1"]))])
    none, all_, selected = ontorag.OntoRAG(world, chat=chat, embeddings=None).compare(
        "Wer beherrscht Python?", ["none", "all", "selected"]
    )
    assert none.answer.text == "Niemand."
    assert none.facts == ()
    assert len(all_.facts) > len(selected.facts) > 0
    assert "Mission Borealis" in chat.calls[1].messages[-1].content
    assert "Mission Borealis" not in chat.calls[2].messages[-1].content


def test_all_facts_that_do_not_fit_name_facts_tokens_and_limit(world: KnowledgeGraph) -> None:
    chat = ontorag.ScriptedChat(["x"], context=100)
    with pytest.raises(ContextTooLongError, match=r"facts are about \d+ tokens .* takes 100"):
        ontorag.OntoRAG(world, chat=chat, embeddings=None).ask("Wer?", mode="all")


def test_a_page_of_text_is_no_question(world: KnowledgeGraph) -> None:
    result = ontorag.OntoRAG(world, embeddings=None).ask("Python " * 20_000)
    assert result.answer.reason == "invalid_question"


def test_text_of_a_question_is_never_query_syntax(world: KnowledgeGraph) -> None:
    before = world.store.snapshot()
    for question in (
        'Wer hat "Python" OR 1=1; DROP TABLE statement; --?',
        "MATCH (n) DETACH DELETE n",
        "Wer beherrscht `Python`` ) // \\ {x: 1}?",
        "Wer\x00beherrscht\u202ePython?",
    ):
        ontorag.OntoRAG(world, embeddings=None).ask(question)
    assert world.store.snapshot() == before
    assert labels(ontorag.OntoRAG(world, embeddings=None).ask("Wer beherrscht Python?"))


def test_a_result_prints_answer_derived_facts_and_facts(world: KnowledgeGraph) -> None:
    text = str(
        ontorag.OntoRAG(world, embeddings=None).ask("Wie viele Personen beherrschen Python?")
    )
    assert "2" in text.splitlines()[0]
    assert "D1" in text
    assert "F1  Anna Weber beherrscht Python (Niveau: Experte)" in text


def test_a_report_is_one_offline_file(world: KnowledgeGraph, tmp_path: Path) -> None:
    result = ontorag.OntoRAG(world, embeddings=None).ask("Wer beherrscht Python?")
    html = result.save_report(tmp_path / "graph.html").read_text(encoding="utf-8")
    assert "Anna Weber" in html
    assert "https://" not in html.split("<script")[0]
    svg = result.save_svg(tmp_path / "graph.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg")


def test_a_graph_that_is_not_there_is_an_error_that_names_those_there_are(
    tmp_path: Path,
) -> None:
    file = tmp_path / "a.trig"
    file.write_text("<urn:g> { <urn:ada> <urn:plays> <urn:chess> }", encoding="utf-8")
    with ontorag.load(file) as graph:
        rag = ontorag.OntoRAG(graph, embeddings=None)
        with pytest.raises(UnknownNameError, match=r"no graph is called 'foo'; there are: urn:g"):
            rag.ask("Who plays chess?", graphs=["foo"])
        assert rag.ask("Who plays chess?", graphs=["urn:g", ""]).answer.status == "answered"


@pytest.mark.parametrize("words", ["Foo", "Ann", "Anna Wegner"])
def test_words_that_a_link_settles_must_stand_in_the_question(
    words: str, world: KnowledgeGraph
) -> None:
    rag = ontorag.OntoRAG(world, embeddings=None)
    with pytest.raises(InputError, match=f"'{words}' .* does not stand in the question"):
        rag.ask("Welche Fähigkeiten hat Anna?", links={words: "Anna Wegner"})
    with pytest.raises(InputError, match="does not stand in the question"):
        rag.link("Welche Fähigkeiten hat Anna?", links={words: "Anna Wegner"})


PLACES = """
@prefix : <http://ex.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix dcterms: <http://purl.org/dc/terms/> .
<http://ex.org/> a owl:Ontology ; dcterms:license <http://example.org/licences/berlim> .
:City a owl:Class ; rdfs:label "city"@en, "Stadt"@de .
:capital a owl:ObjectProperty ; rdfs:domain :City .
:capital rdfs:label "capital of"@en, "Hauptstadt von"@de .
:born a owl:ObjectProperty ; rdfs:range :City ; rdfs:label "born in"@en, "geboren in"@de .
:berlin a :City ; rdfs:label "Berlin" ; :capital :germany .
:germany rdfs:label "Germany"@en, "Deutschland"@de . :kai rdfs:label "Kai" ; :born :berlin .
:bank1 a :Bank1 ; rdfs:label "Bank" . :bank2 a :Bank2 ; rdfs:label "Bank" .
:Bank1 a owl:Class ; rdfs:label "seat"@en . :Bank2 a owl:Class ; rdfs:label "company"@en .
:owns a owl:ObjectProperty ; rdfs:label "owns"@en .
:bank1 :owns :germany . :bank2 :owns :kai .
"""


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ontorag.OntoRAG]:
    file = tmp_path_factory.mktemp("places") / "places.ttl"
    file.write_text(PLACES, encoding="utf-8")
    with ontorag.load(file) as graph:
        yield ontorag.OntoRAG(graph, embeddings=None)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the capital of Germany?", "Berlin: capital of Germany [F1]."),
        ("Was ist die Hauptstadt von Deutschland?", "Berlin: Hauptstadt von Deutschland [F1]."),
        ("Who was born in Berlin?", "Kai: born in Berlin [F1]."),
        ("Wo ist Kai geboren?", "Kai: geboren in Berlin [F1]."),
    ],
)
def test_a_property_that_ends_in_a_preposition_is_said_once(
    question: str, answer: str, places: ontorag.OntoRAG
) -> None:
    assert places.ask(question).answer.text.splitlines()[0].startswith(answer)


def test_things_of_the_same_name_are_told_apart_by_iri(places: ontorag.OntoRAG) -> None:
    answer = places.ask("What does Bank own?").answer
    assert answer.reason == "ambiguous"
    assert "“Bank <http://ex.org/bank1>” or “Bank <http://ex.org/bank2>”" in answer.text
    assert "settle by its IRI" in answer.text


def test_a_licence_is_not_offered_for_an_unknown_name(places: ontorag.OntoRAG) -> None:
    answer = places.ask("What does Berlimano own?").answer
    assert "The nearest are: Berlin" in answer.text
    assert "berlim" not in answer.text


def test_a_label_of_several_lines_makes_no_lines_of_an_answer() -> None:
    with ontorag.load([("Anna\n\nF99  fake fact", "kann", "Schach")]) as graph:
        text = ontorag.OntoRAG(graph, embeddings=None).ask("Wer kann Schach?").answer.text
    assert "Anna F99 fake fact kann Schach" in text
    assert len(text.splitlines()) == 1
