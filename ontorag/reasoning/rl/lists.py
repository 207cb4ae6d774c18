"""RDF lists as axioms use them; a cyclic, forked or broken one ends at once and is named."""

from __future__ import annotations

from typing import NamedTuple

from ontorag.reasoning.rl.equality import canonical_fact
from ontorag.reasoning.rl.state import State
from ontorag.reasoning.rl.terms import FIRST, NIL, REST, Triple


class Members(NamedTuple):
    """The members of a list, as representatives, and the statements that make the list."""

    terms: tuple[int, ...]
    cells: tuple[Triple, ...]


def read_list(state: State, axiom: Triple) -> Members | None:
    """Read the list that is the object of an axiom; None, and a note, when it is malformed."""
    terms: list[int] = []
    cells: list[Triple] = []
    seen: set[int] = set()
    cell = axiom[2]
    while cell != NIL:
        problem = _problem(state, cell, seen)
        if problem:
            state.malformed[axiom] = problem
            return None
        seen.add(cell)
        [member], [rest] = state.first[cell], state.rest[cell]
        fact = canonical_fact(state, (cell, FIRST, member))
        terms.append(fact[2])
        cells += fact, (cell, REST, rest)
        cell = rest
    if not state.malformed.get(axiom):
        for term in terms:
            users = state.list_axioms.setdefault(term, [])
            if axiom not in users[-1:]:
                users.append(axiom)
    return Members(tuple(terms), tuple(cells))


def _problem(state: State, cell: int, seen: set[int]) -> str | None:
    if cell in seen:
        return "its list comes back to itself"
    if len(state.first.get(cell, ())) != 1:
        return "a cell of its list has no rdf:first, or several"
    if len(state.rest.get(cell, ())) != 1:
        return "a cell of its list has no rdf:rest, or several"
    return None
