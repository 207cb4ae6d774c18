"""OBO frames to statements: terms, typedefs and instances.

Source: OBO Flat File Format 1.4, section 5 (mapping to OWL 2), as robot and the OWL API do it.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from ontorag import names
from ontorag.sources.emitting import (
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
from ontorag.sources.obo import words
from ontorag.sources.obo.clauses import Clause, Frame, cross_references, quoted, unescaped
from ontorag.sources.obo.ids import Identifiers
from ontorag.values import XSD

Refuse = Callable[[int, str], None]
_XREF = names.OBO_IN_OWL + "hasDbXref"
_LOGICAL = {"cardinality": "qualifiedCardinality", "minCardinality": "minQualifiedCardinality",
            "maxCardinality": "maxQualifiedCardinality"}  # fmt: skip


class FrameMapper:
    """Maps the frames of one document; ``refuse`` is told clauses that break the format."""

    def __init__(self, emitter: Emitter, ids: Identifiers, namespace: str | None, refuse: Refuse):
        self.out, self.ids, self._namespace, self._refuse = emitter, ids, namespace, refuse
        self._declared: set[str] = set()
        self._subject = self._id = self._kind = ""

    # ── a frame ───────────────────────────────────────────────────────────────────────

    def frame(self, frame: Frame) -> None:
        """Map one frame with an identifier."""
        identifier = frame.first("id")
        if not identifier:
            self._refuse(frame.line, f"a [{frame.kind}] without an id")
            return
        self._id, self._kind = identifier, frame.kind
        self._subject = self.term(identifier)
        self._declare_subject(identifier)
        if self._namespace and frame.first("namespace") is None:
            self.say(names.OBO_IN_OWL + "hasOBONamespace", self.out.literal(self._namespace))
        parts: dict[str, list[Clause]] = {"intersection_of": [], "union_of": []}
        for clause in frame.clauses:
            if clause.tag in parts:
                parts[clause.tag].append(clause)
            else:
                self._clause(clause)
        self._note_repeated(frame)
        self._combined("intersectionOf", parts["intersection_of"])
        self._combined("unionOf", parts["union_of"])

    def _declare_subject(self, identifier: str) -> None:
        if self._kind == "Term":
            self.out.add(self._subject, TYPE, owl("Class"))
        elif self._kind == "Typedef":
            metadata = identifier in self.ids.metadata
            kind = "AnnotationProperty" if metadata else "ObjectProperty"
            self.out.add(self._subject, TYPE, owl(kind))
            if self.ids.shorthands.get(identifier) and ":" not in identifier:
                self.say(names.OBO_IN_OWL + "shorthand", self.out.literal(identifier))
        else:
            self.out.add(self._subject, TYPE, owl("NamedIndividual"))

    def _note_repeated(self, frame: Frame) -> None:
        tags = [each.tag for each in frame.clauses]
        for tag in sorted(words.ONCE & {tag for tag in tags if tags.count(tag) > 1}):
            last = next(each for each in reversed(frame.clauses) if each.tag == tag)
            self._note("repeated-clause", last.line, f"{self._id} has more than one '{tag}'")

    def _note(self, code: str, line: int, message: str, effect: str = "all of it is read") -> None:
        self.out.notes.add(
            code, message, line=line, subject=f"{line} {message}", effect=effect,
            advice="correct it where it comes from",
        )  # fmt: skip

    # ── terms ─────────────────────────────────────────────────────────────────────────

    def term(self, identifier: str) -> str:
        """Give the text of the IRI of an identifier."""
        return self.out.iri(self.ids.iri(identifier))

    def property(self, iri: str) -> str:
        """Give an annotation property's text; declared, and labelled as OWL tools do, once."""
        if iri not in self._declared:
            self._declared.add(iri)
            text = self.out.iri(iri)
            if not iri.startswith(names.OWL):
                self.out.add(text, TYPE, owl("AnnotationProperty"))
            if iri in words.LABELS:
                self.out.add(text, LABEL, self.out.literal(words.LABELS[iri]))
        return self.out.iri(iri)

    def say(self, iri: str, value: str, annotations: tuple[Annotation, ...] = ()) -> None:
        """Annotate the frame's term."""
        self.out.annotated(self._subject, self.property(iri), value, annotations)

    def _named_class(self, identifier: str) -> str:
        text = self.term(identifier)
        self._declare(text, "Class")
        return text

    def _relation(self, identifier: str) -> str:
        text = self.term(identifier)
        if identifier in self.ids.metadata:
            return self.property(self.ids.iri(identifier))
        self._declare(text, "ObjectProperty")
        return text

    def _declare(self, text: str, kind: str) -> None:
        if text + kind not in self._declared and not text.startswith(f"<{names.OWL}"):
            self._declared.add(text + kind)
            self.out.add(text, TYPE, owl(kind))

    def annotations(self, clause: Clause) -> tuple[Annotation, ...]:
        """Give the trailing qualifiers of a clause as annotations."""
        found = []
        for key, value in clause.qualifiers:
            if key in _LOGICAL or key in ("all_some", "all_only"):
                continue
            if key.startswith("gci_"):
                key = {"gci_relation": "gci_predicate"}.get(key, key)
            iri = self.ids.iri(key) if ":" in key else names.OBO_IN_OWL + quote(key)
            found.append((self.property(iri), self.out.literal(value), ()))
        return tuple(found)

    def _references(self, text: str) -> tuple[Annotation, ...]:
        found: list[Annotation] = []
        for identifier, title in cross_references(text) if text.strip() not in ("", "[]") else ():
            nested: tuple[Annotation, ...] = ()
            if title is not None:
                nested = ((self.property(names.RDFS_LABEL), self.out.literal(title), ()),)
            found.append((self.property(_XREF), self.out.literal(identifier), nested))
        return tuple(found)

    # ── clauses ───────────────────────────────────────────────────────────────────────

    def _clause(self, clause: Clause) -> None:
        tag = clause.tag
        if tag == "id":
            self.say(names.OBO_IN_OWL + "id", self.out.literal(self._id))
        elif not clause.value:
            self._note("empty-clause", clause.line, f"'{tag}' has no value", "it is left out")
        elif tag in words.TEXTS:
            self._text(clause)
        elif tag in words.TRUTHS:
            self._truth(clause)
        elif tag in words.CHARACTERISTICS:
            self._characteristic(clause)
        elif tag in words.ANNOTATING_TERMS:
            self.say(
                words.ANNOTATING_TERMS[tag],
                self.term(unescaped(clause.value)), self.annotations(clause),
            )  # fmt: skip
        elif tag in _CLAUSES:
            _CLAUSES[tag](self, clause)
        elif tag != "builtin":
            self._unknown(clause)

    def _truth(self, clause: Clause) -> None:
        truth = unescaped(clause.value).lower()
        if truth != "false":
            value = self.out.literal(truth, XSD + "boolean")
            self.say(words.TRUTHS[clause.tag], value, self.annotations(clause))

    def _characteristic(self, clause: Clause) -> None:
        if clause.value.lower() == "true":
            self._axiom(TYPE, owl(words.CHARACTERISTICS[clause.tag]), clause)

    def _text(self, clause: Clause) -> None:
        value = unescaped(clause.value)
        if clause.tag.startswith("expand_") and (found := quoted(clause.value)):
            value = found[0]
        self.say(words.TEXTS[clause.tag], self.out.literal(value), self.annotations(clause))
        if clause.tag == "alt_id" and self._kind in ("Term", "Typedef"):
            old = self.term(value)
            kind = "Class" if self._kind == "Term" else "ObjectProperty"
            self.out.add(old, TYPE, owl(kind))
            self.out.add(old, self.out.iri(words.MERGED), self.out.iri(words.MERGED_INTO))
            self.out.add(old, self.out.iri(words.REPLACED_BY), self._subject)
            true = self.out.literal("true", XSD + "boolean")
            self.out.add(old, owl("deprecated"), true)

    def _definition(self, clause: Clause) -> None:
        text, rest = quoted(clause.value) or (unescaped(clause.value), "")
        notes = (*self._references(rest), *self.annotations(clause))
        self.say(words.DEFINITION, self.out.literal(text), notes)

    def _synonym(self, clause: Clause) -> None:
        text, rest = quoted(clause.value) or (unescaped(clause.value), "")
        head, bracket, references = rest.partition("[")
        scope, kind = clause.tag.partition("_")[0].upper(), None
        for word in head.split():
            if word in words.SCOPES:
                scope = word
            else:
                kind = unescaped(word)
        if scope not in words.SCOPES:
            self._note(
                "missing-scope", clause.line, f"a synonym of {self._id} has no scope",
                "it is read as RELATED",
            )  # fmt: skip
            scope = "RELATED"
        notes = list(self._references(bracket + references))
        if kind is not None:
            notes.append((self.property(names.OBO_IN_OWL + "hasSynonymType"), self.term(kind), ()))
        self.say(
            f"{names.OBO_IN_OWL}has{scope.capitalize()}Synonym",
            self.out.literal(text), (*notes, *self.annotations(clause)),
        )  # fmt: skip

    def _xref(self, clause: Clause) -> None:
        for identifier, title in cross_references(clause.value.replace(",", "\\,")):
            notes = self.annotations(clause)
            if title is not None:
                notes = ((self.property(names.RDFS_LABEL), self.out.literal(title), ()), *notes)
            self.say(_XREF, self.out.literal(identifier), notes)

    def _subset(self, clause: Clause) -> None:
        value = self.term(unescaped(clause.value))
        self.say(names.OBO_IN_OWL + "inSubset", value, self.annotations(clause))

    def _is_a(self, clause: Clause) -> None:
        other = unescaped(clause.value)
        if self._kind == "Typedef":
            if self._id in self.ids.metadata:
                self.ids.metadata.add(other)
            self._axiom(SUBPROPERTY, self._relation(other), clause)
        else:
            self._axiom(SUBCLASS, self._named_class(other), clause)

    def _axiom(self, predicate: str, value: str, clause: Clause) -> None:
        self.out.annotated(self._subject, predicate, value, self.annotations(clause))

    def _equivalent(self, clause: Clause) -> None:
        other = unescaped(clause.value)
        if self._kind == "Typedef":
            self._axiom(owl("equivalentProperty"), self._relation(other), clause)
        else:
            self._axiom(owl("equivalentClass"), self._named_class(other), clause)

    def _disjoint(self, clause: Clause) -> None:
        other = unescaped(clause.value)
        if self._kind == "Typedef":
            self._axiom(owl("propertyDisjointWith"), self._relation(other), clause)
        else:
            self._axiom(owl("disjointWith"), self._named_class(other), clause)

    def _relationship(self, clause: Clause) -> None:
        parts = unescaped(clause.value).split()
        if len(parts) < 2:
            self._refuse(clause.line, "'relationship' needs a relation and a term")
        elif parts[0] in self.ids.metadata:
            self.say(self.ids.iri(parts[0]), self.term(parts[1]), self.annotations(clause))
        elif self._kind == "Instance":
            self._axiom(self._relation(parts[0]), self.term(parts[1]), clause)
        elif self._kind == "Typedef":
            self.say(self.ids.iri(parts[0]), self.term(parts[1]), self.annotations(clause))
        else:
            for node in self._restrictions(parts[0], parts[1], clause):
                self._axiom(SUBCLASS, node, clause)

    def _restrictions(self, relation: str, filler: str, clause: Clause) -> list[str]:
        prop, members = self._relation(relation), self._named_class(filler)
        given = dict(clause.qualifiers)
        found = []
        for key in sorted(_LOGICAL.keys() & given.keys()):
            node = self.out.restriction(prop, "onClass", members)
            count = self.out.literal(given[key], XSD + "nonNegativeInteger")
            self.out.add(node, owl(_LOGICAL[key]), count)
            found.append(node)
        if given.get("all_only") == "true":
            found.append(self.out.restriction(prop, "allValuesFrom", members))
        if not found or given.get("all_some") == "true":
            found.append(self.out.restriction(prop, "someValuesFrom", members))
        return found

    def _combined(self, kind: str, clauses: list[Clause]) -> None:
        """Map all ``intersection_of`` or ``union_of`` of a frame to one equivalent class."""
        if not clauses:
            return
        if len(clauses) == 1:
            tag = clauses[0].tag
            self._note("single-member", clauses[0].line, f"{self._id} has only one '{tag}'")
        members: list[str] = []
        for clause in clauses:
            parts = unescaped(clause.value).split()
            if self._kind == "Typedef":
                members.append(self._relation(parts[-1]))
            elif len(parts) > 1:
                members += self._restrictions(parts[0], parts[1], clause)
            elif parts:
                members.append(self._named_class(parts[0]))
        node = self.out.class_of(kind, members)
        notes = tuple(note for clause in clauses for note in self.annotations(clause))
        same = "equivalentProperty" if self._kind == "Typedef" else "equivalentClass"
        self.out.annotated(self._subject, owl(same), node, tuple(dict.fromkeys(notes)))

    def _end_of_relation(self, clause: Clause) -> None:
        predicate = DOMAIN if clause.tag == "domain" else RANGE
        self._axiom(predicate, self._named_class(unescaped(clause.value)), clause)

    def _inverse(self, clause: Clause) -> None:
        self._axiom(owl("inverseOf"), self._relation(unescaped(clause.value)), clause)

    def _chain(self, clause: Clause) -> None:
        parts = [self._relation(each) for each in unescaped(clause.value).split()]
        if clause.tag == "transitive_over":
            parts.insert(0, self._subject)
        notes = self.annotations(clause)
        if clause.tag == "equivalent_to_chain":
            true = self.out.literal("true", XSD + "boolean")
            notes = (*notes, (self.property(names.OBO_IN_OWL + "is_equivalent_to_chain"), true, ()))
        self.out.annotated(self._subject, owl("propertyChainAxiom"), self.out.list_of(parts), notes)

    def _instance_of(self, clause: Clause) -> None:
        self._axiom(TYPE, self._named_class(unescaped(clause.value)), clause)

    def _property_value(self, clause: Clause) -> None:
        self.property_value(self._subject, clause)

    def property_value(self, subject: str, clause: Clause) -> None:
        """Map ``property_value: property value datatype`` as something said about ``subject``."""
        name, _, rest = clause.value.partition(" ")
        name, rest = unescaped(name), rest.strip()
        if not rest:
            self._refuse(clause.line, "'property_value' needs a property and a value")
            return
        logical = name not in self.ids.metadata and self.ids.shorthands.get(name) is not None
        predicate = self._relation(name) if logical else self.property(self.ids.iri(name))
        self.out.annotated(subject, predicate, self._value(rest), self.annotations(clause))

    def _value(self, text: str) -> str:
        found = quoted(text)
        if found is not None:
            datatype = found[1].strip()
            return self.out.literal(
                found[0], self.ids.iri(datatype) if datatype else XSD + "string"
            )
        parts = text.split()
        if len(parts) == 2 and parts[1].startswith("xsd:"):
            return self.out.literal(unescaped(parts[0]), self.ids.iri(parts[1]))
        return self.term(unescaped(parts[0]) if len(parts) == 1 else unescaped(text))

    def _unknown(self, clause: Clause) -> None:
        self._note(
            "unknown-tag", clause.line, f"'{clause.tag}' is no tag of OBO",
            "it is kept as a text under oboInOwl",
        )  # fmt: skip
        value = self.out.literal(unescaped(clause.value))
        self.say(names.OBO_IN_OWL + quote(clause.tag), value, self.annotations(clause))


_CLAUSES: dict[str, Callable[[FrameMapper, Clause], None]] = {
    "def": FrameMapper._definition, "synonym": FrameMapper._synonym,
    "exact_synonym": FrameMapper._synonym, "narrow_synonym": FrameMapper._synonym,
    "broad_synonym": FrameMapper._synonym, "related_synonym": FrameMapper._synonym,
    "xref": FrameMapper._xref, "xref_analog": FrameMapper._xref, "xref_unk": FrameMapper._xref,
    "subset": FrameMapper._subset, "is_a": FrameMapper._is_a,
    "equivalent_to": FrameMapper._equivalent, "disjoint_from": FrameMapper._disjoint,
    "relationship": FrameMapper._relationship, "domain": FrameMapper._end_of_relation,
    "range": FrameMapper._end_of_relation, "inverse_of": FrameMapper._inverse,
    "transitive_over": FrameMapper._chain, "holds_over_chain": FrameMapper._chain,
    "equivalent_to_chain": FrameMapper._chain, "instance_of": FrameMapper._instance_of,
    "property_value": FrameMapper._property_value,
}  # fmt: skip
