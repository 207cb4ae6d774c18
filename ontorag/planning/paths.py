"""Paths: questions that lead over several edges from a named thing to what is asked for.

"Who wrote the films directed by Anna?" names a thing and says two properties; between them no
thing is named. The search goes from the thing on, along the properties in the order in which the
words stand around it, as far as their ends meet; it takes steps that no word says only where
nothing else fits. A path never comes back to where it started.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, permutations

from ontorag.language import fold
from ontorag.planning.conditions import Binder
from ontorag.planning.directing import is_done_to_it
from ontorag.planning.mentions import (
    Mention,
    does_it,
    in_common,
    in_path_order,
    is_attached,
    is_led,
    mentions,
    places_of_small_words,
    points_away,
)
from ontorag.planning.ports import Port, Ports
from ontorag.planning.undecided import Undecided
from ontorag.values import (
    IRI,
    And,
    Concept,
    Constraint,
    Has,
    Is,
    Link,
    Not,
    OfType,
    Problem,
    Step,
    Where,
)

LONGEST = 4
"""Edges of the longest path."""
_MANY_MENTIONS = 4
_UNSAID, _INVERTED, _AGAINST = 1.5, 0.5, 0.3


@dataclass(frozen=True, slots=True)
class Path:
    """Steps away from a topic, with how well the question's words speak for them."""

    steps: tuple[Step, ...]
    score: float
    waypoints: tuple[tuple[int, IRI], ...] = ()

    @property
    def end(self) -> Port:
        """Where it ends."""
        return _end(self.steps[-1])


