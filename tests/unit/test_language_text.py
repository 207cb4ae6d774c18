"""Tokens and folded forms."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontorag.language import detect, fold, folds, tokens


@given(st.text(max_size=60))
def test_tokens_are_pieces_of_the_text_in_order(text: str) -> None:
    found = tokens(text)
    assert all(text[token.start : token.end] == token.text for token in found)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert all(fold(form) == form for form in folds(text))


@given(st.text(alphabet="aäAÄoöuüßé -'", max_size=20))
def test_composed_and_decomposed_text_fold_alike(text: str) -> None:
    assert folds(unicodedata.normalize("NFD", text)) == folds(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Kann Ben C++, C# oder z. B. GPT-4?", "Kann|Ben|C++|C#|oder|z. B.|GPT-4"),
        ("Wie hoch ist Gimli's Axtkampf?", "Wie|hoch|ist|Gimli's|Axtkampf"),
        ("1.200,5 Mio. Euro am 14. März", "1.200,5|Mio|Euro|am|14|März"),
        (".NET-Kenntnisse und C++-Kenntnisse", ".NET-Kenntnisse|und|C++-Kenntnisse"),
        ("'Herr Der Ringe'", "Herr|Der|Ringe"),
        ("???", ""),
        ("", ""),
        ('`DROP` "x"; MATCH (n)', "DROP|x|MATCH|n"),
        ("Node.js oder has_part", "Node.js|oder|has_part"),
    ],
)
def test_words_are_kept_whole(text: str, words: str) -> None:
    assert "|".join(token.text for token in tokens(text)) == words


def test_decomposed_umlauts_do_not_split_a_word() -> None:
    text = unicodedata.normalize("NFD", "Willensstärke hilft")
    assert [token.text for token in tokens(text)] == text.split()


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Öztürk", ("oeztuerk", "ozturk")),
        ("Oeztuerk", ("oeztuerk",)),
        ("Schweißen", ("schweissen",)),
        (
            "  Orks am Fluß\u00a0 bekämpfen! ",
            ("orks am fluss bekaempfen", "orks am fluss bekampfen"),
        ),
        ("C++", ("c++",)),
        ("C#", ("c#",)),
        ("C", ("c",)),
        ("GPT‑4", ("gpt 4",)),
        ("Café", ("cafe",)),
        ("Hans' Hund", ("hans hund",)),
        ("zero\u200bwidth\u202e", ("zerowidth",)),
        ("ﬁnden", ("finden",)),
        ("ガ", ("ガ",)),
        ("!?", ("",)),
    ],
)
def test_folded_forms(text: str, forms: tuple[str, ...]) -> None:
    assert folds(text) == forms


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Wer hat Heimlichkeit?", "de"),
        ("Who is best at Heimlichkeit and Standfestigkeit?", "en"),
        ("Hat Ben Koch an Borealis teilgenommen?", "de"),
        ("Wie koche ich Spaghetti Carbonara?", "de"),
        ("Whose willpower is strongest?", "en"),
        ("Compare Legolas and Gimli in agility and axe fighting.", "en"),
        ("Kampffähigkeit", "de"),
        ("Python", "en"),
        ("", "en"),
    ],
)
def test_the_language_of_a_question_is_told_by_its_small_words(
    question: str, language: str
) -> None:
    assert detect(question) == language


def test_every_question_of_the_cases_is_read_in_its_language() -> None:
    from .conftest import read_case

    english = {"who", "how", "compare", "whose", "write"}
    questions = [
        case["question"]
        for name, key in (("lotr.json", "questions"), ("linking.json", "cases"))
        for case in read_case(name)[key]
    ]
    for question in questions:
        wanted = "en" if question.split()[0].lower() in english else "de"
        assert detect(question) == wanted, question
