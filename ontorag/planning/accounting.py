"""Accounting: every word of a question must be taken up by something that the plan does.

`coverage` knows kinds of words that change a meaning; this is the net below it, and needs to
know nothing about them: a word that no link, no property of the plan, no comparison and no cue
that was carried out has taken up, and that is not of the small closed class of words that carry
nothing, makes ontorag give the plan up.
"""

from __future__ import annotations

from collections.abc import Iterable

from ontorag.language import Cue, fold
from ontorag.language.words import folded_set
from ontorag.lexicon import is_light_adjective, is_light_verb
from ontorag.planning.comparing import Comparison
from ontorag.planning.coverage import properties_used
from ontorag.planning.question import Question
from ontorag.planning.relations import Weighing
from ontorag.values import IRI, Concept, Link, Plan, Problem, Value

_CARRY_NOTHING = folded_set(
    """
    der die das den dem des ein eine einen einem einer eines the a an
    ich mir uns wir du er sie es ihm ihr ihnen sich man ihre ihren seine seinen sein dessen deren
    i me us we you he she it they them him her his its their theirs one ones
    ist sind war waren sei wird werden wurde wurden worden gewesen hat haben hatte hatten habe
    gibt gab kann können konnte konnten könnte könnten geben
    is are was were be been being has have had having do does did done can could there here
    s t d
    und sowie and both beziehungsweise so dass that which who whom whose welche welcher welches
    welchen welchem wer wen wem wessen was what when where wo wann woher wohin
    bitte please mal denn eigentlich auch noch dabei dazu damit davon darin daran etwa wohl
    also then just currently now aktuell derzeit momentan zurzeit heute gerade bisher schon
    insgesamt überhaupt alles etwas anything something everything
    name namen named called genannt heißt heißen heisst lautet lauten
    """
)
_ARTICLES = folded_set("der die das den dem des ein eine einen einem einer the a an all alle allen")
_LIGHT_PREPOSITIONS = folded_set(
    """
    von vom of in im ins am an auf mit with zu zum zur aus from at on to by durch über about
    for für
    """
)
"""Prepositions that may stand before what a relation leads to without a meaning of their own."""
_AS = frozenset({"als", "as"})
_LIVING = folded_set("live lives lived dwell dwells reside resides work works worked stay stays")

_ASKING = frozenset(
    {"who", "which", "what", "when", "where", "how_many", "how_much", "how_degree", "request",
     "and", "not_only", "together"}
)  # fmt: skip
_JUDGED = frozenset({"or", "but", "but_not", "negation", "all", "judgement"})
"""Cues that `coverage` and the roles have judged."""
_ORDINALS = ("which", "what", "how_many", "how_much", "request")


def unaccounted(
    plan: Plan,
    question: Question,
    weighing: Weighing,
    read: list[Comparison],
    words_read: frozenset[int],
) -> Problem | None:
    """Find the first word that nothing in ``plan`` takes up."""
    claimed = _claimed(plan, question, weighing, read) | words_read
    folded = [fold(token.text) for token in question.said]
    for at, token in enumerate(question.said):
        word = folded[at]
        if token.start in claimed or not word or word in _CARRY_NOTHING:
            continue
        if is_light_adjective(word):
            continue
        if word == "wie" and question.common_places & words_read:
            continue  # "am selben Projekt wie Tom"
        if word in _LIGHT_PREPOSITIONS or (word in _AS and not _compares(folded, at)):
            continue
        return Problem("unsupported_operation", token.text)
    return None


def _compares(folded: list[str], at: int) -> bool:
    """Whether "als" or "as" compares: "loyaler als", "as loyal as"."""
    return folded.count("as") > 1 or (at > 0 and folded[at - 1].endswith("er"))


def _claimed(
    plan: Plan, question: Question, weighing: Weighing, read: list[Comparison]
) -> frozenset[int]:
    """Give the places of the words that the plan takes up."""
    found: set[int] = set()
    for link in question.links:
        if _is_used(link, plan, question, weighing):
            found |= _within(question, link.mention.start, link.mention.end)
            found |= _leading(question, link) | _as_value(question, link)
    used = _properties(plan)
    for iri, match in weighing.phrases.items():
        if iri in used:
            found |= {question.said[at].start for at in match.positions}
    for words in _words_of(used, weighing):
        found |= {t.start for t in question.said if fold(t.text) in words}
    for each in read:
        if each.property in used:
            found |= _within(question, each.start, each.end)
    found |= _number_of_best(plan, question)
    for cue in question.cues:
        if _is_done(cue, plan, weighing) or _presents(cue, question):
            found |= _within(question, cue.start, cue.end)
    return frozenset(found)


