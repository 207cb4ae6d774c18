"""Whether a property's label is a verb, and which forms of it say the same.

A verb stands between subject and object ("Anna leitet Aurora"); a noun names what the object is
to the subject ("Startdatum von Aurora: 2019"). Told apart by form alone: what could be either
is taken for a verb, which is never said backwards.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ontorag.language.text import fold, tokens

_IRREGULAR = (
    ("hat", "haben", "hatte", "hatten", "habe"),
    ("ist", "sind", "war", "waren"),
    ("wird", "werden", "wurde", "wurden"),
    ("kann", "können", "konnte", "konnten"),
    ("nahm", "nimmt", "nahmen", "nehmen"),
    ("mag", "mögen", "mochte"),
    ("has", "have", "had"),
    ("is", "are", "was", "were"),
    ("can", "could"),
    ("knows", "know", "knew"),
    ("leads", "lead", "led"),
    ("wrote", "writes", "write"),
)
_FORMS = {form: frozenset(fold(one) for one in forms) for forms in _IRREGULAR for form in forms}
_GERMAN_VERB = re.compile(r"[a-zäöüß]{2,}t")
_GERMAN_NOUN = re.compile(
    r".*(?:tät|taet|heit|keit|schaft|wort|ort|art|icht|zeit|arbeit|einheit|gebiet|punkt|wert|amt"
    r"|stadt|budget|paket|welt|ment|ett|haft|kunft|luft|frist|rat|tat|mat|nat|dienst|geist|text"
    r"|projekt|objekt|subjekt|produkt|aspekt|effekt|ist|fest|rest|gast|inhalt|gehalt|anstalt"
    r"|geburt|gestalt|absicht|weight|height|date|unit|point|part|count|amount|event|parent|agent"
    r"|account|client|patient|student|department|port|list|cost|limit|target|output|input)"
    r"|first|last|best|most|least|next|short|current|recent|permanent|default|ancient"
)
_ENGLISH_VERB = re.compile(r"[a-z]{2,}(?<![usi])s")
_ENGLISH_NOUNS = frozenset(("species", "series", "sales", "news", "means", "earnings", "lens"))
_WITH_PREPOSITION = re.compile(
    r"[a-z]+(?:s|ed|en) (?:to|in|at|for|by|with|from|of|on|as|after)(?: .*)?"
)
_NOUN_ENDINGS = ("e", "en", "n", "nen", "s", "es")


def reads_as_verb(label: str) -> bool:
    """Whether ``label`` reads as a verb, with whatever follows it.

    >>> [reads_as_verb(text) for text in ("hat Fähigkeit", "leitet", "reports to", "mentors")]
    [True, True, True, True]
    >>> [reads_as_verb(text) for text in ("Loyalität", "loyalität", "Startdatum", "crew size")]
    [False, False, False, False]
    """
    parts = tokens(label)
    if not parts:
        return False
    first = parts[0].text
    if first in _FORMS or _WITH_PREPOSITION.fullmatch(label.strip()):
        return True
    if _GERMAN_VERB.fullmatch(first):
        return not _GERMAN_NOUN.fullmatch(first)
    return bool(_ENGLISH_VERB.fullmatch(first)) and first not in _ENGLISH_NOUNS


@lru_cache(maxsize=4096)
def label_forms(label: str) -> tuple[frozenset[str], ...]:
    """Give, for each word of ``label``, the folded forms that say the same in a statement.

    The verb may change number and tense, a noun after it its number; nothing else.

    >>> sorted(label_forms("leitet")[0])
    ['leiten', 'leitet', 'leitete', 'leiteten']
    """
    parts = tokens(label)
    verb = reads_as_verb(label)
    return tuple(
        _verb_forms(part.text) if verb and not at else _noun_forms(part.text, verb)
        for at, part in enumerate(parts)
    )


def _verb_forms(word: str) -> frozenset[str]:
    folded = fold(word)
    if word in _FORMS:
        return _FORMS[word] | {folded}
    stem = folded[:-1]
    if folded.endswith("et"):
        stem = folded[:-2]
        return frozenset({folded, f"{stem}en", f"{stem}ete", f"{stem}eten"})
    if folded.endswith("t"):
        plural = f"{stem}n" if stem.endswith(("er", "el")) else f"{stem}en"
        return frozenset({folded, plural, f"{stem}te", f"{stem}ten"})
    if folded.endswith("s"):
        return frozenset({folded, stem, f"{stem}d" if stem.endswith("e") else f"{stem}ed"})
    return frozenset({folded})


def _noun_forms(word: str, after_verb: bool) -> frozenset[str]:
    folded = fold(word)
    if not after_verb or not word[:1].isalpha() or len(word) <= 3:
        return frozenset({folded})
    return frozenset({folded, *(folded + ending for ending in _NOUN_ENDINGS)})
