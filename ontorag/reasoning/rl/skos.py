"""What SKOS itself says about its properties, as axioms that carry the names of its reference.

Source: SKOS Simple Knowledge Organization System Reference, S7-S45.
"""

from __future__ import annotations

from ontorag.names import OWL, RDF, RDFS, SKOS

_INVERSE, _BELOW, _IS = OWL + "inverseOf", RDFS + "subPropertyOf", RDF + "type"
_TRANSITIVE, _SYMMETRIC = OWL + "TransitiveProperty", OWL + "SymmetricProperty"


def _named(name: str) -> str:
    return name if ":" in name else SKOS + name


def _axiom(rule: str, s: str, p: str, o: str) -> tuple[str, str, str, str]:
    return f"skos-{rule}", f"<{_named(s)}>", f"<{p}>", f"<{_named(o)}>"


SKOS_AXIOMS = (
    _axiom("S7", "topConceptOf", _BELOW, "inScheme"),
    _axiom("S8", "topConceptOf", _INVERSE, "hasTopConcept"),
    _axiom("S11", "prefLabel", _BELOW, RDFS + "label"),
    _axiom("S11", "altLabel", _BELOW, RDFS + "label"),
    _axiom("S11", "hiddenLabel", _BELOW, RDFS + "label"),
    _axiom("S22", "broader", _BELOW, "broaderTransitive"),
    _axiom("S22", "narrower", _BELOW, "narrowerTransitive"),
    _axiom("S22", "broaderTransitive", _BELOW, "semanticRelation"),
    _axiom("S22", "narrowerTransitive", _BELOW, "semanticRelation"),
    _axiom("S22", "related", _BELOW, "semanticRelation"),
    _axiom("S23", "related", _IS, _SYMMETRIC),
    _axiom("S24", "broaderTransitive", _IS, _TRANSITIVE),
    _axiom("S24", "narrowerTransitive", _IS, _TRANSITIVE),
    _axiom("S25", "narrower", _INVERSE, "broader"),
    _axiom("S26", "narrowerTransitive", _INVERSE, "broaderTransitive"),
    _axiom("S40", "closeMatch", _BELOW, "mappingRelation"),
    _axiom("S40", "broadMatch", _BELOW, "mappingRelation"),
    _axiom("S40", "narrowMatch", _BELOW, "mappingRelation"),
    _axiom("S40", "relatedMatch", _BELOW, "mappingRelation"),
    _axiom("S41", "broadMatch", _BELOW, "broader"),
    _axiom("S41", "narrowMatch", _BELOW, "narrower"),
    _axiom("S41", "relatedMatch", _BELOW, "related"),
    _axiom("S42", "exactMatch", _BELOW, "closeMatch"),
    _axiom("S43", "narrowMatch", _INVERSE, "broadMatch"),
    _axiom("S44", "relatedMatch", _IS, _SYMMETRIC),
    _axiom("S44", "closeMatch", _IS, _SYMMETRIC),
    _axiom("S44", "exactMatch", _IS, _SYMMETRIC),
    _axiom("S45", "exactMatch", _IS, _TRANSITIVE),
)
