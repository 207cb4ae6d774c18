"""Weak links: ordinary words that only happen to be the name of something.

In a graph of many names, "film", "director" or "fall" name something too. Where a question with a
clear topic cannot be read with such a name, the word is read as what it is: a word for a property,
or for the kind of things; any other word still has to be explained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ontorag.language import fold
from ontorag.lexicon import Lexicon, is_kind_noun, is_light_adjective
from ontorag.planning.question import Question
from ontorag.planning.tables.closed import is_light
from ontorag.values import Concept, Link, Mention, Role

_ORDINALS = frozenset({"first", "second", "third", "last", "erste", "zweite", "dritte", "letzte"})
_ARTICLES = frozenset({"the", "a", "an", "der", "die", "das", "ein", "eine"})


def without_weak_links(
    question: Question, links: Sequence[Link], lexicon: Lexicon
) -> tuple[Link, ...] | None:
    """Give the links with the weak ones undone, or None when there is none beside a clear topic."""
    weak = {number for number, link in enumerate(links) if is_weak(link)}
    clear = any(
        isinstance(link.target, Concept) and number not in weak and link.role != "relation"
        for number, link in enumerate(links)
    )
    if not weak or not clear:
        return None
    undone = tuple(
        _undone(link, lexicon) if number in weak else link for number, link in enumerate(links)
    )
    return _with_a_topic(undone)


def reads_better_undone(links: Sequence[Link], fewer: Sequence[Link]) -> bool:
    """Whether the weak links are to be undone first.

    So they are where a weak word says a property or only a kind of things, or takes the place of
    the caller's own topic.
    """
    pairs = zip(links, fewer, strict=True)
    return hides_topic(links) or any(
        (one.target is not None or bool(one.candidates))
        and other is not one
        and (
            other.role == "relation"
            or is_kind_noun(one.mention.text.split()[-1])
            or is_light_adjective(one.mention.text)
        )
        for one, other in pairs
    )


def hides_topic(links: Sequence[Link]) -> bool:
    """Whether the caller's own topic would be left aside for ordinary words.

    Words that only help ("made", "first") name nothing that is spelled otherwise than they are.
    """
    given = [link for link in links if link.method == "given"]
    aside = any(link.role == "circumstance" for link in given)
    return aside or (bool(given) and any(map(_only_helps, links))) or _leaves_a_name(links)


def _leaves_a_name(links: Sequence[Link]) -> bool:
    """Whether ordinary words are all that binds, and a name stands aside: "the weather in Oslo"."""
    bound = [link for link in links if link.role in ("required", "excluded", "alternative")]
    aside = [
        link for link in links
        if link.role == "circumstance" and link.target is not None
        and link.mention.text[:1].isupper() and not is_weak(link)
    ]  # fmt: skip
    return bool(aside) and bool(bound) and all(map(is_weak, bound))


def _only_helps(link: Link) -> bool:
    word = fold(link.mention.text)
    near = link.method in ("folded", "lemma", "partial", "typo")
    return near and is_weak(link) and (is_light(word) or word in _ORDINALS)


def _with_a_topic(links: tuple[Link, ...]) -> tuple[Link, ...]:
    """Make the one known adjunct what the question is about, where nothing else is left."""
    bound = [link for link in links if link.role in ("required", "excluded", "alternative")]
    if any(link.target is not None for link in bound):
        return links
    loose = [link for link in links if link.role == "circumstance" and link.target is not None]
    if len(loose) != 1:
        return links
    return tuple(replace(link, role="required") if link is loose[0] else link for link in links)


def is_weak(link: Link) -> bool:
    """Whether a small-lettered word was taken for the name of one thing, or may be."""
    text = link.mention.text
    *before, _ = text.split() or [text]
    if link.method in ("given", "model") or not text.islower():
        return False
    if any(fold(word) not in _ARTICLES for word in before):
        return False
    targets = [link.target, *(each.target for each in link.candidates)]
    return link.role != "relation" and any(
        isinstance(target, Concept) and not {"class", "property", "concept"} & {*target.kinds}
        for target in targets
    )


def _undone(link: Link, lexicon: Lexicon) -> Link:
    word = link.mention.text.split()[-1]
    bare = Mention(word, link.mention.end - len(word), link.mention.end)
    if is_light_adjective(word):
        return Link(bare, None, role="circumstance")
    says = any(True for _ in lexicon.matches([fold(word)]))
    role: Role = "asked" if is_kind_noun(word) and not says else "relation"
    return Link(bare, None, role=role)
