"""In CI nothing is skipped unseen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SKIPPING = """
import pytest

def test_that_skips():
    pytest.skip("no server")

@pytest.mark.xfail(reason="known")
def test_that_is_expected_to_fail():
    assert False
"""


@pytest.mark.parametrize(
    ("ci", "summary"), [("true", "1 failed, 1 xfailed"), ("", "1 skipped, 1 xfailed")]
)
def test_a_skipped_test_fails_only_in_ci(tmp_path: Path, ci: str, summary: str) -> None:
    shutil.copy(Path(__file__).parents[1] / "skips.py", tmp_path / "conftest.py")
    (tmp_path / "test_it.py").write_text(SKIPPING, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", str(tmp_path)],
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert summary in run.stdout
    assert "no server" in run.stdout
