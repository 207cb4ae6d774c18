"""The vocabulary: what the ontology's terms are called, and the index to look them up."""

from ontorag.vocabulary.copying import copy_lookup
from ontorag.vocabulary.entries import Entry
from ontorag.vocabulary.index import Lookup
from ontorag.vocabulary.keys import sounded
from ontorag.vocabulary.kindred import Kindred, is_notion, kindred_of

__all__ = ["Entry", "Kindred", "Lookup", "copy_lookup", "is_notion", "kindred_of", "sounded"]
