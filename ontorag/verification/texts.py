"""Judge a whole claim: its sentences, their clauses, and what pronouns stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ontorag.language import words
from ontorag.language.families import claim_words, light_verbs
from ontorag.verification.clauses import read_clause
from ontorag.verification.evidence import Evidence
from ontorag.verification.judged import Judged
from ontorag.verification.judging import judge
from ontorag.verification.saying import said_properties
from ontorag.verification.scanning import Item
from ontorag.verification.shapes import Clause, Group, Unread, is_value

INDEFINITE = frozenset(("ein", "eine", "einen", "a", "an"))
MOST_ITEMS = 200
MOST_BOUNDARIES = 6
DEEPEST = 3


@dataclass(slots=True)
class Text:
    """What was read so far: the things of the last sentence, for pronouns to stand for."""

    things: list[Item] = field(default_factory=list)


def judge_text(text: str, evidence: Evidence, context: Text) -> Judged:
    """Judge every sentence of a claim; one that is not proved decides."""
    sentences = evidence.scanner.sentences(text)
    if not sentences:
        return Judged(reason="it states nothing that can be checked")
    proofs: list[tuple[str, ...]] = []
    worst: Judged | None = None
    for items in sentences:
        if len(items) > MOST_ITEMS:
            return Judged(reason="the sentence is too long to be read")
        if _says_not_only(items):
            found = Judged(reason="it says that there is more")
        else:
            found = _Sentence(evidence, context.things).judged(items)
        context.things = [item for item in items if item.terms and not item.mark] or context.things
        if found.kind == "contradicted":
            return found
        if found.kind != "supported":
            worst = worst or found
        proofs += found.proofs
    return worst or Judged("supported", "", proofs)


class _Sentence:
    """Judges one sentence: whole, or where that fails, clause by clause."""

    def __init__(self, evidence: Evidence, before: Sequence[Item]) -> None:
        self._evidence = evidence
        self._before = before
        self._words = claim_words(evidence.language)

    def judged(self, items: Sequence[Item]) -> Judged:
        return self._judged(items, None, DEEPEST)[0]

    def _judged(
        self, items: Sequence[Item], subject: Group | None, depth: int
    ) -> tuple[Judged, Clause | None]:
        found, clause = self._whole(items, subject)
        if found.kind == "supported" or depth == 0:
            return found, clause
        for each in self._parts(items, subject, depth):
            if each.kind == "supported":
                return each, clause
            if each.kind == "contradicted" and found.kind != "contradicted":
                found = each
        return found, clause

    def _whole(self, items: Sequence[Item], subject: Group | None) -> tuple[Judged, Clause | None]:
        """Judge items as one clause, in every way that its words and its subject may be meant."""
        best, read = Judged(), None
        for clause in self._clauses(items, subject):
            if isinstance(clause, Unread):
                item = clause.item
                span = (item.start, item.end) if item is not None else None
                if read is None and best.span is None:
                    best = Judged(reason="not accounted for", span=span)
                continue
            found = self._resolved(clause)
            if found.kind == "supported":
                return found, clause
            if found.kind == "contradicted" or read is None:
                best, read = found, clause
        return best, read

    def _clauses(self, items: Sequence[Item], subject: Group | None) -> Iterator[Clause | Unread]:
        """Read items with and without the subject of the clause before, words as cues or values."""
        both = [item for item in items if item.ways and item.terms and not item.compound]
        named = (any(not is_value(item) for item in both),) if both else (False,)
        for given in (None, subject) if subject is not None else (None,):
            for as_names in (*named, not named[0]) if both else named:
                yield self._read(items, given, as_names)

    def _read(
        self, items: Sequence[Item], subject: Group | None, as_names: bool
    ) -> Clause | Unread:
        scanner, language = self._evidence.scanner, self._evidence.language
        try:
            return read_clause(items, scanner, language, subject, as_names=as_names)
        except Unread as unread:
            return unread

    def _resolved(self, clause: Clause) -> Judged:
        pronouns = [group for group in clause.groups if group.pronoun and group.place != -1]
        possessed = any(clause.possessed.values()) and not clause.is_light("have", "lack")
        if not pronouns and not possessed:
            return judge(clause, self._evidence)
        candidates = self._antecedents(clause)
        if len(candidates) != 1:
            return Judged(reason="what the pronoun stands for is not clear", span=clause.span)
        if possessed and not pronouns:
            owner = Group([candidates[0]], -2, pronoun=True)
            clause.groups.insert(0, owner)
        for group in pronouns:
            group.items = [candidates[0]]
        return judge(clause, self._evidence)

    def _antecedents(self, clause: Clause) -> list[Item]:
        """Give the things before that the properties said can be about."""
        own = [item.terms for group in clause.groups for item in group.items]
        ends = frozenset(
            name
            for iri, _ in said_properties(clause, self._evidence)
            for name in (self._evidence.relation(iri).domains | self._evidence.relation(iri).ranges)
        )
        found: dict[frozenset[object], Item] = {}
        for item in self._before:
            if self._evidence.fits(item.terms, ends) is False or item.terms in own:
                continue
            if self._named_otherwise(clause, item):
                continue
            found.setdefault(frozenset(item.terms), item)
        return list(found.values())

    def _named_otherwise(self, clause: Clause, item: Item) -> bool:
        """Whether "this mission" cannot be this thing, by its classes."""
        kinds = self._evidence.kinds(item.terms)
        words = [
            each.word for group in clause.groups if group.pronoun
            for each in group.items if each.classes
        ]  # fmt: skip
        return any(not any(word.startswith(kind) for kind in kinds) for word in words)

    def _parts(self, items: Sequence[Item], subject: Group | None, depth: int) -> Iterator[Judged]:
        yield from self._described(items, depth)
        boundaries = [at for at, item in enumerate(items) if self._is_boundary(item) and at]
        for at in boundaries[:MOST_BOUNDARIES]:
            after = at + 1
            while after < len(items) and (self._is_boundary(items[after]) or items[after].phrase):
                after += 1
            if after >= len(items):
                continue
            if items[at].mark:
                yield from self._aside(items, at, after, subject, depth)
            yield self._two(items[:at], items[after:], subject, depth)

    def _is_boundary(self, item: Item) -> bool:
        if item.terms:
            return False
        return (item.mark and item.word == ",") or item.word in (
            "und", "and", "aber", "but", "sowie", "sondern", "&",
        )  # fmt: skip

    def _two(
        self, left: Sequence[Item], right: Sequence[Item], subject: Group | None, depth: int
    ) -> Judged:
        right = self._filled(left, right)
        if not _says_something(left) or not _says_something(right):
            return Judged()
        first, clause = self._judged(left, subject, 0)
        if clause is None or first.kind == "unsupported":
            return Judged(reason=first.reason, span=first.span)
        second, _ = self._judged(right, self._subject(clause), depth - 1)
        return _both(first, second)

    def _filled(self, left: Sequence[Item], right: Sequence[Item]) -> Sequence[Item]:
        """Give an elliptic clause the verb of the one before: "… und Marc The Long Tide"."""
        if any(each.light or _is_verb(each) for each in right):
            return right
        verbs = [each for each in left if each.light or _is_verb(each)]
        if any(each.ways for each in right):
            return [*(each for each in verbs if each.is_light("be")), *right]
        named = [n for n, each in enumerate(right) if each.terms or each.amount]
        if len(named) != 2 or len(verbs) != 1:
            return right
        at = named[0] + 1
        return [*right[:at], *verbs, *right[at:]]

    def _subject(self, clause: Clause) -> Group | None:
        """Give the group that a following clause without a subject is about."""
        named = [group for group in clause.groups if not group.preposition and not group.is_amount]
        return named[0] if named else None

    def _aside(
        self, items: Sequence[Item], at: int, after: int, subject: Group | None, depth: int
    ) -> Iterator[Judged]:
        """Judge what stands between commas behind a thing: a relative clause or an apposition."""
        relative, word = self._words.relative, items[after].word
        following = items[after + 1].word if after + 1 < len(items) else ""
        if word in relative:
            yield from self._relative(items, at, after, subject, depth)
        elif following in relative and word in words(self._evidence.language).prepositions:
            yield from self._relative(items, at, after + 1, subject, depth, word)
        if after == at + 1:
            yield from self._apposition(items, at, subject, depth)

    def _apposition(
        self, items: Sequence[Item], at: int, subject: Group | None, depth: int
    ) -> Iterator[Judged]:
        """Judge "Graz, die Hauptstadt von X, hat Y" as "Graz ist die Hauptstadt von X" and more."""
        thing, first = items[at - 1], items[at + 1]
        be = self._copula(thing.end)
        if _is_name_alone(items, at):
            described = self._judged([*items[:at], be, first], subject, 0)[0]
            main, _ = self._judged([first, *items[at + 3 :]], None, depth - 1)
            if described.kind != "unsupported":
                yield _both(main, described)
            return
        if not thing.terms or thing.mark or (first.terms and not first.genitive):
            return
        for end, inner, rest in _cut_out(items, at, at + 1):
            whole = end == len(items) or _says_something(rest)
            if not whole or any(item.light for item in inner):
                continue
            aside, _ = self._judged([thing, be, *inner], None, 0)
            if aside.kind == "unsupported":
                continue
            main, _ = self._judged(rest, subject, depth - 1)
            yield _both(main, aside)

    def _copula(self, place: int) -> Item:
        word = "ist" if self._evidence.language == "de" else "is"
        return Item(word, place, place, light=light_verbs(self._evidence.language)[word])

    def _described(self, items: Sequence[Item], depth: int) -> Iterator[Judged]:
        """Judge "X is a film directed by Y", "X ist ein Fluss, der …" as two clauses about X."""
        at = next((n for n, item in enumerate(items) if item.is_light("be")), len(items))
        kind = next((n for n in range(at + 1, len(items)) if items[n].classes or items[n].terms), 0)
        subject = [item for item in items[:at] if item.terms]
        if len(subject) != 1 or not kind or items[kind - 1].word not in INDEFINITE:
            return
        rest = items[kind + 1 :]
        if kind != at + 2 or not _says_something(rest):
            return
        if items[kind].classes:
            known = self._evidence.is_surely_of(subject[0], items[kind])
            first = Judged("supported" if known else "unsupported")
        else:
            first, _ = self._judged(items[: kind + 1], None, 0)
        if first.kind == "unsupported":
            return
        if rest[0].mark and len(rest) > 1 and rest[1].word in self._words.relative:
            second, _ = self._judged(rest[2:], Group(subject, -1), depth - 1)
        else:
            second, _ = self._judged([*items[: at + 1], *rest], None, depth - 1)
        yield _both(first, second)

    def _relative(
        self,
        items: Sequence[Item],
        at: int,
        after: int,
        subject: Group | None,
        depth: int,
        preposition: str = "",
    ) -> Iterator[Judged]:
        """Judge "Ben, der von Anna betreut wird, kann Python" as two clauses about Ben."""
        before = [item for item in items[:at] if item.terms or item.mark]
        if not before or not before[-1].terms:
            return
        antecedent = Group([before[-1]], -1, preposition)
        for _, inner, rest in _cut_out(items, at, after + 1):
            if not _says_something(inner) or not _says_something(rest):
                continue
            aside, _ = self._judged(inner, antecedent, 0)
            if aside.kind == "unsupported":
                continue
            main, _ = self._judged(rest, subject, depth - 1)
            yield _both(main, aside)


def _is_name_alone(items: Sequence[Item], at: int) -> bool:
    """Whether just a name stands between this comma and the next: "Die Chefin, Eva Brandl, …"."""
    end = at + 2
    closed = end < len(items) and items[end].mark and items[end].word == ","
    first = items[at + 1]
    return closed and bool(first.terms) and not first.genitive and any(i.ways for i in items[:at])


def _cut_out(
    items: Sequence[Item], at: int, start: int
) -> Iterator[tuple[int, Sequence[Item], Sequence[Item]]]:
    """Give where what begins at ``start`` may end, it, and the sentence without it from ``at``."""
    ends = [n for n in range(start, len(items)) if items[n].mark and items[n].word == ","]
    for end in (*ends, len(items)):
        inner = items[start:end]
        if inner:
            yield end, inner, [*items[:at], *items[end + 1 :]]


def _says_not_only(items: Sequence[Item]) -> bool:
    """Whether "nicht nur" stands without its "sondern auch": more is said than is told."""
    places = [n for n, item in enumerate(items) if item.phrase == "not_negation"]
    opened = [n for n in places if items[n].word in ("nicht", "not")]
    rest = items[opened[0] + 1 :] if opened else ()
    return bool(opened) and not any(item.word in ("sondern", "but") for item in rest)


def _is_verb(item: Item) -> bool:
    return not item.terms and any(way.kind == "verb" for _, way in item.ways)


def _says_something(items: Sequence[Item]) -> bool:
    return any(item.ways or item.light for item in items)


def _both(first: Judged, second: Judged) -> Judged:
    for each in (first, second):
        if each.kind == "contradicted":
            return each
    for each in (first, second):
        if each.kind == "unsupported":
            return each
    return Judged("supported", "", [*first.proofs, *second.proofs])
