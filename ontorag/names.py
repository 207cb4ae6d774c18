"""Names: minted IRIs, local names, and the vocabularies that everyone knows.

Sources: RFC 3987 (IRIs), RDF Schema 1.1, OWL 2, SKOS and SKOS-XL, Dublin Core terms,
FOAF, schema.org, SWRL, the OBO format's oboInOwl vocabulary and the information artifact ontology.
"""

from __future__ import annotations

import re

DATA = "urn:ontorag:data#"
SCHEMA = "urn:ontorag:schema#"

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
XSD = "http://www.w3.org/2001/XMLSchema#"
SWRL = "http://www.w3.org/2003/11/swrl#"
SWRLB = "http://www.w3.org/2003/11/swrlb#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
SKOSXL = "http://www.w3.org/2008/05/skos-xl#"
DC = "http://purl.org/dc/elements/1.1/"
DCTERMS = "http://purl.org/dc/terms/"
FOAF = "http://xmlns.com/foaf/0.1/"
SDO = "https://schema.org/"
SDO_HTTP = "http://schema.org/"
OBO = "http://purl.obolibrary.org/obo/"
OBO_IN_OWL = "http://www.geneontology.org/formats/oboInOwl#"

RDF_TYPE = RDF + "type"
RDF_FIRST = RDF + "first"
RDF_REST = RDF + "rest"
RDF_NIL = RDF + "nil"
RDF_PROPERTY = RDF + "Property"
RDF_STATEMENT = RDF + "Statement"
RDF_REIFIES = RDF + "reifies"
RDFS_LABEL = RDFS + "label"
RDFS_COMMENT = RDFS + "comment"
RDFS_CLASS = RDFS + "Class"
RDFS_DATATYPE = RDFS + "Datatype"
RDFS_DOMAIN = RDFS + "domain"
RDFS_RANGE = RDFS + "range"
RDFS_SUBCLASS = RDFS + "subClassOf"
RDFS_SUBPROPERTY = RDFS + "subPropertyOf"
OWL_CLASS = OWL + "Class"
OWL_THING = OWL + "Thing"
OWL_NAMED_INDIVIDUAL = OWL + "NamedIndividual"
OWL_ONTOLOGY = OWL + "Ontology"
OWL_OBJECT_PROPERTY = OWL + "ObjectProperty"
OWL_DATATYPE_PROPERTY = OWL + "DatatypeProperty"
OWL_ANNOTATION_PROPERTY = OWL + "AnnotationProperty"
OWL_FUNCTIONAL = OWL + "FunctionalProperty"
OWL_INVERSE_FUNCTIONAL = OWL + "InverseFunctionalProperty"
OWL_SYMMETRIC = OWL + "SymmetricProperty"
OWL_INVERSE_OF = OWL + "inverseOf"
OWL_DEPRECATED = OWL + "deprecated"
OWL_ONE_OF = OWL + "oneOf"
OWL_UNION_OF = OWL + "unionOf"
OWL_EQUIVALENT_CLASS = OWL + "equivalentClass"
SKOS_CONCEPT = SKOS + "Concept"
SKOS_PREF_LABEL = SKOS + "prefLabel"
SKOS_NOTATION = SKOS + "notation"
SKOS_MEMBER_LIST = SKOS + "memberList"
SKOS_ORDERED_COLLECTION = SKOS + "OrderedCollection"

SCHEMA_ORDER = SCHEMA + "order"
SCHEMA_COMPLETE = SCHEMA + "complete"
SCHEMA_VERB = SCHEMA + "verb"
SCHEMA_HOLDER = SCHEMA + "holder"
SCHEMA_VALUE = SCHEMA + "value"
SCHEMA_NEGATED = SCHEMA + "negated"
SCHEMA_OF_NODES = SCHEMA + "ofNodes"
WIKIBASE = "http://wikiba.se/ontology#"
WIKIBASE_PROPERTIES = tuple(
    WIKIBASE + name for name in ("claim", "statementProperty", "directClaim", "qualifier")
)
"""What leads from a Wikibase property to the properties that it describes."""

LABEL_PREDICATES: tuple[str, ...] = (
    SKOS_PREF_LABEL,
    RDFS_LABEL,
    SDO + "name",
    SDO_HTTP + "name",
    DC + "title",
    DCTERMS + "title",
    FOAF + "name",
)
"""What states a label, the preferred first."""

SYNONYM_PREDICATES: tuple[str, ...] = (
    SKOS + "altLabel",
    SKOS + "hiddenLabel",
    OBO_IN_OWL + "hasExactSynonym",
    OBO_IN_OWL + "hasRelatedSynonym",
    SDO + "alternateName",
    SDO_HTTP + "alternateName",
    OBO_IN_OWL + "hasAlternativeId",
    OBO_IN_OWL + "id",
)
"""What states another name, or an identifier that people write, for the same thing."""

XL_LABEL_PREDICATES: dict[str, int] = {
    SKOSXL + "prefLabel": 0,
    SKOSXL + "altLabel": 2,
    SKOSXL + "hiddenLabel": 2,
}
"""SKOS-XL: what leads to a label node, and the rank of that label (0 preferred, 2 synonym)."""
XL_LITERAL_FORM = SKOSXL + "literalForm"

