"""What of the facts becomes nodes and edges, and what is left out when there are too many."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from ontorag.names import LABEL_PREDICATES, RDF_TYPE
from ontorag.report.texts import is_node
from ontorag.values import Fact, Literal, Term

EVIDENCE = 150
"""Above that only so many nodes are drawn: the evidence."""

HUBS = 12


@dataclass(slots=True)
class Sketch:
    """Nodes and edges before anything is left out; a literal is one node for each fact."""

    terms: list[Term] = field(default_factory=list)
    edges: list[tuple[Fact, int, int]] = field(default_factory=list)
    said: int = 0


def sketch_facts(facts: Sequence[Fact], wanted: set[Term], cited: set[str]) -> Sketch:
    """Give every term its node; leave out types and labels, which colour and label say."""
    drawn = [fact for fact in facts if not _says_itself(fact, wanted, cited)]
    reached = {term for fact in drawn for term in (fact.subject, fact.object)}
    alone = [
        fact for fact in facts if fact.predicate.value == RDF_TYPE and fact.subject not in reached
    ]
    chosen = {id(fact) for fact in (*drawn, *alone)}
    sketch, index = Sketch(), dict[object, int]()
    for at, fact in enumerate(facts):
        if id(fact) not in chosen:
            sketch.said += 1
            continue
        ends = []
        for term in (fact.subject, fact.object):
            key = term if is_node(term) else (at, term)
            if key not in index:
                index[key] = len(sketch.terms)
                sketch.terms.append(term)
            ends.append(index[key])
        sketch.edges.append((fact, ends[0], ends[1]))
    return sketch


def _says_itself(fact: Fact, wanted: set[Term], cited: set[str]) -> bool:
    """Whether a fact shows anyway: a type as a colour, a label as a label."""
    if fact.id in cited:
        return False
    if fact.predicate.value == RDF_TYPE:
        return fact.object not in wanted
    return fact.predicate.value in LABEL_PREDICATES and isinstance(fact.object, Literal)


def marked_nodes(sketch: Sketch, terms: Collection[Term]) -> list[int]:
    """Give the nodes of ``terms``, in the order of ``terms``."""
    at: dict[Term, list[int]] = {}
    for node, term in enumerate(sketch.terms):
        at.setdefault(term, []).append(node)
    return [node for term in dict.fromkeys(terms) for node in at.get(term, ())]


def connect(sketch: Sketch) -> Any:
    """Give the undirected networkx graph of a sketch."""
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(range(len(sketch.terms)))
    graph.add_edges_from((source, target) for _, source, target in sketch.edges)
    return graph


def choose_evidence(
    sketch: Sketch, graph: Any, matched: list[int], answers: list[int], cited: set[str]
) -> tuple[list[int], str]:
    """Choose at most `EVIDENCE` nodes: cited facts, then shortest paths to the answers.

    Without either, the surroundings of what is matched, else those of the best connected nodes.
    """
    chosen: dict[int, None] = {}
    for fact, source, target in sketch.edges:
        if fact.id in cited:
            chosen.update({source: None, target: None})
    for path in _paths(graph, matched[:12], answers[:EVIDENCE]):
        if len({*chosen, *path}) > EVIDENCE:
            break
        chosen.update(dict.fromkeys(path))
    kind = "evidence" if chosen else "overview"
    if not chosen:
        chosen = _surroundings(graph, [*matched, *answers])
    return sorted(list(chosen)[:EVIDENCE]), kind


def _paths(graph: Any, starts: list[int], ends: list[int]) -> list[list[int]]:
    """Give one shortest path from each start to each end that it reaches."""
    import networkx

    paths = []
    for start in starts:
        reached = networkx.single_source_shortest_path(graph, start)
        paths += [reached[end] for end in ends if end in reached]
    return paths


def _surroundings(graph: Any, seeds: list[int]) -> dict[int, None]:
    """Grow from the seeds, then from hubs, each bringing its best connected neighbours."""
    rank = {node: (-degree, node) for node, degree in graph.degree}
    hubs = sorted(rank, key=rank.__getitem__)
    chosen: dict[int, None] = dict.fromkeys(seeds[:EVIDENCE])
    for hub in [*seeds, *hubs]:
        if len(chosen) >= EVIDENCE:
            break
        bring = sorted(graph[hub], key=rank.__getitem__)
        chosen[hub] = None
        chosen.update(dict.fromkeys(bring if hub in seeds else bring[:HUBS]))
    return dict.fromkeys(list(chosen)[:EVIDENCE])
