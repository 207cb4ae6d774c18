"""Words of the same family as a label, and the words of short glosses: "willpower", "nimbleness".

An ontology may say in a gloss what its label means, and a question may say a label by another word
of its family ("Axtkämpfer" for Axtkampf). Both are read for notions only, never for proper names:
classes, SKOS concepts, and what has a gloss or labels in several languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ontorag.language import fold, roots
from ontorag.values import Concept, write_term
from ontorag.vocabulary.entries import SYNONYM, Entry

_LONGEST_GLOSS = 120
_WORDS_OF_GLOSS = 4
_SHORTEST, _SHORTEST_PART = 6, 4
_PARTING = re.compile(r"[,;/|]|\bor\b|\boder\b")


@dataclass(slots=True)
class Kindred:
    """Notions by the words of their glosses and by the roots of their labels."""

    _glosses: dict[str, set[Entry]] = field(default_factory=dict)
    _parts: dict[str, set[Entry]] = field(default_factory=dict)
    _roots: dict[str, set[Entry]] = field(default_factory=dict)

    def glossed(self, text: str) -> tuple[Entry, ...]:
        """Give what is glossed so, whole, or by the first of two words that nothing else begins."""
        folded = fold(text)
        found = self._glosses.get(folded) or self._parts.get(folded) or set()
        return _one_meaning(found)

    def of_family(self, word: str) -> tuple[Entry, ...]:
        """Give what is called by a word of the same family, where it is one thing.

        A word of eight letters or more may have one slip: "Axtkämfer".
        """
        if len(word) < _SHORTEST:
            return ()
        own = roots(word)
        found = {entry for root in own for entry in self._roots.get(root, ())}
        if not found and len(word) > _SHORTEST + 1 and word.isalpha() and self._roots:
            from rapidfuzz.distance import OSA

            found = {
                entry
                for known, entries in self._roots.items()
                for root in own
                if len(root) > _SHORTEST and OSA.distance(root, known, score_cutoff=1) <= 1
                for entry in entries
            }
        return _one_meaning(found)


def kindred_of(concepts: Iterable[Concept]) -> Kindred:
    """Read the glosses and labels of notions."""
    found = Kindred()
    for concept in concepts:
        if concept.obsolete or not is_notion(concept):
            continue
        labels = [text for text, _ in (*concept.labels, *concept.synonyms)]
        glosses = list(_gloss_words(concept.definition or ""))
        for gloss in glosses:
            found._glosses.setdefault(fold(gloss), set()).add(_entry(concept, gloss))
        for text in (*glosses, *labels) if "class" not in concept.kinds else ():
            first, *more = fold(text).split() or [""]
            if len(more) == 1 and len(first) >= _SHORTEST_PART:
                found._parts.setdefault(first, set()).add(_entry(concept, text))
        for label in labels:
            if " " not in label.strip() and len(label) >= _SHORTEST:
                for root in roots(label):
                    found._roots.setdefault(root, set()).add(_entry(concept, label))
    return found


def is_notion(concept: Concept) -> bool:
    """Whether what a concept is called is a word of the language, not a proper name."""
    if {"class", "concept"} & {*concept.kinds}:
        return True
    by_language = {(tag, fold(text)) for text, tag in concept.labels if tag}
    several = len({tag for tag, _ in by_language}) > 1 and len({t for _, t in by_language}) > 1
    return "property" not in concept.kinds and (bool(concept.definition) or several)


def _gloss_words(definition: str) -> Iterator[str]:
    """Give the words of a gloss that is a list of words; a sentence is none."""
    if len(definition) > _LONGEST_GLOSS or definition.rstrip().endswith("."):
        return
    parts = [part.strip() for part in _PARTING.split(definition)]
    if all(len(part.split()) <= _WORDS_OF_GLOSS for part in parts):
        yield from (part for part in parts if part)


def _entry(concept: Concept, label: str) -> Entry:
    return Entry(write_term(concept.iri), None, concept.kinds, label, "", SYNONYM)


def _one_meaning(found: Iterable[Entry]) -> tuple[Entry, ...]:
    entries = sorted(found, key=lambda entry: (entry.term, entry.label))
    return tuple(entries[:1]) if len({entry.term for entry in entries}) == 1 else ()
