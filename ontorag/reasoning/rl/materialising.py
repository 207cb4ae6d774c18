"""Run the OWL 2 RL rules over statements, and keep what follows with its proofs.

Source: OWL 2 Web Ontology Language Profiles (second edition), section 4.3.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import Literal as OneOf

from ontorag.errors import InputError
from ontorag.names import RDF, RDFS
from ontorag.reasoning.proofs import Proof
from ontorag.reasoning.results import (
    Inconsistency,
    Inference,
    RuleReading,
    RunStats,
    Unsatisfiable,
)
from ontorag.reasoning.rl.budget import Budget
from ontorag.reasoning.rl.contradictions import find_clashes, find_unsatisfiable
from ontorag.reasoning.rl.describing import describe_node
from ontorag.reasoning.rl.engine import Engine
from ontorag.reasoning.rl.equality import VIRTUAL_SAME
from ontorag.reasoning.rl.explaining import Explainer, trivial
from ontorag.reasoning.rl.literals import knows
from ontorag.reasoning.rl.skos import SKOS_AXIOMS
from ontorag.reasoning.rl.state import Derivation, State
from ontorag.reasoning.rl.swrl import describe_rule, describe_rules
from ontorag.reasoning.rl.terms import (
    EQUIVALENT_CLASS,
    EQUIVALENT_PROPERTY,
    NOTHING,
    RULE,
    SAME,
    SUBCLASS,
    SUBPROPERTY,
    Triple,
)
from ontorag.reasoning.wording import Names, Statement, plain_name
from ontorag.values import TextQuad

EXPANDED = 16
"""Facts are written for each of so many equal terms; of more, for the first one only."""

CLASHES = 100
"""So many contradictions are proved; the others are only counted."""

_SILENT = frozenset({"dt-eq", "dt-type2", "scm-op", "scm-dp", "scm-cls", "ontorag-different"})
_REFLEXIVE = frozenset({SAME, SUBCLASS, SUBPROPERTY, EQUIVALENT_CLASS, EQUIVALENT_PROPERTY})


_RENAMED = ("eq-rep-s", "eq-rep-p", "eq-rep-o")


def _is_silent(fact: Triple, derivation: Derivation) -> bool:
    """Say whether a fact holds of everything, or is a vocabulary's own."""
    rule = derivation[0][0]
    reflexive = fact[0] == fact[2] and fact[1] in _REFLEXIVE
    return reflexive or rule in _SILENT or rule.startswith("skos-")


