"""Which language a question is in, by its small words."""

from __future__ import annotations

from functools import lru_cache

from ontorag.language.text import fold_word, tokens
from ontorag.language.words import Language, words

_GERMAN_LETTERS = frozenset("äöüßÄÖÜ")
_NO_VERBS = frozenset(("last", "most", "least", "almost", "next", "best", "first", "it", "that"))
_GERMAN_ENDINGS = ("ung", "keit", "heit", "schaft", "isch", "lich", "ieren", "iert")


def detect(question: str) -> Language:
    """Tell whether ``question`` is German or English: the language with more of its small words.

    Undecided, German letters, endings and a German verb in front decide, else it is English.

    >>> detect("Wer hat Heimlichkeit?"), detect("Who is best at Heimlichkeit?")
    ('de', 'en')
    """
    folded = [fold_word(token.text) for token in tokens(question[:2000])]
    german = sum(word in words("de").detection for word in folded)
    english = sum(word in words("en").detection for word in folded)
    if german != english:
        return "de" if german > english else "en"
    hints = not _GERMAN_LETTERS.isdisjoint(question) or any(
        word.endswith(_GERMAN_ENDINGS) for word in folded
    )
    return "de" if hints or _asks_was(question) or _opens_with_verb(folded) else "en"


def _opens_with_verb(folded: list[str]) -> bool:
    """Whether a German verb comes first: "Betreut Anna Ben?"; in English only "do" or "is" does."""
    return len(folded) > 2 and folded[0].endswith("t") and folded[0] in _german_verbs()


@lru_cache(maxsize=1)
def _german_verbs() -> frozenset[str]:
    """Give the finite forms of the German verbs of all families."""
    from ontorag.language.conjugation import verb_forms
    from ontorag.language.families import families

    verbs = [
        word.text
        for family in families().values()
        for word in family.words
        if word.kind == "verb" and word.language == "de" and " " not in word.text
    ]
    return frozenset(
        form for verb in verbs for form, kinds in verb_forms(verb, "de").items()
        if "finite" in kinds
    )  # fmt: skip


def _asks_was(question: str) -> bool:
    """Whether a verb stands behind the first word "was": in English a subject does."""
    first, second = [*(token.text for token in tokens(question[:2000])), "", ""][:2]
    verb = second.islower() and second.endswith("t") and fold_word(second) not in _NO_VERBS
    return fold_word(first) == "was" and verb and fold_word(second) not in words("en").stop_words
