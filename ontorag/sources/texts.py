"""Parsed terms to N-Triples text, each distinct one checked once.

What the grammars refuse but can be read without guessing is kept as it is written, and
noted: IRIs with spaces or quotes, relative IRIs, over-long language tags, ill-typed
literals. Sources: RFC 3987 (IRIs), BCP 47 (language tags), RDF 1.2 N-Triples.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ontorag.errors import SourceError
from ontorag.sources.blanks import BlankNames
from ontorag.sources.datatypes import is_well_typed
from ontorag.sources.noting import Notes, note_ill_typed, note_invalid_iri, shown
from ontorag.values import read_term, write_term
from ontorag.values.terms import RDF_DIR_LANG_STRING, RDF_LANG_STRING, XSD_STRING

if TYPE_CHECKING:
    import pyoxigraph as ox

    Parsed = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple | ox.DefaultGraph

_MOST_KNOWN = 200_000
_LONGEST_KNOWN = 1_000
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_UNWRITABLE = re.compile(r"[<>\x00-\x08\x0a-\x1f]")


class TermTexts:
    """Gives the N-Triples text of parsed terms; ``known`` maps a parser's text to ours.

    ``base`` is the IRI that was made from the source's name (relative IRIs now begin with
    it), or None when the caller named the base or reading is strict.
    """

    def __init__(self, source: str, notes: Notes, *, base: str | None) -> None:
        import pyoxigraph as ox

        self._triple_type, self._validate = ox.Triple, ox.NamedNode
        self.known: dict[str, str] = {}
        self.has_line_breaks = False
        self._source, self._notes, self._base = source, notes, base
        self._blanks = BlankNames(source)
        self._tags: set[str] = set()

    def learn(self, term: Parsed, text: str) -> str:
        """Give the text of a term that is not in ``known``, and remember it there."""
        first = "<" if type(term) is self._triple_type else text[0]
        if first == "_":
            return self._blanks.name(text[2:])
        ours = self._literal(term, text) if first == '"' else self._node(term, text)
        if len(text) <= _LONGEST_KNOWN:
            if len(self.known) >= _MOST_KNOWN:
                self.known.clear()
            self.known[text] = ours
        return ours

    def _node(self, term: Parsed, text: str) -> str:
        if type(term) is self._triple_type:
            parts = (term.subject, term.predicate, term.object)
            return "<<( {} {} {} )>>".format(*(self.learn(part, str(part)) for part in parts))
        iri = text[1:-1]
        checked = self._checked(iri)
        return text if checked is iri else f"<{checked}>"

    def _checked(self, iri: str) -> str:
        """Check an IRI; gives it back, or what it resolves to."""
        try:
            self._validate(iri)
        except ValueError as error:
            if _SCHEME.match(iri) is None and self._base is not None:
                resolved = resolve(iri, self._base)
                if not resolved.startswith(self._base):
                    self._note_relative(resolved, iri)
                return self._checked(resolved) if _SCHEME.match(resolved) else resolved
            self._note_invalid(iri, str(error))
        if self._base is not None and iri.startswith(self._base):
            self._note_relative(iri, iri[len(self._base) :])
        return iri

    def _note_relative(self, iri: str, written: str) -> None:
        bare = written.removeprefix("#")
        self._notes.add(
            "relative-iri",
            f"the relative IRI <{written}> is read as <{iri}>",
            iri=iri,
            subject=iri,
            effect="its identity hangs on the name of this source",
            advice="name the address it is relative to with base= (--base), or in the file",
            needles=(f"<{written}>", f'"{written}"', f'"{bare}"', f"<{bare}>", f":{bare}"),
        )

    def _note_invalid(self, iri: str, error: str) -> None:
        if _UNWRITABLE.search(iri):
            raise UnwritableIRIError(iri)
        note_invalid_iri(self._notes, iri, error[:1].lower() + error[1:])

    def _literal(self, term: Parsed, text: str) -> str:
        last = text[-1]
        if "\\" in text:
            text = write_term(read_term.__wrapped__(text))
            self.has_line_breaks = self.has_line_breaks or "\\n" in text or "\\r" in text
        if last != '"':
            self._check_literal(term, tagged=last != ">")
        return text

    def _check_literal(self, term: Parsed, *, tagged: bool) -> None:
        import pyoxigraph as ox

        if not isinstance(term, ox.Literal):
            return
        if tagged:
            self._check_tag(term.language or "")
            return
        datatype = term.datatype.value
        if datatype in (RDF_LANG_STRING, RDF_DIR_LANG_STRING):
            self._note_untagged(term.value, datatype)
        elif datatype != XSD_STRING and not is_well_typed(term.value, datatype):
            note_ill_typed(self._notes, term.value, datatype)
        if datatype not in self.known:
            self.known[datatype] = self._checked(datatype)

    def _check_tag(self, tag: str) -> None:
        if tag in self._tags:
            return
        if len(self._tags) < _MOST_KNOWN:
            self._tags.add(tag)
        if all(0 < len(part) <= 8 for part in tag.split("-")):
            return
        self._notes.add(
            "invalid-language-tag",
            f"the language tag @{tag} is not valid: a part of it has more than 8 characters",
            subject=tag,
            effect="it is kept; the label counts as of an unknown language",
            advice="use a tag of BCP 47",
            needles=(f"@{tag}", f'"{tag}"', tag),
        )

    def _note_untagged(self, lexical: str, datatype: str) -> None:
        self._notes.add(
            "missing-language-tag",
            f"{shown(lexical)} has the datatype of a text with a language, but no language",
            subject=lexical,
            effect="it is read as a text without a language",
            advice="give it a language tag, or leave the datatype out",
            needles=(f'"{lexical}"^^<{datatype}>', f'"{lexical}"'),
        )


class UnwritableIRIError(SourceError):
    """An IRI holds a line break or an angle bracket: its end is missing in the file."""

    def __init__(self, iri: str) -> None:
        super().__init__("an IRI holds a line break or an angle bracket")
        self.iri = iri


def resolve(iri: str, base: str) -> str:
    """Resolve a relative IRI against a base as RFC 3986 says; what cannot be is appended.

    >>> resolve("#b", "urn:ontorag:source/pets.ttl/")
    'urn:ontorag:source/pets.ttl/#b'
    """
    import pyoxigraph as ox

    if _UNWRITABLE.search(iri):
        return base + iri
    line = f"<urn:s> <urn:p> <{iri}> ."
    try:
        quad = next(ox.parse(line, ox.RdfFormat.TURTLE, base_iri=base, lenient=True))
    except (SyntaxError, ValueError, StopIteration):
        return base + iri
    return str(quad.object)[1:-1]
