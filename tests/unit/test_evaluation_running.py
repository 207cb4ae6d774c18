"""Runs that stop and go on, and what they write."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ontorag
from ontorag.errors import InputError, StoreError
from ontorag.evaluation import (
    Question,
    Record,
    RunFolder,
    Task,
    asker,
    digest,
    evaluation_page,
    junit,
    names_in,
    read_baseline,
    run,
    summarise,
    summary_to_json,
)
from ontorag.evaluation.asking import answers_in_text
from ontorag.pipeline import Mode
from ontorag.values import Labelled

from .command import Run, commands

ROOT = Path(__file__).parents[2]
LOTR = ROOT / "ontologies" / "lotr.ttl"
QUESTIONS = (
    Question(
        "1", "Welche Charaktere haben Heimlichkeit?", answers=("Frodo", "Samweis"), tags=("a",)
    ),
    Question("2", "Who has stealth and willpower?", language="en", answers=("Frodo",)),
    Question("3", "Wer hat Zauberei?", answers=(), expected_reason="unknown_concept"),
    Question("4", "Wer hat Führung?", answers=("Gimli",)),
)
TASKS = [Task(each, "selected") for each in QUESTIONS]


@pytest.fixture(scope="module")
def rag() -> ontorag.OntoRAG:
    return ontorag.OntoRAG(ontorag.load(LOTR), embeddings=None)


@pytest.fixture(scope="module")
def records(rag: ontorag.OntoRAG, tmp_path_factory: pytest.TempPathFactory) -> list[Record]:
    return run(TASKS, asker(rag), RunFolder(tmp_path_factory.mktemp("run"), {}))


def test_questions_are_asked_and_scored(records: list[Record]) -> None:
    assert [record.right for record in records] == [True, True, True, False]
    assert records[0].returned == ("Frodo", "Samweis")
    assert ("Heimlichkeit", "Heimlichkeit", "exact", "required") in records[0].links
    assert "Heimlichkeit" in records[0].plan
    assert set(records[0].milliseconds) >= {"link", "plan", "traverse", "decide"}
    assert records[2].reason == "unknown_concept"
    assert records[3].scores["set_f1"] == (0, 1)


FOLLOWING = """
@prefix : <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:partOf a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "part of" .
:room rdfs:label "Room" ; :partOf :house .
:house rdfs:label "House" ; :partOf :street .
:street rdfs:label "Street" .
"""


def test_beside_what_is_inferred_the_selected_facts_are_those_stated(tmp_path: Path) -> None:
    question = Question("1", "What is part of Street?", answers=("House", "Room"))
    modes: tuple[Mode, ...] = ("selected+inferred", "selected")
    file = tmp_path / "parts.ttl"
    file.write_text(FOLLOWING, encoding="utf-8")
    with ontorag.load(file) as graph:
        ask = asker(ontorag.OntoRAG(graph, embeddings=None), modes=modes)
        tasks = [Task(question, mode) for mode in modes]
        inferred, stated = run(tasks, ask, RunFolder(tmp_path / "run", {}))
    assert inferred.returned == ("House", "Room")
    assert stated.returned == ("House",)


def test_several_threads_give_the_same_results(
    rag: ontorag.OntoRAG, records: list[Record], tmp_path: Path
) -> None:
    parallel = run(TASKS, asker(rag), RunFolder(tmp_path, {}), workers=4)
    assert [(r.id, r.returned, r.scores) for r in parallel] == [
        (r.id, r.returned, r.scores) for r in records
    ]


def test_several_questions_are_asked_at_the_same_time(
    records: list[Record], tmp_path: Path
) -> None:
    together = threading.Barrier(2, timeout=10)

    def ask(question: Question, mode: str) -> Record:
        together.wait()
        return records[0]

    tasks = [TASKS[0], TASKS[0]]
    assert len(run(tasks, ask, RunFolder(tmp_path, {}), workers=2)) == 2


def test_a_run_that_stopped_asks_only_what_is_missing(
    records: list[Record], tmp_path: Path
) -> None:
    known = {record.id: record for record in records}
    asked: list[str] = []

    def failing(question: Question, mode: str) -> Record:
        if question.id == "3":
            raise StoreError("the disk is gone")
        return known[question.id]

    def asking(question: Question, mode: str) -> Record:
        asked.append(question.id)
        return known[question.id]

    with pytest.raises(StoreError):
        run(TASKS, failing, RunFolder(tmp_path, {"a": 1}))
    with (tmp_path / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "3", "mode": "sel')
    assert run(TASKS, asking, RunFolder(tmp_path, {"a": 1})) == records
    assert asked == ["3", "4"]
    assert len((tmp_path / "results.jsonl").read_text(encoding="utf-8").splitlines()) == 4


def test_another_run_in_the_folder_is_refused_unless_it_begins_anew(
    records: list[Record], tmp_path: Path
) -> None:
    run(TASKS[:1], lambda question, mode: records[0], RunFolder(tmp_path, {"kg": "a", "n": (1,)}))
    RunFolder(tmp_path, {"kg": "a", "n": (1,)})
    with pytest.raises(InputError, match=r"another run \(it differs in kg"):
        RunFolder(tmp_path, {"kg": "b", "n": (1,)})
    assert RunFolder(tmp_path, {"kg": "b", "n": (1,)}, fresh=True).done() == {}


def test_a_broken_line_of_the_results_is_named(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text('{"id": "1"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"results\.jsonl line 1"):
        RunFolder(tmp_path, {}).done()


def test_a_link_to_nothing_is_the_error_of_its_question(rag: ontorag.OntoRAG) -> None:
    record = asker(rag)(
        Question("1", "Wer ist Anna?", answers=("x",), links=(("Anna", "urn:no"),)), "selected"
    )
    assert record.status == "error"
    assert "UnknownNameError" in (record.error or "")


def test_the_digest_changes_with_what_is_asked_and_not_with_the_line() -> None:
    question = Question("1", "Who?", line=1)
    assert digest([question]) == digest([Question("1", "Who?", line=9)])
    assert digest([question]) != digest([Question("1", "Who?", answers=())])


def test_free_text_answers_with_what_it_names(rag: ontorag.OntoRAG) -> None:
    view = rag.graph.view()

    def said(text: str) -> list[object]:
        found = answers_in_text(text, "Who has stealth?", view)
        return [each.label if isinstance(each, Labelled) else each for each in found]

    assert said("Samweis and Frodo have stealth.") == ["Samweis", "Frodo"]
    assert said("There are 3 of them.") == [3]
    assert said("No, they do not.") == [False]
    assert said("I do not know.") == []


def test_a_term_goes_by_all_its_names(rag: ontorag.OntoRAG) -> None:
    term = rag.graph.find("Heimlichkeit")
    assert {"Heimlichkeit", "stealth"} <= names_in(rag.graph.view(), [term])[term]


def test_modes_without_selection_are_scored_by_what_the_model_says() -> None:
    with ontorag.load(LOTR) as graph:
        chat = ontorag.ScriptedChat(["Frodo and Gimli.", "Yes."])
        ask = asker(ontorag.OntoRAG(graph, chat=chat, embeddings=None))
        first = ask(QUESTIONS[1], "none")
        second = ask(Question("5", "Is Frodo a hobbit?", answers=(True,)), "all")
    assert first.returned == ("Frodo", "Gimli")
    assert first.scores["set_f1"] == (pytest.approx(2 / 3), 1)
    assert (second.returned, second.right) == (("true",), True)


def test_junit_has_a_case_for_each_question_and_says_what_is_wrong(records: list[Record]) -> None:
    root = ElementTree.fromstring(junit(records))
    suite = root.find("testsuite")
    assert suite is not None
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == ("selected", "4", "1")
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert failure.get("message") == "expected Gimli; answered: Aragorn"


def test_junit_survives_characters_that_xml_forbids(records: list[Record]) -> None:
    record = asker_of_nothing("a\x00b\x0c<&\ud800")
    assert "a\ufffdb\ufffd" in ElementTree.fromstring(junit([record]))[0][0].get("name", "")


def asker_of_nothing(text: str) -> Record:
    from ontorag.evaluation.records import failed

    return failed(Question("1", text, answers=("x",)), "selected", InputError("no"))


def test_the_page_escapes_what_it_shows_and_runs_nothing(records: list[Record]) -> None:
    wicked = asker_of_nothing("<script>alert(1)</script>")
    summary = summarise([*records, wicked], settings={"kg": ["<b>.ttl"]})
    page = evaluation_page(summary, [*records, wicked], title="<i>questions</i>")
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "&lt;b&gt;.ttl" in page
    assert "default-src 'none'" in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert page == evaluation_page(summary, [*records, wicked], title="<i>questions</i>")
    assert page.index("Wer hat Führung?") < page.index("Welche Charaktere haben")


def test_the_style_on_the_page_is_the_one_its_policy_allows(records: list[Record]) -> None:
    import base64
    import hashlib
    import re

    page = evaluation_page(summarise(records), records)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in page


def test_a_summary_is_a_baseline_and_so_are_the_results(
    records: list[Record], tmp_path: Path
) -> None:
    summary = summarise(records)
    path = tmp_path / "summary.json"
    path.write_text(json.dumps(summary_to_json(summary)), encoding="utf-8")
    assert read_baseline(path) == summary.scores
    run(TASKS, lambda question, mode: records[int(question.id) - 1], RunFolder(tmp_path, {}))
    assert read_baseline(tmp_path) == read_baseline(tmp_path / "results.jsonl") == summary.scores
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match=r"no summary\.json"):
        read_baseline(path)
    with pytest.raises(InputError, match="there is no baseline"):
        read_baseline(tmp_path / "nothing.json")


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Run:
    typed = commands(monkeypatch, capsys, tmp_path, 100)
    lines = [
        {"id": each.id, "question": each.text, "answers": each.answers, "tags": each.tags}
        for each in QUESTIONS
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "q.jsonl").write_text(text, encoding="utf-8")

    return lambda *words: typed("eval", *words)


def test_eval_writes_its_files_and_compares_with_a_baseline(command: Run, tmp_path: Path) -> None:
    given = ("q.jsonl", "--kg", str(LOTR), "--no-semantic")
    done = command(*given, "--out", "one", "--fail-under", "set_f1=.7", "--workers", "2")
    assert (done.code, done.err) == (0, "")
    assert "selected: 3 of 4 right" in done.out
    assert "met  selected set_f1 >= 0.7: it is 0.750" in done.out
    written = {path.name for path in (tmp_path / "one").iterdir()}
    assert written == {"results.jsonl", "summary.json", "report.html", "junit.xml", "run.json"}
    missed = command(
        *given, "--out", "two", "--baseline", "one/summary.json", "--fail-under", "set_f1=.9"
    )
    assert missed.code == 1
    assert "MISSED  selected set_f1 >= 0.9" in missed.out
    assert "+0.000 p=1.000" in missed.out
    suites = ElementTree.parse(tmp_path / "two" / "junit.xml").getroot()
    assert [suite.get("name") for suite in suites] == ["selected", "thresholds"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("q.jsonl",), "no graph is given"),
        (("no.jsonl", "--kg", str(LOTR)), "no.jsonl cannot be read"),
        (("q.jsonl", "--kg", str(LOTR), "--modes", "all"), "--chat"),
        (("q.jsonl", "--kg", str(LOTR), "--modes", "some"), "--modes 'some'"),
        (("q.jsonl", "--kg", str(LOTR), "--fail-under", "f9=1"), "no metric 'f9'"),
        (("q.jsonl", "--kg", str(LOTR), "--price", "cheap"), "--price 'cheap'"),
        (("q.jsonl", "--kg", str(LOTR), "--topic", "x"), "--topic 'x'"),
    ],
)
def test_eval_says_what_is_wrong_with_its_input(
    command: Run, words: tuple[str, ...], said: str
) -> None:
    done = command(*words)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_the_documented_metrics_are_those_of_the_code() -> None:
    import re

    from ontorag.evaluation.metrics import METRICS

    page = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
    section = page[page.index("## Metrics") :]
    rows = [
        re.findall(r"`([a-z0-9_]+)`", row)
        for row in re.findall(r"^\| (`[^|]+) \|", section, re.MULTILINE)
    ]
    documented = [name for row in rows for name in row]
    assert documented[: len(METRICS)] == [metric.name for metric in METRICS]
