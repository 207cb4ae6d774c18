"""What a model said is read tolerantly, validated, asked for once more, and never believed."""

from __future__ import annotations

import threading

import pytest

from ontorag.chat import (
    AnswerClaims,
    ChatReply,
    LinkChoice,
    Message,
    OneChoice,
    ReplyError,
    ScriptedChat,
    answer_schema,
    ask_for,
    choice_schema,
    choose_links,
    estimate_tokens,
    link_schema,
    parse_json_reply,
    require_whole,
)
from ontorag.chat.dialect import Dialect, Request
from ontorag.chat.texts import ThoughtFilter, pick_json, without_thoughts
from ontorag.errors import CancelledError, ContextTooLongError, ModelError, ModelRefusedError

ASK = [Message("user", "Who?")]
CLAIMS = (
    '{"claims": [{"text": "Frodo.", "evidence_ids": ["F1"]}], "missing": [], "status": "answered"}'
)

# Texts


@pytest.mark.parametrize(
    "said",
    [
        CLAIMS,
        f"```json\n{CLAIMS}\n```",
        f"```\n{CLAIMS}",
        f"Here you are: {CLAIMS} Anything else?",
        f"<think>Is it {{Sam}}? {{}} No.</think>\n{CLAIMS}",
        f"Is it Sam? No.</think>{CLAIMS}",
        f"<think>unsure</think><thinking>more</thinking>{CLAIMS}",
        f"{{not json}} {CLAIMS}",
        f"{CLAIMS}{CLAIMS}",
    ],
)
def test_the_json_is_picked_out(said: str) -> None:
    assert pick_json(said) == CLAIMS
    assert parse_json_reply(said, AnswerClaims).claims[0].evidence_ids == ["F1"]


@pytest.mark.parametrize(
    "said", ["", "Frodo.", "[1, 2]", "{" * 3_000, '{"a":' * 3_000, "<think>and then", "null", '"x"']
)
def test_what_has_no_json_is_not_the_answer(said: str) -> None:
    with pytest.raises(ReplyError, match="not the JSON that was asked for"):
        parse_json_reply(said, AnswerClaims)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ('{"claims": [], "missing": []}', "status: Field required"),
        ('{"claims": [], "missing": [], "status": "maybe"}', "status: Input should be"),
        ('{"claims": [], "missing": [], "status": "answered", "x": 1}', "x: Extra inputs"),
        ('{"claims": [{"text": 1}], "missing": [], "status": "answered"}', r"claims\.0\.text"),
    ],
)
def test_the_reason_can_be_told_to_the_model(said: str, reason: str) -> None:
    with pytest.raises(ReplyError, match=reason):
        parse_json_reply(said, AnswerClaims)


def test_an_open_thought_hides_the_rest() -> None:
    assert without_thoughts("Well. <think>Sam or") == "Well."


def test_thoughts_are_dropped_wherever_the_pieces_are_cut() -> None:
    text = "A <b> <think>no < no</think>B<THINKING>x</Thinking> < C <thin"
    for size in range(1, len(text)):
        shown = ThoughtFilter()
        pieces = [shown.feed(text[at : at + size]) for at in range(0, len(text), size)]
        assert "".join(pieces) + shown.rest() == "A <b> B < C <thin"


def test_the_estimate_of_tokens_counts_letters_signs_and_others() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens("stealth") == 3
    assert estimate_tokens("2026") == 2
    assert estimate_tokens('{"":') == 2
    assert estimate_tokens("知识图谱") == 4


# Asking


def test_an_invalid_reply_is_asked_for_again_with_the_reason() -> None:
    chat = ScriptedChat(["I think Frodo.", CLAIMS])
    asked = ask_for(chat, ASK, AnswerClaims, answer_schema())
    assert asked.value is not None
    assert asked.value.status == "answered"
    assert asked.problem is None
    assert len(asked.replies) == 2
    again = chat.calls[1].messages
    assert again[0] == ASK[0]
    assert again[1] == Message("assistant", "I think Frodo.")
    assert "Invalid JSON" in again[2].content
    assert chat.calls[0].schema == answer_schema()


def test_two_invalid_replies_are_enough() -> None:
    chat = ScriptedChat(["no", "{}", CLAIMS])
    asked = ask_for(chat, ASK, AnswerClaims, answer_schema())
    assert (asked.value, asked.problem, len(chat.calls)) == (None, "invalid", 2)
    assert "claims: Field required" in asked.detail


def test_a_refusal_and_a_length_stop_are_not_asked_again() -> None:
    for finish, problem in (("refusal", "refused"), ("length", "length")):
        chat = ScriptedChat([ChatReply('{"claims": [', "m", finish_reason=finish), CLAIMS])
        asked = ask_for(chat, ASK, AnswerClaims, answer_schema())
        assert (asked.value, asked.problem, len(chat.calls)) == (None, problem, 1)


def test_whole_json_counts_although_the_limit_was_reached() -> None:
    chat = ScriptedChat([ChatReply(CLAIMS, "m", finish_reason="length")])
    assert ask_for(chat, ASK, AnswerClaims, answer_schema()).value is not None


def test_errors_of_the_model_are_not_swallowed() -> None:
    chat = ScriptedChat([ContextTooLongError("too long")])
    with pytest.raises(ContextTooLongError):
        ask_for(chat, ASK, AnswerClaims, answer_schema())


