"""What the data show of properties: between which classes they are seen, in a bounded sample."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from ontorag import names
from ontorag.schema.declarations import is_own, stated
from ontorag.schema.negating import is_negation
from ontorag.schema.shape import ClassShare
from ontorag.stores.base import Pattern, ReadableStore
from ontorag.stores.comparing import comparable
from ontorag.values import IRI, Literal, Triple, read_term, write_term

SAMPLED = 500
"""How many subjects and objects of a property are looked at for what they are."""
SMALLEST_SHARE = 0.05
"""A class that fewer of the sampled terms have is not counted as a domain or range."""
_ROWS = 2_000
_AT_ONCE = 500
_FOLLOWED = 50
_REIFIERS = 2_000


@dataclass(frozen=True, slots=True)
class Sample:
    """Distinct subjects and objects of one property, as N-Triples text, in a sample."""

    subjects: tuple[str, ...]
    objects: tuple[str, ...]

    @property
    def nodes(self) -> tuple[str, ...]:
        """The objects that are IRIs."""
        return tuple(term for term in self.objects if term.startswith("<"))


def take_sample(store: ReadableStore, predicate: IRI) -> Sample:
    """Take the first subjects and objects of a property."""
    subjects: dict[str, None] = {}
    objects: dict[str, None] = {}
    for subject, _, obj, _ in islice(stated(store, predicate.value), _ROWS):
        subjects[subject] = None
        objects[obj] = None
        if len(subjects) >= SAMPLED and len(objects) >= SAMPLED:
            break
    return Sample(tuple(islice(subjects, SAMPLED)), tuple(islice(objects, SAMPLED)))


def read_types(store: ReadableStore, samples: Iterable[Sample]) -> dict[str, tuple[str, ...]]:
    """Give the stated classes of every sampled term, asked for all at once."""
    terms = {
        term
        for sample in samples
        for term in (*sample.subjects, *sample.objects)
        if not term.startswith('"')
    }
    types: dict[str, set[str]] = defaultdict(set)
    ordered = iter(sorted(terms))
    while batch := tuple(read_term(term) for term in islice(ordered, _AT_ONCE)):
        pattern = Pattern(subjects=batch, predicates=(IRI(names.RDF_TYPE),))
        for subject, _, obj, _ in store.statements(pattern, also_read=True):
            if is_own(obj):
                types[subject].add(obj)
    return {term: tuple(sorted(classes)) for term, classes in types.items()}


def class_shares(
    terms: Iterable[str], types: Mapping[str, tuple[str, ...]]
) -> tuple[ClassShare, ...]:
    """Give the classes of ``terms`` with their share of them, the largest first."""
    nodes = [term for term in terms if not term.startswith('"')]
    counts = Counter(of_type for term in nodes for of_type in types.get(term, ()))
    shares = [
        ClassShare(IRI(of_type[1:-1]), round(count / len(nodes), 4))
        for of_type, count in counts.items()
        if count >= SMALLEST_SHARE * len(nodes)
    ]
    return tuple(sorted(shares, key=lambda share: (-share.share, share.iri.value)))


def read_neighbours(
    store: ReadableStore, predicate: IRI, sample: Sample
) -> tuple[tuple[IRI, ...], tuple[IRI, ...]]:
    """Give the other properties that sampled objects are objects of, and are subjects of."""
    terms = [read_term(term) for term in sample.nodes[:_FOLLOWED]]
    into: set[str] = set()
    out_of: set[str] = set()
    for _, step, _ in store.steps(terms) if terms else ():
        if not names.is_system(step.predicate.value):
            (into if step.inverse else out_of).add(step.predicate.value)
    into.discard(predicate.value)
    return tuple(IRI(iri) for iri in sorted(into)), tuple(IRI(iri) for iri in sorted(out_of))


def read_siblings(store: ReadableStore, predicate: IRI, sample: Sample) -> tuple[IRI, ...]:
    """Give the other properties that sampled subjects are subjects of."""
    terms = [read_term(term) for term in sample.subjects[:_FOLLOWED]]
    found = {
        step.predicate.value
        for _, step, _ in (store.steps(terms) if terms else ())
        if not step.inverse and not names.is_system(step.predicate.value)
    }
    return tuple(IRI(iri) for iri in sorted(found - {predicate.value}))


@dataclass(slots=True)
class Qualifying:
    """What one predicate says of statements: of which predicates, and the nodes it names."""

    qualifies: set[str] = field(default_factory=set)
    values: set[str] = field(default_factory=set)
    negations: set[str] = field(default_factory=set)


def read_qualifiers(store: ReadableStore) -> dict[str, Qualifying]:
    """Give the predicates that statements are qualified by, all as N-Triples text."""
    found: dict[str, Qualifying] = {}
    about = _reified_predicates(store)
    for batch in _batches(iter(about)):
        pattern = Pattern(subjects=tuple(read_term(term) for term in batch))
        for subject, predicate, obj, _ in store.statements(pattern, also_read=True):
            if is_own(predicate):
                said = found.setdefault(predicate, Qualifying())
                said.qualifies |= about[subject]
                if not obj.startswith('"') and len(said.values) < SAMPLED:
                    said.values.add(obj)
                if is_negation(predicate, obj):
                    said.negations.add(obj)
    return found


def _reified_predicates(store: ReadableStore) -> dict[str, set[str]]:
    """Give the reifiers of a sample with the predicates of their statements."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for subject, _, obj, _ in islice(stated(store, names.RDF_REIFIES), _REIFIERS):
        triple = read_term(obj)
        found[subject] |= {write_term(triple.predicate)} if isinstance(triple, Triple) else set()
    for subject, _, obj, _ in islice(stated(store, names.RDF + "predicate"), _REIFIERS):
        found[subject].add(obj)
    return found


def measures(sample: Sample) -> bool:
    """Whether all sampled values are numbers or dates."""
    values = [read_term(text) for text in sample.objects[:_FOLLOWED]]
    known = [comparable(value) if isinstance(value, Literal) else None for value in values]
    return bool(known) and all(each and each.family != "string" for each in known)


def _batches(terms: Iterator[str]) -> Iterator[tuple[str, ...]]:
    while batch := tuple(islice(terms, _AT_ONCE)):
        yield batch
