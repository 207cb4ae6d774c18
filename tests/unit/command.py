"""Commands as somebody types them, run in this process."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from ontorag.cli import main


class Done(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Done]


def commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path, columns: int
) -> Run:
    """Run commands in a folder, without settings from outside, ``columns`` wide."""
    for name in [name for name in os.environ if name.startswith(("ONTORAG_", "OPENAI_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.chdir(folder)

    def command(*words: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["ontorag", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        captured = capsys.readouterr()
        return Done(code if isinstance(code, int) else int(code or 0), captured.out, captured.err)

    return command
