"""The commands together, and what an error looks like."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ontorag.cli import (
    asking,
    evaluating,
    exchanging,
    guarding,
    linting,
    loading,
    reasoning,
    reporting,
    tracing,
    wordlist,
)
from ontorag.cli.streams import prepare_streams, writing_out
from ontorag.cli.wording import in_flags
from ontorag.errors import OntoragError

BAD_INPUT = 2

app = typer.Typer(
    name="ontorag",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("load")(loading.load)
app.command("ask")(asking.ask)
app.command("link")(asking.link)
app.command("report")(reporting.report)
app.command("info")(loading.info)
app.command("sources")(exchanging.sources)
app.command("drop")(exchanging.drop)
app.command("reload")(exchanging.reload)
app.command("export")(exchanging.export)
app.command("lint")(linting.lint)
app.command("lexicon")(wordlist.lexicon)
app.command("reason")(reasoning.reason)
app.command("explain")(reasoning.explain)
app.command("eval")(evaluating.evaluate)
app.add_typer(guarding.guard, name="guard")
app.add_typer(tracing.trace, name="trace")


def _print_version(wanted: bool) -> None:
    if wanted:
        import ontorag

        typer.echo(f"ontorag {ontorag.__version__}")
        raise typer.Exit


@app.callback()
def ontorag_command(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
) -> None:
    """Answer questions from an ontology or knowledge graph, with facts you can check.

    Exit codes: 0 answered, 3 abstained, 2 bad input. Settings come from flags, then from
    ONTORAG_... variables, then from ontorag.toml.
    """


def main() -> None:
    """Run the command line and exit; an error is one message on standard error and code 2."""
    prepare_streams()
    try:
        with writing_out():
            app()
    except OntoragError as exc:
        typer.echo(f"ontorag: {in_flags(str(exc))}", err=True)
        sys.exit(BAD_INPUT)
