"""Two things compared: "Is A heavier than B?", "Who is older, A or B?", "How many more … than"."""

from __future__ import annotations

from dataclasses import replace

from ontorag.language.words import Language
from ontorag.planning.tables.describing import describe_table
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.measures import Measure, Measuring
from ontorag.planning.tables.pieces import Piece, Sheet
from ontorag.planning.tables.tree import Node, Tree
from ontorag.planning.tables.walking import Spot, Walker, forms_of
from ontorag.values import IRI, Column, Is, Order, Path, Plan, Table, Term, Versus

_QUIET = ("filler", "who", "which", "light", "than", "or", "count", "exists", "and", "difference")
_NUMBER = {"de": "Anzahl", "en": "number of"}


def compare_two(sheet: Sheet, ground: Ground, language: Language) -> Plan | None:
    """Make the plan of a comparison of two things, or None where it is none."""
    named = _two(sheet)
    graded = [p for p in sheet.of("degree") if _grade(p) != "positive"]
    counting = sheet.of("more", "less")
    others = [p for p in sheet.of("noun") if not p.is_named]
    known = {p.number for p in (*graded, *counting, *others, *sheet.of("noun"))}
    if named is None or len(graded) + len(counting) + sheet.has("difference") != 1:
        return None
    if _asks(sheet) and sheet.has("than") and not sheet.has("count", "difference"):
        return None  # "Which cities of Bavaria are larger than Ulm?" compares others with one
    if any(p.number not in known and p.kind not in _QUIET for p in sheet.pieces):
        return None
    left, right = named
    node = Node(Spot(terms=(left, right)), None, (), (left, right))
    tree = Tree((node,))
    walker = Walker(ground)
    found = _measured(Measuring(ground, walker, tree), graded, others)
    if found is None and others and not graded:
        found = _counted(walker, node.spot, others[0], ground, language)
    if found is None or len(others) > 1:
        return None
    column, up = found
    if counting:
        up = counting[0].kind == "more"
    return _planned(sheet, ground, language, (left, right), column, up=up)


def _two(sheet: Sheet) -> tuple[Term, Term] | None:
    """Give the two things that are named, each with one meaning."""
    named = [p for p in sheet.of("noun") if p.is_named]
    if len(named) == 1 and len(named[0].also) == 1:
        named = [replace(named[0], also=()), named[0].also[0]]
    if len(named) != 2 or any(len(p.things) != 1 or p.also for p in named):
        return None
    return named[0].things[0], named[1].things[0]


def _grade(piece: Piece) -> str:
    grades = {degree.grade for degree in piece.degrees}
    return "positive" if grades <= {"positive"} else "graded"


def _measured(
    measuring: Measuring, graded: list[Piece], others: list[Piece]
) -> tuple[Column, bool] | None:
    """Find the value that both have and that is compared."""
    ways: list[tuple[Measure, bool]] = []
    for piece in graded:
        for degree in piece.degrees:
            ways += measuring.of_degree(degree, piece)
            if others and others[0].properties:
                ways += [(m, degree.largest) for m in measuring.of_property(others[0])]
    if not graded and others:
        ways = [(m, True) for m in measuring.of_property(others[0], kinds=("number", "date"))]
    if not ways:
        return None
    measure, up = min(ways, key=lambda pair: (pair[0].cost, str(pair[0].path)))
    use = measuring.ground.schema.properties[measure.property]
    label = measuring.ground.label(measure.path[0].predicate)
    return Column(label, measure.path, scale=use.scale, shown=False), up


def _counted(
    walker: Walker, spot: Spot, noun: Piece, ground: Ground, language: Language
) -> tuple[Column, bool] | None:
    """Find how many of a class both have: "more employees than"."""
    text = f"{_NUMBER[language]} {noun.text}"
    if noun.classes:
        goal = Spot(classes=ground.ports.kin(noun.classes))
        walks = walker.walks(spot, goal, names=forms_of(noun.text), longest=1)
        if len(walks) == 1 or (walks and walks[1].cost - walks[0].cost > 0.1):
            return Column(text, walks[0].path, "count", shown=False), True
        return None
    steps = [s for s in walker.leaving(spot) if s.predicate in dict(noun.properties)]
    return (Column(text, (steps[0],), "count", shown=False), True) if len(steps) == 1 else None


def _planned(
    sheet: Sheet,
    ground: Ground,
    language: Language,
    pair: tuple[Term, Term],
    column: Column,
    *,
    up: bool,
) -> Plan:
    left, right = pair
    columns = (Column("", ()), column)
    where = Is((left, right))
    properties: tuple[IRI, ...] = tuple(step.predicate for step in _path(column))
    asking = _asks(sheet)
    by_how_much = _asks_how_much(sheet)
    if sheet.has("count", "difference") or by_how_much:
        versus = Versus(1, left, right, "difference")
    elif asking:
        table = Table(where, columns, orders=(Order(1, up, 1),))
        return _told(table, language, properties, ground, pair)
    else:
        versus = Versus(1, left, right, "truth", ">" if up else "<")
    return _told(Table(where, columns, versus=versus), language, properties, ground, pair)


def _asks(sheet: Sheet) -> bool:
    """Whether a question asks which of the two, not whether or by how much."""
    opens = sheet.text.lower().startswith(("who", "wer", "welch"))
    return (sheet.has("who", "which") or opens) and not _asks_how_much(sheet)


def _asks_how_much(sheet: Sheet) -> bool:
    return sheet.folded[:2] in (("how", "much"), ("um", "wie"), ("wie", "viel"))


def _told(
    table: Table,
    language: Language,
    properties: tuple[IRI, ...],
    ground: Ground,
    pair: tuple[Term, Term],
) -> Plan:
    plan = Plan(
        "table", table.of, subjects=pair, properties=properties, table=table, language=language
    )  # fmt: skip
    return replace(plan, sentences=describe_table(plan, ground.label))


def _path(column: Column) -> Path:
    return column.path
