"""The small world of the cases, as facts and as quads."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from ontorag.names import OWL_CLASS, RDF_TYPE, RDFS_LABEL, SKOS, local_name
from ontorag.stores.base import TextQuad
from ontorag.values import (
    IRI,
    RDF,
    XSD,
    BlankNode,
    Fact,
    Labelled,
    Literal,
    Qualifier,
    Subgraph,
    Term,
    Triple,
    make_fact,
    write_term,
)

CASES = Path(__file__).parent.parent / "data" / "cases"


def read_case(name: str) -> Any:
    return json.loads((CASES / name).read_text(encoding="utf-8"))


def iri(name: str) -> IRI:
    return IRI("urn:world:" + name.replace(" ", "_"))


@dataclass(frozen=True)
class SmallWorld:
    """World.json: ``facts`` numbered as there, ``labels`` as (text, term), quads to load."""

    facts: tuple[Fact, ...]
    labels: tuple[tuple[str, Term], ...]
    shown: dict[Term, Labelled]
    quads: tuple[TextQuad, ...]

    def term(self, name: str) -> IRI:
        return iri(name)

    def names(self, terms: Collection[Term]) -> dict[Term, Labelled]:
        """Label terms as the look-up would."""
        return {term: self.shown.get(term, Labelled(term, local_name(str(term)))) for term in terms}

    def known_labels(self, text: str) -> list[tuple[str, Term]]:
        """Give every label of the world, whether or not ``text`` has it."""
        return list(self.labels)

    def subgraph(self, *ids: str) -> Subgraph:
        """Give these facts (or all) with the entities they name."""
        facts = tuple(fact for fact in self.facts if not ids or fact.id in ids)
        terms = {term for fact in facts for term in (fact.subject, fact.predicate, fact.object)}
        terms |= {each.predicate for fact in facts for each in fact.qualifiers}
        entities = [self.shown[term] for term in terms if term in self.shown]
        return Subgraph(facts=facts, total=len(facts), entities=tuple(sorted(entities, key=str)))


def _term(value: Any) -> Term:
    if isinstance(value, dict):
        return Literal(value["value"], value["datatype"].replace("xsd:", XSD))
    return iri(value)


@lru_cache(maxsize=1)
def small_world() -> SmallWorld:
    raw = read_case("world.json")
    classes = {name: iri(name) for name in raw["classes"]}
    shown: dict[Term, Labelled] = {
        term: Labelled(term, raw["classes"][name]["de"]) for name, term in classes.items()
    }
    labels: list[tuple[str, Term]] = [
        (text, term) for name, term in classes.items() for text in raw["classes"][name].values()
    ]
    texts: list[tuple[Term, str, Term]] = [
        (term, RDFS_LABEL, Literal(text, RDF + "langString", language))
        for name, term in classes.items()
        for language, text in raw["classes"][name].items()
    ]
    texts += [(term, RDF_TYPE, IRI(OWL_CLASS)) for term in classes.values()]
    for kind, names in raw["entities"].items():
        for name in names:
            shown[iri(name)] = Labelled(iri(name), name, (raw["classes"][kind]["de"],))
            labels += [(text, iri(name)) for text in (name, *raw["synonyms"].get(name, ()))]
            texts.append((iri(name), RDFS_LABEL, Literal(name)))
            texts.append((iri(name), RDF_TYPE, classes[kind]))
            texts += [
                (iri(name), SKOS + "altLabel", Literal(text))
                for text in raw["synonyms"].get(name, ())
            ]
    for name, about in raw["properties"].items():
        shown[iri(name)] = Labelled(iri(name), about["labels"]["de"][0])
        for language, own in about["labels"].items():
            labels += [(text, iri(name)) for text in own]
            texts += [
                (iri(name), RDFS_LABEL, Literal(text, RDF + "langString", language)) for text in own
            ]
    facts, quads = _facts(raw)
    quads += [(write_term(s), f"<{p}>", write_term(o), "") for s, p, o in texts]
    return SmallWorld(facts, tuple(labels), shown, tuple(quads))


def _facts(raw: Any) -> tuple[tuple[Fact, ...], list[TextQuad]]:
    facts: list[Fact] = []
    quads: list[TextQuad] = []
    for each in raw["facts"]:
        subject, predicate, obj = (
            iri(each["subject"]),
            iri(each["predicate"]),
            _term(each["object"]),
        )
        qualifiers = tuple(
            Qualifier(iri(key), Literal(value)) for key, value in each.get("qualifiers", {}).items()
        )
        facts.append(
            replace(make_fact(subject, predicate, obj, qualifiers=qualifiers), id=each["id"])
        )
        quads.append((write_term(subject), write_term(predicate), write_term(obj), ""))
        reifier = write_term(BlankNode(f"r{each['id']}"))
        if qualifiers:
            triple = write_term(Triple(subject, predicate, obj))
            quads.append((reifier, f"<{RDF}reifies>", triple, ""))
        quads += [
            (reifier, write_term(one.predicate), write_term(one.value), "") for one in qualifiers
        ]
    return tuple(facts), quads


@pytest.fixture
def world() -> SmallWorld:
    return small_world()
