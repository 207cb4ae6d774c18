"""The command that asks questions with known answers: ``eval``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ontorag.cli.graphs import asker, opened
from ontorag.cli.options import (
    Chat,
    ChatUrl,
    Config,
    Database,
    Kg,
    Language,
    NoSemantic,
    User,
    settings_from,
)
from ontorag.cli.showing import this_screen
from ontorag.errors import SettingsError

if TYPE_CHECKING:
    from ontorag.config import Settings
    from ontorag.evaluation import Price, Question, Record, Summary, Verdict
    from ontorag.graph import KnowledgeGraph
    from ontorag.pipeline import Mode

BELOW = 1
DEFAULT_FOLDER = Path("runs")


def evaluate(
    questions: Annotated[
        Path,
        typer.Argument(
            metavar="QUESTIONS",
            help="File: .jsonl, .csv, .json, .yaml, QALD, MetaQA, text2sparql.",
        ),
    ],
    kg: Kg = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FOLDER", help="Folder for the results.")
    ] = DEFAULT_FOLDER,
    modes: Annotated[
        str,
        typer.Option(
            "--modes",
            metavar="LIST",
            help="Of none, all, selected, selected+inferred; with commas.",
        ),
    ] = "selected",
    answers: Annotated[
        Path | None,
        typer.Option("--answers", metavar="FILE", help="Result sets that belong to text2sparql."),
    ] = None,
    topic: Annotated[
        str,
        typer.Option("--topic", metavar="given|free", help="Settle the [topic] of MetaQA, or not."),
    ] = "given",
    sample: Annotated[
        int | None,
        typer.Option("--sample", metavar="N", min=1, help="Only so many, the same ones each time."),
    ] = None,
    world: Annotated[
        str | None,
        typer.Option(
            "--world", metavar="recorded|open|closed", help="How to read what is not recorded."
        ),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", help="Earlier summary.json to compare with."),
    ] = None,
    fail_under: Annotated[
        list[str] | None,
        typer.Option("--fail-under", metavar="METRIC=VALUE", help="Exit with 1 when not reached."),
    ] = None,
    price: Annotated[
        str | None,
        typer.Option("--price", metavar="IN,OUT", help="Price of a million tokens, for the cost."),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", min=1, help="So many questions at a time.")
    ] = 1,
    budget: Annotated[
        int | None,
        typer.Option("--budget", metavar="N", help="At most so many facts.  [default: 100]"),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin anew instead of going on with a stopped run.")
    ] = False,
    chat: Chat = None,
    chat_url: ChatUrl = None,
    no_semantic: NoSemantic = False,
    language: Language = None,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Ask questions with known answers, and score the outcomes.

    Writes results.jsonl, summary.json, report.html and junit.xml. A stopped run goes on where it
    was. Exit codes: 0, 1 a value of --fail-under is not reached or a question failed, 2 bad input.
    """
    from ontorag.evaluation import judge, read_baseline, read_questions, read_threshold, summarise

    settings = settings_from(
        config, kg=kg, world=world, budget=budget, chat__model=chat, chat__url=chat_url,
        embeddings__model="none" if no_semantic else None, language=language, user=user,
        database=database,
    )  # fmt: skip
    floors = [read_threshold(each) for each in fail_under or ()]
    before = None if baseline is None else read_baseline(baseline)
    cost, asked_modes = _price(price), _modes(modes, settings)
    asked = read_questions(
        questions,
        answers=answers,
        language=settings.language or "en",
        topic_is_given=_topic_is_given(topic),
    )
    asked = _sampled(asked, sample)
    with opened(settings) as graph:
        run = _identity(questions, asked, settings, asked_modes, graph)
        records = _run(asked, asked_modes, settings, graph, run, out, workers, fresh=fresh)
    summary = summarise(records, settings=run, baseline=before, price=cost)
    verdicts = judge(summary, floors)
    _write(out, summary, records, verdicts, title=questions.name)
    _print(summary, verdicts, out)
    failed = any(record.error is not None for record in records)
    raise typer.Exit(BELOW if failed or not all(each.met for each in verdicts) else 0)


def _run(
    asked: Sequence[Question],
    modes: Sequence[Mode],
    settings: Settings,
    graph: KnowledgeGraph,
    identity: dict[str, Any],
    out: Path,
    workers: int,
    *,
    fresh: bool,
) -> list[Record]:
    from tqdm import tqdm

    from ontorag.evaluation import RunFolder, Task, run
    from ontorag.evaluation import asker as scored

    rag = asker(graph, settings)
    ask = scored(rag, modes=modes, world=settings.world, budget=settings.budget)
    tasks = [Task(question, mode) for mode in modes for question in asked]
    folder = RunFolder(out, identity, fresh=fresh)
    graph.view()
    kept = folder.done()
    done = sum((task.mode, task.question.id) in kept for task in tasks)
    with tqdm(total=len(tasks), initial=done, disable=None, unit="question") as bar:
        return run(tasks, ask, folder, workers=workers, progress=lambda record: bar.update(1))


