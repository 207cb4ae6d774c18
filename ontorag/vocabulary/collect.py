"""Collect a store's vocabulary: every label, synonym, spoken name and listed value, as rows.

The rows are staged in temporary tables of the look-up connection, so that a million labels
need little memory and nothing is written while the store is being read.

Sources: RDF Schema 1.1, OWL 2, SKOS and SKOS-XL reference, OBO Format 1.4 (synonyms,
obsolete terms).
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator

from ontorag import names
from ontorag.stores.base import Pattern, PropertyUse, ReadableStore, TextQuad
from ontorag.values import IRI, Literal, read_term, write_term
from ontorag.vocabulary.entries import KIND_BITS, LABEL, PREFERRED, SPOKEN, SYNONYM, VALUE

MAXIMAL_VALUES = 200
"""Properties with more distinct literals than this are not listed by value."""
MAXIMAL_VALUE_LENGTH = 60
MAXIMAL_DEFINITION_LENGTH = 1000

CLASS, PROPERTY, INDIVIDUAL, CONCEPT = KIND_BITS.values()
_HIDDEN, _OBSOLETE = 16, 32

STAGING = """
DROP TABLE IF EXISTS temp.staged_term;
DROP TABLE IF EXISTS temp.staged_label;
DROP TABLE IF EXISTS temp.staged_text;
DROP TABLE IF EXISTS temp.staged_successor;
DROP TABLE IF EXISTS temp.staged_xl;
DROP TABLE IF EXISTS temp.staged_form;
DROP TABLE IF EXISTS temp.staged_described;
DROP TABLE IF EXISTS temp.staged_concept;
DROP TABLE IF EXISTS temp.staged_spoken;
CREATE TEMP TABLE staged_term (term TEXT, bits INTEGER);
CREATE TEMP TABLE staged_label (
    term TEXT, property TEXT, label TEXT, language TEXT, rank INTEGER, preference INTEGER);
CREATE TEMP TABLE staged_text (term TEXT, language TEXT, text TEXT, preference INTEGER);
CREATE TEMP TABLE staged_successor (
    term TEXT, successor TEXT, PRIMARY KEY (term, successor)) WITHOUT ROWID;
CREATE TEMP TABLE staged_xl (term TEXT, node TEXT, rank INTEGER, preference INTEGER);
CREATE TEMP TABLE staged_form (node TEXT, label TEXT, language TEXT);
CREATE TEMP TABLE staged_described (term TEXT, entity TEXT);
CREATE TEMP TABLE staged_concept (
    term TEXT PRIMARY KEY, kinds INTEGER, obsolete INTEGER, replaced_by TEXT) WITHOUT ROWID;
"""

_TERM = "INSERT INTO staged_term VALUES (?, ?)"
_LABEL = "INSERT INTO staged_label VALUES (?, ?, ?, ?, ?, ?)"
_JOIN_XL = """
INSERT INTO staged_label SELECT x.term, '', f.label, f.language, x.rank, x.preference
FROM staged_xl x JOIN staged_form f ON f.node = x.node
"""
_LABELLED_BLANKS = """
INSERT INTO staged_term SELECT DISTINCT term, 0 FROM staged_label WHERE substr(term, 1, 2) = '_:'
"""
_JOIN_DESCRIBED = """
INSERT INTO staged_label
SELECT DISTINCT d.term, '', l.label, l.language, l.rank, l.preference
FROM staged_described d JOIN staged_label l ON l.term = d.entity
"""
INDEX_LABELS = "CREATE INDEX temp.staged_label_term ON staged_label (term)"
_UNINDEX_LABELS = "DROP INDEX temp.staged_label_term"
_MERGE = f"""
INSERT INTO staged_concept
SELECT t.term, CASE WHEN t.kinds = 0 THEN {INDIVIDUAL} ELSE t.kinds END, t.obsolete,
       (SELECT min(s.successor) FROM staged_successor s WHERE s.term = t.term)
FROM (SELECT term, max(bits & 1) | max(bits & 2) | max(bits & 4) | max(bits & 8) AS kinds,
             max(bits & {_HIDDEN}) AS hidden, max(bits & {_OBSOLETE}) > 0 AS obsolete
      FROM staged_term GROUP BY term) t
