"""Base forms, compounds and numbers."""

from __future__ import annotations

import sys
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontorag.language import (
    compound_parts,
    lemma_forms,
    lemmas_from_library,
    number_readings,
    parse_number,
    same_word,
    separable_forms,
    split_compound,
)

GERMAN = [
    ("Städte", "Stadt"),
    ("Hobbits", "Hobbit"),
    ("Fähigkeiten", "Fähigkeit"),
    ("Personen", "Person"),
    ("Gimlis", "Gimli"),
    ("Experten", "Experte"),
    ("Missionen", "Mission"),
    ("Väter", "Vater"),
    ("Häuser", "Haus"),
    ("Länder", "Land"),
    ("Wälder", "Wald"),
    ("Zwerge", "Zwerg"),
    ("Zwergen", "Zwerg"),
    ("Elben", "Elb"),
    ("Charaktere", "Charakter"),
    ("Charakteren", "Charakter"),
    ("Charakters", "Charakter"),
    ("Datenbanken", "Datenbank"),
    ("Expertin", "Experte"),
    ("Expertinnen", "Expertin"),
    ("Mentorin", "Mentor"),
    ("Ärztinnen", "Arzt"),
    ("Kenntnisse", "Kenntnis"),
    ("Kenntnissen", "Kenntnis"),
    ("Kriterien", "Kriterium"),
    ("Museen", "Museum"),
    ("Themen", "Thema"),
    ("Viren", "Virus"),
    ("Webers", "Weber"),
    ("Hans'", "Hans"),
    ("Öztürks", "Öztürk"),
    ("Axtkämpfer", "Axtkampf"),
    ("gefährliche", "gefährlich"),
    ("gefährlichen", "gefährlich"),
    ("verletzte", "verletzt"),
    ("stärkste", "stark"),
    ("leichtesten", "leicht"),
    ("höchste", "hoch"),
    ("beherrscht", "beherrschen"),
    ("beherrschen", "beherrscht"),
    ("beherrschte", "beherrscht"),
    ("leitet", "leiten"),
    ("leitete", "leitet"),
    ("geleitet", "leitet"),
    ("leiten", "leitet"),
    ("startete", "start"),
    ("gestartet", "start"),
    ("starteten", "start"),
    ("teilgenommen", "teilnehmen"),
    ("nahm", "nehmen"),
    ("erfordert", "erfordern"),
    ("erfordern", "erfordert"),
    ("betreut", "betreuen"),
    ("berichtete", "berichtet"),
    ("ausgebildet", "ausbilden"),
    ("führt", "führung"),
    ("verfügen", "verfügt"),
    ("braucht", "brauchen"),
    ("schweißt", "schweißen"),
]
ENGLISH = [
    ("skills", "skill"),
    ("abilities", "ability"),
    ("boxes", "box"),
    ("missions", "mission"),
    ("people", "person"),
    ("elves", "elf"),
    ("requires", "require"),
    ("required", "requires"),
    ("requiring", "require"),
    ("mentored", "mentors"),
    ("led", "lead"),
    ("written", "write"),
    ("stopped", "stop"),
    ("carried", "carry"),
    ("Gimli's", "Gimli"),
    ("hobbits'", "hobbits"),
    ("stealthiest", "stealth"),
    ("strongest", "strong"),
    ("largest", "large"),
    ("leader", "lead"),
    ("directed", "direct"),
    ("starring", "star"),
]


@pytest.mark.parametrize(("word", "base"), GERMAN)
def test_german_words_find_their_base_form(word: str, base: str) -> None:
    assert base in lemma_forms(word, "de")


@pytest.mark.parametrize(("word", "base"), ENGLISH)
def test_english_words_find_their_base_form(word: str, base: str) -> None:
    assert base in lemma_forms(word, "en")


@given(st.text(max_size=30), st.sampled_from(["de", "en"]))
def test_base_forms_are_few_and_never_the_word(word: str, language: str) -> None:
    forms = lemma_forms(word, "de" if language == "de" else "en")
    assert word not in forms
    assert len(forms) <= 60
    assert len(set(forms)) == len(forms)


