"""Build proofs from the derivations that the engine kept."""

from __future__ import annotations

from ontorag.reasoning.proofs import Proof
from ontorag.reasoning.rl.equality import VIRTUAL_SAME, equal_path
from ontorag.reasoning.rl.state import State
from ontorag.reasoning.rl.terms import (
    DATATYPE_PROPERTY,
    EQUIVALENT_CLASS,
    EQUIVALENT_PROPERTY,
    NOTHING,
    OBJECT_PROPERTY,
    OWL_CLASS,
    RESTRICTION,
    SAME,
    SUBCLASS,
    SUBPROPERTY,
    THING,
    TYPE,
    Triple,
)
from ontorag.reasoning.wording import Statement

Step = tuple[str, tuple[Triple, ...]]


class Explainer:
    """Proofs over one state, for one explanation."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._made: dict[Triple, Proof] = {}
        self._steps: dict[Triple, Step] = {}

    def prove(self, fact: Triple) -> Proof:
        """Prove a fact that the engine knows, or one that a step was laid down for."""
        waiting = [fact]
        while waiting:
            current = waiting[-1]
            if current in self._made:
                waiting.pop()
                continue
            step = self._step(current)
            missing = [part for part in step[1] if part not in self._made] if step else []
            if missing:
                waiting.extend(missing)
                continue
            self._made[current] = self._proof(current, step)
            waiting.pop()
        return self._made[fact]

    def contradict(self, rule: str, premises: tuple[Triple, ...]) -> Proof:
        """Prove that premises contradict one another."""
        return Proof(None, rule, tuple(self.prove(part) for part in premises))

    def conclude(self, fact: Triple, rule: str, premises: tuple[Triple, ...]) -> Proof:
        """Prove a fact by a rule that the engine did not fire."""
        return Proof(self._statement(fact), rule, tuple(self.prove(part) for part in premises))

    def rewrite(self, known: Triple, wanted: Triple) -> Proof:
        """Prove a fact from the one about the representatives, by eq-rep steps."""
        for place, rule in enumerate(("eq-rep-s", "eq-rep-p", "eq-rep-o")):
            if known[place] != wanted[place]:
                s, p, o = (*wanted[: place + 1], *known[place + 1 :])
                link = (known[place], VIRTUAL_SAME, wanted[place])
                if (s, p, o) not in self._state.why:
                    self._steps[s, p, o] = (rule, (link, known))
                known = (s, p, o)
        return self.prove(known)

    def _step(self, fact: Triple) -> Step | None:
        if fact in self._steps:
            return self._steps[fact]
        if fact[1] == VIRTUAL_SAME:
            return self._equality(fact)
        derivation = self._state.beside.get(fact) or self._state.why[fact]
        if derivation is None:
            return None
        reason, *rest = derivation
        return reason[0], (*reason[1:], *rest)

    def _equality(self, fact: Triple) -> Step:
        """Lay down the steps along the path between two equal terms."""
        left, _, right = fact
        path = equal_path(self._state, left, right)
        here, before = left, None
        for edge in path:
            there = edge[2] if edge[0] == here else edge[0]
            link = edge
            if edge[0] != here:
                link = (here, _TURNED_SAME, there)
                self._steps[link] = ("eq-sym", (edge,))
            if before is not None:
                longer = (left, _LONGER_SAME, there)
                self._steps[longer] = ("eq-trans", (before, link))
                link = longer
            here, before = there, link
        assert before is not None
        if before in self._steps:
            return self._steps[before]
        return self._step(before) or ("given", (before,))

    def _proof(self, fact: Triple, step: Step | None) -> Proof:
        if step is None:
            return Proof(self._statement(fact))
        if step[0] == "given":
            return self._made[step[1][0]]
        return Proof(self._statement(fact), step[0], tuple(self._made[part] for part in step[1]))

    def _statement(self, fact: Triple) -> Statement:
        texts = self._state.terms.texts
        return texts[fact[0]], texts[fact[1] if fact[1] >= 0 else SAME], texts[fact[2]]


_TURNED_SAME, _LONGER_SAME = -2, -3


def trivial(state: State, fact: Triple) -> Step | None:
    """Give the rule and premise of what holds of every class or property, else None."""
    s, p, o = fact
    why = state.why
    if p == TYPE and o == OWL_CLASS and s in (THING, NOTHING):
        return ("cls-thing" if s == THING else "cls-nothing1"), ()
    if (p in (SUBCLASS, EQUIVALENT_CLASS) and s == o) or (p == SUBCLASS and o == THING):
        return _declared(state, s, (OWL_CLASS, RESTRICTION), "scm-cls")
    if p == SUBCLASS and s == NOTHING:
        return _declared(state, o, (OWL_CLASS, RESTRICTION), "scm-cls")
    if p in (SUBPROPERTY, EQUIVALENT_PROPERTY) and s == o:
        return _declared(state, s, (OBJECT_PROPERTY,), "scm-op") or _declared(
            state, s, (DATATYPE_PROPERTY,), "scm-dp"
        )
    if p == TYPE and o == THING:
        for cls in state.classes:
            if (s, TYPE, cls) in why and (cls, TYPE, OWL_CLASS) in why:
                return "ontorag-thing", ((s, TYPE, cls), (cls, TYPE, OWL_CLASS))
    return None


def _declared(state: State, term: int, kinds: tuple[int, ...], rule: str) -> Step | None:
    for kind in kinds:
        if (term, TYPE, kind) in state.why:
            return rule, ((term, TYPE, kind),)
    return None
