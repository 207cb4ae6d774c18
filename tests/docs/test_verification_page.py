"""The example of docs/verification.md prints what the page says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "verification.md").read_text(encoding="utf-8")


def test_the_example_prints_what_the_page_says() -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    shown = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert code and shown
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code[1], "docs/verification.md", "exec"), {})

    assert printed.getvalue().splitlines() == shown[1].splitlines()
