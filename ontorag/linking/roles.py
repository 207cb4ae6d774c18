"""Roles: which pieces of a question the answer must meet, and which only surround it.

What is coordinated with a constraint, is the object of a property word, or is a name after a
class word is required. A quoted title, and an adjunct (für, in, während …) that no property
word governs, is a circumstance. What follows welcher, which or wie viele is asked for.
"""

from __future__ import annotations

from ontorag.language import fold, words
from ontorag.language.demonyms import places_of
from ontorag.language.words import folded_set
from ontorag.linking.sentence import Piece, Sentence
from ontorag.values import Role

_STRONG = folded_set(
    """
    fuer fuers waehrend bei beim trotz zwecks anlaesslich angesichts innerhalb ausserhalb
    gegen for during while despite because amid throughout given
    """
)
"""Prepositions that lead to a circumstance unless a property word stands right before.

After a class word ("Mittel gegen X") they do not where a property is called by them.
"""
_CONTRACTED = {
    "im": "in", "ins": "in", "am": "an", "ans": "an", "zum": "zu", "zur": "zu", "vom": "von",
    "beim": "bei", "fuers": "fuer",
}  # fmt: skip
_BINDING = ("required", "excluded", "alternative")
_NO_SUCH = folded_set("kein keine keinen keinem keiner keines keinerlei no ohne without")
_COPULAS = folded_set("ist sind war waren is are was were")
_ASKING = ("which", "how_many", "how_much", "what", "request")


def assign_roles(sentence: Sentence) -> dict[Piece, Role]:
    """Give each piece its role."""
    roles: dict[Piece, Role] = {}
    for piece in sentence.pieces:
        roles[piece] = _role(sentence, piece, roles)
    _keep_the_only_phrase(sentence, roles)
    _spread_over_alternatives(sentence, roles)
    _exclude(sentence, roles)
    return roles


def _role(sentence: Sentence, piece: Piece, earlier: dict[Piece, Role]) -> Role:
    before = _coordinated_with(sentence, piece)
    if (
        piece.kind in ("class", "noun")
        and not _is_place_word(sentence, piece.first)
        and (_is_asked(sentence, piece) or _is_headline(sentence, piece))
    ):
        return "asked"
    if piece.kind in ("relation", "verb"):
        return "relation"
    if piece.kind == "noun" and piece.quoted:
        return "circumstance" if _preposition(sentence, piece) is not None else "required"
    if before is not None and earlier.get(before) not in (None, "asked", "relation"):
        return earlier[before]
    if piece.kind in ("class", "noun"):
        leads = _governs_what_follows(sentence, piece)
        if leads or _names_what_follows(sentence, piece):
            adjunct = not leads and _is_adjunct(sentence, piece, earlier)
            return "circumstance" if adjunct else "relation" if piece.known else "asked"
    return "circumstance" if _is_adjunct(sentence, piece, earlier) else "required"


def _is_asked(sentence: Sentence, piece: Piece) -> bool:
    """Whether only articles and adjectives stand between a question word and the piece."""
    at = piece.first - 1
    data = words(sentence.language)
    while at >= 0:
        if sentence.cue_at(at, "who"):
            return piece.kind == "class" and _is_copula(sentence, at + 1)
        if sentence.cue_at(at, *_ASKING):
            copula = _is_copula(sentence, at + 1)
            if copula and not _has_complement(sentence, piece):
                return piece.kind == "class" and _is_ranked(sentence, piece)
            return (
                not sentence.cue_at(at, "what")
                or sentence.folded[at] == "what"
                or (copula and piece.kind == "class")
            )
        light = (
            sentence.folded[at] in data.articles
            or _is_value_word(sentence, at)
            or _is_place_word(sentence, at)
            or (_is_copula(sentence, at) and not piece.quoted)
            or sentence.cue_at(at, "all", "superlative_max", "superlative_min", "judgement")
            or (
                sentence.piece_at(at) is None
                and sentence.folded[at] not in data.stop_words
                and not sentence.cue_at(at, "possession", "take_on", "who")
            )
        )
        if not light:
            return False
        at -= 1
    return False


def _has_complement(sentence: Sentence, piece: Piece) -> bool:
    """Whether anything follows that tells of what: "the symptoms of influenza"."""
    return any(other.first > piece.last for other in sentence.pieces)


def _is_ranked(sentence: Sentence, piece: Piece) -> bool:
    return any(
        sentence.cue_at(at, "superlative_max", "superlative_min") for at in range(piece.first)
    )


