"""OWL/XML to calls, element by element.

Source: OWL 2 XML Serialization (second edition).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any
from xml.parsers import expat

from ontorag.names import OWL, XSD
from ontorag.sources.emitting import Emitter
from ontorag.sources.guards import DEEPEST, Bytes, TruncatedXMLError
from ontorag.sources.owl.functional import STANDARD, typed_literal
from ontorag.sources.owl.tree import Argument, Call, OwlSyntaxError
from ontorag.sources.texts import resolve

_CHUNK = 1 << 16
_BASE = "http://www.w3.org/XML/1998/namespace base"
_LANG = "http://www.w3.org/XML/1998/namespace lang"
_ENTITIES = {
    "Class", "Datatype", "ObjectProperty", "DataProperty", "AnnotationProperty", "NamedIndividual",
}  # fmt: skip
_TEXTS = {"IRI", "AbbreviatedIRI", "Literal", "Import"}


class XmlReader:
    """Reads one document; its constructs are given to ``take`` as soon as they are complete."""

    def __init__(
        self, emitter: Emitter, prefixes: dict[str, str], base: str, take: Callable[[Call], None]
    ) -> None:
        self._out, self.prefixes, self._take = emitter, prefixes, take
        self._stack: list[Call] = []
        self._bases = [base]
        self._attributes: list[dict[str, str]] = []
        self._text: list[str] = []
        self._parser: Any = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text.append

    def read(self, stream: Bytes) -> Iterator[None]:
        """Read on; one step a chunk. Raises `OwlSyntaxError` with its place."""
        try:
            while chunk := self._chunk(stream):
                self._parser.Parse(chunk, False)
                yield
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            problem = expat.errors.messages.get(error.code, "not well-formed")
            raise OwlSyntaxError(problem, error.lineno, error.offset + 1) from error
        yield

    def _chunk(self, stream: Bytes) -> bytes:
        """Read on; at a cut-off end it is the parser that says what is wrong, with the place."""
        try:
            return stream.read(_CHUNK)
        except TruncatedXMLError:
            self._parser.Parse(b"", True)
            raise

    def _line(self) -> int:
        return int(self._parser.CurrentLineNumber)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        if space != OWL:
            raise OwlSyntaxError(f"<{name}> of '{space}' is no element of OWL/XML", self._line())
        if len(self._stack) > DEEPEST:
            raise OwlSyntaxError(f"more than {DEEPEST} levels of nesting", self._line())
        base = attributes.get(_BASE)
        self._bases.append(self._bases[-1] if base is None else resolve(base, self._bases[-1]))
        self._text.clear()
        self._attributes.append(attributes)
        call = Call(name, self._line())
        if name == "Ontology":
            iris = (attributes.get("ontologyIRI"), attributes.get("versionIRI"))
            self._take(Call(name, call.line, [self._iri(iri) for iri in iris if iri]))
        elif "cardinality" in attributes:
            count = self._out.literal(attributes["cardinality"], XSD + "nonNegativeInteger")
            call.args.append(count)
        elif name == "BuiltInAtom" and ("IRI" in attributes or "abbreviatedIRI" in attributes):
            call.args.append(self._named(attributes))
        elif name == "FacetRestriction":
            call.args.append(self._iri(attributes.get("facet", "")))
        self._stack.append(call)

    def _end(self, tag: str) -> None:
        call, attributes = self._stack.pop(), self._attributes.pop()
        found = self._finished(call, attributes)
        self._bases.pop()
        self._text.clear()
        if not self._stack or call.name in ("Ontology", "Prefix"):
            return
        if len(self._stack) == 1:
            if isinstance(found[0], Call):
                self._take(found[0])
            return
        self._stack[-1].args += found

    def _finished(self, call: Call, attributes: dict[str, str]) -> list[Argument]:
        """Give what a finished element adds to the one around it."""
        name = call.name
        if name == "Prefix":
            self.prefixes[attributes.get("name", "")] = attributes.get("IRI", "")
            return [call]
        if name in _ENTITIES:
            declared = bool(self._stack) and self._stack[-1].name == "Declaration"
            return (
                [Call(name, call.line, [self._named(attributes)])]
                if declared
                else [self._named(attributes)]
            )
        if name == "AnonymousIndividual":
            return [self._out.blank("_:" + attributes.get("nodeID", "").removeprefix("_:"))]
        if name == "Variable":
            return [Call(name, call.line, [self._named(attributes)])]
        if name in _TEXTS:
            text = self._text_of(name, attributes)
            return [Call(name, call.line, [text])] if name == "Import" else [text]
        if name == "FacetRestriction":
            return list(call.args)
        return [call]

    def _text_of(self, name: str, attributes: dict[str, str]) -> str:
        text = "".join(self._text)
        if name == "Literal":
            if attributes.get(_LANG):
                return self._out.literal(text, language=attributes[_LANG])
            datatype = attributes.get("datatypeIRI")
            if datatype is None:
                return self._out.literal(text)
            return typed_literal(self._out, text, self._iri(datatype)[1:-1])
        text = text.strip()
        return self._abbreviated(text) if name == "AbbreviatedIRI" else self._iri(text)

    def _named(self, attributes: dict[str, str]) -> str:
        if "IRI" in attributes:
            return self._iri(attributes["IRI"])
        if "abbreviatedIRI" in attributes:
            return self._abbreviated(attributes["abbreviatedIRI"])
        raise OwlSyntaxError("an entity has neither IRI nor abbreviatedIRI", self._line())

    def _abbreviated(self, name: str) -> str:
        prefix, _, local = name.partition(":")
        space = self.prefixes.get(prefix, STANDARD.get(prefix))
        if space is None:
            raise OwlSyntaxError(f"the prefix '{prefix}:' is not declared", self._line())
        return self._out.iri(space + local)

    def _iri(self, iri: str) -> str:
        return self._out.iri(_resolved(iri, self._bases[-1]))


@lru_cache(maxsize=65_536)
def _resolved(iri: str, base: str) -> str:
    head = iri.partition(":")
    absolute = head[1] and head[0].isascii() and head[0].replace("+", "").isalnum()
    return iri if absolute else resolve(iri, base)