def test_names_that_only_look_alike_are_not_the_same_word() -> None:
    assert not same_word("Weber", "Wagner", "de")
    assert not same_word("Weber", "Wegner", "de")
    assert same_word("geleitet", "leitet", "de")
    assert same_word("requires", "required", "en")


def test_separated_verbs_are_joined() -> None:
    assert "teilnehmen" in separable_forms("nahm", "teil")
    assert "anführen" in separable_forms("führt", "an")
    assert "auskennen" in separable_forms("kennt", "aus")


def test_the_library_tier_gives_nothing_when_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "simplemma", None)
    assert lemmas_from_library("Städte", "de") == ()


@pytest.mark.parametrize(
    ("word", "labels", "parts"),
    [
        ("Datenbankkenntnisse", {"Datenbanken"}, ("Datenbanken", "kenntnisse")),
        ("Datenbankkenntnisse", {"Datenbank", "Datenbanken"}, ("Datenbank", "kenntnisse")),
        ("Navigationserfahrung", {"Navigation"}, ("Navigation", "erfahrung")),
        ("Python-Expertin", {"Python"}, ("Python", "expertin")),
        ("Pythonkenntnisse", {"Python"}, ("Python", "kenntnisse")),
        ("C++-Kenntnisse", {"C++"}, ("C++", "kenntnisse")),
        ("Python-Fähigkeiten", {"Python"}, ("Python", "faehigkeiten")),
        ("Python-Skills", {"Python"}, ("Python", "skills")),
        ("Führungskompetenz", {"Führung"}, ("Führung", "kompetenz")),
    ],
)
def test_compounds_are_split_at_a_listed_head(
    word: str, labels: set[str], parts: tuple[str, str]
) -> None:
    assert split_compound(word, labels.__contains__) == parts


def test_other_compounds_stay_whole() -> None:
    assert split_compound("Navigationsoffizierin", {"Navigation"}.__contains__) is None
    assert split_compound("Kenntnisse", {"Datenbanken"}.__contains__) is None
    assert compound_parts("Spargel") == ()


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("4", "de", "4"),
        ("1.200.000", "de", "1200000"),
        ("1,2", "de", "1.2"),
        ("1,2 Millionen", "de", "1200000"),
        ("1,2 Milliarden", "de", "1200000000"),
        ("3 Mio", "de", "3000000"),
        ("vier", "de", "4"),
        ("fünf", "de", "5"),
        ("zweiundzwanzig", "de", "22"),
        ("dreihundertfünfundvierzig", "de", "345"),
        ("zweitausendneunzehn", "de", "2019"),
        ("drei Millionen zweihundert", "de", "3000200"),
        ("-5", "de", "-5"),
        ("1,200", "en", "1200"),
        ("1.5", "en", "1.5"),
        ("twenty-two", "en", "22"),
        ("one hundred and five", "en", "105"),
        ("2.5 million", "en", "2500000"),
        ("1.200.000", "en", "1200000"),
    ],
)
def test_numbers_are_read_as_values(text: str, language: str, value: str) -> None:
    assert parse_number(text, "de" if language == "de" else "en") == Decimal(value)


@pytest.mark.parametrize("text", ["Frodo", "", "und", "1.2.3", "zwei Hobbits", "4 Hobbits", "12a"])
def test_what_is_no_number_is_not_read_as_one(text: str) -> None:
    assert parse_number(text, "de") is None


def test_figures_may_have_two_readings() -> None:
    assert number_readings("1.200") == (Decimal(1200), Decimal("1.2"))
    assert number_readings("1,5") == (Decimal("1.5"),)


@given(st.integers(min_value=0, max_value=10**12))
def test_grouped_numbers_are_read_back(number: int) -> None:
    english = f"{number:,}"
    assert parse_number(english, "en") == number
    assert parse_number(english.replace(",", "."), "de") == number
