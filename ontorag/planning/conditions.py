"""Conditions: what one link of a question demands of the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ontorag.language import fold
from ontorag.language.words import folded_set
from ontorag.planning.comparing import Comparison
from ontorag.planning.having import means_skill
from ontorag.planning.problems import unknown_relation
from ontorag.planning.question import Question
from ontorag.planning.relations import Relation, Weighing
from ontorag.planning.undecided import Undecided
from ontorag.values import (
    IRI,
    Concept,
    Constraint,
    Every,
    Has,
    Is,
    Link,
    Mention,
    OfType,
    Path,
    Problem,
    Step,
    Term,
    Value,
    Where,
)

_OTHER_THAN = frozenset({"other than", "except for", "abgesehen von", "mit ausnahme von"})
_EXCEPTING = folded_set("außer ausgenommen except excepting excluding besides")


@dataclass(frozen=True, slots=True)
class Bound:
    """A link with the condition that it puts on the answer, and the relation it was read by."""

    link: Link
    constraint: Constraint
    relation: Relation | None = None


@dataclass(frozen=True, slots=True)
class Binder:
    """Turns links into conditions; ``label`` gives a term its label.

    ``settled`` has the way to take from a mention where several fit alike (see `Undecided`).
    """

    question: Question
    weighing: Weighing
    label: Callable[[Term], str]
    settled: Mapping[Mention, Path] = field(default_factory=dict)

    def bind(self, link: Link) -> list[Bound] | Problem:
        """Choose the relation of one thing; several asked properties are alternatives."""
        if self._is_said_to_be(link):
            return [self.typed(link)]
        relations = self.weighing.relations(link)
        asked = self._asked_properties(relations)
        if len(asked) > 1 and link.role == "required":
            return [self.bound(replace(link, role="alternative"), each) for each in asked]
        chosen = self._choose(link, relations)
        return chosen if isinstance(chosen, Problem) else [self.bound(link, chosen)]

    def _is_said_to_be(self, link: Link) -> bool:
        """Whether a link is a class that the answers are, or are not: "are not managers"."""
        is_class = isinstance(link.target, Concept) and "class" in link.target.kinds
        return is_class and self.question.is_predicate(link) and not self.question.names_next(link)

    def bound(self, link: Link, relation: Relation) -> Bound:
        """Make the condition that a link means by a relation."""
        where: Where = Has(relation.step, self._target(link, relation))
        if self._means_each(link, relation):
            where = Every(relation.step, self._target(link, relation))
        text = self._text(relation.step, link)
        properties = (relation.step.predicate,)
        constraint = Constraint(text, where, link.mention.text, link.role == "excluded", properties)
        return Bound(link, constraint, relation)

    def _means_each(self, link: Link, relation: Relation) -> bool:
        """Whether "alle" before a class means each of its members: "behandelt alle …"."""
        if relation.step.inverse or relation.exists or not isinstance(link.target, Concept):
            return False
        every = any(
            cue.kind == "all" and not self.question.text[cue.end : link.mention.start].strip()
            for cue in self.question.cues
        )
        return every and "class" in link.target.kinds

    def typed(self, link: Link) -> Bound:
        """Make the condition to be a member of the class that a link means."""
        assert isinstance(link.target, Concept) and isinstance(link.target.iri, IRI)
        where = OfType(self.weighing.schema.subclasses(link.target.iri))
        text = self.label(link.target.iri)
        return Bound(link, Constraint(text, where, link.mention.text, link.role == "excluded"))

    def compared(self, comparison: Comparison) -> Bound:
        """Make the condition that a comparison with a number or date means."""
        start, end = comparison.start, comparison.end
        mention = Mention(self.question.text[start:end], start, end)
        text = f"{self.label(comparison.property)} {comparison.said}"
        properties = (comparison.property,)
        constraint = Constraint(text, comparison.where, mention.text, False, properties)
        return Bound(Link(mention, None), constraint)

    def excepted(self, link: Link) -> Bound | None:
        """Make the condition to be something else: "außer Frodo", "except Frodo"."""
        if link.role != "excluded" or not isinstance(link.target, Concept):
            return None
        led = any(
            cue.kind == "but_not" and fold(cue.text) in _OTHER_THAN
            and not self.question.text[cue.end : link.mention.start].strip()
            for cue in self.question.cues
        )  # fmt: skip
        if self.question.before(link.mention) not in _EXCEPTING and not led:
            return None
        text = self.label(link.target.iri)
        where = Is((link.target.iri,))
        return Bound(link, Constraint(text, where, link.mention.text, True))

    def _choose(self, link: Link, relations: list[Relation]) -> Relation | Problem:
        question = self.question
        best = relations[0] if relations else None
        unread = question.unread_verb
        if best is None and link.method == "partial":
            return Problem("unknown_concept", link.mention.text)
        if best is None or (unread is not None and not best.said):
            return unknown_relation(question, link, self.weighing)
        guessed = question.says_relation and len(question.bound) > 1
        if best.evidence <= 0 and (guessed or self._guesses(best, relations)):
            return unknown_relation(question, link, self.weighing)
        others = len({r.step.predicate for r in relations}) > 1
        able = means_skill(question)
        if best.evidence <= 0 and (others or able or self._says_another(best)):
            return unknown_relation(question, link, self.weighing)
        return self._settled(link, [r for r in relations if r.score == best.score])

    def _says_another(self, best: Relation) -> bool:
        """Whether the question says properties, which lead nowhere here, and not the one found."""
        use = self.weighing.schema.properties[best.step.predicate]
        return use.only_literals and not best.said and bool(self.weighing.phrases)

    def _settled(self, link: Link, rivals: list[Relation]) -> Relation | Problem:
        """Give the one relation of those that fit alike, or say that they are several."""
        by_property = {each.step.predicate: each for each in reversed(rivals)}
        if len(by_property) == 1:
            return rivals[0]
        options = tuple(sorted(by_property, key=lambda iri: iri.value))
        ways = tuple((by_property[iri].step,) for iri in options)
        way = self.settled.get(link.mention)
        if way in ways:
            return by_property[way[0].predicate]
        return Undecided(
            "ambiguous", link.mention.text, options=options, at=link.mention, ways=ways
        )

    def _guesses(self, best: Relation, relations: list[Relation]) -> bool:
        """Whether nothing but the class asked for speaks for a relation.

        It suffices for the one property of a thing that leads there: "In which department is …".
        """
        if self.question.asked_class is None:
            return False
        others = {relation.step.predicate for relation in relations}
        return not (best.step.inverse and best.exists and len(others) == 1)

    def _asked_properties(self, relations: list[Relation]) -> list[Relation]:
        """Give the relations of all properties asked for: "Welche Erfahrung und Loyalität"."""
        said: dict[tuple[int, ...], Relation] = {}
        for relation in relations:
            match = self.weighing.phrases.get(relation.step.predicate)
            if match is not None and relation.step.inverse:
                said.setdefault(match.positions, relation)
        found = [said[places] for places in sorted(said)]
        listed = len(found) > 1 and self.question.has("and") and self._all_have(found)
        return found if listed else []

    def _all_have(self, asked: list[Relation]) -> bool:
        """Whether all things that are named have all properties asked for.

        In "Who reports to A and lives in B" B has none: each word tells of a thing of its own.
        """
        steps = {each.step for each in asked}
        named = (self.weighing.relations(link) for link in self.question.bound)
        return all(steps <= {each.step for each in relations} for relations in named)

    def _target(self, link: Link, relation: Relation) -> Where:
        """Give what the far end is: a class stands for its members, unless it is a value itself."""
        if isinstance(link.target, Value):
            return self.meant(link)
        assert isinstance(link.target, Concept)
        thing = link.target.iri
        if "class" in link.target.kinds and isinstance(thing, IRI) and not relation.exists:
            return OfType(self.weighing.schema.subclasses(thing))
        return Is((thing,))

    def meant(self, link: Link) -> Is:
        """Give all spellings of the value that a link means: "experte", "Experte"."""
        assert isinstance(link.target, Value)
        same = [
            c.target.literal
            for c in link.candidates
            if isinstance(c.target, Value) and c.target.property == link.target.property
        ]
        return Is(tuple(dict.fromkeys([link.target.literal, *same])))

    def _text(self, step: Step, link: Link) -> str:
        said, name = self.label(step.predicate), self.name(link)
        return f"{name}: {said}" if step.inverse else f"{said}: {name}"

    def name(self, link: Link) -> str:
        """Give the label of what a link means."""
        if isinstance(link.target, Value):
            return link.target.literal.lexical
        assert isinstance(link.target, Concept)
        return self.label(link.target.iri)
