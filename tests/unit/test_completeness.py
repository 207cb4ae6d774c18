"""Declared completeness: of a property or a source, in the ontology, the settings or the call."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from worlds import read_cases, world_turtle

import ontorag
from ontorag.errors import OntoragError
from ontorag.values import Claim, Verdict
from ontorag.verification import check_claims, read_given

QUESTION = "Hat Ben Koch an Borealis teilgenommen?"
SCHEMA = "@prefix o: <urn:ontorag:schema#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n"


def graph(folder: Path, more: str = "") -> ontorag.KnowledgeGraph:
    (folder / "world.ttl").write_text(world_turtle(), encoding="utf-8")
    (folder / "more.ttl").write_text(SCHEMA + more, encoding="utf-8")
    return ontorag.load(folder / "world.ttl", folder / "more.ttl")


def outcome(kg: ontorag.KnowledgeGraph, **options: Any) -> tuple[str | None, tuple[object, ...]]:
    result = ontorag.OntoRAG(kg, embeddings=None).ask(QUESTION, **options)
    return result.answer.reason, result.answers


def test_without_a_declaration_absence_is_open(tmp_path: Path) -> None:
    with graph(tmp_path) as kg:
        assert outcome(kg)[0] == "open_world"


@pytest.mark.parametrize("complete", [["participatedIn"], ["nahm teil an"]])
def test_a_property_is_complete_by_the_call(tmp_path: Path, complete: list[str]) -> None:
    with graph(tmp_path) as kg:
        assert outcome(kg, complete=complete) == (None, (False,))
        rag = ontorag.OntoRAG(kg, embeddings=None, complete=complete)
        assert rag.ask(QUESTION).answers == (False,)


def test_a_source_is_complete_by_the_call_and_stands_for_what_it_states(tmp_path: Path) -> None:
    with graph(tmp_path) as kg:
        world, more = (source.name for source in reversed(kg.sources()))
        assert world.endswith("world.ttl")
        assert outcome(kg, complete=[world]) == (None, (False,))
        assert outcome(kg, complete=[more])[0] == "open_world"


def test_a_property_is_complete_by_the_ontology(tmp_path: Path) -> None:
    declared = "<http://example.org/world#participatedIn> o:complete true ."
    with graph(tmp_path, declared) as kg:
        assert outcome(kg) == (None, (False,))


def test_an_ontology_that_is_complete_makes_its_source_so(tmp_path: Path) -> None:
    file = tmp_path / "world.ttl"
    header = SCHEMA + "<http://example.org/world> a owl:Ontology ; o:complete true .\n"
    file.write_text(header + world_turtle(), encoding="utf-8")
    with ontorag.load(file) as kg:
        assert outcome(kg) == (None, (False,))
    other = "<http://example.org/other> a owl:Ontology ; o:complete true ."
    with graph(tmp_path, other) as kg:
        assert outcome(kg)[0] == "open_world"


def test_a_name_that_is_neither_is_an_error(tmp_path: Path) -> None:
    with graph(tmp_path) as kg, pytest.raises(OntoragError, match="nowhere"):
        outcome(kg, complete=["nowhere.ttl"])


def claims(text: str, complete: bool) -> str:
    world = read_cases("world.json")
    world["properties"]["hasSkill"]["complete"] = complete
    (found,) = ontorag.verify(text, world)
    return found.kind


@pytest.mark.parametrize(
    ("text", "open_kind", "complete_kind"),
    [
        ("Clara Öztürk beherrscht Python nicht.", "unsupported", "supported"),
        ("Clara Öztürk does not know Python.", "unsupported", "supported"),
        ("Weder Clara Öztürk noch Dana Roth beherrschen Python.", "unsupported", "supported"),
        ("Niemand beherrscht Kryptographie.", "unsupported", "supported"),
        ("Anna Weber beherrscht Python nicht.", "contradicted", "contradicted"),
        ("Weder Clara Öztürk noch Anna Weber beherrschen Python.", "contradicted", "contradicted"),
        ("Niemand beherrscht Python.", "contradicted", "contradicted"),
        ("Zwei Personen beherrschen Python nicht.", "unsupported", "unsupported"),
        ("Clara Öztürk nahm nicht an der Mission Borealis teil.", "unsupported", "unsupported"),
    ],
)
def test_a_denial_is_proved_only_under_completeness(
    text: str, open_kind: str, complete_kind: str
) -> None:
    assert claims(text, complete=False) == open_kind
    assert claims(text, complete=True) == complete_kind


def test_selected_facts_are_never_taken_for_all_there_are() -> None:
    world = read_cases("world.json")
    world["properties"]["hasSkill"]["complete"] = True
    world["facts"] = [fact for fact in world["facts"] if fact["id"] == "F1"]
    given = read_given(world)
    for text in ("Nur Anna Weber beherrscht Python.", "Ben Koch beherrscht Python nicht."):
        claim = Claim(text, ("F1",), Verdict("unsupported"))
        (found,) = check_claims(
            [claim], given.subgraph, language="de", relations=given.relations,
            known_labels=lambda _: given.labels,
        )  # fmt: skip
        assert found.verdict.kind == "unsupported"
