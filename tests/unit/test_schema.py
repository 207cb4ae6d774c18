"""The schema, declared and observed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import pytest

from ontorag import names
from ontorag.schema import Schema, read_schema, schema_from_json, schema_to_json
from ontorag.schema.keeping import FORMAT
from ontorag.stores.base import ReadableStore, TextQuad
from ontorag.stores.sqlite import open_sqlite
from ontorag.values import IRI, Literal, Source
from ontorag.vocabulary import Lookup

from .conftest import SmallWorld, read_case
from .fake_store import FakeStore

EX = "http://example.org/lotr#"
ReadBack: TypeAlias = Callable[[Iterable[TextQuad]], Schema]


def ex(name: str) -> IRI:
    return IRI(EX + name)


def node(text: str) -> str:
    if text.startswith(('"', "_:", "<")):
        return text
    return f"<{EX}{text[1:]}>" if text.startswith(":") else f"<{text}>"


def quads(*rows: tuple[str, str, str]) -> list[TextQuad]:
    return [(node(s), node(p), node(o), "") for s, p, o in rows]


def rdf_list(name: str, *items: str) -> list[TextQuad]:
    nodes = [f"_:{name}{at}" for at in range(len(items))]
    rest = [*nodes[1:], f"<{names.RDF_NIL}>"]
    return [
        quad
        for cell, item, following in zip(nodes, items, rest, strict=False)
        for quad in quads((cell, names.RDF_FIRST, item), (cell, names.RDF_REST, following))
    ]


@pytest.fixture(params=["memory", "sqlite"])
def read_back(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ReadBack]:
    stores: list[ReadableStore] = []

    def read(statements: Iterable[TextQuad]) -> Schema:
        if request.param == "memory":
            return read_schema(FakeStore(tmp_path / "lookup.db", statements))  # type: ignore[arg-type]
        store = open_sqlite(tmp_path / "graph.db")
        stores.append(store)
        with store.writing() as writer:
            writer.replace(Source("test"), statements)
        return read_schema(store)

    yield read
    for store in stores:
        store.close()


def test_in_untyped_data_shared_objects_show_what_kind_a_thing_is(read_back: ReadBack) -> None:
    rows = read_case("lotr.json")["triples"]
    schema = read_back([(*(f"<{names.mint(text)}>" for text in row), "") for row in rows])  # type: ignore[misc]
    requires, has = IRI(names.mint("erfordertSkill")), IRI(names.mint("hatSkill"))
    assert schema.like_objects(requires) == (has,)
    assert schema.like_objects(has) == (requires,)
    experience = schema.properties[IRI(names.mint("hatErfahrungMit"))]
    assert experience.objects_as_subjects == (requires, IRI(names.mint("missionstyp")))
    assert experience.observed_domains == experience.observed_ranges == ()
    assert (experience.triples, experience.subjects, experience.objects) == (4, 4, 3)
    assert schema.classes == {}
    assert schema.title is None
    assert schema.like_objects(IRI("urn:unknown")) == ()


def test_the_world_shows_domains_ranges_and_qualifiers(
    read_back: ReadBack, world: SmallWorld
) -> None:
    schema = read_back(world.quads)
    skill = schema.properties[world.term("hasSkill")]
    assert [(share.iri, share.share) for share in skill.observed_domains] == [
        (world.term("Person"), 1.0)
    ]
    assert skill.all_ranges == (world.term("Skill"),)
    assert schema.properties[world.term("level")].is_qualifier
    assert schema.properties[world.term("unit")].is_qualifier
    assert not skill.is_qualifier
    assert schema.classes[world.term("Person")].members == 5
    assert schema.properties_between([world.term("Mission")], [world.term("Skill")]) == (
        world.term("requiresSkill"),
    )
    assert world.term("startDate") in schema.properties_between([world.term("Mission")])


DECLARED = quads(
    (":onto", names.RDF_TYPE, names.OWL_ONTOLOGY),
    (":onto", names.DCTERMS + "title", '"Der Herr der Ringe"@de'),
    (":onto", names.DCTERMS + "title", '"The Lord of the Rings"@en'),
    (":hatSkill", names.RDF_TYPE, names.OWL_OBJECT_PROPERTY),
    (":hatSkill", names.RDFS_DOMAIN, "_:u"),
    ("_:u", names.OWL_UNION_OF, "_:c0"),
    (":hatSkill", names.RDFS_RANGE, ":Faehigkeit"),
    (":hatSkill", names.SCHEMA_COMPLETE, f'"true"^^<{names.XSD}boolean>'),
    (":meistert", names.RDFS_SUBPROPERTY, ":hatSkill"),
    (":wirdGekonntVon", names.OWL_INVERSE_OF, ":hatSkill"),
    (":level", names.RDF_TYPE, names.OWL_FUNCTIONAL),
    (":leitet", names.RDF_TYPE, names.OWL_INVERSE_FUNCTIONAL),
    (":Nahkampf", names.RDFS_SUBCLASS, ":Kampf"),
    (":Kampf", names.RDFS_SUBCLASS, ":Faehigkeit"),
    (":Faehigkeit", names.RDFS_SUBCLASS, ":Nahkampf"),
    (":Hobbit", names.RDFS_SUBCLASS, "_:restriction"),
    (":alter", names.RDFS_RANGE, names.XSD + "integer"),
) + rdf_list("c", ":Charakter", ":Zauberer")


def test_declarations_are_read(read_back: ReadBack) -> None:
    schema = read_back(DECLARED)
    skill = schema.properties[ex("hatSkill")]
    assert skill.domains == (ex("Charakter"), ex("Zauberer"))
    assert skill.ranges == (ex("Faehigkeit"),)
    assert skill.complete
    assert skill.inverse_of == (ex("wirdGekonntVon"),)
    assert schema.properties[ex("level")].functional
    assert schema.properties[ex("leitet")].inverse_functional
    assert schema.subproperties(ex("hatSkill")) == (ex("hatSkill"), ex("meistert"))
    assert schema.properties[ex("alter")].ranges == (IRI(names.XSD + "integer"),)
    assert {ex("Charakter"), ex("Hobbit")} <= set(schema.classes)
    assert IRI(names.XSD + "integer") not in schema.classes
    assert schema.title == "The Lord of the Rings"
    assert schema.title_in("de") == "Der Herr der Ringe"
    assert schema.prefixes == {"lotr": EX, "dcterms": names.DCTERMS}


def test_a_cyclic_hierarchy_ends(read_back: ReadBack) -> None:
    schema = read_back(DECLARED)
    circle = (ex("Faehigkeit"), ex("Kampf"), ex("Nahkampf"))
    assert schema.subclasses(ex("Kampf")) == schema.superclasses(ex("Kampf")) == circle
    assert schema.subclasses(ex("Unknown")) == (ex("Unknown"),)


def test_a_declared_order_is_the_scale(read_back: ReadBack) -> None:
    schema = read_back(
        quads(
            (":level", names.SCHEMA_ORDER, "_:o0"),
            (":stufe", names.RDFS_RANGE, ":Stufe"),
            (":Stufe", names.OWL_EQUIVALENT_CLASS, "_:d"),
            ("_:d", names.OWL_ONE_OF, "_:p0"),
            (":a", ":level", '"Experte"'),
        )
        + rdf_list("o", '"Fortgeschritten"', '"Experte"')
        + rdf_list("p", '"niedrig"', '"hoch"')
    )
    assert schema.properties[ex("level")].scale == (Literal("Fortgeschritten"), Literal("Experte"))
    assert schema.properties[ex("stufe")].scale == (Literal("niedrig"), Literal("hoch"))


def test_an_ordered_collection_gives_the_scale_of_its_names(read_back: ReadBack) -> None:
    schema = read_back(
        quads(
            (":skala", names.RDF_TYPE, names.SKOS_ORDERED_COLLECTION),
            (":skala", names.SKOS_MEMBER_LIST, "_:m0"),
            (":k1", names.SKOS_PREF_LABEL, '"Grundkenntnisse"@de'),
            (":k2", names.SKOS_NOTATION, '"B"'),
            (":k2", names.SKOS_PREF_LABEL, '"Experte"@de'),
            (":a", ":level", '"Experte"'),
            (":b", ":level", '"Grundkenntnisse"'),
            (":a", ":stufe", ":k2"),
            (":b", ":stufe", ":k1"),
            (":a", ":anders", '"Experte"'),
            (":b", ":anders", '"sonst"'),
        )
        + rdf_list("m", ":k1", ":k2", ":k3")
    )
    assert schema.properties[ex("level")].scale == (Literal("Grundkenntnisse"), Literal("Experte"))
    assert schema.properties[ex("stufe")].scale == (ex("k1"), ex("k2"), ex("k3"))
    assert schema.properties[ex("anders")].scale == ()


def test_a_circular_list_ends(read_back: ReadBack) -> None:
    schema = read_back(
        quads(
            (":level", names.SCHEMA_ORDER, "_:o"),
            ("_:o", names.RDF_FIRST, '"eins"'),
            ("_:o", names.RDF_REST, "_:o"),
        )
    )
    assert schema.properties[ex("level")].scale == (Literal("eins"),)


def test_a_schema_is_read_back_from_its_json(read_back: ReadBack, world: SmallWorld) -> None:
    for statements in (DECLARED, world.quads):
        schema = read_back(statements)
        assert schema_from_json(schema_to_json(schema)) == schema


def test_a_kept_schema_is_used_until_the_store_changes(tmp_path: Path) -> None:
    with closing(open_sqlite(tmp_path / "graph.db")) as store:
        with store.writing() as writer:
            writer.replace(Source("one"), DECLARED)
        lookup = Lookup(store.lookup_file)
        lookup.refresh(store)
        schema = read_schema(store, lookup)
        kept = lookup.kept("schema", f"{FORMAT} {store.snapshot()}")
        assert kept == schema_to_json(schema)
        assert read_schema(store, lookup) == schema
        with store.writing() as writer:
            writer.replace(Source("two"), quads((":x", ":neu", ":y")))
        lookup.refresh(store)
        assert ex("neu") in read_schema(store, lookup).properties
        lookup.close()
