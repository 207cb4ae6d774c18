"""Read an answer while it comes: claims out of half a JSON text, sentences out of half a prose."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ontorag.language import Language
from ontorag.language.sentences import sentences
from ontorag.prompts import INSUFFICIENT

_CLAIMS = re.compile(r'"claims"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")
_DECODER = json.JSONDecoder()
_ACTIVE = re.compile(r"://|www\.|[<>\[\]]")
_MARKS = str.maketrans("", "", "*#`~|\\")
_CITED = re.compile(r"\[?[FDP]\d+[\],.;!?]*")
_HIDDEN = "…"


class ClaimsHeard:
    """Gives each object of the list "claims" as soon as it is whole.

    >>> heard = ClaimsHeard()
    >>> [list(heard.feed(piece)) for piece in ('{"claims": [{"te', 'xt": "A"}, {', '"te')]
    [[], [{'text': 'A'}], []]
    """

    def __init__(self) -> None:
        self._text = ""
        self._at: int | None = None

    def feed(self, piece: str) -> Iterator[Any]:
        """Take the next piece of the text and give what it made whole."""
        self._text += piece
        if self._at is None:
            begun = _CLAIMS.search(self._text)
            self._at = begun.end() if begun else None
        while self._at is not None and "}" in piece:
            start = _BETWEEN.match(self._text, self._at).end()  # type: ignore[union-attr]
            if not self._text.startswith("{", start):
                return
            try:
                found, self._at = _DECODER.raw_decode(self._text, start)
            except (ValueError, RecursionError):
                return
            yield found


class SentencesHeard:
    """Gives each sentence of a text as soon as the next one has begun.

    >>> heard = SentencesHeard("en")
    >>> [heard.feed(piece) for piece in ("A is B [F1", "]. C is ", "D. ")]
    [[], ['A is B [F1].'], []]
    >>> heard.rest()
    ['C is D.']
    """

    def __init__(self, language: Language) -> None:
        self._language = language
        self._text = ""

    def feed(self, piece: str) -> list[str]:
        """Take the next piece of the text and give the sentences that it ended."""
        self._text += piece
        words = self._text[: _last_space(self._text)]
        if words.rfind("[") > words.rfind("]") or words.lstrip().startswith(INSUFFICIENT):
            return []
        *ended, (start, _) = list(sentences(words, self._language)) or [(0, 0)]
        found = [self._text[first:last].strip() for first, last in ended]
        self._text = self._text[start:]
        return [each for each in found if each]

    def rest(self) -> list[str]:
        """Give the sentences that were not ended by another one."""
        text, self._text = self._text, ""
        found = [text[first:last].strip() for first, last in sentences(text, self._language)]
        return [each for each in found if each]


class Drafting:
    """Makes a model's text fit to be shown before it is checked: whole words, nothing active.

    Links, mark-up and what does not show never get through.

    >>> draft = Drafting()
    >>> "".join(draft.feed(piece) for piece in ("**Fro", "do** ![x](http", "://a.b) is ", "here."))
    'Frodo … is '
    >>> draft.rest()
    'here.'
    """

    def __init__(self) -> None:
        self._held = ""
        self._silent: bool | None = None

    def feed(self, piece: str) -> str:
        """Take the next piece and give the words that may be shown."""
        self._held += piece
        end = _last_space(self._held)
        said, self._held = self._held[:end], self._held[end:]
        return self._shown(said)

    def rest(self) -> str:
        """Give what was held back."""
        said, self._held = self._held, ""
        return self._shown(said)

    def _shown(self, text: str) -> str:
        if self._silent is None and text.strip():
            self._silent = text.lstrip().startswith(INSUFFICIENT)
        if self._silent:
            return ""
        return without_active(text)


def without_active(text: str) -> str:
    """Take links, mark-up and what does not show out of a text that nothing proves.

    >>> without_active("See [here](http://x.example), **Frodo** flies [F1].")
    'See … Frodo flies [F1].'
    """
    kept = "".join(each for each in text if each.isprintable() or each.isspace())
    return "".join(
        _HIDDEN if _ACTIVE.search(each) and not _CITED.fullmatch(each) else each
        for each in re.split(r"(\s+)", kept.translate(_MARKS))
    )


def _last_space(text: str) -> int:
    """Give the place after the last white space of ``text``, 0 without one."""
    return next((at for at in range(len(text), 0, -1) if text[at - 1].isspace()), 0)
