"""Claims about every member of a class, where a class axiom is what proves them."""

from __future__ import annotations

import re

from ontorag.names import RDFS_SUBCLASS
from ontorag.values import IRI, Subgraph

_MARK = re.compile(r"\((?:class axiom|Klassenaxiom)\)", re.IGNORECASE)
_EVERY = re.compile(r"\s*(?:every|each|any|jede\(r/s\)|jede|jeder|jedes)\s+", re.IGNORECASE)
_SUBCLASS = IRI(RDFS_SUBCLASS)


def without_every(text: str, subgraph: Subgraph) -> str:
    """Blank out "every" and "(class axiom)" where the claim is about the subject of such a fact.

    What is left is judged like a claim about one thing. Places stay as they are. Of anything
    else "every" remains, and is not proved by single facts.

    >>> without_every("Every dog barks.", Subgraph())
    'Every dog barks.'
    """
    lead = _EVERY.match(text)
    start = lead.end() if lead else 0
    if not any(_begins_with(text[start:], name) for name in _class_names(subgraph)):
        return text
    plain = " " * start + text[start:]
    return _MARK.sub(lambda found: " " * len(found[0]), plain)


def _class_names(subgraph: Subgraph) -> list[str]:
    """Give what the subjects of class-level facts are called."""
    about = {f.subject for f in subgraph.facts if f.of_class or f.predicate == _SUBCLASS}
    return [each.label for each in subgraph.entities if each.term in about]


def _begins_with(text: str, name: str) -> bool:
    rest = text[len(name) :]
    return text.casefold().startswith(name.casefold()) and not rest[:1].isalnum()
