"""Coverage: what a question says and the plan does not do. Nothing is dropped silently.

A plan that leaves out a negation, a comparison, a number or a relation would answer another
question; so it is given up, and the words are named.
"""

from __future__ import annotations

from ontorag.language import Cue, fold, parse_number, words
from ontorag.language.families import levels
from ontorag.language.words import folded_set
from ontorag.lexicon import is_light_adjective, is_light_verb, says_common
from ontorag.planning.asked_nouns import unread_noun
from ontorag.planning.comparing import Comparison, unread_quantity
from ontorag.planning.problems import unknown_relation
from ontorag.planning.qualifying import named_in, qualifiers_in
from ontorag.planning.question import Question
from ontorag.planning.relations import Weighing
from ontorag.values import IRI, Concept, Constraint, Every, Has, Link, Plan, Problem

_MUST_BE_DONE = (
    "only", "comparative_more", "comparative_less", "more_than", "less_than", "at_least",
    "at_most", "between", "about", "why",
)  # fmt: skip


MODALS = folded_set(
    """
    mag mögen möchte möchten will wollen soll sollen sollte sollten muss müssen darf dürfen
    must should shall want wants like likes may might ought wish wishes
    """
)
MAY = folded_set("könnte könnten could würde würden would")
_BECOMING = folded_set("wird werden wurde wurden becomes become became")
_NOBODY = folded_set("niemand niemanden niemandem nobody keiner")
_NTH = ("zweit", "dritt", "viert", "fuenft", "sechst", "siebt", "acht", "neunt", "zehnt")
_MOST = folded_set("meiste meisten wenigste wenigsten most fewest least")
"""Superlatives that count."""
_EACH = folded_set("each every per pro je jede jeder jedes jeden jedem jeweils")


def left_out(
    plan: Plan,
    question: Question,
    weighing: Weighing,
    read: list[Comparison],
    words_read: frozenset[int] = frozenset(),
) -> Problem | None:
    """Find the first thing that ``plan`` does not account for, as the reason to give it up.

    ``words_read`` are the places of words that the plan is known to have taken up.
    """
    return (
        _negation(plan, question)
        or _polarity(plan, question, weighing)
        or _time(plan, question, weighing)
        or _measure(plan, question, weighing)
        or _operation(plan, question, read)
        or _each(plan, question)
        or _quantity(question, read)
        or _ranking(plan, weighing)
        or _relation(plan, question, weighing)
        or _unread(plan, question, weighing, words_read)
        or _modal(plan, question, weighing)
        or _level(question, weighing)
        or _in_common(plan, question, words_read)
        or _said_twice(plan, question, weighing, words_read)
        or _adjective(question, weighing, words_read)
        or _circumstance(plan, question, weighing)
        or _had(plan, question, weighing)
    )


def _negation(plan: Plan, question: Question) -> Problem | None:
    cue = question.first("negation", "but_not")
    if cue is None or question.has("not_only"):
        return None
    nobody = next((c for c in question.cues if fold(c.text) in _NOBODY), None)
    if nobody is not None and not any(_is_none(each) for each in plan.constraints):
        return Problem("unsupported_operation", nobody.text)
    if any(c.excluded for c in plan.constraints):
        return None
    return Problem("unsupported_operation", cue.text)


def _is_none(constraint: Constraint) -> bool:
    """Whether a condition is that nothing leads there: "beherrscht niemand"."""
    where = constraint.where
    return constraint.excluded and isinstance(where, Has) and where.target is None


def _polarity(plan: Plan, question: Question, weighing: Weighing) -> Problem | None:
    """Refuse negations that are more than one exclusion: twice, of alternatives, of several."""
    cues = [cue for cue in question.cues if cue.kind in ("negation", "but_not")]
    excluded = [each for each in plan.constraints if each.excluded]
    if not excluded:
        return None
    either = question.first("or")
    if either is not None:
        return Problem("unsupported_operation", either.text)
    literal = [iri for each in excluded for iri in each.properties if _is_literal(iri, weighing)]
    if plan.operation == "values" and literal and cues:
        return Problem("unsupported_operation", cues[0].text)
    last = max((link.mention.end for link in question.links), default=0)
    trailing = [cue for cue in cues if cue.kind == "negation" and cue.start >= last]
    several = len(plan.constraints) > len(excluded)
    both = len(excluded) > 1 and len(cues) == 1 and fold(cues[0].text) in ("nicht", "not")
    if both:
        return Problem("unsupported_operation", cues[0].text)
    if len(cues) > len(excluded) or (trailing and several):
        return Problem("unsupported_operation", cues[-1].text)
    return None


