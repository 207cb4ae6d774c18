"""The schema: classes and properties as they are declared, and as the data use them.

It is read once for each snapshot and kept as JSON beside the look-up index.

Sources: RDF Schema 1.1 (domain, range, subClassOf), OWL 2 (functional and inverse properties,
oneOf, Ontology), SKOS reference (OrderedCollection), and ``urn:ontorag:schema#`` (order,
complete).
"""

from ontorag.schema.keeping import (
    Keeper,
    keep_schema,
    kept_schema,
    schema_from_json,
    schema_to_json,
)
from ontorag.schema.negating import is_denied, is_negation
from ontorag.schema.node_kinds import NodeKind, batches, find_node_kinds
from ontorag.schema.reading import read_schema, stated_by
from ontorag.schema.shape import ClassShare, ClassUse, Property, Schema

__all__ = [
    "ClassShare", "ClassUse", "Keeper", "NodeKind", "Property", "Schema", "batches",
    "find_node_kinds", "is_denied", "is_negation", "keep_schema", "kept_schema", "read_schema",
    "schema_from_json", "schema_to_json", "stated_by",
]  # fmt: skip
