"""Whether what stands at the end of a property can be what a question asks for: who, when, where.

Where things have classes these tell; where not, the property's label does: who directs stands at
the end of "directed by", and nobody at that of "has genre".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from ontorag.language import fold
from ontorag.language.families import families
from ontorag.language.words import folded_set
from ontorag.lexicon import is_kind_noun, word_forms
from ontorag.lexicon.turns import OF_NOBODY
from ontorag.planning.question import Question
from ontorag.planning.relations import PLACES, Weighing
from ontorag.values import Link, Step, Term

_PERSONS = folded_set(
    """
    person people human agent somebody man woman employee worker manager customer client student
    teacher artist author writer actor character member staff supplier company organisation
    organization director patient doctor
    Person Mensch Mitarbeiter Angestellter Kunde Student Lehrer Künstler Autor Schauspieler Figur
    Charakter Mitglied Lieferant Firma Unternehmen Organisation Patient Arzt Frau Mann
    """
)
_PERSON_NOUNS = folded_set("person people man woman child mensch menschen leute mann frau kind")
_AGENT_ENDINGS = ("er", "or", "ist", "ess", "eur", "ers", "ors", "ists")
_OF_PLACES = frozenset(
    {"locate", "hold", "live", "country", "birth", "death", "member", "study", "address", "email",
     "supply", "employ", "website"}
)  # fmt: skip
"""Kinds of relation that say where."""
_OF_OPINIONS = frozenset({"evaluate", "popularity"})
_QUOTES = " '\"“”„"
_WHOM = folded_set("whom wem wen")
_NUMERIC = ("how_many", "how_much", "how_degree")
_DATED = folded_set("date dates year years since old out datum jahr jahres seit alt")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question about ``topic`` asks for; ``label`` gives a class its label."""

    question: Question
    weighing: Weighing
    topic: Link
    label: Callable[[Term], str]

    def fits(self, step: Step, kinds: frozenset[str]) -> bool:
        """Whether the end of ``step``, taken from the topic, is of the sort that is asked for."""
        question = self.question
        literal = self._is_literal(step)
        opinion = bool(kinds & _OF_OPINIONS) and not step.inverse
        if question.form == "exists" and not opinion:
            return False
        if question.has(*_NUMERIC) and not (literal or opinion):
            return False
        if question.has("where") and not self._says_where(step, kinds):
            return False
        return self._fits_time(step) and self._fits_persons(step, kinds)

    def _is_literal(self, step: Step) -> bool:
        use = self.weighing.schema.properties[step.predicate]
        return use.only_literals and not step.inverse

    def _fits_time(self, step: Step) -> bool:
        """Whether a date is asked for where, and only where, the property has one."""
        use = self.weighing.schema.properties[step.predicate]
        dated = self.weighing.is_temporal(use) and not step.inverse
        if self.question.has("when"):
            return dated
        asked = any(fold(token.text) in _DATED for token in self.question.said)
        return not dated or asked

    def _says_where(self, step: Step, kinds: frozenset[str]) -> bool:
        named = (word_forms(word) for word in self._classes_at(step, objects=not step.inverse))
        kept = not step.inverse and bool(kinds & _OF_PLACES)
        return kept or any(not PLACES.isdisjoint(forms) for forms in named)

    def _fits_persons(self, step: Step, kinds: frozenset[str]) -> bool:
        """Whether who is asked for is a person, and what films are asked for is none."""
        there = self._is_person(step, objects=not step.inverse)
        here = self._is_person(step, objects=step.inverse)
        if any(fold(cue.text) in _WHOM for cue in self.question.cues if cue.kind == "who"):
            return not self._is_literal(step)
        if self.question.has("who") and not step.inverse and not kinds.isdisjoint(OF_NOBODY):
            return False
        if self.question.has("who") or self._asks_for(_PERSON_NOUNS):
            return there is not False and not (here and not there)
        return not there if self._asks_for(None) else True

    def _is_person(self, step: Step, *, objects: bool) -> bool | None:
        """Whether persons or organisations stand at an end; None where nothing tells."""
        use = self.weighing.schema.properties[step.predicate]
        if objects and use.only_literals:
            return False
        if use.ends(objects=objects):
            return any(_PERSONS & word_forms(w) for w in self._classes_at(step, objects=objects))
        labels = self.weighing.lexicon.phrases_of(use.iri)
        named = objects and any(_names_agents(each.text) for each in labels if each.weight == 1)
        return True if named else None

    def _classes_at(self, step: Step, *, objects: bool) -> list[str]:
        """Give the words that the classes at an end, and those above them, are called by."""
        schema = self.weighing.schema
        ends = schema.properties[step.predicate].ends(objects=objects)
        every = dict.fromkeys(cls for end in ends for cls in schema.superclasses(end))
        return [word for cls in every for word in self.label(cls).split()]

    def _asks_for(self, nouns: frozenset[str] | None) -> bool:
        """Whether a noun for kinds of things is asked for: "which films"; with ``nouns`` of them.

        Not a noun that the topic's own name follows, nor one behind "of": "what kind of film".
        """
        said, topic = self.question.said, self.topic.mention
        for at, token in enumerate(said):
            fits = (
                is_kind_noun(token.text) if nouns is None else bool(word_forms(token.text) & nouns)
            )
            asked = at == 0 or any(
                cue.end == said[at - 1].end and cue.kind in ("which", "what", "request", "how_many")
                for cue in self.question.cues
            )
            before = token.end <= topic.start
            named = before and not self.question.text[token.end : topic.start].strip(_QUOTES)
            if fits and asked and not named:
                return True
        return False


def _names_agents(label: str) -> bool:
    """Whether a label names who does something as its object: "directed by", "starred actors"."""
    said = fold(label).split()
    if not said:
        return False
    return said[-1] in ("by", "von", "durch") or said[-1] in _agents()


@lru_cache(maxsize=1)
def _agents() -> frozenset[str]:
    """Give the nouns for those who do something, in both languages."""
    return frozenset(
        form
        for family in families().values()
        for word in family.words
        if word.kind == "agent" and fold(word.text).endswith(_AGENT_ENDINGS)
        for form in (fold(word.text), fold(word.text) + "s")
    )
