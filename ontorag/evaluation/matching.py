"""Expected and returned values made comparable: by IRI, by the value of a number, or by label.

A question whose expected answers hold an IRI compares things by IRI; one that has only labels
compares them by any label or synonym they have. Numbers compare by value wherever they stand.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Context, Decimal
from typing import TypeAlias

from ontorag.evaluation.questions import Gold
from ontorag.values import AnswerValue, Labelled, Literal, Term

Key: TypeAlias = tuple[str, str]
"""What is compared: ("iri" | "number" | "truth" | "text", its normalised form)."""

Names: TypeAlias = Mapping[Term, frozenset[str]]
"""All that a term may be called: labels and synonyms in every language, its CURIE."""

_ADDRESS = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*://|urn:|mailto:|tag:)\S+")
_PRECISION = Context(prec=12)
"""Fractions agree to twelve figures: engines divide to different lengths."""
_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?")


def gold_keys(answers: Iterable[Gold]) -> frozenset[Key]:
    """Normalise expected answers; several columns have been flattened before.

    >>> sorted(gold_keys([Decimal("1082.00"), "1082.0", "http://example.org/a", "Frodo"]))
    [('iri', 'http://example.org/a'), ('number', '1082'), ('text', 'Frodo')]
    """
    return frozenset(_gold_key(each) for each in answers)


def returned_keys(
    answers: Sequence[AnswerValue], gold: Collection[Key], names: Names
) -> tuple[Key, ...]:
    """Normalise returned answers in their order, the way the expected ones ask for.

    >>> from ontorag.values import IRI
    >>> frodo = Labelled(IRI("urn:frodo"), "Frodo")
    >>> names = {frodo.term: frozenset(["Frodo Beutlin"])}
    >>> returned_keys([frodo], {("text", "Frodo Beutlin")}, names)
    (('text', 'Frodo Beutlin'),)
    >>> returned_keys([frodo, 3], {("iri", "urn:sam")}, {})
    (('iri', 'urn:frodo'), ('number', '3'))
    """
    by_iri = any(kind == "iri" for kind, _ in gold)
    keys = [_returned_key(each, gold, names, by_iri=by_iri) for each in answers]
    return tuple(dict.fromkeys(keys))


def text_key(text: str) -> Key:
    r"""Normalise one text: a number by its value, else NFC with its spaces folded.

    A numeral with leading zeros is a name ("007"), not a number.

    >>> text_key("5.0"), text_key("007"), text_key(" Minas\n Tirith")
    (('number', '5'), ('text', '007'), ('text', 'Minas Tirith'))
    """
    folded = " ".join(unicodedata.normalize("NFC", text).split())
    if _NUMBER.fullmatch(folded):
        return _number_key(Decimal(folded))
    if folded in ("true", "false"):
        return "truth", folded
    return "text", folded


def term_keys(term: Term, names: Names) -> set[Key]:
    """Give every key by which a term may be expected: its IRI and all it is called."""
    if isinstance(term, Literal):
        return {text_key(term.lexical)}
    said = {text_key(name) for name in names.get(term, frozenset())}
    return said | {("iri", str(term))}


def is_address(text: str) -> bool:
    """Whether a text is an IRI rather than a label.

    >>> is_address("urn:a"), is_address("Alien: Resurrection")
    (True, False)
    """
    return _ADDRESS.fullmatch(text) is not None


def _gold_key(value: Gold) -> Key:
    if isinstance(value, bool):
        return "truth", str(value).lower()
    if isinstance(value, Decimal):
        return _number_key(value)
    bare = value.strip()
    if bare.startswith("<") and bare.endswith(">") and ":" in bare:
        return "iri", bare[1:-1]
    return ("iri", bare) if is_address(bare) else text_key(value)


def _number_key(number: Decimal) -> Key:
    if not number.is_finite():
        return "number", str(number).lower()
    plain = number.normalize(_PRECISION)
    return "number", format(plain or Decimal(0), "f")


def _returned_key(value: AnswerValue, gold: Collection[Key], names: Names, *, by_iri: bool) -> Key:
    if not isinstance(value, Labelled):
        return _gold_key(value if isinstance(value, (bool, Decimal)) else Decimal(value))
    if isinstance(value.term, Literal):
        return text_key(value.term.lexical)
    if by_iri:
        return "iri", str(value.term)
    said = [value.label, *sorted(names.get(value.term, frozenset()))]
    keys = [text_key(name) for name in said]
    return next((key for key in keys if key in gold), keys[0])