class Inferences:
    """The facts that follow, in the order they were found; made when they are read.

    Left out are those that are given, those with a literal as their subject or a node as
    their predicate, which RDF has no place for, and those that hold of everything
    (``C subClassOf C``, ``x type owl:Thing``). Of more than 16 equal terms only the first
    one in code-point order stands for all.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._length: int | None = None

    def __len__(self) -> int:
        if self._length is None:
            self._length = sum(1 for _ in self.statements())
        return self._length

    def __iter__(self) -> Iterator[Inference]:
        texts = self._state.terms.texts
        for fact, rule, premises in self._facts():
            s, p, o = fact
            spelled = tuple(
                (texts[a], texts[SAME if b < 0 else b], texts[c]) for a, b, c in premises
            )
            yield Inference(texts[s], texts[p], texts[o], rule, spelled)

    def statements(self) -> Iterator[Statement]:
        """Give subject, predicate and object of each, without the rest."""
        texts = self._state.terms.texts
        for (s, p, o), _, _ in self._facts():
            yield texts[s], texts[p], texts[o]

    def _facts(self) -> Iterator[tuple[Triple, str, tuple[Triple, ...]]]:
        state = self._state
        texts, moved = state.terms.texts, state.moved
        for fact, derivation in state.why.items():
            s, p, o = fact
            if (derivation is None and not moved) or texts[s][0] == '"' or texts[p][0] != "<":
                continue
            if moved:
                if p != SAME and not (s in moved or p in moved or o in moved):
                    yield from self._spread(fact, derivation)
            elif derivation is not None and not _is_silent(fact, derivation):
                yield fact, derivation[0][0], (*derivation[0][1:], *derivation[1:])
        if moved:
            yield from self._equalities()
        yield from self._beside()

    def _beside(self) -> Iterator[tuple[Triple, str, tuple[Triple, ...]]]:
        """Give what follows on request only, each for one of the names of equal things."""
        state = self._state
        for fact, derivation in state.beside.items():
            s, p, o = (self._names(term)[0] for term in fact)
            if (s, p, o) not in state.why:
                yield (s, p, o), derivation[0][0], (*derivation[0][1:], *derivation[1:])

    def _spread(
        self, fact: Triple, derivation: Derivation | None
    ) -> Iterator[tuple[Triple, str, tuple[Triple, ...]]]:
        """Write a fact about representatives for each of the terms that are the same."""
        state = self._state
        s, p, o = fact
        literal = state.terms.is_literal(o)
        only_respelled = literal and derivation is not None and derivation[0][0] == "eq-rep-o"
        objects = [o] if literal else self._names(o)
        for variant in product(self._names(s), self._names(p), objects):
            known = state.why.get(variant, ())
            if known is None or state.terms.texts[variant[1]][0] != "<":
                continue
            if variant[0] == variant[2] and variant[1] in _REFLEXIVE:
                continue
            if not known:
                at = next(n for n in range(3) if variant[n] != fact[n])
                yield variant, _RENAMED[at], ((fact[at], VIRTUAL_SAME, variant[at]), fact)
            elif not _is_silent(variant, known) and not (only_respelled and variant == fact):
                yield variant, known[0][0], (*known[0][1:], *known[1:])

    def _names(self, term: int) -> list[int]:
        others = self._state.equals.get(term)
        if not others:
            return [term]
        names = [term, *others]
        if len(names) <= EXPANDED:
            return names
        return [min(names, key=self._order)]

    def _order(self, term: int) -> tuple[bool, str]:
        text = self._state.terms.texts[term]
        return not text.startswith("<"), text

    def _equalities(self) -> Iterator[tuple[Triple, str, tuple[Triple, ...]]]:
        why = self._state.why
        for kept, others in self._state.equals.items():
            if self._state.terms.is_literal(kept):
                continue
            names = sorted([kept, *others], key=self._order)
            small = len(names) <= EXPANDED
            for left in names:
                for right in names if small else names[:1]:
                    fact = (left, SAME, right)
                    known = why.get(fact, ())
                    if left == right or known is None:
                        continue
                    if known:
                        yield fact, known[0][0], (*known[0][1:], *known[1:])
                    else:
                        yield fact, "eq-trans", ((left, VIRTUAL_SAME, right),)


class Materialised:
    """The outcome of a run: what follows, what contradicts itself, and why.

    ``stopped`` says what ended the run before its end; None when everything has followed.
    """

    def __init__(self, engine: Engine, started: float) -> None:
        self._engine = engine
        self._state = engine.state
        self._seconds = time.perf_counter() - started
        self._refresh()

    def _refresh(self) -> None:
        self.inferred = Inferences(self._state)
        self._clashes: tuple[Inconsistency, ...] | None = None
        self.stopped: str | None = self._engine.stopped

    @property
    def given(self) -> Iterator[Statement]:
        """The statements that were given."""
        texts = self._state.terms.texts
        for (s, p, o), derivation in self._state.why.items():
            if derivation is None:
                yield texts[s], texts[p], texts[o]

    @property
    def inconsistencies(self) -> tuple[Inconsistency, ...]:
        """The contradictions, at most 100 of them; looked up the first time they are asked for."""
        if self._clashes is None:
            explainer = Explainer(self._state)
            found = islice(find_clashes(self._state), CLASHES)
            self._clashes = tuple(
                Inconsistency(rule, explainer.contradict(rule, premises))
                for rule, premises in found
            )
        return self._clashes

    @property
    def unsatisfiable(self) -> tuple[Unsatisfiable, ...]:
        """The classes that can have no member, sorted."""
        explainer, texts = Explainer(self._state), self._state.terms.texts
        found = []
        for cls, premises in find_unsatisfiable(self._state).items():
            fact = (cls, SUBCLASS, NOTHING)
            if fact in self._state.why:
                found.append(Unsatisfiable(texts[cls], explainer.prove(fact)))
            else:
                proof = explainer.conclude(fact, "ontorag-unsatisfiable", premises)
                found.append(Unsatisfiable(texts[cls], proof))
        return tuple(sorted(found, key=lambda each: each.cls))

    @property
    def stats(self) -> RunStats:
        """Figures of the run."""
        state, texts = self._state, self._state.terms.texts
        rules = Counter(why[0][0] for why in state.why.values() if why is not None)
        return RunStats(
            given=self._engine.given,
            inferred=len(self.inferred),
            seconds=self._seconds,
            rules=dict(sorted(rules.items())),
            equal_groups=len(state.equals),
            malformed=tuple(
                ((texts[s], texts[p], texts[o]), why)
                for (s, p, o), why in sorted(state.malformed.items())
                if o != RULE
            ),
        )

    @property
    def rules(self) -> tuple[RuleReading, ...]:
        """The rules of SWRL, those that are run and those that are not."""
        return tuple(describe_rules(self._state, plain_name))

    def entails(self, statement: Statement) -> bool:
        """Say whether a statement is given or follows."""
        fact = self._numbers(statement)
        if fact is None:
            return _is_known_datatype(statement)
        state = self._state
        s, p, o = (state.find(term) for term in fact)
        if p == SAME and s == o:
            return True
        known = fact in state.why or (s, p, o) in state.why or (s, p, o) in state.beside
        return known or trivial(state, (s, p, o)) is not None

    def explain(self, statement: Statement) -> Proof | None:
        """Prove a statement; None when it is neither given nor follows."""
        fact = self._numbers(statement)
        if not self.entails(statement):
            return None
        if fact is None:
            return Proof(statement, "dt-type1")
        state, explainer = self._state, Explainer(self._state)
        if fact in state.why:
            return explainer.prove(fact)
        if fact[1] == SAME:
            if fact[0] == fact[2]:
                return Proof(statement, "eq-ref")
            return explainer.prove((fact[0], VIRTUAL_SAME, fact[2]))
        s, p, o = (state.find(term) for term in fact)
        known = (s, p, o)
        if known in state.why or known in state.beside:
            return explainer.rewrite(known, fact)
        step = trivial(state, known)
        return explainer.conclude(known, *step) if step else Proof(statement, "dt-type1")

    def add(self, quads: Iterable[TextQuad], *, seconds: float | None = None) -> bool:
        """Take in further statements and what follows from them.

        Says False, with nothing changed, when only a fresh run can tell what follows.
        """
        started = time.perf_counter()
        if not self._engine.extend(quads, Budget(None, seconds)):
            return False
        self._seconds = time.perf_counter() - started
        self._refresh()
        return True

    def names(self, names: Names = plain_name) -> Names:
        """Name terms by ``names``, and class expressions and rules by what they say."""
        state = self._state

        def name(text: str) -> str:
            number = state.terms.ids.get(text)
            if number in state.rules:
                return describe_rule(state, state.rules[number], names)
            if number is None or not text.startswith("_:"):
                return names(text)
            return describe_node(state, number, names) or names(text)

        return name

    def _numbers(self, statement: Statement) -> Triple | None:
        ids = self._state.terms.ids
        s, p, o = (ids.get(text) for text in statement)
        return None if s is None or p is None or o is None else (s, p, o)


def _is_known_datatype(statement: Statement) -> bool:
    """Say whether a statement says of a datatype of OWL 2 RL that it is one (dt-type1)."""
    s, p, o = statement
    return p == f"<{RDF}type>" and o == f"<{RDFS}Datatype>" and knows(s[1:-1])


def read_rules(quads: Iterable[TextQuad], names: Names = plain_name) -> tuple[RuleReading, ...]:
    """Read the rules of SWRL in ``quads``: how each reads, and why it would not be run."""
    engine = Engine()
    engine.read(quads)
    engine.read_rules()
    return tuple(describe_rules(engine.state, names))


def materialise(
    quads: Iterable[TextQuad],
    *,
    profile: OneOf["rl"] = "rl",
    skos: bool = False,
    class_values: bool = False,
    max_facts: int | None = None,
    seconds: float | None = None,
) -> Materialised:
    """Find everything that follows from ``quads`` by the OWL 2 RL rules.

    ``skos`` adds what SKOS says about its own properties, ``class_values`` that what has a class
    (or SKOS concept) as a value has those above it too, which OWL does not say. The run
    stops, and says so in ``stopped``, when more than ``max_facts`` facts follow or ``seconds``
    are over.

    >>> from ontorag.names import RDF, RDFS
    >>> found = materialise([
    ...     ("<urn:x#Dog>", f"<{RDFS}subClassOf>", "<urn:x#Pet>", ""),
    ...     ("<urn:x#Rex>", f"<{RDF}type>", "<urn:x#Dog>", ""),
    ... ])
    >>> [(fact.subject, fact.object, fact.rule) for fact in found.inferred]
    [('<urn:x#Rex>', '<urn:x#Pet>', 'cax-sco')]
    """
    if profile != "rl":
        raise InputError(f"there is no reasoning profile {profile!r} here; give 'rl'")
    started = time.perf_counter()
    engine = Engine(class_values=class_values)
    if skos:
        engine.add_axioms(SKOS_AXIOMS)
    engine.read(quads)
    engine.run(Budget(max_facts, seconds))
    return Materialised(engine, started)
