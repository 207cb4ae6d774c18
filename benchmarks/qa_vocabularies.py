"""Linking cases over small vocabularies of other fields: synonyms, and words that mean nothing.

A vocabulary is a list of SKOS concepts (label, synonyms, English gloss) and is asked alone.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from ontorag.evaluation import Question

FILE = Path(__file__).parents[1] / "tests" / "data" / "linking" / "vocabularies.json"


@cache
def vocabularies() -> dict[str, dict[str, Any]]:
    """Read the vocabularies by name."""
    found = json.loads(FILE.read_text(encoding="utf-8"))["vocabularies"]
    return {each["name"]: each for each in found}


def vocabulary_cases(split: str) -> list[Question]:
    """Read the cases; each has its vocabulary as a tag."""
    return [
        Question(
            f"{name}-{number}", case["question"], entities=tuple(case["concepts"]), tags=(name,)
        )
        for name, vocabulary in vocabularies().items()
        for number, case in enumerate(vocabulary["cases"], 1)
    ]


def vocabulary_turtle(name: str) -> str:
    """Write a vocabulary as SKOS."""
    lines = ["@prefix skos: <http://www.w3.org/2004/02/skos/core#> ."]
    for number, concept in enumerate(vocabularies()[name]["concepts"], 1):
        said = [f'skos:prefLabel "{concept["label"]}"@{concept["lang"]}']
        said += [f'skos:altLabel "{x["text"]}"@{x["lang"]}' for x in concept.get("synonyms", ())]
        said += [f'skos:definition "{gloss}"@en' for gloss in [concept.get("gloss")] if gloss]
        lines.append(f"<urn:{name}:{number}> a skos:Concept ; {' ; '.join(said)} .")
    return "\n".join(lines) + "\n"
