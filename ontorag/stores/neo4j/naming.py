"""Names in Neo4j: what a class, a property or a node is called by people who write Cypher.

Identity is always the IRI; names are for reading. A name is given once and never changed:
the first to ask for one keeps it bare, the next gets its namespace's prefix in front, then a
hash. `quote` is the one function that puts a name into a query.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Container, Iterable

from ontorag import names

RESERVED_LABELS = frozenset(
    ("Resource", "Entity", "Class", "Property", "BlankNode", "Literal", "Triple")
)
RESERVED_KEYS = frozenset(
    ("iri", "name", "key", "value", "datatype", "language", "direction", "family", "low", "high")
)
RESERVED_EDGE_KEYS = frozenset(("loads", "graphs", "origin", "rule", "premises"))
PREFERRED_LANGUAGES = ("de", "en")
LONGEST_NAME = 1_000

TYPE, REIFIES = names.RDF_TYPE, names.RDF_REIFIES
CARRIER_PARTS = tuple(names.RDF + part for part in ("subject", "predicate", "object"))
CARRIERS = (REIFIES, *CARRIER_PARTS)
"""Properties whose statements reify others."""
FIXED_TYPES = {
    TYPE: "TYPE",
    REIFIES: "REIFIES",
    **dict(zip(CARRIER_PARTS, ("SUBJECT", "PREDICATE", "OBJECT"), strict=True)),
}
"""Relationship types that no other property may take."""

_PREFIXES = {
    names.RDF: "rdf", names.RDFS: "rdfs", names.OWL: "owl", names.XSD: "xsd",
    names.SKOS: "skos", names.SKOSXL: "skosxl", names.DC: "dc", names.DCTERMS: "dcterms",
    names.FOAF: "foaf", names.SDO: "schema", names.SDO_HTTP: "schema", names.OBO: "obo",
    names.OBO_IN_OWL: "oboInOwl", names.SCHEMA: "ontorag", names.DATA: "data",
    "http://www.w3.org/ns/prov#": "prov", "http://example.org/": "ex",
    "http://example.com/": "ex", "http://dbpedia.org/ontology/": "dbo",
    "http://dbpedia.org/property/": "dbp", "http://dbpedia.org/resource/": "dbr",
    "http://www.wikidata.org/entity/": "wd", "http://www.wikidata.org/prop/direct/": "wdt",
}  # fmt: skip
_NOT_WORD = re.compile(r"\W+")
_VERSION = re.compile(r"v?\d[\d._-]*")


def quote(name: str) -> str:
    """Quote a label, a relationship type or a property key for a query.

    >>> quote("HAT`SKILL")
    '`HAT``SKILL`'
    """
    return "`" + name.replace("`", "``") + "`"


def relationship_type(iri: str, taken: Container[str]) -> str:
    """Name the relationship type of a property that has none yet.

    >>> relationship_type("http://example.org/hatSkill", ())
    'HATSKILL'
    >>> relationship_type("http://example.org/type", ("TYPE",))
    'EX_TYPE'
    """
    if iri in FIXED_TYPES:
        return FIXED_TYPES[iri]
    reserved = _Either(taken, frozenset(FIXED_TYPES.values()))
    return _first_free(iri, lambda text: _word(text).upper(), reserved, "P_")


def class_label(iri: str, taken: Container[str]) -> str:
    """Name the label of a class that has none yet.

    >>> class_label("http://example.org/Literal", ())
    'EX_Literal'
    """
    return _first_free(iri, _word, _Either(taken, RESERVED_LABELS), "C_", upper_prefix=True)


def property_key(iri: str, taken: Container[str]) -> str:
    """Name the native property that shows a property's literals on its subject.

    >>> property_key("http://xmlns.com/foaf/0.1/name", ())
    'foaf_name'
    """
    reserved = _Either(taken, RESERVED_KEYS | RESERVED_EDGE_KEYS)
    return _first_free(iri, _word, reserved, "p_")


def prefix_of(iri: str) -> str:
    """Give the usual prefix of an IRI's namespace, else a word from it, else nothing.

    >>> prefix_of("http://example.org/lotr#hatSkill"), prefix_of("http://xmlns.com/foaf/0.1/name")
    ('lotr', 'foaf')
    """
    end = max(iri.rstrip("#/").rfind(mark) for mark in "#/:") + 1
    namespace = iri[:end]
    if namespace in _PREFIXES:
        return _PREFIXES[namespace]
    for part in reversed(re.split(r"[#/:]", namespace)):
        word = _word(part.removeprefix("www.").split(".")[0])
        if word and not _VERSION.fullmatch(part) and part not in ("http", "https", "urn"):
            return word
    return ""


def default_name(iri: str, *, is_property: bool = False) -> str | None:
    """Give the name of a node without a label: its spelling or spoken local name."""
    if iri.startswith("_:"):
        return None
    said = names.spelling_of(iri)
    if said is None:
        said = names.spoken(names.local_name(iri), keep_case=not is_property)
    return said[:LONGEST_NAME]


def chosen_name(labels: Iterable[tuple[str, str | None, str]]) -> str | None:
    """Choose a node's name among (predicate, language, text).

    prefLabel goes before label; then German, English, no language, any other.

    >>> chosen_name([(names.RDFS_LABEL, "fr", "chat"), (names.RDFS_LABEL, None, "cat")])
    'cat'
    """
    ranked = sorted(
        (names.LABEL_PREDICATES.index(predicate), *language_rank(language), text)
        for predicate, language, text in labels
        if predicate in names.LABEL_PREDICATES and text.strip()
    )
    return ranked[0][-1][:LONGEST_NAME] if ranked else None


def language_rank(language: str | None) -> tuple[int, str]:
    """Order languages: the preferred ones, none, any other."""
    if not language:
        return len(PREFERRED_LANGUAGES), ""
    base = language.split("-")[0]
    if base in PREFERRED_LANGUAGES:
        return PREFERRED_LANGUAGES.index(base), language
    return len(PREFERRED_LANGUAGES) + 1, language


class _Either(Container[str]):
    """What either of two containers has."""

    def __init__(self, one: Container[str], two: Container[str]) -> None:
        self.one, self.two = one, two

    def __contains__(self, name: object) -> bool:
        return name in self.one or name in self.two


def _first_free(
    iri: str,
    shape: Callable[[str], str],
    taken: Container[str],
    empty: str,
    *,
    upper_prefix: bool = False,
) -> str:
    digest = hashlib.sha256(iri.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    bare = shape(names.local_name(iri))
    if not bare:
        return empty + digest
    prefix = prefix_of(iri)
    prefix = prefix.upper() if upper_prefix else prefix
    choices = (bare, f"{shape(prefix)}_{bare}" if prefix else bare)
    free = (name for name in choices if name not in taken and not name.startswith("Ontorag"))
    return next(free, f"{bare}_{digest}")


def _word(text: str) -> str:
    """Keep letters, digits and underscores of every script; a leading digit gets ``_``."""
    word = _NOT_WORD.sub("_", text).strip("_") if text.strip("_") else text
    return f"_{word}" if word[:1].isdigit() else word
