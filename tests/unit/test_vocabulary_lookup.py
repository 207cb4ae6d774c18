"""The look-up index over a store in memory and over the embedded store."""

from __future__ import annotations

import random
import string
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import pytest
from rapidfuzz.distance import OSA

from ontorag import names
from ontorag.errors import StoreAccessError, StoreError
from ontorag.stores.base import TextQuad
from ontorag.stores.sqlite import SQLiteStore, open_sqlite
from ontorag.values import IRI, BlankNode, Literal, Source, read_term
from ontorag.vocabulary import Lookup
from ontorag.vocabulary.keys import near_texts

from .conftest import SmallWorld, read_case
from .fake_store import FakeStore

LookedUp: TypeAlias = Callable[[Iterable[TextQuad]], Lookup]

EX = "http://example.org/#"
LABEL, ALT, PREF = names.RDFS_LABEL, names.SKOS + "altLabel", names.SKOS_PREF_LABEL


def quads(*rows: tuple[str, str, str]) -> list[TextQuad]:
    """Statements with IRIs given as ``:name`` or whole, literals as they are."""
    return [(node(s), node(p), node(o), "") for s, p, o in rows]


def node(text: str) -> str:
    if text.startswith(('"', "_:", "<")):
        return text
    return f"<{EX}{text[1:]}>" if text.startswith(":") else f"<{text}>"


def minted(*rows: tuple[str, str, str]) -> list[TextQuad]:
    return [(*(f"<{names.mint(text)}>" for text in row), "") for row in rows]  # type: ignore[misc]


@pytest.fixture(params=["memory", "sqlite"])
def looked_up(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LookedUp]:
    """A function from statements to a refreshed index, on both kinds of store."""
    opened: list[SQLiteStore | Lookup] = []

    def index(statements: Iterable[TextQuad]) -> Lookup:
        store: SQLiteStore | FakeStore
        if request.param == "memory":
            store = FakeStore(tmp_path / "lookup.db", statements)
        else:
            store = open_sqlite(tmp_path / "graph.db")
            opened.append(store)
            with store.writing() as writer:
                writer.replace(Source("test"), statements)
        lookup = Lookup(store.lookup_file)
        opened.append(lookup)
        lookup.refresh(store)
        assert lookup.is_current(store)
        return lookup

    yield index
    for each in reversed(opened):
        each.close()


def labels_of(lookup: Lookup, text: str) -> list[tuple[str, int]]:
    return [(entry.label, entry.rank) for entry in lookup.exact([text]).get(text, ())]


def test_nodes_of_a_table_are_found_by_their_spelling(looked_up: LookedUp) -> None:
    lookup = looked_up(minted(*read_case("lotr.json")["triples"]))
    found = lookup.exact(["Orks am Fluss bekämpfen", "heimlichkeit", "hat skill level", "Rust"])
    assert set(found) == {"Orks am Fluss bekämpfen", "heimlichkeit", "hat skill level"}
    (entry,) = found["heimlichkeit"]
    assert (entry.label, entry.kinds, entry.rank) == ("Heimlichkeit", ("individual",), 1)
    assert entry.term == f"<{names.mint('Heimlichkeit')}>"
    (entry,) = found["hat skill level"]
    assert (entry.kinds, entry.rank) == (("property",), 3)
    assert len(lookup.entries(kinds=["individual"])) == 28
    assert lookup.labels([IRI(names.mint("hatSkill"))], "de") == {
        IRI(names.mint("hatSkill")): "hatSkill"
    }


def test_labels_synonyms_and_languages_are_found(looked_up: LookedUp, world: SmallWorld) -> None:
    lookup = looked_up(world.quads)
    assert labels_of(lookup, "Fähigkeit") == [("Fähigkeit", 1)]
    assert labels_of(lookup, "skill") == [("skill", 1)]
    assert labels_of(lookup, "Einsatz Aurora") == [("Einsatz Aurora", 2)]
    assert labels_of(lookup, "clara oeztuerk") == [("Clara Öztürk", 1)]
    assert labels_of(lookup, "Clara Ozturk") == [("Clara Öztürk", 1)]
    assert labels_of(lookup, "schweissen") == [("Schweißen", 1)]
    assert labels_of(lookup, "Experte") == [("Experte", 4)]
    (value,) = lookup.exact(["Experte"])["Experte"]
    assert value.is_value
    assert (value.term, value.property) == ('"Experte"', f"<{world.term('level').value}>")
    anna = {entry.label for entry in lookup.with_word("anna")}
    assert anna == {"Anna Weber", "Anna Wegner"}
    assert not lookup.exact(["Rust", "", "'; DROP TABLE lookup_entry; --"])