def _is_literal(iri: IRI, weighing: Weighing) -> bool:
    use = weighing.schema.properties.get(iri)
    return use is not None and use.only_literals


def _time(plan: Plan, question: Question, weighing: Weighing) -> Problem | None:
    """Refuse to answer when something is so with anything but a time."""
    cue = question.first("when")
    uses = [weighing.schema.properties.get(iri) for iri in properties_used(plan)]
    if cue is None or any(use is not None and weighing.is_temporal(use) for use in uses):
        return None
    return Problem("unsupported_operation", cue.text)


def _measure(plan: Plan, question: Question, weighing: Weighing) -> Problem | None:
    """Refuse to answer how old or how good something is with what measures nothing."""
    cue = question.first("how_degree")
    if cue is None or plan.operation == "count":
        return None
    if plan.superlative is not None and plan.operation == "holders":
        return Problem("unsupported_operation", cue.text)
    for iri in properties_used(plan):
        use = weighing.schema.properties.get(iri)
        if use is not None and (use.scale or use.is_qualifier):
            return None
        if use is not None and use.only_literals and iri in weighing.phrases:
            return None
    thing = _thing(question)
    if thing is None:
        return Problem("unsupported_operation", cue.text)
    return unknown_relation(question, thing, weighing)


def _operation(plan: Plan, question: Question, read: list[Comparison]) -> Problem | None:
    for cue in question.cues:
        if cue.kind in _MUST_BE_DONE and not _is_within(cue, read):
            return Problem("unsupported_operation", cue.text)
    ranking = question.first("superlative_max", "superlative_min")
    most = ranking is not None and fold(ranking.text) in _MOST
    if ranking is not None and (plan.superlative is None or (most and not _numbers(plan))):
        return Problem("unsupported_operation", ranking.text, operation="ranking")
    if ranking is not None and fold(ranking.text).startswith(_NTH):
        return Problem("unsupported_operation", ranking.text, operation="ranking")
    bound = [each for each in plan.constraints if each.properties]
    mixed = question.has("or") and plan.combine == "all" and len(bound) > 1
    judged = question.first("judgement")
    if judged is not None and ranking is None:
        return Problem("unsupported_operation", judged.text, operation="opinion")
    either = question.first("or")
    return Problem("unsupported_operation", either.text) if mixed and either else None


def _numbers(plan: Plan) -> bool:
    """Whether a superlative ranks by numbers that are recorded, not by counting."""
    return (
        plan.superlative is not None
        and not plan.superlative.scale
        and (plan.superlative.predicate is not None)
    )


def _is_within(cue: Cue, read: list[Comparison]) -> bool:
    return any(each.start <= cue.start and cue.end <= each.end for each in read)


def _each(plan: Plan, question: Question) -> Problem | None:
    """Refuse what is asked of each or all of several things and counted together."""
    for token in question.said:
        if fold(token.text) in _EACH and not _is_named(question, token.start):
            return Problem("unsupported_operation", token.text)
    cue = question.first("all")
    asked = question.of_role("asked")
    one = plan.operation == "values" and any(link.method == "exact" for link in asked)
    counted = plan.operation in ("count", "exists") or (one and _said_of_all(question))
    return Problem("unsupported_operation", cue.text) if cue is not None and counted else None


def _said_of_all(question: Question) -> bool:
    """Whether "all" stands before what something is said of: "which skill do all hobbits have"."""
    return any(
        cue.kind == "all" and not question.text[cue.end : link.mention.start].strip()
        for cue in question.cues
        for link in question.bound
    )


