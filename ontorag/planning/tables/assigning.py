"""Assigning: each piece of a question gets its role, operators with their nouns first."""

from __future__ import annotations

from ontorag.language import fold
from ontorag.language.degrees import degrees_of
from ontorag.language.families import levels
from ontorag.planning.tables.ground import Ground
from ontorag.planning.tables.lacking import are_joined, done_to, end_of, named_before, says_other
from ontorag.planning.tables.likeness import shared
from ontorag.planning.tables.pieces import Piece, Sheet
from ontorag.planning.tables.ranks import RankReading
from ontorag.planning.tables.roles import AGGREGATES, Roles, asks_of_subject

_EVERY = frozenset({"every", "jede", "jeder", "jedes", "jedem", "jeden"})
_HAVING = frozenset({"has", "have", "had", "hat", "haben", "hatte", "besitzt", "besitzen"})
_VALUED = ("number", "date", "scale", "text")


def roles_of(sheet: Sheet, ground: Ground) -> Roles:
    """Give each piece its role; ``unread`` is the first that has none."""
    return _Reading(sheet, ground).roles()


def _is_compared(piece: Piece, noun: Piece) -> bool:
    """Whether a noun before "than Ann" is what is compared: "more skills than Ann"."""
    amount = piece.amount
    if amount is None or amount.of is None or noun.is_named:
        return False
    return not amount.value.datatype.endswith("date")


