"""Nodes that stand for a statement: which nodes of a graph link a holder, a value and attributes.

"Anna hasSkill [ skill Python ; level Expert ]" and "e1 employee Anna ; employer Acme ; since
2019" say one thing of Anna with qualifiers, by way of a node of its own. Such nodes are declared
(``urn:ontorag:schema#holder``, ``#value``), follow the Wikibase model, or are recognised by
their shape: they have no name, belong to one holder, have one value of each kind, and say more
than that value. What only may be such a node is not taken for one: it stays a thing.

Sources: W3C Working Group Note "Defining N-ary Relations on the Semantic Web", patterns 1 and 2;
Wikibase RDF Dump Format.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from ontorag import names
from ontorag.language.words import folded_set
from ontorag.schema.declarations import is_own, stated
from ontorag.schema.negating import is_negation
from ontorag.schema.shape import Property, Schema
from ontorag.stores.base import Pattern, ReadableStore
from ontorag.values import IRI, Step, read_term

T = TypeVar("T")
MOST_CLASSES = 300
"""With more classes than this that have members, only declared kinds are looked for among them."""
_FEW, _SAMPLED = 5, 200
_SHARE = 0.9
_RELATIONAL = folded_set(
    """
    assertion assignment association annotation relation relationship membership employment
    enrolment enrollment participation rating review proficiency competence qualification
    observation measurement statement attribution affiliation tenure engagement involvement
    contribution ownership shareholding marriage appointment experience
    zuordnung zuweisung beziehung verhältnis mitgliedschaft anstellung beschäftigung teilnahme
    beteiligung bewertung kenntnis kenntnisnachweis nachweis qualifikation beobachtung messung
    aussage zugehörigkeit amtszeit mitwirkung ehe ernennung erfahrung einstufung
    """
)
"""Nouns for relations: a class that ends in one may have nodes whose IRI is a readable name."""
_HOLDERS = folded_set(
    """
    subject holder owner person agent employee member user rater reviewer participant student
    patient author player worker candidate applicant who
    inhaber inhaberin träger person mitarbeiter mitarbeiterin mitglied nutzer teilnehmer
    schüler student patient autor bewerter kandidat wer subjekt
    """
)
"""Names of properties that lead to whose statement it is."""
_CLAIM = re.compile(r"(.*/prop/)(P\d+)")
_BOOKKEEPING = re.compile(r"/prop/(?!qualifier/P)|wikiba\.se/ontology|ns/prov#wasDerivedFrom")
_RANK, _DEPRECATED = f"<{names.WIKIBASE}rank>", f"<{names.WIKIBASE}DeprecatedRank>"
_NAMES = re.compile(r"(?i)name|label|title|titel|bezeichnung|identifier|e?mail|^id$")
_OPAQUE = re.compile(r"\d|^[0-9a-f-]{8,}$")


@dataclass(frozen=True, slots=True)
class NodeKind:
    """Nodes that each stand for a statement.

    ``holder`` is the step from a node to whose statement it is, ``values`` lead to what is
    stated; ``cls`` is the class of the nodes where only its members are meant, ``read_as`` the
    property that the data themselves have for the statement.
    """

    holder: Step
    values: tuple[IRI, ...]
    cls: IRI | None = None
    read_as: IRI | None = None

    @staticmethod
    def refused(said: Mapping[str, list[str]]) -> bool:
        """Whether a node's statement is no longer held to be so."""
        return _DEPRECATED in said.get(_RANK, ())

    @staticmethod
    def denies(said: Mapping[str, list[str]]) -> bool:
        """Whether a node says that its statement is not so."""
        return any(is_negation(p, obj) for p, objects in said.items() for obj in objects)

    @staticmethod
    def qualifies(predicate: str) -> bool:
        """Whether what a node says by ``predicate`` is said of its statement."""
        return not (_BOOKKEEPING.search(predicate) or names.is_system(predicate[1:-1]))


