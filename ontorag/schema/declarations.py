"""What an ontology declares: kinds of properties, domains, ranges, hierarchies, scales, titles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from ontorag import names
from ontorag.stores.base import Pattern, ReadableStore, TextQuad
from ontorag.values import IRI, Literal, Term, read_term, write_term

_LONGEST_LIST = 10_000
_SYSTEM = tuple(f"<{namespace}" for namespace in names.SYSTEM_NAMESPACES)
_TITLES = (names.DCTERMS + "title", names.DC + "title", names.RDFS_LABEL)
_CLASS_TYPES = {f"<{iri}>" for iri in (names.OWL_CLASS, names.RDFS_CLASS)}


@dataclass(slots=True)
class Declarations:
    """What was read, by N-Triples text; ``members`` counts the stated members of each class."""

    classes: set[str] = field(default_factory=set)
    members: Counter[str] = field(default_factory=Counter)
    properties: set[str] = field(default_factory=set)
    functional: set[str] = field(default_factory=set)
    inverse_functional: set[str] = field(default_factory=set)
    of_nodes: set[str] = field(default_factory=set)
    symmetric: set[str] = field(default_factory=set)
    complete: set[str] = field(default_factory=set)
    superclasses: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    superproperties: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    domains: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    ranges: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    inverses: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    scales: dict[str, tuple[Term, ...]] = field(default_factory=dict)
    ontologies: set[str] = field(default_factory=set)
    ordered_collections: set[str] = field(default_factory=set)

    def all_properties(self) -> set[str]:
        """Give every term that is declared a property, or is said something only one can have."""
        said = (self.superproperties, self.domains, self.ranges, self.inverses, self.scales)
        above = (above for uppers in self.superproperties.values() for above in uppers)
        return self.properties.union(self.complete, *said, above)


def read_declarations(store: ReadableStore) -> Declarations:
    """Read what ``store`` declares."""
    found = Declarations()
    for subject, _, obj, _ in stated(store, names.RDF_TYPE):
        _note_type(found, subject, obj)
    _read_hierarchies(store, found)
    for subject, _, obj, _ in stated(store, names.RDFS_DOMAIN):
        found.domains[subject].update(_members_of_union(store, obj))
    for subject, _, obj, _ in stated(store, names.RDFS_RANGE):
        found.ranges[subject].update(_members_of_union(store, obj))
        if values := _listed_values(store, obj):
            found.scales[subject] = values
    for subject, _, obj, _ in stated(store, names.SCHEMA_ORDER):
        if values := read_list(store, obj):
            found.scales[subject] = values
    for subject, _, obj, _ in stated(store, names.SCHEMA_COMPLETE):
        if obj.startswith(('"true"', '"1"')):
            found.complete.add(subject)
    found.of_nodes = {subject for subject, _, _, _ in stated(store, names.SCHEMA_OF_NODES)}
    return found


def read_titles(store: ReadableStore, found: Declarations) -> tuple[tuple[str, str], ...]:
    """Give the titles of the ontologies as (text, language), the most explicit first."""
    titles: dict[tuple[str, str], None] = {}
    subjects = tuple(read_term(text) for text in sorted(found.ontologies))
    for predicate in _TITLES if subjects else ():
        pattern = Pattern(subjects=subjects, predicates=(IRI(predicate),))
        for _, _, obj, _ in sorted(store.statements(pattern, also_read=True)):
            literal = read_term(obj)
            if isinstance(literal, Literal) and literal.lexical.strip():
                titles[literal.lexical, literal.language or ""] = None
        if titles:
            break
    return tuple(titles)


def read_collections(store: ReadableStore, found: Declarations) -> Iterator[tuple[Term, ...]]:
    """Yield the members of every ordered collection, in order."""
    for collection in sorted(found.ordered_collections):
        if members := _list_at(store, collection, names.SKOS_MEMBER_LIST):
            yield members


def read_list(store: ReadableStore, head: str) -> tuple[Term, ...]:
    """Read an RDF list; a broken or circular one gives what came before."""
    items: list[Term] = []
    seen: set[str] = set()
    while head != f"<{names.RDF_NIL}>" and head not in seen and len(items) < _LONGEST_LIST:
        seen.add(head)
        following = ""
        pattern = Pattern(
            subjects=(read_term(head),), predicates=(IRI(names.RDF_FIRST), IRI(names.RDF_REST))
        )
        for _, predicate, obj, _ in sorted(store.statements(pattern, also_read=True)):
            if predicate == f"<{names.RDF_FIRST}>":
                items.append(read_term(obj))
            else:
                following = obj
        if not following or following.startswith('"'):
            break
        head = following
    return tuple(items)


def stated(store: ReadableStore, predicate: str) -> Iterator[TextQuad]:
    """Stream the statements of one predicate."""
    return store.statements(Pattern(predicates=(IRI(predicate),)), also_read=True)


def is_own(term: str) -> bool:
    """Whether ``term`` is an IRI outside the system vocabularies."""
    return term.startswith("<") and not term.startswith(_SYSTEM)


def _note_type(found: Declarations, subject: str, obj: str) -> None:
    iri = obj[1:-1]
    if obj in _CLASS_TYPES:
        found.classes.add(subject)
    elif iri == names.OWL_ONTOLOGY:
        found.ontologies.add(subject)
    elif iri == names.SKOS_ORDERED_COLLECTION:
        found.ordered_collections.add(subject)
    elif iri == names.RDF_PROPERTY or (iri.startswith(names.OWL) and iri.endswith("Property")):
        found.properties.add(subject)
        if iri == names.OWL_FUNCTIONAL:
            found.functional.add(subject)
        elif iri == names.OWL_INVERSE_FUNCTIONAL:
            found.inverse_functional.add(subject)
        elif iri == names.OWL_SYMMETRIC:
            found.symmetric.add(subject)
    elif is_own(obj):
        found.members[obj] += 1


def _read_hierarchies(store: ReadableStore, found: Declarations) -> None:
    for subject, _, obj, _ in stated(store, names.RDFS_SUBCLASS):
        found.classes.add(subject)
        if is_own(obj) and subject != obj:
            found.classes.add(obj)
            found.superclasses[subject].add(obj)
    for subject, _, obj, _ in stated(store, names.RDFS_SUBPROPERTY):
        if is_own(obj) and subject != obj:
            found.superproperties[subject].add(obj)
    for subject, _, obj, _ in stated(store, names.OWL_INVERSE_OF):
        found.inverses[subject].add(obj)
        found.inverses[obj].add(subject)


def _listed_values(store: ReadableStore, data_range: str) -> tuple[Term, ...]:
    """Give the literals of a data range that lists them, itself or by a named datatype."""
    if data_range.startswith("<") and not is_own(data_range):
        return ()
    pattern = Pattern(
        subjects=(read_term(data_range),), predicates=(IRI(names.OWL_EQUIVALENT_CLASS),)
    )
    equivalents = sorted(obj for _, _, obj, _ in store.statements(pattern, also_read=True))
    for place in (data_range, *equivalents):
        values = _list_at(store, place, names.OWL_ONE_OF)
        if values and all(isinstance(value, Literal) for value in values):
            return values
    return ()


def _members_of_union(store: ReadableStore, term: str) -> set[str]:
    if term.startswith("<"):
        return {term}
    members = _list_at(store, term, names.OWL_UNION_OF)
    return {write_term(member) for member in members if isinstance(member, IRI)}


def _list_at(store: ReadableStore, subject: str, predicate: str) -> tuple[Term, ...]:
    pattern = Pattern(subjects=(read_term(subject),), predicates=(IRI(predicate),))
    for _, _, head, _ in sorted(store.statements(pattern, also_read=True)):
        return read_list(store, head)
    return ()
