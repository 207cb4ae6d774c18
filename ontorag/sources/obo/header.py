"""The header of an OBO document, mapped to what is said about its ontology.

Source: OBO Flat File Format 1.4, section 5.1.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from ontorag import names
from ontorag.sources.emitting import COMMENT, LABEL, SUBPROPERTY, TYPE, owl
from ontorag.sources.obo import words
from ontorag.sources.obo.clauses import Clause, Frame, quoted, unescaped
from ontorag.sources.obo.ids import id_spaces
from ontorag.sources.obo.mapping import FrameMapper

_SILENT = {"ontology", "idspace", "owl-axioms"}


def map_header(mapper: FrameMapper, header: Frame, owl_axioms: Callable[[Clause], None]) -> None:
    """Map the header; ``owl_axioms`` is given each ``owl-axioms`` clause."""
    out, ids = mapper.out, mapper.ids
    ontology = out.iri(ids.ontology_iri)
    out.add(ontology, TYPE, owl("Ontology"))
    for clause in header.clauses:
        if clause.tag == "owl-axioms":
            owl_axioms(clause)
        elif clause.tag == "property_value":
            mapper.property_value(ontology, clause)
        elif clause.tag in ("subsetdef", "synonymtypedef"):
            _map_definition(mapper, clause)
        elif clause.tag == "data-version":
            out.add(ontology, owl("versionIRI"), out.iri(ids.version_iri(unescaped(clause.value))))
            out.add(ontology, owl("versionInfo"), out.literal(unescaped(clause.value)))
        elif clause.tag == "import":
            out.add(ontology, owl("imports"), out.iri(_imported(unescaped(clause.value))))
        elif clause.tag not in _SILENT and clause.value:
            iri = words.HEADER_TEXTS.get(clause.tag, names.OBO_IN_OWL + quote(clause.tag))
            value = out.literal(unescaped(clause.value))
            out.annotated(ontology, mapper.property(iri), value, mapper.annotations(clause))


def _imported(value: str) -> str:
    if ":" in value:
        return value
    return names.OBO + quote(value.removesuffix(".obo").removesuffix(".owl")) + ".owl"


def _map_definition(mapper: FrameMapper, clause: Clause) -> None:
    """Map ``subsetdef: ID "title"`` and ``synonymtypedef: ID "title" SCOPE``."""
    identifier, _, rest = clause.value.partition(" ")
    title, scope = quoted(rest.strip()) or (unescaped(rest), "")
    subset = clause.tag == "subsetdef"
    out = mapper.out
    text = mapper.property(mapper.ids.iri(unescaped(identifier)))
    parent = names.OBO_IN_OWL + ("SubsetProperty" if subset else "SynonymTypeProperty")
    notes = mapper.annotations(clause)
    if title:
        out.annotated(text, COMMENT if subset else LABEL, out.literal(title), notes)
    out.add(text, SUBPROPERTY, mapper.property(parent))
    scope = scope.strip()
    if scope in words.SCOPES:
        value = out.iri(f"{names.OBO_IN_OWL}has{scope.capitalize()}Synonym")
        out.add(text, mapper.property(names.OBO_IN_OWL + "hasScope"), value)


def conflicting_space(header: Frame) -> tuple[int, str] | None:
    """Find a prefix that is declared twice, or two prefixes for one address."""
    spaces: dict[str, str] = {}
    lines = [each.line for each in header.clauses if each.tag == "idspace"]
    for line, (prefix, space) in zip(lines, id_spaces(header.clauses), strict=False):
        if spaces.get(prefix, space) != space:
            return line, f"the idspace {prefix} stands for two addresses"
        other = next((each for each, known in spaces.items() if known == space), prefix)
        if other != prefix:
            return line, f"the idspaces {other} and {prefix} stand for one address"
        spaces[prefix] = space
    return None
