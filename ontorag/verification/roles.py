"""Roles: which group of a clause stands at which end of a property.

A verb's position, case and voice decide, a noun's *of*, genitive or *have*; where German leaves
the order open, the reading is ``soft`` and the classes of the property's ends decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ontorag.language.families import claim_words
from ontorag.lexicon import Way
from ontorag.verification.scanning import Item
from ontorag.verification.shapes import Clause, Group

_NEAR = frozenset(("in", "fuer", "bei", "at", "for", "of", "von", "durch", "to", "zu"))
_BEFORE_NOUNS = frozenset(
    ("", "als", "as", "zu", "among", "of", "ueber", "with", "mit", "auf", "in", "bei", "at", "by")
)
_BESIDE = frozenset(("", "als", "as"))
_PAST_BECOMING = frozenset(("wurde", "wurden", "worden"))
_UNDER = frozenset(("unter", "under"))
_OF_ARTICLES = frozenset(("der", "des", "eines", "einer", "dieser", "dieses"))


@dataclass(frozen=True, slots=True)
class Roles:
    """The group at the way's holder end and the one at the other; ``soft``: it may be turned."""

    holder: Group
    other: Group
    soft: bool = False


def roles(
    clause: Clause, first: Group, second: Group, item: Item | None, way: Way
) -> Iterator[Roles]:
    """Give the ways to read two groups around a cue; ``item`` is None for a bare *have*."""
    if way.kind in ("verb", "adjective") and (first.genitive or second.genitive):
        return  # "Annas … leitet": whose it is says nothing of who does it
    if way.kind == "verb":
        yield from _of_verb(clause, first, second, item, way)
    elif way.kind == "adjective":
        yield from _of_adjective(clause, first, second, way)
    elif item is not None and item.compound:
        yield from _of_compound(clause, first, second, item, way)
    elif item is not None:
        yield from _of_noun(clause, first, second, item, way)


def _of_verb(
    clause: Clause, first: Group, second: Group, item: Item | None, way: Way
) -> Iterator[Roles]:
    by = claim_words(clause.language).by
    if item is not None and _is_passive(clause, item, way, first, second):
        for agent, patient in ((first, second), (second, first)):
            if agent.preposition in by and not patient.preposition:
                yield Roles(agent, patient)
        return
    for subject, obj in ((first, second), (second, first)):
        if subject.preposition or not _takes(way, obj.preposition):
            continue
        if obj.preposition:
            yield Roles(subject, obj)
            return
    if first.preposition or second.preposition or not way.bare:
        return
    yield _by_position(clause, first, second, way)


def _is_passive(clause: Clause, item: Item, way: Way, first: Group, second: Group) -> bool:
    kinds = way.first.get(item.word.split()[0], frozenset())
    if clause.language == "de":
        by = claim_words("de").by & {first.preposition, second.preposition}
        state = bool(by) and clause.is_light("be") and "participle" in kinds
        return clause.passive or state
    return clause.is_light("be") and "participle" in kinds


def _takes(way: Way, preposition: str) -> bool:
    return preposition in way.prepositions if preposition else way.bare


def _by_position(clause: Clause, first: Group, second: Group, way: Way) -> Roles:
    """Read subject and object without prepositions: the order, unless an article's case says.

    An English verb keeps its order among German words too.
    """
    accusative = claim_words(clause.language).accusative
    if first.article in accusative and second.article not in accusative:
        return Roles(second, first)
    definite = "en" in (clause.language, way.language) or second.article in accusative
    return Roles(first, second, soft=not definite and not _is_named_kind(clause, second))


def _is_named_kind(clause: Clause, group: Group) -> bool:
    """Whether a noun of the property stands right before a thing: "erfordert Fähigkeit X"."""
    place = clause.order.index(group)
    before = clause.order[place - 1] if place else None
    return isinstance(before, Item) and any(way.kind == "noun" for _, way in before.ways)


def _of_adjective(clause: Clause, first: Group, second: Group, way: Way) -> Iterator[Roles]:
    if not (clause.is_light("be") or clause.passive):
        return
    for subject, obj in ((first, second), (second, first)):
        if not subject.preposition and obj.preposition and obj.preposition in way.prepositions:
            yield Roles(subject, obj)
            return
    if way.bare and not first.preposition and not second.preposition:
        yield Roles(first, second, soft=clause.language == "de")


