"""OWL functional syntax to calls, construct by construct.

Source: OWL 2 Structural Specification and Functional-Style Syntax, sections 2.2 and 3.7.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ontorag import names
from ontorag.sources.emitting import Emitter
from ontorag.sources.guards import DEEPEST
from ontorag.sources.owl.mapping import AxiomMapper
from ontorag.sources.owl.tree import Call, OwlSyntaxError

_TOKEN = re.compile(
    r"""
      (?P<space>\s+|\#[^\n]*)
    | (?P<text>"[^"\\]*(?:\\.[^"\\]*)*")
    | (?P<iri><[^<>\s"]*>)
    | (?P<open>\() | (?P<close>\)) | (?P<equals>=) | (?P<typed>\^\^)
    | (?P<tag>@[A-Za-z0-9-]+)
    | (?P<word>[^\s()<>"=^@]+)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
STANDARD = {"owl": names.OWL, "rdf": names.RDF, "rdfs": names.RDFS, "xsd": names.XSD}
_ESCAPE = re.compile(r'\\(["\\])')
_PLAIN = names.RDF + "PlainLiteral"


class FunctionalReader:
    """Reads one document; ``prefixes`` fills up meanwhile."""

    def __init__(self, text: str, emitter: Emitter, prefixes: dict[str, str]) -> None:
        self._text, self._out, self.prefixes = text, emitter, prefixes
        self._tokens = (each for each in _TOKEN.finditer(text) if each.lastgroup != "space")
        self._next = next(self._tokens, None)
        self._line, self._counted = 1, 0

    def calls(self) -> Iterator[Call]:
        """Give the constructs of the ontology one by one; first its own name as ``Ontology``.

        Raises `OwlSyntaxError` where the text breaks the grammar.
        """
        while self._next is not None and self._next[0] == "Prefix":
            self._prefix()
        if self._next is None or self._next[0] != "Ontology":
            raise self._error("expected 'Ontology('")
        yield from self._ontology()
        if self._next is not None:
            raise self._error("text follows the end of the ontology")

    def _ontology(self) -> Iterator[Call]:
        head = Call("Ontology", self._place()[0])
        self._take("word")
        self._take("open")
        while self._next is not None and not self._begins_a_call() and self._next[0] != ")":
            head.args.append(self._iri())
        yield head
        while self._next is not None and self._next[0] != ")":
            yield self._call()
        self._take("close")

    def _begins_a_call(self) -> bool:
        return (
            self._next is not None and ":" not in self._next[0] and (self._next.lastgroup == "word")
        )

    def _prefix(self) -> None:
        self._take("word")
        self._take("open")
        name = "" if self._next is None else self._next[0]
        self._take("word")
        self._take("equals")
        iri = "" if self._next is None else self._next[0]
        self._take("iri")
        self._take("close")
        self.prefixes[name.rstrip(":")] = iri[1:-1]

    def _call(self) -> Call:
        """Read one construct with everything in it, without recursion."""
        stack: list[Call] = []
        while True:
            token = self._next
            if token is None:
                raise self._error("the file ends before the ontology does; is it cut off?")
            kind = token.lastgroup
            if kind == "close":
                self._take("close")
                done = stack.pop()
                if not stack:
                    return done
                stack[-1].args.append(done)
            elif kind == "open" or (
                kind == "word" and self._begins_a_call() and not _is_number(token[0])
            ):
                stack.append(self._opened())
                if len(stack) > DEEPEST:
                    raise self._error(f"more than {DEEPEST} levels of nesting")
            elif not stack:
                raise self._error("expected an axiom")
            else:
                stack[-1].args.append(self._term())

    def _opened(self) -> Call:
        call = Call("", self._place()[0])
        if self._next is not None and self._next.lastgroup == "word":
            call.name = self._next[0]
            self._take("word")
        self._take("open")
        return call

    def _term(self) -> str:
        token = self._next
        if token is not None and token.lastgroup == "text":
            return self._literal()
        if token is not None and token.lastgroup == "word" and _is_number(token[0]):
            self._take("word")
            return self._out.literal(token[0], names.XSD + "nonNegativeInteger")
        if token is not None and token[0].startswith("_:"):
            self._take("word")
            return self._out.blank(token[0])
        return self._iri()

    def _literal(self) -> str:
        token = self._next
        self._take("text")
        lexical = _ESCAPE.sub(r"\1", token[0][1:-1]) if token is not None else ""
        if self._next is not None and self._next.lastgroup == "tag":
            tag = self._next[0][1:]
            self._take("tag")
            return self._out.literal(lexical, language=tag)
        if self._next is None or self._next.lastgroup != "typed":
            return self._out.literal(lexical)
        self._take("typed")
        return typed_literal(self._out, lexical, self._iri()[1:-1])

    def _iri(self) -> str:
        token = self._next
        if token is None or token.lastgroup not in ("iri", "word"):
            raise self._error("expected an IRI")
        if token.lastgroup == "iri":
            self._take("iri")
            return self._out.iri(token[0][1:-1])
        prefix, colon, local = token[0].partition(":")
        space = self.prefixes.get(prefix, STANDARD.get(prefix))
        if not colon:
            raise self._error("expected an IRI")
        if space is None:
            raise self._error(f"the prefix '{prefix}:' is not declared")
        self._take("word")
        return self._out.iri(space + local)

    def _take(self, kind: str) -> None:
        if self._next is None or self._next.lastgroup != kind:
            raise self._error(f"expected {_SAID.get(kind, kind)}")
        self._next = next(self._tokens, None)

    def _place(self) -> tuple[int, int]:
        at = len(self._text) if self._next is None else self._next.start()
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        return self._line, at - self._text.rfind("\n", 0, at)

    def _error(self, problem: str) -> OwlSyntaxError:
        found = "the end" if self._next is None else f"'{self._next[0][:40]}'"
        return OwlSyntaxError(f"{problem}, found {found}", *self._place())


_SAID = {
    "open": "'('", "close": "')'", "equals": "'='", "iri": "an IRI in angle brackets",
    "word": "a name", "text": "a text in quotes",
}  # fmt: skip


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def typed_literal(emitter: Emitter, lexical: str, datatype: str) -> str:
    """Give a literal with a datatype; ``rdf:PlainLiteral`` carries its language in the text."""
    if datatype != _PLAIN:
        return emitter.literal(lexical, datatype)
    text, at, tag = lexical.rpartition("@")
    return emitter.literal(text, language=tag) if at else emitter.literal(lexical)


def read_axioms_text(text: str, emitter: Emitter) -> None:
    """Read the axioms of one text in functional syntax, such as OBO's ``owl-axioms``.

    Raises `OwlSyntaxError`.
    """
    mapper = AxiomMapper(emitter)
    for call in FunctionalReader(text, emitter, {}).calls():
        mapper.map(call)
