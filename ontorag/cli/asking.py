"""The commands that read a question: ``ask`` and ``link``."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from ontorag.cli.graphs import asker, opened
from ontorag.cli.inferring import Inferring, read_inferring
from ontorag.cli.options import (
    AllowInconsistent,
    Chat,
    ChatUrl,
    ClassValues,
    Config,
    Database,
    Json,
    Kg,
    Language,
    NoSemantic,
    Skos,
    User,
    settings_from,
)
from ontorag.cli.showing import echo_json, this_screen
from ontorag.errors import SettingsError

if TYPE_CHECKING:
    from ontorag.config import Settings
    from ontorag.graph import KnowledgeGraph
    from ontorag.pipeline import Heard, Mode
    from ontorag.result import Result
    from ontorag.values import Term

ABSTAINED = 3


@dataclass(frozen=True, slots=True)
class Shown:
    """What is wanted on the screen."""

    dry_run: bool = False
    stream: bool = False
    explain: bool = False
    as_json: bool = False


Question = Annotated[
    str, typer.Argument(metavar="QUESTION", help="The question; - reads it from standard input.")
]
Given = Annotated[
    list[str] | None,
    typer.Option("--link", metavar="WORDS=NAME", help='Settle what words mean: "Anna=IRI".'),
]


def ask(
    question: Question,
    kg: Kg = None,
    given: Given = None,
    world: Annotated[
        str | None,
        typer.Option(
            "--world", metavar="recorded|open|closed", help="How to read what is not recorded."
        ),
    ] = None,
    complete: Annotated[
        list[str] | None,
        typer.Option(
            "--complete", metavar="NAME", help="Property or source; its records are complete."
        ),
    ] = None,
    graph: Annotated[
        list[str] | None,
        typer.Option("--graph", metavar="IRI", help="Answer from this named graph only."),
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option("--source", metavar="NAME", help="Answer from this source only."),
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option("--budget", metavar="N", help="At most so many facts.  [default: 100]"),
    ] = None,
    reasoning: Annotated[
        str | None,
        typer.Option("--reasoning", metavar="off|rl|dl", help="Infer first what follows."),
    ] = None,
    skos: Skos = False,
    class_values: ClassValues = False,
    allow_inconsistent: AllowInconsistent = False,
    mode: Annotated[
        str | None,
        typer.Option(
            "--mode",
            metavar="selected|selected+inferred|all|none",
            help="Facts the chat model gets.",
        ),
    ] = None,
    guard: Annotated[
        str | None,
        typer.Option(
            "--guard",
            metavar="MODE",
            help="What becomes of claims that facts do not prove: replace, remove, annotate, off.",
        ),
    ] = None,
    phrasing: Annotated[
        str | None,
        typer.Option(
            "--phrasing", metavar="claims|prose", help="How the model answers; both are checked."
        ),
    ] = None,
    token_budget: Annotated[
        int | None,
        typer.Option("--token-budget", metavar="N", help="At most so many tokens in the prompt."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the prompts, and send none of them.")
    ] = False,
    stream: Annotated[
        bool, typer.Option("--stream", help="Print each claim as soon as it is verified.")
    ] = False,
    compare: Annotated[
        bool, typer.Option("--compare", help="Show the modes side by side (needs a chat model).")
    ] = False,
    today: Annotated[
        str | None,
        typer.Option("--today", metavar="DAY", help='What "last year" refers to: 2026-11-30.'),
    ] = None,
    after: Annotated[
        str | None,
        typer.Option(
            "--after", metavar="QUESTION", help='Go on from this one: "and which of them …".'
        ),
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show every step.")] = False,
    as_json: Json = False,
    report: Annotated[
        str | None,
        typer.Option("--report", metavar="FILE", help="Also write the HTML report."),
    ] = None,
    chat: Chat = None,
    chat_url: ChatUrl = None,
    no_semantic: NoSemantic = False,
    language: Language = None,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Ask a question.

    Prints the answer with its citations and facts, or why there is none.
    """
    settings = settings_from(
        config,
        kg=kg,
        world=world,
        complete=complete,
        graphs=graph,
        sources=source,
        budget=budget,
        mode=mode,
        guard=guard,
        phrasing=phrasing,
        token_budget=token_budget,
        report=report,
        chat__model=chat,
        chat__url=chat_url,
        embeddings__model="none" if no_semantic else None,
        language=language,
        user=user,
        database=database,
    )
    from ontorag.pipeline import MODES

    modes: Sequence[Mode] = MODES if compare else (settings.mode,)
    inferring = read_inferring(
        reasoning, skos=skos, class_values=class_values, allow_inconsistent=allow_inconsistent
    )
    shown = Shown(dry_run, stream and not as_json and len(modes) == 1, explain, as_json)
    text, settled = _read(question), given or []
    results, opening = _ask(text, settings, settled, modes, inferring, shown, today, after)
    _print(results, modes, opening, shown)
    chosen = None if as_json or dry_run else _chosen(results[-1], settings)
    if chosen is not None:
        settled = [*settled, chosen]
        results, opening = _ask(text, settings, settled, modes, inferring, shown, today, after)
        _print(results, modes, opening, shown)
    if dry_run:
        raise typer.Exit(0 if results[-1].trace.calls else ABSTAINED)
    _write_report(results[-1], settings, quiet=as_json)
    raise typer.Exit(0 if results[-1].answer.status == "answered" else ABSTAINED)