def _is_value_word(sentence: Sentence, at: int) -> bool:
    """Whether a token is a literal value said as an adjective: "schwere Krankheiten"."""
    piece = sentence.piece_at(at)
    return piece is not None and piece.span is not None and piece.span.hits[0].entry.is_value


def _is_place_word(sentence: Sentence, at: int) -> bool:
    """Whether a token is an adjective of a place, known or not: "Münchner Museen"."""
    piece, after = sentence.piece_at(at), sentence.piece_at(at + 1)
    beside = after is not None and after.kind == "class" and at + 1 == after.first
    if piece is None or not beside or piece.first != piece.last or piece.quoted:
        return False
    if piece.kind not in ("label", "noun") or not places_of(
        sentence.said[at].text, sentence.language
    ):
        return False
    return piece.span is None or piece.span.tier == "lemma"


def _is_copula(sentence: Sentence, at: int) -> bool:
    """Whether "is" stands right after a question word: "What are the symptoms of …"."""
    if sentence.folded[at] not in _COPULAS or at == 0:
        return False
    return sentence.cue_at(at - 1, "what", "which", "who")


def _is_headline(sentence: Sentence, piece: Piece) -> bool:
    """Whether a class word heads a question without a question word: "Symptome von Grippe"."""
    if piece.kind != "class" or sentence.positions_of(*_ASKING, "who", "when", "where", "yes_no"):
        return False
    before = [p for p in sentence.pieces if p.last < piece.first]
    leads = piece.first == 0 and len(sentence.pieces) > 1
    closes = piece.last + 1 == len(sentence.said) and len(before) == 1 and before[0].kind == "label"
    return leads or (closes and before[0].last + 1 == piece.first)


def _preposition(sentence: Sentence, piece: Piece) -> int | None:
    """Find the preposition that governs a piece: only light words and a class word between."""
    data = words(sentence.language)
    at = piece.first - 1
    while at >= 0:
        word = sentence.folded[at]
        if word in data.prepositions or sentence.cue_at(at, "circumstance_preposition"):
            return at
        other = sentence.piece_at(at)
        apposed = other is not None and other.kind in ("class", "noun") and other.last == at
        light = word in data.articles or word in data.pronouns or sentence.cue_at(at, "all")
        adjective = other is None and not light and word not in data.stop_words
        unlit = adjective and not any(
            cue.start <= sentence.said[at].start < cue.end for cue in sentence.cues
        )
        if apposed and _names_what_follows(sentence, other) if other else False:
            at = other.first - 1 if other else at - 1
        elif light or unlit or sentence.cue_at(at, "superlative_max", "superlative_min"):
            at -= 1
        else:
            return None
    return None


def _coordinated_with(sentence: Sentence, piece: Piece) -> Piece | None:
    """Give the piece that stands before "und", "or" or a comma right before this one."""
    at = piece.first - 1
    data = words(sentence.language)
    while at >= 0 and sentence.folded[at] in data.articles:
        at -= 1
    if at < 0:
        return None
    if _joins(sentence, at) and at > 0:
        left = at
        while left >= 0 and (_joins(sentence, left) or sentence.cue_at(left, "but", "negation")):
            left -= 1
        return sentence.piece_at(left) if left >= 0 else None
    other = sentence.piece_at(at)
    if other is not None and "," in sentence.between(at, at + 1):
        return other
    return None


def _joins(sentence: Sentence, at: int) -> bool:
    """Whether a word coordinates: und, or, aber nicht, (weder …) noch, nor."""
    return sentence.cue_at(at, "and", "or", "but_not") or sentence.folded[at] in ("noch", "nor")


def _names_what_follows(sentence: Sentence, piece: Piece | None) -> bool:
    """Whether a class word stands right before a name: "die Mission Zephyr"."""
    if piece is None or piece.last + 1 >= len(sentence.said):
        return False
    following = sentence.piece_at(piece.last + 1)
    gap = sentence.between(piece.last, piece.last + 1)
    if following is None or "," in gap:
        return False
    return following.kind in ("label", "noun") and (
        following.quoted or sentence.said[following.first].text[:1].isupper()
    )


