"""Names for blank nodes: the hash of the source's name, and the order of appearance.

The same source again gives the same names; two sources never share one.
"""

from __future__ import annotations

import hashlib


class BlankNames:
    """The blank nodes of one source, by the label they have in it."""

    def __init__(self, source: str) -> None:
        digest = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()
        self.stem = f"_:b{digest[:12]}n"
        self._names: dict[str, str] = {}

    def name(self, label: str) -> str:
        """Give the blank node with this label as N-Triples text.

        >>> names = BlankNames("pets.ttl")
        >>> names.name("x"), names.name("y"), names.name("x")
        ('_:b1636f145d246n1', '_:b1636f145d246n2', '_:b1636f145d246n1')
        """
        name = self._names.get(label)
        if name is None:
            name = self._names[label] = f"{self.stem}{len(self._names) + 1}"
        return name
