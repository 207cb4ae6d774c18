"""Directing: which end of a property the words ask for, where both fit: who does it to whom."""

from __future__ import annotations

from dataclasses import dataclass

from ontorag.language import fold, words
from ontorag.lexicon import Lexicon, PhraseMatch
from ontorag.planning.question import Question
from ontorag.schema import Property
from ontorag.values import IRI, Link, Step

LOCAL = ("in", "aus", "from", "at")
CONTRACTED = {"im": "in", "ins": "in", "am": "an", "zum": "zu", "zur": "zu", "beim": "bei"}
_FORWARD = ("wen", "wem", "whom", "was", "what")
_WITH = frozenset({"with", "mit"})
_OBJECTS, _DO = frozenset({"wen", "wem", "whom"}), frozenset({"do", "does", "did"})
_BY = frozenset({"von", "vom", "durch", "by"})
_TOLD, _STRONGLY, _HINTED = 1.5, 2.0, 0.25


def ends_in(question: Question, lexicon: Lexicon, iri: IRI, word: str) -> bool:
    """Whether a label of a property ends in a preposition."""
    leading = words(question.language).prepositions
    phrases = lexicon.phrases_of(iri)
    return word in leading and any(
        p.weight == 1 and fold(p.text).split()[-1:] == [word] for p in phrases
    )


def is_done_to_it(question: Question) -> bool:
    """Whether who is asked for is not who does it: "an wen berichtet …", "who does … report to"."""
    cue = question.first("who")
    if cue is None:
        return False
    before = [token for token in question.said if token.end <= cue.start][-1:]
    after = [token for token in question.said if token.start >= cue.end][:1]
    led = fold(before[0].text) if before else ""
    asked = fold(cue.text).split()[-1]
    if asked in _OBJECTS:
        return led not in _BY and not set(fold(cue.text).split()) & set(_BY)
    return asked == "who" and bool(after) and fold(after[0].text) in _DO


@dataclass(frozen=True, slots=True)
class Directing:
    """Weighs the two directions of one property at one thing; ``match`` are its words."""

    question: Question
    lexicon: Lexicon
    link: Link
    use: Property
    match: PhraseMatch | None

    def weight(self, step: Step, *, passive: bool, goes_both_ways: bool) -> float:
        """Weigh one direction of the way from the answer to the thing."""
        match, question = self.match, self.question
        asks_for_object = any(
            cue.kind in ("who", "what") and fold(cue.text) in _FORWARD for cue in question.cues
        )
        said_at = question.said[match.positions[0]].start if match is not None else 0
        if match is not None and question.stands_as(self.link, said_at):
            return 0.0 if step.inverse else _STRONGLY
        if question.has("who") and "wessen" in {fold(c.text) for c in question.cues}:
            return 0.0 if step.inverse else _STRONGLY
        supported = self._has_do_support
        weight = _HINTED if step.inverse == (asks_for_object or supported) else 0.0
        weight += _TOLD if supported and step.inverse else 0.0
        if self._is_of and match is not None and not passive:
            weight += _TOLD if step.inverse == (match.phrase.holder != "subject") else 0.0
        if match is not None and (goes_both_ways or not self._is_mutual):
            led = self._asks_where_to if step.inverse else self._ends_at(match)
            told = self._told(match, passive=passive)
            weight += _TOLD * (led or told is step.inverse)
        if passive:
            weight += 2 * _HINTED if step.inverse != asks_for_object else 0.0
        return weight

    def denies(self, step: Step, *, passive: bool) -> bool:
        """Whether the words say that it is the other way round."""
        if self.match is None or self._is_mutual:
            return False
        told = self._told(self.match, passive=passive)
        return told is not None and told is not step.inverse

    def _told(self, match: PhraseMatch, *, passive: bool) -> bool | None:
        """Say whether the way is against the property, as the verb tells it, None if it does not.

        "Who reports to X" asks for subjects, "who does X report to" for objects.
        """
        doing = self._is_doer_asked(match, passive=passive)
        return None if doing is None else doing == (match.phrase.holder == "object")

    def _is_doer_asked(self, match: PhraseMatch, *, passive: bool) -> bool | None:
        """Whether who is asked for does what a verb says, None where the words leave it open.

        A noun with its "of" leaves it to that: "Wem gilt die Loyalität von X?".
        """
        cue = self.question.first("who")
        if cue is None or not match.phrase.holder or (match.phrase.noun and self._is_of):
            return None
        if passive:
            return self.question.before(self.link.mention) not in _BY
        if is_done_to_it(self.question):
            return False
        start = self.question.said[match.positions[0]].start
        between = self.question.text[cue.end : start] if cue.end <= start else "-"
        return None if between.strip() else True

    @property
    def _is_mutual(self) -> bool:
        """Whether people do not mind the direction: one thing is "compatible with" another."""
        phrases = self.lexicon.phrases_of(self.use.iri)
        last = {fold(p.text).split()[-1] for p in phrases if p.weight == 1 and p.text}
        return self.use.symmetric or not last.isdisjoint(_WITH)

    def _ends_at(self, match: PhraseMatch) -> bool:
        """Whether a thing stands behind a label that ends in a preposition: "located in X"."""
        said = self.question.said
        before = [at for at, token in enumerate(said) if token.end <= self.link.mention.start][-2:]
        if len(before) < 2 or before[0] not in match.positions:
            return False
        return ends_in(self.question, self.lexicon, self.use.iri, fold(said[before[1]].text))

    @property
    def _asks_where_to(self) -> bool:
        """Whether what stands behind a label's preposition is asked for: "in which state is X".

        So it is where "where" asks along a label like "located in".
        """
        question = self.question
        asks = question.has("which", "who", "what")
        led = fold(question.said[0].text) if asks else ""
        behind = set(LOCAL) if question.has("where") else {CONTRACTED.get(led, led)}
        leading = [word for word in behind if ends_in(question, self.lexicon, self.use.iri, word)]
        return bool(leading) and question.before(self.link.mention) not in leading

    @property
    def _has_do_support(self) -> bool:
        """Whether English asks for the object: "Who does Peter know?"."""
        if self.question.language != "en" or not self.question.has("who", "which", "what"):
            return False
        return not _DO.isdisjoint(fold(token.text) for token in self.question.said)

    @property
    def _is_of(self) -> bool:
        """Whether "von" or "of" leads to the thing: its loyalty is what is asked for."""
        return self.question.before(self.link.mention) in ("von", "of", "der", "des", "vom")
