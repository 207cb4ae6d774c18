"""The commands of the guard: judge a text against facts, and test the guard on a graph."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ontorag.cli.graphs import opened
from ontorag.cli.options import Config, Database, Json, Kg, Language, User, settings_from
from ontorag.cli.showing import Screen, echo_json, this_screen
from ontorag.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection

    from ontorag.evaluation.selftest import Rate, Selftest
    from ontorag.verification import ClaimVerdict

NOT_PROVED = 3
KEPT = ("supported", "miscited", "invalid_id")
_FENCE = re.compile(r"```[a-zA-Z]*\s*(.*?)```", re.DOTALL)

guard = typer.Typer(
    help="Judge texts by facts, and test on your own graph what the guard catches.",
    no_args_is_help=True,
)


@guard.command("check")
def check(
    answer: Annotated[
        str,
        typer.Option("--answer", metavar="FILE|TEXT", help="The text to judge; - reads it."),
    ],
    facts: Annotated[
        Path | None,
        typer.Option(
            "--facts",
            metavar="FILE",
            help="Facts as JSON or JSON lines (dicts or triples), or any file that load reads.",
        ),
    ] = None,
    kg: Kg = None,
    cited: Annotated[
        str | None,
        typer.Option("--cited", metavar="IDS", help="Ids that the text cites, as F1,F2. All else."),
    ] = None,
    language: Language = None,
    as_json: Json = False,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Judge each sentence of a text by facts or by a graph.

    Supported, contradicted, unsupported, miscited or invalid id, with the reason. Ends with code
    3 when a sentence is not proved.
    """
    settings = settings_from(config, kg=kg, user=user, database=database, language=language)
    ids = None if cited is None else [each.strip() for each in cited.split(",") if each.strip()]
    found: list[ClaimVerdict] = []
    if facts is not None and facts.suffix.lower() in (".json", ".jsonl", ".ndjson"):
        from ontorag.verification import verify

        given = read_facts(facts)
        for text, own in read_answer(answer):
            found += verify(text, given, own or ids, language=settings.language)
    else:
        if facts is not None:
            settings = settings_from(config, kg=[str(facts)], language=language)
        with opened(settings) as graph:
            for text, own in read_answer(answer):
                found += graph.verify(text, own or ids, language=settings.language)
    if as_json:
        echo_json([verdict_to_json(each) for each in found])
    else:
        typer.echo("\n".join(show_verdicts(found, this_screen())))
    if any(each.kind not in KEPT for each in found) or not found:
        raise typer.Exit(NOT_PROVED)


