"""Which words reach which property, and which properties no word reaches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ontorag.lexicon.phrases import FAMILY, Lexicon, Phrase
from ontorag.names import local_name, spoken
from ontorag.values import IRI

_SHOWN = 12


@dataclass(frozen=True, slots=True)
class PropertyWords:
    """The words of one property: its own labels, and others by which a question may mean it.

    ``reached`` is False where no word of any language can: its labels are identifiers or missing
    (``P31``, ``RO_0000052``). ``facts`` is how many statements it has.
    """

    property: IRI
    labels: tuple[str, ...]
    others: tuple[str, ...]
    reached: bool
    facts: int


def property_words(lexicon: Lexicon, facts: Mapping[IRI, int]) -> tuple[PropertyWords, ...]:
    """Give the words of each property, those without any first, then by number of facts."""
    known = {*facts, *(phrase.property for phrase in lexicon.phrases)}
    found = [_words_of(iri, lexicon.phrases_of(iri), facts.get(iri, 0)) for iri in known]
    return tuple(sorted(found, key=lambda each: (each.reached, -each.facts, each.property.value)))


def _words_of(iri: IRI, phrases: Sequence[Phrase], facts: int) -> PropertyWords:
    own = [phrase for phrase in phrases if phrase.weight == 1]
    labels = tuple(dict.fromkeys(phrase.text for phrase in own))
    said = tuple(label for label in labels if not _is_opaque(iri, label))
    others = tuple(_spelled(phrases)) if said else ()
    return PropertyWords(iri, labels, others, bool(said), facts)


def _is_opaque(iri: IRI, label: str) -> bool:
    """Whether a label is only the local name, and that is an identifier: "RO 0000052"."""
    local = local_name(iri.value)
    named = label.casefold() in (local.casefold(), spoken(local).casefold())
    letters = sum(char.isalpha() for char in label)
    return letters < 2 or (named and any(char.isdigit() for char in label))


def _spelled(phrases: Iterable[Phrase]) -> list[str]:
    """Give the looser words, those of the label's own family first."""
    loose = sorted((p for p in phrases if p.weight <= FAMILY), key=lambda p: -p.weight)
    return list(dict.fromkeys(phrase.spelled for phrase in loose if phrase.spelled))[:_SHOWN]
