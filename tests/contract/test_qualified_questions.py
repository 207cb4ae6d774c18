"""Questions about statements: on every way of stating a qualifier, on every store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ontorag
from ontorag.graph import KnowledgeGraph
from ontorag.pipeline import OntoRAG
from ontorag.result import Result
from ontorag.stores.base import Pattern
from ontorag.values import Labelled

MARKS = {"neo4j": (pytest.mark.neo4j,)}
STORES = [pytest.param(name, marks=MARKS.get(name, ())) for name in ("sqlite", "neo4j")]

SCHEMA = """
PREFIX : <http://choir.example/>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
PREFIX ontorag: <urn:ontorag:schema#>
:Musician a owl:Class ; rdfs:label "musician"@en, "Musikerin"@de .
:Instrument a owl:Class ; rdfs:label "instrument"@en, "Instrument"@de .
:grade rdfs:label "level"@en, "Niveau"@de ; ontorag:order ("Beginner" "Advanced" "Master") .
:since rdfs:label "since"@en, "seit"@de ; rdfs:range xsd:gYear .
:Rosa a :Musician ; rdfs:label "Rosa" . :Tilda a :Musician ; rdfs:label "Tilda" .
:Umberto a :Musician ; rdfs:label "Umberto" . :Viola a :Musician ; rdfs:label "Viola" .
:Harp a :Instrument ; rdfs:label "harp"@en, "Harfe"@de .
:Flute a :Instrument ; rdfs:label "flute"@en, "Flöte"@de .
"""
PLAYS = """
:plays a owl:ObjectProperty ; rdfs:label "plays"@en, "spielt"@de ;
  rdfs:domain :Musician ; rdfs:range :Instrument .
"""
STATED = (
    ("Rosa", "Harp", ':grade "Master" ; :since "2009"^^xsd:gYear'),
    ("Rosa", "Flute", ':grade "Beginner" ; :since "2021"^^xsd:gYear'),
    ("Tilda", "Harp", ':grade "Advanced" ; :since "2015"^^xsd:gYear'),
    ("Tilda", "Flute", ':grade "Master" ; :since "2011"^^xsd:gYear'),
    ("Umberto", "Harp", ':grade "Beginner" ; :since "2022"^^xsd:gYear'),
    ("Viola", "Flute", ':since "2018"^^xsd:gYear'),
)
HOLDS = """
:plays a owl:ObjectProperty ; rdfs:label "plays"@en, "spielt"@de ; rdfs:domain :Musician .
:what a owl:ObjectProperty ; rdfs:label "instrument"@en, "Instrument"@de ;
  rdfs:range :Instrument .
