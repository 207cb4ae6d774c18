"""German and English: pure functions over words; the data of each language is one file."""

from ontorag.language.compounds import compound_parts, split_compound
from ontorag.language.cues import Cue, cues
from ontorag.language.detection import detect
from ontorag.language.lemmas import (
    lemma_forms,
    lemmas_from_library,
    same_word,
    separable_forms,
    word_forms,
)
from ontorag.language.numerals import number_readings, parse_number
from ontorag.language.quantities import Quantity, quantities, scaled_alike, sign_before
from ontorag.language.roots import roots
from ontorag.language.spelled import spelled_numbers
from ontorag.language.text import Token, fold, folds, tokens
from ontorag.language.words import (
    CueKind,
    Language,
    LanguageWords,
    Superlative,
    words,
)

__all__ = [
    "Cue", "CueKind", "Language", "LanguageWords", "Quantity", "Superlative", "Token",
    "compound_parts", "cues",
    "detect", "fold", "folds", "lemma_forms", "lemmas_from_library", "number_readings",
    "parse_number", "quantities", "roots", "same_word", "scaled_alike", "separable_forms",
    "sign_before", "spelled_numbers", "split_compound", "tokens",
    "word_forms",
    "words",
]  # fmt: skip
