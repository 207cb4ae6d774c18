"""What follows from class axioms for classes: chains of existential restrictions, with proofs.

OWL 2 RL infers nothing from "every Cajal body is part of some nucleoplasm". Here such facts are
followed through superclasses, transitive properties, property chains and superproperties, the
nearest first. Only steps are taken that the EL completion rules take (Baader, Brandt, Lutz:
Pushing the EL Envelope, 2005, table 2), so each result holds of every member of the class.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ontorag.names import OWL, RDFS_SUBPROPERTY
from ontorag.reasoning.axioms import (
    FIRST,
    NIL,
    REST,
    SUBCLASS,
    TYPE,
    AxiomFact,
    ClassAxioms,
    is_inferred,
)
from ontorag.reasoning.proofs import Proof
from ontorag.reasoning.wording import AXIOM, CHAIN, FILLER, INHERITED, SUBPROPERTY, TRANSITIVE
from ontorag.values import TextQuad

_SUBPROPERTY, _TRANSITIVE = f"<{RDFS_SUBPROPERTY}>", f"<{OWL}TransitiveProperty>"
_CHAIN_AXIOM = f"<{OWL}propertyChainAxiom>"
PROPERTY_PREDICATES: tuple[str, ...] = (_SUBPROPERTY, _CHAIN_AXIOM)
"""The predicates that property axioms are made of, besides ``rdf:type`` and lists."""
_BELOW = ""
"""In place of a property: the one is below the other."""
_MOST_STATES = 500_000

State = tuple[str, str]
"""A class, and the property by which it stands to where the search began (`_BELOW`: below it)."""


@dataclass(frozen=True, slots=True)
class PropertyAxioms:
    """Superproperties (reflexive and transitive), transitive properties, chains of two.

    A chain is (first, second, what follows, the list that states it).
    """

    above: Mapping[str, frozenset[str]] = field(default_factory=dict)
    transitive: frozenset[str] = frozenset()
    chains: tuple[tuple[str, str, str, str], ...] = ()

    def supers(self, prop: str) -> frozenset[str]:
        """Give a property with all its superproperties."""
        return self.above.get(prop, frozenset({prop}))

    def joined(self, first: str, second: str) -> list[tuple[str, str]]:
        """Give what follows from one property and then another, as (property, rule).

        Of transitive properties above both only the lowest are given: the others are above them.
        """
        one, other = self.supers(first), self.supers(second)
        both = one & other & self.transitive
        lowest = sorted(p for p in both if not any(q != p and p in self.supers(q) for q in both))
        found = [(prop, TRANSITIVE) for prop in lowest or sorted(both)[:1]]
        found += [(p, CHAIN) for left, right, p, _ in self.chains if left in one and right in other]
        return list(dict.fromkeys(found))


@dataclass(slots=True)
class Reach:
    """How far one search came: distances in steps, and the step that led to each state.

    ``broad`` are fillers that are only known through a more special one: "part of an organelle",
    because part of the nucleus.
    """

    start: str
    forward: bool
    distance: dict[State, int] = field(default_factory=dict)
    came: dict[State, tuple[State, AxiomFact, str]] = field(default_factory=dict)
    broad: set[State] = field(default_factory=set)

    def relations(self, *, broad: bool = True) -> Iterator[State]:
        """Give what stands in a relation to the start, the nearest first."""
        for state in self.distance:
            if state[1] != _BELOW and state[0] != self.start and (broad or state not in self.broad):
                yield state

    def below(self) -> Iterator[str]:
        """Give the classes below the start (forward: above it), the nearest first."""
        return (cls for cls, prop in self.distance if prop == _BELOW and cls != self.start)


class ClassReasoning:
    """Relations between classes, followed from one class at a time."""

    def __init__(self, axioms: ClassAxioms, properties: PropertyAxioms | None = None) -> None:
        self.properties = properties or PropertyAxioms()
        self._out: defaultdict[str, list[AxiomFact]] = defaultdict(list)
        self._into: defaultdict[str, list[AxiomFact]] = defaultdict(list)
        self._up: defaultdict[str, list[AxiomFact]] = defaultdict(list)
        self._down: defaultdict[str, list[AxiomFact]] = defaultdict(list)
        for fact in axioms.facts:
            self._out[fact.subject].append(fact)
            self._into[fact.object].append(fact)
        for link in axioms.links:
            self._up[link.subject].append(link)
            self._down[link.object].append(link)

    def with_links(self, links: Iterable[AxiomFact]) -> ClassReasoning:
        """Give the same with more that is below something: types of a question's individuals."""
        more = ClassReasoning(ClassAxioms((), ()), self.properties)
        more._out, more._into = self._out, self._into
        more._up, more._down = self._up.copy(), self._down.copy()
        for link in links:
            more._up[link.subject] = [*more._up[link.subject], link]
            more._down[link.object] = [*more._down[link.object], link]
        return more

    def __bool__(self) -> bool:
        """Whether there is anything to follow."""
        return bool(self._out or self._up)

    def about(self, term: str) -> Reach:
        """Follow what every member of a class (or a thing) stands in relation to."""
        reach = Reach(term, forward=True)
        self._search(reach)
        self._mark_broad(reach)
        return reach

    def reaching(self, term: str) -> Reach:
        """Follow which classes stand in relation to a class (or a thing)."""
        reach = Reach(term, forward=False)
        self._search(reach)
        return reach

    def above(self, term: str) -> list[str]:
        """Give the classes above a class, the nearest first."""
        found: dict[str, None] = {term: None}
        waiting = deque([term])
        while waiting:
            for link in self._up.get(waiting.popleft(), ()):
                if link.object not in found:
                    found[link.object] = None
                    waiting.append(link.object)
        return [cls for cls in found if cls != term]

    def _mark_broad(self, reach: Reach) -> None:
        """Mark the fillers that another filler of the same property is below of."""
        fillers: defaultdict[str, set[str]] = defaultdict(set)
        for cls, prop in reach.distance:
            fillers[prop].add(cls)
        for prop, classes in fillers.items():
            for cls in sorted(classes) if prop != _BELOW else ():
                if cls.startswith("_:"):
                    continue  # what has no name is not shown, so it makes no other superfluous
                wider = set(self.above(cls)) & classes
                equal = {each for each in wider if cls in self.above(each)}
                reach.broad |= {(each, prop) for each in wider - equal}

    def _search(self, reach: Reach) -> None:
        start = (reach.start, _BELOW)
        reach.distance[start] = 0
        waiting = deque([start])
        while waiting and len(reach.distance) < _MOST_STATES:
            state = waiting.popleft()
            steps = self._onward(state) if reach.forward else self._backward(state)
            for following, fact, rule in steps:
                if following not in reach.distance:
                    reach.distance[following] = reach.distance[state] + 1
                    reach.came[following] = state, fact, rule
                    waiting.append(following)

    def _onward(self, state: State) -> Iterator[tuple[State, AxiomFact, str]]:
        cls, prop = state
        for fact in self._out.get(cls, ()):
            if prop == _BELOW:
                yield (fact.object, fact.predicate), fact, INHERITED
                continue
            for joined, rule in self.properties.joined(prop, fact.predicate):
                yield (fact.object, joined), fact, rule
        for link in self._up.get(cls, ()):
            yield (link.object, prop), link, FILLER

    def _backward(self, state: State) -> Iterator[tuple[State, AxiomFact, str]]:
        cls, prop = state
        for fact in self._into.get(cls, ()):
            if prop == _BELOW:
                yield (fact.subject, fact.predicate), fact, FILLER
                continue
            for joined, rule in self.properties.joined(fact.predicate, prop):
                yield (fact.subject, joined), fact, rule
        for link in self._down.get(cls, ()):
            yield (link.subject, prop), link, INHERITED

    def steps(self, reach: Reach, state: State) -> list[AxiomFact]:
        """Give the axioms that lead to a state, those of the subject first."""
        found: list[AxiomFact] = []
        while state in reach.came:
            state, fact, _ = reach.came[state]
            found.append(fact)
        return found[::-1] if reach.forward else found

    def prove(self, reach: Reach, state: State, predicate: str | None = None) -> Proof:
        """Prove a state; ``predicate`` is a superproperty to end at."""
        path: list[tuple[State, AxiomFact, str]] = []
        at = state
        while at in reach.came:
            came, fact, rule = reach.came[at]
            path.append((at, fact, rule))
            at = came
        proof: Proof | None = None
        for reached, fact, rule in reversed(path):
            own = fact_proof(fact)
            if proof is None:
                proof = own
                continue
            said = _statement(reach, reached, path[-1][1] if reach.forward else fact)
            parts = (proof, own) if reach.forward else (own, proof)
            rule = _rule_of(proof, own, rule)
            proof = Proof(said, rule, (*parts, *self._joining(rule, said[1], parts)))
        assert proof is not None
        if predicate is not None and predicate != state[1]:
            proof = self._as_superproperty(proof, state[1], predicate)
        return proof

    def _joining(self, rule: str, prop: str, parts: tuple[Proof, Proof]) -> Iterator[Proof]:
        """Give the property axioms that a step along two properties rests on."""
        first, second = (part.statement[1] if part.statement else prop for part in parts)
        if rule == TRANSITIVE:
            yield Proof((prop, TYPE, _TRANSITIVE))
            ends = {first: prop, second: prop}
        elif rule == CHAIN:
            one, other, head = next(
                (left, right, head)
                for left, right, joined, head in self.properties.chains
                if joined == prop and left in self.properties.supers(first)
                and right in self.properties.supers(second)
            )  # fmt: skip
            yield Proof((prop, _CHAIN_AXIOM, head))
            ends = {first: one, second: other}
        else:
            return
        for below, above in ends.items():
            if below != above:
                yield Proof((below, _SUBPROPERTY, above))

    def _as_superproperty(self, proof: Proof, prop: str, predicate: str) -> Proof:
        assert proof.statement is not None
        s, _, o = proof.statement
        above = Proof((prop, _SUBPROPERTY, predicate))
        return Proof((s, predicate, o), SUBPROPERTY, (proof, above))


