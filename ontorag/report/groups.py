"""Colours and shapes: which group each drawn node belongs to.

Colours are Okabe and Ito's eight (Color Universal Design, 2008), the shape is the second signal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import TypeAlias

from ontorag.report.texts import Names, is_node
from ontorag.values import Fact, Term

LITERAL = -1
"""The group of literal values, which are drawn as boxes."""
OTHER = 8
"""The group of everything beyond the eight most frequent."""

COLOURS = (
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#3C3C3C",
    "#8A9099",
)  # fmt: skip
"""Blue, orange, green, purple, sky, vermilion, yellow, black, and grey for other."""

_SIDES = ((0, 0.0), (4, 45.0), (3, -90.0), (4, 0.0), (6, 0.0), (3, 90.0), (5, -90.0), (8, 22.5))
_GROW = {3: 1.28, 4: 1.2, 5: 1.1, 6: 1.08}

Outline: TypeAlias = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """One entry of the legend.

    ``how`` says what it goes by: "class", "object" or "subject" (of a property, where no class
    is known), "none", "other" or "literal". ``at`` is its colour and shape.
    """

    at: int
    label: str
    how: str
    count: int


def outline(group: int) -> Outline:
    """Give the corners of a group's shape around the origin, about 1 wide; none is a circle.

    >>> outline(0), len(outline(4))
    ((), 6)
    """
    sides, turn = _SIDES[group] if 0 <= group < len(_SIDES) else (0, 0.0)
    reach = _GROW.get(sides, 1.0)
    return tuple(
        (
            round(reach * cos(turn * pi / 180 + 2 * pi * at / sides), 3),
            round(reach * sin(turn * pi / 180 + 2 * pi * at / sides), 3),
        )
        for at in range(sides)
    )


def group_nodes(
    terms: Sequence[Term],
    links: Sequence[tuple[Fact, int, int]],
    names: Names,
    preferred: Collection[str] = (),
) -> tuple[tuple[Group, ...], list[int]]:
    """Give the legend and each node's group; more frequent groups come first."""
    roles = _roles(len(terms), links, names)
    keys = [
        ("literal", "")
        if not is_node(term)
        else _class_of(names.classes(term), preferred) or roles[at] or ("none", "")
        for at, term in enumerate(terms)
    ]
    counts = Counter(keys)
    shown = sorted(
        (key for key in counts if key[0] != "literal"),
        key=lambda key: (key[0] != "class", -counts[key], key),
    )
    number = {key: min(at, OTHER) for at, key in enumerate(shown)}
    number[("literal", "")] = LITERAL
    groups = [Group(number[key], key[1], key[0], counts[key]) for key in shown[:OTHER]]
    rest = sum(counts[key] for key in shown[OTHER:])
    if rest:
        groups.append(Group(OTHER, "", "other", rest))
    if counts[("literal", "")]:
        groups.append(Group(LITERAL, "", "literal", counts[("literal", "")]))
    return tuple(groups), [number[key] for key in keys]


def _class_of(classes: tuple[str, ...], preferred: Collection[str]) -> tuple[str, str] | None:
    for name in preferred:
        if name in classes:
            return "class", name
    return ("class", classes[0]) if classes else None


def _roles(
    count: int, links: Sequence[tuple[Fact, int, int]], names: Names
) -> list[tuple[str, str] | None]:
    """Say what each node mostly is: the object or the subject of which property."""
    seen: list[Counter[tuple[str, str]]] = [Counter() for _ in range(count)]
    often: Counter[tuple[str, str]] = Counter()
    for fact, source, target in links:
        label = names.label(fact.predicate)
        for node, role in ((source, ("subject", label)), (target, ("object", label))):
            seen[node][role] += 1
            often[role] += 1
    return [
        min(roles, key=lambda role: (-roles[role], -often[role], role)) if roles else None
        for roles in seen
    ]
