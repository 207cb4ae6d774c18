"""Chat models: one protocol, a client for OpenAI-compatible endpoints, a scripted one.

Importing this package pulls in no third-party package: what reads replies (pydantic) and what
calls endpoints (openai) is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ontorag.chat.base import (
    ChatModel,
    ChatReply,
    Message,
    Streamed,
    prompt_hash,
    require_room,
    require_whole,
)
from ontorag.chat.cache import CachedChat
from ontorag.chat.openai_chat import OpenAIChat
from ontorag.chat.scripted import ScriptedCall, ScriptedChat
from ontorag.chat.tokens import TokenCounter, counter_for, estimate_tokens

if TYPE_CHECKING:
    from ontorag.chat.replies import (
        AnswerClaims,
        Asked,
        ChosenLinks,
        ChosenOne,
        LinkChoice,
        OneChoice,
        ReplyError,
        answer_schema,
        ask_for,
        choice_schema,
        choose_links,
        choose_one,
        link_schema,
        parse_json_reply,
    )

__all__ = [
    "AnswerClaims", "Asked", "CachedChat", "ChatModel", "ChatReply", "ChosenLinks", "ChosenOne",
    "LinkChoice", "Message", "OneChoice", "OpenAIChat", "ReplyError", "ScriptedCall",
    "ScriptedChat", "Streamed", "TokenCounter", "answer_schema", "ask_for", "choice_schema",
    "choose_links", "choose_one", "counter_for", "estimate_tokens", "link_schema",
    "parse_json_reply", "prompt_hash", "require_room", "require_whole",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(import_module("ontorag.chat.replies"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
