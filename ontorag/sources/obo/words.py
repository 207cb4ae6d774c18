"""What OBO's tags are called in OWL.

Source: OBO Flat File Format 1.4, section 5; the labels are those the OWL API writes.
"""

from __future__ import annotations

from ontorag import names

_OIO, _OBO = names.OBO_IN_OWL, names.OBO
DEFINITION = _OBO + "IAO_0000115"
REPLACED_BY = _OBO + "IAO_0100001"
MERGED, MERGED_INTO = _OBO + "IAO_0000231", _OBO + "IAO_0000227"
SCOPES = ("EXACT", "BROAD", "NARROW", "RELATED")

LABELS = {
    DEFINITION: "definition", REPLACED_BY: "term replaced by",
    _OBO + "IAO_0000427": "antisymmetric property",
    _OBO + "IAO_0000424": "expand expression to", _OBO + "IAO_0000425": "expand assertion to",
    _OIO + "hasDbXref": "database_cross_reference",
    _OIO + "hasOBOFormatVersion": "has_obo_format_version", _OIO + "id": "id",
    _OIO + "hasAlternativeId": "has_alternative_id", _OIO + "consider": "consider",
    _OIO + "created_by": "created by", _OIO + "creation_date": "creation date",
    _OIO + "hasOBONamespace": "has_obo_namespace", _OIO + "inSubset": "in_subset",
    _OIO + "hasBroadSynonym": "has_broad_synonym", _OIO + "hasExactSynonym": "has_exact_synonym",
    _OIO + "hasNarrowSynonym": "has_narrow_synonym", _OIO + "shorthand": "shorthand",
    _OIO + "hasRelatedSynonym": "has_related_synonym",
    _OIO + "hasSynonymType": "has_synonym_type", _OIO + "SubsetProperty": "subset_property",
    _OIO + "SynonymTypeProperty": "synonym_type_property",
}  # fmt: skip
"""Labels of the annotation properties that are declared where they are used."""

TEXTS = {
    "name": names.RDFS_LABEL, "comment": names.RDFS_COMMENT, "namespace": _OIO + "hasOBONamespace",
    "created_by": _OIO + "created_by", "creation_date": _OIO + "creation_date",
    "alt_id": _OIO + "hasAlternativeId", "expand_expression_to": _OBO + "IAO_0000424",
    "expand_assertion_to": _OBO + "IAO_0000425",
}  # fmt: skip
"""Tags whose value becomes a text."""

TRUTHS = {
    "is_obsolete": names.OWL_DEPRECATED, "is_cyclic": _OIO + "is_cyclic",
    "is_metadata_tag": _OIO + "is_metadata_tag", "is_class_level": _OIO + "is_class_level",
    "is_anti_symmetric": _OBO + "IAO_0000427", "is_anonymous": _OIO + "is_anonymous",
}  # fmt: skip
"""Tags whose value becomes true or false."""

CHARACTERISTICS = {
    "is_transitive": "TransitiveProperty", "is_symmetric": "SymmetricProperty",
    "is_reflexive": "ReflexiveProperty", "is_functional": "FunctionalProperty",
    "is_asymmetric": "AsymmetricProperty", "is_inverse_functional": "InverseFunctionalProperty",
}  # fmt: skip
"""Tags that make a property one of a kind."""

ANNOTATING_TERMS = {"consider": _OIO + "consider", "replaced_by": REPLACED_BY}
"""Tags whose value is another term, and which say nothing logical."""

HEADER_TEXTS = {
    "format-version": _OIO + "hasOBOFormatVersion", "remark": names.RDFS_COMMENT,
    "namespace-id-rule": _OIO + "NamespaceIdRule",
}  # fmt: skip
"""Header tags by their property; the others keep their own name under oboInOwl."""

ONCE = frozenset({"id", "name", "def", "comment", "is_obsolete", "created_by", "creation_date"})
"""Tags that a frame may hold once."""