def test_reifiers_and_schema_terms_are_no_concepts(looked_up: LookedUp, world: SmallWorld) -> None:
    lookup = looked_up(world.quads)
    terms = {entry.term for entry in lookup.entries()}
    assert not any(term.startswith("_:") for term in terms)
    assert not any(names.is_system(term[1:-1]) for term in terms if term.startswith("<"))
    assert lookup.exact(["Class", "label", "type"]) == {}


def test_kinds_follow_declarations_and_use(looked_up: LookedUp) -> None:
    lookup = looked_up(
        quads(
            (":Elb", names.RDF_TYPE, names.OWL_CLASS),
            (":Elb", names.RDFS_SUBCLASS, ":Charakter"),
            (":legolas", names.RDF_TYPE, ":Elb"),
            (":legolas", ":kennt", ":gimli"),
            (":mut", names.RDF_TYPE, names.SKOS_CONCEPT),
            (":onto", names.RDF_TYPE, names.OWL_ONTOLOGY),
            (":onto", LABEL, '"Mittelerde"'),
            (":pun", names.RDF_TYPE, names.OWL_CLASS),
            (":pun", names.RDF_TYPE, ":Elb"),
            ("_:x", LABEL, '"Namenlos"@de'),
            ("_:y", ":kennt", ":gimli"),
        )
    )
    kinds = {entry.label: entry.kinds for entry in lookup.entries()}
    assert kinds == {
        "Elb": ("class",),
        "Charakter": ("class",),
        "legolas": ("individual",),
        "gimli": ("individual",),
        "kennt": ("property",),
        "mut": ("concept",),
        "pun": ("class", "individual"),
        "Namenlos": ("individual",),
    }


def test_xl_labels_obo_synonyms_and_successors(looked_up: LookedUp) -> None:
    lookup = looked_up(
        quads(
            (":a", names.SKOSXL + "prefLabel", ":l1"),
            (":l1", names.XL_LITERAL_FORM, '"Bogenschießen"@de'),
            (":a", names.OBO_IN_OWL + "hasExactSynonym", '"archery"'),
            (":a", names.OBO + "IAO_0000115", '"Shooting with a bow."'),
            (":old", LABEL, '"alt"'),
            (":old", names.OWL_DEPRECATED, f'"true"^^<{names.XSD}boolean>'),
            (":old", names.OBO + "IAO_0100001", ":a"),
        )
    )
    assert labels_of(lookup, "Bogenschießen") == [("Bogenschießen", 0)]
    assert labels_of(lookup, "archery") == [("archery", 2)]
    assert lookup.exact(["l1"]) == {}
    (old,) = lookup.exact(["alt"])["alt"]
    assert (old.obsolete, old.replaced_by) == (True, f"<{EX}a>")
    concepts = lookup.concepts([IRI(EX + "a"), IRI(EX + "old"), IRI(EX + "nobody")])
    assert set(concepts) == {IRI(EX + "a"), IRI(EX + "old")}
    archery = concepts[IRI(EX + "a")]
    assert archery.labels == (("Bogenschießen", "de"),)
    assert archery.synonyms[0] == ("archery", "")
    assert archery.definition == "Shooting with a bow."
    assert concepts[IRI(EX + "old")].replaced_by == IRI(EX + "a")


