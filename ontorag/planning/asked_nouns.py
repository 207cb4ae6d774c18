"""Nouns that are asked for and that nothing has read: "Which password has Anna?"."""

from __future__ import annotations

from collections.abc import Collection

from ontorag.lexicon import is_kind_noun
from ontorag.lexicon.turns import kinds_called, turns_said
from ontorag.planning.question import Question
from ontorag.planning.relations import Weighing
from ontorag.values import IRI, Link


def unread_noun(question: Question, weighing: Weighing, used: Collection[IRI]) -> Link | None:
    """Give the noun asked for that says nothing of the properties ``used``, or None.

    One that says their kind of relation does: "Which talents has Anna?" asks for her skills.
    """
    labels = (p.text for iri in used for p in weighing.lexicon.phrases_of(iri) if p.weight == 1)
    kinds = frozenset[str]().union(*map(kinds_called, labels))
    for link in question.of_role("asked"):
        said = {turn.kind for turn in turns_said(link.mention.text.split())}
        read = link.target is not None or link.candidates or is_kind_noun(link.mention.text)
        if not read and not kinds & said:
            return link
    return None
