"""Flags: a property that is true or false of things is asked of as a condition.

"Is Anna vegetarian?" and "who has a licence" ask for "true", and a recorded "false" is no yes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ontorag.language import Language, cues
from ontorag.values import IRI, Candidate, Concept, Link, Literal, Value

Flag = Callable[[IRI], Literal | None]
"""Gives "true", as it is written, of a property that is true or false of things."""


def with_flags(
    links: tuple[Link, ...], text: str, language: Language, flag: Flag
) -> tuple[Link, ...]:
    """Take words for a property that is a flag as its value "true".

    Behind a negation it is excluded.
    """
    return tuple(_as_value(link, links, text, language, flag) for link in links)


def _as_value(
    link: Link,
    links: tuple[Link, ...],
    text: str,
    language: Language,
    flag: Flag,
) -> Link:
    target = link.target
    if link.role != "relation" or not isinstance(target, Concept):
        return link
    literal = flag(target.iri) if isinstance(target.iri, IRI) else None
    if literal is None or not isinstance(target.iri, IRI):
        return link
    value = Value(target.iri, literal)
    matched = link.candidates[0].matched_label if link.candidates else link.mention.text
    score = link.candidates[0].score if link.candidates else 1.0
    tier = link.method
    return replace(
        link,
        target=value,
        candidates=(Candidate(value, score, tier, matched),),
        role="excluded" if _is_denied(link, links, text, language) else "required",
    )


def _is_denied(link: Link, links: tuple[Link, ...], text: str, language: Language) -> bool:
    """Whether the last link or negation before it is a negation: "not vegetarian"."""
    before = [each.mention.end for each in links if each.mention.end <= link.mention.start]
    denied = [
        cue.end
        for cue in cues(text, language)
        if cue.kind in ("negation", "but_not") and cue.end <= link.mention.start
    ]
    return max(denied, default=-1) > max(before, default=-1)