def _is_named(question: Question, place: int) -> bool:
    return any(
        link.mention.start <= place < link.mention.end
        for link in question.links
        if link.target is not None
    )


def _quantity(question: Question, read: list[Comparison]) -> Problem | None:
    unread = unread_quantity(question, read)
    return None if unread is None else Problem("unknown_concept", unread.text)


def _ranking(plan: Plan, weighing: Weighing) -> Problem | None:
    """What ranks must be said of the answers: salaries do not rank what Sales is located in."""
    best = plan.superlative
    if best is None or best.predicate is None:
        return None
    schema = weighing.schema
    use = schema.properties[best.predicate]
    said_of = use.ends(objects=False)
    kin = {cls for end in said_of for cls in (*schema.subclasses(end), *schema.superclasses(end))}
    if not kin or use.is_qualifier:
        return None
    steps = [each.where.step for each in plan.constraints if isinstance(each.where, Has)]
    ends = (schema.properties[step.predicate].ends(objects=step.inverse) for step in steps)
    if all(not end or kin & {*end} for end in ends):
        return None
    return Problem("unsupported_operation", best.text, operation="ranking")


def _relation(plan: Plan, question: Question, weighing: Weighing) -> Problem | None:
    """A property that the question speaks of must be one that the plan looks at.

    A word that says another one too may be read as that: "Wo wurde … geboren?".
    """
    used = properties_used(plan)
    explained = _explained(plan, question, weighing)
    for link in question.of_role("relation"):
        meant = {
            candidate.target.iri
            for candidate in link.candidates
            if isinstance(candidate.target, Concept) and "property" in candidate.target.kinds
        }
        if meant and not meant & used and link.mention.start not in explained:
            return unknown_relation(question, _thing(question) or link, weighing, said=link)
    return None


def _unread(
    plan: Plan, question: Question, weighing: Weighing, words_read: frozenset[int]
) -> Problem | None:
    """A verb that nothing explains: neither a property's words nor a light verb."""
    read = _explained(plan, question, weighing) | words_read
    for link in question.links:
        if link.target is not None or link.ambiguous or link.candidates:
            continue
        if link.role != "relation" or is_light_verb(link.mention.text):
            continue
        if link.mention.start not in read:
            return unknown_relation(question, _thing(question) or link, weighing, said=link)
    return None


def _explained(plan: Plan, question: Question, weighing: Weighing) -> set[int]:
    """Give where the words stand that say a property which the plan looks at."""
    used = properties_used(plan)
    found = {cue.start for cue in question.cues if cue.kind in ("take_on", "possession")}
    for iri, match in weighing.phrases.items():
        if iri in used:
            found |= {question.said[at].start for at in match.positions}
    return found


def properties_used(plan: Plan) -> set[IRI]:
    """Give all properties that a plan looks at."""
    used = {*plan.properties, *qualifiers_in(plan.where)}
    if plan.superlative is not None and plan.superlative.predicate is not None:
        used.add(plan.superlative.predicate)
    return used | {iri for constraint in plan.constraints for iri in constraint.properties}


def _in_common(plan: Plan, question: Question, words_read: frozenset[int]) -> Problem | None:
    """Find "the same", "together" where neither several things nor a path over one do it."""
    several = sum(link.target is not None for link in question.bound) > 1
    if several and plan.combine == "all" and question.has("together"):
        return None
    for place in sorted(question.common_places - words_read):
        said = next(token for token in question.said if token.start == place)
        return Problem("unsupported_operation", said.text)
    return None


def _said_twice(
    plan: Plan, question: Question, weighing: Weighing, words_read: frozenset[int]
) -> Problem | None:
    """One edge does not do what is said of two: "the director of … also directed …"."""
    seen: dict[IRI, Link] = {}
    used = properties_used(plan)
    for link in question.of_role("relation"):
        if link.mention.start in words_read or question.has("and", "or", "but_not"):
            continue
        meant = {*_meant(link, question, weighing)}
        for iri in sorted(meant & used or meant, key=str):
            if seen.setdefault(iri, link) is not link:
                return unknown_relation(question, _thing(question) or link, weighing, said=link)
    return None


