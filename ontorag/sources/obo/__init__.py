"""OBO files and OBO-graph JSON, mapped to the statements their OWL translation has."""

from ontorag.sources.obo.graphs import read_obo_graphs
from ontorag.sources.obo.reading import read_obo

__all__ = ["read_obo", "read_obo_graphs"]
