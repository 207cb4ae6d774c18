"""Select the facts of a plan from a graph, tell how, and prove them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ontorag.abstaining import Decision
from ontorag.graph import KnowledgeGraph
from ontorag.pipeline.run import Asked, Noted
from ontorag.selection import Limits, labels_needed, select, select_nearby
from ontorag.values import IRI, Link, Plan, Problem, Subgraph, write_term

NOT_ABOUT_THINGS = ("instruction",)
"""What is refused whatever it names: nothing is shown for it."""


def select_facts(asked: Asked, plan: Plan, graph: KnowledgeGraph, noted: Noted) -> Subgraph:
    """Execute ``plan``; query, parameters and the size of each set are noted."""
    view, store = asked.view, graph.store
    subgraph = select(
        plan,
        store,
        names=lambda terms: view.names(terms, language=asked.language, scope=asked.scope),
        scope=asked.scope,
        budget=asked.budget,
        world=asked.world,
        complete=asked.complete,
        limits=Limits(one_valued(asked, plan), view.inverse_functional),
        of_nodes=view.of_nodes,
    )
    query, parameters = store.explain(plan.where, scope=asked.scope)
    noted.append(("query", query))
    noted += [(f"parameter {name}", str(value)) for name, value in parameters.items()]
    noted += [(each.text, str(each.count)) for each in subgraph.constraint_counts]
    noted.append(("selected", f"{len(subgraph.facts)} of {view.fact_count} facts"))
    noted += [("facts", len(subgraph.facts)), ("answers", len(subgraph.answers))]
    return subgraph


def with_nearby(
    asked: Asked, links: Sequence[Link], subgraph: Subgraph, decision: Decision
) -> Subgraph:
    """Add what is recorded around the things that an abstention is about, within the budget."""
    problem = decision.problem
    refused = problem is not None and problem.operation in NOT_ABOUT_THINGS
    room = asked.budget - len(subgraph.facts)
    if decision.reason is None or refused or room <= 0:
        return subgraph
    view = asked.view
    nearby = select_nearby(
        links, view.store, below=view.schema.subclasses, scope=asked.scope, budget=room,
        but={fact.key for fact in subgraph.facts},
    )  # fmt: skip
    named = view.names(
        labels_needed(nearby, subgraph.entities), language=asked.language, scope=asked.scope
    )
    added = (named[term] for term in sorted(named, key=write_term))
    return replace(subgraph, nearby=nearby, entities=(*subgraph.entities, *added))


def one_valued(asked: Asked, plan: Plan | Problem) -> frozenset[IRI]:
    """Give the properties with one value at most: true and false exclude each other too."""
    if isinstance(plan, Problem):
        return asked.view.functional
    said = {*plan.properties, *(iri for each in plan.constraints for iri in each.properties)}
    return asked.view.functional | {iri for iri in said if asked.view.flag(iri) is not None}


def with_proofs(asked: Asked, subgraph: Subgraph, graph: KnowledgeGraph) -> Subgraph:
    """Give the facts that were inferred the proofs that they are shown with."""
    proved = graph.with_proofs(subgraph.facts, language="de" if asked.language == "de" else "en")
    return replace(subgraph, facts=proved)