def _identity(
    path: Path,
    asked: Sequence[Question],
    settings: Settings,
    modes: Sequence[str],
    graph: KnowledgeGraph,
) -> dict[str, Any]:
    """Give what two runs must share for one to go on with the other."""
    import ontorag
    from ontorag.evaluation import digest

    return {
        "ontorag": ontorag.__version__,
        "questions": path.name,
        "questions_digest": digest(asked),
        "kg": list(settings.kg),
        "facts": graph.info().facts,
        "modes": list(modes),
        "world": settings.world,
        "complete": list(settings.complete),
        "budget": settings.budget,
        "language": settings.language,
        "chat": settings.chat.model,
        "embeddings": settings.embeddings.model,
    }


def _write(
    out: Path,
    summary: Summary,
    records: Sequence[Record],
    verdicts: Sequence[Verdict],
    *,
    title: str,
) -> None:
    from ontorag.evaluation import evaluation_page, junit, summary_to_json

    written = json.dumps(summary_to_json(summary), ensure_ascii=False, indent=1)
    (out / "summary.json").write_text(written + "\n", encoding="utf-8")
    (out / "junit.xml").write_text(junit(records, verdicts), encoding="utf-8")
    page = evaluation_page(summary, records, title=title, verdicts=verdicts)
    (out / "report.html").write_text(page, encoding="utf-8")


def _print(summary: Summary, verdicts: Sequence[Verdict], out: Path) -> None:
    screen = this_screen()
    for name, mode in summary.modes.items():
        failed = f", {mode.errors} failed" if mode.errors else ""
        typer.echo(screen.bold(f"{name}: {mode.right} of {mode.questions} right{failed}"))
        rows = []
        for metric, each in mode.metrics.items():
            row = [metric, f"{each.value:.3f}", f"[{each.low:.3f}, {each.high:.3f}]"]
            row.append(f"n={each.questions}")
            if each.difference is not None:
                row.append(f"{each.difference.value:+.3f} p={each.difference.p:.3f}")
            rows.append(row)
        width = max((len(row) for row in rows), default=0)
        typer.echo("\n".join(screen.table([row + [""] * (width - len(row)) for row in rows])))
        total = mode.milliseconds.get("total")
        if total is not None:
            typer.echo(f"  p50 {total.p50:,.0f} ms, p95 {total.p95:,.0f} ms")
        if mode.prompt_tokens is not None:
            cost = "" if mode.cost is None else f", cost {mode.cost:.4f}"
            sent, got = mode.prompt_tokens, mode.completion_tokens or 0
            typer.echo(f"  {sent:,} tokens sent, {got:,} received{cost}")
    for verdict in verdicts:
        typer.echo("\n".join(screen.wrap(f"{'met' if verdict.met else 'MISSED'}  {verdict.text}")))
    typer.echo("\n".join(screen.wrap(f"Report  {out / 'report.html'}")))


def _modes(text: str, settings: Settings) -> tuple[Mode, ...]:
    from ontorag.pipeline import MODES

    wanted = [each.strip() for each in text.split(",") if each.strip()]
    found = tuple(mode for each in wanted for mode in MODES if mode == each)
    if not wanted or len(found) != len(wanted):
        raise SettingsError(f"--modes {text!r}: each is one of {', '.join(MODES)}")
    if settings.chat.model is None and any(mode in ("none", "all") for mode in found):
        raise SettingsError("modes none and all ask a chat model; name one with --chat")
    return found


def _price(text: str | None) -> Price | None:
    from ontorag.evaluation import Price

    if text is None:
        return None
    try:
        sent, received = (float(part) for part in text.split(","))
    except ValueError as error:
        raise SettingsError(
            f"--price {text!r}: give two numbers, like 0.15,0.60 (a million tokens sent, received)"
        ) from error
    return Price(sent, received)


def _topic_is_given(text: str) -> bool:
    if text not in ("given", "free"):
        raise SettingsError(f"--topic {text!r} is neither given nor free")
    return text == "given"


def _sampled(asked: tuple[Question, ...], size: int | None) -> tuple[Question, ...]:
    from ontorag.evaluation import draw

    return asked if size is None else draw(asked, size)
