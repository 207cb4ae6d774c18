"""Labels that are missing, shared, or only in some languages."""

from __future__ import annotations

from collections.abc import Iterator

from ontorag import names
from ontorag.lint.linter import Linted
from ontorag.values import IRI, Finding, read_term

_MOST_SHARED = 200
_EVEN = 0.9


def missing_labels(graph: Linted) -> Iterator[Finding]:
    """Find classes and properties without a label, and count the things without one."""
    bare = graph.lookup.unlabelled()
    terms = [read_term(text) for text in bare["class"] + bare["property"]]
    for term in terms:
        if not isinstance(term, IRI) or not graph.is_own(term.value):
            continue
        if names.spelling_of(term.value) is None:
            yield Finding(
                "missing-label",
                "warning",
                f"{graph.shown(term)} has no label",
                iri=term.value,
                effect=f"questions find it only by its local name, “{graph.label(term)}”",
                advice="add rdfs:label in each language of the questions",
            )
    things = [text for text in bare["individual"] if not text.startswith(f"<{names.DATA}")]
    if things:
        yield Finding(
            "missing-labels-of-things",
            "warning",
            f"{len(things)} things have no label, such as {graph.shown(IRI(things[0][1:-1]))}",
            iri=things[0][1:-1],
            count=len(things),
            effect="questions find them only by their local names",
            advice="add rdfs:label or skos:prefLabel",
        )


def shared_labels(graph: Linted) -> Iterator[Finding]:
    """Find labels of several things, and labels that only folding makes one."""
    for label, terms in graph.lookup.shared_labels(limit=_MOST_SHARED):
        yield Finding(
            "duplicate-label",
            "information",
            f"“{label}” is the label of {len(terms)} things: {', '.join(terms[:4])}",
            iri=terms[0][1:-1],
            count=len(terms),
            effect="a question that names it is ambiguous",
            advice="give them labels that differ, or settle it with links=",
        )
    for spellings in graph.lookup.folding_twins(limit=_MOST_SHARED):
        yield Finding(
            "labels-differ-by-folding",
            "information",
            f"{' and '.join(f'“{each}”' for each in spellings)} differ only by case or accents",
            count=len(spellings),
            effect="only the exact spelling finds each of them",
            advice="nothing, if they are meant to differ",
        )


def uneven_languages(graph: Linted) -> Iterator[Finding]:
    """Say that labels are tagged unevenly: much fewer in one language than in another."""
    counts = {tag: count for tag, count in graph.lookup.label_counts() if tag}
    most = max(counts.values(), default=0)
    for tag, count in sorted(counts.items()):
        if count < most * _EVEN and tag.split("-")[0] in ("de", "en"):
            yield Finding(
                "uneven-languages",
                "information",
                f"{count} labels are in “{tag}”, and {most} in the language that has most",
                count=most - count,
                effect=f"questions in “{tag}” find less",
                advice=f"add the labels that are missing in “{tag}”",
            )
