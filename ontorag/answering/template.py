"""Claims written from the facts, without a model, in German and English."""

from __future__ import annotations

from collections.abc import Sequence

from ontorag.answering.sentences import TYPE, Wording, grouped
from ontorag.values import (
    Claim,
    DerivedFact,
    Fact,
    Labelled,
    Link,
    Plan,
    Subgraph,
    Verdict,
    World,
)

ANSWERS_TOLD = 8
ANSWERS_DESCRIBED = 1
CLAIMS_TOLD = 40
CLAIMS_ABOUT = 10

PROVED = Verdict("supported", "written from the facts")


def answer_by_template(
    plan: Plan,
    subgraph: Subgraph,
    *,
    language: str,
    world: World = "recorded",
    links: Sequence[Link] = (),
) -> tuple[Claim, ...]:
    """Write the answer of ``plan`` from its facts: what answers first, then what is known beside.

    Every claim cites the ids of its evidence and says nothing that this does not state. Numbers
    are said as the derived facts say them, which already follows ``world``. Without evidence
    there are no claims.
    """
    wording = Wording(subgraph, language)
    proofs, about = _proofs(subgraph)
    told = [_claim(wording, group) for group in grouped(proofs)[:CLAIMS_TOLD]]
    if plan.table is not None:
        return _of_table(subgraph, told, language)
    if plan.operation == "exists":
        return _yes_or_no(subgraph, told, language)
    if plan.operation in ("count", "neighbourhood"):
        told = told[:ANSWERS_TOLD] if plan.operation == "count" else told
        return (*_derived(subgraph, "count"), *told)
    if not subgraph.answers:
        return tuple(_derived(subgraph, "empty", "absent"))
    claims: list[Claim] = []
    if len(subgraph.answers) > ANSWERS_TOLD or not _names_all(subgraph, proofs):
        claims += _derived(subgraph, "count")
    denials = _derived(subgraph, "absent")
    claims += told if not denials else [each for each in told if not _is_type(each, subgraph)]
    claims += [*denials, *_derived(subgraph, "maximum", "minimum")]
    if plan.superlative is not None:
        claims += _derived(subgraph, "only")
    if plan.operation == "holders" and len(subgraph.answers) <= ANSWERS_DESCRIBED:
        telling = [fact for fact in about if fact.predicate != TYPE]
        claims += [_claim(wording, group) for group in grouped(telling)[:CLAIMS_ABOUT]]
    return tuple(claims)


def _of_table(subgraph: Subgraph, told: list[Claim], language: str) -> tuple[Claim, ...]:
    """Say what was computed first, then the facts that it was computed from."""
    computed = [_derived_claim(each) for each in subgraph.derived]
    if subgraph.answers in ((True,), (False,)) and computed:
        words = {True: ("Ja", "Yes"), False: ("Nein", "No")}[subgraph.answers == (True,)]
        lead = f"{words[language != 'de']}: "
        computed = [_derived_claim(subgraph.derived[0], lead), *computed[1:]]
    numbers = any(each.kind not in ("count", "maximum", "minimum") for each in subgraph.derived)
    most = ANSWERS_TOLD if numbers or len(computed) > 1 else CLAIMS_TOLD
    return (*computed, *told[:most])


def _proofs(subgraph: Subgraph) -> tuple[list[Fact], list[Fact]]:
    """Split the facts into those that prove the answers and those beside."""
    premises = {id_ for derived in subgraph.derived for id_ in derived.premises}
    if not premises:
        return list(subgraph.facts), []
    proofs = [fact for fact in subgraph.facts if fact.id in premises]
    return proofs, [fact for fact in subgraph.facts if fact.id not in premises]


def _claim(wording: Wording, facts: Sequence[Fact]) -> Claim:
    ids = tuple(fact.id for fact in facts)
    return Claim(f"{wording.sentence(facts)}.", ids, PROVED)


def _derived(subgraph: Subgraph, *kinds: str) -> list[Claim]:
    return [_derived_claim(each) for each in subgraph.derived if each.kind in kinds]


def _derived_claim(derived: DerivedFact, lead: str = "") -> Claim:
    return Claim(f"{lead}{derived.text}", (derived.id,), PROVED)


def _yes_or_no(subgraph: Subgraph, told: list[Claim], language: str) -> tuple[Claim, ...]:
    yes, no = ("Ja", "Nein") if language == "de" else ("Yes", "No")
    every = [each for each in subgraph.derived if each.kind == "every"]
    if subgraph.answers == (True,) and every:
        return (*(_derived_claim(each, f"{yes}: ") for each in every), *told[:ANSWERS_TOLD])
    if subgraph.answers == (True,):
        leading = [Claim(f"{yes}: {each.text}", each.evidence_ids, PROVED) for each in told[:1]]
        return (*leading, *told[1:])
    denied = [each for each in subgraph.derived if each.kind == "absent"]
    leading = [Claim(f"{no}: {each.text}", (*each.premises, each.id), PROVED) for each in denied]
    known = {id_ for each in leading for id_ in each.evidence_ids}
    return (*leading, *(each for each in told if not known.issuperset(each.evidence_ids)))


def _is_type(claim: Claim, subgraph: Subgraph) -> bool:
    types = {fact.id for fact in subgraph.facts if fact.predicate == TYPE}
    return types.issuperset(claim.evidence_ids)


def _names_all(subgraph: Subgraph, proofs: Sequence[Fact]) -> bool:
    """Whether every answer is named by a fact that is still within the budget."""
    named = {term for fact in proofs for term in (fact.subject, fact.object)}
    answers = [each.term for each in subgraph.answers if isinstance(each, Labelled)]
    return all(term in named for term in answers)
