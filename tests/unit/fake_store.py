"""A store in memory that reads as the protocol says, for the rooms that only read."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from ontorag import names
from ontorag.stores.base import ANY, EVERYTHING, Pattern, PropertyUse, Scope, TextQuad
from ontorag.values import IRI, Literal, Step, Term, read_term, write_term

_CARRIERS = {f"<{names.RDF}{name}>" for name in ("reifies", "subject", "predicate", "object")}


class FakeStore:
    """Statements in a list; the reads that collecting and the schema need."""

    def __init__(self, lookup_file: Path, quads: Iterable[TextQuad] = ()) -> None:
        self.address = "fake"
        self.lookup_file = lookup_file
        self.quads = list(dict.fromkeys(quads))

    def snapshot(self) -> str:
        return hashlib.sha256(repr(sorted(self.quads)).encode()).hexdigest()[:16]

    def statements(
        self, pattern: Pattern = ANY, *, scope: Scope = EVERYTHING, also_read: bool = False
    ) -> Iterator[TextQuad]:
        wanted = [
            None if terms is None else {write_term(term) for term in terms}
            for terms in (pattern.subjects, pattern.predicates, pattern.objects)
        ]
        for quad in self.quads:
            if all(terms is None or quad[at] in terms for at, terms in enumerate(wanted)):
                yield quad

    def count_facts(self, pattern: Pattern) -> int:
        reifiers = {quad[0] for quad in self.quads if quad[1] in _CARRIERS}
        found = self.statements(pattern)
        return len({quad[:3] for quad in found if quad[0] not in reifiers})

    def nodes(self) -> Iterator[str]:
        found = {term for quad in self.quads for term in quad[:3] if term.startswith("<")}
        return iter(sorted(found))

    def property_uses(self) -> list[PropertyUse]:
        uses: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for subject, predicate, obj, _ in self.quads:
            uses[predicate].add((subject, obj))
        return [
            PropertyUse(
                IRI(predicate[1:-1]),
                len(pairs),
                len({subject for subject, _ in pairs}),
                len({obj for _, obj in pairs}),
                len({obj for _, obj in pairs if obj.startswith('"')}),
            )
            for predicate, pairs in sorted(uses.items())
        ]

    def literal_values(self, predicate: IRI, *, limit: int) -> list[tuple[Literal, int]]:
        counts: dict[str, int] = defaultdict(int)
        for _, found, obj, _ in self.quads:
            if found == write_term(predicate) and obj.startswith('"'):
                counts[obj] += 1
        values = [(read_term(text), count) for text, count in sorted(counts.items())[:limit]]
        return [(value, count) for value, count in values if isinstance(value, Literal)]

    def steps(
        self, terms: Collection[Term], *, scope: Scope = EVERYTHING
    ) -> list[tuple[Term, Step, int]]:
        counts: Counter[tuple[str, str, bool]] = Counter()
        wanted = {write_term(term) for term in terms}
        for subject, predicate, obj, _ in self.quads:
            if subject in wanted:
                counts[subject, predicate, False] += 1
            if obj in wanted:
                counts[obj, predicate, True] += 1
        return [
            (read_term(term), Step(IRI(predicate[1:-1]), inverse), count)
            for (term, predicate, inverse), count in sorted(counts.items())
        ]