"""
LINKS = """
:Playing a owl:Class ; rdfs:label "playing assignment"@en .
:who rdfs:label "musician played"@en, "spielende Musikerin"@de .
:what rdfs:label "plays"@en, "spielt"@de .
"""
DECLARED = LINKS + ":Playing ontorag:holder :who ; ontorag:value :what ."
FORMS = {
    "annotation": PLAYS + ":{s} :plays :{o} {{| {q} |}} .",
    "statement": PLAYS + ":{s} :plays :{o} . [] a rdf:Statement ; rdf:subject :{s} ;"
    " rdf:predicate :plays ; rdf:object :{o} ; {q} .",
    "blank node": HOLDS + ":{s} :plays [ :what :{o} ; {q} ] .",
    "named node": HOLDS + ":{s} :plays :p{n} . :p{n} :what :{o} ; {q} .",
    "linking node": LINKS + ":p{n} a :Playing ; :who :{s} ; :what :{o} ; {q} .",
    "declared node": DECLARED + '\n:{s}{o} a :Playing ; rdfs:label "{s}, {o}" ;'
    " :who :{s} ; :what :{o} ; {q} .",
}


def turtle(form: str) -> str:
    """Say everything of `STATED` in one form."""
    head, newline, line = FORMS[form].rpartition("\n")
    return (
        SCHEMA
        + head
        + newline
        + "\n".join(line.format(s=s, o=o, q=q, n=n) for n, (s, o, q) in enumerate(STATED))
    )


@pytest.fixture(scope="module", params=STORES)
def graph(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    if request.param == "sqlite":
        opened = ontorag.open(tmp_path_factory.mktemp("graph") / "graph.db")
    else:
        from neo4j_server import wipe

        server = request.getfixturevalue("neo4j_server")
        wipe(server)
        opened = ontorag.open(server.address, user=server.user, password=server.password)
    yield opened
    opened.close()


@pytest.fixture(scope="module", params=list(FORMS))
def choir(request: pytest.FixtureRequest, graph: KnowledgeGraph, tmp_path_factory: Any) -> OntoRAG:
    file: Path = tmp_path_factory.mktemp("choir") / "choir.ttl"
    file.write_text(turtle(request.param), encoding="utf-8")
    graph.clear()
    graph.load(file, source="choir")
    return OntoRAG(graph, embeddings=None)


def said(result: Result) -> list[str]:
    return sorted(str(a.label if isinstance(a, Labelled) else a) for a in result.answers)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Who plays the harp?", ["Rosa", "Tilda", "Umberto"]),
        ("Who plays the harp at level Master?", ["Rosa"]),
        ("Wer spielt Harfe auf Masterniveau?", ["Rosa"]),
        ("Wer spielt Harfe mit dem Niveau Advanced?", ["Tilda"]),
        ("Who is best at the harp?", ["Rosa"]),
        ("Wer spielt am besten Flöte?", ["Tilda"]),
        ("Who has the lowest level in harp?", ["Umberto"]),
        ("Who plays the harp at least at level Advanced?", ["Rosa", "Tilda"]),
        ("Wer spielt Harfe mindestens auf dem Niveau Advanced?", ["Rosa", "Tilda"]),
        ("Wer spielt Harfe besser als Beginner?", ["Rosa", "Tilda"]),
        ("Who plays the harp at Advanced or better?", ["Rosa", "Tilda"]),
        ("Who plays the harp as Master and the flute as Beginner?", ["Rosa"]),
        ("Wer spielt Harfe, aber nicht als Master?", ["Tilda", "Umberto"]),
        ("Who has played the harp since 2015?", ["Tilda"]),
        ("Wer spielt Harfe seit vor 2016?", ["Rosa", "Tilda"]),
        ("Which level does Tilda have at the harp?", ["Advanced"]),
        ("Welches Niveau hat Rosa in Flöte?", ["Beginner"]),
        ("Seit wann spielt Umberto Harfe?", ["2022"]),
        ("How good is Tilda at the flute?", ["Master"]),
        ("Does Rosa play the harp at level Master?", ["True"]),
        ("Spielt Tilda Flöte auf Masterniveau?", ["True"]),
        ("Who is a Master?", ["Rosa", "Tilda"]),
        ("How many musicians are a Master?", ["2"]),
    ],
)
def test_what_is_said_of_a_statement_is_asked(
    choir: OntoRAG, question: str, answers: list[str]
) -> None:
    result = choir.ask(question)
    assert said(result) == answers, result.answer.text
    assert result.answer.flags in ((), ("as_recorded",))
    assert all(claim.verdict is None or claim.verdict.kind == "supported"
               for claim in result.answer.claims)  # fmt: skip


def test_the_qualifiers_stand_in_the_answer_and_with_the_fact(choir: OntoRAG) -> None:
    result = choir.ask("Who is best at the harp?")
    assert "(level: Master, since: 2009)" in result.answer.text
    proof = result.facts[0]
    assert sorted(str(each.value) for each in proof.qualifiers) == ["2009", "Master"]


def test_a_level_that_is_not_recorded_is_no_level(choir: OntoRAG) -> None:
    result = choir.ask("What level does Viola have in flute?")
    assert (result.answer.status, result.answer.reason) == ("insufficient_evidence", "no_data")
    assert choir.ask("Is Umberto a Master at the harp?").answer.reason == "open_world"


WORK = """
PREFIX : <http://work.example/>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
:Employment a owl:Class ; rdfs:label "employment" . :Film a owl:Class ; rdfs:label "film" .
:employer rdfs:label "employer", "works at" . :position rdfs:label "position" .
:startYear rdfs:label "start year" ; rdfs:range xsd:gYear .
:Ines a :Person ; rdfs:label "Ines" . :Otto a :Person ; rdfs:label "Otto" .
:Hydro a :Company ; rdfs:label "Hydro" . :Volta a :Company ; rdfs:label "Volta" .
:chief rdfs:label "chief" . :clerk rdfs:label "clerk" .
:e1 a :Employment ; :employee :Ines ; :employer :Hydro ; :position :chief ;
  :startYear "2012"^^xsd:gYear .
:e2 a :Employment ; :employee :Otto ; :employer :Hydro ; :position :clerk ;
  :startYear "2017"^^xsd:gYear .
