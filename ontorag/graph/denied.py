"""The statements that reasoning may start from: all but those that say they are not so."""

from __future__ import annotations

from collections.abc import Iterator

from ontorag import names
from ontorag.schema import Schema
from ontorag.stores.base import Pattern, ReadableStore, TextQuad
from ontorag.values import Triple, read_term, write_term

_REIFIES = f"<{names.RDF_REIFIES}>"
_PARTS = tuple(f"<{names.RDF}{part}>" for part in ("subject", "predicate", "object"))


def held_statements(store: ReadableStore, schema: Schema) -> Iterator[TextQuad]:
    """Stream the statements of the sources that no qualifier denies."""
    denied = _denied(store, schema)
    for quad in store.statements():
        if not denied or quad[:3] not in denied:
            yield quad


def _denied(store: ReadableStore, schema: Schema) -> set[tuple[str, str, str]]:
    """Give the triples that a reifier says are not so."""
    found: set[tuple[str, str, str]] = set()
    for use in schema.properties.values():
        if not use.negations:
            continue
        marked = Pattern(predicates=(use.iri,), objects=use.negations)
        nodes = tuple(read_term(text) for text in sorted({q[0] for q in store.statements(marked)}))
        said: dict[str, dict[str, str]] = {}
        for node, predicate, obj, _ in store.statements(Pattern(subjects=nodes)):
            said.setdefault(node, {})[predicate] = obj
        for own in said.values():
            triple = read_term(own[_REIFIES]) if _REIFIES in own else None
            if isinstance(triple, Triple):
                found.add((write_term(triple.subject), write_term(triple.predicate),
                           write_term(triple.object)))  # fmt: skip
            elif all(part in own for part in _PARTS):
                found.add((own[_PARTS[0]], own[_PARTS[1]], own[_PARTS[2]]))
    return found
