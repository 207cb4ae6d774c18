"""Composing: the pieces of a question become a plan with columns, numbers, groups and an order.

Tried where a question cannot be read link by link. Every word must find its place: a piece that
nothing takes up, a word for a property that no step uses, or two readings that cost the same make
it no plan, and the reason that was found before stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ontorag.language.words import Language, folded_set
from ontorag.planning.ports import Port
from ontorag.planning.question import Question, read_question
from ontorag.planning.tables.assigning import roles_of
from ontorag.planning.tables.building import build
from ontorag.planning.tables.comparands import compares, with_comparands
from ontorag.planning.tables.cutting import cut
from ontorag.planning.tables.drafting import Draft
from ontorag.planning.tables.forms import answers_form
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.growing import Grower, cheapest
from ontorag.planning.tables.likeness import with_likeness
from ontorag.planning.tables.matching import match_requirements
from ontorag.planning.tables.pieces import Piece, Sheet
from ontorag.planning.tables.possessing import has_number, with_numbers_had
from ontorag.planning.tables.quantifying import quantifier, with_quantifier, with_subject
from ontorag.planning.tables.roles import Roles, merged, speaks_of_unnamed
from ontorag.planning.tables.summing import sum_of_named
from ontorag.planning.tables.tree import Node, Tree
from ontorag.planning.tables.versus import compare_two
from ontorag.planning.tables.walking import Spot, Walker
from ontorag.planning.tables.wanting import BINDING, wanting
from ontorag.values import IRI, Link, Plan, Problem

_MOST_NODES = 7
_HAVING = folded_set(
    "has have had possess possesses hat haben hatte besitzt besitzen kann können konnte konnten"
)


@dataclass(frozen=True, slots=True)
class Composed:
    """A plan, if there is one, and the word by which the question wants a table, if it does."""

    plan: Plan | Problem | None
    operator: Piece | None = None

    @property
    def binding(self) -> bool:
        """Whether no other reading carries the operator out."""
        word = self.operator
        return word is not None and (
            word.kind in (*BINDING, "than", "amount", "alike")
            or word.function in (*BINDING, "every")
        )


def compose(
    text: str,
    links: tuple[Link, ...],
    *,
    language: Language,
    ground: Ground,
    only_wanted: bool = False,
) -> Composed:
    """Read a question as a table; no plan where some word of it has no place in one.

    With ``only_wanted`` there is no plan either where no word wants a table.
    """
    sheet = merged(cut(text, language, links, ground), ground)
    if speaks_of_unnamed(sheet):
        return Composed(None)
    special = (
        match_requirements(sheet, ground, language)
        or compare_two(sheet, ground, language)
        or sum_of_named(sheet, ground, language)
    )
    if special is not None:
        return Composed(special, sheet.pieces[0])
    question = read_question(text, links, language)
    sheet = _rewritten(sheet, ground, question)
    operator = quantifier(sheet) or has_number(sheet) or compares(sheet) or wanting(sheet, ground)
    if operator is None and only_wanted:
        return Composed(None)
    made = _plan(sheet, ground, language)
    if isinstance(made, Plan) and not answers_form(made, question, ground):
        made = None
    return Composed(made, operator)


def compose_rivals(
    text: str, links: Sequence[Link], *, language: Language, ground: Ground
) -> tuple[Plan, ...]:
    """Give the tables between which nothing decides, where `compose` gives no plan."""
    question = read_question(text, links, language)
    sheet = _rewritten(merged(cut(text, language, links, ground), ground), ground, question)
    for composer in _composers(sheet, ground, language):
        rivals = composer.rivals()
        if len(rivals) > 1:
            return rivals
    return ()


def _rewritten(sheet: Sheet, ground: Ground, question: Question) -> Sheet:
    """Put pieces of their own in the place of words that only mean something together."""
    if question.form == "exists":
        sheet = with_subject(with_quantifier(sheet))
    if question.form != "exists" or quantifier(sheet) is not None:
        sheet = with_numbers_had(sheet, ground)
    return with_comparands(with_likeness(sheet), ground)


def _plan(sheet: Sheet, ground: Ground, language: Language) -> Plan | Problem | None:
    problem: Problem | None = None
    for composer in _composers(sheet, ground, language):
        made = composer.plan()
        if isinstance(made, Plan):
            return made
        problem = problem or made
    return problem


def _composers(sheet: Sheet, ground: Ground, language: Language) -> Iterator[_Composer]:
    roles = roles_of(sheet, ground)
    if asks_twice(sheet) or roles.unread is not None or len(roles.nodes) > _MOST_NODES:
        return
    for attempt in _attempts(roles, ground):
        yield _Composer(sheet, attempt, ground, language)


def asks_twice(sheet: Sheet) -> bool:
    """Whether a second sentence asks a question of its own, instead of saying what to show."""
    if not sheet.ends:
        return False
    first = min(sheet.ends)
    asking = [piece.first > first for piece in sheet.of("who", "which", "count", "exists")]
    return True in asking and False in asking


def _attempts(roles: Roles, ground: Ground) -> list[Roles]:
    """Give the roles as read, then with values to show as words for a relation, or the reverse."""
    attempts = [roles]
    loose = [piece for piece in roles.columns if not piece.classes]
    if loose and roles.focus is not None:
        as_hints = replace(roles)
        as_hints.columns = [piece for piece in roles.columns if piece not in loose]
        as_hints.hints = [*roles.hints, *loose]
        attempts.append(as_hints)
    valued = [p for p in roles.hints if any(ground.kind_of(i) != "thing" for i, _ in p.properties)]
    if valued:
        as_columns = replace(roles)
        as_columns.hints = [piece for piece in roles.hints if piece not in valued]
        as_columns.columns = [*roles.columns, *valued]
        attempts.append(as_columns)
    return attempts


@dataclass(frozen=True)
class _Composer:
    """Grows the trees of one reading and builds the plan of the best."""

    sheet: Sheet
    roles: Roles
    ground: Ground
    language: Language

    def plan(self) -> Plan | Problem | None:
        """Build the plan of the cheapest tree; none where another costs the same."""
        whole = self._whole()
        if len(cheapest(whole)) != 1:
            return None
        plans = (self._built(tree) for tree in whole[:3])
        return next((plan for plan in plans if plan is not None), None)

    def rivals(self) -> tuple[Plan, ...]:
        """Build the plans of the cheapest trees."""
        plans = (self._built(tree) for tree in cheapest(self._whole()))
        return tuple(plan for plan in plans if isinstance(plan, Plan))

    def _whole(self) -> list[Tree]:
        """Give the trees that use all words for a relation, the cheapest first."""
        hints = {p.number for p in self.roles.hints if p.number not in self.roles.excluded}
        return [tree for tree in self._trees() if hints <= tree.used]

    def _built(self, tree: Tree) -> Plan | Problem | None:
        walker = self._walker()
        return build(Draft(self.sheet, self.roles, self.ground, walker, tree, self.language))

    def _walker(self) -> Walker:
        said: dict[IRI, list[tuple[int, float]]] = {}
        for piece in (*self.roles.hints, *self._naming()):
            for iri, cost in piece.properties:
                said.setdefault(iri, []).append((piece.number, cost))
        has = not _HAVING.isdisjoint(self.sheet.folded)
        return Walker(self.ground, {iri: tuple(found) for iri, found in said.items()}, has)

    def _naming(self) -> list[Piece]:
        """Give the class words that are a property's label too: "supplier" of "has supplier"."""
        return [
            replace(piece, properties=tuple((iri, 0.45) for iri, c in piece.properties if c < 0.3))
            for piece in self.roles.nodes
            if piece.classes and piece.properties
        ]

    def _trees(self) -> list[Tree]:
        start, rest = self._start()
        if start is None:
            return []
        bare = bool(start.nodes) and start.nodes[0].spot == Spot()
        grower = Grower(
            self.sheet, self.ground, self._walker(),
            frozenset(self.roles.excluded), frozenset(self.roles.only),
            frozenset(self.roles.every), frozenset(piece.number for piece in self.roles.hints),
            self.roles.anything and bare,
            frozenset(noun.number for _, noun in self.roles.alike if noun is not None),
        )  # fmt: skip
        return grower.grow(start, rest)

    def _ranked(self) -> Spot | None:
        """Give what "who" ranks where it is asked of each group: "who earns the most per …"."""
        found: dict[frozenset[IRI], Port] = {}
        for rank in self.roles.ranks:
            properties = [iri for iri, _ in rank.noun.properties] if rank.noun else []
            measures = {word for degree in rank.piece.degrees for word in degree.measures}
            walker = self._walker()
            held = self._held(rank.noun.classes) if rank.noun and rank.noun.classes else []
            for iri in held or properties or self.ground.used:
                valued = self.ground.kind_of(iri) != "thing"
                said = bool(properties) or bool(walker.words_of(iri) & measures)
                if not held and not (valued and said):
                    continue
                port = Port(iri, False)
                found.setdefault(self.ground.ports.classes_at(port), port)
        return None if len(found) != 1 else next(Spot(kin, (), p) for kin, p in found.items())

    def _held(self, classes: tuple[IRI, ...]) -> list[IRI]:
        """Give the relations that say who has things of a class: "who has the most skills"."""
        ports, kin = self.ground.ports, self.ground.ports.kin(classes)
        leading = [
            i for i in self.ground.used if not kin.isdisjoint(ports.classes_at(Port(i, True)))
        ]
        return [iri for iri in leading if self.ground.lexicon.says_possession(iri)]

    def _start(self) -> tuple[Tree | None, list[Piece]]:
        """Give the first node, and the pieces that are joined to it."""
        roles = self.roles
        nodes = list(roles.nodes)
        focus = roles.focus
        if focus is not None and focus in nodes and focus.classes and not focus.is_named:
            nodes.remove(focus)
            kin = self.ground.ports.kin(focus.classes)
            return Tree((Node(Spot(classes=kin), focus, focus.classes),)), nodes
        if focus is not None and focus.function == "subject":
            nodes.remove(focus)
            around = self.ground.around(focus.things[0])
            kin = around.types_of(focus.things[0])
            spot = Spot(classes=kin) if kin else Spot(terms=focus.things)
            return Tree((Node(spot, focus, (), focus.things),)), nodes
        if roles.anything and roles.group is not None:
            ranked = self._ranked()
            return (None if ranked is None else Tree((Node(ranked),))), nodes
        if roles.anything or (focus is not None and focus.is_named):
            return Tree((Node(Spot()),)), nodes
        if nodes:
            return Tree(), nodes
        valued = [piece for _, piece in roles.aggregates] + roles.columns
        valued += [rank.noun for rank in roles.ranks if rank.noun is not None]
        for piece in valued:
            for iri, _ in piece.properties:
                port = Port(iri, False)
                return Tree((Node(Spot(self.ground.ports.classes_at(port), (), port)),)), []
        return None, []
