"""Words of derived facts and constraints, in German and English."""

from __future__ import annotations

from collections.abc import Sequence

from ontorag.values import World

NAMES_SHOWN = 50


def count_text(n: int, about: str, names: Sequence[str], language: str, world: World) -> str:
    """Say how many there are: recorded, at least, or (world "closed") exactly.

    >>> count_text(2, "hat Fähigkeit: Python", ["Anna", "Ben"], "de", "open")
    'Es sind mindestens 2 (hat Fähigkeit: Python): Anna, Ben.'
    """
    what = f" ({about})" if about else ""
    listed = f": {some(names, language, joined=False)}" if names else ""
    if language == "de":
        said = {"recorded": f"{n} verzeichnet", "open": f"mindestens {n}", "closed": f"genau {n}"}
        return f"Es {'ist' if n == 1 else 'sind'} {said[world]}{what}{listed}."
    said = {"recorded": f"{n} recorded", "open": f"at least {n}", "closed": f"exactly {n}"}
    return f"There {'is' if n == 1 else 'are'} {said[world]}{what}{listed}."


def only_text(name: str, about: str, superlative: str, language: str, *, complete: bool) -> str:
    """Say that one answer is the only one, which also settles a superlative."""
    if language == "de":
        said = f"Nur auf {name} trifft zu" if complete else f"Nur für {name} ist verzeichnet"
        rest = f"; damit ist „{superlative}“ ohne Vergleich beantwortet" if superlative else ""
        return f"{said}: {about}{rest}."
    said = f"Only {name} meets" if complete else f"Only for {name} is recorded"
    rest = f"; this answers “{superlative}” without a comparison" if superlative else ""
    return f"{said}: {about}{rest}."


def empty_text(about: str, language: str, *, complete: bool) -> str:
    """Say that nothing meets the constraints."""
    if language == "de":
        return f"{'Niemand und nichts erfüllt' if complete else 'Nirgends verzeichnet'}: {about}."
    return f"{'Nobody and nothing meets' if complete else 'Nowhere recorded'}: {about}."


def absent_text(about: str, names: Sequence[str], language: str, *, complete: bool) -> str:
    """Say that a statement is not recorded, or (complete) does not hold, for some or at all."""
    who = some(names, language)
    if language == "de":
        if complete:
            return f"Trifft auf {who} nicht zu: {about}." if who else f"Trifft nicht zu: {about}."
        return f"Für {who} nicht verzeichnet: {about}." if who else f"Nicht verzeichnet: {about}."
    if complete:
        return f"Does not hold for {who}: {about}." if who else f"Does not hold: {about}."
    return f"Not recorded for {who}: {about}." if who else f"Not recorded: {about}."


def every_text(n: int, kind: str, about: str, language: str) -> str:
    """Say that something is recorded of all of a set.

    >>> every_text(3, "Entwickler", "beherrscht: Python", "de")
    'Für alle 3 (Entwickler) verzeichnet: beherrscht: Python.'
    """
    if language == "de":
        return f"Für alle {n} ({kind}) verzeichnet: {about}."
    return f"Recorded for all {n} ({kind}): {about}."


def refused_text(said: Sequence[str], language: str) -> str:
    """Say that statements are stated not to be so.

    >>> refused_text(["Anna has skill Java"], "en")
    'It is stated not to be so: Anna has skill Java.'
    """
    lead = "Ausdrücklich verneint ist" if language == "de" else "It is stated not to be so"
    return f"{lead}: {'; '.join(said)}."


def extreme_text(
    label: str, value: str, names: Sequence[str], language: str, *, largest: bool
) -> str:
    """Say which value is the largest or smallest, and whose it is."""
    who = some(names, language)
    if language == "de":
        return f"{'Größter' if largest else 'Kleinster'} Wert von {label}: {value} ({who})."
    return f"{'Largest' if largest else 'Smallest'} value of {label}: {value} ({who})."


def cell_text(
    heading: str,
    keys: Sequence[str],
    value: str,
    language: str,
    *,
    reading: World,
    counted: bool,
) -> str:
    """Say a computed number with what it is of.

    >>> cell_text("number of Employee", ["Sales"], "5", "en", reading="closed", counted=True)
    'Number of Employee (Sales): 5.'
    """
    of = f" ({', '.join(keys)})" if any(keys) else ""
    least = "mindestens " if language == "de" else "at least "
    said = least if counted and reading == "open" else ""
    return f"{heading[:1].upper()}{heading[1:]}{of}: {said}{value}."


def pair_text(
    heading: str, one: tuple[str, str], other: tuple[str, str], *, difference: str | None
) -> str:
    """Say two compared values, and by how much they differ.

    >>> pair_text("weight", ("A", "5"), ("B", "3"), difference="2")
    'Weight: A 5, B 3 (Δ 2).'
    """
    more = "" if difference is None else f" (Δ {difference})"
    name = heading[:1].upper() + heading[1:]
    return f"{name}: {one[0]} {one[1]}, {other[0]} {other[1]}{more}."


def complete_text(labels: Sequence[str], language: str) -> str:
    """Say that the records of some properties are declared complete."""
    listed = some(labels, language)
    if language == "de":
        return f"Als vollständig verzeichnet gilt: {listed or 'alles'}."
    return f"Declared complete: {listed or 'everything'}."


def required_text(label: str, language: str) -> str:
    """Say that something is required."""
    return f"{'erfordert' if language == 'de' else 'requires'} {label}"


def instead_text(relation: str, label: str, kind: str) -> str:
    """Say what is held instead of the thing that is missing, and of which class it is."""
    return f"{relation}: {label} ({kind})"


def some(names: Sequence[str], language: str, *, joined: bool = True) -> str:
    """List names, at most `NAMES_SHOWN`; ``joined`` puts "and" before the last.

    >>> some(["Anna", "Ben", "Clara"], "de")
    'Anna, Ben und Clara'
    """
    last = " und " if language == "de" else " and "
    if len(names) > NAMES_SHOWN:
        more = f"{len(names) - NAMES_SHOWN} {'weitere' if language == 'de' else 'more'}"
        return f"{', '.join(names[:NAMES_SHOWN])}{last}{more}"
    if not joined or len(names) < 2:
        return ", ".join(names)
    return f"{', '.join(names[:-1])}{last}{names[-1]}"
