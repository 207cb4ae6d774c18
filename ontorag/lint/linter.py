"""The checks in order, and what they read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ontorag import names
from ontorag.lexicon import Lexicon
from ontorag.schema import Schema
from ontorag.stores.base import Pattern, ReadableStore
from ontorag.values import IRI, Finding, Term
from ontorag.vocabulary import Lookup

MOST_OF_A_KIND = 50
"""So many findings of one code are listed singly; the last of them counts the others."""
_CLASS_TYPES = frozenset({names.OWL_CLASS, names.RDFS_CLASS})
_WELL_KNOWN = (*names.PREFIXES.values(), names.SDO_HTTP, names.OBO_IN_OWL)
_SEVERITIES = {"error": 0, "warning": 1, "information": 2}


@dataclass(frozen=True)
class Linted:
    """A graph to be checked: its store, vocabulary, schema and words."""

    store: ReadableStore
    lookup: Lookup
    schema: Schema
    lexicon: Lexicon
    curie: Callable[[str], str] = str

    @cached_property
    def declared_classes(self) -> frozenset[IRI]:
        """The classes that a type statement declares."""
        return frozenset(IRI(subject) for subject, cls in self.declarations if cls in _CLASS_TYPES)

    @cached_property
    def declared_properties(self) -> frozenset[IRI]:
        """The properties that a type statement declares."""
        return frozenset(
            IRI(subject)
            for subject, cls in self.declarations
            if cls == names.RDF_PROPERTY or (cls.startswith(names.OWL) and cls.endswith("Property"))
        )

    @cached_property
    def declarations(self) -> tuple[tuple[str, str], ...]:
        """The (subject, class) pairs of type statements to a class of RDF, RDFS or OWL."""
        return tuple(
            (subject[1:-1], cls[1:-1])
            for subject, _, cls, _ in self.statements(names.RDF_TYPE)
            if subject.startswith("<") and names.is_system(cls[1:-1])
        )

    def statements(self, predicate: str) -> Iterator[tuple[str, str, str, str]]:
        """Stream the statements of one predicate as text."""
        return self.store.statements(Pattern(predicates=(IRI(predicate),)))

    def label(self, term: Term) -> str:
        """Give a term's label."""
        return self.lookup.labels([term], "en")[term]

    @staticmethod
    def is_own(iri: str) -> bool:
        """Whether an IRI is of no well-known vocabulary."""
        return not iri.startswith(_WELL_KNOWN) and not names.is_system(iri)

    def shown(self, iri: IRI) -> str:
        """Write an IRI for people."""
        return self.curie(iri.value)


Check = Callable[[Linted], Iterator[Finding]]


def lint(graph: Linted) -> tuple[Finding, ...]:
    """Run every check; errors first, then by code and IRI; each code listed at most 50 times."""
    found = [finding for check in CHECKS for finding in _bounded(check(graph))]
    return tuple(
        sorted(found, key=lambda f: (_SEVERITIES[f.severity], f.code, f.iri or "", f.message))
    )


def _bounded(findings: Iterator[Finding]) -> Iterator[Finding]:
    """Pass on so many findings of each code; the others are counted in one."""
    seen: dict[str, int] = {}
    last: Mapping[str, Finding] = {}
    for finding in findings:
        seen[finding.code] = seen.get(finding.code, 0) + 1
        if seen[finding.code] <= MOST_OF_A_KIND:
            yield finding
        last = {**last, finding.code: finding}
    for code, count in seen.items():
        if count > MOST_OF_A_KIND:
            more, example = count - MOST_OF_A_KIND, last[code]
            yield Finding(
                code,
                example.severity,
                f"{more} more like this, the last: {example.message}",
                count=more,
                effect=example.effect,
                advice=example.advice,
            )


def _checks() -> tuple[Check, ...]:
    from ontorag.lint import data, declarations, labels, lists, logic

    return (
        declarations.undeclared_properties,
        declarations.undeclared_classes,
        declarations.puns,
        declarations.no_header,
        declarations.twins,
        labels.missing_labels,
        labels.shared_labels,
        labels.uneven_languages,
        data.literals_and_things,
        data.wrong_datatypes,
        data.classes_as_datatypes,
        data.unmet_requirements,
        logic.cycles,
        lists.endless_lists,
        logic.contradictions,
        logic.rules,
    )


CHECKS = _checks()
