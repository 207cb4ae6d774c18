"""The settings files that docs/settings.md shows are read as they are written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ontorag.config import read_settings

PAGE = (Path(__file__).parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")
FILES = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", FILES)
def test_each_settings_file_is_valid(tmp_path: Path, text: str) -> None:
    (tmp_path / "ontorag.toml").write_text(text, encoding="utf-8")
    settings = read_settings(
        environment={"LOCAL_KEY": "a", "NEO4J_PASSWORD": "b"}, directory=tmp_path
    )
    assert settings.kg


def test_every_flag_of_the_page_is_an_option_of_a_command() -> None:
    import typer

    from ontorag.cli.app import app

    flags = set(re.findall(r"^\|(?:[^|]*\|){2} `(--[a-z-]+)`", PAGE, re.MULTILINE))
    group = typer.main.get_command(app)
    options = {
        name
        for command in group.commands.values()  # type: ignore[attr-defined]
        for parameter in command.params
        for name in parameter.opts
    }
    assert len(flags) > 10
    assert flags - options == set()
