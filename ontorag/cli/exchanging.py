"""The commands about sources, and the one that writes everything out again."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ontorag.cli.graphs import is_store, open_store, opened
from ontorag.cli.loading import show_load
from ontorag.cli.options import Config, Database, Json, Kg, User, settings_from
from ontorag.cli.progress import loading_bar
from ontorag.cli.showing import echo_json, this_screen
from ontorag.errors import InputError

if TYPE_CHECKING:
    from ontorag.config import Settings

LONGEST = 60
Store = Annotated[
    str,
    typer.Option("--kg", metavar="STORE", help="Store file, or neo4j:// or bolt:// address."),
]


def sources(
    kg: Kg = None,
    as_json: Json = False,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """List the sources of a graph.

    Each with the time it was loaded, and the version and licence its header states.
    """
    settings = settings_from(config, kg=kg, user=user, database=database)
    with opened(settings) as graph:
        found = graph.sources()
    if as_json:
        echo_json([asdict(each) for each in found])
        return
    rows = [
        (each.name, each.loaded_at or "", each.revision or "", each.licence or "") for each in found
    ]
    typer.echo("\n".join(this_screen().table(rows)))


def _short(text: str | None) -> str:
    return "" if text is None else text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def drop(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="Name, as 'sources' lists it.")],
    kg: Store,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Remove a source from a store.

    What other sources state too stays.
    """
    settings = settings_from(config, user=user, database=database)
    with open_store(kg, settings, must_exist=True) as graph:
        removed = graph.drop(source)
    typer.echo(f"Dropped {source}: {removed} statements removed")


def reload(
    kg: Store,
    source: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SOURCE]...", help="Names, as 'sources' lists them; else all."),
    ] = None,
    allow_url: Annotated[
        bool, typer.Option("--allow-url", help="Fetch what came from an http(s) address, too.")
    ] = False,
    as_json: Json = False,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Read sources again from their files.

    Only what differs is written; a source whose file is unchanged costs one reading.
    """
    settings = settings_from(config, user=user, database=database)
    with open_store(kg, settings, must_exist=True) as graph:
        report = graph.reload(*source or (), allow_url=allow_url)
    if as_json:
        from ontorag.values.json import to_json

        echo_json(to_json(report))
    else:
        typer.echo("\n".join(show_load(report, kg, this_screen())))


def export(
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FILE", help="File to write, or - for standard output."),
    ] = None,
    neo4j_admin: Annotated[
        str | None,
        typer.Option(
            "--neo4j-admin",
            metavar="FOLDER",
            help="New folder for the files that 'neo4j-admin database import' takes.",
        ),
    ] = None,
    kg: Kg = None,
    format: Annotated[  # noqa: A002 - the word people use
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="ttl, trig, nt, nq, rdf or jsonld; else by the file's name.",
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--source", metavar="NAME", help="Only what this source states."),
    ] = None,
    graph: Annotated[
        str | None, typer.Option("--graph", metavar="IRI", help="Only this named graph.")
    ] = None,
    inferred: Annotated[
        bool, typer.Option("--inferred", help="Also what `ontorag reason` inferred.")
    ] = False,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Write a graph to a file, or for neo4j-admin.

    The same statements as were loaded, with the prefixes of their files.
    """
    settings = settings_from(config, kg=kg, user=user, database=database)
    if neo4j_admin is not None:
        if (to, format, source, graph, inferred) != (None, None, None, None, False):
            raise InputError("--neo4j-admin writes the whole graph: give no other option with it")
        _export_for_neo4j_admin(settings, neo4j_admin)
        return
    if to is None:
        raise InputError("give the file to write with --to, or a folder with --neo4j-admin")
    with opened(settings) as opened_graph:
        target = sys.stdout.buffer if to == "-" else to
        total = opened_graph.export(
            target, format=format, source=source, graph=graph, inferred=inferred
        )
    typer.echo(f"Wrote {total} statements to {to}", err=to == "-")


def _export_for_neo4j_admin(settings: Settings, folder: str) -> None:
    from ontorag.graph.bulk import export_files_for_neo4j_admin

    if settings.kg and not any(is_store(address) for address in settings.kg):
        with loading_bar() as progress:
            total = export_files_for_neo4j_admin(settings.kg, folder, progress)
    else:
        with opened(settings) as graph:
            total = graph.export_neo4j_admin(folder)
    typer.echo(
        f"Wrote {total} relationships and their nodes to {folder}\n"
        "With the server stopped, in that folder:\n"
        "  neo4j-admin database import full neo4j @import.args --overwrite-destination"
    )
