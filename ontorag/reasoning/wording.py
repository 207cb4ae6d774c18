"""Statements and class expressions in words, in German and English."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal as OneOf
from typing import TypeAlias

from ontorag.language import words
from ontorag.language.verbs import reads_as_verb
from ontorag.names import OWL, RDF, RDFS, SWRL, local_name, spoken
from ontorag.values import IRI, Literal, read_term

Language: TypeAlias = OneOf["de", "en"]

Statement: TypeAlias = tuple[str, str, str]
"""Subject, predicate and object as N-Triples text."""

Names: TypeAlias = Callable[[str], str]
"""The words for a term, given its N-Triples text."""

_STATEMENTS: Mapping[str, tuple[str, str]] = {
    RDF + "type": ("{s} gehört zur Klasse {o}", "{s} is {an} {o}"),
    RDFS + "subClassOf": (
        "was zur Klasse {s} gehört, gehört auch zur Klasse {o}", "every {s} is {an} {o}",
    ),
    RDFS + "subPropertyOf": ("aus „{s}“ folgt „{o}“", "“{s}” implies “{o}”"),
    RDFS + "domain": ("was „{s}“ hat, gehört zur Klasse {o}", "what has “{s}” is {an} {o}"),
    RDFS + "range": ("Werte von „{s}“ gehören zur Klasse {o}", "a value of “{s}” is {an} {o}"),
    OWL + "equivalentClass": ("{s} und {o} sind dieselbe Klasse", "{s} and {o} are one class"),
    OWL + "equivalentProperty": (
        "„{s}“ und „{o}“ besagen dasselbe", "“{s}” and “{o}” say the same",
    ),
    OWL + "inverseOf": ("„{s}“ ist die Umkehrung von „{o}“", "“{s}” is the inverse of “{o}”"),
    OWL + "sameAs": ("{s} und {o} sind dasselbe", "{s} and {o} are the same"),
    OWL + "differentFrom": ("{s} und {o} sind verschieden", "{s} and {o} are different"),
    OWL + "disjointWith": (
        "nichts gehört zugleich zu den Klassen {s} und {o}", "no {s} is {an} {o}",
    ),
    OWL + "propertyDisjointWith": ("„{s}“ schließt „{o}“ aus", "“{s}” excludes “{o}”"),
    OWL + "complementOf": ("{s} ist alles außer {o}", "{s} is everything but {o}"),
    OWL + "propertyChainAxiom": (
        "„{s}“ folgt aus der Kette {o}", "“{s}” follows from the chain {o}",
    ),
    OWL + "hasKey": ("{s} hat den Schlüssel {o}", "{s} has the key {o}"),
    OWL + "intersectionOf": ("{s} ist der Schnitt aus {o}", "{s} is the intersection of {o}"),
    OWL + "unionOf": ("{s} ist die Vereinigung aus {o}", "{s} is the union of {o}"),
    OWL + "oneOf": ("{s} besteht aus {o}", "{s} consists of {o}"),
}  # fmt: skip

_CHARACTERISTICS: Mapping[str, tuple[str, str]] = {
    OWL + "TransitiveProperty": ("„{s}“ ist transitiv", "“{s}” is transitive"),
    OWL + "SymmetricProperty": ("„{s}“ gilt in beide Richtungen", "“{s}” holds both ways"),
    OWL + "AsymmetricProperty": (
        "„{s}“ gilt nie in beide Richtungen", "“{s}” never holds both ways",
    ),
    OWL + "FunctionalProperty": (
        "„{s}“ hat höchstens einen Wert", "“{s}” has at most one value",
    ),
    OWL + "InverseFunctionalProperty": (
        "ein Wert von „{s}“ gehört zu höchstens einem", "a value of “{s}” belongs to at most one",
    ),
    OWL + "IrreflexiveProperty": (
        "„{s}“ gilt nie von etwas zu sich selbst", "nothing has “{s}” with itself",
    ),
    SWRL + "Imp": ("es gilt die Regel {s}", "the rule says {s}"),
    OWL + "Nothing": ("{s} kann es nicht geben", "{s} cannot exist"),
}  # fmt: skip

_RESTRICTION = frozenset(
    OWL + name
    for name in (
        "onProperty", "someValuesFrom", "allValuesFrom", "hasValue", "maxCardinality",
        "minCardinality", "cardinality", "maxQualifiedCardinality", "minQualifiedCardinality",
        "qualifiedCardinality", "onClass",
    )
)  # fmt: skip
_LIST = (RDF + "first", RDF + "rest")


def is_structure(statement: Statement) -> bool:
    """Say whether a statement only builds a list, restriction or rule, which words leave out."""
    predicate, obj = statement[1][1:-1], statement[2][1:-1]
    if predicate.startswith(SWRL) or (obj.startswith(SWRL) and obj != SWRL + "Imp"):
        return True
    parts = (OWL + "intersectionOf", OWL + "oneOf")
    unnamed = predicate in parts and statement[0].startswith("_:")
    return predicate in _LIST or predicate in _RESTRICTION or unnamed


def is_axiom(statement: Statement) -> bool:
    """Say whether a statement is an axiom; words name the facts before the axioms."""
    _, p, o = statement
    kind = o[1:-1] in _CHARACTERISTICS
    return kind if p == f"<{RDF}type>" else p[1:-1] in _STATEMENTS and p != f"<{OWL}sameAs>"


_SUBCLASS, _NOTHING = f"<{RDFS}subClassOf>", f"<{OWL}Nothing>"
_EMPTY = ("nichts kann zur Klasse {s} gehören", "nothing can be {an} {s}")


def plain_name(text: str) -> str:
    """Name a term without knowing its labels: local name, lexical form, or blank node.

    >>> plain_name("<http://example.org/lotr#hatSkill>"), plain_name('"12"@de')
    ('hatSkill', '12')
    """
    term = read_term(text)
    if isinstance(term, IRI):
        return local_name(term.value) or term.value
    return term.lexical if isinstance(term, Literal) else text


def statement_words(statement: Statement, language: Language, names: Names) -> str:
    """Say a statement in words.

    >>> statement_words(("<urn:x:a>", f"<{RDF}type>", "<urn:x:B>"), "en", plain_name)
    'a is a B'
    """
    s, p, o = statement
    pattern = _CHARACTERISTICS.get(o[1:-1]) if p == f"<{RDF}type>" else None
    pattern = pattern or (_EMPTY if p == _SUBCLASS and o == _NOTHING else None)
    pattern = pattern or _STATEMENTS.get(p[1:-1])
    if pattern is None:
        return f"{names(s)} {names(p)} {names(o)}"
    name = names(o)
    name = "…" if name.startswith("_:") else name
    named = names(s) if pattern is _EMPTY else name
    article = "an" if named[:1].lower() in tuple("aeiou") else "a"
    return pattern[0 if language == "de" else 1].format(s=names(s), o=name, an=article)


_NOTES: Mapping[str, tuple[str, str]] = {
    "ontorag-class-as-value": (
        "eine Klasse als Wert steht auch für die Klassen darüber; so meint es, wer so modelliert,"
        " OWL folgert es nicht",
        "a class as a value stands for the classes above it too; who models so means it, OWL"
        " does not entail it",
    ),
    "ontorag-concept-as-value": (
        "ein Begriff als Wert steht auch für die weiteren Begriffe; SKOS folgert es nicht",
        "a concept as a value stands for the broader ones too; SKOS does not entail it",
    ),
}  # fmt: skip
"""What is said beside the names of rules that no W3C table has."""


def rule_words(rule: str, language: Language) -> str:
    """Give a rule's name, and what it says where that is no rule of the W3C tables.

    >>> rule_words("cax-sco", "en")
    'cax-sco'
    """
    note = _NOTES.get(rule)
    return f"{rule}: {note[0 if language == 'de' else 1]}" if note else rule


AXIOM, INHERITED, FILLER = "ontorag-axiom", "ontorag-inherit", "ontorag-filler"
TRANSITIVE, CHAIN, SUBPROPERTY = "ontorag-transitive", "ontorag-chain", "ontorag-subproperty"
CLASS_RULES = frozenset({AXIOM, INHERITED, FILLER, TRANSITIVE, CHAIN, SUBPROPERTY})
"""Rules that conclude from class axioms what holds of every member of a class."""


def class_level_words(
    statement: Statement,
    language: Language,
    names: Names,
    *,
    every: bool = True,
    some: bool = True,
) -> str:
    """Say what every member of a class (or, not ``every``, one thing) stands in relation to.

    With ``some`` it is some member of the other class.

    >>> class_level_words(("<urn:x:A>", "<urn:x:part%20of>", "<urn:x:B>"), "en", plain_name)
    'every A is part of some B'
    """
    s, p, o = statement
    relation = as_verb(names(p), language)
    lead = {"de": "jede(r/s) ", "en": "every "}[language] if every else ""
    which = "some " if some and language == "en" else ""
    return f"{lead}{names(s)} {relation} {which}{names(o)}"


def as_verb(label: str, language: Language) -> str:
    """Give a property's label as what is said of a subject.

    >>> as_verb("part of", "en"), as_verb("hasTopping", "en"), as_verb("Lage", "de")
    ('is part of', 'has topping', 'hat Lage')
    """
    label = label if " " in label else _in_words(label)
    if reads_as_verb(label):
        return label
    last = label.split()[-1:] and label.split()[-1].lower()
    leads_on = last in words("en").prepositions | words("de").prepositions and " " in label
    be, have = ("ist", "hat") if language == "de" else ("is", "has")
    return f"{be if leads_on else have} {label}"


def _in_words(label: str) -> str:
    """Take a camel-case word apart; a plain word stays as it is."""
    return label if label.isalpha() and label[1:].islower() else spoken(label)


FALSE: Mapping[Language, str] = {
    "de": "Die Daten widersprechen sich", "en": "The data contradict themselves",
}  # fmt: skip
DENIED: Mapping[Language, str] = {
    "de": "ausdrücklich verneint ist: {}", "en": "it is stated not to be so: {}",
}  # fmt: skip
BECAUSE: Mapping[Language, str] = {"de": "denn", "en": "because"}
AND: Mapping[Language, str] = {"de": "und", "en": "and"}
GIVEN: Mapping[Language, str] = {"de": "gegeben", "en": "given"}
MORE: Mapping[Language, str] = {
    "de": "… und {n} weitere Schritte", "en": "… and {n} further steps",
}  # fmt: skip
ABOVE: Mapping[Language, str] = {"de": "siehe oben", "en": "see above"}
