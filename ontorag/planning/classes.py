"""Questions about classes themselves: what a class has, what is part of it, what it is.

The relations are those of class axioms (`Surroundings` of a graph in which classes are things).
Several plans may come of one question, the likeliest first: which of them has an answer only the
facts can tell. A word that none of them takes up makes them all void.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ontorag.language import fold
from ontorag.language.words import Language, folded_set
from ontorag.lexicon import Lexicon, is_light_verb
from ontorag.planning.accounting import unaccounted
from ontorag.planning.class_ways import TYPE, ClassWays, Way, class_of, iri_of
from ontorag.planning.describing import describe
from ontorag.planning.question import PRESENTING, Question, read_question
from ontorag.planning.relations import Weighing, phrases_said
from ontorag.planning.surroundings import Surroundings
from ontorag.schema import Schema
from ontorag.values import (
    IRI,
    And,
    Concept,
    Constraint,
    Has,
    Is,
    Link,
    OfType,
    Or,
    Plan,
    Step,
    Term,
    Where,
)

MOST_PLANS = 6
_LEADS_THERE = 0.2
_REFUSED = (
    "superlative_max", "superlative_min", "judgement", "comparative_more", "comparative_less",
    "more_than", "less_than", "at_least", "at_most", "between", "only", "why", "when", "how_much",
    "how_degree", "negation", "but_not", "opinion", "instruction", "prediction", "counterfactual",
    "take_on", "requirement",
)  # fmt: skip
_BELOW = folded_set(
    """
    kind kinds type types sort sorts subclass subclasses subtype subtypes variety varieties form
    forms variant variants subcategory subcategories
    art arten sorte sorten typ typen unterklasse unterklassen unterart unterarten untertypen
    unterbegriff unterbegriffe variante varianten formen
    """
)
_OF = frozenset({"of", "von", "an"})
_ASKING_KINDS = folded_set(
    "which how many list name all different various exist exists have has welche welcher welches"
    " wie viele nenn alle verschiedene existieren haben hat es"
)
_ABOVE = folded_set(
    """
    superclass superclasses supertype supertypes parent parents ancestor ancestors
    oberklasse oberklassen oberbegriff oberbegriffe überklasse überklassen obergruppe obergruppen
    """
)
_COMING = folded_set(
    """
    kommen kommt stammen stammt herkommen come comes originate originates stem stems belong belongs
    gehören gehört enthalten enthält beinhalten beinhaltet contain contains include includes
    """
)
"""Verbs of origin, belonging and having, which any property may be meant by."""
_DEFINING = folded_set("thing things ding dinge define defines definiere definieren definition")
_SAID_OF_KINDS = _BELOW | _ABOVE | _COMING | _DEFINING
_AS = frozenset({"as", "als"})
_BETWEEN = folded_set(
    "a an the ein eine einen einem einer eines der die das den is are ist sind of von zu zur zum"
    " also auch really wirklich denn eigentlich"
)


def plan_classes(
    text: str,
    links: tuple[Link, ...],
    *,
    language: Language,
    schema: Schema,
    lexicon: Lexicon,
    around: Surroundings,
    label: Callable[[Term], str],
) -> list[Plan]:
    """Give the plans that a question about classes may mean, the likeliest first.

    ``around`` are the class-level relations at what the links mean. Nothing is given for a
    question that asks for more than relations and kinds of classes.
    """
    question = read_question(text, tuple(map(_as_thing, links)), language)
    if question.has(*_REFUSED) or question.second_question:
        return []
    weighing = Weighing(question, schema, lexicon, around, phrases_said(question, lexicon, schema))
    reading = _Reading(question, weighing, label)
    if not reading.things or not reading.is_read or reading.asks_of_each:
        return []
    plans = [replace(plan, language=language) for plan in reading.plans()]
    kept = [plan for plan in plans if reading.accounts_for(plan)]
    return [replace(plan, sentences=describe(plan, label)) for plan in kept[:MOST_PLANS]]


@dataclass(frozen=True)
class _Reading:
    """One question, read as being about classes."""

    question: Question
    weighing: Weighing
    label: Callable[[Term], str]

    @cached_property
    def ways(self) -> ClassWays:
        """The relations at the classes that are named."""
        return ClassWays(self.question, self.weighing)

    @cached_property
    def things(self) -> list[Link]:
        """The classes and things that are named, in the order of words."""
        named = _things(self.question.links)
        return sorted(
            (link for link in named if not self._is_kind_of_next(link, named)),
            key=lambda link: link.mention.start,
        )

    def _is_kind_of_next(self, link: Link, named: Sequence[Link]) -> bool:
        """Whether a class only says what the next thing is: "the pizza Margherita"."""
        if not self.question.names_next(link):
            return False
        after = [each for each in named if each.mention.start >= link.mention.end]
        following = min(after, key=lambda each: each.mention.start, default=None)
        around = self.weighing.around
        return following is not None and iri_of(link) in around.types_of(iri_of(following))

    @property
    def is_read(self) -> bool:
        """Whether all that is named is known, but for words that only ask for kinds."""
        for link in self.question.links:
            words = {*fold(link.mention.text).split()}
            if link.ambiguous or not (link.target is None or isinstance(link.target, Concept)):
                return False
            light = words <= _SAID_OF_KINDS or is_light_verb(link.mention.text)
            if link.target is None and not light:
                return False
        return True

    @property
    def asks_of_each(self) -> bool:
        """Whether "all" stands before anything but the first thing: "pizzas with all toppings"."""
        first = self.things[0]
        cues = [cue for cue in self.question.cues if cue.kind == "all"]
        before = [cue for cue in cues if cue.end <= first.mention.start]
        gaps = (self.question.text[cue.end : first.mention.start] for cue in before)
        plain = all({*fold(gap).split()} <= _BETWEEN | _SAID_OF_KINDS for gap in gaps)
        return len(before) < len(cues) or not plain

    def accounts_for(self, plan: Plan) -> bool:
        """Whether a plan takes up every word."""
        kinds = {t.start for t in self.question.said if fold(t.text) in _SAID_OF_KINDS}
        cues = {
            token.start
            for cue in self.question.cues
            for token in self.question.said
            if cue.kind == "possession" and cue.start <= token.start < cue.end
        }
        read = frozenset(kinds | cues)
        return unaccounted(plan, self.question, self.weighing, [], read) is None

    @property
    def asks_what_it_is(self) -> bool:
        """Whether a class is named, and nothing else is said: "What is a nucleus?"."""
        outside = {fold(word) for word in self.question.words_outside(self.things)} - {""}
        presented = self.question.says_only_names or outside <= PRESENTING | _DEFINING
        return len(self.things) == 1 and presented and not self.question.has("which", "who")

    def plans(self) -> Iterator[Plan]:
        """Yield the plans in the order in which they are tried."""
        if self.question.form == "exists":
            yield from self._yes_or_no()
            return
        yield from self._kinds()
        if self.asks_what_it_is:
            thing = iri_of(self.things[0])
            yield Plan("neighbourhood", Is((thing,)), subjects=(thing,))
        yield from self._relations()

    def _kinds(self) -> Iterator[Plan]:
        """Read what asks for the kinds of a class, or for what it is a kind of."""
        said = {fold(word) for word in self.question.words_outside(self.things)}
        first = self.things[0]
        bare = first.role == "asked" and not self._says_relation and not self._is_presented(first)
        operation = "count" if self.question.form == "count" else "holders"
        if len(self.things) != 1:
            return
        if said & _ABOVE or (self._asks_kind and not self._follows_kind(first)):
            where = Has(Step(TYPE, inverse=True), Is((iri_of(first),)))
            text = self.label(iri_of(first))
            yield Plan("values", where, (Constraint(text, where, first.mention.text),),
                       subjects=(iri_of(first),))  # fmt: skip
        elif said & _BELOW or self._asks_kind or bare:
            of_kind = OfType((class_of(first),))
            yield Plan(operation, of_kind, asked_class=class_of(first))  # type: ignore[arg-type]

    @property
    def _asks_kind(self) -> bool:
        """Whether "what kind of" asks; it is one cue with the question word."""
        cue = self.question.first("which")
        return cue is not None and not _BELOW.isdisjoint(fold(cue.text).split())

    def _follows_kind(self, link: Link) -> bool:
        """Whether a class stands right behind "what kind of": "What kinds of pizza are there"."""
        cue = self.question.first("which")
        gap = self.question.text[cue.end : link.mention.start] if cue else "?"
        return {*fold(gap).split()} <= _BETWEEN and not self.question.text[
            link.mention.end :
        ].strip(" ?!.").startswith(("is", "ist"))

    def _is_presented(self, link: Link) -> bool:
        """Whether "is" stands before a class: "What is the nucleus part of?"."""
        earlier = [fold(t.text) for t in self.question.said if t.end <= link.mention.start]
        return bool({"is", "ist"} & {*earlier})

    @property
    def _says_relation(self) -> bool:
        return bool(self.weighing.phrases) or self.question.has("possession")

    # ── relations ─────────────────────────────────────────────────────────────────────

    def _relations(self) -> Iterator[Plan]:
        asked = [link for link in self.things if link.role == "asked" and len(self.things) > 1]
        asked = [link for link in asked if not self._is_presented(link)]
        topics = [link for link in self.things if link not in asked[:1]]
        kinds = [link for link in topics if self._is_said_to_be(link)]
        topics = [link for link in topics if link not in kinds]
        if kinds and not topics:
            yield from self._of_kinds(kinds, asked)
        ways = {id(topic): self.ways.ways(topic) for topic in topics}
        if not topics or not all(ways.values()):
            return
        first, *others = topics
        together = self._had_together(first) if not others else []
        if together:
            yield self._plan([(first, way.step) for way in together], asked[:1])
            return
        for way in ways[id(first)]:
            steps = [(first, way.step)]
            for topic in others:
                own = [each.step for each in ways[id(topic)]]
                steps.append((topic, way.step if way.step in own else own[0]))
            yield self._plan(steps, asked[:1])

    def _is_said_to_be(self, link: Link) -> bool:
        """Whether a class is what the answers are: "Which toppings are cheese toppings?"."""
        return self.question.has("which", "who") and self.question.is_predicate(link)

    def _of_kinds(self, kinds: Sequence[Link], asked: Sequence[Link]) -> Iterator[Plan]:
        typed = [self._typed(link) for link in (*asked[:1], *kinds)]
        where = And(tuple(each.where for each in typed))
        operation = "count" if self.question.form == "count" else "holders"
        yield Plan(
            operation,  # type: ignore[arg-type]
            where if len(typed) > 1 else typed[0].where,
            tuple(typed),
            asked_class=class_of(kinds[0]),
        )

    def _had_together(self, topic: Link) -> list[Way]:
        """Give all that a class has, where no property is named: "What does Margherita have?"."""
        if self.weighing.phrases or not self.question.has("what") or self.question.of_role("asked"):
            return []
        ways = [way for way in self.ways.ways(topic) if way.step.inverse]
        return ways if len(ways) > 1 else []

    def _plan(self, steps: Sequence[tuple[Link, Step]], asked: Sequence[Link]) -> Plan:
        constraints = [self._condition(link, step) for link, step in steps]
        values = all(step.inverse for _, step in steps)
        several = len({iri_of(link) for link, _ in steps}) > 1
        spread = values and several and not self.question.has("together")
        either = self.question.has("or") or len(steps) > len({id(link) for link, _ in steps})
        parts: tuple[Where, ...] = tuple(each.where for each in constraints)
        core = parts[0] if len(parts) == 1 else (Or if either or spread else And)(parts)
        for link in asked:
            of_kind = self._typed(link)
            constraints += [] if either or spread else [of_kind]
            core = And((core, of_kind.where))
        counted = self.question.form == "count"
        return Plan(
            operation="count" if counted else "values" if values else "holders",
            where=core,
            constraints=tuple(constraints),
            combine="any" if either or spread else "all",
            asked_class=class_of(asked[0]) if asked else None,
            subjects=tuple(dict.fromkeys(iri_of(link) for link, _ in steps)) if values else (),
            properties=tuple(dict.fromkeys(step.predicate for _, step in steps)),
        )

    def _typed(self, link: Link) -> Constraint:
        return Constraint(self.label(iri_of(link)), OfType((class_of(link),)), link.mention.text)

    def _condition(self, link: Link, step: Step) -> Constraint:
        said, name = self.label(step.predicate), self.label(iri_of(link))
        text = f"{name}: {said}" if step.inverse else f"{said}: {name}"
        where = Has(step, Is((iri_of(link),)))
        return Constraint(text, where, link.mention.text, False, (step.predicate,))

    # ── yes or no ─────────────────────────────────────────────────────────────────────

    def _yes_or_no(self) -> Iterator[Plan]:
        """Read what is said of the first thing: that it is of a class, or stands to another."""
        subject, *others = self.things
        if not others:
            return
        typed: list[Link] = []
        related: list[Link] = []
        having = self.question.first("possession")
        had = having is not None and having.start < subject.mention.start
        end = subject.mention.end
        for other in others:
            gap = {*fold(self.question.text[end : other.mention.start]).split()}
            kind = gap <= _BETWEEN | _BELOW and not related and not had
            (typed if kind else related).append(other)
            end = other.mention.end
        kinds = [self._typed(link) for link in typed]
        if not related:
            yield self._checked(subject, kinds, ())
        for step in self._steps_said(subject, related):
            said = [self._condition(link, step) for link in related]
            yield self._checked(subject, [*kinds, *said], (step.predicate,))

    def _checked(
        self, subject: Link, constraints: Sequence[Constraint], properties: tuple[IRI, ...]
    ) -> Plan:
        thing = iri_of(subject)
        where = And((Is((thing,)), *(each.where for each in constraints)))
        return Plan("exists", where, tuple(constraints), subjects=(thing,), properties=properties)

    def _steps_said(self, subject: Link, related: Sequence[Link]) -> list[Step]:
        """Give the steps from the subject that the words may mean, the likeliest first."""
        if not related:
            return []
        around = self.weighing.around
        there = {
            step.predicate: 0.0
            for link in (subject, *related)
            for step in around.steps_of(iri_of(link))
            if step.predicate != TYPE
        }
        there.update(dict.fromkeys(self.weighing.phrases, 0.0))
        scored = {prop: self.ways.score(prop) for prop in there}
        for link in related:
            for step in around.steps_of(iri_of(link)):
                if step.inverse and scored.get(step.predicate, 0) > 0:
                    scored[step.predicate] += _LEADS_THERE
        if self._says_relation or self.ways.has_with:
            scored = {prop: score for prop, score in scored.items() if score > 0}
        ways = [Way(Step(prop, self._turned(prop)), score) for prop, score in scored.items()]
        kept = self.ways.most_special(ways)
        return [way.step for way in sorted(kept, key=lambda w: (-w.score, w.step.predicate.value))]

    def _turned(self, prop: IRI) -> bool:
        """Whether it is said the other way round: "Does X have Y as part?", a passive."""
        match = self.weighing.phrases.get(prop)
        if match is None or self.weighing.lexicon.says_possession(prop):
            return False
        before = self.question.said[max(match.positions[0] - 1, 0)]
        as_part = fold(before.text) in _AS and self.question.has("possession")
        return as_part or self.weighing.is_passive


def asks_for_kinds(
    text: str, links: tuple[Link, ...], language: Language, schema: Schema
) -> str | None:
    """Give the word that asks for the classes below the one that is named, else None.

    "Which kinds of sensor are there?" asks for classes, whatever property says "kind" too.
    """
    question = read_question(text, links, language)
    named = _things(links)
    if len(named) != 1 or len(schema.subclasses(class_of(named[0]))) < 2:
        return None
    before = [token.text for token in question.said if token.end <= named[0].mention.start]
    outside = {fold(word) for word in question.words_outside(named)} - {""}
    asked = len(before) > 1 and fold(before[-1]) in _OF and fold(before[-2]) in _BELOW
    return before[-2] if asked and outside <= PRESENTING | _ASKING_KINDS | _BELOW else None


def _things(links: Sequence[Link]) -> list[Link]:
    """Give the links to classes and things; "kinds" is none, whatever is called so."""
    things = (link for link in links if _thing(link) is not None)
    return [link for link in things if not {*fold(link.mention.text).split()} <= _BELOW]


def _thing(link: Link) -> IRI | None:
    target = link.target
    if not isinstance(target, Concept) or not isinstance(target.iri, IRI):
        return None
    return target.iri if {*target.kinds} - {"property"} else None


def _as_thing(link: Link) -> Link:
    """Take a class that stands like a property ("the nucleus part") as what is asked about."""
    is_thing = link.role == "relation" and _thing(link) is not None
    return replace(link, role="required") if is_thing else link


def asks_what_it_is(text: str, links: tuple[Link, ...], language: Language) -> bool:
    """Whether a question names one class and asks nothing but what it is: "Was ist ein Enzym?"."""
    question = read_question(text, links, language)
    targets = [link.target for link in links if isinstance(link.target, Concept)]
    one = len(links) == 1 and len(targets) == 1 and "class" in targets[0].kinds
    return one and question.has("what") and question.says_only_names
