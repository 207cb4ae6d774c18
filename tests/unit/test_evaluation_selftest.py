"""The guard's selftest: true claims and corrupted ones from a graph's own facts."""

from __future__ import annotations

from pathlib import Path

import pytest

import ontorag
from ontorag.errors import InputError
from ontorag.evaluation.corrupting import CORRUPTIONS
from ontorag.evaluation.selftest import Rate, selftest
from tests.worlds import world_turtle

LOTR = Path(__file__).parents[2] / "ontologies" / "lotr.ttl"


@pytest.mark.parametrize("language", ["de", "en"])
def test_on_lotr_corrupted_claims_are_caught_and_true_ones_kept(language: str) -> None:
    with ontorag.load(str(LOTR)) as graph:
        done = selftest(graph, claims=40, language=language)

    assert done.all_caught.of > 100
    assert done.all_caught.value >= 0.99, done.missed
    assert done.alarms.value <= 0.1, done.rejected


def test_every_kind_of_corruption_is_made_where_it_fits(tmp_path: Path) -> None:
    file = tmp_path / "world.ttl"
    file.write_text(world_turtle(), encoding="utf-8")
    with ontorag.load(str(file)) as graph:
        done = selftest(graph)

    assert {kind for kind, _ in done.caught} == set(CORRUPTIONS)
    assert done.all_caught.value == 1.0, done.missed


def test_a_property_without_words_is_named_as_thin() -> None:
    triples = [(f"Thing {n}", "http://example.org/P31", f"Kind {n % 3}") for n in range(9)]
    with ontorag.load(triples) as graph:
        done = selftest(graph, language="en")

    assert [each.property.value for each in done.thin] == ["http://example.org/P31"]
    assert done.thin[0].words == 0


def test_the_same_seed_draws_the_same() -> None:
    with ontorag.load(str(LOTR)) as graph:
        one, other = (selftest(graph, claims=10, seed=3) for _ in range(2))

    assert one == other


def test_intervals_are_those_of_wilson() -> None:
    assert Rate(0, 0).interval == (0.0, 1.0)
    assert [round(end, 4) for end in Rate(5, 10).interval] == [0.2366, 0.7634]
    assert [round(end, 4) for end in Rate(59, 59).interval] == [0.9389, 1.0]


def test_no_claims_is_refused() -> None:
    with ontorag.load(str(LOTR)) as graph, pytest.raises(InputError):
        selftest(graph, claims=0)
