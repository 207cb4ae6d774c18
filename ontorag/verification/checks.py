"""Check claims against their evidence: what is not proved word for word is not supported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ontorag.language import Language
from ontorag.lexicon import Relations
from ontorag.values import Claim, Fact, Span, Subgraph, Term, Verdict
from ontorag.values.outcomes import VerdictKind
from ontorag.verification.class_level import without_every
from ontorag.verification.evidence import Evidence, KnownLabels
from ontorag.verification.judged import Judged
from ontorag.verification.pieces import Names, normalise
from ontorag.verification.statements import Reader, Statement, Unreadable
from ontorag.verification.texts import Text, judge_text

LONGEST_CLAIM = 4_000
"""A longer text is no claim (characters)."""
BY_OPINION = "by a second opinion, not by rules"
SecondOpinion = Callable[[str, Sequence[Fact]], bool]
"""Says whether a text follows from the facts that it cites; a model, for example."""
KEPT: frozenset[VerdictKind] = frozenset({"supported", "miscited", "invalid_id"})
"""Verdicts of claims that may be said: the latter two had their citations mended."""


def no_labels(text: str) -> Iterable[tuple[str, Term]]:
    """Know no label beside those of the facts."""
    return ()


def check_claims(
    claims: Sequence[Claim],
    subgraph: Subgraph,
    *,
    language: str,
    known_labels: KnownLabels = no_labels,
    relations: Relations | None = None,
    second_opinion: SecondOpinion | None = None,
) -> tuple[Claim, ...]:
    """Give each claim its verdict, its text without hidden characters, and the ids that prove it.

    * supported: proved by facts it cites; superfluous and unknown ids are dropped
    * miscited, invalid_id: proved by other facts of ``subgraph``, which it cites now
    * contradicted: a fact says the opposite, or the same with subject and object swapped
    * unsupported: anything else, also every word that is not accounted for

    ``known_labels`` tells of names that no fact mentions, so that a longer name is not read as a
    shorter one, and of synonyms. ``relations`` tells what properties are called, between what they
    hold and which have one value; without it the labels in ``subgraph`` are all that is known.
    Claims are read in their order: a pronoun stands for a thing of the claim before.
    ``second_opinion`` is asked of claims that stay unsupported and cite only facts that there are;
    it never overturns "contradicted" or "invalid_id".
    """
    guard = Guard(
        subgraph, language, known_labels=known_labels, relations=relations,
        second_opinion=second_opinion,
    )  # fmt: skip
    return tuple(guard.checked(claim) for claim in claims)


class Guard:
    """Checks the claims about one subgraph, in the order in which they are given."""

    def __init__(
        self,
        subgraph: Subgraph,
        language: str,
        *,
        known_labels: KnownLabels = no_labels,
        relations: Relations | None = None,
        second_opinion: SecondOpinion | None = None,
        whole: bool = False,
    ) -> None:
        self._language: Language = "de" if language == "de" else "en"
        self._subgraph = subgraph
        self._known_labels = known_labels
        self._second_opinion = second_opinion
        self._evidence = Evidence(subgraph, relations or Relations({}), self._language, whole=whole)
        self._names: Names | None = None
        self._context = Text()

    def checked(self, claim: Claim) -> Claim:
        """Give a claim its verdict and the ids that prove it."""
        text = normalise(claim.text)
        if not claim.evidence_ids:
            return Claim(text, (), Verdict("unsupported", "it cites no evidence"))
        found = self._judged(text)
        if found.kind != "supported":
            by_opinion = self._by_opinion(text, claim) if found.kind == "unsupported" else None
            return by_opinion or Claim(text, claim.evidence_ids, _verdict(found, text))
        supplied = {**self._evidence.facts, **self._evidence.derived}
        unknown = [id_ for id_ in claim.evidence_ids if id_ not in supplied]
        cited = [[id_ for id_ in proof if id_ in claim.evidence_ids] for proof in found.proofs]
        if all(cited):
            reason = f"unknown and dropped: {', '.join(unknown)}" if unknown else ""
            return Claim(text, _first(cited), Verdict("supported", reason))
        mended = _first(found.proofs)
        if unknown:
            return Claim(text, mended, Verdict("invalid_id", f"unknown: {', '.join(unknown)}"))
        return Claim(text, mended, Verdict("miscited", f"proved by {', '.join(mended)}"))

    def against(self, text: str) -> tuple[str, ...]:
        """Give the ids of the facts that deny a text; none where it is not contradicted."""
        found = self._judged(normalise(text))
        return found.against if found.kind == "contradicted" else ()

    def _by_opinion(self, text: str, claim: Claim) -> Claim | None:
        """Ask for a second opinion on a claim that rules leave open and that cites only facts."""
        facts = [self._evidence.facts.get(id_) for id_ in claim.evidence_ids]
        cited = tuple(fact for fact in facts if fact is not None)
        if self._second_opinion is None or len(cited) < len(facts):
            return None
        if not self._second_opinion(text, cited):
            return None
        return Claim(text, claim.evidence_ids, Verdict("supported", BY_OPINION))

    def _judged(self, text: str) -> Judged:
        """Say what all evidence together makes of ``text``."""
        if len(text) > LONGEST_CLAIM:
            return Judged(reason="it is too long to be read as one claim")
        body = self._without_lead(text)
        if body is None:
            return Judged(reason="yes or no is not what was computed")
        same = [each.id for each in self._subgraph.derived if _same(each.text, body)]
        if same:
            return Judged("supported", "", [tuple(same)])
        body = without_every(body, self._subgraph)
        labels = list(self._known_labels(body))
        self._evidence.know(labels)
        found = judge_text(body, self._evidence, self._context)
        if found.kind == "unsupported":
            return self._in_template_words(body, labels) or found
        return found

    def _without_lead(self, text: str) -> str | None:
        """Take "Yes:" or "No:" off; None when that is not the computed answer."""
        lead, colon, rest = text.partition(":")
        said = {"ja": True, "yes": True, "nein": False, "no": False}.get(lead.strip().casefold())
        if not colon or said is None:
            return text
        return rest.strip() if self._subgraph.answers == (said,) else None

    def _in_template_words(self, text: str, labels: Iterable[tuple[str, Term]]) -> Judged | None:
        """Prove a claim in the words of the template, with qualifiers in brackets; else None."""
        names = self._names = self._names or Names(self._subgraph, self._language)
        for label, term in labels:
            names.add(label, term)
        try:
            statements = Reader(names.pieces(text), names.properties).statements()
        except Unreadable:
            return None
        proofs = [self._proofs(statement) for statement in statements]
        return Judged("supported", "", proofs) if all(proofs) else None

    def _proofs(self, statement: Statement) -> tuple[str, ...]:
        return tuple(fact.id for fact in self._subgraph.facts if _says(fact, statement))


def _says(fact: Fact, statement: Statement) -> bool:
    """Whether ``fact`` is the statement, with every qualifier that is claimed."""
    if fact.predicate not in statement.predicates:
        return False
    if fact.subject not in statement.subjects or fact.object not in statement.objects:
        return False
    return all(
        any(each.predicate in predicates and each.value in values for each in fact.qualifiers)
        for predicates, values in statement.qualifiers
    )


def _same(one: str, other: str) -> bool:
    """Whether two sentences are the same up to case and the full stop."""
    return normalise(one).casefold().rstrip(".") == other.casefold().rstrip(".")


def _first(proofs: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(proof[0] for proof in proofs))


def _verdict(found: Judged, text: str) -> Verdict:
    if found.span is None:
        return Verdict(found.kind, found.reason)
    start, end = found.span
    span = Span(text[start:end], start, end)
    if found.reason == "not accounted for":
        return Verdict(found.kind, f"{found.reason}: {span.text}", (span,))
    return Verdict(found.kind, found.reason, (span,))
