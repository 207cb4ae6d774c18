"""Following up: a question that goes on from an earlier result, made one that stands by itself.

"And which of them know SQL?" is asked within the earlier answers; "What about Gimli?" is the
earlier question with another name. All of it in code: no model rewrites a question.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from ontorag.errors import InputError
from ontorag.result import Result
from ontorag.values import And, Concept, Constraint, Is, Labelled, Link, Literal, Plan, Term

_THEM = re.compile(
    r"\b(?:of|among)\s+(?:them|these|those|the(?:se|m)\s+\w+)\b|\bdavon\b|\bdarunter\b"
    r"|\b(?:von|unter)\s+(?:ihnen|diesen|denen)\b|\bthem\b|\b(?:do|are|have)\s+they\b",
    re.IGNORECASE,
)
_EACH_OF = re.compile(
    r"\b(all|each|every|any|some|alle|jede[rs]?|irgendeine?r?)\s+(?:one\s+)?"
    r"(?:of\s+(?:them|these|those)|von\s+(?:ihnen|diesen|denen)|davon)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"\b(?:he|she|him|er|sie|ihn|ihm)\b|\bit\b(?!\s+(?:that|true|possible)\b)", re.IGNORECASE
)
_OWNED = re.compile(r"\b(?:his|her|its)\s+(?=\w)", re.IGNORECASE)
_OWNED_DE = re.compile(r"\b(?:sein|seine|seinen|ihr|ihre|ihren)\s+([A-ZÄÖÜ]\w+)")
_AND = re.compile(r"^\s*(?:and|und|but|aber)\s+", re.IGNORECASE)
_ABOUT = re.compile(
    r"^\s*(?:and\s+|und\s+)?(?:what\s+about|how\s+about|was\s+ist\s+mit|wie\s+ist\s+es\s+mit"
    r"|wie\s+sieht\s+es\s+(?:bei|mit)|und\s+bei|and\s+for)\s+(.+?)\s*[?.!]*\s*$"
    r"|^\s*(?:and|und)\s+([^?.!]+?)\s*\?\s*$",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\b(?:who|which|what|how|when|where|whose|is|are|does|do|has|have|wer|welche[rsnm]?|was|wie"
    r"|wann|wo|ist|sind|hat|haben|kann|can)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Followed:
    """A question that stands by itself; ``within`` are the things it is asked of, None for any."""

    question: str
    within: tuple[Term, ...] | None = None


def follow(question: str, after: Result, link: Callable[[str], tuple[Link, ...]]) -> Followed:
    """Make a follow-up a question of its own.

    What neither speaks of the earlier answers nor names something else in their place is taken
    as it is. Raises `InputError` where there are no earlier answers to narrow.
    """
    about = _ABOUT.match(question)
    name = (about[1] or about[2]) if about else None
    if name and not _ASKING.search(name) and not _THEM.search(name):
        return Followed(_with_another(name, after, link))
    named = _with_name(question, after)
    if named != question:
        return Followed(_AND.sub("", named))
    narrowed = _THEM.search(question) is not None
    if not narrowed and not _AND.match(question):
        return Followed(question)
    terms = tuple(
        each.term for each in after.answers
        if isinstance(each, Labelled) and not isinstance(each.term, Literal)
    )  # fmt: skip
    if not terms:
        raise InputError(
            f"{question!r} goes on from the answers to {after.question!r}, which has none that "
            "are things; ask it whole"
        )
    return Followed(_without_them(question, after), terms)


def within(plan: Plan, terms: tuple[Term, ...], language: str) -> Plan:
    """Restrict a plan to earlier answers."""
    among = Is(terms)
    text = (
        f"unter den {len(terms)} von zuvor" if language == "de" else f"of the {len(terms)} before"
    )
    where = And((plan.where, among))
    table = None if plan.table is None else replace(plan.table, of=And((plan.table.of, among)))
    each = plan.each
    if each is not None:
        each = replace(each, text=f"{each.text}, {text}", where=And((each.where, among)))
    sentences = tuple((each, said.rstrip(".") + _SAID[each]) for each, said in plan.sentences)
    added = (Constraint(text, among),) if each is None else ()
    constraints = (*plan.constraints, *added)
    return replace(
        plan, where=where, table=table, constraints=constraints, sentences=sentences, each=each
    )  # fmt: skip


def _with_name(question: str, after: Result) -> str:
    """Put the one earlier answer in the place of a pronoun: "Was verdient sie?", "What is it …"."""
    things = [each for each in after.answers if isinstance(each, Labelled)]
    if len(things) != 1 or isinstance(things[0].term, Literal):
        return question
    label = things[0].label
    owned = _OWNED.sub(f"{label}'s ", question, count=1)
    if owned == question:
        owned = _OWNED_DE.sub(lambda said: f"{said[1]} von {label}", question, count=1)
    return owned if owned != question else _PRONOUN.sub(lambda _: label, question, count=1)


_SAID = {"de": "; nur unter den vorigen Antworten.", "en": "; only among the answers before."}


def _without_them(question: str, after: Result) -> str:
    """Put the class of the earlier answers in the place of "of them"."""
    kind = _common_kind(after)
    text = _AND.sub("", question)
    text = _EACH_OF.sub(rf"\1 {kind} ", text) if kind else text
    text = _THEM.sub(" ", text)
    which = re.compile(r"\b(which|welche[rsnm]?|how many|wie viele)\b", re.IGNORECASE)
    said = which.search(text)
    if said is None:
        return " ".join(text.split())
    counting = said[1].lower() in ("how many", "wie viele")
    if not kind and counting:
        raise InputError(f"{question!r}: say what is counted, the answers are of no one class")
    who = "Wer" if said[1].lower().startswith("welche") else "Who"
    asked = f"{said[1]} {kind}" if kind else who
    return " ".join((text[: said.start()] + asked + text[said.end() :]).split())


def _common_kind(after: Result) -> str:
    """Give the label of the class that the earlier question asked for, or that all answers have."""
    asked = after.plan.asked_class if after.plan is not None else None
    labels = {each.term: each.label for each in after.subgraph.entities}
    if asked is not None and asked in labels:
        return labels[asked]
    things = [each for each in after.answers if isinstance(each, Labelled)]
    common = set.intersection(*({*each.classes} for each in things)) if things else set()
    return min(common, default="")


def _with_another(name: str, after: Result, link: Callable[[str], tuple[Link, ...]]) -> str:
    """Put another name in the place of the one in the earlier question that is most like it."""
    meant = {_kind(each) for each in link(name) if each.target is not None}
    named = [
        each for each in after.links
        if isinstance(each.target, Concept) and each.role != "relation"
        and not {"class", "property"} & {*each.target.kinds}
    ]  # fmt: skip
    like = [each for each in named if _kind(each) in meant] or named
    if not like:
        raise InputError(
            f"“{name}” cannot take the place of anything in {after.question!r}: it names nothing"
        )
    mention = like[-1].mention
    earlier = after.question
    return earlier[: mention.start] + name + earlier[mention.end :]


def _kind(link: Link) -> tuple[str, ...]:
    target = link.target
    return target.kinds if isinstance(target, Concept) else ("value",)
