"""Derived facts: what was computed from the records rather than written in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal as OneOf

from ontorag.language.visible import as_name
from ontorag.selection import wording
from ontorag.selection.proofs import predicates_in
from ontorag.selection.reading import Reading
from ontorag.stores.comparing import comparable
from ontorag.values import (
    IRI,
    Constraint,
    DerivedFact,
    Fact,
    Labelled,
    Literal,
    Not,
    Plan,
    Superlative,
    Term,
    Top,
    World,
    write_term,
)

DerivedKind = OneOf["count", "only", "empty", "maximum", "minimum", "complete", "absent"]


@dataclass(frozen=True, slots=True)
class Found:
    """What selection has when it derives: the answers in order, numbered proofs, the reading.

    ``complete`` is whether absence from the records counts as "no" for this plan, ``denied``
    whether a recorded fact denies what is asked, ``refused`` are statements it needs that are
    stated not to be so.
    """

    plan: Plan
    answers: tuple[Labelled, ...]
    proofs: tuple[Fact, ...]
    world: World
    complete: bool
    declared: tuple[IRI, ...] = ()
    denied: bool = False
    refused: tuple[Fact, ...] = ()

    @property
    def reading(self) -> World:
        """How a number is said: exact where the records are complete."""
        return "closed" if self.complete else self.world


def properties_of(plan: Plan) -> tuple[IRI, ...]:
    """Give the properties whose records decide ``plan``."""
    own = [iri for each in plan.constraints for iri in properties_of_constraint(each)]
    return tuple(dict.fromkeys((*own, *plan.properties) or predicates_in(plan.where)))


def properties_of_constraint(constraint: Constraint) -> tuple[IRI, ...]:
    """Give the properties whose records decide ``constraint``."""
    return constraint.properties or predicates_in(constraint.where)


def derive(found: Found, reading: Reading) -> tuple[DerivedFact, ...]:
    """Compute the derived facts of ``found`` and number them (D1, D2 …)."""
    plan = found.plan
    facts: list[DerivedFact] = []
    if plan.operation == "count" or (plan.operation != "exists" and len(found.answers) > 1):
        facts.append(_count(found))
    ranked = isinstance(plan.where, Top)
    if plan.operation == "holders" and len(found.answers) == 1 and _about(plan) and not ranked:
        facts.append(_only(found))
    if plan.superlative is not None and plan.superlative.predicate and found.answers:
        facts += _extremes(found, plan.superlative, reading)
    if not found.answers and plan.operation in ("holders", "values", "count"):
        facts.append(_empty(found))
    if plan.operation == "exists":
        if found.refused:
            facts.append(_refused(found, reading))
        elif not found.answers:
            facts.append(_denied(found, reading))
    else:
        facts += [
            _absent(found, each)
            for each in plan.constraints
            if _is_excluded(each) and properties_of_constraint(each)
        ]
    if found.complete and facts:
        facts.append(_complete(found, reading))
    return tuple(_numbered(fact, f"D{n}") for n, fact in enumerate(facts, start=1))


def _numbered(fact: DerivedFact, id_: str) -> DerivedFact:
    return DerivedFact(
        id_, fact.kind, fact.about, fact.value, fact.text, fact.complete, fact.premises,
        fact.properties,
    )  # fmt: skip


def _make(
    found: Found,
    kind: DerivedKind,
    text: str,
    value: Labelled | int | bool | None,
    *,
    about: str | None = None,
    properties: tuple[IRI, ...] | None = None,
) -> DerivedFact:
    return DerivedFact(
        id="",
        kind=kind,
        about=_about(found.plan) if about is None else about,
        value=value,
        text=text,
        complete=found.complete or found.denied,
        premises=tuple(fact.id for fact in found.proofs),
        properties=properties_of(found.plan) if properties is None else properties,
    )


def _about(plan: Plan) -> str:
    """Say the constraints in their own words; the excluded ones are said apart."""
    texts = [each.text for each in plan.constraints if not _is_excluded(each)]
    if plan.combine == "any":
        return (" oder " if plan.language == "de" else " or ").join(texts)
    return wording.some(texts, plan.language)


def _is_excluded(constraint: Constraint) -> bool:
    return constraint.excluded or isinstance(constraint.where, Not)


def _names(found: Found) -> list[str]:
    return [as_name(entity.label, found.plan.language) for entity in found.answers]


def _count(found: Found) -> DerivedFact:
    n, language = len(found.answers), found.plan.language
    about = _about(found.plan) if found.plan.operation != "values" else ""
    return _make(
        found, "count", wording.count_text(n, about, _names(found), language, found.reading), n
    )


def _only(found: Found) -> DerivedFact:
    plan, answer = found.plan, found.answers[0]
    superlative = plan.superlative.text if plan.superlative else ""
    text = wording.only_text(
        as_name(answer.label, plan.language),
        _about(plan),
        superlative,
        plan.language,
        complete=found.complete,
    )
    return _make(found, "only", text, answer)


def _extremes(found: Found, superlative: Superlative, reading: Reading) -> list[DerivedFact]:
    """Say the best value that the proofs of the answers hold."""
    predicate = superlative.predicate
    if predicate is None:
        return []
    values = _ranking_values(found.proofs, predicate)
    best = _best(values, superlative)
    if best is None:
        return []
    kind: DerivedKind = "maximum" if superlative.largest else "minimum"
    labels = reading.labelled((predicate, best))
    text = wording.extreme_text(
        labels[predicate].label, labels[best].label, _names(found), found.plan.language,
        largest=superlative.largest,
    )  # fmt: skip
    return [_make(found, kind, text, labels[best])]


def _ranking_values(proofs: Sequence[Fact], predicate: IRI) -> list[Term]:
    own = [fact.object for fact in proofs if fact.predicate == predicate]
    qualified = [
        each.value for fact in proofs for each in fact.qualifiers if each.predicate == predicate
    ]
    return list(dict.fromkeys(own + qualified))


def _best(values: Sequence[Term], superlative: Superlative) -> Term | None:
    scale = {term: place for place, term in enumerate(superlative.scale)}
    ranked = [value for value in values if value in scale]
    keys = {value: str(scale[value]).zfill(9) for value in ranked}
    for value in () if ranked else values:
        known = comparable(value) if isinstance(value, Literal) else None
        if known is not None and known.family != "string":
            keys[value] = known.high if superlative.largest else known.low
    if not keys:
        return None
    return (max if superlative.largest else min)(keys, key=lambda value: keys[value])


def _empty(found: Found) -> DerivedFact:
    text = wording.empty_text(_about(found.plan), found.plan.language, complete=found.complete)
    return _make(found, "empty", text, 0)


def _denied(found: Found, reading: Reading) -> DerivedFact:
    about, language = _about(found.plan), found.plan.language
    named = reading.labelled(found.plan.subjects).values()
    subjects = [as_name(entity.label, language) for entity in named]
    certain = found.complete or found.denied
    text = wording.absent_text(about, subjects, language, complete=certain)
    return _make(found, "absent", text, False)


def _refused(found: Found, reading: Reading) -> DerivedFact:
    """Say which statements are stated not to be so: a certain no, whatever else is recorded."""
    triples = [(fact.subject, fact.predicate, fact.object) for fact in found.refused]
    labels = reading.labelled(term for triple in triples for term in triple)
    said = [" ".join(labels[term].label for term in triple) for triple in triples]
    made = _make(found, "absent", wording.refused_text(said, found.plan.language), False)
    return replace(made, complete=True, premises=tuple(fact.id for fact in found.refused))


def _absent(found: Found, constraint: Constraint) -> DerivedFact:
    language = found.plan.language
    about = constraint.text.removeprefix("nicht " if language == "de" else "not ")
    text = wording.absent_text(about, _names(found), language, complete=found.complete)
    properties = properties_of_constraint(constraint)
    return _make(found, "absent", text, None, about=about, properties=properties)


def _complete(found: Found, reading: Reading) -> DerivedFact:
    labels = reading.labelled(sorted(found.declared, key=write_term)).values()
    text = wording.complete_text([entity.label for entity in labels], found.plan.language)
    return _make(found, "complete", text, None, about="", properties=found.declared)
