"""Let a chat model choose what to claim, or write, from the facts of its prompt, citing them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias, Union

from pydantic import ValidationError

from ontorag.answering.hearing import ClaimsHeard, Drafting, SentencesHeard
from ontorag.answering.prompting import Prompt
from ontorag.chat import ChatModel, ChatReply, Message, Streamed
from ontorag.chat.replies import (
    AnswerClaims,
    ClaimText,
    ReplyError,
    answer_schema,
    correction,
    parse_json_reply,
)
from ontorag.errors import ModelRefusedError, UnusableReplyError
from ontorag.language import Language
from ontorag.language.sentences import split_claims
from ontorag.prompts import INSUFFICIENT, clean_label
from ontorag.values import Claim, Draft, Flag, Verdict

CLAIM_LIMIT = 2_000
MOST_CLAIMS = 200
"""Claims, or sentences of prose, that are read of one answer."""
_INVALID: tuple[Flag, ...] = ("invalid_model_output",)
UNCHECKED = Verdict("unsupported", "said by the model, not checked yet")
_CITATION = re.compile(r"\s*\[\s*[FDP]\d+(?:\s*[,;]\s*[FDP]\d+)*\s*\]")

Noted: TypeAlias = "list[tuple[str, Union[str, int]]]"
Timed: TypeAlias = Callable[[str], AbstractContextManager[Noted]]
"""Times a stage by its name; what is noted in the list are its details and (numbers) sizes."""
Hear: TypeAlias = Callable[[Union[Claim, Draft]], None]


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What came of asking a model.

    The claims are the model's and wait for verification (each has the verdict "unsupported"
    until then). Where the template must speak, ``flags`` say why: "model_abstained" or
    "invalid_model_output", with the problem in ``detail``. ``missing`` is what the model missed
    among the facts. ``read`` is how many tokens of the prompt the server read, where it cut the
    prompt without a word; else None.
    """

    claims: tuple[Claim, ...] = ()
    flags: tuple[Flag, ...] = ()
    replies: tuple[ChatReply, ...] = ()
    missing: tuple[str, ...] = ()
    detail: str = ""
    read: int | None = None


def untimed(stage: str) -> AbstractContextManager[Noted]:
    """Time nothing."""
    return nullcontext([])


def ask_model(
    prompt: Prompt,
    chat: ChatModel,
    *,
    language: Language,
    timed: Timed = untimed,
    hear: Hear | None = None,
) -> ModelAnswer:
    """Send ``prompt`` and read what comes back; JSON that cannot be used is asked for once more.

    With ``hear`` the reply is streamed, and each claim (and, in prose, each draft of one) is
    told as soon as it is whole; what was told is not asked for again. Half an answer, an error
    page and a refusal are told in the flags; raises what else ``chat`` raises (`ModelError`).
    """
    answer = ModelAnswer()
    replies: tuple[ChatReply, ...] = ()
    messages: Sequence[Message] = prompt.messages
    for _ in range(2 if prompt.phrasing == "claims" else 1):
        heard: list[Claim] = []
        try:
            with timed("chat") as noted:
                reply = _replied(prompt, messages, chat, language, _both(heard, hear))
                noted.append(("characters", len(reply.text)))
        except UnusableReplyError as fault:
            return ModelAnswer(tuple(heard), _INVALID, replies, detail=str(fault))
        replies = (*replies, reply)
        with timed("parse") as noted:
            answer, is_readable = _read(reply, prompt, language, heard)
            noted.append(("claims", len(answer.claims)))
            noted += [("problem", answer.detail)] if answer.detail else []
        if is_readable or heard:
            break
        messages = [
            *prompt.messages,
            Message("assistant", reply.text[:4_000]),
            correction(answer.detail),
        ]
    read = replies[0].prompt_tokens
    was_cut = prompt.counter.was_cut(prompt.tokens, read)
    return replace(answer, replies=replies, read=read if was_cut else None)


def _both(heard: list[Claim], hear: Hear | None) -> Hear | None:
    """Tell ``hear``, and keep the claims."""
    if hear is None:
        return None

    def told(event: Claim | Draft) -> None:
        if isinstance(event, Claim):
            heard.append(event)
        hear(event)

    return told