def _of_compound(
    clause: Clause, first: Group, second: Group, item: Item, way: Way
) -> Iterator[Roles]:
    """Read "Anna ist Python-Expertin" and "Anna hat Python-Kenntnisse"."""
    own = next((group for group in (first, second) if item in group.items), None)
    if own is None:
        return
    subject = second if own is first else first
    if subject.preposition:
        return
    is_it = clause.is_light("be")
    has_it = clause.is_light("have", "lack")
    if is_it and way.holder == "subject":
        yield Roles(subject, own)
    elif has_it and way.holder == "object":
        yield Roles(own, subject)


def _of_act(
    clause: Clause, first: Group, second: Group, of: Group | None, marked: str
) -> Iterator[Roles]:
    """Read "hat die Leitung der Mission" and "steht unter der Leitung von Anna"."""
    if of is None:
        return
    other = second if of is first else first
    if marked in _UNDER:
        if clause.is_light("be", "last") and not other.preposition:
            yield Roles(of, other)
    elif marked in _BEFORE_NOUNS and other.preposition in ("", "bei", "with"):
        yield Roles(other, of)


def _of_noun(clause: Clause, first: Group, second: Group, item: Item, way: Way) -> Iterator[Roles]:
    place = clause.order.index(item)
    marked = clause.marked.get(place, "")
    of = _of_group(clause, (first, second), place, way)
    if way.kind == "act":
        yield from _of_act(clause, first, second, of, marked)
        return
    if marked not in _BEFORE_NOUNS:
        return
    if of is not None and clause.is_light("have", "lack") and not clause.is_light("be"):
        subject = second if of is first else first
        if not subject.preposition:
            yield Roles(of, subject)
        return
    if of is not None:
        other = second if of is first else first
        linked = clause.is_light("be") or clause.colon or _became(clause)
        if linked and _may_be(clause, other, way):
            yield Roles(other, of)
        return
    yield from _of_apart(clause, first, second, place)
    yield from _had(clause, first, second, place)


def _became(clause: Clause) -> bool:
    """Whether the clause says that somebody became it; who *wird* it, is not yet."""
    return any(item.word in _PAST_BECOMING for item in clause.items)


def _is_compound_noun(clause: Clause, before: object, cue: object) -> bool:
    """Whether an English noun follows a name directly: "a Python expert"."""
    if clause.language != "en" or not isinstance(before, Group) or not isinstance(cue, Item):
        return False
    after_article = before.article in ("a", "an", "the") and not before.preposition
    return after_article and before.items[-1].end + 1 == cue.start


def _may_be(clause: Clause, group: Group, way: Way) -> bool:
    """Whether a group can be what the noun says: "liegt in Graz" for a noun that takes *in*."""
    if group.preposition in _BESIDE | way.prepositions:
        return True
    return any(group.preposition in taken for item in clause.lights for _, taken in item.light)


def _of_apart(clause: Clause, first: Group, second: Group, place: int) -> Iterator[Roles]:
    """Read "In E1 ist E2 N" and "E2 ist in E1 N", and "E1 gehört zum N E2"."""
    if not clause.is_light("be") or clause.is_light("have"):
        return
    if clause.marked.get(place) == "zu" and clause.order.index(second) == place + 1:
        if not first.preposition and not second.preposition:
            yield Roles(second, first)
        return
    if clause.marked.get(place) or place < clause.order.index(second):
        return
    for of, other in ((first, second), (second, first)):
        if of.preposition == "in" and not other.preposition:
            yield Roles(other, of)


def _had(clause: Clause, first: Group, second: Group, place: int) -> Iterator[Roles]:
    """Read "E1 hat N E2" and "E1 hat E2 als N": who has is the first."""
    if not clause.is_light("have", "lack"):
        return
    if first.preposition or (second.preposition and not second.is_amount):
        return
    after_both = place > clause.order.index(second)  # "hat Übelkeit als Nebenwirkung"
    yield Roles(second, first, soft=clause.language == "de" and after_both)


def _of_group(clause: Clause, groups: tuple[Group, Group], place: int, way: Way) -> Group | None:
    """Find the group that the noun is *of*: "Webers N", "N von Weber", "N der Mission"."""
    before = clause.order[place - 1] if place else None
    after = clause.order[place + 1] if place + 1 < len(clause.order) else None
    if (
        isinstance(before, Group)
        and before in groups
        and before.genitive
        and not before.preposition
    ):
        return before
    if _is_compound_noun(clause, before, clause.order[place]) and before in groups:
        return before
    if clause.possessed.get(place) and not clause.is_light("have", "lack"):
        return next((group for group in groups if group.pronoun), None)
    if not isinstance(after, Group) or after not in groups or after.is_amount:
        return None
    if after.preposition in _NEAR | way.prepositions and after.preposition:
        return after
    if not after.preposition and after.article in _OF_ARTICLES and clause.language == "de":
        return after
    return after if after.genitive and not after.preposition else None
