"""Minted IRIs, local names and their spoken form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontorag import names

ANY_TEXT = st.text(alphabet=st.characters(), max_size=40)


@given(ANY_TEXT)
def test_a_minted_iri_gives_back_its_spelling(spelling: str) -> None:
    assert names.spelling_of(names.mint(spelling)) == spelling


@given(ANY_TEXT, ANY_TEXT)
def test_two_spellings_never_share_an_iri(one: str, other: str) -> None:
    assert (names.mint(one) == names.mint(other)) == (one == other)


@given(ANY_TEXT)
def test_a_minted_iri_has_no_character_that_n_triples_forbids(spelling: str) -> None:
    iri = names.mint(spelling)
    assert not set(iri) & set('<>"{}|^`\\')
    assert all(char > " " for char in iri)


def test_a_minted_iri_is_readable() -> None:
    assert names.mint("Willensstärke") == names.DATA + "Willensstärke"
    assert names.mint("C++") == names.DATA + "C%2B%2B"
    assert names.mint("50%") == names.DATA + "50%25"
    assert names.mint("%2B") != names.mint("+")


def test_other_iris_have_no_spelling() -> None:
    assert names.spelling_of("http://example.org/Frodo") is None


@pytest.mark.parametrize(
    ("iri", "local"),
    [
        ("http://example.org/lotr#hatSkill", "hatSkill"),
        ("http://example.org/lotr/Frodo", "Frodo"),
        ("http://example.org/lotr/", "lotr"),
        ("urn:example:skill", "skill"),
        (names.DATA + "AC%2FDC", "AC/DC"),
        ("http://example.org/wiki/Template:Box", "Template:Box"),
        ("http://example.org/a%E4", "a%E4"),
        ("plain", "plain"),
    ],
)
def test_local_names(iri: str, local: str) -> None:
    assert names.local_name(iri) == local


@pytest.mark.parametrize(
    ("local", "words"),
    [
        ("hatSkillLevel", "hat skill level"),
        ("has_part", "has part"),
        ("loyalität", "loyalität"),
        ("hasHTTPServer", "has HTTP server"),
        ("ISBN", "ISBN"),
        ("is-part-of", "is part of"),
        ("GPT-4", "GPT-4"),
        ("verfügtÜber", "verfügt über"),
        ("R", "R"),
        ("isAClass", "is a class"),
        ("hasISBN13Code", "has ISBN13 code"),
        ("C++", "C++"),
        ("_", "_"),
    ],
)
def test_local_names_are_spoken_in_words(local: str, words: str) -> None:
    assert names.spoken(local) == words


def test_names_of_things_keep_their_case() -> None:
    assert names.spoken("Frodo_selbst", keep_case=True) == "Frodo selbst"
    assert names.spoken("AmericanPizza", keep_case=True) == "American Pizza"


def test_schema_terms_are_system_terms_and_data_is_not() -> None:
    assert names.is_system(names.SCHEMA_ORDER)
    assert names.is_system(names.SKOS_PREF_LABEL)
    assert not names.is_system(names.mint("Frodo"))
    assert not names.is_system(names.DCTERMS + "creator")