def _is_done(cue: Cue, plan: Plan, weighing: Weighing) -> bool:
    """Whether a cue only says what is asked, or the plan carries it out."""
    if cue.kind in _ASKING or cue.kind in _JUDGED:
        return True
    lexicon, used = weighing.lexicon, _properties(plan)
    if cue.kind == "possession":
        return any(lexicon.says_possession(iri) for iri in used)
    if cue.kind in ("take_on", "requirement"):
        return any(lexicon.says_requirement(iri) for iri in used)
    return cue.kind in ("superlative_max", "superlative_min") and plan.superlative is not None


def _number_of_best(plan: Plan, question: Question) -> set[int]:
    """Give the place of the number that says how many of the best are given."""
    best, ranked = question.wanted_best, plan.superlative
    return {best[1]} if best is not None and ranked is not None and ranked.n == best[0] else set()


def _presents(cue: Cue, question: Question) -> bool:
    """Whether "how" only asks what something is called or amounts to: "Wie lautet …"."""
    after = [token for token in question.said if token.start >= cue.end][:1]
    return cue.kind == "how" and bool(after) and is_light_verb(after[0].text)


def _properties(plan: Plan) -> set[IRI]:
    return properties_used(plan)


def _words_of(used: Iterable[IRI], weighing: Weighing) -> Iterable[frozenset[str]]:
    """Give the words of the labels of the properties that are looked at, prepositions included."""
    for iri in used:
        for phrase in weighing.lexicon.phrases_of(iri):
            yield frozenset(fold(phrase.text).split())


def _is_used(link: Link, plan: Plan, question: Question, weighing: Weighing) -> bool:
    """Whether the plan looks at what a link means, or may leave it aside by its role."""
    if link.role == "asked" and link.target is None:
        return _is_asked(link, question) and not _does_something(link, question)
    if link.role != "relation":
        return True
    meant = {
        c.target.iri
        for c in link.candidates
        if isinstance(c.target, Concept) and "property" in c.target.kinds
    }
    if meant:
        return bool(meant & _properties(plan))
    if link.target is None:
        return True
    return _class_is_implied(link, plan, question, weighing)


def _does_something(link: Link, question: Question) -> bool:
    """Whether an unread noun is read together with what it does: "how many people live in X"."""
    *nouns, last = fold(link.mention.text).split()
    return question.language == "en" and bool(nouns) and last in _LIVING


def _is_asked(link: Link, question: Question) -> bool:
    """Whether an unread noun is what the question asks for, or names the kind of a name.

    In German a capital tells a noun; in English one that is no noun ("former", "near", "minus")
    looks alike, so it must follow the question word, or stand between an article and a name.
    """
    if question.language == "de" and link.mention.text[:1].isupper():
        return True
    before = [token for token in question.said if token.end <= link.mention.start]
    while before and fold(before[-1].text) in _ARTICLES:
        before.pop()
    place = before[-1].start if before else -1
    if place < 0 or any(c.kind in _ORDINALS and _covers(c, place) for c in question.cues):
        return True
    following = [other for other in question.links if other.mention.start >= link.mention.end]
    named = bool(following) and not question.text[
        link.mention.end : following[0].mention.start
    ].strip(" '\"“”„‚‘’")
    has_article = len(before) < len([t for t in question.said if t.end <= link.mention.start])
    return named and has_article and following[0].role == "required"


def _class_is_implied(link: Link, plan: Plan, question: Question, weighing: Weighing) -> bool:
    """Whether a class word says no more than a property of the plan, or the name behind it."""
    target = link.target
    if not isinstance(target, Concept) or not isinstance(target.iri, IRI):
        return True
    kin = {*weighing.schema.superclasses(target.iri), *weighing.schema.subclasses(target.iri)}
    for iri in _properties(plan):
        use = weighing.schema.properties.get(iri)
        if use is not None and kin & {*use.all_ranges, *use.all_domains}:
            return True
    following = [other for other in question.links if other.mention.start >= link.mention.end]
    named = following[0].target if following else None
    return isinstance(named, Concept) and bool(kin & weighing.classes_of(named))


def _leading(question: Question, link: Link) -> set[int]:
    """Give the words that lead to a circumstance: its preposition, articles and adjectives."""
    if link.role != "circumstance":
        return set()
    found: set[int] = set()
    for token in reversed([t for t in question.said if t.end <= link.mention.start]):
        if any(other.mention.start <= token.start < other.mention.end for other in question.links):
            break
        found.add(token.start)
        if any(_covers(cue, token.start) for cue in question.cues if "preposition" in cue.kind):
            break
    return found


def _as_value(question: Question, link: Link) -> set[int]:
    """Give the "as" that leads to a value: "as Master", "als ein Experte"."""
    before = [token for token in question.said if token.end <= link.mention.start]
    while before and fold(before[-1].text) in _ARTICLES:
        before.pop()
    leads = isinstance(link.target, Value) and before and fold(before[-1].text) in _AS
    return {before[-1].start} if leads else set()


def _covers(cue: Cue, place: int) -> bool:
    return cue.start <= place < cue.end


def _within(question: Question, start: int, end: int) -> set[int]:
    return {token.start for token in question.said if start <= token.start < end}
