"""An ambiguity is settled by a number at the prompt, on a terminal only."""

from __future__ import annotations

import pytest
import typer
from typer.testing import CliRunner

import ontorag
from ontorag.cli.settling import settle
from ontorag.pipeline import OntoRAG
from ontorag.result import Result

TWO = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a1 rdfs:label "Anna" ; :age 30 . :a2 rdfs:label "Anna" ; :age 41 . :b rdfs:label "Ben" ; :age 7 .
:age rdfs:label "age" .
"""


@pytest.fixture(scope="module")
def ambiguous(tmp_path_factory: pytest.TempPathFactory) -> Result:
    file = tmp_path_factory.mktemp("two") / "two.ttl"
    file.write_text(TWO, encoding="utf-8")
    return OntoRAG(ontorag.load(file), embeddings=None).ask("What is the age of Anna?")


def settled(result: Result, typed: str, *, terminal: bool = True) -> tuple[str, list[str], str]:
    """Give what was chosen, what was remembered, and what was printed, for typed input."""
    remembered: list[str] = []
    chosen: list[str | None] = []
    app = typer.Typer()

    @app.command()
    def command() -> None:
        chosen.append(
            settle(
                result,
                remember=lambda words, iri: remembered.append(f"{words}={iri}"),
                is_terminal=lambda: terminal,
            )
        )

    printed = CliRunner().invoke(app, input=typed).output
    return str(chosen[0]), remembered, printed


def test_the_options_are_numbered_and_one_is_chosen(ambiguous: Result) -> None:
    chosen, remembered, printed = settled(ambiguous, "2\nn\n")
    assert chosen == "Anna=http://example.org/a2"
    assert remembered == []
    assert "1  Anna  http://example.org/a1" in printed


def test_a_choice_is_remembered_when_that_is_wanted(ambiguous: Result) -> None:
    assert settled(ambiguous, "1\ny\n")[1] == ["Anna=http://example.org/a1"]


@pytest.mark.parametrize("typed", ["\n", "7\n", "Anna\n"])
def test_anything_else_settles_nothing(ambiguous: Result, typed: str) -> None:
    assert settled(ambiguous, typed)[0] == "None"


def test_a_pipe_is_never_asked(ambiguous: Result) -> None:
    assert settled(ambiguous, "1\n", terminal=False)[::2] == ("None", "")