def test_the_label_to_show_follows_the_language(looked_up: LookedUp) -> None:
    lookup = looked_up(
        quads(
            (":a", LABEL, '"Führung"@de'),
            (":a", LABEL, '"leadership"@en-gb'),
            (":a", ALT, '"Leitung"@de'),
            (":b", LABEL, '"ohne"'),
            (":b", LABEL, '"avec"@fr'),
            (":b", PREF, '"vorgezogen"'),
            (":c", LABEL, '"seul"@fr'),
            (":Frodo_selbst", ":istLoyalZu", ":d"),
            ("_:n", LABEL, '"Knoten"'),
        )
    )

    def shown(name: str, language: str) -> str:
        term = read_term(node(name))
        return lookup.labels([term], language)[term]

    assert shown(":a", "de") == "Führung"
    assert shown(":a", "en") == "leadership"
    assert shown(":b", "de") == "vorgezogen"
    assert shown(":b", "fr") == "avec"
    assert shown(":c", "de") == "seul"
    assert shown(":Frodo_selbst", "de") == "Frodo selbst"
    assert shown(":istLoyalZu", "de") == "ist loyal zu"
    assert shown("_:n", "de") == "Knoten"
    assert shown(":notThere", "de") == "not there"
    assert lookup.labels([Literal("leicht"), BlankNode("q")], "de") == {
        Literal("leicht"): "leicht",
        BlankNode("q"): "_:q",
    }


def test_classes_labelled_in_other_languages_only_are_called_by_their_local_names_too(
    looked_up: LookedUp,
) -> None:
    kind = names.OWL_CLASS
    lookup = looked_up(quads(
        (":MozzarellaTopping", names.RDF_TYPE, kind),
        (":MozzarellaTopping", LABEL, '"Cobertura"@pt'),
        (":X_0000012", names.RDF_TYPE, kind), (":X_0000012", LABEL, '"Chose"@fr'),
        (":Hund", names.RDF_TYPE, kind), (":Hund", LABEL, '"Haushund"@de'),
    ))  # fmt: skip
    terms = [IRI(EX + name) for name in ("MozzarellaTopping", "X_0000012", "Hund")]
    shown = lookup.labels(terms, "en")
    assert [shown[term] for term in terms] == ["Mozzarella Topping", "Chose", "Haushund"]
    assert lookup.labels(terms, "pt")[terms[0]] == "Cobertura"
    assert lookup.exact(["mozzarella topping"]) and lookup.exact(["Cobertura"])
    assert not lookup.exact(["X 0000012"]).get("X 0000012")
    assert not lookup.exact(["Hund"]).get("Hund")


def test_the_bookkeeping_of_obo_files_is_no_value_to_ask_for(looked_up: LookedUp) -> None:
    shorthand = names.OBO_IN_OWL + "shorthand"
    lookup = looked_up(quads((":part", shorthand, '"part_of"'), (":part", ":colour", '"red"')))
    assert not lookup.exact(["part_of"]).get("part_of")
    assert lookup.exact(["red"])["red"]


def test_labels_that_fold_alike_are_told_apart_by_their_spelling(looked_up: LookedUp) -> None:
    lookup = looked_up(
        minted(*((name, "istEine", "Sprache") for name in ("C", "C++", "C#", "r", "R")))
    )
    assert labels_of(lookup, "C") == [("C", 1)]
    assert labels_of(lookup, "C++") == [("C++", 1)]
    assert labels_of(lookup, "r") == [("R", 1), ("r", 1)]


def test_hyphens_spaces_and_joined_writing_meet(looked_up: LookedUp) -> None:
    lookup = looked_up(minted(("GPT-4", "istEin", "Modell"), ("Email", "istEin", "Dienst")))
    for text in ("GPT-4", "gpt 4", "GPT4", "GPT‑4"):
        assert labels_of(lookup, text) == [("GPT-4", 1)]
    assert labels_of(lookup, "E-Mail") == [("Email", 1)]


def test_values_are_listed_only_for_properties_with_few_short_texts(looked_up: LookedUp) -> None:
    rows = [(f":m{i}", ":typ", f'"Typ {i % 3}"') for i in range(9)]
    rows += [(f":m{i}", ":kommentar", f'"Kommentar {i}"') for i in range(201)]
    rows += [
        (":m0", ":text", '"' + "lang " * 20 + '"'),
        (":m0", ":zahl", f'"5"^^<{names.XSD}integer>'),
    ]
    lookup = looked_up(quads(*rows))
    values = [entry.label for entry in lookup.entries() if entry.is_value]
    assert values == ["Typ 0", "Typ 1", "Typ 2"]