class _Reading:
    """Reads the pieces of one sheet from left to right."""

    def __init__(self, sheet: Sheet, ground: Ground) -> None:
        self._sheet = sheet
        self._ground = ground
        self._roles = Roles()
        self._taken: set[int] = set()
        self._numbers: set[int] = set()
        self._ranks = RankReading(sheet, ground, self._roles, self._taken, self._numbers)
        self._asks_value = False

    def roles(self) -> Roles:
        """Read operators with their nouns first, then the nouns that are left."""
        for piece in self._sheet.pieces:
            self._operator(piece)
        self._focus()
        for piece in self._sheet.pieces:
            if piece.kind == "noun" and piece.number not in self._taken:
                self._noun(piece)
        for piece in self._sheet.of("all"):
            self._all(piece)
        self._how_much()
        self._check()
        return self._roles

    def _operator(self, piece: Piece) -> None:
        """Give an operator its noun."""
        readers = {
            "count": self._count, "per": self._per, "amount": self._amount, "order": self._order,
            "top": self._ranks.top, "not": self._scope, "only": self._scope, "degree": self._degree,
            "alike": self._alike, "nobody": self._nobody,
            **dict.fromkeys(("most", "fewest", "latest", "earliest"), self._ranks.rank),
            **dict.fromkeys(AGGREGATES, self._aggregate),
        }  # fmt: skip
        if piece.kind in readers:
            readers[piece.kind](piece)
        elif piece.kind in ("descending", "ascending"):
            self._roles.descending = piece.kind == "descending"
        elif piece.kind == "difference":
            self._roles.difference = piece
        elif piece.kind == "exists" or piece.function in ("some", "every"):
            self._roles.exists = piece.first == 0 or bool(piece.function)
            self._roles.universal = piece.function == "every"

    def _count(self, piece: Piece) -> None:
        noun = self._sheet.next_noun(piece, over=("degree", "number"))
        if noun is not None and self._roles.focus is None:
            self._roles.focus, self._roles.counted = noun, True

    def _per(self, piece: Piece) -> None:
        """Read "per department"; "which skill does every manager have" is about all of them."""
        noun = self._sheet.next_noun(piece)
        if noun is None or not noun.classes or self._roles.group is not None:
            self._roles.unread = self._roles.unread or piece
        elif fold(piece.text) in _EVERY and self._sheet.has("which") and piece.first > 0:
            self._roles.every.add(noun.number)
        else:
            self._roles.group = noun

    def _aggregate(self, piece: Piece) -> None:
        """Join a function with the value behind it, or with the one before: "… on average"."""
        noun = self._sheet.next_noun(piece, over=("count", "unknown"))
        if noun is None or not noun.properties or not self._ground.is_valued(noun):
            before = [
                p for p in self._sheet.of("noun")
                if p.last < piece.first and p.properties and self._ground.is_valued(p)
            ]  # fmt: skip
            noun = before[-1] if before else None
        if noun is not None and noun.number not in self._taken:
            self._roles.aggregates.append((piece.kind, noun))
            self._taken.add(noun.number)
        elif piece.kind != "sum":  # "in total" of what is counted says nothing more
            self._roles.unread = self._roles.unread or piece

    def _degree(self, piece: Piece) -> None:
        """Read a superlative with its noun; what is compared is read with its amount."""
        if any(degree.grade == "superlative" for degree in piece.degrees):
            self._ranks.rank(piece)
        else:
            self._compared(piece)

    def _compared(self, piece: Piece) -> None:
        """Read "wider than they are tall": two measures of the same thing."""
        later = [p for p in self._sheet.of("degree") if p.first > piece.last]
        behind = [p for p in self._sheet.pieces if p.first > piece.last]
        kinds = [p.kind for p in behind if not later or p.first < later[0].first]
        if later and "than" in kinds and "amount" not in kinds and self._roles.against is None:
            self._roles.against = (piece, later[0])
        elif self._roles.against is None or piece not in self._roles.against:
            amount = next(
                (p for p in self._sheet.of("amount") if p.first > piece.last), None
            )  # fmt: skip
            if amount is not None and self._leads_to(piece, amount):
                self._roles.amounts.append((amount, piece))
                self._taken.add(amount.number)
            else:
                self._roles.unread = self._roles.unread or piece

    def _leads_to(self, piece: Piece, amount: Piece) -> bool:
        """Whether a comparative is of an amount: "older than 40", "a larger city than Ulm"."""
        after = self._sheet.after(piece)
        if after is not None and after.classes and amount.amount and amount.amount.of is not None:
            after = self._sheet.after(after)
        return after in (amount, *self._sheet.of("than"))

    def _amount(self, piece: Piece) -> None:
        """Find the noun that an amount limits: right behind it, else the nearest before it."""
        if piece.number in self._taken:
            return
        before = [
            p for p in self._sheet.pieces
            if p.kind == "noun" and p.last < piece.first and p.properties and not p.is_named
        ]  # fmt: skip
        after = self._sheet.next_noun(piece, over=("sum",))
        noun = after
        compared = self._sheet.before(piece)
        if piece.function == "had":
            later = [p for p in self._sheet.of("noun") if p.first > piece.last and p.properties]
            noun = next((p for p in later if not p.classes and not p.is_named), None)
        elif compared is not None and compared.kind == "noun" and _is_compared(piece, compared):
            noun = compared
        elif after is None or after.is_named:
            noun = before[-1] if before else None
        elif before and before[-1].number not in self._taken and not after.classes:
            gaps = (piece.first - before[-1].last, after.first - piece.last)
            noun = (
                before[-1] if gaps[0] <= gaps[1] and self._ground.is_valued(before[-1]) else after
            )
        self._roles.amounts.append((piece, noun))
        if noun is not None and not noun.classes and self._ground.is_valued(noun):
            self._taken.add(noun.number)

    def _nobody(self, piece: Piece) -> None:
        """Read "which skills does nobody have": what the one verb says leads nowhere."""
        verbs = [p for p in self._sheet.of("noun") if p.verb]
        if len(verbs) != 1 or not self._sheet.has("which"):
            self._roles.unread = self._roles.unread or piece
            return
        self._roles.excluded.add(verbs[0].number)

    def _alike(self, piece: Piece) -> None:
        """Read what is shared with a thing: by a noun, or by the time that a verb speaks of."""
        noun = shared(self._sheet, piece)
        self._roles.alike.append((piece, noun))
        if noun is not None and not noun.classes:
            self._taken.add(noun.number)

    def _order(self, piece: Piece) -> None:
        """Read "sorted by salary"."""
        if "absteigend" in piece.text or "desc" in piece.text:
            self._roles.descending = True
        noun = self._sheet.next_noun(piece)
        following = self._sheet.after(piece)
        if noun is not None:
            self._roles.order = noun
            self._taken.add(noun.number)
        elif following is not None and following.kind == "self":
            self._roles.order = following
        else:
            self._roles.order = piece

    def _scope(self, piece: Piece) -> None:
        """Find what "no" or "only" is about: the next noun that is no class of its own clause.

        Where there is nothing that it could be said of ("no budget"), it is not read.
        """
        target = self._sheet.next_noun(piece, over=("light", "who", "and", "request"))
        target = done_to(self._sheet, target) or named_before(self._sheet, piece)
        if target is None or self._sheet.of("noun", "who", "self") == [target]:
            self._roles.unread = self._roles.unread or piece
            return
        target = end_of(self._sheet, target, self._ground)
        if piece.kind == "not" and are_joined(self._sheet, target):
            self._roles.unread = self._roles.unread or piece
        elif piece.kind == "not":
            self._roles.excluded.add(target.number)
        elif not self._only_shows(piece):
            self._roles.only.add(target.number)

    def _only_shows(self, piece: Piece) -> bool:
        """Whether "only" says what to show, not what holds: "show me only those"."""
        before = self._sheet.before(piece)
        return before is not None and before.kind == "request"

    def _focus(self) -> None:
        """Find what is asked for: behind "which", after "list", or "who"."""
        roles = self._roles
        if roles.focus is not None:
            return
        subject = [p for p in self._sheet.of("noun") if p.function == "subject"]
        if subject:
            roles.focus, roles.exists = subject[0], True
            return
        for piece in self._sheet.of("which", "request", "exists", "who"):
            noun = None if asks_of_subject(self._sheet, piece) else self._asked_by(piece)
            if noun is not None:
                roles.focus = noun
                return
            if piece.kind == "who" or asks_of_subject(self._sheet, piece):
                roles.anything = True
                return
        if roles.focus is None and not roles.anything and not self._asks_value:
            ranked = [r.noun for r in roles.ranks if r.noun and r.noun.number not in self._taken]
            roles.focus = ranked[0] if ranked else self._opening()

    def _opening(self) -> Piece | None:
        """Give the class that a bare phrase opens with: "The 2 employees with the most skills"."""
        first = next((p for p in self._sheet.pieces if p.kind not in ("filler", "number")), None)
        opens = first is not None and first.classes and not first.is_named
        fits = opens and self._roles.ranks and first is not self._roles.group
        return first if fits and not self._roles.aggregates else None

    def _asked_by(self, piece: Piece) -> Piece | None:
        """Give the class or thing that stands behind a question word, columns left out."""
        over = ("degree", "number", "ordinal", "most", "fewest", "and", "self", "top", "all",
                "latest", "earliest", *AGGREGATES)  # fmt: skip
        for each in self._sheet.pieces:
            if each.first <= piece.last:
                continue
            if each.kind == "noun":
                if piece.kind == "who" and self._has_between(piece, each):
                    return None
                if each.function == "place" or (each.verb and each.number in self._taken):
                    continue  # "Bavarian cities", "the most recently hired employee"
                if piece.kind == "which" and self._is_asked_value(each):
                    return None
                named = each.is_named and not self._is_of(each)
                fits = (each.classes or named) and each.number not in self._taken
                if fits and each is not self._roles.group and not self._is_column(each):
                    return each
                if piece.kind in ("which", "who") and not self._is_column(each):
                    return None
            elif each.kind == "per" or each.kind not in (
                "filler", "who", "which", "request", *over
            ):  # fmt: skip
                return None
        return None

    def _is_asked_value(self, piece: Piece) -> bool:
        """Whether "what is" asks for a value: of what stands behind it nothing else is asked."""
        asked = self._is_column(piece) and piece.number not in self._taken
        self._asks_value |= asked
        return asked

    def _has_between(self, piece: Piece, noun: Piece) -> bool:
        """Whether "has" leads from "who" to a noun: it is what they have, not who they are."""
        return not _HAVING.isdisjoint(self._sheet.folded[piece.last + 1 : noun.first])

    def _is_of(self, piece: Piece) -> bool:
        """Whether a name is what something is asked of: "the price of the A315"."""
        before = self._sheet.folded[max(piece.first - 2, 0) : piece.first]
        owned = bool({"of", "von", "des", "vom", "der", "for", "fuer"} & {*before})
        return owned or not self._is_common(piece)

    def _is_common(self, piece: Piece) -> bool:
        """Whether the name of a thing is used like a noun: small, in the plural, behind "which"."""
        before = self._sheet.before(piece)
        return piece.text[:1].islower() or (
            before is not None and before.kind in ("degree", "which", "count", "most", "fewest")
        )

    def _is_column(self, piece: Piece) -> bool:
        """Whether a noun is one of a list of values to show: "name, country and price"."""
        if piece.verb or piece.is_named or not piece.properties:
            return False
        if self._ground.bears_value(piece.properties):
            return True
        if not piece.classes:
            return any(self._ground.kind_of(iri) in _VALUED for iri, _ in piece.properties)
        if self._beside_difference(piece):
            return True
        row = self._listed_with(piece)
        return len(row) > 1 and any(each.kind == "self" or not each.classes for each in row)

    def _beside_difference(self, piece: Piece) -> bool:
        """Whether a noun says of what there is a difference: "the price differences"."""
        after, before = self._sheet.after(piece), self._sheet.before(piece)
        beside = [each.kind for each in (after, before) if each is not None]
        return "difference" in beside and self._ground.is_valued(piece)

    def _listed_with(self, piece: Piece) -> list[Piece]:
        """Give the values that are listed with one, itself included."""
        listable = [
            each for each in self._sheet.pieces
            if each.kind == "self" or (each.kind == "noun" and each.properties
                                       and not each.verb and not each.is_named)
        ]  # fmt: skip
        row: list[Piece] = []
        for each in listable:
            gap = self._sheet.gap(row[-1], each).strip(" .") if row else ""
            if row and gap not in (",", "and", "und", "&", ", and", ", und"):
                if piece in row:
                    return row
                row = []
            row.append(each)
        return row if piece in row else [piece]

    def _noun(self, piece: Piece) -> None:
        roles = self._roles
        if piece is roles.focus or piece is roles.group:
            roles.nodes.append(piece)
        elif piece.function == "agent":
            roles.unread = roles.unread or piece
        elif piece.function in AGGREGATES:
            roles.aggregates.append((piece.function, piece))
        elif self._is_column(piece) and piece.number not in roles.excluded:
            (roles.hints if self._leads_on(piece) else roles.columns).append(piece)
        elif piece.is_named or piece.classes:
            roles.nodes.append(piece)
        elif piece.properties and says_other(self._sheet, piece, self._ground):
            roles.unread = roles.unread or piece
        elif piece.properties:
            roles.hints.append(piece)

    def _leads_on(self, piece: Piece) -> bool:
        """Whether a word may say a relation as well as a value: "born" in a city, on a day."""
        kinds = {self._ground.kind_of(iri) for iri, _ in piece.properties}
        return "thing" in kinds and len(kinds) > 1 and piece.function != "each"

    def _all(self, piece: Piece) -> None:
        """Read "all": of what is asked for it says nothing, of what stands beside it every one."""
        roles, noun = self._roles, self._sheet.next_noun(piece)
        if (
            noun is roles.focus
            or (noun in roles.columns)
            or (noun is not None and roles.focus is None and not roles.anything)
        ):
            asked = self._sheet.pieces[0].kind in ("request", "which", "count", "all", *AGGREGATES)
            roles.unread = roles.unread or (None if asked or roles.aggregates else piece)
        elif noun is not None and noun.classes and not roles.counted and roles.focus is not None:
            roles.every.add(noun.number)
        else:
            roles.unread = roles.unread or piece

    def _how_much(self) -> None:
        """Read "how old is the oldest": the value is asked for, not what has it."""
        roles = self._roles
        timed = [rank for rank in roles.ranks if rank.piece.kind in ("latest", "earliest")]
        if timed and self._sheet.folded[0] in ("when", "wann"):
            roles.how_much = True
        asked = [p for p in self._sheet.of("which") if self._adjectives(p)]
        if not asked or not roles.ranks or roles.columns or roles.aggregates:
            return
        ranked = {word for d in roles.ranks[0].piece.degrees for word in d.measures}
        if len(roles.ranks) == 1 and ranked & self._adjectives(asked[0]):
            roles.how_much = True
        else:
            roles.unread = roles.unread or asked[0]

    def _adjectives(self, piece: Piece) -> set[str]:
        """Give what the adjective of "how old is" measures."""
        said = self._sheet.folded[piece.first : piece.last + 1]
        return {word for each in said for d in degrees_of(each) for word in d.measures}

    def _check(self) -> None:
        """Note the first piece that nothing reads."""
        roles = self._roles
        for piece in self._sheet.pieces:
            if (
                piece.kind == "unknown"
                and roles.unread is None
                and not self._is_said_by_class(piece)
            ):
                roles.unread = piece
            levelled = piece.kind in ("noun", "unknown") and fold(piece.text) in levels()
            if levelled and self._has_levels():
                roles.unread = roles.unread or piece
            if piece.kind in ("number", "ordinal") and piece.number not in self._numbers:
                roles.unread = roles.unread or piece
            if piece.kind in ("same", "difference") and piece is not roles.difference:
                roles.unread = roles.unread or piece
            if piece.kind in ("more", "less", "or"):
                roles.unread = roles.unread or piece
        limited = {noun.number for _, noun in roles.amounts if noun is not None}
        if limited & (roles.excluded | roles.only):  # "does not earn more than Ann"
            roles.unread = roles.unread or roles.amounts[0][0]

    def _has_levels(self) -> bool:
        uses = self._ground.schema.properties.values()
        return any(use.scale or use.is_qualifier for use in uses)

    def _is_said_by_class(self, piece: Piece) -> bool:
        """Whether a word is one of the label of a class that is spoken of: "material quantity"."""
        word = self._sheet.folded[piece.first]
        labels = [self._ground.label(c) for p in self._roles.nodes for c in p.classes]
        return len(piece.places) == 1 and any(word in fold(label).split() for label in labels)
