"""The small world of tests/data/cases/world.json as Turtle, with its qualifiers as annotations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

CASES = Path(__file__).parent / "data" / "cases"
EX = "http://example.org/world#"
XSD = "http://www.w3.org/2001/XMLSchema#"


def read_cases(name: str) -> dict[str, Any]:
    """Read one file of cases."""
    data: dict[str, Any] = json.loads((CASES / name).read_text(encoding="utf-8"))
    return data


def world_turtle(
    more: list[dict[str, Any]] | None = None, world: dict[str, Any] | None = None
) -> str:
    """Write a world (that of world.json), and the facts of ``more`` in its shape, as Turtle 1.2."""
    world = read_cases("world.json") if world is None else world
    lines = [
        "@prefix owl: <http://www.w3.org/2002/07/owl#> .",
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .",
        "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .",
        f"@prefix xsd: <{XSD}> .",
    ]
    for name, labels in world["classes"].items():
        lines.append(f"{iri(name)} a owl:Class .")
        lines += [f'{iri(name)} rdfs:label "{text}"@{tag} .' for tag, text in labels.items()]
    for name, use in world["properties"].items():
        lines += _property(name, use)
    for cls, members in world["entities"].items():
        for label in members:
            lines.append(f'{iri(label)} a {iri(cls)} ; rdfs:label "{label}" .')
    for label, synonyms in world["synonyms"].items():
        lines += [f'{iri(label)} skos:altLabel "{text}" .' for text in synonyms]
    entities = {label for members in world["entities"].values() for label in members}
    lines += [_fact(fact, entities) for fact in [*world["facts"], *(more or [])]]
    return "\n".join(lines) + "\n"


def iri(name: str) -> str:
    return f"<{EX}{quote(name.replace(' ', '_'), safe='äöüÄÖÜß')}>"


def _property(name: str, use: dict[str, Any]) -> list[str]:
    lines = [f"{iri(name)} a <http://www.w3.org/1999/02/22-rdf-syntax-ns#Property> ."]
    for tag, texts in use["labels"].items():
        lines += [f'{iri(name)} rdfs:label "{text}"@{tag} .' for text in texts]
    for key, predicate in (("domain", "rdfs:domain"), ("range", "rdfs:range")):
        if key in use:
            lines.append(f"{iri(name)} {predicate} {iri(use[key])} .")
    if use.get("functional"):
        lines.append(f"{iri(name)} a owl:FunctionalProperty .")
    if use.get("inverse_functional"):
        lines.append(f"{iri(name)} a owl:InverseFunctionalProperty .")
    return lines


def _fact(fact: dict[str, Any], entities: set[str]) -> str:
    value = fact["object"]
    if isinstance(value, dict):
        written = f'"{value["value"]}"^^{value["datatype"]}'
    else:
        written = iri(value) if value in entities else json.dumps(value, ensure_ascii=False)
    said = f"{iri(fact['subject'])} {iri(fact['predicate'])} {written}"
    noted = [
        f"{iri(name)} {json.dumps(text, ensure_ascii=False)}"
        for name, text in fact.get("qualifiers", {}).items()
    ]
    return f"{said} {{| {' ; '.join(noted)} |}} ." if noted else f"{said} ."
