"""The table of facts: every fact one row, cited ones first."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ontorag.errors import TermError
from ontorag.report.texts import Names, seen
from ontorag.values import DerivedFact, Fact, Term, Triple, fact_key, read_term

SHOWN_ROWS = 500
"""More rows than this are folded away until asked for (by JavaScript only)."""
MOST_ROWS = 5000
"""More rows than this are not written at all: a browser could not show them."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A term as text, with its IRI or N-Triples as a tooltip and a hint (language, datatype)."""

    text: str
    title: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One fact in words; ``premises`` are ids of listed facts or facts in words.

    ``proof`` says why an inferred one holds.
    """

    id: str
    subject: Cell
    property: Cell
    object: Cell
    qualifiers: tuple[tuple[Cell, Cell], ...]
    sources: tuple[str, ...]
    graphs: tuple[str, ...]
    origin: str
    rule: str
    premises: tuple[str, ...]
    ids: tuple[str, ...]
    proof: str


@dataclass(frozen=True, slots=True)
class DerivedRow:
    """A computed fact as a sentence, with the ids of the facts it was computed from."""

    id: str
    text: str
    ids: tuple[str, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A headed part of the table; ``folded`` parts wait for "show all"."""

    head: str
    rows: tuple[Row, ...]
    count: int
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The whole table; ``cut`` is the number of facts that are not in it."""

    blocks: tuple[Block, ...]
    derived: tuple[DerivedRow, ...]
    qualified: bool
    total: int
    cut: int


def make_table(
    facts: Sequence[Fact],
    names: Names,
    said: Mapping[str, str],
    *,
    cited: Collection[str] = (),
    derived: Sequence[DerivedFact] = (),
    nearby: Sequence[Fact] = (),
) -> Table:
    """Arrange numbered facts for the page; what is only ``nearby`` stands in a block of its own."""
    wanted = set(cited)
    first = [fact for fact in facts if fact.id in wanted]
    rest = [fact for fact in facts if fact.id not in wanted][: max(0, MOST_ROWS - len(first))]
    ids = {fact.key: fact.id for fact in facts}
    blocks = [Block(said["facts_cited"], _rows(first, ids, names, said), len(first))]
    open_rows = max(0, SHOWN_ROWS - len(first))
    head = said["facts_other"] if first else said["facts_all"]
    blocks.append(Block(head, _rows(rest[:open_rows], ids, names, said), len(rest)))
    blocks.append(Block("", _rows(rest[open_rows:], ids, names, said), len(rest), folded=True))
    blocks.append(Block(said["facts_nearby"], _rows(nearby, ids, names, said), len(nearby)))
    return Table(
        blocks=tuple(block for block in blocks if block.rows),
        derived=tuple(
            DerivedRow(d.id, seen(d.text or d.about), tuple(map(seen, d.premises)), d.complete)
            for d in derived
        ),
        qualified=any(fact.qualifiers for fact in (*facts, *nearby)),
        total=len(facts) + len(nearby),
        cut=len(facts) - len(first) - len(rest),
    )


def _rows(
    facts: Sequence[Fact], ids: Mapping[str, str], names: Names, said: Mapping[str, str]
) -> tuple[Row, ...]:
    return tuple(_row(fact, ids, names, said) for fact in facts)


def _row(fact: Fact, ids: Mapping[str, str], names: Names, said: Mapping[str, str]) -> Row:
    premises = [_premise(line, ids, names) for line in fact.premises]
    return Row(
        id=fact.id,
        subject=_cell(fact.subject, names),
        property=_cell(fact.predicate, names),
        object=_cell(fact.object, names),
        qualifiers=tuple(
            (_cell(q.predicate, names), _cell(q.value, names)) for q in fact.qualifiers
        ),
        sources=tuple(seen(source) for source in fact.sources),
        graphs=tuple(seen(names.curies(graph)) for graph in fact.graphs if graph),
        origin=fact.origin,
        rule=seen(fact.rule or ""),
        premises=tuple(text for text, known in premises if not known and not fact.proof),
        ids=tuple(text for text, known in premises if known),
        proof=seen(fact.proof or ""),
    )


def _cell(term: Term, names: Names) -> Cell:
    title = names.identity(term) if not names.hint(term) else ""
    text = names.label(term)
    return Cell(text, "" if title == f'"{text}"' else title, names.hint(term))


def _premise(line: str, ids: Mapping[str, str], names: Names) -> tuple[str, bool]:
    """Give a premise's id where it is listed, else the premise in words."""
    body = line.strip().removesuffix(".").strip()
    try:
        premise = read_term(f"<<( {body} )>>")
    except TermError:
        return seen(line), False
    if not isinstance(premise, Triple):
        return seen(line), False
    known = ids.get(fact_key(premise.subject, premise.predicate, premise.object))
    return (known, True) if known else (names.label(premise), False)