def test_a_typo_finds_the_words_near_it(looked_up: LookedUp, world: SmallWorld) -> None:
    lookup = looked_up(world.quads)
    assert [word for word, _ in lookup.near("Phyton")] == ["python"]
    assert [word for word, _ in lookup.near("Navigaton")] == ["navigation"]
    assert [word for word, _ in lookup.near("Kryptografie")] == ["kryptographie"]
    assert [word for word, _ in lookup.near("Schweissn")] == ["schweissen"]
    assert lookup.near("Rust") == ()
    assert lookup.near("C") == ()
    assert dict(lookup.near("Wegner"))["wegner"] == 1.0


def test_every_word_within_one_edit_is_found(tmp_path: Path) -> None:
    chance = random.Random(3)
    letters = string.ascii_lowercase[:8] + "äpht"
    words = {"".join(chance.choices(letters, k=chance.randint(4, 9))) for _ in range(400)}
    store = FakeStore(tmp_path / "lookup.db", minted(*((word, "p", "q") for word in sorted(words))))
    lookup = Lookup(store.lookup_file)
    lookup.refresh(store)
    plain = [word for word in sorted(words) if word.isascii()]
    for word in plain[:120]:
        at = chance.randrange(len(word))
        asked = word[:at] + chance.choice(letters[:8]) + word[at + chance.randint(0, 1) :]
        if len(asked) < 4:
            continue
        near = dict(lookup.near(asked, limit=1000))
        wanted = {other for other in plain if OSA.distance(asked, other) <= 1}
        assert wanted <= set(near), asked


def test_short_words_and_figures_are_near_to_nothing() -> None:
    assert near_texts("elb") == ()
    assert near_texts("abc1") == ()
    assert near_texts("phyton") == ("phyton", "fiton")


def test_nearest_offers_each_target_once(looked_up: LookedUp, world: SmallWorld) -> None:
    lookup = looked_up(world.quads)
    offers = lookup.nearest("Zephyr Mission", limit=4)
    assert {"Mission Aurora", "Mission Borealis"} <= {entry.label for entry in offers}
    assert len({(entry.term, entry.property) for entry in offers}) == len(offers) == 4
    assert lookup.nearest("Rust", kinds=["individual"], limit=2)
    assert all("class" in entry.kinds for entry in lookup.nearest("Persn", kinds=["class"]))


def test_a_change_is_followed_by_difference(tmp_path: Path) -> None:
    with closing(open_sqlite(tmp_path / "graph.db")) as store:
        lookup = Lookup(store.lookup_file)
        with store.writing() as writer:
            writer.replace(
                Source("one"), minted(("Frodo", "hatSkill", "Heimlichkeit"), ("Sam", "p", "q"))
            )
        lookup.refresh(store)
        before = {entry.label for entry in lookup.entries()}
        with store.writing() as writer:
            writer.replace(Source("two"), minted(("Gollum", "hatSkill", "Heimlichkeit")))
        assert not lookup.is_current(store)
        assert not lookup.exact(["Gollum"])
        lookup.refresh(store)
        assert labels_of(lookup, "gollum") == [("Gollum", 1)]
        assert [word for word, _ in lookup.near("Golum")] == ["gollum"]
        with store.writing() as writer:
            writer.drop("two")
        lookup.refresh(store)
        assert {entry.label for entry in lookup.entries()} == before
        assert not lookup.exact(["Gollum"])
        assert lookup.near("Golum") == ()
        assert lookup.with_word("gollum") == ()
        with store.writing() as writer:
            writer.clear()
        lookup.refresh(store)
        assert lookup.size() == 0
        assert lookup.near("Frodos") == ()


