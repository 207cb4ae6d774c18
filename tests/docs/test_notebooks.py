"""The notebooks run, and what they show is what they print."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_every_notebook_shows_what_it_prints() -> None:
    command = [sys.executable, str(EXAMPLES / "refresh.py"), "--check"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"run python examples/refresh.py\n{done.stdout}\n{done.stderr}"
    assert "first_steps.ipynb: as in the file" in done.stdout


def test_no_notebook_shows_a_path_of_one_machine() -> None:
    for path in EXAMPLES.glob("*.ipynb"):
        text = path.read_text(encoding="utf-8")
        assert "/home/" not in text
        assert "/tmp/" not in text
        assert "Traceback" not in text


CELLS = [
    "import ontorag\n"
    'rag = ontorag.OntoRAG(ontorag.load("ontologies/lotr.ttl"), embeddings=None)\n'
    'question = "Wer hat Axtkampf?"',
    "rag.ask(question).answer.status",
    "(await rag.aask(question)).answer.status",
    "[type(event).__name__ for event in rag.stream(question)][-1]",
    "[result.answer.status for result in rag.ask_many([question, question])]",
]


def test_every_way_of_asking_works_in_a_notebook() -> None:
    """A notebook's kernel runs an event loop, in which nothing may start another one."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    resources = {"metadata": {"path": str(EXAMPLES.parent)}}
    done = NotebookClient(book, timeout=120, kernel_name="python3", resources=resources).execute()
    shown = [each["data"]["text/plain"] for cell in done.cells[1:] for each in cell["outputs"]]

    assert shown == ["'answered'", "'answered'", "'Result'", "['answered', 'answered']"]
