"""What a server gives in blocks, for graphs that are large, is what it gives edge by edge."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ontorag.stores.base import ANY, Pattern, Scope, Store, TextQuad
from ontorag.stores.neo4j import blocks, read

from .checks import check_facts, check_statistics
from .conftest import neo4j_store
from .strategies import patterns, scopes
from .test_store import filled, quick, sources_of_quads

pytestmark = pytest.mark.neo4j


@pytest.fixture
def store(request: pytest.FixtureRequest) -> Any:
    with neo4j_store(request) as opened:
        yield opened


def test_what_is_read_in_blocks_is_that_of_the_oracle(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = []

    def counted(*asked: Any) -> list[blocks.Block]:
        used.append(blocks.blocks_for(*asked))
        return used[-1]

    monkeypatch.setattr(read, "blocks_for", counted)
    monkeypatch.setattr(blocks, "BLOCK", 2)
    monkeypatch.setattr(blocks, "MUCH", 1)

    @settings(max_examples=4, **quick)
    @given(sources_of_quads, st.lists(patterns, max_size=1), scopes)
    def check(quads: dict[str, list[TextQuad]], asked: list[Pattern], scope: Scope) -> None:
        oracle = filled(store, quads)
        check_facts(store, oracle, [ANY, *asked], scope)
        check_statistics(store, oracle, scope)

    check()
    assert max(map(len, used)) > 1, "no graph had more than one block"
