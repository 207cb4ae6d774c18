"""Judge clauses that no single property says: classes, requirements met, durations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ontorag.lexicon import Way
from ontorag.names import RDFS_SUBCLASS
from ontorag.values import IRI, Literal
from ontorag.verification.evidence import TYPE, Evidence, agreement
from ontorag.verification.judged import Judged
from ontorag.verification.saying import said_properties
from ontorag.verification.scanning import Item
from ontorag.verification.shapes import Clause, Group

_SUBCLASS = IRI(RDFS_SUBCLASS)
_A = frozenset(("ein", "eine", "a", "an"))
_INDEFINITE = frozenset(("", "ein", "eine", "einen", "einem", "einer", "a", "an"))


def typed(clause: Clause, evidence: Evidence) -> Iterator[Judged]:
    """Judge "Anna ist eine Person", "the nucleus is an organelle" by what states classes."""
    if clause.cues or not clause.is_light("be") or len(clause.groups) != 2:
        return
    thing, kind = clause.groups
    if thing.preposition or kind.preposition or not (kind.kind or kind.article in _A):
        return
    stated = (*evidence.about(TYPE), *evidence.about(_SUBCLASS))
    proofs = [
        tuple(
            fact.id for fact in stated
            if fact.subject in item.terms | item.classes and fact.object in cls.terms | cls.classes
        )
        for item in thing.items
        for cls in kind.items
    ]  # fmt: skip
    if all(proofs):
        yield Judged("supported", "", proofs)


def placed(clause: Clause, evidence: Evidence) -> Iterator[Judged]:
    """Judge "Graz ist eine Stadt in Celtaland" and "Graz is in Celtaland" by where it lies."""
    if clause.cues or not clause.is_light("be") or clause.is_light("have", "last"):
        return
    things = sorted((g for g in clause.groups if not g.kind), key=lambda g: bool(g.preposition))
    kinds = [group for group in clause.groups if group.kind]
    if len(things) != 2 or len(kinds) > 1 or any(group.is_value for group in things):
        return
    thing, place = things
    if thing.preposition or place.preposition != "in":
        return
    for kind in kinds:
        named = all(evidence.is_surely_of(item, kind.items[0]) for item in thing.items)
        if kind.preposition or kind.article not in _INDEFINITE or not named:
            return
    located = [iri for iri, ways in evidence.phrasebook.of.items() if "locate" in ways.families]
    proofs = _all_pairs(evidence, located, thing, place)
    if proofs:
        yield Judged("supported", "", proofs)


def flagged(clause: Clause, evidence: Evidence) -> Iterator[Judged]:
    """Judge "STAR-12 is blinded", "Ben has a licence" by a property that is true or false."""
    if not clause.is_light("be", "have") or len(clause.groups) != 1:
        return
    things = clause.groups[0]
    if things.is_amount or things.kind or things.preposition or clause.levels:
        return
    for iri, _ in said_properties(clause, evidence):
        found = [evidence.flags(iri, item.terms) for item in things.items]
        if all(found):
            yield Judged("supported", "", [tuple(fact.id for fact in facts) for facts in found])


def categorised(clause: Clause, evidence: Evidence) -> Iterator[Judged]:
    """Judge "Nachtlicht ist ein Thriller" by a property for the genre, type or category."""
    if clause.cues or not clause.is_light("be") or len(clause.groups) != 2:
        return
    thing, what = clause.groups
    if thing.preposition or what.preposition or thing.kind or what.kind:
        return
    if what.article not in _INDEFINITE - {""} or thing.is_amount or what.is_amount:
        return
    sorts = [
        iri for iri, ways in evidence.phrasebook.of.items()
        if ways.families & {"genre", "type", "category"}
    ]  # fmt: skip
    proofs = _all_pairs(evidence, sorts, thing, what)
    if proofs:
        yield Judged("supported", "", proofs)


def mutually(
    clause: Clause, evidence: Evidence, iri: IRI, ways: Sequence[tuple[Item | None, Way]]
) -> Iterator[Judged]:
    """Judge "E1 und E2 sind verheiratet", "E1 und E2 grenzen aneinander": each to the other."""
    group = clause.groups[0]
    two = len(group.items) == 2 and not (group.preposition or group.is_amount or group.kind)
    if not two or not evidence.phrasebook.of[iri].symmetric:
        return
    called = any(way.kind != "verb" for _, way in ways) and clause.is_light("be")
    if not clause.mutual and not called:
        return
    one, other = group.items
    facts = evidence.between(iri, one.terms, other) + evidence.between(iri, other.terms, one)
    if facts:
        yield Judged("supported", "", [tuple(fact.id for fact in facts)])


def fulfilled(clause: Clause, evidence: Evidence) -> Iterator[Judged]:
    """Judge "Anna erfüllt die Anforderung Navigation der Mission": has it, and it is required."""
    things = [group for group in clause.groups if not group.is_amount and not group.kind]
    if len(things) != 3 or len(clause.groups) != 3:
        return
    who, *others = things
    if who.preposition:
        return
    required = [iri for iri, ways in evidence.phrasebook.of.items() if "require" in ways.families]
    held = [iri for iri, ways in evidence.phrasebook.of.items() if ways.has]
    for what, whose in (others, others[::-1]):
        needs = _all_pairs(evidence, required, whose, what)
        has = _all_pairs(evidence, held, who, what)
        if needs and has:
            yield Judged("supported", "", [*has, *needs])


def _all_pairs(
    evidence: Evidence, properties: Sequence[IRI], subjects: Group, objects: Group
) -> list[tuple[str, ...]]:
    found = [
        tuple(f.id for iri in properties for f in evidence.between(iri, subject.terms, obj))
        for subject in subjects.items
        for obj in objects.items
    ]
    return found if all(found) else []


def lasted(clause: Clause, evidence: Evidence) -> Iterator[Judged]:
    """Judge "lief von 2019 bis 2021" by the start and the end."""
    things = [group for group in clause.groups if not group.is_amount]
    spans = [item for group in clause.groups if group.is_amount for item in group.items]
    if len(things) != 1 or things[0].preposition or not spans or clause.cues:
        return
    if any(item.amount is None or not item.amount.is_date for item in spans):
        return
    limits = [item.amount.limit if item.amount else "" for item in spans]
    if limits == ["", "until"]:
        limits = ["since", "until"]
    ends = {"since": "start", "until": "end"}
    if len(set(limits)) < len(limits) or not set(limits) <= set(ends):
        return
    open_ended = limits == ["since"]
    proofs: list[tuple[str, ...]] = []
    for item, limit in zip(spans, limits, strict=True):
        found = _limit(evidence, things[0].items[0], item, ends[limit])
        if found.kind != "supported":
            yield found
            return
        proofs += found.proofs
    if open_ended and _has_end(evidence, things[0].items[0]):
        yield Judged(reason="it has ended", span=clause.span)
        return
    yield Judged("supported", "", proofs)


def _limit(evidence: Evidence, thing: Item, when: Item, family: str) -> Judged:
    facts = [
        fact for iri, ways in evidence.phrasebook.of.items() if family in ways.families
        for fact in evidence.from_subject(iri, thing.terms)
    ]  # fmt: skip
    span = (when.start, when.end)
    if when.amount is None or not facts:
        return Judged(span=span)
    agreed = agreement(when.amount, facts)
    if agreed:
        ids = tuple(f.id for f in facts if isinstance(f.object, Literal) and
                    when.amount.agrees(f.object))  # fmt: skip
        return Judged("supported", "", [ids])
    return Judged(
        "unsupported" if agreed is None else "contradicted", "the date differs", span=span
    )


def _has_end(evidence: Evidence, thing: Item) -> bool:
    return any(
        evidence.from_subject(iri, thing.terms)
        for iri, ways in evidence.phrasebook.of.items()
        if "end" in ways.families
    )
