"""The guard over many sentences about seven small worlds: true ones, said otherwise, and false."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from ontorag.verification import Given, read_given, verify

DATA = Path(__file__).parent.parent / "data"
KEPT = {"supported", "miscited", "invalid_id"}
FILES = {
    "world": "paraphrases.json", "company": "company_paraphrases.json",
    "geography": "geography.json", "film": "film.json", "harbour": "harbour.json",
    "clinic": "clinic.json", "music": "music.json",
}  # fmt: skip


def read(*path: str) -> Any:
    return json.loads(DATA.joinpath(*path).read_text(encoding="utf-8"))


@lru_cache(maxsize=7)
def world(name: str) -> Given:
    if name != "world":
        return read_given(read("guard", f"{name}.json")["world"])
    raw, guard = read("cases", "world.json"), read("cases", "guard.json")
    facts = [fact for fact in raw["facts"] if fact["id"] in guard["supplied"]]
    return read_given({**raw, "facts": facts, "derived": guard["derived"]})


def said(kind: str) -> list[tuple[str, str]]:
    return [(name, text) for name, file in FILES.items() for text in read("guard", file)[kind]]


@pytest.mark.parametrize(("name", "text"), said("true"))
def test_a_true_sentence_is_supported(name: str, text: str) -> None:
    found = verify(text, world(name))

    assert [each.kind for each in found] == ["supported"] * len(found), found


@pytest.mark.parametrize(("name", "text"), said("false"))
def test_a_false_sentence_is_not_kept(name: str, text: str) -> None:
    assert any(each.kind not in KEPT for each in verify(text, world(name)))


@pytest.mark.parametrize(("name", "text"), said("hard"))
def test_a_true_sentence_that_is_not_understood_is_not_contradicted(name: str, text: str) -> None:
    assert {each.kind for each in verify(text, world(name))} <= {"unsupported", "supported"}


def test_there_are_hundreds_of_sentences_of_both_kinds() -> None:
    assert len(said("true")) > 300
    assert len(said("false")) > 700
