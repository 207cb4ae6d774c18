"""The knowledge graph: loading, dropping, looking up."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any

from ontorag import names
from ontorag.graph.changing import reading_again
from ontorag.graph.describing import described
from ontorag.graph.explaining import explain_fact, explain_statement
from ontorag.graph.finding import find_term
from ontorag.graph.loading import load_report, nothing_in, reopened, write_sources
from ontorag.graph.reasoned import (
    MAX_FACTS,
    Explanation,
    GraphReasoning,
    Profile,
    ReasoningOptions,
    ReasoningReport,
)
from ontorag.graph.remembering import Memory
from ontorag.graph.statement_nodes import drop_reading, keep_readings, with_premises
from ontorag.graph.surroundings import facts_around, named_facts
from ontorag.graph.synonyms import remember_words
from ontorag.graph.verifying import verify_text
from ontorag.graph.view import GraphView
from ontorag.reasoning import Proof
from ontorag.reasoning.dl import MEMORY_MB
from ontorag.reasoning.wording import Language
from ontorag.schema import Schema, read_schema
from ontorag.sources import Loadable, open_sources, place_findings
from ontorag.stores.base import Pattern, Store
from ontorag.values import (
    IRI,
    Fact,
    Finding,
    Labelled,
    LoadReport,
    Progress,
    Severity,
    Source,
    Term,
)
from ontorag.verification import ClaimVerdict
from ontorag.vocabulary import Lookup


@dataclass(frozen=True, slots=True)
class GraphInfo:
    """What a graph holds, in numbers: its address, sources, and counts."""

    address: str
    title: str | None
    sources: tuple[Source, ...]
    facts: int
    classes: int
    properties: int
    concepts: int
    labels: tuple[tuple[str, int], ...]
    snapshot: str


class KnowledgeGraph:
    """Statements in a store, with the vocabulary that questions are read against.

    Make one with `ontorag.open` or `ontorag.load`; close it, or use it in a ``with`` block.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lookup: Lookup | None = None
        self._view: GraphView | None = None
        self._reasoning = GraphReasoning(
            store, self._index, lambda terms, language: self.view().labels(terms, language)
        )
        self._prefixes: dict[str, str] = dict(names.PREFIXES)

    def load(
        self,
        *what: Any,
        source: str | None = None,
        media_type: str | None = None,
        encoding: str | None = None,
        base: str | None = None,
        strict: bool = False,
        keep_going: bool = False,
        literals: Collection[str] = (),
        imports: bool = True,
        allow_url: bool = False,
        fail_on: Severity | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> LoadReport:
        """Load files, folders or triples; all of it, or on an error nothing.

        Each file is a source by its path; loading it again replaces what it stated before.
        ``literals`` names properties of a table whose objects are literals. What a file imports
        is loaded too when it is a local file (by ``catalog-v001.xml`` or its name beside it),
        and named when not. An address is fetched only with ``allow_url``. Raises `SourceError`
        with file, line and excerpt, `EmptyOntologyError` when there is nothing in it, and
        `FindingsError` for a finding of the severity ``fail_on``. ``progress`` is told how far
        it is.
        """
        started = time.perf_counter()
        opened = open_sources(
            what[0] if len(what) == 1 else list(what),
            source=source,
            media_type=media_type,
            encoding=encoding,
            base=base,
            strict=strict,
            keep_going=keep_going,
            literal_predicates=literals,
            allow_url=allow_url,
        )
        return self._loaded(
            opened,
            started,
            imports=imports,
            keep_going=keep_going,
            fail_on=fail_on,
            progress=progress,
        )

    def reload(self, *sources: str, allow_url: bool = False) -> LoadReport:
        """Read sources again from where they were loaded from; only the difference is written.

        Without names all that came from files. Raises `UnknownNameError` for a name that is not
        loaded, `SourceError` for one that came from no file.
        """
        started = time.perf_counter()
        memory = Memory(self._index(), self.store)
        opened = reopened(self.store.sources(), sources, memory, allow_url=allow_url)
        return self._loaded(opened, started, imports=False)

    def _loaded(self, opened: list[Loadable], started: float, **options: Any) -> LoadReport:
        memory = Memory(self._index(), self.store)
        written = write_sources(self.store, opened, memory, **options)
        self._refuse_wordless(opened)
        memory.keep(opened, written)
        for loadable in opened:
            self._prefixes.update(loadable.prefixes)
        keep_readings(self.store, self.schema)
        self._reasoning.again()
        seconds = time.perf_counter() - started
        return load_report(self.view().lookup, opened, written, seconds)

    def _index(self) -> Lookup:
        self._lookup = self._lookup or Lookup(self.store.lookup_file)
        return self._lookup

    def export(
        self,
        to: str | os.PathLike[str] | IO[bytes],
        *,
        format: str | None = None,  # noqa: A002 - the word people use
        source: str | None = None,
        graph: str | None = None,
        inferred: bool = False,
    ) -> int:
        """Write all statements, as they were loaded, to a file or binary stream; count them.

        ``format`` is Turtle, TriG, N-Triples, N-Quads, RDF/XML or JSON-LD by a short name or
        media type, else by the file's name (``.gz`` compresses). ``source`` and ``graph``
        ("" is the default one) take only their statements. ``inferred`` adds what was inferred, in
        the graph urn:ontorag:inferred where the format has graphs. Raises `InputError` that names
        what a format cannot express and the formats that can.
        """
        from ontorag.graph.exporting import export_statements  # not needed for a question

        memory = Memory(self._index(), self.store)
        present = [each.name for each in self.store.sources()]
        prefixes: dict[str, str] = {}
        for name in (source,) if source is not None else present:
            for prefix, space in memory.prefixes(name).items():
                prefixes.setdefault(prefix, space)
        return export_statements(
            self.store,
            to,
            format=format,
            source=source,
            graph=graph,
            inferred=inferred,
            prefixes=prefixes,
        )

    def export_neo4j_admin(self, folder: str | os.PathLike[str]) -> int:
        """Write the files that ``neo4j-admin database import`` takes; count the distinct triples.

        ``folder`` is new or empty. ``import.args`` in it has the arguments; the mapping is that
        of docs/neo4j.md, with sources and what was inferred, and `ontorag.open` goes on from it.
        """
        from ontorag.graph.bulk import export_for_neo4j_admin  # not needed for a question

        return export_for_neo4j_admin(self.store, folder)

    def _refuse_wordless(self, opened: list[Loadable]) -> None:
        if self.view().lookup.concept_count():
            return
        with self.store.writing() as writer:
            for each in opened:
                writer.drop(each.source.name)
        raise nothing_in(opened, "statements, but no concept that a question could name")

    def lint(self) -> tuple[Finding, ...]:
        """Check the graph for what will surprise those who ask it; errors first."""
        from ontorag.lint import Linted, lint  # not needed for a question

        view = self.view()
        found = lint(Linted(self.store, view.lookup, view.schema, view.lexicon, self.curie))
        return tuple(place_findings(found, self.sources(), curie=self.curie))

    def drop(self, source: str) -> int:
        """Remove what only ``source`` states; give the number of statements removed."""
        with self.store.writing() as writer:
            removed = writer.drop(source).removed
            drop_reading(writer, source)
        keep_readings(self.store, self.schema)
        self._reasoning.again()
        return removed

    def remember(self, words: str, meaning: str | Term) -> None:
        """Make words a synonym of a concept, in the source "remembered" (`drop` forgets them)."""
        remember_words(self, words, meaning)

    def reason(
        self,
        profile: Profile = "rl",
        *,
        skos: bool = False,
        class_values: bool = False,
        max_facts: int | None = MAX_FACTS,
        seconds: float | None = None,
        allow_inconsistent: bool = False,
        memory_mb: int = MEMORY_MB,
        ignore_datatypes: bool = False,
    ) -> ReasoningReport:
        """Infer what follows and keep it beside what is stated, marked and never exported.

        "rl" runs the OWL 2 RL rules and rules of SWRL, with proofs (`explain`); "dl" the whole of
        OWL 2 DL by HermiT, for small ontologies, without. It is done again whenever sources change.

        * ``skos`` adds what SKOS says about its properties, ``class_values`` that who has a class
          as a value has those above it too (which OWL does not entail, and the proof says so)
        * ``memory_mb`` is for HermiT's Java; with ``ignore_datatypes`` it leaves out axioms whose
          datatypes it does not know

        Raises `ReasoningStoppedError` when more than ``max_facts`` facts follow or ``seconds`` are
        over, `InconsistentError` when the data contradict themselves; the graph is then as before.
        """
        options = ReasoningOptions(
            profile, skos, class_values, max_facts, seconds, allow_inconsistent, memory_mb,
            ignore_datatypes,
        )  # fmt: skip
        return self._reasoning.reason(options)

    def is_reasoned(
        self, profile: Profile = "rl", *, skos: bool = False, class_values: bool = False
    ) -> bool:
        """Say whether what follows from the present statements, so or by more, is in the graph."""
        return self._reasoning.is_current(profile, (skos, class_values))

    def with_proofs(self, facts: Sequence[Fact], *, language: Language = "en") -> tuple[Fact, ...]:
        """Give facts that follow, or are read off nodes, their premises and proofs in words."""
        return self._reasoning.with_proofs(with_premises(self.store, facts), language)

    def drop_inferred(self) -> int:
        """Remove what was inferred, for good; give how many facts that were."""
        return self._reasoning.drop()

    def explain(
        self, subject: Term, predicate: IRI, obj: Term, *, language: Language = "en"
    ) -> Explanation:
        """Prove a fact by class axioms or by the OWL 2 RL rules, down to what sources state.

        Raises `UnknownNameError` when it neither is stated nor follows.
        """
        return explain_statement(self.view(), self._reasoning, (subject, predicate, obj), language)

    def explain_fact(self, fact: Fact, *, language: Language = "en") -> Explanation:
        """Prove a fact of an answer by what it is known by; see `explain`."""
        return explain_fact(self.view(), self._reasoning, fact, language)

    def explained(self, proof: Proof, *, language: Language = "en") -> Explanation:
        """Give a proof of `reason` the labels and sources of the graph, to be printed."""
        return self._reasoning.explained(proof, language, self._reasoning.materialised())

    def clear(self) -> None:
        """Remove every statement of every source."""
        with self.store.writing() as writer:
            writer.clear()

    def sources(self) -> list[Source]:
        """Give the sources, sorted by name, with licence, language and version by their headers."""
        return described(self.store, self.store.sources())

    def view(self) -> GraphView:
        """Give the graph as it stands now; the look-up index is brought up to date first."""
        return reading_again(self._view_now)

    def _view_now(self) -> GraphView:
        snapshot = self.store.snapshot()
        if self._view is None or self._view.snapshot != snapshot:
            lookup = self._index()
            lookup.refresh(self.store)
            self._view = GraphView(snapshot, self.store, lookup, read_schema(self.store, lookup))
        return self._view

    @property
    def schema(self) -> Schema:
        """Classes and properties with their declared and observed domains and ranges."""
        return self.view().schema

    def info(self) -> GraphInfo:
        """Count what the graph holds."""
        view = self.view()
        kinds = view.lookup.counts()
        return GraphInfo(
            address=self.store.address,
            title=view.schema.title,
            sources=tuple(self.sources()),
            facts=view.fact_count,
            classes=kinds.get("class", 0),
            properties=kinds.get("property", 0),
            concepts=view.lookup.concept_count(),
            labels=view.lookup.label_counts(),
            snapshot=view.snapshot,
        )

    def find(self, name: str) -> Term:
        """Find the one term with this IRI, CURIE or label; otherwise an `UnknownNameError`."""
        return find_term(self.view(), name, self._prefixes)

    def curie(self, iri: str) -> str:
        """Shorten an IRI by the prefixes of the loaded files and the well-known ones."""
        best = max(
            ((space, prefix) for prefix, space in self._prefixes.items() if iri.startswith(space)),
            key=lambda pair: (len(pair[0]), pair[1]),
            default=None,
        )
        return iri if best is None else f"{best[1]}:{iri[len(best[0]) :]}"

    @property
    def prefixes(self) -> Mapping[str, str]:
        """The prefixes of the loaded files and the well-known ones."""
        return dict(self._prefixes)

    def everything(self, *, language: str = "en") -> tuple[list[Fact], list[Labelled]]:
        """Give all facts but labels and definitions, with every term's label and classes."""
        return named_facts(self.view(), self.store.facts(Pattern()), language)

    def around(
        self, term: Term, *, hops: int = 1, language: str = "en", limit: int = 2_000
    ) -> tuple[list[Fact], list[Labelled]]:
        """Give the facts within ``hops`` edges of a term, both directions."""
        return named_facts(self.view(), facts_around(self.store, term, hops, limit), language)

    def verify(
        self, text: str, cited: Collection[str] | None = None, *, language: str | None = None
    ) -> list[ClaimVerdict]:
        """Judge each sentence of a text by the facts about what it names; a verdict each.

        Names, verbs and relations are read in the graph's own words. See `ontorag.verify`.
        """
        return verify_text(self.view(), text, cited, language=language)

    def close(self) -> None:
        """Let go of files and connections."""
        if self._lookup is not None:
            self._lookup.close()
            self._lookup = None
        self.store.close()

    def __enter__(self) -> KnowledgeGraph:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<KnowledgeGraph {self.store.address}>"
