"""The command that draws a graph, or the surroundings of one entity."""

from __future__ import annotations

from typing import Annotated

import typer

from ontorag.cli.graphs import opened, require_facts
from ontorag.cli.options import Config, Database, Kg, Language, User, settings_from
from ontorag.cli.showing import this_screen

DEFAULT_REPORT = "graph.html"


def report(
    kg: Kg = None,
    around: Annotated[
        str | None,
        typer.Option("--around", metavar="NAME", help="Only around this IRI, CURIE or label."),
    ] = None,
    hops: Annotated[int, typer.Option("--hops", min=1, help="Edges away from it, at most.")] = 1,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="File to write instead of graph.html."),
    ] = None,
    language: Language = None,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Draw the graph as one HTML file.

    The whole of it, or what surrounds one entity. The file needs no network.
    """
    from ontorag.report import graph_page, write_page

    settings = settings_from(
        config, kg=kg, user=user, database=database, report=output, language=language
    )
    with opened(settings) as graph:
        require_facts(graph)
        shown = settings.language or "en"
        centre = None if around is None else graph.find(around)
        if centre is None:
            facts, entities = graph.everything(language=shown)
            title = graph.info().title or ", ".join(settings.kg)
        else:
            facts, entities = graph.around(centre, hops=hops, language=shown)
            title = next((e.label for e in entities if e.term == centre), around or "")
        page = graph_page(
            facts,
            entities,
            title=title,
            highlight=() if centre is None else (centre,),
            language=shown,
            total=graph.info().facts,
            curies=graph.curie,
        )
    path = write_page(page, settings.report or DEFAULT_REPORT)
    typer.echo("\n".join(this_screen().wrap(f"Wrote {len(facts)} facts to {path}")))