:e3 a :Employment ; :employee :Otto ; :employer :Volta ; :position :chief ;
  :startYear "2009"^^xsd:gYear .
:Dawn a :Film ; rdfs:label "Dawn" . :Dusk a :Film ; rdfs:label "Dusk" .
:r1 a :Rating ; :rater :Ines ; :ratedFilm :Dawn ; :score 5 .
:r2 a :Rating ; :rater :Ines ; :ratedFilm :Dusk ; :score 2 .
:r3 a :Rating ; :rater :Otto ; :ratedFilm :Dawn ; :score 3 .
:ranks a skos:OrderedCollection ; skos:memberList ( :low :mid :high ) .
:low a :Rank ; rdfs:label "basic" . :mid a :Rank ; rdfs:label "solid" .
:high a :Rank ; rdfs:label "expert" .
:welding a :Craft ; rdfs:label "welding" . :joinery a :Craft ; rdfs:label "joinery" .
:Ines :hasCraft [ :craft :welding ; :rank :high ], [ :craft :joinery ; :rank :low ] .
:Otto :hasCraft [ :craft :welding ; :rank :mid ], [ :craft :joinery ; :rank :high ] .
"""


@pytest.fixture(scope="module")
def work(graph: KnowledgeGraph, tmp_path_factory: Any) -> OntoRAG:
    file: Path = tmp_path_factory.mktemp("work") / "work.ttl"
    file.write_text(WORK, encoding="utf-8")
    graph.clear()
    graph.load(file, source="work")
    return OntoRAG(graph, embeddings=None)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Who is chief at Hydro?", ["Ines"]),
        ("Who works at Hydro since 2017?", ["Otto"]),
        ("Since when does Ines work at Hydro?", ["2012"]),
        ("What position does Otto have at Hydro?", ["clerk"]),
        ("Is Otto chief at Volta?", ["True"]),
        ("Which film did Ines rate highest?", ["Dawn"]),
        ("Who rated Dawn with a score over 3?", ["Ines"]),
        ("What is Otto's score for Dawn?", ["3"]),
        ("Who is expert in welding?", ["Ines"]),
        ("Who has at least solid welding?", ["Ines", "Otto"]),
        ("Who is an expert in welding and basic in joinery?", ["Ines"]),
        ("Who is best in joinery?", ["Otto"]),
        ("Which crafts does Otto have at rank expert?", ["joinery"]),
        ("Which employments have employer Hydro?", ["e1", "e2"]),
        ("How many employments are there?", ["3"]),
    ],
)
def test_nodes_between_things_are_read_as_statements(
    work: OntoRAG, question: str, answers: list[str]
) -> None:
    result = work.ask(question)
    assert said(result) == answers, result.answer.text
    assert result.answer.flags in ((), ("as_recorded",))


def test_what_is_read_off_a_node_says_so_and_cites_it(work: OntoRAG) -> None:
    result = work.ask("Is Otto chief at Volta?")
    [fact] = [fact for fact in result.facts if fact.id == result.answer.claims[0].evidence_ids[0]]
    assert (fact.origin, fact.rule, fact.sources) == ("derived", "n-ary", ("work",))
    assert (
        "<http://work.example/e3> <http://work.example/employee> <http://work.example/Otto> ."
        in (fact.premises)
    )


def test_what_is_read_off_a_node_is_explained_by_it(work: OntoRAG) -> None:
    result = work.ask("Is Otto chief at Volta?")
    words = str(result.explain(result.answer.claims[0].evidence_ids[0]))
    assert words.startswith("Otto employer Volta, because ")
    assert "e3 employee Otto (work)" in words and words.endswith("[n-ary].")


def test_a_reading_is_no_statement(work: OntoRAG, tmp_path: Path) -> None:
    work.graph.export(tmp_path / "out.nt")
    exported = (tmp_path / "out.nt").read_text(encoding="utf-8")
    assert "urn:ontorag" not in exported
    assert [source.name for source in work.graph.sources()] == ["work"]


def test_a_reading_goes_with_its_source(graph: KnowledgeGraph, tmp_path: Path) -> None:
    graph.clear()
    (tmp_path / "work.ttl").write_text(WORK, encoding="utf-8")
    before = graph.load([("Ines", "likes", "Otto")], source="other")
    assert before.quads == 1
    graph.load(tmp_path / "work.ttl", source="work")
    assert any(fact.rule == "n-ary" for fact in graph.store.facts(Pattern()))
    graph.drop("work")
    assert {fact.sources for fact in graph.store.facts(Pattern())} == {("other",)}
