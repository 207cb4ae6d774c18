"""Which properties a class has: "Which properties does Person have?", "Eigenschaften von Recipe".

Asked is the vocabulary itself: what is declared to be a property of a class, of those above it
too with "all".

Sources: RDF Schema 1.1, section 3.2 (domain); schema.org (domainIncludes).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ontorag.language import fold
from ontorag.language.words import Language, folded_set
from ontorag.names import RDFS_DOMAIN, SDO, SDO_HTTP
from ontorag.planning.describing import describe
from ontorag.planning.question import read_question
from ontorag.schema import Schema
from ontorag.values import IRI, Concept, Constraint, Has, Is, Link, Or, Plan, Step, Term

DOMAINS = tuple(
    IRI(iri) for iri in (RDFS_DOMAIN, SDO + "domainIncludes", SDO_HTTP + "domainIncludes")
)
_PROPERTIES = folded_set(
    """
    property properties attribute attributes field fields
    eigenschaft eigenschaften attribut attribute attributen merkmal merkmale
    """
)
_LIGHT = folded_set(
    """
    what which are is the a an of does do have has there defined for all list name show how many
    can class
    was sind ist der die das den dem des ein eine einer eines welche welcher von zu für hat haben
    gibt es alle nenne zeige wie viele kann besitzt klasse
    """
)


def plan_properties(
    text: str,
    links: Sequence[Link],
    *,
    language: Language,
    schema: Schema,
    label: Callable[[Term], str],
) -> Plan | None:
    """Plan a question for the properties of one class; None of any other."""
    classes = [link for link in links if _class_of(link) is not None and not _says_it(link)]
    if len(classes) != 1:
        return None
    question = read_question(text, tuple(classes), language)
    outside = {fold(word) for word in question.words_outside(classes)} - {""}
    if not outside & _PROPERTIES or not outside <= _PROPERTIES | _LIGHT:
        return None
    cls = _class_of(classes[0])
    assert cls is not None
    wanted = schema.superclasses(cls) if question.has("all") else (cls,)
    where = Or(tuple(Has(Step(domain), Is(tuple(wanted))) for domain in DOMAINS))
    text = f"{label(DOMAINS[0])}: {label(cls)}"
    plan = Plan(
        "count" if question.form == "count" else "values",
        where,
        (Constraint(text, where, classes[0].mention.text, False, DOMAINS),),
        subjects=(cls,),
        properties=DOMAINS,
        language=language,
    )
    return replace(plan, sentences=describe(plan, label))


def _says_it(link: Link) -> bool:
    """Whether a word asks for properties, though a class is called so too: "Property"."""
    return {*fold(link.mention.text).split()} <= _PROPERTIES


def _class_of(link: Link) -> IRI | None:
    target = link.target
    is_class = isinstance(target, Concept) and "class" in target.kinds
    return target.iri if is_class and isinstance(target.iri, IRI) else None  # type: ignore[union-attr]
