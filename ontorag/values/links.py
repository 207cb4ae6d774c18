"""What a question's words mean in the ontology: mentions, candidates, links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as OneOf
from typing import TypeAlias, Union

from ontorag.values.terms import IRI, Term
from ontorag.values.terms import Literal as RDFLiteral

Kind = OneOf["class", "property", "individual", "concept"]
Tier = OneOf[
    "given", "exact", "folded", "lemma", "compound", "partial", "typo", "semantic", "model", "none"
]
Role = OneOf["required", "excluded", "alternative", "asked", "relation", "circumstance"]

MODEL_ALONE = 0.5
"""The score of a chat model's pick that no other tier supports."""


@dataclass(frozen=True, slots=True)
class Concept:
    """A class, property, individual or SKOS concept with its words.

    ``iri`` is a blank node's or an IRI's term; ``labels`` and ``synonyms`` are
    (text, language) pairs, the language "" where there is none.
    """

    iri: Term
    kinds: tuple[Kind, ...]
    labels: tuple[tuple[str, str], ...] = ()
    synonyms: tuple[tuple[str, str], ...] = ()
    definition: str | None = None
    obsolete: bool = False
    replaced_by: IRI | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """A literal as the value of one property: "Experte" as a skill level."""

    property: IRI
    literal: RDFLiteral


Target: TypeAlias = Union[Concept, Value]


@dataclass(frozen=True, slots=True)
class Mention:
    """A piece of the question; ``start`` and ``end`` count code points."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a mention may mean; ``score`` is within 0 and 1, and of its tier's own measure."""

    target: Target
    score: float
    tier: Tier
    matched_label: str


@dataclass(frozen=True, slots=True)
class Link:
    """What a mention means: ``target``, or None when nothing in the ontology fits (NIL).

    ``candidates`` are the best first, the chosen one included; ``margin`` is the lead of the
    best over the next in score. ``ambiguous`` candidates are too close to call: target is None
    and the candidates are the options.
    """

    mention: Mention
    target: Target | None
    candidates: tuple[Candidate, ...] = ()
    method: Tier = "none"
    margin: float = 1.0
    role: Role = "required"
    ambiguous: bool = False

    @property
    def replaced(self) -> str | None:
        """The name of what is obsolete and was named, where its successor is the target."""
        if not isinstance(self.target, Concept) or not self.candidates:
            return None
        own = (*self.target.labels, *self.target.synonyms)
        matched = self.candidates[0].matched_label
        lexical = self.method in ("exact", "folded", "lemma", "typo")
        return matched if lexical and own and matched not in {text for text, _ in own} else None

    @property
    def corrected_to(self) -> str | None:
        """The label that the mention was corrected to; None where it is exact or inflected."""
        if self.target is None or self.method in ("given", "exact", "folded", "lemma"):
            return None
        return self.candidates[0].matched_label if self.candidates else None

    @property
    def rests_on_model(self) -> bool:
        """Whether nothing but a chat model says that the mention means its target."""
        return (
            self.method == "model"
            and bool(self.candidates)
            and self.candidates[0].score <= MODEL_ALONE
        )
