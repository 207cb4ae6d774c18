"""Words for properties: own labels, their families, parts of longer labels."""

from __future__ import annotations

import pytest

from ontorag.lexicon import Lexicon, is_kind_noun, is_light_verb, says_common
from ontorag.values import IRI

LABELS = {
    "leads": "leitet", "skill": "hat Fähigkeit", "needs": "erfordert Fähigkeit",
    "start": "Startdatum", "directed": "directed by", "actors": "starred actors",
    "people": "Einwohnerzahl", "part": "nahm teil an", "name": "short name",
}  # fmt: skip
LEXICON = Lexicon((IRI(f"urn:{key}"), text) for key, text in LABELS.items())


def said(question: str) -> set[str]:
    return {match.phrase.property.value[4:] for match in LEXICON.matches(question.split())}


@pytest.mark.parametrize(("question", "properties"), [
    ("Wer leitet das", {"leads"}),
    ("Wer hat geleitet", {"leads"}),
    ("Welche Fähigkeiten", {"skill"}),
    ("Welche Fähigkeit erfordert es", {"skill", "needs"}),
    ("Wann startete es", {"start"}),
    ("Startdatum", {"start"}),
    ("Wie viele Einwohner", {"people"}),
    ("Wer nahm daran teil", {"part"}),
    ("Wer hat teilgenommen", {"part"}),
])  # fmt: skip
def test_a_label_is_said_in_any_inflected_form(question: str, properties: set[str]) -> None:
    assert said(question) >= properties


@pytest.mark.parametrize(("question", "key"), [
    ("Wer ist Leiterin davon", "leads"),
    ("who heads it", "leads"),
    ("the director of it", "directed"),
    ("who acted in it", "actors"),
    ("the actresses of it", "actors"),
])  # fmt: skip
def test_other_words_of_a_family_say_the_property_too(question: str, key: str) -> None:
    assert key in said(question)


def test_a_label_wins_over_a_family_at_the_same_word() -> None:
    lexicon = Lexicon([(IRI("urn:manages"), "manages"), (IRI("urn:leads"), "leads")])
    assert [m.phrase.property.value for m in lexicon.matches(["who", "leads"])] == ["urn:leads"]


def test_a_generic_word_of_a_longer_label_says_nothing() -> None:
    assert said("the name") == set()


def test_own_places_count_labels_only() -> None:
    words = ["Wer", "ist", "Leiterin"]
    assert LEXICON.matches(words) and not LEXICON.matches(words, own=[2])


def test_possession_and_requirement_are_known_by_their_verbs() -> None:
    assert LEXICON.says_possession(IRI("urn:skill"))
    assert LEXICON.says_requirement(IRI("urn:needs"))
    assert not LEXICON.says_requirement(IRI("urn:skill"))


def test_a_temporal_label_can_be_said_without_its_head() -> None:
    (match,) = LEXICON.matches(["Wann", "startete"])[:1]
    assert match.phrase.temporal


def test_nouns_for_kinds_light_verbs_and_words_for_what_is_common_are_told_apart() -> None:
    assert is_kind_noun("persons") and not is_kind_noun("comedies")
    assert is_light_verb("lautet") and not is_light_verb("leitet")
    assert says_common("same") and says_common("co-wrote") and not says_common("sometimes")
