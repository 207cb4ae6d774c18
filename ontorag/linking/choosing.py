"""The model's tier: it chooses among shown candidates, or NONE; it writes nothing.

Asked about are the constraints that no other tier has settled, in one call; without one the model
is not asked. What can stand in a mention's place is offered (the range of its property), else a
small vocabulary whole, else a shortlist; not what another mention of the question means already,
for two mentions are two things. A pick that was not shown is refused, and so is one that is far
off (`evidence`). Picks that nothing but the model supports are asked for again, in one more call,
in the opposite order and under other ids; they count where the model picks the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ontorag.chat.base import ChatModel, ChatReply, Message
from ontorag.errors import CancelledError, ModelError
from ontorag.linking.evidence import Evidence, Standing
from ontorag.linking.labels import label_of
from ontorag.prompts import ShownCandidate, ShownMention, link_prompt
from ontorag.values import Candidate, Concept, Link
from ontorag.values.links import MODEL_ALONE

LARGEST_SHOWN = 60
"""More candidates than this are not shown for one mention."""
MODEL_SCORE = 0.9
"""The score of a pick that another tier supports; `MODEL_ALONE` is that of one that none does."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The concepts that a mention may mean; ``whole`` is whether they are the whole vocabulary."""

    concepts: tuple[Concept, ...]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """How the model was asked and what it said; ``problem`` says why it was of no use.

    ``refused`` are sentences about picks that were not taken.
    """

    messages: tuple[Message, ...]
    replies: tuple[ChatReply, ...]
    shown: str
    refused: tuple[str, ...] = ()
    problem: str = ""


_Offers = Mapping[int, tuple[Concept, ...]]
_Picks = dict[int, Concept]


@dataclass(frozen=True, slots=True)
class _Asking:
    """One question to one model; ``links`` are the question's, ``whole`` is what `Pool` says."""

    question: str
    links: Sequence[Link]
    chat: ChatModel
    language: str
    title: str
    whole: bool

    def picks(self, offers: _Offers, *, first_id: int = 1) -> tuple[_Picks, Choice]:
        """Ask about the mentions by number; a model that is of no use picks nothing."""
        from ontorag.chat.replies import choose_links  # it brings pydantic

        ids = _ids(offers.values(), first_id)
        shown = [
            ShownMention(
                self.links[number].mention.text,
                tuple(_shown(concept, ids[concept]) for concept in offer),
            )
            for number, offer in offers.items()
        ]
        messages = link_prompt(
            self.question, shown, domain=self.title, language=self.language,
            whole_vocabulary=self.whole,
        )  # fmt: skip
        kind = "whole" if self.whole else "shortlist"
        allowed = {each.text: [candidate.id for candidate in each.candidates] for each in shown}
        try:
            chosen = choose_links(self.chat, messages, allowed)
        except CancelledError:
            raise
        except ModelError as error:
            return {}, Choice(tuple(messages), (), kind, (), str(error))
        by_id = {id_: concept for concept, id_ in ids.items()}
        said = {number: chosen.picks.get(self.links[number].mention.text) for number in offers}
        picks = {number: by_id[pick[0]] for number, pick in said.items() if pick and pick[0]}
        problem = chosen.problem or ""
        return picks, Choice(tuple(messages), chosen.replies, kind, chosen.refused, problem)


