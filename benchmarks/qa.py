"""How questions of published sets are read and answered: one table with confidence intervals.

    python -m benchmarks.qa [--sample 200 | --all] [--set metaqa1,ck25,…] [--keep FOLDER]
    python -m benchmarks.qa --errors errors.md [--set …]

The table is made from the test splits. With ``--errors`` the dev splits are asked instead, and the
ten most frequent causes of error of each set are written, with examples. The data are found by
ONTORAG_DATA (default: ../shared/data beside this project). Samples are drawn by hash, so they are
the same each time. What each set and metric means: docs/evaluation.md.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.qa_errors import causes_of, write_causes
from benchmarks.qa_sets import SETS, Bench, Measured, QASet
from ontorag.evaluation import Estimate, draw, estimates
from ontorag.evaluation.metrics import NAMED
from ontorag.evaluation.summary import quantiles

HEAD = "| set | measure | value | 95 % interval | questions | at least | stretch | ms p50 / p95 |"


def measure(bench: Bench, chosen: QASet, split: str, sample: int | None) -> list[Measured]:
    """Ask the questions of a set, all or a sample."""
    questions = chosen.questions(split)
    if sample is not None:
        questions = list(draw(questions, sample))
    return [chosen.measure(bench, question) for question in questions]


def lines(chosen: QASet, measured: list[Measured], spent: list[float]) -> list[str]:
    """Give the lines of the table for one set."""
    found = estimates({each.question.id: each.shares for each in measured})
    times = quantiles(spent)
    rows = [
        _line(chosen.title, goal, found[goal[0]], f"{times.p50:,.1f} / {times.p95:,.1f}")
        for goal in chosen.goals
        if goal[0] in found
    ]
    name = chosen.goals[0][0]
    tags = sorted({tag for each in measured for tag in each.question.tags}) if chosen.by_tag else []
    for tag in tags:
        scores = {each.question.id: each.shares for each in measured if tag in each.question.tags}
        rows.append(_line(f"… {tag}", (name, None, None), estimates(scores)[name], ""))
    return rows


def _line(
    title: str, goal: tuple[str, float | None, float | None], each: Estimate, times: str
) -> str:
    name, least, stretch = goal
    metric = NAMED[name]
    places = 0 if metric.is_count else 3
    rises = metric.more_is_better
    met = least is None or (each.value >= least if rises else each.value <= least)
    wanted = "" if least is None else f"{'' if rises else '≤ '}{least:g}{'' if met else ' ✗'}"
    between = f"[{each.low:.{places}f}, {each.high:.{places}f}]"
    cells = (
        title, f"`{name}`", f"{each.value:.{places}f}", between, str(each.questions),
        wanted, "" if stretch is None else f"{stretch:g}", times,
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def table(bench: Bench, chosen: list[QASet], sample: int | None) -> None:
    """Print the table, each set when it is done."""
    print(HEAD + "\n" + "|---" * (HEAD.count("|") - 1) + "|")
    for each in chosen:
        questions = each.questions("test")
        if sample is not None:
            questions = list(draw(questions, sample))
        if not questions:
            continue
        each.measure(bench, questions[0])
        measured, spent = [], []
        for question in questions:
            started = time.perf_counter()
            measured.append(each.measure(bench, question))
            spent.append((time.perf_counter() - started) * 1000)
        print("\n".join(lines(each, measured, spent)), flush=True)


def errors(bench: Bench, chosen: list[QASet], sample: int | None, file: Path) -> None:
    """Write the most frequent causes of error on the dev splits."""
    parts = []
    for each in chosen:
        measured = measure(bench, each, "dev", sample)
        if measured:
            parts.append(write_causes(each.title, causes_of(measured, each.goals[0][0])))
            print(f"{each.name}: {len(measured)} questions", flush=True)
        file.write_text("\n".join(parts), encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Ask the sets and print the table, or write the causes of error."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sample", type=int, default=200, help="questions of each set, at most")
    parser.add_argument("--all", action="store_true", help="every question of each set")
    parser.add_argument("--set", default=",".join(SETS), help="names, with commas")
    parser.add_argument("--keep", type=Path, help="folder that keeps the loaded graphs")
    parser.add_argument("--errors", type=Path, help="write the causes of error on the dev splits")
    parser.add_argument("--chat", help="chat model for linking and answering")
    parser.add_argument("--chat-url", help="its OpenAI-compatible address")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.set.split(",") if name not in SETS]
    if unknown:
        parser.error(f"there is no set {unknown[0]!r}; there are {', '.join(SETS)}")
    chosen = [SETS[name] for name in options.set.split(",")]
    sample = None if options.all else options.sample
    with TemporaryDirectory() as folder:
        bench = Bench(options.keep or Path(folder), _chat(options.chat, options.chat_url))
        if options.errors:
            errors(bench, chosen, sample, options.errors)
        else:
            table(bench, chosen, sample)
        bench.close()
    return 0


def _chat(model: str | None, url: str | None) -> object:
    import ontorag

    return None if model is None else ontorag.OpenAIChat(model, base_url=url)


if __name__ == "__main__":
    sys.exit(main())
