"""The baselines to compare with: a model's answer without facts, or with all of them."""

from __future__ import annotations

from ontorag.chat import ChatModel, ChatReply, Message, counter_for
from ontorag.errors import ContextTooLongError
from ontorag.prompts import answer_from_all_prompt, answer_without_facts_prompt, fact_lines
from ontorag.values import Subgraph


def answer_for_comparison(
    question: str,
    subgraph: Subgraph,
    chat: ChatModel,
    *,
    mode: str,
    language: str,
    domain: str,
) -> tuple[list[Message], ChatReply]:
    """Ask ``chat`` freely; with ``mode`` "all" the facts of ``subgraph`` go along.

    Raises `ContextTooLongError` (naming facts, tokens and limit) where they are too many for
    the model's context, or where its server cut them, and what ``chat`` raises.
    """
    if mode == "none":
        messages = answer_without_facts_prompt(question, domain=domain, language=language)
        return messages, chat.complete(messages)
    messages = answer_from_all_prompt(
        question, fact_lines(subgraph), domain=domain, language=language
    )
    counter, limit = counter_for(chat.name), getattr(chat, "context", None)
    tokens = counter.of_messages(messages)
    known = f"all {len(subgraph.facts)} facts are about {tokens} tokens"
    if limit is not None and tokens > limit:
        raise _too_long(f"{known} and model {chat.name!r} takes {limit}")
    try:
        reply = chat.complete(messages)
    except ContextTooLongError as fault:
        raise _too_long(f"{known}, too many for model {chat.name!r} ({fault})") from fault
    if counter.was_cut(tokens, reply.prompt_tokens):
        read = f"the server of model {chat.name!r} read only {reply.prompt_tokens} of them"
        raise _too_long(f"{known}, and {read}")
    return messages, reply


def _too_long(what: str) -> ContextTooLongError:
    return ContextTooLongError(f"{what}; use mode 'selected', or a model with a longer context")
