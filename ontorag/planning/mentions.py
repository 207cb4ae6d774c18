"""The words of a question that speak of properties, one by one, in the order a path takes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ontorag.language import Token, fold, words
from ontorag.language.words import folded_set
from ontorag.lexicon import (
    Lexicon,
    PhraseMatch,
    is_demonstrative,
    is_kind_noun,
    is_light_verb,
    is_time_noun,
    says_common,
    without_co,
)
from ontorag.lexicon.phrases import FAMILY
from ontorag.planning.directing import is_done_to_it
from ontorag.planning.question import Question
from ontorag.planning.relations import Weighing
from ontorag.values import IRI, Link, Step

_ALSO = folded_set("also auch ebenfalls")
_RELATIVE = folded_set("that which who whose whom where die der das deren dessen denen dem den")
_AGENTS = ("er", "or", "ist", "ess", "eur")
_AGAINST = folded_set("of von vom des der for")


@dataclass(frozen=True, slots=True)
class Mention:
    """Words that say a property; the best phrases of several properties are alternatives.

    ``asked`` stands right behind "which"; ``same`` beside a word for something in common.
    ``names`` are the ends that a noun names: "director" names the objects of "directed by";
    ``holders`` the ends that do what a verb says. ``works``: a noun for things stands before it,
    so that who is named leads on to what they did: "the films by the director of".
    """

    positions: tuple[int, ...]
    properties: tuple[IRI, ...]
    asked: bool = False
    same: bool = False
    weight: float = 1.0
    names: tuple[tuple[IRI, str], ...] = ()
    holders: tuple[tuple[IRI, str], ...] = ()
    works: bool = False


def mentions(question: Question, lexicon: Lexicon, known: frozenset[IRI]) -> list[Mention]:
    """Find every place that says a property of ``known``; the same one may be said twice."""
    said = [without_co(word) for word in question.words_outside(question.names)]
    found: list[Mention] = []
    for _ in range(6):
        best: dict[tuple[int, ...], dict[IRI, PhraseMatch]] = {}
        for match in lexicon.matches(said, own=question.own_places, near=True):
            if match.phrase.property in known and _means_something(question, match.positions):
                best.setdefault(match.positions, {}).setdefault(match.phrase.property, match)
        if not best:
            break
        positions = min(best, key=lambda places: (-len(places), places))
        found.append(_mention(question, positions, best[positions], lexicon))
        for at in positions:
            said[at] = ""
    return _merged(question, sorted(found, key=lambda mention: mention.positions))


def _merged(question: Question, found: list[Mention]) -> list[Mention]:
    """Join what says one property in two words: "languages spoken", "wrote the script"."""
    joined: list[Mention] = []
    for mention in found:
        before = joined[-1] if joined else None
        both = _said_by_both(question, before, mention) if before else ()
        if before and both:
            positions = (*before.positions, *mention.positions)
            joined[-1] = replace(before, positions=positions, properties=both)
        else:
            joined.append(mention)
    return joined


def _said_by_both(question: Question, one: Mention, other: Mention) -> tuple[IRI, ...]:
    """Give the properties that two mentions side by side say together, none where they differ.

    Words that are only looser words for a property may also follow in a clause of their own: "words
    that describe".
    """
    loose = one.weight < FAMILY and other.weight < FAMILY
    small = words(question.language).articles | (_RELATIVE if loose else frozenset())
    between = question.said[one.positions[-1] + 1 : other.positions[0]]
    if not loose and one.weight == other.weight:
        return ()
    if any(fold(token.text) not in small for token in between):
        return ()
    return tuple(iri for iri in one.properties if iri in other.properties)


def _mention(
    question: Question,
    positions: tuple[int, ...],
    matches: dict[IRI, PhraseMatch],
    lexicon: Lexicon,
) -> Mention:
    first = question.said[positions[0]]
    before = [cue for cue in question.cues if cue.end <= first.start]
    asked = any(
        cue.kind in ("which", "how_many", "what", "how_much")
        and fold(cue.text) != "was"
        and not question.text[cue.end : first.start].strip()
        for cue in before
    )
    last = question.said[positions[-1]]
    asked = asked or any(
        cue.kind in ("which", "what") and first.end <= cue.start and cue.end <= last.start
        for cue in question.cues
    )
    nearest = any(
        token.start in question.common_places and 0 <= positions[0] - at <= 2
        for at, token in enumerate(question.said)
    )
    names = _named(fold(without_co(question.said[positions[-1]].text)), tuple(matches), lexicon)
    return Mention(
        positions,
        tuple(matches),
        asked,
        nearest,
        max(match.phrase.weight for match in matches.values()),
        names,
        tuple((iri, match.phrase.holder) for iri, match in matches.items() if match.phrase.holder),
        bool(names) and _has_works(question, positions[0]),
    )


def _has_works(question: Question, at: int) -> bool:
    """Whether "films for the" stands before a noun for people, and no class is called so."""
    data = words(question.language)
    before = at - 1
    while before > 0 and fold(question.said[before].text) in data.articles:
        before -= 1
    if before < 1 or fold(question.said[before].text) not in (*_AGAINST, "by"):
        return False
    return any(
        link.target is None
        and link.mention.end == question.said[before - 1].end
        and is_kind_noun(link.mention.text)
        for link in question.links
    )


def _named(word: str, properties: tuple[IRI, ...], lexicon: Lexicon) -> tuple[tuple[IRI, str], ...]:
    """Give the ends of properties that are called so: a director is who directed."""
    return tuple(
        (iri, phrase.holder)
        for iri in properties
        for phrase in lexicon.phrases_of(iri)
        if phrase.noun and word in phrase.words[-1]
    )


def _means_something(question: Question, positions: tuple[int, ...]) -> bool:
    stop = words(question.language).stop_words
    return any(fold(question.said[at].text) not in stop for at in positions)


def in_common(question: Question, found: list[Mention]) -> frozenset[IRI] | None:
    """Give the properties over which a question leads to something in common, or None.

    "Share directors", "co-starred"; so it does where one thing is said twice with "also": "whose
    directors also directed …".
    """
    if question.common_places:
        near = frozenset(iri for mention in found if mention.same for iri in mention.properties)
        return near or frozenset(iri for mention in found for iri in mention.properties)
    if not any(fold(token.text) in _ALSO for token in question.said):
        return None
    twice = frozenset(
        iri
        for n, one in enumerate(found)
        for other in found[n + 1 :]
        for iri in one.properties
        if iri in other.properties
    )
    return twice or None


def in_path_order(question: Question, topic: Link, found: list[Mention]) -> list[Mention]:
    """Sort mentions from the topic on: right beside it, then before it, then behind it."""
    said = question.said
    inside = [
        n for n, token in enumerate(said)
        if topic.mention.start <= token.start < topic.mention.end
    ]  # fmt: skip
    first, last = inside[0], inside[-1]
    clause = _clause(question, first, last)
    owned = first > 0 and fold(said[first - 1].text) in (*_AGAINST, "by", "durch", "in", "with")
    beside = [
        m
        for m in found
        if m.positions[0] == last + 1
        and not m.asked
        and not (owned and _closes(question, m) and not _names_people(question, m))
    ]
    own = [m for m in found if m not in beside and clause[0] <= m.positions[0] <= clause[1]]
    left = [m for m in found if m.positions[0] < first and m not in own]
    right = [m for m in found if m not in beside and m not in own and m not in left]
    near_left = sorted((m for m in own if m.positions[0] < first), key=lambda m: -m.positions[0])
    near_right = [m for m in own if m.positions[0] > last]
    before = sorted(left, key=lambda m: -m.positions[0])
    return [*beside, *near_left, *near_right, *before, *right]


def does_it(question: Question, mention: Mention) -> bool:
    """Whether who is asked for is who does what a label's verb says: "who directed …"."""
    start = question.said[mention.positions[0]].start
    subject = any(
        cue.kind == "who" and cue.end <= start and not question.text[cue.end : start].strip()
        for cue in question.cues
    )
    plain = mention.weight == 1 and not question.common_places
    return subject and plain and not is_done_to_it(question)


