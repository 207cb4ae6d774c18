"""The commands that fill a store and say what a graph holds."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ontorag.cli.graphs import open_store, opened
from ontorag.cli.options import Config, Database, FailOn, Json, Kg, User, settings_from
from ontorag.cli.progress import loading_bar
from ontorag.cli.showing import Screen, echo_json, show_findings, this_screen

if TYPE_CHECKING:
    from ontorag.graph import GraphInfo
    from ontorag.values import LoadReport

MOST_NAMED = 10
"""So many sources are named in a load report for people."""


def load(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Files and folders; - is standard input.")
    ],
    into: Annotated[
        str,
        typer.Option(
            "--into",
            metavar="STORE",
            help="Store file (made when it is not there), or neo4j:// or bolt:// address.",
        ),
    ],
    source: Annotated[
        str | None,
        typer.Option("--source", metavar="NAME", help="Name of the source instead of its path."),
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option("--encoding", metavar="NAME", help="Encoding of a file that is not UTF-8."),
    ] = None,
    base: Annotated[
        str | None, typer.Option("--base", metavar="IRI", help="Base of relative IRIs.")
    ] = None,
    literals: Annotated[
        list[str] | None,
        typer.Option(
            "--literals", metavar="PROPERTY", help="Property of a table whose objects are literals."
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse what the format's grammar refuses.")
    ] = False,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Leave out broken lines, and report them.")
    ] = False,
    imports: Annotated[
        bool, typer.Option("--imports/--no-imports", help="Load local files that are imported too.")
    ] = True,
    format: Annotated[  # noqa: A002 - the word people use
        str | None,
        typer.Option("--format", metavar="NAME", help="Format (ttl, nq, obo …), if not known."),
    ] = None,
    allow_url: Annotated[
        bool, typer.Option("--allow-url", help="Fetch FILE when it is an http(s) address.")
    ] = False,
    fail_on: FailOn = None,
    as_json: Json = False,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Load files into a store.

    Loading a file again replaces what it stated before; other data is never touched.
    """
    settings = settings_from(config, user=user, database=database)
    with open_store(into, settings) as graph, loading_bar() as progress:
        report = graph.load(
            *(sys.stdin.buffer if each == "-" else each for each in files),
            source=source,
            media_type=format,
            encoding=encoding,
            base=base,
            strict=strict,
            keep_going=keep_going,
            literals=literals or (),
            imports=imports,
            allow_url=allow_url,
            fail_on=fail_on.value if fail_on else None,
            progress=progress,
        )
    if as_json:
        from ontorag.values.json import to_json

        echo_json(to_json(report))
    else:
        typer.echo("\n".join(show_load(report, into, this_screen())))


def info(
    kg: Kg = None,
    as_json: Json = False,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Say what a graph holds.

    Its sources, the number of facts and concepts, and of labels by language.
    """
    settings = settings_from(config, kg=kg, user=user, database=database)
    with opened(settings) as graph:
        found = graph.info()
    if as_json:
        echo_json(asdict(found))
    else:
        typer.echo("\n".join(show_info(found, this_screen())))


def show_load(report: LoadReport, into: str, screen: Screen) -> list[str]:
    """Write a load report for people."""
    counts = [
        ("statements", f"{report.quads} ({report.added} added, {report.removed} removed)"),
        ("concepts", _kinds(report.concepts, report.classes, report.properties)),
        ("labels", _labels(report.labels)),
        ("seconds", f"{report.seconds:.2f}"),
    ]
    shown = ", ".join(report.sources[:MOST_NAMED])
    more = len(report.sources) - MOST_NAMED
    lines = screen.wrap(f"Loaded {shown}{f' and {more} more' if more > 0 else ''} into {into}")
    return [*lines, *screen.pairs(counts), *show_findings(report.findings, screen)]


def show_info(found: GraphInfo, screen: Screen) -> list[str]:
    """Write what a graph holds for people."""
    lines = screen.wrap(screen.bold(found.title) if found.title else found.address)
    counts = [
        ("address", found.address),
        ("facts", str(found.facts)),
        ("concepts", _kinds(found.concepts, found.classes, found.properties)),
        ("labels", _labels(found.labels)),
        ("snapshot", found.snapshot),
    ]
    sources = [(each.name, each.loaded_at or "") for each in found.sources]
    return [*lines, *screen.pairs(counts), "", "Sources", *screen.table(sources)]


def _kinds(concepts: int, classes: int, properties: int) -> str:
    return f"{concepts} ({classes} classes, {properties} properties)"


def _labels(labels: tuple[tuple[str, int], ...]) -> str:
    said = [f"{count} {language or 'without language'}" for language, count in labels]
    return ", ".join(said) or "none"
