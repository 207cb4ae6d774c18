"""Read the pieces of a claim as statements, by a small grammar; anything else is no reading.

claim      = clause (("." | ";") clause)*
clause     = [things [":"]] property objects ((("," | "and") property objects)*
           | property ("of" | "von") things ":" objects
           | things "belongs to the class" things          (and the German forms)
objects    = object ((",", "and") object)*
object     = thing ["(" property ":" thing ("," property ":" thing)* ")"]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ontorag.names import RDF_TYPE
from ontorag.values import IRI, Term
from ontorag.verification.pieces import Piece

TYPE: frozenset[Term] = frozenset({IRI(RDF_TYPE)})
_AND = frozenset({"und", "and", "sowie"})
_OF = frozenset({"von", "of"})
_CLASS_WORDS = (
    ("gehoert", "zur", "klasse"),
    ("gehoert", "zu", "klassen"),
    ("belongs", "to", "class"),
    ("belongs", "to", "classes"),
    ("ist",),
    ("is",),
)


@dataclass(frozen=True, slots=True)
class Statement:
    """What a claim says once: any of ``subjects`` and so on would do (homonyms)."""

    subjects: frozenset[Term]
    predicates: frozenset[Term]
    objects: frozenset[Term]
    qualifiers: tuple[tuple[frozenset[Term], frozenset[Term]], ...]
    start: int
    end: int


class Unreadable(Exception):  # noqa: N818 - it is a reading's outcome, not an error
    """The claim has a piece that no statement accounts for."""

    def __init__(self, piece: Piece | None) -> None:
        super().__init__(piece.text if piece else "the claim ends early")
        self.piece = piece


class Reader:
    """Reads the pieces of one claim."""

    def __init__(self, pieces: Sequence[Piece], properties: frozenset[Term]) -> None:
        self._pieces = pieces
        self._properties = properties
        self._at = 0
        self._subjects: list[Piece] = []

    def statements(self) -> list[Statement]:
        """Read the whole claim; raises `Unreadable` at the first piece that does not fit."""
        found: list[Statement] = []
        while True:
            while self._is_mark(".") or self._is_mark(";"):
                self._at += 1
            if self._at >= len(self._pieces):
                break
            found += self._clause()
            if self._at < len(self._pieces) and not (self._is_mark(".") or self._is_mark(";")):
                raise Unreadable(self._here())
        if not found:
            raise Unreadable(None)
        return found

    def _clause(self) -> list[Statement]:
        if self._is_property() and self._is_word(_OF, ahead=1):
            return self._of_clause()
        named = False
        if not self._is_property():
            self._subjects = self._things()
            named = self._skip_mark(":")
            classes = self._class_words()
            if classes:
                self._at += classes
                return self._made(TYPE, [(thing, ()) for thing in self._things()])
        if not self._subjects:
            raise Unreadable(self._here())
        found = self._predication(named)
        while self._joined_property():
            found += self._predication(named)
        return found

    def _of_clause(self) -> list[Statement]:
        """Read "Startdatum von Aurora: 2019"; a verb said so would be a role, turned round."""
        piece = self._here()
        predicates = self._take_property()
        if piece is None or piece.verb or piece.inflected:
            raise Unreadable(piece)
        self._at += 1
        self._subjects = self._things()
        if not self._skip_mark(":"):
            raise Unreadable(self._here())
        return self._made(predicates, self._objects())

    def _predication(self, named: bool) -> list[Statement]:
        """Read "leitet Aurora"; after a colon (``named``) or before one only the name itself."""
        piece = self._here()
        predicates = self._take_property()
        colon = self._skip_mark(":")
        if piece is None or (piece.inflected and (named or colon)) or (piece.verb and colon):
            raise Unreadable(piece)
        return self._made(predicates, self._objects())

    def _made(
        self,
        predicates: frozenset[Term],
        objects: Sequence[tuple[Piece, tuple[tuple[frozenset[Term], frozenset[Term]], ...]]],
    ) -> list[Statement]:
        return [
            Statement(
                subject.terms, predicates, thing.terms, qualifiers,
                min(subject.start, thing.start), max(subject.end, thing.end),
            )
            for subject in self._subjects
            for thing, qualifiers in objects
        ]  # fmt: skip

    def _objects(
        self,
    ) -> list[tuple[Piece, tuple[tuple[frozenset[Term], frozenset[Term]], ...]]]:
        found = [(self._thing(), self._qualifiers())]
        while self._joins() and self._is_thing(ahead=self._joint()):
            self._at += self._joint()
            found.append((self._thing(), self._qualifiers()))
        return found

    def _qualifiers(self) -> tuple[tuple[frozenset[Term], frozenset[Term]], ...]:
        if not self._skip_mark("("):
            return ()
        found: list[tuple[frozenset[Term], frozenset[Term]]] = []
        while True:
            predicates = self._take_property()
            self._skip_mark(":")
            found.append((predicates, self._thing().terms))
            if not self._skip_mark(","):
                break
        if not self._skip_mark(")"):
            raise Unreadable(self._here())
        return tuple(found)

    def _things(self) -> list[Piece]:
        found = [self._thing()]
        while self._joins() and self._is_thing(ahead=self._joint()):
            self._at += self._joint()
            found.append(self._thing())
        return found

    def _thing(self) -> Piece:
        piece = self._here()
        if piece is None or not self._is_thing():
            raise Unreadable(piece)
        self._at += 1
        return piece

    def _take_property(self) -> frozenset[Term]:
        piece = self._here()
        if piece is None or not self._is_property():
            raise Unreadable(piece)
        self._at += 1
        return piece.terms & self._properties

    def _joined_property(self) -> bool:
        if self._joins() and self._is_property(ahead=self._joint()):
            self._at += self._joint()
            return True
        return False

    def _class_words(self) -> int:
        for phrase in _CLASS_WORDS:
            if all(self._is_word({word}, ahead=n) for n, word in enumerate(phrase)):
                return len(phrase)
        return 0

    def _joint(self) -> int:
        """Give how many pieces join two members of a list here: "," or "and" or ", and"."""
        comma = 1 if self._is_mark(",") else 0
        return comma + (1 if self._is_word(_AND, ahead=comma) else 0)

    def _joins(self) -> bool:
        return self._joint() > 0

    def _here(self, ahead: int = 0) -> Piece | None:
        place = self._at + ahead
        return self._pieces[place] if place < len(self._pieces) else None

    def _is_thing(self, ahead: int = 0) -> bool:
        piece = self._here(ahead)
        return piece is not None and piece.kind == "known" and bool(piece.terms - self._properties)

    def _is_property(self, ahead: int = 0) -> bool:
        piece = self._here(ahead)
        return piece is not None and bool(piece.terms & self._properties)

    def _is_word(self, texts: frozenset[str] | set[str], ahead: int = 0) -> bool:
        piece = self._here(ahead)
        return piece is not None and piece.kind == "word" and piece.text in texts

    def _is_mark(self, text: str, ahead: int = 0) -> bool:
        piece = self._here(ahead)
        return piece is not None and piece.kind == "mark" and piece.text == text

    def _skip_mark(self, text: str) -> bool:
        if self._is_mark(text):
            self._at += 1
            return True
        return False
