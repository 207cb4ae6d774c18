"""What is had, and by whom: words for being able, and ends where no person stands."""

from __future__ import annotations

from ontorag.language import fold
from ontorag.lexicon import Lexicon
from ontorag.lexicon.turns import OF_NOBODY, OF_PLACES, kinds_called
from ontorag.planning.question import Question
from ontorag.values import IRI

_ABLE = frozenset(
    ("knowledgeable in", "good at", "skilled in", "skilled at", "skilled with", "proficient in",
     "experienced in", "versed in", "capable of", "able to", "be able to", "is able to",
     "are able to", "know", "knows", "knew", "master", "masters", "mastered", "kann", "koennen",
     "beherrscht", "beherrschen")
)  # fmt: skip
"""Words for having that are only said of what someone is able to."""


def means_skill(question: Question) -> bool:
    """Whether every word for having is one for being able: "knowledgeable in", "kann"."""
    cues = [cue for cue in question.cues if cue.kind == "possession"]
    return bool(cues) and all(fold(cue.text) in _ABLE for cue in cues)


def is_had(iri: IRI, question: Question, lexicon: Lexicon) -> bool:
    """Whether a property says what is had, and is one of skills where only these are meant."""
    if not lexicon.says_possession(iri):
        return False
    skills = {
        phrase.property
        for phrase in (lexicon.phrases if means_skill(question) else ())
        if phrase.weight == 1 and "skill" in kinds_called(phrase.text)
    }
    return iri in skills or not skills


def is_of_nobody(iri: IRI, lexicon: Lexicon) -> bool:
    """Whether a property's label says that its objects are no persons: a rating, a language."""
    return any(
        phrase.weight == 1 and not kinds_called(phrase.text).isdisjoint(OF_NOBODY)
        for phrase in lexicon.phrases_of(iri)
    )


def says_place(iri: IRI, lexicon: Lexicon) -> bool:
    """Whether a property's label says that its objects are where its subjects are."""
    return any(
        phrase.weight == 1 and not kinds_called(phrase.text).isdisjoint(OF_PLACES)
        for phrase in lexicon.phrases_of(iri)
    )
