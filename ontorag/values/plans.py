"""The plan: a small typed form of what will be computed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as OneOf

from ontorag.values.facts import Fact
from ontorag.values.tables import Table
from ontorag.values.terms import IRI, Term
from ontorag.values.where import Where

Operation = OneOf["holders", "values", "count", "exists", "neighbourhood", "table"]
Combination = OneOf["all", "any"]
World = OneOf["recorded", "open", "closed"]


@dataclass(frozen=True, slots=True)
class Constraint:
    """One condition on the answers, with the words it was read from and its own words.

    ``text`` says it to people ("hat Fähigkeit: Heimlichkeit"). ``excluded`` conditions must
    not hold. ``properties`` are those whose records decide it.
    """

    text: str
    where: Where
    mention: str = ""
    excluded: bool = False
    properties: tuple[IRI, ...] = ()


@dataclass(frozen=True, slots=True)
class Superlative:
    """The largest or smallest by ``predicate``; None when the ontology has no scale for it."""

    text: str
    largest: bool
    predicate: IRI | None = None
    scale: tuple[Term, ...] = ()
    n: int = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked for, under which constraints, how combined and modified.

    * ``holders``: the members of ``where`` (entities that meet the constraints)
    * ``values``: the members of ``where``, reached from known entities along properties
    * ``count``: how many members ``where`` has
    * ``exists``: whether ``where`` has a member (yes or no)
    * ``neighbourhood``: everything recorded about ``subjects``
    * ``table``: the rows of ``table``, whose things are the members of ``where``

    ``where`` is the whole of it; ``constraints`` are its parts, counted one by one.
    ``subjects`` are the entities a ``values`` or ``exists`` question is about, ``properties``
    those it asks for. ``premises`` are statements that the plan itself rests on: the value that
    others are compared with. With ``each`` an ``exists`` question is about all of a set, and
    ``where`` are those of it that meet the constraints. With a ``qualifier`` the answers are its
    values at the statements that prove ``where``: the level of *this* person in *this* skill.
    ``sentences`` are (language, sentence) pairs.
    """

    operation: Operation
    where: Where
    constraints: tuple[Constraint, ...] = ()
    combine: Combination = "all"
    asked_class: IRI | None = None
    subjects: tuple[Term, ...] = ()
    properties: tuple[IRI, ...] = ()
    superlative: Superlative | None = None
    language: str = "en"
    sentences: tuple[tuple[str, str], ...] = ()
    qualifier: IRI | None = None
    table: Table | None = None
    premises: tuple[Fact, ...] = ()
    each: Constraint | None = None

    def describe(self, language: str | None = None) -> str:
        """Say the plan in a sentence, in the question's language or in ``language``."""
        said = dict(self.sentences)
        return said.get(language or self.language) or said.get("en", "")


@dataclass(frozen=True, slots=True)
class Problem:
    """Why no plan can be made (`Reason` is in outcomes), and what it is about.

    * ``mention``: the words of the question that decide it
    * ``subject``: the entity that the question is about, where there is one
    * ``options``: what an ambiguous mention may mean
    * ``asked_class``: the class whose members can be offered instead
    * ``properties``: those that the subject has
    * ``operation``: what is not supported ("ranking", "opinion", "instruction" …)
    """

    reason: str
    mention: str = ""
    subject: Term | None = None
    options: tuple[Term, ...] = ()
    asked_class: IRI | None = None
    properties: tuple[IRI, ...] = ()
    operation: str = ""
