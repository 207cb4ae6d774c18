"""A property's label, read: is it a verb, a noun or an adjective, and of which families.

"hat Fähigkeit", "leitet", "nahm teil an", "ist Arzt von", "directed by", "member of", "Startdatum",
"number of employees", "height (mm)" are the shapes that labels have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ontorag.language import fold, tokens, words
from ontorag.language.conjugation import (
    INSEPARABLE,
    Form,
    adjective_forms,
    infinitives_of,
    noun_forms,
    verb_forms,
)
from ontorag.language.families import LANGUAGES, FamilyWord, families, light_verbs, units
from ontorag.language.verbs import reads_as_verb
from ontorag.language.words import Language
from ontorag.lexicon.ways import End, Way, noun_parts
from ontorag.names import spoken

TEMPORAL = ("zeitpunkt", "datum", "date", "jahr", "year", "zeit", "time", "tag", "day")
MEASURES = ("anzahl", "zahl", "groesse", "size", "count", "number", "total", "amount")

_BY = frozenset(("by", "von", "durch"))
_AS = frozenset(("als", "as"))
_PREPOSITIONS = words("de").prepositions | words("en").prepositions | _AS
_ARTICLES = (words("de").articles | words("en").articles) - {"ein", "an"}
_PARTICLES = words("de").particles | frozenset(("her", "hin"))
_BE = frozenset(("ist", "sind", "war", "is", "are", "was", "wird", "wurde", "were"))
_BRACKETS = re.compile(r"\(([^)]*)\)")
_NOTHING: frozenset[str] = frozenset()
_COUNTED = ("headcount", "crew")
_DATE_HEADS: dict[Language, tuple[str, ...]] = {
    "de": ("datum", "jahr", "tag"), "en": ("date", "year", "day"),
}  # fmt: skip


@dataclass(slots=True)
class LabelRead:
    """What one label says: its ways, the families with their agent's end, and flags."""

    ways: list[Way] = field(default_factory=list)
    families: list[tuple[str, End]] = field(default_factory=list)
    has: bool = False
    dated: bool = False
    unit: str | None = None


@lru_cache(maxsize=8192)
def read_label(label: str) -> LabelRead:
    """Read one label of a property.

    >>> {(way.kind, way.holder) for way in read_label("leitet").ways}
    {('verb', 'subject')}
    >>> read_label("directed by").families, read_label("leader").families[0]
    ([('direct', 'object')], ('lead', 'object'))
    """
    found = LabelRead()
    for bracket in _BRACKETS.findall(label):
        found.unit = found.unit or units().get(fold(bracket) or bracket)
    text = _BRACKETS.sub(" ", label).strip()
    text = text if " " in text else spoken(text, keep_case=True)
    said = [token.text for token in tokens(text)]
    said = [w for at, w in enumerate(said) if fold(w) not in _ARTICLES or len(said) == 1]
    if said:
        _read(said, found)
    return found


def _read(said: list[str], found: LabelRead) -> None:
    folded = [fold(word) for word in said]
    light = {kind for tag in LANGUAGES for kind, _ in light_verbs(tag).get(folded[0], ())}
    if "have" in light and _is_having(folded[0]):
        found.has = True
        rest = said[2:] if folded[1:2] == ["ueber"] else said[1:]
        _noun(_without_prepositions(rest), "object", found, _prepositions_of(folded[1:]))
        if len(said) == 1:
            own = (family for family, entry in _family_verbs(said[0]) if entry.telling)
            found.families += [(family, "subject") for family in own]
    elif folded[-1] in _BY and len(said) > 1 and _is_participle(said[-2]):
        _verb_ways(said[-2], "", "object", found, _NOTHING, ())
    elif folded[0] in _BE and len(said) > 1:
        rest = [word for word in said[1:] if fold(word) != "ein"]
        _predicate(_without_prepositions(rest), found, _prepositions_of(folded[1:]))
    elif _is_verb(said):
        _verb(said, folded, found)
    elif folded[-1] in _PREPOSITIONS and len(said) > 1:
        _predicate(said[:-1], found, frozenset(folded[-1:]))
    else:
        _noun(said[1:] if folded[0] in _PREPOSITIONS and len(said) > 1 else said, "object", found)


