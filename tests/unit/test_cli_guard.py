"""The commands of the guard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ontorag.cli.app import app

DATA = Path(__file__).parent.parent / "data"
WORLD = str(DATA / "cases" / "world.json")
LOTR = str(Path(__file__).parents[2] / "ontologies" / "lotr.ttl")
TRUE, FALSE = "Anna Weber leitet die Mission Aurora.", "Ben Koch leitet die Mission Aurora."


def run(*words: str, stdin: str | None = None) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["guard", *words], input=stdin)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


def test_a_text_is_judged_by_facts_of_a_file() -> None:
    code, said = run("check", "--facts", WORLD, "--answer", f"{TRUE} {FALSE}")

    assert code == 3
    assert f"supported: {TRUE} [F5]" in said
    assert f"contradicted: {FALSE}" in said


def test_a_text_that_is_all_proved_ends_well() -> None:
    assert run("check", "--facts", WORLD, "--answer", TRUE)[0] == 0


def test_an_answer_is_read_from_a_file_or_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "answer.txt"
    file.write_text(TRUE, encoding="utf-8")

    assert run("check", "--facts", WORLD, "--answer", str(file))[0] == 0
    assert run("check", "--facts", WORLD, "--answer", "-", stdin=FALSE)[0] == 3


@pytest.mark.parametrize("fence", ["{}", "```json\n{}\n```", "Here it is:\n```\n{}\n```\nBye."])
def test_a_models_json_is_read_claim_by_claim(fence: str) -> None:
    claims = {"claims": [{"text": TRUE, "evidence_ids": ["F1"]}, {"text": FALSE}, 4]}
    answer = fence.replace("{}", json.dumps(claims, ensure_ascii=False))
    code, said = run("check", "--facts", WORLD, "--answer", answer, "--json")

    assert code == 3
    assert [(each["kind"], each["evidence_ids"]) for each in json.loads(said)] == [
        ("miscited", ["F5"]),
        ("contradicted", []),
    ]


def test_triples_as_json_lines_are_facts(tmp_path: Path) -> None:
    file = tmp_path / "facts.jsonl"
    file.write_text('["Anna", "leads", "Aurora"]\n["Aurora", "budget", 5]\n', encoding="utf-8")
    code, said = run(
        "check", "--facts", str(file), "--answer", "Anna leads Aurora.", "--cited", "F2"
    )

    assert code == 0
    assert said.startswith("miscited: Anna leads Aurora. [F1]")


def test_a_text_is_judged_by_a_graph() -> None:
    said = "Frodo beherrscht Heimlichkeit. Legolas erfordert Axtkampf."

    assert run("check", "--kg", LOTR, "--answer", said)[0] == 3
    assert run("check", "--facts", LOTR, "--answer", "Frodo beherrscht Heimlichkeit.")[0] == 0


def test_a_text_without_a_sentence_is_not_proved() -> None:
    code, said = run("check", "--facts", WORLD, "--answer", "…")

    assert (code, said.strip()) == (3, "There is no sentence in it.")


def test_the_selftest_prints_rates_with_intervals() -> None:
    code, said = run("selftest", "--kg", LOTR, "--claims", "8")

    assert code == 0
    assert "negation" in said
    assert "% to " in said


def test_the_selftest_is_also_json() -> None:
    code, said = run("selftest", "--kg", LOTR, "--claims", "8", "--language", "en", "--json")
    raw = json.loads(said)

    assert code == 0
    assert raw["language"] == "en"
    assert raw["all_caught"]["rate"] >= 0.99


def test_a_file_that_is_no_json_is_named(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text("{", encoding="utf-8")

    with pytest.raises(Exception, match=r"facts\.json is no JSON"):
        run("check", "--facts", str(file), "--answer", TRUE)
