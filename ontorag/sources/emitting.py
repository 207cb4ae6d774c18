"""Statements written as N-Triples text by readers that map another model to RDF.

Used by the readers of OBO, OBO-graph JSON, OWL/XML and OWL functional syntax. Source: OWL 2
Mapping to RDF Graphs (lists, annotated axioms).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ontorag.errors import SourceError
from ontorag.names import OWL, RDFS
from ontorag.sources.blanks import BlankNames
from ontorag.sources.datatypes import is_well_typed
from ontorag.sources.noting import Notes, note_ill_typed, note_invalid_iri
from ontorag.values import RDF, Literal, write_term
from ontorag.values.terms import RDF_LANG_STRING, XSD_STRING

if TYPE_CHECKING:
    from ontorag.values import TextQuad

TYPE, FIRST, REST, NIL = (f"<{RDF}{name}>" for name in ("type", "first", "rest", "nil"))
LABEL, COMMENT, SUBCLASS, SUBPROPERTY, DOMAIN, RANGE = (
    f"<{RDFS}{name}>"
    for name in ("label", "comment", "subClassOf", "subPropertyOf", "domain", "range")
)


def owl(name: str) -> str:
    """Give a term of OWL as text.

    >>> owl("Class")
    '<http://www.w3.org/2002/07/owl#Class>'
    """
    return f"<{OWL}{name}>"


Annotation: TypeAlias = tuple[str, str, tuple["Annotation", ...]]
"""Predicate and value as texts, and what is said about the annotation itself."""


class Emitter:
    """Collects the statements of one source; take them with `drain`."""

    def __init__(self, notes: Notes) -> None:
        import pyoxigraph as ox

        self.notes = notes
        self._validate = ox.NamedNode
        self._blanks = BlankNames(notes.source)
        self._fresh = 0
        self._iris: dict[str, str] = {}
        self._quads: list[TextQuad] = []

    def drain(self) -> list[TextQuad]:
        """Give what was collected since the last call."""
        quads, self._quads = self._quads, []
        return quads

    def add(self, subject: str, predicate: str, obj: str) -> None:
        """Add one statement of the default graph."""
        self._quads.append((subject, predicate, obj, ""))

    def iri(self, iri: str) -> str:
        """Give an IRI as text; an invalid one is kept as written and noted."""
        text = self._iris.get(iri)
        if text is None:
            try:
                self._validate(iri)
            except ValueError as error:
                if any(sign in iri for sign in "<>\n\r\0"):
                    raise SourceError(
                        f"{self.notes.source}: {iri[:80]!r} cannot be an IRI; correct it"
                    ) from error
                problem = str(error)
                note_invalid_iri(self.notes, iri, problem[:1].lower() + problem[1:])
            text = self._iris[iri] = f"<{iri}>"
        return text

    def blank(self, label: str | None = None) -> str:
        """Give a new blank node, or the one with this label in the source."""
        if label is None:
            self._fresh += 1
            return self._blanks.name(f"#{self._fresh}")
        return self._blanks.name(label)

    def literal(self, lexical: str, datatype: str = XSD_STRING, language: str | None = None) -> str:
        """Give a literal as text; one whose text does not fit its datatype is noted."""
        if language:
            return write_term(Literal(lexical, RDF_LANG_STRING, language))
        if datatype != XSD_STRING and not is_well_typed(lexical, datatype):
            note_ill_typed(self.notes, lexical, datatype)
        return write_term(Literal(lexical, datatype))

    def annotated(
        self, subject: str, predicate: str, obj: str, annotations: Iterable[Annotation] = ()
    ) -> None:
        """Add a statement, and what is said about it as an ``owl:Axiom``."""
        self.add(subject, predicate, obj)
        self._reify(subject, predicate, obj, tuple(annotations), owl("Axiom"))

    def annotate_node(self, node: str, annotations: Iterable[Annotation]) -> None:
        """Say something about a node, such as an axiom that is a node of its own."""
        for predicate, value, nested in annotations:
            self.add(node, predicate, value)
            self._reify(node, predicate, value, nested, owl("Annotation"))

    def _reify(
        self, subject: str, predicate: str, obj: str, notes: Sequence[Annotation], kind: str
    ) -> None:
        if not notes:
            return
        node = self.blank()
        self.add(node, TYPE, kind)
        self.add(node, owl("annotatedSource"), subject)
        self.add(node, owl("annotatedProperty"), predicate)
        self.add(node, owl("annotatedTarget"), obj)
        self.annotate_node(node, notes)

    def list_of(self, items: Sequence[str]) -> str:
        """Add an RDF list; give its head."""
        nodes = [self.blank() for _ in items]
        for node, item, rest in zip(nodes, items, [*nodes[1:], NIL], strict=False):
            self.add(node, FIRST, item)
            self.add(node, REST, rest)
        return nodes[0] if nodes else NIL

    def restriction(self, prop: str, kind: str, filler: str) -> str:
        """Add an ``owl:Restriction``, such as ``someValuesFrom``; give its node."""
        node = self.blank()
        self.add(node, TYPE, owl("Restriction"))
        self.add(node, owl("onProperty"), prop)
        self.add(node, owl(kind), filler)
        return node

    def class_of(self, kind: str, members: Sequence[str], *, of: str = "Class") -> str:
        """Add an ``intersectionOf``, ``unionOf`` or ``oneOf``; give its node."""
        node = self.blank()
        self.add(node, TYPE, f"<{RDFS}Datatype>" if of == "Datatype" else owl(of))
        self.add(node, owl(kind), self.list_of(members))
        return node
