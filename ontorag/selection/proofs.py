"""Which statements prove that terms are members of a `Where`: its tree walked with the answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from ontorag.names import RDF_TYPE
from ontorag.stores.base import Pattern, ReadableStore, Scope
from ontorag.stores.comparing import comparable, compare
from ontorag.values import (
    IRI,
    And,
    AtLeast,
    Compare,
    Every,
    Fact,
    Has,
    Is,
    Literal,
    Not,
    OfType,
    Or,
    QualifierCondition,
    Step,
    Term,
    Top,
    Where,
    write_term,
)

TYPE = IRI(RDF_TYPE)
FACTS_AT_ONCE = 20_000
Proofs = dict[Term, tuple[Fact, ...]]


class Prover:
    """Finds proofs in one store and scope, each question to the store asked once.

    ``beyond`` counts the statements that a single step had more than `FACTS_AT_ONCE` of.
    """

    def __init__(self, store: ReadableStore, scope: Scope) -> None:
        self._store = store
        self._scope = scope
        self._known: dict[tuple[Where, tuple[Term, ...]], Proofs] = {}
        self.beyond = 0

    def among(self, terms: Collection[Term], where: Where) -> list[Term]:
        """Give those of ``terms`` that are members of ``where``, sorted."""
        if not terms:
            return []
        if isinstance(where, Is):
            wanted = set(where.terms)
            return [term for term in terms if term in wanted]
        if _compares(where):
            return [term for term in terms if self._holds(term, where)]
        return self._store.members(And((Is(tuple(terms)), where)), scope=self._scope)

    def prove(self, where: Where, terms: Sequence[Term]) -> Proofs:
        """Give, for each of ``terms`` (members of ``where``), the statements that prove it.

        Absence and plain terms have no statements; a type statement counts only where nothing
        else in ``where`` is proved by statements.
        """
        asked = (where, tuple(terms))
        if asked not in self._known:
            self._known[asked] = self._walk(where, asked[1]) if terms else {}
        return self._known[asked]

    def types(self, term: Term) -> list[Fact]:
        """Read the type statements of ``term``."""
        return self.facts(Pattern(subjects=(term,), predicates=(TYPE,)))

    def _walk(self, where: Where, terms: tuple[Term, ...]) -> Proofs:
        if isinstance(where, OfType):
            pattern = Pattern(subjects=terms, predicates=(TYPE,), objects=where.classes)
            return _by_end(self.facts(pattern), inverse=False)
        if isinstance(where, Has):
            return self._edges(where, terms)
        if isinstance(where, Every):
            required = tuple(self._store.members(where.of, scope=self._scope))
            of_each = self.prove(where.of, required)
            proofs = self._edges(Has(where.step, Is(required)), terms)
            shared = tuple(fact for term in required for fact in of_each.get(term, ()))
            return {term: proofs.get(term, ()) + shared for term in terms}
        if isinstance(where, And):
            return self._all_parts(where, terms)
        if isinstance(where, (Or, AtLeast)):
            parts = [self.prove(part, self.among(terms, part)) for part in where.parts]
            return _merged(parts)
        if isinstance(where, Top):
            return self._ranked(where, terms)
        return {}

    def _all_parts(self, where: And, terms: tuple[Term, ...]) -> Proofs:
        types = [part for part in where.parts if isinstance(part, OfType)]
        others = [part for part in where.parts if not isinstance(part, OfType)]
        proofs = _merged([self.prove(part, terms) for part in others])
        bare = tuple(term for term in terms if not proofs.get(term))
        return _merged([proofs, *(self.prove(part, bare) for part in types)]) if bare else proofs

    def _ranked(self, where: Top, terms: tuple[Term, ...]) -> Proofs:
        if where.of_step is None:
            values = Has(Step(where.predicate))
        else:
            condition = QualifierCondition(where.predicate)
            values = Has(where.of_step, where.of_target, (condition,))
        return _merged([self.prove(where.of, terms), self.prove(values, terms)])

    def _edges(self, where: Has, terms: tuple[Term, ...]) -> Proofs:
        """Walk one step: the statements along it, then what proves their other ends."""
        inverse, predicates = where.step.inverse, (where.step.predicate,)
        wanted = where.target.terms if isinstance(where.target, Is) else None
        pattern = (
            Pattern(subjects=wanted, predicates=predicates, objects=terms)
            if inverse
            else Pattern(subjects=terms, predicates=predicates, objects=wanted)
        )
        facts = self._qualified(self.facts(pattern), where.qualifiers)
        if where.target is None or wanted is not None:
            return _by_end(facts, inverse=inverse)
        facts = self._reaching(facts, where, where.target)
        ends = sorted({_far(fact, inverse) for fact in facts}, key=write_term)
        further = self.prove(where.target, tuple(ends))
        proofs: defaultdict[Term, tuple[Fact, ...]] = defaultdict(tuple)
        for fact in facts:
            near = fact.object if inverse else fact.subject
            proofs[near] += (fact, *further.get(_far(fact, inverse), ()))
        return dict(proofs)

    def _reaching(self, facts: list[Fact], where: Has, target: Where) -> list[Fact]:
        """Keep the statements whose far end is a member of ``target``."""
        ends = sorted({_far(fact, where.step.inverse) for fact in facts}, key=write_term)
        members = set(self.among(ends, target))
        return [fact for fact in facts if _far(fact, where.step.inverse) in members]

    def _holds(self, term: Term, where: Where) -> bool:
        """Whether ``term`` is a member of a `Compare`, alone or combined."""
        if isinstance(where, Compare):
            return isinstance(term, Literal) and compare(
                where.operator, comparable(term), comparable(where.value)
            )
        if isinstance(where, And):
            return all(self._holds(term, part) for part in where.parts)
        if isinstance(where, (Or, AtLeast)):
            least = where.n if isinstance(where, AtLeast) else 1
            return sum(self._holds(term, part) for part in where.parts) >= least
        if isinstance(where, Not):
            return not self._holds(term, where.part)
        return bool(self.among([term], where))

    def _qualified(
        self, facts: list[Fact], conditions: tuple[QualifierCondition, ...]
    ) -> list[Fact]:
        for condition in conditions:
            facts = [fact for fact in facts if self._meets(fact, condition)]
        return facts

    def _meets(self, fact: Fact, condition: QualifierCondition) -> bool:
        values = [each.value for each in fact.qualifiers if each.predicate == condition.predicate]
        has_it = bool(values)
        if condition.target is not None and values:
            has_it = bool(self.among(values, condition.target))
        return has_it is not condition.excluded

    def facts(self, pattern: Pattern) -> list[Fact]:
        """Read the statements of ``pattern``, at most `FACTS_AT_ONCE`."""
        if pattern.subjects == () or pattern.objects == ():
            return []
        facts = self._store.facts(pattern, scope=self._scope, limit=FACTS_AT_ONCE)
        if len(facts) == FACTS_AT_ONCE:
            self.beyond += self._store.count_facts(pattern, scope=self._scope) - FACTS_AT_ONCE
        return facts


def _compares(where: Where) -> bool:
    if isinstance(where, (And, Or, AtLeast)):
        return any(_compares(part) for part in where.parts)
    return isinstance(where, Compare) or (isinstance(where, Not) and _compares(where.part))


def predicates_in(where: Where | None) -> tuple[IRI, ...]:
    """Give the properties that ``where`` asks about, in order, ``rdf:type`` left out."""
    if where is None or isinstance(where, (Is, OfType, Compare)):
        return ()
    if isinstance(where, Has):
        own = (where.step.predicate, *(each.predicate for each in where.qualifiers))
        return _distinct((*own, *predicates_in(where.target)))
    if isinstance(where, Every):
        return _distinct((where.step.predicate, *predicates_in(where.of)))
    if isinstance(where, Top):
        return _distinct((*predicates_in(where.of), where.predicate))
    parts = where.parts if isinstance(where, (And, Or, AtLeast)) else (where.part,)
    return _distinct(iri for part in parts for iri in predicates_in(part))


def terms_in(where: Where | None) -> tuple[Term, ...]:
    """Give the terms, classes and properties that ``where`` names, in order, no literals."""
    if where is None or isinstance(where, Compare):
        return ()
    if isinstance(where, Is):
        return tuple(term for term in where.terms if not isinstance(term, Literal))
    if isinstance(where, OfType):
        return where.classes
    if isinstance(where, Has):
        qualifiers = [(each.predicate, *terms_in(each.target)) for each in where.qualifiers]
        flat = tuple(term for pair in qualifiers for term in pair)
        return (where.step.predicate, *flat, *terms_in(where.target))
    if isinstance(where, Every):
        return (where.step.predicate, *terms_in(where.of))
    if isinstance(where, Top):
        return (where.predicate, *terms_in(where.of), *terms_in(where.of_target))
    parts = where.parts if isinstance(where, (And, Or, AtLeast)) else (where.part,)
    return tuple(term for part in parts for term in terms_in(part))


def _distinct(items: Iterable[IRI]) -> tuple[IRI, ...]:
    return tuple(dict.fromkeys(items))


def _far(fact: Fact, inverse: bool) -> Term:
    return fact.subject if inverse else fact.object


def _by_end(facts: list[Fact], *, inverse: bool) -> Proofs:
    proofs: defaultdict[Term, list[Fact]] = defaultdict(list)
    for fact in facts:
        proofs[fact.object if inverse else fact.subject].append(fact)
    return {term: tuple(own) for term, own in proofs.items()}


def _merged(parts: Iterable[Proofs]) -> Proofs:
    proofs: defaultdict[Term, tuple[Fact, ...]] = defaultdict(tuple)
    for part in parts:
        for term, facts in part.items():
            proofs[term] += facts
    return dict(proofs)
