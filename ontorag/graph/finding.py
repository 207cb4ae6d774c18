"""One term by what a person calls it: an IRI, a CURIE, a label, a local name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ontorag import names
from ontorag.errors import UnknownNameError
from ontorag.graph.view import GraphView
from ontorag.values import IRI, Term, read_term, write_term


def find_term(view: GraphView, name: str, prefixes: Mapping[str, str]) -> Term:
    """Find the one term with this name; raises `UnknownNameError` for none, and for several."""
    for iri in _as_iris(name, prefixes):
        term = IRI(iri)
        if names.is_system(iri) or view.store.steps([term]):
            return term
    entries = view.lookup.exact([name]).get(name, ())
    exact = [entry for entry in entries if entry.label == name] or list(entries)
    targets = sorted({entry.term for entry in exact if not entry.is_value})
    targets = targets or _by_local_name(view, name)
    if len(targets) == 1:
        return read_term(targets[0])
    raise _unknown(name, targets, [entry.label for entry in view.lookup.nearest(name)])


def _as_iris(name: str, prefixes: Mapping[str, str]) -> Iterator[str]:
    text = name[1:-1] if name.startswith("<") and name.endswith(">") else name
    yield text
    prefix, colon, local = text.partition(":")
    if colon and prefix in prefixes:
        yield prefixes[prefix] + local
    yield names.mint(text)


def _by_local_name(view: GraphView, name: str) -> list[str]:
    """Find properties, classes and things by the local name of their IRI."""
    known = {*view.schema.properties, *view.schema.classes}
    found = {write_term(iri) for iri in known if names.local_name(iri.value) == name}
    said = (names.spoken(name), names.spoken(name, keep_case=True))
    for entries in view.lookup.exact(said).values():
        found |= {each.term for each in entries if names.local_name(each.term[1:-1]) == name}
    return sorted(found)


def _unknown(name: str, targets: Sequence[str], nearest: Sequence[str]) -> UnknownNameError:
    if targets:
        return UnknownNameError(
            f"{name!r} means {len(targets)} things: {', '.join(targets[:5])}; give one of the IRIs"
        )
    meant = f"; did you mean {', '.join(dict.fromkeys(nearest))}?" if nearest else ""
    return UnknownNameError(f"nothing in the graph is called {name!r}{meant}")
