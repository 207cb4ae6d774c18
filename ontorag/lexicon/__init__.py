"""Words for properties, shared by linking and verification, so that both read words alike."""

from ontorag.lexicon.asking import asked_with
from ontorag.lexicon.forms import word_forms
from ontorag.lexicon.kinds import (
    is_demonstrative,
    is_kind_noun,
    is_light_adjective,
    is_light_verb,
    is_time_noun,
    says_common,
    without_co,
)
from ontorag.lexicon.phrases import Lexicon, Phrase, PhraseMatch
from ontorag.lexicon.reach import PropertyWords, property_words
from ontorag.lexicon.relations import Relation, Relations, relations_of
from ontorag.lexicon.ways import Phrasebook, Way, ways_of

__all__ = [
    "Lexicon",
    "Phrase",
    "PhraseMatch",
    "Phrasebook",
    "PropertyWords",
    "Relation",
    "Relations",
    "Way",
    "asked_with",
    "is_demonstrative",
    "is_kind_noun",
    "is_light_adjective",
    "is_light_verb",
    "is_time_noun",
    "property_words",
    "relations_of",
    "says_common",
    "ways_of",
    "without_co",
    "word_forms",
]