DEFINITION_PREDICATES: tuple[str, ...] = (
    SKOS + "definition",
    OBO + "IAO_0000115",
    RDFS_COMMENT,
    DCTERMS + "description",
)
"""What states a definition, the preferred first."""

REPLACED_BY_PREDICATES: tuple[str, ...] = (
    OBO + "IAO_0100001",
    DCTERMS + "isReplacedBy",
    SDO + "supersededBy",
    SDO_HTTP + "supersededBy",
)
"""What leads from an obsolete concept to its successor."""

SYSTEM_NAMESPACES: tuple[str, ...] = (
    RDF, RDFS, OWL, XSD, SKOS, SKOSXL, SCHEMA, WIKIBASE, SWRL, SWRLB,
)  # fmt: skip
"""Namespaces whose terms describe a vocabulary and are no concepts of it."""

METADATA: tuple[str, ...] = (
    DC, DCTERMS, "http://creativecommons.org/ns#", RDFS + "seeAlso", RDFS + "isDefinedBy",
    OWL + "versionIRI", OWL + "priorVersion", OWL + "imports", SDO + "license",
    SDO_HTTP + "license", FOAF + "page", FOAF + "homepage",
)  # fmt: skip
"""How IRIs of properties begin that say something about data, such as their licence."""

PREFIXES: dict[str, str] = {
    "rdf": RDF, "rdfs": RDFS, "owl": OWL, "xsd": XSD, "skos": SKOS, "dc": DC, "dcterms": DCTERMS,
    "foaf": FOAF, "schema": SDO, "obo": OBO,
}  # fmt: skip
"""The prefixes that need no declaration."""

_RESERVED = re.compile(r"[^\w.~-]")
_ENCODED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")


def mint(spelling: str) -> str:
    """Give the IRI of the node that is written ``spelling``; no two spellings share one.

    Letters and digits of every script and ``-._~`` stay readable, everything else is
    percent-encoded as UTF-8.

    >>> mint("Orks am Fluss bekämpfen")
    'urn:ontorag:data#Orks%20am%20Fluss%20bekämpfen'
    """
    return DATA + _RESERVED.sub(_encode, spelling)


def spelling_of(iri: str) -> str | None:
    """Give the spelling that ``iri`` was minted from, or None when it was not minted.

    >>> spelling_of("urn:ontorag:data#C%2B%2B"), spelling_of("http://example.org/C")
    ('C++', None)
    """
    if not iri.startswith(DATA):
        return None
    return _decoded(iri[len(DATA) :])


def local_name(iri: str) -> str:
    """Give what follows the last ``#``, else the last ``/``, else the last ``:``, decoded.

    >>> local_name("http://example.org/lotr#hatSkill"), local_name("http://example.org/Caf%C3%A9/")
    ('hatSkill', 'Café')
    """
    for separator in "#/:":
        stem = iri.rstrip(separator)
        if separator in stem:
            return _decoded(stem[stem.rindex(separator) + 1 :])
    return _decoded(iri)


def spoken(local: str, *, keep_case: bool = False) -> str:
    """Say a local name in words; acronyms keep their capitals.

    With ``keep_case`` every word keeps its capitals, as fits the name of a thing or a class.

    >>> spoken("hatSkillLevel"), spoken("has_part"), spoken("hasHTTPServer")
    ('hat skill level', 'has part', 'has HTTP server')
    >>> spoken("Frodo_selbst", keep_case=True)
    'Frodo selbst'
    """
    words = _words(local)
    if keep_case:
        return " ".join(words)
    alone = len(words) == 1
    return " ".join(
        word if word.isupper() and (alone or len(word) > 1) else word.lower() for word in words
    )


def is_worded(iri: str) -> bool:
    """Whether a local name is made of words, and is no number or code.

    >>> is_worded("http://example.org/MozzarellaTopping"), is_worded("http://example.org/GO_0005634")
    (True, False)
    """
    return len(local_name(iri)) > 2 and not any(char.isdigit() for char in local_name(iri))


def is_system(iri: str) -> bool:
    """Whether ``iri`` belongs to RDF, RDFS, OWL, XSD, SKOS or ontorag's own schema.

    >>> is_system(RDF_TYPE), is_system("http://example.org/hatSkill")
    (True, False)
    """
    return iri.startswith(SYSTEM_NAMESPACES)


def _encode(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "surrogatepass"))


def _decoded(text: str) -> str:
    return _ENCODED.sub(_decode, text) if "%" in text else text


def _decode(found: re.Match[str]) -> str:
    try:
        return bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return found[0]


def _words(local: str) -> list[str]:
    """Split at underscores, spaces, hyphens between small letters, and camel-case humps."""
    if local.islower() and local.isalpha():
        return [local]
    words = [""]
    for at, char in enumerate(local):
        before, after = local[at - 1 : at], local[at + 1 : at + 2]
        hump = char.isupper() and (
            before.islower() or before.isdigit() or (before.isupper() and after.islower())
        )
        if char == "_" or char.isspace() or (char == "-" and before.islower() and after.islower()):
            words.append("")
        elif hump:
            words.append(char)
        else:
            words[-1] += char
    return [word for word in words if word] or [local]
