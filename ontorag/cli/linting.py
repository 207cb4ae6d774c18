"""The command that checks a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ontorag.cli.graphs import opened
from ontorag.cli.options import Config, Database, FailOn, Json, Kg, User, settings_from
from ontorag.cli.showing import Screen, echo_json, show_findings, this_screen

if TYPE_CHECKING:
    from ontorag.values import Finding

REFUSED = 2


def lint(
    kg: Kg = None,
    as_json: Json = False,
    sarif: Annotated[
        bool, typer.Option("--sarif", help="Print SARIF 2.1.0, for editors and code hosts.")
    ] = False,
    fail_on: FailOn = None,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Check a graph for what will surprise those who ask it.

    Each finding says where it is, what it does to answers, and what to do. Nothing is changed.
    """
    import ontorag
    from ontorag.values import reaching

    settings = settings_from(config, kg=kg, user=user, database=database)
    with opened(settings) as graph:
        findings = graph.lint()
    if sarif:
        from ontorag.lint import to_sarif

        echo_json(to_sarif(findings, version=ontorag.__version__))
    elif as_json:
        from ontorag.values.json import to_json

        echo_json([to_json(each) for each in findings])
    else:
        typer.echo("\n".join(show_lint(findings, this_screen())))
    if fail_on is not None and reaching(findings, fail_on.value):
        raise typer.Exit(REFUSED)


def show_lint(findings: tuple[Finding, ...], screen: Screen) -> list[str]:
    """Write findings for people, with their number first."""
    if not findings:
        return ["Nothing to report."]
    from ontorag.values import SEVERITIES

    counts = [
        f"{sum(each.severity == severity for each in findings)} {severity}"
        for severity in reversed(SEVERITIES)
    ]
    return [screen.bold(", ".join(counts)), *show_findings(findings, screen)]
