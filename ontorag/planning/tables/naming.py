"""Naming: which things, values and classes the words of a piece name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ontorag.language import fold, lemma_forms
from ontorag.language.words import Language
from ontorag.planning.tables.closed import is_light, noun_synonyms
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.pieces import Sheet
from ontorag.values import IRI, Literal, Term, Value, read_term
from ontorag.vocabulary import Entry

Named = Mapping[str, object]
"""The fields of a piece that say what it names."""


def variants(sheet: Sheet, language: Language, first: int, last: int) -> list[str]:
    """Give a span's spelling, with its last word in base forms, and class synonyms of it."""
    start, end = sheet.said[first].start, sheet.said[last].end
    spelled = sheet.text[start:end]
    before = sheet.text[start : sheet.said[last].start]
    word = sheet.said[last].text
    forms = [spelled]
    if len(word) > 3:
        other: Language = "en" if language == "de" else "de"
        forms += [before + f for f in lemma_forms(word, language) if len(f) > 2]
        forms += [before + f for f in lemma_forms(word, other) if len(f) > 2]
    elif word.endswith("s") and word[:-1].isupper():
        forms.append(before + word[:-1])
    return list(dict.fromkeys(forms))


def named(
    sheet: Sheet,
    ground: Ground,
    forms: Sequence[str],
    found: Mapping[str, tuple[Entry, ...]],
    places: Sequence[int],
) -> Named:
    """Give all that the first form which names something names."""
    for form in forms:
        entries = [e for e in found.get(form, ()) if "property" not in e.kinds]
        if len(form) <= 3:
            entries = [each for each in entries if each.label == form]
        if entries:
            return readings(entries)
    if len(places) == 1 and is_light(sheet.folded[places[0]]):
        return {}
    classes = _synonymous(ground, forms, alone=len(places) == 1)
    return {"classes": classes} if classes else {}


def readings(entries: Sequence[Entry]) -> Named:
    """Give all that some entries of the vocabulary name, homonyms apart."""
    best = min(entry.rank for entry in entries)
    things: dict[Term, None] = {}
    values: dict[Value, None] = {}
    classes: dict[IRI, None] = {}
    for entry in entries:
        term = read_term(entry.term)
        if entry.property is not None and isinstance(term, Literal):
            values[Value(IRI(entry.property[1:-1]), term)] = None
        elif "class" in entry.kinds and isinstance(term, IRI):
            classes[term] = None
        elif entry.rank <= max(best, 1):
            things[term] = None
    return {"things": tuple(things), "values": tuple(values), "classes": tuple(classes)}


def _synonymous(ground: Ground, forms: Sequence[str], *, alone: bool) -> tuple[IRI, ...]:
    """Give the classes that a noun means in brackets, by a synonym, or as their last word."""
    classes = ground.class_names
    said = [fold(form) for form in forms]
    if alone:
        said += [fold(other) for form in forms for other in noun_synonyms(form)]
    for form in said:
        if form in classes:
            return classes[form]
    heads = {
        form: [c for name, c in classes.items()
               if name.endswith(f" {form}") and not {"of", "von", "der"} & {*name.split()}]
        for form in said
    } if alone else {}  # fmt: skip
    found = {iri for form in said for each in heads.get(form, ()) for iri in each}
    return (found.pop(),) if len(found) == 1 else ()


def only_with(sheet: Sheet, ground: Ground, run: Sequence[int]) -> Term | None:
    """Give the one thing whose label has all words of a run."""
    said = [sheet.folded[at] for at in run]
    first = next((word for word in said if any(c.isdigit() for c in word)), said[0])
    entries = ground.lookup.with_word(first, limit=400)
    meant = {
        entry.term
        for entry in entries
        if entry.property is None
        and not {"class", "property"} & {*entry.kinds}
        and {*said} <= {*fold(entry.label).split()}
    }
    return read_term(meant.pop()) if len(meant) == 1 else None
