"""Reasoning over a graph's statements: what follows is kept in its store, and explained."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Literal as OneOf
from typing import TypeAlias

from ontorag import names
from ontorag.errors import (
    InconsistentError,
    InputError,
    ReasoningError,
    ReasoningStoppedError,
    UnknownNameError,
)
from ontorag.graph.denied import held_statements
from ontorag.reasoning import (
    Inconsistency,
    Materialised,
    Proof,
    RuleReading,
    Unsatisfiable,
    materialise,
)
from ontorag.reasoning.dl import MEMORY_MB, classify
from ontorag.reasoning.wording import Language, Statement, is_structure, plain_name
from ontorag.schema import read_schema
from ontorag.stores.base import InferredText, Pattern, Store, TextQuad
from ontorag.values import IRI, Fact, Term, read_term, write_term
from ontorag.vocabulary import Lookup

Profile: TypeAlias = OneOf["rl", "dl"]

MAX_FACTS = 10_000_000
DL_SECONDS = 60.0
NAMED_TERMS = 2_000
SHOWN_STEPS = 12
_NOT_KEPT = frozenset({"scm-dom1", "scm-dom2", "scm-rng1", "scm-rng2"})
_SCHEMA_PREDICATES = frozenset(
    f"<{iri}>"
    for iri in (
        names.RDF_TYPE, names.RDFS_SUBCLASS, names.OWL_EQUIVALENT_CLASS, names.RDFS_DOMAIN,
        names.RDFS_RANGE,
    )
)  # fmt: skip
Labels: TypeAlias = Callable[[Collection[Term], str], dict[Term, str]]
Extras: TypeAlias = tuple[bool, bool]
"""Whether the axioms of SKOS, and classes as values, are reasoned with."""
_log = logging.getLogger("ontorag.graph")


@dataclass(frozen=True, slots=True)
class ReasoningOptions:
    """How a graph is reasoned over, kept so that it is done again when its sources change."""

    profile: Profile = "rl"
    skos: bool = False
    class_values: bool = False
    max_facts: int | None = MAX_FACTS
    seconds: float | None = None
    allow_inconsistent: bool = False
    memory_mb: int = MEMORY_MB
    ignore_datatypes: bool = False


@dataclass(frozen=True, slots=True)
class ReasoningReport:
    """What a run found: how many facts follow, how many of them the store keeps, and what is wrong.

    Not kept are facts about unnamed classes and inherited domains and ranges; they are proved
    all the same when asked for.
    """

    profile: Profile
    given: int
    inferred: int
    kept: int
    seconds: float
    inconsistencies: tuple[Inconsistency, ...] = ()
    unsatisfiable: tuple[Unsatisfiable, ...] = ()
    malformed: tuple[tuple[Statement, str], ...] = ()
    rules: tuple[RuleReading, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """A proof with the labels and sources of its graph; printing it gives words."""

    proof: Proof
    language: Language
    names: Callable[[str], str]
    sources: Callable[[Statement], tuple[str, ...]]

    def in_words(self, *, limit: int = 50) -> str:
        """Say the proof in words."""
        return self.proof.in_words(
            self.language, names=self.names, sources=self.sources, limit=limit
        )

    def as_tree(self, *, limit: int = 200) -> str:
        """Draw the proof as an indented tree."""
        return self.proof.as_tree(
            self.language, names=self.names, sources=self.sources, limit=limit
        )

    def __str__(self) -> str:
        return self.in_words()


class GraphReasoning:
    """Reasoning over one store; the last run is kept in memory for its proofs."""

    def __init__(self, store: Store, lookup: Callable[[], Lookup], labels: Labels) -> None:
        self._store, self._lookup, self._labels = store, lookup, labels
        self._run: tuple[str, Extras, Materialised] | None = None

    def reason(self, options: ReasoningOptions) -> ReasoningReport:
        """Run, and keep what follows in place of what followed before.

        Raises `ReasoningStoppedError` when the budget is spent and `InconsistentError` when the
        data contradict themselves (unless that is allowed); the store is then as before.
        """
        if options.profile not in ("rl", "dl"):
            raise InputError(f"reasoning {options.profile!r} is not one of rl, dl")
        if options.profile == "dl" and any(_extras(options)):
            raise InputError("skos and class_values are rules beside those of 'rl'; 'dl' has none")
        report, facts = (
            self._by_rules(options) if options.profile == "rl" else self._by_hermit(options)
        )
        with self._store.writing() as writer:
            writer.replace_inferred(facts)
        snapshot = self._store.snapshot()
        if self._run is not None:
            self._run = (snapshot, *self._run[1:])
        self._keep(options, snapshot)
        return report

    def drop(self) -> int:
        """Remove what was inferred; give how many facts that were."""
        with self._store.writing() as writer:
            removed = writer.drop_inferred().removed
        self._lookup().keep("reasoning", "", "")
        return removed

    def again(self) -> None:
        """Run as before after the sources changed; what fails then is only logged."""
        options = self.options()
        if options is None:
            return
        try:
            self.reason(options)
        except ReasoningError as error:
            _log.warning("What was inferred is dropped: %s", error)

    def options(self) -> ReasoningOptions | None:
        """Give how the graph is reasoned over; None when it is not."""
        kept = self._lookup().kept("reasoning", "")
        return ReasoningOptions(**json.loads(kept)["options"]) if kept else None

    def is_current(self, profile: str, extras: Extras = (False, False)) -> bool:
        """Say whether what follows by a profile, and by these extras, is in the store."""
        kept = json.loads(self._lookup().kept("reasoning", "") or "{}")
        if not kept or kept["snapshot"] != self._store.snapshot():
            return False
        options = ReasoningOptions(**kept["options"])
        has = all(own or not wanted for own, wanted in zip(_extras(options), extras, strict=True))
        return has and options.profile == profile

    def explain(self, fact: tuple[Term, IRI, Term], language: Language) -> Explanation:
        """Prove a fact and name its terms; see `KnowledgeGraph.explain`."""
        s, p, o = map(write_term, fact)
        proof = self.prove((s, p, o))
        if proof is None:
            if any(found.origin == "dl" for found in self._kept((s, p, o))):
                raise UnknownNameError(f"{s} {p} {o} has no proof: HermiT found it, and gives none")
            raise UnknownNameError(
                f"{s} {p} {o} neither is stated nor follows by the OWL 2 RL rules; check that"
                " these are the terms that you mean"
            )
        return self.explained(proof, language, self.materialised() if proof.rule else None)

    def explained(
        self, proof: Proof, language: Language, found: Materialised | None = None
    ) -> Explanation:
        """Give a proof of a run the labels and sources of the graph."""
        named = _namer(self._labels(_terms_of(proof), language))
        if found is not None:
            named = found.names(named)
        return Explanation(proof, language, named, self.sources_of)

    def is_stated(self, fact: tuple[Term, IRI, Term]) -> bool:
        """Say whether a source states a fact."""
        s, p, o = map(write_term, fact)
        return bool(self._facts((s, p, o)))

    def prove(self, statement: Statement) -> Proof | None:
        """Prove a statement; None when it neither is stated nor follows."""
        if self._facts(statement):
            return Proof(statement)
        return self.materialised().explain(statement)

    def materialised(self) -> Materialised:
        """Give the run over the present statements, made anew where it is missing."""
        options = self.options() or ReasoningOptions()
        snapshot = self._store.snapshot()
        if self._run is None or self._run[:2] != (snapshot, _extras(options)):
            self._run = (snapshot, _extras(options), self._materialise(options))
        return self._run[2]

    def _materialise(self, options: ReasoningOptions) -> Materialised:
        return materialise(
            self._held(), skos=options.skos, class_values=options.class_values,
            max_facts=options.max_facts, seconds=options.seconds,
        )  # fmt: skip

    def _held(self) -> Iterator[TextQuad]:
        return held_statements(self._store, read_schema(self._store, self._lookup()))

    def with_proofs(self, facts: Sequence[Fact], language: Language) -> tuple[Fact, ...]:
        """Give facts that follow by rules their premises, as N-Triples, and their proofs in words.

        What many proofs share is looked up once.
        """
        proofs = {
            fact.key: proof
            for fact in facts
            if fact.origin == "inferred" and (proof := self.prove(_statement(fact))) is not None
        }
        if not proofs:
            return tuple(facts)
        terms = {term for proof in proofs.values() for term in _terms_of(proof)}
        names = self.materialised().names(_namer(self._labels(terms, language)))
        sources = cache(self.sources_of)
        return tuple(
            replace(
                fact,
                premises=_premises(proofs[fact.key]),
                proof=proofs[fact.key].in_words(
                    language, names=names, sources=sources, limit=SHOWN_STEPS
                ),
            )
            if fact.key in proofs
            else fact
            for fact in facts
        )

    def sources_of(self, statement: Statement) -> tuple[str, ...]:
        """Give the sources that state a fact."""
        return tuple(sorted({name for fact in self._facts(statement) for name in fact.sources}))

    def _facts(self, statement: Statement) -> list[Fact]:
        return [fact for fact in self._kept(statement) if fact.origin == "asserted"]

    def _kept(self, statement: Statement) -> list[Fact]:
        """Give the facts that say a statement, stated or inferred."""
        if not statement[1].startswith("<") or statement[0].startswith('"'):
            return []
        s, p, o = map(read_term, statement)
        assert isinstance(p, IRI)
        return self._store.facts(Pattern((s,), (p,), (o,)))

    def _by_rules(
        self, options: ReasoningOptions
    ) -> tuple[ReasoningReport, Iterator[InferredText]]:
        found = self._materialise(options)
        if found.stopped:
            raise ReasoningStoppedError(
                f"reasoning was stopped: {found.stopped}; the graph is as before. Give it more"
                " (max_facts=…, seconds=…), or look for a transitive property or an equality"
                " that relates everything"
            )
        if found.inconsistencies and not options.allow_inconsistent:
            raise self._contradiction(found)
        self._run = ("", _extras(options), found)
        kept = [
            (fact.subject, fact.predicate, fact.object, fact.rule)
            for fact in found.inferred
            if fact.rule not in _NOT_KEPT and not _is_about_unnamed(fact.statement)
        ]
        stats = found.stats
        report = ReasoningReport(
            "rl", stats.given, stats.inferred, len(kept), stats.seconds, found.inconsistencies,
            found.unsatisfiable, stats.malformed, found.rules,
        )  # fmt: skip
        return report, iter(kept)

    def _contradiction(self, found: Materialised) -> InconsistentError:
        first, *others = found.inconsistencies
        words = self.explained(first.proof, "en", found).in_words(limit=10)
        more = "is 1 further contradiction" if len(others) == 1 else None
        more = more or f"are {len(others)} further contradictions"
        also = f" There {more}." if others else ""
        return InconsistentError(
            f"{words}{also} Correct that, or go on with allow_inconsistent=True"
        )

    def _by_hermit(
        self, options: ReasoningOptions
    ) -> tuple[ReasoningReport, Iterator[InferredText]]:
        quads = list(self._held())
        found = classify(
            quads, seconds=options.seconds or DL_SECONDS, memory_mb=options.memory_mb,
            ignore_datatypes=options.ignore_datatypes,
        )  # fmt: skip
        if not found.consistent and not options.allow_inconsistent:
            raise InconsistentError(
                "the data contradict themselves, says HermiT; the profile 'rl' may say where."
                " Correct that, or go on with allow_inconsistent=True"
            )
        unsatisfiable = tuple(
            Unsatisfiable(cls, Proof((cls, f"<{names.RDFS_SUBCLASS}>", f"<{names.OWL}Nothing>")))
            for cls in found.unsatisfiable
        )
        report = ReasoningReport(
            "dl", len(quads), len(found.facts), len(found.facts), found.seconds,
            unsatisfiable=unsatisfiable,
        )  # fmt: skip
        return report, ((s, p, o, "dl") for s, p, o in found.facts)

    def _keep(self, options: ReasoningOptions, snapshot: str) -> None:
        kept = {"options": asdict(options), "snapshot": snapshot}
        self._lookup().keep("reasoning", "", json.dumps(kept))


def _extras(options: ReasoningOptions) -> Extras:
    return options.skos, options.class_values


def _statement(fact: Fact) -> Statement:
    s, p, o = map(write_term, (fact.subject, fact.predicate, fact.object))
    return s, p, o


def _premises(proof: Proof) -> tuple[str, ...]:
    """Give the premises of a proof, without what lists, restrictions and rules are made of."""
    stated = (part.statement for part in proof.premises)
    return tuple(
        sorted(" ".join((*each, ".")) for each in stated if each and not is_structure(each))
    )


def _is_about_unnamed(statement: Statement) -> bool:
    s, p, o = statement
    return p in _SCHEMA_PREDICATES and (o.startswith("_:") or ((s + p)[:2] == "_:" and p != _TYPE))


_TYPE = f"<{names.RDF_TYPE}>"


def _terms_of(proof: Proof, limit: int = NAMED_TERMS) -> Collection[Term]:
    """Give the terms of a proof that are named when it is said in words."""
    found: dict[str, None] = {}
    for step in proof.walk():
        found.update(dict.fromkeys(step.statement or ()))
        if len(found) > limit:
            break
    return [read_term(text) for text in found if not text.startswith('"')]


def _namer(labels: dict[Term, str]) -> Callable[[str], str]:
    """Name terms by their labels; vocabulary terms and others by their local names."""
    known = {write_term(term): label for term, label in labels.items()}

    def name(text: str) -> str:
        return known.get(text) or plain_name(text)

    return name
