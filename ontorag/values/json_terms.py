"""Terms, targets and `Where` trees as JSON values, there and back.

A term is ``{"iri", "label"}``, ``{"value", "datatype", "language", "direction"}``, ``{"bnode"}`` or
``{"triple": [s, p, o]}``; the label is for people and is not read back. A `Where` is an object
with one key that names it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ontorag.errors import InputError
from ontorag.values.links import Concept, Target, Value
from ontorag.values.terms import IRI, BlankNode, Literal, Term, Triple
from ontorag.values.where import (
    And,
    AtLeast,
    Compare,
    Every,
    Has,
    Is,
    Not,
    OfType,
    Or,
    QualifierCondition,
    Step,
    Top,
    Where,
)

JSON: TypeAlias = dict[str, Any]
Labels: TypeAlias = Mapping[Term, str]
NO_LABELS: Labels = {}


def term_to_json(term: Term, labels: Labels = NO_LABELS) -> JSON:
    """Write a term; an IRI or blank node with its label where ``labels`` has one.

    >>> term_to_json(IRI("urn:a"), {IRI("urn:a"): "A"})
    {'iri': 'urn:a', 'label': 'A'}
    """
    if isinstance(term, Literal):
        return {
            "value": term.lexical,
            "datatype": term.datatype,
            "language": term.language,
            "direction": term.direction,
        }
    if isinstance(term, Triple):
        parts = (term.subject, term.predicate, term.object)
        return {"triple": [term_to_json(part, labels) for part in parts]}
    named: JSON = {"iri": term.value} if isinstance(term, IRI) else {"bnode": term.id}
    return named | ({"label": labels[term]} if term in labels else {})


def term_from_json(raw: Mapping[str, Any]) -> Term:
    """Read a term, the inverse of `term_to_json` but for the label."""
    if "iri" in raw:
        return IRI(raw["iri"])
    if "bnode" in raw:
        return BlankNode(raw["bnode"])
    if "value" in raw:
        return Literal(raw["value"], raw["datatype"], raw.get("language"), raw.get("direction"))
    if "triple" in raw:
        subject, predicate, obj = (term_from_json(part) for part in raw["triple"])
        if isinstance(predicate, IRI):
            return Triple(subject, predicate, obj)
    raise InputError(f"{str(raw)[:80]} is not a term: iri, value, bnode or triple is wanted")


def iri_from_json(raw: Mapping[str, Any]) -> IRI:
    """Read an IRI; any other term is an `InputError`."""
    term = term_from_json(raw)
    if not isinstance(term, IRI):
        raise InputError(f"{str(raw)[:80]} is not an IRI, and one is wanted here")
    return term


def target_to_json(target: Target) -> JSON:
    """Write what a link leads to: a term with what is known about it."""
    if isinstance(target, Value):
        return term_to_json(target.literal) | {"property": term_to_json(target.property)}
    label = {target.iri: target.labels[0][0]} if target.labels else {}
    return term_to_json(target.iri, label) | {
        "kinds": list(target.kinds),
        "labels": [list(pair) for pair in target.labels],
        "synonyms": [list(pair) for pair in target.synonyms],
        "definition": target.definition,
        "obsolete": target.obsolete,
        "replaced_by": term_to_json(target.replaced_by) if target.replaced_by else None,
    }


def target_from_json(raw: Mapping[str, Any]) -> Target:
    """Read what a link leads to, the inverse of `target_to_json`."""
    term = term_from_json(raw)
    if "property" in raw and isinstance(term, Literal):
        return Value(iri_from_json(raw["property"]), term)
    return Concept(
        iri=term,
        kinds=tuple(raw["kinds"]),
        labels=tuple((text, language) for text, language in raw["labels"]),
        synonyms=tuple((text, language) for text, language in raw["synonyms"]),
        definition=raw["definition"],
        obsolete=raw["obsolete"],
        replaced_by=iri_from_json(raw["replaced_by"]) if raw["replaced_by"] else None,
    )


def where_to_json(where: Where, labels: Labels = NO_LABELS) -> JSON:
    """Write a tree of the set algebra.

    >>> where_to_json(Not(OfType((IRI("urn:a"),))))
    {'not': {'of_type': [{'iri': 'urn:a'}]}}
    """
    if isinstance(where, Is):
        return {"is": [term_to_json(term, labels) for term in where.terms]}
    if isinstance(where, OfType):
        return {"of_type": [term_to_json(each, labels) for each in where.classes]}
    if isinstance(where, Compare):
        return {"compare": {"operator": where.operator, "value": term_to_json(where.value, labels)}}
    if isinstance(where, Has):
        return {
            "has": _step(where.step, labels)
            | {
                "target": _optional(where.target, labels),
                "qualifiers": [
                    {
                        "property": term_to_json(each.predicate, labels),
                        "target": _optional(each.target, labels),
                    }
                    | ({"excluded": True} if each.excluded else {})
                    for each in where.qualifiers
                ],
            }
        }
    if isinstance(where, Every):
        return {"every": _step(where.step, labels) | {"of": where_to_json(where.of, labels)}}
    if isinstance(where, Not):
        return {"not": where_to_json(where.part, labels)}
    if isinstance(where, Top):
        return {"top": _top(where, labels)}
    parts = [where_to_json(part, labels) for part in where.parts]
    if isinstance(where, AtLeast):
        return {"at_least": {"n": where.n, "parts": parts}}
    return {"and" if isinstance(where, And) else "or": parts}


def where_from_json(raw: Mapping[str, Any]) -> Where:
    """Read a tree of the set algebra, the inverse of `where_to_json`."""
    if len(raw) != 1 or (name := next(iter(raw))) not in _READERS:
        raise InputError(f"{str(raw)[:80]} is not a Where: one of {', '.join(_READERS)} is wanted")
    return _READERS[name](raw[name])


def _optional(where: Where | None, labels: Labels) -> JSON | None:
    return None if where is None else where_to_json(where, labels)


def _step(step: Step, labels: Labels) -> JSON:
    return {"property": term_to_json(step.predicate, labels), "inverse": step.inverse}


def _top(where: Top, labels: Labels) -> JSON:
    return {
        "of": where_to_json(where.of, labels),
        "property": term_to_json(where.predicate, labels),
        "n": where.n,
        "largest": where.largest,
        "scale": [term_to_json(term, labels) for term in where.scale],
        "of_step": None if where.of_step is None else _step(where.of_step, labels),
        "of_target": _optional(where.of_target, labels),
    }


def _read_optional(raw: Mapping[str, Any] | None) -> Where | None:
    return None if raw is None else where_from_json(raw)


def _read_step(raw: Mapping[str, Any]) -> Step:
    return Step(iri_from_json(raw["property"]), raw["inverse"])


def _read_compare(raw: Mapping[str, Any]) -> Compare:
    value = term_from_json(raw["value"])
    if not isinstance(value, Literal):
        raise InputError(f"{str(raw)[:80]} compares with no literal")
    return Compare(raw["operator"], value)


def _read_has(raw: Mapping[str, Any]) -> Has:
    qualifiers = tuple(
        QualifierCondition(
            iri_from_json(each["property"]),
            _read_optional(each["target"]),
            bool(each.get("excluded", False)),
        )
        for each in raw["qualifiers"]
    )
    return Has(_read_step(raw), _read_optional(raw["target"]), qualifiers)


def _read_top(raw: Mapping[str, Any]) -> Top:
    return Top(
        of=where_from_json(raw["of"]),
        predicate=iri_from_json(raw["property"]),
        n=raw["n"],
        largest=raw["largest"],
        scale=tuple(term_from_json(each) for each in raw["scale"]),
        of_step=None if raw["of_step"] is None else _read_step(raw["of_step"]),
        of_target=_read_optional(raw["of_target"]),
    )


_READERS: dict[str, Callable[[Any], Where]] = {
    "is": lambda raw: Is(tuple(term_from_json(each) for each in raw)),
    "of_type": lambda raw: OfType(tuple(iri_from_json(each) for each in raw)),
    "compare": _read_compare,
    "has": _read_has,
    "every": lambda raw: Every(_read_step(raw), where_from_json(raw["of"])),
    "not": lambda raw: Not(where_from_json(raw)),
    "and": lambda raw: And(tuple(where_from_json(each) for each in raw)),
    "or": lambda raw: Or(tuple(where_from_json(each) for each in raw)),
    "at_least": lambda raw: AtLeast(
        raw["n"], tuple(where_from_json(each) for each in raw["parts"])
    ),
    "top": _read_top,
}
