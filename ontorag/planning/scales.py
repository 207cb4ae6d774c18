"""Parts of ordered scales: "mindestens Fortgeschritten", "better than beginner", "Senior or above".

A scale says the order of a property's values; a limit on it is the set of the values on its side.
"""

from __future__ import annotations

from collections.abc import Iterator

from ontorag.language import Cue, fold
from ontorag.language.words import folded_set
from ontorag.planning.comparing import OPERATORS, Comparison
from ontorag.planning.question import Question
from ontorag.planning.relations import Weighing
from ontorag.values import Concept, Has, Is, Link, Step, Term, Value
from ontorag.values.where import Operator


def scale_comparisons(question: Question, weighing: Weighing) -> list[Comparison]:
    """Read each value on a scale that a limit stands at as the part of the scale it bounds."""
    found: list[Comparison] = []
    for link in question.bound:
        for cue, operator in _limits(link, question, weighing):
            made = _part(link, cue, operator, weighing)
            if made is not None:
                found.append(made)
                break
    return found


def _limits(link: Link, question: Question, weighing: Weighing) -> Iterator[tuple[Cue, Operator]]:
    """Give the limits right before a value, over its property's words, or right behind it."""
    said = {question.said[at].start for m in weighing.phrases.values() for at in m.positions}
    for cue in question.cues:
        operator = OPERATORS.get(cue.kind)
        if operator is None or cue.kind in ("before", "after", "since", "until"):
            continue
        if cue.start >= link.mention.end:
            if not question.text[link.mention.end : cue.start].strip(" ,"):
                yield cue, operator
        elif all(
            token.start in said or fold(token.text) in _BETWEEN
            for token in question.said
            if cue.end <= token.start < link.mention.start
        ):
            yield cue, operator


_BETWEEN = folded_set(
    "als than auf at on in of the a an der die das dem den ein eine einem einen niveau level stufe "
    "grad grade degree rank rang mit with"
)


def _part(link: Link, cue: Cue, operator: Operator, weighing: Weighing) -> Comparison | None:
    """Give the values of a scale on one side of the value that a link means."""
    for use in weighing.schema.properties.values():
        value = _on(link, use.scale)
        if value is None:
            continue
        at = use.scale.index(value)
        part = {
            ">": use.scale[at + 1 :], ">=": use.scale[at:],
            "<": use.scale[:at], "<=": use.scale[: at + 1],
        }.get(operator, (value,))  # fmt: skip
        start, end = min(cue.start, link.mention.start), max(cue.end, link.mention.end)
        said = f"{operator} {link.mention.text}"
        return Comparison(use.iri, Has(Step(use.iri), Is(part)), said, start, end)
    return None


def _on(link: Link, scale: tuple[Term, ...]) -> Term | None:
    """Give the value of a scale that a link means, or may mean."""
    targets = [link.target, *(candidate.target for candidate in link.candidates)]
    for target in targets:
        term = target.iri if isinstance(target, Concept) else None
        term = target.literal if isinstance(target, Value) else term
        if term in scale:
            return term
    return None
