"""A real small model behind a real server: the wire holds, whatever the model says."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest

from ontorag.chat import (
    AnswerClaims,
    Message,
    OpenAIChat,
    answer_schema,
    ask_for,
    choose_links,
    choose_one,
    estimate_tokens,
)
from ontorag.errors import (
    CancelledError,
    ContextTooLongError,
    ModelRefusedError,
    ModelUnreachableError,
)
from ontorag.prompts import ShownCandidate, ShownMention, answer_prompt, link_prompt, reading_prompt

from ..local_model import CONTEXT, LocalModel, ModelUnavailableError, start_local_model

pytestmark = pytest.mark.model

COUNT = [Message("user", "Count from 1 to 500 in words, one number a line.")]


def started() -> LocalModel:
    try:
        return start_local_model()
    except ModelUnavailableError as exc:
        pytest.skip(str(exc))


@pytest.fixture(scope="module")
def model() -> Iterator[LocalModel]:
    model = started()
    yield model
    model.stop()


@pytest.fixture
def chat(model: LocalModel) -> OpenAIChat:
    return OpenAIChat("smollm2", base_url=model.base_url, context=CONTEXT, max_tokens=80)


def test_a_reply_follows_the_schema(chat: OpenAIChat) -> None:
    schema = {
        "type": "object",
        "properties": {"colour": {"type": "string", "enum": ["red", "green", "NONE"]}},
        "required": ["colour"],
        "additionalProperties": False,
    }
    reply = chat.complete([Message("user", "What colour is grass?")], schema=schema, seed=1)
    assert json.loads(reply.text) in ({"colour": name} for name in ("red", "green", "NONE"))
    assert reply.finish_reason == "stop"
    assert reply.prompt_tokens is not None
    assert reply.prompt_tokens > 5
    assert reply.completion_tokens is not None


def test_the_model_only_picks_what_was_shown(chat: OpenAIChat) -> None:
    candidates = (ShownCandidate("C1", "Willensstärke", "willpower"), ShownCandidate("C2", "Axt"))
    shown = [ShownMention("Willenskraft", candidates)]
    messages = link_prompt(
        "Wer hat Willenskraft?", shown, domain="Mittelerde", language="de",
        whole_vocabulary=True, delimiter="4f2a",
    )  # fmt: skip
    chosen = choose_links(chat, messages, {"Willenskraft": ["C1", "C2"]}, seed=1)
    assert {pick for pick, _ in chosen.picks.values()} <= {"C1", "C2", None}
    assert chosen.replies[0].completion_tokens is not None


def test_the_model_only_chooses_a_reading_that_was_shown(chat: OpenAIChat) -> None:
    readings = [f"Looking for what satisfies: Early Dawn: {name}." for name in ("director", "cut")]
    messages = reading_prompt("Who made Early Dawn?", readings, domain="films", language="en")
    chosen = choose_one(chat, messages, len(readings))
    assert chosen.number in (1, 2, None)
    assert (chosen.refused, chosen.problem, len(chosen.replies)) == ("", None, 1)


def test_claims_have_their_shape_whatever_they_say(chat: OpenAIChat) -> None:
    facts = ['{"id": "F1", "subject": "Frodo", "relation": "hat Skill", "object": "Heimlichkeit"}']
    messages = answer_prompt(
        "Wer hat Heimlichkeit?", facts, domain="Mittelerde", language="de", delimiter="4f2a"
    )
    asked = ask_for(chat, messages, AnswerClaims, answer_schema(), seed=1, max_tokens=120)
    assert asked.problem in (None, "length", "invalid")
    assert (asked.value is None) == (asked.problem is not None)


def test_the_same_seed_says_the_same(chat: OpenAIChat) -> None:
    ask = [Message("user", "Name a colour.")]
    first, again = (chat.complete(ask, seed=3, max_tokens=8).text for _ in range(2))
    assert first == again != ""


def test_pieces_come_while_the_model_still_speaks(chat: OpenAIChat) -> None:
    pieces = []
    began = time.monotonic()
    arrived = []
    with pytest.raises(ModelRefusedError, match="length limit"):
        for piece in chat.stream(COUNT, max_tokens=24):
            pieces.append(piece)
            arrived.append(time.monotonic() - began)
    assert len(pieces) > 10
    assert arrived[-1] > arrived[0] * 1.1
    assert "".join(pieces).strip()


def test_a_stop_at_the_limit_is_told(chat: OpenAIChat) -> None:
    assert chat.complete(COUNT, max_tokens=5).finish_reason == "length"


def test_a_short_deadline_ends_a_long_answer(chat: OpenAIChat) -> None:
    began = time.monotonic()
    with pytest.raises(CancelledError, match="deadline"):
        chat.complete(COUNT, max_tokens=1_000, deadline=0.5)
    assert time.monotonic() - began < 1.5


def test_a_silent_server_runs_into_the_timeout(model: LocalModel) -> None:
    impatient = OpenAIChat("smollm2", base_url=model.base_url, timeout=0.05, retries=0)
    long = [Message("user", "Repeat: " + "stealth and willpower, " * 150)]
    with pytest.raises(ModelUnreachableError, match=r"said nothing for 0\.05 s"):
        impatient.complete(long, max_tokens=2)


def test_a_prompt_over_the_context_is_named_by_the_server_too(model: LocalModel) -> None:
    unaware = OpenAIChat("smollm2", base_url=model.base_url)
    with pytest.raises(ContextTooLongError, match="select fewer facts"):
        unaware.complete([Message("user", "willpower " * 2 * CONTEXT)], max_tokens=2)


@pytest.mark.parametrize(
    "text",
    [
        "Which characters have the skills stealth and willpower for this mission?",
        "Welche Charaktere haben Heimlichkeit und Willensstärke für eine gefährliche Mission?",
        '{"id": "F1", "subject": "Frodo", "relation": "hat Skill", "object": "Heimlichkeit"}',
    ],
)
def test_the_estimate_of_tokens_is_near_the_real_number(chat: OpenAIChat, text: str) -> None:
    short = chat.complete([Message("user", "x")], max_tokens=1).prompt_tokens
    whole = chat.complete([Message("user", f"x{text}")], max_tokens=1).prompt_tokens
    assert short is not None
    assert whole is not None
    real = whole - short
    assert 0.9 * real <= estimate_tokens(text) <= 2 * real


def test_a_server_killed_in_mid_answer_is_named() -> None:
    model = started()
    try:
        pieces = OpenAIChat("smollm2", base_url=model.base_url).stream(COUNT, max_tokens=500)
        assert next(pieces) is not None
        model.kill()
        with pytest.raises(ModelUnreachableError, match=r"broke off|nobody answers"):
            for _ in pieces:
                pass
        with pytest.raises(ModelUnreachableError, match="nobody answers"):
            OpenAIChat("smollm2", base_url=model.base_url).complete(COUNT)
    finally:
        model.stop()
