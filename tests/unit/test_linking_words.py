"""How single words of a question are linked: spelling, inflection, compounds, roles."""

from __future__ import annotations

import pytest
from reading import label, read, reader

from ontorag.errors import UnknownNameError


@pytest.mark.parametrize(("question", "word", "wanted", "method"), [
    ("Wer beherrscht Python?", "Python", "Python", "exact"),
    ("wer beherrscht python?", "python", "Python", "folded"),
    ("Wer hat Datenbankkenntnisse?", "Datenbankkenntnisse", "Datenbanken", "compound"),
    ("Wer beherrscht Pyhton?", "Pyhton", "Python", "typo"),
    ("Welche Fähigkeiten hat Clara?", "Clara", "Clara Öztürk", "partial"),
    ("Welche Fähigkeiten hat Clara Oeztuerk?", "Clara Oeztuerk", "Clara Öztürk", "folded"),
    ("Welche Fähigkeiten hat Clara Ozturk?", "Clara Ozturk", "Clara Öztürk", "folded"),
    ("Welche Abteilungen gibt es?", "Abteilungen", "Abteilung", "lemma"),
    ("What is Ben Koch's salary?", "Ben Koch's", "Ben Koch", "lemma"),
    ("Wer kann C++?", "C++", "C++", "exact"),
    ("Wer kann C#?", "C#", "C#", "exact"),
    ("Wer kann C?", "C", "C", "exact"),
    ("Wer ist Experte in Python?", "Experte", "Experte", "exact"),
])  # fmt: skip
def test_a_word_is_linked_by_the_first_tier_that_reads_it(
    question: str, word: str, wanted: str, method: str
) -> None:
    link = read("company", question)[word]
    assert (label(link), link.method) == (wanted, method)


def test_a_correction_is_shown_and_an_inflection_is_not() -> None:
    assert read("company", "Wer beherrscht Pyhton?")["Pyhton"].corrected_to == "Python"
    assert read("company", "Welche Abteilungen gibt es?")["Abteilungen"].corrected_to is None


def test_part_of_two_names_is_ambiguous_and_offers_both() -> None:
    link = read("company", "Welche Fähigkeiten hat Weber?")["Weber"]
    assert link.ambiguous and link.target is None
    assert {each.matched_label for each in link.candidates} == {"Anna Weber", "Emil Weber"}


def test_one_label_of_two_things_is_ambiguous() -> None:
    assert read("geography", "Wo liegt Frankfurt?")["Frankfurt"].ambiguous


@pytest.mark.parametrize("question", ["Wer ist Hypotonie?", "hypotention symptoms"])
def test_near_names_of_opposite_meaning_stay_apart(question: str) -> None:
    links = [link for link in read("medicine", question).values() if link.target is not None]
    assert all(label(link) != "hypertension" for link in links)


def test_a_synonym_names_its_concept() -> None:
    assert label(read("medicine", "What treats the flu?")["flu"]) in ("influenza", "Grippe")


def test_an_obsolete_name_leads_to_its_successor() -> None:
    link = read("medicine", "Does old ibuprofen treat influenza?")["old ibuprofen"]
    assert label(link) in ("ibuprofen", "Ibuprofen")


@pytest.mark.parametrize(("question", "word", "role"), [
    ("Wer beherrscht Python?", "Python", "required"),
    ("Wer beherrscht Python, aber nicht SQL?", "SQL", "excluded"),
    ("Wer beherrscht Python oder SQL?", "SQL", "alternative"),
    ("Welche Manager beherrschen Python?", "Manager", "asked"),
    ("What are the symptoms of influenza?", "symptoms", "asked"),
    ("Symptome von Grippe", "Symptome", "asked"),
    ("Wer arbeitet in der IT?", "arbeitet", "relation"),
    ("Wer beherrscht Python für eine Mission in Mordor?", "Mordor", "circumstance"),
    ("Welche Städte in Deutschland haben einen Fluss?", "Deutschland", "required"),
])  # fmt: skip
def test_each_word_has_its_role(question: str, word: str, role: str) -> None:
    name = {"symptoms": "medicine", "Symptome": "medicine", "Deutschland": "geography"}
    assert read(name.get(word, "company"), question)[word].role == role


def test_dates_and_numbers_are_no_names() -> None:
    question = "Wer wurde nach dem 1. Januar 2018 eingestellt?"
    assert "Januar" not in read("company", question)


def test_a_negation_in_a_name_denies_nothing() -> None:
    links = read("films", "who wrote No Way Home")
    assert links["No Way Home"].role == "required"


def test_a_given_link_wins_over_what_the_vocabulary_says() -> None:
    ben = "http://example.org/company#ben"
    link = read("company", "Welche Fähigkeiten hat Weber?", links={"Weber": ben})["Weber"]
    assert (label(link), link.method) == ("Ben Koch", "given")


def test_a_given_name_that_the_graph_does_not_have_is_an_error_with_near_names() -> None:
    with pytest.raises(UnknownNameError, match="Anna Weber"):
        reader("company").link("Wer ist Anna?", links={"Anna": "Anna Webr"})


@pytest.mark.parametrize("question", [
    "'; DROP TABLE lookup_entry; --", "`Python` \" OR 1=1", "a/b\\c//d",
    "{name: 'x'}) DETACH DELETE",
    "\x00\x01\x02", "?" * 50, "(" * 500, "Python " * 300,
])  # fmt: skip
def test_no_text_breaks_the_reading(question: str) -> None:
    reader("company").link(question)
    assert label(read("company", "Wer beherrscht Python?")["Python"]) == "Python"