def _is_having(word: str) -> bool:
    return word in ("hat", "haben", "has", "have", "besitzt", "verfuegt", "had", "hatte")


def _is_participle(word: str) -> bool:
    return any(
        "participle" in verb_forms(base, tag).get(fold(word), ())
        for tag in LANGUAGES
        for base in infinitives_of(word, tag)
    )


def _is_verb(said: Sequence[str]) -> bool:
    """Whether the first word is an inflected verb; what only a noun's plural could be is not."""
    first = said[0]
    if _modifies_a_noun(said) or (_family_adjectives(first) and not _family_verbs(first)):
        return False
    known = _family_verbs(first, particle=_particle(said))
    if any(fold(first) != fold(word.text) or word.language == "de" for _, word in known):
        return not first[:1].isupper() or not _family_nouns(first)
    if first[:1].isupper() and len(said) > 1:
        return False
    if _family_nouns(first):
        return False
    if reads_as_verb(" ".join(said)):
        return True
    if _is_prefixed_past(first):
        return True
    past = re.fullmatch(r"[a-z]{3,}ed", first) is not None
    irregular = fold(first) in words("de").irregular and first.islower()
    particle = bool(_particle(said)) and irregular
    return particle or (past and (len(said) == 1 or fold(said[1]) in _PREPOSITIONS))


def _is_prefixed_past(word: str) -> bool:
    """Whether a word is a strong German verb's past with a prefix: "bestieg", "entwarf"."""
    bases = infinitives_of(word, "de") if word.islower() else ()
    return any(
        base.startswith(INSEPARABLE)
        and fold(word) != fold(base)
        and not fold(word).endswith("t")
        and "finite" in verb_forms(base, "de").get(fold(word), ())
        for base in bases
    )


def _modifies_a_noun(said: Sequence[str]) -> bool:
    """Whether a participle stands before a noun: "starred actors" is no verb."""
    if len(said) < 2 or fold(said[0]).endswith("t") or not _is_participle(said[0]):
        return False
    return fold(said[1]) not in _PREPOSITIONS and not _particle(said)


def _verb(said: list[str], folded: list[str], found: LabelRead) -> None:
    particle = _particle(said)
    rest = [word for word in folded[1:] if word != particle]
    prepositions = frozenset(word for word in rest if word in _PREPOSITIONS and word not in _AS)
    _verb_ways(said[0], particle, "subject", found, prepositions, said[1:])
    if prepositions and len(said) == 2 and _is_participle(said[0]):
        found.ways.append(_being(said[0], prepositions))
    for noun in said[1:]:
        if fold(noun) not in _PREPOSITIONS and fold(noun) != particle:
            holder: End = "subject" if _AS & set(folded) else "object"
            found.ways += [_noun_way([noun], tag, holder, companion=True) for tag in LANGUAGES]


def _being(participle: str, prepositions: frozenset[str]) -> Way:
    """Read "contraindicated for" as what something is: its subject is the same."""
    forms = {fold(participle): frozenset[Form]()}
    return Way("adjective", "subject", forms, (), prepositions, bare=False)


def _particle(said: Sequence[str]) -> str:
    """Give the particle of a separated German verb: "nahm teil an", "stellt her"."""
    if len(said) < 2:
        return ""
    second = fold(said[1])
    if second not in _PARTICLES or not infinitives_of(said[0], "de") or not said[0].islower():
        return ""
    if second in _PREPOSITIONS and not _family_verbs(said[0], particle=second):
        return ""
    return second


def _verb_ways(
    word: str,
    particle: str,
    holder: End,
    found: LabelRead,
    prepositions: frozenset[str],
    rest: Sequence[str],
) -> None:
    other: End = "object" if holder == "subject" else "subject"
    for family, entry in _family_verbs(word, particle=particle):
        if _takes(entry, prepositions) and entry.telling:
            found.families.append((family, other if entry.inverse else holder))
    for tag in _languages_of(word, particle):
        for base in infinitives_of(word, tag)[:2]:
            forms = verb_forms(f"{particle}|{base}" if particle else base, tag)
            found.ways.append(
                Way("verb", holder, forms, (), prepositions, bare=not prepositions, language=tag)
            )


