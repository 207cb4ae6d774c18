"""Read the items of a sentence as clauses: groups of things, cues, and what turns their sense.

A clause is read only when every item of it is accounted for. What is not (an unknown word, a
cause, a comparison) makes it unread, and an unread clause is never supported.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ontorag.language import Language, words
from ontorag.language.families import claim_words
from ontorag.verification.scanning import Item, Scanner
from ontorag.verification.shapes import Clause, Group, Unread, is_value

_NEITHER = frozenset(("weder", "neither"))
_NOR = frozenset(("noch", "nor"))
_EXPLETIVE = frozenset(("es", "it"))
_DASHES = frozenset("–—-")


def read_clause(
    items: Sequence[Item],
    scanner: Scanner,
    language: Language,
    subject: Group | None = None,
    *,
    as_names: bool = False,
) -> Clause:
    """Read items as one clause; raises `Unread` at the first that is not accounted for.

    ``subject`` is the group that an elliptic clause takes over from the one before. With
    ``as_names`` a word that may name something or say a property ("Experte") is the name.
    """
    return _Reader(scanner.with_particle(items), language, as_names).clause(subject)


@lru_cache(maxsize=2)
def _closed(language: Language) -> dict[str, frozenset[str]]:
    """Give the closed classes of words of a language."""
    data, small = words(language), claim_words(language)
    return {
        "negation": small.negations,
        "hedge": small.hedges,
        "only": small.only,
        "all": data.single("all"),
        "and": data.single("and") | {"sowie", "sondern", "but"},
        "article": data.articles,
        "preposition": (data.prepositions | {"als", "as"}),
        "people": small.people,
        "personal": small.personal,
        "possessive": small.possessive,
        "demonstrative": small.demonstrative,
    }


class _Reader:
    """Reads one clause from left to right."""

    def __init__(self, items: Sequence[Item], language: Language, as_names: bool) -> None:
        self._items = items
        self._as_names = as_names
        self._language = language
        self._words = claim_words(language)
        self._closed = _closed(language)
        self._clause = Clause(items, language)
        self._preposition = ""
        self._article = ""
        self._only = False
        self._joining = False
        self._possessive = False
        self._skipped: set[int] = set()

    def clause(self, subject: Group | None) -> Clause:
        if not self._items:
            raise Unread(None)
        if subject is not None:
            self._add_group(Group(subject.items, -1, subject.preposition, pronoun=subject.pronoun))
        for at, item in enumerate(self._items):
            self._read(at, item)
        if self._joining or self._preposition:
            raise Unread(self._items[-1])
        if self._only and not any(group.focus for group in self._clause.groups):
            raise Unread(self._items[-1])
        return self._clause

    def _read(self, at: int, item: Item) -> None:
        if at in self._skipped:
            return
        if item.mark:
            self._mark(at, item)
        elif item.phrase:
            self._phrase(at, item)
        elif item.amount is not None:
            self._amount(at, item)
        elif item.terms and not self._is_cue(item):
            self._thing(at, item)
        elif item.classes:
            self._class(at, item)
        else:
            self._word(at, item)

    def _is_cue(self, item: Item) -> bool:
        """Whether a word that names something and says a property is read as the latter."""
        return not self._as_names and bool(item.ways) and not item.compound

    def _mark(self, at: int, item: Item) -> None:
        if item.word == ",":
            if self._clause.order or self._clause.lights:
                self._join(at, item)
        elif item.word == ":" or item.word in _DASHES:
            if self._clause.colon or not self._clause.order:
                raise Unread(item)
            self._clause.colon = True
        else:
            raise Unread(item)

    def _phrase(self, at: int, item: Item) -> None:
        if item.phrase == "nobody":
            self._clause.nobody = True
        elif item.phrase == "mutual":
            self._clause.mutual = True
            self._preposition = ""
        elif item.phrase == "and":
            self._join(at, item)

    def _word(self, at: int, item: Item) -> None:
        word = self._words.contractions.get(item.word, item.word)
        if self._turns(at, item, word):
            return
        closed = self._closed
        if word in self._words.time and self._amount_follows(at):
            return
        if self._is_preposition(word, item):
            self._before_thing(item, word)
        elif word in closed["possessive"] and self._is_possessive(at):
            self._possessive = True
        elif word in closed["article"]:
            self._article = item.word
        elif word in closed["personal"]:
            if word not in _EXPLETIVE or not any(each.is_light("lack") for each in self._items):
                self._pronoun(item)
        elif word in closed["demonstrative"] and self._next_is_class(at):
            self._article = "this"
        elif word in closed["people"]:
            self._class(at, item)
        else:
            self._cue(at, item)

    def _turns(self, at: int, item: Item, word: str) -> bool:
        """Read a word that turns the clause's sense or joins its parts; False if it is none."""
        closed, clause = self._closed, self._clause
        if item.word in self._words.passive and self._language == "de":
            clause.passive = True
        elif word in closed["negation"]:
            clause.negations += 1
        elif word in _NEITHER:
            clause.negations += 1
            clause.neither = True
        elif word in _NOR and clause.neither:
            self._join(at, item)
        elif word in closed["hedge"] and not (item.capital and at):
            clause.hedged = True
        elif word in closed["only"]:
            self._limit(at, item)
        elif word in closed["and"]:
            self._join(at, item)
        elif word in closed["all"]:
            clause.universal = True
        else:
            return False
        return True

    def _is_preposition(self, word: str, item: Item) -> bool:
        return word in self._closed["preposition"] and not (item.ways and word != "in")

    def _before_thing(self, item: Item, word: str) -> None:
        if self._preposition:
            raise Unread(item)
        if self._language == "en" and word == "to" and self._infinitive_follows(item):
            return
        self._preposition = word
        if item.word in self._words.contractions:
            self._article = "dem"

    def _amount_follows(self, at: int) -> bool:
        after = self._items[at + 1] if at + 1 < len(self._items) else None
        return after is not None and after.amount is not None

    def _infinitive_follows(self, item: Item) -> bool:
        at = self._items.index(item) + 1
        after = self._items[at] if at < len(self._items) else None
        return after is not None and any(
            "infinitive" in way.first.get(after.word.split()[0], ()) for _, way in after.ways
        )

    def _is_possessive(self, at: int) -> bool:
        after = self._items[at + 1] if at + 1 < len(self._items) else None
        return after is not None and bool(after.ways or after.classes)

    def _next_is_class(self, at: int) -> bool:
        after = self._items[at + 1] if at + 1 < len(self._items) else None
        return after is not None and bool(after.classes or after.word in self._closed["people"])

    def _limit(self, at: int, item: Item) -> None:
        """Read *only*: of the next group, or of the one before when nothing follows."""
        rest = self._items[at + 1 :]
        follows = any(each.terms or each.amount for each in rest)
        if not follows and self._clause.groups:
            self._clause.groups[-1 if len(self._clause.groups) == 1 else 0].focus = True
        self._only = True

    def _join(self, at: int, item: Item) -> None:
        last = self._clause.order[-1] if self._clause.order else None
        ahead = self._thing_ahead(at)
        if item.word in ("sondern", "but") or not isinstance(last, Group) or ahead is None:
            raise Unread(item, boundary=True, at=at)
        same = bool(ahead.amount) == last.is_amount and last.place >= 0
        if not same or last.counted or last.pronoun or self._clause_follows(at):
            raise Unread(item, boundary=True, at=at)
        self._joining = True

    def _clause_follows(self, at: int) -> bool:
        """Whether a verb stands after the joint and before any further thing, or own subject."""
        if not self._clause.cues and not self._clause.lights:
            return False
        rest = self._items[at + 1 :]
        things = [n for n, each in enumerate(rest) if each.terms or each.amount]
        verbs = [
            n for n, each in enumerate(rest)
            if (each.light or any(way.kind == "verb" for _, way in each.ways)) and not each.terms
        ]  # fmt: skip
        return bool(verbs) and len(things) > 1 and things[0] < verbs[0] < things[-1]

    def _thing_ahead(self, at: int) -> Item | None:
        closed = self._closed
        for item in self._items[at + 1 :]:
            if item.amount or item.terms:
                return item
            word = self._words.contractions.get(item.word, item.word)
            skipped = item.classes or item.phrase or (item.mark and item.word == ",")
            small = word in closed["and"] | closed["article"] | closed["preposition"] | _NOR
            if not skipped and not small:
                return None
        return None

    def _thing(self, at: int, item: Item) -> None:
        if item.compound:
            self._add_cue(item)
        if self._joining:
            last = self._clause.groups[-1]
            if self._preposition not in ("", last.preposition):
                raise Unread(item)
            last.items.append(item)
            self._reset()
            return
        if self._is_attribute(at, item):
            group = Group([item], at)
            self._clause.groups.append(group)
            return
        self._add_group(Group([item], at, self._preposition, self._article, focus=self._only_now()))

    def _is_attribute(self, at: int, item: Item) -> bool:
        """Whether a value stands right before a thing, as an adjective: "schweres Asthma"."""
        after = self._items[at + 1] if at + 1 < len(self._items) else None
        if after is None or not after.terms or not is_value(item) or is_value(after):
            return False
        return not item.capital

    def _only_now(self) -> bool:
        return self._only and not any(group.focus for group in self._clause.groups)

    def _amount(self, at: int, item: Item) -> None:
        after = self._items[at + 1] if at + 1 < len(self._items) else None
        counts = after is not None and not after.terms and (
            after.classes or after.word in self._closed["people"]
        )  # fmt: skip
        group = Group([item], at, self._preposition, self._article, counted=bool(counts))
        if self._joining:
            self._clause.groups[-1].items.append(item)
            self._reset()
            return
        group.focus = self._only_now()
        self._add_group(group)

    def _class(self, at: int, item: Item) -> None:
        before = self._items[at - 1] if at else None
        after = self._items[at + 1] if at + 1 < len(self._items) else None
        if self._denied_kind(at, after):
            self._clause.nobody = True
            self._clause.negations -= 1
        elif item.ways:
            self._add_cue(item)
            if after is not None and after.terms and not after.compound:
                self._clause.asides.add(id(item))
        elif before is not None and before.amount is not None:
            return  # it is what is counted
        elif after is not None and after.terms and not after.compound:
            self._clause.kinds.append((item, after))
        elif (named := self._named_of(at)) is not None:
            self._clause.apposed.append((item, named))
            self._skipped.add(at + 1)
        elif self._article == "this" or self._is_resumed(item):
            self._add_group(Group([item], at, self._preposition, self._article, pronoun=True))
        else:
            group = Group([item], at, self._preposition, self._article, kind=True)
            self._add_group(group)

    def _is_resumed(self, item: Item) -> bool:
        """Whether a class with an article takes up a thing named before: "Der Film dauert …"."""
        definite = self._article in self._words.definite and bool(item.classes)
        return definite and not (self._clause.order and self._clause.is_light("be"))

    def _named_of(self, at: int) -> Item | None:
        """Give what an English class is apposed to: "the city of Graz", no "patient of Paula"."""
        after = self._items[at + 1 : at + 3]
        noun = self._items[at].word.rpartition(" ")[2]
        if noun not in self._words.apposed or len(after) < 2 or after[0].word != "of":
            return None
        return after[1] if after[1].terms and not after[1].compound else None

    def _denied_kind(self, at: int, after: Item | None) -> bool:
        """Whether "keine Person" or "no mission" stands here, before no name."""
        before = self._items[at - 1] if at else None
        negated = (
            before is not None
            and before.word.startswith(("kein", "no"))
            and (before.word in self._closed["negation"] and before.word != "not")
        )
        named = after is not None and bool(after.terms)
        kind = not self._items[at].ways
        return negated and kind and not named

    def _pronoun(self, item: Item) -> None:
        self._add_group(Group([item], -2, self._preposition, self._article, pronoun=True))

    def _cue(self, at: int, item: Item) -> None:
        if item.light:
            if item.ways:
                self._add_cue(item)
            self._clause.lights.append(item)
            if item.is_light("lack", "refuse"):
                self._clause.negations += 1
        elif item.ways:
            self._add_cue(item)
        elif item.level is not None:
            self._clause.levels.append(item)
        else:
            raise Unread(item)

    def _add_cue(self, item: Item) -> None:
        place = len(self._clause.order)
        if item.compound:
            if item.level is None:
                self._clause.asides.add(id(item))
        else:
            self._clause.marked[place] = self._preposition
            self._clause.possessed[place] = self._possessive
            self._preposition, self._article = "", ""
            self._possessive = False
        self._clause.cues.append(item)
        self._clause.order.append(item)

    def _add_group(self, group: Group) -> None:
        self._clause.groups.append(group)
        self._clause.order.append(group)
        self._reset()

    def _reset(self) -> None:
        self._preposition, self._article, self._joining = "", "", False
