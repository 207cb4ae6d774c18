"""Cutting: the words of a question become pieces, by the ontology's names and closed words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ontorag.language import Token, fold, parse_number, tokens, words
from ontorag.language.degrees import Degree, Grade, degrees_of, more_or_less, most_or_least
from ontorag.language.demonyms import countries_of, places_of
from ontorag.language.families import units
from ontorag.language.words import Language
from ontorag.lexicon import PhraseMatch
from ontorag.planning.tables.amounts import amounts_of
from ontorag.planning.tables.closed import (
    is_filler,
    is_light,
    operator_phrases,
)
from ontorag.planning.tables.compounding import composed, costed, is_verb
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.naming import named, only_with, readings, variants
from ontorag.planning.tables.pieces import Piece, Sheet
from ontorag.values import IRI, Link, Value
from ontorag.vocabulary import Entry

LONGEST_NAME = 8
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "zweit": 2, "dritt": 3, "viert": 4, "fuenft": 5,
    "sechst": 6, "siebt": 7, "acht": 8, "neunt": 9, "zehnt": 10,
}  # fmt: skip
_NAMES = frozenset({"name", "names", "namen", "count", "list"})
"""Words that may be commands, but are nouns where no command can stand."""


def cut(text: str, language: Language, links: Sequence[Link], ground: Ground) -> Sheet:
    """Read a question as pieces; every token is in exactly one."""
    said = tokens(text)
    folded = tuple(fold(token.text) for token in said)
    sheet = Sheet(text, language, said, folded, ends=frozenset(_ends(text, said)))
    return _Cutter(sheet, language, links, ground).sheet()


def _ends(text: str, said: Sequence[Token]) -> Iterator[int]:
    for at in range(len(said) - 1):
        gap = text[said[at].end : said[at + 1].start]
        if any(mark in gap for mark in "?!;\n") or (gap.startswith(".") and gap != "."):
            yield at


class _Cutter:
    """Takes the tokens of one question one kind after the other."""

    def __init__(
        self, sheet: Sheet, language: Language, links: Sequence[Link], ground: Ground
    ) -> None:
        self._sheet = sheet
        self._said, self._folded = sheet.said, sheet.folded
        self._language = language
        self._links = links
        self._ground = ground
        self._pieces: list[Piece] = []
        self._free = set(range(len(sheet.said)))

    def sheet(self) -> Sheet:
        """Cut names first, then amounts, operators, degrees, properties and small words."""
        self._take_links()
        self._take_names()
        self._take_runs()
        self._leave_unknown_names()
        self._take_amounts()
        self._take_operators()
        self._take_degrees()
        self._take_values()
        self._take_properties()
        self._take_rest()
        return self._sheet.with_pieces(tuple(self._pieces))

    def _add(self, kind: str, places: Sequence[int], **fields: object) -> None:
        start, end = self._said[places[0]].start, self._said[places[-1]].end
        text = self._sheet.text[start:end]
        if len(places) <= places[-1] - places[0]:
            text = " ".join(self._said[at].text for at in places)
        self._pieces.append(Piece(0, kind, tuple(places), text, **fields))  # type: ignore[arg-type]
        self._free -= set(places)

    def _take_links(self) -> None:
        """Take what was settled: by the caller, by a model, or as a near spelling."""
        for link in self._links:
            if link.target is None or link.method in ("exact", "folded", "lemma", "none"):
                continue
            places = self._places(link.mention.start, link.mention.end)
            if not places or not set(places) <= self._free:
                continue
            if isinstance(link.target, Value):
                self._add("noun", places, values=(link.target,))
            elif {"class"} & {*link.target.kinds} and isinstance(link.target.iri, IRI):
                self._add("noun", places, classes=(link.target.iri,))
            elif "property" not in link.target.kinds:
                self._add("noun", places, things=(link.target.iri,))

    def _places(self, start: int, end: int) -> list[int]:
        return [at for at, token in enumerate(self._said) if start <= token.start < end]

    def _take_names(self) -> None:
        """Take the longest labels of things, values and classes."""
        spans = [
            (first, last)
            for first in range(len(self._said))
            for last in range(first, min(first + LONGEST_NAME, len(self._said)))
            if not {*range(first, last)} & self._sheet.ends
        ]
        spelled = {span: variants(self._sheet, self._language, *span) for span in spans}
        wanted = sorted({form for forms in spelled.values() for form in forms})
        found = self._ground.lookup.exact(wanted)
        for span in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
            places = list(range(span[0], span[1] + 1))
            if not set(places) <= self._free or self._is_mute(places):
                continue
            if len(places) == 1 and self._is_of_number(places[0]):
                continue
            fields = named(self._sheet, self._ground, spelled[span], found, places)
            if fields:
                text = self._said[places[0]].text
                adjective = bool(places_of(text, self._language)) and not found.get(text)
                self._add("noun", places, function="place" if adjective else "", **fields)

    def _is_of_number(self, at: int) -> bool:
        """Whether a word is a number, or the unit behind one."""
        text = self._said[at].text
        before = self._said[at - 1].text if at else ""
        unit = text in units() or self._folded[at] in units()
        return text.isdigit() or (unit and before[:1].isdigit())

    def _is_mute(self, places: Sequence[int]) -> bool:
        """Whether words are function words that name nothing by themselves."""
        stop = words(self._language).stop_words
        return all(
            (
                self._folded[at] in stop
                or is_filler(self._folded[at], self._language)
                or self._operator(at)
            )
            and not (self._said[at].text.isupper() and len(self._said[at].text) > 1)
            for at in places
        )

    def _operator(self, at: int) -> bool:
        return any(len(said) == 1 for said, _ in operator_phrases().get(self._folded[at], ()))

    def _take_runs(self) -> None:
        """Read names that are said in part: all words of "U990 LCD Inductor" in one label only."""
        for run in self._runs():
            if all(self._is_taken(at) for at in run):
                continue
            term = only_with(self._sheet, self._ground, run)
            if term is not None:
                inside = [p for p in self._pieces if set(p.places) & set(run)]
                for piece in inside:
                    self._pieces.remove(piece)
                self._add("noun", run, things=(term,))

    def _leave_unknown_names(self) -> None:
        """Give up names that linking read as one name which nothing has: "Ana Lima Bo Berg"."""
        for link in self._links:
            if link.target is not None or link.candidates or link.ambiguous:
                continue
            places = set(self._places(link.mention.start, link.mention.end))
            inside = [p for p in self._pieces if p.things and set(p.places) <= places]
            if len(inside) > 1 and places == {at for p in inside for at in p.places}:
                self._pieces = [piece for piece in self._pieces if piece not in inside]
                self._add("unknown", sorted(places))

    def _is_taken(self, at: int) -> bool:
        return at not in self._free

    def _runs(self) -> Iterator[list[int]]:
        """Give the runs of capitalised words and codes, the whole before its beginnings."""
        run: list[int] = []
        for at in range(len(self._said) + 1):
            text = self._said[at].text if at < len(self._said) else ""
            named = text[:1].isupper() or any(c.isdigit() for c in text)
            joined = (
                not run
                or ","
                not in self._sheet.text[
                    self._said[run[-1]].end : self._said[at].start if at < len(self._said) else None
                ]
            )
            if named and joined and at > 0:
                run.append(at)
                continue
            if len(run) > 1:
                yield run
            run = []

    def _take_amounts(self) -> None:
        for places, amount in amounts_of(self._sheet, self._language, self._ground.today):
            if set(places) <= self._free:
                self._add("amount", places, amount=amount)

    def _take_operators(self) -> None:
        for at in range(len(self._said)):
            for said, kind in operator_phrases().get(self._folded[at], ()):
                places = list(range(at, at + len(said)))
                fits = self._folded[at : at + len(said)] == said and set(places) <= self._free
                fits = fits and (kind not in ("latest", "earliest") or self._is_dated(places))
                other = len(said) == 1 or kind == "count"
                if fits and not (other and self._is_other(at, kind)):
                    self._add(kind, places)
                    break

    def _is_dated(self, places: Sequence[int]) -> bool:
        """Whether words stand beside one for a date: "hired last", not "last name"."""
        beside = [at for at in (places[0] - 1, places[-1] + 1) if 0 <= at < len(self._said)]
        if self._language == "de":  # the verb stands last: "zuletzt im Vertrieb eingestellt"
            beside = [at for at in range(len(self._said)) if at not in places]
        matches = [m for at in beside for m in self._ground.lexicon.matches([self._said[at].text])]
        used = set(self._ground.used)
        properties = {m.phrase.property for m in matches} & used
        return any(self._ground.kind_of(iri) == "date" for iri in properties)

    def _is_other(self, at: int, kind: str) -> bool:
        """Whether a word that may be an operator is a property's, or no imperative here."""
        if kind not in ("request", "count", "order", "sum", "difference", "average", "per"):
            return False
        opens = at == 0 or at - 1 in self._sheet.ends or self._folded[at - 1] in ("please", "bitte")
        if kind == "request":
            return not opens
        if kind == "count" and at > 0:
            pair = [self._said[at - 1].text, self._said[at].text]
            matches = self._ground.lexicon.matches(pair)
            return any(len(m.positions) == 2 and m.phrase.weight == 1 for m in matches)
        labels = self._ground.lexicon.matches([self._said[at].text])
        return not opens and any(match.phrase.weight == 1 for match in labels)

    def _take_degrees(self) -> None:
        """Take adjectives in a degree, "most" before one, numbers and ordinals before both."""
        for at in sorted(self._free):
            if at not in self._free:
                continue
            nth, word = _nth(self._folded[at])
            readings = degrees_of(word if nth else self._said[at].text)
            if self._is_german_noun(at):  # "Alter" is one, "der Älteste" is not quite
                readings = tuple(r for r in readings if self._stands_for_noun(at, r))
            graded = [r for r in readings if r.grade != "positive"]
            if at in self._sheet.ends or not self._beside_than(at):
                pass
            elif readings and not graded:
                graded = list(readings)
            most = most_or_least(self._said[at].text)
            step = more_or_less(self._said[at].text)
            following = self._said[at + 1].text if at + 1 in self._free else ""
            plain = [r for r in degrees_of(following) if r.grade == "positive"]
            if graded:
                self._add("degree", [at], degrees=tuple(graded), function=nth)
            elif (most is not None or step is not None) and plain:
                grade: Grade = "superlative" if most is not None else "comparative"
                up = most if most is not None else step
                turned = [r if up else r.turned for r in plain]
                self._add(
                    "degree", [at, at + 1],
                    degrees=tuple(replace(r, grade=grade) for r in turned),
                )  # fmt: skip
            elif most is not None:
                self._add("most" if most else "fewest", [at])
            elif step is not None:
                self._add("more" if step else "less", [at])

    def _is_german_noun(self, at: int) -> bool:
        return at > 0 and self._language == "de" and self._said[at].text[:1].isupper()

    def _stands_for_noun(self, at: int, reading: Degree) -> bool:
        """Whether a capitalised adjective is meant as one: "der Älteste"."""
        article = self._folded[at - 1] in ("der", "die", "das", "den")
        return article and reading.grade == "superlative"

    def _beside_than(self, at: int) -> bool:
        """Whether "than they are" leads to an adjective: "wider than they are tall"."""
        before = self._folded[max(at - 4, 0) : at]
        return bool({"than", "als"} & {*before})

    def _take_values(self) -> None:
        """Take words that are a value somewhere ("Toulouse"), or mean a country ("French")."""
        for at in sorted(self._free):
            token = self._said[at]
            entries = self._places_meant(token.text)
            if entries:
                self._add("noun", [at], function="place", **readings(entries))
            elif token.text[:1].isupper() and (at > 0) and not self._is_mute([at]):
                values = self._ground.literals(token.text)
                if values:
                    self._add("noun", [at], values=values)

    def _places_meant(self, word: str) -> list[Entry]:
        """Give the place that a word for a country, or an adjective by its form, means."""
        for names in (countries_of(word), *((n,) for n in places_of(word, self._language))):
            found = self._ground.lookup.exact(names)
            entries = [e for name in names for e in found.get(name, ())
                       if not {"property", "class"} & {*e.kinds}]  # fmt: skip
            if entries:
                return entries
        return []

    def _take_properties(self) -> None:
        """Take words for properties; a class word may be one too."""
        used = set(self._ground.used)
        while self._take_some_properties(used):
            pass
        for at in sorted(self._free):
            made = composed(self._said[at].text, self._language, self._ground, used)
            if made is not None:
                kind, function, matches = made
                self._add(kind, [at], properties=costed(matches), function=function)

    def _take_some_properties(self, used: set[IRI]) -> bool:
        """Take the first place of each property that is said; give whether there was any."""
        own = {at for p in self._pieces if p.classes and not p.properties for at in p.places}
        spoken = [
            token.text if at in self._free | own else "" for at, token in enumerate(self._said)
        ]
        by_place: dict[tuple[int, ...], dict[IRI, PhraseMatch]] = {}
        for match in self._ground.lexicon.matches(spoken, own=own, near=True):
            if match.phrase.property in used:
                places = tuple(sorted(set(match.positions)))
                by_place.setdefault(places, {})[match.phrase.property] = match
        taken = False
        for places in sorted(by_place, key=lambda p: (-len(p), p)):
            matches = by_place[places]
            if set(places) <= own:
                taken |= self._also(places, matches)
            elif set(places) <= self._free | own and set(places) & own:
                self._add("noun", sorted(set(places) & self._free), properties=costed(matches))
                taken = True
            elif self._only_hints(places, matches):
                continue
            elif set(places) <= self._free and not self._says_nothing(places):
                self._add("noun", places, properties=costed(matches), verb=is_verb(matches))
                taken = True
        return taken

    def _only_hints(self, places: Sequence[int], matches: Mapping[IRI, PhraseMatch]) -> bool:
        """Whether a word is a verb for anything or an adjective, and no property's own label."""
        word = self._folded[places[0]]
        loose = all(match.phrase.weight < 1 for match in matches.values())
        return len(places) == 1 and loose and (is_light(word) or bool(degrees_of(word)))

    def _says_nothing(self, places: Sequence[int]) -> bool:
        stop = words(self._language).stop_words - _NAMES
        return all(self._folded[at] in stop for at in places)

    def _also(self, places: tuple[int, ...], matches: dict[IRI, PhraseMatch]) -> bool:
        """Note on a class word the properties that are called so."""
        for n, piece in enumerate(self._pieces):
            if set(places) <= set(piece.places) and piece.classes and not piece.properties:
                self._pieces[n] = replace(piece, properties=costed(matches))
                return True
        return False

    def _take_rest(self) -> None:
        for at in sorted(self._free):
            word = self._folded[at]
            ordinal = self._ordinal(at)
            number = parse_number(self._said[at].text, self._language)
            if word in ("name", "names", "namen", "title", "titles", "titel"):
                self._add("self", [at])
            elif is_filler(word, self._language) or word in self._ground.lexicon.prepositions:
                self._add("filler", [at])
            elif ordinal is not None:
                self._add("ordinal", [at], function=str(ordinal))
            elif number is not None and number == int(number):
                self._add("number", [at], function=str(int(number)))
            elif is_light(word):
                self._add("light", [at])
            else:
                self._add("unknown", [at])

    def _ordinal(self, at: int) -> int | None:
        word = self._folded[at]
        for stem, number in _ORDINALS.items():
            if word == stem or (word.startswith(stem) and word[len(stem) :] in
                                ("e", "en", "er", "es", "hoechste", "hoechsten")):  # fmt: skip
                return number
        found = re.fullmatch(r"(\d+)(?:st|nd|rd|th)", word)
        return int(found[1]) if found else None


def _nth(word: str) -> tuple[str, str]:
    """Split "zweitteuerste" to the place and the superlative."""
    for stem, number in _ORDINALS.items():
        rest = word.removeprefix(stem)
        if rest != word and any(each.grade == "superlative" for each in degrees_of(rest)):
            return str(number), rest
    return "", word