def _languages_of(word: str, particle: str) -> tuple[Language, ...]:
    """Give the language of a verb: where it is known, else by its ending."""
    known = {entry.language for _, entry in _family_verbs(word, particle=particle)}
    irregular = (tag for tag in LANGUAGES if fold(word) in words(tag).irregular)
    found = tuple(sorted(known)) or tuple(irregular)
    if not found and _is_prefixed_past(word):
        return ("de",)
    return found or (("de",) if re.search(r"(?:t|te|n)$", word) else ("en",))


def _takes(word: FamilyWord, prepositions: frozenset[str]) -> bool:
    """Whether a family's word is meant by a label with these prepositions."""
    if prepositions:
        return bool(word.prepositions & prepositions)
    return word.bare


def _predicate(said: Sequence[str], found: LabelRead, prepositions: frozenset[str]) -> None:
    """Read what follows "is": the subject is it ("Arzt von", "eligible for", "located in")."""
    if not said:
        return
    for tag in LANGUAGES:
        parts = noun_parts(list(said), tag)
        found.ways.append(Way("noun", "subject", _plain(parts[0]), parts[1:], prepositions))
        forms = (*(adjective_forms(word, tag) for word in said),)
        found.ways.append(
            Way("adjective", "subject", _plain(forms[0]), forms[1:], prepositions,
                bare=not prepositions)
        )  # fmt: skip
    for family, word in _family_adjectives(said[-1]):
        if len(said) == 1 and word.telling and (not prepositions or _takes(word, prepositions)):
            found.families.append((family, "object" if word.inverse else "subject"))
    for family, word in _family_nouns(" ".join(said)):
        if word.telling and word.kind != "act":
            found.families.append((family, "subject" if word.kind == "agent" else "object"))


def _noun(
    said: list[str], holder: End, found: LabelRead, prepositions: frozenset[str] = _NOTHING
) -> None:
    """Read a noun that names the object: "Budget", "crew size", "Startdatum"."""
    if not said:
        return
    found.ways += [_noun_way(said, tag, holder, prepositions) for tag in LANGUAGES]
    lasting = any(family == "duration" for family, _ in _family_nouns(" ".join(said)))
    stem = [] if lasting else _without_head(said, TEMPORAL)
    if stem:
        found.dated = True
        found.ways += [_noun_way(said, tag, "object") for tag, said in _of_other_heads(said)]
        _dated(stem, found)
        return
    counted = _without_head(said, MEASURES)
    if counted:
        found.ways += [_noun_way(counted, tag, holder, counted=True) for tag in LANGUAGES]
    known = [entry for entry in _family_nouns(" ".join(counted or said)) if entry[1].kind != "act"]
    if counted:
        known = [entry for entry in known if entry[0] in _COUNTED] or known
    for family, word in known:
        if word.telling or (counted and family in _COUNTED):
            found.families.append((family, "object" if word.kind == "agent" else "subject"))
    if len(said) > 1 and not counted:
        _participle_and_noun(said, found)


def _participle_and_noun(said: Sequence[str], found: LabelRead) -> None:
    """Read "starred actors": a participle of the noun's own family adds nothing."""
    verbs = {family for family, _ in _family_verbs(said[0])}
    for family, word in _family_nouns(said[-1]):
        if family in verbs and word.kind != "act" and len(said) == 2:
            found.families.append((family, "object" if word.kind == "agent" else "subject"))


def _of_other_heads(said: Sequence[str]) -> Iterator[tuple[Language, list[str]]]:
    """Call a date by its other heads: "Todesjahr" for "Todesdatum", "birth year" for "birth date".

    What is said less exactly follows from the date; what is said more exactly is judged by value.
    """
    last = said[-1].lower()
    for tag in LANGUAGES:
        heads = _DATE_HEADS[tag]
        own = next((head for head in heads if last.endswith(head)), None)
        if own is not None and (last != own or len(said) > 1):
            yield from ((tag, [*said[:-1], said[-1][: -len(own)] + h]) for h in heads if h != own)
        if said[0].lower() in heads and len(said) > 1:
            yield from ((tag, [head, *said[1:]]) for head in heads if head != said[0].lower())