def _replied(
    prompt: Prompt,
    messages: Sequence[Message],
    chat: ChatModel,
    language: Language,
    hear: Hear | None,
) -> ChatReply:
    """Ask, whole or piece by piece."""
    schema = answer_schema() if prompt.phrasing == "claims" else None
    if hear is None:
        return chat.complete(messages, schema=schema)
    streamed = Streamed(chat.name, chat.stream(messages, schema=schema))
    events = _claims_in if prompt.phrasing == "claims" else _sentences_in
    try:
        for event in events(streamed, language):
            hear(event)
    except ModelRefusedError as fault:
        return streamed.cut(fault.finish_reason)
    return streamed.whole()


def _claims_in(pieces: Iterable[str], language: Language) -> Iterator[Claim | Draft]:
    heard, told = ClaimsHeard(), 0
    for piece in pieces:
        for found in heard.feed(piece) if told < MOST_CLAIMS else ():
            told += 1
            yield from _claim_of(found)


def _claim_of(found: object) -> tuple[Claim, ...]:
    """Take one claim, or none: the whole reply is judged at its end."""
    try:
        return _taken([ClaimText.model_validate(found)])
    except ValidationError:
        return ()


def _sentences_in(pieces: Iterable[str], language: Language) -> Iterator[Claim | Draft]:
    heard, drafting, told = SentencesHeard(language), Drafting(), 0
    for piece in pieces:
        if told < MOST_CLAIMS and (draft := drafting.feed(piece)):
            yield Draft(draft)
        for sentence in heard.feed(piece) if told < MOST_CLAIMS else ():
            told += 1
            yield from _said(sentence, language)
    if told < MOST_CLAIMS and (draft := drafting.rest()):
        yield Draft(draft)
    for sentence in heard.rest()[: max(0, MOST_CLAIMS - told)]:
        if not sentence.startswith(INSUFFICIENT):
            yield from _said(sentence, language)


def _read(
    reply: ChatReply, prompt: Prompt, language: Language, heard: Sequence[Claim]
) -> tuple[ModelAnswer, bool]:
    """Read a whole reply, what was heard of it included; also whether asking again is no use."""
    if reply.finish_reason == "refusal":
        detail = f"the model declined: {clean_label(reply.text)}"
        return ModelAnswer(tuple(heard), ("model_abstained",), detail=detail), True
    try:
        read = _read_prose if prompt.phrasing == "prose" else _read_claims
        answer, is_readable = read(reply.text, language), True
    except ReplyError as fault:
        answer, is_readable = ModelAnswer(flags=_INVALID, detail=str(fault)), False
    if reply.finish_reason == "length" and (not is_readable or prompt.phrasing == "prose"):
        detail = "the reply stopped at its length limit"
        answer, is_readable = ModelAnswer(flags=_INVALID, detail=detail), True
    more = [claim for claim in answer.claims if claim not in heard]
    return replace(answer, claims=(*heard, *more)), is_readable


def _read_claims(text: str, language: Language) -> ModelAnswer:
    value = parse_json_reply(text, AnswerClaims)
    missing = tuple(map(clean_label, value.missing))
    if value.status == "insufficient":
        return ModelAnswer(flags=("model_abstained",), missing=missing)
    claims = _taken(value.claims)
    if not claims:
        return ModelAnswer(flags=_INVALID, missing=missing, detail="the reply has no claims")
    return ModelAnswer(claims, missing=missing)


def _read_prose(text: str, language: Language) -> ModelAnswer:
    if text.lstrip().startswith(INSUFFICIENT):
        return ModelAnswer(flags=("model_abstained",))
    claims = tuple(islice(_said(text, language), MOST_CLAIMS))
    if not claims:
        return ModelAnswer(flags=_INVALID, detail="the reply has no words")
    return ModelAnswer(claims)


def _said(text: str, language: Language) -> Iterator[Claim]:
    """Read prose as claims; a sentence that cites nothing is judged by all evidence."""
    for said, ids in split_claims(text, language):
        if cleaned := clean_label(said, limit=CLAIM_LIMIT):
            yield Claim(cleaned, ids, UNCHECKED)


def _taken(said: Sequence[ClaimText]) -> tuple[Claim, ...]:
    """Take the model's claims as they are, citations within the text left out."""
    return tuple(
        Claim(text, tuple(dict.fromkeys(id_.strip() for id_ in each.evidence_ids)), UNCHECKED)
        for each in said
        if (text := clean_label(_CITATION.sub("", each.text), limit=CLAIM_LIMIT))
    )
