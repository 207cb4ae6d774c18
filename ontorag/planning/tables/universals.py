"""Universals: what is said of all: "Does every ship of Maas Freight carry oil?".

The words of the question make one tree from its subject on. It is cut at the predicate, the last
that is said: the rest says what the subject is. Where the words leave that open there is no plan.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from ontorag.language.words import folded_set
from ontorag.planning.tables.describing import describe_table
from ontorag.planning.tables.drafting import Draft
from ontorag.planning.tables.pieces import Sheet
from ontorag.planning.tables.tree import Edge, Seen, Tree, texts_of
from ontorag.values import IRI, And, Constraint, Not, Plan, Where

_COPULAS = folded_set("is are was were ist sind war waren")


@dataclass(frozen=True, slots=True)
class _Part:
    """One condition on the subject: an edge of the tree or a condition, with its words' places."""

    first: int
    last: int
    edge: Edge | None = None
    condition: int = -1


def of_every(draft: Draft, root: int) -> Plan | None:
    """Make the plan to check the predicate of each member of the subject."""
    found = _split(draft, root)
    if found is None:
        return None
    subject, said = found
    schema, label = draft.ground.schema, draft.ground.label
    among, holds = Seen(subject, schema).where(root), Seen(said, schema).where(root)
    if among is None or holds is None or isinstance(holds, Not):
        return None
    classes = subject.nodes[root].classes
    texts = [*(label(cls) for cls in classes[:1]), *_texts(draft, subject, root)]
    constraints = tuple(
        Constraint(text, where.part if isinstance(where, Not) else where, "", False,
                   tuple(properties))
        for text, where, properties in _conditions(draft, said, root)
    )  # fmt: skip
    plan = Plan(
        "exists", And((among, holds)), constraints, asked_class=classes[0] if classes else None,
        each=Constraint(", ".join(texts), among), language=draft.language,
        premises=tuple({fact.key: fact for fact in draft.premises}.values()),
    )  # fmt: skip
    return replace(plan, sentences=describe_table(plan, label))


def _split(draft: Draft, root: int) -> tuple[Tree, Tree] | None:
    """Cut a tree in two, what the subject is and what is said of it."""
    parts = _parts(draft, root)
    if not parts:
        return None
    *before, said = _groups(draft.sheet, parts)
    if any(each.edge is not None and each.edge.excluded for each in said):
        return None
    if before and not _is_predicate(draft, said, before):
        return None
    if any(part.edge is not None and _is_unsaid(draft, part.edge, root) for part in said):
        return None
    rest = [each for group in before for each in group]
    subject, predicate = _only(draft.tree, root, rest), _only(draft.tree, root, said)
    node = predicate.nodes[root]
    bare = predicate.put(root, replace(node, classes=(), terms=()))
    return _typed(draft, subject, root, predicate), bare


def _is_unsaid(draft: Draft, edge: Edge, root: int) -> bool:
    """Whether no word speaks of the first of several steps: it is not what is said of the subject.

    "Do all managers know Python in IT?" says nothing of those who report to them.
    """
    there = edge.end if edge.start == root else edge.start
    said = {iri for piece in draft.roles.hints for iri, _ in piece.properties}
    return draft.tree.nodes[there].piece is None and edge.step.predicate not in said


def _parts(draft: Draft, root: int) -> list[_Part]:
    """Give the conditions on the subject in the order of their words."""
    parts: list[_Part] = []
    for _, there, edge in draft.tree.beside(root):
        places = sorted(_places(draft.tree, there, root))
        if not places:
            return []
        parts.append(_Part(places[0], places[-1], edge))
    amounts = [piece for piece, _ in draft.roles.amounts]
    for n, _ in enumerate(draft.tree.nodes[root].conditions):
        piece = amounts[min(n, len(amounts) - 1)] if amounts else None
        if piece is None:
            return []
        parts.append(_Part(piece.first, piece.last, None, n))
    return sorted(parts, key=lambda part: part.first)


def _places(tree: Tree, number: int, came_from: int) -> set[int]:
    """Give where the words of a node and of all beyond it stand."""
    piece = tree.nodes[number].piece
    found = {*piece.places} if piece is not None else set()
    for _, there, _ in tree.beside(number):
        if there != came_from:
            found |= _places(tree, there, number)
    return found


def _groups(sheet: Sheet, parts: list[_Part]) -> list[list[_Part]]:
    """Put together what "and" joins."""
    joints = [piece.first for piece in sheet.of("and")]
    groups = [[parts[0]]]
    for before, part in pairwise(parts):
        if any(before.last < at < part.first for at in joints):
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


def _is_predicate(draft: Draft, said: list[_Part], rest: list[list[_Part]]) -> bool:
    """Whether the verb of the question says the last of several conditions."""
    if draft.sheet.folded[0] in _COPULAS:
        return True
    verbs = [piece for piece in draft.roles.hints if piece.properties]
    focus = draft.roles.focus
    opening = [v for v in verbs if focus is not None and v.first < focus.first]
    main = opening[0] if opening else verbs[-1] if verbs else None
    if main is None:
        return draft.language == "de"
    used = {part.edge.step.predicate for part in said if part.edge is not None}
    if used.isdisjoint(iri for iri, _ in main.properties):
        return False
    return bool(opening) or all(part.last < main.first for group in rest for part in group)


def _only(tree: Tree, root: int, parts: list[_Part]) -> Tree:
    """Give the tree with only some of the conditions on its root."""
    kept = {id(part.edge) for part in parts if part.edge is not None}
    edges = tuple(e for e in tree.edges if root not in (e.start, e.end) or id(e) in kept)
    node = tree.nodes[root]
    numbers = {part.condition for part in parts}
    conditions = tuple(c for n, c in enumerate(node.conditions) if n in numbers)
    return replace(tree, edges=edges).put(root, replace(node, conditions=conditions))


def _typed(draft: Draft, subject: Tree, root: int, predicate: Tree) -> Tree:
    """Let everyone be all of the class that what is said is said of."""
    node = subject.nodes[root]
    beside = [step for step, _, _ in predicate.beside(root)]
    if node.classes or node.terms or not beside:
        return subject
    use = draft.ground.schema.properties[beside[0].predicate]
    classes = use.ends(objects=beside[0].inverse)
    return subject.put(root, replace(node, classes=classes))


def _texts(draft: Draft, tree: Tree, root: int) -> list[str]:
    said = texts_of(tree, root, draft.ground.label, language=draft.language)
    negated = "nicht" if draft.language == "de" else "not"
    return [f"{negated} {text}" if excluded else text for text, excluded, _, _ in said]


def _conditions(draft: Draft, tree: Tree, root: int) -> list[tuple[str, Where, list[IRI]]]:
    """Give the conditions of a predicate one by one, with their words and properties."""
    seen = Seen(tree, draft.ground.schema)
    said = texts_of(tree, root, draft.ground.label, language=draft.language)
    wheres = [where for _, where in tree.nodes[root].conditions]
    wheres += [seen.along(step, there, root, edge) for step, there, edge in tree.beside(root)]
    return [
        (text, where, properties)
        for (text, _, properties, _), where in zip(said, wheres, strict=True)
    ]
