"""Ranks: superlatives, "most", "last" and "top" with what they rank by, and how many they want."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.pieces import Piece, Sheet
from ontorag.planning.tables.roles import AGGREGATES, Rank, Roles


@dataclass(frozen=True)
class RankReading:
    """Puts ranks to ``roles``; notes the pieces and the numbers that they take."""

    _sheet: Sheet
    _ground: Ground
    _roles: Roles
    _taken: set[int]
    _numbers: set[int]

    def rank(self, piece: Piece) -> None:
        """Read a superlative with its noun."""
        noun = self._sheet.next_noun(piece, over=("and", "degree", "number", *AGGREGATES))
        if piece.kind != "degree" and (noun is None or noun.is_named or _is_timed(piece)):
            noun = self._valued_near(piece) or noun
        first, skip = self._which_of(piece)
        numeric = noun is not None and not noun.is_named and self._ground.is_valued(noun)
        bears = noun is not None and self._ground.bears_value(noun.properties)
        valued = noun is not None and (not noun.classes or bears or piece.kind != "degree")
        if noun is not None and numeric and valued:
            self._taken.add(noun.number)
            if noun.function in AGGREGATES:
                self._roles.aggregates.append((noun.function, noun))
        self._roles.ranks.append(Rank(piece, noun, first, skip))

    def _valued_near(self, piece: Piece) -> Piece | None:
        """Give the value that "most" or "last" ranks by where none follows: "earns the most"."""
        kinds = {"date"} if _is_timed(piece) else {"number", "date", "scale"}
        found = [
            p for p in self._sheet.of("noun")
            if not p.is_named and {self._ground.kind_of(iri) for iri, _ in p.properties} & kinds
        ]  # fmt: skip
        return min(found, key=lambda p: abs(p.first - piece.first), default=None)

    def _which_of(self, piece: Piece) -> tuple[int, int]:
        """Read "third", "6th to 10th", "two" before a superlative or "5" behind "top"."""
        if piece.function.isdigit():
            return 1, int(piece.function) - 1
        ordinals, number = self._before(piece)
        if number is not None:
            return self._that_many(number)
        if ordinals:
            return ordinals[-1] - ordinals[0] + 1, ordinals[0] - 1
        after = self._sheet.after(piece)
        if after is not None and after.kind == "number":
            return self._that_many(after)
        for each in self._sheet.of("number"):
            noun = self._sheet.next_noun(each)
            if noun is not None and noun.number not in self._taken:
                return self._that_many(each)
        return 1, 0

    def _before(self, piece: Piece) -> tuple[list[int], Piece | None]:
        """Give the ordinals right before a superlative, or the number that stands there."""
        ordinals: list[int] = []
        for each in reversed([p for p in self._sheet.pieces if p.last < piece.first]):
            if each.kind == "ordinal":
                ordinals.insert(0, int(each.function))
                self._numbers.add(each.number)
            elif each.kind == "number" and not ordinals:
                return [], each
            elif each.kind not in ("filler", "and"):
                break
        return ordinals, None

    def _that_many(self, piece: Piece) -> tuple[int, int]:
        self._numbers.add(piece.number)
        return int(piece.function), 0

    def top(self, piece: Piece) -> None:
        """Read "top 3 earners", "top 5 employees by salary"; a superlative may say it too."""
        if any(d.grade == "superlative" for p in self._sheet.of("degree") for d in p.degrees):
            return
        noun = piece if piece.properties else self._sheet.next_noun(piece, over=("number",))
        by = self._measure_behind(noun) if noun is not None and noun.classes else noun
        if noun is None or by is None or not self._ground.is_valued(by):
            self._roles.unread = self._roles.unread or piece
            return
        self._taken.add(by.number)
        if by is not noun:
            self._roles.focus = noun
        elif noun.function == "agent":
            self._roles.anything = True
        self._roles.ranks.append(Rank(replace(piece, kind="most"), by, *self._which_of(piece)))

    def _measure_behind(self, noun: Piece) -> Piece | None:
        """Give what "by salary", "nach Gehalt" behind a noun ranks by."""
        behind = self._sheet.next_noun(noun)
        if behind is None or behind.is_named or behind.classes:
            return None
        led = {"by", "nach"} & {*self._sheet.folded[noun.last + 1 : behind.first]}
        return behind if led else None


def _is_timed(piece: Piece) -> bool:
    return piece.kind in ("latest", "earliest")