def is_led(
    question: Question, found: Sequence[Mention], steps: Sequence[Step], weighing: Weighing
) -> bool:
    """Whether a path goes as the preposition before "which" says: "an welchen … arbeiten"."""
    if not question.has("which", "who", "what"):
        return True
    word = fold(question.said[0].text)
    said = {iri for mention in found for iri in mention.properties}
    ends = {iri for iri in said if weighing.ends_in(iri, word)}
    return not ends or any(step.predicate in ends for step in steps)


def is_attached(question: Question, topic: Link, mention: Mention) -> bool:
    """Whether only small words stand between a mention and the topic: "directed by the film X".

    Then it is what is said of the topic, whatever the records hold.
    """
    stop = words(question.language).stop_words
    start, end = topic.mention.start, topic.mention.end
    places = [question.said[at].start for at in mention.positions]
    low, high = (max(places), start) if max(places) < start else (end - 1, min(places))
    between = [token for token in question.said if low < token.start < high]
    return all(
        fold(token.text) in stop or is_kind_noun(token.text) or says_common(token.text)
        for token in between
    )


def _closes(question: Question, mention: Mention) -> bool:
    """Whether nothing that it could belong to stands behind a mention."""
    after = mention.positions[-1] + 1
    if after == len(question.said):
        return True
    start = question.said[after].start
    kinds = ("who", "which", "what", "when", "where")
    return any(cue.start == start and cue.kind in kinds for cue in question.cues)


