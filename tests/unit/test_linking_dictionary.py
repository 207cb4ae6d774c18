"""The dictionary tier: words that no rule inflects are read by simplemma (extra ``de``)."""

from __future__ import annotations

import sys

import pytest

import ontorag
from ontorag.values import Labelled

TRIPLES = [("Kant", "kennt", "Prinzip"), ("Homer", "kennt", "Epos"), ("Homer", "kennt", "Ilias")]


@pytest.mark.parametrize(("word", "answer"), [("Prinzipien", "Kant"), ("Epen", "Homer")])
def test_a_word_that_no_rule_inflects_is_found_in_the_dictionary(word: str, answer: str) -> None:
    with ontorag.load(TRIPLES) as graph:
        result = ontorag.OntoRAG(graph, embeddings=None).ask(f"Wer kennt {word}?")
        assert [a.label for a in result.answers if isinstance(a, Labelled)] == [answer]
        [link] = [link for link in result.links if link.mention.text == word]
        assert link.method == "lemma"
        assert link.corrected_to is None


def test_without_the_extra_such_a_word_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "simplemma", None)
    with ontorag.load(TRIPLES) as graph:
        result = ontorag.OntoRAG(graph, embeddings=None).ask("Wer kennt Prinzipien?")
        assert result.answer.reason == "unknown_concept"