def find_node_kinds(store: ReadableStore, schema: Schema) -> tuple[NodeKind, ...]:
    """Find the kinds of nodes that stand for a statement: declared ones, then by their shape."""
    found = list(_declared(store))
    known = {kind.holder for kind in found} | {kind.cls for kind in found}
    found += filter(None, map(_of_wikibase, schema.properties))
    known |= {kind.holder for kind in found}
    for use in schema.properties.values():
        step = Step(use.iri, inverse=True)
        if step not in known and _may_lead_to_nodes(use):
            found += _reached_by(store, schema, step)
    classes = [each.iri for each in schema.classes.values() if each.members]
    for cls in classes if len(classes) <= MOST_CLASSES else ():
        if cls not in known:
            found += _of_class(store, schema, cls, [kind.holder for kind in found])
    return tuple(sorted(set(found), key=repr))


def _declared(store: ReadableStore) -> Iterator[NodeKind]:
    """Read ``:Employment ontorag:holder :employee`` and ``:hasSkill ontorag:value :skill``."""
    values: defaultdict[str, set[str]] = defaultdict(set)
    holders = {subject: obj for subject, _, obj, _ in sorted(stated(store, names.SCHEMA_HOLDER))}
    for subject, _, obj, _ in stated(store, names.SCHEMA_VALUE):
        values[subject].add(obj)
    for subject in sorted(holders.keys() | values.keys()):
        leads = tuple(IRI(text[1:-1]) for text in sorted(values[subject]))
        if subject in holders:
            yield NodeKind(Step(IRI(holders[subject][1:-1])), leads, IRI(subject[1:-1]))
        else:
            yield NodeKind(Step(IRI(subject[1:-1]), inverse=True), leads)


def _of_wikibase(iri: IRI) -> NodeKind | None:
    """Read a property to statement nodes by the Wikibase model: p:P1, ps:P1, wdt:P1."""
    found = _CLAIM.fullmatch(iri.value)
    if found is None:
        return None
    base, number = found.groups()
    value, direct = IRI(f"{base}statement/{number}"), IRI(f"{base}direct/{number}")
    return NodeKind(Step(iri, inverse=True), (value,), None, direct)


# ── by shape ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Sample:
    """Some nodes with what they say, by predicate, as N-Triples text."""

    said: Mapping[str, Mapping[str, list[str]]]

    @property
    def predicates(self) -> list[str]:
        """The predicates that nodes say something by, sorted."""
        return sorted({p for own in self.said.values() for p in own if is_own(p)})

    def share(self, predicate: str) -> float:
        """The share of the nodes that have it."""
        return sum(predicate in own for own in self.said.values()) / len(self.said)

    def is_single(self, predicate: str) -> bool:
        """Whether no node has several values of it."""
        return all(len(own.get(predicate, ())) < 2 for own in self.said.values())

    def objects(self, predicate: str) -> list[str]:
        """All its values."""
        return [obj for own in self.said.values() for obj in own.get(predicate, ())]


def _may_lead_to_nodes(use: Property) -> bool:
    """Whether each object of a property has one subject: it is a part of that alone."""
    literal = use.only_literals or use.literals
    return bool(use.triples and not literal and use.objects == use.triples)


def _reached_by(store: ReadableStore, schema: Schema, holder: Step) -> Iterator[NodeKind]:
    """Recognise the nodes that a property leads to from their holders."""
    rows = list(islice(stated(store, holder.predicate.value), _SAMPLED))
    sample = _sample(store, schema, [obj for _, _, obj, _ in rows], {holder.predicate})
    if sample is None:
        return
    values = _values(schema, sample)
    if values and len(sample.predicates) > 1:
        yield NodeKind(holder, values)


def _of_class(
    store: ReadableStore, schema: Schema, cls: IRI, taken: list[Step]
) -> Iterator[NodeKind]:
    """Recognise the members of a class that link several things, one of them their holder."""
    pattern = Pattern(predicates=(IRI(names.RDF_TYPE),), objects=(cls,))
    nodes = [row[0] for row in islice(store.statements(pattern), _SAMPLED)]
    sample = _sample(store, schema, nodes, set())
    if sample is None:
        return
    values = _values(schema, sample)
    if len(values) < 2 or len(sample.predicates) < 3:
        return
    holder = _holder(schema, values)
    if Step(holder, inverse=True) not in taken:
        rest = tuple(iri for iri in values if iri != holder)
        yield NodeKind(Step(holder), rest, cls)


def _sample(
    store: ReadableStore, schema: Schema, nodes: list[str], entries: set[IRI]
) -> _Sample | None:
    """Read what nodes say, a few first; None where they do not stand for statements."""
    sample = None
    for size in (_FEW, _SAMPLED):
        sample = _read(store, sorted({*nodes[:size]}))
        if not sample.said or not _are_nodes(store, schema, sample, entries):
            return None
    return sample


