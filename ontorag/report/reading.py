"""How a question was read and answered, arranged for the page: no markup, only text."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from ontorag.report.texts import Names, seen
from ontorag.report.words import number
from ontorag.values import Candidate, Claim, Concept, Labelled, Link, Outcome, Target, Term

FEW = 12
"""So many answers are shown at the top."""
RUNNERS_UP = 4

_CITATION_BEFORE = re.compile(r"\s*\[[FDP]\d+(?:\s*[,;]\s*[FDP]\d+)*\]")
_CITATION = re.compile(r"\[([FDP]\d+(?:\s*[,;]\s*[FDP]\d+)*)\]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text; ``mark`` is the number of the mention or the cited id, or "" for plain text.

    ``state`` is "linked", "unlinked" or "ambiguous" for a mention, "known" or "unknown" for a
    citation.
    """

    text: str
    mark: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One candidate: its label, what kind of thing it is, its CURIE, IRI and score."""

    label: str
    kind: str
    curie: str
    iri: str
    score: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One mention and what became of it."""

    mark: str
    text: str
    state: str
    role: str
    how: str
    method: str
    margin: str
    corrected_to: str
    chosen: Option | None
    definition: str
    obsolete: bool
    others: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class SaidClaim:
    """A claim with its citations and its verdict in words."""

    pieces: tuple[Piece, ...]
    verdict: str
    word: str
    reason: str


def targets(outcome: Outcome) -> tuple[Term, ...]:
    """Give the terms that decide the answer, in the question's order, else all linked ones.

    What is asked for, a relation and a circumstance stand beside the answer, not behind it.
    """
    linked = [link for link in outcome.links if link.target is not None]
    deciding = [link for link in linked if link.role in ("required", "excluded", "alternative")]
    terms = [_term_of(link.target) for link in deciding or linked if link.target is not None]
    return tuple(dict.fromkeys(terms))


def _term_of(target: Target) -> Term:
    return target.iri if isinstance(target, Concept) else target.literal


class Marks(TypedDict):
    """What of a drawing is marked, and which classes colour it before others."""

    matched: Sequence[Term]
    answers: Sequence[Term]
    cited: Sequence[str]
    preferred: Sequence[str]


def marks(outcome: Outcome, names: Names) -> Marks:
    """Give what the drawing of an outcome marks."""
    asked = outcome.plan.asked_class if outcome.plan else None
    return {
        "matched": targets(outcome),
        "answers": [a.term for a in outcome.subgraph.answers if isinstance(a, Labelled)],
        "cited": cited_ids(outcome),
        "preferred": [names.label(asked)] if asked else [],
    }


def synonyms(outcome: Outcome) -> dict[Term, str]:
    """Give the other names of linked concepts, for the search box."""
    found: dict[Term, str] = {}
    for link in outcome.links:
        if isinstance(link.target, Concept):
            said = (*link.target.labels, *link.target.synonyms)
            found[link.target.iri] = " ".join([link.mention.text, *(text for text, _ in said)])
    return found


def in_pieces(outcome: Outcome) -> tuple[Piece, ...]:
    """Cut the question at its mentions; of overlapping mentions the first and longest counts."""
    text, at, pieces = outcome.question, 0, []
    order = sorted(
        enumerate(outcome.links, start=1),
        key=lambda pair: (pair[1].mention.start, -pair[1].mention.end, pair[0]),
    )
    for mark, link in order:
        start, end = link.mention.start, min(link.mention.end, len(text))
        if start < at or end <= start:
            continue
        if start > at:
            pieces.append(Piece(seen(text[at:start])))
        pieces.append(Piece(seen(text[start:end]), str(mark), _state(link)))
        at = end
    if at < len(text):
        pieces.append(Piece(seen(text[at:])))
    return tuple(pieces)


def _state(link: Link) -> str:
    if link.target is not None:
        return "linked"
    return "ambiguous" if link.ambiguous else "unlinked"


def readings(outcome: Outcome, names: Names, said: Mapping[str, str]) -> tuple[Reading, ...]:
    """Say of each mention what it was linked to, how, and what else was considered."""
    return tuple(
        _reading(str(mark), link, outcome.language, names, said)
        for mark, link in enumerate(outcome.links, start=1)
    )


def _reading(
    mark: str, link: Link, language: str, names: Names, said: Mapping[str, str]
) -> Reading:
    concept = link.target if isinstance(link.target, Concept) else None
    best = next((c for c in link.candidates if c.target == link.target), None)
    others = [c for c in link.candidates if c.target != link.target]
    chosen = None
    if link.target is not None:
        score = number(best.score, said, digits=2) if best else ""
        chosen = _option(link.target, score, language, names, said)
    return Reading(
        mark=mark,
        text=seen(link.mention.text),
        state=_state(link),
        role=said[f"role_{link.role}"],
        how=link.method,
        method=said[f"tier_{link.method}"],
        margin=number(link.margin, said, digits=2) if chosen and others else "",
        corrected_to=seen(link.corrected_to or ""),
        chosen=chosen,
        definition=seen((concept.definition if concept else None) or ""),
        obsolete=bool(concept and concept.obsolete),
        others=tuple(_candidate(c, language, names, said) for c in others[:RUNNERS_UP]),
    )


