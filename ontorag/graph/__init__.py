"""A knowledge graph: a store with its vocabulary, ready to be loaded, looked up and asked."""

from ontorag.graph.changing import reading_again
from ontorag.graph.class_level import ClassFacts, ClassLevel
from ontorag.graph.knowledge_graph import GraphInfo, KnowledgeGraph
from ontorag.graph.opening import load_graph, open_graph
from ontorag.graph.reasoned import Explanation, ReasoningReport
from ontorag.graph.view import GraphView

__all__ = [
    "ClassFacts",
    "ClassLevel",
    "Explanation",
    "GraphInfo",
    "GraphView",
    "KnowledgeGraph",
    "ReasoningReport",
    "load_graph",
    "open_graph",
    "reading_again",
]
