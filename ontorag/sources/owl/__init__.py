"""OWL/XML and OWL functional syntax, mapped to RDF."""

from ontorag.sources.owl.functional import read_axioms_text
from ontorag.sources.owl.reading import read_functional, read_owl_xml

__all__ = ["read_axioms_text", "read_functional", "read_owl_xml"]
