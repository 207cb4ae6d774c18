"""Words for properties: which words of a question can mean which property.

Seeded from the ontology's own labels, synonyms and spoken local names. A label is a phrase
of content words ("hat Erfahrung mit" has one: Erfahrung) around light words; a question
speaks of a property when it says all content words of one of its phrases, in any inflected
form. Shared by linking and verification, so that both read words alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ontorag.language import fold, separable_forms, tokens, words
from ontorag.language.words import folded_set
from ontorag.lexicon.asking import asked_with
from ontorag.lexicon.forms import LANGUAGES, word_forms
from ontorag.lexicon.ways import Way
from ontorag.values import IRI

FAMILY, PART = 0.8, 0.6
"""The weights of a phrase that is no label itself: of its family, one word of several."""
_AGENTS = ("er", "or", "ress", "ist", "eur", "chef", "head", "chief", "boss", "star")
_LEADING_ON = folded_set("by of from von vom durch des and or und oder")
"""Small words behind which something else is spoken of: "starred by actors"."""
_GENERIC = folded_set(
    """
    name names number nummer code type typ kind art value wert text index level stufe status state
    list liste group gruppe part teil title titel date datum time zeit total first last main sub
    item order count anzahl zahl data daten property relation link reference label class klasse
    """
)
"""Words of labels that alone say too little."""
_TEMPORAL_HEADS = ("datum", "date", "jahr", "year", "zeit", "time", "zeitpunkt")
_COUNTING_HEADS = ("zahl", "anzahl", "count", "number")
_SAID_WITH = {
    "address": folded_set("email e-mail mail web ip postal"),
    "number": folded_set("phone telephone mobile cell fax account serial part order"),
    "code": folded_set("post postal zip area country"),
}
"""Heads that English may put to a noun which means the same without them: "email address"."""
_REQUIREMENT_STEMS = folded_set(
    """
    erfordern benoetigen brauchen voraussetzen verlangen fordern anforderung voraussetzung
    bedarf require requirement need demand prerequisite
    """
)
_POSSESSION_STEMS = folded_set(
    """
    haben hat besitzen besitzt verfuegen beherrschen koennen have has possess own know
    master hold
    """
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to say a property.

    ``words`` holds for each content word the set of its forms; ``possession`` is whether the
    phrase says *have* ("hat Fähigkeit"), ``requirement`` whether it says *need*. ``weight`` is 1
    for a label, less for another word of its family ("Leiter" for "leitet") and for one word of
    several ("Genre" of "Genre und Stil"). ``holder`` is the end ("subject", "object") that a noun
    of the family names, or that does what its verb says. ``spelled`` shows the word of a family.
    """

    property: IRI
    text: str
    words: tuple[frozenset[str], ...]
    possession: bool = False
    requirement: bool = False
    temporal: bool = False
    weight: float = 1.0
    holder: str = ""
    noun: bool = False
    spelled: str = ""


@dataclass(frozen=True, slots=True)
class PhraseMatch:
    """A phrase whose content words all stand at ``positions`` (token indexes) of a question."""

    phrase: Phrase
    positions: tuple[int, ...]