def choose_with_model(
    question: str,
    links: Sequence[Link],
    pool: Callable[[Link], Pool],
    chat: ChatModel,
    *,
    language: str,
    title: str | None,
    evidence: Evidence,
) -> tuple[list[Link], Choice | None]:
    """Let the model settle what is open; without open mentions it is not asked.

    A model that cannot be reached or used leaves the links as they are, and the choice says so.
    """
    pools = {number: pool(link) for number, link in enumerate(links) if _is_open(link)}
    taken = {link.target for link in links if isinstance(link.target, Concept)}
    offers = {number: _offer(links[number], found, taken) for number, found in pools.items()}
    offers = {
        number: offer
        for number, offer in offers.items()
        if evidence.is_worth_asking(links[number], offer)
    }
    if not offers:
        return list(links), None
    whole = all(pools[number].whole and not links[number].ambiguous for number in offers)
    asking = _Asking(question, links, chat, language, title or "", whole)
    picks, choice = asking.picks(offers)
    standings = {
        number: evidence.standings(links[number], offers[number])[concept]
        for number, concept in picks.items()
    }
    agreed, choice = _agreed(asking, offers, picks, standings, choice)
    made = {
        number: _picked(links[number], concept, offers[number], standings[number])
        for number, concept in agreed.items()
    }
    return [made.get(number, link) for number, link in enumerate(links)], choice


def _agreed(
    asking: _Asking,
    offers: _Offers,
    picks: _Picks,
    standings: Mapping[int, Standing],
    choice: Choice,
) -> tuple[_Picks, Choice]:
    """Keep the picks that are supported, or made again in another order."""
    open_offers = {n: offers[n][::-1] for n in picks if standings[n] == "open"}
    again: _Picks = {}
    replies, problem = choice.replies, choice.problem
    if open_offers:
        first_id = 1 + len(dict.fromkeys(each for offer in offers.values() for each in offer))
        again, second = asking.picks(open_offers, first_id=first_id)
        replies, problem = (*replies, *second.replies), problem or second.problem
    kept: _Picks = {}
    refused = list(choice.refused)
    for number, concept in picks.items():
        mention, label = asking.links[number].mention.text, label_of(concept)
        if standings[number] == "refused":
            refused.append(f"{label!r} is too far from {mention!r}")
        elif standings[number] == "open" and again.get(number) != concept:
            refused.append(f"{label!r} for {mention!r} was not picked again in another order")
        else:
            kept[number] = concept
    return kept, replace(choice, replies=replies, refused=tuple(refused), problem=problem)


def _is_open(link: Link) -> bool:
    """Whether no tier settled a constraint: NIL, or ambiguous."""
    return link.role in ("required", "excluded", "alternative") and (
        link.ambiguous or link.target is None
    )


def _offer(link: Link, pool: Pool, taken: Iterable[Concept]) -> tuple[Concept, ...]:
    """Give what is shown for a mention: the options of an ambiguity, else its own pool.

    A pool that is too large is cut to what stood nearest already.
    """
    own = tuple(c.target for c in link.candidates if isinstance(c.target, Concept))
    if link.ambiguous:
        return own[:LARGEST_SHOWN]
    offered = pool.concepts
    ordered = (*offered, *own) if len(offered) <= LARGEST_SHOWN else (*own, *offered)
    known = {*taken}
    return tuple(each for each in dict.fromkeys(ordered) if each not in known)[:LARGEST_SHOWN]


def _ids(offers: Iterable[tuple[Concept, ...]], first: int) -> dict[Concept, str]:
    concepts = dict.fromkeys(concept for offer in offers for concept in offer)
    return {concept: f"C{number}" for number, concept in enumerate(concepts, start=first)}


def _shown(concept: Concept, id_: str) -> ShownCandidate:
    kind = concept.kinds[0] if concept.kinds else ""
    return ShownCandidate(id_, label_of(concept), concept.definition or "", kind)


def _picked(link: Link, concept: Concept, offer: tuple[Concept, ...], standing: Standing) -> Link:
    """Apply one pick: the concept becomes the target."""
    score = MODEL_SCORE if standing == "supported" else MODEL_ALONE
    best = Candidate(concept, score, "model", label_of(concept))
    others = [c for c in link.candidates if c.target != concept]
    others += [
        Candidate(other, 0.0, "model", label_of(other))
        for other in offer
        if other != concept and all(other != c.target for c in others)
    ]
    return replace(
        link, target=concept, candidates=(best, *others[:9]), method="model",
        margin=max(score - (others[0].score if others else 0.0), 0.0), ambiguous=False,
    )  # fmt: skip
