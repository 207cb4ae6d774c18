"""Class-level facts of one graph: read from its axioms, laid out for one question, explained.

The axioms are read once for each snapshot and scope. For a question, what follows about the
classes that it names is laid out as a small embedded graph of its own, in which classes are
things; the facts that are selected there are then given back with the axioms they rest on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice

from ontorag import names
from ontorag.graph.reasoned import SHOWN_STEPS, Explanation
from ontorag.reasoning import Proof
from ontorag.reasoning.axioms import (
    SUBCLASS,
    TYPE,
    AxiomFact,
    axiom_text,
    expression_text,
    is_inferred,
)
from ontorag.reasoning.classes import (
    ClassReasoning,
    Reach,
    State,
)
from ontorag.reasoning.wording import Language, Statement
from ontorag.stores.base import Pattern, ReadableStore, Scope, Store
from ontorag.values import IRI, Fact, Source, Term, TextQuad, make_fact, read_term, write_term

DEFINITION = IRI(names.SCHEMA + "definition")
"""In a laid-out graph: what any of the definition properties states."""
MOST_MEMBERS = 20_000
MOST_FACTS = 100_000
_AT_ONCE = 500
_THING = {"de": "Ding mit „{}“", "en": "thing with “{}”"}
_SOURCE = Source("class axioms")

Labels = Callable[[Collection[Term]], Mapping[Term, str]]
Proved = tuple[Proof, Sequence[AxiomFact]]
"""A proof, with the axioms that it rests on, those of its subject first."""


@dataclass(frozen=True)
class ClassLevel:
    """What the axioms of a store say about its classes, within a scope."""

    store: ReadableStore
    scope: Scope
    reasoning: ClassReasoning

    def __bool__(self) -> bool:
        """Whether any axiom says anything of a class."""
        return bool(self.reasoning)

    def around(self, terms: Sequence[Term], populated: Collection[IRI] = ()) -> ClassFacts:
        """Find what holds of the classes and things of a question, to be laid out.

        ``populated`` are the classes that have members: of these too it holds.
        """
        texts = [write_term(term) for term in terms]
        reasoning = self._with_types_of(terms)
        found = ClassFacts(self)
        for text in texts:
            members = self._members(reasoning.reaching(text), populated)
            within = reasoning.with_links(members) if members else reasoning
            found.add(within, text)
        found.add_types(self._with_types_of(found.fillers()), texts)
        return found

    def described(self, term: Term, language: str) -> ClassFacts:
        """Find what a class is: its definition, what is right above it, what holds of it."""
        text = write_term(term)
        found = ClassFacts(self)
        found.define(term, language)
        found.describe(self._with_types_of([term]), text)
        return found

    def _with_types_of(self, terms: Sequence[Term]) -> ClassReasoning:
        pattern = Pattern(subjects=tuple(terms), predicates=(IRI(names.RDF_TYPE),))
        links = self._type_links(self.store.statements(pattern, scope=self.scope))
        return self.reasoning.with_links(links) if links else self.reasoning

    def _members(self, reach: Reach, populated: Collection[IRI]) -> list[AxiomFact]:
        """Read the members of the classes that something holds of."""
        held = {state[0] for state in reach.relations() if state[0].startswith("<")}
        classes = sorted(held & {write_term(iri) for iri in populated})
        if not classes:
            return []
        pattern = Pattern(
            predicates=(IRI(names.RDF_TYPE),), objects=tuple(read_term(text) for text in classes)
        )
        rows = self.store.statements(pattern, scope=self.scope)
        return self._type_links(sorted(islice(rows, MOST_MEMBERS)))

    def _type_links(self, rows: Iterable[TextQuad]) -> list[AxiomFact]:
        return [
            AxiomFact(s, TYPE, o, "named", (f"{s} {TYPE} {o} .",))
            for s, _, o, _ in sorted(set(rows))
            if o.startswith("<") and not names.is_system(o[1:-1])
        ]

    def prove(self, statement: Statement) -> Proved | None:
        """Prove a class-level statement, with the axioms it rests on; None when it follows not."""
        s, p, o = statement
        if s.startswith('"'):
            return None
        reasoning = self._with_types_of([read_term(s)])
        reach = reasoning.about(s)
        wanted = "" if p in (SUBCLASS, TYPE) else p
        for state in reach.distance:
            cls, prop = state
            fits = prop == wanted or (prop and wanted in reasoning.properties.supers(prop))
            if cls == o and cls != s and fits:
                predicate = p if wanted else None
                return reasoning.prove(reach, state, predicate), reasoning.steps(reach, state)
        return None

    def explain(
        self, statement: Statement, labels: Labels, language: Language
    ) -> Explanation | None:
        """Prove a class-level statement and name its terms."""
        proved = self.prove(statement)
        if proved is None:
            return None
        named, sources = self.voice([proved], labels, language)
        return Explanation(proved[0], language, named, sources)

    def voice(
        self, proved: Sequence[Proved], labels: Labels, language: Language
    ) -> tuple[Callable[[str], str], Callable[[Statement], tuple[str, ...]]]:
        """Give the names and the sources that proofs are said with."""
        axioms = [axiom for _, path in proved for axiom in path]
        named = label_texts(
            {text for proof, _ in proved for step in proof.walk() for text in step.statement or ()},
            labels,
        )
        said = _called(proved, named, language)
        leads = self.sources_of(axioms)
        stated = cache(self._stated_by)
        return (
            lambda text: said.get(text) or named(text),
            lambda statement: leads.get(statement) or stated(statement),
        )

    def _stated_by(self, statement: Statement) -> tuple[str, ...]:
        s, p, o = map(read_term, statement)
        assert isinstance(p, IRI)
        found = self.store.facts(Pattern((s,), (p,), (o,)), scope=self.scope)
        return tuple(sorted({name for fact in found for name in fact.sources}))

    def sources_of(self, axioms: Iterable[AxiomFact]) -> dict[Statement, tuple[str, ...]]:
        """Give the sources of the statements that axioms begin with."""
        leads = [_leading(fact) for fact in axioms]
        ends = {read_term(end) for lead in leads for end in (lead[0], lead[2])}
        subjects = tuple(sorted(ends, key=write_term))
        predicates = tuple(IRI(p[1:-1]) for p in sorted({lead[1] for lead in leads}))
        found: dict[Statement, tuple[str, ...]] = {}
        pattern = Pattern(subjects=subjects, predicates=predicates)
        for fact in self.store.facts(pattern, scope=self.scope) if leads else ():
            s, p, o = (write_term(t) for t in (fact.subject, fact.predicate, fact.object))
            for said in ((s, p, o), (o, p, s)):
                found[said] = tuple(sorted({*found.get(said, ()), *fact.sources}))
        return {lead: found.get(lead, ()) for lead in leads}


@dataclass
class ClassFacts:
    """What holds of the classes that one question names, each with how it was found."""

    level: ClassLevel
    _found: dict[Statement, tuple[ClassReasoning, Reach, State]] = field(default_factory=dict)
    _defined: dict[Statement, Fact] = field(default_factory=dict)

    def add(self, reasoning: ClassReasoning, text: str) -> None:
        """Add what holds of a class, of what below it, and of what above it."""
        about, reaching = reasoning.about(text), reasoning.reaching(text)
        for state in about.relations(broad=False):
            for predicate in reasoning.properties.supers(state[1]):
                self._keep((text, predicate, state[0]), reasoning, about, state)
        for state in reaching.relations():
            for predicate in reasoning.properties.supers(state[1]):
                self._keep((state[0], predicate, text), reasoning, reaching, state)
        for cls in about.below():
            self._keep((text, TYPE, cls), reasoning, about, (cls, ""))
        for cls in reaching.below():
            self._keep((cls, TYPE, text), reasoning, reaching, (cls, ""))

    def fillers(self) -> list[Term]:
        """Give what classes stand in relation to: things among them have types of their own."""
        ends = dict.fromkeys(o for _, p, o in self._found if p != TYPE and o.startswith("<"))
        return [read_term(text) for text in islice(ends, _AT_ONCE)]

    def add_types(self, reasoning: ClassReasoning, classes: Collection[str]) -> None:
        """Add which of the fillers are of one of the classes."""
        for term in self.fillers():
            text = write_term(term)
            for cls in (each for each in reasoning.above(text) if each in classes):
                self._keep((text, TYPE, cls), reasoning, reasoning.about(text), (cls, ""))

    def describe(self, reasoning: ClassReasoning, text: str) -> None:
        """Add what is right above a class, and what holds of it by its own properties."""
        about = reasoning.about(text)
        for cls in about.below():
            if about.distance[cls, ""] == 1:
                self._keep((text, TYPE, cls), reasoning, about, (cls, ""))
        held = list(about.relations(broad=False))
        for cls, prop in held:
            supers = reasoning.properties.supers
            special = any(c == cls and p != prop and prop in supers(p) for c, p in held)
            if not special:
                self._keep((text, prop, cls), reasoning, about, (cls, prop))

    def _keep(self, said: Statement, reasoning: ClassReasoning, reach: Reach, state: State) -> None:
        own = said[1] == TYPE or not names.is_system(said[1][1:-1])
        own = own and not any(end.startswith("_:") for end in (said[0], said[2]))
        if own and len(self._found) < MOST_FACTS:
            self._found.setdefault(said, (reasoning, reach, state))

    def define(self, term: Term, language: str) -> None:
        """Add the definition of a class in a language, else without one, else in English."""
        predicates = tuple(IRI(each) for each in names.DEFINITION_PREDICATES)
        store = self.level.store
        stated = store.facts(Pattern((term,), predicates), scope=self.level.scope)
        order = {language: 0, None: 1, "en": 2}

        def rank(fact: Fact) -> tuple[int, int]:
            tag = getattr(fact.object, "language", None)
            return predicates.index(fact.predicate), order.get(tag and tag.split("-")[0], 3)

        if stated:
            best = min(stated, key=rank)
            said = (write_term(term), write_term(DEFINITION), write_term(best.object))
            self._defined[said] = best

    def statements(self) -> Iterator[TextQuad]:
        """Yield all that was found, to be written to a store."""
        for s, p, o in (*self._found, *self._defined):
            yield s, p, o, ""

    @contextmanager
    def laid_out(self) -> Iterator[Store]:
        """Lay it out as a graph in a private embedded store, for the length of a block."""
        from ontorag.stores.sqlite import open_sqlite

        store = open_sqlite()
        try:
            with store.writing() as writer:
                writer.replace(_SOURCE, self.statements())
            yield store
        finally:
            store.close()

    def place(self, fact: Fact) -> tuple[int, int, tuple[str, str, str]]:
        """Give the place of a fact in a description: definition, kinds, relations by distance."""
        said = _text_of(fact)
        kind = said[1] in (SUBCLASS, TYPE)
        defined = fact.predicate.value in names.DEFINITION_PREDICATES
        return 0 if defined else 1 if kind else 2, self.distance(said), said

    def distance(self, statement: Statement) -> int:
        """Give how many steps lead to a statement."""
        found = self._found.get(statement)
        return found[1].distance[found[2]] if found else 0

    def shown(self, facts: Sequence[Fact], labels: Labels, language: Language) -> tuple[Fact, ...]:
        """Give facts of the laid-out graph as what they are: stated, or following from axioms."""
        stated = self._stated(facts)
        proved = {fact.id: self._proved(_text_of(fact)) for fact in facts if fact.id not in stated}
        named, sources = self.level.voice(list(proved.values()), labels, language)
        return tuple(
            stated.get(fact.id) or _as_shown(fact, proved[fact.id], named, sources, language)
            for fact in facts
        )

    def between(
        self, terms: Collection[Term], labels: Labels, language: Language
    ) -> tuple[Fact, ...]:
        """Give what holds between any two of ``terms``."""
        ends = {write_term(term) for term in terms}
        said = [each for each in self._found if each[0] in ends and each[2] in ends]
        facts = [
            replace(make_fact(read_term(s), IRI(p[1:-1]), read_term(o)), id=str(n))
            for n, (s, p, o) in enumerate(said)
        ]
        return self.shown(facts, labels, language)

    def _stated(self, facts: Sequence[Fact]) -> dict[str, Fact]:
        """Give the facts that are kept as they are: what is a kind of what, definitions."""
        kinds = [fact for fact in facts if write_term(fact.predicate) == TYPE]
        pattern = Pattern(
            subjects=tuple(dict.fromkeys(fact.subject for fact in kinds)),
            predicates=(IRI(SUBCLASS[1:-1]), IRI(TYPE[1:-1])),
        )
        rows = self.level.store.facts(pattern, scope=self.level.scope) if kinds else []
        known = {
            (row.subject, row.object): row
            for row in rows
            if row.origin == "asserted" or self._is_inferred(row)
        }
        found = {}
        for fact in facts:
            defined = self._defined.get(_text_of(fact))
            row = defined or known.get((fact.subject, fact.object))
            if row is not None and (defined or fact in kinds):
                found[fact.id] = replace(row, id=fact.id)
        return found

    def _is_inferred(self, row: Fact) -> bool:
        """Whether a fact was found by way of what was inferred, and not by axioms alone."""
        said = write_term(row.subject), TYPE, write_term(row.object)
        if not row.is_inferred or said not in self._found:
            return False
        reasoning, reach, state = self._found[said]
        return any(is_inferred(axiom) for axiom in reasoning.steps(reach, state))

    def _proved(self, said: Statement) -> Proved:
        reasoning, reach, state = self._found[said]
        predicate = None if said[1] == TYPE else said[1]
        return reasoning.prove(reach, state, predicate), reasoning.steps(reach, state)


def _as_shown(
    fact: Fact,
    proved: Proved,
    named: Callable[[str], str],
    sources: Callable[[Statement], tuple[str, ...]],
    language: Language,
) -> Fact:
    """Give a fact that follows from axioms with these, their sources and its proof."""
    proof, path = proved
    predicate = proof.statement[1] if proof.statement else write_term(fact.predicate)
    lines = []
    for axiom in path:
        stated = axiom.rule if is_inferred(axiom) else ", ".join(sources(_leading(axiom)))
        if not axiom.subject.startswith("_:"):  # what leads to it says that already
            lines.append(f"{axiom_text(axiom, named)}{f' ({stated})' if stated else ''}")
    own = {name for axiom in path for name in sources(_leading(axiom))}
    made = make_fact(
        fact.subject, IRI(predicate[1:-1]), fact.object, sources=tuple(own), origin="axiom"
    )
    if any(axiom.rule == "dl" for axiom in path):
        return replace(made, id=fact.id, graphs=(), origin="dl", premises=tuple(lines))
    words = proof.in_words(language, names=named, sources=sources, limit=SHOWN_STEPS)
    return replace(made, id=fact.id, graphs=(), rule=proof.rule, premises=tuple(lines), proof=words)


def _called(
    proved: Sequence[Proved], named: Callable[[str], str], language: Language
) -> dict[str, str]:
    """Call each class without a name by what it stands in: "thing with “part of some Leg”"."""
    said: dict[str, str] = {}
    parts: dict[str, list[str]] = {}

    def name(text: str) -> str:
        return said.get(text) or named(text)

    for _, path in proved:
        for fact in reversed(path):  # the innermost first
            node = fact.subject if fact.subject.startswith("_:") else _leading(fact)[2]
            if node.startswith("_:"):
                own = parts.setdefault(node, [])
                own += [text for text in [expression_text(fact, name)] if text not in own]
                said[node] = _THING[language].format(" and ".join(own))
    return said


def label_texts(texts: Iterable[str], labels: Labels) -> Callable[[str], str]:
    """Name terms that are given as N-Triples text by their labels."""
    terms = [read_term(text) for text in sorted(texts) if not text.startswith('"')]
    known = {write_term(term): label for term, label in labels(terms).items()}
    return lambda text: known.get(text) or str(read_term(text))


def _leading(fact: AxiomFact) -> Statement:
    s, p, rest = fact.premises[0].split(" ", 2)
    return s, p, rest.removesuffix(" .")


def _text_of(fact: Fact) -> Statement:
    return write_term(fact.subject), write_term(fact.predicate), write_term(fact.object)
