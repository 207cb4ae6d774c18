"""Relations at a class that is named: which the words speak of, and who does it to whom."""

from __future__ import annotations

from dataclasses import dataclass

from ontorag.language import fold
from ontorag.language.words import folded_set
from ontorag.names import RDF_TYPE
from ontorag.planning.question import Question
from ontorag.planning.relations import PLACES, Weighing
from ontorag.values import IRI, Concept, Link, Step, Term

TYPE = IRI(RDF_TYPE)
_OF = folded_set("of von vom der des")
_WITH = folded_set("with mit")


@dataclass(frozen=True, slots=True)
class Way:
    """A step from the answer to a class that is named, and how much speaks for it."""

    step: Step
    score: float


@dataclass(frozen=True, slots=True)
class ClassWays:
    """The relations at the classes of one question."""

    question: Question
    weighing: Weighing

    def ways(self, topic: Link) -> list[Way]:
        """Weigh the relations at a class; what the words speak of comes first."""
        steps = self.weighing.around.steps_of(iri_of(topic))
        found = []
        for away in sorted(steps, key=lambda step: (step.predicate.value, step.inverse)):
            step = Step(away.predicate, not away.inverse)
            does = self._does_it(topic, step.predicate)
            if step.predicate == TYPE or (does is not None and does != step.inverse):
                continue
            found.append(Way(step, self.score(step.predicate)))
        if self.question.has("where") and not self.weighing.phrases:
            found = [way for way in found if self._is_place(way.step.predicate)] or found
        said = [way for way in found if way.score > 0]
        if not said and (self.weighing.phrases or self.question.has("possession")):
            return []
        kept = self.most_special(said or found)
        if not said and len({way.step.predicate for way in kept}) > 1:
            return []
        return sorted(kept, key=lambda way: (-way.score, way.step.predicate.value))

    def _is_place(self, prop: IRI) -> bool:
        """Whether a property is called by a word for places: "country of origin"."""
        phrases = self.weighing.lexicon.phrases_of(prop)
        return any(not PLACES.isdisjoint(form) for p in phrases for form in p.words)

    def score(self, prop: IRI) -> float:
        """Weigh how well the words speak of a property: by its label, or by having."""
        match = self.weighing.phrases.get(prop)
        having = self.question.has("possession") or self.has_with
        possession = having and self.weighing.lexicon.says_possession(prop)
        if match is None:
            return 1.0 if possession and not self.weighing.phrases else 0.0
        label = fold(match.phrase.text).split()
        said = {fold(token.text) for token in self.question.said}
        whole = sum(word in said for word in label) / max(len(label), 1)
        return 4 * match.phrase.weight + whole + (0.5 if possession else 0.0)

    @property
    def has_with(self) -> bool:
        """Whether "with" says that something has something: "pizzas with mozzarella"."""
        return any(fold(token.text) in _WITH for token in self.question.said)

    def most_special(self, ways: list[Way]) -> list[Way]:
        """Leave out a property where one below it speaks as well."""
        schema = self.weighing.schema
        return [
            way
            for way in ways
            if not any(
                other.step.predicate != way.step.predicate
                and other.step.inverse == way.step.inverse
                and other.score >= way.score
                and other.step.predicate in schema.subproperties(way.step.predicate)
                for other in ways
            )
        ]

    def _does_it(self, topic: Link, prop: IRI) -> bool | None:
        """Whether a class does it (True) or it is done to it; None where the words do not say.

        "What is X part of?" against "What is part of X?", "toppings of X", "X as a topping".
        """
        place = self._place(topic.mention.start)
        match = self.weighing.phrases.get(prop)
        having = self._having_place(place)
        of = self.question.before(topic.mention) in _OF
        if self.weighing.lexicon.says_possession(prop):
            return self._has_it(place, match.positions[0] if match else None, having, of=of)
        if match is None:
            return None
        said = match.positions[0]
        if match.phrase.noun and of and fold(match.phrase.text).split()[-1] not in _OF:
            return True
        forward = place < said
        return not forward if self.weighing.is_passive else forward

    def _has_it(self, place: int, said: int | None, having: int | None, *, of: bool) -> bool | None:
        """Read who has what: by the places of the class, of the word for it, and of "have"."""
        if having is None:
            return True if of and said is not None else None
        if said is not None:
            return said < having
        if place < having:
            return True
        either = self.question.language == "de" and bool(self.question.of_role("asked"))
        return None if either else False

    def _having_place(self, place: int) -> int | None:
        """Give where "have" stands, or "with" right before the class."""
        for at, token in enumerate(self.question.said):
            if fold(token.text) in _WITH and at < place:
                return at
        cue = self.question.first("possession")
        return None if cue is None else self._place(cue.start)

    def _place(self, start: int) -> int:
        return next(at for at, token in enumerate(self.question.said) if token.end > start)


def iri_of(link: Link) -> Term:
    """Give what a link means."""
    assert isinstance(link.target, Concept)
    return link.target.iri


def class_of(link: Link) -> IRI:
    """Give the class that a link means."""
    iri = iri_of(link)
    assert isinstance(iri, IRI)
    return iri
