"""Every question of docs/questions.md has the answer that the page gives."""

from __future__ import annotations

import contextlib
import io
import re
from datetime import date
from functools import lru_cache
from pathlib import Path

import pytest

import ontorag
from ontorag.pipeline import OntoRAG
from ontorag.values import Labelled

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([^|]+) \| (firm|shop|cinema|atlas) \| ([^|]+) \|$", re.MULTILINE)


@lru_cache(maxsize=3)
def reader(graph: str) -> OntoRAG:
    file = ROOT / "tests" / "data" / "tables" / f"{graph}.ttl"
    return OntoRAG(ontorag.load(file), embeddings=None)


@pytest.mark.parametrize(("question", "graph", "answer"), ROW.findall(PAGE))
def test_a_question_of_the_page_is_answered_as_it_says(
    question: str, graph: str, answer: str
) -> None:
    result = reader(graph).ask(question, today=date(2026, 11, 30))
    cells = [cell for row in result.rows for cell in row] or list(result.answers)
    said = [str(c.label if isinstance(c, Labelled) else c) for c in cells if c is not None]
    assert sorted(said) == sorted(answer.split(", "))


def test_the_example_prints_what_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    shown = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert code and shown
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code[1], "docs/questions.md", "exec"), {})

    assert printed.getvalue().splitlines() == shown[1].splitlines()
