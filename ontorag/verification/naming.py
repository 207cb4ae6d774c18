"""The names that claims may use: found whole, in their own spelling or a regular case of it.

Never by likeness: "Wagner" is no "Weber", and of two things whose names differ in spelling only
the one that is written is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ontorag.language import Language, Token, folds, tokens
from ontorag.language.conjugation import noun_forms
from ontorag.language.text import fold_word
from ontorag.values import Term
from ontorag.verification.pieces import gaps

SHORT = 3
_GENITIVES = ("s", "es")
_CASES = ("n", "en", "e", "er", "em", "ern", "nen")


@dataclass(frozen=True, slots=True)
class Name:
    """One spelling of a term, by words; ``is_class`` when it names a kind of thing.

    ``before`` and ``after`` are the marks around its words: "Ltd (Peru)". ``articles``: it is a
    case that only stands after one of these: "dem Goldenen Kranich".
    """

    label: str
    term: Term
    folded: tuple[str, ...]
    gaps: tuple[str, ...]
    is_class: bool
    before: str = ""
    after: str = ""
    articles: frozenset[str] = frozenset()


class Names:
    """The names that claims may use, by their first word."""

    def __init__(self, class_labels: frozenset[str]) -> None:
        self._by_first: dict[str, list[Name]] = {}
        self._seen: set[tuple[str, Term]] = set()
        self._class_labels = class_labels
        self._classes: set[Term] = set()

    def add_all(self, labels: Iterable[tuple[str, Term]]) -> None:
        """Know labels; a term is a class when any of its labels is a class's."""
        fresh = [pair for pair in labels if pair not in self._seen]
        for label, term in fresh:
            if fold_word(label) in self._class_labels:
                self._classes.add(term)
        for label, term in fresh:
            self.add(label, term)

    def add(self, label: str, term: Term) -> None:
        """Know ``label`` as a name of ``term``."""
        if (label, term) in self._seen:
            return
        self._seen.add((label, term))
        is_class = term in self._classes or fold_word(label) in self._class_labels
        for name in _names(label, term, is_class):
            self._by_first.setdefault(name.folded[0], []).append(name)
        for form in _plurals(label) if is_class else ():
            name = Name(label, term, (form,), (), is_class)
            self._by_first.setdefault(form, []).append(name)

    def exactly(self, text: str) -> frozenset[Term]:
        """Give the terms that are called so, in one word and any case of letters."""
        folded = fold_word(text)
        found = self._by_first.get(folded, ())
        return frozenset(name.term for name in found if name.folded == (folded,))

    def longest(
        self, text: str, said: Sequence[Token], folded: Sequence[str], at: int, language: Language
    ) -> tuple[list[Name], int, bool]:
        """Give the longest names at the word ``at``, their number of words, and the genitive."""
        best: list[tuple[Name, bool, bool]] = []
        length = 0
        for first, inflected in _first_words(folded[at], language):
            for name in self._by_first.get(first, ()):
                size = len(name.folded)
                of = inflected and size > 1 and folded[at - 1 : at] == ["des"]
                if size < length or (inflected and size > 1 and not of):
                    continue
                said_so = [*folded[:at], first, *folded[at + 1 :]] if of else folded
                fits = _fits(name, text, said, said_so, at, language)
                if fits is None:
                    continue
                if size > length:
                    best, length = [], size
                best.append((name, fits[0], fits[1]))
        return (*_choose(best, text, said, at, length), any(genitive for _, _, genitive in best))


@lru_cache(maxsize=4096)
def _plurals(label: str) -> frozenset[str]:
    """Give the forms of a class of one word that no ending makes: "Städte", "cities"."""
    if len(tokens(label)) != 1 or len(label) <= SHORT:
        return frozenset()
    folded = fold_word(label)
    forms = noun_forms(label, "de") | noun_forms(label, "en")
    return frozenset(form for form in forms if not form.startswith(folded))


@lru_cache(maxsize=16_384)
def _names(label: str, term: Term, is_class: bool) -> tuple[Name, ...]:
    """Give the spellings of a label: with ä as ae and, where it differs, as a."""
    parts = tokens(label)
    if not parts:
        return ()
    between = gaps(label, parts)
    spellings = [folds(part.text) for part in parts]
    first = tuple(each[0] for each in spellings)
    second = tuple(each[-1] for each in spellings)
    said = [(folded, frozenset[str]()) for folded in dict.fromkeys((first, second))]
    if len(parts) > 1 and parts[0].text[:1].isupper():
        said += [pair for folded, _ in said for pair in _declined(folded)]
    return tuple(
        Name(
            label, term, folded, between, is_class,
            label[: parts[0].start].strip(" \"'"), label[parts[-1].end :].strip(" \"'"), articles,
        )
        for folded, articles in said
    )  # fmt: skip


