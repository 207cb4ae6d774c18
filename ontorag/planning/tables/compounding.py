"""Words that say a property and more: "Durchschnittsgehalt", "dimensions", "earners"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ontorag.language import fold
from ontorag.language.agents import verbs_of_agent
from ontorag.language.words import Language
from ontorag.lexicon import PhraseMatch
from ontorag.planning.tables.closed import words_together
from ontorag.planning.tables.ground import Ground
from ontorag.values import IRI

Matches = dict[IRI, PhraseMatch]
_COSTS = {1.0: 0.2, 0.8: 0.35}
_PART_COST = 0.45
_FUNCTIONS = {
    "durchschnitts": "average", "gesamt": "sum", "hoechst": "maximum", "maximal": "maximum",
    "mindest": "minimum", "minimal": "minimum",
}  # fmt: skip
_TOP = ("top", "spitzen", "best")


def composed(
    text: str, language: Language, ground: Ground, used: Collection[IRI]
) -> tuple[str, str, Matches] | None:
    """Give the kind and the function of such a word, with the properties that it says."""
    word = fold(text)
    for prefix, function in _FUNCTIONS.items():
        rest = word.removeprefix(prefix)
        found = _matches([rest], ground, used) if rest != word and len(rest) > 2 else {}
        if found:
            return "noun", function, found
    together = _matches(words_together(word), ground, used)
    if together:
        return "noun", "each", together
    for prefix in ("", *_TOP):
        if word.startswith(prefix):
            noun = text[len(prefix) :] if not prefix else text[len(prefix) :].capitalize()
            verbs = verbs_of_agent(noun, language)
            found = _numeric(_matches(verbs, ground, used), ground)
            if found:
                return "top" if prefix else "noun", "agent", found
    return None


def _matches(spoken: Sequence[str], ground: Ground, used: Collection[IRI]) -> Matches:
    """Give the properties that one of some words says."""
    return {
        match.phrase.property: match
        for word in spoken
        for match in ground.lexicon.matches([word])
        if match.phrase.property in used
    }


def _numeric(matches: Matches, ground: Ground) -> Matches:
    return {iri: each for iri, each in matches.items() if ground.kind_of(iri) == "number"}


def costed(matches: Matches) -> tuple[tuple[IRI, float], ...]:
    """Give properties with what reading a word as them costs, in code-point order."""
    ordered = sorted(matches.items(), key=lambda pair: pair[0].value)
    return tuple((iri, _COSTS.get(each.phrase.weight, _PART_COST)) for iri, each in ordered)


def is_verb(matches: Matches) -> bool:
    """Whether words can only say a relation."""
    return all(not match.phrase.noun and match.phrase.holder for match in matches.values())
