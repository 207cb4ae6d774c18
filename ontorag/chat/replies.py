"""Read what a model said: JSON picked out, validated, asked for once more, never believed."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar, Union
from typing import Literal as OneOf

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from ontorag.chat.base import ChatModel, ChatReply, Message, Schema
from ontorag.chat.texts import pick_json
from ontorag.errors import ModelError

NONE = "NONE"
ChoiceRole = OneOf["required", "excluded", "alternative", "asked", "circumstance"]
Problem = OneOf["invalid", "refused", "length"]
Reading = TypeVar("Reading", bound=BaseModel)


class ReplyError(ModelError):
    """A model's reply is not the JSON that was asked for; the message says why."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class LinkPick(_Strict):
    """The model's choice for one mention: a shown candidate's id or NONE, and the role."""

    mention: str = Field(max_length=1_000)
    candidate_id: str = Field(max_length=200)
    role: ChoiceRole


class LinkChoice(_Strict):
    """The model's choices for all mentions."""

    links: list[LinkPick] = Field(max_length=500)


class OneChoice(_Strict):
    """The model's choice of one thing: its number, or NONE."""

    choice: Union[StrictInt, Annotated[str, Field(max_length=100)]]


class ClaimText(_Strict):
    """One sentence with the ids of the facts that prove it."""

    text: str = Field(max_length=5_000)
    evidence_ids: list[str] = Field(max_length=1_000)


class AnswerClaims(_Strict):
    """The model's answer: claims with evidence, what is missing, and whether it answers."""

    claims: list[ClaimText] = Field(max_length=200)
    missing: list[str] = Field(max_length=200)
    status: OneOf["answered", "insufficient"]


@dataclass(frozen=True, slots=True)
class Asked(Generic[Reading]):
    """What came of asking for JSON: the value, or None and the problem; every reply."""

    value: Reading | None
    replies: tuple[ChatReply, ...]
    problem: Problem | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ChosenLinks:
    """The choices that hold, by mention, what was refused and why, and every reply.

    ``picks`` has a candidate's id (None for NONE) and a role for each mention that was answered
    properly; ``refused`` are sentences about picks that were not shown.
    """

    picks: Mapping[str, tuple[str | None, ChoiceRole]]
    refused: tuple[str, ...]
    replies: tuple[ChatReply, ...]
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class ChosenOne:
    """The number that was chosen, None for none, what was refused, and every reply."""

    number: int | None
    replies: tuple[ChatReply, ...]
    refused: str = ""
    problem: Problem | None = None


def link_schema(candidate_ids: Collection[str]) -> dict[str, Any]:
    """Give the JSON schema of `LinkChoice` with the ids that may be chosen, and NONE."""
    roles = ["required", "excluded", "alternative", "asked", "circumstance"]
    pick = _closed(
        {
            "mention": {"type": "string"},
            "candidate_id": {"type": "string", "enum": [*dict.fromkeys(candidate_ids), NONE]},
            "role": {"type": "string", "enum": roles},
        }
    )
    return _closed({"links": {"type": "array", "items": pick}})


def choice_schema(shown: int) -> dict[str, Any]:
    """Give the JSON schema of `OneChoice` with the numbers 1 to ``shown``, and NONE."""
    numbers = [str(number) for number in range(1, shown + 1)]
    return _closed({"choice": {"type": "string", "enum": [*numbers, NONE]}})


def answer_schema() -> dict[str, Any]:
    """Give the JSON schema of `AnswerClaims`, in the subset that every server understands."""
    texts = {"type": "array", "items": {"type": "string"}}
    claim = _closed({"text": {"type": "string"}, "evidence_ids": texts})
    status = {"type": "string", "enum": ["answered", "insufficient"]}
    claims = {"type": "array", "items": claim}
    return _closed({"claims": claims, "missing": texts, "status": status})


