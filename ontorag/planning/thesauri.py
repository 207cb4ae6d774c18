"""Questions about a thesaurus: what is narrower, broader, related, or at the top.

"Unterbegriffe von X", "What is broader than X?". A relation of SKOS holds whichever of its two
properties states it; with "all" those of what is so found are meant too.

Source: SKOS Simple Knowledge Organization System Reference, sections 4 and 8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ontorag.language import fold
from ontorag.language.words import Language, folded_set
from ontorag.names import SKOS
from ontorag.planning.describing import describe
from ontorag.planning.question import Question, read_question
from ontorag.values import IRI, And, Concept, Constraint, Has, Is, Link, Or, Plan, Step, Term, Where

DEEPEST = 30
"""How many levels "all narrower terms" goes down, at most."""
Members = Callable[[Where], list[Term]]
_BROADER, _NARROWER, _RELATED = (IRI(SKOS + name) for name in ("broader", "narrower", "related"))
_BELOW = folded_set(
    """
    narrower subconcept subconcepts subterm subterms subtopic subtopics child children hyponym
    hyponyms below under
    unterbegriff unterbegriffe unterbegriffen unterkonzept unterkonzepte unterthema unterthemen
    untergeordnet untergeordnete untergeordneten engere engeren unterpunkt unterpunkte unter
    """
)
_ABOVE = folded_set(
    """
    broader superconcept superconcepts parent parents hypernym above
    oberbegriff oberbegriffe oberbegriffen oberkonzept oberthema übergeordnet übergeordnete
    übergeordneten übergeordneter weitere weiterer
    """
)
_BESIDE = folded_set("related associated verwandt verwandte verwandten verwandter")
_LIGHT = folded_set(
    """
    what which are is the a an of than to terms term concepts concept topics topic entries does do
    have has there direct directly all how many list name show me give please in under
    was sind ist der die das den dem des ein eine einen welche welcher welches von zu zum zur für
    begriff begriffe begriffen konzept konzepte konzepten thema themen hat haben gibt es direkte
    direkten alle allen wie viele nenne zeige mir bitte im als
    """
)


def plan_thesaurus(
    text: str,
    links: Sequence[Link],
    *,
    language: Language,
    label: Callable[[Term], str],
    members: Members,
) -> Plan | None:
    """Plan a question for the concepts above, below or beside others; None of any other.

    ``members`` gives those of a set; it is asked only for "all".
    """
    named = tuple(link for link in links if isinstance(link.target, Concept))
    question = read_question(text, named, language)
    concepts = [link for link in named if "concept" in _concept(link).kinds]
    outside = {fold(word) for word in question.words_outside(concepts)} - {""}
    if not 1 <= len(concepts) <= 2 or question.has("negation", "but_not", "or"):
        return None
    for words, steps in (
        (_BELOW, (Step(_BROADER), Step(_NARROWER, inverse=True))),
        (_ABOVE, (Step(_NARROWER), Step(_BROADER, inverse=True))),
        (_BESIDE, (Step(_RELATED), Step(_RELATED, inverse=True))),
    ):
        if outside & words and outside <= words | _LIGHT:
            plan = _plan(question, concepts, steps, label, members)
            return plan and replace(plan, sentences=describe(plan, label))
    return None


def _plan(
    question: Question, concepts: Sequence[Link], steps: tuple[Step, Step],
    label: Callable[[Term], str], members: Members,
) -> Plan | None:  # fmt: skip
    *first, topic = (_concept(link).iri for link in concepts)
    reached = _all_of(topic, steps, members) if question.has("all") else (topic,)
    where = Or(tuple(Has(step, Is(reached)) for step in steps))
    predicates = tuple(dict.fromkeys(step.predicate for step in steps))
    text = f"{label(steps[1].predicate)}: {label(topic)}"
    constraint = Constraint(text, where, concepts[-1].mention.text, False, predicates)
    form = question.form
    if form == "exists" and first:
        return Plan(
            "exists", And((Is(tuple(first)), where)), (constraint,), subjects=tuple(first),
            properties=predicates, language=question.language,
        )  # fmt: skip
    if form == "exists" or first:
        return None
    return Plan(
        "count" if form == "count" else "values", where, (constraint,), subjects=(topic,),
        properties=predicates, language=question.language,
    )  # fmt: skip


def _all_of(topic: Term, steps: tuple[Step, Step], members: Members) -> tuple[Term, ...]:
    """Give a concept with all that stand below (or above) it, level by level."""
    reached: dict[Term, None] = {topic: None}
    edge: tuple[Term, ...] = (topic,)
    for _ in range(DEEPEST):
        found = members(Or(tuple(Has(step, Is(edge)) for step in steps)))
        edge = tuple(term for term in found if term not in reached)
        if not edge:
            break
        reached.update(dict.fromkeys(edge))
    return tuple(reached)


def _concept(link: Link) -> Concept:
    assert isinstance(link.target, Concept)
    return link.target
