"""Ask questions of the small ontologies of tests/data/reading, without any model."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from worlds import world_turtle

import ontorag
from ontorag.pipeline import OntoRAG
from ontorag.result import Result
from ontorag.values import Concept, Labelled, Link, Value

DATA = Path(__file__).parent / "data" / "reading"
LOTR = Path(__file__).parents[1] / "ontologies" / "lotr.ttl"


@lru_cache(maxsize=8)
def reader(name: str) -> OntoRAG:
    """Load one of company, medicine, geography, films, lotr, world."""
    if name == "world":
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "world.ttl"
            file.write_text(world_turtle(), encoding="utf-8")
            return OntoRAG(ontorag.load(file), embeddings=None)
    file = LOTR if name == "lotr" else next(DATA.glob(f"{name}.*"))
    return OntoRAG(ontorag.load(file), embeddings=None)


def ask(name: str, question: str, **options: Any) -> Result:
    """Ask a question of one of the ontologies."""
    return reader(name).ask(question, **options)


def said(name: str, question: str, **options: Any) -> set[str] | str:
    """Give the answers as labels, or the reason why there is none."""
    result = ask(name, question, **options)
    if result.answer.reason is not None:
        return result.answer.reason
    return {str(each.label if isinstance(each, Labelled) else each) for each in result.answers}


def read(name: str, question: str, **options: Any) -> dict[str, Link]:
    """Give the links of a question by the words they were read from."""
    return {link.mention.text: link for link in reader(name).link(question, **options)}


def label(link: Link) -> str | None:
    """Give the first label of what a link means."""
    if isinstance(link.target, Value):
        return link.target.literal.lexical
    return link.target.labels[0][0] if isinstance(link.target, Concept) else None