def test_a_refreshed_index_is_left_alone(tmp_path: Path) -> None:
    store = FakeStore(tmp_path / "lookup.db", minted(("Frodo", "hatSkill", "Heimlichkeit")))
    lookup = Lookup(store.lookup_file)
    lookup.refresh(store)
    written = store.lookup_file.stat().st_mtime_ns
    lookup.refresh(store)
    assert store.lookup_file.stat().st_mtime_ns == written


def test_a_failed_refresh_leaves_the_index_as_it_was(tmp_path: Path) -> None:
    store = FakeStore(tmp_path / "lookup.db", minted(("Frodo", "hatSkill", "Heimlichkeit")))
    lookup = Lookup(store.lookup_file)
    lookup.refresh(store)

    class Breaking(FakeStore):
        def nodes(self) -> Iterator[str]:
            yield "<urn:x>"
            raise ConnectionError("gone")

    breaking = Breaking(store.lookup_file, minted(("Sam", "hatSkill", "Geduld")))
    with pytest.raises(ConnectionError):
        lookup.refresh(breaking)
    assert labels_of(lookup, "Frodo") == [("Frodo", 1)]
    assert lookup.is_current(store)
    store.quads += minted(("Sam", "hatSkill", "Geduld"))
    lookup.refresh(store)
    assert labels_of(lookup, "Sam") == [("Sam", 1)]


def test_a_missing_file_answers_nothing(tmp_path: Path) -> None:
    lookup = Lookup(tmp_path / "none.db")
    assert lookup.exact(["Frodo"]) == {}
    assert lookup.size() == 0
    assert lookup.nearest("Frodo") == ()
    assert not (tmp_path / "none.db").exists()


def test_a_file_that_is_no_index_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "broken.db").write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreError, match=r"cannot be read.*delete the file"):
        Lookup(tmp_path / "broken.db").exact(["Frodo"])


def test_a_read_only_index_is_an_error_only_when_it_is_out_of_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = FakeStore(tmp_path / "lookup.db", minted(("Frodo", "hatSkill", "Heimlichkeit")))
    Lookup(store.lookup_file).refresh(store)
    monkeypatch.setattr("ontorag.access.os.access", lambda *_: False)
    lookup = Lookup(store.lookup_file)
    lookup.refresh(store)
    assert labels_of(lookup, "Frodo") == [("Frodo", 1)]
    store.quads += minted(("Sam", "hatSkill", "Geduld"))
    with pytest.raises(StoreAccessError, match="cannot be written"):
        lookup.refresh(store)
    lookup.keep("schema", store.snapshot(), "text")
    assert lookup.kept("schema", store.snapshot()) is None


def test_threads_and_a_second_index_refresh_at_once(tmp_path: Path) -> None:
    with closing(open_sqlite(tmp_path / "graph.db")) as store:
        with store.writing() as writer:
            writer.replace(
                Source("one"), minted(*((f"Ort {i}", "liegtIn", "Land") for i in range(300)))
            )
        shared, other = Lookup(store.lookup_file), Lookup(store.lookup_file)
        found: list[int] = []

        def work(lookup: Lookup) -> None:
            lookup.refresh(store)
            found.append(len(lookup.exact(["Ort 7", "Ort 299", "Land"])))

        threads = [threading.Thread(target=work, args=(each,)) for each in (shared, other) * 3]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [3] * 6
        shared.close()
        other.close()
        shared.close()


def test_texts_are_kept_for_one_snapshot(tmp_path: Path) -> None:
    lookup = Lookup(tmp_path / "lookup.db")
    lookup.keep("schema", "s1", "line\nline")
    assert lookup.kept("schema", "s1") == "line\nline"
    assert lookup.kept("schema", "s2") is None
    assert lookup.kept("other", "s1") is None


def test_many_texts_are_looked_up_at_once(tmp_path: Path) -> None:
    store = FakeStore(
        tmp_path / "lookup.db", minted(*((f"Film {i}", "von", f"Person {i}") for i in range(3000)))
    )
    lookup = Lookup(store.lookup_file)
    lookup.refresh(store)
    texts = [f"Film {i}" for i in range(5)] + [f"kein Wort {i}" for i in range(55)]
    assert len(lookup.exact(texts)) == 5
