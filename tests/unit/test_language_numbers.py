"""Numbers in words and in figures, as values."""

from __future__ import annotations

import pytest

from ontorag.language import Language, quantities, spelled_numbers


@pytest.mark.parametrize(("text", "language", "value"), [
    ("mehr als eine Million Einwohner", "de", "1000000"), ("fünf Millionen", "de", "5000000"),
    ("zweihunderttausend", "de", "200000"), ("eine halbe Million", "de", "500000"),
    ("anderthalb Millionen", "de", "1500000"), ("zweieinhalb Milliarden", "de", "2500000000"),
    ("two hundred thousand people", "en", "200000"), ("half a million", "en", "500000"),
    ("one million two hundred thousand", "en", "1200000"), ("more than 500k", "en", "500000"),
    ("three and a half million", "en", "3500000"), ("a hundred and five", "en", "105"),
])  # fmt: skip
def test_a_number_is_read_from_its_words(text: str, language: Language, value: str) -> None:
    assert [each.lexical for each in spelled_numbers(text, language)] == [value]


@pytest.mark.parametrize(("text", "language"), [
    ("a city", "en"), ("eine Stadt", "de"), ("half of the cities", "en"), ("1,5 Mio.", "de"),
    ("and und", "de"), ("", "en"),
])  # fmt: skip
def test_an_article_and_figures_are_no_spelled_numbers(text: str, language: Language) -> None:
    assert spelled_numbers(text, language) == ()


@pytest.mark.parametrize(("text", "language", "values"), [
    ("two and three", "en", ["2", "3"]),
    ("between one hundred and two hundred", "en", ["100", "200"]),
    ("zwischen einer und zwei Millionen", "de", ["1", "2000000"]),
])  # fmt: skip
def test_and_joins_two_numbers(text: str, language: Language, values: list[str]) -> None:
    assert [each.lexical for each in spelled_numbers(text, language)] == values


@pytest.mark.parametrize(("text", "values"), [
    ("between 2 and 3 million", ["2000000", "3000000"]), ("2 to 3 million", ["2000000", "3000000"]),
    ("2 and 3 million", ["2", "3000000"]),
    ("between 2 thousand and 3 million", ["2000", "3000000"]),
    ("between 2 and 3", ["2", "3"]),
])  # fmt: skip
def test_the_lower_end_of_a_range_has_the_scale_of_the_upper(text: str, values: list[str]) -> None:
    assert [each.lexical for each in quantities(text, "en")] == values
