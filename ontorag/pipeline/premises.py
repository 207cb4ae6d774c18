"""What a question takes for granted, and whether the data refute it.

"Since when does Ben lead Aurora?" presupposes that he does; so do "Ben, the leader of Aurora, …"
and "Ben als Leiter von Aurora". Each premise is judged as a claim by the facts about what it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ontorag.language import fold
from ontorag.language.families import claim_words
from ontorag.language.words import Language
from ontorag.pipeline.run import Asked
from ontorag.planning import Planned
from ontorag.stores.base import Pattern
from ontorag.values import (
    Concept,
    Fact,
    Link,
    Plan,
    Problem,
    Subgraph,
    Term,
    fact_order,
    write_term,
)
from ontorag.verification import Guard

FACTS_READ = 500
"""Facts about the things of a question that are read in each direction, at most."""
_EARLIER = (
    "invalid_question", "out_of_time_scope", "out_of_domain", "unknown_concept", "unknown_entity",
    "ambiguous",
)  # fmt: skip
_ADVERBS: dict[Language, tuple[str, ...]] = {
    "de": ("seit wann", "bis wann", "ab wann", "wie lange", "wie oft", "warum", "wieso", "weshalb",
           "weswegen", "wozu", "wann", "wo"),
    "en": ("since when", "until when", "for how long", "how long", "how often", "why", "when",
           "where"),
}  # fmt: skip
_BESIDE = re.compile(r"\s*,\s*([^,?!.]+)|\s+(?:als|as)\s+([^,?!.]+)")
_ALONE = re.compile(r"\s*(?:[,?!.]|$)")
_ARTICLE = re.compile(r"\b(?:der|die|das|dem|den|the)\b", re.IGNORECASE)


def refuted_premise(asked: Asked, planned: Planned) -> tuple[Problem, Subgraph] | None:
    """Give the premise that recorded facts refute, with these facts, or None.

    Only where no earlier reason of docs/abstaining.md applies.
    """
    made, language = planned.plan, _language(asked)
    if isinstance(made, Problem) and (made.reason in _EARLIER or _is_no_question(made)):
        return None
    things = _individuals(planned.links)
    whole = not (isinstance(made, Plan) and made.operation == "exists")
    premises = list(_premises(asked.question, things, language, whole=whole))
    if not premises or not things:
        return None
    evidence = _evidence(asked, dict.fromkeys(term for _, term in things))
    guard = Guard(
        evidence, language, known_labels=asked.view.labels_in, relations=asked.view.relations
    )
    for text in premises:
        refuting = guard.against(text)
        if refuting:
            facts = [fact for fact in evidence.facts if fact.id in refuting]
            return Problem("false_presupposition", text), _numbered(asked, facts)
    return None


def _language(asked: Asked) -> Language:
    return "de" if asked.language == "de" else "en"


def _is_no_question(problem: Problem) -> bool:
    """Whether an opinion, an instruction or the like was asked for, not just a word too many."""
    return problem.reason == "unsupported_operation" and bool(problem.operation)


def _individuals(links: Sequence[Link]) -> list[tuple[Link, Term]]:
    """Give the things that a question names, with their links."""
    return [
        (link, link.target.iri)
        for link in links
        if isinstance(link.target, Concept) and not {"class", "property"} & {*link.target.kinds}
    ]


def _premises(
    question: str, things: Iterable[tuple[Link, Term]], language: Language, *, whole: bool
) -> Iterator[str]:
    """Give what a question takes for granted, as sentences; with ``whole`` also all of it."""
    text = question.strip().rstrip("?!. ")
    adverb = next((a for a in _ADVERBS[language] if fold(text).startswith(f"{a} ")), None)
    if whole and adverb is not None:
        yield " ".join(text.split()[len(adverb.split()) :]) + "."
    copula = "ist" if language == "de" else "is"
    for link, _ in things:
        name = link.mention.text
        for said in _before(question, link):
            yield f"{name} {copula} {said}."
        beside = _BESIDE.match(question, link.mention.end)
        if beside is not None:
            said = (beside[1] or beside[2]).strip()
            clause = _relative(said, language)
            yield f"{name} {clause}." if clause else f"{name} {copula} {said}."


def _before(question: str, link: Link) -> Iterator[str]:
    """Give what may describe a name that stands between commas: "der Leiter von Aurora, Ben,"."""
    before, comma, space = question[: link.mention.start].rpartition(",")
    if comma and not space.strip() and _ALONE.match(question, link.mention.end):
        for article in _ARTICLE.finditer(before):
            yield before[article.start() :]


def _relative(text: str, language: Language) -> str:
    """Give a relative clause without its pronoun, "" where it is none: it ends in a verb."""
    first, _, rest = text.partition(" ")
    if fold(first) not in claim_words(language).relative or not rest:
        return ""
    return rest if language == "en" or rest.split()[-1][:1].islower() else ""


def _evidence(asked: Asked, things: Iterable[Term]) -> Subgraph:
    """Read the facts about the things."""
    ends = tuple(things)
    found: dict[str, Fact] = {}
    for pattern in (Pattern(subjects=ends), Pattern(objects=ends)):
        for fact in asked.view.store.facts(pattern, scope=asked.scope, limit=FACTS_READ):
            found[fact.key] = fact
    return _numbered(asked, sorted(found.values(), key=fact_order))


def _numbered(asked: Asked, facts: Sequence[Fact]) -> Subgraph:
    """Number facts F1, F2 …, with the labels of their terms."""
    numbered = tuple(replace(fact, id=f"F{n}") for n, fact in enumerate(facts, start=1))
    terms = {end for fact in numbered for end in (fact.subject, fact.predicate, fact.object)}
    terms |= {end for fact in numbered for q in fact.qualifiers for end in (q.predicate, q.value)}
    named = asked.view.names(terms, language=asked.language, scope=asked.scope)
    entities = tuple(named[term] for term in sorted(named, key=write_term))
    return Subgraph(facts=numbered, total=len(numbered), entities=entities)
