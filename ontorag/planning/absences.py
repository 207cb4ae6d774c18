"""Absences: "keine E-Mail-Adresse", "no skills": things that lack any value of a property."""

from __future__ import annotations

from ontorag.language import fold
from ontorag.language.words import folded_set
from ontorag.planning.conditions import Binder, Bound
from ontorag.planning.question import Question
from ontorag.values import IRI, Concept, Constraint, Has, Link, Step

_NONE_OF = folded_set("kein keine keinen keinem keiner keines keinerlei no without ohne lacks lack")
_WITHOUT = folded_set("ohne without lacks lack lacking fehlt fehlen")
_NOBODY = folded_set("niemand niemanden niemandem nobody none keiner nichts nothing")


def absences(binder: Binder) -> list[Bound]:
    """Read each property word under "no" as the condition to have no value of it."""
    question = binder.question
    if not question.has("possession") and not _without(question):
        return _by_nobody(binder) if not question.bound and question.asked_class else []
    found = [
        _absent(binder, link, Step(iri))
        for link in question.of_role("relation")
        if question.before(link.mention) in _NONE_OF and (iri := _property(binder, link))
    ]
    if question.asked_class is not None and not question.bound and not found:
        found += _by_nobody(binder)
    return found


def _without(question: Question) -> bool:
    """Whether something is said to be without it, or to lack it: "cities without a mayor"."""
    return any(fold(cue.text) in _WITHOUT for cue in question.cues)


def _by_nobody(binder: Binder) -> list[Bound]:
    """Read "Welche Fähigkeiten beherrscht niemand?": nothing leads to them."""
    cue = binder.question.first("negation")
    if cue is None or fold(cue.text) not in _NOBODY:
        return []
    schema, asked = binder.weighing.schema, binder.question.asked_class
    kin = binder.weighing.asked_kin
    fitting = [
        iri
        for iri in binder.weighing.phrases
        if iri in schema.properties and kin & {*schema.properties[iri].all_ranges}
    ]
    link = next(each for each in binder.question.of_role("asked") if each.target is not None)
    assert asked is not None
    return [_absent(binder, link, Step(fitting[0], inverse=True))] if len(fitting) == 1 else []


def _absent(binder: Binder, link: Link, step: Step) -> Bound:
    text = binder.label(step.predicate)
    constraint = Constraint(text, Has(step), link.mention.text, True, (step.predicate,))
    return Bound(link, constraint)


def _property(binder: Binder, link: Link) -> IRI | None:
    """Give the one property that a relation's words mean."""
    meant = [
        candidate.target.iri
        for candidate in link.candidates
        if isinstance(candidate.target, Concept) and isinstance(candidate.target.iri, IRI)
    ]
    known = [iri for iri in meant if iri in binder.weighing.schema.properties]
    return known[0] if len(known) == 1 else None
