"""What the form of two names says: of one family, siblings (one head, other beginnings), names.

Nearness in meaning takes siblings for one another ("Südwind GmbH" for "Nordwind AG", axe fighting
for sword fighting), and so does a small chat model. Their form gives them away: compounds that
share their head and differ in what stands before it are two things of one kind.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile

from ontorag.language import fold, tokens
from ontorag.values import Concept
from ontorag.vocabulary import is_notion

_SHORTEST_HEAD, _SHORTEST_BEGINNING = 4, 2
_SHORTEST_STEM, _SHARE_OF_STEM = 5, 0.5
_SUFFIXES = """
    lichkeit igkeit barkeit samkeit keit heit schaft ierung ung itaet ation ition ution sion tion
    ion ismus iness ness ment ship hood ability ibility ility ity ing ance ence ery logie logy ie
    ik iker iger ler ner er in en y
""".split()  # noqa: SIM905
_ABBREVIATION = re.compile(r"[A-ZÄÖÜ][A-ZÄÖÜ0-9]{1,5}")
_MARKED = re.compile(r"\w[A-ZÄÖÜ]|[0-9+#._]")
_LOWER = re.compile(r"\b[a-zäöüß]{2,}")


def names_of(concept: Concept) -> list[str]:
    """Give the labels and synonyms of a concept."""
    return [text for text, _ in (*concept.labels, *concept.synonyms)]


def are_siblings(one: str, other: str) -> bool:
    """Whether two names share their head and differ in what stands before it.

    >>> are_siblings("Südwind GmbH", "Nordwind AG"), are_siblings("axe fighting", "sword fighting")
    (True, True)
    >>> are_siblings("Willenskraft", "Willensstärke"), are_siblings("Anwalt", "Rechtsanwalt")
    (False, False)
    >>> are_siblings("Verlässlichkeit", "Zuverlässigkeit"), are_siblings("Agilität", "Mobilität")
    (False, False)
    """
    first, second = fold(one).split(), fold(other).split()
    if len(first) > 1 and len(second) > 1 and first[-1] == second[-1]:
        return set(first[:-1]).isdisjoint(second[:-1])
    return any(_share_head(left, right) for left in first for right in second)


def are_other_names(one: str, other: str) -> bool:
    """Whether two names share a word, and each has one that the other has not.

    >>> are_other_names("Ben Kochel", "Ben Koch"), are_other_names("Koch", "Ben Koch")
    (True, False)
    """
    first, second = {*fold(one).split()}, {*fold(other).split()}
    return bool(first & second) and bool(first - second) and bool(second - first)


def is_another(mention: str, concept: Concept) -> bool:
    """Whether the form of a mention says that it is another thing than ``concept``.

    Names that share a word count only where the concept may be a proper name.
    """
    names = names_of(concept)
    if any(fold(mention) == fold(name) for name in names):
        return False
    proper = not is_notion(concept)
    return any(
        are_siblings(mention, name) or (proper and are_other_names(mention, name)) for name in names
    )


def is_kin(mention: str, concept: Concept) -> bool:
    """Whether a mention begins as a label does, or abbreviates one.

    >>> from ontorag.values import IRI
    >>> will = Concept(IRI("urn:w"), ("concept",), (("Willensstärke", "de"),))
    >>> is_kin("Willenskraft", will), is_kin("Willkür", will)
    (True, False)
    """
    return any(
        _abbreviates(mention, name) or _abbreviates(name, mention) or _begin_alike(mention, name)
        for name in names_of(concept)
    )


def abbreviates(mention: str, concept: Concept) -> bool:
    """Whether a mention is made of the initials of a label, or the reverse: ML, machine learning.

    >>> from ontorag.values import IRI
    >>> learning = Concept(IRI("urn:ml"), ("concept",), (("machine learning", "en"),))
    >>> abbreviates("ML", learning), abbreviates("MT", learning)
    (True, False)
    """
    return any(_abbreviates(mention, name) or _abbreviates(name, mention)
               for name in names_of(concept))  # fmt: skip


def is_spelled_as_name(mention: str, start: int, question: str, language: str) -> bool:
    """Whether a mention is spelled as only names are.

    In any language that is a capital, a digit or a sign within a word; in English, which writes
    its nouns small, a capital that does not open the question, where other words are small.

    >>> is_spelled_as_name("GmbH", 4, "Die GmbH?", "de")
    True
    >>> is_spelled_as_name("Rust", 10, "Who knows Rust?", "en")
    True
    """
    if question.isupper():
        return False
    if any(_MARKED.search(word.text) for word in tokens(mention)):
        return True
    capital = any(word.text[:1].isupper() for word in tokens(mention))
    return language == "en" and capital and start > 0 and _LOWER.search(question) is not None


def _share_head(one: str, other: str) -> bool:
    head = _beginning(one[::-1], other[::-1])[::-1]
    beginnings = (one[: len(one) - len(head)], other[: len(other) - len(head)])
    if min(map(len, beginnings)) < _SHORTEST_BEGINNING:
        return False
    return len(_without_suffix(head)) >= _SHORTEST_HEAD


@lru_cache(maxsize=4096)
def _without_suffix(head: str) -> str:
    """Give what is left of a shared ending without its suffix: "ierung" is no head."""
    for suffix in _SUFFIXES:
        if head.endswith(suffix):
            return head[: -len(suffix)]
    return head


def _begin_alike(one: str, other: str) -> bool:
    """Whether two words share a beginning of five letters that is half of the shorter one."""
    return any(
        len(_beginning(left, right))
        >= max(_SHORTEST_STEM, _SHARE_OF_STEM * min(len(left), len(right)))
        for left in fold(one).split()
        for right in fold(other).split()
    )


def _beginning(one: str, other: str) -> str:
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(char for char, _ in same)


def _abbreviates(short: str, long: str) -> bool:
    if not _ABBREVIATION.fullmatch(short):
        return False
    words = [word.text for word in tokens(long)]
    return len(words) > 1 and "".join(word[0] for word in words).casefold() == short.casefold()
