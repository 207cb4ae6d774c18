"""OBO identifiers to IRIs.

Source: OBO Flat File Format 1.4, section 5.9 (as the OWL API's oboformat does it).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote_plus

from ontorag import names
from ontorag.sources.obo.clauses import Clause, Frame, unescaped

_ADDRESS = re.compile(r"(?:https?|ftp|urn|file|mailto):\S+", re.IGNORECASE)
_EXPANDING = ("RO:", "BFO:")
_WELL_KNOWN = {
    "owl": names.OWL, "rdf": names.RDF, "rdfs": names.RDFS, "xsd": names.XSD,
    "oboInOwl": names.OBO_IN_OWL, "oio": names.OBO_IN_OWL,
}  # fmt: skip


class Identifiers:
    """The IRIs of one document's identifiers; see `read_identifiers`."""

    def __init__(self, ontology: str, spaces: dict[str, str]) -> None:
        self.ontology = ontology
        self.spaces = spaces
        self.shorthands: dict[str, str] = {}
        self.metadata: set[str] = set()
        self._known: dict[str, str] = {}

    @property
    def ontology_iri(self) -> str:
        """The IRI of the ontology itself."""
        if _ADDRESS.fullmatch(self.ontology):
            return self.ontology
        return f"{names.OBO}{quote_plus(self.ontology, safe='/.-_')}.owl"

    def version_iri(self, version: str) -> str:
        """Give the IRI of a version of the ontology."""
        if _ADDRESS.fullmatch(version):
            return version
        if _ADDRESS.fullmatch(self.ontology):
            return f"{self.ontology}/{quote_plus(version, safe='/.-_')}"
        name = quote_plus(self.ontology, safe="/.-_")
        return f"{names.OBO}{name}/{quote_plus(version, safe='/.-_')}/{name}.owl"

    def iri(self, identifier: str) -> str:
        """Give the IRI of an identifier.

        >>> ids = Identifiers("go", {})
        >>> ids.iri("GO:0005634"), ids.iri("part_of")
        ('http://purl.obolibrary.org/obo/GO_0005634', 'http://purl.obolibrary.org/obo/go#part_of')
        """
        iri = self._known.get(identifier)
        if iri is None:
            iri = self._known[identifier] = self._iri(self.shorthands.get(identifier, identifier))
        return iri

    def _iri(self, identifier: str) -> str:
        if _ADDRESS.fullmatch(identifier) and identifier.partition(":")[0] not in self.spaces:
            return identifier
        prefix, colon, local = identifier.partition(":")
        if not colon:
            base = self.ontology if _ADDRESS.fullmatch(self.ontology) else names.OBO + self.ontology
            return f"{base}#{_encoded(identifier)}"
        if prefix in self.spaces:
            return self.spaces[prefix] + _encoded(local)
        if prefix in _WELL_KNOWN:
            return _WELL_KNOWN[prefix] + _encoded(local)
        return f"{names.OBO}{_encoded(prefix)}{'#_' if '_' in local else '_'}{_encoded(local)}"


def _encoded(local: str) -> str:
    return quote_plus(local, safe=".-*_")


def read_identifiers(header: Frame, typedefs: Iterable[Frame], fallback: str) -> Identifiers:
    """Learn from the header and the typedefs how identifiers expand."""
    ontology = header.first("ontology") or header.first("default-namespace") or fallback
    spaces: dict[str, str] = {}
    for prefix, space in id_spaces(header.clauses):
        spaces.setdefault(prefix, space)
    found = Identifiers(ontology, spaces)
    for frame in typedefs:
        identifier = frame.first("id")
        if identifier is None:
            continue
        expanded = _expanded(identifier, frame.clauses)
        if expanded is not None:
            found.shorthands[identifier] = expanded
        if frame.first("is_metadata_tag") == "true":
            found.metadata.add(identifier)
    return found


def id_spaces(clauses: Iterable[Clause]) -> list[tuple[str, str]]:
    """Give the prefixes that a header declares, with what they stand for."""
    found = []
    for clause in clauses:
        parts = unescaped(clause.value).split(None, 2)
        if clause.tag == "idspace" and len(parts) >= 2:
            found.append((parts[0], parts[1]))
    return found


def _expanded(identifier: str, clauses: Iterable[Clause]) -> str | None:
    """Give the identifier a relation's shorthand stands for: its cross-reference to RO or BFO."""
    prefix = identifier.partition(":")[0] + ":" if ":" in identifier else None
    xrefs = [
        unescaped(each.value).split()[0] for each in clauses if each.tag == "xref" and each.value
    ]
    for xref in xrefs:
        if xref.startswith(_EXPANDING) and prefix not in _EXPANDING:
            return xref
    if prefix is None:
        return next((x for x in xrefs if re.fullmatch(r"[A-Za-z_]+:\d+", x)), None)
    return None
