"""The shapes of a clause: groups of things or values, and the clause that they stand in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ontorag.language import Language
from ontorag.values import Literal
from ontorag.verification.scanning import Item


def is_value(item: Item) -> bool:
    """Whether all that an item names are literals."""
    return bool(item.terms) and all(isinstance(term, Literal) for term in item.terms)


class Unread(Exception):  # noqa: N818 - it is a reading's outcome, not an error
    """An item of the clause that is not accounted for; ``boundary``: another clause may begin."""

    def __init__(self, item: Item | None, *, boundary: bool = False, at: int = 0) -> None:
        super().__init__(item.word if item else "nothing is said")
        self.item = item
        self.boundary = boundary
        self.at = at


@dataclass(slots=True)
class Group:
    """Things, values or an amount that stand together, with the preposition before them.

    ``article`` is the last article before it; ``counted``: a number of things of a class;
    ``focus``: *only* is said of it; ``pronoun``: it stands for an antecedent.
    """

    items: list[Item]
    place: int
    preposition: str = ""
    article: str = ""
    counted: bool = False
    focus: bool = False
    pronoun: bool = False
    kind: bool = False

    @property
    def is_amount(self) -> bool:
        """Whether it is a number or date."""
        return self.items[0].amount is not None and not self.counted

    @property
    def is_value(self) -> bool:
        """Whether all it names are literals."""
        return all(isinstance(term, Literal) for item in self.items for term in item.terms)

    @property
    def genitive(self) -> bool:
        """Whether its last name is in the genitive."""
        return self.items[-1].genitive


@dataclass(slots=True)
class Clause:
    """What one clause says, before it is decided which property it says.

    ``order`` lists groups and cues by their place; a cue is an item that says properties,
    ``marked`` the preposition or *as* before it, ``possessed`` whether a possessive is;
    ``kinds`` are classes said right before a thing ("die Mission Aurora"), ``apposed`` those with
    "of" between ("the city of Graz"); ``mutual``: "einander", "each other"; ``asides`` are cues
    that may be just that (by the id of the item); ``levels`` are words that claim a level only;
    ``neither``: each of a list is denied.
    """

    items: Sequence[Item]
    language: Language
    groups: list[Group] = field(default_factory=list)
    cues: list[Item] = field(default_factory=list)
    lights: list[Item] = field(default_factory=list)
    order: list[Group | Item] = field(default_factory=list)
    marked: dict[int, str] = field(default_factory=dict)
    possessed: dict[int, bool] = field(default_factory=dict)
    levels: list[Item] = field(default_factory=list)
    asides: set[int] = field(default_factory=set)
    kinds: list[tuple[Item, Item]] = field(default_factory=list)
    apposed: list[tuple[Item, Item]] = field(default_factory=list)
    negations: int = 0
    neither: bool = False
    hedged: bool = False
    universal: bool = False
    nobody: bool = False
    mutual: bool = False
    passive: bool = False
    colon: bool = False

    @property
    def span(self) -> tuple[int, int]:
        """Where it begins and ends in the claim."""
        return self.items[0].start, self.items[-1].end

    def is_light(self, *kinds: str) -> bool:
        """Whether it has a light verb of one of these kinds."""
        return any(item.is_light(*kinds) for item in self.lights)

    def is_beside(self, group: Group, cue: Item) -> bool:
        """Whether a group stands right beside a cue: "3120 Meter hoch", "rated 7.8"."""
        place = next(n for n, each in enumerate(self.order) if each is cue)
        return any(each is group for each in self.order[max(0, place - 1) : place + 2])
