"""The text of an answer: claims with their citations, and what else a reader must know."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ontorag.language.visible import INNER_QUOTES, as_name, visible
from ontorag.values import Claim, Concept, Link, Subgraph

_IDENTIFIER = re.compile(r"[A-Za-z]+[:_]\w*\d\w*")
_NOT_PROVED: Mapping[str, tuple[str, str]] = {
    "contradicted": ("contradicted", "widerlegt"),
    "unsupported": ("not proved", "nicht belegt"),
}


def answer_text(
    claims: Sequence[Claim],
    *,
    language: str,
    subgraph: Subgraph | None = None,
    links: Sequence[Link] = (),
) -> str:
    """Join claims to a text with citations, then say what was corrected, left aside or cut.

    >>> from ontorag.values import Verdict
    >>> answer_text([Claim("Frodo lebt.", ("F1", "F2"), Verdict("supported"))], language="de")
    'Frodo lebt [F1] [F2].'
    """
    sentences = [cited(claim, language) for claim in claims]
    sentences += _corrections(links, language)
    sentences += _successions(links, language)
    sentences += _left_aside(links, language)
    if subgraph is not None and subgraph.truncated:
        sentences.append(_cut(len(subgraph.facts), subgraph.total, language))
    return " ".join(sentences)


def cited(claim: Claim, language: str = "en") -> str:
    """Write a claim with its citations before the full stop; one that is not proved is marked.

    >>> from ontorag.values import Verdict
    >>> cited(Claim("Frodo flies.", ("F1",), Verdict("unsupported", "no fact says this")))
    'Frodo flies [not proved: no fact says this].'
    """
    body = claim.text.rstrip()
    citations = "".join(f" [{id_}]" for id_ in claim.evidence_ids)
    if claim.verdict.kind in _NOT_PROVED:
        said = _NOT_PROVED[claim.verdict.kind][language == "de"]
        told = bool(claim.verdict.reason) and language == "en"  # reasons are in English
        reason = f": {claim.verdict.reason}" if told else ""
        citations = f" [{said}{reason}]"
    if body.endswith((".", "!", "?")):
        return f"{body[:-1]}{citations}{body[-1]}"
    return f"{body}{citations}."


def _corrections(links: Sequence[Link], language: str) -> list[str]:
    alone = " (nur nach dem Sprachmodell)" if language == "de" else " (by the chat model alone)"
    said = [
        f"{as_name(link.mention.text, language)} → {as_name(link.corrected_to, language)}"
        f"{alone if link.rests_on_model else ''}"
        for link in links
        if link.corrected_to
    ]
    if not said:
        return []
    return [f"{'Gelesen als' if language == 'de' else 'Read as'}: {', '.join(said)}."]


def _successions(links: Sequence[Link], language: str) -> list[str]:
    """Say which names are of something obsolete, and what took its place."""
    said = []
    for link in links:
        if not isinstance(link.target, Concept):
            continue
        labels = [text for text, _ in link.target.labels] or [str(link.target.iri)]
        now, name = _quoted(labels[0], language), _quoted(link.mention.text, language)
        if link.replaced:
            before = _quoted(link.replaced, language)
            said.append(
                f"{before} ist veraltet; an seine Stelle trat {now}."
                if language == "de"
                else f"{before} is obsolete; it was replaced by {now}."
            )
        elif _IDENTIFIER.fullmatch(link.mention.text) and link.target.labels:
            said.append(f"{link.mention.text} = {now}.")
        elif link.target.obsolete:
            marked = (
                "ist als veraltet gekennzeichnet" if language == "de" else "is marked as obsolete"
            )
            said.append(f"{name} {marked}.")
    return said


def _quoted(text: str, language: str) -> str:
    """Put a label or words of the question in quotes that they cannot end."""
    seen = visible(text).translate(INNER_QUOTES)
    return f"„{seen}“" if language == "de" else f"“{seen}”"


def _left_aside(links: Sequence[Link], language: str) -> list[str]:
    said = [
        _quoted(link.mention.text, language)
        for link in links
        if link.role == "circumstance" and link.target is None
    ]
    if not said:
        return []
    lead = "Nicht berücksichtigt" if language == "de" else "Not taken into account"
    return [f"{lead}: {', '.join(dict.fromkeys(said))}."]


def _cut(shown: int, total: int, language: str) -> str:
    if language == "de":
        return f"Gezeigt werden {shown} von {total} Fakten."
    return f"{shown} of {total} facts are shown."
