"""The command ``trace``: what a question did, how long it took and what it cost; dry runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ontorag.cli.showing import Screen, clean, this_screen
from ontorag.errors import InputError

if TYPE_CHECKING:
    from ontorag.values import ModelCall, Outcome, Trace

trace = typer.Typer(
    no_args_is_help=True,
    help="Read the trace of a question: stages, milliseconds, sizes, calls of a model.",
)


@trace.command("show")
def show(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A result that `ask --json` wrote, or its trace; - reads standard input.",
        ),
    ],
    prompt: Annotated[bool, typer.Option("--prompt", help="Show the prompts too.")] = False,
) -> None:
    """Show the trace of a saved result.

    Stages with milliseconds and sizes, calls of a model with tokens, the graph's snapshot.
    """
    screen, lines = this_screen(), list[str]()
    for raw in _results(_read(file), file):
        lines += [""] if lines else []
        lines += _heading(raw, screen) + show_trace(_trace_of(raw, file), screen, prompt=prompt)
    typer.echo("\n".join(lines))


def show_trace(trace: Trace, screen: Screen, *, prompt: bool = False) -> list[str]:
    """Write stages, calls and what they were about; with ``prompt`` what was sent too."""
    rows = [("stage", "ms", "sizes")]
    rows += [(s.name, f"{s.milliseconds:.1f}", _sizes(s.sizes)) for s in trace.steps]
    rows.append(("total", f"{sum(step.milliseconds for step in trace.steps):.1f}", ""))
    header, *body = screen.table(rows)
    lines = [screen.dim(header), *body]
    if trace.calls:
        lines += ["", *show_calls(trace.calls, screen)]
    lines += ["", *screen.pairs([("Snapshot", trace.snapshot)])] if trace.snapshot else []
    if prompt and trace.prompt:
        lines += ["", screen.bold("Prompt"), *map(clean, trace.prompt.splitlines())]
    return lines


def show_calls(calls: Sequence[ModelCall], screen: Screen) -> list[str]:
    """Write one row for each call of a model, and the problems of those that failed."""
    rows = [("call", "asked", "answered", "ms", "tokens", "counted", "ended", "prompt")]
    rows += [
        (
            call.stage,
            call.asked,
            call.answered or "-",
            f"{call.milliseconds:.1f}",
            _tokens(call),
            f"{call.counted} ({call.counted_by})",
            call.ended.replace("_", " "),
            call.prompt_hash,
        )
        for call in calls
    ]
    header, *body = screen.table(rows)
    problems = [(f"Problem in {call.stage}", call.problem) for call in calls if call.problem]
    return [screen.dim(header), *body, *screen.pairs(problems)]


def show_dry_run(outcome: Outcome, screen: Screen) -> list[str]:
    """Write the prompts that were not sent, or why there is none."""
    trace = outcome.trace
    if not trace.calls or trace.prompt is None:
        reason = (outcome.answer.reason or "").replace("_", " ")
        return [
            screen.bold(f"No prompt would be sent: {reason}"),
            *screen.wrap(outcome.answer.text),
        ]
    lines = [screen.bold("Nothing was sent. These are the prompts:"), ""]
    if all(call.stage in ("link", "plan") for call in trace.calls):
        lines[1:1] = screen.wrap("What is asked after that depends on what the model replies.")
    return [*lines, *show_calls(trace.calls, screen), "", *map(clean, trace.prompt.splitlines())]


def _sizes(sizes: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sizes)


def _tokens(call: ModelCall) -> str:
    sent, got = call.prompt_tokens, call.completion_tokens
    return "-" if sent is None and got is None else f"{sent or 0} + {got or 0}"


def _heading(raw: Mapping[str, Any], screen: Screen) -> list[str]:
    answer = raw.get("answer")
    if not isinstance(answer, dict):
        return []
    status = str(answer.get("reason") or answer.get("status") or "").replace("_", " ")
    flags = ", ".join(map(str, answer.get("flags") or ()))
    about = [("Question", str(raw.get("question"))), ("Outcome", status), ("Flags", flags)]
    return [*screen.pairs(pair for pair in about if pair[1]), ""]


def _read(file: str) -> object:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
        return json.loads(text)
    except OSError as exc:
        raise InputError(f"{file} cannot be read ({exc.strerror}); check the path") from exc
    except ValueError as exc:
        raise InputError(
            f"{file} is no JSON ({exc}); write a result with: ontorag ask … --json > result.json"
        ) from exc


def _results(read: object, file: str) -> list[Mapping[str, Any]]:
    """Give the results of a file: one, or (of a comparison) several."""
    listed = read if isinstance(read, list) else [read]
    results: list[Mapping[str, Any]] = [each for each in listed if isinstance(each, dict)]
    if not results or len(results) < len(listed):
        raise InputError(f"{file} holds no result; write one with: ontorag ask … --json")
    return results


def _trace_of(raw: Mapping[str, Any], file: str) -> Trace:
    from ontorag.values.json import trace_from_json

    found = raw.get("trace", raw)
    try:
        return trace_from_json(found)
    except InputError as exc:
        raise InputError(f"{file}: {exc}") from exc