WHERE (NOT t.hidden OR t.kinds & {CLASS | PROPERTY | CONCEPT})
  AND (substr(t.term, 1, 2) <> '_:'
       OR EXISTS (SELECT 1 FROM staged_label l WHERE l.term = t.term))
"""  # noqa: S608 - only constants of this file
_DROP_UNKNOWN = """
DELETE FROM staged_label WHERE NOT EXISTS (
    SELECT 1 FROM staged_concept c WHERE c.term = staged_label.term)
"""
_DROP_UNKNOWN_TEXTS = """
DELETE FROM staged_text WHERE NOT EXISTS (
    SELECT 1 FROM staged_concept c WHERE c.term = staged_text.term)
"""
_TO_BE_SPOKEN = f"""
CREATE TEMP TABLE staged_spoken AS
SELECT c.term, c.kinds, EXISTS (
    SELECT 1 FROM staged_label l WHERE l.term = c.term AND l.rank <= {LABEL}) AS labelled
FROM staged_concept c WHERE substr(c.term, 1, 1) = '<'
AND (c.kinds & {PROPERTY} OR NOT EXISTS (
    SELECT 1 FROM staged_label l WHERE l.term = c.term AND l.rank <= {LABEL}
    AND (NOT c.kinds & {CLASS} OR l.language = '' OR substr(l.language, 1, 2) IN ('de', 'en'))))