@dataclass(frozen=True, slots=True)
class _Way:
    """A path on the way: the mentions left to take, how many steps may go unsaid and which did."""

    steps: tuple[Step, ...]
    score: float
    left: tuple[int, ...]
    unsaid: int
    guessed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class PathFinder:
    """Searches the paths of one question from one named thing."""

    binder: Binder
    ports: Ports
    topic: Link
    said: tuple[Mention, ...]
    waypoints: tuple[IRI, ...]
    common: frozenset[IRI] | None

    def best(self) -> list[Path]:
        """Give the best paths: one, several that nothing tells apart, or none."""
        found = list(self._paths(unsaid=0)) or list(self._paths(unsaid=1))
        top = max((path.score for path in found), default=0.0)
        return list({path.steps: path for path in found if path.score > top - 0.01}.values())

    def _paths(self, *, unsaid: int) -> Iterator[Path]:
        order = tuple(range(len(self.said)))
        attached = bool(self.said) and is_attached(self.binder.question, self.topic, self.said[0])
        for arranged in permutations(order):
            if attached and arranged[0] != 0:
                continue
            inversions = sum(
                arranged[a] > arranged[b] for a in order for b in range(a + 1, len(order))
            )
            for way in self._walk(_Way((), -_INVERTED * inversions, arranged, unsaid)):
                path = self._judged(way.steps, way.score, way.guessed)
                if path is not None:
                    yield path

    def _walk(self, at: _Way) -> Iterator[_Way]:
        """Go on by the next words, by a step that no word says, or both ways over one thing."""
        if not at.left and not at.unsaid:
            yield at
        if len(at.steps) < LONGEST:
            for onward in (*self._by_words(at), *self._by_guess(at)):
                yield from self._walk(onward)

    def _by_words(self, at: _Way) -> Iterator[_Way]:
        if not at.left:
            return
        mention, left = self.said[at.left[0]], at.left[1:]
        if at.steps and self._names_end(mention, at.steps[-1]):
            again = 0.2 if self.binder.question.has("who") else -0.2
            yield replace(at, score=at.score + again, left=left)
        for iri in mention.properties:
            for step in self._leaving(at.steps, iri):
                if not at.steps and not step.inverse and self._stands_as(mention):
                    continue
                score = at.score + self._direction(mention, step)
                back = Step(iri, not step.inverse)
                both = (*at.steps, step, back)
                goes_on = back in self.ports.leaving(_end(step), iri)
                there_and_back = goes_on and len(both) <= LONGEST
                if there_and_back and mention.works:
                    yield replace(at, steps=both, score=score, left=left)
                    continue
                yield replace(at, steps=(*at.steps, step), score=score, left=left)
                common = self.binder.question.common_places and iri in (self.common or ())
                if there_and_back and common:
                    yield replace(at, steps=both, score=score - 0.1, left=left)

    def _stands_as(self, mention: Mention) -> bool:
        """Whether the topic is what others have "as" this: "have Hoch as manager"."""
        question = self.binder.question
        return question.stands_as(self.topic, question.said[mention.positions[0]].start)

    def _by_guess(self, at: _Way) -> Iterator[_Way]:
        if not at.unsaid:
            return
        for step in self._unsaid(at.steps):
            score = at.score - _UNSAID
            score += self._whole(at.steps[-1], step) if at.steps else self._preposition(step)
            yield replace(
                at,
                steps=(*at.steps, step),
                score=score,
                unsaid=at.unsaid - 1,
                guessed=at.guessed | {len(at.steps)},
            )

    def _names_end(self, mention: Mention, step: Step) -> bool:
        """Whether a noun only names where a step has led: "the director who directed it"."""
        end = "subject" if step.inverse else "object"
        return (step.predicate, end) in mention.names

    def _leaving(self, steps: tuple[Step, ...], iri: IRI) -> list[Step]:
        if not steps:
            return self._first_steps(iri)
        return self.ports.leaving(_end(steps[-1]), iri)

    def _first_steps(self, iri: IRI) -> list[Step]:
        """Give the steps by one property from the topic: its edges, else what its classes allow."""
        weighing = self.binder.weighing
        assert isinstance(self.topic.target, Concept)
        edges = weighing.around.steps_of(self.topic.target.iri)
        own = [step for step in (Step(iri), Step(iri, inverse=True)) if step in edges]
        if own:
            return own
        types = weighing.classes_of(self.topic.target)
        if not types:
            return self._untyped_steps(iri)
        return [
            Step(iri, inverse)
            for inverse in (False, True)
            if types & {*self.ports.ends(Port(iri, inverse))}
        ]

    def _untyped_steps(self, iri: IRI) -> list[Step]:
        """Give the step that the words beside the topic say, although it has no such edge."""
        first = self.said[0] if self.said else None
        question = self.binder.question
        if (
            first is None
            or iri not in first.properties
            or not is_attached(question, self.topic, first)
        ):
            return []
        away = points_away(question, first, self.topic, iri)
        return [
            Step(iri, inverse) for inverse in (False, True) if away is None or away is not inverse
        ]

    def _unsaid(self, steps: tuple[Step, ...]) -> list[Step]:
        """Give the steps that no word says: only to things whose class is said."""
        said = {iri for mention in self.said for iri in mention.properties}
        wanted = self.ports.leading_to(self._named_kin)
        if steps:
            onward = self.ports.onward(_end(steps[-1]), wanted)
        else:
            near = sorted({step.predicate for step in wanted}, key=str)
            firsts = (step for iri in near for step in self._first_steps(iri))
            onward = [step for step in firsts if step in wanted]
        uses = self.ports.schema.properties
        return [
            step
            for step in onward
            if step.predicate not in said
            and uses[step.predicate].triples
            and self.binder.weighing.is_open(uses[step.predicate])
        ]

    @property
    def _named_kin(self) -> frozenset[IRI]:
        """The classes that the question says, with all above and below them."""
        return self.binder.weighing.asked_kin.union(
            *(self.ports.kin((iri,)) for iri in self.waypoints)
        )

    def _whole(self, last: Step, step: Step) -> float:
        """Weigh whether a step can leave from all things that are reached, not from some."""
        start = {*self.ports.ends(Port(step.predicate, step.inverse))}
        ends, schema = self.ports.ends(_end(last)), self.ports.schema
        above = {cls for end in ends for cls in schema.superclasses(end)}
        return 0.0 if start and start <= above else -0.2

    def _preposition(self, step: Step) -> float:
        """Weigh whether the word before the topic is of the property's label: "in", "liegt in"."""
        before = self.binder.question.before(self.topic.mention)
        phrases = self.binder.weighing.lexicon.phrases_of(step.predicate)
        return 0.4 if any(before in fold(phrase.text).split()[1:] for phrase in phrases) else 0.0

    def _direction(self, mention: Mention, step: Step) -> float:
        away = points_away(self.binder.question, mention, self.topic, step.predicate)
        named = 0.2 if self._names_end(mention, step) else 0.0
        return named - (_AGAINST if away is not None and away is step.inverse else 0.0)

    def _judged(
        self, steps: tuple[Step, ...], score: float, guessed: frozenset[int]
    ) -> Path | None:
        """Keep a path that ends where the answer can stand and passes all classes that are said."""
        if not steps or (len(steps) > 1 and self._returns(steps)):
            return None
        if self.common is not None and not self._mirrors(steps):
            return None
        path = Path(steps, score - 0.05 * len(steps))
        if not self._answers(path):
            return None
        places = self._placed(steps)
        if places is None or not self._asked_last(steps):
            return None
        named = {place for place, _ in places}
        if self.binder.question.asked_class is not None:
            named.add(len(steps) - 1)
        return Path(steps, path.score, places) if guessed <= named else None

    def _mirrors(self, steps: tuple[Step, ...]) -> bool:
        """Whether a path leads over something in common, where one is said over that."""
        return any(
            a.predicate == b.predicate
            and a.inverse is not b.inverse
            and a.predicate in (self.common or ())
            for a, b in pairwise(steps)
        )

    def _returns(self, steps: tuple[Step, ...]) -> bool:
        """Whether a step goes back over a property with one value: it can only meet its start."""
        for a, b in pairwise(steps):
            back = a.predicate == b.predicate and a.inverse is not b.inverse
            use = self.ports.schema.properties[a.predicate]
            if back and (use.functional if a.inverse else use.inverse_functional):
                return True
        return False

    def _asked_last(self, steps: tuple[Step, ...]) -> bool:
        """What stands right behind "which" is where the path ends: "which genres are …"."""
        last = steps[-1]
        end = (last.predicate, "subject" if last.inverse else "object")
        question = self.binder.question
        doing = [m for m in self.said if m.holders and does_it(question, m)]
        done = is_done_to_it(question) and any(end in m.holders for m in self.said)
        if done or not is_led(question, self.said, steps, self.binder.weighing):
            return False
        asked = (mention for mention in self.said if mention.asked)
        named = all(last.predicate in m.properties and not last.inverse for m in asked)
        return named and all(end in mention.holders for mention in doing)

    def _answers(self, path: Path) -> bool:
        """Whether the end of a path is of the kind that is asked for."""
        question, weighing = self.binder.question, self.binder.weighing
        end, last = path.end, path.steps[-1]
        use = self.ports.schema.properties[last.predicate]
        literal = self.ports.is_literal(end)
        if question.has("who") and literal:
            return False
        if last.inverse and (question.has("when") or weighing.is_place(last.predicate)):
            return False
        if not last.inverse and not weighing.answers_adverb(use):
            return False
        if question.asked_class is None:
            return True
        if literal:
            return any(use.iri in mention.properties and mention.asked for mention in self.said)
        ends = self.ports.ends(end)
        return not ends or not weighing.asked_kin.isdisjoint(ends)

    def _placed(self, steps: tuple[Step, ...]) -> tuple[tuple[int, IRI], ...] | None:
        """Give each class that is said its place on the way; None when one has none."""
        places: list[tuple[int, IRI]] = []
        for wanted in self.waypoints:
            kin = self.ports.kin((wanted,))
            inner = [
                n for n, step in enumerate(steps)
                if not kin.isdisjoint(self.ports.ends(_end(step)))
                and n not in {place for place, _ in places}
            ]  # fmt: skip
            before_end = [n for n in inner if n < len(steps) - 1]
            if not self.binder.question.has("who") and self.binder.question.asked_class is None:
                before_end = before_end or inner
            if not before_end:
                return None
            places.append((before_end[0], wanted))
        return tuple(places)


