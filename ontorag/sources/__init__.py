"""Files, tables, triples and graphs, read into statements with findings."""

from ontorag.sources.following import Imports
from ontorag.sources.loadable import Loadable
from ontorag.sources.locating import is_address
from ontorag.sources.noting import unreadable
from ontorag.sources.opening import open_sources
from ontorag.sources.placing import place_findings

__all__ = ["Imports", "Loadable", "is_address", "open_sources", "place_findings", "unreadable"]
