"""Texts that are looked for, embedded once: the words of one question come to several look-ups."""

from __future__ import annotations

from collections.abc import Sequence

from ontorag.embeddings.models import EmbeddingModel, Kind

KEPT = 2_000
"""Texts whose vectors are kept (384 numbers each are 3 MB)."""


class QueryMemory:
    """An `EmbeddingModel` that keeps the vectors of the last texts that were looked for."""

    def __init__(self, model: EmbeddingModel) -> None:
        self._model = model
        self._kept: dict[str, Sequence[float]] = {}

    @property
    def profile(self) -> str:
        """Name of the model whose vectors these are."""
        return self._model.profile

    def embed(self, texts: Sequence[str], *, kind: Kind) -> Sequence[Sequence[float]]:
        """Embed ``texts``, those in one batch that are not kept."""
        if kind != "query":
            return self._model.embed(texts, kind=kind)
        kept = self._kept
        found = {text: kept[text] for text in texts if text in kept}
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        if missing:
            new = dict(zip(missing, self._model.embed(missing, kind=kind), strict=True))
            found |= new
            # another thread may fill or replace what is kept meanwhile
            self._kept = {**kept, **new} if len(kept) + len(new) <= KEPT else new
        return [found[text] for text in texts]
