"""Read a file of questions: JSONL, CSV, JSON, YAML, QALD, MetaQA, text2sparql, or plain lines."""

from __future__ import annotations

import csv
import gzip
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from ontorag.errors import QuestionFileError
from ontorag.evaluation.locating import Lines, json_lines, read_json, read_yaml
from ontorag.evaluation.questions import Question
from ontorag.evaluation.rows import question_of
from ontorag.evaluation.shapes import metaqa_row, promptfoo_row, qald_rows, text2sparql_rows

Rows: TypeAlias = Iterator[tuple[Mapping[str, Any], "int | None"]]
"""Rows with the lines they begin on."""


def read_questions(
    path: str | Path,
    *,
    answers: str | Path | None = None,
    language: str = "en",
    topic_is_given: bool = True,
) -> tuple[Question, ...]:
    """Read the questions of a file, in its order; ``.gz`` is unpacked.

    ``answers`` is the file of results that belongs to questions of text2sparql. ``language``
    chooses among the languages of QALD and text2sparql. ``topic_is_given`` settles the
    [bracketed] topic of MetaQA; otherwise only its brackets are removed.

    Raises `QuestionFileError`, with the line where something is wrong.
    """
    path = Path(path)
    gold = None if answers is None else read_json(_text(Path(answers)), Path(answers))
    options = _Options(path, language, topic_is_given, gold)
    suffix = [each.lower() for each in path.suffixes if each.lower() != ".gz"][-1:]
    reader = _READERS.get(suffix[0] if suffix else "")
    if reader is None:
        raise QuestionFileError(
            f"{path} is none of {', '.join(_READERS)}: questions are read from these"
        )
    questions: list[Question] = []
    for row, line in reader(_text(path), options):
        number = len(questions) + 1
        questions.append(question_of(row, line=line, where=_place(path, line), number=number))
    _check(questions, path)
    return tuple(questions)


class _Options:
    """What the readers need beside the text."""

    def __init__(
        self, path: Path, language: str, topic_is_given: bool, gold: Mapping[str, Any] | None
    ) -> None:
        self.path, self.language = path, language
        self.topic_is_given, self.gold = topic_is_given, gold

    def wrong(self, line: int | None, what: object) -> QuestionFileError:
        return QuestionFileError(f"{_place(self.path, line)}: {what}", line=line)


def _place(path: Path, line: int | None) -> str:
    return f"{path} line {line}" if line else str(path)


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
        if path.suffix.lower() == ".gz":
            data = gzip.decompress(data)
    except OSError as error:
        raise QuestionFileError(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise QuestionFileError(
            f"{path} line {line} is not UTF-8; save the file in UTF-8", line=line
        ) from error


def _check(questions: list[Question], path: Path) -> None:
    if not questions:
        raise QuestionFileError(f"{path} has no question in it")
    twice = [name for name, count in Counter(each.id for each in questions).items() if count > 1]
    if twice:
        line = [each.line for each in questions if each.id == twice[0]][1]
        raise QuestionFileError(
            f"{_place(path, line)}: the id {twice[0]!r} is used before; ids are for one question",
            line=line,
        )


def _from_jsonl(text: str, options: _Options) -> Rows:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = read_json(line, options.path)
        except QuestionFileError as error:
            raise options.wrong(number, str(error.__cause__)) from error
        if not isinstance(row, dict):
            raise options.wrong(number, "it is not a JSON object")
        yield row, number


def _from_csv(text: str, options: _Options) -> Rows:
    first = text.split("\n", 1)[0]
    delimiter = max("\t;,", key=first.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    before = 1
    try:
        for row in reader:
            line, before = before + 1, reader.line_num
            if None in row or None in row.values():
                raise options.wrong(line, "it has not as many cells as the header")
            yield {name: cell for name, cell in row.items() if cell != ""}, line
    except csv.Error as error:
        raise options.wrong(before + 1, f"it is not CSV: {error}") from error


def _from_json(text: str, options: _Options) -> Rows:
    value = read_json(text, options.path)
    return _from_document(value, lambda key: json_lines(text, key), options)


def _from_yaml(text: str, options: _Options) -> Rows:
    value, lines = read_yaml(text, options.path)
    return _from_document(value, lines, options)


def _from_document(value: Any, lines: Callable[[str | None], Lines], options: _Options) -> Rows:
    """Read a list of items, or the list under "questions" or "tests", each by its own shape."""
    key = None
    items = value
    if isinstance(value, dict):
        key = next((name for name in ("questions", "tests", "goldens") if name in value), None)
        items = value.get(key) if key else None
    if not isinstance(items, list):
        raise QuestionFileError(
            f"{options.path} is neither a list of questions nor an object with 'questions'"
        )
    dataset = value.get("dataset") if isinstance(value, dict) else None
    prefix = str(dataset.get("prefix", "")) if isinstance(dataset, dict) else ""
    line_of = lines(key)
    for number, item in enumerate(items):
        line = line_of(number)
        if not isinstance(item, dict):
            raise options.wrong(line, "it is not an object with a question")
        try:
            rows = _rows_of(item, prefix, options)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise options.wrong(line, f"it is not as its shape has it: {error!r}") from error
        for row in rows:
            yield row, line


def _rows_of(item: dict[str, Any], prefix: str, options: _Options) -> list[Mapping[str, Any]]:
    question = item.get("question")
    if isinstance(question, list):
        return [*qald_rows(item, options.language)]
    if isinstance(question, dict):
        return [*text2sparql_rows(item, options.language, prefix, options.gold)]
    return [promptfoo_row(item)] if "vars" in item else [item]


def _from_lines(text: str, options: _Options) -> Rows:
    """Read MetaQA where lines have a TAB, else a question a line."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        if "\t" not in text:
            yield {"question": line}, number
            continue
        try:
            yield metaqa_row(line, topic_is_given=options.topic_is_given), number
        except ValueError as error:
            raise options.wrong(number, error) from error


_READERS: dict[str, Callable[[str, _Options], Rows]] = {
    ".jsonl": _from_jsonl,
    ".ndjson": _from_jsonl,
    ".csv": _from_csv,
    ".tsv": _from_csv,
    ".json": _from_json,
    ".yaml": _from_yaml,
    ".yml": _from_yaml,
    ".txt": _from_lines,
}
