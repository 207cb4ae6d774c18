"""The shape of a schema: properties and classes, declared and observed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from ontorag.values import IRI, Term


@dataclass(frozen=True, slots=True)
class ClassShare:
    """A class with the share (0 to 1) of the sampled terms that are stated to be of it."""

    iri: IRI
    share: float


@dataclass(frozen=True, slots=True)
class Property:
    """A property: how often it is used, what is declared of it, and between what it is seen.

    ``triples`` to ``literals`` count as in `PropertyUse` (0 when only declared). ``domains``,
    ``ranges``, ``parents`` and ``inverse_of`` are declared; the members of a declared union are
    given one by one. ``observed_domains`` and ``observed_ranges`` are of a sample, the largest
    share first, empty where nothing is typed.
    ``like_objects`` are the properties that share objects with it, ``objects_as_subjects`` those
    that its objects are subjects of, ``like_subjects`` those that share subjects with it, all in
    the sample. ``is_qualifier`` says that it is seen on statements: those of the properties that
    it ``qualifies``, with ``values`` where these are nodes and ``negations`` among them, which say
    that a statement is not so; ``is_plain`` that it is also a property
    of things; ``of_nodes`` that it is one of nodes that stand for a statement, which has another
    property. ``measures`` says that its sampled values are numbers or dates. ``scale`` lists its
    values in order, the lowest first; ``complete`` that what is not recorded is not so.
    """

    iri: IRI
    triples: int = 0
    subjects: int = 0
    objects: int = 0
    literals: int = 0
    domains: tuple[IRI, ...] = ()
    ranges: tuple[IRI, ...] = ()
    observed_domains: tuple[ClassShare, ...] = ()
    observed_ranges: tuple[ClassShare, ...] = ()
    functional: bool = False
    inverse_functional: bool = False
    symmetric: bool = False
    inverse_of: tuple[IRI, ...] = ()
    parents: tuple[IRI, ...] = ()
    is_qualifier: bool = False
    qualifies: tuple[IRI, ...] = ()
    values: tuple[Term, ...] = ()
    is_plain: bool = True
    negations: tuple[Term, ...] = ()
    measures: bool = False
    of_nodes: bool = False
    scale: tuple[Term, ...] = ()
    complete: bool = False
    like_objects: tuple[IRI, ...] = ()
    objects_as_subjects: tuple[IRI, ...] = ()
    like_subjects: tuple[IRI, ...] = ()

    def ends(self, *, objects: bool) -> tuple[IRI, ...]:
        """Give the classes of its subjects, or of its objects: those declared, else those seen."""
        if objects:
            return self.ranges or tuple(share.iri for share in self.observed_ranges)
        return self.domains or tuple(share.iri for share in self.observed_domains)

    @property
    def only_literals(self) -> bool:
        """Whether it is used with literals only."""
        return bool(self.literals) and self.literals == self.objects

    @property
    def all_domains(self) -> tuple[IRI, ...]:
        """Declared and observed domains, each once."""
        observed = (share.iri for share in self.observed_domains)
        return tuple(dict.fromkeys((*self.domains, *observed)))

    @property
    def all_ranges(self) -> tuple[IRI, ...]:
        """Declared and observed ranges, each once."""
        observed = (share.iri for share in self.observed_ranges)
        return tuple(dict.fromkeys((*self.ranges, *observed)))


@dataclass(frozen=True, slots=True)
class ClassUse:
    """A class with its declared superclasses and how many are stated to be its members."""

    iri: IRI
    parents: tuple[IRI, ...] = ()
    members: int = 0


@dataclass(frozen=True, slots=True)
class Schema:
    """The classes and properties of a graph; both mappings are in code-point order.

    ``titles`` are the ontology's titles as (text, language) pairs, the language "" without one.
    ``prefixes`` are namespaces in use, by a short name made from them.
    """

    properties: Mapping[IRI, Property]
    classes: Mapping[IRI, ClassUse]
    titles: tuple[tuple[str, str], ...] = ()
    prefixes: Mapping[str, str] = field(default_factory=dict)
    _closures: dict[tuple[str, IRI], tuple[IRI, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _below: dict[IRI, list[IRI]] = field(default_factory=dict, repr=False, compare=False)
    _at: dict[IRI, list[tuple[IRI, bool]]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def title(self) -> str | None:
        """The ontology's title: without a language or in English, else the first."""
        return self.title_in("en")

    def title_in(self, language: str) -> str | None:
        """Give the ontology's title in ``language``, else without one, else any."""
        order = {language: 0, "": 1}
        ranked = sorted(self.titles, key=lambda pair: (order.get(pair[1], 2), pair[1], pair[0]))
        return ranked[0][0] if ranked else None

    def subclasses(self, iri: IRI) -> tuple[IRI, ...]:
        """Give the class and all its subclasses, sorted."""
        return self._kept("below", iri, self._children)

    def ends_at(self, iri: IRI) -> Iterable[tuple[IRI, bool]]:
        """Give the property ends where things of exactly this class stand, as (property, objects).

        Declared domains and ranges count where there are any, else those seen.
        """
        if not self._at:
            at: dict[IRI, list[tuple[IRI, bool]]] = defaultdict(list)
            for use in self.properties.values():
                for objects in (False, True):
                    for cls in use.ends(objects=objects):
                        at[cls].append((use.iri, objects))
            self._at.update(at)
        return self._at.setdefault(iri, [])

    def superclasses(self, iri: IRI) -> tuple[IRI, ...]:
        """Give the class and all its superclasses, sorted."""
        return self._kept("above", iri, self._parents)

    def subproperties(self, iri: IRI) -> tuple[IRI, ...]:
        """Give the property and all its subproperties, sorted."""
        below: dict[IRI, list[IRI]] = defaultdict(list)
        for each in self.properties.values():
            for parent in each.parents:
                below[parent].append(each.iri)
        return _closure(iri, lambda each: below.get(each, ()))

    def properties_between(
        self, domains: Iterable[IRI], ranges: Iterable[IRI] | None = None
    ) -> tuple[IRI, ...]:
        """Give the properties seen or declared from one of ``domains`` to one of ``ranges``.

        Superclasses and subclasses of the given classes count too; None means any range.
        """
        wanted_domains = self._related(domains)
        wanted_ranges = None if ranges is None else self._related(ranges)
        return tuple(
            each.iri
            for each in self.properties.values()
            if not wanted_domains.isdisjoint(each.all_domains)
            and (wanted_ranges is None or not wanted_ranges.isdisjoint(each.all_ranges))
        )

    def like_objects(self, iri: IRI) -> tuple[IRI, ...]:
        """Give the other properties that have objects in common with this one.

        What is an object of "requires skill" is the kind of thing one has by "has skill", although
        nothing is typed.
        """
        known = self.properties.get(iri)
        return known.like_objects if known else ()

    def _kept(
        self, way: str, iri: IRI, following: Callable[[IRI], Iterable[IRI]]
    ) -> tuple[IRI, ...]:
        known = self._closures.get((way, iri))
        if known is None:
            known = self._closures[way, iri] = _closure(iri, following)
        return known

    def _children(self, iri: IRI) -> Iterable[IRI]:
        if not self._below:
            below: dict[IRI, list[IRI]] = defaultdict(list)
            for use in self.classes.values():
                for parent in use.parents:
                    below[parent].append(use.iri)
            self._below.update(below)
        return self._below.get(iri, ())

    def _parents(self, iri: IRI) -> tuple[IRI, ...]:
        use = self.classes.get(iri)
        return use.parents if use else ()

    def _related(self, classes: Iterable[IRI]) -> set[IRI]:
        given = list(classes)
        below = {found for each in given for found in self.subclasses(each)}
        return below | {found for each in given for found in self.superclasses(each)}


def _closure(start: IRI, following: Callable[[IRI], Iterable[IRI]]) -> tuple[IRI, ...]:
    found = {start}
    waiting = [start]
    while waiting:
        fresh = [each for each in following(waiting.pop()) if each not in found]
        found.update(fresh)
        waiting += fresh
    return tuple(sorted(found, key=str))
