"""The pipeline: from a question to its result."""

from ontorag.pipeline.options import MODES, AskOptions, Mode, Reasoning, side_by_side
from ontorag.pipeline.rag import OntoRAG
from ontorag.pipeline.run import Heard

__all__ = [
    "MODES", "AskOptions", "Heard", "Mode", "OntoRAG", "Reasoning", "side_by_side",
]  # fmt: skip
