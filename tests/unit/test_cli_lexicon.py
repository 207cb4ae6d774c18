"""The command `lexicon`: which words reach which property, and how more are taught."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ontorag
from ontorag.cli import wordlist
from ontorag.errors import OntoragError

OPAQUE = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:P31 rdfs:comment "x" . :a rdfs:label "Ada" ; :P31 :b ; :leads :b . :b rdfs:label "Bee" .
:c rdfs:label "Cem" ; :P31 :b .
"""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    (tmp_path / "opaque.ttl").write_text(OPAQUE, encoding="utf-8")
    with ontorag.open(tmp_path / "kg.db") as graph:
        graph.load(tmp_path / "opaque.ttl", source="opaque")
    return tmp_path / "kg.db"


def test_a_property_that_no_word_reaches_comes_first(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wordlist.lexicon(kg=str(store), as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert [(each["property"][-3:], each["reached"]) for each in found] == [
        ("P31", False), ("ads", True),
    ]  # fmt: skip
    assert found[0]["facts"] == 2
    assert "leiter" in found[1]["others"]


def test_words_of_a_yaml_file_make_it_reached(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = store.parent / "words.yaml"
    words.write_text("http://example.org/P31: [bewundert, admires]\n", encoding="utf-8")
    wordlist.lexicon(kg=str(store), learn=words)
    assert "no word reaches" not in capsys.readouterr().out
    with ontorag.open(store) as graph:
        result = ontorag.OntoRAG(graph, embeddings=None).ask("Who admires Bee?")
        assert [str(each.label) for each in result.answers] == ["Ada", "Cem"]  # type: ignore[union-attr]
        assert words.as_posix() in [each.name for each in graph.sources()]


@pytest.mark.parametrize(("text", "said"), [
    ("http://example.org/a: [x]\n", "is no property"), ("- x\n", "holds no"),
    ("a: [", "is not YAML"),
])  # fmt: skip
def test_a_wrong_file_of_words_says_what_is_wrong(store: Path, text: str, said: str) -> None:
    words = store.parent / "words.yaml"
    words.write_text(text, encoding="utf-8")
    with pytest.raises(OntoragError, match=said):
        wordlist.lexicon(kg=str(store), learn=words)
