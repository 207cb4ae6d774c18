"""The linker: all tiers in order, from the words of a question to its links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ontorag.chat.base import ChatModel
from ontorag.errors import UnknownNameError
from ontorag.language import cues, detect, fold, tokens
from ontorag.language.words import Language
from ontorag.lexicon import Lexicon
from ontorag.linking.choosing import LARGEST_SHOWN, Choice, Pool, choose_with_model
from ontorag.linking.compared import Compared
from ontorag.linking.evidence import Evidence
from ontorag.linking.labels import label_of
from ontorag.linking.offering import with_offers
from ontorag.linking.pieces import cut
from ontorag.linking.roles import assign_roles
from ontorag.linking.semantic import Meanings
from ontorag.linking.sentence import Piece, Sentence
from ontorag.linking.spans import Hit
from ontorag.values import (
    IRI,
    Candidate,
    Concept,
    Kind,
    Link,
    Literal,
    Mention,
    Role,
    Target,
    Term,
    Tier,
    Value,
    read_term,
    write_term,
)
from ontorag.vocabulary import Kindred, Lookup
from ontorag.vocabulary.entries import LABEL, PREFERRED, SPOKEN, SYNONYM


@dataclass(frozen=True, slots=True)
class Linked:
    """The links of a question, in the order of its words, and how the model was asked.

    ``shown`` is "whole", "shortlist", or "" where no model was asked.
    """

    language: Language
    links: tuple[Link, ...]
    choice: Choice | None = None
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Linker:
    """What linking reads: the vocabulary, the lexicon, and the models there are."""

    lookup: Lookup
    lexicon: Lexicon
    ranges: Mapping[IRI, Sequence[Term]]
    meanings: Meanings | None = None
    chat: ChatModel | None = None
    title: str | None = None
    kindred: Kindred | None = None
    compared: Compared | None = None

    def link(
        self,
        question: str,
        *,
        given: Mapping[str, str] | None = None,
        language: str | None = None,
        offers: bool = False,
    ) -> Linked:
        """Link a question (or any text) to the ontology.

        ``offers`` adds what else each mention may mean to its candidates.

        ``given`` maps mentions of the question to IRIs or labels: they are settled. A name that
        the ontology does not have is an `UnknownNameError`.
        """
        spoken = _language(question, language)
        said = tokens(question)
        sentence = Sentence(
            text=question,
            language=spoken,
            said=said,
            folded=tuple(fold(token.text) for token in said),
            cues=cues(question, spoken),
            governing=self.lexicon.prepositions,
        )
        settled = {mention: self._settle(mention, name) for mention, name in (given or {}).items()}
        sentence = cut(
            sentence, self.lookup, self.lexicon, dict.fromkeys(settled, ""), self.kindred
        )
        roles = assign_roles(sentence)
        links = [self._link(sentence, piece, roles[piece], settled) for piece in sentence.pieces]
        links = self._by_meaning(sentence, links)
        choice = None
        if self.chat is not None:
            links, choice = choose_with_model(
                question, links, lambda link: self._shortlist(sentence, link, links), self.chat,
                language=spoken, title=self.title,
                evidence=Evidence(question, spoken, self.meanings),
            )  # fmt: skip
        if offers:
            terms = self._compared().terms if self.meanings is not None else ()
            links = with_offers(sentence, links, self.lookup, self.lexicon, self.meanings, terms)
        return Linked(spoken, tuple(links), choice, choice.shown if choice else "")

    def _settle(self, mention: str, name: str) -> Concept:
        """Find the concept that the caller gave for a mention."""
        term: Term = IRI(name)
        if term not in self.lookup.concepts([term]):
            found = self.lookup.exact([name]).get(name, ())
            targets = {entry.term for entry in found if not entry.is_value}
            if len(targets) != 1:
                near = [entry.label for entry in self.lookup.nearest(name)]
                meant = f"; did you mean {', '.join(dict.fromkeys(near))}?" if near else ""
                raise UnknownNameError(
                    f"links={{{mention!r}: {name!r}}}: the graph has "
                    f"{'no' if not targets else 'more than one'} concept of this name{meant}"
                )
            term = read_term(targets.pop())
        return self.lookup.concepts([term])[term]

    def _link(
        self, sentence: Sentence, piece: Piece, role: Role, settled: Mapping[str, Concept]
    ) -> Link:
        text = sentence.words_of(piece)
        mention = Mention(text, sentence.said[piece.first].start, sentence.said[piece.last].end)
        for spelled, concept in settled.items():
            if piece.span is None and _is_called(text, spelled):
                label = label_of(concept)
                only = Candidate(concept, 1.0, "given", label)
                role_given = role if role != "relation" else "required"
                return Link(mention, concept, (only,), "given", 1.0, role_given)
        if piece.kind == "relation":
            return self._relation_link(mention, piece, role)
        if piece.span is None:
            return Link(mention, None, role=role)
        return _lexical_link(mention, piece.span.hits, role, self.lookup)

    def _relation_link(self, mention: Mention, piece: Piece, role: Role) -> Link:
        """Link words for a property; several properties may share them: planning chooses."""
        iris = list(dict.fromkeys(match.phrase.property for match in piece.phrases))
        concepts = self.lookup.concepts(iris)
        said = {match.phrase.property: match.phrase.text for match in reversed(piece.phrases)}
        candidates = tuple(
            Candidate(concepts[iri], 1.0 / len(iris), _tier(mention, said[iri]), said[iri])
            for iri in iris
            if iri in concepts
        )
        if not candidates:
            return Link(mention, None, role=role)
        return Link(mention, candidates[0].target, candidates, candidates[0].tier, 1.0, role)

    def _by_meaning(self, sentence: Sentence, links: list[Link]) -> list[Link]:
        """Try the semantic tier on what is required and still unread."""
        if self.meanings is None:
            return links
        pools = {
            number: concepts
            for number, link in enumerate(links)
            if link.target is None and not link.candidates and _bears(link)
            if (concepts := self._pool(sentence, link, links).concepts)
        }
        self.meanings.prepare([links[number].mention.text for number in pools])
        return [
            self.meanings.link(link, pools[number]) if number in pools else link
            for number, link in enumerate(links)
        ]

    def _pool(self, sentence: Sentence, link: Link, links: Sequence[Link]) -> Pool:
        """Give what a mention may mean: its property's range first, else the vocabulary."""
        terms: list[Term] = []
        if link.role in ("required", "excluded", "alternative"):
            terms = self._expected(sentence, link, links)
        if not terms:
            found = self._compared().vocabulary
            return Pool(found, len(found) <= LARGEST_SHOWN)
        concepts = self.lookup.concepts(terms)
        return Pool(tuple(concepts[term] for term in terms if term in concepts))

    def _shortlist(self, sentence: Sentence, link: Link, links: Sequence[Link]) -> Pool:
        """Give what a model is to choose from; of what is too much the nearest labels first."""
        pool = self._pool(sentence, link, links)
        if 0 < len(pool.concepts) <= LARGEST_SHOWN:
            return pool
        kinds: tuple[Kind, ...] = ("class", "individual", "concept")
        entries = self.lookup.nearest(link.mention.text, kinds=kinds, limit=LARGEST_SHOWN)
        terms = [read_term(entry.term) for entry in entries]
        concepts = self.lookup.concepts(terms)
        near = [concepts[term] for term in terms if term in concepts]
        fitting = [each for each in near if each in pool.concepts] if pool.concepts else near
        return Pool(tuple(dict.fromkeys((*fitting, *pool.concepts))))

    def _expected(self, sentence: Sentence, link: Link, links: Sequence[Link]) -> list[Term]:
        """What stands in this place: objects of the property that the question speaks of."""
        named = [
            candidate.target.iri
            for other in links
            if other.role == "relation"
            for candidate in other.candidates
            if isinstance(candidate.target, Concept)
        ]
        has = bool(sentence.positions_of("possession"))
        siblings = {
            other.target.iri
            for other in links
            if other.role == link.role and isinstance(other.target, Concept)
        }
        chosen = [
            iri
            for iri, objects in self.ranges.items()
            if iri in named
            or (has and self.lexicon.says_possession(iri) and not self.lexicon.says_requirement(iri)
                and (not siblings or siblings & set(objects)))
        ]  # fmt: skip
        sharing = [iri for iri in chosen if siblings & set(self.ranges[iri])] or chosen
        pool = {term for iri in sharing for term in self.ranges[iri] if isinstance(term, IRI)}
        return sorted(pool, key=write_term)

    def _compared(self) -> Compared:
        return self.compared or Compared(self.lookup)


