"""Classes called without their head noun: "mozzarella" for Mozzarella Topping, a topping."""

from __future__ import annotations

from dataclasses import replace

from ontorag.language import fold, lemma_forms
from ontorag.schema import Schema
from ontorag.values import IRI, Candidate, Link, Role, read_term
from ontorag.vocabulary import Lookup

SCORE = 0.8


def without_head_noun(link: Link, lookup: Lookup, schema: Schema) -> Link:
    """Link an unread mention to the one class whose label is it and the head noun of its kind.

    The head noun is one word that also ends the label of a superclass, so that it adds nothing.
    """
    if link.target is not None or link.ambiguous:
        return link
    found: dict[IRI, str] = {}
    for form in _forms(link.mention.text):
        for entry in lookup.with_word(form[0]):
            term = read_term(entry.term)
            label = fold(entry.label).split()
            if "class" not in entry.kinds or entry.obsolete or not isinstance(term, IRI):
                continue
            if label[: len(form)] == form and _is_kind_of(term, label[len(form) :], lookup, schema):
                found.setdefault(term, entry.label)
    if len(found) != 1:
        return link
    [(iri, label_said)] = found.items()
    concept = lookup.concepts([iri])[iri]
    chosen = Candidate(concept, SCORE, "partial", label_said)
    return replace(link, target=concept, candidates=(chosen,), method="partial", role=_role(link))


def _role(link: Link) -> Role:
    return link.role if link.role != "relation" else "required"


def _forms(text: str) -> list[list[str]]:
    """Give the words of a mention, as said and with the last one in its base forms."""
    *before, last = fold(text).split() or [""]
    lasts = [last, *lemma_forms(last, "en"), *lemma_forms(last, "de")]
    return [[*before, each] for each in dict.fromkeys(map(fold, lasts)) if each]


def _is_kind_of(iri: IRI, head: list[str], lookup: Lookup, schema: Schema) -> bool:
    if len(head) != 1:
        return False
    above = [cls for cls in schema.superclasses(iri) if cls != iri]
    labels = [
        fold(text).split()
        for concept in lookup.concepts(above).values()
        for text, _ in (*concept.labels, *concept.synonyms)
    ]
    return any(label[-len(head) :] == head for label in labels)
