"""What every store must say, computed over Python sets: slow, short, and plainly right.

Facts are the statements that are no reification; a reifier is the subject of any statement
that carries one. Which statements carry is decided by everything stored; what a qualifier
says is read within the scope, statement by statement.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ontorag.stores.base import EVERYTHING, Pattern, PropertyUse, Scope, TextQuad
from ontorag.stores.comparing import Comparable, comparable, compare
from ontorag.values import (
    IRI,
    RDF,
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
    Qualifier,
    QualifierCondition,
    Step,
    Term,
    Top,
    Triple,
    Where,
    fact_order,
    make_fact,
    read_term,
    write_term,
)  # fmt: skip

TYPE, STATEMENT, REIFIES = IRI(RDF + "type"), IRI(RDF + "Statement"), IRI(RDF + "reifies")
PARTS = (IRI(RDF + "subject"), IRI(RDF + "predicate"), IRI(RDF + "object"))
SPO = tuple[Term, IRI, Term]


def carries(triple: SPO) -> bool:
    return triple[1] in (REIFIES, *PARTS) or triple[1:] == (TYPE, STATEMENT)


@dataclass
class Oracle:
    """The statements of each source, and every read of the protocol over them."""

    stated: dict[str, set[TextQuad]] = field(default_factory=dict)

    def rows(self, scope: Scope = EVERYTHING) -> list[tuple[SPO, str, str]]:
        return [
            ((read_term(s), read_term(p), read_term(o)), g.strip("<>"), name)
            for name, quads in self.stated.items()
            if scope.sources is None or name in scope.sources
            for s, p, o, g in quads
            if scope.graphs is None or g.strip("<>") in scope.graphs
        ]  # fmt: skip

    def triples(self, scope: Scope = EVERYTHING) -> set[SPO]:
        return {row[0] for row in self.rows(scope)}

    def facts_of(self, scope: Scope) -> dict[SPO, set[tuple[Term, Term]]]:
        """Every fact within the scope with its qualifiers."""
        reifiers = {triple[0] for triple in self.triples() if carries(triple)}
        seen = self.triples(scope)
        facts: dict[SPO, set[tuple[Term, Term]]] = {t: set() for t in seen if t[0] not in reifiers}
        for reifier in reifiers:
            own = {t for t in seen if t[0] == reifier}
            about = {(t[2].subject, t[2].predicate, t[2].object) for t in own
                     if t[1] == REIFIES and isinstance(t[2], Triple)}  # fmt: skip
            s, p, o = ({t[2] for t in own if t[1] == part} for part in PARTS)
            about |= {(x, y, z) for x in s for y in p for z in o}
            for triple in about & facts.keys():
                facts[triple] |= {t[1:] for t in own if not carries(t)}
        return facts

    def facts(self, pattern: Pattern, scope: Scope = EVERYTHING) -> list[Fact]:
        rows = self.rows(scope)
        found = [
            make_fact(*triple, qualifiers=tuple(Qualifier(p, v) for p, v in qualifiers),
                      graphs=tuple({g for t, g, _ in rows if t == triple}),
                      sources=tuple({n for t, _, n in rows if t == triple}))
            for triple, qualifiers in self.facts_of(scope).items() if fits(pattern, triple)
        ]  # fmt: skip
        return sorted(found, key=fact_order)

    def statements(self, pattern: Pattern, scope: Scope = EVERYTHING) -> set[TextQuad]:
        return {(*map(write_term, t), g if g.startswith("_:") or not g else f"<{g}>")
                for t, g, _ in self.rows(scope) if fits(pattern, t)}  # fmt: skip

    def members(self, where: Where, scope: Scope = EVERYTHING) -> list[Term]:
        return sorted(Interpreter(self.facts_of(scope)).members(where), key=write_term)

    def steps(self, terms: list[Term], scope: Scope = EVERYTHING) -> list[tuple[Term, Step, int]]:
        counts: Counter[tuple[Term, Step]] = Counter()
        for s, p, o in self.facts_of(scope):
            counts[s, Step(p)] += 1
            counts[o, Step(p, inverse=True)] += 1
        found = [(term, step, n) for (term, step), n in counts.items() if term in terms]
        return sorted(
            found,
            key=lambda row: (write_term(row[0]), write_term(row[1].predicate), row[1].inverse),
        )

    def property_uses(self) -> list[PropertyUse]:
        """Uses count every statement, those of reifications too."""
        triples = self.triples()
        return [
            PropertyUse(p, len(of), len({t[0] for t in of}), len({t[2] for t in of}),
                        len({t[2] for t in of if isinstance(t[2], Literal)}))
            for p in sorted({t[1] for t in triples}, key=write_term)
            for of in [[t for t in triples if t[1] == p]]
        ]  # fmt: skip

    def literal_values(self, predicate: IRI, limit: int) -> list[tuple[Literal, int]]:
        counts = Counter(
            t[2] for t in self.triples() if t[1] == predicate and isinstance(t[2], Literal)
        )
        return sorted(counts.items(), key=lambda pair: write_term(pair[0]))[:limit]

    def nodes(self) -> set[str]:
        return {write_term(x) for t in self.triples() for x in t if isinstance(x, IRI)}


def fits(pattern: Pattern, triple: SPO) -> bool:
    wanted = (pattern.subjects, pattern.predicates, pattern.objects)
    return all(w is None or term in w for w, term in zip(wanted, triple, strict=True))


class Interpreter:
    """The set algebra over Python sets."""

    def __init__(self, facts: dict[SPO, set[tuple[Term, Term]]]) -> None:
        self.facts = facts
        values = {v for qualifiers in facts.values() for _, v in qualifiers}
        self.literals = {x for x in {t[2] for t in facts} | values if isinstance(x, Literal)}

    def members(self, where: Where) -> set[Term]:
        if isinstance(where, Is):
            return set(where.terms)
        if isinstance(where, OfType):
            return {s for s, p, o in self.facts if p == TYPE and o in where.classes}
        if isinstance(where, Compare):
            right = comparable(where.value)
            return {x for x in self.literals if compare(where.operator, comparable(x), right)}
        if isinstance(where, Has):
            return {near for near, _ in self.edges(where.step, where.target, where.qualifiers)}
        if isinstance(where, Every):
            wanted, edges = self.members(where.of), self.edges(where.step)
            return {
                near for near, _ in edges if wanted and all((near, far) in edges for far in wanted)
            }
        if isinstance(where, Top):
            return self.top(where)
        if isinstance(where, Not):
            raise AssertionError("Not is handled by And")
        if isinstance(where, And):
            keep = [self.members(part) for part in where.parts if not isinstance(part, Not)]
            lose = [self.members(part.part) for part in where.parts if isinstance(part, Not)]
            return set.intersection(*keep).difference(*lose)
        n = where.n if isinstance(where, AtLeast) else 1
        counts = Counter(x for part in where.parts for x in self.members(part))
        return {x for x, count in counts.items() if count >= n}

    def edges(
        self,
        step: Step,
        target: Where | None = None,
        conditions: tuple[QualifierCondition, ...] = (),
    ) -> set[tuple[Term, Term]]:
        """(near end, far end) of the facts along ``step`` that meet the conditions."""
        fars = None if target is None else self.members(target)
        wanted = [
            (c.predicate, c.target and self.members(c.target), c.excluded) for c in conditions
        ]
        found = set()
        for (s, p, o), said in self.facts.items():
            near, far = (o, s) if step.inverse else (s, o)
            if p != step.predicate or (fars is not None and far not in fars):
                continue
            if all(
                any(q == c and (vs is None or v in vs) for q, v in said) is not excluded
                for c, vs, excluded in wanted
            ):
                found.add((near, far))
        return found

    def top(self, where: Top) -> set[Term]:
        """Numbers rank when any member has one, else dates, by the end of their span.

        The smallest are found by its start.
        """
        of = self.members(where.of)
        values = [(x, v) for x, v in self.ranked_values(where) if x in of]
        ranks: list[tuple[Term, object]]
        if where.scale:
            ranks = [(x, where.scale.index(v)) for x, v in values if v in where.scale]
        else:
            known = [(x, c) for x, v in values if isinstance(v, Literal) and (c := comparable(v))]
            families = [f for f in ("number", "date") if any(c.family == f for _, c in known)]
            ranks = [(x, end(c, where.largest)) for x, c in known if c.family in families[:1]]
        best: dict[Term, object] = {}
        for x, rank in ranks:
            better = max if where.largest else min
            best[x] = better(best.get(x, rank), rank)
        order = sorted(best.values(), reverse=where.largest)[: where.n]
        return {x for x, rank in best.items() if rank in order}

    def ranked_values(self, where: Top) -> set[tuple[Term, Term]]:
        if where.of_step is None:
            return self.edges(Step(where.predicate))
        along = self.edges(where.of_step, where.of_target)
        return {
            (near, value)
            for (s, p, o), said in self.facts.items() if p == where.of_step.predicate
            for near, far in [(o, s) if where.of_step.inverse else (s, o)] if (near, far) in along
            for q, value in said if q == where.predicate
        }  # fmt: skip


def end(value: Comparable, largest: bool) -> str:
    return value.high if largest else value.low
