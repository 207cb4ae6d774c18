"""What `link` offers besides: terms that share words, and those asked for in other words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice, product

import pytest
from reading import DATA, reader

import ontorag
from ontorag.linking.compared import COMPARED_WHOLE
from ontorag.names import RDF_TYPE, RDFS_LABEL
from ontorag.values import Concept, Link
from ontorag.vocabulary import Lookup

OWL_CLASS = "http://www.w3.org/2002/07/owl#Class"


def offered(link: Link) -> list[str]:
    return [
        str(each.target.iri).rpartition("#")[2]
        for each in link.candidates
        if isinstance(each.target, Concept)
    ]


def test_a_word_that_no_label_has_is_offered_what_it_asks_for() -> None:
    links = {link.mention.text: link for link in reader("films").link("who penned Night Ferry")}
    assert "written_by" in offered(links["penned"])


def test_an_unread_word_keeps_no_target() -> None:
    links = {link.mention.text: link for link in reader("films").link("who penned Night Ferry")}
    assert links["penned"].method in ("none", "lemma")
    assert all(each.score <= 1.0 for each in links["penned"].candidates)


def test_the_answer_is_not_read_by_what_is_only_offered() -> None:
    result = reader("films").ask("who dreamt Night Ferry")
    assert not result.answered
    unread = next(link for link in result.links if link.mention.text == "dreamt")
    assert unread.candidates == ()


class Counted:
    """A toy embedding of three numbers that keeps which batches of words were looked for."""

    profile = "counted"

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def embed(self, texts: Sequence[str], *, kind: str) -> list[list[float]]:
        if kind == "query":
            self.batches.append(list(texts))
        return [[1.0, len(text) / 100, sum(map(ord, text)) % 97 / 100] for text in texts]


def test_each_word_is_embedded_once_and_the_vocabulary_read_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[object] = []
    entries = Lookup.entries

    def counting(self: Lookup, **options: object) -> object:
        read.append(options)
        return entries(self, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Lookup, "entries", counting)
    model = Counted()
    with ontorag.load(next(DATA.glob("films.*"))) as graph:
        rag = ontorag.OntoRAG(graph, embeddings=model)
        question = "Who dreamt, foresaw and envisioned Night Ferry?"
        first = rag.link(question)
        asked, reads = [text for batch in model.batches for text in batch], len(read)

        assert rag.link(question) == first

    assert len(model.batches) <= 2 and len(asked) == len({*asked}) > 1
    assert len(read) == reads


def test_of_a_large_vocabulary_a_model_is_shown_the_nearest_labels_first() -> None:
    syllables = ("ba", "do", "ki", "mu", "ne", "po", "ru", "ta", "vi", "zo")
    made = ("".join(parts).capitalize() for parts in product(syllables, repeat=4))
    labels = [*islice(made, COMPARED_WHOLE + 1), "Willensstärke"]
    triples = [
        (f"http://example.org/{n}", predicate, value)
        for n, label in enumerate(labels)
        for predicate, value in ((RDF_TYPE, OWL_CLASS), (RDFS_LABEL, label))
    ]
    model = Counted()
    chat = ontorag.ScriptedChat([json.dumps({"links": []})])
    with ontorag.load(triples) as graph:
        rag = ontorag.OntoRAG(graph, chat=chat, embeddings=model)
        rag.ask("Wer ist eine Willenskraft?")

    shown = chat.calls[0].messages[1].content
    assert json.loads(shown.splitlines()[2])["candidates"][0]["label"] == "Willensstärke"
    assert model.batches == []
