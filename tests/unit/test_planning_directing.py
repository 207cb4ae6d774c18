"""Who does it and who it is done to, where the records know only one of the two."""

from __future__ import annotations

from functools import lru_cache

import pytest

import ontorag
from ontorag.pipeline import OntoRAG
from ontorag.values import Labelled

NAMES = "http://example.org/"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"


@lru_cache(maxsize=1)
def reader() -> OntoRAG:
    people = [("loves", "loves", "liebt"), ("manages", "manages", "führt")]
    iri = ontorag.IRI
    literal = ontorag.Literal
    triples = [
        (iri(NAMES + "peter"), iri(NAMES + "loves"), iri(NAMES + "mary")),
        (iri(NAMES + "peter"), iri(NAMES + "manages"), iri(NAMES + "mary")),
        (iri(NAMES + "peter"), iri(RDFS + "label"), literal("Peter")),
        (iri(NAMES + "mary"), iri(RDFS + "label"), literal("Mary")),
    ]
    for person in ("peter", "mary"):
        type_ = iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
        triples.append((iri(NAMES + person), type_, iri(NAMES + "Person")))
    for name, english, german in people:
        triples += [
            (iri(NAMES + name), iri(RDFS + "label"), literal(english, language="en")),
            (iri(NAMES + name), iri(RDFS + "label"), literal(german, language="de")),
            (iri(NAMES + name), iri(RDFS + "domain"), iri(NAMES + "Person")),
            (iri(NAMES + name), iri(RDFS + "range"), iri(NAMES + "Person")),
        ]
    return OntoRAG(ontorag.load(triples), embeddings=None)


@pytest.mark.parametrize(("question", "expected"), [
    ("Who loves Mary?", ["Peter"]),
    ("Who loves Peter?", []),
    ("Who does Peter love?", ["Mary"]),
    ("Who does Mary love?", []),
    ("Who is loved by Peter?", ["Mary"]),
    ("Who is managed by Mary?", []),
    ("Who is Mary managed by?", ["Peter"]),
    ("Wer liebt Mary?", ["Peter"]),
    ("Wer liebt Peter?", []),
    ("Wen liebt Peter?", ["Mary"]),
    ("Wen liebt Mary?", []),
    ("Von wem wird Mary geführt?", ["Peter"]),
    ("Wer wird von Mary geführt?", []),
])  # fmt: skip
def test_the_reverse_of_what_is_asked_is_no_answer(question: str, expected: list[str]) -> None:
    answers = reader().ask(question).answers
    assert [each.label for each in answers if isinstance(each, Labelled)] == expected
