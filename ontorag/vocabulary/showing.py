"""From terms to what is shown of them: the best label, and the concept with all its words."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias

from ontorag import names
from ontorag.values import IRI, Concept, Literal, Term, read_term, write_term
from ontorag.vocabulary.entries import LABEL, SPOKEN, SYNONYM, kinds_of

Rows: TypeAlias = Callable[[str, Sequence[object]], list[tuple[Any, ...]]]
"""Run a query of this room with bound values."""

_LABELS = """
SELECT e.term, e.label, e.language, e.rank, e.preference
FROM json_each(?) j JOIN lookup_entry e ON e.term = j.value WHERE e.property = ''
"""
_CONCEPTS = """
SELECT c.term, c.kinds, c.obsolete, c.replaced_by
FROM json_each(?) j JOIN lookup_concept c ON c.term = j.value
"""
_TEXTS = """
SELECT t.term, t.preference, t.language, t.text
FROM json_each(?) j JOIN lookup_text t ON t.term = j.value ORDER BY t.preference, t.language, t.text
"""
_AT_ONCE = 500
_READ = ("", "de", "en")
"""The languages that questions are read in; "" is none."""


def best_labels(terms: Collection[Term], language: str, rows: Rows) -> dict[Term, str]:
    """Give each term its best label: by language, then none, then English, then any."""
    keys = {write_term(term): term for term in terms if not isinstance(term, Literal)}
    best: dict[str, tuple[tuple[int, int, str, int, str], str]] = {}
    for batch in _batches(keys):
        for key, label, tag, rank, preference in rows(_LABELS, (batch,)):
            order = (
                _use(rank, tag, label, language),
                *_tag_order(tag, language),
                preference,
                label,
            )
            if key not in best or order < best[key][0]:
                best[key] = order, label
    return {
        term: best[key][1] if (key := write_term(term)) in best else unlabelled(term)
        for term in terms
    }


def read_concepts(terms: Collection[Term], rows: Rows) -> dict[Term, Concept]:
    """Give the concepts among ``terms`` with labels, synonyms, definition and successor."""
    keys = {write_term(term): term for term in terms if not isinstance(term, Literal)}
    found: dict[Term, Concept] = {}
    for batch in _batches(keys):
        words: dict[str, list[tuple[int, int, str, str]]] = {}
        for key, label, tag, rank, preference in rows(_LABELS, (batch,)):
            words.setdefault(key, []).append((rank, preference, label, tag))
        definitions: dict[str, str] = {}
        for key, _, _, text in rows(_TEXTS, (batch,)):
            definitions.setdefault(key, text)
        for key, kinds, obsolete, replaced_by in rows(_CONCEPTS, (batch,)):
            successor = read_term(replaced_by) if replaced_by else None
            ranked = sorted(words.get(key, ()))
            found[keys[key]] = Concept(
                iri=keys[key],
                kinds=kinds_of(kinds),
                labels=_texts(ranked, lambda rank: rank <= LABEL),
                synonyms=_texts(ranked, lambda rank: rank in (SYNONYM, SPOKEN)),
                definition=definitions.get(key),
                obsolete=bool(obsolete),
                replaced_by=successor if isinstance(successor, IRI) else None,
            )
    return found


def unlabelled(term: Term) -> str:
    """Show a term that has no entry.

    >>> unlabelled(IRI("http://example.org/hatSkill")), unlabelled(Literal("leicht"))
    ('hat skill', 'leicht')
    """
    if not isinstance(term, IRI):
        return str(term)
    spelling = names.spelling_of(term.value)
    if spelling is not None:
        return spelling
    local = names.local_name(term.value)
    return names.spoken(local, keep_case=not local[:1].islower()) or term.value


def _use(rank: int, tag: str, label: str, wanted: str) -> int:
    """Labels before synonyms, then a spoken name, then labels in languages that nobody asks in.

    A spoken name with a digit is a code and comes last.
    """
    if rank == SPOKEN and any(char.isdigit() for char in label):
        return SPOKEN + 2
    foreign = tag.partition("-")[0] not in (*_READ, wanted.partition("-")[0])
    return SPOKEN + 1 if foreign else max(rank, LABEL)


def _tag_order(tag: str, wanted: str) -> tuple[int, str]:
    if tag == wanted:
        return 0, ""
    if tag.partition("-")[0] == wanted.partition("-")[0]:
        return 1, tag
    if not tag:
        return 2, ""
    return (3, "") if tag.partition("-")[0] == "en" else (4, tag)


def _texts(
    ranked: Iterable[tuple[int, int, str, str]], wanted: Callable[[int], bool]
) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((label, tag) for rank, _, label, tag in ranked if wanted(rank)))


def _batches(keys: Iterable[str]) -> Iterator[str]:
    """Yield the keys as JSON arrays of at most 500."""
    left = iter(keys)
    while batch := list(islice(left, _AT_ONCE)):
        yield json.dumps(batch)
