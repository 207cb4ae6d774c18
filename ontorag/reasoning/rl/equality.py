"""Equality by representatives: of the terms that are the same, one stands for all.

Rules eq-sym, eq-trans and eq-rep-s, -p, -o of the W3C tables are never written out. When two
terms become the same, the facts about one are rewritten to the other (with an eq-rep step
for the proof), and the statement that made them the same is an edge of a forest; the path
between two equal terms in it is the proof that they are.
"""

from __future__ import annotations

from collections import deque

from ontorag.reasoning.rl.literals import differ, literal_value
from ontorag.reasoning.rl.state import State
from ontorag.reasoning.rl.terms import NAMED_INDIVIDUAL, Triple

LAST_NAME = NAMED_INDIVIDUAL
VIRTUAL_SAME = -1
"""In place of owl:sameAs where a premise is proved by the forest, not by a fact of its own."""

REWRITE = (("eq-rep-s",), ("eq-rep-p",), ("eq-rep-o",))


def make_equal(state: State, fact: Triple) -> None:
    """Make the two terms of a sameAs fact one, and rewrite what is known about one of them."""
    left, right = state.find(fact[0]), state.find(fact[2])
    if left == right or not _may_be_equal(state, fact, left, right):
        return
    mentions = _mentions(state)
    kept, gone = left, right
    if _weight(state, mentions, gone) > _weight(state, mentions, kept):
        kept, gone = gone, kept
    state.edges.setdefault(fact[0], []).append((fact[2], fact))
    state.edges.setdefault(fact[2], []).append((fact[0], fact))
    members = [gone, *state.equals.pop(gone, ())]
    state.equals.setdefault(kept, []).extend(members)
    for member in members:
        state.moved[member] = kept
    for old in mentions.pop(gone, ()):
        _forget(state, old)
        canonical_fact(state, old)


def _weight(state: State, mentions: dict[int, list[Triple]], term: int) -> tuple[bool, bool, int]:
    """Weigh who stands for others: the vocabulary, then what is named, then what is larger."""
    size = len(mentions.get(term, ())) + len(state.equals.get(term, ()))
    return term <= LAST_NAME, not state.terms.is_blank(term), size


def canonical_fact(state: State, fact: Triple) -> Triple:
    """Rewrite a fact to representatives, one eq-rep step for each term that changes."""
    for place in range(3):
        term = fact[place]
        kept = state.moved.get(term)
        if kept is not None:
            s, p, o = (kept if place == at else part for at, part in enumerate(fact))
            new = (s, p, o)
            if new not in state.why:
                state.why[new] = (REWRITE[place], (term, VIRTUAL_SAME, kept), fact)
                if not _is_stale(state, new):
                    state.queue.append(new)
            fact = new
    return fact


def remember(state: State, fact: Triple) -> None:
    """Note which terms a fact mentions, once anything is equal to anything."""
    mentions = state.mentions
    if mentions is not None:
        for term in {*fact}:
            if term > LAST_NAME:
                mentions.setdefault(term, []).append(fact)


def equal_path(state: State, left: int, right: int) -> list[Triple]:
    """Give the sameAs facts that lead from one term to an equal one, in order."""
    before: dict[int, tuple[int, Triple]] = {}
    waiting = deque([left])
    while waiting and right not in before:
        term = waiting.popleft()
        for other, fact in state.edges.get(term, ()):
            if other not in before and other != left:
                before[other] = (term, fact)
                waiting.append(other)
    path: list[Triple] = []
    while right != left:
        right, fact = before[right]
        path.append(fact)
    return path[::-1]


def _may_be_equal(state: State, fact: Triple, left: int, right: int) -> bool:
    """Literals are never made equal to anything but an equal literal; a clash is noted."""
    terms = state.terms
    literals = terms.is_literal(left), terms.is_literal(right)
    if all(literals):
        values = literal_value(terms.texts[left]), literal_value(terms.texts[right])
        if differ(*values):
            state.clash("dt-diff", (fact,))
        return values[0] == values[1]
    return not any(literals) and not (left <= LAST_NAME and right <= LAST_NAME)


def _mentions(state: State) -> dict[int, list[Triple]]:
    if state.mentions is None:
        state.mentions = {}
        for fact in state.queue[: state.head]:
            remember(state, fact)
    return state.mentions


def _is_stale(state: State, fact: Triple) -> bool:
    moved = state.moved
    return fact[0] in moved or fact[1] in moved or fact[2] in moved


def _forget(state: State, fact: Triple) -> None:
    """Take a rewritten fact out of the indexes of its property."""
    s, p, o = fact
    plan = state.properties.get(p)
    if plan is None:
        return
    for index, key, value in ((plan.forward, s, o), (plan.base, s, o), (plan.backward, o, s)):
        if index is not None and value in index.get(key, ()):
            index[key].remove(value)