def _names_people(question: Question, mention: Mention) -> bool:
    """Whether a noun names who does something: "X actors", "X directors"."""
    word = fold(question.said[mention.positions[-1]].text)
    return bool(mention.names) and word.removesuffix("s").endswith(_AGENTS)


def _clause(question: Question, first: int, last: int) -> tuple[int, int]:
    """Give the tokens of the clause that a topic stands in: between commas and relative words."""
    said, text = question.said, question.text
    start = first
    while start > 0 and "," not in text[said[start - 1].end : said[start].start]:
        if start < first and fold(said[start].text) in _RELATIVE and _opens(question, start):
            break
        start -= 1
    end = last
    if start == 0 and not any("," in text[a.end : b.start] for a, b in pairwise(said)):
        return start, last
    while end + 1 < len(said) and "," not in text[said[end].end : said[end + 1].start]:
        end += 1
    return start, end


def _opens(question: Question, at: int) -> bool:
    """Whether a relative word opens a clause: behind a comma, or in English behind a noun."""
    gap = question.text[question.said[at - 1].end : question.said[at].start]
    return "," in gap or question.language == "en"


def points_away(question: Question, mention: Mention, topic: Link, iri: IRI) -> bool | None:
    """Say whether the topic's side is the subject (True) or object (False) of a property, or None.

    "… of X" leads to the subject of a noun's property, "… by X" to who does it; a verb before X
    has X as what it is done to, a verb behind X has X as who does it.
    """
    after = mention.positions[-1] + 1
    following = fold(question.said[after].text) if after < len(question.said) else ""
    before = question.said[mention.positions[0]].start < topic.mention.start
    holder = dict(mention.holders).get(iri, "")
    if question.stands_as(topic, question.said[mention.positions[0]].start):
        return False
    if following in ("by", "durch"):
        return holder == "subject" if holder else False
    if following in _AGAINST and question.said[after].start < topic.mention.start:
        return True
    if not holder or mention.names:
        return None
    return (holder == "subject") is not before


def places_of_small_words(question: Question) -> set[int]:
    """Give where words stand that only say the kind of the things on the way, or only present."""
    return {
        token.start
        for link in question.links
        if _only_names_a_kind(link)
        for token in _with_particle(question, link)
    }


def _with_particle(question: Question, link: Link) -> list[Token]:
    """Give a light word, and the preposition right behind a light verb: "fall under"."""
    own = [t for t in question.said if link.mention.start <= t.start < link.mention.end]
    pointing = [t for t in question.said if t.end <= link.mention.start][-1:]
    own += [token for token in pointing if is_demonstrative(token.text)]
    after = [t for t in question.said if t.start >= link.mention.end][:1]
    particle = is_light_verb(link.mention.text) and bool(after)
    behind = particle and fold(after[0].text) in words(question.language).prepositions
    return [*own, *after] if behind else own


def _only_names_a_kind(link: Link) -> bool:
    """Whether an unread word only says of what kind the things on the way are: "the films"."""
    text = link.mention.text
    plain = is_kind_noun(text) or is_time_noun(text) or is_light_verb(text)
    return link.target is None and not link.candidates and plain
