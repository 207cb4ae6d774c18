"""What real models said, read again: whatever it was, nothing unproved reaches the reader.

The transcripts are of `benchmarks.models`; what the models say live is in tests/model.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from benchmarks.models import KEPT, ReplayingChat, Tally, questions, run

FILES = sorted((Path(__file__).parents[1] / "data" / "transcripts").glob("*.json"))


def read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


@cache
def replayed(file: Path) -> Tally:
    record = read(file)
    return run((ReplayingChat(each["said"]) for each in record["questions"]), record["model"])


def test_forty_questions_have_an_answer_and_twenty_none() -> None:
    asked = questions()

    assert len(asked) == 60
    assert sum(each["answers"] is None for each in asked) == 20


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_transcript_has_the_questions_in_their_order(file: Path) -> None:
    recorded = [each["question"] for each in read(file)["questions"]]

    assert len(recorded) >= 50
    assert recorded == [each["question"] for each in questions()][: len(recorded)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_unproved_claim_of_a_real_model_reaches_the_reader(file: Path) -> None:
    tally = replayed(file)

    assert tally.unproved == []
    assert tally.reached


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_guard_had_something_to_refuse(file: Path) -> None:
    tally = replayed(file)

    assert sum(n for kind, n in tally.before.items() if kind not in KEPT) > 0
    assert tally.without_facts > 0