def _closed(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def parse_json_reply(text: str, model_class: type[Reading]) -> Reading:
    """Read a model's reply as ``model_class``.

    Thoughts and code fences are stripped and the first JSON object is picked out. Raises
    `ReplyError` with a reason that can be told to the model.
    """
    body = pick_json(text)
    try:
        return model_class.model_validate_json(body)
    except ValidationError as exc:
        problems = exc.errors(include_url=False, include_input=False)[:5]
        reasons = "; ".join(
            f"{'.'.join(str(part) for part in problem['loc']) or 'reply'}: {problem['msg']}"
            for problem in problems
        )
        raise ReplyError(f"the reply is not the JSON that was asked for ({reasons})") from exc


def ask_for(
    chat: ChatModel,
    messages: Sequence[Message],
    model_class: type[Reading],
    schema: Schema,
    *,
    schema_name: str = "answer",
    max_tokens: int | None = None,
    seed: int | None = None,
    cancel: threading.Event | None = None,
    deadline: float | None = None,
) -> Asked[Reading]:
    """Ask for JSON and validate it; one retry tells the model what was wrong.

    A refusal and a stop at the length limit are not retried. ``deadline`` is in seconds and
    counts for each call. Raises what ``chat`` raises.
    """
    replies: list[ChatReply] = []
    asked = list(messages)
    detail = ""
    for _ in range(2):
        reply = chat.complete(
            asked, schema=schema, schema_name=schema_name, max_tokens=max_tokens,
            seed=seed, cancel=cancel, deadline=deadline,
        )  # fmt: skip
        replies.append(reply)
        if reply.finish_reason == "refusal":
            return Asked(None, tuple(replies), "refused", reply.text[:500])
        try:
            return Asked(parse_json_reply(reply.text, model_class), tuple(replies))
        except ReplyError as exc:
            detail = str(exc)
        if reply.finish_reason == "length":
            return Asked(None, tuple(replies), "length", "the reply stopped at its length limit")
        asked = [*messages, Message("assistant", reply.text[:4_000]), correction(detail)]
    return Asked(None, tuple(replies), "invalid", detail)


def correction(detail: str) -> Message:
    """Tell a model what was wrong with its reply."""
    return Message(
        "user", f"That cannot be used: {detail}. Answer again, with the JSON object only."
    )


def choose_links(
    chat: ChatModel,
    messages: Sequence[Message],
    candidates_by_mention: Mapping[str, Collection[str]],
    *,
    max_tokens: int | None = None,
    seed: int | None = None,
    cancel: threading.Event | None = None,
    deadline: float | None = None,
) -> ChosenLinks:
    """Let the model choose, for each mention, one of its shown candidates' ids or NONE.

    A pick of an id that was not shown for its mention, of a mention that was not shown, and a
    second pick for one mention that disagrees with the first, are dropped and reported.
    """
    shown = [each for ids in candidates_by_mention.values() for each in ids]
    asked = ask_for(
        chat, messages, LinkChoice, link_schema(shown), schema_name="links",
        max_tokens=max_tokens, seed=seed, cancel=cancel, deadline=deadline,
    )  # fmt: skip
    if asked.value is None:
        return ChosenLinks({}, (), asked.replies, asked.problem)
    picks, refused = _shown_picks(asked.value.links, candidates_by_mention)
    return ChosenLinks(picks, tuple(refused), asked.replies)


def _shown_picks(
    links: Sequence[LinkPick], candidates_by_mention: Mapping[str, Collection[str]]
) -> tuple[dict[str, tuple[str | None, ChoiceRole]], list[str]]:
    spelled = {_folded(mention): mention for mention in candidates_by_mention}
    picks: dict[str, tuple[str | None, ChoiceRole]] = {}
    refused: list[str] = []
    for link in links:
        mention = spelled.get(_folded(link.mention))
        chosen = None if link.candidate_id == NONE else link.candidate_id
        if mention is None:
            refused.append(f"mention {link.mention[:80]!r} was not asked about")
        elif chosen is not None and chosen not in candidates_by_mention[mention]:
            refused.append(f"{link.candidate_id[:80]!r} was not shown for {mention!r}")
        elif mention in picks and picks[mention][0] != chosen:
            refused.append(f"a second pick {link.candidate_id!r} for {mention!r}")
        else:
            picks.setdefault(mention, (chosen, link.role))
    return picks, refused


def _folded(text: str) -> str:
    """Fold case, spaces and characters that do not show, as prompts do."""
    shown = "".join(each for each in text if each.isprintable() or each.isspace())
    return " ".join(shown.casefold().split())


def choose_one(chat: ChatModel, messages: Sequence[Message], shown: int) -> ChosenOne:
    """Let the model choose one of the numbers 1 to ``shown``, or NONE.

    A number that was not shown is dropped and reported. Raises what ``chat`` raises.
    """
    asked = ask_for(chat, messages, OneChoice, choice_schema(shown), schema_name="choice")
    if asked.value is None:
        return ChosenOne(None, asked.replies, "", asked.problem)
    said = str(asked.value.choice).strip()
    if said == NONE:
        return ChosenOne(None, asked.replies)
    if said in map(str, range(1, shown + 1)):
        return ChosenOne(int(said), asked.replies)
    return ChosenOne(None, asked.replies, f"{said[:80]!r} was not shown")
