"""OBO-graph JSON to the statements of the OWL it was made from.

Source: the OBO Graphs JSON schema (geneontology/obographs).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ontorag import names
from ontorag.errors import SourceError
from ontorag.sources.emitting import (
    COMMENT,
    DOMAIN,
    LABEL,
    RANGE,
    SUBCLASS,
    SUBPROPERTY,
    TYPE,
    Annotation,
    Emitter,
    owl,
)
from ontorag.sources.files import SourceFile
from ontorag.sources.guards import check_json_depth
from ontorag.sources.looking import syntax_error
from ontorag.sources.noting import Notes
from ontorag.sources.obo import words
from ontorag.sources.obo.ids import Identifiers
from ontorag.values import XSD

if TYPE_CHECKING:
    from ontorag.values import TextQuad

_EDGES = {
    "is_a": SUBCLASS, "subPropertyOf": SUBPROPERTY, "inverseOf": owl("inverseOf"), "type": TYPE,
}  # fmt: skip
_KINDS = {"CLASS": "Class", "INDIVIDUAL": "NamedIndividual"}
_PROPERTIES = {
    "ANNOTATION": "AnnotationProperty", "OBJECT": "ObjectProperty", "DATA": "DatatypeProperty",
}  # fmt: skip
_BATCH = 1_000


def read_obo_graphs(file: SourceFile, notes: Notes, prefixes: dict[str, str]) -> Iterator[TextQuad]:
    """Read OBO-graph JSON. Raises `SourceError` for what has not its form."""
    with file.open() as stream:
        check_json_depth(file.name, stream)
    try:
        with file.open_text() as text:
            document = json.load(text)
    except json.JSONDecodeError as error:
        raise syntax_error(
            file, error.msg.lower(), line=error.lineno, column=error.colno, advice="Correct it."
        ) from error
    except UnicodeDecodeError as error:
        raise file.undecodable() or SourceError(str(error)) from error
    mapper = _GraphMapper(Emitter(notes))
    try:
        for graph in document["graphs"]:
            for number, _ in enumerate(mapper.graph(graph)):
                if number % _BATCH == 0:
                    yield from mapper.out.drain()
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise SourceError(
            f"{file.name} is no OBO graph: {error!r} does not fit; it needs 'graphs' with 'nodes' "
            "and 'edges' as the obographs schema says"
        ) from error
    yield from mapper.out.drain()


class _GraphMapper:
    """Maps graphs node by node and edge by edge."""

    def __init__(self, emitter: Emitter) -> None:
        self.out = emitter
        self._ids = Identifiers("graph", {})
        self._kinds: dict[str, str] = {}
        self._nodes: set[str] = set()

    def graph(self, graph: dict[str, Any]) -> Iterator[None]:
        """Map one graph; each step maps one of its parts."""
        self._nodes = {each["id"] for each in graph.get("nodes") or ()}
        if graph.get("id"):
            node = self._term(graph["id"])
            self.out.add(node, TYPE, owl("Ontology"))
            meta = graph.get("meta") or {}
            if meta.get("version"):
                self.out.add(node, owl("versionIRI"), self._term(meta["version"]))
            self._meta(node, meta)
        for each in graph.get("nodes") or ():
            self._node(each)
            yield
        for each in graph.get("edges") or ():
            self._edge(each)
            yield
        for each in graph.get("equivalentNodesSets") or ():
            self._equivalent(each)
            yield
        for each in graph.get("logicalDefinitionAxioms") or ():
            self._definition(each)
            yield
        for each in graph.get("domainRangeAxioms") or ():
            self._domain_range(each)
            yield
        for each in graph.get("propertyChainAxioms") or ():
            self._chain(each)
            yield

    def _term(self, identifier: str) -> str:
        if identifier.startswith("_:"):
            return self.out.blank(identifier)
        return self.out.iri(self._ids.iri(identifier))

    def _node(self, node: dict[str, Any]) -> None:
        text, kind = self._term(node["id"]), node.get("type")
        if kind == "PROPERTY":
            kind_name = _PROPERTIES.get(node.get("propertyType") or "OBJECT", "ObjectProperty")
        else:
            kind_name = _KINDS.get(kind or "", "")
        if kind_name:
            self._kinds[text] = kind_name
            self.out.add(text, TYPE, owl(kind_name))
        if node.get("lbl") is not None:
            self.out.add(text, LABEL, self.out.literal(node["lbl"]))
        self._meta(text, node.get("meta") or {})

    def _meta(self, text: str, meta: dict[str, Any]) -> None:
        oio, out = names.OBO_IN_OWL, self.out
        if meta.get("definition"):
            self._say(text, words.DEFINITION, meta["definition"])
        for comment in meta.get("comments") or ():
            out.add(text, COMMENT, out.literal(comment))
        for subset in meta.get("subsets") or ():
            out.add(text, out.iri(oio + "inSubset"), self._term(subset))
        for synonym in meta.get("synonyms") or ():
            self._say(text, oio + (synonym.get("pred") or "hasRelatedSynonym"), synonym)
        for xref in meta.get("xrefs") or ():
            self._say(text, oio + "hasDbXref", xref)
        for value in meta.get("basicPropertyValues") or ():
            self._say(text, self._ids.iri(value["pred"]), value)
        if meta.get("deprecated"):
            out.add(text, owl("deprecated"), out.literal("true", XSD + "boolean"))

    def _say(self, text: str, predicate: str, value: dict[str, Any]) -> None:
        notes: list[Annotation] = [
            (self.out.iri(names.OBO_IN_OWL + "hasDbXref"), self.out.literal(each), ())
            for each in value.get("xrefs") or ()
        ]
        if value.get("synonymType"):
            kind = self.out.iri(names.OBO_IN_OWL + "hasSynonymType")
            notes.append((kind, self._term(value["synonymType"]), ()))
        for each in (value.get("meta") or {}).get("basicPropertyValues") or ():
            said = self.out.iri(self._ids.iri(each["pred"]))
            notes.append((said, self._object(each["val"]), ()))
        self.out.annotated(text, self.out.iri(predicate), self._object(value["val"]), notes)

    def _object(self, value: str) -> str:
        """Give the IRI of a node or of OBO, else a text: the format does not tell them apart."""
        if value in self._nodes or value.startswith(names.OBO):
            return self.out.iri(value)
        return self.out.literal(value)

    def _edge(self, edge: dict[str, Any]) -> None:
        subject, obj, pred = self._term(edge["sub"]), self._term(edge["obj"]), edge["pred"]
        if pred in _EDGES:
            self.out.add(subject, _EDGES[pred], obj)
            return
        prop = self._term(pred)
        if self._kinds.get(subject, "Class") != "Class" or (
            self._kinds.get(prop) == "AnnotationProperty"
        ):
            self.out.add(subject, prop, obj)
        else:
            self.out.add(subject, SUBCLASS, self.out.restriction(prop, "someValuesFrom", obj))

    def _equivalent(self, axiom: dict[str, Any]) -> None:
        nodes = [self._term(each) for each in axiom["nodeIds"]]
        for first, second in pairwise(nodes):
            self.out.add(first, owl("equivalentClass"), second)

    def _definition(self, axiom: dict[str, Any]) -> None:
        members = [self._term(each) for each in axiom.get("genusIds") or ()]
        members += [
            self.out.restriction(
                self._term(each["propertyId"]), "someValuesFrom", self._term(each["fillerId"])
            )
            for each in axiom.get("restrictions") or ()
            if each
        ]
        whole = self.out.class_of("intersectionOf", members)
        self.out.add(self._term(axiom["definedClassId"]), owl("equivalentClass"), whole)

    def _domain_range(self, axiom: dict[str, Any]) -> None:
        prop = self._term(axiom["predicateId"])
        for each in axiom.get("domainClassIds") or ():
            self.out.add(prop, DOMAIN, self._term(each))
        for each in axiom.get("rangeClassIds") or ():
            self.out.add(prop, RANGE, self._term(each))
        for each in axiom.get("allValuesFromEdges") or ():
            filler = self.out.restriction(prop, "allValuesFrom", self._term(each["obj"]))
            self.out.add(self._term(each["sub"]), SUBCLASS, filler)

    def _chain(self, axiom: dict[str, Any]) -> None:
        chain = self.out.list_of([self._term(each) for each in axiom["chainPredicateIds"]])
        self.out.add(self._term(axiom["predicateId"]), owl("propertyChainAxiom"), chain)
