"""Graphs of other libraries as statements: networkx graphs, pyoxigraph stores and datasets.

What they are is seen without importing them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ontorag.names import RDF_REIFIES, RDFS_LABEL
from ontorag.sources.cells import Cells, literal_of
from ontorag.values import IRI, BlankNode, Literal, Triple

if TYPE_CHECKING:
    from ontorag.values import TextQuad

_PREDICATES = ("predicate", "relation", "relationship", "type", "label", "name")
_LABELS = ("label", "name", "title")
_TERMS = (IRI, BlankNode, Literal, Triple)


def is_networkx_graph(value: object) -> bool:
    """Whether a value is a graph of networkx."""
    module = sys.modules.get("networkx")
    return module is not None and isinstance(value, module.Graph)


def is_oxigraph_store(value: object) -> bool:
    """Whether a value is a store or a dataset of pyoxigraph."""
    module = sys.modules.get("pyoxigraph")
    return module is not None and isinstance(value, (module.Store, module.Dataset))


def oxigraph_statements(store: Any) -> Iterator[tuple[Any, ...]]:
    """Give the statements of a pyoxigraph store or dataset."""
    for quad in store:
        graph = quad.graph_name
        parts = (quad.subject, quad.predicate, quad.object)
        yield parts if type(graph).__name__ == "DefaultGraph" else (*parts, graph)


def networkx_quads(graph: Any, cells: Cells) -> Iterator[TextQuad]:
    """Give the edges of a networkx graph as statements, and attributes as what is said of them.

    The property of an edge is its attribute ``predicate``, ``relation``, ``type`` or ``label``,
    else the key of a multigraph's edge if it is a text, else "related to". Its other attributes
    qualify the statement (RDF 1.2). An undirected edge is stated both ways.
    """
    for node, attributes in graph.nodes(data=True):
        for key, value in attributes.items():
            predicate = cells.term(IRI(RDFS_LABEL)) if key in _LABELS else cells.node(str(key))
            yield from _said(_node(node, cells), predicate, value, cells)
    edges = graph.edges(keys=True, data=True) if graph.is_multigraph() else graph.edges(data=True)
    for number, (first, second, *rest) in enumerate(edges):
        attributes = dict(rest[-1])
        predicate = _predicate(attributes, rest[0] if len(rest) == 2 else None, cells)
        subject, obj = _node(first, cells), _node(second, cells)
        yield from _edge((subject, predicate, obj), attributes, f"e{number}", cells)
        if not graph.is_directed() and subject != obj:
            yield from _edge((obj, predicate, subject), attributes, f"b{number}", cells)


def _node(node: object, cells: Cells) -> str:
    if isinstance(node, (IRI, BlankNode)):
        return cells.term(node)
    return cells.node(str(node))


def _predicate(attributes: dict[str, Any], key: object, cells: Cells) -> str:
    for name in _PREDICATES:
        value = attributes.get(name)
        if isinstance(value, (str, IRI)) and str(value).strip():
            del attributes[name]
            return _node(value, cells)
    return cells.node(key if isinstance(key, str) and key.strip() else "related to")


def _edge(
    statement: tuple[str, str, str], attributes: Mapping[str, Any], label: str, cells: Cells
) -> Iterator[TextQuad]:
    yield (*statement, "")
    if attributes:
        node = cells.term(BlankNode(label))
        yield node, f"<{RDF_REIFIES}>", "<<( {} {} {} )>>".format(*statement), ""
        for key, value in attributes.items():
            yield from _said(node, cells.node(str(key)), value, cells)


def _said(subject: str, predicate: str, value: object, cells: Cells) -> Iterator[TextQuad]:
    """Give a statement for each value: terms and numbers as they are, all else as a text."""
    values = value if isinstance(value, (list, tuple, set, frozenset)) else (value,)
    for each in values:
        if isinstance(each, _TERMS):
            yield subject, predicate, cells.term(each), ""
        elif each is not None and str(each).strip():
            literal = literal_of(each) or Literal(str(each))
            yield subject, predicate, cells.term(literal), ""
