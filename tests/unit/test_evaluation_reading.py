"""Question files in every shape, and what a wrong one says."""

from __future__ import annotations

import gzip
import json
from decimal import Decimal
from pathlib import Path

import pytest

from ontorag.errors import QuestionFileError
from ontorag.evaluation import Question, draw, read_questions


def read(tmp_path: Path, name: str, text: str, **options: object) -> tuple[Question, ...]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_questions(path, **options)  # type: ignore[arg-type]


def test_our_own_fields_are_read_from_jsonl(tmp_path: Path) -> None:
    row = {
        "id": "q", "question": " Wer? ", "lang": "de", "answers": ["Frodo", 3, 2.50, True],
        "entities": ["Heimlichkeit"], "facts": [["a", "b", "c"], "<urn:a> <urn:b> \"c\" ."],
        "passages": ["p"], "sources": ["s"], "expected_status": "answered",
        "tags": ["x", "y"], "links": {"Anna": "urn:anna"},
    }  # fmt: skip
    (question,) = read(tmp_path, "q.jsonl", "\n" + json.dumps(row) + "\n")
    assert question == Question(
        id="q", text="Wer?", language="de",
        answers=("Frodo", Decimal(3), Decimal("2.5"), True), entities=("Heimlichkeit",),
        facts=(("a", "b", "c"), ("urn:a", "urn:b", "c")), passages=("p",), sources=("s",),
        expected_status="answered", tags=("x", "y"), links=(("Anna", "urn:anna"),),
    )  # fmt: skip
    assert question.line == 2


@pytest.mark.parametrize(
    ("row", "answers"),
    [
        ({"user_input": "Who?", "reference": "Frodo", "response": "x"}, ("Frodo",)),
        ({"input": "Who?", "expected_output": "Frodo", "actual_output": "x"}, ("Frodo",)),
        ({"question": "Who?", "ground_truths": ["Frodo", "Sam"]}, ("Frodo", "Sam")),
        ({"query": "Who?", "answers": [{"iri": "urn:a", "label": "A"}]}, ("urn:a",)),
        ({"question": "Who?", "answers": [["a", 1], ["b", 2]]}, ("a", Decimal(1), "b", Decimal(2))),
        ({"question": "Who?", "answer": False}, (False,)),
        ({"question": "Who?", "answers": []}, ()),
        ({"question": "Who?"}, None),
    ],
)
def test_the_fields_of_other_tools_are_known(tmp_path: Path, row: dict, answers: object) -> None:
    (question,) = read(tmp_path, "q.jsonl", json.dumps(row))
    assert (question.text, question.answers, question.id) == ("Who?", answers, "1")


def test_a_table_parts_its_values_and_its_empty_cells_are_unknown(tmp_path: Path) -> None:
    text = 'question;answers;tags\n"Wer\nnoch?";Frodo|Sam;a|b\nWo?;;\n'
    first, second = read(tmp_path, "q.csv", text)
    assert (first.text, first.answers, first.tags) == ("Wer\nnoch?", ("Frodo", "Sam"), ("a", "b"))
    assert (second.text, second.answers, second.line) == ("Wo?", None, 4)


def test_yaml_and_json_documents_know_the_lines_of_their_questions(tmp_path: Path) -> None:
    text = "questions:\n  - question: Who?\n    answers: [Frodo, 2]\n\n  - question: Where?\n"
    first, second = read(tmp_path, "q.yaml", text)
    assert (first.answers, first.line, second.line) == (("Frodo", Decimal(2)), 2, 5)
    text = '{"note": [1],\n "questions": [\n  {"question": "Who?"},\n\n  {"question": "Where?"}]}'
    assert [each.line for each in read(tmp_path, "q.json", text)] == [3, 5]
    assert [each.line for each in read(tmp_path, "l.json", '[\n{"question": "Who?"}]')] == [2]


def test_qald_gives_one_question_for_each_phrasing_of_a_language(tmp_path: Path) -> None:
    def cell(value: str, kind: str = "uri", **more: str) -> dict[str, str]:
        return {"type": kind, "value": value, **more}

    integer = "http://www.w3.org/2001/XMLSchema#integer"
    rows = [
        {
            "a": cell("http://x.org/Alien:_Two, and more"),
            "b": cell("5", "literal", datatype=integer),
        },
        {"a": cell("http://x.org/b")},
    ]
    said = [("en", "Which?"), ("de", "Welche?"), ("de", "Was?")]
    item = {
        "id": 9, "answertype": "resource", "aggregation": "true", "hybrid": "false",
        "question": [{"language": language, "string": text} for language, text in said],
        "answers": [{"results": {"bindings": rows}}],
    }  # fmt: skip
    yes = {
        "id": 10,
        "question": [{"language": "de", "string": "Ist?"}],
        "answers": [{"boolean": False}],
    }
    text = json.dumps({"questions": [item, yes]})
    path = tmp_path / "q.json.gz"
    path.write_bytes(gzip.compress(text.encode()))
    one, two, three = read_questions(path, language="de")
    assert [each.id for each in (one, two, three)] == ["9", "9-2", "10"]
    assert one.answers == ("<http://x.org/Alien:_Two, and more>", Decimal(5), "<http://x.org/b>")
    assert one.tags == ("resource", "aggregation")
    assert three.answers == (False,)


