"""The model's tier: it chooses among shown candidates, or NONE; it writes nothing.

Asked about are the constraints that the lexical tiers could not settle; without one the model
is not asked. What can stand in a mention's place is offered (the range of its property), else a
small vocabulary whole, else a shortlist. A pick that was not shown is refused, and what the
question names by its own label is never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ontorag.chat.base import ChatModel, ChatReply, Message
from ontorag.errors import ModelError
from ontorag.linking.labels import label_of
from ontorag.prompts import ShownCandidate, ShownMention, link_prompt
from ontorag.values import Candidate, Concept, Link, Role

LARGEST_SHOWN = 60
"""More candidates than this are not shown for one mention."""
MODEL_SCORE = 0.9


@dataclass(frozen=True, slots=True)
class Pool:
    """The concepts that a mention may mean; ``whole`` is whether they are the whole vocabulary."""

    concepts: tuple[Concept, ...]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """How the model was asked and what it said; ``problem`` says why it was of no use."""

    messages: tuple[Message, ...]
    replies: tuple[ChatReply, ...]
    shown: str
    refused: tuple[str, ...] = ()
    problem: str = ""


def choose_with_model(
    question: str,
    links: Sequence[Link],
    pool: Callable[[Link], Pool],
    chat: ChatModel,
    *,
    language: str,
    title: str | None,
) -> tuple[list[Link], Choice | None]:
    """Let the model settle what is open; without open mentions it is not asked.

    A model that cannot be reached or used leaves the links as they are, and the choice says so.
    """
    from ontorag.chat.replies import choose_links  # it brings pydantic

    open_links = {number: link for number, link in enumerate(links) if _is_open(link)}
    pools = {number: pool(link) for number, link in open_links.items()}
    offers = {number: _offer(link, pools[number]) for number, link in open_links.items()}
    offers = {number: offer for number, offer in offers.items() if offer}
    if not offers:
        return list(links), None
    ids = _ids(offers.values())
    shown = [
        ShownMention(
            links[number].mention.text, tuple(_shown(concept, ids[concept]) for concept in offer)
        )
        for number, offer in offers.items()
    ]
    whole = all(pools[number].whole for number in offers)
    messages = link_prompt(
        question, shown, domain=title or "", language=language, whole_vocabulary=whole
    )
    kind = "whole" if whole else "shortlist"
    allowed = {each.text: [candidate.id for candidate in each.candidates] for each in shown}
    try:
        chosen = choose_links(chat, messages, allowed)
    except ModelError as error:
        return list(links), Choice(tuple(messages), (), kind, (), str(error))
    by_id = {id_: concept for concept, id_ in ids.items()}
    picked = {
        number: _picked(links[number], chosen.picks.get(links[number].mention.text), by_id, offer)
        for number, offer in offers.items()
    }
    made = [picked.get(number, link) for number, link in enumerate(links)]
    problem = chosen.problem or ""
    return made, Choice(tuple(messages), chosen.replies, kind, chosen.refused, problem)


def _is_open(link: Link) -> bool:
    """Whether no label settled a constraint: NIL, ambiguous, or held by a typo or its meaning."""
    if link.role not in ("required", "excluded", "alternative"):
        return False
    return link.ambiguous or link.target is None or link.method in ("typo", "semantic", "partial")


def _offer(link: Link, pool: Pool) -> tuple[Concept, ...]:
    """Give what is shown for a mention: the options of an ambiguity, else its own pool.

    A pool that is too large is cut to what stood nearest already.
    """
    own = tuple(c.target for c in link.candidates if isinstance(c.target, Concept))
    if link.ambiguous:
        return own[:LARGEST_SHOWN]
    offered = pool.concepts
    if len(offered) <= LARGEST_SHOWN:
        return tuple(dict.fromkeys((*offered, *own)))
    return tuple(dict.fromkeys((*own, *offered)))[:LARGEST_SHOWN]


def _ids(offers: Iterable[tuple[Concept, ...]]) -> dict[Concept, str]:
    concepts = dict.fromkeys(concept for offer in offers for concept in offer)
    return {concept: f"C{number}" for number, concept in enumerate(concepts, start=1)}


def _shown(concept: Concept, id_: str) -> ShownCandidate:
    kind = concept.kinds[0] if concept.kinds else ""
    return ShownCandidate(id_, label_of(concept), concept.definition or "", kind)


def _picked(
    link: Link,
    pick: tuple[str | None, Role] | None,
    by_id: dict[str, Concept],
    offer: tuple[Concept, ...],
) -> Link:
    """Apply one pick: NONE empties a guess, a concept becomes the target."""
    if pick is None:
        return link
    chosen, _ = pick
    if chosen is None:
        emptied = link.method in ("typo", "semantic", "partial")
        return replace(link, target=None, method="none") if emptied else link
    concept = by_id[chosen]
    best = Candidate(concept, MODEL_SCORE, "model", label_of(concept))
    others = [c for c in link.candidates if c.target != concept]
    others += [
        Candidate(other, 0.0, "model", label_of(other))
        for other in offer
        if other != concept and all(other != c.target for c in others)
    ]
    return replace(
        link, target=concept, candidates=(best, *others[:9]), method="model",
        margin=MODEL_SCORE - (others[0].score if others else 0.0), ambiguous=False,
    )  # fmt: skip
