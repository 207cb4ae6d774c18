"""The graph store on a Neo4j server: `open_neo4j`."""

from ontorag.stores.neo4j.store import Neo4jStore, open_neo4j, user_cache

__all__ = ["Neo4jStore", "open_neo4j", "user_cache"]
