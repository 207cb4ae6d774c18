"""What a question says of a statement: "Python auf Expertenniveau", "bei Acme seit 2019".

A qualifier belongs to the statement that it is seen on in the data. Where the question names no
such statement, any statement of a property that has such qualifiers will do: "Wer ist Experte?".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ontorag.language import fold
from ontorag.language.words import folded_set
from ontorag.planning.comparing import Comparison
from ontorag.planning.conditions import Binder, Bound
from ontorag.planning.relations import Relation
from ontorag.schema import Property
from ontorag.values import (
    IRI,
    And,
    Compare,
    Concept,
    Constraint,
    Every,
    Has,
    Is,
    Link,
    Mention,
    Or,
    QualifierCondition,
    Step,
    Term,
    Value,
    Where,
)

_SINCE = folded_set("seit since")
"""What a statement holds since is when it began, not any later time."""


@dataclass(frozen=True, slots=True)
class Said:
    """One condition on a statement, with its words and where they stand."""

    use: Property
    target: Where
    text: str
    link: Link

    @property
    def condition(self) -> QualifierCondition:
        """The condition for the set algebra."""
        return QualifierCondition(self.use.iri, self.target)


def said_by_link(binder: Binder, link: Link, others: Sequence[Link] = ()) -> Said | None:
    """Read a value that qualifies statements: "Experte" as a level of skill.

    A thing that also stands at edges of its own is one only beside another thing of ``others``
    whose statements it qualifies.
    """
    uses = binder.weighing.schema.properties
    if isinstance(link.target, Value):
        use = uses.get(link.target.property)
        if use is None or not _qualifies(binder, use):
            return None
        return _said(binder, use, binder.meant(link), link.target.literal.lexical, link)
    if not isinstance(link.target, Concept) or "class" in link.target.kinds:
        return None
    thing = link.target.iri
    naming = [use for use in uses.values() if thing in use.values and _qualifies(binder, use)]
    if _edges(binder, link):
        stated = {step.predicate for other in others for step in _edges(binder, other)}
        naming = [use for use in naming if not stated.isdisjoint(use.qualifies)]
    naming.sort(key=lambda use: (use.iri not in binder.weighing.phrases, use.iri.value))
    return _said(binder, naming[0], Is((thing,)), binder.name(link), link) if naming else None


def said_by_comparison(binder: Binder, read: Comparison) -> Said | None:
    """Read a comparison with a number, date or place on a scale that qualifies statements."""
    use = binder.weighing.schema.properties.get(read.property)
    if use is None or not _qualifies(binder, use):
        return None
    mention = Mention(binder.question.text[read.start : read.end], read.start, read.end)
    target, said = _target_of(read.where), read.said
    if said.startswith(">= ") and fold(mention.text.split()[0]) in _SINCE:
        target, said = _equal(target), said.removeprefix(">= ")
    return _said(binder, use, target, said, Link(mention, None))


def _qualifies(binder: Binder, use: Property) -> bool:
    """Whether a property says something of statements, where nodes for them are not asked for."""
    weighing = binder.weighing
    asked = use.is_plain and not weighing.asked_kin.isdisjoint(use.all_domains)
    return use.is_qualifier and not asked


def _edges(binder: Binder, link: Link) -> list[Step]:
    """Give the edges of other things that lead to what a link names."""
    thing = link.target.iri if isinstance(link.target, Concept) else None
    steps = binder.weighing.around.steps_of(thing) if thing is not None else {}
    uses = binder.weighing.schema.properties
    into = [step for step in steps if step.inverse and step.predicate in uses]
    return [step for step in into if binder.weighing.is_open(uses[step.predicate])]


def names_kind(binder: Binder, link: Link) -> bool:
    """Whether a class word only names the kind of what follows: "level expert"."""
    if not isinstance(link.target, Concept) or "class" not in link.target.kinds:
        return False
    following = [other for other in binder.question.bound if binder.question.follows_class(other)]
    return any(
        binder.question.follows_class(other) == link.target.iri
        and other.mention.start >= link.mention.end
        and isinstance(other.target, Concept)
        and link.target.iri in binder.weighing.around.types_of(other.target.iri)
        for other in following
    )


def rest_of(binder: Binder, link: Link, said: Sequence[Said]) -> list[Link]:
    """Give the other links that no qualifier was read from, circumstances included."""
    taken = [link, *(each.link for each in said)]
    links = (*binder.question.bound, *binder.question.of_role("circumstance"))
    return [other for other in links if other not in taken]


def _equal(where: Where) -> Where:
    if isinstance(where, Or):
        return Or(tuple(map(_equal, where.parts)))
    return replace(where, operator="=") if isinstance(where, Compare) else where


def may_qualify(binder: Binder) -> list[Link]:
    """Give the links that constrain the answer, with circumstances that are values of statements.

    In "expert in Java and beginner in Rust" the second value is read with the first's "in".
    """
    bound, beside = binder.question.bound, binder.question.of_role("circumstance")
    values = [link for link in beside if said_by_link(binder, link) is not None]
    return [link for link in binder.question.links if link in bound or link in values]


def within(link: Link, read: Sequence[Comparison]) -> bool:
    """Whether a comparison has taken up the words of a link."""
    return any(each.start <= link.mention.start < each.end for each in read)


def with_read(
    binder: Binder, bound: Sequence[Bound], said: Sequence[Said], read: Sequence[Comparison]
) -> list[Bound]:
    """Add what comparisons say: of statements where they qualify these, else of the answer."""
    qualifying = [(each, said_by_comparison(binder, each)) for each in read]
    compared = [binder.compared(each) for each, own in qualifying if own is None]
    also = [own for _, own in qualifying if own is not None]
    return [*with_qualifiers(binder, bound, [*said, *also]), *compared]


def with_qualifiers(binder: Binder, bound: Sequence[Bound], said: Sequence[Said]) -> list[Bound]:
    """Put conditions on statements to the statements: "Experte in Python".

    One condition goes to all statements that can have it ("Python und Java auf
    Expertenniveau"); as many as there are such statements go to one each, in the order of the
    words ("Experte in Python und Anfänger in Java"); several for fewer are alternatives.
    """
    made = list(bound)
    for use in dict.fromkeys(each.use for each in said):
        own = sorted((s for s in said if s.use == use), key=lambda s: s.link.mention.start)
        fits = [at for at, each in enumerate(made) if _attached(each, use, own[0]) is not None]
        fits.sort(key=lambda at: made[at].link.mention.start)
        if own[0].link.role == "excluded" and fits:
            made += _excluding(made, fits, use, own)
        elif not fits:
            made += _of_circumstances(binder, use, own) or [_alone(binder, use, _either(own))]
        elif len(own) == len(fits):
            for at, each in zip(fits, own, strict=True):
                made[at] = _attached(made[at], use, each) or made[at]
        else:
            for at in fits:
                made[at] = _attached(made[at], use, _either(own)) or made[at]
    return made


def _excluding(
    bound: Sequence[Bound], fits: Sequence[int], use: Property, own: Sequence[Said]
) -> list[Bound]:
    """Make the conditions not to have the statements so qualified: "aber nicht als Experte"."""
    found = (_attached(bound[at], use, _either(own)) for at in fits)
    return [
        replace(each, constraint=replace(each.constraint, excluded=True)) for each in found if each
    ]


def _said(binder: Binder, use: Property, target: Where, value: str, link: Link) -> Said:
    joint = " " if value[:1] in "<>=!" else ": "
    return Said(use, target, f"{binder.label(use.iri)}{joint}{value}", link)


def _either(own: Sequence[Said]) -> Said:
    """Join several conditions on one qualifier: any of them will do."""
    if len(own) == 1:
        return own[0]
    values = tuple(dict.fromkeys(t for each in own for t in _terms(each.target)))
    plain = all(isinstance(each.target, Is) for each in own)
    target: Where = Is(values) if plain else Or(tuple(each.target for each in own))
    rest = (each.text.partition(": ")[2] or each.text for each in own[1:])
    return Said(own[0].use, target, " / ".join((own[0].text, *rest)), own[0].link)


def _terms(where: Where) -> tuple[Term, ...]:
    return where.terms if isinstance(where, Is) else ()


def _target_of(where: Where) -> Where:
    """Give what a comparison asks of the value itself."""
    if isinstance(where, Has) and where.target is not None:
        return where.target
    if isinstance(where, Or):
        return Or(tuple(map(_target_of, where.parts)))
    assert isinstance(where, And)
    return And(tuple(map(_target_of, where.parts)))


def _attached(each: Bound, use: Property, said: Said) -> Bound | None:
    """Give a condition with the qualifier at its statement, or None where it has none that fits."""
    found = _changed(each.constraint.where, use.qualifies, said.condition)
    if found is None:
        return None
    text = f"{each.constraint.text} ({said.text})"
    if each.constraint.text.endswith(")") and isinstance(found, Has) and len(found.qualifiers) > 1:
        text = f"{each.constraint.text[:-1]}, {said.text})"
    return replace(each, constraint=replace(each.constraint, where=found, text=text))


def _changed(
    where: Where, predicates: tuple[IRI, ...], condition: QualifierCondition
) -> Where | None:
    if isinstance(where, Has):
        if where.step.predicate in predicates:
            return replace(where, qualifiers=(*where.qualifiers, condition))
        inner = _changed(where.target, predicates, condition) if where.target else None
        return replace(where, target=inner) if inner is not None else None
    if isinstance(where, And):
        for at, part in enumerate(where.parts):
            inner = _changed(part, predicates, condition)
            if inner is not None:
                return And((*where.parts[:at], inner, *where.parts[at + 1 :]))
    return None


def _of_circumstances(binder: Binder, use: Property, own: Sequence[Said]) -> list[Bound]:
    """Make the conditions on the statements about what is named beside: "in Python ein Experte".

    Each value takes what follows it, or what there is: "expert in Java and beginner in Rust".
    """
    around = binder.weighing.around
    places: list[tuple[Link, IRI]] = [
        (link, iri)
        for link in binder.question.of_role("circumstance")
        if isinstance(link.target, Concept)
        for iri in use.qualifies
        if Step(iri, inverse=True) in around.steps_of(link.target.iri)
    ]
    made: list[Bound] = []
    for each in own:
        after = [p for p in places if p[0].mention.start > each.link.mention.start]
        for link, iri in (after or places)[:1]:
            relation = Relation(Step(iri), 0.0, 0.0, said=False, exists=True)
            stated = binder.bound(replace(link, role=each.link.role), relation)
            made += filter(None, [_attached(stated, use, each)])
    return made if len(made) == len(own) else []


def _alone(binder: Binder, use: Property, said: Said) -> Bound:
    """Make the condition to have any statement so qualified."""
    parts = tuple(Has(Step(iri), None, (said.condition,)) for iri in use.qualifies)
    where: Where = parts[0] if len(parts) == 1 else Or(parts)
    labels = ", ".join(map(binder.label, use.qualifies))
    constraint = Constraint(
        f"{labels} ({said.text})", where, said.link.mention.text,
        said.link.role == "excluded", (*use.qualifies,),
    )  # fmt: skip
    return Bound(said.link, constraint)


def named_in(where: Where | None) -> set[Term]:
    """Give the terms that ``where`` names one by one."""
    if isinstance(where, Is):
        return {*where.terms}
    if isinstance(where, Has):
        said = (each.target for each in where.qualifiers)
        return {term for each in (where.target, *said) for term in named_in(each)}
    if isinstance(where, Every):
        return named_in(where.of)
    parts = where.parts if isinstance(where, (And, Or)) else ()
    return {term for part in parts for term in named_in(part)}


def qualifiers_in(where: Where | None) -> set[IRI]:
    """Give the properties that qualify statements in ``where``."""
    if isinstance(where, Has):
        own = {each.predicate for each in where.qualifiers}
        return own | qualifiers_in(where.target)
    if isinstance(where, Every):
        return qualifiers_in(where.of)
    parts = where.parts if isinstance(where, (And, Or)) else ()
    return {iri for part in parts for iri in qualifiers_in(part)}
