"""The label that a concept is shown by in a link."""

from __future__ import annotations

from ontorag.names import local_name, spelling_of, spoken
from ontorag.values import Concept


def label_of(concept: Concept) -> str:
    """Give the first label, else the first synonym, else the spelling or spoken local name.

    >>> from ontorag.values import IRI
    >>> label_of(Concept(IRI("http://example.org/Frodo_selbst"), ("individual",)))
    'Frodo selbst'
    """
    for text, _ in (*concept.labels, *concept.synonyms):
        return text
    iri = str(concept.iri)
    spelling = spelling_of(iri)
    return spelling if spelling is not None else spoken(local_name(iri), keep_case=True)