class Lexicon:
    """The phrases of an ontology's properties, found by the forms of their words."""

    def __init__(self, labels: Iterable[tuple[IRI, str]]) -> None:
        """Read (property, label) pairs; several labels a property are several phrases."""
        known = list(labels)
        phrases = [phrase for iri, text in known for phrase in _phrases(iri, text)]
        phrases += [phrase for iri, text in known for phrase in _related(iri, text)]
        self.phrases: tuple[Phrase, ...] = tuple(dict.fromkeys(phrases))
        self._by_property: dict[IRI, list[Phrase]] = {}
        for phrase in self.phrases:
            self._by_property.setdefault(phrase.property, []).append(phrase)
        self._by_form: dict[str, list[int]] = {}
        for number, phrase in enumerate(self.phrases):
            for form in phrase.words[0]:
                self._by_form.setdefault(form, []).append(number)

    def matches(
        self,
        words_of_question: Sequence[str],
        *,
        own: Collection[int] = (),
        near: bool = False,
        unmeant: Collection[IRI] = (),
    ) -> tuple[PhraseMatch, ...]:
        """Find the phrases that the words say whole, those with most words first.

        At the places ``own`` only labels themselves count, no other words of their families.
        ``near`` leaves out labels whose words stand apart, with more than small words between:
        "were released in which years". Phrases of the properties ``unmeant`` do not count.
        """
        places: dict[str, list[int]] = {}
        for position, word in enumerate(words_of_question):
            for form in word_forms(word):
                places.setdefault(form, []).append(position)
        touched = sorted({n for form in places for n in self._by_form.get(form, ())})
        meant = (self.phrases[n] for n in touched if self.phrases[n].property not in unmeant)
        found = [match for phrase in meant if (match := _match(phrase, places))]
        if near:
            found = [m for m in found if _stands_together(m, words_of_question)]
        if own:
            found = [m for m in found if m.phrase.weight == 1 or not {*own} & {*m.positions}]
        return tuple(sorted(_strongest(found), key=_match_order))

    @cached_property
    def prepositions(self) -> frozenset[str]:
        """The folded prepositions at an end of labels: of "hilft gegen", of "für Kunde"."""
        labels = (fold(phrase.text).split() for phrase in self.phrases if phrase.weight == 1)
        ends = {label[end] for label in labels if len(label) > 1 for end in (0, -1)}
        return (words("de").prepositions | words("en").prepositions) & ends

    def phrases_of(self, iri: IRI) -> tuple[Phrase, ...]:
        """Give all phrases of one property."""
        return tuple(self._by_property.get(iri, ()))

    def says_possession(self, iri: IRI) -> bool:
        """Whether the property says that something has its objects."""
        return any(phrase.possession for phrase in self.phrases_of(iri))

    def says_requirement(self, iri: IRI) -> bool:
        """Whether the property says that something needs its objects."""
        return any(phrase.requirement for phrase in self.phrases_of(iri))


def _phrases(iri: IRI, text: str) -> list[Phrase]:
    """Read one label; a date's label ("Startdatum") can also be said without its head."""
    said = [token.text for token in tokens(text)]
    forms = [word_forms(word) for word in said]
    possession = any(form & _POSSESSION_STEMS for form in forms)
    requirement = any(form & _REQUIREMENT_STEMS for form in forms)
    content = [word for word in said if not _is_light(word)] or said
    if not content:
        return []
    contents = tuple(word_forms(word) for word in content)
    noun = bool(_noun_holder(text))
    holder = _noun_holder(text) or _holder(text)
    found = [Phrase(iri, text, contents, possession, requirement, holder=holder, noun=noun)]
    for head in (head for head, nouns in _SAID_WITH.items() if fold(content[-1]) in nouns):
        whole = (*contents, word_forms(head))
        found.append(Phrase(iri, text, whole, possession, requirement, holder=holder, noun=noun))
    separable = _separable(said)
    if separable:
        found.append(Phrase(iri, text, (separable,), possession, requirement))
    counted = _without_head(content, _COUNTING_HEADS)
    if counted:
        found.append(Phrase(iri, text, tuple(word_forms(word) for word in counted)))
    dated = _without_head(content, _TEMPORAL_HEADS)
    if dated:
        found.append(Phrase(iri, text, tuple(word_forms(word) for word in dated), temporal=True))
    return found


def _noun_holder(text: str) -> str:
    """Give the end that a label names by a noun ("language": the object), "" for a verb."""
    from ontorag.lexicon.labels import read_label

    ways = [way for way in read_label(text).ways if not way.companion]
    nouns = {way.holder for way in ways if way.kind == "noun"}
    verbs = any(way.kind == "verb" for way in ways)
    return nouns.pop() if len(nouns) == 1 and not verbs else ""


def _holder(text: str) -> str:
    """Give the end that a label is about, by verb or noun: "written by" is about the object."""
    from ontorag.lexicon.labels import read_label

    holders = {way.holder for way in read_label(text).ways if not way.companion}
    return holders.pop() if len(holders) == 1 else ""