def path_conditions(
    binder: Binder,
) -> tuple[Path, Link, Constraint, frozenset[int]] | Problem | None:
    """Read a question about one named thing as a path; None when it is none, or not whole.

    With the path come the topic, the condition to stand at its end, and where the words stand
    that it took up.
    """
    question, weighing = binder.question, binder.weighing
    topics = [link for link in question.bound if _is_thing(link)]
    if len(topics) != 1:
        return None
    known = frozenset(
        iri for iri, use in weighing.schema.properties.items() if weighing.is_open(use)
    )
    found = mentions(question, weighing.lexicon, known)
    if not found or len(found) > _MANY_MENTIONS:
        return None
    classes = _classes_on_the_way(binder, found)
    finder = PathFinder(
        binder,
        Ports(weighing.schema),
        topics[0],
        tuple(in_path_order(question, topics[0], found)),
        classes,
        in_common(question, found),
    )
    paths = finder.best()
    if not paths:
        return None
    at = topics[0].mention
    if len(paths) > 1:
        paths = [path for path in paths if path.steps == binder.settled.get(at)] or paths
    if len(paths) > 1:
        options = tuple(dict.fromkeys(step.predicate for path in paths for step in path.steps))
        ways = tuple(path.steps for path in paths)
        return Undecided("ambiguous", at.text, options=options, at=at, ways=ways)
    read = question.common_places.union(
        question.said[at].start for each in found for at in each.positions
    )
    kinds = places_of_small_words(question)
    return paths[0], topics[0], _constraint(binder, topics[0], paths[0]), read | kinds


