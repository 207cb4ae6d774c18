"""Relations: along which property a named thing stands to what is asked for.

Every property that fits the thing by its edges, classes or like objects is weighed by how well
the question's words speak of it. *Evidence* is what the question says; *fit* alone chooses a
property only where nothing else is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ontorag.language import fold, words
from ontorag.language.words import folded_set
from ontorag.lexicon import Lexicon, PhraseMatch, is_light_verb, word_forms
from ontorag.planning.directing import CONTRACTED, LOCAL, Directing, ends_in
from ontorag.planning.having import is_had, is_of_nobody, says_place
from ontorag.planning.question import Question
from ontorag.planning.surroundings import Surroundings
from ontorag.schema import Property, Schema
from ontorag.values import IRI, Concept, Link, Step, Term, Value

WORDS, POSSESSION, KIND, TIME, EDGE = 4.0, 2.0, 2.0, 2.0, 1.0
PLACES = folded_set(
    "country city town location place address land stadt ort standort lage region locality"
)
_HELPING = ("ist", "hat", "sind", "haben", "is", "has", "have", "are", "of", "von")
_LYING = folded_set("located situated based gelegen ansässig befindet")
_DATES = ("date", "dateTime", "gYear", "gYearMonth", "time", "dateTimeStamp")
_TIMES = folded_set("seit ab bis since until from till")
"""Labels that are nothing but a preposition of time."""
_NUMBERS = ("integer", "decimal", "double", "float", "int", "long", "nonNegativeInteger")


@dataclass(frozen=True, slots=True)
class Relation:
    """A step from the answer to a named thing, with its score and its evidence."""

    step: Step
    score: float
    evidence: float
    said: bool
    exists: bool


@dataclass(frozen=True)
class Weighing:
    """What relations are weighed by: one question over one ontology."""

    question: Question
    schema: Schema
    lexicon: Lexicon
    around: Surroundings
    phrases: Mapping[IRI, PhraseMatch]

    def relations(
        self, link: Link, *, answer_types: frozenset[IRI] | None = None
    ) -> list[Relation]:
        """Weigh all relations between the answer and what ``link`` means, the best first.

        ``answer_types`` are the classes of the answer where it is known already (yes or no).
        """
        if isinstance(link.target, Value):
            step = Step(link.target.property)
            return [Relation(step, WORDS, WORDS, True, True)]
        if link.target is None:
            return []
        types = self.classes_of(link.target)
        found = [
            relation
            for iri in sorted(self._near(link.target, types), key=str)
            for inverse in (False, True)
            if (relation := self._weigh(link, Step(iri, inverse), types, answer_types))
        ]
        return sorted(found, key=lambda r: (-r.score, r.step.inverse, r.step.predicate.value))

    def _near(self, thing: Concept, types: frozenset[IRI]) -> set[IRI]:
        """Give the properties that a thing can stand at: by its edges, its classes, or like it."""
        edges = self.around.steps_of(thing.iri)
        near = {step.predicate for step in edges}
        near |= {iri for cls in types for iri, _ in self.schema.ends_at(cls)}
        if not types:
            near |= {iri for step in edges for iri in self.schema.like_objects(step.predicate)}
        return near & self.schema.properties.keys()

    def _weigh(
        self,
        link: Link,
        step: Step,
        types: frozenset[IRI],
        answer_types: frozenset[IRI] | None,
    ) -> Relation | None:
        use = self.schema.properties[step.predicate]
        assert isinstance(link.target, Concept)
        if not self.is_open(use) or not self._fits(link.target, types, step, use):
            return None
        kind = self._kind(step, use, answer_types)
        if kind < 0:
            return None
        if self.denies(link, step):
            return None
        said = step.predicate in self.phrases
        evidence = self._said(step, use) + self._time(step, use) + self._preposition(link, use)
        there = Step(step.predicate, not step.inverse) in self.around.steps_of(link.target.iri)
        direction = self._direction(link, step, use)
        score = evidence + kind + direction + (EDGE if there else 0.0)
        return Relation(step, score, evidence, said, there)

    def is_open(self, use: Property) -> bool:
        """Whether a property is one of the things that are asked for, not only of statements.

        Those of nodes that stand for statements are left to the statements, unless the question
        asks for the nodes by their class.
        """
        asked = not self.asked_kin.isdisjoint(use.all_domains)
        return use.is_plain and (asked or not use.of_nodes)

    def _preposition(self, link: Link, use: Property) -> float:
        """Weigh a preposition before the thing that is all a property's label says: "liegt in"."""
        word = self.question.before(link.mention)
        plain = CONTRACTED.get(word, word)
        if plain not in words(self.question.language).prepositions or plain in ("von", "of"):
            return 0.0
        stop = words(self.question.language).stop_words
        labels = (fold(p.text).split() for p in self.lexicon.phrases_of(use.iri))
        only = any(
            plain in label
            and all(word in stop or word in _LYING or is_light_verb(word) for word in label)
            for label in labels
        )
        lies = plain in LOCAL and any(
            not PLACES.isdisjoint(form) for p in self.lexicon.phrases_of(use.iri)
            if p.weight == 1 for form in p.words
        )  # fmt: skip
        return EDGE if only or lies else 0.0

    def _fits(self, thing: Concept, types: frozenset[IRI], step: Step, use: Property) -> bool:
        """Whether the thing can stand at the far end of the step."""
        edges = self.around.steps_of(thing.iri)
        if Step(step.predicate, not step.inverse) in edges:
            return True
        if types:
            return bool(types & set(use.ends(objects=not step.inverse)))
        if step.inverse:
            return False
        return any(
            step.predicate in self.schema.like_objects(edge.predicate)
            for edge in edges
            if edge.inverse
        )

    @cached_property
    def asked_kin(self) -> frozenset[IRI]:
        """The class asked for with all its sub- and superclasses."""
        asked = self.question.asked_class
        if asked is None:
            return frozenset()
        return frozenset((*self.schema.subclasses(asked), *self.schema.superclasses(asked)))

    def classes_of(self, thing: Concept) -> frozenset[IRI]:
        """Give the classes of a thing; a class stands for its members."""
        types = self.around.types_of(thing.iri)
        if "class" in thing.kinds and isinstance(thing.iri, IRI):
            types |= frozenset(self.schema.superclasses(thing.iri))
            types |= frozenset(self.schema.subclasses(thing.iri))
        return types

    def _kind(self, step: Step, use: Property, answer_types: frozenset[IRI] | None) -> float:
        """Compare what is asked for with the end of the step where the answer stands."""
        ends = set(use.ends(objects=step.inverse))
        if answer_types is not None:
            return 0.0 if not ends or not answer_types or ends & answer_types else -1.0
        asked = self.question.asked_class
        literal = step.inverse and use.only_literals
        nobody = step.inverse and is_of_nobody(use.iri, self.lexicon)
        if self.question.has("who") and (literal or nobody):
            return -1.0
        if step.inverse and not self.answers_adverb(use):
            return -1.0
        if not step.inverse and self.is_place(use.iri):
            return -1.0
        if asked is None:
            return 0.0
        if literal:
            return 0.0 if self._is_asked_by_name(use) else -1.0
        if not ends:
            return 0.0
        return KIND if ends & self.asked_kin else -1.0

    def _is_asked_by_name(self, use: Property) -> bool:
        """Whether a word for the class asked for says a property too, or stands beside one."""
        match = self.phrases.get(use.iri)
        if match is None:
            return False
        said = {self.question.said[at].start for at in match.positions}
        asked = [link.mention for link in self.question.of_role("asked") if link.target is not None]
        inside = any(m.start <= place < m.end for m in asked for place in said)
        return inside or not is_light_verb(" ".join(self._words(match)))

    def _words(self, match: PhraseMatch) -> list[str]:
        return [self.question.said[at].text for at in match.positions]

    def is_place(self, iri: IRI) -> bool:
        """Whether a property says where its subjects are, and just that is asked."""
        return self.question.has("where") and says_place(iri, self.lexicon)

    def answers_adverb(self, use: Property) -> bool:
        """Whether values of a property can say when, or where, if that is asked."""
        if self.question.has("when"):
            return self.is_temporal(use)
        return not (self.question.has("where") and (_is_counted(use) or self.is_temporal(use)))

    def is_temporal(self, use: Property) -> bool:
        """Whether the values of a property are dates, by range or label ("Startdatum")."""
        dated = any(cls.value.rpartition("#")[2] in _DATES for cls in use.ranges)
        phrases = self.lexicon.phrases_of(use.iri)
        return dated or any(p.temporal or fold(p.text) in _TIMES for p in phrases)

    def _said(self, step: Step, use: Property) -> float:
        said = WORDS if step.predicate in self.phrases else 0.0
        asked = self.question.has("possession")
        possession = asked and is_had(use.iri, self.question, self.lexicon)
        return said + (POSSESSION if possession or use.iri in self._qualified else 0.0)

    @cached_property
    def _qualified(self) -> frozenset[IRI]:
        """The properties whose statements a named value qualifies: an expert *has* a skill."""
        values = {link.target.property for link in self.question.bound
                  if isinstance(link.target, Value)}  # fmt: skip
        things = {link.target.iri for link in self.question.bound
                  if isinstance(link.target, Concept)}  # fmt: skip
        uses = self.schema.properties.values()
        named = (use for use in uses if use.iri in values or not things.isdisjoint(use.values))
        return frozenset(iri for use in named for iri in use.qualifies)

    def _time(self, step: Step, use: Property) -> float:
        """Weigh a date-valued property where the question says when."""
        if not self.question.has("when"):
            return 0.0
        return TIME if step.inverse and self.is_temporal(use) else 0.0

    def _direction(self, link: Link, step: Step, use: Property) -> float:
        """Weigh who does it to whom, where both ends fit."""
        assert isinstance(link.target, Concept)
        steps = self.around.steps_of(link.target.iri)
        both = Step(use.iri) in steps and Step(use.iri, inverse=True) in steps
        directing = self._directing(link, use)
        return directing.weight(step, passive=self.is_passive, goes_both_ways=both)

    def denies(self, link: Link, step: Step) -> bool:
        """Whether the words say that a way from the answer to a thing goes the other way round."""
        use = self.schema.properties[step.predicate]
        denied = self._directing(link, use).denies(step, passive=self.is_passive)
        return denied and self._joins_likes(use)

    def _directing(self, link: Link, use: Property) -> Directing:
        return Directing(self.question, self.lexicon, link, use, self.phrases.get(use.iri))

    def _joins_likes(self, use: Property) -> bool:
        """Whether the same things may stand at both ends of a property."""
        ends = [
            {kin for end in use.ends(objects=objects)
             for kin in (*self.schema.superclasses(end), *self.schema.subclasses(end))}
            for objects in (False, True)
        ]  # fmt: skip
        return not ends[0].isdisjoint(ends[1])

    def ends_in(self, iri: IRI, word: str) -> bool:
        """Whether a label of a property ends in a preposition."""
        return ends_in(self.question, self.lexicon, iri, word)

    @property
    def is_passive(self) -> bool:
        """Whether the question is in the passive ("wird von Anna betreut", "is led by Anna")."""
        folded = [fold(token.text) for token in self.question.said]
        if self.question.language == "de":
            helped = {"wird", "wurde", "werden", "wurden"} & set(folded)
            return bool(helped) and bool({"von", "vom", "durch"} & set(folded))
        helped = {"is", "are", "was", "were", "been", "be"} & set(folded)
        return bool(helped) and "by" in folded


