"""What becomes of a claim that is not proved, by the guard's mode."""

from __future__ import annotations

import pytest

from ontorag.values import Claim, Verdict
from ontorag.verification import GUARD_MODES, GuardMode, repair

KEPT = Claim("Anna leitet Aurora.", ("F1",), Verdict("supported"))
MENDED = Claim("Ben kann Python.", ("F2",), Verdict("miscited", "proved by F2"))
FALLEN = Claim("Ben leitet Aurora.", ("F3",), Verdict("contradicted", "another one has it"))
LEANING = Claim("Er betreut Clara.", ("F4",), Verdict("supported"))
TEMPLATE = tuple(Claim(f"Satz {n}.", (f"F{n}",), Verdict("supported")) for n in (1, 2, 3, 4))


def test_replace_says_by_template_what_fell() -> None:
    claims, replaced = repair([KEPT, FALLEN, MENDED], TEMPLATE)

    assert claims == (KEPT, MENDED, TEMPLATE[2], TEMPLATE[3])
    assert replaced


def test_remove_leaves_out_what_fell() -> None:
    assert repair([KEPT, FALLEN, MENDED], TEMPLATE, mode="remove") == ((KEPT, MENDED), True)
    assert repair([FALLEN], TEMPLATE, mode="remove") == ((), True)
    assert repair([KEPT], TEMPLATE, mode="remove") == ((KEPT,), False)


@pytest.mark.parametrize("mode", ["replace", "remove"])
def test_what_leans_on_a_fallen_sentence_falls_with_it(mode: GuardMode) -> None:
    claims, _ = repair([KEPT, FALLEN, LEANING], TEMPLATE, mode=mode)

    assert LEANING not in claims
    assert LEANING in repair([KEPT, LEANING], TEMPLATE, mode=mode)[0]


def test_annotate_keeps_every_sentence_with_its_verdict() -> None:
    claims, replaced = repair([KEPT, FALLEN], TEMPLATE, mode="annotate")

    assert claims == (KEPT, FALLEN)
    assert not replaced


def test_off_lets_everything_through_and_says_that_nothing_was_judged() -> None:
    claims, replaced = repair([FALLEN], TEMPLATE, mode="off")

    assert [claim.text for claim in claims] == [FALLEN.text]
    assert claims[0].verdict.kind == "unsupported"
    assert "not verified" in claims[0].verdict.reason
    assert not replaced


def test_the_modes_are_these() -> None:
    assert GUARD_MODES == ("replace", "remove", "annotate", "off")