def _meant(link: Link, question: Question, weighing: Weighing) -> list[IRI]:
    """Give the properties that words may mean."""
    said = [
        iri
        for iri, match in weighing.phrases.items()
        if any(question.said[at].start == link.mention.start for at in match.positions)
    ]
    targets = [each.target.iri for each in link.candidates if isinstance(each.target, Concept)]
    return [*said, *(iri for iri in targets if isinstance(iri, IRI))]


def _level(question: Question, weighing: Weighing) -> Problem | None:
    """A word that claims a level ("expert") says more than the skill, where levels are known."""
    if not knows_levels(weighing):
        return None
    for link in question.of_role("relation"):
        if fold(link.mention.text) in levels():
            return Problem("unknown_concept", link.mention.text)
    return None


def knows_levels(weighing: Weighing) -> bool:
    """Whether anything is recorded by levels, on a scale or of statements."""
    return any(use.scale or use.is_qualifier for use in weighing.schema.properties.values())


def _modal(plan: Plan, question: Question, weighing: Weighing) -> Problem | None:
    """To like, want, have to, be able to or become something is not to do or be it."""
    read = _explained(plan, question, weighing)
    every = any(isinstance(each.where, Every) for each in plan.constraints)
    verb = any(token.start in read and not token.text[:1].isupper() for token in question.said)
    for token in question.said:
        word = fold(token.text)
        named = _is_named(question, token.start) or token.text.isupper()
        if named or (token.start in read and word not in MAY):
            continue
        may = word in MODALS or (word in MAY and not every)
        if may or (word in _BECOMING and not verb):
            return Problem("unknown_relation", token.text)
    return None


def _adjective(
    question: Question, weighing: Weighing, words_read: frozenset[int]
) -> Problem | None:
    """A word before a noun that nothing has read narrows what is meant: "erfahrene Personen"."""
    data = words(question.language)
    read = {
        question.said[at].start for match in weighing.phrases.values() for at in match.positions
    }
    for at, token in enumerate(question.said[:-1]):
        word = fold(token.text)
        if (
            token.text[:1].isupper()
            or token.start in words_read
            or says_common(token.text)
            or word in data.stop_words
            or is_light_adjective(word)
            or token.start in read
            or any(cue.start <= token.start < cue.end for cue in question.cues)
            or any(link.mention.start <= token.start < link.mention.end for link in question.links)
            or parse_number(token.text, question.language) is not None
        ):
            continue
        noun = _noun_after(question, at)
        if noun is not None and noun.role != "circumstance":
            return Problem("unknown_concept", token.text)
    return None


def _noun_after(question: Question, at: int) -> Link | None:
    end = question.said[at].end
    later = [link for link in question.links if link.mention.start >= end]
    return min(later, key=lambda link: link.mention.start, default=None)


def _circumstance(plan: Plan, question: Question, weighing: Weighing) -> Problem | None:
    """Whether something holds depends on its circumstances: none may be left aside."""
    if plan.operation in ("holders", "count") and not plan.constraints:
        unread = [link for link in question.of_role("circumstance") if link.target is None]
        return Problem("unknown_concept", unread[0].mention.text) if unread else None
    if plan.operation != "exists":
        return None
    read = {term for each in plan.constraints for term in named_in(each.where)}
    for link in question.of_role("circumstance"):
        if isinstance(link.target, Concept) and link.target.iri in read:
            continue
        if link.target is None:
            return Problem("unknown_concept", link.mention.text)
        if isinstance(link.target, Concept) and "class" not in link.target.kinds:
            return unknown_relation(question, link, weighing)
    return None


def _had(plan: Plan, question: Question, weighing: Weighing) -> Problem | None:
    """A noun asked for, unread, is not what something merely has: "Which password has Anna?"."""
    link = unread_noun(plan, question, weighing, properties_used(plan))
    thing = None if link is None else _thing(question) or link
    return None if thing is None else unknown_relation(question, thing, weighing, said=link)


def _thing(question: Question) -> Link | None:
    things = [link for link in question.bound if isinstance(link.target, Concept)]
    return things[0] if things else None