@guard.command("selftest")
def selftest(
    kg: Kg = None,
    claims: Annotated[
        int, typer.Option("--claims", min=1, help="Facts that claims are made from, at most.")
    ] = 300,
    seed: Annotated[int, typer.Option("--seed", help="Draws the same facts for the same.")] = 0,
    language: Language = None,
    as_json: Json = False,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Test the guard on your own graph, with true claims and corrupted ones.

    Prints how many corrupted claims it catches and how many true ones it rejects, with 95 %
    intervals, and the properties whose words are too few.
    """
    from ontorag.evaluation.selftest import selftest as run

    settings = settings_from(config, kg=kg, user=user, database=database, language=language)
    with opened(settings) as graph:
        done = run(graph, claims=claims, language=settings.language, seed=seed)
    if as_json:
        echo_json(selftest_to_json(done))
    else:
        typer.echo("\n".join(show_selftest(done, this_screen())))


def read_facts(path: Path) -> Any:
    """Read facts from a JSON file, or from JSON lines."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as exc:
        raise InputError(f"{path} cannot be read: {exc}; give a file of JSON in UTF-8") from exc
    try:
        if path.suffix.lower() == ".json":
            return json.loads(text)
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError as exc:
        raise InputError(f"{path} is no JSON: {exc}") from exc


def read_answer(answer: str) -> list[tuple[str, list[str] | None]]:
    """Give the texts of an answer with the ids that they cite: a file, a text, or a model's JSON.

    >>> read_answer('{"claims": [{"text": "Anna leads Aurora.", "evidence_ids": ["F5"]}]}')
    [('Anna leads Aurora.', ['F5'])]
    """
    text = _text_of(answer)
    fenced = _FENCE.search(text)
    for candidate in (text, fenced[1] if fenced else ""):
        claims = _claims_in(candidate)
        if claims:
            return claims
    return [(text, None)]


def _text_of(answer: str) -> str:
    if answer == "-":
        return sys.stdin.read()
    path = Path(answer)
    try:
        is_file = len(answer) < 4096 and "\n" not in answer and path.is_file()
        return path.read_text(encoding="utf-8-sig") if is_file else answer
    except (OSError, UnicodeDecodeError) as exc:
        raise InputError(f"{answer} cannot be read: {exc}; give a text in UTF-8") from exc


def _claims_in(text: str) -> list[tuple[str, list[str] | None]]:
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if isinstance(raw, dict) and isinstance(raw.get("answer"), dict):
        raw = raw["answer"]
    claims = raw.get("claims") if isinstance(raw, dict) else None
    found: list[tuple[str, list[str] | None]] = []
    for each in claims if isinstance(claims, list) else ():
        if isinstance(each, dict) and isinstance(each.get("text"), str):
            ids = each.get("evidence_ids")
            listed = [str(id_) for id_ in ids] if isinstance(ids, list) else []
            found.append((each["text"], listed))
    return found


def verdict_to_json(verdict: ClaimVerdict) -> dict[str, Any]:
    """Write one verdict as a JSON object."""
    return {
        "claim": verdict.claim,
        "kind": verdict.kind,
        "reason": verdict.reason,
        "spans": [{"text": s.text, "start": s.start, "end": s.end} for s in verdict.spans],
        "evidence_ids": list(verdict.evidence_ids),
    }


def show_verdicts(found: Collection[ClaimVerdict], screen: Screen) -> list[str]:
    """Write the verdicts, one claim after the other."""
    if not found:
        return screen.wrap("There is no sentence in it.")
    lines: list[str] = []
    for each in found:
        ids = "".join(f" [{id_}]" for id_ in each.evidence_ids)
        lines += screen.wrap(f"{each.kind}: {each.claim}{ids}", indent="  ")
        if each.reason:
            lines += screen.wrap(f"  {each.reason}", indent="  ")
    return lines


def show_selftest(done: Selftest, screen: Screen) -> list[str]:
    """Write what came of a selftest as tables."""
    rows = [["corrupted", "caught", "of", "rate", "95 %"]]
    rows += [[kind, *_cells(rate)] for kind, rate in done.caught]
    rows.append(["all", *_cells(done.all_caught)])
    alarms = [["true", "rejected", "of", "rate", "95 %"], ["all", *_cells(done.alarms)]]
    lines = [*screen.table(rows), "", *screen.table(alarms)]
    for title, texts in (("Missed:", done.missed), ("Wrongly rejected:", done.rejected)):
        if texts:
            lines += ["", title, *(line for t in texts for line in screen.wrap(f"  {t}"))]
    if done.thin:
        lines += ["", *screen.wrap(_THIN)]
        named = [["  property", "rejected", "of"]]
        named += [[f"  {t.label}", str(t.rejected.hits), str(t.rejected.of)] for t in done.thin]
        lines += screen.table(named)
    if done.left_out:
        lines += ["", *screen.wrap(f"{done.left_out} facts were left out: their names are shared.")]
    return lines


_THIN = (
    "Words are too few for these properties; add labels, or verbs with "
    "<urn:ontorag:schema#verb> in the ontology:"
)


def _cells(rate: Rate) -> list[str]:
    low, high = rate.interval
    return [
        str(rate.hits), str(rate.of), f"{rate.value:.1%}", f"{low:.1%} to {high:.1%}",
    ]  # fmt: skip


def selftest_to_json(done: Selftest) -> dict[str, Any]:
    """Write what came of a selftest as a JSON object."""
    return {
        "language": done.language,
        "caught": {kind: _rate_to_json(rate) for kind, rate in done.caught},
        "all_caught": _rate_to_json(done.all_caught),
        "alarms": _rate_to_json(done.alarms),
        "thin": [
            {"iri": t.property.value, "label": t.label, "rejected": _rate_to_json(t.rejected)}
            for t in done.thin
        ],
        "missed": list(done.missed),
        "rejected": list(done.rejected),
        "left_out": done.left_out,
    }


def _rate_to_json(rate: Rate) -> dict[str, Any]:
    low, high = rate.interval
    return {"hits": rate.hits, "of": rate.of, "rate": rate.value, "low": low, "high": high}
