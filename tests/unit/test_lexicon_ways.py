"""A property's labels read as verbs, nouns and adjectives, with the families of the language."""

from __future__ import annotations

import pytest

from ontorag.language.conjugation import infinitives_of, noun_forms, verb_forms
from ontorag.language.families import LANGUAGES, claim_words, families, levels, light_verbs, units
from ontorag.lexicon import Relation, ways_of
from ontorag.lexicon.ways import Ways
from ontorag.values import IRI


def ways(*labels: str) -> Ways:
    return ways_of(Relation(IRI("urn:x#p0"), labels))


@pytest.mark.parametrize(
    ("label", "family"),
    [
        ("leitet", "lead"), ("leads", "lead"), ("is led by", "lead"), ("leader", "lead"),
        ("nahm teil an", "participate"), ("participated in", "participate"),
        ("berichtet an", "report"), ("reports to", "report"), ("erfordert Fähigkeit", "require"),
        ("hat Fähigkeit", "skill"), ("has skill", "skill"), ("betreut als Mentor", "mentor"),
        ("directed by", "direct"), ("starred actors", "star"), ("Mitarbeiterzahl", "headcount"),
        ("Gründungsdatum", "found"), ("stellt her", "produce"), ("ist Arzt von", "doctor"),
        ("member of", "member"), ("located in", "locate"), ("mother", "mother"),
    ],
)  # fmt: skip
def test_a_label_tells_the_family_it_is_of(label: str, family: str) -> None:
    assert family in ways(label).families


@pytest.mark.parametrize("label", ["kennt", "knows", "xyz", "p31", "hat", "has", "takes place"])
def test_a_label_that_may_mean_anything_tells_no_family(label: str) -> None:
    assert not ways(label).families - {"take"}


@pytest.mark.parametrize(
    ("label", "said", "holder"),
    [
        ("leitet", "leiterin", "subject"),
        ("leader", "leiterin", "object"),
        ("directed by", "regisseurin", "object"),
        ("reports to", "vorgesetzte", "object"),
        ("mentors", "mentee", "object"),
        ("employer", "hires", "object"),
    ],
)
def test_words_of_a_family_keep_who_does_it(label: str, said: str, holder: str) -> None:
    found = ways(label).by_form[said]

    assert {way.holder for way in found} == {holder}


def test_a_mother_is_no_father() -> None:
    assert "vater" not in ways("mother").by_form
    assert "parent" in ways("mother").by_form


def test_a_date_is_said_by_its_event() -> None:
    found = ways("Startdatum").by_form

    assert {way.dated for way in found["startete"]} == {True}
    assert {way.dated for way in found["began"]} == {True}


def test_a_number_of_things_is_said_by_the_things() -> None:
    assert any(way.counted for way in ways("number of employees").by_form["mitarbeiter"])
    assert any(way.counted for way in ways("Anzahl Besatzungsmitglieder").by_form["crew"])


def test_the_unit_of_a_label_is_known() -> None:
    assert ways("height (mm)").unit == "mm"
    assert ways("height").unit is None


def test_forms_are_made_forward() -> None:
    assert {"leitete", "geleitet", "leitend"} - set(verb_forms("leiten", "de")) == {"leitend"}
    assert "betreut" in verb_forms("betreuen", "de") and "gebetreut" not in verb_forms(
        "betreuen", "de"
    )
    assert verb_forms("teil|nehmen", "de")["teilgenommen"] == {"participle"}
    assert {"stopped", "stopping"} <= set(verb_forms("stop", "en"))
    assert infinitives_of("übernahm", "de") == ("übernehmen",)
    assert {"aerztin", "aerzte", "arztes"} <= noun_forms("Arzt", "de")
    assert "companies" in noun_forms("company", "en")


def test_every_family_has_words_of_both_languages() -> None:
    for family in families().values():
        said = {word.language for word in family.words if word.text}
        assert said == set(LANGUAGES), family.name


def test_small_words_are_folded_and_known_in_both_languages() -> None:
    for language in LANGUAGES:
        small = claim_words(language)
        assert small.hedges and small.only and small.negations and small.people
        assert all(word == word.lower() for word in small.negations)
        assert {"be", "have", "lack", "refuse", "fulfil", "last"} == {
            kind for entries in light_verbs(language).values() for kind, _ in entries
        }
    assert levels()["expertin"] == levels()["specialist"] == "expert"
    assert units()["euro"] == units()["€"] == "EUR"
