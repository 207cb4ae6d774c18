"""Growing a tree: each noun of a question is joined to what stands before it, the cheapest way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from ontorag.language import fold, words
from ontorag.planning.directing import CONTRACTED
from ontorag.planning.ports import Port
from ontorag.planning.tables.closed import is_filler
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.nesting import Nesting
from ontorag.planning.tables.pieces import Piece, Sheet
from ontorag.planning.tables.tree import Node, Tree
from ontorag.planning.tables.walking import NAMED, Spot, Walk, Walker, forms_of
from ontorag.values import IRI, Literal, Step

KEPT = 24
"""Trees that are followed at once."""
_FAR, _THING, _VALUE, _AGAIN, _LED, _LIKE = 0.06, 0.3, 0.4, 0.05, 0.15, 0.15
TIE = 0.02


@dataclass(frozen=True)
class Grower:
    """Joins nodes to a tree; ``excluded`` and ``only`` are the numbers of pieces under "no"."""

    sheet: Sheet
    ground: Ground
    walker: Walker
    excluded: frozenset[int] = frozenset()
    only: frozenset[int] = frozenset()
    every: frozenset[int] = frozenset()
    hints: frozenset[int] = frozenset()
    anything: bool = False
    shared: frozenset[int] = frozenset()

    @cached_property
    def _nesting(self) -> Nesting:
        return Nesting(self.ground)

    def node_of(self, piece: Piece) -> list[Node]:
        """Give the nodes that a piece may be: its thing, each homonym apart, or its class."""
        others = tuple(each.things[0] for each in piece.also if each.things)
        whole = len(others) == len(piece.also)
        found = [
            Node(Spot(terms=(term, *others)), piece, (), (term, *others))
            for term in (piece.things if whole else ())
        ]
        if piece.classes:
            kin = self.ground.ports.kin(piece.classes)
            found.append(Node(Spot(classes=kin), piece, piece.classes))
        return found

    def grow(self, start: Tree, pieces: list[Piece]) -> list[Tree]:
        """Join all pieces; give the trees that hold them, the cheapest first."""
        trees = [start]
        for piece in self._in_order(pieces):
            grown = [tree for each in trees for tree in self._with(each, piece)]
            trees = _best(grown, self.hints)
        return trees

    def _in_order(self, pieces: list[Piece]) -> list[Piece]:
        """Put a noun before what stands right before it: "French suppliers" are suppliers first."""
        ordered = list(pieces)
        for n in range(len(ordered) - 1):
            one, other = ordered[n], ordered[n + 1]
            adjacent = other.first == one.last + 1
            if one.is_named and adjacent and other.classes and not other.is_named:
                ordered[n], ordered[n + 1] = other, one
        return ordered

    def _with(self, tree: Tree, piece: Piece) -> list[Tree]:
        if not tree.nodes:
            return [Tree((node,)) for node in self.node_of(piece)]
        found: list[Tree] = []
        for at in range(len(tree.nodes)):
            found += self._joined_at(tree, at, piece)
        if piece.classes and not piece.is_named:
            found += self._said_again(tree, piece)
        return found

    def _said_again(self, tree: Tree, piece: Piece) -> list[Tree]:
        """A class that was said before may be the same thing: "only those departments"."""
        other = self.sheet.folded[piece.first - 1] in ("other", "others", "anderen", "andere")
        return [
            replace(tree, cost=tree.cost + _AGAIN)
            for node in tree.nodes
            if not other and set(piece.classes) & set(node.classes)
        ]

    def _joined_at(self, tree: Tree, at: int, piece: Piece) -> list[Tree]:
        here = tree.nodes[at]
        away = self._distance(tree, at, piece)
        away += _THING if here.terms and len(tree.nodes) > 1 else 0.0
        found: list[Tree] = []
        for node in self.node_of(piece):
            names = forms_of(piece.text) if node.classes else frozenset[str]()
            walks = self._walks(tree, here, node, names)
            walks = self._like_before(tree, at, piece, node, walks)
            found += [self._put(tree, at, walk, node, away) for walk in walks]
        for value in piece.values:
            literals = [value.literal]
            for other in piece.also:
                literals += [v.literal for v in other.values if v.property == value.property][:1]
            if len(literals) == len(piece.also) + 1:
                found += self._valued(tree, at, piece, value.property, tuple(literals), away)
        return found

    def _like_before(
        self, tree: Tree, at: int, piece: Piece, node: Node, walks: list[Walk]
    ) -> list[Walk]:
        """Let what "and" joins to another stand the same way as that one, at little cost."""
        before = self.sheet.before(piece)
        twin = self.sheet.before(before) if before is not None and before.kind == "and" else None
        for n, other in enumerate(tree.nodes):
            if twin is not None and other.piece is not None and other.piece.number == twin.number:
                path = tree.path(at, n)
                if not path or n == at:
                    continue
                step = path[-1]
                if not self.walker.meets(node.spot, Port(step.predicate, not step.inverse)):
                    continue
                known = [walk for walk in walks if walk.path == path]
                cost = min([_LIKE, *(walk.cost for walk in known)])
                return [Walk(path, cost), *(walk for walk in walks if walk.path != path)]
        return walks

    def _walks(self, tree: Tree, here: Node, node: Node, names: frozenset[str]) -> list[Walk]:
        """Give the walks to a node; from anything ("who") only where a word leads or one step."""
        walks = self.walker.walks(here.spot, node.spot, names=names)
        kept = [w for w in walks if not w.used & tree.used]
        named = node.piece is not None and node.piece.number in self.shared
        kept = self._nesting.as_gone(kept, here.classes, node.classes, shortest=named)
        if here.spot == Spot():
            kept = [w for w in kept if len(w.path) == 1 or w.used]
        word = self._preposition(node)
        led = [w for w in kept if self._is_led(w, word)] if word else []
        if word and not is_filler(word, "de"):
            kept = [w for w in kept if w.used or w in led]  # "against" says which relation it is
        if self.anything and here is tree.nodes[0]:
            before = self.sheet.before(node.piece) if node.piece is not None else None
            said = before is not None and before.kind == "who"
            alone = said or not self.hints  # "who in Sales", not "who works on Apollo in Berlin"
            kept = [w for w in kept if w.used or w.cost < NAMED or (alone and w in led)]
        kept = [replace(w, cost=w.cost - _LED) if w in led else w for w in kept]
        if here is tree.nodes[0]:
            kept = [self._asked_for(walk) for walk in kept]
        return sorted(kept, key=lambda walk: (walk.cost, len(walk.path), str(walk.path)))[:12]

    def _asked_for(self, walk: Walk) -> Walk:
        """Make cheaper what a preposition before "which" leads to: "an welchen Projekten"."""
        first = next((p for p in self.sheet.pieces if p.kind == "which"), None)
        if first is None or first.first != 1 or not walk.path[0].inverse:
            return walk
        back = replace(walk, path=(replace(walk.path[0], inverse=False),))
        led = self._is_led(back, self.sheet.folded[0])
        return replace(walk, cost=walk.cost - _LED) if led else walk

    def _is_led(self, walk: Walk, word: str) -> bool:
        """Whether a walk ends in what is called by a preposition: "in IT" is who works in it."""
        if walk.path[-1].inverse:
            return False
        phrases = self.ground.lexicon.phrases_of(walk.path[-1].predicate)
        return any(word in fold(phrase.text).split() for phrase in phrases)

    def _preposition(self, node: Node) -> str | None:
        """Give the preposition that stands before a name."""
        said = node.piece
        if said is None or not node.terms or said.first == 0:
            return None
        if said.function == "place":
            return "in"
        before = self.sheet.folded[said.first - 1]
        if before in ("the", "der", "dem", "den", "die", "das") and said.first > 1:
            before = self.sheet.folded[said.first - 2]
        word = CONTRACTED.get(before, before)
        leading = words("de").prepositions | words("en").prepositions
        return word if word in leading and word not in ("of", "von") else None

    def _put(self, tree: Tree, at: int, walk: Walk, node: Node, away: float) -> Tree:
        spots = [self.walker.beyond(step) for step in walk.path]
        if tree.nodes[at].spot == Spot():
            first = walk.path[0]
            port = Port(first.predicate, first.inverse)
            spots = [*spots[:-1], Spot(self.ground.ports.classes_at(port), (), port)]
        number = node.piece.number if node.piece else -1
        return tree.joined(
            at, walk, node, spots, extra=away,
            excluded=number in self.excluded, only=number in self.only,
            every=number in self.every,
        )  # fmt: skip

    def _valued(
        self,
        tree: Tree,
        at: int,
        piece: Piece,
        iri: IRI,
        literals: tuple[Literal, ...],
        away: float,
    ) -> list[Tree]:
        """Join a value by its property, right here or at what stands beside."""
        if iri not in self.ground.schema.properties:
            return []
        step, here = Step(iri), tree.nodes[at]
        node = Node(Spot(port=Port(iri, True)), piece, (), literals)
        said = self.walker.said.get(iri, ())
        cost, used = (said[0][1], frozenset({said[0][0]})) if said else (_VALUE, frozenset())
        if step in self.walker.leaving(here.spot):
            return [self._put(tree, at, Walk((step,), cost, used), node, away)]
        classes = self.ground.ports.classes_at(Port(iri, False))
        goal = Spot(classes, (), Port(iri, False))
        return [
            self._put(tree, at, Walk((*w.path, step), w.cost + cost, w.used | used), node, away)
            for w in self.walker.walks(here.spot, goal, longest=2)[:4]
            if not w.used & tree.used
        ]

    def _distance(self, tree: Tree, at: int, piece: Piece) -> float:
        """Measure how many nouns stand between a node's words and a piece."""
        said = tree.nodes[at].piece
        extra = 0.0
        if said is None:
            near = [tree.nodes[n].piece for _, n, _ in tree.beside(at)]
            told = [each for each in near if each is not None]
            said = min(told, key=lambda p: abs(p.first - piece.first)) if told else None
            extra = _FAR / 2
        if said is None:
            return _FAR
        return extra + _FAR * sum(p.kind == "noun" for p in self.sheet.between(said, piece))


