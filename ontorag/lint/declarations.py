"""What is used and never declared, declared twice over, or written in two ways."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from urllib.parse import unquote

from ontorag import names
from ontorag.language import fold
from ontorag.lint.linter import Linted
from ontorag.values import IRI, Finding

_NEAR = 0.85


def undeclared_properties(graph: Linted) -> Iterator[Finding]:
    """Find properties that are used and not declared where others are declared."""
    if not graph.declared_properties:
        return
    for iri, use in graph.schema.properties.items():
        if not use.triples or iri in graph.declared_properties or not graph.is_own(iri.value):
            continue
        twin = _twin(iri, graph.declared_properties)
        meant = f"; did you mean {graph.shown(twin)}?" if twin else ""
        yield Finding(
            "undeclared-property",
            "warning",
            f"{graph.shown(iri)} is used ({use.triples} times) and not declared{meant}",
            iri=iri.value,
            count=use.triples,
            effect="its domain, range and labels are unknown, and questions by the words of its "
            "declared twin do not find it" if twin else "its domain and range are unknown",
            advice=f"use {graph.shown(twin)}, or declare it" if twin else "declare it",
        )  # fmt: skip


def undeclared_classes(graph: Linted) -> Iterator[Finding]:
    """Find classes that are used and not declared where others are declared."""
    if not graph.declared_classes:
        return
    for iri, use in graph.schema.classes.items():
        if iri in graph.declared_classes or not graph.is_own(iri.value):
            continue
        twin = _twin(iri, graph.declared_classes)
        meant = f"; did you mean {graph.shown(twin)}?" if twin else ""
        yield Finding(
            "undeclared-class",
            "warning",
            f"{graph.shown(iri)} is used as a class and not declared{meant}",
            iri=iri.value,
            count=max(use.members, 1),
            effect="it is taken as a class by its use; other tools may not see it",
            advice="declare it as an owl:Class",
        )


def puns(graph: Linted) -> Iterator[Finding]:
    """Find IRIs that are both a class and a property."""
    for iri in sorted(set(graph.schema.classes) & set(graph.schema.properties), key=str):
        if not names.is_system(iri.value):
            yield Finding(
                "pun",
                "information",
                f"{graph.shown(iri)} is a class and a property",
                iri=iri.value,
                effect="both views exist; a word for one may be read as the other",
                advice="give one of them an IRI of its own",
            )


def no_header(graph: Linted) -> Iterator[Finding]:
    """Say that an ontology with declarations has no owl:Ontology header."""
    uses_owl = any(cls.startswith(names.OWL) for _, cls in graph.declarations)
    if uses_owl and all(cls != names.OWL_ONTOLOGY for _, cls in graph.declarations):
        yield Finding(
            "no-ontology-header",
            "information",
            "there is no owl:Ontology header",
            effect="the ontology has no title, licence or version to show",
            advice='add one: <http://…> a owl:Ontology ; dcterms:title "…"@en .',
        )


def twins(graph: Linted) -> Iterator[Finding]:
    """Find IRIs that differ only in Unicode form or percent-encoding."""
    seen: dict[str, str] = {}
    for node in graph.store.nodes():
        iri = node[1:-1]
        if (iri.isascii() and "%" not in iri) or iri.startswith(names.DATA):
            continue
        plain = unicodedata.normalize("NFC", unquote(iri))
        other = seen.setdefault(plain, iri)
        if other != iri:
            yield Finding(
                "twin-iris",
                "warning",
                f"<{other}> and <{iri}> differ only in how they are encoded",
                iri=iri,
                effect="they are two things; facts about one are not found at the other",
                advice="write both the same way where they come from",
            )


def _twin(iri: IRI, declared: Iterable[IRI]) -> IRI | None:
    """Give the declared IRI that was probably meant: the same when folded, or nearly."""
    by_name = {fold(names.local_name(each.value)): each for each in sorted(declared, key=str)}
    wanted = fold(names.local_name(iri.value))
    near = get_close_matches(wanted, list(by_name), n=1, cutoff=_NEAR)
    return by_name[near[0]] if near else None
