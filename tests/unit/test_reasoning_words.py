"""Proofs in words: what a person reads names things, and no blank nodes or empty classes."""

from __future__ import annotations

import io

import pytest

import ontorag
from ontorag.errors import InconsistentError
from ontorag.graph import KnowledgeGraph

CATS = """
PREFIX : <http://cats.example/>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
:Cat a owl:Class ; owl:disjointWith :Dog ; rdfs:label "cat"@en .
:Dog a owl:Class ; rdfs:label "dog"@en .
:Animal a owl:Class ; rdfs:subClassOf :Cat , :Dog ; rdfs:label "odd animal"@en .
:hates a owl:ObjectProperty ; rdfs:label "hates"@en .
:rex a :Dog ; rdfs:label "Rex" ; :hates :tom .
:tom a :Cat ; rdfs:label "Tom" .
[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :rex ;
  owl:assertionProperty :hates ; owl:targetIndividual :tom .
"""


def graph(text: str) -> KnowledgeGraph:
    return ontorag.load(io.StringIO(text), media_type="text/turtle", source="cats.ttl")


def test_a_denied_fact_that_is_stated_is_one_reason_and_not_three() -> None:
    with graph(CATS) as kg, pytest.raises(InconsistentError) as error:
        kg.reason()

    assert (
        "because it is stated not to be so: Rex hates Tom (cats.ttl) and Rex hates Tom (cats.ttl)"
        " [prp-npa1]" in str(error.value)
    )
    assert "_:" not in str(error.value)


def test_the_tree_of_a_contradiction_says_the_denial_in_both_languages() -> None:
    with graph(CATS) as kg:
        found = kg.reason(allow_inconsistent=True).inconsistencies[0]
        english = kg.explained(found.proof).as_tree().splitlines()
        german = kg.explained(found.proof, language="de").as_tree().splitlines()

    assert english[1:] == [
        "  it is stated not to be so: Rex hates Tom (cats.ttl)", "  Rex hates Tom (cats.ttl)",
    ]  # fmt: skip
    assert german[1] == "  ausdrücklich verneint ist: Rex hates Tom (cats.ttl)"


def test_the_number_of_further_contradictions_is_said_in_grammar() -> None:
    with graph(CATS + ":tom a :Dog .") as kg, pytest.raises(InconsistentError) as error:
        kg.reason()

    assert "There is 1 further contradiction." in str(error.value)


def test_a_class_without_members_is_said_so() -> None:
    with graph(CATS) as kg:
        [empty] = kg.reason(allow_inconsistent=True).unsatisfiable
        words = kg.explained(empty.proof).in_words()

    assert words.startswith("nothing can be an odd animal, because every odd animal is a cat")
