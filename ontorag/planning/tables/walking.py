"""Walks: ways over the schema from what is named to what stands beside it.

A walk is cheap where the question says its properties, and dear where it says nothing: so the
words decide, and what no word speaks of is only taken where nothing else leads there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ontorag.language import fold
from ontorag.language.words import folded_set
from ontorag.lexicon import word_forms
from ontorag.planning.ports import Port
from ontorag.planning.tables.ground import Ground
from ontorag.values import IRI, Path, Step, Term

UNSAID, KIND, NAMED, HELD = 1.0, 0.7, 0.5, 0.45
"""What a step costs that no word says, that sorts things, whose end the words name, and that
says what someone has where the question asks who has it."""
_TURN = 0.04
MOST_UNSAID = 2
LONGEST = 3
_SORTING = folded_set("category kind type genre class sort kategorie gattung art typ klasse sorte")


@dataclass(frozen=True, slots=True)
class Spot:
    """What stands at one place: things that are named, or all of some classes.

    Without either it is what stands at an end of a property (``port``), or anything.
    """

    classes: frozenset[IRI] = frozenset()
    terms: tuple[Term, ...] = ()
    port: Port | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """A way from one spot to another, what it costs, and the numbers of the words it uses."""

    path: Path
    cost: float
    used: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Walker:
    """Finds walks; ``said`` gives for each property the (number, cost) of the words that say it."""

    ground: Ground
    said: Mapping[IRI, tuple[tuple[int, float], ...]] = field(default_factory=dict)
    has: bool = False
    _leaving: dict[Spot, tuple[Step, ...]] = field(default_factory=dict)
    _alike: dict[IRI, bool | None] = field(default_factory=dict)

    def leaving(self, spot: Spot) -> tuple[Step, ...]:
        """Give the steps that can leave from a spot, in code-point order."""
        if spot not in self._leaving:
            self._leaving[spot] = tuple(self._steps(spot))
        return self._leaving[spot]

    def _steps(self, spot: Spot) -> Iterable[Step]:
        if spot.terms and not self._is_bare(spot):
            edges = {
                step for term in spot.terms for step in self.ground.around(term).steps_of(term)
            }
            used = set(self.ground.used)
            yield from sorted(
                (step for step in edges if step.predicate in used),
                key=lambda step: (step.predicate.value, step.inverse),
            )
            return
        for iri in self.ground.used:
            for inverse in (False, True):
                if self.meets(spot, Port(iri, inverse)):
                    yield Step(iri, inverse)

    def meets(self, spot: Spot, port: Port) -> bool:
        """Whether what is at a spot may stand at an end of a property."""
        ports = self.ground.ports
        if ports.is_literal(port):
            return False
        if spot.terms and not self._is_bare(spot):
            step = Step(port.property, port.objects)
            return any(step in self.ground.around(term).steps_of(term) for term in spot.terms)
        classes = spot.classes or self._types(spot)
        if classes or spot.terms:
            at = ports.classes_at(port) | ports.kin(self._seen(port))
            return not at.isdisjoint(classes) if at else False
        return spot.port is None or ports.meet(spot.port, port)

    def _is_bare(self, spot: Spot) -> bool:
        """Whether nothing is recorded of things but what they are."""
        used = set(self.ground.used)
        around = self.ground.around
        steps = {step.predicate for term in spot.terms for step in around(term).steps_of(term)}
        return steps.isdisjoint(used)

    def _types(self, spot: Spot) -> frozenset[IRI]:
        return frozenset(
            cls for term in spot.terms for cls in self.ground.around(term).types_of(term)
        )

    def _seen(self, port: Port) -> tuple[IRI, ...]:
        use = self.ground.schema.properties[port.property]
        shares = use.observed_ranges if port.objects else use.observed_domains
        return tuple(each.iri for each in shares)

    def beyond(self, step: Step) -> Spot:
        """Give the spot at the far end of a step."""
        port = Port(step.predicate, not step.inverse)
        return Spot(self.ground.ports.classes_at(port), (), port)

    def walks(
        self,
        start: Spot,
        goal: Spot,
        *,
        names: frozenset[str] = frozenset(),
        longest: int = LONGEST,
    ) -> list[Walk]:
        """Find the ways from ``start`` to ``goal``, the cheapest first.

        ``names`` are the forms of the word for the goal: a property called so leads to it.
        """
        found: list[Walk] = []
        waiting = [(start, Walk((), 0.0), 0)]
        while waiting:
            spot, walk, unsaid = waiting.pop()
            for step in self.leaving(spot):
                if walk.path and step == _back(walk.path[-1]):
                    continue
                for cost, used in self._costs(step, names, walk.used):
                    quiet = unsaid + (cost >= NAMED)
                    if quiet > MOST_UNSAID:
                        continue
                    longer = Walk((*walk.path, step), walk.cost + cost, walk.used | used)
                    if self.meets(goal, Port(step.predicate, not step.inverse)):
                        found.append(longer)
                    elif len(longer.path) < longest:
                        waiting.append((self.beyond(step), longer, quiet))
        return sorted(found, key=lambda walk: (walk.cost, len(walk.path), str(walk.path)))

    def _costs(
        self, step: Step, names: frozenset[str], used: frozenset[int]
    ) -> list[tuple[float, frozenset[int]]]:
        """Give what a step costs, said by each of its words that is still free, or unsaid."""
        turn = _TURN if self._is_turned(step) else 0.0
        found = [
            (cost + turn, frozenset({number}))
            for number, cost in self.said.get(step.predicate, ())
            if number not in used
        ]
        return [*found, (self._unsaid(step, names) + turn, frozenset())]

    def _is_turned(self, step: Step) -> bool:
        """Whether a step goes the less likely way, where both ends are alike.

        What a noun names ("compatible product") is what is asked for, so it is walked back from
        it; what a verb says is walked as it is said.
        """
        if step.predicate not in self._alike:
            ports = self.ground.ports
            ends = (Port(step.predicate, False), Port(step.predicate, True))
            same = bool(ports.classes_at(ends[0]) & ports.classes_at(ends[1])) or (
                not ports.is_literal(ends[1]) and ports.meet(*ends)
            )
            noun = any(p.noun and p.weight == 1 for p in
                       self.ground.lexicon.phrases_of(step.predicate))  # fmt: skip
            self._alike[step.predicate] = (noun is False) if same else None
        backwards = self._alike[step.predicate]
        return backwards is not None and step.inverse is backwards

    def _unsaid(self, step: Step, names: frozenset[str]) -> float:
        forms = self.words_of(step.predicate)
        if self.has and self.ground.lexicon.says_possession(step.predicate) and not step.inverse:
            return HELD
        if names and not names.isdisjoint(forms):
            return NAMED
        return KIND if not _SORTING.isdisjoint(forms) else UNSAID

    def words_of(self, iri: IRI) -> frozenset[str]:
        """Give the forms of the words of a property's labels."""
        phrases = self.ground.lexicon.phrases_of(iri)
        return frozenset(
            form
            for phrase in phrases
            if phrase.weight == 1
            for word in phrase.words
            for form in word
        )


def _back(step: Step) -> Step:
    return Step(step.predicate, not step.inverse)


def forms_of(text: str) -> frozenset[str]:
    """Give the forms of the words of a noun."""
    return frozenset(form for word in text.split() for form in word_forms(fold(word)))
