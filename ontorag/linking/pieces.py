"""The pieces of a question: labels, words for properties, and what neither explains.

A question is cut into pieces in the order of its words. Function words and cues belong to no
piece. What is left over and carries meaning is *unknown*: a noun or name, or a verb.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ontorag.language import fold, parse_number, quantities, words
from ontorag.lexicon import (
    Lexicon,
    PhraseMatch,
    is_kind_noun,
    is_light_adjective,
    says_common,
    without_co,
)
from ontorag.linking.sentence import (
    Piece,
    PieceKind,
    Sentence,
    is_capital,
    is_quoted,
    quoted_ranges,
)
from ontorag.linking.spans import (
    Span,
    compound_span,
    dictionary_span,
    kindred_span,
    label_spans,
    partial_span,
    typo_span,
)
from ontorag.vocabulary import Kindred, Lookup

_CARRYING = frozenset(
    {"requirement", "superlative_max", "superlative_min", "judgement", "comparative_more",
     "comparative_less"}
)  # fmt: skip
"""Cues whose words may also be labels."""
_OPEN = frozenset({"circumstance_preposition", "yes_no"})
"""Cues that lie over words which are read as usual."""


def cut(
    sentence: Sentence,
    lookup: Lookup,
    lexicon: Lexicon,
    given: Mapping[str, str],
    kindred: Kindred | None = None,
) -> Sentence:
    """Cut a question into pieces; ``given`` are mentions that the caller settled."""
    data = words(sentence.language)
    cue_words = _cue_words(sentence)
    mute = frozenset(
        at
        for at, word in enumerate(sentence.folded)
        if (word in data.stop_words or at in cue_words) and not _stands_out(sentence, at)
    )
    spans = label_spans(sentence.text, sentence.said, lookup, language=sentence.language, mute=mute)
    spans = [span for span in spans if not _is_bare_number(sentence, span)]
    spans = _without_titles(sentence, spans)
    pieces = _without_split_names(sentence, [_label_piece(sentence, span) for span in spans])
    pieces = _with_given(sentence, pieces, given)
    sentence = _without_cues_in_names(sentence, pieces)
    pieces += _relation_pieces(sentence, pieces, lexicon, mute)
    vocabulary = _Vocabulary(lookup, kindred or Kindred())
    pieces += _leftovers(sentence, pieces, vocabulary, mute)
    return replace(sentence, pieces=tuple(sorted(pieces, key=lambda piece: piece.first)))


def _is_bare_number(sentence: Sentence, span: Span) -> bool:
    """Whether a number is only the value of some property: it is to be compared, not linked."""
    said = sentence.said[span.first : span.last + 1]
    number = all(parse_number(token.text, sentence.language) is not None for token in said)
    return number and all(hit.entry.is_value for hit in span.hits)


def _without_cues_in_names(sentence: Sentence, pieces: list[Piece]) -> Sentence:
    """Words inside a longer name ask and deny nothing: "No Way Out"."""
    said = sentence.said
    names = [(said[p.first].start, said[p.last].end) for p in pieces if p.last > p.first]
    kept = tuple(
        cue
        for cue in sentence.cues
        if not any(start <= cue.start and cue.end <= end for start, end in names)
    )
    return replace(sentence, cues=kept)


def _cue_words(sentence: Sentence) -> set[int]:
    kinds = {cue.kind for cue in sentence.cues} - _CARRYING - _OPEN
    return set(sentence.positions_of(*kinds))


def _stands_out(sentence: Sentence, at: int) -> bool:
    """A function word in quotes, or with a capital inside a sentence (Go, IT), can be a name."""
    if is_quoted(sentence, at, at):
        return True
    token = sentence.said[at].text
    return (
        at > 0
        and token[:1].isupper()
        and sentence.said[0].text[:1].isupper()
        and (token.isupper() or sentence.language == "en")
    )


def _without_titles(sentence: Sentence, spans: list[Span]) -> list[Span]:
    """Drop what is read into a longer quoted name: 'Herr der Ringe' is no ring."""
    kept = []
    quotes = quoted_ranges(sentence)
    for span in spans:
        start, end = sentence.said[span.first].start, sentence.said[span.last].end
        inside = [(a, b) for a, b in quotes if a <= start and end <= b]
        whole = any(
            sentence.text[a:b].strip() == sentence.text[start:end].strip() for a, b in inside
        )
        if not inside or whole:
            kept.append(span)
    return kept


def _without_split_names(sentence: Sentence, pieces: list[Piece]) -> list[Piece]:
    """Read names that stand side by side in English as one, which nothing is called.

    "Shane Harper" is neither Shane nor Harper. In German a verb may have led both before.
    """
    if sentence.language != "en":
        return pieces
    found: list[Piece] = []
    for piece in pieces:
        before = found[-1] if found else None
        if before and before.last + 1 == piece.first and _is_one_name(sentence, before, piece):
            found[-1] = Piece(before.first, piece.last, "noun")
        else:
            found.append(piece)
    return found


def _is_one_name(sentence: Sentence, left: Piece, right: Piece) -> bool:
    apart = sentence.between(left.last, right.first).strip(" ")
    capital = is_capital(sentence, left.last) and is_capital(sentence, right.first)
    named = all(_names_a_thing(each) for each in (left, right))
    return not apart and capital and named and not _is_inflected(right)


def _is_inflected(piece: Piece) -> bool:
    """Whether words are an inflected form of a label: "Sensor Switches" are kinds, no name."""
    return piece.span is not None and piece.span.tier == "lemma"


def _names_a_thing(piece: Piece) -> bool:
    if piece.quoted or piece.span is None:
        return piece.kind == "noun" and not piece.quoted
    kinds = [hit.entry.kinds for hit in piece.span.hits]
    return (
        piece.kind == "label"
        and all({*each} == {"individual"} for each in kinds)
        and not any(hit.entry.is_value for hit in piece.span.hits)
    )


def _label_piece(sentence: Sentence, span: Span) -> Piece:
    best = span.hits[0].entry
    kind: PieceKind = "class" if "class" in best.kinds and not best.is_value else "label"
    quoted = is_quoted(sentence, span.first, span.last)
    return Piece(span.first, span.last, kind, span, quoted=quoted)


def _with_given(sentence: Sentence, pieces: list[Piece], given: Mapping[str, str]) -> list[Piece]:
    """Make a piece of each mention that the caller settled; it replaces what overlaps."""
    for mention in sorted(given, key=len, reverse=True):
        places = _places(sentence, mention)
        if places is None:
            continue
        first, last = places
        pieces = [p for p in pieces if p.last < first or last < p.first]
        pieces.append(Piece(first, last, "label"))
    return pieces


def _places(sentence: Sentence, mention: str) -> tuple[int, int] | None:
    start = sentence.text.find(mention)
    end = start + len(mention)
    inside = [
        at
        for at, token in enumerate(sentence.said)
        if start <= token.start and (token.end <= end or _owns(sentence.text[end : token.end]))
    ]
    return (inside[0], inside[-1]) if start >= 0 and inside else None


def _owns(ending: str) -> bool:
    """Whether a word goes on behind a name only to say that something is its: "Ken Wright's"."""
    return ending in ("'s", "’s", "'", "’", "s")


def _relation_pieces(
    sentence: Sentence, pieces: list[Piece], lexicon: Lexicon, mute: frozenset[int]
) -> list[Piece]:
    taken = {at for piece in pieces for at in range(piece.first, piece.last + 1)}
    said = ["" if at in taken else without_co(token.text) for at, token in enumerate(sentence.said)]
    by_place: dict[tuple[int, ...], list[PhraseMatch]] = {}
    ranking = sentence.positions_of("superlative_max", "superlative_min", "judgement")
    for match in lexicon.matches(said, own=ranking):
        if not all(at in mute for at in match.positions):
            by_place.setdefault(match.positions, []).append(match)
    found: list[Piece] = []
    for positions in sorted(by_place, key=lambda places: (-len(places), places)):
        if not taken & set(positions):
            taken |= set(positions)
            near = positions[-1] - positions[0] < len(positions) + 2
            last = positions[-1] if near else positions[0]
            found.append(Piece(positions[0], last, "relation", phrases=tuple(by_place[positions])))
    return found


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """What the weaker tiers read by."""

    lookup: Lookup
    kindred: Kindred


def _leftovers(
    sentence: Sentence, pieces: list[Piece], vocabulary: _Vocabulary, mute: frozenset[int]
) -> list[Piece]:
    """Read what is left by the weaker tiers; what they cannot read is an unknown noun or verb."""
    taken = {at for piece in pieces for at in range(piece.first, piece.last + 1)} | set(mute)
    taken |= {at for match in pieces for phrase in match.phrases for at in phrase.positions}
    found = _ranked_by(sentence, taken, vocabulary.kindred)
    taken |= set(sentence.positions_of(*_CARRYING))
    for first, last in _runs(sentence, taken):
        found += _read_run(sentence, first, last, vocabulary)
    return found


def _ranked_by(sentence: Sentence, taken: set[int], kindred: Kindred) -> list[Piece]:
    """Read a superlative that is of a notion's own family: "the stealthiest"."""
    known = words(sentence.language).superlatives
    found = []
    for at in sentence.positions_of("superlative_max", "superlative_min"):
        span = None
        if at not in taken and sentence.folded[at] not in known:
            span = kindred_span(at, at, sentence.said[at].text, kindred)
        if span is not None:
            found.append(_label_piece(sentence, span))
    return found


