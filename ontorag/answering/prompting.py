"""Write the prompt for an answer, with as many facts as there is room for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal as OneOf

from ontorag.chat import ChatModel, Message, TokenCounter, counter_for
from ontorag.errors import ContextTooLongError
from ontorag.prompts import answer_prompt, fact_lines, prose_prompt
from ontorag.values import Subgraph

Phrasing = OneOf["claims", "prose"]
PHRASINGS: tuple[Phrasing, ...] = ("claims", "prose")
"""``claims``: the model gives sentences with ids as JSON; ``prose``: it writes a short text."""

REPLY_TOKENS = 512
"""Room that is left for a reply in a model's context, where it is not bounded otherwise."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The messages for an answer, the subgraph that is in them, and their tokens."""

    messages: tuple[Message, ...]
    subgraph: Subgraph
    tokens: int
    counter: TokenCounter
    phrasing: Phrasing


def room_for_prompt(chat: ChatModel, token_budget: int | None = None) -> int | None:
    """Give how many tokens a prompt may have: what is wanted, and what the model takes.

    A quarter of the model's context at most is kept for the reply. None is without a limit.
    """
    context: int | None = getattr(chat, "context", None)
    reply: int = getattr(chat, "max_tokens", None) or REPLY_TOKENS
    limits = [token_budget, context - min(reply, context // 4) if context else None]
    return min((limit for limit in limits if limit is not None), default=None)


def write_prompt(
    question: str,
    subgraph: Subgraph,
    chat: ChatModel,
    *,
    language: str,
    domain: str,
    phrasing: Phrasing = "claims",
    room: int | None = None,
) -> Prompt:
    """Ask ``question`` over the facts of ``subgraph`` that fit into ``room`` tokens.

    Facts are cut from the end, where those that prove the answer do not stand; derived facts are
    never cut. Raises `ContextTooLongError` where not even one fact fits.
    """
    counter = counter_for(chat.name)
    lines, facts = fact_lines(subgraph), len(subgraph.facts)

    def written(kept: int) -> list[Message]:
        shown = [*lines[:kept], *lines[facts:]]
        ask = prose_prompt if phrasing == "prose" else answer_prompt
        return ask(question, shown, domain=domain, language=language)

    messages = written(facts)
    tokens = counter.of_messages(messages)
    if room is not None and tokens > room:
        rules = counter.of_messages(written(0))
        kept = _fitting([counter.count(line) + 1 for line in lines[:facts]], room - rules)
        _require_facts(kept, subgraph, chat, rules, room)
        subgraph, messages = first_facts(subgraph, kept), written(kept)
        tokens = counter.of_messages(messages)
    return Prompt(tuple(messages), subgraph, tokens, counter, phrasing)


def first_facts(subgraph: Subgraph, kept: int) -> Subgraph:
    """Cut a subgraph to its first ``kept`` facts; answers and totals stay whole.

    >>> first_facts(Subgraph(total=2), 1).truncated
    True
    """
    gone = {fact.id for fact in subgraph.facts[kept:]}
    derived = tuple(
        replace(each, premises=tuple(id_ for id_ in each.premises if id_ not in gone))
        for each in subgraph.derived
    )
    return replace(subgraph, facts=subgraph.facts[:kept], derived=derived, truncated=True)


def _fitting(costs: Sequence[int], room: int) -> int:
    """Count the first costs whose sum is within ``room``."""
    kept = 0
    for cost in costs:
        room -= cost
        if room < 0:
            break
        kept += 1
    return kept


def _require_facts(kept: int, subgraph: Subgraph, chat: ChatModel, rules: int, room: int) -> None:
    if rules <= room and (kept or not subgraph.facts):
        return
    raise ContextTooLongError(
        f"of {len(subgraph.facts)} facts none fits into a prompt of {room} tokens for model "
        f"{chat.name!r}: rules and question alone are about {rules}; allow more "
        "(token_budget=), or use a model with a longer context"
    )
