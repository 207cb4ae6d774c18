"""Drafts: one tree with the roles of its words, and the table that is made of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ontorag.language import fold
from ontorag.language.words import Language
from ontorag.planning.ports import Port
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.measures import Measure, Measuring
from ontorag.planning.tables.pieces import Piece, Sheet
from ontorag.planning.tables.roles import Roles
from ontorag.planning.tables.tree import Node, Tree
from ontorag.planning.tables.walking import Spot, Walk, Walker
from ontorag.values import Column, Fact, Limit, Order, Path, Problem

FUNCTIONS = {
    "de": {"count": "Anzahl", "sum": "Summe", "average": "Durchschnitt", "minimum": "Minimum",
           "maximum": "Maximum", "difference": "Differenz"},
    "en": {"count": "number of", "sum": "total", "average": "average", "minimum": "smallest",
           "maximum": "largest", "difference": "difference in"},
}  # fmt: skip


@dataclass
class Sketch:
    """A table while it is made: its columns with their nodes, limits and orders."""

    columns: list[Column] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)

    def add(self, column: Column) -> int:
        """Add a column, or find the same one; give its place."""
        for n, known in enumerate(self.columns):
            if replace(known, shown=column.shown, text=column.text) == column:
                if column.shown and not known.shown:
                    self.columns[n] = replace(known, shown=True)
                return n
        self.columns.append(column)
        return len(self.columns) - 1


@dataclass
class Draft:
    """What a plan is made of: the words, their roles, and one tree, which may still grow.

    ``premises`` are the statements that were read for it, ``problem`` is what was not recorded.
    """

    sheet: Sheet
    roles: Roles
    ground: Ground
    walker: Walker
    tree: Tree
    language: Language
    sketch: Sketch = field(default_factory=Sketch)
    premises: list[Fact] = field(default_factory=list)
    problem: Problem | None = None

    def number_of(self, piece: Piece | None) -> int | None:
        """Give the node that a piece was read as."""
        if piece is None:
            return None
        for number, node in enumerate(self.tree.nodes):
            if node.piece is not None and node.piece.number == piece.number:
                return number
        for number, node in enumerate(self.tree.nodes):
            if piece.classes and set(piece.classes) & set(node.classes):
                return number
        return None

    def measuring(self) -> Measuring:
        """Give what finds measures in the tree as it is."""
        return Measuring(self.ground, self.walker, self.tree)

    def measure(self, piece: Piece, *, any_kind: bool = False) -> Measure | None:
        """Find what a word for a value means; where no node has it, one beside may."""
        kinds = ("number", "date", "scale", "text") if any_kind else ("number", "date", "scale")
        found = self.measuring().of_property(piece)
        found = found or self.measuring().of_property(piece, kinds=kinds)
        if not found and self.reach(piece, kinds):
            found = self.measuring().of_property(piece, kinds=kinds)
        if not found and any_kind:
            found = self.measuring().of_property(piece, kinds=(*kinds, "thing"))
        if len(found) > 1 and _rivals(found[0], found[1]):
            return None
        return found[0] if found else None

    def reach(self, piece: Piece, kinds: tuple[str, ...]) -> bool:
        """Join the node that has a property to the tree: the employees of a salary."""
        found: list[tuple[float, Tree]] = []
        for iri, _ in piece.properties:
            kind = self.ground.kind_of(iri)
            if kind not in kinds and not self.ground.bears_value([(iri, 0.0)]):
                continue
            port = Port(iri, False)
            goal = Spot(self.ground.ports.classes_at(port), (), port)
            for at, node in enumerate(self.tree.nodes):
                for walk in self.walker.walks(node.spot, goal, longest=2)[:3]:
                    spots = [self.walker.beyond(step) for step in walk.path]
                    tree = self.tree.joined(at, walk, Node(goal), spots)
                    found.append((tree.cost - self._led(node, walk), tree))
        found.sort(key=lambda pair: (pair[0], str(pair[1].edges)))
        if not found or (len(found) > 1 and found[1][0] - found[0][0] < 0.01):
            return False
        self.tree = found[0][1]
        return True

    def _led(self, node: Node, walk: Walk) -> float:
        """Give how much the preposition before a name speaks for a property called by it."""
        if node.piece is None or not node.piece.first:
            return 0.0
        word = self.sheet.folded[node.piece.first - 1]
        phrases = self.ground.lexicon.phrases_of(walk.path[0].predicate)
        said = any(word in fold(phrase.text).split() for phrase in phrases)
        return 0.15 if said and word not in ("of", "von") else 0.0

    def path(self, root: int, measure: Measure) -> Path | None:
        """Give the way from a node to the values of a measure."""
        way = self.tree.path(root, measure.node)
        return None if way is None else (*way, *measure.path)

    def label_of(self, piece: Piece | None) -> str:
        """Give the heading for what a piece names."""
        if piece is None:
            return ""
        if piece.classes:
            return self.ground.label(piece.classes[0])
        return piece.text

    def function_text(self, function: str, measure: Measure) -> str:
        """Give the heading of a column of joined values."""
        said = FUNCTIONS[self.language][function]
        return f"{said} {self.ground.label(measure.path[0].predicate)}"

    def count_text(self, piece: Piece | None) -> str:
        """Give the heading of a column of counts."""
        return f"{FUNCTIONS[self.language]['count']} {self.label_of(piece)}".strip()

    def is_numeric(self, piece: Piece) -> bool:
        """Whether a word means numbers."""
        found = self.measure(piece)
        return found is not None and self.ground.kind_of(found.property) == "number"


def _rivals(one: Measure, other: Measure) -> bool:
    """Whether two values of one thing are meant alike."""
    alike = other.cost - one.cost < 0.01
    return alike and one.node == other.node and one.path[-1] != other.path[-1]
