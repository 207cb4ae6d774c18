"""Graph stores: one protocol (`base`), an embedded store (`sqlite`), a server's (`neo4j`)."""