def phrases_said(question: Question, lexicon: Lexicon, schema: Schema) -> dict[IRI, PhraseMatch]:
    """Find the properties that the question's words speak of, with the fullest phrase of each.

    Names of things speak of no property; class words may ("Fähigkeiten" of "hat Fähigkeit").
    Where a place is asked for, dates and numbers are not meant ("Wo wurde sie geboren?").
    """
    named = [
        link
        for link in question.links
        if isinstance(link.target, Value)
        or link.ambiguous
        or (isinstance(link.target, Concept) and not {"class", "property"} & {*link.target.kinds})
    ]
    said: dict[IRI, PhraseMatch] = {}
    words_left = question.words_outside(named)
    unmeant = _no_places(schema) if _asks_only_where(question) else frozenset[IRI]()
    for match in lexicon.matches(words_left, own=question.own_places, unmeant=unmeant):
        if _carries(match, question):
            said.setdefault(match.phrase.property, match)
    return said or measures_said(question, lexicon)


def _asks_only_where(question: Question) -> bool:
    """Whether a place is asked for, and no number in the question could be a date's."""
    numbered = any(character.isdigit() for character in question.text)
    return question.has("where") and not question.has("when") and not numbered


def _no_places(schema: Schema) -> frozenset[IRI]:
    return frozenset(use.iri for use in schema.properties.values() if _is_counted(use))


