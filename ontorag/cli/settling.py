"""Settling an ambiguity at the prompt: a numbered choice, and whether it is to be remembered.

Only where a person sits: standard input and output are terminals. A pipe is never asked.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from ontorag.cli.showing import clean

if TYPE_CHECKING:
    from ontorag.result import Result
    from ontorag.values import Concept, Link

MOST_OFFERED = 20


def settle(
    result: Result,
    *,
    remember: Callable[[str, str], None],
    is_terminal: Callable[[], bool] | None = None,
) -> str | None:
    """Let the person choose what an ambiguous name means; give it as WORDS=IRI, or None.

    ``remember`` is called with the words and the IRI where the choice is to be kept.
    """
    link = _ambiguous(result)
    seen = (is_terminal or _is_terminal)()
    if link is None or result.answer.reason != "ambiguous" or not seen:
        return None
    options = _options(link)
    typer.echo(f"\n“{clean(link.mention.text)}” may mean:")
    for number, option in enumerate(options, start=1):
        typer.echo(f"  {number}  {clean(_name(option))}  {option.iri}")
    chosen = typer.prompt(f"Which one? 1-{len(options)}, or Enter for none", default="").strip()
    if not chosen.isdecimal() or not 1 <= int(chosen) <= len(options):
        return None
    option = options[int(chosen) - 1]
    words, iri = link.mention.text, str(option.iri)
    if typer.confirm(f"Remember “{clean(words)}” as a name of {clean(_name(option))}?"):
        remember(words, iri)
    return f"{words}={iri}"


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ambiguous(result: Result) -> Link | None:
    return next((link for link in result.links if link.ambiguous and _options(link)), None)


def _options(link: Link) -> list[Concept]:
    from ontorag.values import IRI, Concept

    named = {
        each.target.iri: each.target
        for each in link.candidates
        if isinstance(each.target, Concept) and isinstance(each.target.iri, IRI)
    }
    return list(named.values())[:MOST_OFFERED]


def _name(concept: Concept) -> str:
    return concept.labels[0][0] if concept.labels else str(concept.iri)
