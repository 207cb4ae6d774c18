"""RDF lists that never end."""

from __future__ import annotations

from collections.abc import Iterator

from ontorag import names
from ontorag.lint.linter import Linted
from ontorag.values import Finding


def endless_lists(graph: Linted) -> Iterator[Finding]:
    """Find lists whose rest leads back into them: what reads them must stop by itself."""
    rest: dict[str, str] = {}
    for head, _, following, _ in sorted(graph.statements(names.RDF_REST)):
        rest.setdefault(head, following)
    done: set[str] = set()
    for start in sorted(rest):
        walked: dict[str, None] = {}
        node: str | None = start
        while node is not None and node not in done and node not in walked:
            walked[node] = None
            node = rest.get(node)
        done.update(walked)
        if node in walked:
            path = list(walked)
            ring = path[path.index(node) :]
            iris = [each[1:-1] for each in ring if each.startswith("<")]
            yield Finding(
                "cyclic-list",
                "warning",
                f"a list never ends: it leads back into itself (a circle of {len(ring)})",
                iri=min(iris) if iris else None,
                count=len(ring),
                effect="its members are read once, where it closes it ends; other tools may hang",
                advice="let rdf:rest of its last member be rdf:nil",
            )
