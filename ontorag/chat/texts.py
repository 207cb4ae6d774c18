"""Pick out of a model's text what was asked for: no thoughts, no code fence, the JSON."""

from __future__ import annotations

import json
import re
from itertools import islice

_TAGS = ("think", "thinking", "thought", "reasoning")
_TAG = "|".join(_TAGS)
_THOUGHT = re.compile(rf"<(?:{_TAG})>.*?(?:</(?:{_TAG})>|\Z)", re.DOTALL | re.IGNORECASE)
_THOUGHT_END = re.compile(rf"\A.*</(?:{_TAG})>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[A-Za-z]*\s*(.*?)(?:```|\Z)", re.DOTALL)
_DECODER = json.JSONDecoder()


def whole_characters(text: str) -> str:
    r"""Join halves of characters that came in two pieces; a half that is alone is replaced.

    JSON may hold halves of characters (surrogates), which no file and no terminal takes.

    >>> whole_characters("\ud83d\ude00"), whole_characters("a\ud800b")
    ('😀', 'a�b')
    """
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def without_thoughts(text: str) -> str:
    """Drop what a reasoning model thinks aloud before it answers.

    A thought that is not closed (the length limit fell within it) goes to the end; a closing tag
    without its opening one, as some templates leave it, takes all that is before it.

    >>> without_thoughts("<think>Sam? No.</think> Frodo")
    'Frodo'
    """
    return _THOUGHT_END.sub("", _THOUGHT.sub("", text)).strip()


def pick_json(text: str) -> str:
    """Give the first JSON object within ``text``, or ``text`` without thoughts when it has none.

    >>> pick_json('Sure: {"a": 1} as you asked.')
    '{"a": 1}'
    """
    text = without_thoughts(text)
    fenced = _FENCE.search(text)
    for body in (fenced[1] if fenced else "", text):
        found = _first_object(body)
        if found is not None:
            return found
    return text


def _first_object(text: str) -> str | None:
    for opening in islice(re.finditer(r"\{", text), 50):
        start = opening.start()
        try:
            _, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        return text[start:end]
    return None


class ThoughtFilter:
    """Drops thoughts from a text that comes in pieces.

    >>> shown = ThoughtFilter()
    >>> "".join(shown.feed(piece) for piece in ["<th", "ink>Sam?</thi", "nk>Fro", "do"])
    'Frodo'
    """

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False

    def feed(self, piece: str) -> str:
        """Take the next piece and give what may be shown of it."""
        self._held += piece
        shown = []
        while True:
            tags = tuple(f"</{tag}>" if self._thinking else f"<{tag}>" for tag in _TAGS)
            found = re.search("|".join(tags), self._held, re.IGNORECASE)
            if found is None:
                break
            shown.append("" if self._thinking else self._held[: found.start()])
            self._held = self._held[found.end() :]
            self._thinking = not self._thinking
        kept = _begun_tag(self._held, tags)
        shown.append("" if self._thinking else self._held[: len(self._held) - kept])
        self._held = self._held[len(self._held) - kept :]
        return "".join(shown)

    def rest(self) -> str:
        """Give what was held back for being the possible beginning of a tag."""
        held, self._held = self._held, ""
        return "" if self._thinking else held


def _begun_tag(text: str, tags: tuple[str, ...]) -> int:
    """Count the last characters of ``text`` that may begin one of ``tags``."""
    text = text.lower()
    return max(
        (size for tag in tags for size in range(1, len(tag)) if text.endswith(tag[:size])),
        default=0,
    )
