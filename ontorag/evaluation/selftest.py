"""The guard tested on a person's own graph: what it catches, and what it wrongly rejects."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ontorag.errors import InputError
from ontorag.evaluation.corrupting import (
    CORRUPTIONS,
    Corruption,
    Sentences,
    Surroundings,
    corruptions,
)
from ontorag.graph import GraphView, KnowledgeGraph
from ontorag.lexicon import ways_of
from ontorag.names import is_system
from ontorag.stores.base import Pattern
from ontorag.values import IRI, Claim, Fact, Literal, Subgraph, Term, Verdict, write_term
from ontorag.verification import check_claims

DEFAULT_CLAIMS = 300
"""Facts that claims are made from, at most."""
FACTS_READ = 2_000
NEAR_FACTS = 200
THIN = 0.5
_KEPT = ("supported", "miscited", "invalid_id")
_Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of how many, with the 95 % interval of Wilson."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """The share, 0 to 1; 0 of none."""
        return self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The score interval by Wilson (1927).

        >>> low, high = Rate(59, 59).interval
        >>> round(low, 3), round(high, 3)
        (0.939, 1.0)
        """
        if not self.of:
            return 0.0, 1.0
        n, share = self.of, self.value
        middle = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
        half = _Z / (1 + _Z**2 / n) * math.sqrt(share * (1 - share) / n + _Z**2 / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class ThinProperty:
    """A property whose words are too few: how many of its true sentences were rejected.

    ``words`` counts the word forms that say it; none are known of a name like "P31".
    """

    property: IRI
    label: str
    rejected: Rate
    words: int


@dataclass(frozen=True, slots=True)
class Selftest:
    """What came of a selftest; ``missed`` and ``rejected`` are examples of what went wrong."""

    language: str
    caught: tuple[tuple[Corruption, Rate], ...]
    alarms: Rate
    thin: tuple[ThinProperty, ...]
    missed: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    left_out: int = 0

    @property
    def all_caught(self) -> Rate:
        """The corrupted claims of every kind together."""
        return Rate(sum(r.hits for _, r in self.caught), sum(r.of for _, r in self.caught))


@dataclass(slots=True)
class _Tally:
    caught: dict[Corruption, list[bool]] = field(default_factory=dict)
    kept: dict[IRI, list[bool]] = field(default_factory=dict)
    missed: list[str] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    left_out: int = 0


def selftest(
    graph: KnowledgeGraph,
    *,
    claims: int = DEFAULT_CLAIMS,
    language: str | None = None,
    seed: int = 0,
) -> Selftest:
    """Make true claims from facts of ``graph`` and corrupt them; count what the guard says.

    Facts are drawn evenly from the properties (``claims`` of them, the same for the same
    ``seed``). A corrupted claim is caught when it is not kept; a true one that is not kept is a
    false alarm. ``language`` is that of the sentences ("de", "en"), by default the one that most
    properties have labels in. Things whose name is not theirs alone are left out.
    """
    if claims < 1:
        raise InputError(f"claims is {claims}; give 1 or more")
    view = graph.view()
    shown = language or _language(view)
    draw = random.Random(seed)  # noqa: S311 - a sample, not a secret
    tally = _Tally()
    for fact in _drawn(view, claims, draw):
        if not _has_own_name(view, fact, shown):
            tally.left_out += 1
            continue
        _test(view, fact, shown, draw, tally)
    return _summed(view, tally, shown)


def _language(view: GraphView) -> str:
    """Give the language that most labels of properties read as."""
    german = english = 0
    for iri in view.schema.properties:
        german += view.label(iri, "de") != view.label(iri, "en") or _looks_german(view, iri)
        english += not _looks_german(view, iri)
    return "de" if german > english else "en"


def _looks_german(view: GraphView, iri: IRI) -> bool:
    label = view.label(iri, "de")
    return any(char in "äöüß" for char in label.lower()) or label.startswith(("hat ", "ist "))


def _drawn(view: GraphView, claims: int, draw: random.Random) -> Iterator[Fact]:
    """Draw facts evenly from the properties that say something in words."""
    properties = [
        use.iri for use in view.schema.properties.values()
        if use.triples and not is_system(use.iri.value) and not use.is_qualifier
    ]  # fmt: skip
    share = max(1, math.ceil(claims / max(1, len(properties))))
    for iri in sorted(properties, key=str):
        facts = view.store.facts(Pattern(predicates=(iri,)), limit=FACTS_READ)
        usable = [fact for fact in facts if _is_sayable(fact)]
        yield from draw.sample(usable, min(share, len(usable)))


def _is_sayable(fact: Fact) -> bool:
    if not isinstance(fact.subject, IRI):
        return False
    if isinstance(fact.object, Literal):
        return 0 < len(fact.object.lexical) <= 80 and "\n" not in fact.object.lexical
    return isinstance(fact.object, IRI)


def _has_own_name(view: GraphView, fact: Fact, language: str) -> bool:
    """Whether both ends have names of letters or digits that are theirs alone."""
    for term in (fact.subject, fact.object):
        label = view.label(term, language)
        if not any(char.isalnum() for char in label):
            return False
        found = view.lookup.exact([label]).get(label, ())
        same = {entry.term for entry in found if entry.label == label and not entry.is_value}
        if isinstance(term, IRI) and len(same) > 1:
            return False
    return True


def _test(view: GraphView, fact: Fact, language: str, draw: random.Random, tally: _Tally) -> None:
    own = _near(view, fact)
    around = _surroundings(view, fact, own, draw)
    extra = [*around.others, *around.relations]
    subgraph = _subgraph(view, own, fact, extra, language)
    say = Sentences(subgraph, language)
    ids = tuple(each.id for each in subgraph.facts)
    true = list(dict.fromkeys((say.template(fact), say.natural(fact))))
    false = list(corruptions(fact, around, say, draw))
    texts = [*true, *(each.text for each in false)]
    checked = check_claims(
        [Claim(text, ids, Verdict("unsupported")) for text in texts],
        subgraph, language=language, known_labels=view.labels_in, relations=view.relations,
    )  # fmt: skip
    kept = [claim.verdict.kind in _KEPT for claim in checked]
    for text, is_kept in zip(true, kept, strict=False):
        tally.kept.setdefault(fact.predicate, []).append(is_kept)
        if not is_kept:
            tally.rejected.append(text)
    for each, is_kept in zip(false, kept[len(true) :], strict=True):
        tally.caught.setdefault(each.kind, []).append(not is_kept)
        if is_kept:
            tally.missed.append(f"{each.kind}: {each.text}")


def _near(view: GraphView, fact: Fact) -> list[Fact]:
    """Give the facts of both ends, and others that have the object by the same property."""
    subjects: tuple[Term, ...] = (fact.subject,)
    if not isinstance(fact.object, Literal):
        subjects = (fact.subject, fact.object)
    found = view.store.facts(Pattern(subjects=subjects), limit=NEAR_FACTS)
    found += view.store.facts(
        Pattern(predicates=(fact.predicate,), objects=(fact.object,)), limit=NEAR_FACTS
    )
    known = {each.key: each for each in (fact, *found)}
    return [known[key] for key in sorted(known)]


def _surroundings(
    view: GraphView, fact: Fact, own: Sequence[Fact], draw: random.Random
) -> Surroundings:
    use = view.schema.properties[fact.predicate]
    facts = view.store.facts(Pattern(predicates=(fact.predicate,)), limit=FACTS_READ)
    objects = sorted({each.object for each in facts if _is_sayable(each)}, key=write_term)
    others = draw.sample(objects, min(20, len(objects)))
    relations = [
        each.iri for each in view.schema.properties.values()
        if each.triples and not is_system(each.iri.value) and not each.is_qualifier
        and each.only_literals == use.only_literals
    ]  # fmt: skip
    known = view.relations.of(fact.predicate)
    exclusive = known.functional or known.inverse_functional or known.complete
    turnable = bool(known.domains and known.ranges) and not known.domains & known.ranges
    return Surroundings(
        own, others, sorted(relations, key=str), exclusive, known.symmetric, turnable
    )


def _subgraph(
    view: GraphView, own: Sequence[Fact], fact: Fact, extra: Sequence[Term], language: str
) -> Subgraph:
    numbered = tuple(
        Fact(f"F{n}", f.key, f.subject, f.predicate, f.object, f.qualifiers)
        for n, f in enumerate(own, start=1)
    )
    terms = {term for each in own for term in (each.subject, each.predicate, each.object)}
    terms |= {fact.object, *extra}
    names = view.names(terms, language=language)
    entities = tuple(names[term] for term in sorted(names, key=write_term))
    return Subgraph(facts=numbered, total=len(numbered), entities=entities)


def _summed(view: GraphView, tally: _Tally, language: str) -> Selftest:
    true = [each for kept in tally.kept.values() for each in kept]
    thin = [
        each
        for iri, kept in tally.kept.items()
        if _is_thin(each := _words_of(view, iri, kept, language))
    ]
    return Selftest(
        language=language,
        caught=tuple(
            (kind, Rate(sum(tally.caught[kind]), len(tally.caught[kind])))
            for kind in CORRUPTIONS
            if kind in tally.caught
        ),
        alarms=Rate(true.count(False), len(true)),
        thin=tuple(sorted(thin, key=lambda each: (-each.rejected.value, str(each.property)))),
        missed=tuple(tally.missed[:20]),
        rejected=tuple(tally.rejected[:20]),
        left_out=tally.left_out,
    )


def _words_of(view: GraphView, iri: IRI, kept: Sequence[bool], language: str) -> ThinProperty:
    return ThinProperty(
        property=iri,
        label=view.label(iri, language),
        rejected=Rate(kept.count(False), len(kept)),
        words=sum(form.isalpha() for form in ways_of(view.relations.of(iri)).by_form),
    )


def _is_thin(each: ThinProperty) -> bool:
    """Whether half of its sentences were rejected, or nothing is known but an opaque name."""
    return not each.words or each.rejected.value >= THIN
