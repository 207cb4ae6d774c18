"""The command that shows by which words a graph's properties are reached."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ontorag import names
from ontorag.cli.graphs import opened
from ontorag.cli.options import Config, Database, Json, Kg, User, settings_from
from ontorag.cli.showing import Screen, echo_json, this_screen
from ontorag.errors import InputError

if TYPE_CHECKING:
    from ontorag.graph import KnowledgeGraph
    from ontorag.lexicon import PropertyWords
    from ontorag.values import Triple

Words = Annotated[
    Path | None,
    typer.Option("--learn", metavar="FILE", help="Add the words of a YAML file, 'property: [word, "
                 "…]' (a CURIE, IRI or label), as a source of its own."),
]  # fmt: skip


def lexicon(
    kg: Kg = None,
    learn: Words = None,
    as_json: Json = False,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Show which words mean which property.

    Properties that no word reaches come first: give them a label, or words with --learn or
    <urn:ontorag:schema#verb> in the ontology.
    """
    settings = settings_from(config, kg=kg, user=user, database=database)
    with opened(settings) as graph:
        if learn is not None:
            graph.load(_taught(graph, learn), source=learn.as_posix())
        found = graph.view().property_words()
        if as_json:
            echo_json([{**asdict(each), "property": each.property.value} for each in found])
        else:
            typer.echo("\n".join(show_words(graph, found, this_screen())))


def show_words(
    graph: KnowledgeGraph, found: tuple[PropertyWords, ...], screen: Screen
) -> list[str]:
    """Write the properties without words, then the words of the others."""
    unreached = [each for each in found if not each.reached]
    lines = []
    if unreached:
        lines += [screen.bold(f"{len(unreached)} properties that no word reaches")]
        rows = [(graph.curie(each.property.value), f"{each.facts:,} facts") for each in unreached]
        lines += [*screen.table(rows), ""]
    lines += [screen.bold(f"{len(found) - len(unreached)} properties and their words")]
    return lines + screen.table(
        [
            (graph.curie(each.property.value), ", ".join(each.labels), ", ".join(each.others))
            for each in found
            if each.reached
        ]
    )


def _taught(graph: KnowledgeGraph, file: Path) -> list[Triple]:
    """Read a YAML file of words as statements about the properties."""
    from ontorag.values import IRI, Literal, Triple

    verb = IRI(names.SCHEMA_VERB)
    known = {each.property for each in graph.view().property_words()}
    found = []
    for name, said in _read(file).items():
        term = graph.find(str(name))
        if term not in known or not isinstance(term, IRI):
            raise InputError(f"{file}: {name!r} is no property of the graph")
        found += [
            Triple(term, verb, Literal(str(word)))
            for word in (said if isinstance(said, list) else [said])
        ]
    return found


def _read(file: Path) -> dict[object, object]:
    from ontorag.evaluation.locating import read_yaml

    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise InputError(f"{file} cannot be read: {exc}") from exc
    read, _ = read_yaml(text, file)
    if not isinstance(read, dict):
        raise InputError(f"{file} holds no 'property: [word, …]' lines")
    return read
