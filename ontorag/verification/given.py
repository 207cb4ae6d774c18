"""Facts as a person gives them (values, dicts or plain triples), made ready to judge by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ontorag.errors import InputError, TermError
from ontorag.language import fold
from ontorag.lexicon import Relation, Relations, relations_of
from ontorag.names import local_name, spelling_of, spoken
from ontorag.sources.cells import Cells
from ontorag.sources.noting import Notes
from ontorag.sources.triples import quad_of
from ontorag.values import (
    IRI,
    XSD,
    DerivedFact,
    Fact,
    Labelled,
    Literal,
    Qualifier,
    Subgraph,
    Term,
    make_fact,
    read_term,
)

LANGUAGES = ("de", "en")


@dataclass(frozen=True, slots=True)
class Given:
    """Facts with the names and relations that go with them."""

    subgraph: Subgraph
    relations: Relations
    labels: tuple[tuple[str, Term], ...] = ()


def read_given(facts: Any) -> Given:
    """Read facts in any of the shapes that `verify` takes.

    Raises `InputError` with the fact that cannot be read.
    """
    if isinstance(facts, Given):
        return facts
    if isinstance(facts, Subgraph):
        return Given(facts, relations_of(()))
    reader = _Reader()
    if isinstance(facts, Mapping):
        reader.world(facts)
    elif isinstance(facts, str) or not isinstance(facts, Iterable):
        raise InputError(
            f"facts are a list of facts, dicts or triples, not {type(facts).__name__}; "
            "read a file first (ontorag guard check --facts FILE)"
        )
    else:
        for each in facts:
            reader.one(each)
    return reader.given()


@dataclass(slots=True)
class _Reader:
    """Collects facts, entities and relations, and numbers what has no id."""

    cells: Cells = field(default_factory=lambda: Cells(Notes("given", [])))
    facts: list[Fact] = field(default_factory=list)
    derived: list[DerivedFact] = field(default_factory=list)
    labels: dict[Term, str] = field(default_factory=dict)
    kinds: dict[Term, list[str]] = field(default_factory=dict)
    synonyms: list[tuple[str, Term]] = field(default_factory=list)
    classes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    relations: list[Relation] = field(default_factory=list)

    def given(self) -> Given:
        """Give everything that was read."""
        taken = {fact.id for fact in self.facts if fact.id}
        free = (f"F{n}" for n in range(1, len(self.facts) + len(taken) + 1) if f"F{n}" not in taken)
        facts = tuple(f if f.id else replace(f, id=next(free)) for f in self.facts)
        terms = {t for f in facts for t in (f.subject, f.object) if not isinstance(t, Literal)}
        named = dict.fromkeys((*self.labels, *sorted(terms, key=str)))
        entities = tuple(
            Labelled(term, self.labels.get(term) or _name(term), tuple(self.kinds.get(term, ())))
            for term in named
        )
        return Given(
            Subgraph(facts=facts, derived=tuple(self.derived), total=len(facts), entities=entities),
            relations_of(self.relations),
            tuple(self.synonyms),
        )

    def world(self, raw: Mapping[str, Any]) -> None:
        """Read a whole small world: classes, entities, synonyms, properties and facts."""
        if "facts" not in raw and ("subject" in raw or "kind" in raw):
            self.one(raw)
            return
        if "facts" not in raw:
            raise InputError(f"a dict of facts has the key 'facts'; this has {sorted(raw)[:5]}")
        for name, texts in raw.get("classes", {}).items():
            self.classes[name] = _texts(texts) or (name,)
            self.synonyms += [(text, self._node(name)) for text in self.classes[name]]
        for kind, members in raw.get("entities", {}).items():
            for label in members:
                term = self._node(label)
                self.labels[term] = label
                self.kinds.setdefault(term, []).extend(self.classes.get(kind, (kind,)))
        for label, texts in raw.get("synonyms", {}).items():
            self.synonyms += [(text, self._node(label)) for text in texts]
        for name, about in raw.get("properties", {}).items():
            self.relations.append(self._relation(name, about))
        for each in (*raw["facts"], *raw.get("derived", ())):
            self.one(each)

    def _relation(self, name: str, about: Mapping[str, Any]) -> Relation:
        return Relation(
            self._iri(name),
            (*_texts(about.get("labels", {})), *about.get("verbs", ())),
            domains=self._kinds_of(about.get("domain")),
            ranges=self._kinds_of(about.get("range")),
            functional=bool(about.get("functional")),
            inverse_functional=bool(about.get("inverse_functional")),
            symmetric=bool(about.get("symmetric")),
            complete=bool(about.get("complete")),
        )

    def _kinds_of(self, named: Any) -> frozenset[str]:
        """Give the folded labels of the class or classes at an end of a property."""
        names = () if named is None else (named,) if isinstance(named, str) else named
        return frozenset(fold(text) for n in names for text in self.classes.get(n, (str(n),)))

    def one(self, each: Any) -> None:
        """Read one fact: a value, a dict, or a triple."""
        if isinstance(each, Fact):
            self.facts.append(each)
        elif isinstance(each, DerivedFact):
            self.derived.append(each)
        elif isinstance(each, Labelled):
            self.labels[each.term] = each.label
            self.kinds.setdefault(each.term, []).extend(each.classes)
        elif isinstance(each, Mapping):
            self._dict(each)
        elif isinstance(each, (tuple, list)) and len(each) == 3:
            self._triple(each)
        else:
            raise InputError(f"{each!r:.200} is no fact; give a Fact, a dict or a triple")

    def _dict(self, raw: Mapping[str, Any]) -> None:
        if "subject" not in raw and "kind" in raw and "value" in raw:
            self.derived.append(_derived(raw, len(self.derived) + 1))
            return
        missing = [key for key in ("subject", "predicate", "object") if key not in raw]
        if missing:
            raise InputError(f"{dict(raw)!r:.200} is no fact: it has no {missing[0]!r}")
        qualifiers = raw.get("qualifiers") or {}
        pairs = (
            qualifiers.items()
            if isinstance(qualifiers, Mapping)
            else [(each["predicate"], each["value"]) for each in qualifiers]
        )
        fact = make_fact(
            self._node(raw["subject"]), self._iri(raw["predicate"]), self._object(raw["object"]),
            qualifiers=tuple(Qualifier(self._iri(k), self._value(v)) for k, v in pairs),
        )  # fmt: skip
        self.facts.append(replace(fact, id=str(raw.get("id", ""))))

    def _triple(self, parts: Any) -> None:
        try:
            subject, predicate, obj, _ = quad_of(parts, self.cells)
        except TermError as exc:
            raise InputError(f"{parts!r:.200} is no fact: {exc}") from exc
        if not (subject and predicate and obj):
            raise InputError(f"{parts!r:.200} is no fact: a part of it is empty")
        iri = read_term(predicate)
        assert isinstance(iri, IRI)
        self.facts.append(make_fact(read_term(subject), iri, read_term(obj)))

    def _node(self, value: Any) -> Term:
        term = self._term(value, node=True)
        if isinstance(term, Literal):
            raise InputError(f"{value!r:.200} cannot be a subject: it is a literal")
        return term

    def _iri(self, value: Any) -> IRI:
        term = self._term(value, node=True)
        if not isinstance(term, IRI):
            raise InputError(f"{value!r:.200} is no property; give its name or IRI")
        return term

    def _object(self, value: Any) -> Term:
        return self._term(value, node=False)

    def _value(self, value: Any) -> Term:
        """Read a qualifier's value: a text that names no known entity is a literal."""
        if isinstance(value, str):
            term = self._node(value)
            return term if term in self.labels else Literal(value)
        return self._term(value, node=False)

    def _term(self, value: Any, *, node: bool) -> Term:
        if isinstance(value, Mapping):
            return self._from_json(value)
        try:
            quad = quad_of(("x", "x", value), self.cells)
            text = self.cells.node(value) if node and isinstance(value, str) else quad[2]
        except TermError as exc:
            raise InputError(f"{value!r:.200} is no term: {exc}") from exc
        if not text:
            raise InputError("a part of a fact is empty")
        return read_term(text)

    def _from_json(self, raw: Mapping[str, Any]) -> Term:
        if "iri" in raw:
            term = IRI(str(raw["iri"]))
            if raw.get("label"):
                self.labels.setdefault(term, str(raw["label"]))
            return term
        if "value" not in raw:
            raise InputError(f"{dict(raw)!r:.200} is no term: give 'iri' or 'value'")
        datatype = str(raw.get("datatype") or XSD + "string")
        if datatype.startswith("xsd:"):
            datatype = XSD + datatype[4:]
        return Literal(str(raw["value"]), datatype, raw.get("language") or None)


def _texts(labels: Any) -> tuple[str, ...]:
    """Give the texts of labels: {"de": "x", "en": ["y", "z"]}, a list, or one text."""
    if isinstance(labels, str):
        return (labels,)
    values = labels.values() if isinstance(labels, Mapping) else labels
    return tuple(text for each in values for text in ((each,) if isinstance(each, str) else each))


def _derived(raw: Mapping[str, Any], number: int) -> DerivedFact:
    return DerivedFact(
        id=str(raw.get("id") or f"D{number}"),
        kind=raw["kind"],
        about=str(raw.get("about") or raw.get("of") or ""),
        value=raw["value"],
        text=str(raw.get("text", "")),
        complete=bool(raw.get("complete")),
        premises=tuple(raw.get("premises", ())),
    )


def _name(term: Term) -> str:
    if not isinstance(term, IRI):
        return str(term)
    return spelling_of(term.value) or spoken(local_name(term.value), keep_case=True)
