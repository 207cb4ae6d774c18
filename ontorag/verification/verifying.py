"""Verify any text against any facts: the guard as a library function of its own."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ontorag.errors import InputError
from ontorag.language import Language, detect
from ontorag.language.sentences import split_claims
from ontorag.lexicon import Relations
from ontorag.values import Claim, Subgraph, Verdict
from ontorag.verification.checks import Guard
from ontorag.verification.evidence import KnownLabels
from ontorag.verification.given import read_given

LANGUAGES: tuple[Language, Language] = ("de", "en")
LONGEST_TEXT = 10_000_000
MOST_CLAIMS = 5_000
_UNREAD = f"not read: the text has more than {MOST_CLAIMS} sentences; verify parts of it"


@dataclass(frozen=True, slots=True)
class ClaimVerdict(Verdict):
    """A verdict with the claim that it is about and the ids that prove it (mended ones too)."""

    claim: str = ""
    evidence_ids: tuple[str, ...] = ()


def verify(
    text: str,
    facts: Any,
    cited: Collection[str] | None = None,
    *,
    language: str | None = None,
) -> list[ClaimVerdict]:
    """Judge each sentence of ``text`` against ``facts``; a list of verdicts, one a claim.

    ``facts`` are `Fact` values, dicts ``{"id", "subject", "predicate", "object", "qualifiers"}``,
    plain triples, a `Subgraph`, or a dict with ``facts`` and what is known beside them
    (``classes``, ``entities``, ``synonyms``, ``properties``, ``derived``). ``cited`` are the ids
    that the text cites, all by default; citations within it ("… [F1].") come first. Without
    ``language`` ("de", "en") it is told from the text.

    >>> world = [("Anna", "leads", "Aurora"), ("Aurora", "budget", 1200000)]
    >>> [v.kind for v in verify("Anna leads Aurora. Aurora leads Anna.", world)]
    ['supported', 'contradicted']

    Raises `InputError` for facts that cannot be read.
    """
    given = read_given(facts)
    return verify_against(
        text, given.subgraph, cited, language=language, relations=given.relations,
        known_labels=lambda _: given.labels,
    )  # fmt: skip


def verify_against(
    text: str,
    subgraph: Subgraph,
    cited: Collection[str] | None = None,
    *,
    language: str | None = None,
    relations: Relations,
    known_labels: KnownLabels,
) -> list[ClaimVerdict]:
    """Judge each sentence of ``text`` against a subgraph; see `verify`."""
    if not isinstance(text, str):
        raise InputError(f"what is verified is a text, not {type(text).__name__}")
    if isinstance(cited, str):
        raise InputError(f"cited is a list of ids, not one text: [{cited!r}]")
    if len(text) > LONGEST_TEXT:
        raise InputError(f"the text has {len(text)} characters; {LONGEST_TEXT} are the most")
    first: Language = "de" if (language or detect(text)) == "de" else "en"
    tried = (first,) if language else (first, *(each for each in LANGUAGES if each != first))
    guards = [
        Guard(subgraph, each, known_labels=known_labels, relations=relations, whole=True)
        for each in tried
    ]
    facts, derived = subgraph.facts, subgraph.derived
    every = (*(fact.id for fact in facts), *(each.id for each in derived))
    default = every if cited is None else tuple(cited)
    found: list[ClaimVerdict] = []
    for said, ids in split_claims(text, first):
        if len(found) < MOST_CLAIMS:
            found.append(_judged(guards, said, ids or default))
        else:
            found.append(ClaimVerdict("unsupported", _UNREAD, (), said))
    return found


def _judged(guards: list[Guard], said: str, ids: tuple[str, ...]) -> ClaimVerdict:
    """Judge in the text's language; a sentence that means nothing in it may be in the other."""
    claim = Claim(said, ids, Verdict("unsupported"))
    checked = guards[0].checked(claim)
    for guard in guards[1:]:
        other = guard.checked(claim)
        if checked.verdict.kind == "unsupported" and other.verdict.kind != "unsupported":
            checked = other
    verdict = checked.verdict
    proved = () if verdict.kind in ("unsupported", "contradicted") else checked.evidence_ids
    return ClaimVerdict(verdict.kind, verdict.reason, verdict.spans, checked.text, proved)
