"""Ways to say a property: its labels read as verbs, nouns and adjectives, with their families.

"leitet" is a verb whose subject is the property's subject; with it come "Leiterin" (who leads),
"Leitung" (the act), "head" and "lead" by the family of the language. "directed by" is the same
turned round. A label that is no verb is a noun for the object: "Budget", "crew size".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal as OneOf

from ontorag.language.conjugation import Form, adjective_forms, noun_forms, verb_forms
from ontorag.language.families import FamilyWord, families
from ontorag.lexicon.relations import Relation
from ontorag.values import IRI

End = OneOf["subject", "object"]
WayKind = OneOf["verb", "noun", "act", "adjective"]

_OTHER: dict[End, End] = {"subject": "object", "object": "subject"}
_HAD = frozenset(("skill", "own", "experience"))
_UNITS = {"age": "a"}
"""Units that go without saying: an age is in years where nothing else is said."""
_STAFFED = {"headcount": "employ"}


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """One way to say a property.

    ``holder`` is the property's end that is meant: of a verb or adjective its subject in the
    active, of a noun what is called so ("Leiter": who leads), of an act who does it. ``first``
    gives the forms of the first word with what they are, ``rest`` those of the words after it.
    ``prepositions`` it takes before the other end; ``bare``: it also stands without.
    ``companion``: it says the property only beside another word of it ("Fähigkeit" in "erfordert
    Fähigkeit"). ``dated``: it says the property of a date ("startete 2019" for a start date);
    ``counted``: of a number ("vier Mitarbeiter" for a number of employees). ``measured``: it says
    what a number measures ("3120 Meter hoch"). ``language`` is that of a verb.
    """

    kind: WayKind
    holder: End
    first: Mapping[str, frozenset[Form]]
    rest: tuple[frozenset[str], ...] = ()
    prepositions: frozenset[str] = frozenset()
    bare: bool = True
    companion: bool = False
    dated: bool = False
    counted: bool = False
    measured: bool = False
    language: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """All ways to say one property.

    ``has``: a bare *have* says it; ``families`` of words it belongs to; ``symmetric`` by them;
    ``unit`` that its label names ("height (mm)"), or that goes without saying (years of age).
    """

    property: IRI
    ways: tuple[Way, ...]
    by_form: Mapping[str, tuple[Way, ...]]
    has: bool
    families: frozenset[str]
    symmetric: bool
    unit: str | None


class Phrasebook:
    """The ways to say the properties of some facts, looked up by the form of a word."""

    def __init__(self, relations: Iterable[Relation]) -> None:
        self.of: dict[IRI, Ways] = {each.property: ways_of(each) for each in relations}

    def starting(self, form: str) -> Iterator[tuple[IRI, Way]]:
        """Give the ways whose first word has this folded form."""
        for iri, known in self.of.items():
            for way in known.by_form.get(form, ()):
                yield iri, way


@lru_cache(maxsize=4096)
def ways_of(relation: Relation) -> Ways:
    """Read all labels of one property."""
    from ontorag.lexicon.labels import read_label

    found: list[Way] = []
    named: dict[tuple[str, End], bool] = {}
    has, unit = False, None
    for label in relation.labels:
        read = read_label(label)
        has, unit = has or read.has, unit or read.unit
        found += read.ways
        for name, end in read.families:
            named[name, end] = named.get((name, end), True) and read.dated
    for (name, end), dated in named.items():
        found += family_ways(name, end, dated=dated)
    names = frozenset(name for name, _ in named)
    unit = unit or next((_UNITS[name] for name in sorted(names) if name in _UNITS), None)
    return Ways(
        property=relation.property,
        ways=tuple(found),
        by_form=_by_form(found),
        has=has or bool(names & _HAD),
        families=names,
        symmetric=relation.symmetric or any(families()[name].symmetric for name in names),
        unit=unit,
    )


def _by_form(ways: Iterable[Way]) -> dict[str, tuple[Way, ...]]:
    found: dict[str, tuple[Way, ...]] = {}
    for way in ways:
        for form in way.first:
            found[form] = (*found.get(form, ()), way)
    return found


@lru_cache(maxsize=1024)
def family_ways(name: str, agent: End, *, dated: bool) -> tuple[Way, ...]:
    """Give the ways of a family whose agent is this end of the property."""
    own = [way for word in families()[name].words if (way := _family_way(word, agent, dated))]
    staffed = _STAFFED.get(name)
    if staffed:
        verbs = [word for word in families()[staffed].words if word.kind == "verb"]
        own += [way for word in verbs if (way := _family_way(word, agent, dated, companion=True))]
    return tuple(own)


def _family_way(
    word: FamilyWord, agent: End, dated: bool, *, companion: bool = False
) -> Way | None:
    if dated and word.kind not in ("verb", "act", "adjective"):
        return None
    if word.kind == "measure":
        said = dict.fromkeys(adjective_forms(word.text, word.language), frozenset[Form]())
        return Way("adjective", _OTHER[agent], said, bare=False, measured=True)
    first, *more = word.text.split()
    language = word.language
    turned = word.inverse or word.kind == "patient"
    holder: End = "subject" if dated else _OTHER[agent] if turned else agent
    kinds: dict[str, WayKind] = {"agent": "noun", "patient": "noun"}
    if word.kind == "verb":
        forms = verb_forms(first, language)
        rest = tuple(frozenset((each.lower(),)) for each in more)
    elif word.kind == "adjective":
        forms, rest = {form: frozenset() for form in adjective_forms(first, language)}, ()
    else:
        parts = noun_parts([first, *more], language)
        forms, rest = {form: frozenset() for form in parts[0]}, parts[1:]
    return Way(
        kinds.get(word.kind, word.kind),  # type: ignore[arg-type]
        holder, forms, rest, word.prepositions,
        bare=word.bare or word.kind in ("agent", "patient", "act"),
        companion=companion,
        dated=dated,
        counted=word.kind == "patient",
        language=language if word.kind == "verb" else "",
    )  # fmt: skip


def noun_parts(said: list[str], language: str) -> tuple[frozenset[str], ...]:
    """Give the forms of a noun phrase word by word: adjectives before it and itself inflect."""
    tag = "de" if language == "de" else "en"
    before = [adjective_forms(word, tag) for word in said[:-1]]
    return (*before, noun_forms(said[-1], tag))