def _governs_what_follows(sentence: Sentence, piece: Piece) -> bool:
    """Whether a noun is what someone has and a preposition leads on: "Fähigkeit in X"."""
    after = piece.last + 1
    if after + 1 >= len(sentence.said):
        return False
    data = words(sentence.language)
    leads = sentence.folded[after] in data.prepositions and sentence.folded[after] not in _STRONG
    return leads and _is_had(sentence, piece)


def _is_had(sentence: Sentence, piece: Piece) -> bool:
    """Whether a possession verb stands before a noun, with no other piece between."""
    at = piece.first - 1
    while at >= 0 and sentence.piece_at(at) is None:
        if sentence.cue_at(at, "possession"):
            return True
        at -= 1
    return False


def _is_adjunct(sentence: Sentence, piece: Piece, earlier: dict[Piece, Role]) -> bool:
    at = _preposition(sentence, piece)
    if at is None:
        return False
    word = sentence.folded[at]
    left = sentence.piece_at(at - 1) if at > 0 else None
    if any(_says(other, word, near=other is left) for other in sentence.pieces):
        return False
    if at > 0 and sentence.cue_at(at - 1, "requirement", "superlative_max", "superlative_min"):
        return False
    if left is not None and earlier.get(left) == "circumstance":
        return True
    if left is not None and left.span is not None and left.span.hits[0].entry.is_value:
        return False
    of_class = left is not None and left.kind == "class" and piece.known
    if word in _STRONG:
        return not (of_class and word in sentence.governing)
    if of_class:
        return False
    if not sentence.cue_at(at, "circumstance_preposition"):
        return False
    return not (
        left is not None and earlier.get(left) in ("relation", "asked") and _is_had(sentence, left)
    )


def _says(piece: Piece, preposition: str, *, near: bool) -> bool:
    """Whether a piece speaks of a property that governs the preposition ("arbeitet in")."""
    if piece.kind != "relation":
        return False
    plain = _CONTRACTED.get(preposition, preposition)
    return near or any(plain in fold(match.phrase.text).split() for match in piece.phrases)


def _spread_over_alternatives(sentence: Sentence, roles: dict[Piece, Role]) -> None:
    for piece in sentence.pieces:
        before = _coordinated_with(sentence, piece)
        joined = before is not None and any(
            sentence.cue_at(at, "or") for at in range(before.last + 1, piece.first)
        )
        if before is not None and joined and roles.get(before) in ("required", "alternative"):
            roles[before] = "alternative"
            roles[piece] = "alternative"


def _exclude(sentence: Sentence, roles: dict[Piece, Role]) -> None:
    """Mark what a negation speaks of: what follows it, else what stands before it."""
    for at in sentence.positions_of("but_not", "negation"):
        if sentence.cue_at(at, "not_only"):
            continue
        target = _negated(sentence, at, roles)
        if target is None:
            continue
        roles[target] = "excluded"
        for piece in sentence.pieces:
            before = _coordinated_with(sentence, piece)
            if before is None or piece.first <= target.first or roles[before] != "excluded":
                continue
            if roles[piece] == "required" and not _but_between(sentence, before, piece):
                roles[piece] = "excluded"


def _negated(sentence: Sentence, at: int, roles: dict[Piece, Role]) -> Piece | None:
    after = [piece for piece in sentence.pieces if piece.first > at]
    if after and after[0].first == at + 1 and sentence.folded[at] in _NO_SUCH:
        return after[0] if roles[after[0]] in _BINDING else None
    bound = [piece for piece in after if roles[piece] in _BINDING]
    if bound and not _clause_between(sentence, at, bound[0].first):
        return bound[0]
    before = [p for p in sentence.pieces if p.last < at and roles[p] == "required"]
    return before[-1] if before else None


def _clause_between(sentence: Sentence, left: int, right: int) -> bool:
    return any("," in sentence.between(at, at + 1) for at in range(left, right))


def _but_between(sentence: Sentence, left: Piece, right: Piece) -> bool:
    return any(sentence.cue_at(at, "but") for at in range(left.last + 1, right.first))


def _keep_the_only_phrase(sentence: Sentence, roles: dict[Piece, Role]) -> None:
    """An adjunct that is all a question has is what it is about: "Which cities are in Peru?"."""
    bound = [p for p, role in roles.items() if role in ("required", "excluded", "alternative")]
    loose = [p for p, role in roles.items() if role == "circumstance"]
    unread = [p for p in roles if not p.known and roles[p] in ("relation", "required")]
    if not bound and not unread and len(loose) == 1 and loose[0].known:
        roles[loose[0]] = "required"
