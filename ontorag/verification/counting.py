"""Judge counts and exclusions: "zwei Personen", "mindestens drei", "niemand", "nur"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ontorag.stores.comparing import comparable
from ontorag.values import IRI, XSD, Fact, Literal, Term
from ontorag.verification.amounts import Amount
from ontorag.verification.evidence import Counted, Evidence
from ontorag.verification.judged import Judged
from ontorag.verification.saying import said_properties
from ontorag.verification.shapes import Clause, Group

_EXACTLY = ("genau", "exactly", "precisely")


def judge_count(clause: Clause, evidence: Evidence) -> Iterator[Judged]:
    """Judge a clause that counts things: by a derived count, or enough facts for a minimum."""
    counted = [group for group in clause.groups if group.counted]
    things = [g for g in clause.groups if not g.counted and not g.is_amount and not g.kind]
    listed = [group for group in things if clause.colon and _after_colon(clause, group)]
    about = [group for group in things if group not in listed]
    if len(about) != 1 or len(counted) + clause.nobody != 1 or len(listed) > 1:
        return
    for iri, _ in said_properties(clause, evidence):
        yield _counted(clause, evidence, iri, counted, about[0], listed)


def _after_colon(clause: Clause, group: Group) -> bool:
    colon = next((i.start for i in clause.items if i.mark and i.word != ","), None)
    return colon is not None and group.items[0].start > colon


def _counted(
    clause: Clause,
    evidence: Evidence,
    iri: IRI,
    counted: list[Group],
    about: Group,
    listed: list[Group],
) -> Judged:
    holders = _standing(evidence, iri, about)
    if clause.nobody:
        if holders:
            return Judged("contradicted", "somebody does", span=clause.span)
        complete = [c.id for c in evidence.counts if _is_about(c, iri, about) and c.value == 0]
        if complete or evidence.is_complete(iri):
            return Judged("supported", "", [tuple(complete)] if complete else [])
        return Judged()
    amount = counted[0].items[0].amount
    if amount is None:
        return Judged()
    if not _is_kind(evidence, counted[0], clause, holders):
        return Judged(reason="another kind of things is counted", span=clause.span)
    named = {term for group in listed for item in group.items for term in item.terms}
    if not named <= set(holders):
        return Judged(reason="one that is listed is not recorded", span=clause.span)
    if listed and amount.agrees(_number(len(listed[0].items))) is not True:
        return Judged("contradicted", "it lists another number", span=clause.span)
    return _by_count(clause, evidence, iri, amount, about, holders, named)


def _is_kind(evidence: Evidence, counted: Group, clause: Clause, holders: Iterable[Term]) -> bool:
    """Whether what is counted is of the class that the claim counts."""
    at = next(n for n, item in enumerate(clause.items) if item is counted.items[0])
    kind = clause.items[at + 1]
    return all(evidence.is_of_kind(frozenset((term,)), kind) for term in holders)


def _by_count(
    clause: Clause,
    evidence: Evidence,
    iri: IRI,
    amount: Amount,
    about: Group,
    holders: dict[Term, list[Fact]],
    named: set[Term],
) -> Judged:
    listed = sorted((holders[term][0].id,) for term in named)
    for count in evidence.counts:
        if _is_about(count, iri, about):
            if not count.complete and _is_exact(clause):
                return Judged(reason="that there are no more is not recorded", span=clause.span)
            if amount.agrees(_number(count.value)):
                return Judged("supported", "", [(count.id,), *listed])
            if count.complete or count.value == len(holders):
                return Judged("contradicted", f"there are {count.value}", span=clause.span)
    if amount.comparison in (">", ">=") and amount.agrees(_number(len(holders))):
        return Judged("supported", "", [(facts[0].id,) for facts in holders.values()])
    return Judged(reason="a number needs a count", span=clause.span)


def _is_exact(clause: Clause) -> bool:
    """Whether the claim says that there are no more: "genau zwei"."""
    return any(item.phrase and item.word in _EXACTLY for item in clause.items)


def _number(value: int) -> Literal:
    literal = Literal(str(value), XSD + "integer")
    assert comparable(literal) is not None
    return literal


def _is_about(count: Counted, iri: IRI, about: Group) -> bool:
    terms = {term for item in about.items for term in item.terms}
    return (
        iri in count.properties and bool(terms) and count.about <= terms and len(about.items) == 1
    )


def _standing(evidence: Evidence, iri: IRI, about: Group) -> dict[Term, list[Fact]]:
    """Give who stands at the other end of the property, with the facts that say so."""
    found: dict[Term, list[Fact]] = {}
    if len(about.items) != 1:
        return found
    for fact in evidence.to_object(iri, about.items[0]):
        found.setdefault(fact.subject, []).append(fact)
    if not found:
        for fact in evidence.from_subject(iri, about.items[0].terms):
            found.setdefault(fact.object, []).append(fact)
    return found


def only_one(clause: Clause, evidence: Evidence, found: Judged) -> Judged:
    """Judge *only*, which a positive proof leaves open: others deny it, completeness proves it."""
    facts = [evidence.facts[id_] for ids in found.proofs for id_ in ids if id_ in evidence.facts]
    focus = {t for g in clause.groups if g.focus for item in g.items for t in item.terms}
    complete: list[tuple[str, ...]] = []
    for fact in facts:
        at_subject = fact.subject in focus
        if not at_subject and fact.object not in focus:
            return Judged(reason="what 'only' means is not clear", span=clause.span)
        if _others(evidence, fact, focus, at_subject):
            return Judged("contradicted", "it is not the only one", span=clause.span)
        proofs = _alone(evidence, fact, at_subject)
        if proofs is None:
            return Judged(reason="that it is the only one is not recorded", span=clause.span)
        complete += [proofs] if proofs else []
    return Judged("supported", "", [*found.proofs, *complete])


def _others(evidence: Evidence, fact: Fact, focus: set[Term], at_subject: bool) -> bool:
    return any(
        (other.object == fact.object and other.subject not in focus)
        if at_subject
        else (other.subject == fact.subject and other.object not in focus)
        for other in evidence.about(fact.predicate)
    )


def _alone(evidence: Evidence, fact: Fact, at_subject: bool) -> tuple[str, ...] | None:
    """Give the derived facts that say there are no others (none needed: ()), or None."""
    known = evidence.relation(fact.predicate)
    if known.inverse_functional if at_subject else known.functional:
        return ()
    fixed = fact.object if at_subject else fact.subject
    for count in evidence.counts:
        if count.complete and fact.predicate in count.properties and fixed in count.about:
            return (count.id,)
    if evidence.is_complete(fact.predicate):
        return ()
    return None


def denied_by_completeness(clause: Clause, evidence: Evidence) -> tuple[str, ...] | None:
    """Give the derived facts that prove a denial: a complete count that leaves no place.

    None where nothing proves it; where the property is complete and nothing of it is recorded
    between the two, no fact needs to be cited.
    """
    things = [group for group in clause.groups if not group.is_amount and not group.kind]
    named = all(item.terms for group in things for item in group.items)
    if len(things) != 2 or len(clause.groups) != 2 or clause.levels or not named:
        return None
    said = {iri for iri, _ in said_properties(clause, evidence)}
    for count in evidence.counts:
        if not count.complete or not said or not count.properties <= said:
            continue
        about = [g for g in things if all(item.terms & count.about for item in g.items)]
        rest = [group for group in things if group not in about]
        if len(about) != 1 or len(rest) != 1:
            continue
        holders = _holders(evidence, count.properties, about[0])
        if len(holders) == count.value and not any(i.terms & holders for i in rest[0].items):
            return (count.id,)
    whole = bool(said) and all(evidence.is_complete(iri) for iri in said)
    return () if whole and not _any_between(evidence, said, things) else None


def _any_between(evidence: Evidence, said: set[IRI], things: list[Group]) -> bool:
    """Whether a property of these holds between the things, either way."""
    one, other = ({term for item in group.items for term in item.terms} for group in things)
    return any(
        (fact.subject in one and fact.object in other)
        or (fact.subject in other and fact.object in one)
        for iri in said
        for fact in evidence.about(iri)
    )


def _holders(evidence: Evidence, properties: frozenset[IRI], about: Group) -> set[Term]:
    terms = {term for item in about.items for term in item.terms}
    facts = [fact for iri in properties for fact in evidence.about(iri)]
    return {f.subject for f in facts if f.object in terms} or {
        f.object for f in facts if f.subject in terms
    }
