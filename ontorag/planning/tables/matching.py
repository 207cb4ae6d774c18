"""Matching as people in HR do it: how many requirements someone meets, and what is lacking.

What is not recorded is neither met nor unmet: only what someone is recorded to have counts.
"""

from __future__ import annotations

from dataclasses import replace

from ontorag.language.words import Language, folded_set
from ontorag.planning.tables.describing import describe_table
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.pieces import Piece, Sheet
from ontorag.values import (
    IRI,
    And,
    Column,
    Constraint,
    Has,
    Is,
    Limit,
    Not,
    Order,
    Plan,
    Step,
    Table,
    Term,
    Where,
)

_NEEDED = folded_set(
    """requirement requirements prerequisite prerequisites anforderung anforderungen voraussetzung
    voraussetzungen required requires require needed erforderlich erforderliche erforderlichen
    erfordert verlangt verlangten geforderten"""
)
_LACKING = folded_set("lack lacks lacking miss misses missing fehlt fehlen fehlende fehlenden")
_MEETING = folded_set(
    """meet meets met fulfil fulfils fulfill fulfills satisfy satisfies erfüllt erfüllen erfülle
    many how wie viele they sie most best"""
)
_RANKING = folded_set("rank ranked ranking order ordered sort sorted sortiere ordne rangliste")
_MET = {"de": "erfüllte Anforderungen", "en": "requirements met"}


def match_requirements(sheet: Sheet, ground: Ground, language: Language) -> Plan | None:
    """Make the plan of a question about requirements, or None where it is none."""
    said = {*sheet.folded}
    lacking, ranking = bool(said & _LACKING), bool(said & _RANKING)
    if not lacking and not said & _NEEDED:
        return None
    named = [piece for piece in sheet.of("noun") if len(piece.things) == 1]
    wanted = next((p for p in named if _needs(ground, p.things[0])), None)
    if wanted is None or not _is_read(sheet, wanted):
        return None
    thing = wanted.things[0]
    need = _needs(ground, thing)[0]
    held = _holding(ground, need)
    if held is None:
        return None
    others = [piece for piece in named if piece is not wanted]
    if lacking:
        return _lacking(ground, language, others, thing, need, held) if len(others) == 1 else None
    amounts = sheet.of("amount")
    if others or not (amounts or ranking) or not _all_of(sheet, ground, need, thing):
        return None
    return _counted(sheet, ground, language, thing, need, held, amounts[0] if amounts else None)


def _needs(ground: Ground, thing: Term) -> list[IRI]:
    """Give the properties by which a thing requires something."""
    edges = ground.around(thing).steps_of(thing)
    return sorted(
        {s.predicate for s in edges
         if not s.inverse and ground.lexicon.says_requirement(s.predicate)},
        key=str,
    )  # fmt: skip


def _holding(ground: Ground, need: IRI) -> IRI | None:
    """Find the property by which others have what is required."""
    ranges = set(ground.schema.properties[need].all_ranges)
    like = set(ground.schema.like_objects(need))
    fitting = [
        iri for iri in ground.used
        if iri != need and not ground.lexicon.says_requirement(iri)
        and (iri in like or ranges & set(ground.schema.properties[iri].all_ranges))
    ]  # fmt: skip
    return min(
        fitting, key=lambda iri: (not ground.lexicon.says_possession(iri), iri.value), default=None
    )


def _is_read(sheet: Sheet, wanted: Piece) -> bool:
    """Whether each word is of requirements, or carries nothing."""
    known = _NEEDED | _LACKING | _MEETING | _RANKING
    return all(
        piece.kind not in ("unknown", "light", "degree", "per")
        or {*sheet.folded[piece.first : piece.last + 1]} <= known
        for piece in sheet.pieces
    )


def _all_of(sheet: Sheet, ground: Ground, need: IRI, thing: Term) -> bool:
    """Whether "3 of 5" says rightly how many requirements there are."""
    required = Has(Step(need, inverse=True), Is((thing,)))
    numbers = [int(piece.function) for piece in sheet.of("number")]
    count = ground.store.count(required, scope=ground.scope) if numbers else 0
    return all(number == count for number in numbers)


def _lacking(
    ground: Ground,
    language: Language,
    others: list[Piece],
    thing: Term,
    need: IRI,
    held: IRI,
) -> Plan:
    """Plan what is required and not recorded of someone."""
    who = others[0].things[0]
    required = Has(Step(need, inverse=True), Is((thing,)))
    has = Has(Step(held, inverse=True), Is((who,)))
    label = ground.label
    constraints = (
        Constraint(f"{label(thing)}: {label(need)}", required, "", False, (need,)),
        Constraint(f"{label(who)}: {label(held)}", has, others[0].text, True, (held,)),
    )
    where = And((required, Not(has)))
    return _told(Plan("holders", where, constraints, language=language), ground)


def _counted(
    sheet: Sheet,
    ground: Ground,
    language: Language,
    thing: Term,
    need: IRI,
    held: IRI,
    amount: Piece | None,
) -> Plan:
    """Plan how many requirements each holder meets, at least some number of them."""
    required = Has(Step(need, inverse=True), Is((thing,)))
    where: Where = Has(Step(held), required)
    shown = amount is None
    columns = (Column("", ()), Column(_MET[language], (Step(held),), "count", shown=shown))
    limits: tuple[Limit, ...] = ()
    if amount is not None and amount.amount is not None:
        limits = (Limit(1, amount.amount.operator, amount.amount.value),)
    table = Table(where, columns, (((Step(held),), required),), limits, (Order(1, True),))
    text = f"{ground.label(held)} ← {ground.label(need)}: {ground.label(thing)}"
    plan = Plan(
        "table", where, (Constraint(text, where, "", False, (held, need)),),
        properties=(held, need), table=table, language=language,
    )  # fmt: skip
    return _told(plan, ground)


def _told(plan: Plan, ground: Ground) -> Plan:
    return replace(plan, sentences=describe_table(plan, ground.label))
