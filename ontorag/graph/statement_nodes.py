"""What is read off nodes that stand for a statement, kept beside what the sources state.

For each such node its holder, a property and the value make a statement, and what else the node
says qualifies it. This is a reading: the sources stay as they are, it is never exported, and it
goes when they go. A property that it needs is named after the one that leads to the value, and
is called as that is, or as the one that leads to the node.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from urllib.parse import quote, unquote

from ontorag import names
from ontorag.errors import UnknownNameError
from ontorag.language.verbs import reads_as_verb
from ontorag.language.words import folded_set
from ontorag.schema import NodeKind, Schema, batches, find_node_kinds
from ontorag.stores.base import READ, Pattern, ReadableStore, Scope, Store, TextQuad, Writer
from ontorag.values import IRI, And, Fact, Has, Not, Source, Step, Triple, read_term, write_term

_REIFIES, _LABEL, _SYNONYM, _TYPE, _OF_NODES = (
    f"<{iri}>"
    for iri in (
        names.RDF_REIFIES, names.SKOS_PREF_LABEL, names.SKOS + "altLabel", names.RDF_TYPE,
        names.SCHEMA_OF_NODES,
    )
)  # fmt: skip
_TRUE = f'"true"^^<{names.XSD}boolean>'
_NODE = READ + "node/"
_GENERIC = folded_set("value object item target thing entity wert objekt ziel ding element")
"""Names of properties that do not say what is stated: the one that leads to the node says it."""

_Said = dict[str, dict[str, list[str]]]


def keep_readings(store: Store, schema: Schema) -> None:
    """Read what nodes stand for, in place of what was read off them before."""
    kinds = find_node_kinds(store, schema)
    sources = [source.name for source in store.sources()]
    found = {name: list(_Reading(store, name).quads(kinds)) if kinds else [] for name in sources}
    with store.writing() as writer:
        for name, quads in found.items():
            if quads:
                writer.replace(Source(READ + name), quads)
            else:
                drop_reading(writer, name)


def drop_reading(writer: Writer, source: str) -> None:
    """Remove what was read off the nodes of a source, if anything was."""
    with suppress(UnknownNameError):
        writer.drop(READ + source)


def with_premises(store: Store, facts: Iterable[Fact]) -> list[Fact]:
    """Give the facts that were read off nodes the statements of these as premises."""
    return [
        replace(fact, premises=_premises_of(store, fact)) if fact.rule == "n-ary" else fact
        for fact in facts
    ]


def _premises_of(store: Store, fact: Fact) -> tuple[str, ...]:
    return tuple(sorted(f"{s} {p} {o} ." for s, p, o in node_statements(store, fact)))


def node_statements(store: ReadableStore, fact: Fact) -> tuple[tuple[str, str, str], ...]:
    """Give the statements of the node that a fact was read off, sorted; none of any other fact."""
    triple = Triple(fact.subject, fact.predicate, fact.object)
    found: set[tuple[str, str, str]] = set()
    for reifier, _, _, _ in store.statements(Pattern(objects=(triple,)), also_read=True):
        if not reifier.startswith(f"<{_NODE}"):
            continue
        node = read_term(unquote(reifier[len(_NODE) + 1 : -1].rpartition("#")[0]))
        for pattern in (Pattern(subjects=(node,)), Pattern(objects=(node,))):
            found |= {quad[:3] for quad in store.statements(pattern)}
    return tuple(sorted(found))


class _Reading:
    """What the nodes of one source are read as."""

    def __init__(self, store: Store, source: str) -> None:
        self._store = store
        self._scope = Scope(sources=frozenset({source}))

    def quads(self, kinds: tuple[NodeKind, ...]) -> Iterator[TextQuad]:
        """Give the statements that are read, their reifiers, and what names their properties."""
        used: dict[tuple[NodeKind, str], None] = {}
        beside: dict[tuple[NodeKind, str], None] = {}
        for kind in kinds:
            for batch in batches(self._holders(kind)):
                said = self._said([node for node, _, _ in batch])
                for node, holder, graph in batch:
                    for predicate, quads in _statements(kind, node, holder, said.get(node, {})):
                        used[kind, predicate] = None
                        yield from ((s, p, o, graph) for s, p, o in quads)
                    beside.update(((kind, each), None) for each in said.get(node, {}))
        for kind, predicate in used:
            yield from self._named(kind, predicate)
        for kind, predicate in beside:
            if kind.qualifies(predicate) and self._is_only_of(kind, predicate):
                yield predicate, _OF_NODES, _TRUE, ""

    def _holders(self, kind: NodeKind) -> Iterator[tuple[str, str, str]]:
        """Give the nodes of a kind with their holders and graphs."""
        members = self._members(kind.cls) if kind.cls is not None else None
        rows = self._rows(Pattern(predicates=(kind.holder.predicate,)))
        for subject, _, obj, graph in rows:
            node, holder = (obj, subject) if kind.holder.inverse else (subject, obj)
            if not node.startswith('"') and (members is None or node in members):
                yield node, holder, graph

    def _members(self, cls: IRI) -> set[str]:
        pattern = Pattern(predicates=(IRI(names.RDF_TYPE),), objects=(cls,))
        return {subject for subject, _, _, _ in self._rows(pattern)}

    def _said(self, nodes: list[str]) -> _Said:
        found: _Said = {}
        pattern = Pattern(subjects=tuple(map(read_term, nodes)))
        for subject, predicate, obj, _ in self._rows(pattern):
            found.setdefault(subject, {}).setdefault(predicate, []).append(obj)
        return found

    def _rows(self, pattern: Pattern) -> Iterator[TextQuad]:
        return self._store.statements(pattern, scope=self._scope)

    def _named(self, kind: NodeKind, predicate: str) -> Iterator[TextQuad]:
        """Say which properties are of nodes, and how the one that is read is called."""
        yield write_term(kind.holder.predicate), _OF_NODES, _TRUE, ""
        yield predicate, _OF_NODES, _TRUE, ""
        if kind.read_as is not None:
            return
        value = IRI(predicate[1:-1])
        read = write_term(read_property(kind, value))
        first, second = self._words(kind, value)
        for text in first:
            yield read, _LABEL, text, ""
        for text in second:
            yield read, _SYNONYM, text, ""

    def _is_only_of(self, kind: NodeKind, predicate: str) -> bool:
        """Whether nothing but nodes of a kind has a property."""
        others = And((Has(Step(IRI(predicate[1:-1]))), Not(Has(kind.holder))))
        return not self._store.count(others)

    def _words(self, kind: NodeKind, value: IRI) -> tuple[list[str], list[str]]:
        """Give the labels of the property that is read, and its other names."""
        own, entry = self._labels(value), self._labels(kind.holder.predicate)
        if not kind.holder.inverse:
            return own, self._labels(kind.cls) if kind.cls is not None else []
        verb = any(reads_as_verb(read_term(text).lexical) for text in entry)  # type: ignore[union-attr]
        generic = names.spoken(names.local_name(value.value)) in _GENERIC
        return (entry, own) if generic or (verb and len(kind.values) == 1) else (own, entry)

    def _labels(self, iri: IRI) -> list[str]:
        """Give the labels of a term in any source, else its spoken name."""
        predicates = tuple(IRI(each) for each in names.LABEL_PREDICATES)
        rows = self._store.statements(Pattern(subjects=(iri,), predicates=predicates))
        found = sorted({obj for _, _, obj, _ in rows if obj.startswith('"')})
        spoken = names.spoken(names.local_name(iri.value)).replace('"', "")
        return found or [f'"{spoken}"']


def read_property(kind: NodeKind, value: IRI) -> IRI:
    """Give the property of the statements that nodes of a kind stand for."""
    if kind.read_as is not None:
        return kind.read_as
    digest = hashlib.sha256(f"{kind.holder} {value}".encode()).hexdigest()[:8]
    return IRI(f"{READ[:-1]}:{digest}#{names.local_name(value.value)}")


def _statements(
    kind: NodeKind, node: str, holder: str, said: Mapping[str, list[str]]
) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Give, for each value, its predicate, and the statement with its reifier and qualifiers."""
    if kind.refused(said):
        return
    own = write_term(kind.holder.predicate)
    values = [write_term(iri) for iri in kind.values]
    for predicate in values or sorted(said):
        if predicate in (own, _TYPE) or not names_property(predicate):
            continue
        read = write_term(read_property(kind, IRI(predicate[1:-1])))
        for obj in said.get(predicate, ()):
            if not values and not obj.startswith("<"):
                continue
            reifier = f"<{_NODE}{quote(node, safe='')}#{_short(predicate + obj)}>"
            quads = [(reifier, _REIFIES, f"<<( {holder} {read} {obj} )>>")]
            if not kind.denies(said):
                quads.append((holder, read, obj))
            quads += [
                (reifier, other, each)
                for other, objects in said.items()
                if other not in (own, predicate, _TYPE) and kind.qualifies(other)
                for each in objects
            ]
            yield predicate, quads


def names_property(predicate: str) -> bool:
    """Whether a predicate says something of its own."""
    return not names.is_system(predicate[1:-1])


def _short(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
