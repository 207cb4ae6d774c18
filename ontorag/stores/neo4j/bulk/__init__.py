"""A whole graph as the files that `neo4j-admin database import` takes."""

from ontorag.stores.neo4j.bulk.writing import ARGUMENTS, Written, write_import

__all__ = ["ARGUMENTS", "Written", "write_import"]
