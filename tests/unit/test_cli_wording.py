"""Messages as the command line says them: in flags, not in keywords of Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ontorag.cli.wording import in_flags

PACKAGE = Path(__file__).parents[2] / "ontorag"
ROOMS = (
    "chat", "embeddings", "endpoint.py", "graph/reasoned.py", "linking", "pipeline", "reasoning",
    "sources", "stores",
)  # fmt: skip
KEYWORD = re.compile(r"(?<![\w?&.-])[a-z_]+=(?![\w\"/{<])|\bbase_url\b|io\.StringIO")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("give one with chat=", "give one with --chat"),
        ("is base_url right?", "is the model's address (--chat-url) right?"),
        ("check model= and base_url= (it", "check --chat and the model's address (--chat-url) (it"),
        ("pass a valid one as api_key=", "pass a valid one as ONTORAG_CHAT_KEY"),
        ("allow more with timeout=, or", "allow more with chat.timeout, or"),
        ("select fewer facts (budget=), or", "select fewer facts (--budget), or"),
        ("such as encoding='iso-8859-1' or", "such as --encoding iso-8859-1 or"),
        ("with base= (--base).", "with --base."),
        ("with keep_going=True (--keep-going)", "with --keep-going"),
        ("links={'Anna': 'Ana'}: the graph", "--link 'Anna=Ana': the graph"),
        ("give user= and password=", "give --user and ONTORAG_PASSWORD"),
        ("go on with allow_inconsistent=True", "go on with --allow-inconsistent"),
        ("give it more (max_facts=…, seconds=…), or", "give it more (--max-facts, --seconds), or"),
        ("the IRI http://e.org/?a=b&c= stays", "the IRI http://e.org/?a=b&c= stays"),
        ("no key is called a_b=", "no key is called a_b="),
    ],
)  # fmt: skip
def test_keywords_become_flags(said: str, shown: str) -> None:
    assert in_flags(said) == shown


def texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Give the texts of a statement with their lines; what is filled in becomes an x."""
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "x" for part in node.values)
        yield node.lineno, "".join(map(str, parts))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from texts(child)


def messages() -> Iterator[tuple[str, str]]:
    """Give the sentences that the rooms behind the commands raise or return."""
    for room in ROOMS:
        path = PACKAGE / room
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, (ast.Raise, ast.Return)):
                    for line, text in texts(node):
                        if re.search(r"[a-z]{3,} [a-z]", text):
                            yield f"{file.relative_to(PACKAGE)}:{line}", text


def test_no_error_shows_a_keyword_of_python_on_the_command_line() -> None:
    found = list(messages())
    assert any("base_url" in text for _, text in found), "the search finds what it looks for"
    left = [(place, text) for place, text in found if KEYWORD.search(in_flags(text))]
    assert left == []