def _related(iri: IRI, text: str) -> Iterator[Phrase]:
    """Give the other words of a label's families, and the single words of a longer label."""
    from ontorag.lexicon.labels import read_label
    from ontorag.lexicon.ways import family_ways

    for name, end in dict.fromkeys(read_label(text).families):
        for way in family_ways(name, end, dated=read_label(text).dated):
            if not way.companion and not way.measured:
                forms = (frozenset(way.first), *way.rest)
                yield Phrase(
                    iri,
                    text,
                    forms,
                    temporal=way.dated,
                    weight=FAMILY,
                    holder=way.holder,
                    noun=way.kind == "noun",
                    spelled=_shown(way),
                )
    content = [token.text for token in tokens(text) if not _is_light(token.text)]
    holder = _holder(text)
    for other, said in asked_with(content[-1]) if content else ():
        agent = bool(holder) and other.casefold().endswith(_AGENTS)
        named = holder if agent else ""
        yield Phrase(iri, text, (said,), weight=PART, holder=named, noun=agent, spelled=other)
    for word in content if 1 < len(content) <= 3 else ():
        if len(word) > 3 and fold(word) not in _GENERIC:
            temporal = fold(word) in _TEMPORAL_HEADS
            forms = (word_forms(word),)
            yield Phrase(iri, text, forms, temporal=temporal, weight=PART, spelled=word)


def _shown(way: Way) -> str:
    """Give a way as it is called: a verb's infinitive, else the shortest form."""
    verb = next(iter(way.first)) if way.kind == "verb" else ""
    return " ".join((verb or min(way.first, key=_by_length), *map(_shortest, way.rest)))


def _shortest(forms: Iterable[str]) -> str:
    return min(forms, key=_by_length)


def _by_length(form: str) -> tuple[int, str]:
    return len(form), form


def _strongest(found: Iterable[PhraseMatch]) -> list[PhraseMatch]:
    """Keep, of matches that share a word, those of labels before those of families and parts."""
    kept: list[PhraseMatch] = []
    taken: dict[int, float] = {}
    for match in sorted(found, key=lambda each: (-each.phrase.weight, -len(each.positions))):
        if all(taken.get(at, 0.0) <= match.phrase.weight for at in match.positions):
            kept.append(match)
            for at in match.positions:
                taken.setdefault(at, match.phrase.weight)
    return kept


def _is_light(word: str) -> bool:
    folded = fold(word)
    return any(folded in words(language).stop_words for language in LANGUAGES)


def _separable(said: Sequence[str]) -> frozenset[str]:
    """Put a separated German verb together: "nahm teil an" is a form of "teilnehmen"."""
    particles = words("de").particles - words("de").prepositions
    for word in said[1:]:
        if fold(word) in particles:
            return frozenset(fold(form) for form in separable_forms(said[0], word))
    return frozenset()


def _without_head(content: Sequence[str], heads: Sequence[str]) -> list[str]:
    """Give the words without their last part, when that is one of ``heads``."""
    last = fold(content[-1])
    if len(content) > 1 and last in heads:
        return list(content[:-1])
    for head in heads:
        if last.endswith(head) and len(last) > len(head) + 2:
            return [*content[:-1], last[: -len(head)]]
    return []


def _match(phrase: Phrase, places: dict[str, list[int]]) -> PhraseMatch | None:
    positions = []
    for word in phrase.words:
        here = sorted({place for form in word for place in places.get(form, ())})
        if not here:
            return None
        positions.append(here[0])
    return PhraseMatch(phrase, tuple(positions))


def _stands_together(match: PhraseMatch, said: Sequence[str]) -> bool:
    """Whether nothing but small words stands between the words of a match."""
    inside = range(min(match.positions), max(match.positions))
    return all(
        at in match.positions
        or (said[at] and _is_light(said[at]) and fold(said[at]) not in _LEADING_ON)
        for at in inside
    )


def _match_order(match: PhraseMatch) -> tuple[int, int, str, str]:
    return (
        -len(match.phrase.words),
        match.positions[0],
        match.phrase.property.value,
        match.phrase.text,
    )