def _read(store: ReadableStore, nodes: list[str]) -> _Sample:
    said: dict[str, dict[str, list[str]]] = {}
    own = [node for node in nodes if not node.startswith(('"', "<<("))]
    pattern = Pattern(subjects=tuple(read_term(node) for node in own))
    for subject, predicate, obj, _ in store.statements(pattern) if own else ():
        said.setdefault(subject, {}).setdefault(predicate, []).append(obj)
    return _Sample(said if len(said) >= _SHARE * len(nodes) else {})


def _are_nodes(store: ReadableStore, schema: Schema, sample: _Sample, entries: set[IRI]) -> bool:
    """Whether nodes have no name, are no schema terms, and nothing but a holder leads to them."""
    for node, own in sample.said.items():
        iri = node[1:-1]
        named = any(f"<{label}>" in own for label in _LABELS) or names.spelling_of(iri)
        if named or IRI(iri) in schema.classes or IRI(iri) in schema.properties:
            return False
    if not all(map(_is_unnamed, sample.said)) and not _says_relation(sample):
        return False
    if any(_NAMES.search(names.local_name(p[1:-1])) or _identifies(sample, p)
           for p in sample.predicates):  # fmt: skip
        return False
    terms = [read_term(node) for node in sample.said]
    return all(
        step.predicate in entries or names.is_system(step.predicate.value)
        for _, step, _ in store.steps(terms)
        if step.inverse
    )


def _is_unnamed(node: str) -> bool:
    """Whether a node is blank, or its IRI is a number or key, not a name."""
    return node.startswith("_:") or bool(_OPAQUE.search(names.local_name(node[1:-1])))


def _says_relation(sample: _Sample) -> bool:
    """Whether the nodes' classes are called as relations are: "SkillAssertion"."""
    types = {cls[1:-1] for own in sample.said.values() for cls in own.get(_TYPE, ())}
    return any(_last_word(names.local_name(iri)) in _RELATIONAL for iri in types)


def _last_word(local: str) -> str:
    return names.spoken(local).split()[-1].lower() if local else ""


def _identifies(sample: _Sample, predicate: str) -> bool:
    """Whether each node has a text of its own: then that is its name."""
    texts = [obj for obj in sample.objects(predicate) if obj.endswith('"') or '"@' in obj]
    return len(texts) > 20 and len(texts) == len(set(texts)) >= _SHARE * len(sample.said)


def _values(schema: Schema, sample: _Sample) -> tuple[IRI, ...]:
    """Give the properties that lead to what is stated: one named thing each, on no scale."""
    found = []
    for predicate in sample.predicates:
        use = schema.properties.get(IRI(predicate[1:-1]))
        objects = sample.objects(predicate)
        things = all(obj.startswith("<") and IRI(obj[1:-1]) not in schema.properties
                     and IRI(obj[1:-1]) not in schema.classes for obj in objects)  # fmt: skip
        ranked = use is not None and bool(use.scale)
        common = sample.share(predicate) >= _SHARE and sample.is_single(predicate)
        if things and common and not ranked:
            found.append(IRI(predicate[1:-1]))
    return tuple(found)


def _holder(schema: Schema, values: tuple[IRI, ...]) -> IRI:
    """Choose the property whose thing the others are said of: by its name, else by variety."""

    def order(iri: IRI) -> tuple[bool, bool, int, str]:
        use = schema.properties.get(iri)
        ends = use.ends(objects=True) if use is not None else ()
        word = _last_word(names.local_name(iri.value))
        by_range = any(_last_word(names.local_name(e.value)) in _HOLDERS for e in ends)
        return word not in _HOLDERS, not by_range, -(use.objects if use else 0), iri.value

    return min(values, key=order)


_TYPE = f"<{names.RDF_TYPE}>"
_LABELS = (*names.LABEL_PREDICATES, *names.XL_LABEL_PREDICATES)


def batches(items: Iterable[T], size: int = 500) -> Iterator[list[T]]:
    """Cut what comes into lists of at most ``size``."""
    left = iter(items)
    while batch := list(islice(left, size)):
        yield batch