def _best(trees: list[Tree], hints: frozenset[int]) -> list[Tree]:
    """Keep the cheapest trees, of those that join and use the same words only one."""
    found: dict[tuple[object, ...], Tree] = {}
    for tree in sorted(trees, key=lambda tree: (tree.cost, str(tree.edges))):
        found.setdefault((_shape(tree), tree.used & hints), tree)
    return list(found.values())[:KEPT]


def cheapest(trees: list[Tree]) -> list[Tree]:
    """Give the cheapest tree, with those that cost hardly more and say something else."""
    found: dict[object, Tree] = {}
    for tree in trees:
        if tree.cost - trees[0].cost < TIE:
            found.setdefault(_shape(tree), tree)
    return list(found.values())


def _said(tree: Tree, number: int) -> str:
    node = tree.nodes[number]
    terms = ",".join(map(str, node.terms))
    return f"{node.piece.number if node.piece else number}:{terms}"


def _shape(tree: Tree) -> frozenset[tuple[str, bool, str, str]]:
    """Say what a tree joins, whatever its order: its named things, and its steps."""
    things = {("", False, _said(tree, n), "") for n, node in enumerate(tree.nodes) if node.terms}
    return frozenset(things) | {
        (edge.step.predicate.value, edge.step.inverse,
         _said(tree, edge.start), _said(tree, edge.end))
        for edge in tree.edges
    }  # fmt: skip
