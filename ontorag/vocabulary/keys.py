"""The keys that labels are found by: folded forms, words, and words with one letter missing.

A typo is found among the words of about the same length that begin or end as the word does:
one edit leaves one half of it as it was (the pigeonhole principle). Words are compared as they
sound, so that "Phyton" is near "Python".
"""

from __future__ import annotations

import re

from ontorag.language import fold, folds

SHORTEST = 4
"""Words shorter than this have no near words: too much would be near."""
LONG = 8
"""From this length on two edits are near, below it one."""

_HYPHENS = re.compile(r"(?<=\w)[-‐‑](?=\w)")
_DOUBLED = re.compile(r"(\w)\1+")


def label_keys(label: str) -> tuple[str, ...]:
    """Give the folded forms a label is found by; a hyphened one also without its hyphens.

    >>> label_keys("GPT-4"), label_keys("Öztürk")
    (('gpt 4', 'gpt4'), ('oeztuerk', 'ozturk'))
    """
    if label.isascii() and "-" not in label:
        return (fold(label),)
    forms = folds(label)
    joined = _HYPHENS.sub("", label)
    if joined != label:
        forms = tuple(dict.fromkeys((*forms, *folds(joined))))
    return tuple(form for form in forms if form)


def label_words(keys: tuple[str, ...]) -> set[str]:
    """Give the words of a label's folded forms."""
    if len(keys) == 1:
        return set(keys[0].split())
    return {word for key in keys for word in key.split()}


def sounded(word: str) -> str:
    """Write a folded word as it sounds: ph as f, th as t, ck as k, y as i, doubles once.

    >>> sounded("kryptographie"), sounded("phyton"), sounded("python")
    ('kriptografie', 'fiton', 'piton')
    """
    plain = word.replace("ph", "f").replace("th", "t").replace("ck", "k").replace("y", "i")
    return _DOUBLED.sub(r"\1", plain)


def near_texts(word: str) -> tuple[str, ...]:
    """Give the texts a word is compared by: its letters and, where it differs, its sound.

    None for a short word or one with figures: nothing is near those.

    >>> near_texts("phyton"), near_texts("frodo"), near_texts("abc1")
    (('phyton', 'fiton'), ('frodo',), ())
    """
    if len(word) < SHORTEST or not word.isalpha():
        return ()
    sound = sounded(word)
    return (word,) if sound == word else (word, sound)


def near_keys(text: str) -> tuple[tuple[int, str], tuple[int, str]]:
    """Give the (length, text) keys of a text, forwards and, marked by "<", backwards."""
    return (len(text), text), (len(text), "<" + text[::-1])


def near_ranges(text: str, edits: int) -> list[tuple[int, str]]:
    """Give the (length, beginning) of the keys of all texts within ``edits`` (1 or 2) of one.

    What is one edit away has the first half or the last half as it was; of two edits those are
    found that leave the first or the last third.

    >>> near_ranges("piton", 1)[:2], near_ranges("piton", 1)[3:]
    ([(4, 'pi'), (5, 'pi')], [(4, '<no'), (5, '<no'), (6, '<no')])
    """
    length = len(text)
    first = length // 2 if edits == 1 else max(2, length // 3)
    last = max(1, length - first - 1) if edits == 1 else first
    sizes = range(max(length - edits, 1), length + edits + 1)
    begins = (text[:first], "<" + text[::-1][:last])
    return [(size, begin) for begin in begins for size in sizes]
