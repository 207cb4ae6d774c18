"""Why questions went wrong: causes grouped by what can be seen of them, with examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.qa_sets import Measured
from ontorag.evaluation.metrics import Share
from ontorag.evaluation.records import Record
from ontorag.values import Link

MOST_CAUSES = 10
EXAMPLES = 4
SHOWN = 8


@dataclass(frozen=True)
class Causes:
    """How many questions there were, how many went wrong, and why: (cause, examples) pairs."""

    questions: int
    wrong: int
    groups: tuple[tuple[str, tuple[Measured, ...]], ...]


def causes_of(measured: Sequence[Measured], metric: str) -> Causes:
    """Group the questions that miss something in ``metric``; the most frequent cause first.

    Where nearly every question has a cause of its own, the causes are taken more roughly.
    """
    wrong = [each for each in measured if _misses(each.shares.get(metric, (1.0, 1.0)))]
    groups = _grouped(wrong, _cause)
    if len(groups) > 0.8 * len(wrong):
        groups = _grouped(wrong, lambda each: _cause(each).partition(":")[0].partition(" (")[0])
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return Causes(len(measured), len(wrong), tuple((name, tuple(each)) for name, each in ordered))


def _misses(share: Share) -> bool:
    return share[0] < share[1]


def _grouped(
    measured: Sequence[Measured], cause: Callable[[Measured], str]
) -> dict[str, list[Measured]]:
    groups: dict[str, list[Measured]] = {}
    for each in measured:
        groups.setdefault(cause(each), []).append(each)
    return groups


def _cause(measured: Measured) -> str:
    record = measured.record
    if record is None:
        return measured.missed[0] if measured.missed else "other"
    kind = ", ".join(measured.question.tags)
    if record.error is not None:
        return f"an error: {record.error.partition(':')[0]}"
    if record.status != "answered":
        unread = [words.casefold() for words, label, _, _ in record.links if not label]
        decided = f"unread {', '.join(unread)}" if unread else f"all read ({kind})"
        return f"abstained, {record.reason}: {decided}"
    if not record.expected_count:
        return f"answered where there is nothing ({kind})"
    gold, returned = set(record.expected or ()), set(record.returned)
    if not gold & returned:
        return f"other answers ({kind})"
    if gold < returned:
        return f"too many answers ({kind})"
    return f"too few answers ({kind})" if returned < gold else f"some wrong answers ({kind})"


def write_causes(title: str, causes: Causes) -> str:
    """Write the causes as a chapter of Markdown."""
    right = causes.questions - causes.wrong
    lines = [f"## {title}", "", f"{right} of {causes.questions} right on the dev split.", ""]
    for name, examples in causes.groups[:MOST_CAUSES]:
        lines += [f"### {len(examples)} × {name}", ""]
        for example in examples[:EXAMPLES]:
            lines += _example(example)
        lines.append("")
    rest = sum(len(examples) for _, examples in causes.groups[MOST_CAUSES:])
    if rest:
        lines += [f"{rest} more in {len(causes.groups) - MOST_CAUSES} other groups.", ""]
    return "\n".join(lines)


def _example(measured: Measured) -> list[str]:
    question = measured.question
    tags = f" ({', '.join(question.tags)})" if question.tags else ""
    first = f"* [{question.id}] {question.text}{tags}"
    if measured.record is not None:
        return [first, *_details(measured.record)]
    links = "; ".join(
        f"{link.mention.text} → {_candidates(link)} ({link.method}, {link.role})"
        for link in measured.links
    )
    missed = "; ".join(measured.missed)
    wanted = ", ".join(each.rpartition("/")[2] for each in question.entities or ()) or "nothing"
    return [first, f"  * candidates: {links or 'none'}", f"  * expected {wanted}: {missed}"]


def _candidates(link: Link) -> str:
    return ", ".join(each.matched_label for each in link.candidates[:5]) or "∅"


def _details(record: Record) -> list[str]:
    links = "; ".join(
        f"{words} → {label or '∅'} ({method}, {role})"
        for words, label, method, role in record.links
    )
    lines = [f"  * links: {links or 'none'}", f"  * plan: {record.plan or 'none'}"]
    if record.status != "answered":
        lines.append(f"  * said: {' '.join(record.text.split())[:200]}")
    lines.append(
        f"  * returned {_listed(record.returned)}; expected {_listed(record.expected or ())}"
    )
    return lines


def _listed(values: Sequence[str]) -> str:
    more = f" … ({len(values)})" if len(values) > SHOWN else ""
    return (", ".join(values[:SHOWN]) or "nothing") + more