def further_links(reasoning: ClassReasoning, links: Sequence[AxiomFact]) -> list[AxiomFact]:
    """Give the links that lead to what axioms do not, without those that others lead to.

    A reasoner gives all that a class is below; what is nearest is kept.
    """
    fresh: defaultdict[str, dict[str, AxiomFact]] = defaultdict(dict)
    for link in links:
        if link.object != link.subject:
            fresh[link.subject][link.object] = link
    above = {cls: set(reasoning.above(cls)) | set(found) for cls, found in fresh.items()}

    def is_led_to(cls: str, wider: str) -> bool:
        return any(
            wider in (above.get(each) or reasoning.above(each)) and each not in (cls, wider)
            and cls not in above.get(each, ()) and each not in above.get(wider, ())
            for each in above[cls]
        )  # fmt: skip

    return [
        link
        for cls, found in fresh.items()
        for wider, link in found.items()
        if wider not in reasoning.above(cls) and not is_led_to(cls, wider)
    ]


def fact_proof(fact: AxiomFact) -> Proof:
    """Prove what one axiom says by the statements that it stands in."""
    said = (fact.subject, fact.predicate, fact.object)
    if is_inferred(fact):
        return Proof(said, fact.rule)
    given = tuple(Proof(_split(line)) for line in fact.premises)
    if given[0].statement == said:
        return given[0]
    return Proof(said, AXIOM, given)