def test_metaqa_settles_the_topic_or_only_removes_its_brackets(tmp_path: Path) -> None:
    text = "who directed [Alien 3]\tDavid Fincher|Nobody\n"
    (given,) = read(tmp_path, "q.txt", text)
    assert (given.text, given.answers) == ("who directed Alien 3", ("David Fincher", "Nobody"))
    assert given.links == (("Alien 3", "urn:ontorag:data#Alien%203"),)
    (free,) = read(tmp_path, "q.txt", text, topic_is_given=False)
    assert free.links == ()


def test_text2sparql_takes_its_answers_from_the_other_file(tmp_path: Path) -> None:
    gold = tmp_path / "gold.json"
    gold.write_text('{"c:1-en": {"urn:a": 1, "5": 1}, "c:2-en": {"true": 0}}', encoding="utf-8")
    text = (
        "dataset:\n  prefix: c\nquestions:\n"
        "  - id: 1\n    question:\n      en: Which?\n    features: [SELECT]\n"
        "  - id: 2\n    question:\n      en: Is it?\n"
    )
    one, two = read(tmp_path, "q.yml", text, answers=gold)
    assert (one.answers, one.tags, two.answers) == (("urn:a", "5"), ("SELECT",), (False,))
    assert [each.answers for each in read(tmp_path, "q.yml", text)] == [None, None]
    gold.write_text("{}", encoding="utf-8")
    with pytest.raises(QuestionFileError, match=r"q\.yml line 4: .*'c:1-en'"):
        read(tmp_path, "q.yml", text, answers=gold)


def test_promptfoo_has_its_question_among_the_variables(tmp_path: Path) -> None:
    text = (
        "tests:\n  - description: one\n    vars:\n      question: Who?\n"
        "    assert:\n      - type: contains-all\n        value: [Frodo, Sam]\n"
        "      - type: latency\n        threshold: 5\n"
    )
    (question,) = read(tmp_path, "q.yaml", text)
    assert (question.id, question.text, question.answers) == ("one", "Who?", ("Frodo", "Sam"))


def test_lines_without_tabs_are_questions(tmp_path: Path) -> None:
    assert [each.text for each in read(tmp_path, "q.txt", "Who?\n\nWhere?\n")] == ["Who?", "Where?"]


@pytest.mark.parametrize(
    ("name", "text", "line", "said"),
    [
        ("q.jsonl", '{"question": "a"}\n{"question": \n', 2, "Expecting value"),
        ("q.jsonl", '{"question": "a"}\n\n[1]\n', 3, "not a JSON object"),
        ("q.jsonl", '{"qestion": "a"}\n', 1, "did you mean 'question'"),
        ("q.jsonl", '{"question": "a", "anwsers": []}\n', 1, "did you mean 'answers'"),
        ("q.jsonl", '{"text": "a"}\n', 1, "there is no question"),
        ("q.jsonl", '{"question": "a", "expected_status": "maybe"}\n', 1, "'maybe' is none of"),
        ("q.jsonl", '{"question": "a", "expected_reason": "x"}\n', 1, "'x' is none of"),
        ("q.jsonl", '{"question": "a", "answers": [null]}\n', 1, "an answer is a text"),
        ("q.jsonl", '{"question": "a", "facts": [["s", "p"]]}\n', 1, "a fact is"),
        ("q.jsonl", '{"question": "a", "lang": 5}\n', 1, "'lang' is a text"),
        ("q.jsonl", '{"question": "a", "id": 1}\n{"question": "b", "id": 1}\n', 2, "used before"),
        ("q.csv", "question,answers\na,b\nc\n", 3, "as many cells"),
        ("q.csv", 'question,answers\n"a,b\n', 2, "not CSV"),
        ("q.json", '[\n{"question": "a"},\n{"question": 5}]', 3, "there is no question"),
        ("q.json", '[\n{"question": "a"},\n}', 3, "is not JSON"),
        ("q.json", '[\n{"question": [{"language": "en", "string": "a"}]}]', 2, "'id'"),
        ("q.yaml", "questions:\n  - question: a\n  - answers: [b]\n", 3, "there is no question"),
        ("q.yaml", "questions:\n  - question: [a\n", 3, "not YAML"),
        ("q.txt", "who directed [A]\tB\nwho directed A\tB\n", 2, "[topic]"),
    ],
)  # fmt: skip
def test_a_wrong_file_names_its_line(
    tmp_path: Path, name: str, text: str, line: int, said: str
) -> None:
    with pytest.raises(QuestionFileError) as error:
        read(tmp_path, name, text)
    assert error.value.line == line
    assert f"{name} line {line}" in str(error.value)
    assert said in str(error.value)


def test_a_file_that_is_no_question_file_says_why(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="no question in it"):
        read(tmp_path, "q.jsonl", "\n")
    with pytest.raises(QuestionFileError, match=r"none of \.jsonl"):
        read(tmp_path, "q.docx", "x")
    with pytest.raises(QuestionFileError, match="neither a list"):
        read(tmp_path, "q.json", '{"a": 1}')
    with pytest.raises(QuestionFileError, match="cannot be read"):
        read_questions(tmp_path / "missing.jsonl")
    (tmp_path / "l.jsonl").write_bytes(b'{"question": "a"}\n{"question": "\xe4"}\n')
    with pytest.raises(QuestionFileError, match="line 2 is not UTF-8"):
        read_questions(tmp_path / "l.jsonl")


def test_a_larger_sample_holds_the_smaller_one() -> None:
    questions = [Question(str(number), f"Who {number}?") for number in range(200)]
    small, large = draw(questions, 20), draw(questions, 50)
    assert len(small) == 20
    assert set(small) < set(large)
    assert [int(each.id) for each in large] == sorted(int(each.id) for each in large)
    assert draw(questions, 20, seed=2) != small
