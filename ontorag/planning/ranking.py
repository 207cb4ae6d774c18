"""Superlatives: by which property, on which scale, something is the highest."""

from __future__ import annotations

from ontorag.language import fold, words
from ontorag.lexicon import word_forms
from ontorag.planning.question import Question
from ontorag.planning.relations import Weighing
from ontorag.schema import Property
from ontorag.values import IRI, Superlative

NOUN, MEASURE = 2, 1
BOTH = NOUN + MEASURE
"""Where the noun is a property that cannot rank ("höchste Fähigkeit"), one that speaks of it and
of the measure can ("Fähigkeitsstufe")."""


def superlative_of(
    question: Question, weighing: Weighing, stated: frozenset[IRI] = frozenset()
) -> Superlative | None:
    """Read a superlative with the property that can rank it, or None of both.

    What only qualifies statements can rank where one of the properties ``stated`` has it.

    A property can rank when the ontology declares an order of its values, or they are numbers
    or dates, and a word of it is the superlative's measure ("höchste": Niveau, Höhe) or the
    noun that it stands with.
    """
    cue = question.first("superlative_max", "superlative_min")
    if cue is None:
        return None
    largest = cue.kind == "superlative_max"
    known = words(question.language).superlatives.get(fold(cue.text))
    wanted = {form for measure in (known.measures if known else ()) for form in word_forms(measure)}
    noun = _noun_after(question, cue.end)
    measured = "" if _is_class_asked(noun, question) else noun
    own = _said_by(noun, weighing)
    uses = [use for use in weighing.schema.properties.values() if _can_rank(use)]
    uses = [use for use in uses if not stated or _ranks_one(use, stated, weighing)]
    said = [use for use in uses if use.iri in own]
    least = BOTH if own and not said else 1
    ranked = [
        (score, use)
        for use in said or uses
        if (score := _speaks_of(use, weighing, wanted, measured)) >= least
    ]
    text = question.text[cue.start : cue.end] + (f" {noun}" if noun else "")
    ranked = ranked or [(1, use) for use in _of_statements(uses, weighing)]
    if not ranked:
        return Superlative(text, largest)
    _, best = max(ranked, key=lambda pair: (pair[0], pair[1].triples, pair[1].iri.value))
    wanted_best = question.wanted_best
    n = wanted_best[0] if wanted_best is not None else 1
    return Superlative(text, largest, best.iri, best.scale, n)


def _ranks_one(use: Property, stated: frozenset[IRI], weighing: Weighing) -> bool:
    return not stated.isdisjoint(use.qualifies) or weighing.is_open(use)


def _of_statements(uses: list[Property], weighing: Weighing) -> list[Property]:
    """Give the one thing that can rank the statements a question speaks of: their score."""
    own = [use for use in uses if use.is_qualifier and not weighing.is_temporal(use)]
    said = [use for use in own if not weighing.phrases.keys().isdisjoint(use.qualifies)]
    found = said or ([] if weighing.phrases else own)
    return found if len(found) == 1 else []


def _said_by(noun: str, weighing: Weighing) -> frozenset[IRI]:
    """Give the properties that the noun itself says: only they can be what is ranked by."""
    matches = weighing.lexicon.matches([noun]) if noun else ()
    return frozenset(match.phrase.property for match in matches if match.phrase.weight == 1)


def _can_rank(use: Property) -> bool:
    numeric = any(
        cls.value.rpartition("#")[2]
        in ("integer", "decimal", "double", "float", "int", "long", "date", "dateTime", "gYear",
            "nonNegativeInteger", "positiveInteger", "gYearMonth")
        for cls in use.ranges
    )  # fmt: skip
    return bool(use.scale) or numeric or (use.measures and use.is_qualifier)


def _speaks_of(use: Property, weighing: Weighing, wanted: set[str], noun: str) -> int:
    """Count how a property's words speak of the measure and the noun."""
    forms = word_forms(noun) if noun else frozenset[str]()
    said = {form for p in weighing.lexicon.phrases_of(use.iri) for word in p.words for form in word}
    heads = {form for form in wanted for word in said if word.endswith(form) and len(form) > 3}
    begun = any(word.startswith(form) for word in said for form in forms if len(form) > 3)
    of_noun, of_measure = bool(said & forms) or begun, bool(said & wanted or heads)
    return NOUN * of_noun + MEASURE * of_measure + (use.iri in weighing.phrases)


def ranks_elsewhere(question: Question, weighing: Weighing) -> bool:
    """Whether the noun of a superlative names what ranks other things than those found.

    "Who has the highest salary in Sales?" ranks by salaries, whatever else Sales leads to.
    """
    cue = question.first("superlative_max", "superlative_min")
    noun = _noun_after(question, cue.end) if cue is not None else ""
    properties = weighing.schema.properties
    return any(_can_rank(properties[iri]) for iri in _said_by(noun, weighing) if iri in properties)


def _is_class_asked(noun: str, question: Question) -> bool:
    """Whether the noun only says of what kind the answers are: "the best employee"."""
    return question.asked_class is not None and any(
        link.mention.text == noun for link in question.of_role("asked")
    )


def _noun_after(question: Question, end: int) -> str:
    after = [token for token in question.said if token.start >= end]
    return after[0].text if after else ""
