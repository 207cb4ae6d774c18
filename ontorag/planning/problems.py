"""Why a question cannot be planned, in the order in which the reasons apply."""

from __future__ import annotations

from collections.abc import Mapping

from ontorag.language import fold, words
from ontorag.lexicon import Lexicon, PhraseMatch, is_kind_noun, is_time_noun
from ontorag.planning.question import Question
from ontorag.planning.relations import Weighing
from ontorag.schema import Schema
from ontorag.values import IRI, Concept, Link, Problem, Term

_OF = frozenset(("of", "the", "von", "vom", "der", "des", "dem"))
_OPERATIONS = (
    ("instruction", "instruction"),
    ("opinion", "opinion"),
    ("counterfactual", "counterfactual"),
)


def early_problem(
    question: Question,
    phrases: Mapping[IRI, PhraseMatch],
    lexicon: Lexicon,
    schema: Schema,
) -> Problem | None:
    """Find what stops a question before any relation is weighed; the first that applies."""
    if not any(char.isalnum() for token in question.said for char in token.text):
        return Problem("invalid_question")
    for kind, operation in _OPERATIONS:
        cue = question.first(kind)
        if cue is not None:
            return Problem("unsupported_operation", cue.text, operation=operation)
    second = question.second_question
    if second:
        return Problem("unsupported_operation", second, operation="several questions")
    joined = question.joined_question
    if joined:
        return Problem("unsupported_operation", joined, operation="joined questions")
    cue = question.first("prediction")
    if cue is not None:
        return Problem("out_of_time_scope", cue.text, operation="prediction")
    ranked = _unranked(question)
    if ranked is not None:
        return ranked
    if not _in_domain(question, phrases, lexicon, schema):
        return Problem("out_of_domain", _unread_text(question))
    return _unknown(question, phrases, schema) or _ambiguous(question)


def _unranked(question: Question) -> Problem | None:
    """Find a ranking of nothing that a property could rank: "der beste Programmierer"."""
    cue = question.first("superlative_max", "superlative_min", "judgement")
    named = [link for link in question.links if link.target is not None or link.ambiguous]
    if cue is None or named:
        return None
    return Problem("unsupported_operation", _from(question, cue.start), operation="ranking")


def _from(question: Question, start: int) -> str:
    return question.text[start:].rstrip(" ?!.")[:80]


def _in_domain(
    question: Question,
    phrases: Mapping[IRI, PhraseMatch],
    lexicon: Lexicon,
    schema: Schema,
) -> bool:
    """Whether anything but an adjunct is of the ontology."""
    core = question.of_role("required", "excluded", "alternative", "asked", "relation")
    if any(link.target is not None or link.ambiguous for link in core):
        return True
    if phrases:
        return True
    cue = question.first("possession")
    if cue is None or not question.bound or question.unread_verb is not None:
        return False
    return any(lexicon.says_possession(iri) for iri in schema.properties)


def _unread_text(question: Question) -> str:
    unread = [link.mention.text for link in question.links if link.target is None]
    return ", ".join(unread)


def _unknown(
    question: Question, phrases: Mapping[IRI, PhraseMatch], schema: Schema
) -> Problem | None:
    """An unread constraint; in a disjunction one that is read suffices."""
    words_said = {
        fold(question.said[at].text) for match in phrases.values() for at in match.positions
    }
    said = {token.start for token in question.said if fold(token.text) in words_said}
    for link in question.bound:
        if link.target is not None or link.ambiguous or link.mention.start in said:
            continue
        if not schema.classes and is_kind_noun(link.mention.text):
            continue
        if link.mention.start in question.common_places or (
            is_time_noun(link.mention.text)
            and any(match.phrase.temporal for match in phrases.values())
        ):
            continue
        others = [other for other in question.of_role("alternative") if other is not link]
        if link.role == "alternative" and any(other.target is not None for other in others):
            continue
        cls = question.follows_class(link)
        return Problem(
            "unknown_entity" if cls is not None or _is_name(question, link) else "unknown_concept",
            link.mention.text,
            options=_considered(link),
            asked_class=cls,
        )
    return None


def _considered(link: Link) -> tuple[Term, ...]:
    """Give what stood nearest to an unread mention, to be offered."""
    return tuple(c.target.iri for c in link.candidates if isinstance(c.target, Concept))


def _is_name(question: Question, link: Link) -> bool:
    """Several capital words are a name."""
    parts = link.mention.text.split()
    capital = all(part[:1].isupper() for part in parts)
    return capital and (len(parts) > 1)


def _ambiguous(question: Question) -> Problem | None:
    for link in question.bound:
        if link.ambiguous:
            options = tuple(
                dict.fromkeys(
                    c.target.iri for c in link.candidates if isinstance(c.target, Concept)
                )
            )
            return Problem("ambiguous", link.mention.text, options=options)
    return None


def unknown_relation(
    question: Question, link: Link, weighing: Weighing, *, said: Link | None = None
) -> Problem:
    """Say that no property relates a thing as asked, with those that it has.

    ``said`` are the words for the relation, otherwise the first that could not be read.
    """
    thing: Term | None = link.target.iri if isinstance(link.target, Concept) else None
    unread = said or question.unread_verb
    edges = weighing.around.steps_of(thing) if thing is not None else {}
    return Problem(
        "unknown_relation",
        unread.mention.text if unread is not None else "",
        subject=thing,
        properties=tuple(
            dict.fromkeys(
                step.predicate
                for step in sorted(edges, key=lambda s: (s.inverse, str(s.predicate)))
            )
        ),
    )


def as_relation(problem: Problem, question: Question, weighing: Weighing) -> Problem:
    """Take an unread noun that is *of* a thing as a relation: "the daughter of Inga"."""
    noun = next((link for link in question.bound if link.mention.text == problem.mention), None)
    if problem.reason != "unknown_concept" or noun is None:
        return problem
    for link in question.bound:
        after = question.text[noun.mention.end : link.mention.start].casefold().split()
        before = question.text[link.mention.end : noun.mention.start].strip()
        of = bool(after) and after[0] in _OF and set(after) <= _OF
        if _is_thing(link) and (of or before in ("'s", "’s")):
            return unknown_relation(question, link, weighing, said=noun)
    return problem


def _is_thing(link: Link) -> bool:
    return isinstance(link.target, Concept) and "class" not in link.target.kinds


def late_problem(question: Question, weighing: Weighing) -> Problem:
    """Nothing the question names puts a condition on an answer."""
    cue = question.first("superlative_max", "superlative_min", "judgement")
    if cue is not None:
        return Problem("unsupported_operation", _from(question, cue.start), operation="ranking")
    stop = words(question.language).stop_words
    said = [token.text for token in question.said if fold(token.text) not in stop]
    if question.of_role("relation"):
        return Problem("unknown_relation", " ".join(said)[:80])
    return Problem("out_of_domain", " ".join(said)[:80])
