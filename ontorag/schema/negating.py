"""Qualifiers that say their statement is not so.

Sources: the qualifier NOT of the Gene Ontology's annotations; ``negated`` of the Biolink Model.
"""

from __future__ import annotations

from ontorag import names
from ontorag.language.words import folded_set
from ontorag.values import Fact, write_term


def is_negation(predicate: str, obj: str) -> bool:
    """Whether a qualifier denies its statement: "NOT", or true of "negated".

    >>> is_negation("<urn:x#qualifier>", '"NOT"'), is_negation("<urn:x#negated>", '"true"')
    (True, True)
    >>> is_negation("<urn:x#level>", '"not yet"')
    False
    """
    value = obj[1:].partition('"')[0] if obj.startswith('"') else names.local_name(obj[1:-1])
    if value == "NOT" or value.startswith("NOT|"):
        return True
    said = names.spoken(names.local_name(predicate[1:-1]))
    return value in ("true", "1") and said in _DENYING


_DENYING = folded_set("negated negation negative") | {"is negated", "is negative", "not", "NOT"}


def is_denied(fact: Fact) -> bool:
    """Whether a fact says of itself that it is not so."""
    return any(is_negation(write_term(q.predicate), write_term(q.value)) for q in fact.qualifiers)