def _language(question: str, language: str | None) -> Language:
    if language in ("de", "en"):
        return "de" if language == "de" else "en"
    return detect(question)


def _is_called(text: str, name: str) -> bool:
    """Whether words are a name, or its genitive: "Ken Wright's"."""
    return fold(text) in (fold(name), fold(name + "s"))


def _tier(mention: Mention, label: str) -> Tier:
    return "exact" if mention.text.casefold() == label.casefold() else "lemma"


def _bears(link: Link) -> bool:
    return link.role in ("required", "excluded", "alternative") and any(
        char.isalpha() for char in link.mention.text
    )


def _lexical_link(mention: Mention, hits: Sequence[Hit], role: Role, lookup: Lookup) -> Link:
    """Make a link of what the lexical tiers found; two equally good meanings are ambiguous."""
    current = [hit for hit in hits if not hit.entry.obsolete] or list(hits)
    targets = _targets(current, lookup)
    candidates = tuple(
        Candidate(target, hit.score, hit.tier, hit.entry.label)
        for hit, target in zip(current, targets, strict=True)
    )
    values = [c for c in candidates if isinstance(c.target, Value)]
    best = [hit for hit in current if _same_rank(hit, current[0])]
    things = {hit.entry.term for hit in best if not hit.entry.is_value}
    if len(things) > 1:
        return Link(mention, None, candidates, current[0].tier, 0.0, role, ambiguous=True)
    chosen = candidates[0]
    if values and len(values) == len(candidates):
        chosen = values[0]
    return Link(mention, chosen.target, candidates, chosen.tier, _margin(candidates), role)


