"""The guard on values: truth values, times with an end, units, and what is only almost so."""

from __future__ import annotations

from typing import Any

import pytest

from ontorag.verification import verify

YEARS = ("since", "validFrom", "startTime")


def fact(subject: str, predicate: str, value: Any, datatype: str = "", **qualifiers: Any) -> Any:
    term = {"value": value, "datatype": f"xsd:{datatype}"} if datatype else value
    return {"subject": subject, "predicate": predicate, "object": term, "qualifiers": qualifiers}


def year(value: str) -> dict[str, str]:
    return {"value": value, "datatype": "xsd:gYear"}


def kind(text: str, *facts: Any, **known: Any) -> str:
    return verify(text, {"facts": list(facts), **known})[0].kind


PEOPLE = {
    "classes": {"Person": {"en": "person"}},
    "entities": {"Person": ["Anna", "Ben", "Zoe"]},
    "properties": {
        "hasLicence": {"labels": {"en": ["has licence"], "de": ["hat Lizenz"]}},
        "isVegetarian": {"labels": {"en": ["is vegetarian"], "de": ["ist vegetarisch"]}},
        "hasDebts": {"labels": {"en": ["has debts"]}},
    },
}
FLAGS = (
    fact("Anna", "hasLicence", "false", "boolean"),
    fact("Ben", "hasLicence", "true", "boolean"),
    fact("Anna", "isVegetarian", "0", "boolean"),
    fact("Ben", "isVegetarian", "1", "boolean"),
    fact("Anna", "hasDebts", "0", "integer"),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ben has a licence.", "supported"),
        ("Ben hat eine Lizenz.", "supported"),
        ("Anna has a licence.", "contradicted"),
        ("Anna has no licence.", "supported"),
        ("Ben hat keine Lizenz.", "contradicted"),
        ("Ben is vegetarian.", "supported"),
        ("Ben ist nicht vegetarisch.", "contradicted"),
        ("Anna ist nicht vegetarisch.", "supported"),
        ("Anna is vegetarian.", "contradicted"),
        ("Ben and Anna are vegetarian.", "unsupported"),
        ("Only Ben is vegetarian.", "unsupported"),
        ("Zoe is vegetarian.", "unsupported"),
        ("Zoe is not vegetarian.", "unsupported"),
        ("Anna has debts.", "unsupported"),
    ],
)
def test_what_is_true_or_false_is_said_by_its_property(text: str, expected: str) -> None:
    assert kind(text, *FLAGS, **PEOPLE) == expected


@pytest.mark.parametrize("name", YEARS)
def test_since_is_proved_by_a_start_only(name: str) -> None:
    works = fact("Anna", "worksFor", "Nordwind", **{name: year("2019")})

    assert kind("Anna works for Nordwind since 2019.", works) == "supported"
    assert kind("Anna arbeitet seit 2019 für Nordwind.", works) == "supported"
    assert kind("Anna works for Nordwind until 2019.", works) == "unsupported"


def test_until_is_proved_by_an_end_and_since_by_no_single_day() -> None:
    ended = fact("Anna", "worksFor", "Nordwind", until=year("2019"))
    dated = fact("Anna", "worksFor", "Nordwind", date=year("2019"))

    assert kind("Anna worked for Nordwind until 2019.", ended) == "supported"
    assert kind("Anna works for Nordwind since 2019.", ended) == "unsupported"
    assert kind("Anna works for Nordwind since 2019.", dated) == "unsupported"
    assert kind("Anna worked for Nordwind in 2019.", dated) == "supported"


def test_what_has_ended_is_not_so_since() -> None:
    works = fact("Anna", "worksFor", "Nordwind", since=year("2019"), until=year("2021"))

    assert kind("Anna worked for Nordwind from 2019 to 2021.", works) == "supported"
    assert kind("Anna works for Nordwind since 2019.", works) == "unsupported"


@pytest.mark.parametrize(
    ("unit", "said", "expected"),
    [
        ("km/h", "100 km/h", "supported"),
        ("km/h", "100 kilometres per hour", "supported"),
        ("km/h", "100 km", "contradicted"),
        ("km/h", "100 km/s", "unsupported"),
        ("kn", "100 knots", "supported"),
        ("°C", "100 degrees Celsius", "supported"),
        ("°C", "100 °F", "contradicted"),
        ("MW", "100 MW", "supported"),
        ("MW", "100 mW", "unsupported"),
        ("m", "10000 cm", "unsupported"),
        ("http://qudt.org/vocab/unit/KiloGM", "100 kg", "unsupported"),
    ],
)
def test_a_unit_is_read_whole_and_known_or_not(unit: str, said: str, expected: str) -> None:
    value = fact("Borg", "ratingValue", "100", "integer", unit=unit)

    assert kind(f"The rating value of Borg is {said}.", value) == expected


def test_an_age_is_in_years_where_nothing_is_said() -> None:
    age = fact("Paula", "age", "61", "integer")

    assert kind("Paula is 61 years old.", age) == "supported"
    assert kind("Paula ist 61 Jahre alt.", age) == "supported"
    assert kind("Paula is 61 months old.", age) == "contradicted"


@pytest.mark.parametrize(
    ("said", "expected"),
    [("almost 1,230", "supported"), ("about 1,204", "supported"), ("almost 1,204", "unsupported"),
     ("almost 1,190", "contradicted"), ("almost 5,000", "contradicted")],
)  # fmt: skip
def test_almost_is_less(said: str, expected: str) -> None:
    size = fact("STAR-12", "number of participants", "1204", "integer")

    assert kind(f"STAR-12 has {said} participants.", size) == expected


def test_an_english_verb_keeps_its_order_among_german_names() -> None:
    owns = fact("Polar Lines", "owns", "MS Möwe")
    known = {
        "classes": {"Company": {"en": "company"}, "Ship": {"en": "ship"}},
        "entities": {"Company": ["Polar Lines"], "Ship": ["MS Möwe"]},
        "properties": {"owns": {"labels": {"en": ["owns"]}, "domain": "Company"}},
    }

    assert kind("Polar Lines owns MS Möwe.", owns, **known) == "supported"
    assert kind("MS Möwe owns Polar Lines.", owns, **known) == "contradicted"
