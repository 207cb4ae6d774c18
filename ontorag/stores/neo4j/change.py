"""One replace while it is written: what it adds to, what it removes, which quads are new."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from ontorag.stores.base import TextQuad
from ontorag.stores.neo4j.mapping import statement_bytes
from ontorag.values import Source


@dataclass
class Change:
    """One replace: the load that it adds to, and those that hold what it removes.

    ``moved`` maps a load of the source to the one that its removed statements go to.
    """

    source: Source
    own: frozenset[int]
    others: frozenset[int]
    load: int | None = None
    moved: dict[int, int] = field(default_factory=dict)
    added: int = 0
    removed: int = 0


def unseen(
    quads: Iterable[TextQuad], seen: set[bytes], old: Collection[bytes]
) -> Iterator[TextQuad]:
    """Give the quads that are neither repeated nor old; ``seen`` collects all of them."""
    for quad in quads:
        digest = digest_of(quad)
        if digest not in seen:
            seen.add(digest)
            if digest not in old:
                yield quad


def digest_of(quad: TextQuad) -> bytes:
    """Give what identifies a quad among those of one source."""
    return hashlib.blake2b(statement_bytes(quad), digest_size=16).digest()
