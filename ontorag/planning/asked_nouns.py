"""Nouns that are asked for and that nothing has read: "Which password has Anna?"."""

from __future__ import annotations

from collections.abc import Collection

from ontorag.language import fold
from ontorag.lexicon import is_kind_noun
from ontorag.lexicon.turns import is_light, kinds_called, turns_said
from ontorag.planning.question import Question
from ontorag.planning.relations import Weighing
from ontorag.values import IRI, Has, Link, Plan


def unread_noun(
    plan: Plan, question: Question, weighing: Weighing, used: Collection[IRI]
) -> Link | None:
    """Give the noun asked for that says nothing of the properties ``used``, or None.

    Only of what known things have, which no word says to be of a property. A noun that says its
    kind of relation reads it: "Which talents has Anna?" asks for her skills.
    """
    if {*used} & weighing.phrases.keys() or not _is_of_values(plan, question):
        return None
    labels = (p.text for iri in used for p in weighing.lexicon.phrases_of(iri) if p.weight == 1)
    kinds = frozenset[str]().union(*map(kinds_called, labels))
    had = question.has("possession")
    for link in question.of_role("asked"):
        said = {turn.kind for turn in turns_said(link.mention.text.split())}
        light = is_light(link.mention.text) or (is_kind_noun(link.mention.text) and not had)
        read = link.target is not None or link.candidates or light
        if not read and not kinds & said:
            return link
    return None


def _is_of_values(plan: Plan, question: Question) -> bool:
    """Whether what known things have is asked for, or counted: "how many guests does X have"."""
    wheres = [each.where for each in plan.constraints]
    inverse = all(isinstance(where, Has) and where.step.inverse for where in wheres)
    supported = any(fold(token.text) in ("do", "does", "did") for token in question.said)
    counted = plan.operation == "count" and bool(wheres) and question.has("possession")
    return plan.operation == "values" or (counted and (inverse or supported))
