"""Run questions through modes: in parallel, resumable, each result on disk before the next."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ontorag.errors import InputError
from ontorag.evaluation.asking import Ask
from ontorag.evaluation.questions import Question
from ontorag.evaluation.records import Record, record_from_json, record_to_json
from ontorag.pipeline import Mode

RESULTS = "results.jsonl"
SETTINGS = "run.json"


@dataclass(frozen=True, slots=True)
class Task:
    """One question in one mode."""

    question: Question
    mode: Mode


class RunFolder:
    """The folder of one run: its settings and a line for each result.

    ``settings`` identify the run (questions, graph, modes, model …). Raises `InputError` when the
    folder holds the results of another run, unless ``fresh`` says to begin anew.
    """

    def __init__(self, path: Path, settings: dict[str, Any], *, fresh: bool = False) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        known = path / SETTINGS
        if fresh:
            (path / RESULTS).unlink(missing_ok=True)
        elif known.is_file():
            _refuse_another(known, settings)
        known.write_text(
            json.dumps(settings, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )

    @property
    def results(self) -> Path:
        """The file of the results."""
        return self.path / RESULTS

    def done(self) -> dict[tuple[str, str], Record]:
        """Give the results so far, without failed questions and a line cut short by a crash."""
        if not self.results.is_file():
            return {}
        records = read_records(self.results, tolerant=True)
        return {record.key: record for record in records if record.error is None}

    def write(self, records: Sequence[Record]) -> None:
        """Write all results anew, in the order given; on a crash the old file stays."""
        beside = self.results.with_suffix(".part")
        beside.write_text("".join(map(_line, records)), encoding="utf-8")
        beside.replace(self.results)


def run(
    tasks: Sequence[Task],
    ask: Ask,
    folder: RunFolder,
    *,
    workers: int = 1,
    progress: Callable[[Record], None] = lambda record: None,
) -> list[Record]:
    """Ask what has no result yet, and give all results in the order of ``tasks``.

    Each result is written when it comes, so a run that was stopped goes on where it was.
    ``workers`` threads ask at the same time; times of steps are then those of a busy machine.
    An error stops the run after what is being asked; what is done is kept.
    """
    done = folder.done()
    folder.write([done[key] for key in map(_key, tasks) if key in done])
    missing = [task for task in tasks if _key(task) not in done]
    with folder.results.open("a", encoding="utf-8") as file:
        for record in _ask_all(missing, ask, workers):
            file.write(_line(record))
            file.flush()
            done[record.key] = record
            progress(record)
    records = [done[_key(task)] for task in tasks]
    folder.write(records)
    return records


def read_records(path: Path, *, tolerant: bool = False) -> list[Record]:
    """Read a results file; a line that is not one is an `InputError` that names it.

    With ``tolerant`` a last line that was cut short is passed over.
    """
    lines = path.read_text(encoding="utf-8").split("\n")
    cut = bool(lines[-1])
    records = []
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            records.append(record_from_json(json.loads(line)))
        except (ValueError, InputError) as error:
            if tolerant and cut and number == len(lines):
                break
            raise InputError(
                f"{path} line {number} is no result of an evaluation: {error}"
            ) from error
    return records


def digest(questions: Sequence[Question]) -> str:
    """Identify a list of questions by what is in them, for the settings of a run."""
    text = json.dumps([asdict(each) | {"line": None} for each in questions], default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _refuse_another(known: Path, settings: dict[str, Any]) -> None:
    try:
        before = json.loads(known.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(f"{known} is not the settings of a run; name another folder") from error
    wanted = json.loads(json.dumps(settings))
    different = sorted(name for name in {*before, *wanted} if before.get(name) != wanted.get(name))
    if different:
        raise InputError(
            f"{known.parent} holds another run (it differs in {', '.join(different)}); "
            "name another folder with --out, or begin anew with --fresh"
        )


def _ask_all(tasks: Sequence[Task], ask: Ask, workers: int) -> Iterator[Record]:
    if workers == 1:
        for task in tasks:
            yield ask(task.question, task.mode)
        return
    with ThreadPoolExecutor(max_workers=workers, thread_name_prefix="ontorag-eval") as pool:
        running = [pool.submit(ask, task.question, task.mode) for task in tasks]
        try:
            for each in as_completed(running):
                yield each.result()
        finally:
            for each in running:
                each.cancel()


def _key(task: Task) -> tuple[str, str]:
    return task.mode, task.question.id


def _line(record: Record) -> str:
    return json.dumps(record_to_json(record), ensure_ascii=False) + "\n"
