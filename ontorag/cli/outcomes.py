"""Outcomes, links and comparisons as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ontorag.cli.showing import Screen
from ontorag.names import local_name
from ontorag.values import (
    IRI,
    AnswerValue,
    Candidate,
    Concept,
    Fact,
    Labelled,
    Link,
    Outcome,
    Target,
    Term,
    TraceStep,
    Value,
    write_term,
)

RUNNERS_UP = 2
ROWS = 100
NEARBY = 20
"""Facts recorded nearby that are shown, at most."""
FLAGS = {
    "partial": "a part of the question was not used",
    "as_recorded": "as recorded: what is not recorded is not counted as no",
    "truncated": "more facts were selected than shown",
    "empty": "nobody and nothing: the records are complete",
    "replaced": "a claim of the model was not proved, and said again from the facts",
    "model_reading": "what a word means is said by the chat model alone",
    "model_abstained": "the model gave no answer, so it is written from the facts",
    "invalid_model_output": "the model's output was not usable, so the answer is from the facts",
}


def show_outcome(
    outcome: Outcome, screen: Screen, *, opening: float = 0.0, is_told: bool = False
) -> list[str]:
    """Write answer, citations, corrections, facts and times; ``opening`` is in milliseconds.

    An answer that is told already is not written again.
    """
    is_told = is_told and outcome.answer.status == "answered"
    lines = [] if is_told else _answer(outcome, screen)
    lines += _rows(outcome, screen)
    readings = [*_plan(outcome), *_corrections(outcome.links), *_notes(outcome)]
    if readings:
        lines += ["", *screen.pairs(readings)]
    lines += _facts(outcome, screen)
    steps = (TraceStep("open", opening), *outcome.trace.steps)
    return [*lines, "", *screen.pairs([("Time", _times(steps)), *_model(outcome)])]


def show_links(links: Sequence[Link], screen: Screen) -> list[str]:
    """Write one row for each link: words, meaning, how it was found, other candidates."""
    if not links:
        return ["Nothing in this text is in the vocabulary of the graph."]
    rows = [("words", "means", "by", "role", "also considered")]
    for link in links:
        others = ", ".join(each.matched_label for each in _runners_up(link))
        rows.append((link.mention.text, _meaning(link), _method(link), link.role, others))
    header, *body = screen.table(rows)
    return [screen.dim(header), *body]


def show_comparison(modes: Sequence[str], outcomes: Sequence[Outcome], screen: Screen) -> list[str]:
    """Write the modes side by side: answer, facts, tokens and seconds."""
    rows = [
        ("mode", *modes),
        ("answer", *(outcome.answer.text for outcome in outcomes)),
        ("facts", *(str(outcome.subgraph.total) for outcome in outcomes)),
        ("tokens", *(_tokens(outcome) for outcome in outcomes)),
        ("seconds", *(f"{_total(outcome.trace.steps) / 1000:.2f}" for outcome in outcomes)),
    ]
    return screen.table(rows, indent=0)


def _answer(outcome: Outcome, screen: Screen) -> list[str]:
    if outcome.answer.status != "answered":
        reason = (outcome.answer.reason or "").replace("_", " ")
        return [screen.bold(f"No answer: {reason}"), *_wrapped(outcome.answer.text, screen)]
    return [screen.bold(line) for line in _wrapped(outcome.answer.text, screen)]


def _rows(outcome: Outcome, screen: Screen) -> list[str]:
    """Write a table of answers, at most `ROWS` of it."""
    subgraph = outcome.subgraph
    if outcome.answer.status != "answered" or not subgraph.rows:
        return []
    shown = [tuple(map(_cell, row)) for row in subgraph.rows[:ROWS]]
    header, *body = screen.table([subgraph.columns, *shown])
    more = len(subgraph.rows) - len(shown)
    rest = [screen.dim(f"  … {more} more rows; --json gives all")] if more else []
    return ["", screen.dim(header), *body, *rest]


def _cell(value: AnswerValue | None) -> str:
    if value is None:
        return "–"
    return value.label if isinstance(value, Labelled) else str(value)


def _plan(outcome: Outcome) -> Iterable[tuple[str, str]]:
    """Say what was computed, where that is more than a look-up, or a model chose it."""
    if outcome.plan is not None and outcome.plan.table is not None:
        yield "Computed", outcome.plan.describe()
    for step in outcome.trace.steps:
        others = "; ".join(said for name, said in step.details if name == "also considered")
        for name, said in step.details:
            if name == "chosen by the model":
                yield "Read as", f"{said} (by the model; also considered: {others})"


def _wrapped(text: str, screen: Screen) -> list[str]:
    return [line for part in text.splitlines() for line in screen.wrap(part)]


def _corrections(links: Sequence[Link]) -> Iterable[tuple[str, str]]:
    for link in links:
        if link.corrected_to is not None:
            others = ", ".join(each.matched_label for each in _runners_up(link))
            considered = f"; also considered {others}" if others else ""
            yield (
                "Read as",
                f"{link.mention.text} -> {link.corrected_to} (by {_method(link)}{considered})",
            )
        elif link.ambiguous:
            options = ", ".join(_options(link))
            yield "Ambiguous", f"{link.mention.text}: {options}; settle it with --link"
    unlinked = [link.mention.text for link in links if link.target is None and not link.ambiguous]
    if unlinked:
        yield "Not linked", ", ".join(unlinked)


def _options(link: Link) -> Iterable[str]:
    """Name the candidates; those that share a label by their IRI too."""
    labels = [each.matched_label for each in link.candidates]
    for candidate, label in zip(link.candidates, labels, strict=True):
        target = candidate.target
        if labels.count(label) > 1 and isinstance(target, Concept):
            yield f"{label} {write_term(target.iri)}"
        else:
            yield label


def _notes(outcome: Outcome) -> Iterable[tuple[str, str]]:
    for flag in outcome.answer.flags:
        yield "Note", FLAGS.get(flag, flag)
        if flag in ("model_abstained", "invalid_model_output"):
            yield from (("Why", why) for why in _problems(outcome)[-1:])


def _problems(outcome: Outcome) -> list[str]:
    """Say what was wrong with a model's answer."""
    read = [
        value
        for step in outcome.trace.steps
        if step.name == "parse"
        for name, value in step.details
        if name == "problem"
    ]
    return [*read, *(call.problem for call in outcome.trace.calls if call.problem)]


