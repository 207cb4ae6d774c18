"""The commands as a person meets them: what is printed where, and how they end."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ontorag

from .command import Done, Run, commands

ROOT = Path(__file__).parents[2]
LOTR = str(ROOT / "ontologies" / "lotr.ttl")
LOADING = ROOT / "tests" / "data" / "loading"
STEALTH = "Welche Charaktere haben Heimlichkeit?"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command in an empty folder, without settings from outside, 80 columns wide."""
    return commands(monkeypatch, capsys, tmp_path, 80)


def is_one_message(done: Done) -> bool:
    return (
        done.code == 2
        and done.out == ""
        and done.err.startswith("ontorag: ")
        and "Traceback" not in done.err
    )


def test_the_version_is_that_of_the_package(run: Run) -> None:
    import ontorag

    assert run("--version") == Done(0, f"ontorag {ontorag.__version__}\n", "")


def test_an_answer_shows_citations_facts_and_times(run: Run) -> None:
    done = run("ask", STEALTH, "--kg", LOTR, "--no-semantic")
    assert (done.code, done.err) == (0, "")
    first = done.out.splitlines()[0]
    assert "Frodo" in first
    assert "Samweis" in done.out
    assert "[F1" in done.out
    assert "\n  F1  " in done.out
    assert "\nTime  " in done.out
    assert " ms (open " in done.out.replace("\n      ", " ")
    assert "\x1b" not in done.out


@pytest.mark.parametrize("columns", [80, 120])
def test_an_answer_fits_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    done = run("ask", STEALTH, "--kg", LOTR, "--no-semantic")
    assert max(len(line) for line in done.out.splitlines()) <= columns


def test_json_is_all_there_is_on_standard_output(run: Run) -> None:
    done = run("ask", STEALTH, "--kg", LOTR, "--no-semantic", "--json")
    assert (done.code, done.err) == (0, "")
    read = json.loads(done.out)
    assert read["format"] == 1
    assert [each["label"] for each in read["subgraph"]["answers"]] == ["Frodo", "Samweis"]


def test_an_abstention_ends_with_its_own_code(run: Run) -> None:
    done = run("ask", "Wie koche ich Spaghetti Carbonara?", "--kg", LOTR, "--no-semantic")
    assert done.code == 3
    assert done.out.startswith("No answer: out of domain\n")


def test_the_report_is_written_beside_the_answer(run: Run, tmp_path: Path) -> None:
    done = run("ask", STEALTH, "--kg", LOTR, "--no-semantic", "--report", "graph.html")
    assert done.code == 0
    assert done.out.endswith("Report  graph.html\n")
    assert "Heimlichkeit" in (tmp_path / "graph.html").read_text(encoding="utf-8")


def test_explaining_shows_links_plan_queries_and_sizes(run: Run) -> None:
    done = run("ask", STEALTH, "--kg", LOTR, "--no-semantic", "--explain")
    assert done.code == 0
    assert "SELECT" in done.out
    assert "Heimlichkeit" in done.out


def test_a_given_link_settles_what_words_mean(run: Run) -> None:
    done = run("ask", "Wer hat Zauberei?", "--kg", LOTR, "--no-semantic")
    assert done.code == 3
    settled = "Zauberei=Heimlichkeit"
    done = run("ask", "Wer hat Zauberei?", "--kg", LOTR, "--no-semantic", "--link", settled)
    assert done.code == 0
    assert "Samweis" in done.out


@pytest.mark.parametrize("pair", ["Zauberei", "=Heimlichkeit", "Zauberei="])
def test_a_given_link_without_words_or_name_is_refused(run: Run, pair: str) -> None:
    done = run("ask", "Wer hat Zauberei?", "--kg", LOTR, "--link", pair)
    assert is_one_message(done)
    assert "WORDS=NAME" in done.err


