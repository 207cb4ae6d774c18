"""A question about one thing, asked in other words than the property's: "Who helmed Jaws?".

The last reading, where no other gives a plan. It takes one property of one thing that is named,
and only where every word is explained: by the property's own words, by a turn of phrase for its
kind of relation (`ontorag.lexicon.turns`), by the class of thing at either end, or as a word that
says no relation at all. Where two properties do so alike, or one word is left, it reads nothing;
what no property records stays unread in this way: "Who composed the music of Jaws?".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ontorag.language import fold, words
from ontorag.language.families import levels
from ontorag.language.words import Language, folded_set
from ontorag.lexicon import (
    Lexicon,
    is_kind_noun,
    is_light_adjective,
    is_light_verb,
    is_time_noun,
    word_forms,
)
from ontorag.lexicon.turns import Turn, is_light, kinds_called, share_called, turns_said
from ontorag.planning.answering_end import Wanted
from ontorag.planning.coverage import MAY, MODALS, knows_levels
from ontorag.planning.denying import without_denied
from ontorag.planning.describing import describe
from ontorag.planning.planner import Planned
from ontorag.planning.question import Question, read_question
from ontorag.planning.relations import Weighing, phrases_said
from ontorag.planning.surroundings import Surroundings
from ontorag.planning.weak import is_weak
from ontorag.schema import Schema
from ontorag.values import (
    IRI,
    Candidate,
    Concept,
    Constraint,
    Has,
    Is,
    Link,
    Mention,
    Plan,
    Step,
    Term,
)

_OWN, _OTHER, _CLASS, _TURN = 3.0, 2.0, 1.5, 1.0
"""How much a word says: a label's own, another of the lexicon's, a class, a turn of phrase."""
_PLAIN = 0.2
"""How much more it says of a property whose label says nothing else: "skill", "skill level"."""
_NEVER = (
    "negation", "but_not", "comparative_more", "comparative_less", "more_than", "less_than",
    "at_least", "at_most", "between", "only", "superlative_max", "superlative_min", "why", "and",
    "or", "instruction", "prediction", "counterfactual", "causal", "hedge", "all", "after",
    "until", "together",
)  # fmt: skip
"""Cues of questions that want more than one property of one thing."""
_SAME_WORD = ("exact", "folded", "lemma")
_DESCRIBING = frozenset({"evaluate", "popularity", "topic", "genre", "category", "movement"})
"""Kinds of relation by which things are described: what they are is what they would be called."""
_HIGH = folded_set("high large big hoch groß")
_LIKING = folded_set("like likes mag mögen")
_ASKING = ("who", "which", "what", "when", "where", "how", "how_many", "how_much", "request")


@dataclass(frozen=True, slots=True)
class _Said:
    """One property of the topic with what the words say of it: a score, and their places."""

    step: Step
    score: float
    places: tuple[int, ...]


def plan_reworded(
    text: str,
    links: tuple[Link, ...],
    language: Language,
    *,
    schema: Schema,
    lexicon: Lexicon,
    around: Surroundings,
    label: Callable[[Term], str],
) -> Planned | None:
    """Plan a question for one property of the one thing it names; None where it is none."""
    question = read_question(text, links, language)
    if question.has(*_NEVER) or question.second_question or question.joined_question:
        return None
    weighing = Weighing(question, schema, lexicon, around, {})
    for topic in _topics(links):
        found = _Rewording(question, weighing, topic, label).best()
        if found is not None:
            planned = _planned(question, topic, found, label)
            assert isinstance(planned.plan, Plan)
            return replace(planned, plan=without_denied(planned.plan, schema))
    return None


def _topics(links: tuple[Link, ...]) -> list[Link]:
    """Give the one thing that is named; ordinary words that name something count if alone."""
    things = [link for link in links if _is_thing(link)]
    clear = [link for link in things if not is_weak(link)]
    if len(clear) == 1:
        return clear
    if clear:
        return []
    fitting = [link for link in things if not is_light(link.mention.text)]
    return fitting if len(fitting) <= 2 else []


def _is_thing(link: Link) -> bool:
    return (
        isinstance(link.target, Concept)
        and not {"class", "property"} & {*link.target.kinds}
        and link.role not in ("excluded", "alternative")
        and link.method not in ("typo", "semantic", "compound")
    )


@dataclass(frozen=True)
class _Rewording:
    """One question about one topic, weighed property by property."""

    question: Question
    weighing: Weighing
    topic: Link
    label: Callable[[Term], str]

    def best(self) -> _Said | None:
        """Give the one recorded property that explains every word, better than all others."""
        if self._says_more():
            return None
        found = sorted(self._explaining(), key=lambda each: -each.score)
        if not found or (len(found) > 1 and found[1].score == found[0].score):
            return None
        edges = self.weighing.around.steps_of(self._thing)
        return found[0] if found[0].step in edges else None

    def _says_more(self) -> bool:
        """Whether a word says that something must be, or how well: no property does."""
        claimed = levels().keys() if knows_levels(self.weighing) else ()
        return not self._folded.isdisjoint((MODALS - MAY) - _LIKING) or not (
            self._folded.isdisjoint(claimed)
        )

    def _may(self, step: Step) -> bool:
        """Whether what could or would be is asked only as how something is described."""
        return self._folded.isdisjoint(MAY) or not self.kinds(step).isdisjoint(_DESCRIBING)

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(fold(word) for word in self._words if word)

    @property
    def _thing(self) -> Term:
        assert isinstance(self.topic.target, Concept)
        return self.topic.target.iri

    @cached_property
    def _wanted(self) -> Wanted:
        return Wanted(self.question, self.weighing, self.topic, self.label)

    @cached_property
    def _words(self) -> list[str]:
        """The words outside the topic, blank inside."""
        return self.question.words_outside([self.topic])

    @cached_property
    def _turns(self) -> list[Turn]:
        return list(turns_said(self._words))

    @cached_property
    def _open(self) -> list[int]:
        """The places of words that have to be explained."""
        small = {at for at, word in enumerate(self._words) if not word or self._is_small(at)}
        return sorted((set(range(len(self._words))) - small) | self._labelled)

    @cached_property
    def _labelled(self) -> set[int]:
        """The places of words that are labels of properties: they say these, or are explained."""
        stop = words(self.question.language).stop_words
        said = (
            match.positions
            for match in self.weighing.lexicon.matches(self._words)
            if match.phrase.weight == 1
        )
        return {at for places in said for at in places if fold(self._words[at]) not in stop}

    def _is_small(self, at: int) -> bool:
        """Whether a word carries nothing: of the grammar, of no relation, or it only asks."""
        word, start = fold(self._words[at]), self.question.said[at].start
        data = words(self.question.language)
        return word not in _LIKING and (
            word in data.stop_words
            or is_light(word)
            or is_light_verb(word)
            or is_light_adjective(word)
            or is_kind_noun(word)
            or is_time_noun(word)
            or any(c.start <= start < c.end for c in self.question.cues if c.kind in _ASKING)
            or (word in _HIGH and self.question.has("how_degree"))
        )

    def _explaining(self) -> Iterator[_Said]:
        """Give the properties, as steps from the topic, that explain every word."""
        for step in self._steps():
            said = self._weigh(step)
            if self._spoken.denies(self.topic, Step(step.predicate, not step.inverse)):
                continue
            fits = said is not None and self._wanted.fits(step, self.kinds(step))
            if said is not None and fits and self._may(step):
                yield said

    @cached_property
    def _spoken(self) -> Weighing:
        """The question with the properties that its words say: their verbs tell who does it."""
        weighing = self.weighing
        return replace(
            weighing, phrases=phrases_said(self.question, weighing.lexicon, weighing.schema)
        )

    def _steps(self) -> list[Step]:
        """Give the edges of the topic, and those that things like it have."""
        weighing, schema = self.weighing, self.weighing.schema
        edges = set(weighing.around.steps_of(self._thing))
        assert isinstance(self.topic.target, Concept)
        types = weighing.classes_of(self.topic.target)
        like = {Step(iri, objects) for cls in types for iri, objects in schema.ends_at(cls)}
        for step in () if types else edges:
            use = schema.properties.get(step.predicate)
            near = () if use is None else use.like_objects if step.inverse else use.like_subjects
            like |= {Step(iri, step.inverse) for iri in near}
        known = (s for s in edges | like if s.predicate in schema.properties)
        plain = [s for s in known if weighing.is_open(schema.properties[s.predicate])]
        return sorted(plain, key=lambda step: (step.predicate.value, step.inverse))

    def kinds(self, step: Step) -> frozenset[str]:
        """Give the kinds of relation that a property's labels say it is of."""
        phrases = self.weighing.lexicon.phrases_of(step.predicate)
        labels = {phrase.text for phrase in phrases if phrase.weight == 1}
        return frozenset[str]().union(*map(kinds_called, labels))

    def _weigh(self, step: Step) -> _Said | None:
        """Weigh what the words say of one property; None where one is left that says another."""
        said: dict[int, float] = {}
        others = self._said_of_others(step)
        loosely = [
            (at, weight) for at, weight in (*self._by_lexicon(step), *self._by_turn(step))
            if weight == _OWN or at not in others
        ]  # fmt: skip
        for at, weight in (*loosely, *self._by_class(step)):
            said[at] = max(said.get(at, 0.0), weight)
        if not any(said.values()) and not self._is_the_only_one(step):
            return None
        if any(at not in said for at in self._open):
            return None
        score = sum(said.values()) + _PLAIN * self._share(step)
        return _Said(step, score, tuple(sorted(at for at, weight in said.items() if weight)))

    def _share(self, step: Step) -> float:
        """Give the share of a label's words that say its kind of relation, the best of all."""
        labels = {p.text for p in self.weighing.lexicon.phrases_of(step.predicate) if p.weight == 1}
        return max((share_called(label, self.question.language) for label in labels), default=0.0)

    def _by_lexicon(self, step: Step) -> Iterator[tuple[int, float]]:
        """Find a property's own words, and others of the lexicon for it."""
        forms = [word_forms(word) if word else frozenset[str]() for word in self._words]
        for phrase in self.weighing.lexicon.phrases_of(step.predicate):
            places = [
                next((at for at, own in enumerate(forms) if own & part), None)
                for part in phrase.words
            ]
            found = [at for at in places if at is not None]
            for at in found if len(found) == len(places) else ():
                if fold(self._words[at]) not in words(self.question.language).stop_words:
                    yield at, _OWN if phrase.weight == 1 else _OTHER

    def _by_class(self, step: Step) -> Iterator[tuple[int, float]]:
        """Find class words that say what stands at the far end, or of what kind the topic is."""
        schema, use = self.weighing.schema, self.weighing.schema.properties[step.predicate]
        there = {*use.ends(objects=not step.inverse)}
        assert isinstance(self.topic.target, Concept)
        here = self.weighing.classes_of(self.topic.target)
        for link in self.question.links:
            if not isinstance(link.target, Concept) or "class" not in link.target.kinds:
                continue
            if not isinstance(link.target.iri, IRI) or link.method not in _SAME_WORD:
                continue
            kin = {*schema.subclasses(link.target.iri), *schema.superclasses(link.target.iri)}
            own = self._is_beside(link) and link.target.iri in here
            weight = 0.0 if own else _CLASS if kin & there else None
            for at, token in enumerate(self.question.said):
                inside = link.mention.start <= token.start < link.mention.end
                if weight is not None and inside and self._words[at]:
                    yield at, weight

    def _is_beside(self, link: Link) -> bool:
        """Whether a class word stands right before or behind the topic: "the painting X"."""
        ends = sorted(((link.mention.start, link.mention.end),
                       (self.topic.mention.start, self.topic.mention.end)))  # fmt: skip
        return not self.question.text[ends[0][1] : ends[1][0]].strip(" '\"“”„")

    def _by_turn(self, step: Step) -> Iterator[tuple[int, float]]:
        """Find turns of phrase for a property's kinds of relation."""
        kinds = self.kinds(step)
        for turn in self._turns:
            if turn.kind in kinds:
                for at in turn.places:
                    yield at, _TURN

    def _said_of_others(self, step: Step) -> set[int]:
        """Give the places of words that are all of the label of other properties: "stock"."""
        return {
            match.positions[0]
            for match in self.weighing.lexicon.matches(self._words)
            if match.phrase.weight == 1 and len(match.phrase.words) == 1
            and match.phrase.property != step.predicate
        }  # fmt: skip

    def _is_the_only_one(self, step: Step) -> bool:
        """Whether nothing but when or where is asked, and only one property says when or where."""
        if not self.question.has("when", "where"):
            return False
        fitting = [s for s in self._steps() if self._wanted.fits(s, self.kinds(s))]
        return fitting == [step]