def _dated(stem: Sequence[str], found: LabelRead) -> None:
    """Read what is dated as an event: "Gründung" of "Gründungsdatum" is said by "gründen"."""
    text = " ".join(stem)
    named = {family for family, word in _family_nouns(text) if word.kind == "act"}
    named |= {family for family, word in _family_verbs(text)}
    found.families += [(family, "subject") for family in sorted(named)]
    for tag in LANGUAGES:
        found.ways.append(_noun_way(list(stem), tag, "subject", dated=True))
        lowered = stem[-1].lower()
        german = [lowered.removesuffix("ung") + "en"]
        bases = german if tag == "de" else infinitives_of(lowered, tag)
        for base in bases[:2] if len(stem) == 1 else ():
            forms = verb_forms(base, tag)
            found.ways.append(Way("verb", "subject", forms, dated=True, language=tag))


def _without_head(said: Sequence[str], heads: Sequence[str]) -> list[str]:
    """Take a head such as "date" or "number of" off; empty where there is none."""
    last, first = fold(said[-1]), fold(said[0])
    if len(said) > 1 and last in heads:
        return list(said[:-1])
    if len(said) > 1 and first in heads:
        return _without_prepositions(said[1:])
    for head in heads:
        if last.endswith(head) and len(last) > len(head) + 2:
            spelled = said[-1][: len(said[-1]) - len(head)]
            if fold(said[-1])[: -len(head)] != fold(spelled):
                spelled = fold(said[-1])[: -len(head)].capitalize()
            return [*said[:-1], spelled.removesuffix("s") if spelled.endswith("ngs") else spelled]
    return []


def _noun_way(
    said: Sequence[str],
    tag: Language,
    holder: End,
    prepositions: frozenset[str] = _NOTHING,
    *,
    companion: bool = False,
    dated: bool = False,
    counted: bool = False,
) -> Way:
    parts = noun_parts(list(said), tag)
    return Way(
        "act" if dated else "noun", holder, _plain(parts[0]), parts[1:], prepositions,
        companion=companion, dated=dated, counted=counted,
    )  # fmt: skip


def _plain(forms: frozenset[str]) -> dict[str, frozenset[Form]]:
    return dict.fromkeys(forms, frozenset())


def _without_prepositions(said: Sequence[str]) -> list[str]:
    kept = list(said)
    while kept and fold(kept[-1]) in _PREPOSITIONS:
        kept.pop()
    while kept and fold(kept[0]) in _PREPOSITIONS:
        kept.pop(0)
    return kept


def _prepositions_of(folded: Sequence[str]) -> frozenset[str]:
    return frozenset(folded[-1:]) & _PREPOSITIONS


@lru_cache(maxsize=1)
def _index() -> Mapping[str, Mapping[str, tuple[tuple[str, FamilyWord], ...]]]:
    """Index the families: kind of word ("verb", "noun", "adjective") to form to entries."""
    found: dict[str, dict[str, list[tuple[str, FamilyWord]]]] = {
        "verb": {}, "noun": {}, "adjective": {},
    }  # fmt: skip
    for family in families().values():
        for word in family.words:
            for kind, form in _forms_of(word):
                found[kind].setdefault(form, []).append((family.name, word))
    return {kind: {f: tuple(each) for f, each in table.items()} for kind, table in found.items()}


def _forms_of(word: FamilyWord) -> Iterator[tuple[str, str]]:
    if word.kind == "verb":
        first, *more = word.text.split()
        for form in verb_forms(first, word.language):
            yield "verb", " ".join((form, *more))
    elif word.kind == "adjective":
        for form in adjective_forms(word.text, word.language):
            yield "adjective", form
    elif word.kind != "measure":
        *before, last = word.text.split()
        for form in noun_forms(last, word.language):
            yield "noun", " ".join((*map(fold, before), form))


def _family_verbs(word: str, *, particle: str = "") -> tuple[tuple[str, FamilyWord], ...]:
    return _index()["verb"].get(particle + fold(word), ())


def _family_nouns(text: str) -> tuple[tuple[str, FamilyWord], ...]:
    return _index()["noun"].get(fold(text), ())


def _family_adjectives(word: str) -> tuple[tuple[str, FamilyWord], ...]:
    return _index()["adjective"].get(fold(word), ())
