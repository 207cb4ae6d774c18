"""Words that were settled once, remembered as synonyms in a source of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ontorag.errors import InputError
from ontorag.names import SKOS
from ontorag.stores.base import ANY, Scope
from ontorag.values import IRI, Literal, Source, Term, write_term

if TYPE_CHECKING:
    from ontorag.graph.knowledge_graph import KnowledgeGraph

REMEMBERED = "remembered"
"""The source that remembered synonyms are kept in; drop it to forget them."""


def remember_words(graph: KnowledgeGraph, words: str, meaning: str | Term) -> None:
    """Make ``words`` a ``skos:altLabel`` of a concept, in the source `REMEMBERED`.

    Raises `InputError` for no words, `UnknownNameError` for a concept that the graph has not.
    """
    text = " ".join(words.split())
    term = graph.find(meaning) if isinstance(meaning, str) else meaning
    if not text or not isinstance(term, IRI):
        raise InputError(f"remember({words!r}, {meaning!r}): give words and what they name")
    label = (write_term(term), f"<{SKOS}altLabel>", write_term(Literal(text)), "")
    known: set[tuple[str, str, str, str]] = set()
    if any(source.name == REMEMBERED for source in graph.sources()):
        known.update(graph.store.statements(ANY, scope=Scope(sources=frozenset({REMEMBERED}))))
    with graph.store.writing() as writer:
        writer.replace(Source(REMEMBERED), sorted({*known, label}))