def link(
    text: Annotated[str, typer.Argument(help="Any text; - reads it from standard input.")],
    kg: Kg = None,
    as_json: Json = False,
    chat: Chat = None,
    chat_url: ChatUrl = None,
    no_semantic: NoSemantic = False,
    language: Language = None,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Show what words mean in the graph.

    For each mention: its link, how it was found, and what else was considered.
    """
    from ontorag.cli.outcomes import show_links
    from ontorag.values.json import to_json

    settings = settings_from(
        config,
        kg=kg,
        chat__model=chat,
        chat__url=chat_url,
        embeddings__model="none" if no_semantic else None,
        language=language,
        user=user,
        database=database,
    )
    with opened(settings) as graph:
        links = asker(graph, settings).link(_read(text))
    if as_json:
        echo_json([to_json(each) for each in links])
    else:
        typer.echo("\n".join(show_links(links, this_screen())))
    raise typer.Exit(0 if any(each.target is not None for each in links) else ABSTAINED)


def _ask(
    question: str,
    settings: Settings,
    given: list[str],
    modes: Sequence[Mode],
    inferring: Inferring,
    shown: Shown,
    today: str | None,
    after: str | None,
) -> tuple[list[Result], float]:
    from ontorag.pipeline import side_by_side

    started = time.perf_counter()
    with opened(settings) as graph:
        opening = (time.perf_counter() - started) * 1000
        rag = asker(graph, settings)
        settled = _settled(given, graph)
        day = _day(today)
        earlier = None if after is None else rag.ask(after, today=day)
        inferring.infer(graph)
        results = [
            rag.ask(
                question,
                links=settled,
                graphs=settings.graphs or None,
                sources=settings.sources or None,
                budget=settings.budget,
                token_budget=settings.token_budget,
                reasoning=reasoning,
                mode=mode,
                dry_run=shown.dry_run,
                hear=_tell if shown.stream and not shown.dry_run else None,
                today=day,
                after=earlier,
            )
            for mode, reasoning in side_by_side(modes, inferring.reasoning)
        ]
    return results, opening


def _day(text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError as exc:
        raise SettingsError(f"--today {text!r} is no day; write it like 2026-11-30") from exc


def _chosen(result: Result, settings: Settings) -> str | None:
    """Let the person settle an ambiguity, and keep the choice where that is wanted."""
    from ontorag.cli.settling import settle

    def remember(words: str, iri: str) -> None:
        with opened(settings) as graph:
            graph.remember(words, iri)

    return settle(result, remember=remember)


def _tell(event: Heard) -> None:
    """Print a claim that is verified."""
    from ontorag.answering import cited
    from ontorag.values import Claim

    if isinstance(event, Claim):
        typer.echo("\n".join(this_screen().wrap(cited(event))))
        sys.stdout.flush()


def _settled(given: list[str], graph: KnowledgeGraph) -> dict[str, Term] | None:
    settled = {}
    for pair in given:
        words, equals, name = pair.partition("=")
        if not (words.strip() and equals and name.strip()):
            raise SettingsError(
                f"--link {pair!r} is not WORDS=NAME; write it like --link 'Anna=urn:example:anna'"
            )
        settled[words.strip()] = graph.find(name.strip())
    return settled or None


def _read(text: str) -> str:
    return sys.stdin.read().rstrip("\n") if text == "-" else text


def _write_report(result: Result, settings: Settings, *, quiet: bool) -> None:
    if settings.report is None:
        return
    written = result.save_report(settings.report)
    if not quiet:
        typer.echo(f"Report  {written}")


def _print(
    results: list[Result],
    modes: Sequence[Mode],
    opening: float,
    shown: Shown,
) -> None:
    from ontorag.cli.explaining import show_steps
    from ontorag.cli.outcomes import show_comparison, show_outcome
    from ontorag.cli.tracing import show_dry_run

    outcomes = [result.outcome for result in results]
    if shown.as_json:
        written = [result.to_json() for result in results]
        echo_json(written[0] if len(written) == 1 else written)
        return
    screen = this_screen()
    if shown.dry_run:
        lines = [line for each in outcomes for line in show_dry_run(each, screen)]
    elif len(outcomes) > 1:
        lines = show_comparison(modes, outcomes, screen)
    else:
        lines = show_outcome(outcomes[0], screen, opening=opening, is_told=shown.stream)
    if shown.explain:
        lines += [line for outcome in outcomes for line in show_steps(outcome, screen)]
    typer.echo("\n".join(lines))
