"""Every command and every option says what it is for."""

from __future__ import annotations

import subprocess
import sys

import pytest
import typer

from ontorag.cli.app import app

COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def test_the_commands_are_these() -> None:
    assert sorted(COMMANDS) == [
        "ask", "drop", "eval", "explain", "export", "guard", "info", "lexicon", "link", "lint",
        "load",
        "reason", "reload", "report", "sources", "trace",
    ]  # fmt: skip


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_says_what_it_does(name: str) -> None:
    assert len(COMMANDS[name].help.split()) > 5
    assert COMMANDS[name].help.splitlines()[0].endswith(".")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_says_what_it_does(name: str) -> None:
    silent = [
        each.name
        for each in COMMANDS[name].params
        if each.name != "help" and len((each.help or "").split()) < 2
    ]
    assert silent == []


@pytest.mark.parametrize("name", [None, *sorted(COMMANDS)])
def test_help_fits_into_eighty_columns(name: str | None) -> None:
    words = [name, "--help"] if name else ["--help"]
    done = subprocess.run(
        [sys.executable, "-m", "ontorag", *words], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Usage: ")
    assert max(len(line) for line in done.stdout.splitlines()) <= 80
