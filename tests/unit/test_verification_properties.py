"""What holds of the guard whatever is claimed (hypothesis)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ontorag.answering.sentences import Wording, grouped
from ontorag.values import Claim, Subgraph, Verdict
from ontorag.verification import check_claims
from tests.unit.conftest import small_world

KEPT = ("supported", "miscited", "invalid_id")
RANK = {"supported": 0, "miscited": 1, "invalid_id": 1, "unsupported": 2, "contradicted": 2}
WORLD = small_world()
FACTS = WORLD.facts
TRUE = [
    "Anna Weber leitet die Mission Aurora.",
    "Ben Koch wird von Anna Weber betreut.",
    "Anna Weber ist Python-Expertin.",
    "Das Budget der Mission Aurora betrug 1,2 Millionen Euro.",
    "Ben Koch kann schweißen und Python.",
    "Die Mission Aurora startete im März 2019.",
]
LOOSE = [
    "Anna Weber ist sehr beliebt.",
    "Ben Koch leitet die Mission Borealis.",
    "Die Mission Aurora war ein großer Erfolg.",
    "Anna Weber beherrscht Kryptographie.",
    "Deshalb wurde alles gut.",
]
VOCABULARY = """
Anna Weber Ben Koch Python Navigation Mission Aurora leitet betreut nicht nur von wird hat
beherrscht der die und oder 4 2019 Euro kann ist Experte für seit Leiterin . , : kein alle
"""
WORDS = st.sampled_from(VOCABULARY.split())
IDS = st.sets(st.sampled_from([fact.id for fact in FACTS]), min_size=1)
QUICK = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)  # fmt: skip


def verdicts(texts: list[str], subgraph: Subgraph, language: str = "de") -> list[Any]:
    ids = tuple(fact.id for fact in subgraph.facts)
    claims = [Claim(text, ids, Verdict("unsupported")) for text in texts]
    return [
        (each.verdict.kind, each.evidence_ids if each.verdict.kind in KEPT else ())
        for each in check_claims(
            claims, subgraph, language=language, known_labels=WORLD.known_labels
        )
    ]


@QUICK
@given(st.sampled_from(TRUE), st.sampled_from(LOOSE), st.booleans())
def test_adding_an_unsupported_sentence_never_makes_a_verdict_better(
    true: str, loose: str, first: bool
) -> None:
    together = f"{loose} {true}" if first else f"{true} {loose}"
    alone, with_loose = verdicts([true], WORLD.subgraph()), verdicts([together], WORLD.subgraph())

    assert RANK[with_loose[0][0]] >= RANK[alone[0][0]]
    assert with_loose[0][0] not in KEPT


@QUICK
@given(st.lists(WORDS, min_size=1, max_size=12), st.sampled_from(LOOSE))
def test_of_random_words_too_nothing_gets_better_by_saying_more(
    said: list[str], loose: str
) -> None:
    text = " ".join(said)
    kind = verdicts([f"{text}. {loose}"], WORLD.subgraph())[0][0]

    assert kind not in KEPT


@QUICK
@given(st.permutations(FACTS), st.sampled_from([*TRUE, *LOOSE]))
def test_shuffling_facts_changes_nothing(shuffled: list[Any], text: str) -> None:
    whole = WORLD.subgraph()
    other = replace(whole, facts=tuple(shuffled))

    assert verdicts([text], other)[0][0] == verdicts([text], whole)[0][0]


@QUICK
@given(IDS, st.sampled_from(["de", "en"]))
def test_a_template_sentence_is_always_supported(ids: set[str], language: str) -> None:
    subgraph = WORLD.subgraph(*sorted(ids))
    wording = Wording(subgraph, language)
    texts = [f"{wording.sentence(group)}." for group in grouped(subgraph.facts)]

    assert {kind for kind, _ in verdicts(texts, subgraph, language)} == {"supported"}