def test_the_reading_of_what_is_not_recorded_is_an_option(run: Run) -> None:
    question = "Wie viele Charaktere haben Heimlichkeit?"
    recorded = run("ask", question, "--kg", LOTR, "--no-semantic", "--json")
    closed = run("ask", question, "--kg", LOTR, "--no-semantic", "--json", "--world", "closed")
    assert "as_recorded" in json.loads(recorded.out)["answer"]["flags"]
    assert "as_recorded" not in json.loads(closed.out)["answer"]["flags"]
    complete = run(
        "ask", question, "--kg", LOTR, "--no-semantic", "--json", "--complete", "hat Fähigkeit"
    )
    assert "as_recorded" not in json.loads(complete.out)["answer"]["flags"]


def test_settings_come_from_a_file_in_the_working_directory(run: Run, tmp_path: Path) -> None:
    text = f"kg = '{LOTR}'\n[embeddings]\nmodel = 'none'\n"
    (tmp_path / "ontorag.toml").write_text(text, encoding="utf-8")
    assert run("ask", STEALTH).code == 0


def test_a_typo_in_the_settings_is_one_message(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ontorag.toml").write_text("wrold = 'open'\n", encoding="utf-8")
    done = run("ask", STEALTH, "--kg", LOTR)
    assert is_one_message(done)
    assert "did you mean 'world'?" in done.err


def test_a_question_may_come_from_standard_input(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ontorag", "ask", "-", "--kg", LOTR, "--no-semantic"],
        input=f"{STEALTH}\n",
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Samweis" in done.stdout


def test_a_store_file_is_loaded_once_and_asked_again(run: Run) -> None:
    loaded = run("load", LOTR, "--into", "lotr.db")
    assert loaded.code == 0
    assert "statements" in loaded.out
    again = json.loads(run("load", LOTR, "--into", "lotr.db", "--json").out)
    assert (again["added"], again["removed"]) == (0, 0)
    done = run("ask", STEALTH, "--kg", "lotr.db", "--no-semantic")
    assert done.code == 0
    assert "Samweis" in done.out


def test_info_counts_what_the_graph_holds(run: Run) -> None:
    done = run("info", "--kg", str(ROOT / "ontologies" / "lotr_triples.csv"), "--json")
    assert done.code == 0
    assert json.loads(done.out)["facts"] == 31
    shown = run("info", "--kg", LOTR).out
    assert "Sources" in shown
    assert " de" in shown
    assert " en" in shown


def test_link_shows_mentions_and_meanings(run: Run) -> None:
    done = run("link", "Wer hat Heimlichkeit?", "--kg", LOTR, "--no-semantic")
    assert done.code == 0
    (row,) = [line for line in done.out.splitlines() if line.startswith("  Heimlichkeit")]
    assert "exact" in row
    links = json.loads(
        run("link", "Wer hat Heimlichkeit?", "--kg", LOTR, "--no-semantic", "--json").out
    )
    stealth = next(each for each in links if each["mention"]["text"] == "Heimlichkeit")
    assert (stealth["mention"]["start"], stealth["mention"]["end"]) == (8, 20)
    assert stealth["method"] == "exact"


def test_the_surroundings_of_frodo_are_six_facts(run: Run, tmp_path: Path) -> None:
    table = str(ROOT / "ontologies" / "lotr_triples.csv")
    done = run("report", "--kg", table, "--around", "Frodo", "--output", "frodo.html")
    assert done.code == 0
    assert "Wrote 6 facts to frodo.html" in done.out
    assert "Samweis" in (tmp_path / "frodo.html").read_text(encoding="utf-8")
    whole = run("report", "--kg", table)
    assert "Wrote 31 facts to graph.html" in whole.out


@pytest.mark.parametrize("hostile", [
    "Wer hat `) MATCH (n) DETACH DELETE n //?", "' OR 1=1; DROP TABLE statements; --", '"\\/\'',
    "Wer hat \x1b[2J\x07 Heimlichkeit\u202e?", "\ud83d", "?" * 50, "Wer hat <script>?",
])  # fmt: skip
def test_a_hostile_question_is_answered_or_not_but_never_breaks(run: Run, hostile: str) -> None:
    done = run("ask", hostile, "--kg", LOTR, "--no-semantic")
    assert done.code in (0, 3)
    assert "\x1b" not in done.out + done.err
    assert "Traceback" not in done.err


def test_an_empty_question_is_an_abstention_that_says_so(run: Run) -> None:
    for question in ("", "   "):
        done = run("ask", question, "--kg", LOTR, "--no-semantic")
        assert done.code == 3
        assert done.out.startswith("No answer: invalid question\n")


def test_a_question_of_a_hundred_thousand_characters_ends_soon(run: Run) -> None:
    started = time.perf_counter()
    done = run("ask", "Wer hat Heimlichkeit und " * 4_000, "--kg", LOTR, "--no-semantic")
    assert done.code in (0, 2, 3)
    assert time.perf_counter() - started < 10


def test_a_graph_must_be_named(run: Run) -> None:
    done = run("ask", STEALTH)
    assert is_one_message(done)
    assert "--kg" in done.err


def test_a_missing_file_is_one_message(run: Run) -> None:
    done = run("ask", STEALTH, "--kg", "nowhere.ttl")
    assert is_one_message(done)
    assert "nowhere.ttl" in done.err


def test_broken_turtle_is_shown_with_line_and_column(run: Run, tmp_path: Path) -> None:
    text = "@prefix ex: <urn:x:> .\nex:a ex:b ex:c .\nex:a ex:b .\n"
    (tmp_path / "broken.ttl").write_text(text, encoding="utf-8")
    done = run("ask", STEALTH, "--kg", "broken.ttl")
    assert is_one_message(done)
    assert "broken.ttl" in done.err
    assert "line 3" in done.err


def test_an_empty_ontology_is_one_message(run: Run) -> None:
    done = run("ask", STEALTH, "--kg", str(LOADING / "27empty.ttl"))
    assert is_one_message(done)
    assert "27empty.ttl" in done.err


def test_a_failed_load_leaves_the_store_as_it_was(run: Run) -> None:
    run("load", LOTR, "--into", "lotr.db")
    before = json.loads(run("info", "--kg", "lotr.db", "--json").out)
    for name in ("16badline.nt", "27empty.ttl"):
        assert is_one_message(run("load", str(LOADING / name), "--into", "lotr.db"))
    after = json.loads(run("info", "--kg", "lotr.db", "--json").out)
    assert (after["facts"], after["sources"]) == (before["facts"], before["sources"])


def test_an_unknown_name_is_one_message_with_the_nearest(run: Run) -> None:
    done = run("report", "--kg", LOTR, "--around", "Frodoo")
    assert is_one_message(done)
    assert "did you mean" in done.err
    assert "Frodo" in done.err


def test_a_foreign_database_is_refused_and_left_alone(run: Run, tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE mine (a)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    assert is_one_message(run("ask", STEALTH, "--kg", "other.db"))
    assert is_one_message(run("load", LOTR, "--into", "other.db"))
    assert path.read_bytes() == before


def test_nobody_at_the_address_is_said_within_seconds(run: Run) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started = time.perf_counter()
    done = run("ask", STEALTH, "--kg", f"bolt://127.0.0.1:{port}")
    assert is_one_message(done)
    assert f"127.0.0.1:{port}" in done.err
    assert time.perf_counter() - started < 5


def test_an_unknown_scheme_is_one_message(run: Run) -> None:
    done = run("ask", STEALTH, "--kg", "http://example.org/lotr.ttl")
    assert is_one_message(done)


def test_a_store_is_asked_alone(run: Run) -> None:
    run("load", LOTR, "--into", "lotr.db")
    done = run("ask", STEALTH, "--kg", "lotr.db", "--kg", LOTR)
    assert is_one_message(done)
    assert "--into lotr.db" in done.err


def test_a_report_that_cannot_be_written_is_one_message(run: Run) -> None:
    done = run("report", "--kg", LOTR, "--output", "no/such/folder/graph.html")
    assert is_one_message(done)
    assert "no/such/folder/graph.html" in done.err


def test_modes_that_need_a_chat_model_say_so(run: Run) -> None:
    for words in (["--mode", "all"], ["--mode", "none"], ["--compare"]):
        done = run("ask", STEALTH, "--kg", LOTR, "--no-semantic", *words)
        assert is_one_message(done)
        assert "chat" in done.err


@pytest.mark.parametrize("group", ["CHAT", "EMBEDDINGS"])
def test_a_model_without_an_address_is_sent_nothing(
    group: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sesame")
    monkeypatch.setenv(f"ONTORAG_{group}_MODEL", "qwen")
    done = run("ask", STEALTH, "--kg", LOTR)
    assert is_one_message(done)
    assert "no address is given" in done.err
    assert "'qwen'" in done.err


@pytest.mark.parametrize("content", [None, b"", b"<a> <b", b"\x00\xff\x00"])
def test_a_failed_load_leaves_no_new_store_behind(
    content: bytes | None, run: Run, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / "a.ttl").write_bytes(content)
    assert is_one_message(run("load", "a.ttl", "--into", "a.db"))
    assert list(tmp_path.glob("a.db*")) == []


def test_a_failed_load_keeps_an_empty_store_that_was_there(run: Run, tmp_path: Path) -> None:
    ontorag.open(tmp_path / "a.db").close()
    assert is_one_message(run("load", "missing.ttl", "--into", "a.db"))
    assert (tmp_path / "a.db").is_file()


@pytest.mark.parametrize(
    "words", [("ask", STEALTH), ("link", STEALTH), ("report",)], ids=lambda words: words[0]
)
def test_an_empty_store_says_so_and_how_to_load(
    words: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    ontorag.open(tmp_path / "a.db").close()
    done = run(*words, "--kg", "a.db")
    assert is_one_message(done)
    assert "a.db is empty; load something into it first: ontorag load FILE --into" in done.err


@pytest.mark.parametrize("words", [("drop", "x"), ("reload",)], ids=lambda words: words[0])
def test_a_store_to_change_must_be_there(words: tuple[str, ...], run: Run, tmp_path: Path) -> None:
    done = run(*words, "--kg", "typo.db")
    assert is_one_message(done)
    assert "no store file typo.db" in done.err
    assert list(tmp_path.glob("typo.db*")) == []


SHELL = f"{sys.executable} -m ontorag"
WHOLE = f"report --kg {LOTR} --output page.html"


def in_a_shell(line: str, folder: Path) -> Done:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("ONTORAG_", "OPENAI_"))}
    done = subprocess.run(
        ["bash", "-c", line], cwd=folder, env={**clean, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("json_too", ["", "--json"])
def test_a_full_output_is_one_message(json_too: str, tmp_path: Path) -> None:
    line = f"{SHELL} ask '{STEALTH}' --kg {LOTR} --no-semantic {json_too} > /dev/full"
    done = in_a_shell(line, tmp_path)
    assert is_one_message(done), done.err
    assert done.err.count("\n") == 1
    assert "standard output cannot be written: No space left" in done.err


@pytest.mark.parametrize("words", [f"ask '{STEALTH}' --kg {LOTR} --no-semantic", WHOLE])
def test_a_closed_output_is_quiet(words: str, tmp_path: Path) -> None:
    assert in_a_shell(f"{SHELL} {words} >&-", tmp_path) == Done(0, "", "")


def test_an_error_with_all_streams_closed_has_its_code(tmp_path: Path) -> None:
    assert in_a_shell(f"{SHELL} info --kg no.ttl <&- >&- 2>&-", tmp_path) == Done(2, "", "")


def test_a_reader_that_leaves_ends_the_command_quietly(tmp_path: Path) -> None:
    line = f"{SHELL} export --kg {LOTR} --to - --format nt | true; echo ${{PIPESTATUS[0]}}"
    done = in_a_shell(line, tmp_path)
    assert done.out == "1\n"
    assert "Traceback" not in done.err
    assert "BrokenPipe" not in done.err