def _planned(
    question: Question, topic: Link, found: _Said, label: Callable[[Term], str]
) -> Planned:
    """Make the plan for the values of one property, with the words read as that property."""
    assert isinstance(topic.target, Concept)
    thing, step = topic.target.iri, found.step
    leaving = Step(step.predicate, not step.inverse)
    said, name = label(step.predicate), label(thing)
    text = f"{said}: {name}" if step.inverse else f"{name}: {said}"
    where = Has(leaving, Is((thing,)))
    constraint = Constraint(text, where, topic.mention.text, False, (step.predicate,))
    plan = Plan(
        "holders" if step.inverse else "values", where, (constraint,),
        subjects=() if step.inverse else (thing,), properties=(step.predicate,),
        language=question.language,
    )  # fmt: skip
    links = (replace(topic, role="required"), *_relation(question, found, said))
    ordered = tuple(sorted(links, key=lambda link: link.mention.start))
    return Planned(replace(plan, sentences=describe(plan, label)), ordered)


def _relation(question: Question, found: _Said, label: str) -> Iterator[Link]:
    """Give the words that were read as the property, each run of them as one mention."""
    concept = Concept(found.step.predicate, ("property",), ((label, question.language),))
    candidate = Candidate(concept, 0.8, "semantic", label)
    runs: list[list[int]] = []
    for at in found.places:
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    for run in runs:
        start, end = question.said[run[0]].start, question.said[run[-1]].end
        mention = Mention(question.text[start:end], start, end)
        yield Link(mention, concept, (candidate,), "semantic", 1.0, "relation")
