"""What README.md says to type works as it is written."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FIRST_QUESTION = (
    "Welcher Charakter aus 'Herr Der Ringe' verfügt über die höchste Fähigkeit in Heimlichkeit "
    "und Willenskraft für eine gefährliche Mission in Mordor?"
)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def console_commands() -> list[str]:
    return re.findall(r"^\$ (.+)$", "\n".join(blocks("console")), re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the ontologies, where commands may leave files."""
    made = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "ontologies", made / "ontologies")
    return made


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("ONTORAG_")}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )


def test_the_first_command_installs_and_answers_the_first_question(folder: Path) -> None:
    made, installed, asked = blocks("sh")[0].strip().split(" && ")
    assert made == "python3 -m venv .venv"
    assert installed == '.venv/bin/pip install -q ".[semantic]"'
    program, *words = shlex.split(asked)
    assert program == ".venv/bin/ontorag"
    assert words[:2] == ["ask", FIRST_QUESTION]
    done = run(["-m", "ontorag", *words], folder)
    assert done.returncode == 0, done.stderr
    assert "Frodo" in done.stdout.splitlines()[0]
    assert "Willenskraft -> Willensstärke" in done.stdout


def test_the_second_command_installs_the_extras_and_runs_the_tests() -> None:
    made, installed, tested = blocks("sh")[1].strip().split(" && ")
    assert made == "python3 -m venv .venv"
    assert installed == '.venv/bin/pip install -q -e ".[semantic,test]"'
    assert tested == ".venv/bin/pytest -n auto"


def test_the_lines_of_python_run_and_are_about_ten(folder: Path) -> None:
    (block,) = blocks("python")
    assert len(block.strip().splitlines()) <= 12
    done = run(["-W", "error", "-c", block], folder)
    assert done.returncode == 0, done.stderr
    assert "Frodo" in done.stdout
    assert "<html" in (folder / "graph.html").read_text(encoding="utf-8")


def test_the_session_shows_a_replaced_claim_and_an_abstention(folder: Path) -> None:
    (session,) = blocks("pycon")
    assert "('replaced',)" in session
    assert "Not recorded for Gimli" in session and "..." not in session.replace("\n...", "")
    script = folder / "session.txt"
    script.write_text(session, encoding="utf-8")
    done = run(["-m", "doctest", "session.txt"], folder)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("command", console_commands())
def test_each_command_line_answers(command: str, folder: Path) -> None:
    program, *words = shlex.split(command)
    assert program == "ontorag"
    if "lotr.db" in words and words[0] != "load":
        run(["-m", "ontorag", "load", "ontologies/lotr.ttl", "--into", "lotr.db"], folder)
    done = run(["-m", "ontorag", *words], folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_each_file_that_the_documents_link_to_is_there() -> None:
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
    missing = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert missing == []
