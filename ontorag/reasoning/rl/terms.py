"""Integers for terms; the vocabulary of OWL 2, RDF and RDFS has the same ones in every run.

Source: OWL 2 Web Ontology Language, Mapping to RDF Graphs (second edition).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ontorag.names import OWL, RDF, RDFS, SWRL

Triple: TypeAlias = tuple[int, int, int]

_NAMES = (
    *(RDF + name for name in ("type", "first", "rest", "nil", "PlainLiteral")),
    *(
        RDFS + name
        for name in (
            "subClassOf", "subPropertyOf", "domain", "range", "Class", "Datatype", "Literal",
        )
    ),
    *(
        OWL + name
        for name in (
            "sameAs", "differentFrom", "equivalentClass", "equivalentProperty", "inverseOf",
            "propertyChainAxiom", "hasKey", "intersectionOf", "unionOf", "oneOf", "complementOf",
            "disjointWith", "propertyDisjointWith", "onProperty", "onClass", "onDataRange",
            "someValuesFrom", "allValuesFrom", "hasValue", "maxCardinality",
            "maxQualifiedCardinality", "members", "distinctMembers", "sourceIndividual",
            "assertionProperty", "targetIndividual", "targetValue", "Class", "Thing", "Nothing",
            "FunctionalProperty", "InverseFunctionalProperty", "SymmetricProperty",
            "AsymmetricProperty", "TransitiveProperty", "IrreflexiveProperty", "AllDifferent",
            "AllDisjointClasses", "AllDisjointProperties", "NegativePropertyAssertion",
            "ObjectProperty", "DatatypeProperty", "Restriction", "disjointUnionOf",
            "AnnotationProperty", "Ontology", "topObjectProperty", "bottomObjectProperty",
            "topDataProperty", "bottomDataProperty", "Axiom", "NamedIndividual",
        )
    ),
    *(
        SWRL + name
        for name in (
            "Imp", "Variable", "body", "head", "arguments", "argument1", "argument2", "builtin",
            "classPredicate", "dataRange", "propertyPredicate", "ClassAtom", "DataRangeAtom",
            "IndividualPropertyAtom", "DatavaluedPropertyAtom", "BuiltinAtom",
            "SameIndividualAtom", "DifferentIndividualsAtom",
        )
    ),
)  # fmt: skip

(
    TYPE, FIRST, REST, NIL, PLAIN_LITERAL,
    SUBCLASS, SUBPROPERTY, DOMAIN, RANGE, RDFS_CLASS, DATATYPE, RDFS_LITERAL,
    SAME, DIFFERENT, EQUIVALENT_CLASS, EQUIVALENT_PROPERTY, INVERSE,
    CHAIN, KEY, INTERSECTION, UNION, ONE_OF, COMPLEMENT,
    DISJOINT, DISJOINT_PROPERTY, ON_PROPERTY, ON_CLASS, ON_DATA_RANGE,
    SOME, ALL, HAS_VALUE, MAX,
    MAX_QUALIFIED, MEMBERS, DISTINCT_MEMBERS, NEGATIVE_SUBJECT,
    NEGATIVE_PROPERTY, NEGATIVE_OBJECT, NEGATIVE_VALUE, OWL_CLASS, THING, NOTHING,
    FUNCTIONAL, INVERSE_FUNCTIONAL, SYMMETRIC,
    ASYMMETRIC, TRANSITIVE, IRREFLEXIVE, ALL_DIFFERENT,
    ALL_DISJOINT_CLASSES, ALL_DISJOINT_PROPERTIES, NEGATIVE_ASSERTION,
    OBJECT_PROPERTY, DATATYPE_PROPERTY, RESTRICTION, DISJOINT_UNION,
    ANNOTATION_PROPERTY, ONTOLOGY, TOP_OBJECT, BOTTOM_OBJECT,
    TOP_DATA, BOTTOM_DATA, AXIOM, NAMED_INDIVIDUAL,
    RULE, VARIABLE, BODY, HEAD, ARGUMENTS, ARGUMENT_1, ARGUMENT_2, BUILTIN,
    CLASS_PREDICATE, DATA_RANGE, PROPERTY_PREDICATE, CLASS_ATOM, DATA_RANGE_ATOM,
    PROPERTY_ATOM, VALUE_ATOM, BUILTIN_ATOM,
    SAME_ATOM, DIFFERENT_ATOM,
) = range(len(_NAMES))  # fmt: skip

LIST_AXIOMS = frozenset(
    {CHAIN, KEY, INTERSECTION, UNION, ONE_OF, MEMBERS, DISTINCT_MEMBERS, DISJOINT_UNION}
)
"""Predicates whose object is an RDF list."""

RULE_PARTS = frozenset(
    {
        BODY, HEAD, ARGUMENTS, ARGUMENT_1, ARGUMENT_2, BUILTIN, CLASS_PREDICATE, DATA_RANGE,
        PROPERTY_PREDICATE,
    }
)  # fmt: skip
"""Predicates that make up a rule."""

ATOM_KINDS = frozenset(
    {
        CLASS_ATOM, DATA_RANGE_ATOM, PROPERTY_ATOM, VALUE_ATOM, BUILTIN_ATOM, SAME_ATOM,
        DIFFERENT_ATOM,
    }
)  # fmt: skip


class TermTable:
    """Terms' N-Triples texts and their integers, both ways."""

    __slots__ = ("ids", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = [f"<{name}>" for name in _NAMES]
        self.ids: dict[str, int] = {text: number for number, text in enumerate(self.texts)}

    def number(self, text: str) -> int:
        """Give the term's integer, a new one for a new term."""
        number = self.ids.get(text)
        if number is None:
            number = self.ids[text] = len(self.texts)
            self.texts.append(text)
        return number

    def numbers(self, texts: Iterable[str]) -> list[int]:
        """Give the integers of several terms."""
        return [self.number(text) for text in texts]

    def is_literal(self, term: int) -> bool:
        """Say whether the term is a literal."""
        return self.texts[term].startswith('"')

    def is_blank(self, term: int) -> bool:
        """Say whether the term is a blank node."""
        return self.texts[term].startswith("_:")
