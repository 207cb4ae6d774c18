"""Judge one clause: do facts prove it, does a fact deny it, or neither."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ontorag.language.families import claim_words, units
from ontorag.lexicon import Way
from ontorag.values import IRI, Fact, Literal
from ontorag.values.outcomes import VerdictKind
from ontorag.verification.composed import (
    categorised,
    flagged,
    fulfilled,
    lasted,
    mutually,
    placed,
    typed,
)
from ontorag.verification.counting import denied_by_completeness, judge_count, only_one
from ontorag.verification.evidence import (
    Evidence,
    agreement,
    denied_by_qualifier,
    is_nothing,
)
from ontorag.verification.judged import Judged
from ontorag.verification.roles import Roles, roles
from ontorag.verification.saying import said_properties
from ontorag.verification.scanning import Item
from ontorag.verification.shapes import Clause, Group

_NEAR = frozenset(("", "of", "von", "bei", "for", "fuer", "in", "an", "at"))
_BEFORE_AMOUNTS = frozenset(
    ("", "in", "an", "on", "at", "bei", "auf", "von", "of", "zu", "to", "mit", "with", "am")
)
_RANK: dict[VerdictKind, int] = {"supported": 0, "contradicted": 1, "unsupported": 2}


def judge(clause: Clause, evidence: Evidence) -> Judged:
    """Judge a clause by all readings that its cues allow; a proof outweighs a denial."""
    if clause.negations > 1:
        return Judged(reason="it is negated twice")
    if clause.negations and any(group.focus for group in clause.groups):
        return Judged(reason="what is denied of 'only' is not clear")
    if any(not evidence.is_of(thing, kind) for kind, thing in clause.kinds):
        return Judged(reason="it is not of this kind", span=clause.span)
    if any(not evidence.is_surely_of(thing, kind) for kind, thing in clause.apposed):
        return Judged(reason="that it is of this kind is not known", span=clause.span)
    if clause.universal:
        return Judged(reason="'all' is not proved by single facts")
    found = _best(_readings(clause, evidence))
    if found.kind == "supported" and any(group.focus for group in clause.groups):
        found = only_one(clause, evidence, found)
    if found.kind != "supported" and (refused := _refused(clause, evidence)):
        return refused
    if clause.negations:
        return _negated(found, clause, evidence)
    return found


def _refused(clause: Clause, evidence: Evidence) -> Judged | None:
    """Judge a clause by what the facts say is not so: its denial is proved, itself refuted."""
    with evidence.of_what_is_denied() as denied:
        found = _best(_readings(clause, denied))
    if found.kind != "supported":
        return None
    if clause.negations:
        return found
    return Judged("contradicted", "a fact says that it is not so", span=clause.span)


def _best(found: Iterator[Judged]) -> Judged:
    best = Judged()
    for each in found:
        if each.kind == "supported":
            return each
        if _RANK[each.kind] < _RANK[best.kind] or best.reason == Judged().reason:
            best = each
    return best


def _negated(found: Judged, clause: Clause, evidence: Evidence) -> Judged:
    if found.kind == "supported":
        against = tuple(ids[0] for ids in found.proofs)
        return Judged("contradicted", "a fact says the opposite", [], clause.span, against)
    denied = denied_by_completeness(clause, evidence)
    if denied is not None:
        return Judged("supported", "", [denied] if denied else [])
    return Judged(reason="that it is not so is not recorded", span=clause.span)


def _readings(clause: Clause, evidence: Evidence) -> Iterator[Judged]:
    if any(group.counted for group in clause.groups) or clause.nobody:
        yield from judge_count(clause, evidence)
        if clause.nobody or not _counts_people(clause):
            return
    if clause.is_light("fulfil"):
        yield from fulfilled(clause, evidence)
    if clause.is_light("last"):
        yield from lasted(clause, evidence)
    yield from typed(clause, evidence)
    yield from placed(clause, evidence)
    yield from categorised(clause, evidence)
    yield from flagged(clause, evidence)
    for iri, ways in said_properties(clause, evidence):
        yield from _of_property(clause, evidence, iri, ways)


def _counts_people(clause: Clause) -> bool:
    """Whether a number of people may be the value of a property: "eine Crew von vier Personen"."""
    people = claim_words(clause.language).people
    for at, item in enumerate(clause.items[:-1]):
        if item.amount is not None and clause.items[at + 1].word not in people:
            return False
    for group in clause.groups:
        group.counted = False
    return True


def _of_property(
    clause: Clause, evidence: Evidence, iri: IRI, ways: list[tuple[Item | None, Way]]
) -> Iterator[Judged]:
    groups = clause.groups
    if len(groups) == 1:
        yield from mutually(clause, evidence, iri, ways)
    if clause.mutual:
        return
    if len(groups) == 1:
        yield from _existing(clause, evidence, iri, ways)
    for first, second in combinations(groups, 2):
        rest = [group for group in groups if group is not first and group is not second]
        for cue, way in ways:
            if first.is_amount or second.is_amount:
                found = _valued(clause, evidence, iri, cue, way, first, second)
            else:
                found = _related(clause, evidence, iri, cue, way, first, second)
            for subjects, objects in found:
                yield _judged(clause, evidence, iri, subjects, objects, rest)


Ends = tuple[Group, Group]


def _related(
    clause: Clause,
    evidence: Evidence,
    iri: IRI,
    cue: Item | None,
    way: Way,
    first: Group,
    second: Group,
) -> Iterator[Ends]:
    """Give subject and object groups of a property between things."""
    if way.dated or first.kind or second.kind:
        return
    for read in roles(clause, first, second, cue, way):
        ends = _ends(read, way)
        turned = ends[1], ends[0]
        if read.soft and _fitting(evidence, iri, ends) is False:
            ends = turned if _fitting(evidence, iri, turned) else ends
        yield ends
        if evidence.phrasebook.of[iri].symmetric:
            yield turned


def _ends(read: Roles, way: Way) -> Ends:
    if way.holder == "subject":
        return read.holder, read.other
    return read.other, read.holder


def _fitting(evidence: Evidence, iri: IRI, ends: Ends) -> bool | None:
    """Whether groups may stand at the ends of a property, by their classes; None: unknown."""
    known = evidence.relation(iri)
    found = [
        evidence.fits(item.terms, classes)
        for group, classes in zip(ends, (known.domains, known.ranges), strict=True)
        for item in group.items
        if not group.is_value
    ]
    if False in found:
        return False
    if None not in found:
        return True
    return _fitting_by_use(evidence, iri, ends)


def _fitting_by_use(evidence: Evidence, iri: IRI, ends: Ends) -> bool | None:
    """Judge by the classes that the facts of the property have at their ends."""
    facts = evidence.about(iri)
    seen = (
        evidence.kinds(fact.subject for fact in facts),
        evidence.kinds(fact.object for fact in facts),
    )
    if not seen[0] or not seen[1] or seen[0] & seen[1]:
        return None
    fits = [
        evidence.fits(item.terms, classes)
        for group, classes in zip(ends, seen, strict=True)
        for item in group.items
    ]
    return None if None in fits else all(fits)


def _valued(
    clause: Clause,
    evidence: Evidence,
    iri: IRI,
    cue: Item | None,
    way: Way,
    first: Group,
    second: Group,
) -> Iterator[Ends]:
    """Give subject and amount of a property with values: the amount is always the object."""
    thing, amount = (second, first) if first.is_amount else (first, second)
    if thing.is_amount or thing.kind or cue is None or len(amount.items) > 1:
        return
    if amount.preposition not in _BEFORE_AMOUNTS | way.prepositions:
        return
    limit = amount.items[0].amount.limit if amount.items[0].amount else ""
    if not evidence.may_limit(iri, limit):
        return
    if _is_said_of(clause, thing, amount, cue, way):
        yield thing, amount


def _is_said_of(clause: Clause, thing: Group, amount: Group, cue: Item, way: Way) -> bool:
    """Whether a cue says the amount of the thing, by the preposition before the thing."""
    if way.measured:
        return not thing.preposition and clause.is_light("be") and clause.is_beside(amount, cue)
    if way.dated or way.counted:
        return thing.preposition in _NEAR
    if way.kind == "verb":
        return not thing.preposition and way.holder == "subject"
    by = claim_words(clause.language).by
    return way.kind == "noun" and way.holder == "object" and thing.preposition in by | _NEAR


def _judged(
    clause: Clause,
    evidence: Evidence,
    iri: IRI,
    subjects: Group,
    objects: Group,
    rest: Sequence[Group],
) -> Judged:
    """Judge that every subject has every object, with what else the clause says of it."""
    proofs: list[tuple[str, ...]] = []
    worst: Judged | None = None
    for subject in subjects.items:
        for obj in objects.items:
            found = _pair(clause, evidence, iri, subject, obj, rest)
            if found.kind == "contradicted" or (clause.neither and found.kind == "supported"):
                return found  # of "neither A nor B" one that holds denies all
            if found.kind != "supported":
                worst = found
            proofs += found.proofs
    return worst or Judged("supported", "", proofs)


def _pair(
    clause: Clause, evidence: Evidence, iri: IRI, subject: Item, obj: Item, rest: Sequence[Group]
) -> Judged:
    span = (min(subject.start, obj.start), max(subject.end, obj.end))
    facts = evidence.between(iri, subject.terms, obj)
    if not facts:
        return _missing(evidence, iri, subject, obj, span)
    claimed = [item for group in rest for item in group.items]
    claimed += [cue for cue in (*clause.cues, *clause.levels) if cue.level is not None]
    denied: list[str] = []
    for fact in facts:
        lacking = [item for item in claimed if not evidence.qualifies(item, fact)]
        lacking += _ended(claimed, fact, evidence)
        reason = _unit_denied(evidence, fact, obj)
        if reason:
            denied.append(reason)
            continue
        dated = _dated_apart(clause, evidence, iri, fact, lacking)
        if dated is not None:
            return Judged("supported", "", [(fact.id,), *dated])
        others = [other for other in evidence.subgraph.facts if other.predicate == iri]
        if any(denied_by_qualifier(item, fact, others) for item in lacking):
            denied.append("the fact is qualified otherwise")
    if denied and denied[0] in (_NO_UNIT, _UNKNOWN_UNIT):
        return Judged(reason=denied[0], span=span)
    if len(denied) == len(facts):
        return Judged("contradicted", denied[0], [], span, _ids(facts))
    return Judged(reason="the fact has no such qualifier", span=span)


_NO_UNIT = "the fact has no unit"
_UNKNOWN_UNIT = "the fact has a unit that is not known"


def _ended(claimed: Sequence[Item], fact: Fact, evidence: Evidence) -> list[Item]:
    """Give the "since 2019" that is said of a fact with an end, without the end."""
    limits = {item.amount.limit: item for item in claimed if item.amount is not None}
    if "since" not in limits or "until" in limits:
        return []
    ends = any(evidence.may_limit(each.predicate, "until") for each in fact.qualifiers)
    return [limits["since"]] if ends else []


def _dated_apart(
    clause: Clause, evidence: Evidence, iri: IRI, fact: Fact, lacking: Sequence[Item]
) -> list[tuple[str, ...]] | None:
    """Prove dates beside a relation by a date of the same event; None when something is left."""
    found: list[tuple[str, ...]] = []
    families = evidence.phrasebook.of[iri].families
    for item in lacking:
        if item.amount is None or not item.amount.is_date:
            return None
        proofs = [
            other.id
            for other_iri, ways in evidence.phrasebook.of.items()
            if ways.families & families and other_iri != iri
            for other in evidence.from_subject(other_iri, frozenset((fact.subject, fact.object)))
            if isinstance(other.object, Literal) and item.amount.agrees(other.object)
        ]
        if not proofs:
            return None
        found.append(tuple(proofs))
    return found


def _unit_denied(evidence: Evidence, fact: Fact, obj: Item) -> str:
    unit = obj.amount.unit if obj.amount is not None else None
    if unit is None:
        return ""
    recorded = evidence.unit_of(fact)
    if recorded is None:
        return _NO_UNIT
    if recorded != unit and recorded not in units().values():
        return _UNKNOWN_UNIT
    return "" if recorded == unit else f"the unit is {recorded}"


def _missing(
    evidence: Evidence, iri: IRI, subject: Item, obj: Item, span: tuple[int, int]
) -> Judged:
    """Say why a pair has no fact; another value where one is allowed denies it."""
    known = evidence.relation(iri)
    own = evidence.from_subject(iri, subject.terms)
    if obj.amount is not None:
        units_said = {obj.amount.unit, *(evidence.unit_of(fact) for fact in own)} - {None}
        if len(units_said) > 1:
            return Judged(reason="the value is in another unit", span=span)
        if agreement(obj.amount, own) is False:
            said = ", ".join(sorted({str(fact.object) for fact in own}))
            return Judged("contradicted", f"the value is {said}", [], span, _ids(own))
        return Judged(span=span)
    if known.functional and own and obj.terms:
        return Judged("contradicted", "it has another value", [], span, _ids(own))
    there = [fact for fact in evidence.to_object(iri, obj) if fact.subject not in subject.terms]
    if known.inverse_functional and there and subject.terms:
        return Judged("contradicted", "another one has it", [], span, _ids(there))
    turned = [
        fact for fact in evidence.about(iri)
        if fact.subject in obj.terms and fact.object in subject.terms
    ]  # fmt: skip
    if turned and not evidence.phrasebook.of[iri].symmetric:
        return Judged("contradicted", "subject and object are swapped", [], span, _ids(turned))
    return Judged(span=span)


def _ids(facts: Iterable[Fact]) -> tuple[str, ...]:
    return tuple(fact.id for fact in facts)


def _existing(
    clause: Clause, evidence: Evidence, iri: IRI, ways: list[tuple[Item | None, Way]]
) -> Iterator[Judged]:
    """Judge "Anna has skills", "Meridol has no side effects": any fact of something will do."""
    group = clause.groups[0]
    nouns = [way for cue, way in ways if cue is not None and way.kind == "noun"]
    has = clause.is_light("have", "lack") and not clause.is_light("be")
    if not has or group.is_amount or group.preposition or not nouns or group.kind:
        return
    if any(cue.level is not None for cue in clause.cues):
        return
    subject_end = any(way.holder == "object" for way in nouns)
    found = [
        evidence.from_subject(iri, item.terms) if subject_end else evidence.to_object(iri, item)
        for item in group.items
    ]
    proofs = [[fact.id for fact in facts if not is_nothing(fact.object)] for facts in found]
    if all(proofs):
        yield Judged("supported", "", [tuple(ids) for ids in proofs])