"""  # noqa: S608 - only constants of this file

_CLASS_TYPES = {names.OWL_CLASS, names.RDFS_CLASS, names.OWL + "DeprecatedClass"}
_HIDDEN_TYPES = {
    names.OWL_ONTOLOGY, names.RDF_STATEMENT, names.RDFS_DATATYPE, names.RDF + "List",
    names.SKOSXL + "Label", names.WIKIBASE + "Property", names.WIKIBASE + "Statement",
    *(names.OWL + name for name in (
        "Restriction", "Axiom", "Annotation", "AllDifferent", "AllDisjointClasses",
        "AllDisjointProperties", "NegativePropertyAssertion", "DataRange")),
}  # fmt: skip
_STRUCTURE: dict[str, tuple[int, int]] = {
    names.RDFS_SUBCLASS: (CLASS, CLASS),
    names.RDFS_SUBPROPERTY: (PROPERTY, PROPERTY),
    names.RDFS_DOMAIN: (PROPERTY, CLASS),
    names.RDFS_RANGE: (PROPERTY, CLASS),
    names.OWL_INVERSE_OF: (PROPERTY, PROPERTY),
    names.OWL_EQUIVALENT_CLASS: (CLASS, CLASS),
}
_WIKIBASE = re.compile(r"(.*)/prop/(?:direct/|statement/|qualifier/)?(P\d+)")
_OBO_ID = re.compile(r"([A-Za-z]+):(\w+)")
_TEXT_TYPES = {names.XSD + name for name in ("string", "normalizedString", "token")}
_BOOKKEEPING = names.OBO_IN_OWL
"""What these properties say of a term (its id, namespace, shorthand) is no value to ask for."""
_SYSTEM = tuple(f"<{namespace}" for namespace in names.SYSTEM_NAMESPACES)
_ANNOTATIONS = frozenset(
    (*names.LABEL_PREDICATES, *names.SYNONYM_PREDICATES, *names.DEFINITION_PREDICATES)
)


def stage_vocabulary(store: ReadableStore, connection: sqlite3.Connection) -> None:
    """Read the vocabulary of ``store`` into the staging tables of ``connection``.

    It runs in the transaction that is open; only temporary tables are written.
    """
    for statement in STAGING.strip().removesuffix(";").split(";"):
        connection.execute(statement)
    uses = store.property_uses()
    connection.executemany(_TERM, _terms(store, uses))
    _stage_labels(store, connection)
    connection.executemany("INSERT INTO staged_described VALUES (?, ?)", _described(store, uses))
    connection.execute(_JOIN_DESCRIBED)
    connection.execute(_LABELLED_BLANKS)
    connection.execute(INDEX_LABELS)
    connection.execute(_MERGE)
    connection.execute(_DROP_UNKNOWN)
    connection.execute(_DROP_UNKNOWN_TEXTS)
    connection.execute(_TO_BE_SPOKEN)
    connection.execute(_UNINDEX_LABELS)
    spoken = connection.execute("SELECT term, kinds, labelled FROM staged_spoken")
    connection.executemany(_LABEL, _spoken(spoken))
    connection.executemany(_LABEL, _values(store, uses))


def _terms(store: ReadableStore, uses: Iterable[PropertyUse]) -> Iterator[tuple[str, int]]:
    """Yield every term that may be a concept, with bits for what it is said to be."""
    yield from _typed(store)
    yield from _structured(store)
    for use in uses:
        if not names.is_system(use.predicate.value):
            yield write_term(use.predicate), PROPERTY
    for reifier, _, _, _ in _with(store, names.RDF_REIFIES):
        yield reifier, _HIDDEN
    for subject, _, obj, _ in _with(store, names.OWL_DEPRECATED):
        if obj.startswith(('"true"', '"1"')):
            yield subject, _OBSOLETE
    for node in store.nodes():
        if not node.startswith(_SYSTEM):
            yield node, 0


def _with(store: ReadableStore, predicate: str) -> Iterator[TextQuad]:
    return store.statements(Pattern(predicates=(IRI(predicate),)), also_read=True)


def _structured(store: ReadableStore) -> Iterator[tuple[str, int]]:
    """Read classes and properties off the statements that only they can have."""
    for predicate, (of_subject, of_object) in _STRUCTURE.items():
        for subject, _, obj, _ in _with(store, predicate):
            if not subject.startswith(_SYSTEM):
                yield subject, of_subject
            if obj.startswith("<") and not obj.startswith(_SYSTEM):
                yield obj, of_object


def _typed(store: ReadableStore) -> Iterator[tuple[str, int]]:
    known: dict[str, tuple[int, bool]] = {}
    for subject, _, obj, _ in _with(store, names.RDF_TYPE):
        if obj not in known:
            known[obj] = _kind_by_type(obj)
        bits, is_class = known[obj]
        if is_class:
            yield obj, CLASS
            known[obj] = bits, False
        if not subject.startswith(_SYSTEM):
            yield subject, bits


def _kind_by_type(term: str) -> tuple[int, bool]:
    """Give the bits for a subject of type ``term``, and whether ``term`` is itself a class."""
    iri = term[1:-1]
    if iri in _CLASS_TYPES:
        return CLASS | (_OBSOLETE if iri.endswith("DeprecatedClass") else 0), False
    if (iri.startswith(names.OWL) and iri.endswith("Property")) or iri == names.RDF_PROPERTY:
        return PROPERTY | (_OBSOLETE if iri.endswith("DeprecatedProperty") else 0), False
    if iri in _HIDDEN_TYPES or iri.startswith(names.SWRL):
        return _HIDDEN, False
    if iri == names.SKOS_CONCEPT:
        return CONCEPT, False
    return INDIVIDUAL, term.startswith("<") and not term.startswith(_SYSTEM)


def _stage_labels(store: ReadableStore, connection: sqlite3.Connection) -> None:
    for order, predicate in enumerate(names.LABEL_PREDICATES):
        rank = PREFERRED if predicate == names.SKOS_PREF_LABEL else LABEL
        connection.executemany(_LABEL, _stated(store, predicate, rank, order))
    for predicate in (*names.SYNONYM_PREDICATES, names.SCHEMA_VERB):
        connection.executemany(_LABEL, _stated(store, predicate, SYNONYM, 50))
    for predicate, rank in names.XL_LABEL_PREDICATES.items():
        rows = _with(store, predicate)
        connection.executemany(
            "INSERT INTO staged_xl VALUES (?, ?, ?, ?)",
            ((term, node, rank, 0 if rank == PREFERRED else 50) for term, _, node, _ in rows),
        )
    forms = _with(store, names.XL_LITERAL_FORM)
    for node, _, obj, _ in forms:
        connection.execute("INSERT INTO staged_form VALUES (?, ?, ?)", (node, *_text(obj)))
        connection.execute(_TERM, (node, _HIDDEN))
    connection.execute(_JOIN_XL)
    for order, predicate in enumerate(names.DEFINITION_PREDICATES):
        rows = _with(store, predicate)
        connection.executemany(
            "INSERT INTO staged_text VALUES (?, ?, ?, ?)", _definitions(rows, order)
        )
    for predicate in names.REPLACED_BY_PREDICATES:
        rows = _with(store, predicate)
        connection.executemany(
            "INSERT OR IGNORE INTO staged_successor VALUES (?, ?)", _successors(rows)
        )


def _described(store: ReadableStore, uses: Iterable[PropertyUse]) -> Iterator[tuple[str, str]]:
    """Give properties with the Wikibase entity that describes them: wdt:P26 is called as wd:P26."""
    for predicate in names.WIKIBASE_PROPERTIES:
        for entity, _, term, _ in _with(store, predicate):
            yield term, entity
    for use in uses:
        found = _WIKIBASE.fullmatch(use.predicate.value)
        if found is not None:
            yield write_term(use.predicate), f"<{found[1]}/entity/{found[2]}>"


def _stated(
    store: ReadableStore, predicate: str, rank: int, order: int
) -> Iterator[tuple[str, str, str, str, int, int]]:
    for subject, _, obj, _ in _with(store, predicate):
        if obj.startswith('"'):
            label, language = _text(obj)
            if label.strip():
                yield subject, "", label, language, rank, order


def _definitions(
    rows: Iterable[tuple[str, str, str, str]], order: int
) -> Iterator[tuple[str, str, str, int]]:
    for subject, _, obj, _ in rows:
        if obj.startswith('"'):
            text, language = _text(obj)
            yield subject, language, text[:MAXIMAL_DEFINITION_LENGTH], order


def _successors(rows: Iterable[tuple[str, str, str, str]]) -> Iterator[tuple[str, str]]:
    for subject, _, obj, _ in rows:
        if obj.startswith("<"):
            yield subject, obj
        elif obj.endswith(f"^^<{names.XSD}anyURI>"):
            yield subject, f"<{_text(obj)[0]}>"
        elif found := _OBO_ID.fullmatch(_text(obj)[0].strip()):
            yield subject, f"<{names.OBO}{found[1]}_{found[2]}>"


def _text(literal: str) -> tuple[str, str]:
    """Give the text and the language ("" without) of a literal's N-Triples text, quickly."""
    if "\\" not in literal:
        if literal.endswith('"'):
            return literal[1:-1], ""
        body, quote, tag = literal.rpartition('"@')
        if quote and "--" not in tag:
            return body[1:], tag
    term = read_term(literal)
    if isinstance(term, Literal):
        return term.lexical, term.language or ""
    return "", ""


