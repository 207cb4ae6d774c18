"""The question as planning sees it: its links by role, and what its cues ask for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from ontorag.language import Cue, Token, cues, fold, parse_number, tokens, words
from ontorag.language.words import Language, folded_set
from ontorag.lexicon import is_light_verb, says_common
from ontorag.values import IRI, Concept, Link, Mention, Role, Term, Value

_COPULAS = folded_set("ist sind war waren is are was were")
_QUOTES = " -'\"„“”‚‘’»«"
_POLITE = folded_set("can could would will kannst könntest können könnten würdest würden")
_YOU = folded_set("you du sie")
_RANKING = ("superlative_max", "superlative_min", "judgement")
_ASKING = ("who", "which", "what", "when", "where", "why", "how_many", "yes_no", "request")
PRESENTING = folded_set(
    """
    wer was ist sind war waren wofür steht bedeutet heißt eigentlich denn mal bitte der die das den
    dem ein eine einen über zu von zur zum beschreibe erkläre erläutere erzähl erzähle zeige zeig
    nenne mir uns alles etwas mehr man weißt du wissen wir kennst informationen infos gibt es sag
    who what whom is are was were the a an about on of for tell show describe explain give me us
    everything anything something all more information info do does you we know mean please there
    who's what's whos whats
    """
)
"""Words that only ask to be told about a thing."""
_SEEKING = ("who", "which", "what", "when", "where", "how_many", "how_much", "how_degree")
_RELATIVE = ("who", "which")
_JOINING = folded_set("und and oder or sowie")
_PRONOUNS = folded_set(
    """
    he she it they them these those his her its their er sie sein seine seiner ihr ihre ihrer
    ihnen deren dessen denen davon dort
    """
)
Form = OneOf["holders", "count", "exists", "about"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its tokens, cues and links, in the order of its words."""

    text: str
    language: Language
    said: tuple[Token, ...]
    cues: tuple[Cue, ...]
    links: tuple[Link, ...]

    def has(self, *kinds: str) -> bool:
        """Whether there is a cue of one of ``kinds``."""
        return any(cue.kind in kinds for cue in self.cues)

    def first(self, *kinds: str) -> Cue | None:
        """Give the first cue of one of ``kinds``."""
        return next((cue for cue in self.cues if cue.kind in kinds), None)

    def of_role(self, *roles: Role) -> list[Link]:
        """Give the links of some roles."""
        return [link for link in self.links if link.role in roles]

    @property
    def bound(self) -> list[Link]:
        """The links that constrain the answer."""
        return self.of_role("required", "excluded", "alternative")

    @property
    def asked_class(self) -> IRI | None:
        """The class that is asked for."""
        for link in self.of_role("asked"):
            if isinstance(link.target, Concept) and "class" in link.target.kinds:
                return link.target.iri if isinstance(link.target.iri, IRI) else None
        return None

    @property
    def says_relation(self) -> bool:
        """Whether any word speaks of a property, or of none that is known."""
        return bool(self.of_role("relation"))

    @property
    def unread_verb(self) -> Link | None:
        """A word for a relation that the ontology does not have."""
        unread = (link for link in self.of_role("relation") if link.target is None)
        return next((link for link in unread if not is_light_verb(link.mention.text)), None)

    @property
    def form(self) -> Form:
        """What kind of answer is wanted."""
        if (
            self.has("yes_no")
            and not self._is_polite
            and not self.has("who", "which", "how_many", "when", "where")
        ):
            return "exists"
        if self.has("how_many"):
            return "count"
        if self._is_about():
            return "about"
        return "holders"

    @property
    def _is_polite(self) -> bool:
        """Whether it only asks to be told: "Can you name …", "Kannst du mir … nennen"."""
        first, *rest = [fold(token.text) for token in self.said[:2]]
        return first in _POLITE and rest[0] in _YOU if rest else False

    def _is_about(self) -> bool:
        """Whether it only names a thing: "Wer ist Frodo?", "Tell me about Frodo", "Frodo"."""
        silent = not self.of_role("relation") and not self.has(
            "possession", "take_on", "superlative_max", "superlative_min", "requirement",
            "which", "when", "where", "how_much", "all",
        )  # fmt: skip
        things = [link for link in self.bound if isinstance(link.target, Concept)]
        return (
            silent
            and not self.of_role("asked", "circumstance")
            and self.says_only_names
            and len(things) == 1
            and len(self.bound) == 1
            and (
                things[0].role == "required"
                and isinstance(things[0].target, Concept)
                and "class" not in things[0].target.kinds
            )
        )

    @property
    def says_only_names(self) -> bool:
        """Whether nothing is said beside the names but what presents them: "Wer ist …"."""
        outside = {fold(word) for word in self.words_outside(self.links) if word}
        return outside <= PRESENTING

    @property
    def second_question(self) -> str:
        """Give the second of several questions, "" where there is only one."""
        asking = [
            each.strip()
            for each in re.split(r"(?<=[?!])\s+|(?<=[a-zäöüß]{3}\.)\s+|\n+|;\s", self.text)
            if any(cue.kind in _ASKING for cue in cues(each, self.language))
        ]
        return asking[1][:80] if len(asking) > 1 else ""

    @property
    def joined_question(self) -> str:
        """Give the second of two questions in one sentence, "" where there is only one.

        "Wer kann A, und wer kann B?"; "who … and who …"; one that asks for something else, where
        the second names something of its own and does not go on about what the first asks for
        ("and how many has she?").
        """
        asking = [cue for cue in cues(self.text, self.language) if cue.kind in _SEEKING]
        for at in range(1, len(asking)):
            if self._asks_again(asking[: at + 1]):
                return self.text[asking[at].start :][:80]
        return ""

    def _asks_again(self, asking: Sequence[Cue]) -> bool:
        """Whether the last of several question words asks another question."""
        *_, before, cue = asking
        between = self.text[before.end : cue.start].rstrip()
        said = fold(between).split()
        joined = bool(said) and said[-1] in _JOINING
        if joined and len(said) == 1:  # "when and where"
            return True
        if not joined and not between.endswith(","):
            return False
        kinds = [each.kind for each in asking]
        if kinds.count("who") == 2 and cue.kind == "who" and self.language == "de":
            return True
        if joined and kinds == ["who", "who"] and asking[0].start == 0:
            return True
        anew = "how_many" in kinds or kinds == ["which", "which"]
        anew |= joined and cue.kind not in _RELATIVE
        return anew and self._names_anew(cue.start)

    def _names_anew(self, place: int) -> bool:
        """Whether what stands from a place on names things, and none by a pronoun."""
        told = {fold(token.text) for token in self.said if token.start >= place}
        names: dict[bool, set[Term]] = {True: set(), False: set()}
        for link in self.links:
            if isinstance(link.target, Concept) and "property" not in link.target.kinds:
                names[link.mention.start >= place].add(link.target.iri)
        return bool(names[False]) and not names[True] <= names[False] and not told & _PRONOUNS

    def words_outside(self, links: Sequence[Link]) -> list[str]:
        """Give the words, blank where a link of ``links`` stands: names speak of no property."""
        return [
            "" if any(_covers(link.mention, token) for link in links) else token.text
            for token in self.said
        ]

    @property
    def names(self) -> list[Link]:
        """The links whose words name things or values and speak of no property."""
        return [
            link
            for link in self.links
            if isinstance(link.target, Value)
            or link.ambiguous
            or (
                isinstance(link.target, Concept)
                and not {"class", "property"} & {*link.target.kinds}
            )
        ]

    def names_next(self, link: Link) -> bool:
        """Whether a class word only names the kind of what stands behind it: "Mission Zephyr"."""
        return any(
            link.mention.end <= other.mention.start
            and not self.text[link.mention.end : other.mention.start].strip(_QUOTES)
            for other in self.links
            if other.role != "relation" and (other.target is not None or other.ambiguous)
        )

    @property
    def common_places(self) -> frozenset[int]:
        """Where words stand that speak of something in common: "same", "share", "co-starred"."""
        outside = self.words_outside([link for link in self.bound if link.target is not None])
        pairs = zip(self.said, outside, strict=True)
        return frozenset(token.start for token, word in pairs if word and says_common(word))

    @property
    def own_places(self) -> frozenset[int]:
        """The tokens that say a property only by its own label: class words, superlatives."""
        taken = [
            (link.mention.start, link.mention.end)
            for link in self.links
            if isinstance(link.target, Concept) and "class" in link.target.kinds
        ]
        taken += [(cue.start, cue.end) for cue in self.cues if cue.kind in _RANKING]
        return frozenset(
            at
            for at, token in enumerate(self.said)
            if any(start <= token.start < end for start, end in taken)
        )

    def before(self, mention: Mention) -> str:
        """Give the folded word right before a mention."""
        earlier = [token for token in self.said if token.end <= mention.start]
        return fold(earlier[-1].text) if earlier else ""

    def stands_as(self, link: Link, place: int) -> bool:
        """Whether "as" leads from a thing to a word at ``place``: "have Hoch as manager"."""
        between = self.text[link.mention.end : place] if link.mention.end <= place else ""
        return bool({"as", "als"} & {*fold(between).split()})

    def is_predicate(self, link: Link) -> bool:
        """Whether a class is what something is said to be: "are not managers"."""
        data = words(self.language)
        for token in reversed([t for t in self.said if t.end <= link.mention.start]):
            word = fold(token.text)
            if word in _COPULAS:
                return not self.has("possession")
            denies = any(c.kind == "negation" and c.start == token.start for c in self.cues)
            if not denies and word not in data.articles:
                return False
        return False

    @property
    def wanted_best(self) -> tuple[int, int, int] | None:
        """Give how many of the best are asked for, with the place of the number: "the 2 largest".

        None where no number stands right before a superlative or right behind "top".
        """
        cue = self.first("superlative_max", "superlative_min")
        if cue is None:
            return None
        for at, token in enumerate(self.said):
            number = parse_number(token.text, self.language)
            if number is None or number != int(number) or not 1 < number < 1000:
                continue
            before = at > 0 and self.said[at - 1].start == cue.start and fold(cue.text) == "top"
            behind = at + 1 < len(self.said) and self.said[at + 1].start == cue.start
            nouns = {link.mention.start for link in self.of_role("asked", "required")}
            counted = at + 1 < len(self.said) and self.said[at + 1].start in nouns
            if before or behind or (counted and cue.start > token.start):
                return int(number), token.start, token.end
        return None

    def follows_class(self, link: Link) -> IRI | None:
        """Give the class whose word stands right before a mention: "die Mission Zephyr"."""
        for other in self.links:
            gap = self.text[other.mention.end : link.mention.start]
            near = other.mention.end <= link.mention.start and not gap.strip(" '\"„“”‚‘’»«")
            if near and isinstance(other.target, Concept) and "class" in other.target.kinds:
                return other.target.iri if isinstance(other.target.iri, IRI) else None
        return None


def _covers(mention: Mention, token: Token) -> bool:
    return mention.start <= token.start and token.end <= mention.end


def read_question(text: str, links: Sequence[Link], language: Language) -> Question:
    """Put a question's words, cues and links together."""
    names = [link.mention for link in links if link.role != "relation" and " " in link.mention.text]
    outside = tuple(
        cue
        for cue in cues(text, language)
        if not any(name.start <= cue.start and cue.end <= name.end for name in names)
    )
    asking = tuple(cue for n, cue in enumerate(outside) if not _is_relative(cue, outside[:n]))
    return Question(text, language, tokens(text), asking, tuple(links))


def _is_relative(cue: Cue, earlier: Sequence[Cue]) -> bool:
    """Whether "whose" or "who" leads a clause about a noun instead of asking."""
    if cue.kind != "who" or cue.start == 0 or fold(cue.text) not in ("whose", "who", "whom"):
        return False
    return fold(cue.text) == "whose" or any(each.kind in _ASKING for each in earlier)