def read_property_axioms(quads: Iterable[TextQuad]) -> PropertyAxioms:
    """Read superproperties, transitive properties and chains of two out of statements."""
    direct: defaultdict[str, set[str]] = defaultdict(set)
    transitive: set[str] = set()
    heads: set[tuple[str, str]] = set()
    first: dict[str, str] = {}
    rest: dict[str, str] = {}
    for subject, predicate, obj, _ in quads:
        if predicate == _SUBPROPERTY and subject.startswith("<"):
            direct[subject].add(obj)
        elif predicate == TYPE and obj == _TRANSITIVE:
            transitive.add(subject)
        elif predicate == _CHAIN_AXIOM:
            heads.add((subject, obj))
        elif predicate in (FIRST, REST):
            (first if predicate == FIRST else rest)[subject] = obj
    chains = []
    for prop, head in sorted(heads):
        second = rest.get(head, "")
        if head in first and second in first and rest.get(second) == NIL:
            chains.append((first[head], first[second], prop, head))
    return PropertyAxioms(_closed(direct), frozenset(transitive), tuple(chains))


def _closed(direct: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    closed: dict[str, frozenset[str]] = {}
    for prop in sorted(direct):
        found, waiting = {prop}, [prop]
        while waiting:
            fresh = direct.get(waiting.pop(), set()) - found
            found |= fresh
            waiting += sorted(fresh)
        closed[prop] = frozenset(found)
    return closed


def _rule_of(earlier: Proof, own: Proof, rule: str) -> str:
    """Name the step that joins two proofs: what is below what is the W3C's own rule."""
    said = [proof.statement[1] for proof in (earlier, own) if proof.statement]
    if all(predicate in (SUBCLASS, TYPE) for predicate in said):
        return "cax-sco" if TYPE in said else "scm-sco"
    return rule


def _statement(reach: Reach, state: State, first: AxiomFact) -> tuple[str, str, str]:
    """Say a state; ``first`` is the axiom that its subject stands in (a type of a thing)."""
    cls, prop = state
    predicate = prop or (TYPE if first.predicate == TYPE else SUBCLASS)
    return (reach.start, predicate, cls) if reach.forward else (cls, predicate, reach.start)


def _split(line: str) -> tuple[str, str, str]:
    s, p, rest = line.split(" ", 2)
    return s, p, rest.removesuffix(" .")