def _facts(outcome: Outcome, screen: Screen) -> list[str]:
    subgraph = outcome.subgraph
    lines: list[str] = []
    if subgraph.facts:
        labels = {each.term: each for each in subgraph.entities}
        shown = f"{len(subgraph.facts)} of {subgraph.total}" if subgraph.truncated else ""
        lines += ["", screen.dim(f"Facts {shown}".rstrip())]
        lines += screen.table([_fact_row(fact, labels) for fact in subgraph.facts])
    if subgraph.nearby:
        labels = {each.term: each for each in subgraph.entities}
        lines += ["", screen.dim("Recorded nearby (no evidence of an answer)")]
        lines += screen.table([_fact_row(fact, labels) for fact in subgraph.nearby[:NEARBY]])
        more = len(subgraph.nearby) - NEARBY
        lines += [screen.dim(f"  … {more} more; --json gives all")] if more > 0 else []
    if subgraph.derived:
        lines += ["", screen.dim("Computed")]
        lines += screen.table([(each.id, each.text) for each in subgraph.derived])
    return lines


def _fact_row(fact: Fact, labels: Mapping[Term, Labelled]) -> tuple[str, str, str, str, str]:
    said = "; ".join(
        f"{_label(each.predicate, labels)}: {_label(each.value, labels)}"
        for each in fact.qualifiers
    )
    value = _label(fact.object, labels) + (f" ({said})" if said else "")
    told = {"asserted": "", "dl": "dl, no proof "}
    origin = told.get(fact.origin, f"{fact.origin} ")
    return (
        fact.id,
        _label(fact.subject, labels),
        _label(fact.predicate, labels),
        value,
        origin + ", ".join(fact.sources),
    )


def _label(term: Term, labels: Mapping[Term, Labelled]) -> str:
    if term in labels:
        return labels[term].label
    return local_name(term.value) if isinstance(term, IRI) else str(term)


def _meaning(link: Link) -> str:
    if link.ambiguous:
        return "ambiguous"
    if link.target is None:
        return "nothing in the graph"
    label = link.candidates[0].matched_label if link.candidates else target_name(link.target)
    return f"{label} ({target_kind(link.target)})"


def target_name(target: Target) -> str:
    """Name a link's target without the graph: its first label, else its local name."""
    if isinstance(target, Value):
        return target.literal.lexical
    if target.labels:
        return target.labels[0][0]
    return local_name(target.iri.value) if isinstance(target.iri, IRI) else write_term(target.iri)


def target_kind(target: Target) -> str:
    """Say what kind of thing a link's target is."""
    if isinstance(target, Concept):
        return ", ".join(target.kinds)
    return f"value of {local_name(target.property.value)}"


def _method(link: Link) -> str:
    if link.method in ("semantic", "typo") and link.candidates:
        return f"{link.method} {link.candidates[0].score:.2f}"
    return "model alone" if link.rests_on_model else link.method


def _runners_up(link: Link) -> tuple[Candidate, ...]:
    return tuple(each for each in link.candidates if each.target != link.target)[:RUNNERS_UP]


def _times(steps: Iterable[TraceStep]) -> str:
    listed = tuple(steps)
    parts = ", ".join(f"{step.name} {step.milliseconds:.0f}" for step in listed)
    return f"{_total(listed):.0f} ms ({parts})"


def _total(steps: Iterable[TraceStep]) -> float:
    return sum(step.milliseconds for step in steps)


def _model(outcome: Outcome) -> Iterable[tuple[str, str]]:
    if outcome.trace.model is not None:
        yield "Model", f"{outcome.trace.model}, {_tokens(outcome)} tokens"


def _tokens(outcome: Outcome) -> str:
    asked, said = outcome.trace.prompt_tokens, outcome.trace.completion_tokens
    return "-" if asked is None and said is None else f"{asked or 0} + {said or 0}"
