"""Reasoning as people meet it: kg.reason, ask(reasoning=…), explain, and the command line."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ontorag
from ontorag.cli.app import app
from ontorag.cli.wording import in_flags
from ontorag.errors import (
    InconsistentError,
    InputError,
    ReasoningStoppedError,
    UnknownNameError,
)
from ontorag.graph import KnowledgeGraph
from ontorag.names import OWL, RDF_TYPE, RDFS
from ontorag.reasoning import proof_from_json
from ontorag.reasoning.checking import check_proof
from ontorag.values import IRI, Literal
from ontorag.values.json import outcome_from_json

LOTR = Path(__file__).parents[2] / "ontologies" / "lotr.ttl"
L = "http://example.org/lotr#"
TYPE = IRI(RDF_TYPE)
ARCHERY, COMBAT = IRI(L + "Bogenschiessen"), IRI(L + "Kampffaehigkeit")
PREFIXES = f"@prefix : <urn:x#> . @prefix owl: <{OWL}> . @prefix rdfs: <{RDFS}> . "


@pytest.fixture
def lotr() -> Iterator[KnowledgeGraph]:
    with ontorag.load(LOTR, source="lotr.ttl") as graph:
        yield graph


def written(folder: Path, text: str, name: str = "data.ttl") -> Path:
    file = folder / name
    file.write_text(PREFIXES + text, encoding="utf-8")
    return file


def inferred(graph: KnowledgeGraph) -> set[str]:
    facts, _ = graph.everything()
    return {f"{f.subject} {f.predicate} {f.object}" for f in facts if f.origin == "inferred"}


def test_who_has_a_combat_skill_is_answered_with_proofs(lotr: KnowledgeGraph) -> None:
    rag = ontorag.OntoRAG(lotr, embeddings=None)
    result = rag.ask("Wer hat eine Kampffähigkeit?", reasoning="rl")
    assert [str(answer.label) for answer in result.answers] == ["Aragorn", "Gimli", "Legolas"]
    by_rule = [fact for fact in result.facts if fact.origin == "inferred"]
    assert {fact.subject.value.rpartition("#")[2] for fact in by_rule} == {
        "Axtkampf", "Bogenschiessen", "Schwertkampf", "Standfestigkeit",
    }  # fmt: skip
    [archery] = [fact for fact in by_rule if fact.subject == ARCHERY]
    assert archery.rule == "cax-sco"
    assert len(archery.premises) == 2
    assert result.explain(archery.id).in_words() == (
        "Bogenschießen gehört zur Klasse Kampffähigkeit, denn Bogenschießen gehört zur Klasse "
        "Fernkampffähigkeit (lotr.ttl) und was zur Klasse Fernkampffähigkeit gehört, gehört auch "
        "zur Klasse Kampffähigkeit (lotr.ttl) [cax-sco]."
    )


def test_an_inferred_fact_carries_its_proof_into_json_and_the_report(
    lotr: KnowledgeGraph, tmp_path: Path
) -> None:
    result = ontorag.OntoRAG(lotr, embeddings=None).ask(
        "Wer hat eine Kampffähigkeit?", reasoning="rl"
    )
    by_rule = [fact for fact in result.facts if fact.origin == "inferred"]
    assert by_rule
    listed = {each["id"]: each for each in result.to_json()["subgraph"]["facts"]}
    page = result.save_report(tmp_path / "report.html").read_text(encoding="utf-8")
    for fact in by_rule:
        assert fact.proof == result.explain(fact.id).in_words()
        assert listed[fact.id]["proof"] == fact.proof
        assert f"<b>Beweis:</b> {fact.proof}" in page
    assert all(fact.proof is None for fact in result.facts if fact.origin == "asserted")
    assert outcome_from_json(result.to_json()) == result.outcome


def test_the_model_is_told_which_facts_are_inferred(lotr: KnowledgeGraph) -> None:
    chat = ontorag.ScriptedChat(['{"claims": []}'] * 3)
    ontorag.OntoRAG(lotr, embeddings=None, chat=chat).ask(
        "Wer hat eine Kampffähigkeit?", reasoning="rl"
    )
    prompt = "\n".join(message.content for message in chat.calls[-1].messages)
    assert prompt.count('"origin": "inferred"') == 4


def test_a_small_budget_prefers_what_is_stated(lotr: KnowledgeGraph) -> None:
    rag = ontorag.OntoRAG(lotr, embeddings=None)
    result = rag.ask("Wer hat eine Kampffähigkeit?", reasoning="rl", budget=8)
    assert len(result.answers) == 3
    assert {fact.origin for fact in result.facts} == {"asserted"}
    assert len(result.facts) == 8
    wide = rag.ask("Wer hat eine Kampffähigkeit?", reasoning="rl", budget=12)
    assert sum(fact.origin == "inferred" for fact in wide.facts) == 4


def test_a_stated_fact_explains_itself_and_an_unknown_id_is_an_error(
    lotr: KnowledgeGraph,
) -> None:
    result = ontorag.OntoRAG(lotr, embeddings=None).ask("Wer hat Heimlichkeit?")
    assert result.explain("F1").in_words().endswith("(lotr.ttl).")
    with pytest.raises(UnknownNameError, match="F99"):
        result.explain("F99")


def test_reasoning_off_leaves_out_what_was_inferred(lotr: KnowledgeGraph) -> None:
    lotr.reason()
    rag = ontorag.OntoRAG(lotr, embeddings=None)
    result = rag.ask("Wer hat eine Kampffähigkeit?", reasoning="off")
    assert result.answered
    assert {fact.origin for fact in result.facts} == {"asserted"}
    with pytest.raises(InputError, match="off, rl, dl"):
        rag.ask("Wer hat Heimlichkeit?", reasoning="el")  # type: ignore[arg-type]


def test_what_was_inferred_is_not_exported_and_can_be_dropped(lotr: KnowledgeGraph) -> None:
    before, after = io.BytesIO(), io.BytesIO()
    lotr.export(before, format="nt")
    assert lotr.reason().kept == 6
    lotr.export(after, format="nt")
    assert after.getvalue() == before.getvalue()
    with_all, apart = io.BytesIO(), io.BytesIO()
    assert (
        lotr.export(with_all, format="nt", inferred=True) == len(after.getvalue().splitlines()) + 6
    )
    lotr.export(apart, format="nq", inferred=True)
    assert apart.getvalue().count(b"<urn:ontorag:inferred> .") == 6
    with pytest.raises(InputError, match="no source and no graph"):
        lotr.export(io.BytesIO(), format="nt", source="lotr.ttl", inferred=True)
    assert lotr.drop_inferred() == 6
    assert inferred(lotr) == set()


def test_a_changed_source_is_reasoned_over_again(tmp_path: Path) -> None:
    axioms = written(tmp_path, ":Dog rdfs:subClassOf :Pet ; rdfs:label 'dog' .", "axioms.ttl")
    data = written(tmp_path, ":rex a :Dog .")
    with ontorag.load([axioms, data]) as graph:
        graph.reason()
        assert inferred(graph) == {f"urn:x#rex {RDF_TYPE} urn:x#Pet"}
        written(tmp_path, ":rex a :Dog . :mia a :Dog .")
        graph.reload()
        assert inferred(graph) == {f"urn:x#{name} {RDF_TYPE} urn:x#Pet" for name in ("mia", "rex")}
        assert graph.is_reasoned("rl")
        written(tmp_path, ":rex a :Dog, :Pet .")
        graph.reload()
        assert inferred(graph) == set()
        graph.drop(graph.sources()[0].name)
        assert inferred(graph) == set()


def test_a_contradiction_is_named_and_nothing_is_kept_until_it_is_allowed(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        ":Cat owl:disjointWith :Dog . :Dog rdfs:label 'dog' ; rdfs:subClassOf :Pet ."
        " :rex a :Dog, :Cat .",
    )
    with ontorag.load(file) as graph:
        with pytest.raises(InconsistentError, match=r"no Cat is a dog \(.*data\.ttl\) \[cax-dw\]"):
            graph.reason()
        assert inferred(graph) == set()
        report = graph.reason(allow_inconsistent=True)
        assert [clash.rule for clash in report.inconsistencies] == ["cax-dw"]
        assert inferred(graph) == {f"urn:x#rex {RDF_TYPE} urn:x#Pet"}


def test_a_spent_budget_leaves_the_graph_as_before(tmp_path: Path) -> None:
    links = " ".join(f":n{n} :p :n{n + 1} ." for n in range(400))
    file = written(tmp_path, f":p a owl:TransitiveProperty ; rdfs:label 'leads to' . {links}")
    with ontorag.load(file) as graph:
        snapshot = graph.store.snapshot()
        with pytest.raises(ReasoningStoppedError, match="more than 1,000 facts"):
            graph.reason(max_facts=1000)
        assert graph.store.snapshot() == snapshot


def test_what_the_store_does_not_keep_is_proved_all_the_same(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "[ owl:onProperty :has ; owl:someValuesFrom :Skill ; rdfs:subClassOf :Able ] ."
        " :Able rdfs:label 'able' . :anna :has :x . :x a :Skill .",
    )
    with ontorag.load(file, source="data.ttl") as graph:
        graph.reason()
        assert inferred(graph) == {f"urn:x#anna {RDF_TYPE} urn:x#Able"}
        found = graph.explain(IRI("urn:x#anna"), TYPE, IRI("urn:x#Able"))
        assert str(found) == (
            "anna is an able, because anna is a has some Skill and every has some Skill is an able"
            " (data.ttl) [cax-sco]; anna is a has some Skill, because anna has x (data.ttl) and"
            " x is a Skill (data.ttl) [cls-svf1]."
        )
        with pytest.raises(UnknownNameError, match="neither is stated nor follows"):
            graph.explain(IRI("urn:x#x"), TYPE, IRI("urn:x#Able"))


def test_hermit_s_facts_are_kept_with_their_origin(lotr: KnowledgeGraph) -> None:
    report = lotr.reason("dl")
    assert report.kept == 6
    facts, _ = lotr.everything()
    assert sum(fact.origin == "dl" for fact in facts) == 6
    result = ontorag.OntoRAG(lotr, embeddings=None).ask("Wer hat eine Kampffähigkeit?")
    [first, *_] = [fact for fact in result.facts if fact.origin == "dl"]
    with pytest.raises(UnknownNameError, match="HermiT gives none"):
        result.explain(first.id)


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def test_the_command_line_reasons_explains_and_drops(tmp_path: Path) -> None:
    store = str(tmp_path / "lotr.db")
    run("load", str(LOTR), "--into", store)
    assert "6 facts follow from 229 statements" in run("reason", "--kg", store)
    asked = ("Bogenschießen", "a", "Kampffähigkeit", "--kg", store)
    words = " ".join(run("explain", *asked, "--language", "de").split())
    assert "denn Bogenschießen gehört zur Klasse Fernkampffähigkeit" in words
    tree = run("explain", *asked, "--tree").splitlines()
    assert tree[0] == "archery is a combat skill [cax-sco]"
    assert len(tree) == 3
    proof = proof_from_json(json.loads(run("explain", *asked, "--json")))
    assert check_proof(proof) is None
    answer = run("ask", "Wer hat eine Kampffähigkeit?", "--kg", store, "--no-semantic")
    assert "inferred" in answer
    assert "6 inferred facts removed" in run("reason", "--drop", "--kg", store)
    off = run("ask", "Wer hat eine Kampffähigkeit?", "--kg", store, "--no-semantic",
              "--reasoning", "off")  # fmt: skip
    assert "inferred" not in off


# What OWL does not entail and people ask for: concepts of SKOS, classes as values

SKILLS = (
    ":hatSkill a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:label 'hat Skill'@de ."
    " :Kampf rdfs:label 'Kampffähigkeit'@de . :Bogen rdfs:label 'Bogenschießen'@de ."
    " :legolas rdfs:label 'Legolas' ; :hatSkill :Bogen ; rdfs:seeAlso :Bogen ."
    " :sam rdfs:label 'Sam' ; :hatSkill :Kochen . :Kochen rdfs:label 'Kochen'@de . "
)
CLASSES = SKILLS + (
    ":Skill a owl:Class . :Kampf a owl:Class ; rdfs:subClassOf :Skill, owl:Thing ."
    " :Bogen a owl:Class ; rdfs:subClassOf :Kampf . :Kochen rdfs:subClassOf :Skill ."
)
CONCEPTS = SKILLS + (
    "@prefix skos: <http://www.w3.org/2004/02/skos/core#> . :Bogen skos:broader :Kampf ."
    " :Kampf skos:broader :Skill . :Kochen a skos:Concept . :Bogen skos:prefLabel 'Bogen' ."
)


@pytest.mark.parametrize(
    ("text", "rule"),
    [(CLASSES, "ontorag-class-as-value"), (CONCEPTS, "ontorag-concept-as-value")],
)
def test_a_class_as_a_value_stands_for_those_above_it_on_request(
    tmp_path: Path, text: str, rule: str
) -> None:
    with ontorag.load(written(tmp_path, text), source="skills.ttl") as graph:
        rag = ontorag.OntoRAG(graph, embeddings=None)
        graph.reason()
        assert not any("hatSkill urn:x#Kampf" in each for each in inferred(graph))
        graph.reason(class_values=True)
        result = rag.ask("Wer hat Kampffähigkeit?", reasoning="rl")
        assert [getattr(answer, "label", None) for answer in result.answers] == ["Legolas"]
        [fact] = [each for each in result.facts if each.object == IRI("urn:x#Kampf")]
        assert (fact.origin, fact.rule) == ("inferred", rule)
        proof = result.explain(fact.id)
        assert f"[{rule}: " in proof.in_words()
        assert "folgert es nicht" in proof.in_words()
        whole = graph.explain(IRI("urn:x#legolas"), fact.predicate, IRI("urn:x#Skill")).proof
        assert check_proof(whole) is None
        assert graph.is_reasoned("rl", class_values=True)
        assert not graph.is_reasoned("rl", skos=True)
        with pytest.raises(InputError, match="'dl' has none"):
            graph.reason("dl", class_values=True)


def test_what_stands_above_a_value_feeds_no_rule_of_owl(tmp_path: Path) -> None:
    with ontorag.load(written(tmp_path, CLASSES)) as graph:
        graph.reason(class_values=True)
        assert not any("sameAs" in each for each in inferred(graph))
        assert not any("seeAlso" in each for each in inferred(graph))
        assert not any("hatSkill http" in each for each in inferred(graph))


def test_axioms_of_skos_are_reasoned_with_on_request(tmp_path: Path) -> None:
    with ontorag.load(written(tmp_path, CONCEPTS)) as graph:
        assert graph.reason().kept == 0
        graph.reason(skos=True)
        found = {
            each.replace("http://www.w3.org/2004/02/skos/core#", "") for each in inferred(graph)
        }
        assert "urn:x#Kampf narrower urn:x#Bogen" in found
        assert "urn:x#Bogen broaderTransitive urn:x#Skill" in found
        label = "http://www.w3.org/2000/01/rdf-schema#label"
        assert graph.explain(IRI("urn:x#Bogen"), IRI(label), Literal("Bogen")).proof.rule
        graph.reload()
        assert graph.is_reasoned("rl", skos=True)


def test_the_command_line_takes_classes_as_values_and_goes_on_when_told(tmp_path: Path) -> None:
    both = " :Cook owl:disjointWith :Archer . :sam a :Cook, :Archer ."
    file = str(written(tmp_path, CLASSES + both))
    asked = ("ask", "Wer hat Kampffähigkeit?", "--kg", file, "--no-semantic")
    refused = CliRunner().invoke(app, [*asked, "--class-values"])
    said = in_flags(str(refused.exception))
    assert "[cax-dw]" in said
    assert f"Sam is a Cook ({file})" in said
    assert said.endswith("or go on with --allow-inconsistent")
    answer = run(*asked, "--class-values", "--allow-inconsistent")
    assert "Legolas hat Skill Kampffähigkeit" in answer
    off = CliRunner().invoke(app, [*asked, "--class-values", "--reasoning", "off"])
    assert "infers nothing" in str(off.exception)