def _candidate(
    candidate: Candidate, language: str, names: Names, said: Mapping[str, str]
) -> Option:
    score = number(candidate.score, said, digits=2)
    return _option(candidate.target, score, language, names, said)


def _option(
    target: Target, score: str, language: str, names: Names, said: Mapping[str, str]
) -> Option:
    if isinstance(target, Concept):
        kind = ", ".join(said[f"kind_{kind}"] for kind in target.kinds)
        label = _own_label(target, language, names)
        return Option(label, kind, names.curie(target.iri), names.identity(target.iri), score)
    kind = said["kind_value"].format(property=names.label(target.property))
    curie = names.curie(target.property)
    return Option(names.label(target.literal), kind, curie, names.identity(target.property), score)


def _own_label(concept: Concept, language: str, names: Names) -> str:
    """Give the label in the question's language, then without one, then any, then the name."""
    if concept.iri in names.entities:
        return names.label(concept.iri)
    by_language = {tag: text for text, tag in reversed(concept.labels)}
    first = concept.labels[0][0] if concept.labels else None
    label = by_language.get(language) or by_language.get("") or first
    return seen(label) if label else names.label(concept.iri)


def answer_texts(
    outcome: Outcome, names: Names, said: Mapping[str, str]
) -> tuple[tuple[str, ...], int]:
    """Give the first answers as text, and how many more there are."""
    answers = outcome.subgraph.answers
    texts = []
    for answer in answers[:FEW]:
        if isinstance(answer, bool):
            texts.append(said["yes"] if answer else said["no"])
        elif isinstance(answer, Labelled):
            texts.append(seen(answer.label) or names.label(answer.term))
        elif answer == int(answer):
            texts.append(number(int(answer), said))
        else:
            texts.append(str(answer).replace(".", said["decimal"]))
    return tuple(texts), max(0, len(answers) - FEW)


def claims(
    outcome: Outcome, known: Collection[str], said: Mapping[str, str]
) -> tuple[SaidClaim, ...]:
    """Say the claims with links to their evidence."""
    return tuple(_claim(claim, known, said) for claim in outcome.answer.claims)


def _claim(claim: Claim, known: Collection[str], said: Mapping[str, str]) -> SaidClaim:
    pieces = list(with_citations(claim.text, known))
    cited = {piece.mark for piece in pieces}
    for evidence in claim.evidence_ids:
        if evidence not in cited:
            pieces += [Piece(" "), _citation(evidence, known)]
    verdict = claim.verdict
    return SaidClaim(
        tuple(pieces), verdict.kind, said[f"verdict_{verdict.kind}"], seen(verdict.reason)
    )


def with_citations(text: str, known: Collection[str]) -> tuple[Piece, ...]:
    """Cut a text at its citations: "[F1]", "[F1, F2]"."""
    pieces, at = [], 0
    for found in _CITATION.finditer(text):
        if found.start() > at:
            pieces.append(Piece(seen(text[at : found.start()])))
        ids = re.split(r"\s*[,;]\s*", found[1])
        pieces += [_citation(evidence, known) for evidence in ids]
        at = found.end()
    if at < len(text):
        pieces.append(Piece(seen(text[at:])))
    return tuple(pieces)


def _citation(evidence: str, known: Collection[str]) -> Piece:
    return Piece(seen(evidence), seen(evidence), "known" if evidence in known else "unknown")


def lead_and_rest(outcome: Outcome) -> tuple[str, str]:
    """Give the answer's text where the claims are not its words, and what it says beside them."""
    text = outcome.answer.text.strip()
    rest = _CITATION_BEFORE.sub("", text)
    for claim in outcome.answer.claims:
        words = _CITATION_BEFORE.sub("", claim.text).strip()
        if words not in rest:
            return text, ""
        rest = rest.replace(words, "", 1)
    rest = " ".join(rest.split())
    return ("", rest) if outcome.answer.claims else (text, "")


def flags(outcome: Outcome, said: Mapping[str, str]) -> tuple[str, ...]:
    """Say what qualifies the answer."""
    unlinked = [f"„{seen(k.mention.text)}“" for k in outcome.links if k.target is None]
    if outcome.language != "de":
        unlinked = [f"“{name[1:-1]}”" for name in unlinked]
    sentences = []
    for flag in outcome.answer.flags:
        if flag == "partial":
            key = "flag_partial" if unlinked else "flag_partial_plain"
            sentences.append(said[key].format(names=", ".join(unlinked)))
        else:
            sentences.append(said[f"flag_{flag}"])
    return tuple(sentences)


def cited_ids(outcome: Outcome) -> tuple[str, ...]:
    """Give the ids that the answer cites, and those that cited computed facts rest on."""
    ids = [e for claim in outcome.answer.claims for e in claim.evidence_ids]
    for found in _CITATION.finditer(outcome.answer.text):
        ids += re.split(r"\s*[,;]\s*", found[1])
    derived = {fact.id: fact for fact in outcome.subgraph.derived}
    for evidence in tuple(ids):
        if evidence in derived:
            ids += derived[evidence].premises
    return tuple(dict.fromkeys(ids))