def _is_counted(use: Property) -> bool:
    """Whether the values of a property are declared to be dates or numbers."""
    return any(cls.value.rpartition("#")[2] in (*_DATES, *_NUMBERS) for cls in use.ranges)


def is_number(use: Property) -> bool:
    """Whether the values of a property are declared to be numbers."""
    return any(cls.value.rpartition("#")[2] in _NUMBERS for cls in use.ranges)


def measures_said(question: Question, lexicon: Lexicon) -> dict[IRI, PhraseMatch]:
    """Find the properties that "how high", "wie lang" ask for: height, Länge."""
    cue = question.first("how_degree")
    if cue is None:
        return {}
    adjective = fold(cue.text).split()[-1]
    measures = {
        form
        for known in words(question.language).superlatives.values()
        if adjective in {fold(measure) for measure in known.measures}
        for measure in known.measures
        for form in word_forms(measure)
    }
    at = max(n for n, token in enumerate(question.said) if token.end <= cue.end)
    return {
        phrase.property: PhraseMatch(phrase, (at,))
        for phrase in lexicon.phrases
        if len(phrase.words) == 1 and phrase.words[0] & measures
    }


def _carries(match: PhraseMatch, question: Question) -> bool:
    """Whether a match rests on a word of meaning, or on one that is a label by itself ("mag")."""
    stop = words(question.language).stop_words
    if match.phrase.weight == 1 and fold(match.phrase.text) not in (*_HELPING, ""):
        said = {fold(question.said[at].text) for at in match.positions}
        if {*fold(match.phrase.text).split()} == said:
            return True
    return any(fold(question.said[at].text) not in stop for at in match.positions)


def things_named(links: tuple[Link, ...]) -> list[Term]:
    """Give all things that links mean or may mean, to look around at."""
    found: dict[Term, None] = {}
    for link in links:
        targets = [link.target, *(candidate.target for candidate in link.candidates)]
        for target in targets:
            if isinstance(target, Concept) and "property" not in target.kinds:
                found[target.iri] = None
    return list(found)
