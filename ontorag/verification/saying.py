"""Which properties a clause can be about, and the words that say so."""

from __future__ import annotations

from collections.abc import Iterator

from ontorag.lexicon import Way
from ontorag.values import IRI
from ontorag.verification.evidence import Evidence
from ontorag.verification.scanning import Item
from ontorag.verification.shapes import Clause, Group

_HAVE = Way("verb", "subject", {})
_LACK = Way("verb", "subject", {}, prepositions=frozenset(("an", "in")))
_HAVE_OVER = Way("verb", "subject", {}, prepositions=frozenset(("ueber",)), bare=False)


def said_properties(
    clause: Clause, evidence: Evidence
) -> Iterator[tuple[IRI, list[tuple[Item | None, Way]]]]:
    """Give the properties that account for every cue of the clause, with the cues that say them."""
    telling = [cue for cue in clause.cues if not cue.light and id(cue) not in clause.asides]
    for iri, known in evidence.phrasebook.of.items():
        ways: list[tuple[Item | None, Way]] = [
            (cue, way) for cue in clause.cues for own, way in cue.ways if own == iri
        ]
        covered = {id(cue) for cue, _ in ways}
        if any(id(cue) not in covered for cue in telling):
            continue
        if not telling and known.has and clause.is_light("have", "lack"):
            over = any("ueber" in each for cue in clause.lights for _, each in cue.light)
            lack = clause.is_light("lack")
            ways += [(None, _LACK if lack else _HAVE), *([(None, _HAVE_OVER)] if over else [])]
        ways = [(cue, way) for cue, way in ways if not _is_loose(clause, cue, way)]
        main = _main([(cue, way) for cue, way in ways if not way.companion])
        if main and _agree(clause, main, ways):
            yield iri, main


def _is_loose(clause: Clause, cue: Item | None, way: Way) -> bool:
    """Whether a noun that can be counted stands without its number beside a verb."""
    verbal = any(
        each.kind == "verb"
        for item in clause.cues
        if not item.light and item is not cue
        for _, each in item.ways
    )
    return way.counted and verbal and not _after_amount(clause, cue)


def _after_amount(clause: Clause, cue: Item | None) -> bool:
    place = next((n for n, each in enumerate(clause.order) if each is cue), 0)
    before = clause.order[place - 1] if place else None
    return isinstance(before, Group) and before.is_amount


def _agree(
    clause: Clause,
    main: list[tuple[Item | None, Way]],
    ways: list[tuple[Item | None, Way]],
) -> bool:
    """Whether the nouns beside a verb only repeat it: "betreut als Mentor", "erfordert Fähigkeit".

    Any other noun is a thing of its own: "Annas Leiter leitet …".
    """
    kept = {id(cue) for cue, _ in main}
    for cue in clause.cues:
        if id(cue) in kept or cue.light or id(cue) in clause.asides:
            continue
        place = next(n for n, each in enumerate(clause.order) if each is cue)
        repeats = any(own is cue and way.companion for own, way in ways)
        if not repeats and clause.marked.get(place) not in ("als", "as") and not cue.compound:
            return False
    return True


def _main(ways: list[tuple[Item | None, Way]]) -> list[tuple[Item | None, Way]]:
    """Where a verb says the property, its subject is who does it: the nouns beside add nothing."""
    verbs = [(cue, way) for cue, way in ways if way.kind == "verb" and cue is not None]
    verbs = [(cue, way) for cue, way in verbs if cue is not None and not cue.light]
    said = {id(cue) for cue, _ in verbs}
    others = [
        (cue, way)
        for cue, way in ways
        if way.kind != "verb"
        and (way.kind in ("act", "adjective") or way.counted or id(cue) in said)
    ]
    return [*verbs, *others] if verbs else ways
