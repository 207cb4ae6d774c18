"""Reads of one question: members, counts and labels, each asked of the store once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from ontorag.stores.base import ReadableStore, Scope
from ontorag.values import Labelled, Literal, Term, Where, write_term

Names = Callable[[Collection[Term]], dict[Term, Labelled]]


class Reading:
    """One store, scope and source of names, with what was already asked."""

    def __init__(
        self, store: ReadableStore, scope: Scope, names: Names, nearness: Mapping[Term, int]
    ) -> None:
        self._nearness = nearness
        self._store = store
        self._scope = scope
        self._names = names
        self._members: dict[Where, list[Term]] = {}
        self._counts: dict[Where, int] = {}
        self._labelled: dict[Term, Labelled] = {}

    def members(self, where: Where) -> list[Term]:
        """Give all members of ``where``, sorted."""
        if where not in self._members:
            self._members[where] = self._store.members(where, scope=self._scope)
        return self._members[where]

    def known_members(self, where: Where) -> list[Term] | None:
        """Give the members of ``where`` when they were read already."""
        return self._members.get(where)

    def count(self, where: Where) -> int:
        """Count the members of ``where``."""
        if where in self._members:
            return len(self._members[where])
        if where not in self._counts:
            self._counts[where] = self._store.count(where, scope=self._scope)
        return self._counts[where]

    def labelled(self, terms: Iterable[Term]) -> dict[Term, Labelled]:
        """Give each of ``terms`` its label and classes; a literal is its own label."""
        wanted = dict.fromkeys(terms)
        unknown = [term for term in wanted if term not in self._labelled]
        things = [term for term in unknown if not isinstance(term, Literal)]
        named = self._names(things) if things else {}
        for term in unknown:
            self._labelled[term] = named.get(term) or Labelled(term, str(term))
        return {term: self._labelled[term] for term in wanted}

    def in_order(self, terms: Iterable[Term]) -> list[Labelled]:
        """Label ``terms`` and sort them by nearness, by label, then by N-Triples."""
        labelled = self.labelled(terms).values()
        near = self._nearness
        return sorted(
            labelled, key=lambda each: (near.get(each.term, 0), each.label, write_term(each.term))
        )
