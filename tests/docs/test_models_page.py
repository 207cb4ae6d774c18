"""The examples of docs/models.md do what the page says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import get_args

import pytest
import typer

from ontorag.cli.app import app
from ontorag.values.outcomes import Flag

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "models.md").read_text(encoding="utf-8")
CODE = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
SHOWN = re.findall(r"^```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_the_examples_print_what_the_page_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    printed, names = io.StringIO(), dict[str, object]()
    (tmp_path / "ontologies").symlink_to(ROOT / "ontologies")
    monkeypatch.chdir(tmp_path)
    with contextlib.redirect_stdout(printed):
        for code in CODE:
            exec(compile(code, "docs/models.md", "exec"), names)

    assert printed.getvalue().splitlines() == SHOWN[0].splitlines()


def test_the_commands_and_flags_of_the_page_are_there() -> None:
    group = typer.main.get_command(app)
    ask = group.commands["ask"]  # type: ignore[attr-defined]
    options = {name for parameter in ask.params for name in parameter.opts}
    named = set(re.findall(r"`(--[a-z-]+)", PAGE)) | set(
        re.findall(r" (--[a-z-]+)$", PAGE, re.MULTILINE)
    )

    assert named - options == {"--prompt"}
    assert "show" in group.commands["trace"].commands  # type: ignore[attr-defined]


def test_the_flags_of_answers_are_those_there_are() -> None:
    named = set(re.findall(r"flag `(\w+)`", PAGE)) | set(re.findall(r"the flag is `(\w+)`", PAGE))

    assert len(named) > 3
    assert named <= set(get_args(Flag))


def test_the_readme_leads_to_the_page() -> None:
    assert "docs/models.md" in (ROOT / "README.md").read_text(encoding="utf-8")
