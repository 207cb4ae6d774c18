"""Proofs of facts: by class axioms where these say it, else by the OWL 2 RL rules."""

from __future__ import annotations

from ontorag.graph.reasoned import Explanation, GraphReasoning
from ontorag.graph.statement_nodes import node_statements
from ontorag.graph.view import GraphView
from ontorag.names import is_system
from ontorag.reasoning import Proof
from ontorag.reasoning.wording import Language
from ontorag.values import IRI, Fact, Term, write_term

Said = tuple[Term, IRI, Term]


def explain_statement(
    view: GraphView, reasoning: GraphReasoning, said: Said, language: Language
) -> Explanation:
    """Prove what is said down to what sources state.

    Raises `UnknownNameError` when it neither is stated nor follows.
    """
    found = None
    if not is_system(said[1].value) and not reasoning.is_stated(said):
        found = _by_axioms(view, said, language)
    return found or reasoning.explain(said, language)


def explain_fact(
    view: GraphView, reasoning: GraphReasoning, fact: Fact, language: Language
) -> Explanation:
    """Prove a fact of an answer by what it is known by."""
    said = (fact.subject, fact.predicate, fact.object)
    found = _by_axioms(view, said, language) if fact.origin == "axiom" else None
    if fact.rule == "n-ary":
        leaves = tuple(map(Proof, node_statements(view.store, fact)))
        s, p, o = map(write_term, said)
        return reasoning.explained(Proof((s, p, o), "n-ary", leaves), language)
    return found or explain_statement(view, reasoning, said, language)


def _by_axioms(view: GraphView, said: Said, language: Language) -> Explanation | None:
    s, p, o = map(write_term, said)
    level = view.class_level()
    return level.explain((s, p, o), lambda terms: view.labels(terms, language), language)