def test_the_schemas_are_closed_and_match_what_is_validated() -> None:
    for schema, model in (
        (answer_schema(), AnswerClaims),
        (link_schema(["C1"]), LinkChoice),
        (choice_schema(2), OneChoice),
    ):
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(model.model_fields) == list(schema["properties"])
    pick = link_schema(["C1", "C2", "C1"])["properties"]["links"]["items"]
    assert pick["properties"]["candidate_id"]["enum"] == ["C1", "C2", "NONE"]
    assert pick["required"] == ["mention", "candidate_id", "role"]
    assert choice_schema(2)["properties"]["choice"]["enum"] == ["1", "2", "NONE"]


# Choosing


SHOWN = {"Willenskraft": ["C1", "C2"], "Mordor": ["C3"]}


def links(*picks: tuple[str, str, str]) -> str:
    inner = ", ".join(
        f'{{"mention": "{mention}", "candidate_id": "{pick}", "role": "{role}"}}'
        for mention, pick, role in picks
    )
    return f'{{"links": [{inner}]}}'


def test_a_shown_candidate_or_none_is_chosen() -> None:
    said = links(("willenskraft ", "C2", "required"), ("Mordor", "NONE", "circumstance"))
    chosen = choose_links(ScriptedChat([said]), ASK, SHOWN)
    assert chosen.picks == {
        "Willenskraft": ("C2", "required"),
        "Mordor": (None, "circumstance"),
    }
    assert chosen.refused == ()


def test_a_pick_that_was_not_shown_is_refused() -> None:
    said = links(
        ("Willenskraft", "C3", "required"),
        ("Mordor", "http://example.org/Mittelerde", "required"),
        ("Sauron", "C1", "required"),
    )
    chosen = choose_links(ScriptedChat([said]), ASK, SHOWN)
    assert chosen.picks == {}
    assert chosen.problem is None
    assert [text.split(" was")[0] for text in chosen.refused] == [
        "'C3'",
        "'http://example.org/Mittelerde'",
        "mention 'Sauron'",
    ]


def test_a_mention_is_known_again_without_what_does_not_show() -> None:
    chat = ScriptedChat([links(("Willenskraft", "C1", "required"))])
    chosen = choose_links(chat, ASK, {"Willens\u200bkraft": ["C1"]})
    assert chosen.picks == {"Willens\u200bkraft": ("C1", "required")}


def test_a_second_pick_that_disagrees_is_refused() -> None:
    said = links(("Mordor", "NONE", "asked"), ("Mordor", "C3", "required"))
    chosen = choose_links(ScriptedChat([said]), ASK, SHOWN)
    assert chosen.picks == {"Mordor": (None, "asked")}
    assert len(chosen.refused) == 1


def test_a_role_that_does_not_exist_makes_the_reply_invalid() -> None:
    chat = ScriptedChat([links(("Mordor", "C3", "maybe"))] * 2)
    chosen = choose_links(chat, ASK, SHOWN)
    assert (chosen.picks, chosen.problem, len(chosen.replies)) == ({}, "invalid", 2)


# The scripted model


def test_a_script_may_hold_texts_replies_errors_and_functions() -> None:
    whole = ChatReply("two", "other", 3, 4)
    chat = ScriptedChat(
        ["one", whole, ModelError("three"), lambda call: call.messages[0].content], name="mine"
    )
    assert chat.complete(ASK) == ChatReply("one", "mine")
    assert chat.complete(ASK) is whole
    with pytest.raises(ModelError, match="three"):
        chat.complete(ASK)
    assert chat.complete(ASK, schema={"type": "object"}).text == "Who?"
    assert len(chat.calls) == 4
    assert chat.calls[3].schema == {"type": "object"}


def test_a_script_that_runs_out_says_so() -> None:
    chat = ScriptedChat(["one"])
    chat.complete(ASK)
    with pytest.raises(ModelError, match="asked 2 times and has replies for 1"):
        chat.complete(ASK)


def test_a_script_streams_and_honours_cancel_and_context() -> None:
    assert list(ScriptedChat(["Frodo has  it\nall"]).stream(ASK)) == [
        "Frodo ",
        "has  ",
        "it\n",
        "all",
    ]
    cancel = threading.Event()
    pieces = ScriptedChat(["one two"]).stream(ASK, cancel=cancel)
    assert next(pieces) == "one "
    cancel.set()
    with pytest.raises(CancelledError):
        next(pieces)
    with pytest.raises(ContextTooLongError, match="takes 1"):
        ScriptedChat(["x"], context=1).complete(ASK)


def test_a_cut_reply_is_raised_on_demand() -> None:
    assert require_whole(ChatReply("x", "m")).text == "x"
    for finish, word in (("length", "length limit"), ("refusal", "declined")):
        with pytest.raises(ModelRefusedError, match=word):
            require_whole(ChatReply("x", "m", finish_reason=finish))


# Dialects


def test_what_is_not_in_use_is_not_left_out() -> None:
    plain = Request((Message("user", "x"),))
    assert Dialect().without("max_tokens and seed are wrong", plain) is None
    assert Dialect().without("response_format is wrong", plain) is None


def test_a_dialect_ends_at_what_every_endpoint_takes() -> None:
    request = Request((Message("user", "x"),), {"type": "object"}, max_tokens=5, seed=1)
    dialect, steps = Dialect(), 0
    while (lesser := dialect.blindly_less(request)) is not None:
        dialect, steps = lesser, steps + 1
    assert steps == 5
    arguments = dialect.arguments("m", request)
    assert sorted(arguments) == ["max_tokens", "messages", "model", "stream"]
    assert '{"type": "object"}' in arguments["messages"][0]["content"]