_DECLINED = {
    "er": (("e", "der"), ("en", "den dem des am im beim vom zum")),
    "es": (("e", "das ins ans"), ("en", "dem des am im beim vom zum")),
    "e": (("en", "der zur"),),
}
"""German adjectives after an article: "Goldener Kranich" is "der Goldene", "des Goldenen"."""


def _declined(folded: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """Give the cases of a name that begins with an adjective, with the articles they need."""
    ending = next((end for end in _DECLINED if folded[0].endswith(end)), "")
    stem = folded[0].removesuffix(ending)
    if not ending or len(stem) <= SHORT:
        return
    for case, articles in _DECLINED[ending]:
        yield (stem + case, *folded[1:]), frozenset(articles.split())


@lru_cache(maxsize=8192)
def _first_words(word: str, language: Language) -> tuple[tuple[str, bool], ...]:
    """Give the spellings that a word may be a case of, with whether it is inflected."""
    found = [(word, False)]
    endings = (*_GENITIVES, *_CASES) if language == "de" else ("s", "es")
    for ending in endings:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > SHORT:
            found.append((stem, True))
            if ending in ("en", "er", "ern", "n", "nen"):
                found.append((stem + "e", True))
                found.append((stem + "in", True)) if ending == "nen" else None
    return tuple(dict.fromkeys(found))


def _fits(
    name: Name,
    text: str,
    said: Sequence[Token],
    folded: Sequence[str],
    at: int,
    language: Language,
) -> tuple[bool, bool] | None:
    """Give whether a name stands here (inflected, in the genitive), or None."""
    size = len(name.folded)
    if name.articles and (not at or folded[at - 1] not in name.articles):
        return None
    own = said[at : at + size]
    if len(own) < size or tuple(folded[at : at + size - 1]) != name.folded[:-1]:
        return None
    last, wanted = folded[at + size - 1], name.folded[-1]
    written = text[own[0].start : own[-1].end]
    if len(written) <= SHORT and written not in name.label:
        return None
    if gaps(text, own) != name.gaps or not _is_marked(name, text, own[0].start, own[-1].end):
        return None
    apostrophe = text[own[-1].end : own[-1].end + 1] in ("'", "’")
    if last == wanted:
        return False, apostrophe and wanted.endswith(("s", "x", "z"))
    return _inflected(name, own[-1].text, last, wanted, language)


def _is_marked(name: Name, text: str, start: int, end: int) -> bool:
    """Whether the marks of a name stand around its words."""
    if name.before and not text[:start].rstrip(" \"'").endswith(name.before):
        return False
    return not name.after or text[end:].lstrip(" \"'").startswith(name.after)


def _inflected(
    name: Name, written: str, last: str, wanted: str, language: Language
) -> tuple[bool, bool] | None:
    with_apostrophe = re.search(r"['’]s$", written) is not None
    if last == wanted + "s" and (with_apostrophe or language == "de"):
        return True, True
    if with_apostrophe or len(wanted) <= SHORT:
        return None
    if language == "en":
        return (True, False) if name.is_class and last in noun_forms(wanted, "en") else None
    if last == wanted + "es":
        return True, True
    known = {stem for stem, _ in _first_words(last, language)}
    if wanted not in known or (len(name.folded) > 1 and not name.is_class):
        return None
    return True, False


def _choose(
    best: Sequence[tuple[Name, bool, bool]], text: str, said: Sequence[Token], at: int, length: int
) -> tuple[list[Name], int]:
    """Prefer names as they are written; several that differ in spelling only are none."""
    if not best:
        return [], 0
    plain = [name for name, inflected, _ in best if not inflected] or [name for name, _, _ in best]
    written = text[said[at].start : said[at + length - 1].end]
    exact = [name for name in plain if name.label.strip() == written]
    chosen = exact or plain
    if not exact and len({name.label for name in chosen if name.term is not chosen[0].term}) > 1:
        return ([], 0) if len({name.term for name in chosen}) > 1 else (chosen, length)
    return chosen, length
