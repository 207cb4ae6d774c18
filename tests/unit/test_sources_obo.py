"""OBO and OBO-graph JSON: the statements of their OWL translation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ontorag.errors import SourceError, SyntaxInSourceError
from ontorag.sources import Loadable, open_sources

OBO = "http://purl.obolibrary.org/obo/"
OIO = "http://www.geneontology.org/formats/oboInOwl#"
OWL = "http://www.w3.org/2002/07/owl#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
TRUE = '"true"^^<http://www.w3.org/2001/XMLSchema#boolean>'

HEADER = """format-version: 1.4
data-version: releases/2024-01-01
idspace: Y http://example.org/Y/
subsetdef: slim "A slim"
synonymtypedef: layperson "layperson term" EXACT
default-namespace: plants
ontology: flora
"""
TERMS = r"""
[Term]
id: X:1
name: rose
alt_id: X:9
def: "A \"thorny\" plant." [PMID:1, http://a.example/b "a title"] {source="me"}
comment: Not \{all\} have thorns! None {here}.
subset: slim
synonym: "Rosa" EXACT layperson [PMID:2]
synonym: "briar" NARROW []
xref: Z:7 "Book title" ! by hand
is_a: Y:2 {source="PMID:3"} ! plant
relationship: part_of X:3 ! garden
relationship: part_of X:3 {cardinality="2"}
intersection_of: Y:2 ! plant
intersection_of: part_of X:3
disjoint_from: X:4
property_value: IAO:0000233 http://tracker.example/1 xsd:anyURI
created_by: ann

[Term]
id: X:5
is_obsolete: true
replaced_by: X:1
consider: X:3

[Typedef]
id: part_of
name: part of
xref: BFO:0000050
is_transitive: true
domain: X:1
inverse_of: has_part
holds_over_chain: part_of located_in

[Instance]
id: X:100
instance_of: X:1
"""


def read(path: Path, text: str, **options: object) -> tuple[set[tuple[str, ...]], Loadable]:
    path.write_text(text, encoding="utf-8")
    (loadable,) = open_sources(path, **options)  # type: ignore[arg-type]
    return {quad[:3] for quad in loadable.quads}, loadable


def iri(text: str) -> str:
    spaces = {"obo": OBO, "oio": OIO, "owl": OWL, "rdf": RDF, "rdfs": RDFS}
    prefix, _, local = text.partition(":")
    return f"<{spaces[prefix]}{local}>"


@pytest.fixture
def flora(tmp_path: Path) -> set[tuple[str, ...]]:
    return read(tmp_path / "flora.obo", HEADER + TERMS)[0]


@pytest.mark.parametrize(
    ("subject", "predicate", "obj"),
    [
        ("obo:flora.owl", "rdf:type", iri("owl:Ontology")),
        ("obo:flora.owl", "owl:versionInfo", '"releases/2024-01-01"'),
        ("obo:flora.owl", "owl:versionIRI", f"<{OBO}flora/releases/2024-01-01/flora.owl>"),
        ("obo:flora#slim", "rdfs:subPropertyOf", iri("oio:SubsetProperty")),
        ("obo:flora#layperson", "rdfs:label", '"layperson term"'),
        ("obo:X_1", "rdf:type", iri("owl:Class")),
        ("obo:X_1", "rdfs:label", '"rose"'),
        ("obo:X_1", "oio:id", '"X:1"'),
        ("obo:X_1", "oio:hasOBONamespace", '"plants"'),
        ("obo:X_1", "obo:IAO_0000115", r'"A \"thorny\" plant."'),
        ("obo:X_1", "rdfs:comment", '"Not {all} have thorns! None {here}."'),
        ("obo:X_1", "oio:inSubset", f"<{OBO}flora#slim>"),
        ("obo:X_1", "oio:hasExactSynonym", '"Rosa"'),
        ("obo:X_1", "oio:hasNarrowSynonym", '"briar"'),
        ("obo:X_1", "oio:hasDbXref", '"Z:7"'),
        ("obo:X_1", "rdfs:subClassOf", "<http://example.org/Y/2>"),
        ("obo:X_1", "owl:disjointWith", f"<{OBO}X_4>"),
        ("obo:X_1", "oio:created_by", '"ann"'),
        ("obo:X_1", "oio:hasAlternativeId", '"X:9"'),
        ("obo:X_9", "obo:IAO_0100001", f"<{OBO}X_1>"),
        ("obo:X_9", "owl:deprecated", TRUE),
        ("obo:X_5", "owl:deprecated", TRUE),
        ("obo:X_5", "obo:IAO_0100001", f"<{OBO}X_1>"),
        ("obo:X_5", "oio:consider", f"<{OBO}X_3>"),
        ("obo:BFO_0000050", "rdf:type", iri("owl:TransitiveProperty")),
        ("obo:BFO_0000050", "oio:shorthand", '"part_of"'),
        ("obo:BFO_0000050", "rdfs:domain", f"<{OBO}X_1>"),
        ("obo:BFO_0000050", "owl:inverseOf", f"<{OBO}flora#has_part>"),
        ("obo:X_100", "rdf:type", f"<{OBO}X_1>"),
    ],
)
def test_a_clause_becomes_its_statement(
    flora: set[tuple[str, ...]], subject: str, predicate: str, obj: str
) -> None:
    assert (iri(subject), iri(predicate), obj) in flora


def objects(quads: set[tuple[str, ...]], subject: str, predicate: str) -> list[str]:
    return sorted(o for s, p, o in quads if s == subject and p == iri(predicate))


def test_a_relationship_becomes_an_existential_restriction(flora: set[tuple[str, ...]]) -> None:
    parents = objects(flora, iri("obo:X_1"), "rdfs:subClassOf")
    fillers = [objects(flora, node, "owl:someValuesFrom") for node in parents]
    assert [f"<{OBO}X_3>"] in fillers
    assert any(
        objects(flora, node, "owl:qualifiedCardinality")
        == ['"2"^^<http://www.w3.org/2001/XMLSchema#nonNegativeInteger>']
        and objects(flora, node, "owl:onClass") == [f"<{OBO}X_3>"]
        for node in parents
    )


def test_genus_and_differentia_become_one_equivalent_class(flora: set[tuple[str, ...]]) -> None:
    (whole,) = objects(flora, iri("obo:X_1"), "owl:equivalentClass")
    (head,) = objects(flora, whole, "owl:intersectionOf")
    assert objects(flora, head, "rdf:first") == ["<http://example.org/Y/2>"]


def test_the_references_of_a_definition_are_kept_on_its_axiom(flora: set[tuple[str, ...]]) -> None:
    definition = r'"A \"thorny\" plant."'
    (axiom,) = [s for s, p, o in flora if p == iri("owl:annotatedTarget") and o == definition]
    assert objects(flora, axiom, "oio:hasDbXref") == ['"PMID:1"', '"http://a.example/b"']
    assert objects(flora, axiom, "oio:source") == ['"me"']


def test_a_line_that_is_no_clause_is_refused_with_its_number_or_left_out(tmp_path: Path) -> None:
    text = "format-version: 1.4\n\n[Term]\nid: X:1\nthis is no clause\nname: x\n"
    with pytest.raises(SyntaxInSourceError, match="this is no clause") as raised:
        read(tmp_path / "a.obo", text)
    assert raised.value.line == 5
    quads, loadable = read(tmp_path / "a.obo", text, keep_going=True)
    assert (iri("obo:X_1"), iri("rdfs:label"), '"x"') in quads
    assert [(f.code, f.line) for f in loadable.findings] == [("broken-statement", 5)]


@pytest.mark.parametrize(
    ("body", "code", "line"),
    [
        ("[Term]\nid: X:1\nname: a\nname: b\n", "repeated-clause", 5),
        ("[Term]\nid: X:1\nintersection_of: X:2\n", "single-member", 4),
        ('[Term]\nid: X:1\nsynonym: "a" []\n', "missing-scope", 4),
        ("idspace: X http://a/\nidspace: X http://b/\n[Term]\nid: X:1\n", "conflicting-idspace", 3),
    ],
)
def test_what_the_format_forbids_is_noted_and_strictly_refused(
    tmp_path: Path, body: str, code: str, line: int
) -> None:
    text = "format-version: 1.4\n" + body
    _, loadable = read(tmp_path / "a.obo", text)
    assert [(f.code, f.line) for f in loadable.findings] == [(code, line)]
    with pytest.raises(SyntaxInSourceError) as raised:
        read(tmp_path / "a.obo", text, strict=True)
    assert raised.value.line == line


def test_an_unknown_tag_is_kept_and_reported(tmp_path: Path) -> None:
    quads, loadable = read(tmp_path / "a.obo", "[Term]\nid: X:1\ncolour: red\n")
    assert (iri("obo:X_1"), iri("oio:colour"), '"red"') in quads
    assert [(f.code, f.line) for f in loadable.findings] == [("unknown-tag", 3)]


def test_an_obo_file_is_recognised_by_its_content(tmp_path: Path) -> None:
    _, loadable = read(tmp_path / "flora.owl", HEADER + TERMS)
    assert loadable.source.media_type == "text/obo"


def test_an_obo_graph_becomes_classes_edges_and_definitions(tmp_path: Path) -> None:
    graph = {
        "graphs": [
            {
                "id": OBO + "flora.owl",
                "nodes": [
                    {
                        "id": OBO + "X_1", "lbl": "rose", "type": "CLASS",
                        "meta": {
                            "definition": {"val": "A plant.", "xrefs": ["PMID:1"]},
                            "synonyms": [{"pred": "hasExactSynonym", "val": "Rosa"}],
                            "deprecated": True,
                        },
                    },
                    {"id": OBO + "BFO_0000050", "lbl": "part of", "type": "PROPERTY"},
                ],
                "edges": [
                    {"sub": OBO + "X_1", "pred": "is_a", "obj": OBO + "X_2"},
                    {"sub": OBO + "X_1", "pred": OBO + "BFO_0000050", "obj": OBO + "X_3"},
                ],
            }
        ]
    }  # fmt: skip
    quads, _ = read(tmp_path / "flora.json", json.dumps(graph))
    rose = iri("obo:X_1")
    assert {
        (rose, iri("rdfs:label"), '"rose"'), (rose, iri("obo:IAO_0000115"), '"A plant."'),
        (rose, iri("oio:hasExactSynonym"), '"Rosa"'), (rose, iri("owl:deprecated"), TRUE),
        (rose, iri("rdfs:subClassOf"), f"<{OBO}X_2>"),
    } <= quads  # fmt: skip
    (node,) = [o for o in objects(quads, rose, "rdfs:subClassOf") if o.startswith("_:")]
    assert objects(quads, node, "owl:someValuesFrom") == [f"<{OBO}X_3>"]


def test_json_that_is_no_obo_graph_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no OBO graph"):
        read(tmp_path / "a.json", '{"graphs": [{"nodes": [{"lbl": "no id"}]}]}')