_STANDING = {PREFERRED: 0, LABEL: 1, SYNONYM: 1, SPOKEN: 2}


def _same_rank(hit: Hit, first: Hit) -> bool:
    """Labels of one rank compete; a class beside individuals of its name does not.

    What is only called so by its IRI stands behind what is labelled so.
    """
    ranks = (_STANDING.get(hit.entry.rank, 1), _STANDING.get(first.entry.rank, 1))
    return ranks[0] == ranks[1] and ("class" in hit.entry.kinds) == ("class" in first.entry.kinds)


def _margin(candidates: Sequence[Candidate]) -> float:
    return candidates[0].score - candidates[1].score if len(candidates) > 1 else 1.0


def _targets(hits: Sequence[Hit], lookup: Lookup) -> list[Target]:
    """Give each hit its concept or value; an obsolete concept gives its successor."""
    named = [read_term(hit.entry.replaced_by or hit.entry.term) for hit in hits]
    things = [term for hit, term in zip(hits, named, strict=True) if hit.entry.property is None]
    concepts = lookup.concepts(things)
    targets: list[Target] = []
    for hit, term in zip(hits, named, strict=True):
        if hit.entry.property is not None and isinstance(term, Literal):
            targets.append(Value(IRI(hit.entry.property[1:-1]), term))
        else:
            targets.append(concepts.get(term) or Concept(term, ("individual",)))
    return targets
