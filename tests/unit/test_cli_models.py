"""The commands that ask a model, over real HTTP: prompts, streams, traces, modes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .chat_endpoint import Server, running, sends, streams
from .command import Done, Run, commands

LOTR = str(Path(__file__).parents[2] / "ontologies" / "lotr.ttl")
STEALTH = "Welche Charaktere haben Heimlichkeit?"
TRUE, FALSE = "Frodo beherrscht Heimlichkeit.", "Frodo beherrscht Axtkampf."


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as server:
        server.plays = [streams(claims(TRUE, FALSE))]
        yield server


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command in an empty folder, without settings from outside, 100 columns wide."""
    return commands(monkeypatch, capsys, tmp_path, 100)


def claims(*texts: str) -> str:
    said = [{"text": text, "evidence_ids": ["F1"]} for text in texts]
    return json.dumps({"claims": said, "missing": [], "status": "answered"})


def ask(run: Run, server: Server | None, *words: str, question: str = STEALTH) -> Done:
    chat = ["--chat", "alpha", "--chat-url", server.base_url] if server else []
    return run("ask", question, "--kg", LOTR, "--no-semantic", *chat, *words)


def test_a_dry_run_shows_the_prompt_and_asks_nobody(run: Run, server: Server) -> None:
    done = ask(run, server, "--dry-run")

    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Nothing was sent.")
    assert '{"id": "F1", "subject": "Frodo", "subject_is":' in done.out
    assert "not sent" in done.out
    assert server.asked == []


def test_a_dry_run_without_a_prompt_says_why(run: Run) -> None:
    done = ask(run, None, "--dry-run", question="Wer hat Heimlichkeit und Axtkampf?")

    assert done.code == 3
    assert "No prompt would be sent: no matching entity" in done.out


def test_a_dry_run_says_when_more_would_follow(run: Run) -> None:
    done = ask(run, None, "--dry-run", question="Wer hat Willenskraft?")

    assert done.code == 0
    assert "depends on what the model replies" in done.out
    assert "C1" in done.out


def test_claims_are_printed_as_they_are_verified(run: Run, server: Server) -> None:
    done = ask(run, server, "--stream")

    lines = done.out.splitlines()
    assert lines[0] == "Frodo beherrscht Heimlichkeit [F1]."
    assert lines[1].startswith("Samweis hat Fähigkeit Heimlichkeit")
    assert done.out.count("Frodo beherrscht Heimlichkeit") == 1
    assert "Axtkampf" not in done.out
    assert "\nModel  alpha-1, 11 + 3 tokens" in done.out


def test_a_reply_of_no_use_says_why(run: Run, server: Server) -> None:
    server.plays = [sends("<html>down</html>", kind="text/html")]
    done = ask(run, server)

    assert done.code == 0
    assert "Samweis" in done.out
    assert "Note  the model's output was not usable" in done.out
    assert "answers with a web page" in done.out


def test_prose_is_checked_too(run: Run, server: Server) -> None:
    server.plays = [streams(f"{TRUE} {FALSE}")]
    done = ask(run, server, "--phrasing", "prose")

    assert done.out.startswith("Frodo beherrscht Heimlichkeit [F1].")
    assert "Axtkampf" not in done.out
    assert "response_format" not in server.bodies[0]


def test_a_token_budget_is_taken_and_said(run: Run, server: Server) -> None:
    done = ask(run, server, "--token-budget", "900", "--json")
    result = json.loads(done.out)

    assert result["subgraph"]["truncated"] is True
    assert "truncated" in result["answer"]["flags"]
    assert result["trace"]["calls"][0]["counted"] <= 900
    refused = ask(run, server, "--token-budget", "100")
    assert refused.code == 2
    assert "allow more (--token-budget" in refused.err


def test_replies_are_kept_in_the_file_of_the_settings(
    run: Run, server: Server, tmp_path: Path
) -> None:
    (tmp_path / "ontorag.toml").write_text(
        '[chat]\ncache = "replies.db"\nseed = 5\n', encoding="utf-8"
    )
    first, again = ask(run, server, "--json"), ask(run, server, "--json")

    assert len(server.asked) == 1
    assert server.bodies[0]["seed"] == 5
    assert json.loads(first.out)["answer"] == json.loads(again.out)["answer"]
    assert json.loads(again.out)["trace"]["calls"][0]["ended"] == "cached"


def test_a_saved_result_shows_its_trace(run: Run, server: Server, tmp_path: Path) -> None:
    saved = tmp_path / "result.json"
    saved.write_text(ask(run, server, "--json").out, encoding="utf-8")
    done = run("trace", "show", str(saved))

    assert done.code == 0
    for text in (STEALTH, "Outcome   answered", "replaced", "traverse", "facts 15", "total",
                 "alpha-1", "11 + 3", "(estimated)", "Snapshot"):  # fmt: skip
        assert text in done.out
    assert "You answer" not in done.out
    assert "You answer" in run("trace", "show", str(saved), "--prompt").out


def test_a_comparison_shows_the_trace_of_each(run: Run, server: Server, tmp_path: Path) -> None:
    saved = tmp_path / "results.json"
    saved.write_text(ask(run, server, "--compare", "--json").out, encoding="utf-8")
    done = run("trace", "show", str(saved))

    assert done.out.count("Question") == done.out.count("total") >= 3


@pytest.mark.parametrize(
    ("text", "said"),
    [("not json", "is no JSON"), ("[]", "holds no result"), ("[1]", "holds no result"),
     ('{"trace": {"steps": 3}}', "no whole trace"), ("{}", "no whole trace"),
     ('{"trace": null}', "no whole trace")],
)  # fmt: skip
def test_a_file_without_a_trace_is_one_message(
    run: Run, tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "result.json"
    file.write_text(text, encoding="utf-8")
    done = run("trace", "show", str(file))

    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_comparison_shows_facts_tokens_and_seconds(run: Run, server: Server) -> None:
    def rule(body: dict[str, Any]) -> Any:
        return streams(claims(TRUE) if "response_format" in body else "Vielleicht Gimli.")

    server.plays, server.rule = [], rule
    done = ask(run, server, "--compare")

    assert done.code == 0
    rows = {line.split()[0]: line for line in done.out.splitlines() if line.strip()}
    assert rows["mode"].split()[1:4] == ["none", "all", "selected"]
    assert rows["facts"].split()[1:4][0] == "0"
    assert "11 + 3" in rows["tokens"]
    assert "seconds" in rows
    assert "Vielleicht Gimli." in " ".join(done.out.split())


def test_all_facts_over_the_context_name_facts_tokens_and_limit(
    run: Run, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ONTORAG_CHAT_CONTEXT", "1000")
    done = ask(run, server, "--mode", "all")

    assert done.code == 2
    assert "facts are about" in done.err
    assert "takes 1000" in done.err
    assert server.asked == []
