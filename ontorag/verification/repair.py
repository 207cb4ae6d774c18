"""What becomes of a checked claim: said again by template, left out, marked, or let through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal as OneOf

from ontorag.language import fold, tokens
from ontorag.language.families import claim_words
from ontorag.values import Claim, Subgraph, Verdict
from ontorag.verification.checks import KEPT

GuardMode = OneOf["replace", "remove", "annotate", "off"]
GUARD_MODES: tuple[GuardMode, ...] = ("replace", "remove", "annotate", "off")
"""``replace``: what is not proved is said again from the facts; ``remove``: it is left out;
``annotate``: it stays, with its verdict beside it; ``off``: nothing is judged."""

FIRST_WORDS = 4
UNREAD = Verdict("unsupported", "not verified: the guard is off")
_LEANS = Verdict("unsupported", "the sentence that it leans on was left out")


def repair(
    claims: Sequence[Claim],
    template_claims: Sequence[Claim],
    subgraph: Subgraph | None = None,
    *,
    mode: GuardMode = "replace",
) -> tuple[tuple[Claim, ...], bool]:
    """Keep the checked claims that are proved, and treat the rest by ``mode``; also whether any.

    * replace: when a claim falls, the template's claims whose evidence the kept ones do not cite
      follow them; when none is left, the template speaks alone. With ``subgraph``, what the
      question asks for is never left out: template claims of uncited proofs follow also where
      every claim was kept.
    * remove: what is not proved is left out, with what leans on it; possibly nothing is left
    * annotate: every claim stays with its verdict
    * off: every claim stays, with a verdict that says that it was not judged
    """
    if mode == "off":
        return tuple(replace(claim, verdict=UNREAD) for claim in claims), False
    standing = _without_leaning(claims)
    if mode == "annotate":
        return standing, False
    kept = tuple(claim for claim in standing if claim.verdict.kind in KEPT)
    fallen = len(kept) < len(claims)
    if mode == "remove":
        return kept, fallen
    replaced = fallen or not kept
    cited = {id_ for claim in kept for id_ in claim.evidence_ids}
    uncited = [each for each in template_claims if not cited.issuperset(each.evidence_ids)]
    if not replaced:
        deciding = _deciding(subgraph) if subgraph is not None else frozenset()
        uncited = [each for each in uncited if deciding.issuperset(each.evidence_ids)]
    return (*kept, *uncited), replaced


def _without_leaning(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    found: list[Claim] = []
    for claim in claims:
        found.append(standing(claim, found[-1] if found else None))
    return tuple(found)


def standing(claim: Claim, before: Claim | None) -> Claim:
    """Let a claim fall that begins with a pronoun for a thing of a claim that fell."""
    fell = before is not None and before.verdict.kind not in KEPT
    leans = fell and claim.verdict.kind in KEPT and leans_back(claim.text)
    return replace(claim, verdict=_LEANS) if leans else claim


def leans_back(text: str) -> bool:
    """Whether a sentence speaks of a thing that only the one before it names.

    >>> leans_back("Sie leitet Aurora."), leans_back("Anna leitet Aurora.")
    (True, False)
    """
    german, english = claim_words("de"), claim_words("en")
    pronouns = german.personal | english.personal
    owners = german.possessive | english.possessive | german.demonstrative | english.demonstrative
    said = {fold(token.text) for token in tokens(text)[:FIRST_WORDS]}
    return bool(said & (pronouns | owners))


def _deciding(subgraph: Subgraph) -> frozenset[str]:
    """Give the ids of what answers the question: derived facts and the proofs of answers."""
    derived = {each.id for each in subgraph.derived}
    premises = {id_ for each in subgraph.derived for id_ in each.premises}
    return frozenset(derived | (premises or {fact.id for fact in subgraph.facts}))
