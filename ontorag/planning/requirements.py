"""Requirements: who has everything that a thing requires ("who can take on the mission X")."""

from __future__ import annotations

from ontorag.planning.conditions import Binder, Bound
from ontorag.planning.relations import Weighing
from ontorag.values import IRI, Concept, Constraint, Every, Has, Is, Link, Step


def meets_requirements(binder: Binder) -> Bound | None:
    """Read a question about meeting all requirements of a thing; None when it is another."""
    if not _asks_to_meet(binder):
        return None
    for link in binder.question.bound:
        if link.role != "excluded" and isinstance(link.target, Concept):
            path = _path(binder.weighing, link.target)
            if path is not None and _is_held_by(binder, path[0]):
                return _meeting(binder, link, *path)
    return None


def _is_held_by(binder: Binder, held: IRI) -> bool:
    """Whether what is asked for may hold something by the property.

    Customers have projects; they do not meet what these require.
    """
    asked, schema = binder.question.asked_class, binder.weighing.schema
    if asked is None:
        return True
    domains = {*schema.properties[held].all_domains}
    return not domains or bool(domains & {*schema.superclasses(asked), *schema.subclasses(asked)})


def _meeting(binder: Binder, link: Link, held: IRI, needed: IRI) -> Bound:
    assert isinstance(link.target, Concept)
    thing = link.target.iri
    every = Every(Step(held), Has(Step(needed, inverse=True), Is((thing,))))
    label = binder.label
    text = f"{label(held)} ← {label(needed)}: {label(thing)}"
    return Bound(link, Constraint(text, every, link.mention.text, False, (held, needed)))


def _asks_to_meet(binder: Binder) -> bool:
    """Whether requirements are to be met: by cue, or by having what something requires."""
    question, weighing = binder.question, binder.weighing
    if question.has("take_on", "requirement"):
        return True
    needs = [iri for iri in weighing.phrases if weighing.lexicon.says_requirement(iri)]
    if not needs or not question.has("possession") or question.form == "exists":
        return False
    asked = question.asked_class
    if asked is None:
        return question.has("who")
    schema = weighing.schema
    related = {*schema.superclasses(asked), *schema.subclasses(asked)}
    uses = [schema.properties[iri] for iri in needs if iri in schema.properties]
    return not related & {cls for use in uses for cls in (*use.ranges, *use.domains)}


def _path(weighing: Weighing, thing: Concept) -> tuple[IRI, IRI] | None:
    """Find (the property by which others have it, the property by which the thing needs it)."""
    edges = weighing.around.steps_of(thing.iri)
    types = weighing.classes_of(thing)
    for use in weighing.schema.properties.values():
        needs = weighing.lexicon.says_requirement(use.iri)
        of_such = "class" not in thing.kinds and bool(types & set(use.all_domains))
        if needs and (Step(use.iri) in edges or of_such):
            held = _holding(weighing, use.iri)
            if held is not None:
                return held, use.iri
    return None


def _holding(weighing: Weighing, need: IRI) -> IRI | None:
    """Find the property whose objects are of the kind that ``need`` asks for."""
    schema, lexicon = weighing.schema, weighing.lexicon
    ranges = set(schema.properties[need].all_ranges)
    like = set(schema.like_objects(need))
    fitting = [
        use
        for use in schema.properties.values()
        if use.iri != need
        and weighing.is_open(use)
        and not lexicon.says_requirement(use.iri)
        and (use.iri in like or ranges & set(use.all_ranges))
    ]
    best = min(
        fitting,
        key=lambda use: (
            use.iri not in weighing.phrases,
            not lexicon.says_possession(use.iri),
            -use.triples,
            use.iri.value,
        ),
        default=None,
    )
    return best.iri if best else None