def _runs(sentence: Sentence, taken: set[int]) -> list[tuple[int, int]]:
    """Find runs of unread tokens; a change from small to capital letters starts a new one."""
    runs: list[tuple[int, int]] = []
    dates = [(q.start, q.end) for q in quantities(sentence.text, sentence.language)]
    for at, token in enumerate(sentence.said):
        if (
            at in taken
            or says_common(token.text)
            or (is_light_adjective(token.text) and not is_capital(sentence, at))
            or parse_number(token.text, sentence.language) is not None
        ):
            continue
        if any(start <= token.start and token.end <= end for start, end in dates):
            continue
        joins = (
            bool(runs)
            and runs[-1][1] == at - 1
            and not sentence.between(at - 1, at).strip(" -'’")
            and is_capital(sentence, at - 1) == is_capital(sentence, at)
            and at - 1 > 0
        )
        if joins:
            runs[-1] = (runs[-1][0], at)
        else:
            runs.append((at, at))
    return _with_quotes(sentence, runs)


def _with_quotes(sentence: Sentence, runs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join what stands in one pair of quotes: it is one name."""
    for start, end in quoted_ranges(sentence):
        inside = [
            at
            for at, token in enumerate(sentence.said)
            if start <= token.start and token.end <= end
        ]
        touched = [run for run in runs if inside and run[0] >= inside[0] and run[1] <= inside[-1]]
        if touched:
            runs = [run for run in runs if run not in touched]
            runs.append((inside[0], inside[-1]))
    return sorted(runs)


def _read_run(sentence: Sentence, first: int, last: int, vocabulary: _Vocabulary) -> list[Piece]:
    text = sentence.text[sentence.said[first].start : sentence.said[last].end]
    span = _weaker_tiers(sentence, first, last, text, vocabulary)
    if span is not None:
        return [_label_piece(sentence, span)]
    if _is_adjective(sentence, first, last):
        return []
    quoted = any(
        start <= sentence.said[first].start and sentence.said[last].end <= end
        for start, end in quoted_ranges(sentence)
    )
    plain = first == last and is_kind_noun(text)
    kind: PieceKind = (
        "verb" if not plain and _is_verb(sentence, first, last) and not quoted else "noun"
    )
    return [Piece(first, last, kind, quoted=quoted)]


def _weaker_tiers(
    sentence: Sentence, first: int, last: int, text: str, vocabulary: _Vocabulary
) -> Span | None:
    lookup = vocabulary.lookup
    parts = [sentence.said[at].text for at in range(first, last + 1)]
    named = is_capital(sentence, first) or sentence.text.islower()
    kin = kindred_span(first, last, text, vocabulary.kindred)
    if kin is not None:
        return kin
    if first == last and sentence.language == "de":
        span = compound_span(first, text, lookup)
        if span is not None:
            return span
    if named and not (first == 0 and sentence.language == "de" and last == 0):
        span = partial_span(first, last, text, lookup)
        if span is not None:
            return span
    if len(parts) <= 4 and named:
        span = typo_span(first, last, parts, lookup)
        if span is not None:
            return span
    return dictionary_span(first, text, lookup, sentence.language) if first == last else None


def _is_adjective(sentence: Sentence, first: int, last: int) -> bool:
    """A small-lettered German word with an adjective's ending, right before a noun."""
    if sentence.language != "de" or is_capital(sentence, first) or last + 1 >= len(sentence.said):
        return False
    word = sentence.folded[last]
    return word.endswith(("e", "en", "er", "es", "em")) and is_capital(sentence, last + 1)


def _follows_a_subject(sentence: Sentence, first: int, last: int) -> bool:
    """Whether one word stands behind a name as its verb: "where does Ida live", "when was X sunk".

    Behind a form of *be* it is a participle only where when, where or who opens the question.
    """
    if first != last or not is_capital(sentence, first - 1):
        return False
    before = set(sentence.folded[: first - 1])
    if before & {"do", "does", "did"}:
        return True
    asks = sentence.folded[0] in ("when", "where", "who")
    return asks and bool(before & {"was", "were", "is", "are"}) and last + 1 == len(sentence.said)


def _is_verb(sentence: Sentence, first: int, last: int) -> bool:
    """A German word in small letters that is no adjective; in English, by its place."""
    if sentence.language == "de":
        return not is_capital(sentence, first) or (first == 0 and last == 0)
    if first == 0:
        return True
    before = sentence.folded[first - 1]
    data = words("en")
    if sentence.cue_at(first - 1, "possession"):
        return sentence.folded[last].endswith(("ed", "ing"))
    opens = sentence.cue_at(first - 1, "who", "which", "what", "how", "when", "where", "yes_no")
    return not is_capital(sentence, first) and (
        opens
        or _follows_a_subject(sentence, first, last)
        or before in data.pronouns
        or sentence.folded[last].endswith(("ed", "ing"))
        or fold(before) in data.auxiliaries
    )
