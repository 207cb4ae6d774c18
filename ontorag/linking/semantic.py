"""The semantic tier: a word is near in meaning to a label, clearly nearer than to all else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ontorag.embeddings import EmbeddingModel, LabelSpace, QueryMemory, VectorCache
from ontorag.linking.labels import label_of
from ontorag.linking.likeness import is_another
from ontorag.values import Candidate, Concept, Link

RUNNERS_UP = 5
KEPT_SPACES = 16


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near a text is to one concept among others; all but the rank in spreads.

    ``behind`` is how far the margin is behind that of the nearest (see `embeddings.nearness`).
    """

    rank: int
    margin: float
    lead: float
    behind: float


class Meanings:
    """Nearness in meaning by one embedding model; pools that come again are kept as vectors.

    ``vectors`` keeps vectors over runs. Nothing is embedded before the first question.
    """

    def __init__(self, model: EmbeddingModel, vectors: VectorCache | None = None) -> None:
        self._model = QueryMemory(model)
        self._vectors = vectors
        self._spaces: dict[tuple[tuple[Concept, ...], str], LabelSpace[int]] = {}

    def prepare(self, texts: Sequence[str]) -> None:
        """Embed texts that are going to be compared, in one batch."""
        self._model.embed(texts, kind="query")

    def link(self, link: Link, pool: Sequence[Concept]) -> Link:
        """Link a mention to the concept of ``pool`` that is clearly nearest in meaning.

        A match below the floors stays a candidate: it is shown, and decides nothing. So does one
        whose form says that it is a sibling or another name ("Südwind GmbH", "Nordwind AG").
        """
        concepts = tuple(pool)
        if not concepts:
            return link
        found = self._space(concepts).nearest([link.mention.text], limit=RUNNERS_UP)[0]
        candidates = tuple(
            Candidate(concept, round(_score(near.cosine), 4), "semantic", label_of(concept))
            for near in found
            for concept in [concepts[near.target]]
        )
        rival = candidates[1].score if len(candidates) > 1 else 0.0
        margin = round(candidates[0].score - rival, 4)
        if not found[0].accepted or is_another(link.mention.text, concepts[found[0].target]):
            return replace(link, candidates=candidates, margin=margin)
        return replace(
            link,
            target=candidates[0].target,
            candidates=candidates,
            method="semantic",
            margin=margin,
        )

    def nearness(self, text: str, pool: Sequence[Concept]) -> dict[Concept, Nearness]:
        """Give how near a text is to each concept of ``pool``, beside the others."""
        concepts = tuple(pool)
        if not concepts:
            return {}
        found = self._space(concepts).nearest([text], limit=len(concepts))[0]
        best = max(near.margin for near in found)
        return {
            concepts[near.target]: Nearness(rank, near.margin, near.lead, best - near.margin)
            for rank, near in enumerate(found, start=1)
        }

    def rank(
        self, texts: Sequence[str], pool: Sequence[Concept], language: str, *, limit: int
    ) -> list[tuple[Candidate, ...]]:
        """Give, for each text, the concepts nearest in meaning; none of them is decided for.

        Compared are the labels in ``language``, where a concept has some.
        """
        concepts = tuple(pool)
        space = self._space(concepts, language)
        return [
            tuple(
                Candidate(
                    concepts[each.target], round(_score(each.cosine), 4), "semantic", each.text
                )
                for each in found
            )
            for found in space.nearest(texts, limit=limit)
        ]

    def _space(self, concepts: tuple[Concept, ...], language: str = "") -> LabelSpace[int]:
        space = self._spaces.get((concepts, language))
        if space is None:  # another thread may clear or fill the spaces meanwhile
            if len(self._spaces) >= KEPT_SPACES:
                self._spaces.clear()
            texts = [
                (n, text)
                for n, concept in enumerate(concepts)
                for text in (_labels(concept, language) if language else _texts(concept))
            ]
            space = LabelSpace(self._model, texts, cache=self._vectors)
            self._spaces[concepts, language] = space
        return space


def _score(cosine: float) -> float:
    return min(max(cosine, 0.0), 1.0)


def _texts(concept: Concept) -> list[str]:
    """Give the labels and synonyms, and the first label with the others and the gloss."""
    words = [text for text, _ in (*concept.labels, *concept.synonyms)]
    gloss = ", ".join([*words[1:], *([concept.definition] if concept.definition else [])])
    glossed = [f"{words[0]} ({gloss[:200]})"] if words and gloss else []
    return list(dict.fromkeys([*words, *glossed])) or [label_of(concept)]


def _labels(concept: Concept, language: str) -> list[str]:
    """Give the labels and synonyms in a language, else the one that is shown."""
    named = [text for text, tag in (*concept.labels, *concept.synonyms) if tag == language]
    return list(dict.fromkeys(named)) or [label_of(concept)]