def _end(step: Step) -> Port:
    """Give the port that a step leads to."""
    return Port(step.predicate, not step.inverse)


def _is_thing(link: Link) -> bool:
    return isinstance(link.target, Concept) and "class" not in link.target.kinds


def _classes_on_the_way(binder: Binder, found: Sequence[Mention]) -> tuple[IRI, ...]:
    """Give the classes said of things on the way; a class word that says a property is none."""
    question = binder.question
    said = {question.said[at].start for mention in found for at in mention.positions}
    return tuple(
        link.target.iri
        for link in question.of_role("required")
        if isinstance(link.target, Concept)
        and "class" in link.target.kinds
        and isinstance(link.target.iri, IRI)
        and link.mention.start not in said
    )


def _constraint(binder: Binder, topic: Link, path: Path) -> Constraint:
    """Make the condition to be at the end of a path; the start never comes again."""
    assert isinstance(topic.target, Concept)
    schema, start = binder.weighing.schema, Is((topic.target.iri,))
    where: Where = start
    for number, step in enumerate(path.steps):
        where = Has(Step(step.predicate, not step.inverse), where)
        parts: list[Where] = [
            OfType(schema.subclasses(iri)) for place, iri in path.waypoints if place == number
        ]
        if number or len(path.steps) > 1:
            parts.append(Not(start))
        where = And((where, *parts)) if parts else where
    said = " → ".join(
        f"{'←' if step.inverse else ''}{binder.label(step.predicate)}" for step in path.steps
    )
    properties = tuple(dict.fromkeys(step.predicate for step in path.steps))
    text = f"{binder.name(topic)} → {said}"
    return Constraint(text, where, topic.mention.text, topic.role == "excluded", properties)