def _spoken(
    rows: Iterable[tuple[str, int, int]],
) -> Iterator[tuple[str, str, str, str, int, int]]:
    """Name what has no label by its spelling or its spoken local name; properties always.

    So are classes whose labels are in neither language, where the local name is made of words.
    """
    for term, kinds, labelled in rows:
        iri = term[1:-1]
        if labelled and not kinds & PROPERTY and not names.is_worded(iri):
            continue
        spelling = names.spelling_of(iri)
        if spelling is not None:
            yield term, "", spelling, "", LABEL, 60
        only_property = bool(kinds & PROPERTY) and not kinds & (CLASS | INDIVIDUAL | CONCEPT)
        if spelling is None or kinds & PROPERTY:
            local = names.local_name(iri) if spelling is None else spelling
            label = names.spoken(local, keep_case=not only_property)
            if label.strip() and label != spelling:
                yield term, "", label, "", SPOKEN, 70


def _values(
    store: ReadableStore, uses: Iterable[PropertyUse]
) -> Iterator[tuple[str, str, str, str, int, int]]:
    """List the short texts that are values of a property which has few of them."""
    for use in uses:
        iri = use.predicate.value
        few = 0 < use.literals <= MAXIMAL_VALUES
        if not few or names.is_system(iri) or iri in _ANNOTATIONS or iri.startswith(_BOOKKEEPING):
            continue
        predicate = write_term(use.predicate)
        for literal, _ in store.literal_values(use.predicate, limit=MAXIMAL_VALUES):
            text = literal.language is not None or literal.datatype in _TEXT_TYPES
            if text and 0 < len(literal.lexical.strip()) <= MAXIMAL_VALUE_LENGTH:
                language = literal.language or ""
                yield write_term(literal), predicate, literal.lexical, language, VALUE, 80
