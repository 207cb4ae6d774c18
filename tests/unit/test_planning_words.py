"""Other words for the same question: what says little is left aside, what says more is not."""

from __future__ import annotations

import pytest
from reading import read, said

import ontorag


@pytest.mark.parametrize(("question", "expected"), [
    ("what is the main language in Night Ferry", {"German"}),
    ("what are the primary languages in the films written by Eva Falk", {"German"}),
    ("which film did Gus Holt write the story for", {"The Long Field"}),
    ("The Long Field is a film written by this person", {"Gus Holt"}),
    ("who is the creator of the film script for The Long Field", {"Gus Holt"}),
    ("the films written by Eva Falk were released in which years", {"1999", "2010"}),
    ("the films written by Gus Holt starred which actors", {"Cleo Dunn"}),
    ("what words describe the film Night Ferry", {"film"}),
    ("what are some words that describe Night Ferry", {"film"}),
    ("can you describe Night Ferry in a few words", {"film"}),
    ("can you give a few words describing what Night Ferry is about", {"film"}),
    ("which terms are applicable to Night Ferry", {"film"}),
])  # fmt: skip
def test_words_that_change_no_meaning_are_left_aside(question: str, expected: set[str]) -> None:
    assert said("films", question) == expected


@pytest.mark.parametrize(("question", "expected"), [
    ("who starred in films for the writer of The Blue Door", {"Bo Berg"}),
    ("who directed films by the writer of The Blue Door", {"Ida Jung"}),
    ("who is listed as director of the films starred by Night Ferry actors",
     {"Ana Lima"}),
    ("the actor in Night Ferry also appears in which films", {"The Blue Door"}),
])  # fmt: skip
def test_a_path_leads_over_the_works_of_who_is_named(question: str, expected: set[str]) -> None:
    assert said("films", question) == expected


@pytest.mark.parametrize("question", [
    "who is the experienced director of Night Ferry", "who is the former director of Night Ferry",
    "which director of Night Ferry is considered good",
])  # fmt: skip
def test_words_that_narrow_are_not_left_aside(question: str) -> None:
    assert isinstance(said("films", question), str)


def test_two_names_side_by_side_are_one_name_that_nothing_has() -> None:
    links = read("films", "which films did Ana Lima Bo Berg star in")
    assert links["Ana Lima Bo Berg"].target is None
    assert said("films", "which films did Ana Lima Bo Berg star in") == "unknown_entity"


def test_words_that_only_help_name_nothing_beside_a_settled_topic() -> None:
    triples = [
        ("Alpha", "directed_by", "Ana Lima"), ("Alpha", "release_year", "1987"),
        ("Made", "release_year", "2001"), ("Fire", "has_tags", "heat"),
    ]  # fmt: skip
    with ontorag.load(triples) as graph:
        rag = ontorag.OntoRAG(graph, embeddings=None)
        topic = {"Alpha": "Alpha"}
        for question in ("who made the movie Alpha", "when did the movie Alpha first appear"):
            named = {link.mention.text for link in rag.ask(question, links=topic).links
                     if link.target is not None and link.role == "required"}  # fmt: skip
            assert named == {"Alpha"}, question
